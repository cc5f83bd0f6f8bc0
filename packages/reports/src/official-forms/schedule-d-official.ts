import { form8949 } from '../form-8949.ts'
import { allocationNotes } from '../allocation-notes.ts'
import { amountShown, formText, type FormUnit } from '../money-text.ts'
import { boxTotalsOf, scheduleD, type BoxTotals, type ReturnLine, type ScheduleD } from '../schedule-d.ts'
import { reportFileName, type ReportFile, type YearReport } from '../year-report.ts'
import { AMOUNTS_OF_SCHEDULE_D, ROWS_OF_SCHEDULE_D } from './form-fields.ts'
import { fillSchedule, scheduleFile, type Filled } from './fill-schedule.ts'
import type { OfficialForm } from './official-form.ts'

/** Lines whose parentheses are printed. */
const IN_PRINTED_PARENTHESES = ['6', '14', '21']

/** Schedule D on the form of the IRS, with the carryover worksheet and what it takes for granted on a page behind it. */
export function scheduleDOfficial(
  report: YearReport,
  official: OfficialForm,
  unit: FormUnit = 'cents',
): ReportFile {
  const fileName = reportFileName('schedule-d-official', report, 'pdf')
  const boxes = boxTotalsOf(form8949(report, unit))
  const schedule = scheduleD(report.year, boxes, report.returnOfYear, unit)
  return scheduleFile(fileName, schedule.lines.length, () =>
    fillSchedule(official, report, {
      texts: new Map([...boxRows(schedule, boxes), ...amounts(schedule)]),
      checked: checkedOn(schedule),
      notes: notesOn(schedule, report),
    }),
  )
}

/** Columns (d), (e), (g) and (h) of the lines that the boxes of Form 8949 add up on; a line of no box stays empty. */
function boxRows({ lines, unit }: ScheduleD, boxes: readonly BoxTotals[]): [string, string][] {
  if (boxes.length === 0) return []
  return ROWS_OF_SCHEDULE_D.flatMap(([name, first]) => {
    const line = lines.find((one) => one.line === name)
    if (line === undefined || [line.proceeds, line.basis, line.adjustment, line.gain].every(isNothing))
      return []
    return [line.proceeds, line.basis, line.adjustment, line.gain].map((units, n): [string, string] => [
      `f1_${first + n}`,
      units === null || (n === 2 && units === 0n) ? '' : amountShown(formText(units, unit)),
    ])
  })
}

const isNothing = (units: bigint | null) => units === null || units === 0n

function amounts({ lines, unit }: ScheduleD): [string, string][] {
  return AMOUNTS_OF_SCHEDULE_D.flatMap(([name, field]): [string, string][] => {
    const gain = lines.find(({ line }) => line === name)?.gain ?? null
    if (gain === null || (gain === 0n && IN_PRINTED_PARENTHESES.includes(name))) return []
    const shown = IN_PRINTED_PARENTHESES.includes(name) && gain < 0n ? -gain : gain
    return [[field, amountShown(formText(shown, unit))]]
  })
}

/** No fund is assumed; line 17 follows from lines 15 and 16 where line 16 is a gain. */
function checkedOn({ lines }: ScheduleD): string[] {
  const gainOf = (name: string) => lines.find(({ line }) => line === name)?.gain ?? 0n
  const line17 = gainOf('16') <= 0n ? [] : [gainOf('15') > 0n ? 'c2_1[0]' : 'c2_1[1]']
  return ['c1_1[1]', ...line17]
}

function notesOn(
  { form1040, worksheet, next, notes, lines, unit }: ScheduleD,
  report: YearReport,
): Filled['notes'] {
  const amountOf = ({ gain }: ReturnLine) => (gain === null ? '' : amountShown(formText(gain, unit)))
  const has = (name: string) => lines.some(({ line, gain }) => line === name && gain !== null && gain !== 0n)
  const isGain = (lines.find(({ line }) => line === '16')?.gain ?? 0n) > 0n
  return [
    `${form1040.line}: ${amountOf(form1040)}.`,
    'The question on a qualified opportunity fund is answered No. Change it if you disposed of an interest in one.',
    lines.some(({ line, proceeds }) => (line === '1a' || line === '8a') && proceeds !== null)
      ? 'Lines 1a and 8a have the totals of sales whose basis was reported to the IRS and that need no adjustment. They are not on Form 8949.'
      : 'Lines 1a and 8a are not used: every sale is listed on Form 8949.',
    ...(has('4 to 5')
      ? [
          'Line 4 has your other short-term gain or loss as you entered it. Move to line 5 what comes from Schedules K-1.',
        ]
      : []),
    ...(has('11 to 13')
      ? [
          'Line 11 has your other long-term gain or loss as you entered it. Move to lines 12 and 13 what comes from Schedules K-1 and from capital gain distributions.',
        ]
      : []),
    isGain
      ? 'Lines 18 to 20 and 22 depend on the rest of your return and are left for you.'
      : 'Line 22 depends on the rest of your return and is left for you.',
    ...(worksheet.length > 0 ? ['Capital Loss Carryover Worksheet, lines 6 and 14:'] : []),
    ...worksheet.map((one) => `Line ${one.line}. ${one.text}: ${amountOf(one)}`),
    ...next.map((one) => `${one.text}: ${amountOf(one)}`),
    ...notes,
    ...allocationNotes(report.disposals).map(({ text }) => text),
  ]
}
