import { compareText } from '@lotbook/journal'
import { formatDecimal, parseDecimal, sum, zero } from '@lotbook/money'
import { csvLines } from './csv.ts'
import { cents, usDate } from './money-text.ts'
import { NOT_ADVICE } from './not-advice.ts'
import { reportFileName, type ReportFile, type YearReport } from './year-report.ts'

/** Payments of estimated tax for a year, by day, with their total: Form 1040, line 26. */
export function estimatedPaymentsCsv(report: YearReport): ReportFile {
  const { payments } = report.paymentFacts
  const total = formatDecimal(sum(payments.map(({ amount }) => parseDecimal(amount) ?? zero)))
  return {
    fileName: reportFileName('estimated-tax-payments', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: payments.length,
    chunks: csvLines(
      ['Paid On', 'Amount USD', 'Line'],
      [
        ...payments
          .toSorted((a, b) => compareText(a.paid_on, b.paid_on))
          .map(({ paid_on, amount }) => [usDate(paid_on), cents(amount), null]),
        ['Total', cents(total), 'Form 1040, line 26'],
        [
          'As you entered them. Line 26 also takes a refund of last year that was applied to this one.',
          null,
          null,
        ],
        [NOT_ADVICE, null, null],
      ],
    ),
  }
}
