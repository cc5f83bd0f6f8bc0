import { PDFDocument } from '@cantoo/pdf-lib'
import { NO_RETURN_FACTS } from '@lotbook/rules/us'
import { describe, expect, test } from 'vitest'
import { bytesOf } from '../testing/file-words.ts'
import { receipt, reportOf, sale } from '../testing/report-of.ts'
import { smallOfficialForm } from '../testing/small-official-form.ts'
import type { ReportFile, YearReport } from '../year-report.ts'
import type { OfficialKind } from './form-fields.ts'
import { readOfficialForm } from './filed-forms.ts'
import { isRefused, type OfficialForm } from './official-form.ts'
import { hasSchedule1 } from './schedule-1-lines.ts'
import { schedule1Official } from './schedule-1-official.ts'
import { scheduleDOfficial } from './schedule-d-official.ts'

async function formOf(kind: OfficialKind, year: number): Promise<OfficialForm> {
  const form = await readOfficialForm(kind, year, await smallOfficialForm(kind, year))
  if (isRefused(form)) throw new Error(form.refused)
  return form
}

/** The texts of the fields of a filled form by their short names, and the boxes that are checked. */
async function filledIn(file: ReportFile): Promise<Record<string, string>> {
  const document = await PDFDocument.load(await bytesOf(file))
  const form = document.getForm()
  const found: Record<string, string> = {}
  for (const field of form.getFields()) {
    const name = (field.getName().split('.').at(-1) ?? '').replace(/^(f\d)_0*(\d+)\[0\]$/, '$1_$2')
    if (name.startsWith('c')) {
      if (form.getCheckBox(field.getName()).isChecked()) found[name] = 'checked'
    } else {
      const text = form.getTextField(field.getName()).getText()
      if (text !== undefined && text !== '') found[name] = text
    }
  }
  return found
}

const TAXPAYER = { name: 'Jane Roe', taxId: '123-45-6789' }

describe('Schedule D on the form of the IRS', () => {
  const of = async (year: number, parts: Partial<YearReport>) =>
    filledIn(
      scheduleDOfficial(reportOf({ year, taxpayer: TAXPAYER, ...parts }), await formOf('schedule-d', year)),
    )

  test.each([2020, 2024, 2025])('of %i has every line that Lotbook knows', async (year) => {
    const [short, long] = year >= 2025 ? ['I', 'K'] : ['C', 'E']
    const facts = {
      ...NO_RETURN_FACTS,
      other_short: '55',
      other_long: '-66',
      carryover_short: '400',
      carryover_long: '100',
    }
    const fields = await of(year, {
      disposals: [
        sale({ box: short, term: 'short', proceeds: '1500', basis: '1000' }),
        sale({
          box: long,
          proceeds: '5000',
          basis: '2000',
          form: { proceeds: '5000', basis: '2000', code: 'B', adjustment: '-10' },
        }),
      ],
      returnOfYear: { facts, earlier: [] },
    })
    expect(fields).toEqual({
      f1_1: 'Jane Roe',
      f1_2: '123-45-6789',
      'c1_1[1]': 'checked',
      // Line 3.
      f1_15: '1,500.00',
      f1_16: '1,000.00',
      f1_18: '500.00',
      // Lines 4, 6 and 7; the parentheses of line 6 are printed.
      f1_19: '55.00',
      f1_21: '400.00',
      f1_22: '155.00',
      // Line 9.
      f1_31: '5,000.00',
      f1_32: '2,000.00',
      f1_33: '(10.00)',
      f1_34: '2,990.00',
      // Lines 11, 14 and 15.
      f1_39: '(66.00)',
      f1_42: '100.00',
      f1_43: '2,824.00',
      // Line 16, and line 17: both gains.
      f2_1: '2,979.00',
      'c2_1[0]': 'checked',
    })
  })

  test('lines 1a and 8a have the totals of sales that are left off Form 8949, and no column (g)', async () => {
    const fields = await of(2025, {
      disposals: [
        sale({ box: 'G', term: 'short', proceeds: '1500', basis: '1000' }),
        sale({ box: 'J', proceeds: '50', basis: '20' }),
      ],
      returnOfYear: { facts: { ...NO_RETURN_FACTS, totals_on_schedule_d: true }, earlier: [] },
    })
    expect(fields).toMatchObject({
      f1_3: '1,500.00',
      f1_4: '1,000.00',
      f1_6: '500.00',
      f1_23: '50.00',
      f1_24: '20.00',
      f1_26: '30.00',
      f2_1: '530.00',
    })
    expect(Object.keys(fields).filter((name) => ['f1_5', 'f1_7', 'f1_25', 'f1_27'].includes(name))).toEqual(
      [],
    )
  })

  test('a loss has line 21 within its limit, and skips line 17', async () => {
    const fields = await of(2025, { disposals: [sale({ box: 'L', proceeds: '1', basis: '9000' })] })
    expect([fields['f1_43'], fields['f2_1'], fields['f2_4'], fields['c2_1[0]'], fields['c2_1[1]']]).toEqual([
      '(8,999.00)',
      '(8,999.00)',
      '3,000.00',
      undefined,
      undefined,
    ])
  })

  test('a name with letters of another script is printed, and gives the same bytes again', async () => {
    const form = await formOf('schedule-d', 2025)
    const report = reportOf({ taxpayer: { name: 'Łukasz 山田', taxId: '' }, draft: 'Open items.' })
    const bytes = async () => bytesOf(scheduleDOfficial(report, form))
    const made = await bytes()
    expect(made.equals(await bytes())).toBe(true)
    expect(await filledIn(scheduleDOfficial(report, form))).not.toHaveProperty('f1_1')
  })
})

