import { baseAndQuote, columns, type ReadLeg, withUnit } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { byWord, cameIn, exchanged, leftOut, wentOut } from '../reader/ways.ts'

/** Trades of its exchange say so: `Buy — Revolut X`. */
const [buys, sells] = [/^buy(?: [\u2014\u2013-] Revolut X)?$/i, /^sell(?: [\u2014\u2013-] Revolut X)?$/i]
const isTrade = (row: Row): boolean => buys.test(row.text('Type')) || sells.test(row.text('Type'))

const value: ReadLeg = (row, sheet) => (isTrade(row) ? null : withUnit('Value')(row, sheet))

/** Revolut, crypto statement. Times are those of the account, and amounts of money have their currency beside them. */
export const revolutCrypto = inOutTable({
  id: 'revolut-crypto',
  family: 'revolut-crypto',
  name: 'Revolut crypto statement',
  sourceSlug: 'revolut',
  exchange: 'Revolut',
  headers: [{ cells: ['Symbol', 'Type', 'Quantity', 'Price', 'Value', 'Fees', 'Date'] }],
  timeZone: 'UTC',
  unsureZone: 'noted',
  time: 'Date',
  type: 'Type',
  means: byWord((row) => (isTrade(row) ? 'trade' : row.text('Type')), {
    trade: exchanged,
    send: wentOut('sent'),
    receive: cameIn('received'),
    'staking reward': cameIn('staking_reward'),
    'learn reward': cameIn('misc_reward'),
    'stake|unstake': leftOut('internal_transfer'),
    payment: wentOut('purchase'),
  }),
  ...baseAndQuote({
    column: 'Type',
    buys,
    sells,
    leaves: /^(send|payment)$/i,
    base: columns('Quantity', 'Symbol'),
    quote: withUnit('Value'),
  }),
  fees: [{ leg: withUnit('Fees') }],
  value,
  records: [],
})
