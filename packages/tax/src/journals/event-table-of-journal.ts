import { bySourceOrder, isFiat, type TransactionType } from '@lotbook/journal'
import { jurisdictionOf, type Jurisdiction } from '@lotbook/rules'
import type { MatchSide } from '../matching/match-side.ts'
import { transferEvents } from '../matching/transfer-events.ts'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import type { Checkpoint } from '../executing/checkpoint.ts'
import { ChunkedJournal } from './chunked-journal.ts'
import { NONE } from '../events/event-table.ts'
import { costsByEntry, type FurtherFee, type FurtherFees } from '../events/further-fees.ts'
import type { JournalChunk } from './journal-chunk.ts'
import { GIFT, TableWriter, type Transfer } from './journal-table.ts'
import type { NamedLots, PackedInput, PlacedMatch } from '../events/packed-input.ts'
import { problemsOfInput } from '../schema/parse-input.ts'

/**
 * The journal as the engine runs on it, straight from columns: what `inputOfJournal` and `eventTableOf` make of the
 * same entries, without an object for each.
 *
 * @param chunks the whole journal, one after the other, in order of time.
 * @param keyOf the key of what a chunk calls an account.
 * @param named the lots that entries name.
 * @param furtherFees which fees were paid for something else, by the places of entries.
 * @param from of the rest of a journal: what it goes on from.
 * @returns undefined where this way does not do: numbers too large for two limbs, a conversion by a ratio, and whatever
 *   the input would be refused for. The way by objects has an answer to each. Also where the rest has amounts finer than what it
 *   goes on from counts in.
 */
export function eventTableOfJournal(
  chunks: readonly JournalChunk[],
  matches: readonly PlacedMatch[],
  settings: CalculationSettings,
  keyOf: (account: string) => string,
  named: NamedLots = new Map(),
  furtherFees: readonly FurtherFee<number>[] = [],
  from?: Checkpoint,
): PackedInput | undefined {
  const journal = new ChunkedJournal(chunks, keyOf)
  const matched = new Uint8Array(journal.count)
  for (const match of matches) for (const entry of sidesOf(match)) matched[entry] = 1
  const law = jurisdictionOf(settings)
  const isCash = cashOnly(law)
  const { costs, counted } = costsByEntry(furtherFees, {
    feeAt: (entry) => journal.feeAt(entry),
    kindOf(entry) {
      const { chunk, n } = journal.place(entry)
      return matched[entry] === 1 ? 'side' : isCash(chunk, n) ? 'none' : 'event'
    },
  })
  const transfers = transfersOf(journal, matches, costs, named)
  if (problemsOfInput({ settings, transactions: transfers.map((t) => t.transaction) }).length > 0)
    return undefined
  const events = eventsInOrder(
    journal,
    transfers,
    (entry, chunk, n) => matched[entry] === 0 && (!isCash(chunk, n) || counted.has(entry)),
  )
  for (const lots of named.values())
    if (problemsOfInput({ transactions: [{ ...GIFT, lots }] }, law).length > 0) return undefined
  const isCrossed = crossedBorders(journal, [
    ...matches.map(sidesOf),
    ...furtherFees.map(({ fee, paidFor }) => [fee, paidFor]),
  ])
  return new TableWriter(journal, transfers, events, settings, named, costs, from).write(isCrossed)
}

/**
 * Marks the chunks whose start divides entries that belong together: a transfer, or a transaction and its further
 * fees.
 */
function crossedBorders(journal: ChunkedJournal, together: readonly (readonly number[])[]): Uint8Array {
  const isCrossed = new Uint8Array(journal.chunks.length)
  for (const entries of together) {
    const chunks = entries.map((entry) => journal.place(entry).c)
    isCrossed.fill(1, Math.min(...chunks) + 1, Math.max(...chunks) + 1)
  }
  return isCrossed
}

function transfersOf(
  journal: ChunkedJournal,
  matches: readonly PlacedMatch[],
  costs: ReadonlyMap<number, FurtherFees>,
  named: NamedLots,
): Transfer[] {
  const sideOf = (entry: number, direction: MatchSide['direction']) => ({
    ...journal.side(entry, direction),
    furtherFees: costs.get(entry) ?? null,
    lots: named.get(entry) ?? null,
  })
  const transfers: Transfer[] = []
  const inOrder = (entries: readonly number[]) =>
    entries
      .map((entry) => ({ entry, order: journal.order(entry) }))
      .sort((a, b) => bySourceOrder(a.order, b.order))
      .map(({ entry }) => entry)
  for (const match of matches) {
    const sent = inOrder([match.departure, ...(match.others ?? [])])
    const [departure, ...others] = sent.map((entry) => sideOf(entry, 'departure'))
    const sides = inOrder(match.arrivals).map((entry) => sideOf(entry, 'arrival'))
    for (const transaction of transferEvents(departure!, sides, others))
      transfers.push({ transaction, at: Date.parse(transaction.at), departure: sent[0]! })
  }
  return transfers.sort((a, b) => a.at - b.at)
}

function sidesOf({ departure, others = [], arrivals }: PlacedMatch): readonly number[] {
  return [departure, ...others, ...arrivals]
}

/** Whether an entry only moved cash, which is no event: what came from or went to a bank, as in `inputOfJournal`. */
function cashOnly({ countsInCash }: Jurisdiction): (chunk: JournalChunk, n: number) => boolean {
  const isCash = new Map<string, boolean>()
  const cash = (asset: string) => {
    let known = isCash.get(asset)
    if (known === undefined) isCash.set(asset, (known = isFiat(asset)))
    return known
  }
  return ({ names, kind, assets }, n) => {
    let legs = 0
    for (let side = 0; side < 3; side++) {
      const asset = assets[3 * n + side]!
      if (asset === NONE) continue
      if (!cash(names.assets[asset]!)) return false
      legs += 1
    }
    return legs > 0 && !countsInCash(...names.kinds[kind[n]!]!)
  }
}

/** Events in source order: an entry, or `-1 - n` for a transfer. */
function eventsInOrder(
  journal: ChunkedJournal,
  transfers: readonly Transfer[],
  isEvent: (entry: number, chunk: JournalChunk, n: number) => boolean,
): Int32Array {
  const events = new Int32Array(journal.count + transfers.length)
  const at = new Float64Array(events.length)
  let count = 0
  let next = 0
  const put = (event: number, when: number) => {
    events[count] = event
    at[count] = when
    count += 1
  }
  for (let entry = 0; entry < journal.count; entry++) {
    const { chunk, n } = journal.place(entry)
    const when = chunk.at[n]!
    for (; next < transfers.length && transfers[next]!.at <= when; next++) put(-1 - next, transfers[next]!.at)
    if (isEvent(entry, chunk, n)) put(entry, when)
  }
  for (; next < transfers.length; next++) put(-1 - next, transfers[next]!.at)

  const keyOf = (event: number) => {
    if (event >= 0) return journal.order(event)
    const { transaction, at: when, departure } = transfers[-1 - event]!
    const type = transaction.type as TransactionType | 'transfer'
    return { ...journal.order(departure), at: when, type, fingerprint: transaction.id }
  }
  for (let first = 0; first < count;) {
    let end = first + 1
    while (end < count && at[end] === at[first]) end += 1
    if (end - first > 1) {
      const run = Array.from(events.subarray(first, end), (event) => ({ event, key: keyOf(event) }))
      run.sort((a, b) => bySourceOrder(a.key, b.key))
      run.forEach(({ event }, i) => (events[first + i] = event))
    }
    first = end
  }
  return events.subarray(0, count)
}
