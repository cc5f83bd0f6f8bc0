import { type FetchedPage, type Position, ProviderFailed } from '../connecting/connector.ts'

/** One answer of a list. */
export interface ListAnswer {
  readonly text: string
  readonly entries: number
  readonly isLast: boolean
}

/** The most answers of one list: a provider that never says which is the last would be asked for ever. */
const MOST_PAGES = 100_000

/**
 * Walks through lists whose answers have numbers and no time to ask for, each from the beginning: an entry that comes while it is walked
 * through moves others to the next answer and hides none. What is read again replaces what was kept.
 */
export async function* listWalk(
  lists: readonly string[],
  ask: (list: string, page: number) => Promise<ListAnswer>,
  from: Position | null,
): AsyncIterable<FetchedPage> {
  let list = typeof from?.['list'] === 'string' ? lists.indexOf(from['list']) : 0
  let page = typeof from?.['page'] === 'number' ? from['page'] : 0
  for (;;) {
    const name = lists[list]
    if (name === undefined) return
    const { text, entries, isLast } = await ask(name, page)
    const place = `${name} ${page + 1}`
    if (isLast) list += 1
    page = isLast ? 0 : page + 1
    if (page > MOST_PAGES) throw new ProviderFailed('The list does not end.')
    const next = lists[list]
    yield { stream: name, place, text, entries, next: next === undefined ? {} : { list: next, page } }
  }
}
