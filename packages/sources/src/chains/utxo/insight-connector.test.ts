import { expect, test } from 'vitest'
import { lines } from '../../files/testing/read-text.ts'
import { insightConnectors } from './insight-connector.ts'

const OWN = 'DsdZtJNXaxYepe6QEjXwXSFpT9iQM3sQUq2'
const ACCESS = { chain: 'decred', address: OWN, isExtendedKey: false }
const decred = insightConnectors.find(({ slug }) => slug === 'decred')

type Side = Readonly<Record<string, string>>

/** A transaction as Insight shows it, with amounts as numbers in inputs and as text in outputs. */
const transaction = (n: number, vin: Side, vout: Side, fees: string, more = '') => {
  const inputs = Object.entries(vin).map(([addr, value]) =>
    // The reward of a vote comes from an input without an address.
    addr === 'nobody' ? `{"n":0,"value":${value}}` : `{"addr":"${addr}","value":${value}}`,
  )
  const outputs = Object.entries(vout).map(([address, value]) =>
    address === 'nobody'
      ? `{"value":"${value}","scriptPubKey":{"type":"nonstandard"}}`
      : `{"value":"${value}","scriptPubKey":{"addresses":["${address}"]}}`,
  )
  return `{"txid":"t${n}","blockheight":${800_000 + n},"time":${1_690_000_000 + n},"fees":${fees},"vin":[${inputs.join(',')}],"vout":[${outputs.join(',')}]${more}}`
}
const read = (...transactions: readonly string[]) =>
  decred?.read(
    [
      {
        stream: 'transactions',
        place: 'transactions:+',
        text: `{"pagesTotal":1,"txs":[${transactions.join(',')}]}`,
        fetchedAt: 1,
      },
      { stream: 'address', place: 'address:+', text: '{"balance":3.5,"balanceSat":350000000}', fetchedAt: 2 },
    ],
    ACCESS,
  )

test('coins that come and go, change, and what a stake earned', () => {
  const reading = read(
    transaction(4, { a: '1' }, { b: '1' }, '1e-5').replace('800004', '-1'),
    transaction(1, { a: '10.00001' }, { [OWN]: '10.00000000' }, '1e-5'),
    transaction(2, { [OWN]: '10' }, { b: '3.5', [OWN]: '6.49999000' }, '0.00001'),
    transaction(3, { nobody: '0.1', [OWN]: '6.49999' }, { nobody: '0', [OWN]: '6.59999' }, '0'),
    transaction(5, { [OWN]: '6.59999' }, { nobody: '0', [OWN]: '7.1' }, '-0.50001'),
  )
  expect(reading?.errors).toEqual([])
  expect(reading && lines(reading)).toEqual([
    'incoming/received -> 10 DCR',
    'outgoing/sent 3.5 DCR -> fee 0.00001 DCR',
    'incoming/staking_reward -> 0.1 DCR',
    'incoming/staking_reward -> 0.50001 DCR',
  ])
  expect(reading?.balances).toEqual([{ asset: 'DCR', part: '', at: 2, quantity: '3.5' }])
})

test('an amount of more decimals than the chain has is said', () => {
  expect(read(transaction(1, { a: '1' }, { [OWN]: '0.000000001' }, '0'))?.errors).toMatchObject([
    { code: 'not_an_amount' },
  ])
})
