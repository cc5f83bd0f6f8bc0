import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { tronConnector } from './tron-connector.ts'

const OWN = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const OTHER = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH'
const OWN_HEX = '415cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb'
const OTHER_HEX = '4178c842ee63b253f8f0d2955bbc582c661a078c9d'
const USDT = {
  symbol: 'USDT',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  decimals: 6,
  name: 'Tether USD',
}
const ACCESS = { chain: 'tron', address: OWN, isExtendedKey: false }

/** A transaction as TronGrid lists it. */
const sent = (
  n: number,
  type: string,
  value: object,
  {
    fee = 0,
    result = 'SUCCESS',
    ...more
  }: {
    fee?: number
    result?: string
    withdraw_amount?: number
    internal_transactions?: object[]
    energy_fee?: number
    net_fee?: number
  } = {},
) => ({
  ret: [{ contractRet: result, fee }],
  txID: `t${n}`,
  block_timestamp: 1_700_000_000_000 + n * 1000,
  raw_data: { contract: [{ type, parameter: { value: { owner_address: OWN_HEX, ...value } } }] },
  ...more,
})
const inside = (n: number, sun: number, { rejected = false } = {}) => ({
  internal_tx_id: `i${n}`,
  tx_id: `t${n}`,
  data: { note: '63616c6c', rejected, call_value: { _: sun } },
  from_address: OTHER_HEX,
  to_address: OWN_HEX,
  block_timestamp: 1_700_000_000_000 + n * 1000,
})
const token = (
  n: number,
  from: string,
  to: string,
  value: string,
  { info = USDT as object, type = 'Transfer' } = {},
) => ({
  transaction_id: `t${n}`,
  token_info: info,
  block_timestamp: 1_700_000_000_000 + n * 1000,
  from,
  to,
  type,
  value,
})
const page = (stream: string, data: readonly object[], place = `${stream}:+`) => ({
  stream,
  place,
  text: JSON.stringify({ data, success: true }),
  fetchedAt: 9,
})
const read = (...pages: ReturnType<typeof page>[]) => tronConnector.read(pages, ACCESS)

test('coins, tokens and what a contract paid in one transaction are one event; a failure costs its fee', () => {
  const reading = read(
    page('transactions', [
      sent(1, 'TransferContract', { owner_address: OTHER_HEX, to_address: OWN_HEX, amount: 100_000_000 }),
      sent(2, 'TransferContract', { to_address: OTHER_HEX, amount: 10_000_000 }, { fee: 345_000 }),
      sent(
        3,
        'TriggerSmartContract',
        { contract_address: OTHER_HEX, call_value: 5_000_000 },
        { fee: 100_000 },
      ),
      sent(4, 'TriggerSmartContract', { contract_address: OTHER_HEX }, { fee: 200_000 }),
      inside(4, 7_000_000),
      sent(
        5,
        'TriggerSmartContract',
        { contract_address: OTHER_HEX, call_value: 9_000_000 },
        { fee: 7, result: 'REVERT' },
      ),
      inside(5, 9_000_000, { rejected: true }),
      inside(6, 1_000_000),
    ]),
    page('tokens', [
      token(3, OTHER, OWN, '400000'),
      token(4, OWN, OTHER, '900000'),
      token(4, OWN, OTHER, '900000', { type: 'Approval' }),
      token(7, OWN, OWN, '1'),
    ]),
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 100 TRX',
    'outgoing/sent 10 TRX -> fee 0.345 TRX',
    'trade 5 TRX -> 0.4 USDT fee 0.1 TRX',
    'trade 0.9 USDT -> 7 TRX fee 0.2 TRX',
    'outgoing/fee 0.000007 TRX -> (failed)',
    'incoming/received -> 1 TRX',
  ])
  expect(reading.transactions[2]).toMatchObject({
    at: 1_700_000_003_000,
    txHash: 't3',
    tokens: { USDT: { chain: 'tron', contract: USDT.address } },
  })
})

