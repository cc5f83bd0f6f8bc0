import type { AmendedReturnOfYear } from '@lotbook/contract'
import { formatDecimal, minus } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'

/** A line of a form with three amounts; null where only the whole return tells. */
export interface AmountRow {
  readonly name: string
  readonly amounts: readonly (string | null)[]
  /** Whether the amounts at the left and the right are the same. */
  readonly isSame: boolean
}

type Line = AmendedReturnOfYear['schedule_d'][number]

/** `Schedule D, line 16 · Lines 7 and 15 together` with its amount as filed, the change and the corrected one. */
export function rowsOfLines(lines: readonly Line[]): AmountRow[] {
  return lines.map(({ form, line, text, filed, corrected }) => ({
    name: `${form}, ${placeOf(line)} · ${text}`,
    amounts: [filed, changeOf(filed, corrected), corrected],
    isSame: filed === corrected,
  }))
}

/** `line 7`, `lines 4 to 5`, `box L`. */
function placeOf(line: string): string {
  if (line.startsWith('box')) return line
  return `${line.includes(' to ') ? 'lines' : 'line'} ${line}`
}

/** Lines of Form 1040-X with columns A, B and C. */
export function rowsOf1040X(lines: AmendedReturnOfYear['form_1040_x']): AmountRow[] {
  return lines.map(({ line, text, a, b, c }) => ({
    name: `Line ${line} · ${text}`,
    amounts: [a, b, c],
    isSame: false,
  }))
}

/** The lines that change before those that do not. */
export function changedFirst(lines: readonly Line[]): Line[] {
  const isChanged = ({ filed, corrected }: Line) => filed !== corrected
  return [...lines.filter(isChanged), ...lines.filter((line) => !isChanged(line))]
}

function changeOf(filed: string | null, corrected: string | null): string {
  return formatDecimal(minus(readAmount(corrected ?? '0'), readAmount(filed ?? '0')))
}
