import { setImmediate as turn } from 'node:timers/promises'
import { ComingResult, inOneStep } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'
import { collectInput } from '../collect/collect-input.ts'
import { NO_RANGES } from './row-ranges.ts'
import { storeResults } from './store-results.ts'

const server = await testServer()
const ROWS = [
  '2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1',
  '2024-01-02T00:00:00Z,buy,1,BTC,40000,USD,,,Coinbase,yes,b2',
  '2024-02-01T00:00:00Z,mined,0.12345678,SOL,12.5,USD,,,Coinbase,yes,m1',
  '2024-02-02T00:00:00Z,mined,0.2,SOL,20,USD,,,Coinbase,yes,m2',
  '2024-03-01T00:00:00Z,sell,3000,USD,1,ETH,5,USD,Coinbase,yes,x1',
  '2024-04-01T00:00:00Z,sell,3500,USD,1,ETH,5,USD,Coinbase,yes,x2',
  '2025-05-01T00:00:00Z,sell,50000,USD,0.5,BTC,,,Coinbase,yes,x3',
  '2025-06-01T00:00:00Z,gift_sent,,,0.1,BTC,,,Coinbase,yes,g1',
  '2025-06-02T00:00:00Z,donation_501c3,,,0.1,BTC,,,Coinbase,yes,d1',
]

test('rows of a result are the same however many are laid down at a time', async () => {
  const journal = await customerWith(server)
  await journal.import('a.csv', templateFile(...ROWS))
  const collected = await collectInput(server.db, { userId: journal.userId }, () => {})
  const result = collected.calculateTable({})
  const coming = () =>
    new ComingResult(
      inOneStep(() => result),
      turn,
    )

  const stored = (stretches?: { least: number; most: number }) =>
    withSubject(server.db, self(journal.userId), async (tx) => {
      const calculationId = newId()
      await storeResults(
        tx,
        { userId: journal.userId, id: calculationId },
        coming(),
        collected,
        NO_RANGES,
        () => {},
        { stretches },
      )
      const rowsOf = (table: string) =>
        tx.client
          .query(`select * from ${table} where calculation_id = $1 order by n`, [calculationId])
          .then(({ rows }) => rows.map((row: object) => ({ ...row, calculation_id: null })))
      const rows = {
        disposals: await rowsOf('disposals'),
        incomes: await rowsOf('incomes'),
        removals: await rowsOf('removals'),
        lots: (await tx.client.query('select * from lots order by n')).rows,
      }
      return rows
    })

  const whole = await stored()
  expect(Object.values(whole).map((rows) => rows.length)).toEqual([3, 2, 2, 4])
  expect(await stored({ least: 1, most: 1 })).toEqual(whole)
  expect(await stored({ least: 2, most: 3 })).toEqual(whole)
})
