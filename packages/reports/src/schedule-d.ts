import { allocationNotes } from './allocation-notes.ts'
import { csvLines } from './csv.ts'
import { amountOn, form8949, type Form8949 } from './form-8949.ts'
import type { FormUnit } from './money-text.ts'
import { reportFileName, type ReportFile, type YearReport } from './year-report.ts'

/** A line of Schedule D that Form 8949 leads to; columns (d), (e), (g) and (h) in form units. */
export interface ScheduleDLine {
  readonly line: string
  readonly text: string
  readonly proceeds: bigint | null
  readonly basis: bigint | null
  readonly adjustment: bigint | null
  readonly gain: bigint
}

/** Which boxes of Form 8949 add up on which line (tax/us 5.1). Lines 1a and 8a are not used: every row is listed. */
const LINES = [
  { line: '1b', part: 'I', boxes: ['A', 'G'], text: 'Short-term, Form 8949 with box A or G checked' },
  { line: '2', part: 'I', boxes: ['B', 'H'], text: 'Short-term, Form 8949 with box B or H checked' },
  { line: '3', part: 'I', boxes: ['C', 'I'], text: 'Short-term, Form 8949 with box C or I checked' },
  { line: '8b', part: 'II', boxes: ['D', 'J'], text: 'Long-term, Form 8949 with box D or J checked' },
  { line: '9', part: 'II', boxes: ['E', 'K'], text: 'Long-term, Form 8949 with box E or K checked' },
  { line: '10', part: 'II', boxes: ['F', 'L'], text: 'Long-term, Form 8949 with box F or L checked' },
] as const

/**
 * Schedule D from the printed Form 8949: lines 1b to 3 and 8b to 10 carry its totals, 7 and 15 add them, 16 adds
 * those. Only what crypto history knows: carryovers and other gains are for the preparer (tax/us section 6).
 */
export function scheduleD(form: Form8949): ScheduleDLine[] {
  const lines = LINES.map(({ line, part, boxes, text }) => {
    const total = { part, line, text, proceeds: 0n, basis: 0n, adjustment: 0n, gain: 0n }
    for (const section of form.sections) {
      if (!(boxes as readonly string[]).includes(section.box)) continue
      total.proceeds += section.totals.proceeds
      total.basis += section.totals.basis
      total.adjustment += section.totals.adjustment
      total.gain += section.totals.gain
    }
    return total
  })
  const short = sumLine(
    '7',
    'Net short-term capital gain or loss',
    lines.filter((l) => l.part === 'I'),
  )
  const long = sumLine(
    '15',
    'Net long-term capital gain or loss',
    lines.filter((l) => l.part === 'II'),
  )
  const net = sumLine('16', 'Lines 7 and 15 together', [short, long])
  const printed = lines.map(({ line, text, proceeds, basis, adjustment, gain }) => ({
    line,
    text,
    proceeds,
    basis,
    adjustment,
    gain,
  }))
  return [...printed.slice(0, 3), short, ...printed.slice(3), long, net]
}

function sumLine(line: string, text: string, of: readonly { gain: bigint }[]): ScheduleDLine {
  const gain = of.reduce((total, one) => total + one.gain, 0n)
  return { line, text, proceeds: null, basis: null, adjustment: null, gain }
}

/**
 * The lines as a table. Where they rest on an allocation that is no safe harbor, lines named `Note` say so beneath them, in the
 * words of the screens.
 */
export function scheduleDCsv(report: YearReport, unit: FormUnit = 'cents'): ReportFile {
  const form = form8949(report, unit)
  const lines = scheduleD(form)
  const notes = allocationNotes(report.disposals)
  const cell = (units: bigint | null) => (units === null ? null : amountOn(form, units))
  return {
    fileName: reportFileName('schedule-d', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: lines.length + notes.length,
    chunks: csvLines(
      ['Line', 'Description', 'Proceeds', 'Cost Basis', 'Adjustment', 'Gain or Loss'],
      [
        ...lines.map((l) => [
          l.line,
          l.text,
          cell(l.proceeds),
          cell(l.basis),
          cell(l.adjustment),
          cell(l.gain),
        ]),
        ...notes.map(({ text }) => ['Note', text, null, null, null, null]),
      ],
    ),
  }
}
