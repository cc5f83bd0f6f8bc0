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
}

/**
 * Divides the rows of Form 8949 into numbered files within the limit of a program. Only the disposals of the report are held: each row is
 * made when it is counted and once more when it is written, so a year of any length is in memory once.
 */
export function rowFiles(format: RowFormat, report: YearReport): RowFiles {
  const series = new Map<string, DisposalLine[]>([['', []]])
  const byHand: LeftToHand[] = []
  const byHandTotals = noRows()
  for (const line of linesOf(format, report)) {
    const row = form8949Row(line, 'cents')
    const reason = format.byHand(row)
    if (reason !== undefined) {
      byHand.push({ line, reason })
      addRow(byHandTotals, row)
      continue
    }
    const name = format.series?.(row) ?? ''
    const lines = series.get(name)
    if (lines === undefined) series.set(name, [line])
    else lines.push(line)
  }
  const parts = [...series].flatMap(([name, lines]) => partsOf(format, report, name, lines))
  return { parts, byHand, byHandTotals }
}

function linesOf({ isByAccount = false }: RowFormat, report: YearReport): DisposalLine[] {
  const lines = linesInFormOrder(report)
  return isByAccount ? lines.sort((a, b) => compareText(a.account, b.account)) : lines
}

function partsOf(
  format: RowFormat,
  report: YearReport,
  series: string,
  lines: readonly DisposalLine[],
): RowPart[] {
  const { stem, extension, mediaType, rowsPerFile, chunks, seriesNote = '' } = format
  const count = Math.max(1, Math.ceil(lines.length / rowsPerFile))
  return Array.from({ length: count }, (_, index) => {
    const own = lines.slice(index * rowsPerFile, (index + 1) * rowsPerFile)
    const totals = noRows()
    for (const row of rowsOf(own)) addRow(totals, row)
    return {
      file: {
        fileName: reportFileName(
          series === '' ? stem : `${stem}-${series}`,
          report,
          extension,
          count === 1 ? undefined : index + 1,
        ),
        mediaType,
        rows: own.length,
        chunks: chunks(rowsOf(own), report),
      },
      totals,
      lines: own,
      note: series === '' ? '' : seriesNote,
    }
  })
}

function* rowsOf(lines: Iterable<DisposalLine>): Generator<Form8949Row> {
  for (const line of lines) yield form8949Row(line, 'cents')
}
