import { compare, type Decimal, formatDecimal, minus, plus } from '@lotbook/money'
import { noAmount } from '../amount-text.ts'
import type { Collector } from '../collector.ts'
import type { LedgerRow } from './ledger-row.ts'

// Rows of one second come in any order; beyond this many the order of the file is taken.
const MOST_TO_ORDER = 200

/**
 * Hold the rows to the running balance that the ledger states: previous + amount - fee. What does not add
 * up, a gap between two exports for one, is a note on its row, and the balance goes on from there.
 */
export function checkBalances(rows: readonly LedgerRow[], out: Collector): void {
  const chains = new Map<string, LedgerRow[]>()
  for (const ledger of rows) {
    const chain = chains.get(ledger.balanceKey)
    if (chain === undefined) chains.set(ledger.balanceKey, [ledger])
    else chain.push(ledger)
  }
  for (const chain of chains.values()) checkChain(chain, out)
}

function checkChain(chain: readonly LedgerRow[], out: Collector): void {
  const isNewestFirst = (chain[0]?.at ?? 0) > (chain.at(-1)?.at ?? 0)
  const ordered = (isNewestFirst ? chain.toReversed() : [...chain]).sort((a, b) => a.at - b.at)
  let balance: Decimal | undefined
  for (let from = 0; from < ordered.length;) {
    let to = from + 1
    while (to < ordered.length && ordered[to]?.at === ordered[from]?.at) to++
    balance = checkSecond(ordered.slice(from, to), balance, out)
    from = to
  }
}

function checkSecond(rows: LedgerRow[], start: Decimal | undefined, out: Collector): Decimal | undefined {
  let balance = start
  while (rows.length > 0) {
    const before = balance
    const next =
      before === undefined || rows.length > MOST_TO_ORDER ? 0 : rows.findIndex((row) => addsUp(row, before))
    const [ledger] = rows.splice(Math.max(next, 0), 1)
    if (ledger?.balance === undefined) continue
    if (before !== undefined && !addsUp(ledger, before)) {
      const expected = formatDecimal(after(ledger, before))
      const found = formatDecimal(ledger.balance)
      out.note(
        ledger.row,
        'balance_mismatch',
        `The balance of ${ledger.asset} is ${found}, but the rows before it add up to ${expected}`,
        'balance',
      )
    }
    balance = ledger.balance
  }
  return balance
}

const after = (ledger: LedgerRow, before: Decimal) =>
  minus(plus(before, ledger.amount.value), (ledger.fee ?? noAmount).value)

const addsUp = (ledger: LedgerRow, before: Decimal) =>
  ledger.balance !== undefined && compare(after(ledger, before), ledger.balance) === 0
