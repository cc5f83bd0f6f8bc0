import type { BalanceCheck } from '@lotbook/contract'
import { absolute, compare, type Decimal, formatDecimal, isZero, minus, plus, zero } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { Recent } from '../../platform/recent.ts'
import { sql } from '../../platform/sql.ts'
import { type ReportedBalance, reportedBalances } from '../../journal/transactions/reported-balances.ts'

/**
 * By asset, how what the accounts last said that they hold compares with what their transactions come to at that moment (E16). Assets
 * that no account reports are left out, and so is what was said after `at`.
 */
export async function balanceChecks(
  tx: Tx,
  userId: string,
  { account, at }: { readonly account: string | undefined; readonly at: Date },
): Promise<ReadonlyMap<string, BalanceCheck>> {
  const reported = (await recentlyReported(tx, userId, account)).filter((one) => one.at <= at)
  return new Map(
    [...Map.groupBy(reported, ({ asset }) => asset)].map(([asset, of]) => [
      asset,
      checkOf(of.map(({ computed, stated }) => minus(computed, stated))),
    ]),
  )
}

/** Every transaction of an account is added up for its balances: once for as long as neither these nor what is reported changes. */
const recent = new Recent<readonly ReportedBalance[]>(8 * 1024 * 1024)

async function recentlyReported(
  tx: Tx,
  userId: string,
  account: string | undefined,
): Promise<readonly ReportedBalance[]> {
  const { version, said } = await tx.one<{ version: string; said: string | null }>(sql`
    select j.version, (
      select md5(string_agg(concat_ws(' ', b.connection_id, b.asset_id, b.part, b.at, b.quantity), ',' order by b.connection_id, b.asset_id, b.part, b.at))
      from reported_balances b where b.user_id = ${userId}) as said
    from journals j where j.user_id = ${userId}`)
  if (said === null) return []
  const key = [userId, version, said, account].join(' ')
  const known = recent.get(key)
  if (known !== undefined) return known
  const reported = await reportedBalances(tx, userId, { account })
  recent.set(key, reported, 300 * reported.length + 300)
  return reported
}

/** The check of an asset from what its accounts have more than they report: over and under of two accounts make up for nothing. */
export function checkOf(differences: readonly Decimal[]): BalanceCheck {
  const apart = differences.filter((one) => !isZero(one))
  const by = formatDecimal(apart.reduce((all, one) => plus(all, absolute(one)), zero))
  const isOver = apart.some((one) => compare(one, zero) > 0)
  const isUnder = apart.some((one) => compare(one, zero) < 0)
  return {
    by,
    state: !isOver && !isUnder ? 'matches' : isOver && isUnder ? 'differs' : isOver ? 'over' : 'under',
  }
}
