import { form8949Row, linesInFormOrder, type Form8949Row } from '../form-8949.ts'
import { reportFileName, type DisposalLine, type ReportFile, type YearReport } from '../year-report.ts'
import { compareText } from '@lotbook/journal'
import { addRow, noRows, type RowTotals } from './row-totals.ts'
import type { RowFormat } from './tax-program.ts'

/** A numbered file and the sums of its rows. */
export interface RowPart {
  readonly file: ReportFile
  readonly totals: RowTotals
  readonly lines: readonly DisposalLine[]
  /** Note on a series of files that is kept apart; empty for the usual one. */
  readonly note: string
}

/** A row that no file carries. */
export interface LeftToHand {
  readonly line: DisposalLine
  readonly reason: string
}

export interface RowFiles {
  readonly parts: readonly RowPart[]
  readonly byHand: readonly LeftToHand[]
  /** Sums of the rows to enter by hand. */
  readonly byHandTotals: RowTotals
  /** Sums of all rows by box. */
  readonly boxes: ReadonlyMap<string, RowTotals>
}

/** Rows of one part while they are divided. */
interface Part {
  readonly lines: DisposalLine[]
  readonly totals: RowTotals
}

/**
 * Divides the rows of Form 8949 into numbered files within the limit of a program. Only the disposals of the report are held: each row is
 * made when it is counted and once more when it is written, so a year of any length is in memory once.
 */
export function rowFiles(format: RowFormat, report: YearReport): RowFiles {
  const series = new Map<string, Part[]>([['', [newPart()]]])
  const byHand: LeftToHand[] = []
  const byHandTotals = noRows()
  const boxes = new Map<string, RowTotals>()
  for (const line of linesOf(format, report)) {
    const row = form8949Row(line, 'cents')
    addToBox(boxes, row)
    const reason = format.byHand(row)
    if (reason === undefined) addToSeries(series, format, row)
    else {
      byHand.push({ line, reason })
      addRow(byHandTotals, row)
    }
  }
  const parts = [...series].flatMap(([name, of]) =>
    of.map((part, n) =>
      filed(format, report, { ...part, name, number: of.length === 1 ? undefined : n + 1 }),
    ),
  )
  const full = parts.filter(({ lines }) => lines.length > 0)
  // Without any row there is a file all the same, so that nobody looks for it.
  return { parts: full.length > 0 ? full : parts.slice(0, 1), byHand, byHandTotals, boxes }
}

const newPart = (): Part => ({ lines: [], totals: noRows() })

function addToBox(boxes: Map<string, RowTotals>, row: Form8949Row): void {
  const { box } = row.line
  const totals = boxes.get(box) ?? noRows()
  if (totals.rows === 0) boxes.set(box, totals)
  addRow(totals, row)
}

function addToSeries(series: Map<string, Part[]>, format: RowFormat, row: Form8949Row): void {
  const name = format.series?.(row) ?? ''
  const parts = series.get(name) ?? []
  if (parts.length === 0) series.set(name, parts)
  if ((parts.at(-1)?.lines.length ?? format.rowsPerFile) >= format.rowsPerFile) parts.push(newPart())
  const { lines, totals } = parts.at(-1)!
  lines.push(row.line)
  addRow(totals, row)
}

function linesOf({ isByAccount = false }: RowFormat, report: YearReport): DisposalLine[] {
  const lines = linesInFormOrder(report)
  if (!isByAccount) return lines
  const byAccount = [...Map.groupBy(lines, ({ account }) => account)]
  return byAccount.sort(([a], [b]) => compareText(a, b)).flatMap(([, of]) => of)
}

function filed(
  { stem, extension, mediaType, chunks, seriesNote = '' }: RowFormat,
  report: YearReport,
  { lines, totals, name, number }: Part & { readonly name: string; readonly number: number | undefined },
): RowPart {
  return {
    file: {
      fileName: reportFileName(name === '' ? stem : `${stem}-${name}`, report, extension, number),
      mediaType,
      rows: lines.length,
      chunks: chunks(rowsOf(lines), report),
    },
    totals,
    lines,
    note: name === '' ? '' : seriesNote,
  }
}

function* rowsOf(lines: Iterable<DisposalLine>): Generator<Form8949Row> {
  for (const line of lines) yield form8949Row(line, 'cents')
}
