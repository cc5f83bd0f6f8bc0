import type { SafeHarborState, TaxSettings } from '@lotbook/contract'
import { customerWith } from './customer-journal.ts'
import type { TestServer } from './test-server.ts'

export const HEAD =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
export const HISTORY = `${HEAD}
2019-01-01T12:00:00Z,buy,1,BTC,4000,USD,,,Coinbase,yes,b1
2021-11-01T12:00:00Z,buy,1,BTC,61000,USD,,,Coinbase,yes,b2
2022-06-01T12:00:00Z,buy,1,BTC,23500,USD,,,Coinbase,yes,b3
2023-01-01T12:00:00Z,send,,,2,BTC,,,Coinbase,yes,m1
2023-01-01T12:20:00Z,receive,2,BTC,,,,,Kraken,yes,m1
2025-06-02T12:00:00Z,sell,80000,USD,1,BTC,,,Coinbase,yes,s1
2026-02-02T12:00:00Z,sell,70000,USD,1,BTC,,,Kraken,yes,s2
`

/** A lot of one coin of the example, named by the day it was bought on. */
export const unit = (
  journal: { at: (day: string) => string },
  day: string,
  account_id: string,
  quantity = '1',
) => ({
  asset: 'BTC',
  lot_transaction_id: journal.at(day),
  account_id,
  quantity,
})

/**
 * Customers with basis from one pool at the end of 2024: of `HISTORY` one coin each for 4,000 (2019), 61,000 (2021) and 23,500
 * (2022), of which two went to Kraken in 2023. Coinbase sells its coin for 80,000 on June 2, 2025, Kraken one of two for 70,000 on February 2, 2026.
 */
export function basisHolders(server: TestServer) {
  /** Move the clock, back too: what counts is when an allocation was recorded. */
  function itIs(instant: string): void {
    server.clock.advance(Date.parse(instant) - server.clock.now().getTime())
  }

  const PRESENT = server.clock.now().toISOString()

  async function holder({ pool = 'universal', history = HISTORY } = {}) {
    itIs(PRESENT)
    const journal = await customerWith(server)
    const source_id = await journal.import('history.csv', history)
    const settings = await journal.get<TaxSettings>('/setting/tax')
    await journal.post('/setting/tax', { ...settings, pool_before_2025: pool, time_zone: 'UTC' })
    const rows = await journal.rows()
    const at = (day: string) => rows.find((row) => row.at.startsWith(day))?.id ?? fail(day)
    const account = (name: string) => rows.find((row) => row.account_name === name)?.account_id ?? fail(name)
    const state = async (query = '') =>
      (await journal.get<{ data: SafeHarborState }>(`/safe_harbor${query}`)).data
    return {
      ...journal,
      source_id,
      at,
      coinbase: account('Coinbase'),
      kraken: account('Kraken'),
      state,
      async compared(own: object | null = null, query = '') {
        server.clock.advance(1) // the newest is told by its time
        await journal.post('/safe_harbor/comparisons', { own })
        await server.drainJobs()
        const { comparison } = await state(query)
        return comparison ?? fail('comparison')
      },
      record: (choice: object) => journal.customer.request('POST', '/safe_harbor/records', choice),
      async gains(): Promise<(string | null)[]> {
        await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
        await server.drainJobs()
        const after = await journal.rows()
        return ['2025-06-02', '2026-02-02'].map(
          (day) => after.find((row) => row.at.startsWith(day))?.gain ?? null,
        )
      },
    }
  }

  return { holder, itIs }
}

export function fail(what: string): never {
  throw new Error(`not there: ${what}`)
}
