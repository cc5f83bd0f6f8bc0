import { describe, expect, test } from 'vitest'
import { donationForms, needsAcknowledgment } from './donation-forms.ts'

const donated = (...deductions: (string | null)[]) =>
  donationForms(deductions.map((deduction) => ({ value: deduction, deduction })))

describe('R-DON-1 the section of Form 8283', () => {
  test.each([
    ['500 in all needs no form', ['300', '200'], 'none'],
    ['a cent more needs Section A', ['300', '200.01'], 'a'],
    ['5,000 in all is Section A', ['2500', '2500'], 'a'],
    ['a cent more is Section B, though each gift is small', ['2500', '2500', '0.01'], 'b'],
    ['three gifts of 2,000 to three charities are similar items', ['2000', '2000', '2000'], 'b'],
    ['nothing given', [], 'none'],
  ] as const)('%s', (_, deductions, section) => {
    expect(donated(...deductions)).toMatchObject({ section, isOpen: false, attachesAppraisal: false })
  })

  test('the appraisal goes with the return above 500,000', () => {
    expect(donated('500000').attachesAppraisal).toBe(false)
    expect(donated('500000', '0.000000000001')).toEqual({
      deduction: '500000.000000000001',
      section: 'b',
      isOpen: false,
      attachesAppraisal: true,
    })
  })

  test('a deduction that is not known leaves the section open, unless it is B already', () => {
    expect(donated('100', null)).toMatchObject({ deduction: '100', section: 'none', isOpen: true })
    expect(donated('5000.01', null)).toMatchObject({ section: 'b', isOpen: false })
  })
})

test('a written acknowledgment is needed from 250 on, and where the value is not known', () => {
  expect(['249.99', '250', null].map((value) => needsAcknowledgment({ value }))).toEqual([false, true, true])
})
