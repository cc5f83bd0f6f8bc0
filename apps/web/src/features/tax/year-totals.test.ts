import { taxSettings, type OneYear } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { assetTotals, isAllUnpriced, disposalTotals, incomeTotal } from './year-totals.ts'

const figure = (value: string) => ({ value, handle: 'h' })
const terms = (proceeds: string, basis: string, gain: string) => ({
  proceeds: figure(proceeds),
  basis: figure(basis),
  gain: figure(gain),
})

const year: OneYear = {
  year: 2025,
  years: [2025],
  currency: 'USD',
  calculation: {
    id: 'c',
    finished_at: '2026-03-06T10:11:02Z',
    engine_version: '1',
    rules_version: '1',
    settings: taxSettings.parse({
      method: 'fifo',
      pool_before_2025: 'account',
      transfer_fee: 'dispose',
      time_zone: 'UTC',
      safe_harbor: null,
    }),
    input_hash: '',
    result_hash: '',
    transactions: 3,
    invariants: 12,
  },
  changes_since: 0,
  filed: null,
  filed_years: [],
  net_gain: figure('33332.82'),
  short: terms('100.1', '120.3', '-20.2'),
  long: terms('44195.32', '10842.3', '33353.02'),
  income: figure('380'),
  donation_deduction: figure('0'),
  by_year: [],
  months: [
    { month: 3, short: '-20.2', long: '33000', income: '0', handle: 'm3' },
    { month: 5, short: '0', long: '353.02', income: '380', handle: 'm5' },
  ],
  income_by_category: [
    { category: 'staking_reward', label: 'Staking', value: '380', count: 1, unpriced: 0, handle: 'i' },
  ],
  by_asset: [
    {
      asset: 'BTC',
      short: '0',
      long: '33353.02',
      income: '0',
      disposals: 2,
      incomes: 0,
      unpriced: 0,
      handle: 'a',
    },
    {
      asset: 'ETH',
      short: '-20.2',
      long: '0',
      income: '380',
      disposals: 1,
      incomes: 1,
      unpriced: 0,
      handle: 'b',
    },
  ],
  counts: { disposals: 3, incomes: 1, incomes_unpriced: 0, donations: 0, donations_unpriced: 0, removals: 0 },
  qualifiers: [],
  qualifiers_as_of: 'calculation',
  open_as_of: 'calculation',
}

test('the totals row equals the figures of the year', () => {
  expect(disposalTotals(year, {})).toEqual({
    proceeds: '44295.42',
    basis: '10962.6',
    gain: '33332.82',
    handle: 'h',
  })
  expect(disposalTotals(year, { term: 'short' })).toEqual({
    proceeds: '100.1',
    basis: '120.3',
    gain: '-20.2',
    handle: 'h',
  })
  expect(assetTotals(year)).toEqual({ short: '-20.2', long: '33353.02', net: '33332.82', income: '380' })
  expect(incomeTotal(year, {})).toBe('380')
})

test('a filter has the total of what it leaves', () => {
  expect(disposalTotals(year, { month: 3 })).toEqual({ gain: '32979.8', handle: 'm3' })
  expect(disposalTotals(year, { month: 3, term: 'long' })).toEqual({ gain: '33000' })
  expect(disposalTotals(year, { month: 7 })).toEqual({ gain: '0' })
  expect(disposalTotals(year, { asset: 'ETH' })).toEqual({ gain: '-20.2', handle: 'b' })
  expect(incomeTotal(year, { category: 'staking_reward' })).toBe('380')
  expect(incomeTotal(year, { month: 3 })).toBe('0')
})

test('what nobody knows has no total', () => {
  expect(disposalTotals(year, { month: 3, asset: 'ETH' })).toEqual({})
  expect(incomeTotal(year, { month: 5, asset: 'ETH' })).toBeUndefined()
})

test('income of which nothing has a price comes to no figure', () => {
  const none = { ...year, counts: { ...year.counts, incomes: 2, incomes_unpriced: 2 } }
  expect(isAllUnpriced(none, {})).toBe(true)
  expect(isAllUnpriced({ ...none, counts: { ...none.counts, incomes: 3 } }, {})).toBe(false)
  expect(isAllUnpriced(year, {})).toBe(false)
  const [first] = year.income_by_category
  const unpriced = { ...year, income_by_category: [{ ...first!, unpriced: 1 }] }
  expect(isAllUnpriced(unpriced, { category: 'staking_reward' })).toBe(true)
  expect(isAllUnpriced(unpriced, { asset: 'BTC' })).toBe(false)
})
