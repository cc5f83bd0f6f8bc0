import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { polkadotConnector } from './polkadot-connector.ts'

const OWN = '152UPCpB6Vv22CEfrvjgEZ5vt9AnshDYP5Ldw9GvkrTFqgAS'
const OTHER = '13GLKFFdbjiEhQhNJAkXCupp5jN2rbLrtCLbrnk5vL5RioYc'
const ACCESS = { chain: 'polkadot', address: OWN, isExtendedKey: false }

const at = (n: number) => ({ block_num: 20_000_000 + n, block_timestamp: 1_700_000_000 + n })
const page = (stream: string, data: object | null, code = 0) => ({
  stream,
  place: `${stream}:+`,
  text: JSON.stringify({ code, message: 'Success', data }),
  fetchedAt: 5,
})
const transfer = (n: number, from: string, to: string, amount: string, more: object = {}) => ({
  ...at(n),
  from,
  to,
  amount,
  hash: `0x${n}`,
  event_idx: n,
  success: true,
  asset_symbol: 'DOT',
  asset_unique_id: 'DOT',
  ...more,
})
const signed = (n: number, success = true) => ({
  ...at(n),
  extrinsic_hash: `0x${n}`,
  extrinsic_index: `${20_000_000 + n}-2`,
  fee: '160000000',
  fee_used: '155000015',
  success,
})

test('transfers with their fees, a failure, rewards by themselves and a token of the asset hub', () => {
  const reading = polkadotConnector.read(
    [
      page('relay-extrinsics', { extrinsics: [signed(2), signed(3, false)] }),
      page('relay-transfers', {
        transfers: [
          transfer(1, OTHER, OWN, '100.5'),
          transfer(2, OWN, OTHER, '10'),
          transfer(3, OWN, OTHER, '7', { success: false }),
        ],
      }),
      page('relay-rewards', {
        list: [{ ...at(4), amount: '12345678901', event_index: '20000004-9', extrinsic_hash: '0x4' }],
      }),
      page('hub-transfers', {
        transfers: [
          transfer(5, OTHER, OWN, '25', { asset_symbol: 'USDC', asset_unique_id: 'standard_assets/1337' }),
        ],
      }),
      page('hub-rewards', { list: null }),
    ],
    ACCESS,
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 100.5 DOT',
    'outgoing/sent 10 DOT -> fee 0.0155000015 DOT',
    'outgoing/fee 0.0155000015 DOT -> (failed)',
    'incoming/staking_reward -> 1.2345678901 DOT',
    'incoming/received -> 25 USDC',
  ])
  expect(reading.transactions[4]?.tokens).toEqual({
    USDC: { chain: 'polkadot', contract: 'standard_assets/1337' },
  })
})

test('both networks together are what is held, and an account that one of them does not know holds nothing there', () => {
  const held = (relay: object | null, hub: object | null) =>
    polkadotConnector.read([page('relay-account', relay), page('hub-account', hub)], ACCESS).balances
  expect(held({ account: { balance: '1.5' } }, { account: { balance: '90' } })).toMatchObject([
    { asset: 'DOT', quantity: '91.5' },
  ])
  expect(held(null, { account: { balance: '90' } })).toMatchObject([{ quantity: '90' }])
  expect(held({ account: { balance: 'much' } }, null)).toEqual([])
})

test('events without an extrinsic that have one number in two blocks are two', () => {
  const reading = polkadotConnector.read(
    [
      page('relay-transfers', {
        transfers: [
          transfer(1, OTHER, OWN, '1', { hash: '', event_idx: 3 }),
          transfer(2, OTHER, OWN, '2', { hash: '', event_idx: 3 }),
        ],
      }),
      // Rewards of today: a moment and an event, neither a hash nor a block.
      page('relay-rewards', {
        list: [
          {
            amount: '30000000000',
            event_index: '20000003-7',
            extrinsic_index: '20000003-2',
            block_timestamp: 1_700_000_003,
          },
          {
            amount: '40000000000',
            event_index: '20000004-7',
            event_idx: 7,
            extrinsic_hash: '',
            block_timestamp: 1_700_000_004,
          },
        ],
      }),
    ],
    ACCESS,
  )
  expect(lines(reading)).toEqual([
    'incoming/received -> 1 DOT',
    'incoming/received -> 2 DOT',
    'incoming/staking_reward -> 3 DOT',
    'incoming/staking_reward -> 4 DOT',
  ])
})

test('a token that has the name of the coin is not the coin, and older answers name the coin by nothing', () => {
  const reading = polkadotConnector.read(
    [
      page('hub-transfers', {
        transfers: [
          transfer(1, OTHER, OWN, '7', {
            asset_symbol: 'DOT',
            asset_unique_id: 'standard_assets/101',
            asset_type: 'assets',
          }),
          transfer(2, OTHER, OWN, '8', { asset_symbol: '', asset_unique_id: '', asset_type: '' }),
          transfer(3, OTHER, OWN, '9', { asset_symbol: 'USDT', asset_unique_id: '', asset_type: 'assets' }),
        ],
      }),
    ],
    ACCESS,
  )
  expect(reading.transactions.map(({ to, tokens }) => [to?.amount, tokens])).toMatchObject([
    [expect.anything(), { DOT: { contract: 'standard_assets/101' } }],
    [expect.anything(), {}],
    [expect.anything(), { USDT: { contract: 'USDT' } }],
  ])
})

test.each([
  // The fee that was used has the tip in it; one that was reckoned has not.
  [{ fee: '160000000', fee_used: '165000000', tip: '10000000' }, '0.0165'],
  [{ fee: '160000000', fee_used: '', tip: '10000000' }, '0.017'],
  [{ fee: '160000000', tip: '10000000' }, '0.017'],
  [{ fee: '160000000' }, '0.016'],
])('what %o cost is %s', (told, expected) => {
  const { fee_used: _, ...bare } = signed(2)
  const reading = polkadotConnector.read(
    [page('relay-extrinsics', { extrinsics: [{ ...bare, ...told }] })],
    ACCESS,
  )
  expect(lines(reading)).toEqual([`outgoing/fee ${expected} DOT ->`])
})
