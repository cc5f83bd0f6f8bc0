import { isNegative, negate } from '@lotbook/money'
import { absoluteAmount, addAmounts, amountText, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import type { Collector } from '../../reading/collector.ts'
import type { LedgerEntry } from './ledger-entry.ts'

/** Entries that a later one can take back: what came in or went out, and rewards. */
const CAN_BE_TAKEN_BACK: ReadonlySet<string> = new Set([
  'deposit',
  'withdrawal',
  'staking',
  'dividend',
  'invite bonus',
  'invitebonus',
  'adjustment',
])

/**
 * Reads entries that were taken back: a second one under the same refid moves the same amount the other way, so nothing moved. A fee
 * that was not given back with it was spent. Returns the entries that are left.
 */
export function withoutTakenBack(ledgers: readonly LedgerEntry[], out: Collector): LedgerEntry[] {
  const open = new Map<string, LedgerEntry[]>()
  const done = new Set<LedgerEntry>()
  for (const ledger of ledgers) {
    if (ledger.refid === '' || !CAN_BE_TAKEN_BACK.has(ledger.type) || isZeroAmount(ledger.amount)) continue
    const { type, refid, asset, feeAsset, amount } = ledger
    const { value } = absoluteAmount(amount)
    const event = `${type} ${refid} ${asset} ${feeAsset} ${amountText({ value, places: value.scale })}`
    const waiting = open.get(event) ?? []
    // Those that wait all go one way.
    const last = waiting.at(-1)
    const isBack = last !== undefined && isNegative(last.amount.value) !== isNegative(amount.value)
    const other = isBack ? waiting.pop() : undefined
    if (other === undefined) waiting.push(ledger)
    open.set(event, waiting)
    if (other !== undefined) {
      done.add(other).add(ledger)
      readBoth(other, ledger, out)
    }
  }
  return done.size === 0 ? [...ledgers] : ledgers.filter((ledger) => !done.has(ledger))
}

function readBoth(first: LedgerEntry, second: LedgerEntry, out: Collector): void {
  const rows = [first.record, second.record]
  const fee = addAmounts(first.fee ?? noAmount, second.fee ?? noAmount)
  if (isZeroAmount(fee)) return out.skip(rows, 'taken_back')
  const event = { at: first.at, externalId: first.txid, group: first.refid, flags: ['reversal'] }
  const asset = first.feeAsset
  return isNegative(fee.value)
    ? out.add(rows, {
        ...event,
        type: 'incoming',
        subType: 'rebate',
        to: { asset, amount: { ...fee, value: negate(fee.value) } },
      })
    : out.add(rows, { ...event, type: 'outgoing', subType: 'fee', from: { asset, amount: fee } })
}
