import { calculate, canonicalJson, parseCalculationInput, type CalculationRecord } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { KRAKEN } from '../../testing/kraken-ledger.ts'
import { testServer } from '../../testing/test-server.ts'
import { pack, readCalculation } from './packed-calculation.ts'

const server = await testServer()

test('N4 a calculation is read as it was worked out, as it is kept now and as it was kept before there were rows', async () => {
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

  const named = async (value: unknown) => (await pack([Buffer.from(canonicalJson(value))])).bytes
  const { input, result } = now as CalculationRecord
  const [packedInput, packedResult] = [await named(input), await named(result)]
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(
      sql`update calculations set packed_input = ${packedInput}, packed_result = ${packedResult} where user_id = ${journal.userId}`,
    ),
  )
  expect(await read()).toEqual(now)
})
