import { join } from 'node:path'
import {
  auditTrailCsv,
  brokerReconciliationCsv,
  OUTCOME_WORDS,
  reconcileBrokerForms,
  doneeRecords,
  estimatedPaymentsCsv,
  form8949Csv,
  noticeReplyPdf,
  incomeCsv,
  interestPaidCsv,
  incomeLinesCsv,
  removalsCsv,
  removalsPdf,
  scheduleDCsv,
  capitalYears,
  type BrokerReconciliation,
  type DisposalLine,
  type RemovalLine,
  type ReportFile,
  type ReturnOfYear,
  type TaxProgramId,
  type YearReport,
} from '@lotbook/reports'
import type { DisposalRow, IncomeRow, RemovalRow } from '@lotbook/tax'
import { isFiat, yearOf } from '@lotbook/journal'
import {
  NO_RETURN_FACTS,
  type BusinessFacts,
  type ChosenIncomeLine,
  type PaymentFacts,
  type ReturnFacts,
} from '@lotbook/rules/us'
import { hasForms, placedLines, type GivenForms } from './broker-forms.ts'
import { lossesBefore } from './losses-before.ts'
import type { Io } from './io.ts'
import { printedForms, type Printing } from './official-forms.ts'
import { packetFilesOf, type CalculatedHistory } from './packet.ts'
import type { StatedRemovals } from './removal-facts.ts'
import type { ResultNames } from './stored-result.ts'
import { programFiles } from './tax-programs.ts'
import { counted } from './terminal-progress.ts'

/** The price source of income that is worth zero because nobody knows its price. */
export const NO_PRICE = 'no price known'

/** The rows that reports are made of; those of other years are left out. */
export interface ReportedRows {
  readonly disposals: Iterable<DisposalRow>
  readonly income: Iterable<IncomeRow>
  readonly removals: Iterable<RemovalRow>
}

/** A result with what reports show of it beside its rows. */
export type ReportedResult = Omit<ResultNames, 'origins'> & {
  readonly result: ReportedRows
  /** The rest of the return, and the gains of the years before, which the rows of one year do not hold. */
  readonly returnOfYear: ReturnOfYear
  readonly businessFacts: BusinessFacts
  readonly paymentFacts: PaymentFacts
  /** The line of the return that a receipt goes to. */
  readonly lineOf: (receipt: IncomeRow) => ChosenIncomeLine
  /** Forms 1099-DA; those of other years are left aside. */
  readonly brokerForms: GivenForms
  /** Statements about the gifts, donations and losses of the year. */
  readonly removalFacts: StatedRemovals
  /** Rows of thefts and losses of other years that were discovered in the year. */
  readonly discovered: readonly RemovalRow[]
  /** Tax programs that files are written for. */
  readonly programs: readonly TaxProgramId[]
}

/** The return of a year beside its rows, from all disposals of a history, what the person states, and the forms of the years before. */
export function returnOfYear(
  disposals: Iterable<DisposalRow>,
  year: number,
  facts: ReadonlyMap<number, ReturnFacts>,
  { forms, names }: { readonly forms: GivenForms; readonly names: NamesOfRows },
): ReturnOfYear {
  const takenBack = hasForms(forms) ? lossesBefore(forms, earlierLines(disposals, year, names)) : undefined
  return {
    facts: facts.get(year) ?? NO_RETURN_FACTS,
    earlier: capitalYears(disposals, year, facts, takenBack),
  }
}

function earlierLines(disposals: Iterable<DisposalRow>, year: number, names: NamesOfRows): DisposalLine[] {
  const lines: DisposalLine[] = []
  for (const row of disposals) if (yearOf(row.disposed) < year) lines.push(disposalLine(row, names))
  return lines
}

/** Names that rows are shown with. */
export type NamesOfRows = Pick<ResultNames, 'account_names' | 'asset_names' | 'contract_names'>

/** A row of a result as papers show it. */
export function disposalLine(row: DisposalRow, names: NamesOfRows): DisposalLine {
  return {
    ...row,
    transaction: row.tx,
    asset: names.asset_names?.[row.asset] ?? row.asset,
    account: names.account_names[row.account] ?? row.account,
    contract: names.contract_names?.[row.tx] ?? null,
    // A record tells when it was made, the result that it was followed does not: whether it came in time is not known here.
    allocation: null,
  }
}

/**
 * Write every report and export of a year into a folder; the same result gives the same files.
 *
 * @param calculated for the files of a packet, where they are asked for.
 * @returns whether every form is on the paper that was asked for.
 */
export async function writeReports(
  stored: ReportedResult,
  {
    year,
    out: folder,
    printing,
    calculated,
  }: {
    readonly year: number
    readonly out: string
    readonly printing: Printing
    readonly calculated: CalculatedHistory | undefined
  },
  io: Pick<Io, 'out' | 'err' | 'readFile' | 'writeFile' | 'progress'>,
): Promise<boolean> {
  io.progress?.step(`Writing the papers of ${year}`)
  const ofYear = { ...yearReportOf(stored, year), taxpayer: printing.taxpayer }
  const { report, papers, found } = withBrokerForms(ofYear, stored.brokerForms, io)
  const forms = await printedForms(report, printing, io)
  const files: ReportFile[] = [
    ...forms.files,
    form8949Csv(report),
    scheduleDCsv(report),
    incomeCsv(report),
    ...(report.incomes.length > 0 ? [incomeLinesCsv(report)] : []),
    ...(report.removals.length + report.discovered.length > 0 ? [removalsPdf(report)] : []),
    removalsCsv(report),
    ...(report.interestPaid.length > 0 ? [interestPaidCsv(report)] : []),
    ...(report.paymentFacts.payments.length > 0 ? [estimatedPaymentsCsv(report)] : []),
    ...doneeRecords(report),
    auditTrailCsv(report),
    ...papers,
    ...programFiles(report, stored.programs, io),
  ]
  if (calculated !== undefined) files.push(...packetFilesOf(calculated, report, found, files))
  for (const file of files) {
    io.progress?.step(`Writing ${file.fileName}`)
    await writeReportFile(file, folder, io)
  }
  io.progress?.done(`Papers: ${counted(files.length, 'file')} of ${year} in ${folder}`)
  return forms.isWhole
}

