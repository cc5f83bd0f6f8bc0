import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { outputConnectors } from './output-connectors.ts'

const OWN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const SECOND = 'bc1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl'
const THIRD = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const ACCESS = { chain: 'bitcoin', address: OWN, isExtendedKey: false }

interface Side {
  readonly [address: string]: string
}

/** A transaction as https://github.com/Blockstream/esplora/blob/master/API.md shows it, its numbers as text that is put in bare. */
function transaction(n: number, vin: Side | 'coinbase', vout: Side, fee = '0', confirmed = true) {
  const output = ([address, value]: [string, string]) =>
    `{"scriptpubkey":"0014","scriptpubkey_address":"${address}","value":${value}}`
  const inputs =
    vin === 'coinbase'
      ? ['{"prevout":null,"is_coinbase":true}']
      : Object.entries(vin).map((side) => `{"vout":0,"prevout":${output(side)},"is_coinbase":false}`)
  const outputs = Object.entries(vout).map(output)
  const status = confirmed
    ? `{"confirmed":true,"block_height":${800_000 + n},"block_time":${1_690_000_000 + n * 600}}`
    : '{"confirmed":false}'
  return `{"txid":"${String(n).repeat(64)}","vin":[${inputs.join(',')}],"vout":[${outputs.join(',')},{"scriptpubkey":"6a00","value":0}],"fee":${fee},"status":${status}}`
}

function connectorOf(slug: string) {
  const found = outputConnectors.find((connector) => connector.slug === slug)
  if (found === undefined) throw new Error(`no connector of ${slug}`)
  return found
}

const read = (...transactions: readonly string[]) =>
  connectorOf('bitcoin').read(
    [{ stream: 'transactions', place: '0/0@1+', text: `[${transactions.join(',')}]`, fetchedAt: 1 }],
    ACCESS,
  )

test('E15 change is no income, a move to oneself costs its fee, and coins of the chain are mined', () => {
  const reading = read(
    transaction(1, { [OTHER]: '150001000' }, { [OWN]: '150000000' }, '1000'),
    transaction(2, { [OWN]: '150000000' }, { [OTHER]: '50000000', [OWN]: '99998590' }, '1410'),
    transaction(3, { [OWN]: '99998590' }, { [OWN]: '99998000' }, '590'),
    transaction(4, 'coinbase', { [OWN]: '312500000' }),
    transaction(5, { [OWN]: '1', [OTHER]: '3' }, { [OTHER]: '2' }, '2'),
    transaction(6, { [OWN]: '5', [OTHER]: '30' }, { [OWN]: '15', [OTHER]: '18' }, '2'),
    transaction(7, { [OTHER]: '30' }, { [OWN]: '20' }, '10', false),
  )
  expect(reading.errors).toEqual([])
  expect(lines(reading)).toEqual([
    'incoming/received -> 1.5 BTC',
    'outgoing/sent 0.5 BTC -> fee 0.0000141 BTC',
    'outgoing/fee 0.0000059 BTC ->',
    'incoming/mined -> 3.125 BTC',
    'outgoing/fee 0.00000001 BTC -> (shared_transaction)',
    'incoming/received -> 0.00000011 BTC fee 0.00000001 BTC (shared_transaction)',
  ])
  expect(reading.transactions[0]).toMatchObject({
    at: 1_690_000_600_000,
    txHash: '1'.repeat(64),
    records: [{ kind: 'utxo-tx', nativeId: '1'.repeat(64), origin: { kind: 'page', page: '0/0@1+' } }],
  })
})

