import { calculate, canonicalJson, parseCalculationInput, type CalculationRecord } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { keepAsBeforeBlocks } from '../../testing/kept-before-blocks.ts'
import { KRAKEN } from '../../testing/kraken-ledger.ts'
import { testServer } from '../../testing/test-server.ts'
import { readCalculation } from '../../calculating/keep/packed-calculation.ts'

const server = await testServer()

test('N4 a calculation is read as it was worked out, as it is kept now and as it was kept before there were rows and blocks', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const { data: list } = await journal.get<{ data: { id: string }[] }>('/tax_calculations')
  const id = list[0]?.id ?? ''
  const read = () =>
    withSubject(server.db, self(journal.userId), (tx) => readCalculation(tx, journal.userId, id))
  const now = await read()
  expect(now?.input.transactions).toHaveLength(2)
  expect(now?.result).toEqual(calculate(parseCalculationInput(now?.input)))

  const { input, result } = now as CalculationRecord
  const texts = { input: canonicalJson(input), result: canonicalJson(result) }
  await withSubject(server.db, self(journal.userId), (tx) =>
    keepAsBeforeBlocks(tx, journal.userId, id, texts),
  )
  expect(await read()).toEqual(now)
})
