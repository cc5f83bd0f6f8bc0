import { expect, test } from 'vitest'
import { readBlinkPages } from './read-transactions.ts'

const AT = 1_717_200_000
const WALLETS = [
  { id: 'w-btc', walletCurrency: 'BTC', balance: 123_456 },
  { id: 'w-usd', walletCurrency: 'USD', balance: 5_007 },
]

let made = 0
const node = (settlementAmount: number, fields: object = {}) => ({
  id: `t${(made += 1)}`,
  status: 'SUCCESS',
  direction: settlementAmount > 0 ? 'RECEIVE' : 'SEND',
  createdAt: AT,
  memo: null,
  settlementAmount,
  settlementFee: 0,
  settlementCurrency: 'BTC',
  settlementDisplayAmount: '1.00',
  settlementDisplayCurrency: 'USD',
  initiationVia: { __typename: 'InitiationViaLn', paymentHash: `hash ${made}` },
  settlementVia: { __typename: 'SettlementViaLn' },
  ...fields,
})

const page = (nodes: readonly object[], wallets: readonly object[] = WALLETS) =>
  JSON.stringify({
    data: {
      me: {
        defaultAccount: {
          wallets,
          transactions: {
            pageInfo: { hasPreviousPage: false, startCursor: null },
            edges: nodes.map((one, n) => ({ cursor: `c${n}`, node: one })),
          },
        },
      },
    },
  })

const read = (...nodes: readonly object[]) =>
  readBlinkPages([{ stream: 'transactions', place: 'a', text: page(nodes), fetchedAt: Date.UTC(2025, 0, 1) }])

const WITHIN = (counterPartyWalletId: string | null, counterPartyUsername: string | null = null) => ({
  initiationVia: { __typename: 'InitiationViaIntraLedger', counterPartyUsername, counterPartyWalletId },
  settlementVia: { __typename: 'SettlementViaIntraLedger', counterPartyUsername, counterPartyWalletId },
})

test('satoshis come in as bitcoin to the last digit, and a memo is a note', () => {
  const { transactions, errors } = read(node(97_531, { memo: 'pizza' }))
  expect(errors).toEqual([])
  expect(transactions).toMatchObject([
    {
      at: AT * 1000,
      type: 'incoming',
      subType: 'received',
      from: null,
      to: { asset: 'BTC', amount: '0.00097531' },
      fee: null,
      comment: 'pizza',
      exchange: 'Blink',
    },
  ])
})

test('the amount of what is sent has the fee in it, and that of what came in is without it', () => {
  const onChain = {
    initiationVia: { __typename: 'InitiationViaOnChain', address: 'bc1q' },
    settlementVia: { __typename: 'SettlementViaOnChain', transactionHash: 'abc', vout: 0 },
  }
  const { transactions } = read(
    node(-10_250, { settlementFee: 250, ...onChain }),
    node(97_500, { settlementFee: 2_500, ...onChain }),
  )
  expect(transactions).toMatchObject([
    {
      type: 'outgoing',
      subType: 'sent',
      from: { asset: 'BTC', amount: '0.00010000' },
      fee: { asset: 'BTC', amount: '0.00000250' },
      txHash: 'abc',
    },
    {
      type: 'incoming',
      to: { asset: 'BTC', amount: '0.00100000' },
      fee: { asset: 'BTC', amount: '0.00002500' },
      txHash: 'abc',
    },
  ])
})

test('cents of the dollar wallet are dollars, sent to somebody within Blink too', () => {
  const { transactions } = read(
    node(-1_234, { settlementCurrency: 'USD', ...WITHIN('w-of-alice', 'alice') }),
    node(7, { settlementCurrency: 'USD' }),
  )
  expect(transactions).toMatchObject([
    { type: 'outgoing', from: { asset: 'USD', amount: '12.34' }, flags: ['fiat'] },
    { type: 'incoming', to: { asset: 'USD', amount: '0.07' } },
  ])
})

test.each([
  ['names the other wallet', 'w-usd', 'w-btc'],
  ['names none', null, null],
])('a change of one wallet into the other is one trade where Blink %s', (_, other, one) => {
  const sold = read(
    node(1_500, { settlementCurrency: 'USD', settlementDisplayAmount: '15.00', ...WITHIN(one) }),
    node(-25_000, { settlementDisplayAmount: '-15.00', memo: 'to dollars', ...WITHIN(other) }),
  )
  expect(sold.errors).toEqual([])
  expect(sold.transactions).toMatchObject([
    {
      type: 'sell',
      from: { asset: 'BTC', amount: '0.00025000' },
      to: { asset: 'USD', amount: '15.00' },
      comment: 'to dollars',
    },
  ])
  const bought = read(
    node(-1_500, { settlementCurrency: 'USD', settlementDisplayAmount: '-15.00', ...WITHIN(one) }),
    node(24_990, { settlementDisplayAmount: '15.00', ...WITHIN(other) }),
  )
  expect(bought.transactions).toMatchObject([
    { type: 'buy', from: { asset: 'USD', amount: '15.00' }, to: { asset: 'BTC', amount: '0.00024990' } },
  ])
})

