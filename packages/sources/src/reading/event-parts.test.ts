import { expect, test } from 'vitest'
import { furtherFee, loneLeg, paidFor, rebateOf, worthInExchange } from './event-parts.ts'

test('a further fee says what it was paid for, and nothing else does', () => {
  for (const n of [0, 1, 12]) {
    expect(paidFor(furtherFee(n, null))).toBe(null)
    // Providers choose the names of their rows, so any text must do.
    for (const of of ['L2', 'fee', 'fee of L2', 'a\nb', 'x#y']) expect(paidFor(furtherFee(n, of))).toBe(of)
  }
  // The second of one name in a file (`distinctParts`) was paid for the second of the other.
  expect(paidFor('fee#2')).toBe('#2')
  expect(paidFor('fee of L2#2')).toBe('L2#2')
  for (const part of [null, '', 'L2', 'fees', 'feed', loneLeg('fee'), rebateOf(null), rebateOf('fee'), '#2'])
    expect([part, paidFor(part)]).toEqual([part, undefined])
})

test('a fee in the coin of a side is worth its share of the other, where that is money', () => {
  const leg = (text: string) => {
    const [amount = '', asset = ''] = text.split(' ')
    return { asset, amount }
  }
  const worth = (fee: string, from: string, to: string) =>
    worthInExchange(leg(fee), { from: leg(from), to: leg(to) })
  expect(worth('0.01 BTC', '3 BTC', '100 EUR')).toEqual({ amount: '0.333333333333', currency: 'EUR' })
  expect(worth('0.01 BTC', '100 USD', '4 BTC')).toEqual({ amount: '0.25', currency: 'USD' })
  expect(worth('0.01 BNB', '100 USD', '4 BTC')).toBe(null)
  expect(worth('1 USD', '100 USD', '4 BTC')).toBe(null)
  expect(worth('0.01 BTC', '1 ETH', '4 BTC')).toBe(null)
  expect(worth('0.01 BTC', '0 BTC', '4 USD')).toBe(null)
  expect(worthInExchange(leg('1 BTC'), { from: leg('1 BTC'), to: null })).toBe(null)
})