test('a long amount or name is written smaller, so that no reader cuts it', async () => {
  const form = await formOf('schedule-d', 2025)
  const name = 'Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley'
  const report = reportOf({
    taxpayer: { name, taxId: '' },
    disposals: [sale({ box: 'L', proceeds: '123456789012345678901234567.89', basis: '1' })],
  })
  const document = await PDFDocument.load(await bytesOf(scheduleDOfficial(report, form)))
  const sizeIn = (key: string) => {
    const field = document.getForm().getTextField(form.fields.get(key)?.name ?? '')
    return Number(/([\d.]+) Tf/.exec(field.acroField.getDefaultAppearance() ?? '')?.[1])
  }
  expect(sizeIn('f1_1')).toBeLessThan(6)
  expect(sizeIn('f1_35')).toBeLessThan(8)
  expect(sizeIn('f1_36')).not.toBeLessThan(8)
})

describe('Schedule 1 on the form of the IRS', () => {
  const incomes = [
    receipt({ category: 'mined', value: '100.25' }),
    receipt({ category: 'interest_received', value: '50', isCash: true }),
    receipt({
      category: 'payment',
      value: '900',
      goesTo: { line: 'business', chosen: 'answered', from: null },
    }),
  ]
  const of = async (year: number) =>
    filledIn(
      schedule1Official(reportOf({ year, taxpayer: TAXPAYER, incomes }), await formOf('schedule-1', year)),
    )

  test('has digital assets on line 8v since 2024, and on line 8z or 8 with their kinds before', async () => {
    const whose = { f1_1: 'Jane Roe', f1_2: '123-45-6789' }
    expect(await of(2025)).toEqual({
      ...whose,
      f1_7: '900.00',
      f1_34: '100.25',
      f1_35: 'Interest received, in cash 50.00',
      f1_36: '50.00',
      f1_37: '150.25',
      f1_38: '1,050.25',
    })
    expect(await of(2024)).toMatchObject({
      f1_7: '900.00',
      f1_33: '100.25',
      f1_34: 'Interest received, in cash 50.00',
    })
    expect(await of(2023)).toEqual({
      ...whose,
      f1_6: '900.00',
      f1_32: 'Mined 100.25; Interest received, in cash 50.00',
      f1_34: '150.25',
      f1_35: '150.25',
      f1_36: '1,050.25',
    })
    expect(await of(2021)).toMatchObject({ f1_29: '150.25', f1_30: '150.25', f1_31: '1,050.25' })
    expect(await of(2020)).toEqual({
      ...whose,
      f1_6: '900.00',
      f1_11: 'Mined 100.25; Interest received, in cash 50.00',
      f1_13: '150.25',
      f1_14: '1,050.25',
    })
  })

  test('names as many types of other income as there is room for', async () => {
    const many = ['mined', 'airdrop', 'staking_reward', 'hard_fork', 'payment', 'misc_reward'].map(
      (category) => receipt({ category, value: '1234567.89' }),
    )
    const form = await formOf('schedule-1', 2022)
    const fields = await filledIn(schedule1Official(reportOf({ year: 2022, incomes: many }), form))
    expect(fields['f1_32']).toBe('Airdrop 1,234,567.89; Mined 1,234,567.89; and 4 more')
    expect(fields['f1_34']).toBe('7,407,407.34')
  })

  test('is needed only where income goes to it', () => {
    const wages = receipt({
      category: 'payment',
      value: '1',
      goesTo: { line: 'wages', chosen: 'answered', from: null },
    })
    expect(hasSchedule1(reportOf({ incomes }))).toBe(true)
    expect(hasSchedule1(reportOf({ incomes: [wages] }))).toBe(false)
    expect(hasSchedule1(reportOf({}))).toBe(false)
  })
})
