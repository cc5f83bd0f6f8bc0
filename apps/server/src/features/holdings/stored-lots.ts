import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { lastLongTermDay } from './lot-gain.ts'

/** Narrows what is held to an account, or to the accounts of one's own files. */
export interface HeldWhere {
  readonly account?: string | undefined
  readonly isCustomCsv?: boolean | undefined
}

/** Lots of one asset in one account, added up; amounts are exact decimal text. */
export interface LotSumRow {
  readonly asset: string
  readonly account: string | null
  readonly quantity: string
  readonly basis: string
  readonly count: string
  readonly long_quantity: string
  readonly long_basis: string
  /** Units of lots with a basis of zero, which stands for a cost that nobody knows. */
  readonly assumed_quantity: string
  /** The day of acquisition of the oldest lot that is not long-term yet. */
  readonly next: string | null
  /** Units of that day; null where they are not added up. */
  readonly turning: string | null
}

/** A lot of a gift that was worth less than it had cost. */
export interface GiftRow {
  readonly asset: string
  readonly account: string | null
  readonly quantity: string
  readonly basis: string
  readonly acquired: string | null
  readonly loss_basis: string
  readonly loss_acquired: string | null
}

export interface SummedLots {
  readonly sums: readonly LotSumRow[]
  readonly gifts: readonly GiftRow[]
}

/** The lots that the newest calculation left, added up by asset and account. */
export async function storedLots(
  tx: Tx,
  userId: string,
  today: string,
  where: HeldWhere,
): Promise<SummedLots> {
  const isLong = sql`l.acquired <= ${lastLongTermDay(today)}::date`
  const among = await lotsWhere(tx, userId, where)
  const sums = await tx.all<LotSumRow>(sql`
    select l.asset_id as asset, l.account_id as account, sum(l.quantity)::text as quantity, sum(l.basis)::text as basis,
      count(*) as count, coalesce(sum(l.quantity) filter (where ${isLong}), 0)::text as long_quantity,
      coalesce(sum(l.basis) filter (where ${isLong}), 0)::text as long_basis,
      coalesce(sum(l.quantity) filter (where l.basis = 0), 0)::text as assumed_quantity,
      min(l.acquired) filter (where not ${isLong}) as next, null as turning
    from lots l where ${among} group by 1, 2`)
  const gifts = await tx.all<GiftRow>(sql`
    select l.asset_id as asset, l.account_id as account, l.quantity::text, l.basis::text, l.acquired, l.loss_basis::text,
      l.loss_acquired
    from lots l where ${among} and l.loss_basis is not null`)
  return { sums, gifts }
}

/** The lots `l` of a customer, or of the accounts that are asked for. */
export async function lotsWhere(tx: Tx, userId: string, where: HeldWhere): Promise<Sql> {
  const accounts = await accountsOf(tx, userId, where)
  return accounts === undefined
    ? sql`l.user_id = ${userId}`
    : sql`l.user_id = ${userId} and l.account_id = any (${accounts}::uuid[])`
}

/** Accounts that are asked for, those whose lots they share included; undefined of all. Refuses with `not_found` for one that is not there. */
export async function accountsOf(
  tx: Tx,
  userId: string,
  { account, isCustomCsv = false }: HeldWhere,
): Promise<string[] | undefined> {
  if (account === undefined && !isCustomCsv) return undefined
  const rows = await tx.all<{ id: string; pooled_with: string | null; source_slug: string }>(sql`
    select id, pooled_with, source_slug from accounts
    where user_id = ${userId} and deleted_at is null ${account === undefined ? sql`` : sql`and id = ${account}`}`)
  if (account !== undefined && rows.length === 0) return refuse('not_found')
  return rows
    .filter(({ source_slug }) => !isCustomCsv || source_slug === 'custom-csv')
    .map(({ id, pooled_with }) => pooled_with ?? id)
}

/** A lot as it is stored. */
export interface LotRow {
  readonly n: number
  readonly transaction_id: string | null
  readonly account_id: string | null
  readonly quantity: string
  readonly basis: string
  readonly acquired: string | null
  readonly loss_basis: string | null
  readonly loss_acquired: string | null
}

/** Columns of a lot `l` as a `LotRow`. */
export const lotColumns = sql`l.n, l.lot_transaction_id as transaction_id, l.account_id, l.quantity::text, l.basis::text, l.acquired,
  l.loss_basis::text, l.loss_acquired`
