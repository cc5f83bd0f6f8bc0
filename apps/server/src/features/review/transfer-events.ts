import { transferEvents, type InputTransaction, type MatchSide } from '@lotbook/tax'
import { bySourceOrder } from '@lotbook/journal'
import type { JournalRow } from '../tax/collect-input.ts'

/** A departure and the arrivals that it became, by id. */
export interface MadeMatch {
  readonly departure: string
  readonly arrivals: readonly string[]
}

export interface TransferEvent {
  /** The departure, whose id a person sees for the transfer. */
  readonly row: JournalRow
  readonly transaction: InputTransaction
}

/** Made matches as events of the engine, and which rows they take the place of. */
export function transfersOf(
  matches: readonly MadeMatch[],
  rows: ReadonlyMap<string, JournalRow>,
): { events: TransferEvent[]; matched: ReadonlySet<string> } {
  const matched = new Set<string>()
  const events = matches.flatMap((match): TransferEvent[] => {
    const departure = rows.get(match.departure)
    const arrivals = match.arrivals.flatMap((id) => rows.get(id) ?? []).toSorted(bySource)
    // A side that is ignored or gone leaves the others unmatched.
    if (departure === undefined || arrivals.length !== match.arrivals.length) return []
    for (const side of [departure, ...arrivals]) matched.add(side.id)
    return transferEvents(
      sideOf(departure, 'departure'),
      arrivals.map((row) => sideOf(row, 'arrival')),
    ).map((transaction) => ({ row: departure, transaction }))
  })
  return { events, matched }
}

function bySource(a: JournalRow, b: JournalRow): number {
  return bySourceOrder(orderOf(a), orderOf(b))
}

function orderOf(row: JournalRow) {
  return {
    at: row.at.getTime(),
    type: row.type,
    accountKey: row.account_key,
    sequence: row.sequence,
    fingerprint: row.fingerprint,
  }
}

function sideOf(row: JournalRow, direction: MatchSide['direction']): MatchSide {
  const isDeparture = direction === 'departure'
  return {
    id: row.fingerprint,
    direction,
    accountKey: row.account_key,
    asset: (isDeparture ? row.from_asset : row.to_asset) ?? '',
    at: row.at.getTime(),
    amount: (isDeparture ? row.from_amount : row.to_amount) ?? '0',
    fee: row.fee_amount,
    feeAsset: row.fee_asset,
    value: isDeparture ? row.from_value : row.to_value,
    // Counted at zero where nothing knows it; the finding on the transaction says so.
    feeValue: row.fee_value ?? '0',
    sequence: row.sequence,
    fingerprint: row.fingerprint,
  }
}
