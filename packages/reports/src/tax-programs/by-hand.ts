import { isContractRow } from '@lotbook/journal'
import { isLongTerm } from '@lotbook/rules/us'
import type { Form8949Row } from '../form-8949.ts'
import { formText } from '../money-text.ts'

/** Reasons that a row is entered by hand, in the order that they are asked for. */
export function firstReason(
  ...reasons: readonly ((row: Form8949Row) => string | undefined)[]
): (row: Form8949Row) => string | undefined {
  return (row) => {
    for (const reason of reasons) {
      const found = reason(row)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** A program that asks for a date of acquisition gets no row without one: a date is not invented. */
export function withoutAcquired({ line }: Form8949Row): string | undefined {
  if (line.acquired !== null) return undefined
  return isContractRow(line.kind, line.asset)
    ? 'A contract has no date of acquisition.'
    : 'The date of acquisition is unknown.'
}

/** Dates that do not lead to the term of the row: a program would derive another. */
export function otherTerm({ line }: Form8949Row): string | undefined {
  if (line.acquired === null) return undefined
  if (line.acquired > line.disposed) return 'It was acquired after it was sold.'
  const byDates = isLongTerm(line.acquired, line.disposed) ? 'long' : 'short'
  return byDates === line.term ? undefined : `The term is ${line.term}, which its dates do not show.`
}

/** Codes and adjustments in a file that has no columns (f) and (g). */
export function adjusted({ code, adjustment }: Form8949Row): string | undefined {
  if (code === '' && adjustment === 0n) return undefined
  const named = code === '' ? '' : `code ${code} and `
  return `It has ${named}an adjustment of ${formText(adjustment, 'cents')}, for which the file has no column.`
}
