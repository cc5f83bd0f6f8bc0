import { type FetchedPage, type Position, ProviderFailed } from '../connecting/connector.ts'

/** One answer of a list that goes on at a cursor. */
export interface ListAnswer {
  readonly text: string
  readonly entries: number
  /** Cursor of the next answer; null at the end of the list. */
  readonly cursor: string | null
  /** Mark that the next walk of this list begins at, for a provider whose cursors last. */
  readonly mark?: string
  /** Ids that this answer leaves open, such as the decimals of a token; they are asked for before the list goes on. */
  readonly details?: readonly string[]
}

/** A list of an account's history, oldest entry first. */
export interface CursorList {
  readonly name: string
  /** Asks for the entries from a mark on, at a cursor; both are empty at the very beginning. */
  readonly ask: (from: { readonly mark: string; readonly cursor: string }) => Promise<ListAnswer>
  /** Asks for one thing that an answer left open. */
  readonly detail?: (id: string) => Promise<{ readonly text: string }>
  /** Whether one thing is left open by many answers, so that the walk remembers what it asked for. */
  readonly isOpenOften?: boolean
}

/** Stream of the pages that hold the details of a list. */
export const detailsOf = (list: string): string => `${list}-detail`

type Marks = Readonly<Record<string, string>>

/** Where a walk is. */
interface Walk {
  /** The list at hand, by its number. */
  readonly list: number
  readonly cursor: string
  /** Whether the list at hand has come to its end, so that only details are left. */
  readonly isAtEnd: boolean
  readonly details: readonly string[]
  /** Details that this walk asked for already. */
  readonly asked: readonly string[]
  /** Marks that this walk reads each list from. */
  readonly since: Marks
  /** Marks that the next walk begins at. */
  readonly until: Marks
}

/**
 * Walks through lists that go on at cursors. New entries come behind the last one, so none of them shifts a page. `begin` states, before
 * anything is asked, the marks that the next walk begins at; a list without a mark is read from its beginning.
 */
export async function* cursorWalk(
  lists: readonly CursorList[],
  from: Position | null,
  begin: () => Promise<Marks>,
): AsyncIterable<FetchedPage> {
  let walk = await walkFrom(from, begin)
  for (;;) {
    const list = lists[walk.list]
    if (list === undefined) return
    const page = walk.details.length > 0 ? await detailPage(list, walk) : await listPage(list, walk)
    walk = page.walk.isAtEnd && page.walk.details.length === 0 ? nextList(page.walk) : page.walk
    const isLast = walk.list >= lists.length
    yield { ...page.page, next: isLast ? { until: walk.until } : { ...walk } }
  }
}

async function walkFrom(from: Position | null, begin: () => Promise<Marks>): Promise<Walk> {
  if (from !== null && 'list' in from) return from as unknown as Walk
  const since = (from?.['until'] ?? {}) as Marks
  const until = { ...since, ...(await begin()) }
  return { list: 0, cursor: '', isAtEnd: false, details: [], asked: [], since, until }
}

const nextList = (walk: Walk): Walk => ({ ...walk, list: walk.list + 1, cursor: '', isAtEnd: false })

interface Step {
  readonly page: Omit<FetchedPage, 'next'>
  readonly walk: Walk
}

async function listPage(list: CursorList, walk: Walk): Promise<Step> {
  const { cursor } = walk
  const mark = walk.since[list.name] ?? ''
  const answer = await list.ask({ mark, cursor })
  if (answer.cursor !== null && answer.cursor === cursor)
    throw new ProviderFailed('Its server goes on at the same place for ever.')
  const open = new Set(answer.details).difference(new Set(walk.asked))
  return {
    page: {
      stream: list.name,
      place: `${list.name}:${mark}+${cursor}`,
      text: answer.text,
      entries: answer.entries,
    },
    walk: {
      ...walk,
      cursor: answer.cursor ?? '',
      isAtEnd: answer.cursor === null,
      details: [...open],
      until: answer.mark === undefined ? walk.until : { ...walk.until, [list.name]: answer.mark },
    },
  }
}

async function detailPage(list: CursorList, walk: Walk): Promise<Step> {
  const [id = '', ...details] = walk.details
  if (list.detail === undefined) throw new Error(`${list.name} has no details`)
  const { text } = await list.detail(id)
  const stream = detailsOf(list.name)
  return {
    page: { stream, place: `${stream}:${id}`, text, entries: 1 },
    walk: { ...walk, details, asked: list.isOpenOften === true ? [...walk.asked, id] : walk.asked },
  }
}
