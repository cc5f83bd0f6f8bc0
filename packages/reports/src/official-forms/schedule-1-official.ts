import { amountOf, incomeBySource, kindText } from '../income-lines.ts'
import { amountShown, formText } from '../money-text.ts'
import { reportFileName, type ReportFile, type YearReport } from '../year-report.ts'
import { fillSchedule, scheduleFile } from './fill-schedule.ts'
import { schedule1Fields } from './form-fields.ts'
import type { OfficialForm } from './official-form.ts'
import { SCHEDULE_1, schedule1Lines } from './schedule-1-lines.ts'

/** Schedule 1 on the form of the IRS: the income of digital assets, and the sums of what Lotbook knows. */
export function schedule1Official(report: YearReport, official: OfficialForm): ReportFile {
  const fields = schedule1Fields(report.year)
  const { lines, all, notes } = schedule1Lines(report)
  const amountOn = (name: string) => {
    const amount = lines.find(({ line }) => line === `${SCHEDULE_1}${name}`)?.amount ?? null
    return amount === null ? '' : amountShown(formText(amount, 'cents'))
  }
  const other = amountOn(report.year === 2020 ? '8' : '8z')
  const kinds = other === '' ? [] : kindsOf(report, fields.line8v !== null)
  const texts = new Map<string, string | readonly string[]>([
    [fields.line3, amountOn('3')],
    ...(fields.line8v === null ? [] : [[fields.line8v, amountOn('8v')] as const]),
    [fields.other, other],
    [fields.otherText, inShort(kinds)],
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
        ...(kinds.length > 1 ? [`Other income, by type: ${kinds.join('; ')}.`] : []),
        ...notes,
      ],
    }),
  )
}

/** Types of other income with their amounts, as line 8z (line 8 in 2020) asks for them; what has line 8v is not among them. */
function kindsOf(report: YearReport, isDigitalElsewhere: boolean): string[] {
  const sources = incomeBySource(report).filter(
    ({ goesTo, isCash }) => goesTo.line === 'other' && (isCash || !isDigitalElsewhere),
  )
  return [...Map.groupBy(sources, kindText)].map(([kind, of]) => {
    const amount = amountOf(of)
    return amount === null ? kind : `${kind} ${amountShown(formText(amount, 'cents'))}`
  })
}

/** All types, or as many as there is room for; the notes behind the form have them all. */
function inShort(kinds: readonly string[]): string[] {
  return kinds.map((_, left) => {
    const named = kinds.slice(0, kinds.length - left).join('; ')
    return left === 0 ? named : `${named}; and ${left} more`
  })
}
