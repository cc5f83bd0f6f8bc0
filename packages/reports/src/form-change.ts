import { decimal, formatDecimal, minus, plus, sum } from '@lotbook/money'
import { kindLabel } from '@lotbook/tax'
import type { AmendedRow, AmendmentLine, YearFigures } from './amendment.ts'
import { exact, formUnits } from './money-text.ts'
import type { DisposalLine, FormColumns } from './year-report.ts'

/** Cause of lines that a Form 1099-DA, or a word on one, changes after a year was filed. */
export const FORM_CAUSE = 'Form 1099-DA received after filing'

/** Box and columns of a row on one of the two returns; without columns they are our own figures. */
export interface FormSide {
  readonly box: string
  readonly form: FormColumns | undefined
}

type Row = Pick<
  DisposalLine,
  'kind' | 'transaction' | 'quantity' | 'acquired' | 'disposed' | 'proceeds' | 'basis' | 'gain' | 'term'
>

/** Whether a row reads the same on Form 8949 on both returns. */
export function isSameOnForm(row: Row, before: FormSide, after: FormSide): boolean {
  return markOf(row, before) === markOf(row, after)
}

function markOf(row: Row, { box, form }: FormSide): string {
  const { proceeds, basis, code, adjustment } = form ?? { ...row, code: '', adjustment: '0' }
  const cents = [proceeds, basis, adjustment].map((amount) => formUnits(amount, 'cents'))
  return [box, code, ...cents].join(' ')
}

/** A line of an amendment for a row that forms say otherwise. Its gain changes only where a loss is taken back, or no longer is. */
export function formChangeLine(
  row: Row,
  {
    before,
    after,
    asset,
    account,
  }: Record<'before' | 'after', FormSide> & Record<'asset' | 'account', string>,
): AmendmentLine {
  const [was, is] = [sideOf(row, before), sideOf(row, after)]
  return {
    kind: 'disposal',
    label: kindLabel(row.kind),
    asset,
    account,
    transaction: row.transaction,
    date: row.disposed,
    before: was,
    after: is,
    gain: formatDecimal(minus(exact(is.gain ?? '0'), exact(was.gain ?? '0'))),
    income: '0',
    deduction: '0',
    cause: FORM_CAUSE,
  }
}

function sideOf(row: Row, { box, form }: FormSide): AmendedRow {
  return {
    quantity: row.quantity,
    acquired: row.acquired,
    date: row.disposed,
    proceeds: form?.proceeds ?? row.proceeds,
    basis: form?.basis ?? row.basis,
    value: null,
    gain: formatDecimal(plus(exact(row.gain), decimal(takenBack(row, form), 2))),
    deduction: null,
    term: row.term,
    box: form === undefined || form.code === '' ? box : `${box} ${form.code} ${form.adjustment}`,
  }
}

/** The part of a loss that columns take back, in cents. */
function takenBack(row: Row, form: FormColumns | undefined): bigint {
  if (form === undefined) return 0n
  const gain = (of: Pick<FormColumns, 'proceeds' | 'basis'>) =>
    formUnits(of.proceeds, 'cents') - formUnits(of.basis, 'cents')
  return gain(form) + formUnits(form.adjustment, 'cents') - gain(row)
}

/** Figures of a year with what lines that forms change add to them. */
export function withFormChanges(
  figures: YearFigures | undefined,
  lines: readonly AmendmentLine[],
): YearFigures {
  const { gain = '0', short = '0', income = '0', deduction = '0' } = figures ?? {}
  const added = (of: readonly AmendmentLine[]) => sum(of.map((line) => exact(line.gain)))
  return {
    gain: formatDecimal(plus(exact(gain), added(lines))),
    short: formatDecimal(plus(exact(short), added(lines.filter(({ after }) => after?.term === 'short')))),
    income,
    deduction,
  }
}
