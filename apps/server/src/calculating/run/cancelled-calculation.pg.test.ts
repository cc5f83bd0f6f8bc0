import type { CalculationState } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { FenceLost, takeFence, writeUnderFence, type Fence } from '../../platform/fence.ts'
import { silentLog } from '../../platform/log.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { KRAKEN } from '../../testing/kraken-ledger.ts'
import { queuedCalculation } from '../../testing/queued-calculation.ts'
import { testServer } from '../../testing/test-server.ts'
import { collectToKeep } from './collect-to-keep.ts'
import { runCalculation } from './run-calculation.ts'
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
  const outcome = await workOut(server.db, fence, () => {}, { collect })
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

const ENDLESS = { url: new URL('../../testing/endless.worker.ts', import.meta.url), heapMb: 64 }

test.each([
  ['cancelled', (journal: Journal, { id }: Fence) => journal.post(`/tax_calculations/${id}/cancel`)],
  [
    'begun anew',
    (journal: Journal) =>
      journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true }),
  ],
  [
    'taken over by another worker',
    (_: Journal, { userId, id }: Fence) => takeFence(server.db, 'calculations', userId, id),
  ],
] as const)(
  'the thread of a calculation that is %s ends, though it would go on for ever',
  async (_, stopped) => {
    const journal = await customerWith(server)
    await journal.import('kraken.csv', KRAKEN)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
    const of = () =>
      withSubject(server.db, self(journal.userId), (tx) =>
        tx.one<{ id: string; done: string | null; token: string }>(sql`
          select id, done, fence as token from calculations where user_id = ${journal.userId} order by id limit 1`),
      )
    const { id } = await of()
    const { signal } = new AbortController()
    const run = runCalculation(
      { userId: journal.userId, calculationId: id },
      { db: server.db, log: silentLog, signal },
      ENDLESS,
    ).then(
      () => 'came to its end',
      (error: unknown) => error,
    )
    // It is at work, and told so.
    await expect.poll(async () => Number((await of()).done)).toBeGreaterThan(0)
    await stopped(journal, {
      table: 'calculations',
      userId: journal.userId,
      id,
      token: (await of()).token,
    })
    expect(await run).toBeInstanceOf(FenceLost)
  },
)
