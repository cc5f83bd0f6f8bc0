import type { AssetUnits } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { restFor, typedFromRule, typedFromUnits, unitsOf, unitTotals } from './typed-units.ts'

const lot = (id: string, quantity: string, attached: AssetUnits['lots'][number]['attached'] = []) => ({
  lot_transaction_id: id,
  acquired: '2021-01-01',
  acquired_at: '2021-01-01T00:00:00Z',
  quantity,
  basis: '100',
  term: 'long' as const,
  attached,
})
const units: AssetUnits = {
  asset: 'ETH',
  symbol: 'ETH',
  currency: 'USD',
  held: [
    { account_id: 'a', account_name: 'Kraken', quantity: '1.5' },
    { account_id: 'b', account_name: 'Ledger', quantity: '0.500000000000000001' },
  ],
  lots: [
    lot('x', '1', [{ account_id: 'a', quantity: '1' }]),
    lot('y', '1.000000000000000001', [
      { account_id: 'a', quantity: '0.5' },
      { account_id: 'b', quantity: '0.500000000000000001' },
    ]),
  ],
}

test('N14 what a rule attached is whole, and comes back as the units that are recorded', () => {
  const typed = typedFromRule(units)
  const totals = unitTotals(units, typed)
  expect(totals.reason).toBeUndefined()
  expect(totals.accounts.map(({ attached, open }) => [attached, open])).toEqual([
    ['1.5', '0'],
    ['0.500000000000000001', '0'],
  ])
  expect(typedFromUnits(unitsOf(units, typed))).toEqual(typed)
})

test('N14 totals are exact to the last digit, and say which account has too much or too little', () => {
  const typed = { x: { a: '1' }, y: { a: '0.5', b: '0.5' } }
  expect(unitTotals(units, typed)).toMatchObject({
    left: { y: '0.000000000000000001' },
    reason: 'Ledger holds 0.500000000000000001 ETH, and 0.5 are attached to it.',
  })
  expect(unitTotals(units, { x: { a: '1' }, y: { a: '1' } }).reason).toBe(
    'Kraken holds 1.5 ETH, and 2 are attached to it.',
  )
  expect(unitTotals(units, { x: { a: '1', b: '0.1' } }).reason).toBe('A lot gives more than it has.')
  expect(unitTotals(units, { x: { a: '-1' } })).toMatchObject({
    problems: { 'x/a': 'Not a quantity' },
    reason: 'A quantity is not right.',
  })
})

test('N14 where basis lacks, an account may receive less once every lot is given out', () => {
  const short = { ...units, lots: [lot('x', '1')] }
  expect(unitTotals(short, { x: { b: '0.5' } }).reason).toContain('Kraken holds 1.5')
  expect(unitTotals(short, { x: { a: '1' } }).reason).toBeUndefined()
})

test('N14 a cell is filled with what its lot has left, or its account still wants', () => {
  expect(restFor(units, {}, 'x', 'a')).toBe('1')
  expect(restFor(units, {}, 'y', 'b')).toBe('0.500000000000000001')
  expect(restFor(units, { x: { a: '1' } }, 'y', 'a')).toBe('0.5')
  expect(restFor(units, { x: { a: '0.4' } }, 'x', 'a')).toBe('1')
  expect(restFor(units, { x: { a: '1' }, y: { a: '0.5' } }, 'x', 'b')).toBe('')
})
