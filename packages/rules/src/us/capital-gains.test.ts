import { describe, expect, test } from 'vitest'
import { capitalGains, NO_RETURN_FACTS, type ReturnFacts } from './capital-gains.ts'

const yearWith = (year: number, short: string, long: string, facts: Partial<ReturnFacts> = {}) => ({
  year,
  short,
  long,
  facts: { ...NO_RETURN_FACTS, ...facts },
})

describe('capital gains of a return, E20', () => {
  test('three years worked by hand: a loss is limited, carried with its term, and used up', () => {
    const [first, second, third] = capitalGains([
      yearWith(2023, '-8000', '-4000', { filing_status: 'single', taxable_income: '40000' }),
      yearWith(2024, '1000', '2500', { filing_status: 'single', taxable_income: '35000' }),
      yearWith(2025, '6551', '0', { filing_status: 'single' }),
    ])
    expect(first).toMatchObject({
      short: '-8000',
      long: '-4000',
      net: '-12000',
      lossAllowed: '-3000',
      onForm1040: '-3000',
      left: { short: '5000', long: '4000' },
    })
    expect(second).toMatchObject({
      carried: { short: '5000', long: '4000', from: 'year before' },
      short: '-4000',
      long: '-1500',
      net: '-5500',
      onForm1040: '-3000',
      left: { short: '1000', long: '1500' },
    })
    expect(third).toMatchObject({
      short: '5551',
      long: '-1500',
      net: '4051',
      onForm1040: '4051',
      lossAllowed: null,
    })
    expect(third?.left).toEqual({ short: '0', long: '0', worksheet: null })
  })

  test('the worksheet of a year without enough income keeps what the loss could not be used against', () => {
    const [, next] = capitalGains([
      yearWith(2024, '-10000', '2000', { filing_status: 'mfs', taxable_income: '-900' }),
      yearWith(2025, '0', '0'),
    ])
    // Lines 1 to 13: taxable income, line 21, both together, the smaller; the short side; the long side.
    expect(next?.worksheet).toEqual([
      '-900',
      '1500',
      '600',
      '600',
      '10000',
      '2000',
      '2600',
      '7400',
      '0',
      '0',
      '0',
      '0',
      '0',
    ])
    expect(next?.carried).toEqual({ short: '7400', long: '0', from: 'year before' })
  })

  test('the worksheet takes a short-term gain off the long-term loss, and income off the short-term loss first', () => {
    const [, next] = capitalGains([
      yearWith(2024, '1000', '-9000', { filing_status: 'mfj', taxable_income: '80000' }),
      yearWith(2025, '0', '0'),
    ])
    expect(next?.carried).toMatchObject({ short: '0', long: '5000' })
    expect(next?.worksheet?.slice(8)).toEqual(['9000', '1000', '3000', '4000', '5000'])
  })

  test('a year between without a disposal uses up its part too', () => {
    const found = capitalGains([yearWith(2022, '-10000', '0'), yearWith(2025, '0', '0')])
    expect(found.map(({ carried }) => carried.short)).toEqual(['0', '7000', '4000', '1000'])
    expect(found.map(({ onForm1040 }) => onForm1040)).toEqual(['-3000', '-3000', '-3000', '-1000'])
  })

  test('a stated carryover takes the place of the one worked out', () => {
    const [, next] = capitalGains([
      yearWith(2024, '-5000', '0'),
      yearWith(2025, '100', '0', { carryover_short: '4176.66', carryover_long: '0' }),
    ])
    expect(next).toMatchObject({
      carried: { short: '4176.66', long: '0', from: 'stated' },
      worksheet: null,
      net: '-4076.66',
      onForm1040: '-3000',
    })
  })

  test('a term that is not stated keeps what is worked out for it', () => {
    const years = [yearWith(2024, '-5000', '-4000'), yearWith(2025, '0', '0', { carryover_short: '1' })]
    expect(capitalGains(years)[1]).toMatchObject({
      carried: { short: '1', long: '4000', from: 'stated' },
      long: '-4000',
    })
    expect(capitalGains(years)[1]?.worksheet).not.toBeNull()
  })

  test('gains of other property count on lines 7, 15 and 16', () => {
    const [found] = capitalGains([
      yearWith(2025, '-11240', '0', { other_short: '500', other_long: '20000.25' }),
    ])
    expect(found).toMatchObject({ short: '-10740', long: '20000.25', net: '9260.25', onForm1040: '9260.25' })
  })

  test('says what it takes for granted, and only where it matters', () => {
    const [first, second, third] = capitalGains([
      yearWith(2023, '-2000', '0'),
      yearWith(2024, '100', '0', { other_short: '0', other_long: '0', filing_status: 'single' }),
      yearWith(2025, '100', '0', { carryover_short: '0', carryover_long: '0', other_short: '0' }),
    ])
    expect(first?.assumptions).toEqual(['carryover', 'other_gains', 'filing_status'])
    expect(second?.assumptions).toEqual(['carryover', 'filing_status', 'taxable_income'])
    expect(third?.assumptions).toEqual([])
    expect(second?.yearsWithoutIncome).toEqual([2023])
    expect(capitalGains([])).toEqual([])
  })

  test('an income that is not stated counts as long as its loss is carried on, and no longer', () => {
    const single = { filing_status: 'single' } as const
    const found = capitalGains([
      yearWith(2022, '-9000', '0', single),
      yearWith(2023, '-1000', '0', { ...single, taxable_income: '50000' }),
      yearWith(2024, '0', '9000', single),
      yearWith(2025, '-100', '0', single),
    ])
    expect(found.map(({ yearsWithoutIncome }) => yearsWithoutIncome)).toEqual([[], [2022], [2022], []])
  })
})
