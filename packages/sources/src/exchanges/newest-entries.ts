import type { StoredPage } from '../connecting/connector.ts'
import type { Finding } from '../reading/outcome.ts'
import type { RecordIdentity } from '../reading/record.ts'
import type { JsonObject } from './json-answer.ts'
import { JsonRecord } from './json-record.ts'

/** An id of the exchange's, and the kind of thing that it names, by which a file and a key tell of the same record. */
export type NameInFile = Pick<RecordIdentity, 'kind' | 'nativeId'>

/** An entry, and what it is called on the page that brought it last. */
export interface NewestEntry {
  readonly stream: string
  readonly entry: JsonObject
  readonly record: JsonRecord
}

/**
 * Entries of pages, of each the one that came last, as records of a kind. A page that cannot be read is refused.
 */
export function newestEntries(
  pages: readonly StoredPage[],
  {
    kind,
    entriesOf,
    fieldsOf = (entry) => entry,
    added = () => ({}),
    nameInFile = () => undefined,
  }: {
    readonly kind: string
    /** Entries of a page, each with its name; undefined where it is no answer with entries. */
    readonly entriesOf: (page: StoredPage) => readonly (readonly [string, JsonObject])[] | undefined
    readonly fieldsOf?: (entry: JsonObject) => JsonObject
    /** Fields beside those of an entry. */
    readonly added?: (entry: JsonObject) => JsonObject
    /** What the file of the same account calls an entry; undefined where it has no id for it. */
    readonly nameInFile?: (stream: string, entry: JsonObject) => NameInFile | undefined
  },
): { readonly entries: readonly NewestEntry[]; readonly refused: readonly Finding[] } {
  const refused: Finding[] = []
  const newest = new Map<string, { readonly entry: JsonObject; readonly page: StoredPage }>()
  for (const page of pages.toSorted((a, b) => a.fetchedAt - b.fetchedAt)) {
    const list = entriesOf(page)
    if (list === undefined) refused.push(refusal(page.place))
    for (const [name, entry] of list ?? []) newest.set(name, { entry, page })
  }
  const entries = [...newest].map(([id, { entry, page }], n): NewestEntry => {
    const origin = { kind: 'page', page: page.place, remoteId: id } as const
    const identity = { kind, nativeId: id, content: '', ...nameInFile(page.stream, entry) }
    return {
      stream: page.stream,
      entry,
      record: new JsonRecord(fieldsOf(entry), n + 1, origin, () => identity, added(entry)),
    }
  })
  return { entries, refused }
}

function refusal(page: string): Finding {
  const origin = { kind: 'page', page, remoteId: null } as const
  return { code: 'no_ledger_page', row: 0, origin, message: 'This is no answer with entries' }
}
