import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { algorandConnector } from './algorand-connector.ts'

const OWN = 'R5CSAPRSV3SVVSMYKKL2SEWI455NZQYHKDEELGJVGM5LS5XAIWWVSZBR7M'
const OTHER = 'GJ3ANDOMVU3NLAEKMVNYDF2FZYUG6FQNGMLBX4DZQHPGGYPQVKBHTERHCA'
const APP = '6RTKJQJGG5PHKL2UE5KABM6UWGRNYKGP4AFY6J2FHWXVFRCKLBNNK76ZKU'
const ACCESS = { chain: 'algorand', address: OWN, isExtendedKey: false }

/** A transaction as an indexer lists it. */
const transaction = (n: number, sender: string, fields: object) => ({
  id: `T${n}`,
  sender,
  fee: 1000,
  'confirmed-round': 30_000_000 + n,
  'round-time': 1_700_000_000 + n,
  'intra-round-offset': n,
  'sender-rewards': 0,
  ...fields,
})
const pay = (receiver: string, amount: number, more: object = {}) => ({
  'tx-type': 'pay',
  'payment-transaction': { amount, receiver, 'close-amount': 0, ...more },
})
const axfer = (receiver: string, amount: number, more: object = {}) => ({
  'tx-type': 'axfer',
  'asset-transfer-transaction': { 'asset-id': 31_566_704, amount, receiver, 'close-amount': 0, ...more },
})
const asset = (params: object, index = 31_566_704) => ({
  stream: 'transactions-detail',
  place: `transactions-detail:${index}`,
  text: JSON.stringify({ asset: { index, params } }),
  fetchedAt: 2,
})
const USDC = asset({ decimals: 6, 'unit-name': 'USDC', name: 'USDC' })
const read = (transactions: readonly object[], more = [USDC]) =>
  algorandConnector.read(
    [
      {
        stream: 'transactions',
        place: 'transactions:+',
        text: JSON.stringify({ transactions }),
        fetchedAt: 3,
      },
      ...more,
    ],
    ACCESS,
  )

test('payments, an account that is closed, and what was earned by holding', () => {
  const reading = read([
    transaction(4, OWN, pay(OTHER, 1_000_000, { 'close-amount': 500_000, 'close-remainder-to': OTHER })),
    transaction(1, OTHER, { ...pay(OWN, 5_000_000), 'receiver-rewards': 7 }),
    transaction(2, OWN, { ...pay(OTHER, 2_000_000), 'sender-rewards': 250 }),
    transaction(3, OWN, { ...pay(OWN, 0), 'sender-rewards': 9, 'receiver-rewards': 9 }),
  ])
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/staking_reward -> 0.000007 ALGO',
    'incoming/received -> 5 ALGO',
    'incoming/staking_reward -> 0.00025 ALGO',
    'outgoing/sent 2 ALGO -> fee 0.001 ALGO',
    'incoming/staking_reward -> 0.000009 ALGO fee 0.001 ALGO',
    'outgoing/sent 1.5 ALGO -> fee 0.001 ALGO',
  ])
})

test('a group is one event: coins to a contract for a token from inside of it', () => {
  const group = 'group id='
  const reading = read([
    transaction(1, OWN, { ...pay(APP, 10_000_000), group }),
    transaction(2, OWN, {
      'tx-type': 'appl',
      group,
      'inner-txns': [transaction(3, APP, { ...axfer(OWN, 2_500_000), id: undefined, fee: 0 })],
    }),
    transaction(5, OWN, axfer(OWN, 0)),
    transaction(6, OTHER, axfer(APP, 9, { sender: OWN })),
  ])
  expect(lines(reading)).toEqual([
    'trade 10 ALGO -> 2.5 USDC fee 0.002 ALGO',
    'outgoing/fee 0.001 ALGO ->',
    'outgoing/sent 0.000009 USDC ->',
  ])
  expect(reading.transactions[0]).toMatchObject({
    txHash: 'T1',
    tokens: { USDC: { chain: 'algorand', contract: '31566704' } },
  })
})

test('a token whose decimals nobody states has no amount, one that advertises is spam, and the balance is stated', () => {
  const text = '{"account":{"amount":1234567,"assets":[{"asset-id":7,"amount":1},{"asset-id":9,"amount":5}]}}'
  const spam = asset({ decimals: 0, name: 'Claim at prize.example.com' }, 7)
  const reading = read(
    [transaction(1, OTHER, axfer(OWN, 5)), transaction(2, OTHER, axfer(OWN, 1, { 'asset-id': 7 }))],
    [spam, { stream: 'account', place: 'account:+', text, fetchedAt: 8 }],
  )
  expect(reading.errors).toMatchObject([{ code: 'not_an_amount' }])
  expect(lines(reading)).toEqual(['incoming/received -> 1 Claim at prize.example.com (spam)'])
  expect(reading.balances).toMatchObject([
    { asset: 'ALGO', at: 8, quantity: '1.234567' },
    { token: { chain: 'algorand', contract: '7' }, at: 8, quantity: '1' },
  ])
})

test('a token that the account made is its own', () => {
  const config = { 'asset-id': 0, params: { total: 5_000, decimals: 2, 'unit-name': 'CLUB' } }
  const made = { 'tx-type': 'acfg', 'created-asset-index': 1_234_567, 'asset-config-transaction': config }
  const reading = read([transaction(1, OWN, made), transaction(2, OTHER, made)])
  expect(lines(reading)[0]).toContain('50 CLUB')
  expect(reading.transactions).toHaveLength(1)
})

test('a fee inside of a call is paid by whoever sent that part', () => {
  const inside = (sender: string, fee: number, within: readonly object[] = []) => ({
    ...transaction(9, sender, { ...pay(OTHER, 0), fee }),
    'inner-txns': within,
  })
  const reading = read([
    // One pays for all of its parts in advance, or a contract pays for its own; an account that a contract may sign for pays too.
    transaction(1, OWN, { 'tx-type': 'appl', fee: 3000, 'inner-txns': [inside(APP, 0), inside(APP, 1000)] }),
    transaction(2, OTHER, {
      'tx-type': 'appl',
      fee: 1000,
      'inner-txns': [inside(APP, 0, [inside(OWN, 2000)])],
    }),
  ])
  expect(lines(reading)).toEqual(['outgoing/fee 0.003 ALGO ->', 'outgoing/fee 0.002 ALGO ->'])
})
