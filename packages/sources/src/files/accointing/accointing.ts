import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import {
  bySides,
  byWord,
  cameIn,
  exchanged,
  leftOut,
  type ReadWay,
  way,
  when,
  wentOut,
} from '../reader/ways.ts'

const classes = {
  ...toolWords,
  '': bySides,
  internal: bySides,
  'add funds': cameIn('received'),
  'remove funds': wentOut('sent'),
  income: cameIn('misc_reward'),
  payment: wentOut('purchase'),
  fee: way({ out: 'fee' }),
  liquidity: bySides,
  'liquidity pool': cameIn('staking_reward'),
  ignored: leftOut('ignored'),
}

/** A deposit, a withdrawal or an order; its class says more. */
const typed = (type: string, classified: ReadWay): ReadWay => {
  const order = byWord(type, { order: exchanged })
  return when(type, /^(deposit|withdraw|withdrawal|order|internal)$/i, (row, sheet) =>
    /^order$/i.test(row.text(type)) ? order(row) : classified(row, sheet),
  )
}

const template = [
  ...['transactionType', 'date', 'inBuyAmount', 'inBuyAsset', 'outSellAmount', 'outSellAsset'],
  ...['feeAmount (optional)', 'feeAsset (optional)', 'classification (optional)', 'operationId (optional)'],
]

/** Accointing, import template, a workbook. */
export const accointingTemplate = inOutTable({
  ...taxTool,
  id: 'accointing-template',
  family: 'accointing-template',
  name: 'Accointing import template',
  sourceSlug: 'accointing',
  exchange: 'Accointing',
  headers: [{ cells: [...template, 'comments (optional)'] }, { cells: template }],
  dateOrder: 'month-first',
  time: 'date',
  type: 'classification (optional)',
  means: typed('transactionType', byWord('classification (optional)', classes)),
  received: columns('inBuyAmount', 'inBuyAsset'),
  sent: columns('outSellAmount', 'outSellAsset'),
  fees: [{ leg: columns('feeAmount (optional)', 'feeAsset (optional)') }],
  externalId: 'operationId (optional)',
  comment: 'comments (optional)',
})

const transactions = inOutTable({
  ...taxTool,
  id: 'accointing-export',
  family: 'accointing-export',
  name: 'Accointing transactions',
  sourceSlug: 'accointing',
  exchange: 'Accointing',
  headers: [
    {
      required: [
        ...['timeExecuted', 'type', 'boughtQuantity', 'boughtCurrency', 'soldQuantity', 'soldCurrency'],
        ...['feeQuantity', 'feeCurrency', 'classification', 'walletName', 'txId', 'id'],
      ],
      known: [
        /^(?:bought|sold|fee)CurrencyId$/,
        /^temporary(?:Currency|FeeCurrency)Name$|^temporary(?:Bought|Sold|Fee)CurrencyTicker$/,
        /^(?:walletProvider|primaryAddress|otherAddress|associatedTransferId)$/,
      ],
    },
  ],
  time: 'timeExecuted',
  type: 'classification',
  means: typed('type', byWord('classification', classes)),
  received: columns('boughtQuantity', 'boughtCurrency'),
  sent: columns('soldQuantity', 'soldCurrency'),
  fees: [{ leg: columns('feeQuantity', 'feeCurrency') }],
  wallet: { sent: ['walletName'], received: ['walletName'] },
  externalId: 'id',
  txHash: ['txId'],
})

/** Accointing, transactions. */
export const accointingExport: FileFormat = {
  ...transactions,
  read(rows, sheet, out) {
    const canMove = hasOwnOrder(sheet)
    const [shifted, straight] = [rows.filter(isShifted), rows.filter((row) => !isShifted(row))]
    if (!canMove) for (const row of shifted) out.error(row, 'shifted_row', SHIFTED, 'walletName')
    transactions.read(
      canMove ? rows.map((row) => (isShifted(row) ? moveBack(row, sheet) : row)) : straight,
      sheet,
      out,
    )
  },
}

const SHIFTED =
  'The class of this row stands in the column of the wallet, and the columns are not in the order of the program, so its cells cannot be put right'

const classOf = byWord('walletName', classes)

/** True of a table with its columns as the program writes them; in another order nothing says what stands to the right of what. */
function hasOwnOrder(sheet: Sheet): boolean {
  const [from, wallet, id] = ['classification', 'walletName', 'id'].map((name) => sheet.columnOf(name) ?? -1)
  return from !== undefined && wallet === from + 1 && id !== undefined && id > from
}

/** True of a row whose class stands one column to the right, and the cells behind it too. */
function isShifted(row: Row): boolean {
  const hasClass = row.text('classification') !== '' || row.text('walletName') === ''
  return !hasClass && classOf(row) !== undefined
}

/** The cells of a shifted row under their columns. Its id is the last of them. */
function moveBack(row: Row, sheet: Sheet): Row {
  const [from, id] = [sheet.columnOf('classification') ?? 0, sheet.columnOf('id') ?? 0]
  const own = row.cells.slice(0, (sheet.columnOf('comments') ?? sheet.header.length) + 1)
  const cells = [...own.slice(0, from), ...own.slice(from + 1), '']
  return row.withCells(cells.with(id, own.findLast((cell) => cell.trim() !== '') ?? ''))
}
