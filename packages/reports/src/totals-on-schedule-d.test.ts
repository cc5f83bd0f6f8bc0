import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_OTHER_BOXES, type OtherBoxes } from '@lotbook/journal'
import { NO_RETURN_FACTS } from '@lotbook/rules/us'
import { reconcileBrokerForms } from './broker-lines/broker-reconciliation.ts'
import { form8949, linesInFormOrder } from './form-8949.ts'
import { form8949Csv } from './form-8949-csv.ts'
import { formsToFill } from './official-forms/filed-forms.ts'
import { boxTotalsOf, scheduleD, scheduleDCsv } from './schedule-d.ts'
import { taxProgramFiles } from './tax-programs/tax-programs.ts'
import { TAX_PROGRAM_IDS } from './tax-programs/tax-program.ts'
import { brokerLine } from './testing/broker-line-of.ts'
import { reportOf, sale, textOf } from './testing/report-of.ts'
import type { DisposalLine, FormColumns, YearReport } from './year-report.ts'

const chosen = (disposals: readonly DisposalLine[], isChosen = true): YearReport =>
  reportOf({
    disposals,
    returnOfYear: { facts: { ...NO_RETURN_FACTS, totals_on_schedule_d: isChosen }, earlier: [] },
  })

const columns = (of: Partial<FormColumns>): FormColumns => ({
  proceeds: '100',
  basis: '60',
  code: '',
  adjustment: '0',
  ...of,
})

const short = { term: 'short', proceeds: '100', basis: '60' } as const
const SALES = [
  sale({ ...short, transaction: 'plain', box: 'G' }),
  sale({ ...short, transaction: 'stock', box: 'A' }),
  sale({ ...short, transaction: 'coded', box: 'G', form: columns({ code: 'B', adjustment: '5' }) }),
  sale({ ...short, transaction: 'proceeds', box: 'H' }),
  sale({ ...short, transaction: 'none', box: 'I' }),
  sale({
    transaction: 'long',
    box: 'J',
    proceeds: '10',
    basis: '30',
    form: columns({ proceeds: '10', basis: '30' }),
  }),
]

const lineOf = (report: YearReport, name: string) =>
  scheduleD(report.year, boxTotalsOf(form8949(report)), report.returnOfYear).lines.find(
    ({ line }) => line === name,
  )

