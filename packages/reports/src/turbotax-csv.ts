import { dayAfter, isContractRow, yearAfter } from '@lotbook/journal'
import { csvLines } from './csv.ts'
import { amountOn, form8949, type Form8949Row } from './form-8949.ts'
import { reportFileName, type ByHand, type ReportFile, type YearReport } from './year-report.ts'

const HEADER = ['Currency Name', 'Purchase Date', 'Cost Basis', 'Date Sold', 'Proceeds']

/** Rows that one file may carry by default; the program's own limit is a little higher (export-formats 2a). */
export const TURBOTAX_ROWS_PER_FILE = 3000

/**
 * The gain and loss file of TurboTax Online, in as many numbered parts as its limit asks for. The program has no
 * column for the term and derives it from the two dates; a row whose term does not follow from them, or that has
 * no acquisition date, is left out and listed to be entered by hand.
 */
export function turboTaxCsv(
  report: YearReport,
  rowsPerFile = TURBOTAX_ROWS_PER_FILE,
): { files: ReportFile[]; byHand: ByHand[] } {
  const form = form8949(report)
  const rows = form.sections.flatMap((section) => section.rows)
  const byHand = rows.flatMap((row): ByHand[] => {
    const reason = reasonToEnterByHand(row)
    return reason === undefined ? [] : [{ description: `${row.description}, sold ${row.disposed}`, reason }]
  })
  const carried = rows.filter((row) => reasonToEnterByHand(row) === undefined)
  const parts = Math.max(1, Math.ceil(carried.length / rowsPerFile))

  const files = Array.from({ length: parts }, (_, index): ReportFile => {
    const slice = carried.slice(index * rowsPerFile, (index + 1) * rowsPerFile)
    return {
      fileName: reportFileName('turbotax', report, 'csv', parts === 1 ? undefined : index + 1),
      mediaType: 'text/csv; charset=utf-8',
      rows: slice.length,
      chunks: csvLines(
        HEADER,
        slice.map((row) => [
          row.description,
          row.acquired,
          amountOn(form, row.basis),
          row.disposed,
          amountOn(form, row.proceeds),
        ]),
      ),
    }
  })
  return { files, byHand }
}

function reasonToEnterByHand({ line, code, adjustment }: Form8949Row): string | undefined {
  if (code !== '' || adjustment !== 0n)
    return 'Form 1099-DA has other figures: the file has no columns for the code and the adjustment.'
  if (isContractRow(line.kind, line.asset)) return 'A contract has no date of acquisition.'
  if (line.acquired === null) return 'The date of acquisition is unknown.'
  const byDates = line.disposed >= yearAfter(dayAfter(line.acquired)) ? 'long' : 'short'
  return byDates === line.term ? undefined : `The term is ${line.term}, which its dates do not show.`
}
