import { formatDecimal, isNegative } from '@lotbook/money'
import { absoluteAmount } from '../../reading/amount-text.ts'
import type { CoinbaseEntry } from './ledger-entry.ts'

/** Words of moves to and from Coinbase's other services. */
const BETWEEN_SERVICES = /^(?:exchange|pro|prime|intx)_(?:deposit|withdrawal)$/
const SENT = /^(?:send|receive)$/
const MINUTE_MS = 60_000

/**
 * Entries of moves between Coinbase's services that a `send` or `receive` of the same moment tells as well, of as much of the same coin the
 * same way. Each stands beside one move: a second equal one counts.
 */
export function toldBySends(entries: readonly CoinbaseEntry[]): ReadonlySet<CoinbaseEntry> {
  const told = new Set<CoinbaseEntry>()
  const sends = Map.groupBy(
    entries.filter(({ typeText }) => SENT.test(typeText)),
    (entry) => `${quantityOf(entry)} ${entry.isOut}`,
  )
  for (const entry of entries.filter(({ typeText }) => BETWEEN_SERVICES.test(typeText))) {
    const alike = sends.get(`${quantityOf(entry)} ${entry.isOut}`) ?? []
    const at = alike.findIndex((send) => Math.abs(send.at - entry.at) <= MINUTE_MS)
    if (at === -1) continue
    alike.splice(at, 1)
    told.add(entry)
  }
  return told
}

const quantityOf = ({ asset, amount }: CoinbaseEntry): string =>
  `${formatDecimal(absoluteAmount(amount).value)} ${asset}`

/**
 * Entries with the side that their sign says where it is not that of their type and they give back an earlier one of that type: what a bank
 * sent back.
 */
export function withReturns(entries: readonly CoinbaseEntry[]): CoinbaseEntry[] {
  const open = new Map<string, number>()
  const returned = new Set<CoinbaseEntry>()
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    if (entry.type?.kind !== 'move' || entry.type.side === undefined) continue
    const key = `${entry.typeText} ${quantityOf(entry)}`
    const count = open.get(key) ?? 0
    if (isNegative(entry.amount.value) === entry.isOut) open.set(key, count + 1)
    else if (count > 0) {
      open.set(key, count - 1)
      returned.add(entry)
    }
  }
  return entries.map((entry) =>
    returned.has(entry) ? { ...entry, isOut: !entry.isOut, isReturn: true } : entry,
  )
}
