import { isNegative, negate } from '@lotbook/money'
import { absoluteAmount, parseAmount } from '../../reading/amount-text.ts'
import { type CoinbaseType, coinbaseType } from '../../providers/coinbase/transaction-type.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { type Move, movesOf, SAYS_BACK } from '../reader/taken-back.ts'

const signed = new WeakMap<Sheet, boolean>()

/** True of a report whose quantities have a sign, as they have since 2024: what was sent or sold is below zero in it. */
function hasSigns(sheet: Sheet): boolean {
  const known = signed.get(sheet)
  if (known !== undefined) return known
  const [type, quantity] = ['Transaction Type', 'Quantity Transacted'].map(
    (name) => sheet.columnOf(name) ?? -1,
  )
  const has = sheet.rows.some(({ cells }) => {
    const amount = parseAmount(cleanCell(cells[quantity ?? -1] ?? ''))
    const isMinus = amount !== null && amount !== undefined && isNegative(amount.value)
    return isMinus && isOutType(coinbaseType(cleanCell(cells[type ?? -1] ?? '')))
  })
  signed.set(sheet, has)
  return has
}

const isOutType = (type: CoinbaseType | undefined): boolean => type?.kind === 'out' || type?.kind === 'sell'

/**
 * Movements and orders that a later row can take back: by its ID, by notes that say so, or by a quantity whose sign contradicts its type
 * (a Deposit below zero). Of an order the total is moved back too.
 */
export function coinbaseMoves(
  rows: readonly Row[],
  sheet: Sheet,
  { assetOf, totalOf }: { readonly assetOf: (row: Row) => string; readonly totalOf: (row: Row) => string },
): Move[] {
  const isSigned = hasSigns(sheet)
  return movesOf(rows, (row) => {
    const type = coinbaseType(row.text('Transaction Type'))
    const isOrder = type?.kind === 'buy' || type?.kind === 'sell'
    if (!isOrder && type?.kind !== 'in' && type?.kind !== 'out') return undefined
    const quantity = row.requiredAmount('Quantity Transacted')
    const isMinus = isNegative(quantity.value)
    const isOut = isSigned ? isMinus : isMinus || isOutType(type)
    const saysBack = isOut !== isOutType(type) || (!isOrder && SAYS_BACK.test(row.text('Notes')))
    const { value, places } = absoluteAmount(quantity)
    const asset = assetOf(row)
    return {
      row,
      at: row.time('Timestamp'),
      // An order is taken back by one of the same total only.
      asset: isOrder ? `${asset} for ${totalOf(row)}` : asset,
      amount: { value: isOut ? negate(value) : value, places },
      fees: [],
      references: [row.text('ID')],
      saysBack,
      texts: {},
    }
  })
}
