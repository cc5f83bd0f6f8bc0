import { incomeBySource, incomeLines } from '../income-lines.ts'
import type { YearReport } from '../year-report.ts'

export const SCHEDULE_1 = 'Schedule 1, line '

/** The lines of Schedule 1 that the income of a report leads to, all lines of the return beside them, and what they rest on. */
export function schedule1Lines(report: YearReport) {
  const { lines, notes } = incomeLines(report.year, incomeBySource(report), report.businessFacts)
  return { lines: lines.filter(({ line }) => line.startsWith(SCHEDULE_1)), all: lines, notes }
}

/** Whether any income of a report goes to Schedule 1. */
export function hasSchedule1(report: YearReport): boolean {
  return schedule1Lines(report).lines.length > 0
}
