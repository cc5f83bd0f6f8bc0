import type { DisposalRow } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HASH = `0x${'ab'.repeat(32)}`
const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,1,BTC,1000,USD,,,Kraken,yes,b1
2024-01-02T00:00:00Z,buy,2,BNB,200,USD,,,Kraken,yes,b2
2024-01-03T00:00:00Z,buy,3,SOL,90,USD,,,Gemini,yes,b3
2025-03-01T00:00:00Z,send,,,1,BTC,0.5,BNB,Kraken,yes,${HASH}
2025-03-01T00:10:00Z,receive,0.99,BTC,,,1,SOL,Gemini,yes,${HASH}
`
// A rebrand by a ratio does not go in columns.
const BY_RATIO = `2024-02-01T00:00:00Z,buy,1,OLD,10,USD,,,Kraken,yes,r1
2024-02-02T00:00:00Z,swap,3,NEW,1,OLD,,,Kraken,yes,r2
`

const WAYS = [
  ['in columns', HISTORY],
  ['by objects', HISTORY + BY_RATIO],
] as const

test.each(WAYS)(
  'R-TRF-2 R-FEE-4 of a match with a gap the fees of both sides count: %s',
  async (_, history) => {
    const journal = await customerWith(server)
    await journal.import('history.csv', history)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { tax_year: 2025 })
    await server.drainJobs()
    const { rows } = await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')
    expect(rows.map((row) => [row.kind, row.quantity, row.asset, row.basis].join(' ')).toSorted()).toEqual([
      'fee 0.01 BTC 10',
      'fee 0.5 BNB 50',
      'fee 1 SOL 30',
    ])
    const [sent] = (await journal.rows()).filter((row) => row.type === 'transfer')
    expect(rows.map((row) => row.transaction_id)).toEqual(rows.map(() => sent?.id))
    expect(await checkInvariants(server.db)).toEqual([])
  },
)

test.each(WAYS)('R-TRF-2 where fees go into the lots moved, each of them does: %s', async (_, history) => {
  const journal = await customerWith(server)
  await journal.import(
    'history.csv',
    `${history}2026-04-01T00:00:00Z,sell,70000,USD,0.99,BTC,,,Gemini,yes,s1\n`,
  )
  const prices = 'Asset,Date,Price\nBTC,2025-03-01,60000\nBNB,2025-03-01,500\nSOL,2025-03-01,120\n'
  await journal.customer.upload('/price_files', { file: new File([prices], 'prices.csv') })
  await server.drainJobs()
  const sales = async (choice: string) => {
    await journal.post('/treatments', { change: { kind: 'choice', treatment: 'transfer_fee', to: choice } })
    server.clock.advance(1_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
    const { rows } = await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2026')
    return rows.map((row) => [row.kind, row.proceeds, row.basis].join(' '))
  }
  // Cost of the coin is 1,000: 990 move. 600 were lost on the way; BNB for 250 and SOL for 120 were spent.
  expect(await sales('capitalize')).toEqual(['sell 70000 1960'])
  expect(await sales('carry')).toEqual(['sell 70000 1000'])
  expect(await sales('dispose')).toEqual(['sell 70000 990'])
  expect(await checkInvariants(server.db)).toEqual([])
})
