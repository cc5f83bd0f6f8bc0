import type { Explanation } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

test('N1 a transaction explains itself in a sentence, money in cents; its rows keep every digit', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'history.csv',
    templateFile(
      '2024-01-01T10:00:00Z,buy,0.00837022,BTC,246.265,USD,1.005,USD,Coinbase,yes,b',
      '2024-01-02T10:00:00Z,trade,1.123456789012345678,ETH,0.00837022,BTC,,,Coinbase,yes,t',
      '2024-01-03T10:00:00Z,sell,2000,USD,1.123456789012345678,ETH,,,Coinbase,yes,s',
    ),
  )
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const [bought, traded, sold] = await journal.rows()
  const explained = async (id: string | undefined) =>
    (await journal.get<{ data: Explanation }>(`/explain?handle=transaction:${id}`)).data
  const purchase = await explained(bought?.id)
  expect(purchase.title).toBe('Bought 0.00837022 BTC for $246.27')
  expect(purchase.sentence).toBe(
    'Bought 0.00837022 BTC for $246.27 at Coinbase on Jan 01, 2024 10:00:00 UTC, with a fee of $1.01.',
  )
  expect(purchase.rows.find(({ title }) => title === 'Left')?.quantity).toBe('246.265')
  const trade = await explained(traded?.id)
  expect(trade.title).toBe('Traded 0.00837022 BTC for 1.12345679 ETH')
  expect(trade.rows.find(({ title }) => title === 'Arrived')?.quantity).toBe('1.123456789012345678')
  expect((await explained(sold?.id)).title).toBe('Sold 1.12345679 ETH for $2,000.00')
})
