import { compareText } from '@lotbook/journal'
import { formatDecimal, parseDecimal, plus, zero } from '@lotbook/money'
import { csvLines } from './csv.ts'
import { cents, usDate } from './money-text.ts'
import { reportFileName, type InterestPaidLine, type ReportFile, type YearReport } from './year-report.ts'

const HEADER = ['Date', 'Asset', 'Quantity', 'FMV USD', 'Account', 'Transaction']

/**
 * Interest paid in a year, in cash and in coins, margin interest among it: the list behind line 1 of Form 4952. It is in no gain or loss;
 * a coin that paid it is also disposed of, on Form 8949 (tax/us.md 9.1). Interest that was paid for anything else than investments
 * belongs elsewhere, which only its payer knows.
 */
export function interestPaidCsv(report: YearReport): ReportFile {
  const lines = report.interestPaid.toSorted(byPaid)
  const values = lines.flatMap(({ value }) => (value === null ? [] : [value]))
  const total = formatDecimal(values.reduce((sum, value) => plus(sum, parseDecimal(value) ?? zero), zero))
  const unpriced = lines.length - values.length
  return {
    fileName: reportFileName('interest-paid', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: lines.length,
    chunks: csvLines(HEADER, [
      ...lines.map((line) => [
        usDate(line.date),
        line.asset,
        line.quantity,
        line.value === null ? null : cents(line.value),
        line.account,
        line.transaction,
      ]),
      ['Total', null, null, cents(total), null, null],
      [
        'Investment interest goes on Form 4952, line 1. Interest on other loans does not: leave it out.',
        ...NO_CELLS,
      ],
      ...(unpriced === 0
        ? []
        : [[`Not in the total, because no price is known: ${unpriced} of ${lines.length}.`, ...NO_CELLS]]),
    ]),
  }
}

const NO_CELLS = HEADER.slice(1).map(() => null)

function byPaid(a: InterestPaidLine, b: InterestPaidLine): number {
  return compareText(a.date, b.date) || compareText(a.transaction, b.transaction)
}
