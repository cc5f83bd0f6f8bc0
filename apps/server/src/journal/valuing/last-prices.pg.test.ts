import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'
import { lastPrices } from './last-prices.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'

test('the newest price counts, of a price file before a trade of the same moment, and what nobody priced is left out', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'trades.csv',
    `${HEADER}
2023-01-02T00:00:00Z,buy,2,BTC,40000,USD,,,Kraken,Yes,b1
2023-03-02T00:00:00Z,sell,15000,USD,0.5,BTC,,,Kraken,Yes,s1
2023-01-02T00:00:00Z,buy,10,ETH,12000,USD,,,Kraken,Yes,b2
2023-02-02T00:00:00Z,airdrop,5,XYZ,,,,,Kraken,Yes,a1
`,
  )
  const known = (assets: string[], at: string) =>
    withSubject(server.db, self(journal.userId), (tx) => lastPrices(tx, journal.userId, assets, new Date(at)))

  const now = await known(['BTC', 'ETH', 'XYZ', 'USD'], '2024-01-01T00:00:00Z')
  expect(now.get('BTC')).toEqual({
    price: '30000',
    at: new Date('2023-03-02T00:00:00Z'),
    origin: 'transaction',
  })
  expect(now.get('ETH')?.price).toBe('1200')
  expect(now.get('USD')).toMatchObject({ price: '1', origin: 'currency' })
  expect(now.has('XYZ')).toBe(false)
  // What came later is not known yet.
  expect((await known(['BTC'], '2023-03-01T00:00:00Z')).get('BTC')?.price).toBe('20000')
  expect((await known(['BTC'], '2022-03-01T00:00:00Z')).size).toBe(0)

  await journal.customer.upload('/price_files', {
    file: new File(
      ['asset,date,price\nBTC,2023-03-02,31000\nBTC,2023-05-02,35000\nXYZ,2023-05-02,0.5\n'],
      'p.csv',
      {
        type: 'text/csv',
      },
    ),
  })
  await server.drainJobs()
  const filed = await known(['BTC', 'XYZ'], '2023-03-02T00:00:00Z')
  expect(filed.get('BTC')).toMatchObject({ price: '31000', origin: 'own_price' })
  expect(filed.has('XYZ')).toBe(false)
  expect((await known(['XYZ'], '2024-01-01T00:00:00Z')).get('XYZ')).toMatchObject({
    price: '0.5',
    origin: 'own_price',
  })
})
