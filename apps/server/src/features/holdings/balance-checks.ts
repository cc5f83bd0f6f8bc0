import type { BalanceCheck } from '@lotbook/contract'
import { absolute, compare, type Decimal, formatDecimal, isZero, minus, plus, zero } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { reportedBalances } from '../../journal/transactions/reported-balances.ts'

/**
 * By asset, how what the accounts last said that they hold compares with what their transactions come to at that moment (E16). Assets
 * that no account reports are left out, and so is what was said after `at`.
 */
export async function balanceChecks(
  tx: Tx,
  userId: string,
  { account, at }: { readonly account: string | undefined; readonly at: Date },
): Promise<ReadonlyMap<string, BalanceCheck>> {
  const reported = (await reportedBalances(tx, userId, { account })).filter((one) => one.at <= at)
  return new Map(
    [...Map.groupBy(reported, ({ asset }) => asset)].map(([asset, of]) => [
      asset,
      checkOf(of.map(({ computed, stated }) => minus(computed, stated))),
    ]),
  )
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
