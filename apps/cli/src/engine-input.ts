import {
  bytesOfParts,
  calculatePacked,
  calculateTable,
  chunkOf,
  eventTableOfJournal,
  inputOfJournal,
  inputText,
  type CalculateOptions,
  type CalculationSettings,
  type JournalChunk,
  type PackedInput,
  type ResultTable,
} from '@lotbook/tax'
import type { FileJournal } from './journal-of-files.ts'

/** A journal with its settings, ready for the engine to run on. */
export interface EngineInput {
  readonly settings: CalculationSettings
  readonly calculate: (options?: CalculateOptions) => ResultTable
  /** The canonical JSON of the input as rows, piece by piece: what its hash is of. */
  readonly text: () => Iterable<string | Uint8Array>
}

type Journal = Pick<FileJournal, 'entries' | 'matches' | 'furtherFees'>

/** Entries of a chunk: as many as the server packs together at most. */
const CHUNK_ENTRIES = 10_000

/** The journal in columns, as the server calculates it; by objects where columns cannot take it. Results and hashes are the same. */
export function engineInputOf(journal: Journal, settings: CalculationSettings): EngineInput {
  const packed = packedInputOf(journal, settings)
  return packed === undefined
    ? objectInputOf(journal, settings)
    : {
        settings,
        calculate: (options) => calculatePacked(packed, settings, options),
        text: () => bytesOfParts(packed.text()),
      }
}

/** The journal by objects. @throws CalculationInputError when it is calculated, for what no input may say. */
export function objectInputOf(
  { entries, matches, furtherFees }: Journal,
  settings: CalculationSettings,
): EngineInput {
  const input = inputOfJournal(entries, matches, settings, furtherFees)
  return {
    settings,
    calculate: (options) => calculateTable(input, options),
    text: () => inputText(input),
  }
}

/** Undefined where amounts are too large or too fine for columns, or where the engine would refuse the input. */
export function packedInputOf(
  { entries, matches, furtherFees }: Journal,
  settings: CalculationSettings,
): PackedInput | undefined {
  const inOrder = entries.toSorted((a, b) => a.at - b.at)
  const chunks: JournalChunk[] = []
  for (let start = 0; start < inOrder.length; start += CHUNK_ENTRIES) {
    const chunk = chunkOf(
      inOrder
        .slice(start, start + CHUNK_ENTRIES)
        .map((entry) => ({ ...entry, account: entry.accountKey, fingerprint: entry.id })),
    )
    if (chunk === undefined) return undefined
    chunks.push(chunk)
  }
  const places = new Map(inOrder.map(({ id }, place) => [id, place]))
  const placesOf = (ids: readonly string[]) => ids.flatMap((id) => places.get(id) ?? [])
  return eventTableOfJournal(
    chunks,
    matches.flatMap(({ departure, others = [], arrivals }) =>
      placesOf([departure]).map((place) => ({
        departure: place,
        others: placesOf(others),
        arrivals: placesOf(arrivals),
      })),
    ),
    settings,
    (account) => account,
    new Map(),
    furtherFees.flatMap(({ fee, paidFor }) => {
      const [paid, forWhat] = [places.get(fee), places.get(paidFor)]
      return paid === undefined || forWhat === undefined ? [] : [{ fee: paid, paidFor: forWhat }]
    }),
  )
}
