import type { CalculationState } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { writeUnderFence, type Fence } from '../../platform/fence.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { KRAKEN } from '../../testing/kraken-ledger.ts'
import { queuedCalculation } from '../../testing/queued-calculation.ts'
import { testServer } from '../../testing/test-server.ts'
import { collectToKeep } from './collect-to-keep.ts'
import { workOut } from './work-out.ts'

type Journal = Awaited<ReturnType<typeof customerWith>>

const server = await testServer()

/** Calculates, and waits for something else before the transaction that writes the result comes to its end. */
async function calculateWhile(meanwhile: (journal: Journal, fence: Fence) => Promise<unknown>) {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  const fence = await queuedCalculation(server, journal)
  const { userId, id } = fence
  const collect: typeof collectToKeep = async (...args) => {
    const collected = await collectToKeep(...args)
    const { negativeBalances } = collected
    const afterwards = async (warnings: Parameters<typeof negativeBalances>[0]) => {
      await meanwhile(journal, fence)
      return negativeBalances(warnings)
    }
    // It is awaited, though it need not be.
    return { ...collected, negativeBalances: afterwards as unknown as typeof negativeBalances }
  }
  const outcome = await workOut(server.db, fence, () => {}, collect)
  const { data } = await journal.get<{ data: CalculationState[] }>('/tax_calculations')
  const rows = await withSubject(server.db, self(userId), (tx) =>
    tx.all(sql`select 1 from disposals where user_id = ${userId} and calculation_id = ${id}`),
  )
  return { ...outcome, state: data.find((one) => one.id === id)?.state, rows: rows.length }
}

test('how far a calculation is can be written while its result is', async () => {
  const told = await calculateWhile((_, fence) =>
    writeUnderFence(server.db, fence, (tx) =>
      tx.run(
        sql`update calculations set stage = 'Writing results' where user_id = ${fence.userId} and id = ${fence.id}`,
      ),
    ),
  )
  expect(told).toEqual({ result: 'done', state: 'done', rows: 1 })
})

test('a calculation may be cancelled while it writes its result, of which nothing is kept', async () => {
  const cancelled = await calculateWhile((journal, { id }) => journal.post(`/tax_calculations/${id}/cancel`))
  expect(cancelled).toEqual({ result: 'fence-lost', state: 'cancelled', rows: 0 })
})
