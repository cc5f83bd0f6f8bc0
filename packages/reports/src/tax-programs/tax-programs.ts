import { compareText } from '@lotbook/journal'
import { form8949Pdf } from '../form-8949-pdf.ts'
import { description, linesInFormOrder } from '../form-8949.ts'
import { usDate } from '../money-text.ts'
import { reportFileName, type ByHand, type ReportFile, type YearReport } from '../year-report.ts'
import { boxSummaries, type BoxSummary } from './box-summary.ts'
import { directTotals } from './direct-totals.ts'
import { drake } from './drake.ts'
import { fdx } from './fdx.ts'
import { freeTaxUsa } from './freetaxusa.ts'
import { hAndRBlock } from './h-and-r-block.ts'
import { BOX_COLUMN, FORM_COLUMNS, plainLines, TERM_COLUMN, type PlainColumn } from './plain-columns.ts'
import { plain8949 } from './plain-8949.ts'
import { programList, programListName } from './program-list.ts'
import { boxLine, programSteps, type TotalLine } from './program-steps.ts'
import { rowFiles, type RowFiles } from './row-files.ts'
import { addRow, noRows } from './row-totals.ts'
import { TAXACT_ROWS, taxAct, taxActSummary } from './taxact.ts'
import { notInYear, type RowFormat, type TaxProgram, type TaxProgramId } from './tax-program.ts'
import { turboTax } from './turbotax.ts'
import { txf } from './txf.ts'

/** Files for a tax program, and the rows that a person enters beside them. */
export interface ProgramFiles {
  readonly files: readonly ReportFile[]
  readonly byHand: readonly ByHand[]
}

interface Asked {
  /** Rows of one file, where another limit is wanted than the program's. */
  readonly rowsPerFile?: number
  /** Left out of a packet, which has every sale on Form 8949 already. */
  readonly hasStatement?: boolean
}

type WriteFiles = (report: YearReport, asked: Asked) => ProgramFiles

interface Entry {
  readonly program: TaxProgram
  readonly write: WriteFiles
}

const ENTRIES: Readonly<Record<TaxProgramId, Entry>> = {
  'turbotax-csv': ofRows(turboTax),
  txf: ofRows(txf),
  'taxact-csv': {
    program: taxAct.program,
    write: (report, asked) =>
      linesInFormOrder(report).length > (asked.rowsPerFile ?? TAXACT_ROWS)
        ? summaryFiles(taxAct.program, 'taxact-totals', taxActSummary, report, asked)
        : writeRows(taxAct, report, asked),
  },
  'hr-block-summary': ofTotals(hAndRBlock, 'hr-block-totals'),
  'freetaxusa-summary': ofTotals(freeTaxUsa, 'freetaxusa-totals'),
  'drake-csv': ofRows(drake),
  'fdx-json': ofRows(fdx),
  'plain-8949-csv': ofRows(plain8949),
}

/** Programs that files are made for, in the order that they are offered. */
export const TAX_PROGRAMS: readonly TaxProgram[] = Object.values(ENTRIES).map(({ program }) => program)

/**
 * Files of a year for a tax program: rows in numbered parts within its limit or a row for each box with the statement, the list of what the
 * program has no column for, and the steps with totals that agree with Form 8949.
 *
 * @throws RangeError where the format is not defined for the year (`notInYear`).
 */
export function taxProgramFiles(id: TaxProgramId, report: YearReport, asked: Asked = {}): ProgramFiles {
  const { program, write } = ENTRIES[id]
  const missing = notInYear(program, report.year)
  if (missing !== undefined) throw new RangeError(missing)
  return write(report, asked)
}

