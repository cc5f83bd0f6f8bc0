import { expect, test } from 'vitest'
import { readTransactions } from './read-transactions.ts'

const read = (...entries: readonly object[]) =>
  readTransactions([
    {
      stream: 'transactions',
      place: 'after 0',
      text: JSON.stringify(entries),
      fetchedAt: Date.UTC(2025, 0, 1),
    },
  ])
const entry = (type: string, fields: object) => ({
  id: 7,
  datetime: '2024-05-01 12:00:00.123000',
  type,
  fee: '0.00',
  ...fields,
})

test('a trade by the field of its price, whichever coins stand beside with nothing', () => {
  const { transactions, errors } = read(
    entry('2', { fee: '0.50', usd: '-300.25', btc: '0.01000000', btc_usd: '30025.00', eur: 0, order_id: 9 }),
  )
  expect(errors).toEqual([])
  expect(transactions).toMatchObject([
    {
      at: Date.UTC(2024, 4, 1, 12),
      type: 'buy',
      from: { asset: 'USD', amount: '300.25' },
      to: { asset: 'BTC', amount: '0.01000000' },
      fee: { asset: 'USD', amount: '0.50' },
    },
  ])
})

test.each([
  ['0', '1.5', { type: 'incoming', subType: 'received' }],
  ['1', '-1.5', { type: 'outgoing', subType: 'sent' }],
  ['14', '-1.5', { type: 'outgoing', subType: 'sent' }],
  ['27', '1.5', { type: 'incoming', subType: 'staking_reward' }],
  ['32', '1.5', { type: 'incoming', subType: 'misc_reward' }],
])('an entry of type %s that moves %s', (type, eth, expected) => {
  expect(read(entry(type, { eth, usd: '0.00' })).transactions).toMatchObject([expected])
})

test('what goes to staking and comes back moves nothing; what is not known is said', () => {
  expect(read(entry('26', { eth: '-2' })).skipped.length).toBe(1)
  const said = read(
    entry('99', { eth: '1' }),
    { ...entry('0', { eth: '1', btc: '1' }), id: 8 },
    { ...entry('2', { eth: '1' }), id: 9 },
  )
  expect(said.transactions).toEqual([])
  expect(said.errors.length).toBe(3)
})
