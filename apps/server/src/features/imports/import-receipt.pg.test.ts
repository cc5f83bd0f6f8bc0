import type { ImportReceipt } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based'
const FILE = [
  HEADER,
  '2024-01-02 03:04:05,buy,1,BTC,40000,USD,5,USD,,',
  '2024-01-03 03:04:05,buy,abc,BTC,40000,USD,,,,',
  '2024-02-02 03:04:05,trade,10,ETH,0.5,BTC,,,,',
].join('\n')

test('a receipt tells what a file brought, which assets, and the rows that could not be read', async () => {
  const journal = await customerWith(server)
  const receipt = async (id: string) =>
    (await journal.get<{ data: ImportReceipt }>(`/imports/v2/sources/${id}/receipt`)).data

  const queued = await journal.upload('mine.csv', FILE)
  expect(await receipt(queued)).toMatchObject({
    source: { import_status: 'in-progress' },
    transactions: 0,
    assets: [],
    asset_count: 0,
    unread: [],
  })
  await server.drainJobs()
  expect(await receipt(queued)).toMatchObject({
    source: { file_name: 'mine.csv', import_status: 'complete', error_count: 1 },
    transactions: 2,
    assets: [
      { asset: 'BTC', symbol: 'BTC' },
      { asset: 'ETH', symbol: 'ETH' },
      { asset: 'USD', symbol: 'USD' },
    ],
    asset_count: 3,
    unread: [{ severity: 'error', line: 3, column: 'IN Amount', message: 'Not an amount: abc' }],
  })

  // The same rows in another file: all of them were here.
  const again = await journal.import('again.csv', `${FILE}\n2024-03-02 03:04:05,buy,1,SOL,100,USD,,,,`)
  expect(await receipt(again)).toMatchObject({ source: { already_here: 2, parsed: 3 }, transactions: 3 })
})
