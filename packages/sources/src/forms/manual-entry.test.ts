import { expect, test } from 'vitest'
import { type ManualEntry, readManualEntry } from './manual-entry.ts'

const AT = Date.UTC(2024, 2, 1, 12)
const entry = (of: Partial<ManualEntry>): ManualEntry => ({
  id: 'e1',
  number: 1,
  at: AT,
  type: 'trade',
  subType: null,
  from: null,
  to: null,
  fee: null,
  exchange: 'Kraken',
  usBased: true,
  comment: null,
  isOpeningLot: false,
  ...of,
})
const side = (amount: string, asset: string) => ({ amount, asset })
function read(of: Partial<ManualEntry>) {
  const { transactions, errors } = readManualEntry(entry(of))
  const [only] = transactions
  if (only === undefined) return errors[0]?.message
  const { type, subType, from, to, fee, value, flags } = only
  return { type, subType, from, to, fee, value, flags }
}
const nothing = { subType: null, from: null, to: null, fee: null, value: null, flags: [] }

test('buy, sell and trade are told apart by their assets', () => {
  const sides = { from: side('20000', 'USD'), to: side('0.5', 'BTC') }
  expect(read({ type: 'buy', ...sides })).toEqual({ ...nothing, type: 'buy', ...sides })
  expect(read({ type: 'trade', ...sides })).toMatchObject({ type: 'buy' })
  const back = { from: sides.to, to: sides.from }
  expect(read({ type: 'sell', ...back })).toMatchObject({ type: 'sell', ...back })
  expect(read({ type: 'trade', from: side('1', 'ETH'), to: side('0.05', 'BTC') })).toMatchObject({
    type: 'trade',
  })
  expect(read({ type: 'ico', from: side('1', 'ETH'), to: side('100', 'NEW') })).toMatchObject({ type: 'ico' })
  expect(read({ type: 'swap', from: side('1', 'LEND'), to: side('0.01', 'AAVE') })).toMatchObject({
    type: 'swap',
  })
})

test('the other side of what was received or sent is its value', () => {
  const to = side('2', 'DOT')
  expect(read({ type: 'incoming', subType: 'staking_reward', to, from: side('15.5', 'USD') })).toEqual({
    ...nothing,
    type: 'incoming',
    subType: 'staking_reward',
    to,
    value: { amount: '15.5', currency: 'USD' },
  })
  expect(read({ type: 'incoming', subType: 'airdrop', to })).toMatchObject({ value: null, from: null })
  const from = side('0.1', 'BTC')
  expect(
    read({
      type: 'outgoing',
      subType: 'purchase',
      from,
      to: side('4000', 'USD'),
      fee: side('0.0001', 'BTC'),
    }),
  ).toEqual({
    ...nothing,
    type: 'outgoing',
    subType: 'purchase',
    from,
    fee: side('0.0001', 'BTC'),
    value: { amount: '4000', currency: 'USD' },
  })
})

test('an NFT given for something is an exchange; a side of zero is none', () => {
  const nft = side('1', 'APE7')
  const eth = side('2.5', 'ETH')
  expect(read({ type: 'nft', subType: 'send', from: nft, to: eth })).toMatchObject({
    type: 'trade',
    subType: null,
    from: nft,
    to: eth,
  })
  expect(read({ type: 'nft', subType: 'receive', from: side('900', 'USD'), to: nft })).toMatchObject({
    type: 'buy',
  })
  expect(read({ type: 'nft', subType: 'send', from: nft, to: side('0', 'ETH') })).toMatchObject({
    type: 'nft',
    subType: 'send',
    from: nft,
    to: null,
  })
  expect(read({ type: 'nft', subType: 'nft_mint', from: eth, to: nft })).toMatchObject({
    type: 'nft',
    subType: 'nft_mint',
    from: eth,
    to: nft,
  })
  expect(read({ type: 'nft', subType: 'send', from: side('0', 'PUNK'), to: side('0', 'USD') })).toMatchObject(
    {
      from: { asset: 'PUNK', amount: '0' },
      to: null,
    },
  )
})

test('an opening lot is a purchase on the day it was acquired', () => {
  const lot = { from: side('900', 'USD'), to: side('3', 'ETH') }
  const { transactions } = readManualEntry(
    entry({ type: 'incoming', subType: 'received', ...lot, isOpeningLot: true }),
  )
  expect(transactions[0]).toMatchObject({
    at: AT,
    type: 'buy',
    subType: null,
    ...lot,
    comment: 'Opening lot',
    flags: ['opening_lot'],
  })
})

test('an entry is a record of the form, named by its id', () => {
  const [read] = readManualEntry(
    entry({ number: 7, type: 'trade', from: side('1', 'ETH'), to: side('2', 'LTC') }),
  ).transactions
  expect(read).toMatchObject({ account: null, exchange: 'Kraken', usBased: true, rows: [7] })
  expect(read?.records).toEqual([
    { row: 7, origin: { kind: 'form' }, kind: 'manual-entry', nativeId: 'e1', content: '', ordinal: 0 },
  ])
})
