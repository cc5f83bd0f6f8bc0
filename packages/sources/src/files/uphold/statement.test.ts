import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const row = (type: string, origin: string, destination: string) => {
  const [gave = '', from = ''] = origin.split(' ')
  const [got = '', to = ''] = destination.split(' ')
  return {
    ...{ date: '2018-03-04T05:06:07.000Z', id: 'u1', type, value_in_USD: '90', commission_in_USD: '1' },
    ...{ origin_amount: gave, origin_currency: from, destination_amount: got, destination_currency: to },
  }
}

test.each([
  [row('transfer', '100 USD', '0.01 BTC'), ['buy 100 USD -> 0.01 BTC']],
  [row('transfer', '0.01 BTC', '0.01 BTC'), ['skip internal_transfer 1']],
  [row('in', '0.01 BTC', '0.0099 BTC'), ['incoming/received -> 0.01 BTC fee 0.0001 BTC']],
  [row('deposit', '0.01 BTC', '0.01 BTC'), ['incoming/received -> 0.01 BTC']],
  [row('out', '0.01 BTC', '0.0098 BTC'), ['outgoing/sent 0.0098 BTC -> fee 0.0002 BTC']],
  [row('withdrawal', '100 USD', '0.01 BTC'), ['buy 100 USD -> 0.01 BTC', 'outgoing/sent 0.01 BTC ->']],
  [row('in', '0.01 BTC', ''), ['error missing_amount 1']],
])('%o', (one, expected) => {
  expect(linesOf('uphold-statement', [one])).toEqual(expected)
})
