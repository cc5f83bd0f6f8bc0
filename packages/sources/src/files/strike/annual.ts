import { absolute, compare, type Decimal, isNegative, minus, plus, times } from '@lotbook/money'
import { absoluteAmount } from '../../reading/amount-text.ts'
import { bySigns, firstLeg, inAsset, inColumn, leftWhere, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { perSheet } from '../reader/per-sheet.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { byWord, cameIn, exchanged, firstOf, way, wentOut } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'
import { eventsOfOrders, orderOf } from './target-orders.ts'

const MONEY = /^Amount (?!BTC)([A-Z]{3})$/i
const FEE = /^Fee (?!BTC)([A-Z]{3})$/i
const BASIS = /^Cost Basis \([A-Z]{3}\)$/i

const before = ['Reference', 'Date & Time (UTC)', 'Transaction Type']
const middle = ['Amount BTC', 'Fee BTC', 'BTC Price', BASIS, 'Destination', 'Description']
const cells = [...before, MONEY, FEE, ...middle]
const statement = [
  ...['Transaction ID', 'Time (UTC)', 'Status', 'Transaction Type', MONEY, FEE, 'Amount BTC', 'Fee BTC'],
  ...['Description', 'Exchange Rate', 'Transaction Hash'],
]

const [BUYS, SELLS, LEAVES] = [
  /^(purchase|buy)$/i,
  /^(sale|sell)$/i,
  /^(send|withdrawal|loan (re)?payment|principal payment|interest payment)$/i,
]
const typeOf = (row: Row) => row.text('Transaction Type')
const isExchange = (row: Row) => BUYS.test(typeOf(row)) || SELLS.test(typeOf(row))
const money = inColumn(MONEY)
const coins = inAsset('Amount BTC', 'BTC')

/** True of a file that writes what left with a minus; others write no signs, and the word alone tells. */
const isSigned = perSheet((sheet) => {
  const amounts = sheet.header.flatMap((name, at) => (MONEY.test(name) || name === 'Amount BTC' ? [at] : []))
  return sheet.rows.some(({ cells }) => amounts.some((at) => /^-\s*\d/.test(cells[at] ?? '')))
})

/** What moved; beside bitcoin the money is its value. */
const either = firstLeg(coins, money)
const leaving = leftWhere('Transaction Type', LEAVES, either)
const { sent: left, received: came } = bySigns((row, sheet) =>
  (isSigned(sheet) ? either : leaving)(row, sheet),
)

/** The side of an exchange that left has a minus; where neither has one, or both, the word tells. */
const sideOf =
  (isSent: boolean): ReadLeg =>
  (row, sheet) => {
    if (!isExchange(row)) return (isSent ? left : came)(row, sheet)
    const [paid, got] = [money(row, sheet), coins(row, sheet)]
    const isBuy =
      paid !== null && got !== null && isNegative(paid.amount.value) !== isNegative(got.amount.value)
        ? isNegative(paid.amount.value)
        : BUYS.test(typeOf(row))
    const leg = isSent === isBuy ? paid : got
    return leg && { ...leg, amount: absoluteAmount(leg.amount) }
  }

const columnIn = (row: Row, sheet: Sheet, pattern: RegExp): Decimal | undefined => {
  const column = sheet.find(pattern)
  const amount = column === undefined ? null : row.amount(column.name)
  return amount === null ? undefined : absolute(amount.value)
}

/**
 * Whether the money of an exchange has the fee in it: added to what was paid, or taken off what came in. Files differ for purchases: the
 * cost basis says it, else the price; of a sale they state what was left.
 */
function hasFee(row: Row, sheet: Sheet): boolean {
  if (!isExchange(row)) return true
  const [stated, fee] = [columnIn(row, sheet, MONEY), columnIn(row, sheet, FEE)]
  const basis = columnIn(row, sheet, BASIS)
  if (stated === undefined || fee === undefined) return false
  const isBuy = BUYS.test(typeOf(row))
  if (isBuy && basis !== undefined) return compare(stated, basis) === 0
  const [of, price] = [columnIn(row, sheet, /^Amount BTC$/i), row.amount('BTC Price')]
  if (of === undefined || price === null) return true
  const gross = times(of, absolute(price.value))
  const withFee = isBuy ? plus(gross, fee) : minus(gross, fee)
  return compare(absolute(minus(stated, withFee)), absolute(minus(stated, gross))) < 0
}

const feeWhere =
  (isIncluded: boolean): ReadLeg =>
  (row, sheet) =>
    hasFee(row, sheet) === isIncluded ? inColumn(FEE)(row, sheet) : null

const AT = 'Date & Time (UTC)'

/** Strike, transactions of a year, and the statement of an account. Amounts are what changed: a fee is part of them. */
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
    { cells: statement },
  ],
  columns: {
    Reference: /^(Reference|Transaction ID)$/i,
    [AT]: /^(Date & )?Time \(UTC\)$/i,
    'BTC Price': /^(BTC Price|Exchange Rate)$/i,
  },
  timeZone: 'UTC',
  asset: tickers(),
  time: {
    dates: [AT],
    // An order that waited for its price counts when it was executed.
    read: (row, sheet) => sheet.readTime(orderOf(row, sheet)?.executedAt ?? '')?.at ?? row.time(AT),
  },
  type: 'Transaction Type',
  status: { column: 'Status', done: /^completed$/i, reason: 'state_not_completed' },
  means: firstOf(
    eventsOfOrders,
    byWord('Transaction Type', {
      'purchase|sale|sell|buy': exchanged,
      'send|withdrawal|receive|deposit': way({ in: 'received', out: 'sent' }),
      'referral|bonus|reward': cameIn('misc_reward'),
      'loan|line of credit draw': cameIn('loan_received'),
      'loan payment|loan repayment|principal payment': wentOut('loan_repayment'),
      'interest payment': wentOut('interest_paid'),
      'loan collateral': way({ in: 'staking_return', out: 'staking_lockup', flags: ['loan'] }),
    }),
  ),
  sent: sideOf(true),
  received: sideOf(false),
  value: (row, sheet) => (isExchange(row) || coins(row, sheet) === null ? null : money(row, sheet)),
  fees: [
    { leg: feeWhere(true), isIn: 'both' },
    { leg: feeWhere(false) },
    { leg: inAsset('Fee BTC', 'BTC'), isIn: 'sent' },
  ],
  group: (row, sheet) => (orderOf(row, sheet) === undefined ? '' : row.text('Reference')),
  records: [{ kind: 'strike-transaction', id: 'Reference' }],
  repeatedBy: 'Reference',
  externalId: 'Reference',
  txHash: ['Transaction Hash'],
  comment: 'Description',
})
