import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { wavesConnector } from './waves-connector.ts'

const OWN = '3P68v2eCLei8KYcqbNiTA7CdYikP6MsUZyA'
const OTHER = '3PKDYd1PEoRpmtB8QRx9apTaSX6PuUqPb5b'
const DAPP = '3PESR7fkUjhQkFEx8BCKGmoNFc1JX7dFfuq'
const USDT = '34N9YcEETLWn93qYQ64EsP1x89tSruJU44RrEMSXXEPJ'
const ACCESS = { chain: 'waves', address: OWN, isExtendedKey: false }

/** A transaction as a node shows it. */
const transaction = (n: number, type: number, fields: object) => ({
  type,
  id: `w${n}`,
  fee: 100_000,
  feeAssetId: null,
  timestamp: 1_700_000_000_000 + n * 1000,
  sender: OWN,
  applicationStatus: 'succeeded',
  ...fields,
})
const read = (...transactions: readonly object[]) =>
  wavesConnector.read(
    [
      { stream: 'transactions', place: 'transactions:+', text: JSON.stringify([transactions]), fetchedAt: 1 },
      { stream: 'aliases', place: 'aliases:+', text: '["alias:W:lotbook"]', fetchedAt: 1 },
      {
        stream: 'transactions-detail',
        place: `transactions-detail:${USDT}`,
        text: JSON.stringify({ assetId: USDT, name: 'USDT', decimals: 6 }),
        fetchedAt: 1,
      },
      { stream: 'balance', place: 'balance:+', text: '{"balance":123456789}', fetchedAt: 4 },
    ],
    ACCESS,
  )

test('transfers, one to an own alias, several at once, a lease that stays, and a fee in a token', () => {
  const reading = read(
    transaction(6, 4, { recipient: OTHER, amount: 1_000_000, assetId: USDT, feeAssetId: USDT, fee: 5_000 }),
    transaction(1, 4, { sender: OTHER, recipient: 'alias:W:lotbook', amount: 500_000_000, assetId: null }),
    transaction(2, 4, { recipient: OTHER, amount: 100_000_000, assetId: null }),
    transaction(3, 11, { sender: OTHER, assetId: USDT, transfers: [{ recipient: OWN, amount: 2_000_000 }] }),
    transaction(4, 8, { recipient: OTHER, amount: 200_000_000 }),
    transaction(5, 16, {
      dApp: DAPP,
      payment: [],
      applicationStatus: 'script_execution_failed',
      fee: 500_000,
    }),
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 5 WAVES',
    'outgoing/sent 1 WAVES -> fee 0.001 WAVES',
    'incoming/received -> 2 USDT',
    'outgoing/fee 0.001 WAVES ->',
    'outgoing/fee 0.005 WAVES -> (failed)',
    'outgoing/sent 1 USDT ->',
    'outgoing/fee 0.005 USDT ->',
  ])
  expect(reading.balances).toEqual([{ asset: 'WAVES', part: '', at: 4, quantity: '1.23456789' }])
})

test('an order that was matched and a call of a contract are exchanges', () => {
  const order = (sender: string, orderType: string) => ({
    sender,
    orderType,
    assetPair: { amountAsset: null, priceAsset: USDT },
    matcherFeeAssetId: null,
  })
  const match = {
    sender: OTHER,
    order1: order(OWN, 'buy'),
    order2: order(OTHER, 'sell'),
    buyMatcherFee: 300_000,
  }
  const reading = read(
    // Ten coins for 2.5 dollars each: in the older spelling the price has two decimals less.
    transaction(1, 7, { ...match, version: 2, amount: 1_000_000_000, price: 2_500_000, sellMatcherFee: 1 }),
    transaction(2, 7, { ...match, version: 3, amount: 1_000_000_000, price: 250_000_000, sellMatcherFee: 1 }),
    transaction(3, 16, {
      dApp: DAPP,
      payment: [{ amount: 100_000_000, assetId: null }],
      stateChanges: { transfers: [{ address: OWN, asset: USDT, amount: 2_400_000 }] },
    }),
    transaction(4, 16, {
      sender: OTHER,
      dApp: DAPP,
      stateChanges: {
        invokes: [{ dApp: OTHER, stateChanges: { transfers: [{ address: OWN, asset: null, amount: 7 }] } }],
      },
    }),
  )
  expect(lines(reading)).toEqual([
    'trade 25 USDT -> 10 WAVES fee 0.003 WAVES',
    'trade 25 USDT -> 10 WAVES fee 0.003 WAVES',
    'trade 1 WAVES -> 2.4 USDT fee 0.001 WAVES',
    'incoming/received -> 0.00000007 WAVES',
  ])
})

