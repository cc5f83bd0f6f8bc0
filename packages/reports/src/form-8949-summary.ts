import { compareText } from '@lotbook/journal'
import { form8949, type Form8949, type Form8949Row, type Form8949Section } from './form-8949.ts'
import type { FormUnit } from './money-text.ts'
import type { YearReport } from './year-report.ts'

/** Every sale on a row of the form, or one row for each broker and box with the sales on a statement. */
export type FormShape = 'rows' | 'summary'

/** Form 8949 of a year in the shape that was chosen. */
export function shapedForm(report: YearReport, unit: FormUnit, shape: FormShape): Form8949 {
  const form = form8949(report, unit)
  return shape === 'summary' ? inSummary(form) : form
}

/** The rows of one broker in one box. */
export interface BrokerRows {
  readonly broker: string
  readonly rows: readonly Form8949Row[]
  /** The row that stands for them on the form. */
  readonly row: Form8949Row
}

/** Rows of a box by broker, in the order of their names. */
export function byBroker({ rows }: Pick<Form8949Section, 'rows'>): BrokerRows[] {
  const groups = Map.groupBy(rows, ({ line }) => line.account)
  return [...groups]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([broker, ofBroker]) => ({ broker, rows: ofBroker, row: summaryRow(broker, ofBroker) }))
}

/**
 * The form with one row for each broker and box, code M, and the rows themselves on a statement that is attached (instructions for
 * Form 8949, Exception 2: the name of the broker and "see attached statement" in (a), nothing in (b) and (c), code M with all codes
 * that also apply). Totals stay the sums of the rows of the statement.
 */
function inSummary(form: Form8949): Form8949 {
  return {
    ...form,
    sections: form.sections.map((section) => ({
      ...section,
      rows: byBroker(section).map(({ row }) => row),
    })),
  }
}

/** Letters of a broker's name that a row has room for. */
const NAME_LETTERS = 40

function summaryRow(broker: string, rows: readonly Form8949Row[]): Form8949Row {
  const letters = Array.from(broker)
  const name = letters.length <= NAME_LETTERS ? broker : `${letters.slice(0, NAME_LETTERS - 3).join('')}...`
  const sum = (of: (row: Form8949Row) => bigint) => rows.reduce((total, row) => total + of(row), 0n)
  const codes = new Set(['M', ...rows.flatMap(({ code }) => Array.from(code))])
  return {
    description: `${name}, see attached statement`,
    acquired: '',
    disposed: '',
    proceeds: sum(({ proceeds }) => proceeds),
    basis: sum(({ basis }) => basis),
    code: [...codes].toSorted(compareText).join(''),
    adjustment: sum(({ adjustment }) => adjustment),
    gain: sum(({ gain }) => gain),
    line: rows[0]!.line,
  }
}
