import { expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import type { CalculationInput, CalculationSettings, InputTransaction } from '../schema/calculation-input.ts'
import { eventTableOf } from '../events/event-table.ts'
import { negativeBalances } from './negative-balances.ts'

const buy = (id: string, day: string, account: string, amount: string): InputTransaction => ({
  id,
  at: `${day}T00:00:00Z`,
  type: 'buy',
  account,
  from_currency: 'USD',
  from_amount: '100',
  to_currency: 'BTC',
  to_amount: amount,
})
const sell = (id: string, day: string, account: string, amount: string, more = {}): InputTransaction => ({
  id,
  at: `${day}T00:00:00Z`,
  type: 'sell',
  account,
  from_currency: 'BTC',
  from_amount: amount,
  to_currency: 'USD',
  to_amount: '200',
  ...more,
})
const found = (transactions: InputTransaction[], settings: CalculationSettings = {}) => {
  const input: CalculationInput = { settings, transactions }
  return negativeBalances(eventTableOf(input), settings, calculate(input).warnings)
}

test('E10 the first event below zero is named, with what is missing at the lowest point', () => {
  expect(
    found([
      buy('b', '2024-01-01', 'kraken', '1'),
      sell('s1', '2024-02-01', 'kraken', '0.4'),
      sell('s2', '2024-03-01', 'kraken', '0.9', {
        fee_currency: 'BTC',
        fee_amount: '0.01',
        fee_value: '400',
      }),
      sell('s3', '2024-04-01', 'kraken', '0.5'),
      buy('b2', '2024-05-01', 'kraken', '3'),
      sell('s4', '2024-06-01', 'kraken', '1'),
    ]),
  ).toEqual([{ account: 'kraken', asset: 'BTC', tx: 's2', missing: '0.81' }])
})

test('E10 a whole history has none, and cash is not counted', () => {
  expect(found([buy('b', '2024-01-01', 'kraken', '1'), sell('s1', '2024-02-01', 'kraken', '1')])).toEqual([])
})

test('E10 in the universal pool an account can be below zero though every unit has its lot', () => {
  const history = [buy('b', '2024-01-01', 'kraken', '1'), sell('s1', '2024-02-01', 'gemini', '1')]
  expect(calculate({ settings: { pool_before_2025: 'universal' }, transactions: history }).warnings).toEqual(
    [],
  )
  expect(found(history, { pool_before_2025: 'universal' })).toEqual([
    { account: 'gemini', asset: 'BTC', tx: 's1', missing: '1' },
  ])
})

test('E10 a transfer takes from one account and brings to the other', () => {
  expect(
    found([
      buy('b', '2024-01-01', 'kraken', '1'),
      {
        id: 't',
        at: '2024-01-02T00:00:00Z',
        type: 'transfer',
        account: 'kraken',
        to_account: 'ledger',
        from_currency: 'BTC',
        from_amount: '0.6',
      },
      sell('s', '2024-02-01', 'ledger', '0.7'),
    ]),
  ).toEqual([{ account: 'ledger', asset: 'BTC', tx: 's', missing: '0.1' }])
})
