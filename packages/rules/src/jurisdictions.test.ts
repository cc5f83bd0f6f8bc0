import { describe, expect, test } from 'vitest'
import { JURISDICTION_CODES, jurisdictionOf } from './jurisdictions.ts'

describe.each(JURISDICTION_CODES)('%s', (jurisdiction) => {
  const { treatments, incomeLines, horizon, estimates } = jurisdictionOf({ jurisdiction })
  const [year] = horizon

  test('every kind of income has a line of the return, in each year of the horizon and paid in either way', () => {
    const categories = treatments.flatMap(({ operation, subType }) =>
      operation === 'income' && subType !== null ? [subType] : [],
    )
    expect(categories.length).toBeGreaterThan(0)
    for (const category of categories)
      for (const isCash of [true, false])
        for (const one of horizon) {
          const lines = incomeLines({ category, isCash }, one)
          expect(new Set(lines.map(({ line }) => line)).size, category).toBe(lines.length)
          for (const { name } of lines) expect(name, category).toMatch(/\d/)
        }
  })

  test('the tax of a year is known inside the horizon, and null outside of it', () => {
    const taxed = { short: { gain: '1000' }, long: { gain: '0' }, income: '500' }
    const taxOf = (of: number) =>
      estimates.ofYear(of, taxed, { filing_status: 'single', other_income: '90000' })
    expect(year).toBeDefined()
    for (const one of horizon) expect(Number(taxOf(one))).toBeGreaterThan(0)
    expect([taxOf(Math.min(...horizon) - 1), taxOf(Math.max(...horizon) + 1)]).toEqual([null, null])
  })
})
