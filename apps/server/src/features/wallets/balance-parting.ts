import { type BalanceParting, PARTING_ROWS } from '@lotbook/contract'
import { type TransactionType, typeLabel } from '@lotbook/journal'
import { formatDecimal, parseDecimal } from '@lotbook/money'
import type { BalanceSeries } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import {
  type Comparison,
  findParting,
  firstOf,
  type Movement,
  type StatedPoint,
  suspectOf,
} from './find-parting.ts'

/** The place at which the balance of an asset parts from what the account states. */
export async function balanceParting(
  tx: Tx,
  userId: string,
  { id, asset }: { readonly id: string; readonly asset: string },
): Promise<BalanceParting> {
  const stated = await statedPoints(tx, userId, id, asset)
  const end = stated.reduce((last, { at }) => Math.max(last, at), Number.NEGATIVE_INFINITY)
  const movements = stated.length === 0 ? [] : await movementsUntil(tx, userId, { id, asset, end })
  const parting = findParting(stated, movements)
  const labels = new Map(movements.map((one) => [one.id, typeLabel(one.type, one.sub_type)]))
  const suspect = suspectOf(parting)
  const known = await tx.maybe<{ symbol: string }>(sql`select symbol from assets where id = ${asset}`)
  return {
    asset,
    symbol: known?.symbol ?? asset,
    agreed: compared(parting.agreed),
    parted: compared(parting.parted),
    rows: firstOf(parting.between, suspect, PARTING_ROWS).map(({ id: transaction, at, change }) => ({
      id: transaction,
      at: new Date(at).toISOString(),
      label: labels.get(transaction) ?? '',
      change: formatDecimal(change),
    })),
    rows_total: parting.between.length,
    suspect: suspect ?? null,
  }
}

function compared(one: Comparison | undefined): BalanceParting['agreed'] {
  if (one === undefined) return null
  const { at, stated, computed } = one
  return { at: new Date(at).toISOString(), stated: formatDecimal(stated), computed: formatDecimal(computed) }
}

/** All balances that live connections of the account have stated; of one moment and part that of the newest connection counts. */
async function statedPoints(
  tx: Tx,
  userId: string,
  accountId: string,
  asset: string,
): Promise<StatedPoint[]> {
  const rows = await tx.all<{ part: string; points: string }>(sql`
    select s.part, s.points from connections c cross join lateral (
      select part, points from balance_series b
      where b.user_id = ${userId} and b.connection_id = c.id and b.asset_id = ${asset} offset 0
    ) s
    where c.user_id = ${userId} and c.account_id = ${accountId} and c.deleted_at is null order by c.created_at, c.id, s.part`)
  return rows.flatMap(({ part, points }) =>
    (JSON.parse(points) as BalanceSeries['points']).map(([at, quantity]) => ({
      at,
      part,
      quantity: amountOf(quantity),
    })),
  )
}

interface MovementRow extends Movement {
  readonly type: TransactionType
  readonly sub_type: string | null
}

async function movementsUntil(
  tx: Tx,
  userId: string,
  { id, asset, end }: { readonly id: string; readonly asset: string; readonly end: number },
): Promise<MovementRow[]> {
  const rows = await tx.all<{
    id: string
    at: Date
    type: TransactionType
    sub_type: string | null
    change: string
  }>(sql`
    select t.id, t.at, t.type, t.sub_type, sum(s.units)::text as change
    from transactions t cross join lateral (
      values (t.to_asset, t.to_amount), (t.from_asset, -t.from_amount), (t.fee_asset, -t.fee_amount)
    ) s (asset, units)
    where t.user_id = ${userId} and t.account_id = ${id} and t.deleted_at is null and not t.is_ignored
      and t.at <= ${new Date(end)} and s.asset = ${asset}
    group by t.id, t.at, t.type, t.sub_type having sum(s.units) <> 0 order by t.at, t.id`)
  return rows.map(({ at, change, ...row }) => ({ ...row, at: at.getTime(), change: amountOf(change) }))
}

function amountOf(text: string) {
  const amount = parseDecimal(text)
  if (amount === undefined) throw new RangeError('not an amount')
  return amount
}