/** Files for every program that has any for the year, in a folder for each, as a packet takes them along. */
export function allProgramFiles(report: YearReport): ProgramFiles {
  const files: ReportFile[] = []
  const byHand: ByHand[] = []
  for (const { id, name } of TAX_PROGRAMS.filter(
    (program) => notInYear(program, report.year) === undefined,
  )) {
    const made = taxProgramFiles(id, report, { hasStatement: false })
    files.push(...made.files.map((file) => ({ ...file, fileName: `tax-software/${id}/${file.fileName}` })))
    byHand.push(...made.byHand.map((entry) => ({ ...entry, description: `${name}: ${entry.description}` })))
  }
  return { files, byHand }
}

function ofRows(format: RowFormat): Entry {
  return { program: format.program, write: (report, asked) => writeRows(format, report, asked) }
}

function writeRows(format: RowFormat, report: YearReport, { rowsPerFile }: Asked): ProgramFiles {
  const found = rowFiles(rowsPerFile === undefined ? format : { ...format, rowsPerFile }, report)
  const { parts, byHand, byHandTotals, boxes } = found
  const direct = directTotals(report)
  const totals: TotalLine[] = [
    ...parts.map(({ file, totals }) => ({ name: file.fileName, totals })),
    { name: 'To enter by hand', totals: byHandTotals },
  ]
  return {
    files: [
      ...parts.map(({ file }) => file),
      ...(format.isListed || byHand.length > 0 ? [programList(format, report, found)] : []),
      programSteps(format.program, format.stem, report, totals, [
        ...[...boxes].map(([box, of]) => boxLine(box, of)).toSorted(byName),
        ...direct.totals,
      ]),
    ],
    byHand: [...direct.byHand, ...shortened(byHand, programListName(format, report))],
  }
}

const byName = (a: TotalLine, b: TotalLine) => compareText(a.name, b.name)

/** Rows by hand that are named one by one; the others are counted, and the list beside the files has them all. */
const NAMED = 50

function shortened(rows: RowFiles['byHand'], listName: string): ByHand[] {
  const named = rows.slice(0, NAMED).map(({ line, reason }) => ({
    description: `${description(line)}, sold ${usDate(line.disposed)}`,
    reason,
  }))
  const more = rows.length - named.length
  if (more === 0) return named
  return [...named, { description: `${more} more`, reason: `They are in ${listName}.`, rows: more }]
}

function ofTotals(program: TaxProgram, stem: string): Entry {
  return { program, write: (report, asked) => summaryFiles(program, stem, totalsTable, report, asked) }
}

function summaryFiles(
  program: TaxProgram,
  stem: string,
  table: (boxes: readonly BoxSummary[]) => Iterable<string>,
  report: YearReport,
  { hasStatement = true }: Asked,
): ProgramFiles {
  const boxes = boxSummaries(report)
  const sums = noRows()
  for (const box of boxes) addRow(sums, box, box.rows)
  const fileName = reportFileName(stem, report, 'csv')
  const direct = directTotals(report)
  return {
    files: [
      { fileName, mediaType: 'text/csv; charset=utf-8', rows: boxes.length, chunks: table(boxes) },
      ...(hasStatement ? [statementOf(report)] : []),
      programSteps(
        program,
        stem,
        report,
        [{ name: `Sales in ${fileName}`, totals: sums }],
        [...boxes.map((box) => boxLine(box.box, box)), ...direct.totals],
      ),
    ],
    byHand: direct.byHand,
  }
}

/** Statement that Exception 2 asks for: every row of Form 8949 with the totals of each box. */
function statementOf(report: YearReport): ReportFile {
  return { ...form8949Pdf(report), fileName: reportFileName('8949-statement', report, 'pdf') }
}

const TOTALS_COLUMNS: readonly PlainColumn<BoxSummary>[] = [
  BOX_COLUMN,
  TERM_COLUMN,
  ...FORM_COLUMNS,
  { header: 'Sales', cell: ({ rows }) => String(rows) },
]

function totalsTable(boxes: readonly BoxSummary[]): Iterable<string> {
  return plainLines(TOTALS_COLUMNS, boxes)
}