test('frozen coins stay, and a claim of rewards is income, also where only its receipt states it', () => {
  const reading = read(
    page('transactions', [
      sent(1, 'FreezeBalanceV2Contract', { frozen_balance: 50_000_000 }),
      sent(2, 'WithdrawBalanceContract', {}, { withdraw_amount: 1_234_567, fee: 1_000 }),
      sent(3, 'WithdrawBalanceContract', {}),
      sent(4, 'ExchangeTransactionContract', {}, { fee: 5 }),
    ]),
    {
      stream: 'transactions-detail',
      place: 'transactions-detail:reward:t3',
      text: '{"id":"t3","withdraw_amount":2}',
      fetchedAt: 3,
    },
    page('tokens', [token(5, OTHER, OWN, '2500000')]),
    page('account', [
      {
        balance: 10,
        trc20: [{ [USDT.address]: '2500000' }, { TXother: '1' }],
        frozenV2: [{ amount: 5 }, { type: 'ENERGY', amount: 7 }],
        unfrozenV2: [{ unfreeze_amount: 1 }],
        account_resource: { delegated_frozenV2_balance_for_energy: 1_000_000 },
      },
    ]),
  )
  expect(lines(reading)).toEqual([
    'incoming/staking_reward -> 1.234567 TRX fee 0.001 TRX',
    'incoming/staking_reward -> 0.000002 TRX',
    'outgoing/fee 0.000005 TRX -> (unmapped_type:ExchangeTransactionContract)',
    'incoming/received -> 2.5 USDT',
  ])
  expect(reading.balances).toEqual([
    { asset: 'TRX', part: '', at: 9, quantity: '1.000023' },
    { asset: 'USDT', token: { chain: 'tron', contract: USDT.address }, part: '', at: 9, quantity: '2.5' },
  ])
})

test('a token of the older kind has the decimals of its issue; one that advertises is spam; an error is said', () => {
  const reading = read(
    page('transactions', [
      sent(1, 'TransferAssetContract', {
        owner_address: OTHER_HEX,
        to_address: OWN_HEX,
        asset_name: '1002000',
        amount: 1_500_000,
      }),
    ]),
    page('transactions-detail', [{ abbr: 'BTT', precision: 6 }], 'transactions-detail:asset:1002000'),
    page('tokens', [
      token(2, OTHER, OWN, '5', { info: { ...USDT, symbol: 'Claim at prize.example.com' } }),
      token(3, OTHER, OWN, '5', { info: { ...USDT, decimals: null } }),
    ]),
    { stream: 'tokens', place: 'tokens:x', text: '{"Error":"x"}', fetchedAt: 1 },
  )
  expect(lines(reading)).toMatchObject([
    'incoming/received -> 1.5 BTT',
    expect.stringMatching(/^incoming\/received -> 0.000005 .*\(spam\)$/),
  ])
  expect(reading.errors).toMatchObject([{ code: 'unreadable_page' }, { code: 'not_an_amount' }])
})

test('what contracts moved comes with its transaction or by itself, and counts once; tokens of the older kind too', () => {
  const nested = (id: string, call_value: object | undefined, more: object = {}) => ({
    internal_tx_id: id,
    from_address: OTHER_HEX,
    to_address: OWN_HEX,
    data: { note: '63616c6c', rejected: false, call_value, ...more },
  })
  const call = { contract_address: OTHER_HEX }
  const reading = read(
    page('transactions', [
      sent(1, 'TriggerSmartContract', call, {
        fee: 3,
        internal_transactions: [nested('i1', { _: 7_000_000 }), { data: { note: '63616c6c' } }],
      }),
      inside(1, 7_000_000),
      sent(2, 'TriggerSmartContract', { ...call, call_token_value: 2_500_000, token_id: 1002000 }),
      sent(3, 'TriggerSmartContract', call, {
        internal_transactions: [
          nested('i3', { '1002000': 4_000_000 }),
          nested('i4', { _: 9_000_000 }, { note: '64656c656761746563616c6c' }),
          nested('i5', { _: 9_000_000 }, { rejected: true }),
        ],
      }),
    ]),
    page('transactions-detail', [{ abbr: 'BTT', precision: 6 }], 'transactions-detail:asset:1002000'),
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 7 TRX fee 0.000003 TRX',
    'outgoing/sent 2.5 BTT ->',
    'incoming/received -> 4 BTT',
  ])
})

test.each([
  // Making the account of the recipient cost one coin more than the bandwidth burned.
  [{ fee: 1_100_000, net_fee: 100_000 }, '1.1'],
  [{ fee: 13_844_850, energy_fee: 13_499_850, net_fee: 345_000 }, '13.84485'],
  // Energy and bandwidth are all that some answers state.
  [{ fee: 0, energy_fee: 13_499_850, net_fee: 345_000 }, '13.84485'],
])('what %o burned is %s', (told, expected) => {
  const reading = read(
    page('transactions', [
      sent(1, 'TransferContract', { to_address: OTHER_HEX, amount: 10_000_000 }, told),
      // Somebody else burned this.
      sent(2, 'TransferContract', { owner_address: OTHER_HEX, to_address: OWN_HEX, amount: 1 }, told),
    ]),
  )
  expect(lines(reading)).toEqual([
    `outgoing/sent 10 TRX -> fee ${expected} TRX`,
    'incoming/received -> 0.000001 TRX',
  ])
})
