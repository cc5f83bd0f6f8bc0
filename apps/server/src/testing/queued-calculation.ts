import { self, withSubject } from '../platform/database.ts'
import { takeFence, type Fence } from '../platform/fence.ts'
import { sql } from '../platform/sql.ts'
import type { customerWith } from './customer-journal.ts'
import type { TestServer } from './test-server.ts'

/** Ask for a calculation and take it before any worker does. */
export async function queuedCalculation(
  server: TestServer,
  { userId, post }: Pick<Awaited<ReturnType<typeof customerWith>>, 'userId' | 'post'>,
): Promise<Fence> {
  await post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  const { id } = await withSubject(server.db, self(userId), (tx) =>
    tx.one<{ id: string }>(sql`select id from calculations where user_id = ${userId} and state = 'queued'`),
  )
  const fence = await takeFence(server.db, 'calculations', userId, id)
  if (fence === undefined) throw new Error('somebody else works on it')
  return fence
}
