import { compareText } from '@lotbook/journal'
import type { EntryCell, StoredPage } from '../connecting/connector.ts'
import { cellsOf, exactJsonOf, type JsonObject } from '../exchanges/json-answer.ts'
import { JsonRecord } from '../exchanges/json-record.ts'
import { Collector, SeenNames } from '../reading/collector.ts'
import type { Finding, Reading, StatedBalance } from '../reading/outcome.ts'
import { addEvent, type ChainEvent } from './add-event.ts'
import { latestFirst, unreadablePage } from './chain-answer.ts'

/** One entry of a list, as it tells of a transaction. */
export interface NamedEntry {
  /** The transaction that it belongs to. */
  readonly hash: string
  /** Tells it from the other entries of its transaction. */
  readonly name: string
  /** Compared as text, it puts transactions in their order on the chain. */
  readonly order: string
  readonly entry: JsonObject
  /** Finds the entry on its page again, where its hash is stated elsewhere. */
  readonly id?: string
}

/** An entry, and where it was listed. */
export interface ListedEntry extends NamedEntry {
  readonly stream: string
  readonly place: string
}

/** The meaning of a chain's lists. */
export interface HistoryReader {
  readonly exchange: string
  /** Kind of its records, whose ids are the hashes of transactions. */
  readonly kind: string
  /** Entries of a page; undefined where it is no answer, none where its stream lists no transactions. */
  readonly entriesIn: (stream: string, json: unknown) => readonly NamedEntry[] | undefined
  /** Fields of the record, whose time is read from `time`. */
  readonly fieldsOf: (entries: readonly ListedEntry[]) => JsonObject
  /** All that a transaction did, or the reason why it counts for nothing. @throws UnreadableValue */
  readonly eventOf: (record: JsonRecord, entries: readonly ListedEntry[]) => ChainEvent | string
  /** A sentence for the person about movements that are not counted, such as NFTs; undefined where there are none. */
  readonly unreadIn?: (entries: readonly ListedEntry[]) => string | undefined
}

/** A page, and its JSON with every digit. */
export interface ReadPage extends StoredPage {
  readonly json: unknown
}

/** Reads kept pages, the last ones first, so that of an entry that came twice the later counts. */
export function readPagesOf(pages: readonly StoredPage[]): ReadPage[] {
  return latestFirst(pages).map((page) => ({ ...page, json: exactJsonOf(page.text) }))
}

/** Reads lists as transactions: entries of one hash are one event, whichever lists and pages they stand in. */
export function readAccountEvents(
  pages: readonly ReadPage[],
  reader: HistoryReader,
  balances: readonly StatedBalance[],
): Reading {
  const out = new Collector({ exchange: reader.exchange, names: new SeenNames() })
  const refused: Finding[] = []
  const found = new Map<string, Map<string, ListedEntry>>()
  for (const { stream, place, json } of pages) {
    const listed = reader.entriesIn(stream, json)
    if (listed === undefined || listed.some(({ hash }) => hash === '')) {
      refused.push(unreadablePage(place))
      continue
    }
    for (const named of listed) {
      const ofHash = found.get(named.hash) ?? new Map<string, ListedEntry>()
      found.set(named.hash, ofHash)
      if (!ofHash.has(named.name)) ofHash.set(named.name, { ...named, stream, place })
    }
  }
  const groups = [...found.values()]
    .map((ofHash) => [...ofHash.values()].toSorted((a, b) => compareText(a.name, b.name)))
    .toSorted((a, b) => compareText(orderOf(a), orderOf(b)) || compareText(hashOf(a), hashOf(b)))
  for (const [n, entries] of groups.entries()) {
    const hash = hashOf(entries)
    const [first] = entries
    const origin = { kind: 'page', page: first?.place ?? '', remoteId: first?.id ?? hash } as const
    const identity = { kind: reader.kind, nativeId: hash, content: hash }
    const record = new JsonRecord(reader.fieldsOf(entries), n + 1, origin, () => identity)
    out.attempt([record], () => {
      const event = reader.eventOf(record, entries)
      const unread = reader.unreadIn?.(entries)
      if (unread !== undefined) out.note(record, 'not_counted', unread)
      if (typeof event === 'string') out.skip([record], event)
      else addEvent(out, record, event)
    })
  }
  const { transactions, skipped, notes, errors } = out
  return { transactions, skipped, notes, errors: [...refused, ...errors], balances }
}

const orderOf = ([first]: readonly ListedEntry[]): string => first?.order ?? ''
const hashOf = ([first]: readonly ListedEntry[]): string => first?.hash ?? ''

/** Fields of the entries that a record was made of, as a person looks at them. */
export function entryCells(
  { stream, text }: Pick<StoredPage, 'stream' | 'text'>,
  remoteId: string,
  entriesIn: HistoryReader['entriesIn'],
): EntryCell[] {
  const all = entriesIn(stream, exactJsonOf(text)) ?? []
  const found = all.find(({ id, hash }) => (id ?? hash) === remoteId)
  return found === undefined ? [] : cellsOf(found.entry)
}
