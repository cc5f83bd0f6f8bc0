// Entry of the thread that lists very many lines of Forms 1099-DA, so that the server's loop does not.
import { self, withSubject } from '../../platform/database.ts'
import { serveThread } from '../../platform/serve-thread.ts'
import { brokerLinesOf } from '../../calculating/keep/broker-lines.ts'
import { salesForLine } from './list-broker-lines.ts'
import type { ListAnswer, ListTask } from './lists-in-thread.ts'
import { packResults } from './results-of-year.ts'

serveThread<ListTask, ListAnswer>(async (db, { userId, year, calculationId, sales }, answer) => {
  const found = await withSubject(db, self(userId), async (tx): Promise<ListAnswer> => {
    if (sales !== undefined) return { sales: await salesForLine(tx, userId, sales) }
    const lines = await brokerLinesOf(tx, userId, { year, calculationId, at: null, isAlways: true })
    return { results: lines && packResults(lines) }
  })
  answer(found, found.results === undefined ? [] : [found.results.starts.buffer, found.results.blocks.buffer])
})
