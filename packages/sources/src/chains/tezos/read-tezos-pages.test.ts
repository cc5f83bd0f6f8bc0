import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { tezosConnector } from './tezos-connector.ts'

const OWN = 'tz1W7VMnMMEWt4m3nScLQw6wLeyjXkiJSVKw'
const OTHER = 'tz1eHA7DyZe2qVghNuwbPVekyXYQv35KLtLd'
const KT = 'KT1K9gCRgaLRFKTErYt1wVxA3Frb9FjasjTV'
const ACCESS = { chain: 'tezos', address: OWN, isExtendedKey: false }

/** An operation as TzKT lists it. */
const operation = (
  id: number,
  hash: string,
  from: string,
  to: string,
  amount: number,
  more: object = {},
) => ({
  type: 'transaction',
  id,
  level: 5_000_000,
  timestamp: '2024-01-28T14:07:11Z',
  hash,
  sender: { address: from },
  target: { address: to },
  amount,
  bakerFee: 400,
  storageFee: 0,
  allocationFee: 0,
  status: 'applied',
  ...more,
})
const transfer = (
  id: number,
  from: string | null,
  to: string,
  amount: string,
  token: object,
  transactionId?: number,
) => ({
  id,
  level: 5_000_000,
  timestamp: '2024-01-28T14:07:11Z',
  ...(from !== null && { from: { address: from } }),
  to: { address: to },
  amount,
  token: { contract: { address: KT }, tokenId: '0', standard: 'fa1.2', ...token },
  ...(transactionId !== undefined && { transactionId }),
})
const KUSD = { metadata: { symbol: 'kUSD', name: 'Kolibri', decimals: '18' } }
const page = (stream: string, rows: unknown, place = `${stream}:+`) => ({
  stream,
  place,
  text: JSON.stringify(rows),
  fetchedAt: 6,
})

test('operations of one hash are one event, with what contracts paid and tokens that they moved', () => {
  const reading = tezosConnector.read(
    [
      page('operations', [
        operation(1, 'o1', OTHER, OWN, 50_000_000),
        operation(2, 'o2', OWN, OTHER, 1_000_000, { allocationFee: 64_250 }),
        operation(3, 'o3', OWN, KT, 5_000_000),
        operation(4, 'o3', KT, OTHER, 4_000_000, {
          initiator: { address: OWN },
          bakerFee: 0,
          storageFee: 250,
        }),
        operation(5, 'o4', OWN, KT, 9_000_000, { status: 'backtracked' }),
        operation(6, 'o5', OWN, '', 0, { type: 'delegation', bakerFee: 300 }),
        operation(7, 'o6', OWN, '', 0, { type: 'staking', action: 'stake', amount: 20_000_000 }),
      ]),
      page('tokens', [transfer(10, KT, OWN, '2500000000000000000', KUSD, 44)]),
      page('tokens-detail', [{ id: 44, hash: 'o3' }], 'tokens-detail:44'),
    ],
    ACCESS,
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 50 XTZ',
    'outgoing/sent 1 XTZ -> fee 0.06465 XTZ',
    'trade 5 XTZ -> 2.5 kUSD fee 0.00065 XTZ',
    'outgoing/fee 0.0004 XTZ -> (failed)',
    'outgoing/fee 0.0003 XTZ ->',
    'outgoing/fee 0.0004 XTZ ->',
  ])
  expect(reading.transactions[2]).toMatchObject({
    txHash: 'o3',
    tokens: { kUSD: { chain: 'tezos', contract: KT } },
  })
})

test('a work of art has no decimals; a token that states none is said; the balance is stated', () => {
  const art = { standard: 'fa2', tokenId: '7', metadata: { name: 'Sunset', artifactUri: 'ipfs://x' } }
  const reading = tezosConnector.read(
    [
      page('tokens', [
        transfer(1, null, OWN, '1', art),
        transfer(2, OTHER, OWN, '1', { standard: 'fa2', tokenId: '8' }, 45),
      ]),
      page('account', { type: 'user', balance: 1_234_567 }),
      page('operations', { code: 400 }, 'operations:x'),
    ],
    ACCESS,
  )
  expect(lines(reading)).toEqual(['incoming/received -> 1 Sunset'])
  expect(reading.transactions[0]).toMatchObject({ txHash: null, tokens: { Sunset: { contract: `${KT}-7` } } })
  expect(reading.errors).toMatchObject([{ code: 'unreadable_page' }, { code: 'not_an_amount' }])
  expect(reading.balances).toEqual([{ asset: 'XTZ', part: '', at: 6, quantity: '1.234567' }])
})
