import { describe, expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

const header = (fee: string) =>
  `oc_transaction_hash,ln_payment_hash,label,confirmations,amount_chain_bc,amount_lightning_bc,fiat_value,${fee},fiat_fee,timestamp`
const read = (fee: string, ...rows: string[]) =>
  readKnown([header(fee), ...rows].join('\n') + '\n', { timeZone: 'UTC' }, 'electrum-history.csv')
const AT = '2024-05-01 10:00:00'

describe('amounts on the chain and on Lightning', () => {
  test.each([
    [`ab,,,9,-0.0203,0.,,300,,${AT}`, ['outgoing/sent 0.020297 BTC -> fee 0.000003 BTC']],
    [`ab,,,9,0.5,0.,,300,,${AT}`, ['incoming/received -> 0.5 BTC']],
    [`,c1,,,0.,-0.00011,,,,${AT}`, ['outgoing/sent 0.00011 BTC ->']],
    [`,c1,,,0.,0.00011,,,,${AT}`, ['incoming/received -> 0.00011 BTC']],
    // A channel that was opened, and one that was closed: what is missing was the fee.
    [`ab,,,9,-0.0500041,0.05,,410,,${AT}`, ['outgoing/fee 0.0000041 BTC ->']],
    [`ab,,,9,0.0499959,-0.05,,410,,${AT}`, ['outgoing/fee 0.0000041 BTC ->']],
    // Sent to an address of the wallet itself.
    [`ab,,,9,-0.000003,0.,,300,,${AT}`, ['outgoing/fee 0.000003 BTC ->']],
    ['ab,,,0,0.5,0.,,,,', []],
  ])('%s', (row, expected) => {
    expect(lines(read('network_fee_satoshi', row))).toEqual(expected)
  })
})

test('a group of transactions has dashes for a hash', () => {
  const [one] = read('network_fee_satoshi', `----,,,9,0.5,0.,,,,${AT}`).transactions
  expect(one?.txHash ?? '').toBe('')
})

test('the fee of later versions is in bitcoin', () => {
  expect(lines(read('network_fee_bc', `ab,,,9,-0.0203,0.,,0.000003,,${AT}`))).toEqual([
    'outgoing/sent 0.020297 BTC -> fee 0.000003 BTC',
  ])
})

test('the first versions state a fee below zero and a balance', () => {
  const text = `transaction_hash,label,confirmations,value,fee,balance,timestamp\nab,,9,-0.0203,-0.0003,1.5,2014-01-02 03:04\n`
  expect(lines(readKnown(text, { timeZone: 'UTC' }))).toEqual(['outgoing/sent 0.02 BTC -> fee 0.0003 BTC'])
})
