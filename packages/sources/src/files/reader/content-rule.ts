import { isNegative } from '@lotbook/money'
import { isZeroAmount, parseAmount } from '../../reading/amount-text.ts'
import type { FileFormat } from './csv-format.ts'
import { normaliseHeader } from './signature.ts'
import { cleanCell } from './table.ts'

/** Rows of a report of which some have an amount in a column, and those of another with its header have none. */
export function someAbove(column: string): NonNullable<FileFormat['isLike']> {
  return (rows, header) => {
    const at = header.findIndex((name) => normaliseHeader(name) === normaliseHeader(column))
    return rows.some(({ cells }) => {
      const amount = parseAmount(cleanCell(cells[at] ?? ''))
      return amount !== undefined && amount !== null && !isZeroAmount(amount) && !isNegative(amount.value)
    })
  }
}
