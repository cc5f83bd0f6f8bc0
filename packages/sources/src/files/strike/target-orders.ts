import { perSheet } from '../reader/per-sheet.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { leftOut, type ReadWay } from '../reader/ways.ts'

/** Rows of one target order share their reference: it was placed, and then executed or given up. */
interface TargetOrder {
  isGivenUp: boolean
  executedAt: string | undefined
}

const TARGET = /target order/i

const ordersOf = perSheet((sheet) => {
  const [reference, at, description] = ['Reference', 'Date & Time (UTC)', 'Description'].map(
    (name) => sheet.columnOf(name) ?? -1,
  )
  const orders = new Map<string, TargetOrder>()
  for (const { cells } of sheet.rows) {
    const cell = (column: number | undefined) => cleanCell(cells[column ?? -1] ?? '')
    const [id, text] = [cell(reference), cell(description)]
    if (id === '' || !TARGET.test(text)) continue
    const order = orders.get(id) ?? { isGivenUp: false, executedAt: undefined }
    if (/cancell?ed|expired/i.test(text)) order.isGivenUp = true
    else if (!/initiated/i.test(text)) order.executedAt = cell(at)
    orders.set(id, order)
  }
  return orders
})

/** The target order that a row is of. */
export function orderOf(row: Row, sheet: Sheet): Readonly<TargetOrder> | undefined {
  return TARGET.test(row.text('Description')) ? ordersOf(sheet).get(row.text('Reference')) : undefined
}

/** Leaves out orders that were given up, and those that still wait for their price. */
export const eventsOfOrders: ReadWay = (row, sheet) => {
  const order = orderOf(row, sheet)
  if (order?.isGivenUp === true) return leftOut('cancelled')
  return order !== undefined && order.executedAt === undefined ? leftOut('order_reservation') : undefined
}
