import { describe, expect, test } from 'vitest'
import { annualExclusion, type Given, giftsByDonee, overExclusion } from './gift-exclusion.ts'

const to = (donee: string | null, value: string | null, isSpouse = false): Given => ({
  donee,
  value,
  isSpouse,
})
const returns = (year: number, ...gifts: Given[]) =>
  giftsByDonee(year, gifts).map((one) => [one.donee, one.value, one.giftReturn, overExclusion(one)])

test('the annual exclusion of each year; a year without a figure has none made up', () => {
  const years = [2013, 2014, 2017, 2018, 2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027]
  expect(years.map(annualExclusion)).toEqual([
    undefined,
    '14000',
    '14000',
    '15000',
    '15000',
    '15000',
    '16000',
    '17000',
    '18000',
    '19000',
    '19000',
    undefined,
  ])
})

describe('R-GIFT-4 Form 709 by donee', () => {
  test('gifts of a year to one donee are added up, however the name is written', () => {
    expect(returns(2025, to('Ann Roe', '12000'), to('Bo Li', '19000'), to(' ann  ROE ', '8000'))).toEqual([
      ['Ann Roe', '20000', 'needed', '1000'],
      ['Bo Li', '19000', 'not_needed', null],
    ])
    expect(returns(2024, to('Bo Li', '18000.01'))).toEqual([['Bo Li', '18000.01', 'needed', '0.01']])
  })

  test('a spouse who is a citizen has no limit; a donee who is the spouse of one gift alone is none', () => {
    expect(returns(2025, to('Sam', '90000', true))).toEqual([['Sam', '90000', 'not_needed', null]])
    expect(returns(2025, to('Sam', '90000', true), to('Sam', '1'))).toEqual([
      ['Sam', '90001', 'needed', '71001'],
    ])
  })

  test('a gift without a name may be to anybody: it is open whom it takes over the exclusion', () => {
    expect(returns(2025, to('Ann', '15000'), to(null, '4000'))).toMatchObject([
      ['Ann', '15000', 'not_needed', null],
      [null, '4000', 'not_needed', null],
    ])
    expect(returns(2025, to('Ann', '15000'), to(null, '4000.01'))).toMatchObject([
      ['Ann', '15000', 'open', null],
      [null, '4000.01', 'open', null],
    ])
    // Twenty thousand without a name may be to two people.
    expect(returns(2025, to(null, '20000'))).toMatchObject([[null, '20000', 'open', '1000']])
  })

  test('a value that is not known leaves it open, unless the others are over the exclusion', () => {
    expect(returns(2025, to('Ann', '15000'), to('Ann', null))).toMatchObject([['Ann', '15000', 'open', null]])
    expect(returns(2025, to('Ann', '19001'), to('Ann', null))).toMatchObject([
      ['Ann', '19001', 'needed', '1'],
    ])
    expect(returns(2027, to('Ann', '1'))).toEqual([['Ann', '1', 'open', null]])
  })
})
