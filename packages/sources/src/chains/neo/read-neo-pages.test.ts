import { expect, test } from 'vitest'
import { ProviderFailed, type Visit, type AddressAccess } from '../../connecting/connector.ts'
import { lines } from '../../files/testing/read-text.ts'
import { neoConnector } from './neo-connector.ts'

const OWN = 'NUVaphUShQPD82yoXcbvFkedjHX6rUF7QQ'
const OTHER = 'NZwvGPNXprXj2KnKEFbpz3aG87bGECZThL'
const NEO = '0xef4073a0f2b305a38ec4050e4d3d28bc40ea63f5'
const GAS = '0xd2a4cff31913016155e38e474a2c06d08be276cf'
const FLM = '0xf0151f528127558851b39c2cd8aa47da7418ab28'
const ACCESS: AddressAccess = { chain: 'neo', address: OWN, isExtendedKey: false }
const AT = 1_700_000_000_000

/** A row of `getnep17transfers`. */
const transfer = (n: number, assethash: string, amount: string, other: string | null, index = 0) => ({
  timestamp: AT + n * 15_000,
  assethash,
  transferaddress: other,
  amount,
  blockindex: 4_000_000 + n,
  transfernotifyindex: index,
  txhash: `0x${n}`,
})
const page = (stream: string, place: string, result: unknown) => ({
  stream,
  place: `${stream}:${place}`,
  fetchedAt: AT,
  text: JSON.stringify({ result }),
})
const transaction = (n: number, sender: string) =>
  page('transaction', `0x${n}`, {
    hash: `0x${n}`,
    sender,
    sysfee: '997775',
    netfee: '122252',
    blocktime: AT + n * 15_000,
  })

test('coins, gas that holding them earned, a swap for a token, and who paid the fee', () => {
  const reading = neoConnector.read(
    [
      page('transfers', '0-1', {
        sent: [transfer(2, NEO, '3', OTHER), transfer(3, GAS, '150000000', OTHER)],
        received: [
          transfer(1, NEO, '10', OTHER),
          transfer(2, GAS, '25000000', null, 1),
          transfer(3, FLM, '500000000', OTHER, 1),
        ],
      }),
      transaction(1, OTHER),
      transaction(2, OWN),
      transaction(3, OWN),
      {
        stream: 'token',
        place: `token:${FLM}`,
        fetchedAt: AT,
        text: JSON.stringify({
          contract: FLM,
          symbol: { result: { stack: [{ type: 'ByteString', value: 'RkxN' }] } },
          decimals: { result: { stack: [{ type: 'Integer', value: '8' }] } },
        }),
      },
      page('balances', 'balances', {
        balance: [
          { assethash: NEO, amount: '7', decimals: '0' },
          { assethash: FLM, amount: '500000000', decimals: '8' },
        ],
      }),
    ],
    ACCESS,
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 10 NEO',
    'incoming/staking_reward -> 0.25 GAS',
    'outgoing/sent 3 NEO -> fee 0.01120027 GAS',
    'trade 1.5 GAS -> 5 FLM fee 0.01120027 GAS',
  ])
  expect(reading.balances.map(({ asset, quantity }) => `${quantity} ${asset}`)).toEqual([
    '7 NEO',
    '0 GAS',
    '5 FLM',
  ])
})

test('a token whose decimals are not known is told, not guessed', () => {
  const { errors, transactions } = neoConnector.read(
    [page('transfers', '0-1', { sent: [], received: [transfer(1, FLM, '5', OTHER)] })],
    ACCESS,
  )
  expect(transactions).toEqual([])
  expect(errors).toMatchObject([{ code: 'not_an_amount' }])
})

test('a legacy address is told that nobody lists it', async () => {
  const visit = {
    access: { ...ACCESS, address: 'AVkqyHSSjy5wtedYaJ7RcNGfPboVR6hAfm' },
  } as Visit<AddressAccess>
  await expect(neoConnector.fetch(visit, null)[Symbol.asyncIterator]().next()).rejects.toThrow(ProviderFailed)
})
