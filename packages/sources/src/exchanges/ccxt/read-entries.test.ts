import { expect, test } from 'vitest'
import { CCXT_EXCHANGES } from './exchange-table.ts'
import { readCcxtPages } from './read-entries.ts'

test('a withdrawal names its recipient, a deposit nobody', () => {
  const [exchange] = CCXT_EXCHANGES
  if (exchange === undefined) throw new Error('no exchange')
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const moved = (id: string, txid: string) => ({
    id,
    txid,
    timestamp: '1700000000000',
    currency: 'BTC',
    amount: '0.5',
    address,
    status: 'ok',
  })
  const page = (stream: string, entry: object) => ({
    stream,
    place: stream,
    text: JSON.stringify([entry]),
    fetchedAt: 1,
  })
  const { transactions, counterparties } = readCcxtPages(exchange, [
    page('withdrawals', moved('w1', 'ab')),
    page('deposits', moved('d1', 'cd')),
  ])
  expect(transactions.map(({ type }) => type).toSorted()).toEqual(['incoming', 'outgoing'])
  expect(counterparties).toEqual([{ chain: 'bitcoin', address, txHash: 'ab' }])
})
