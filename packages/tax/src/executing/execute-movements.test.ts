import { expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import type { InputTransaction } from '../schema/calculation-input.ts'

const renamed = (
  id: string,
  day: string,
  more: Pick<InputTransaction, 'from_currency' | 'from_amount' | 'to_currency' | 'to_amount'> &
    Partial<InputTransaction>,
): InputTransaction => ({ id, at: `${day}T00:00:00Z`, type: 'swap', account: 'alpha', ...more })

test('R-SWP-1 R-FEE-5 the fee of a rename into nothing is not paid out of what the rename before it brought', () => {
  const { disposals, warnings } = calculate({
    settings: {},
    transactions: [
      {
        id: 'bought',
        at: '2024-01-01T00:00:00Z',
        type: 'buy',
        account: 'alpha',
        from_currency: 'USD',
        from_amount: '100',
        to_currency: 'OLD',
        to_amount: '10',
      },
      renamed('first', '2024-02-01', {
        from_currency: 'OLD',
        from_amount: '10',
        to_currency: 'NEW',
        to_amount: '10',
        fee_currency: 'NEW',
        fee_amount: '1',
        fee_value: '20',
      }),
      renamed('second', '2024-03-01', {
        from_currency: 'NEW',
        from_amount: '9',
        to_currency: 'NEW',
        to_amount: '0',
        fee_currency: 'NEW',
        fee_amount: '1',
        fee_value: '20',
      }),
    ],
  })
  expect(disposals.map(({ tx, lot, basis, quantity }) => ({ tx, lot, basis, quantity }))).toEqual([
    { tx: 'first', lot: 'bought', basis: '10', quantity: '1' },
    { tx: 'second', lot: null, basis: '0', quantity: '1' },
  ])
  expect(warnings).toContainEqual({ code: 'MISSING_BASIS', tx: 'second' })
})
