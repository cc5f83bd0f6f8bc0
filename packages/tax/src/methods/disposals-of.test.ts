import { expect, test } from 'vitest'
import { calculate, calculateTable } from '../calculating/calculate.ts'
import type { InputTransaction } from '../schema/calculation-input.ts'
import { disposalsOf } from './disposals-of.ts'

const trade = (
  id: string,
  at: string,
  type: 'buy' | 'sell',
  coins: string,
  dollars: string,
): InputTransaction => ({
  id,
  at: `${at}T12:00:00Z`,
  type,
  account: 'kraken',
  ...(type === 'buy'
    ? { from_currency: 'USD', from_amount: dollars, to_currency: 'BTC', to_amount: coins }
    : { from_currency: 'BTC', from_amount: coins, to_currency: 'USD', to_amount: dollars }),
})

test('the rows of one sale are those that the whole result has of it', () => {
  const input = {
    settings: { method: 'hifo' as const },
    transactions: [
      trade('a', '2024-01-02', 'buy', '1', '20000'),
      trade('b', '2024-06-02', 'buy', '1', '30000'),
      trade('first', '2025-01-10', 'sell', '0.5', '40000'),
      trade('second', '2025-03-10', 'sell', '1.25', '110000'),
    ],
  }
  const table = calculateTable(input)
  const whole = calculate(input).disposals
  expect(disposalsOf(table, 'second')).toEqual(whole.filter(({ tx }) => tx === 'second'))
  expect(disposalsOf(table, 'second').map(({ lot, quantity, term }) => [lot, quantity, term])).toEqual([
    ['b', '0.5', 'short'],
    ['a', '0.75', 'long'],
  ])
  expect(disposalsOf(table, 'a')).toEqual([])
  expect(disposalsOf(table, 'nothing')).toEqual([])
})
