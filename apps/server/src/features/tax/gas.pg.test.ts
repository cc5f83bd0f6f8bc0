import type { DisposalRow } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const historyAt = (place: string) =>
  `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency
2024-01-01T00:00:00Z,buy,1,ETH,2000,USD,,,${place},yes,b1,,
2024-02-01T00:00:00Z,buy,300,UNI,1000,USD,,,${place},yes,b2,,
2025-03-01T00:00:00Z,trade,1,ETH,300,UNI,0.01,ETH,${place},yes,t1,3000,USD
`

test('R-FEE-5 gas on a chain is paid out of what was there, a fee on an exchange out of what arrives', async () => {
  const feeAt = async (place: string) => {
    const journal = await customerWith(server)
    await journal.import('history.csv', historyAt(place))
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { tax_year: 2025 })
    await server.drainJobs()
    const { rows } = await journal.get<{ rows: DisposalRow[] }>('/one_year/disposals?year=2025')
    return rows
      .filter(({ kind }) => kind === 'fee')
      .map(({ proceeds, basis, term }) => [proceeds, basis, term])
  }
  expect(await feeAt('Ethereum')).toEqual([['30', '20', 'long']])
  expect(await feeAt('Kraken')).toEqual([['30', '30', 'short']])
  expect(await checkInvariants(server.db)).toEqual([])
})
