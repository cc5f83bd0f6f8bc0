import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { outputConnectors } from './output-connectors.ts'

/** Addresses of Bitcoin, and the scripts that pay to them. */
const OWN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const SCRIPTS: Readonly<Record<string, string>> = {
  own: '0014751e76e8199196d454941c45d1b3a323f1433bd6',
  other: '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac',
  third: 'a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87',
  note: '6a0568656c6c6f',
}
const OTHER = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

const hash = (n: number) => n.toString(16).padStart(64, '0')

type Side = readonly [to: string, value: string]

/** A transaction as a node states it, its numbers as text that is put in bare. */
function transaction(
  n: number,
  inputs: readonly (readonly [of: number, at: number])[] | 'coinbase',
  vout: readonly Side[],
  more = '',
) {
  const vin =
    inputs === 'coinbase'
      ? ['{"coinbase":"03a1","sequence":4294967295}']
      : inputs.map(
          ([of, at]) => `{"txid":"${hash(of)}","vout":${at},"scriptSig":{"asm":"","hex":""},"sequence":1}`,
        )
  const outputs = vout.map(
    ([to, value], at) =>
      `{"value":${value},"n":${at},"scriptPubKey":{"asm":"","hex":"${SCRIPTS[to]}","type":"x"}${more}}`,
  )
  const result = `{"txid":"${hash(n)}","hash":"${hash(n + 900)}","vin":[${vin.join(',')}],"vout":[${outputs.join(',')}],"blocktime":${1_690_000_000 + n * 600},"time":1}`
  return { n, text: `{"jsonrpc":"2.0","id":7,"result":${result}}` }
}

type Made = ReturnType<typeof transaction>

function read(listed: readonly Made[], spent: readonly Made[] = [], slug = 'bitcoin') {
  const connector = outputConnectors.find((one) => one.slug === slug)
  if (connector === undefined) throw new Error(`no connector of ${slug}`)
  const rows = listed.map(
    ({ n, text }) => `{"tx_hash":"${hash(n)}","height":${800_000 + n},"answer":${text}}`,
  )
  const page = { stream: 'transactions:electrum', place: '0/0@1+', text: `[${rows.join(',')}]`, fetchedAt: 1 }
  const part = {
    stream: 'part:electrum',
    place: `0/0@1+${hash(1)}+0`,
    text: `[${spent.map(({ text }) => text).join(',')}]`,
    fetchedAt: 1,
  }
  return connector.read([page, part], { chain: slug, address: OWN, isExtendedKey: false })
}

test('change is no income, and nobody needs to know what was spent to pay the address', () => {
  const reading = read([
    transaction(4, [[2, 1]], [['own', '0.99997410']]),
    transaction(3, 'coinbase', [['own', '3.125']]),
    transaction(
      2,
      [[1, 0]],
      [
        ['other', '0.5'],
        ['own', '0.9999859'],
      ],
    ),
    transaction(
      1,
      [
        [90, 5],
        [91, 0],
      ],
      [
        ['own', '1.5'],
        ['note', '0.00000000'],
      ],
    ),
  ])
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 1.5 BTC',
    'outgoing/sent 0.5 BTC -> fee 0.0000141 BTC',
    'incoming/mined -> 3.125 BTC',
    'outgoing/fee 0.0000118 BTC ->',
  ])
  expect(reading.transactions[1]).toMatchObject({
    at: 1_690_001_200_000,
    txHash: hash(2),
    records: [{ kind: 'utxo-tx', nativeId: hash(2), origin: { kind: 'page', page: '0/0@1+' } }],
  })
  expect(reading.counterparties).toMatchObject([{ address: OTHER }])
})

