import { decimal } from '@lotbook/money'
import { expect, test } from 'vitest'
import type { Reading } from '../reading/outcome.ts'
import { readMovements } from './ascendex/read-movements.ts'
import { readTransactions } from './bitstamp/read-transactions.ts'
import { readLedgerPages } from './kraken/ledger-pages.ts'
import { ORDERS, readRobinhoodPages } from './robinhood/read-orders.ts'
import { uncountedCosts } from './uncounted-costs.ts'

const fieldsOf = (entry: object, known: readonly string[] = []) => {
  const fee = { value: decimal(5n, 1), places: 1 }
  return uncountedCosts(entry as Record<string, unknown>, [fee], known).map(({ field }) => field)
}

test.each([
  [{ fee: '0.50', total_fee: '-0.5', tax: '0', gst: '', commission: null }, []],
  [
    { withholdingTax: '0.1', GST: '0.1', indTDS: 1, vat_amount: '0.1' },
    ['withholdingTax', 'GST', 'indTDS', 'vat_amount'],
  ],
  [{ tax: { withheld: '0.1', rate: '0.2', currency: '3' } }, ['tax.withheld']],
  [{ fees: [{ amount: '0.1', type: '2' }, { amount: '0.5' }] }, ['fees[].amount']],
  [{ extraFees: '[{"fee":"0.1","feeRate":"0.2"}]' }, ['extraFees[].fee']],
  [
    { feeRate: '0.1', fee_bps: '10', taxType: '1', feeCoin: '1', fee_id: '7', feeId: '7', interestTime: '9' },
    [],
  ],
  [{ private: '1', innovation: '1', elevation: '1', amount: '7', price: '3', paid: '2', coin: '8' }, []],
])('costs that %o states beside one of 0.5: %o', (entry, expected) => {
  expect(fieldsOf(entry)).toEqual(expected)
})

test('a field that is known to be read is none', () => {
  expect(fieldsOf({ details: { fee: '0.1' }, fee: '0.2' }, ['details.fee'])).toEqual(['fee'])
})

const page = (stream: string, json: object) => [
  { stream, place: 'p', text: JSON.stringify(json), fetchedAt: Date.UTC(2025, 0, 1) },
]
const READERS: readonly (readonly [string, (more: object) => Reading])[] = [
  [
    'Bitstamp, an interest',
    (more) =>
      readTransactions(
        page('transactions', [{ id: 1, type: '27', datetime: '2024-05-01 12:00:00', eth: '0.5', ...more }]),
      ),
  ],
  [
    'Bitstamp, a trade',
    (more) =>
      readTransactions(
        page('transactions', [
          {
            id: 1,
            type: '2',
            datetime: '2024-05-01 12:00:00',
            btc: '-0.5',
            usd: '9',
            btc_usd: '18',
            ...more,
          },
        ]),
      ),
  ],
  [
    'AscendEX',
    (more) => {
      const moved = { requestId: 'a', time: 1_700_000_000_000, asset: 'BTC', transactionType: 'deposit' }
      return readMovements(
        page('movements', { data: { data: [{ ...moved, status: 'confirmed', amount: '1', ...more }] } }),
      )
    },
  ],
  [
    'Kraken',
    (more) => {
      const entry = { refid: 'R', time: 1_700_000_000, type: 'deposit', aclass: 'currency', asset: 'XXBT' }
      const ledger = { LAAA: { ...entry, amount: '1', fee: '0', balance: '1', ...more } }
      return readLedgerPages([{ page: '0', text: JSON.stringify({ error: [], result: { ledger } }) }])
    },
  ],
  [
    'Robinhood',
    (more) => {
      const executions = [{ effective_price: '3', quantity: '1', timestamp: '2025-01-02T15:00:00Z' }]
      const order = { id: 'one', symbol: 'BTC-USD', side: 'buy', state: 'filled', executions }
      return readRobinhoodPages(page(ORDERS, { results: [{ ...order, ...more }] }))
    },
  ],
]

test.each(READERS)('%s: a tax that no entry had before is told with its amount, and flagged', (_, read) => {
  const plain = read({})
  expect([plain.errors, plain.notes, plain.transactions.flatMap(({ flags }) => flags)]).toEqual([[], [], []])
  const { transactions, notes, errors } = read({ local_tax: '0.07' })
  expect(errors).toEqual([])
  expect(notes).toMatchObject([{ code: 'not_counted', column: 'local_tax', value: '0.07' }])
  expect(transactions.map(({ flags }) => flags)).toEqual([['cost_not_counted']])
})
