import { isFiat } from '@lotbook/journal'
import { baseAndQuote, bySigns, columns, firstLeg, type ReadLeg, withUnit } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { byWord, cameIn, exchanged, firstOf, leftOut, way, wentOut } from '../reader/ways.ts'

/** Trades of its exchange say so: `Buy — Revolut X`. */
const [buys, sells] = [/^buy(?: [\u2014\u2013-] Revolut X)?$/i, /^sell(?: [\u2014\u2013-] Revolut X)?$/i]
const isTrade = (row: Row): boolean => buys.test(row.text('Type')) || sells.test(row.text('Type'))

/** Money of its exchange that came or went has no quantity: the value is the amount, with its sign. */
const isMoney = (row: Row): boolean => row.text('Quantity') === '' && isFiat(row.text('Symbol').toUpperCase())
const moneyOf =
  (word: RegExp): ReadLeg =>
  (row, sheet) =>
    isMoney(row) && word.test(row.text('Type')) ? withUnit('Value')(row, sheet) : null
const otherMoney = bySigns(moneyOf(/^other$/i))
const value: ReadLeg = (row, sheet) => (isTrade(row) || isMoney(row) ? null : withUnit('Value')(row, sheet))

const sides = baseAndQuote({
  column: 'Type',
  buys,
  sells,
  leaves: /^(send|payment)$/i,
  base: firstLeg(columns('Quantity', 'Symbol'), moneyOf(/^(send|receive)$/i)),
  quote: withUnit('Value'),
})

/** A sale of all coins and a staking of them show that some fees were taken out of the money before coins were bought for it. */
function assumesFeesBeside({ header, rows }: Sheet): string | undefined {
  const [type, fees] = [header.indexOf('Type'), header.indexOf('Fees')]
  const isCharged = rows.some(({ cells }) => buys.test(cells[type] ?? '') && /[1-9]/.test(cells[fees] ?? ''))
  return isCharged
    ? 'The fee of a purchase is counted beside its value: where Revolut took it out of the value, fewer coins came than the row states'
    : undefined
}

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
  means: firstOf(
    (row) =>
      isMoney(row) && /^other$/i.test(row.text('Type')) ? way({ in: 'received', out: 'sent' }) : undefined,
    byWord((row) => (isTrade(row) ? 'trade' : row.text('Type')), {
      trade: exchanged,
      send: wentOut('sent'),
      receive: cameIn('received'),
      'staking reward': cameIn('staking_reward'),
      'learn reward': cameIn('misc_reward'),
      'stake|unstake': leftOut('internal_transfer'),
      payment: wentOut('purchase'),
    }),
  ),
  sent: firstLeg(otherMoney.sent, sides.sent),
  received: firstLeg(otherMoney.received, sides.received),
  fees: [{ leg: withUnit('Fees') }],
  value,
  assumption: assumesFeesBeside,
  records: [],
})
