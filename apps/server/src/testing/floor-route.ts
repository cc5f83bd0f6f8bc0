import fastify from 'fastify'
import { listQuery } from '../features/transactions/list-transactions.ts'
import { transactionDetail } from '../features/transactions/transaction-detail.ts'
import { type Database, self, type Tx, withSubject } from '../platform/database.ts'
import type { Keys } from '../platform/keys.ts'
import type { Sql } from '../platform/sql.ts'

/** Where the floor answers, and for what. */
export interface FloorRoute {
  readonly page: string
  readonly row: string
  close(): Promise<void>
}

/**
 * The floor F-route: the bare HTTP framework with the SQL of a page of the list, and with that of one transaction, under the
 * same settings and policies, and no application.
 */
export async function floorRoute(
  db: Database,
  keys: Keys,
  userId: string,
  transactionId: string,
): Promise<FloorRoute> {
  const ofRow = await withSubject(db, self(userId), (tx) =>
    asked(tx, (heard) => transactionDetail(heard, keys, userId, transactionId)),
  )
  const server = fastify()
  const answer = (path: string, queries: readonly Sql[]) =>
    server.get(path, () =>
      withSubject(db, self(userId), async (tx) => {
        const rows = []
        for (const query of queries) rows.push(await tx.all(query))
        return { rows }
      }),
    )
  answer('/page', [listQuery(userId, { order: 'newest', limit: 50 })])
  answer('/row', ofRow)
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  return { page: `${address}/page`, row: `${address}/row`, close: () => server.close() }
}

/** The queries that some work makes. */
async function asked(tx: Tx, work: (heard: Tx) => Promise<unknown>): Promise<Sql[]> {
  const queries: Sql[] = []
  const heard = (query: Sql) => {
    queries.push(query)
    return query
  }
  await work({
    client: tx.client,
    all: (query) => tx.all(heard(query)),
    one: (query) => tx.one(heard(query)),
    maybe: (query) => tx.maybe(heard(query)),
    run: (query) => tx.run(heard(query)),
  })
  return queries
}