test('a fee in a token of a sponsor or of a matcher is a fee, beside what moved or alone', () => {
  const order = (sender: string, orderType: string) => ({
    ...{ sender, orderType, assetPair: { amountAsset: null, priceAsset: USDT } },
    matcherFeeAssetId: USDT,
  })
  const reading = read(
    transaction(1, 7, {
      ...{ sender: OTHER, order1: order(OTHER, 'buy'), order2: order(OWN, 'sell') },
      ...{ buyMatcherFee: 1, sellMatcherFee: 40_000, version: 3, amount: 1_000_000_000, price: 250_000_000 },
    }),
    transaction(2, 4, { recipient: OTHER, amount: 100_000_000, assetId: null, feeAssetId: USDT, fee: 5_000 }),
    transaction(3, 12, { data: [], feeAssetId: USDT, fee: 5_000 }),
    transaction(4, 16, {
      dApp: DAPP,
      applicationStatus: 'script_execution_failed',
      feeAssetId: USDT,
      fee: 5_000,
    }),
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'trade 10 WAVES -> 25 USDT',
    'outgoing/fee 0.04 USDT ->',
    'outgoing/sent 1 WAVES ->',
    'outgoing/fee 0.005 USDT ->',
    'outgoing/fee 0.005 USDT ->',
    'outgoing/fee 0.005 USDT -> (failed)',
  ])
  expect(reading.skipped).toEqual([])
})

test('tokens that an own contract made and destroyed are its own; a transaction that was set aside cost nothing', () => {
  const reading = read(
    transaction(1, 16, {
      sender: OTHER,
      dApp: OWN,
      payment: [{ amount: 100_000_000, assetId: null }],
      stateChanges: {
        reissues: [{ assetId: USDT, quantity: 5_000_000, isReissuable: true }],
        burns: [{ assetId: USDT, quantity: 1_000_000 }],
        transfers: [{ address: OTHER, asset: USDT, amount: 3_000_000 }],
        invokes: [
          { dApp: DAPP, payment: [{ assetId: null, amount: 10_000_000 }], stateChanges: { transfers: [] } },
          { dApp: DAPP, payments: [{ assetId: null, amount: 30_000_000 }], stateChanges: { transfers: [] } },
        ],
      },
    }),
    transaction(2, 4, { recipient: OTHER, amount: 100_000_000, assetId: null, applicationStatus: 'elided' }),
  )
  expect(lines(reading)).toEqual(['incoming/received -> 1 USDT', 'incoming/received -> 0.6 WAVES'])
  expect(reading.skipped).toMatchObject([{ reason: 'failed' }])
})

test('a call that was signed as an Ethereum transaction is one; what is not known is said', () => {
  const call = transaction(1, 18, {
    version: 1,
    type: 'invocation',
    dApp: DAPP,
    payment: [{ amount: 200_000_000, assetId: null }],
    stateChanges: { transfers: [{ address: OWN, asset: USDT, amount: 4_500_000 }] },
  })
  const reading = read(
    call,
    transaction(2, 18, { payload: { type: 'transfer', recipient: OTHER, asset: null, amount: 50_000_000 } }),
    transaction(3, 18, { payload: {} }),
    transaction(4, 19, { generationPeriodStart: 1 }),
  )
  expect(lines(reading)).toEqual([
    'trade 2 WAVES -> 4.5 USDT fee 0.001 WAVES',
    'outgoing/sent 0.5 WAVES -> fee 0.001 WAVES',
  ])
  expect(reading.errors).toMatchObject([{ code: 'unmapped_type' }, { code: 'unmapped_type' }])
})

test('a token that nobody knows the decimals of is said', () => {
  expect(
    read(transaction(1, 4, { sender: OTHER, recipient: OWN, amount: 1, assetId: 'unknown' })).errors,
  ).toMatchObject([{ code: 'not_an_amount' }])
})
