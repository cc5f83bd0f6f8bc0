import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { stellarConnector } from './stellar-connector.ts'

const OWN = 'GALRQCGIUGTSF7CXHBJFCC2AS2FTRSKSKPSFICOTTLYHZ6EHVV4QFOD4'
const OTHER = 'GD7HFW277COHCGROUWTGSTMCL46OTPSCIPTGP6OO4SLOCUGBGG4HGCQV'
const ISSUER = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'
const ACCESS = { chain: 'stellar', address: OWN, isExtendedKey: false }
const XLM = { asset_type: 'native' }
const USDC = { asset_type: 'credit_alphanum4', asset_code: 'USDC', asset_issuer: ISSUER }

const numberOf = (n: number) => (BigInt(50_000_000 + n) << 32n) | (1n << 12n)
const time = (n: number) => `2024-01-28T14:${String(n).padStart(2, '0')}:11Z`
const sent = (n: number, from: string, successful = true) => ({
  hash: `h${n}`,
  paging_token: String(numberOf(n)),
  successful,
  created_at: time(n),
  fee_account: from,
  fee_charged: '100',
})
const effect = (n: number, type: string, fields: object, { operation = 1, order = 1 } = {}) => ({
  paging_token: `${numberOf(n) | BigInt(operation)}-${order}`,
  account: OWN,
  type,
  created_at: time(n),
  ...fields,
})
const trade = (sold: object, bought: object) => ({
  ...Object.fromEntries(Object.entries(sold).map(([field, value]) => [`sold_${field}`, value as string])),
  ...Object.fromEntries(Object.entries(bought).map(([field, value]) => [`bought_${field}`, value as string])),
})
const page = (stream: string, records: readonly object[]) => ({
  stream,
  place: `${stream}:+`,
  text: JSON.stringify({ _embedded: { records } }),
  fetchedAt: 4,
})
const read = (transactions: readonly object[], effects: readonly object[]) =>
  stellarConnector.read([page('transactions', transactions), page('effects', effects)], ACCESS)

const CREATED = effect(1, 'account_created', { starting_balance: '100.0000000' })

test('payments, a path that is one exchange, an offer that others took, and a failure', () => {
  const reading = read(
    [sent(1, OTHER), sent(2, OWN), sent(3, OWN), sent(5, OWN, false), sent(6, OTHER)],
    [
      CREATED,
      effect(2, 'account_debited', { ...XLM, amount: '10.5000000' }),
      // Who pays on a path is debited and credited, and each exchange on its way is stated as well.
      effect(3, 'account_credited', { ...USDC, amount: '2.0000000' }),
      effect(3, 'account_debited', { ...XLM, amount: '20.0000000' }, { order: 2 }),
      effect(3, 'trade', trade({ ...XLM, amount: '20.0000000' }, { ...USDC, amount: '2.0000000' }), {
        order: 3,
      }),
      effect(4, 'trade', trade({ ...USDC, amount: '1.0000000' }, { ...XLM, amount: '9.0000000' })),
      effect(6, 'trustline_created', USDC),
    ],
  )
  expect(reading.errors).toEqual([])
  expect(reading.notes).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 100 XLM',
    'outgoing/sent 10.5 XLM -> fee 0.00001 XLM',
    'trade 20 XLM -> 2 USDC fee 0.00001 XLM',
    'trade 1 USDC -> 9 XLM',
    'outgoing/fee 0.00001 XLM -> (failed)',
  ])
  expect(reading.transactions[2]).toMatchObject({
    txHash: 'h3',
    tokens: { USDC: { chain: 'stellar', contract: `USDC-${ISSUER}` } },
  })
  // Nobody said the hash of a transaction that was somebody else's.
  expect(reading.transactions[3]?.txHash).toBeNull()
})

test('a claimable balance leaves when it is made and comes when it is claimed, and is stated once', () => {
  const reading = read(
    [sent(1, OTHER), sent(2, OWN), sent(3, OWN)],
    [
      CREATED,
      effect(2, 'claimable_balance_created', { asset: 'native', amount: '5.0000000' }),
      effect(2, 'account_debited', { ...XLM, amount: '5.0000000' }, { order: 2 }),
      effect(3, 'claimable_balance_claimed', { asset: `USDC:${ISSUER}`, amount: '7.0000000' }),
      effect(3, 'account_credited', { ...USDC, amount: '7.0000000' }, { order: 2 }),
    ],
  )
  expect(lines(reading).slice(1)).toEqual([
    'outgoing/sent 5 XLM -> fee 0.00001 XLM',
    'incoming/received -> 7 USDC fee 0.00001 XLM',
  ])
})

