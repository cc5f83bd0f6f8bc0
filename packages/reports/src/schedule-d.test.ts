import { NO_RETURN_FACTS, type ReturnFacts } from '@lotbook/rules/us'
import { describe, expect, test } from 'vitest'
import { capitalYears } from './capital-years.ts'
import { form8949 } from './form-8949.ts'
import { scheduleD, scheduleDCsv } from './schedule-d.ts'
import { reportOf, sale, textOf } from './testing/report-of.ts'

const facts = (stated: Partial<ReturnFacts>): ReturnFacts => ({ ...NO_RETURN_FACTS, ...stated })

const short = (disposed: string, proceeds: string, basis: string) =>
  sale({ disposed, proceeds, basis, term: 'short', box: 'I' })
const long = (disposed: string, proceeds: string, basis: string) => sale({ disposed, proceeds, basis })

/** Schedule D of 2025 as a table of line and amount, after 2023 and 2024 of the same history. */
function worked(stated: ReadonlyMap<number, ReturnFacts>) {
  const rows = [
    short('2023-05-01', '1000.004', '9000.006'),
    long('2023-06-01', '1000', '5000'),
    short('2024-02-01', '3000', '2000'),
    long('2024-03-01', '4500', '2000'),
    short('2025-01-05', '12000.50', '5449.50'),
    long('2025-02-05', '100', '40'),
  ]
  const report = reportOf({
    disposals: rows.filter(({ disposed }) => disposed.startsWith('2025')),
    returnOfYear: {
      facts: stated.get(2025) ?? NO_RETURN_FACTS,
      earlier: capitalYears(rows, 2025, stated),
    },
  })
  return { report, schedule: scheduleD(2025, form8949(report).sections, report.returnOfYear) }
}

describe('Schedule D, E20', () => {
  test('every line of a year after two years with losses, worked by hand', () => {
    const { schedule } = worked(
      new Map([
        [
          2023,
          facts({ filing_status: 'single', taxable_income: '40000', carryover_short: '0', other_short: '0' }),
        ],
        [2024, facts({ filing_status: 'single', taxable_income: '35000', other_short: '0' })],
        [2025, facts({ filing_status: 'single', other_short: '-200', other_long: '75.25' })],
      ]),
    )
    // 2023: short -8,000.01, long -4,000; 3,000 allowed: 5,000.01 and 4,000 go on. 2024: short -4,000.01, long -1,500; 3,000 allowed.
    expect(schedule.lines.map(({ line, gain }) => [line, gain])).toEqual([
      ['1a', null],
      ['1b', 0n],
      ['2', 0n],
      ['3', 655_100n],
      ['4 to 5', -20_000n],
      ['6', -100_001n],
      ['7', 535_099n],
      ['8a', null],
      ['8b', 0n],
      ['9', 0n],
      ['10', 6_000n],
      ['11 to 13', 7_525n],
      ['14', -150_000n],
      ['15', -136_475n],
      ['16', 398_624n],
      ['17', null],
      ['18', null],
      ['19', null],
      ['20', null],
      ['21', null],
      ['22', null],
    ])
    expect(schedule.form1040).toMatchObject({ line: 'Form 1040, line 7a', gain: 398_624n })
    expect(schedule.worksheet.map(({ gain }) => gain)).toEqual([
      3_500_000n,
      300_000n,
      3_800_000n,
      300_000n,
      400_001n,
      0n,
      300_000n,
      100_001n,
      150_000n,
      0n,
      0n,
      0n,
      150_000n,
    ])
    expect(schedule.lines.find(({ line }) => line === '17')?.text).toContain('No')
    expect(schedule.notes).toEqual([])
  })

  test('says what it takes for granted where nothing is stated', async () => {
    const { schedule, report } = worked(new Map())
    expect(schedule.lines.find(({ line }) => line === '6')?.gain).toBe(-100_001n)
    expect(schedule.notes).toEqual([
      'No capital loss is carried over from before 2023. Enter one if there is.',
      'Digital assets only. Gains and losses of other property are not entered, so lines 7, 15, 16 and 21 may be different.',
      'The filing status is not entered. A loss is limited to $3,000, or $1,500 if married filing separately.',
      'Taxable income of 2023 and 2024 is not entered. It is taken to be enough to use the whole loss on line 21.',
    ])
    const lines = (await textOf(scheduleDCsv(report).chunks)).split('\r\n')
    expect(lines.filter((line) => line.startsWith('Note,'))).toHaveLength(6)
    expect(lines.at(-2)).toContain('not tax advice')
    expect(lines).toContain('16,Lines 7 and 15 together,,,,4110.99')
    expect(lines).toContain('"Form 1040, line 7a",Capital gain or loss,,,,4110.99')
    expect(lines).toContain(
      '"Carryover worksheet, line 8",Short-term carryover for line 6: line 5 less line 7,,,,1000.01',
    )
  })

  test('the years before are those alone, each as its form prints it, also one with a statement and no disposal', () => {
    const rows = [
      short('2024-02-01', '1.005', '0.004'),
      short('2025-02-01', '9', '1'),
      long('2026-02-01', '9', '1'),
    ]
    const stated = new Map([
      [2022, facts({ filing_status: 'single' })],
      [2025, facts({ filing_status: 'mfj' })],
    ])
    expect(capitalYears(rows, 2025, stated)).toEqual([
      { year: 2022, short: '0.00', long: '0.00', facts: facts({ filing_status: 'single' }) },
      { year: 2024, short: '1.01', long: '0.00', facts: NO_RETURN_FACTS },
    ])
  })

  test('a loss stops at its limit, and Form 1040 says what line 21 says', () => {
    const report = reportOf({ disposals: [short('2025-01-05', '0', '11240')] })
    const under = (filing_status: ReturnFacts['filing_status'], year = 2025) =>
      scheduleD(year, form8949(report).sections, { facts: facts({ filing_status }), earlier: [] })
    for (const [status, most] of [
      ['single', -300_000n],
      ['mfs', -150_000n],
    ] as const) {
      const { lines, form1040, next } = under(status)
      expect(lines.find(({ line }) => line === '16')?.gain).toBe(-1_124_000n)
      expect(lines.find(({ line }) => line === '21')?.gain).toBe(most)
      expect(form1040.gain).toBe(most)
      expect(next.map(({ gain }) => gain)).toEqual([1_124_000n + most, 0n])
    }
    expect(under('single', 2024).form1040.line).toBe('Form 1040, line 7')
  })

  test('in whole dollars each line is rounded and the lines foot', () => {
    const report = reportOf({
      disposals: [short('2025-01-05', '10.50', '4.49'), long('2025-01-06', '0.49', '5.5')],
      returnOfYear: { facts: facts({ carryover_short: '1.49', other_long: '0.50' }), earlier: [] },
    })
    const { lines } = scheduleD(2025, form8949(report, 'dollars').sections, report.returnOfYear, 'dollars')
    const amount = (name: string) => lines.find(({ line }) => line === name)?.gain
    expect(['3', '6', '7', '10', '11 to 13', '15', '16', '21'].map(amount)).toEqual([
      7n,
      -1n,
      6n,
      -6n,
      1n,
      -5n,
      1n,
      null,
    ])
  })
})