test('amounts are exact, however a server prints a number', () => {
  const received = (...values: readonly string[]) =>
    lines(read(values.map((value, n) => transaction(n + 1, [[90, 0]], [['own', value]]))))
  expect(received('0.30000000000000004', '1e-08', '20999999.9769', '2.1e7')).toEqual([
    'incoming/received -> 0.3 BTC',
    'incoming/received -> 0.00000001 BTC',
    'incoming/received -> 20999999.9769 BTC',
    'incoming/received -> 21000000 BTC',
  ])
  // Sums are of units: 0.1 and 0.2 are 0.3.
  expect(
    lines(
      read([
        transaction(
          1,
          [[90, 0]],
          [
            ['own', '0.1'],
            ['own', '0.2'],
          ],
        ),
      ]),
    ),
  ).toEqual(['incoming/received -> 0.3 BTC'])
  const many = Array.from({ length: 300 }, (_, n) => transaction(n + 1, [[9_000, 0]], [['own', '0.1']]))
  const spending = transaction(
    500,
    many.map(({ n }) => [n, 0] as const),
    [['other', '29.9999']],
  )
  expect(lines(read([spending, ...many])).at(-1)).toBe('outgoing/sent 29.9999 BTC -> fee 0.0001 BTC')
})

test('units that a node states beside the coins count', () => {
  const more = ',"valueSat":123456789012345678'
  const reading = read([transaction(1, [[90, 0]], [['own', '1234567890.1234567']], more)])
  expect(lines(reading)).toEqual(['incoming/received -> 1234567890.12345678 BTC'])
})

test('an amount too large for the number that it came as is an error of its transaction alone', () => {
  const reading = read([
    transaction(
      2,
      [[90, 0]],
      [
        ['own', '123456789012.12346'],
        ['other', '1'],
      ],
    ),
    // What others got does not matter.
    transaction(
      1,
      [[90, 0]],
      [
        ['own', '1'],
        ['other', '123456789012.12346'],
      ],
    ),
  ])
  expect(lines(reading)).toEqual(['incoming/received -> 1 BTC'])
  expect(reading.errors).toMatchObject([{ code: 'not_an_amount', origin: { remoteId: hash(2) } }])
})

test('of a transaction that others paid into, their outputs come as a part; without it its fee is no amount', () => {
  const shared = transaction(
    2,
    [
      [1, 0],
      [80, 1],
    ],
    [['third', '1.09']],
  )
  const mine = transaction(1, [[90, 0]], [['own', '0.6']])
  const theirs = transaction(
    80,
    [[70, 0]],
    [
      ['third', '7'],
      ['other', '0.5'],
    ],
  )
  expect(lines(read([shared, mine], [theirs]))).toEqual([
    'incoming/received -> 0.6 BTC',
    'outgoing/sent 0.59454545 BTC -> fee 0.00545455 BTC (shared_transaction)',
  ])
  const without = read([shared, mine])
  expect(lines(without)).toEqual(['incoming/received -> 0.6 BTC'])
  expect(without.errors).toMatchObject([{ code: 'not_an_amount', origin: { remoteId: hash(2) } }])
})

test('what is held is what the server states, and a page that is none is said', () => {
  const bitcoin = outputConnectors.find(({ slug }) => slug === 'bitcoin')
  const facts = '{"jsonrpc":"2.0","id":3,"result":{"confirmed":1897000,"unconfirmed":-5}}'
  const reading = bitcoin?.read(
    [
      { stream: 'address:electrum', place: '0/0@1', text: facts, fetchedAt: 7 },
      { stream: 'transactions:electrum', place: '0/0@1+', text: '{"result":[]}', fetchedAt: 8 },
    ],
    { chain: 'bitcoin', address: OWN, isExtendedKey: false },
  )
  expect(reading?.balances).toEqual([{ asset: 'BTC', part: '', at: 7, quantity: '0.01897' }])
  expect(reading?.errors).toMatchObject([{ code: 'unreadable_page', origin: { page: '0/0@1+' } }])
})

test('a person finds the entry of a transaction on its page', () => {
  const bitcoin = outputConnectors.find(({ slug }) => slug === 'bitcoin')
  const { text } = transaction(1, [[90, 0]], [['own', '1.5']])
  const page = {
    stream: 'transactions:electrum',
    place: '0/0@1+',
    text: `[{"tx_hash":"${hash(1)}","height":1,"answer":${text}}]`,
    fetchedAt: 1,
  }
  expect(bitcoin?.entry(page, hash(1))).toContainEqual({ column: 'txid', value: hash(1) })
})
