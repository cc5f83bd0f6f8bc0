import { closingNotes } from '../not-advice.ts'
import type { BrokerNames, BrokerReconciliation } from '../broker-lines/broker-reconciliation.ts'
import { form8949 } from '../form-8949.ts'
import { reportFileName, type ReportFile, type YearReport } from '../year-report.ts'
import { Book } from './book.ts'
import { formList, incomeLineList, scheduleList } from './form-lists.ts'
import { holdingsLists, priceList, transactionList, transactionPlaces } from './history-lists.ts'
import { incomeList, lotList, removalList, RowPlaces } from './lot-lists.ts'
import type { PacketFacts, PacketHistory } from './packet-records.ts'
import { brokerList, settingsList } from './other-lists.ts'
import { xlsxChunks } from './xlsx.ts'

/** Everything that a workbook of a year is made of. */
export interface WorkbookParts {
  readonly report: YearReport
  readonly facts: PacketFacts
  readonly history: PacketHistory
  /** Forms 1099-DA beside the sales; absent where there are none. */
  readonly reconciliation?: BrokerReconciliation | undefined
  /** Names of what the reconciliation has by id. */
  readonly brokerNames?: BrokerNames | undefined
}

/**
 * The audit workbook of a year: a figure on a form leads to its rows, a row to the lot it used, a lot to its purchase and its sale, and
 * these to the file and line or the provider's id, and to the price.
 *
 * @param rowsPerSheet What a sheet holds at most, its header among them.
 */
export function auditWorkbook(parts: WorkbookParts, rowsPerSheet?: number): ReportFile {
  const { report, history, facts, reconciliation, brokerNames } = parts
  const book = new Book(rowsPerSheet)
  const form = form8949(report)
  const rows = new RowPlaces(report)
  const places = transactionPlaces(history)
  const context = { book, rows, places, openOn: facts.openOn }
  const lists = [
    scheduleList(book, form),
    incomeLineList(book, rows),
    formList(book, form, rows),
    lotList(context),
    incomeList(context),
    removalList(context),
    brokerList(book, rows, reconciliation, brokerNames),
    ...holdingsLists(book, history, places),
    transactionList(book, history, places),
    priceList(book, history, places),
    settingsList(report, facts),
  ]
  for (const list of lists) book.add(list)
  return {
    fileName: reportFileName('audit-workbook', report, 'xlsx'),
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    rows: lists.reduce((sum, { count }) => sum + count, 0),
    chunks: workbookChunks(book, report),
  }
}

async function* workbookChunks(book: Book, report: YearReport): AsyncGenerator<Uint8Array> {
  const notes = [
    `${report.taxpayer.name === '' ? 'Name not given' : report.taxpayer.name}, tax year ${report.year}, calculation ${report.calculationId}.`,
    ...(report.draft === null ? [] : [`Draft, not to be filed. ${report.draft}`]),
    'Times are UTC. Amounts are in US dollars and exact, those of forms to the cent. A spreadsheet calculates with 15 digits; the file holds all of them.',
    ...closingNotes(report),
  ]
  yield* xlsxChunks(book.sheets(notes))
}