describe('E20 sales with basis reported and no adjustment stand as totals on lines 1a and 8a', () => {
  test('only where a person chooses so, and only those that need no code', () => {
    const before = chosen(SALES, false)
    expect(form8949(before).sections.map(({ box, rows }) => `${box}${rows.length}`)).toEqual([
      'A1',
      'G2',
      'H1',
      'I1',
      'J1',
    ])
    expect(lineOf(before, '1a')).toMatchObject({ proceeds: null, gain: null })
    const after = chosen(SALES)
    expect(form8949(after).sections.map(({ box, rows }) => `${box}${rows.length}`)).toEqual([
      'G1',
      'H1',
      'I1',
    ])
    expect(lineOf(after, '1a')).toMatchObject({
      proceeds: 20_000n,
      basis: 12_000n,
      adjustment: null,
      gain: 8_000n,
    })
    expect(lineOf(after, '1b')).toMatchObject({ proceeds: 10_000n, gain: 4_500n })
    expect(lineOf(after, '8a')).toMatchObject({ proceeds: 1_000n, basis: 3_000n, gain: -2_000n })
    expect(lineOf(after, '8b')).toMatchObject({ proceeds: 0n, gain: 0n })
  })

  test('a form with a wash sale, market discount, a QOF, box 5 or ordinary income keeps its sale on Form 8949', () => {
    const kept = (others: Partial<OtherBoxes>, term: 'ordinary' | null = null) => {
      const line = brokerLine({
        id: 'a',
        basis: '40',
        isBasisReported: true,
        term,
        others: { ...NO_OTHER_BOXES, ...others },
        loss: 'deductible',
      })
      const row = sale({ proceeds: '100', basis: '40' })
      const { disposals } = reconcileBrokerForms({ disposals: [row], year: 2025 }, [line])
      return form8949(chosen(disposals)).sections.length
    }
    expect(kept({})).toBe(0)
    expect(kept({ washSaleLoss: '0', marketDiscount: '0.00' })).toBe(0)
    for (const others of [
      { washSaleLoss: '5' },
      { marketDiscount: '1' },
      { isQof: true },
      { isLossNotAllowed: true },
    ])
      expect(kept(others)).toBe(1)
    expect(kept({}, 'ordinary')).toBe(1)
  })

  test('papers and files of programs leave them off, and say what to enter', async () => {
    const report = chosen(SALES)
    const csv = await textOf(form8949Csv(report).chunks)
    expect(csv.split('\r\n').filter((row) => row.includes(',plain,') || row.includes(',long,'))).toEqual([])
    expect(await textOf(scheduleDCsv(report).chunks)).toContain(
      '1a,"Short-term, basis reported to the IRS and no adjustments, without Form 8949",200.00,120.00,,80.00',
    )
    for (const id of TAX_PROGRAM_IDS) {
      const { files, byHand } = taxProgramFiles(id, report)
      expect(byHand.slice(0, 2).map(({ description }) => description)).toEqual([
        'Schedule D, line 1a: proceeds 200.00, cost basis 120.00',
        'Schedule D, line 8a: proceeds 10.00, cost basis 30.00',
      ])
      const steps = await textOf(files.at(-1)!.chunks)
      expect(steps).toMatch(/Schedule D, line 1a +2 +200\.00 +120\.00 +0\.00 +80\.00/)
    }
    expect(linesInFormOrder(report).map(({ transaction }) => transaction)).toEqual([
      'coded',
      'proceeds',
      'none',
    ])
  })

  test('no Form 8949 is needed where every sale is in the totals', () => {
    const direct = SALES.filter(({ transaction }) => transaction === 'plain' || transaction === 'long')
    expect(formsToFill(chosen(direct))).toEqual(['schedule-d'])
    expect(formsToFill(chosen(SALES))).toEqual(['form-8949', 'schedule-d'])
  })

  test('no total of Schedule D depends on the choice', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map((n) => (n / 1000).toFixed(3))
    const rows = fc.array(
      fc.record({
        proceeds: cents,
        basis: cents,
        box: fc.constantFrom('A', 'B', 'C', 'G', 'H', 'I', 'D', 'E', 'F', 'J', 'K', 'L'),
        code: fc.constantFrom(undefined, '', 'B', 'W'),
        adjustment: cents,
      }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(rows, fc.constantFrom('cents' as const, 'dollars' as const), (parts, unit) => {
        const disposals = parts.map(({ code, adjustment, box, ...amounts }, n) =>
          sale({
            ...amounts,
            transaction: `t${n}`,
            box,
            term: 'ABCGHI'.includes(box) ? 'short' : 'long',
            ...(code === undefined
              ? {}
              : { form: columns({ ...amounts, code, adjustment: code === '' ? '0' : adjustment }) }),
          }),
        )
        const totals = (isChosen: boolean) => {
          const report = chosen(disposals, isChosen)
          const { lines, form1040, next } = scheduleD(
            2025,
            boxTotalsOf(form8949(report, unit)),
            report.returnOfYear,
            unit,
          )
          const sum = (names: readonly string[], column: 'proceeds' | 'basis' | 'adjustment' | 'gain') =>
            lines
              .filter(({ line }) => names.includes(line))
              .reduce((all, one) => all + (one[column] ?? 0n), 0n)
          return [
            ...(['proceeds', 'basis', 'adjustment', 'gain'] as const).flatMap((column) => [
              sum(['1a', '1b'], column),
              sum(['8a', '8b'], column),
            ]),
            ...['2', '3', '7', '9', '10', '15', '16', '21'].map((name) => sum([name], 'gain')),
            form1040.gain,
            ...next.map(({ gain }) => gain),
          ]
        }
        expect(totals(true)).toEqual(totals(false))
      }),
      { numRuns: 300 },
    )
  })
})
