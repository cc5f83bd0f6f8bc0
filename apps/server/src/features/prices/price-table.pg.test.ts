import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'
import { exportPriceTable, importPriceTable } from './price-table.ts'

const server = await testServer()

async function exported(): Promise<string> {
  let text = ''
  for await (const part of exportPriceTable(server.db)) text += part
  return text
}

const TABLE = `Asset,Currency,Date,Price,Provider
DOT,USD,2024-01-01,8.123456789012345678,Kraken
DOT,USD,2024-01-02,8.5,"Binance, from its price in USDT"
EUR,USD,2024-01-01,1.105,European Central Bank
`

test('N23 a table of prices values what lacks one where nobody is asked, and goes out as it came in', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'history.csv',
    templateFile(
      '2024-01-01T10:00:00Z,staking reward,2,DOT,,,,,Kraken,yes,r1',
      '2024-01-03T10:00:00Z,staking reward,2,DOT,,,,,Kraken,yes,r2',
    ),
  )
  const missing = async () =>
    await journal.get<{ data: { transactions: number }[]; providers: string[] }>('/missing_prices')
  expect(await missing()).toMatchObject({ data: [{ transactions: 2 }], providers: [] })

  expect(await importPriceTable(server.db, `${TABLE}DOT,USD,never,1,Kraken\n`)).toMatchObject({
    added: 3,
    changed: 0,
    customers: 1,
    problems: [{ line: 5, message: 'This is not a day: never' }],
  })
  await server.drainJobs()
  expect(await missing()).toMatchObject({ data: [{ transactions: 1 }] })
  expect(await exported()).toBe(TABLE)

  // The same again is nothing new; another figure is a revision, and the one that counts from now on.
  expect(await importPriceTable(server.db, TABLE)).toMatchObject({ added: 0, changed: 0, customers: 0 })
  const other = TABLE.replace('8.5', '8.75')
  expect(await importPriceTable(server.db, other)).toMatchObject({ added: 0, changed: 1 })
  expect(await exported()).toBe(other)
  expect(await checkInvariants(server.db)).toEqual([])
})