test('of a transaction that two addresses of one person paid into, each bears its share of the fee, which is counted once', () => {
  const seenBy = (address: string, vout: Side) =>
    lines(
      connectorOf('bitcoin').read(
        [
          {
            stream: 'transactions',
            place: '0/0@1+',
            text: `[${transaction(1, { [OWN]: '60000000', [SECOND]: '50000000' }, vout, '1000000')}]`,
            fetchedAt: 1,
          },
        ],
        { ...ACCESS, address },
      ),
    )
  const paid = { [OTHER]: '109000000' }
  expect(seenBy(OWN, paid)).toEqual([
    'outgoing/sent 0.59454545 BTC -> fee 0.00545455 BTC (shared_transaction)',
  ])
  expect(seenBy(SECOND, paid)).toEqual([
    'outgoing/sent 0.49545455 BTC -> fee 0.00454545 BTC (shared_transaction)',
  ])
  expect(seenBy(OTHER, paid)).toEqual(['incoming/received -> 1.09 BTC'])
  const gathered = { [OWN]: '109000000' }
  expect(seenBy(OWN, gathered)).toEqual([
    'incoming/received -> 0.49545455 BTC fee 0.00545455 BTC (shared_transaction)',
  ])
  expect(seenBy(SECOND, gathered)).toEqual([
    'outgoing/sent 0.49545455 BTC -> fee 0.00454545 BTC (shared_transaction)',
  ])
})

test('what went to several recipients is a transaction each: change may have gone to another address of the same person', () => {
  const vin = { [OWN]: '100000000' }
  const vout = { [OTHER]: '30000000', [SECOND]: '69000000' }
  const seenBy = (address: string, paying: Side, paid: Side, fee = '1000000') => {
    const text = `[${transaction(1, paying, paid, fee)}]`
    const page = { stream: 'transactions', place: '0/0@1+', text, fetchedAt: 1 }
    return connectorOf('bitcoin').read([page], { ...ACCESS, address })
  }
  const reading = seenBy(OWN, vin, vout)
  expect(lines(reading)).toEqual(['outgoing/sent 0.3 BTC -> fee 0.01 BTC', 'outgoing/sent 0.69 BTC ->'])
  expect(reading.transactions.map(({ part, group }) => [part, group])).toEqual([
    [null, '1'.repeat(64)],
    ['recipient 1', '1'.repeat(64)],
  ])
  expect(lines(seenBy(SECOND, vin, vout))).toEqual(['incoming/received -> 0.69 BTC'])
  // Of two payers the first one pays the first recipients.
  const both = { [OWN]: '60000000', [THIRD]: '50000000' }
  const shared = { [OTHER]: '30000000', [SECOND]: '79000000' }
  expect(lines(seenBy(OWN, both, shared))).toEqual([
    'outgoing/sent 0.3 BTC -> fee 0.00545455 BTC (shared_transaction)',
    'outgoing/sent 0.29454545 BTC -> (shared_transaction)',
  ])
  expect(lines(seenBy(THIRD, both, shared))).toEqual([
    'outgoing/sent 0.49545455 BTC -> fee 0.00454545 BTC (shared_transaction)',
  ])
})

test('an amount keeps every digit, and one that is none is an error of its transaction alone', () => {
  const reading = read(
    transaction(1, { [OTHER]: '9007199254740993' }, { [OWN]: '9007199254740993' }),
    transaction(2, { [OTHER]: '5' }, { [OWN]: '1.5' }),
  )
  expect(lines(reading)).toEqual(['incoming/received -> 90071992.54740993 BTC'])
  expect(reading.errors).toMatchObject([{ code: 'not_an_amount', origin: { remoteId: '2'.repeat(64) } }])
})

test('E16 the balance is what the server states, and a page that is none is said', () => {
  const facts = `{"chain_stats":{"funded_txo_sum":349998590,"spent_txo_sum":249998590,"tx_count":3}}`
  const reading = connectorOf('bitcoin').read(
    [
      { stream: 'address', place: '0/0@1', text: facts.replace('3499', '3999'), fetchedAt: 5 },
      { stream: 'address', place: '0/0@2', text: facts, fetchedAt: 7 },
      { stream: 'transactions', place: '0/0@2+', text: '<html>', fetchedAt: 8 },
    ],
    ACCESS,
  )
  expect(reading.balances).toEqual([{ asset: 'BTC', part: '', at: 7, quantity: '1' }])
  expect(reading.errors).toMatchObject([{ code: 'unreadable_page', origin: { page: '0/0@2+' } }])
})
