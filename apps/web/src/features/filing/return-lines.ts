import type { FormTotals, IncomeByLine, OneYear } from '@lotbook/contract'
import { formatDecimal, sum } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'

type Term = 'short' | 'long'

/** A line of Schedule D that boxes of Form 8949 lead to. */
export interface ScheduleLine {
  readonly term: Term
  /** "Lines 2, 3 → 7": where the boxes go, and the line that adds them. */
  readonly lines: string
  readonly text: string
  readonly gain: string
}

/** The line of Schedule D that a box adds to (tax/us 5.1). */
const LINE_OF_BOX: Readonly<Record<string, string>> = {
  A: '1b',
  G: '1b',
  B: '2',
  H: '2',
  C: '3',
  I: '3',
  D: '8b',
  J: '8b',
  E: '9',
  K: '9',
  F: '10',
  L: '10',
}

function lineOfBox({ box, term, is_direct }: FormTotals['boxes'][number]): string {
  return is_direct ? (term === 'short' ? '1a' : '8a') : (LINE_OF_BOX[box] ?? '')
}

/** The net lines of Schedule D of the terms that have a disposal. */
export function scheduleLines(boxes: FormTotals['boxes']): ScheduleLine[] {
  return (['short', 'long'] as const).flatMap((term) => {
    const of = boxes.filter((one) => one.term === term)
    if (of.length === 0) return []
    const lines = [...new Set(of.map(lineOfBox))].toSorted(byNumber)
    return [
      {
        term,
        lines: `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')} → ${term === 'short' ? '7' : '15'}`,
        text: `${term}-term, digital assets`,
        gain: formatDecimal(sum(of.map(({ gain }) => readAmount(gain)))),
      },
    ]
  })
}

const byNumber = (a: string, b: string) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1)

/** A line of a form that income leads to. */
export interface LineOfForm {
  readonly name: string
  readonly text: string
  /** Null where nothing on it has a price. */
  readonly amount: string | null
  /** Whether it takes all income of the year. */
  readonly isAll: boolean
}

/** The lines of a form that income leads to; none before they are known. */
export function linesOf(
  income: IncomeByLine | undefined,
  { counts }: Pick<OneYear, 'counts'>,
  form: string,
): LineOfForm[] {
  if (income === undefined || counts.incomes === 0) return []
  const isOneLine =
    income.facts.business_expenses === null &&
    new Set(income.sources.map(({ line, lines }) => nameOf(line, lines))).size === 1
  return income.lines
    .filter(({ line }) => line.startsWith(`${form}, `))
    .map(({ line, text, amount }) => ({
      name: capital(line.slice(form.length + 2)),
      text: text.charAt(0).toLowerCase() + text.slice(1),
      amount,
      isAll: isOneLine,
    }))
}

/** The forms below Form 1040 that income leads to, each with its lines. */
export function formsOf(income: IncomeByLine | undefined, year: Pick<OneYear, 'counts'>) {
  return ['Schedule C', 'Schedule 1'].flatMap((form) => {
    const lines = linesOf(income, year, form)
    return lines.length === 0 ? [] : [{ form, lines }]
  })
}

const nameOf = (line: string, lines: IncomeByLine['sources'][number]['lines']) =>
  lines.find((one) => one.line === line)?.name ?? line
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
