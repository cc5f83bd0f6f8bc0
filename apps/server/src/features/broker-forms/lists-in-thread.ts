import { withSubject } from '../../platform/database.ts'
import { inThread } from '../../platform/in-thread.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { manyLinesOf } from '../../calculating/keep/prepare-lines.ts'
import { listBrokerLines, salesForLine, type LinesRequest, type SalesRequest } from './list-broker-lines.ts'

/** A page of lines, or the sales that one may be tied to. */
export interface ListTask {
  readonly userId: string
  readonly page?: LinesRequest
  readonly sales?: SalesRequest
}

export interface ListAnswer {
  readonly page: Awaited<ReturnType<typeof listBrokerLines>> | undefined
  readonly sales: Awaited<ReturnType<typeof salesForLine>> | undefined
}

const THREAD = { url: new URL('./broker-lists.worker.ts', import.meta.url), heapMb: 4096 }

/** A page of the lines of a year; very many are matched in a thread. */
export async function linesPage(context: RequestContext, page: LinesRequest) {
  const { db, who } = context
  const { subjectId: userId } = who
  const size = await withSubject(db, who, (tx) => manyLinesOf(tx, userId, page.year))
  if (size === 0) return withSubject(db, who, (tx) => listBrokerLines(tx, userId, page))
  return (await answerOf(context, { userId, page }, size)).page ?? refuse('not_found')
}

/** Sales of a year that a line may be tied to. */
export async function salesPage(context: RequestContext, sales: SalesRequest) {
  const { db, who } = context
  const { subjectId: userId } = who
  const size = await withSubject(db, who, async (tx) => {
    const line = await tx.maybe(sql`
      select 1 from broker_lines where user_id = ${userId} and id = ${sales.lineId} and tax_year = ${sales.year} and removed_in is null`)
    return line === undefined ? 0 : manyLinesOf(tx, userId, sales.year)
  })
  if (size === 0) return withSubject(db, who, (tx) => salesForLine(tx, userId, sales))
  return (await answerOf(context, { userId, sales }, size)).sales ?? refuse('not_found')
}

function answerOf({ db }: RequestContext, task: ListTask, size: number): Promise<ListAnswer> {
  return inThread<ListTask, ListAnswer>(db, THREAD, task, { load: { customer: task.userId, size } })
}
