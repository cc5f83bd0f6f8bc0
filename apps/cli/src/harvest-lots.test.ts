import type { LotRow } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { lossByTerm, lotsWithLoss } from './harvest-lots.ts'

const lot = (rest: Partial<LotRow>): LotRow => ({
  lot: 'l',
  asset: 'BTC',
  account: 'kraken',
  quantity: '2',
  basis: '300',
  acquired: '2025-03-01',
  at: '2025-03-01T00:00:00Z',
  ...rest,
})

test('a gift that was worth less than it had cost is measured by its basis for a loss, with the day that goes with it', () => {
  const gift = lot({ basis: '900', acquired: '2020-01-01', loss_basis: '600', loss_acquired: '2025-03-01' })
  const at = (price: string) => lotsWithLoss([gift], () => price, '2025-06-01').lots
  expect(at('250')).toMatchObject([
    { basis: '600', loss: '100', term: 'short', acquired: '2025-03-01', days: 274 },
  ])
  // Between its two bases a sale is neither a gain nor a loss.
  expect(at('400')).toEqual([])
})

test('lots without a price are said, and a loss of nothing is none', () => {
  const found = lotsWithLoss(
    [lot({}), lot({ asset: 'XYZ' })],
    (asset) => (asset === 'BTC' ? '150' : undefined),
    '2025-06-01',
  )
  expect(found).toEqual({ lots: [], unpriced: ['XYZ'] })
  expect(lossByTerm([])).toEqual({ short: '0', long: '0' })
})

test('a lot is long-term from the day after a year', () => {
  const on = (day: string) => lotsWithLoss([lot({})], () => '1', day).lots[0]
  expect(on('2026-03-01')).toMatchObject({ term: 'short', days: 1 })
  expect(on('2026-03-02')).toMatchObject({ term: 'long', days: 0 })
})
