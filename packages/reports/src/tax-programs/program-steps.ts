import { formText } from '../money-text.ts'
import { closingNotes } from '../not-advice.ts'
import { reportFileName, type ReportFile, type YearReport } from '../year-report.ts'
import type { RowTotals } from './row-totals.ts'
import { checkedLine, type TaxProgram } from './tax-program.ts'

/** A line of the totals: a file, the rows to enter by hand, or a box. */
export interface TotalLine {
  readonly name: string
  readonly totals: RowTotals
}

/** Line of the totals of a box on Form 8949. */
export function boxLine(box: string, totals: RowTotals): TotalLine {
  return { name: `Form 8949, box ${box}`, totals }
}

/** Text beside the files of a program: steps, limit, whether it was checked, and totals of each file beside those of Form 8949. */
export function programSteps(
  program: TaxProgram,
  stem: string,
  report: YearReport,
  files: readonly TotalLine[],
  boxes: readonly TotalLine[],
): ReportFile {
  return {
    fileName: reportFileName(`${stem}-steps`, report, 'txt'),
    mediaType: 'text/plain; charset=utf-8',
    rows: 0,
    chunks: linesOf(program, report, [...files, ...boxes]),
  }
}

function* linesOf(program: TaxProgram, report: YearReport, totals: readonly TotalLine[]) {
  for (const line of [
    `${program.name}: tax year ${report.year}`,
    `Calculation ${report.calculationId}${report.taxpayer.name === '' ? '' : `, ${report.taxpayer.name}`}`,
    ...(report.draft === null ? [] : [`Draft, not to be filed. ${report.draft}`]),
    ...(report.disposals.length === 0
      ? [`There are no sales in ${report.year}: the files have no rows.`]
      : []),
    '',
    checkedLine(program),
    ...(program.unconfirmed.length === 0 ? [] : ['Not confirmed by the maker of the program:']),
    ...program.unconfirmed.map((fact) => `- ${fact}`),
    '',
    'Steps',
    ...program.steps.map((step, n) => `${n + 1}. ${step}`),
    '',
    `Limit: ${program.limit}`,
    `Above it: ${program.beyond}`,
    '',
    ...tableOf(totals),
    '',
    ...closingNotes(report),
  ])
    yield `${line}\r\n`
}

const COLUMNS = ['Rows', 'Proceeds', 'Cost basis', 'Adjustment', 'Gain or loss']

function tableOf(lines: readonly TotalLine[]): string[] {
  const rows = [
    ['Totals', ...COLUMNS],
    ...lines.map(({ name, totals: { rows, proceeds, basis, adjustment, gain } }) => [
      name,
      String(rows),
      ...[proceeds, basis, adjustment, gain].map((amount) => formText(amount, 'cents')),
    ]),
  ]
  const widths = [...COLUMNS.keys(), COLUMNS.length].map((n) =>
    Math.max(...rows.map((row) => row[n]!.length)),
  )
  return rows.map((row) =>
    row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))).join('  '),
  )
}
