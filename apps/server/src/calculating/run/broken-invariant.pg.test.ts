import type { ManifestView, OneYear } from '@lotbook/contract'
import { FURTHER_AMOUNTS, GAIN, INVARIANTS, type DisposalColumns } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { KRAKEN } from '../../testing/kraken-ledger.ts'
import { queuedCalculation } from '../../testing/queued-calculation.ts'
import { testServer } from '../../testing/test-server.ts'
import { collectToKeep } from './collect-to-keep.ts'
import { fail } from './run-calculation.ts'
import { workOut } from './work-out.ts'

const server = await testServer()

const START = '/imports/v1/tax_calculations/start_tax_calculation'

test('N16 each calculation keeps what its result was held to, in its manifest and beside its year', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  await journal.post(START)
  await server.drainJobs()
  const year = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  expect(year.data.calculation.invariants).toBe(INVARIANTS.length)
  const { id } = year.data.calculation
  const { data } = await journal.get<{ data: ManifestView }>(`/tax_calculations/${id}/manifest`)
  expect(data.invariants.map(({ name }) => name)).toEqual(INVARIANTS)
  expect(data.invariants.every(({ outcome }) => outcome === 'holds')).toBe(true)
  expect(data.invariants.find(({ name }) => name === 'gain-is-difference')?.checked).toBe(1)

  // One from before results were held to anything says so.
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`update calculations set manifest = manifest - 'invariants' - 'invariants_version'
      where user_id = ${journal.userId}`),
  )
  const older = await journal.get<{ data: ManifestView }>(`/tax_calculations/${id}/manifest`)
  expect(older.data).toMatchObject({ invariants: [], invariants_version: null })
  expect((await journal.get<{ data: OneYear }>('/one_year?year=2025')).data.calculation.invariants).toBe(0)
})

test('N16 a result that breaks an invariant is not kept: the calculation fails, says so, and the earlier one stands', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  await journal.post(START)
  await server.drainJobs()
  const before = await journal.get<{ data: OneYear }>('/one_year?year=2025')

  const fence = await queuedCalculation(server, journal)
  const { userId, id } = fence
  // An engine that shows a million more than there is.
  const spoil = ({ rows, further }: DisposalColumns) => {
    for (let row = 0; row < rows.count; row += 1)
      further.set(row * FURTHER_AMOUNTS + GAIN, 1_000_000n * 10n ** 12n)
  }
  const spoiled: typeof collectToKeep = async (...args) => {
    const collected = await collectToKeep(...args)
    return {
      ...collected,
      calculateInSteps: (options) => {
        const steps = collected.calculateInSteps(options)
        const next = () => {
          const step = steps.next()
          if (step.done === true) spoil(step.value.disposals)
          return step
        }
        return { next }
      },
    }
  }
  const outcome = await workOut(server.db, fence, () => {}, { collect: spoiled })
  expect(outcome).toEqual({
    result: 'refused',
    reason:
      'The result did not pass our own check (Gain is proceeds less basis), so it was not kept. This is our mistake, not yours.',
    broken: ['gain-is-difference'],
  })
  if (outcome.result === 'refused') await fail(server.db, fence, outcome.reason)

  const { data: list } = await journal.get<{ data: { id: string; state: string; reason: string | null }[] }>(
    '/tax_calculations',
  )
  expect(list.find((one) => one.id === id)).toMatchObject({
    state: 'failed',
    reason: outcome.result === 'refused' ? outcome.reason : null,
  })
  const after = await journal.get<{ data: OneYear }>('/one_year?year=2025')
  expect(after).toEqual(before)
  const rows = await withSubject(server.db, self(userId), (tx) =>
    tx.all(sql`select 1 from disposals where user_id = ${userId} and calculation_id = ${id}`),
  )
  expect(rows).toEqual([])
})
