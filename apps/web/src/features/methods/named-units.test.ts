import type { SaleLots } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { lotsToName, namedUnits, offeredQuantity } from './named-units.ts'

const lot = (lot_transaction_id: string, quantity: string, basis: string) => ({
  lot_transaction_id,
  acquired: '2024-03-10',
  acquired_at: '2024-03-10T12:00:00.000Z',
  quantity,
  basis,
  term: 'long' as const,
  chosen: '0',
})
const sale: SaleLots = {
  transaction_id: 'sale',
  asset: 'BTC',
  sold_at: '2025-06-02T12:00:00.000Z',
  quantity: '1',
  proceeds: '80000',
  currency: 'USD',
  pool: 'account',
  account_name: 'Kraken',
  lots: [lot('cheap', '0.75', '7500'), lot('dear', '2', '180000')],
  identifications: [],
}

test('N12 the running gain is the share of the proceeds less the share of each lot', () => {
  // A quarter of the cheap lot's third and half a coin of the dear: 60,000 less 2,500 and 45,000.
  expect(namedUnits(sale, { cheap: '0.25', dear: '.5' })).toEqual({
    quantity: '0.75',
    rest: '0.25',
    basis: '47500',
    gain: '12500',
    problems: {},
    isTooMuch: false,
  })
  expect(namedUnits({ ...sale, proceeds: null }, { dear: '1' }).gain).toBeNull()
})

test('N12 more than a lot has, more than was sold and what is no quantity are told apart', () => {
  const { problems, quantity } = namedUnits(sale, { cheap: '0.8', dear: '1e3' })
  expect([problems, quantity]).toEqual([{ cheap: 'It has 0.75', dear: 'Not a quantity' }, '0'])
  expect(namedUnits(sale, { cheap: '0.5', dear: '0.6' }).isTooMuch).toBe(true)
})

test('N12 a lot that is ticked gives what is still open, and no more than it has', () => {
  expect(offeredQuantity(sale, {}, 'cheap')).toBe('0.75')
  expect(offeredQuantity(sale, { cheap: '0.75' }, 'dear')).toBe('0.25')
  expect(offeredQuantity(sale, { dear: '1' }, 'cheap')).toBe('')
})

test('what is left empty or zero is not named', () => {
  expect(lotsToName({ cheap: ' ', dear: '0.50', other: '0' })).toEqual([
    { lot_transaction_id: 'dear', quantity: '0.5' },
  ])
})
