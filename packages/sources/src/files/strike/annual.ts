import { compare } from '@lotbook/money'
import { absoluteAmount } from '../../reading/amount-text.ts'
import { bySigns, firstLeg, inAsset, inColumn, leftWhere, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { byWord, cameIn, exchanged, way, wentOut } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

const MONEY = /^Amount (?!BTC)([A-Z]{3})$/i
const FEE = /^Fee (?!BTC)([A-Z]{3})$/i
const BASIS = /^Cost Basis \([A-Z]{3}\)$/i

const before = ['Reference', 'Date & Time (UTC)', 'Transaction Type']
const middle = ['Amount BTC', 'Fee BTC', 'BTC Price', BASIS, 'Destination', 'Description']
const cells = [...before, MONEY, FEE, ...middle]

/** What a purchase cost in all says whether the amount paid has the fee in it: some files write it with, some without. */
function hasFee(row: Row, sheet: Sheet): boolean {
  const [paid, basis] = [sheet.find(MONEY), sheet.find(BASIS)].map((column) =>
    column === undefined ? null : row.amount(column.name),
  )
  if (paid === null || paid === undefined || basis === null || basis === undefined) return false
  return compare(absoluteAmount(paid).value, absoluteAmount(basis).value) === 0
}

const feeWhere =
  (isIncluded: boolean): ReadLeg =>
  (row, sheet) =>
    hasFee(row, sheet) === isIncluded ? inColumn(FEE)(row, sheet) : null

const [BUYS, SELLS, LEAVES] = [
  /^(purchase|buy)$/i,
  /^(sale|sell)$/i,
  /^(send|withdrawal|loan (re)?payment)$/i,
]
const typeOf = (row: Row) => row.text('Transaction Type')
const isExchange = (row: Row) => BUYS.test(typeOf(row)) || SELLS.test(typeOf(row))
const money = inColumn(MONEY)
const coins = inAsset('Amount BTC', 'BTC')
/** What moved; beside bitcoin the money is its value. */
const moved = leftWhere('Transaction Type', LEAVES, firstLeg(coins, money))
const { sent: left, received: came } = bySigns(moved)

/** Strike, transactions of a year. */
export const strikeAnnual = inOutTable({
  id: 'strike-annual',
  family: 'strike-annual',
  name: 'Strike transaction history',
  sourceSlug: 'strike',
  exchange: 'Strike',
  headers: [
    { cells: [...cells, 'Transaction Hash', 'Note'] },
    { cells: [...cells, 'Note'] },
    { cells: [...cells, 'Transaction Hash'] },
  ],
  timeZone: 'UTC',
  asset: tickers(),
  time: 'Date & Time (UTC)',
  type: 'Transaction Type',
  means: byWord('Transaction Type', {
    'purchase|sale|sell|buy': exchanged,
    'send|withdrawal': wentOut('sent'),
    'receive|deposit': cameIn('received'),
    'referral|bonus|reward': cameIn('misc_reward'),
    loan: cameIn('loan_received'),
    'loan payment|loan repayment': wentOut('loan_repayment'),
    'loan collateral': way({ in: 'staking_return', out: 'staking_lockup', flags: ['loan'] }),
  }),
  // Some files write amounts without their signs, so the word goes first.
  sent: (row, sheet) => (BUYS.test(typeOf(row)) ? money : SELLS.test(typeOf(row)) ? coins : left)(row, sheet),
  received: (row, sheet) =>
    (BUYS.test(typeOf(row)) ? coins : SELLS.test(typeOf(row)) ? money : came)(row, sheet),
  value: (row, sheet) => (isExchange(row) || coins(row, sheet) === null ? null : money(row, sheet)),
  fees: [{ leg: feeWhere(true), isIn: 'sent' }, { leg: feeWhere(false) }, { leg: inAsset('Fee BTC', 'BTC') }],
  records: [{ kind: 'strike-transaction', id: 'Reference' }],
  repeatedBy: 'Reference',
  externalId: 'Reference',
  txHash: ['Transaction Hash'],
  comment: 'Description',
})