test('two changes in one second are told apart by their value', () => {
  const { transactions } = read(
    node(-25_000, { settlementDisplayAmount: '-15.00', ...WITHIN(null) }),
    node(-50_000, { settlementDisplayAmount: '-30.00', ...WITHIN(null) }),
    node(3_000, { settlementCurrency: 'USD', settlementDisplayAmount: '30.00', ...WITHIN(null) }),
    node(1_500, { settlementCurrency: 'USD', settlementDisplayAmount: '15.00', ...WITHIN(null) }),
  )
  expect(transactions.map(({ from, to }) => [from?.amount, to?.amount])).toEqual([
    ['0.00050000', '30.00'],
    ['0.00025000', '15.00'],
  ])
})

test('who pays and is paid the same within Blink in one second did not change wallets', () => {
  const { transactions } = read(
    node(-25_000, WITHIN('w-of-alice', 'alice')),
    node(1_500, { settlementCurrency: 'USD', ...WITHIN(null, 'bob') }),
    node(100, WITHIN('w-of-carol')),
  )
  expect(transactions.map(({ type }) => type)).toEqual(['outgoing', 'incoming', 'incoming'])
})

test('a side of a change without the other is asked about', () => {
  expect(read(node(-25_000, WITHIN('w-usd'))).transactions).toMatchObject([
    { type: 'outgoing', flags: [expect.stringMatching(/^unmapped_type:/)] },
  ])
})

test('what is pending or failed counts nothing and says why; what nobody knows is said', () => {
  const { transactions, skipped, errors } = read(
    node(-1_000, { status: 'PENDING' }),
    node(-1_000, { status: 'FAILURE' }),
    node(-1_000, { status: 'HALF' }),
    node(-1_000, { settlementCurrency: 'EUR' }),
    node(0.5),
  )
  expect(skipped.map(({ reason }) => reason)).toEqual(['pending', 'failed'])
  expect(errors.map(({ column }) => column)).toEqual(['status', 'settlementCurrency', 'settlementAmount'])
  expect(transactions).toEqual([])
})

test('of a payment that was tried again the last try counts', () => {
  const same = { initiationVia: { __typename: 'InitiationViaLn', paymentHash: 'same' }, settlementFee: 10 }
  const { transactions, skipped } = read(
    node(-1_010, { ...same, createdAt: AT + 9 }),
    node(1_010, { ...same, createdAt: AT + 5 }),
    node(-1_010, { ...same, createdAt: AT }),
  )
  expect(transactions).toMatchObject([{ at: (AT + 9) * 1000, from: { amount: '0.00001000' } }])
  expect(skipped).toMatchObject([{ rows: [3, 2], reason: 'taken_back' }])
})

test('a fee that Blink gives back is a rebate', () => {
  expect(read(node(12, { memo: 'fee reimbursement', ...WITHIN(null) })).transactions).toMatchObject([
    { type: 'incoming', subType: 'rebate', to: { amount: '0.00000012' } },
  ])
})

test('what came later counts, and balances are those of the newest answer', () => {
  const pending = node(-1_000, { status: 'PENDING' })
  const pages = [
    { stream: 'transactions', place: 'a', text: page([pending]), fetchedAt: 1 },
    {
      stream: 'transactions',
      place: 'b',
      text: page(
        [{ ...pending, status: 'SUCCESS' }],
        [{ id: 'w-btc', walletCurrency: 'BTC', balance: 122_456 }],
      ),
      fetchedAt: 2,
    },
    { stream: 'transactions', place: 'c', text: '{"errors":[]}', fetchedAt: 3 },
  ]
  const reading = readBlinkPages(pages)
  expect(reading.transactions).toHaveLength(1)
  expect(reading.skipped).toEqual([])
  expect(reading.balances).toEqual([
    { asset: 'BTC', part: '', at: 2, quantity: '0.00122456' },
    { asset: 'USD', part: '', at: 1, quantity: '50.07' },
  ])
  expect(reading.errors).toMatchObject([{ code: 'no_ledger_page' }])
})
