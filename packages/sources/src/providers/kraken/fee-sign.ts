import { compare, type Decimal, isNegative, minus, plus } from '@lotbook/money'
import { absoluteAmount } from '../../reading/amount-text.ts'
import type { Collector } from '../../reading/collector.ts'
import type { LedgerEntry } from './ledger-entry.ts'

/** Entries of one second come in any order; beyond this many only the one before is looked at. */
const MOST_OF_SECOND = 200

/**
 * Entries with their fees as they were paid. A fee below zero was given back only where the running balance went up by it; else the sign
 * is how the fee is written.
 */
export function withFeesAsPaid(ledgers: readonly LedgerEntry[], out: Collector): LedgerEntry[] {
  const isOdd = ({ fee }: LedgerEntry) => fee !== null && isNegative(fee.value)
  if (!ledgers.some(isOdd)) return [...ledgers]
  const paid = new Set<LedgerEntry>()
  for (const chain of Map.groupBy(ledgers, ({ balanceKey }) => balanceKey).values()) {
    const isNewestFirst = (chain[0]?.at ?? 0) > (chain.at(-1)?.at ?? 0)
    const ordered = (isNewestFirst ? chain.toReversed() : chain).toSorted((a, b) => a.at - b.at)
    ordered.forEach((ledger, i) => {
      if (isOdd(ledger) && !isGivenBack(ledger, balancesBefore(ordered, i))) paid.add(ledger)
    })
  }
  return ledgers.map((ledger) => {
    if (!paid.has(ledger) || ledger.fee === null) return ledger
    const message = 'A fee below zero is read as paid: the balance does not say that it was given back'
    out.note(ledger.record, 'fee_sign', message, 'fee')
    return { ...ledger, fee: absoluteAmount(ledger.fee) }
  })
}

/** Balances that an entry can follow: that of the one before it, and of the others of its second. An account begins with nothing. */
function balancesBefore(ordered: readonly LedgerEntry[], at: number): Decimal[] {
  const own = ordered[at]?.at
  const known: Decimal[] = []
  let isFirst = true
  for (let i = at - 1; i >= Math.max(0, at - MOST_OF_SECOND); i--) {
    const { at: time, balance } = ordered[i] ?? {}
    if (balance !== undefined) known.push(balance)
    if (balance === undefined || time === own) continue
    isFirst = false
    break
  }
  for (let i = at + 1; ordered[i]?.at === own && i <= at + MOST_OF_SECOND; i++) {
    const balance = ordered[i]?.balance
    if (balance !== undefined) known.push(balance)
  }
  return isFirst ? [...known, { units: 0n, scale: 0 }] : known
}

function isGivenBack(
  { asset, feeAsset, amount, fee, balance }: LedgerEntry,
  before: readonly Decimal[],
): boolean {
  if (balance === undefined || fee === null || feeAsset !== asset) return false
  return before.some((start) => compare(minus(plus(start, amount.value), fee.value), balance) === 0)
}
