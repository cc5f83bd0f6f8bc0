// Entry of the thread that lists very many lines of Forms 1099-DA, so that the server's loop does not.
import { self, withSubject } from '../../platform/database.ts'
import { serveThread } from '../../platform/serve-thread.ts'
import { listBrokerLines, salesForLine } from './list-broker-lines.ts'
import type { ListAnswer, ListTask } from './lists-in-thread.ts'

serveThread<ListTask, ListAnswer>(async (db, { userId, page, sales }, answer) =>
  answer(
    await withSubject(db, self(userId), async (tx) => ({
      page: page && (await listBrokerLines(tx, userId, page)),
      sales: sales && (await salesForLine(tx, userId, sales)),
    })),
  ),
)
