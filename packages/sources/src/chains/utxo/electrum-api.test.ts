import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import type { Ask } from '../../connecting/ask.ts'
import type { AddressAsked } from './address-api.ts'
import { electrumApi } from './electrum-api.ts'
import { OUTPUT_CHAINS } from './output-chains.ts'
import { outputConnectors } from './output-connectors.ts'
import { scriptOf } from './output-scripts.ts'

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

test('on Zcash units stand beside the coins, and coins that go where nobody sees them are sent', () => {
  const own = 't1VpYecBW4UudbGcy4ufh61eWxQCoFaUrPs'
  const { addresses } = OUTPUT_CHAINS.find(({ slug }) => slug === 'zcash') ?? {}
  const script = addresses && scriptOf(own, addresses)
  const paidTo = (n: number, vin: string, units: string) =>
    `{"tx_hash":"${hash(n)}","height":${n},"answer":{"id":1,"result":{"txid":"${hash(n)}","blocktime":${1_690_000_000 + n},"vin":[${vin}],"vout":[{"value":9.99,"valueZat":${units},"n":0,"scriptPubKey":{"hex":"${Buffer.from(script ?? []).toString('hex')}"}}]}}}`
  const text = `[${paidTo(2, `{"txid":"${hash(1)}","vout":0}`, '100000000')},${paidTo(1, '', '500000000')}]`
  const reading = outputConnectors
    .find(({ slug }) => slug === 'zcash')
    ?.read([{ stream: 'transactions:electrum', place: '0/0@1+', text, fetchedAt: 1 }], {
      chain: 'zcash',
      address: own,
      isExtendedKey: false,
    })
  expect(reading && lines(reading)).toEqual([
    'incoming/received -> 5 ZEC',
    'outgoing/sent 4 ZEC -> (shielded)',
  ])
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

/** A server with a history and transactions, and what it was asked for. */
function served(history: readonly (readonly [n: number, height: number])[], all: readonly Made[]) {
  const calls: string[] = []
  const ask: Ask = async (made) => {
    const { body = '' } = typeof made === 'function' ? await made() : made
    const { method, params } = JSON.parse(body) as { method: string; params: string[] }
    calls.push(method === 'blockchain.transaction.get' ? String(Number(`0x${params[0]}`)) : method)
    const rows = history.map(([n, height]) => `{"tx_hash":"${hash(n)}","height":${height}}`)
    const text =
      method === 'blockchain.transaction.get'
        ? (all.find(({ n }) => hash(n) === params[0])?.text ??
          '{"error":{"code":2,"message":"daemon error"}}')
        : method === 'blockchain.scripthash.get_history'
          ? `{"id":1,"result":[${rows.join(',')}]}`
          : '{"id":1,"result":{"confirmed":5,"unconfirmed":-3}}'
    return { status: 200, headers: {}, text }
  }
  const asked: AddressAsked = {
    visit: {
      access: { chain: 'bitcoin', address: OWN, isExtendedKey: false },
      ask: () => ask,
      now: () => 1,
    },
    provider: 'electrum-btc',
    address: OWN,
  }
  return { asked, calls }
}

const bitcoin = electrumApi({ key: 0x00, script: 0x05, segwit: 'bc' })
const START = { last: '', left: 0 }

test('what waits for a block is no history, and an address that has nothing else was never used', async () => {
  const paid = transaction(1, [[90, 0]], [['own', '1']])
  const some = served(
    [
      [1, 800_001],
      [2, 0],
      [3, -1],
    ],
    [paid],
  )
  expect(await bitcoin.facts(some.asked)).toMatchObject({ transactions: 1 })
  expect(await bitcoin.list(some.asked, START)).toMatchObject({ entries: 1, next: undefined, rest: [] })
  // The history is asked for once.
  expect(some.calls).toEqual(['blockchain.scripthash.get_history', 'blockchain.scripthash.get_balance', '1'])
  const none = served(
    [
      [2, 0],
      [3, -1],
    ],
    [],
  )
  expect(await bitcoin.facts(none.asked)).toMatchObject({ transactions: 0 })
  expect(none.calls).toEqual(['blockchain.scripthash.get_history'])
  expect(bitcoin.held({ result: [] })).toBe(0n)
})

test('the newest come first, ten to a page, and a page goes on behind the last one whatever came since', async () => {
  const all = Array.from({ length: 23 }, (_, n) => transaction(n + 1, [[90, 0]], [['own', '1']]))
  // Two stand in each block, in the order of the chain.
  const history = all.map(({ n }) => [n, 800_000 + (n >> 1)] as const)
  const before = served(history, all)
  const first = await bitcoin.list(before.asked, START)
  expect(before.calls.slice(1)).toEqual(['23', '22', '21', '20', '19', '18', '17', '16', '15', '14'])
  expect(first).toMatchObject({ entries: 10, next: { left: 13 }, oldest: (1_690_000_000 + 14 * 600) * 1000 })
  const late = transaction(99, [[90, 0]], [['own', '1']])
  const after = served([...history, [99, 900_000]], [...all, late])
  const second = await bitcoin.list(after.asked, first.next ?? START)
  expect(after.calls.slice(1, 3)).toEqual(['13', '12'])
  const third = await bitcoin.list(after.asked, second.next ?? START)
  expect(third).toMatchObject({ entries: 3, next: undefined })
  // The chain took the last one back: all of its block come, and what is below.
  const back = served(
    history.filter(([n]) => n !== 14),
    all,
  )
  await bitcoin.list(back.asked, first.next ?? START)
  expect(back.calls.slice(1, 3)).toEqual(['15', '13'])
})

test('what others paid in comes in parts of twenty, and only where the address pays too', async () => {
  const theirs = Array.from({ length: 45 }, (_, n) => transaction(1_000 + n, 'coinbase', [['other', '1']]))
  const mine = transaction(1, [[1_000, 0]], [['own', '1']])
  const spent = theirs.map(({ n }) => [n, 0] as const)
  // One output twice, and two of one transaction, are asked for once.
  const joint = transaction(2, [[1, 0], ...spent, [1_000, 1]], [['third', '45']])
  const paid = transaction(3, spent, [['own', '44']])
  const { asked, calls } = served(
    [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
    [mine, joint, paid, ...theirs],
  )
  const page = await bitcoin.list(asked, START)
  expect(page.rest).toEqual([`${hash(2)}+0`])
  calls.length = 0
  const parts: string[] = []
  for (let rest = page.rest ?? []; rest[0] !== undefined;) {
    const answer = await bitcoin.rest?.(asked, rest[0])
    parts.push(answer?.text ?? '')
    rest = answer?.rest ?? []
  }
  expect(parts.map((text) => (JSON.parse(text) as unknown[]).length)).toEqual([20, 20, 5])
  expect(calls.filter((one) => one !== '2')).toEqual(theirs.map(({ n }) => String(n)))
})

test.each([
  ['{"error":{"code":1,"message":"history too large"}}', /so many transactions/],
  ['{"error":{"code":-32600,"message":"response too large (over 1,000,000 bytes"}}', /so many transactions/],
  ['{"error":"Too many history entries"}', /so many transactions/],
  ['{"error":{"code":1,"message":"odd"}}', /refused: .*odd/],
  ['{"id":1}', /without a history/],
  ['{"id":1,"result":[{"tx_hash":"00"}]}', /without a history/],
  ['[]', /no answer/],
])('a server that answers %s is told', async (text, message) => {
  const { asked } = served([], [])
  const visit = { ...asked.visit, ask: () => () => Promise.resolve({ status: 200, headers: {}, text }) }
  await expect(bitcoin.facts({ ...asked, visit })).rejects.toThrow(message)
})

test.each([
  ['{"id":1,"error":{"code":-102,"message":"server busy - request timed out"}}', true],
  ['{"error":{"code":-101,"message":"excessive resource usage"}}', true],
  ['{"error":{"code":1,"message":"history too large"}}', false],
  ['{"result":{"error":-102}}', false],
])('whether %s says that it is asked too often: %s', async (text, isBusy) => {
  const { asked } = served([], [])
  let said: boolean | undefined
  const ask: Ask = async (made) => {
    const answer = { status: 200, headers: {}, text }
    said = (typeof made === 'function' ? await made() : made).isBusy?.(answer)
    return answer
  }
  await bitcoin.facts({ ...asked, visit: { ...asked.visit, ask: () => ask } }).catch(() => undefined)
  expect(said).toBe(isBusy)
})
