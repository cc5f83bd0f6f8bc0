import { negate } from '@lotbook/money'
import { inOutTable } from '../reader/in-out-table.ts'
import { bySigns, columns, type ReadLeg } from '../reader/legs.ts'
import { byWord, cameIn, exchanged, firstOf, leftOut, when, where, wentOut, way } from '../reader/ways.ts'

/** A leg of an exchange only: what else a row states of money is its value. */
const exchangedIn =
  (read: ReadLeg): ReadLeg =>
  (row, sheet) =>
    /^exchange$/i.test(row.text('Type')) ? read(row, sheet) : null

const coin = columns('Amount', 'Currency')
/** Money has the sign of the coin that it was paid or received for. */
const money: ReadLeg = (row, sheet) => {
  const leg = columns('Fiat amount', 'Base currency')(row, sheet)
  return leg && { ...leg, amount: { ...leg.amount, value: negate(leg.amount.value) } }
}
const value = columns('Fiat amount (inc. fees)', 'Base currency')

/** Revolut, crypto statement until 2024. The balance of a coin moves between products and companies of Revolut. */
export const revolutStatement = inOutTable({
  id: 'revolut-statement',
  family: 'revolut-statement',
  name: 'Revolut crypto statement, until 2024',
  sourceSlug: 'revolut',
  exchange: 'Revolut',
  headers: [
    {
      cells: [
        ...['Type', 'Product', 'Started Date', 'Completed Date', 'Description', 'Amount', 'Currency'],
        ...['Fiat amount', 'Fiat amount (inc. fees)', 'Fee', 'Base currency', 'State', 'Balance'],
      ],
    },
  ],
  timeZone: 'UTC',
  time: 'Completed Date',
  type: 'Type',
  status: { column: 'State', done: /^completed$/i },
  means: firstOf(
    when(
      'Type',
      /^transfer$/i,
      where(
        'Description',
        /^balance migration|^transferred (?:to|from) (?:savings|current)|^closing/i,
        leftOut('internal_transfer'),
      ),
    ),
    when('Type', /^reward$/i, where('Description', /stak/i, cameIn('staking_reward'))),
    byWord('Type', {
      exchange: exchanged,
      transfer: way({ in: 'received', out: 'sent' }),
      card_payment: wentOut('purchase'),
      card_refund: cameIn('received'),
      cashback: cameIn('rebate'),
      reward: cameIn('misc_reward'),
    }),
  ),
  ...bySigns(coin, exchangedIn(money)),
  fees: [{ leg: exchangedIn(columns('Fee', 'Base currency')) }],
  value: (row, sheet) => (/^exchange$/i.test(row.text('Type')) ? null : value(row, sheet)),
  comment: 'Description',
  records: [],
})