test('coins of a pool go for its shares, and two tokens of one code are two assets', () => {
  const pool = { liquidity_pool: { id: 'abcdef0123456789' } }
  const reserves_deposited = [
    { asset: 'native', amount: '3.0000000' },
    { asset: `USDC:${ISSUER}`, amount: '1.0000000' },
  ]
  const reading = read(
    [sent(1, OTHER)],
    [
      CREATED,
      effect(2, 'liquidity_pool_deposited', { ...pool, reserves_deposited, shares_received: '1.5000000' }),
      effect(3, 'trade', trade({ ...USDC, amount: '1' }, { ...USDC, asset_issuer: OTHER, amount: '2' })),
    ],
  )
  expect(lines(reading).slice(1)).toEqual([
    'incoming/received -> 1.5 LP-abcdef01 (ungrouped)',
    'outgoing/sent 1 USDC -> (ungrouped)',
    'outgoing/sent 3 XLM -> (ungrouped)',
    'trade 1 USDC.USDC-GA5 -> 2 USDC.USDC-GD7',
  ])
})

test('tokens that moved are stated with their contract, and no others', () => {
  const balances = [
    { balance: '1.0000000', ...USDC },
    { balance: '3.0000000', ...USDC, asset_issuer: OTHER },
    { balance: '12.5000000', ...XLM },
  ]
  const reading = stellarConnector.read(
    [
      page('effects', [CREATED, effect(2, 'account_credited', { ...USDC, amount: '1.0000000' })]),
      { stream: 'account', place: 'account:+', text: JSON.stringify({ balances }), fetchedAt: 7 },
    ],
    ACCESS,
  )
  const token = { chain: 'stellar', contract: `USDC-${ISSUER}` }
  expect(reading.balances).toEqual([
    { asset: 'XLM', part: '', at: 7, quantity: '12.5' },
    { asset: 'USDC', token, part: '', at: 7, quantity: '1' },
  ])
})

test('a history whose beginning the server forgot is said, and so is what cannot be read', () => {
  const reading = stellarConnector.read(
    [
      page('effects', [effect(2, 'account_credited', { ...XLM, amount: '1,5' })]),
      { stream: 'transactions', place: 'transactions:x', text: '{"status":500}', fetchedAt: 1 },
      {
        stream: 'account',
        place: 'account:+',
        text: '{"balances":[{"balance":"1.0","asset_type":"credit_alphanum4"},{"balance":"12.5000000","asset_type":"native"}]}',
        fetchedAt: 7,
      },
    ],
    ACCESS,
  )
  expect(reading.notes).toMatchObject([{ code: 'history_incomplete' }])
  expect(reading.errors).toMatchObject([{ code: 'unreadable_page' }, { code: 'not_an_amount' }])
  expect(reading.balances).toEqual([{ asset: 'XLM', part: '', at: 7, quantity: '12.5' }])
})

test('a fee bump is paid by whoever it names, not by whose transaction it is', () => {
  const bumped = (n: number, payer: string, source: string) => ({
    ...sent(n, payer),
    ...{
      source_account: source,
      fee_charged: '700',
      max_fee: '1000',
      fee_bump_transaction: { hash: `h${n}` },
    },
    inner_transaction: { hash: `i${n}`, max_fee: '100' },
  })
  const paid = (n: number) => effect(n, 'account_debited', { ...XLM, amount: '1.0000000' })
  const reading = read([sent(1, OTHER), bumped(2, OTHER, OWN), bumped(3, OWN, OTHER)], [CREATED, paid(2)])
  expect(lines(reading)).toEqual([
    'incoming/received -> 100 XLM',
    'outgoing/sent 1 XLM ->',
    'outgoing/fee 0.00007 XLM ->',
  ])
})

test('shares of a pool that an issuer took leave; what they stood for comes when it is claimed', () => {
  const reading = read(
    [sent(1, OTHER), sent(2, OTHER), sent(3, OWN)],
    [
      CREATED,
      effect(2, 'liquidity_pool_revoked', {
        liquidity_pool: { id: 'a1b2c3d4e5f6' },
        reserves_revoked: [{ asset: 'native', amount: '5.0000000', claimable_balance_id: 'c1' }],
        shares_revoked: '2.5000000',
      }),
      effect(3, 'claimable_balance_claimed', { asset: 'native', amount: '5.0000000', balance_id: 'c1' }),
      effect(3, 'account_credited', { ...XLM, amount: '5.0000000' }, { order: 2 }),
    ],
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 100 XLM',
    'outgoing/sent 2.5 LP-a1b2c3d4 ->',
    'incoming/received -> 5 XLM fee 0.00001 XLM',
  ])
})
