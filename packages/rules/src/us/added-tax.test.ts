import { expect, test } from 'vitest'
import { addedTax } from './added-tax.ts'
import { NO_RETURN_FACTS, type ReturnFacts } from './capital-gains.ts'
import { incomeOnLines } from './income-on-lines.ts'
import { estimatedTax, estimatedTaxes } from './estimate-of-year.ts'
import { estimateTax } from './estimate.ts'

const single = { filing_status: 'single', other_income: '85000' } as const
const gainsOf = (year: number, short: string, long: string, income = '0') => ({
  year,
  short: { gain: short },
  long: { gain: long },
  income,
})

test('E26 what a year adds, with the rates of its last dollars', () => {
  // 85,000 + 2,277.71 + 2,988.43 = 90,266.14: all above 48,475 at 22 %. The long gain lies between 48,350 and 533,400: 15 %.
  const found = addedTax([gainsOf(2025, '2988.43', '10339.29', '2277.71')], single)
  expect(found).toMatchObject({
    // 5,266.14 at 22 % and 10,339.29 at 15 %
    added: '2709.4443',
    ordinary_rate: 22,
    preferential_rate: 15,
    loss_deducted: '0',
  })
  expect([found?.ordinary_income, found?.preferential_income]).toEqual(['90266.14', '10339.29'])
})

test('E26 a loss lowers the tax, and what is left goes on with its term', () => {
  const found = addedTax([gainsOf(2025, '-10000', '2000')], single)
  // 3,000 at 22 %; 8,000 of short loss, of which 3,000 are used up.
  expect(found).toMatchObject({
    added: '-660',
    loss_deducted: '3000',
    left_short: '5000',
    left_long: '0',
    preferential_rate: null,
  })
})

test('E26 losses of earlier years come first, also of years without a table', () => {
  // 20,000 lost in 2021, of which 3,000 are used then, 3,000 in 2022, 4,000 + 3,000 in 2023: 7,000 are left for 2024.
  const earlier = [gainsOf(2021, '0', '-20000'), gainsOf(2023, '4000', '0')]
  const found = addedTax([...earlier, gainsOf(2024, '0', '15000')], single)
  expect([found?.carried_short, found?.carried_long]).toEqual(['0', '7000'])
  expect(found?.added).toBe(addedTax([gainsOf(2024, '0', '8000')], single)?.added)
  const whole = estimateTax({
    year: 2024,
    filing_status: 'single',
    other_taxable_income: '85000',
    net_short: '0',
    net_long: '15000',
    carryover_long: '7000',
  })
  expect(found?.with).toBe(whole.total_tax)
})

test('E26 a year without a table has no estimate, and nothing has no rate', () => {
  expect(addedTax([gainsOf(2022, '1', '1')], single)).toBeNull()
  expect(addedTax([], single)).toBeNull()
  const nothing = addedTax([gainsOf(2025, '0', '0')], { ...single, other_income: '0' })
  expect(nothing).toMatchObject({ added: '0', ordinary_rate: null, preferential_rate: null })
  expect(addedTax([gainsOf(2025, '0', '40000')], { ...single, other_income: '0' })).toMatchObject({
    added: '0',
    preferential_rate: 0,
  })
  expect(addedTax([gainsOf(2025, '900000', '900000')], single)).toMatchObject({
    ordinary_rate: 37,
    preferential_rate: 20,
  })
})

test('E26 the return of a year says what it carries over and what else was gained', () => {
  const facts = (stated: Partial<ReturnFacts>) => ({ ...NO_RETURN_FACTS, ...stated })
  const stated = new Map([
    // Only 1,500 of the 10,000 lost are allowed; 8,500 go on.
    [2024, facts({ filing_status: 'mfs' })],
    [2025, facts({ other_long: '500' })],
  ])
  const found = addedTax([gainsOf(2024, '-10000', '0'), gainsOf(2025, '20000', '0')], single, stated)
  expect(found).toMatchObject({ carried_short: '8500', other_long: '500', other_short: '0' })
  // 85,000 are at 22 %: 11,500 at 22 %, and 500 of long gain at 15 % with and without.
  expect(found?.added).toBe('2530')
  // A short-term loss elsewhere lowers both taxes: the 1,000 of gain are at 22 % on top of it.
  const lossElsewhere = new Map([[2025, facts({ other_short: '-800' })]])
  expect(addedTax([gainsOf(2025, '1000', '0')], single, lossElsewhere)).toMatchObject({
    other_short: '-800',
    added: '220',
  })
  const carried = new Map([[2025, facts({ carryover_short: '0', carryover_long: '700' })]])
  expect(addedTax([gainsOf(2024, '-10000', '0'), gainsOf(2025, '0', '1000')], single, carried)).toMatchObject(
    {
      carried_short: '0',
      carried_long: '700',
      added: '45',
    },
  )
})

