import { compare, type Decimal, formatDecimal, minus, plus } from '@lotbook/money'
import { type AssetId, type Instant, tickerOf } from '@lotbook/journal'
import { type Amount, noAmount } from './amount-text.ts'
import type { Collector } from './collector.ts'
import type { ForeignRecord } from './record.ts'

// Rows of one second come in any order; beyond this many the order of the file is taken.
const MOST_TO_ORDER = 200

/** A change of one asset, with the balance that the ledger states after it. */
export interface BalancedEntry {
  readonly record: ForeignRecord
  readonly at: Instant
  readonly asset: AssetId
  readonly amount: Amount
  /** Taken beside the amount. */
  readonly fee: Amount | null
  readonly balance: Decimal | undefined
  /** Names the wallet, where an account has several. */
  readonly balanceKey: string
}

/**
 * Hold the rows to the running balance that the ledger states: previous + amount - fee. What does not add
 * up, a gap between two exports for one, is a note on its row, and the balance goes on from there. The last one is what the account holds.
 */
export function checkBalances(rows: readonly BalancedEntry[], out: Collector, column = 'balance'): void {
  const mismatches: Mismatch[] = []
  for (const chain of Map.groupBy(rows, ({ balanceKey }) => balanceKey).values())
    checkChain(chain, mismatches, out)
  mismatches.sort((a, b) => a.ledger.record.number - b.ledger.record.number)
  for (const { ledger, message } of mismatches.slice(0, MOST_NOTES))
    out.note(ledger.record, 'balance_mismatch', message, column)
  const [next] = mismatches.slice(MOST_NOTES)
  if (next !== undefined)
    out.note(
      next.ledger.record,
      'balance_mismatch',
      `From here on ${mismatches.length - MOST_NOTES} more balances do not add up`,
      column,
    )
}

interface Mismatch {
  readonly ledger: BalancedEntry
  readonly message: string
}

// A person reads a few; a file with more of them has rows missing all over.
const MOST_NOTES = 100

function checkChain(chain: readonly BalancedEntry[], mismatches: Mismatch[], out: Collector): void {
  const isNewestFirst = (chain[0]?.at ?? 0) > (chain.at(-1)?.at ?? 0)
  const ordered = (isNewestFirst ? chain.toReversed() : [...chain]).sort((a, b) => a.at - b.at)
  let balance: Decimal | undefined
  const points: (readonly [number, string])[] = []
  for (let from = 0; from < ordered.length;) {
    let to = from + 1
    while (to < ordered.length && ordered[to]?.at === ordered[from]?.at) to++
    balance = checkSecond(ordered.slice(from, to), balance, mismatches)
    const at = ordered[from]?.at
    if (at !== undefined && balance !== undefined) points.push([at, formatDecimal(balance)])
    from = to
  }
  const last = ordered.at(-1)
  if (last === undefined || balance === undefined) return
  const { asset, balanceKey: part, at } = last
  out.stateBalance({ asset, part, at, quantity: formatDecimal(balance) })
  out.stateSeries({ asset, part, points })
}

function checkSecond(
  rows: BalancedEntry[],
  start: Decimal | undefined,
  mismatches: Mismatch[],
): Decimal | undefined {
  let balance = start
  const isOrderable = rows.length <= MOST_TO_ORDER
  for (let i = 0; i < rows.length; i++) {
    const before = balance
    if (isOrderable && before !== undefined) {
      const next = rows.findIndex((row, at) => at >= i && addsUp(row, before))
      if (next > i) rows.splice(i, 0, ...rows.splice(next, 1))
    }
    const ledger = rows[i]
    if (ledger?.balance === undefined) continue
    if (before !== undefined && !addsUp(ledger, before)) {
      const expected = formatDecimal(after(ledger, before))
      const found = formatDecimal(ledger.balance)
      const message = `The balance of ${tickerOf(ledger.asset)} is ${found}, but the rows before it add up to ${expected}`
      mismatches.push({ ledger, message })
    }
    balance = ledger.balance
  }
  return balance
}

const after = (ledger: BalancedEntry, before: Decimal) =>
  minus(plus(before, ledger.amount.value), (ledger.fee ?? noAmount).value)

const addsUp = (ledger: BalancedEntry, before: Decimal) =>
  ledger.balance !== undefined && compare(after(ledger, before), ledger.balance) === 0
