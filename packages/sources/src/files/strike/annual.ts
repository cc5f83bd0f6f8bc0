import { compare } from '@lotbook/money'
import { absoluteAmount } from '../../reading/amount-text.ts'
import { bySigns, inAsset, inColumn, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { byWord, cameIn, exchanged, wentOut } from '../reader/ways.ts'

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
  return Boolean(paid && basis) && paid != null && basis != null
    ? compare(absoluteAmount(paid).value, absoluteAmount(basis).value) === 0
    : false
}

const feeWhere =
  (isIncluded: boolean): ReadLeg =>
  (row, sheet) =>
    hasFee(row, sheet) === isIncluded ? inColumn(FEE)(row, sheet) : null

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
  time: 'Date & Time (UTC)',
  type: 'Transaction Type',
  means: byWord('Transaction Type', {
    'purchase|sale|sell|buy': exchanged,
    'send|withdrawal': wentOut('sent'),
    'receive|deposit': cameIn('received'),
    'referral|bonus|reward': cameIn('misc_reward'),
  }),
  ...bySigns(inColumn(MONEY), inAsset('Amount BTC', 'BTC')),
  fees: [{ leg: feeWhere(true), isIn: 'sent' }, { leg: feeWhere(false) }, { leg: inAsset('Fee BTC', 'BTC') }],
  records: [{ kind: 'strike-transaction', id: 'Reference' }],
  repeatedBy: 'Reference',
  externalId: 'Reference',
  txHash: ['Transaction Hash'],
  comment: 'Description',
})