test('E26 gains above the threshold bear the net investment income tax', () => {
  const rich = { filing_status: 'single', other_income: '180000' } as const
  // 180,000 and the deduction of 15,750 leave 4,250 below 200,000: of 10,000 gained, 5,750 bear 3.8 %, and 10,000 bear 15 %.
  expect(addedTax([gainsOf(2025, '0', '10000')], rich)).toMatchObject({ niit: '218.5', added: '1718.5' })
  expect(addedTax([gainsOf(2025, '0', '-10000')], rich)?.niit).toBe('0')
})

test('E26 a year between in which nothing happened is one of the same person', () => {
  // Separately: 1,500 in each of 2022, 2023 and 2024. Without income nothing is used up.
  const years = [gainsOf(2022, '-9000', '0'), gainsOf(2025, '0', '0')]
  const separate = { filing_status: 'mfs', other_income: '85000' } as const
  expect(addedTax(years, separate)?.carried_short).toBe('4500')
  expect(addedTax(years, { filing_status: 'single', other_income: '0' })?.carried_short).toBe('9000')
  // A statement of a year before the history counts too.
  const before = new Map([
    [2021, { ...NO_RETURN_FACTS, carryover_long: '10000', filing_status: 'single' as const }],
  ])
  expect(addedTax(years, separate, before)).toMatchObject({ carried_short: '4500', carried_long: '7000' })
})

test('E26 a business bears self-employment tax, of which half is deducted, and no net investment income tax', () => {
  const person = {
    ...single,
    income_lines: new Map([[2025, { business: '10000', expenses: '0', wages: '0', investment: '0' }]]),
  }
  // 10,000 × 92.35 % × 15.3 % = 1,412.955; the rest of 10,000 less half of that, 9,293.5225, at 22 % = 2,044.57495
  expect(addedTax([gainsOf(2025, '0', '0', '10000')], person)).toMatchObject({
    self_employment_tax: '1412.955',
    self_employment_deduction: '706.4775',
    additional_medicare_tax: '0',
    ordinary_income: '94293.5225',
    added: '3457.52995',
    niit: '0',
  })
  const rich = (business: string, investment: string) =>
    addedTax([gainsOf(2025, '0', '0', '50000')], {
      filing_status: 'single',
      other_income: '300000',
      income_lines: new Map([[2025, { business, expenses: '0', wages: '0', investment }]]),
    })
  expect(rich('50000', '0')?.niit).toBe('0')
  // 3.8 % of 50,000, all of which is above 200,000
  expect(rich('0', '50000')?.niit).toBe('1900')
  expect(rich('0', '0')).toMatchObject({ niit: '0', self_employment_tax: '0' })
})

test('E26 expenses lower a business, and wages that are stated use up the Social Security base first', () => {
  const incomes = [
    { line: 'business', value: '12000' },
    { line: 'wages', value: '5000' },
  ] as const
  const facts = { business_expenses: '2000', other_wages: '200000' }
  const lines = incomeOnLines(incomes, facts)
  expect(lines).toEqual({ business: '10000', expenses: '2000', wages: '205000', investment: '0' })
  const person = { ...single, income_lines: new Map([[2025, lines]]) }
  // 9,235 at 2.9 % and at 0.9 %; 17,000 less 2,000 and 133.9075 are taxed.
  expect(addedTax([gainsOf(2025, '0', '0', '17000')], person)).toMatchObject({
    self_employment_tax: '267.815',
    additional_medicare_tax: '83.115',
    ordinary_income: '99866.0925',
  })
  // Without a business there is nothing that the expenses are of.
  expect(incomeOnLines([incomes[1]], facts)).toMatchObject({ business: '0', expenses: '0' })
  // A loss bears no self-employment tax and lowers the income.
  const loss = incomeOnLines([incomes[0]], { business_expenses: '15000', other_wages: null })
  expect(
    addedTax([gainsOf(2025, '0', '0', '12000')], { ...single, income_lines: new Map([[2025, loss]]) }),
  ).toMatchObject({ self_employment_tax: '0', ordinary_income: '82000', added: '-660' })
})

test('E26 the tax of each year by itself follows the lines of its income', () => {
  const person = {
    ...single,
    income_lines: new Map([[2025, { business: '10000', expenses: '0', wages: '0', investment: '0' }]]),
  }
  const year = gainsOf(2025, '0', '0', '10000')
  expect(estimatedTax(2025, year, person)).toBe(addedTax([year], person)?.with)
  expect(estimatedTaxes([gainsOf(2024, '0', '0', '10000'), year], person)[1]).toBe(
    addedTax([year], person)?.with,
  )
  expect(estimatedTax(2024, gainsOf(2024, '0', '0', '10000'), person)).toBe(
    estimatedTax(2024, gainsOf(2024, '0', '0', '10000'), single),
  )
})
