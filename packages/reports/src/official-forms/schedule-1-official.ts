import { incomeBySource, incomeLines, kindText } from '../income-lines.ts'
import { amountShown, formText } from '../money-text.ts'
import { reportFileName, type ReportFile, type YearReport } from '../year-report.ts'
import { fillSchedule, scheduleFile } from './fill-schedule.ts'
import { schedule1Fields } from './form-fields.ts'
import type { OfficialForm } from './read-official-form.ts'

const SCHEDULE_1 = 'Schedule 1, line '

/** The lines of Schedule 1 that the income of a report leads to. */
function linesOf(report: YearReport) {
  const { lines, notes } = incomeLines(report.year, incomeBySource(report), report.businessFacts)
  return { lines: lines.filter(({ line }) => line.startsWith(SCHEDULE_1)), all: lines, notes }
}

/** Whether any income of a report goes to Schedule 1. */
export function hasSchedule1(report: YearReport): boolean {
  return linesOf(report).lines.length > 0
}

/** Schedule 1 on the form of the IRS: the income of digital assets, and the sums of what Lotbook knows. */
export function schedule1Official(report: YearReport, official: OfficialForm): ReportFile {
  const fields = schedule1Fields(report.year)
  const { lines, all, notes } = linesOf(report)
  const amountOn = (name: string) => {
    const amount = lines.find(({ line }) => line === `${SCHEDULE_1}${name}`)?.amount ?? null
    return amount === null ? '' : amountShown(formText(amount, 'cents'))
  }
  const other = amountOn(report.year === 2020 ? '8' : '8z')
  const texts = new Map([
    [fields.line3, amountOn('3')],
    ...(fields.line8v === null ? [] : [[fields.line8v, amountOn('8v')] as const]),
    [fields.other, other],
    [fields.otherText, other === '' ? '' : typesOf(report, fields.line8v !== null)],
    ...(fields.line9 === null ? [] : [[fields.line9, amountOn('9')] as const]),
    [fields.total, amountOn(report.year === 2020 ? '9' : '10')],
  ])
  const elsewhere = all.filter(({ line }) => !line.startsWith(SCHEDULE_1))
  return scheduleFile(reportFileName('schedule-1-official', report, 'pdf'), lines.length, () =>
    fillSchedule(official, report, {
      texts,
      checked: [],
      notes: [
        'Only income of digital assets is entered. Add your other income, and the sums that it changes.',
        ...elsewhere.map(
          ({ line, text, amount }) =>
            `${line}: ${text}${amount === null ? '' : `, ${amountShown(formText(amount, 'cents'))}`}.`,
        ),
        ...notes,
      ],
    }),
  )
}

/** The kinds of other income, as line 8z (line 8 in 2020) asks for them; what has line 8v is not among them. */
function typesOf(report: YearReport, isDigitalElsewhere: boolean): string {
  const sources = incomeBySource(report).filter(
    ({ goesTo, isCash }) => goesTo.line === 'other' && (isCash || !isDigitalElsewhere),
  )
  return [...new Set(sources.map(kindText))].join('; ')
}
