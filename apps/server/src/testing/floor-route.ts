import fastify from 'fastify'
import { listQuery } from '../features/transactions/list-transactions.ts'
import { type Database, self, withSubject } from '../platform/database.ts'

/** The floor F-route: the bare HTTP framework with the SQL of a page of the list, and no application. */
export async function floorRoute(
  db: Database,
  userId: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = fastify()
  server.get('/page', () =>
    withSubject(db, self(userId), async (tx) => ({
      rows: await tx.all(listQuery(userId, { order: 'newest', limit: 50 })),
    })),
  )
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  return { url: `${address}/page`, close: () => server.close() }
}
