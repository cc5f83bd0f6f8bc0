import { withSubject, type Database } from '../../platform/database.ts'
import { inThread } from '../../platform/in-thread.ts'
import { Recent } from '../../platform/recent.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { manyLinesOf, type ManyLines } from '../../calculating/keep/prepare-lines.ts'
import { listBrokerLines, salesForLine, type LinesRequest, type SalesRequest } from './list-broker-lines.ts'
import { bytesOfResults, unpackedResults, type PackedResults, type ResultsOfYear } from './results-of-year.ts'

/** The results of a year, or the sales that one of its lines may be tied to. */
export interface ListTask {
  readonly userId: string
  readonly year: number
  readonly calculationId: string
  readonly sales?: SalesRequest
}

export interface ListAnswer {
  readonly results?: PackedResults | undefined
  readonly sales?: Awaited<ReturnType<typeof salesForLine>>
}

const THREAD = { url: new URL('./broker-lists.worker.ts', import.meta.url), heapMb: 4096 }

/** Pages of a year are asked for one after the other: its results are worked out once. */
const recent = new Recent<ResultsOfYear>(64 * 1024 * 1024)
const underWay = new Map<string, Promise<ResultsOfYear | undefined>>()

/** A page of the lines of a year; very many are matched in a thread. */
export async function linesPage({ db, who }: RequestContext, page: LinesRequest) {
  const { subjectId: userId } = who
  const many = await withSubject(db, who, (tx) => manyLinesOf(tx, userId, page.year))
  const results = many && (await resultsInThread(db, many))
  return withSubject(db, who, (tx) => listBrokerLines(tx, userId, page, results))
}

/** Requests at once for the same year wait for one thread. */
function resultsInThread(db: Database, many: ManyLines): Promise<ResultsOfYear | undefined> {
  const { key } = many
  const known = recent.get(key)
  if (known !== undefined) return Promise.resolve(known)
  const made = underWay.get(key) ?? workedOut(db, many).finally(() => underWay.delete(key))
  underWay.set(key, made)
  return made
}

async function workedOut(db: Database, { key, task, size }: ManyLines): Promise<ResultsOfYear | undefined> {
  const { results } = await answerOf(db, task, size)
  if (results === undefined) return undefined
  const unpacked = unpackedResults(results)
  recent.set(key, unpacked, bytesOfResults(results))
  return unpacked
}

/** Sales of a year that a line may be tied to. */
export async function salesPage({ db, who }: RequestContext, sales: SalesRequest) {
  const { subjectId: userId } = who
  const many = await withSubject(db, who, async (tx) => {
    const line = await tx.maybe(sql`
      select 1 from broker_lines where user_id = ${userId} and id = ${sales.lineId} and tax_year = ${sales.year} and removed_in is null`)
    return line === undefined ? undefined : manyLinesOf(tx, userId, sales.year)
  })
  if (many === undefined) return withSubject(db, who, (tx) => salesForLine(tx, userId, sales))
  return (await answerOf(db, { ...many.task, sales }, many.size)).sales ?? refuse('not_found')
}

function answerOf(db: Database, task: ListTask, size: number): Promise<ListAnswer> {
  return inThread<ListTask, ListAnswer>(db, THREAD, task, { load: { customer: task.userId, size } })
}