/** Write one file of a report into a folder, and say so. */
export async function writeReportFile(
  file: ReportFile,
  folder: string,
  io: Pick<Io, 'out' | 'writeFile'>,
): Promise<void> {
  await io.writeFile(join(folder, file.fileName), inPieces(file.chunks))
  io.out(`${file.fileName}  ${file.rows} rows\n`)
}

/** The report with the boxes and columns that Forms 1099-DA decide, and the forms line by line; as it is where there are none. */
function withBrokerForms(
  report: YearReport,
  stated: GivenForms,
  io: Pick<Io, 'err' | 'out'>,
): {
  readonly report: YearReport
  readonly papers: readonly ReportFile[]
  readonly found?: BrokerReconciliation
} {
  if (!hasForms(stated)) return { report, papers: [] }
  const { lines, notDeductible, unknown } = placedLines(stated, report.disposals)
  for (const text of unknown) io.err(`${text}\n`)
  const sold = new Set(report.disposals.map(({ transaction }) => transaction))
  for (const { id, year, tiedTo } of lines)
    if (year === report.year && tiedTo !== null && tiedTo.length > 0 && !tiedTo.some((one) => sold.has(one)))
      io.err(`${id}: none of its sales is of ${year}, so units and days decide\n`)
  const found = reconcileBrokerForms({ ...report, notDeductible }, lines)
  if (lines.length === 0) return { report: { ...report, disposals: found.disposals }, papers: [] }
  for (const [outcome, { length }] of Map.groupBy(found.results, (one) => one.outcome))
    io.out(`Form 1099-DA: ${OUTCOME_WORDS[outcome]}: ${length}\n`)
  const alone = found.results.filter(({ outcome }) => outcome === 'only_on_form').length
  const draft = alone === 0 ? report.draft : `${counted(alone, 'line')} of Forms 1099-DA fits no sale here.`
  const followed = { ...report, disposals: found.disposals, draft }
  return {
    report: followed,
    papers: [brokerReconciliationCsv(followed, found), noticeReplyPdf(followed, found)],
    found,
  }
}

/** A year of a result in the form that reports take. */
export function yearReportOf(stored: ReportedResult, year: number): YearReport {
  const [disposals, income, removals] = [
    [...stored.result.disposals],
    [...stored.result.income],
    [...stored.result.removals],
  ]
  const name = (account: string) => stored.account_names[account] ?? account
  const assetName = (asset: string) => stored.asset_names?.[asset] ?? asset
  const removal = (row: RemovalRow): RemovalLine => ({
    ...row,
    transaction: row.tx,
    asset: assetName(row.asset),
    account: name(row.account),
    term: row.term ?? null,
    deduction: row.deduction ?? null,
    note: null,
    howAcquired: row.lot === null ? null : (stored.how_acquired?.[row.lot] ?? null),
    allocation: null,
  })
  return {
    year,
    calculationId: stored.calculation_id,
    calculatedAt: stored.calculated_at,
    taxpayer: { name: '', taxId: '' },
    draft: null,
    disposals: disposals
      .filter((row) => yearOf(row.disposed) === year)
      .map((row) => disposalLine(row, stored)),
    incomes: income
      .filter((row) => yearOf(row.date) === year)
      .map((row) => ({
        ...row,
        transaction: row.tx,
        asset: assetName(row.asset),
        account: name(row.account),
        priceSource: stored.price_sources?.[row.tx] ?? 'stated by the source',
        isCash: isFiat(row.asset),
        isUnpriced: stored.price_sources?.[row.tx] === NO_PRICE,
        goesTo: stored.lineOf(row),
      })),
    removals: removals.filter((row) => yearOf(row.date) === year).map(removal),
    discovered: stored.discovered.map(removal),
    interestPaid: (stored.interest_paid ?? [])
      .filter(({ date }) => yearOf(date) === year)
      .map(({ tx, ...row }) => ({
        ...row,
        transaction: tx,
        asset: assetName(row.asset),
        account: name(row.account),
      })),
    removalFacts: stored.removalFacts,
    restsOn: stored.rests_on ?? null,
    invariants: stored.invariants ?? [],
    returnOfYear: stored.returnOfYear,
    businessFacts: stored.businessFacts,
    paymentFacts: stored.paymentFacts,
  }
}

const PIECE_BYTES = 1 << 18

/** The same bytes in longer pieces: a form is drawn in very many short ones, and each that is written waits for the disk. */
async function* inPieces(chunks: ReportFile['chunks']): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    held.push(bytes)
    size += bytes.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  yield Buffer.concat(held)
}
