import { compare, formatDecimal, parseDecimal, sum, zero, type Decimal } from '@lotbook/money'
import { type DecimalMark, parseAmount } from '../reading/amount-text.ts'
import type { Column } from './broker-form-columns.ts'
import type { NamedCells } from './line-reader.ts'
import type { BrokerFormProblem, StatedBrokerLine } from './stated-broker-line.ts'

/** Holds the totals that a file states to its lines. A total is no line of a form; one that does not add up is told, and the lines count. */
export function totalProblems(
  totals: readonly NamedCells[],
  lines: readonly StatedBrokerLine[],
  mark: DecimalMark,
): BrokerFormProblem[] {
  return totals.flatMap((total) => {
    const form = total.cells.get('taxFormId') ?? ''
    const own = lines.filter((line) => form === '' || line.form === form)
    return CHECKED.flatMap(({ column, of }) => {
      const value = total.cells.get(column) ?? ''
      const stated = parseAmount(value.replace(/^\$/, ''), mark)
      if (stated === undefined || stated === null) return []
      const added = sum(own.map((line) => decimalOf(of(line))))
      if (compare(stated.value, added) === 0) return []
      const message = `The total is ${formatDecimal(stated.value)}, and its lines add up to ${formatDecimal(added)}. The lines count as they are.`
      return [{ line: total.line, column, value, message }]
    })
  })
}

const CHECKED: readonly {
  readonly column: Column
  readonly of: (line: StatedBrokerLine) => string | null
}[] = [
  { column: 'proceeds', of: ({ proceeds }) => proceeds },
  { column: 'costBasis', of: ({ basis }) => basis },
  { column: 'federalTaxWithheld', of: ({ withheld }) => withheld },
]

const decimalOf = (text: string | null): Decimal => parseDecimal(text ?? '0') ?? zero
