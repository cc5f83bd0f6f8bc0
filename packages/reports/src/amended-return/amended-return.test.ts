import { NO_BUSINESS_FACTS, NO_RETURN_FACTS, type ReturnFacts } from '@lotbook/rules/us'
import { expect, test } from 'vitest'
import type { IncomeOfSource } from '../income-lines.ts'
import { formText } from '../money-text.ts'
import type { BoxTotals } from '../schedule-d.ts'
import { amendedReturn, type AmendedReturn, type AmendedReturnInput } from './amended-return.ts'

const box = (name: string, proceeds: bigint, basis: bigint, adjustment = 0n): BoxTotals => ({
  box: name,
  totals: { proceeds, basis, adjustment, gain: proceeds - basis + adjustment },
})
const facts = (stated: Partial<ReturnFacts>): ReturnFacts => ({
  ...NO_RETURN_FACTS,
  filing_status: 'single',
  other_short: '0',
  other_long: '0',
  carryover_short: '0',
  carryover_long: '0',
  ...stated,
})
const mined = (value: string): IncomeOfSource => ({
  category: 'mined',
  account: 'Kraken',
  isCash: false,
  receipts: 1,
  unpriced: 0,
  value,
  goesTo: { line: 'other', chosen: 'answered', from: null },
})
const of = (part: Partial<AmendedReturnInput>) =>
  amendedReturn({
    year: 2024,
    filed: { boxes: [], earlier: [], incomes: [] },
    corrected: { boxes: [], earlier: [], incomes: [] },
    later: [],
    facts: facts({ taxable_income: '50000' }),
    businessFacts: NO_BUSINESS_FACTS,
    deduction: '0',
    causes: [],
    earlierAmended: [],
    ...part,
  })
const text = (units: bigint | null) => (units === null ? null : formText(units, 'cents'))
const lineX = ({ form1040X }: AmendedReturn) =>
  form1040X.map(({ line, a, b, c }) => [line, text(a), text(b), text(c)])
const changed = (lines: AmendedReturn['scheduleD']) =>
  lines
    .filter(({ filed, corrected }) => filed !== corrected)
    .map(({ form, line, filed, corrected }) => [`${form}, ${line}`, text(filed), text(corrected)])

test('N6 a loss beyond the limit changes no line of Form 1040 and all of the carryover', () => {
  // A short-term loss of 10,000 as filed, of 12,000 corrected: 3,000 count either way, 7,000 and 9,000 go on.
  const found = of({
    filed: { boxes: [box('C', 0n, 1_000_000n)], earlier: [], incomes: [] },
    corrected: { boxes: [box('C', 0n, 1_200_000n)], earlier: [], incomes: [] },
    causes: [{ label: 'Added by kraken.csv', gain: '-2000', rows: 1 }],
  })
  expect(lineX(found)).toEqual([
    ['1', null, '0.00', null],
    ['2', null, '0.00', null],
    ['3', null, '0.00', null],
    ['4b', null, null, null],
    ['5', '50000.00', '0.00', '50000.00'],
    ['6', null, null, null],
  ])
  expect(changed(found.scheduleD)).toEqual([
    ['Schedule D, 3', '-10000.00', '-12000.00'],
    ['Schedule D, 7', '-10000.00', '-12000.00'],
    ['Schedule D, 16', '-10000.00', '-12000.00'],
  ])
  expect(changed(found.carryover)).toEqual([['Schedule D of 2025, 6', '-7000.00', '-9000.00']])
  expect(found.partII).toEqual([
    'Records of digital asset transactions of 2024 were incomplete or recorded differently when the return was filed. Form 8949 and Schedule D are corrected.',
    'Added by kraken.csv: 1 row, net gain -$2,000.00.',
    'Schedule D, line 7 (net short-term capital gain or loss): -$10,000.00 as filed, -$12,000.00 corrected.',
    'Schedule D, line 16 (Lines 7 and 15 together): -$10,000.00 as filed, -$12,000.00 corrected.',
    'The capital gain or loss on Form 1040 does not change. What changes is carried over.',
    'Schedule D of 2025, line 6 (short-term capital loss carryover): -$7,000.00 as filed, -$9,000.00 corrected.',
    'The corrected Form 8949 and Schedule D are attached.',
  ])
})

test('N6 a loss that becomes a gain moves line 1 by the limit and the gain, and takes the carryover away', () => {
  const found = of({
    filed: { boxes: [box('F', 0n, 500_000n)], earlier: [], incomes: [] },
    corrected: { boxes: [box('F', 900_000n, 500_000n)], earlier: [], incomes: [] },
  })
  expect(lineX(found).slice(0, 2)).toEqual([
    ['1', null, '7000.00', null],
    ['1 (part)', '-3000.00', '7000.00', '4000.00'],
  ])
  expect(lineX(found).find(([line]) => line === '5')).toEqual(['5', '50000.00', '7000.00', '57000.00'])
  expect(changed(found.carryover)).toEqual([['Schedule D of 2025, 14', '-2000.00', '0.00']])
  expect(found.correctedFacts.taxable_income).toBe('57000.00')
})

