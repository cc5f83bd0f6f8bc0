import { estimatedTax, estimatedTaxes, estimateTax, type EstimateInput } from '@lotbook/rules/us'
import { expect, test } from 'vitest'
import { estimates } from '../testing/scenarios.ts'

test.each(estimates.map((e) => [e.id, e.title, e] as const))(
  'E26 %s: %s',
  (_id, _title, { input, expected }) => {
    expect(estimateTax(input as unknown as EstimateInput)).toEqual(expected)
  },
)

const single = {
  year: 2025,
  filing_status: 'single',
  other_taxable_income: '0',
  net_short: '0',
  net_long: '0',
} as const

test('a year without a table is refused, not extrapolated', () => {
  expect(() => estimateTax({ ...single, year: 2027 })).toThrow('year: No table for 2027')
  expect(() => estimateTax({ ...single, year: 2022 })).toThrow('year: No table for 2022')
  const asText = { ...single, year: '2025' as unknown as number }
  expect(() => estimateTax(asText)).toThrow('year: No table for "2025"')
})

test('what is no amount is named with its field', () => {
  expect(() => estimateTax({ ...single, net_long: '1e999' })).toThrow('net_long: Not an amount: "1e999"')
})

test('every threshold of a table lies above the one before', () => {
  for (const year of [2023, 2024, 2025, 2026])
    for (const status of ['single', 'mfj', 'mfs', 'hoh', 'qss'] as const) {
      const taxes = ['0', '12000', '50000', '110000', '210000', '260000', '700000', '900000'].map(
        (other) =>
          estimateTax({ ...single, year, filing_status: status, other_taxable_income: other }).total_tax,
      )
      const cents = taxes.map((text) =>
        BigInt(text.replace('.', '').padEnd(text.split('.')[0]!.length + 2, '0')),
      )
      expect(cents).toEqual([...cents].sort((a, b) => (a < b ? -1 : 1)))
    }
})

test('without income to take it, a loss is carried over whole', () => {
  const result = estimateTax({ ...single, net_short: '-5000' })
  expect([result.loss_deducted, result.carryover_short]).toEqual(['3000', '5000'])
})

test('the loss that reduces other income reduces net investment income too, and not below nothing', () => {
  // 10,000 of interest less the 3,000 deducted, of which MAGI is 20,000 over: 3.8 % of 7,000.
  const loss = { ...single, other_taxable_income: '190000', net_long: '-8000', magi: '220000' }
  expect(estimateTax({ ...loss, other_investment_income: '10000' }).niit).toBe('266')
  expect(estimateTax({ ...loss, other_investment_income: '2000' }).niit).toBe('0')
  // A loss of less than 3,000 counts only as far as there is one.
  expect(estimateTax({ ...loss, net_long: '-500', other_investment_income: '10000' }).niit).toBe('361')
})

test('deductions beyond other income make room below the gain that lies on top', () => {
  // -5,000 + 60,000 = 55,000 taxable, all of it long-term: 48,350 at 0, 6,650 at 15%.
  const long = estimateTax({ ...single, other_taxable_income: '-5000', net_long: '60000' })
  expect([long.preferential_tax, long.total_tax]).toEqual(['997.5', '997.5'])
  // -5,000 + 3,000 short + 50,000 long = 48,000 taxable.
  const both = estimateTax({
    ...single,
    other_taxable_income: '-5000',
    net_short: '3000',
    net_long: '50000',
  })
  expect(both.total_tax).toBe('0')
  const nothing = estimateTax({ ...single, other_taxable_income: '-90000', net_long: '60000' })
  expect(nothing.total_tax).toBe('0')
})

test('a field that the estimate does not know is refused', () => {
  const misspelt = { ...single, carryover: '5000' } as EstimateInput
  expect(() => estimateTax(misspelt)).toThrow('carryover: Unknown field')
})

test('E26 a year by itself, and years in turn: a loss that is left over goes to the next', () => {
  const single = { filing_status: 'single', other_income: '50000' } as const
  const gainsOf = (year: number, gain: string) => ({
    year,
    short: { gain },
    long: { gain: '0' },
    income: '0',
  })
  const years = [gainsOf(2024, '-10000'), gainsOf(2025, '8000'), gainsOf(2019, '5')]
  const alone = years.map((one) => estimatedTax(one.year, one, single))
  // 3,000 of the loss lower the income of 2024; 7,000 are left, and of the 8,000 of 2025 only 1,000 are taxed, at 22
  // %.
  const [first, second, third] = estimatedTaxes(years, single)
  expect([first, third]).toEqual([alone[0], null])
  const without = estimatedTax(2025, gainsOf(2025, '1000'), single)
  expect(second).toBe(without)
  expect(second).not.toBe(alone[1])
})
