import { expect, test } from 'vitest'
import { readBitpandaPages } from './read-lists.ts'

const page = (stream: string, data: unknown) => ({
  stream,
  place: `${stream} 1`,
  text: JSON.stringify({ data }),
  fetchedAt: Date.UTC(2025, 0, 1),
})
const of = (id: string, attributes: object) => ({
  id,
  attributes: { status: 'finished', time: { unix: '1714564800' }, fee: '0', ...attributes },
})
const wallets = page('wallets', [of('a', { cryptocoin_id: '1', cryptocoin_symbol: 'BTC' })])
const cash = page('fiatwallets', [of('b', { fiat_id: '1', fiat_symbol: 'EUR' })])
const read = (...pages: readonly ReturnType<typeof page>[]) => readBitpandaPages([wallets, cash, ...pages])

const buy = {
  type: 'buy',
  cryptocoin_id: '1',
  fiat_id: '1',
  amount_cryptocoin: '0.01000000',
  amount_fiat: '500.00',
}

test('a fee in the own coin of Bitpanda belongs to its trade and is not counted again as the payment it was', () => {
  const payment = { id: 'fee-1', attributes: { fee: '1.25' } }
  const trade = of('t1', { ...buy, best_fee_collection: { attributes: { wallet_transaction: payment } } })
  const paid = of('fee-1', { type: 'transfer', in_or_out: 'outgoing', cryptocoin_id: '1', amount: '1.25' })
  const { transactions, skipped, errors } = read(
    page('trades', [trade]),
    page('wallets/transactions', [paid]),
  )
  expect(errors).toEqual([])
  expect(transactions).toMatchObject([
    {
      type: 'buy',
      from: { asset: 'EUR', amount: '500.00' },
      to: { asset: 'BTC', amount: '0.01000000' },
      fee: { asset: 'BEST', amount: '1.25' },
    },
  ])
  expect(skipped.length).toBe(1)
})

test.each([
  ['deposit', [], { type: 'incoming', subType: 'received' }],
  ['withdrawal', [], { type: 'outgoing', subType: 'sent' }],
  ['transfer', ['staking_reward'], { type: 'incoming', subType: 'staking_reward' }],
  ['transfer', ['reward.best'], { type: 'incoming', subType: 'misc_reward' }],
  ['transfer', [], { type: 'incoming', subType: 'received' }],
])('a %s with the tags %j', (type, tags, expected) => {
  const moved = of('m1', {
    type,
    in_or_out: type === 'withdrawal' ? 'outgoing' : 'incoming',
    cryptocoin_id: '1',
    amount: '2',
    tags: tags.map((short_name) => ({ attributes: { short_name } })),
  })
  expect(read(page('wallets/transactions', [moved])).transactions).toMatchObject([expected])
})

test('a coin that no wallet names, and a status that is not known, are said', () => {
  const { errors } = read(
    page('trades', [of('t1', { ...buy, cryptocoin_id: '99' }), of('t2', { ...buy, status: 'new' })]),
  )
  expect(errors.map(({ column }) => column)).toEqual(['cryptocoin_id', 'status'])
})

test('a swap is two trades, one of which the other may hold; the fee that they state is in their amounts', () => {
  const fee = { type: 'fee', attributes: { fee_percentage: 1, fee_amount_in_fiat: '4.95' } }
  const got = of('t2', { ...buy, is_swap: true, fee })
  const gave = of('t1', {
    ...buy,
    type: 'sell',
    cryptocoin_symbol: 'ETH',
    amount_cryptocoin: '0.2',
    is_swap: true,
    related_swap_trade: got,
  })
  const { transactions, errors } = read(page('trades', [gave]), {
    ...page('trades', [got]),
    place: 'trades 2',
  })
  expect(errors).toEqual([])
  expect(transactions).toMatchObject([
    { from: { asset: 'ETH', amount: '0.2' }, to: { asset: 'EUR', amount: '500.00' }, fee: null },
    { from: { asset: 'EUR', amount: '500.00' }, to: { asset: 'BTC' }, fee: null },
  ])
  expect(read(page('trades', [gave])).transactions).toHaveLength(2)
})

test('what went into a stake or came from it is for a person to look at', () => {
  const tags = [{ type: 'tag', attributes: { short_name: 'stake', name: 'Stake' } }]
  const moved = (id: string, in_or_out: string) =>
    of(id, { type: 'transfer', in_or_out, cryptocoin_id: '1', amount: '2', tags })
  const { transactions } = read(
    page('wallets/transactions', [moved('m1', 'outgoing'), moved('m2', 'incoming')]),
  )
  expect(transactions).toMatchObject([
    { subType: 'sent', flags: ['review'] },
    { subType: 'received', flags: ['review'] },
  ])
})

test.each([['is_metal_storage_fee'], ['is_bfc']])('a transfer out that states %s is a fee', (field) => {
  const paid = { type: 'transfer', in_or_out: 'outgoing', cryptocoin_id: '1', amount: '2' }
  const read2 = read(
    page('wallets/transactions', [
      of('m1', { ...paid, [field]: true }),
      of('m2', { ...paid, [field]: false }),
    ]),
  )
  expect(read2.transactions).toMatchObject([{ subType: 'fee' }, { subType: 'sent' }])
})

test('a fee or tax that a trade or movement states under another name is said', () => {
  const trade = of('t1', {
    ...buy,
    tax_amount: '1.20',
    fee: undefined,
    related_swap_trade: { attributes: { tax: '9' } },
  })
  const moved = of('m1', {
    type: 'deposit',
    in_or_out: 'incoming',
    cryptocoin_id: '1',
    amount: '2',
    tax: '0.10',
  })
  const { transactions, notes } = read(page('trades', [trade]), page('wallets/transactions', [moved]))
  expect(notes.map(({ code, column, value }) => [code, column, value])).toEqual([
    ['not_counted', 'tax_amount', '1.20'],
    ['not_counted', 'tax', '0.10'],
  ])
  expect(transactions.map(({ flags }) => flags)).toEqual([['cost_not_counted'], ['cost_not_counted']])
})