test('N6 what a later year carries over moves its own line and the years behind it', () => {
  const boxes = (loss: bigint) => [box('C', 0n, loss)]
  const found = of({
    filed: { boxes: boxes(1_000_000n), earlier: [], incomes: [] },
    corrected: { boxes: boxes(1_700_000n), earlier: [], incomes: [] },
    later: [
      { year: 2025, short: '9000', long: '0', facts: facts({ carryover_short: null, carryover_long: null }) },
      { year: 2026, short: '0', long: '0', facts: facts({ carryover_short: null, carryover_long: null }) },
    ],
  })
  // 7,000 met a gain of 9,000 in 2025; 14,000 leave a loss of 5,000, of which 3,000 count and 2,000 go on.
  expect(changed(found.carryover)).toEqual([
    ['Schedule D of 2025, 6', '-7000.00', '-14000.00'],
    ['Form 1040 of 2025, 7a', '2000.00', '-3000.00'],
    ['Schedule D of 2026, 6', '0.00', '-2000.00'],
    ['Form 1040 of 2026, 7a', '0.00', '-2000.00'],
  ])
})

test('N6 a carryover that was entered by hand stays, and the corrected one is said', () => {
  const found = of({
    filed: { boxes: [box('C', 0n, 1_000_000n)], earlier: [], incomes: [] },
    corrected: { boxes: [box('C', 0n, 1_200_000n)], earlier: [], incomes: [] },
    later: [{ year: 2025, short: '0', long: '0', facts: facts({ carryover_short: '7000' }) }],
  })
  expect(changed(found.carryover)).toEqual([])
  expect(found.notes[0]).toBe(
    'The carryover into 2025 is entered by hand. After the amendment 2024 leaves 9000.00 short-term and 0.00 long-term.',
  )
})

test('N6 income and gain move line 1 together, each with its line of Form 1040', () => {
  const found = of({
    year: 2025,
    facts: facts({}),
    filed: { boxes: [box('I', 10_000n, 4_000n)], earlier: [], incomes: [mined('100')] },
    corrected: {
      boxes: [box('I', 10_000n, 2_000n), box('K', 5_000n, 1_000n, -500n)],
      earlier: [],
      incomes: [mined('175.255')],
    },
  })
  expect(lineX(found)).toEqual([
    ['1', null, '130.26', null],
    ['1 (part)', '100.00', '75.26', '175.26'],
    ['1 (part)', '60.00', '55.00', '115.00'],
    ['2', null, '0.00', null],
    ['3', null, '130.26', null],
    ['4b', null, null, null],
    ['5', null, '130.26', null],
    ['6', null, null, null],
  ])
  expect(changed(found.form1040).map(([line]) => line)).toEqual([
    'Schedule 1, 8v',
    'Schedule 1, 9',
    'Schedule 1, 10',
    'Form 1040, 8',
    'Form 1040, 7a',
  ])
  expect(changed(found.form8949)).toEqual([
    ['Form 8949, box I', '40.00', '20.00'],
    ['Form 8949, box I', '60.00', '80.00'],
    ['Form 8949, box K', '0.00', '50.00'],
    ['Form 8949, box K', '0.00', '10.00'],
    ['Form 8949, box K', '0.00', '-5.00'],
    ['Form 8949, box K', '0.00', '35.00'],
  ])
  expect(found.notes[0]).toContain('Taxable income of 2025 is not entered')
})

test('N6 more income uses up more of a loss: the carryover shrinks though no sale changed', () => {
  // Taxable income of -2,500 leaves 500 of line 21 to be used, of -1,500 leaves 1,500: 9,500 and 8,500 go on.
  const loss = [box('C', 0n, 1_000_000n)]
  const found = of({
    facts: facts({ taxable_income: '-2500' }),
    filed: { boxes: loss, earlier: [], incomes: [] },
    corrected: { boxes: loss, earlier: [], incomes: [mined('1000')] },
  })
  expect(changed(found.scheduleD)).toEqual([])
  expect(changed(found.carryover)).toEqual([['Schedule D of 2025, 6', '-9500.00', '-8500.00']])
  expect(lineX(found).find(([line]) => line === '5')).toEqual(['5', '0.00', '0.00', '0.00'])
})

test('N6 a deduction that changes is not guessed: lines 2, 3 and 5 say nothing of it', () => {
  const found = of({ deduction: '-250', earlierAmended: [2022, 2023] })
  expect(lineX(found).filter(([line]) => ['2', '3', '5'].includes(line ?? ''))).toEqual([
    ['2', null, null, null],
    ['3', null, null, null],
    ['5', '50000.00', null, null],
  ])
  expect(found.notes.join('\n')).toContain('The donation deduction changes by -250.00.')
  expect(found.notes.join('\n')).toContain('2022, 2023 would be amended too')
})
