import { inAsset, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { byWord, cameIn, exchanged, firstOf, isFee, leftOut, wentOut, where } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

const RATE = /^\*? ?Exchange rate.*$/i
const COIN = /^Amount \(([A-Z0-9]{2,10})\)$/i
const FIAT = /^Amount \([A-Z]{3}\)$/i

/** The columns of amounts: of the coin that the report is of, and after it of the currency that it is worth. */
const amountsOf = (sheet: Sheet) => sheet.header.filter((name) => COIN.test(name))
const nameIn = (column: string | undefined) => COIN.exec(column ?? '')?.[1] ?? ''

const amount: ReadLeg = (row, sheet) => {
  const [column = ''] = amountsOf(sheet)
  return inAsset(column, nameIn(column))(row, sheet)
}

/** The price of one coin, in the currency that the last column counts in. */
const rate: ReadLeg = (row, sheet) => {
  const [column, currency] = [sheet.find(RATE), nameIn(amountsOf(sheet)[1])]
  const price = column === undefined ? null : row.amount(column.name)
  return price === null || currency === '' ? null : { asset: currency, amount: price }
}

/** A fee stands on a row of its own, of the same moment as what it was paid for. */
function eventOf(row: Row): string {
  const what = /(mining|withdrawal|deposit|exchange)/i.exec(row.text('Purpose'))?.[1]
  return what === undefined ? '' : `${row.text('Date time')} ${what.toLowerCase()}`
}

/** The other side of an exchange is in the report of the other coin, at the same moment. */
const exchangeOf = (row: Row) => (/^exchange/i.test(row.text('Purpose')) ? eventOf(row) : '')
const sideOf = (row: Row) => {
  const [column = ''] = amountsOf(row.sheet)
  return exchangeOf(row) === '' ? '' : `${row.text('Date time')} ${row.text(column)} ${nameIn(column)}`
}

/** NiceHash, report of the transactions of one coin: mining earnings, exchanges, deposits and withdrawals. */
export const nicehash = inOutTable({
  id: 'nicehash',
  family: 'nicehash',
  name: 'NiceHash transactions',
  sourceSlug: 'nicehash',
  exchange: 'NiceHash',
  headers: [
    { cells: ['Date time', 'Local date time', 'Purpose', COIN, RATE, FIAT] },
    { cells: ['Date time', 'Purpose', COIN, RATE, FIAT] },
  ],
  timeZone: 'UTC',
  asset: tickers(),
  time: 'Date time',
  type: 'Purpose',
  means: firstOf(
    where('Date time', /^∑$/, leftOut('footer')),
    byWord('Purpose', {
      'hashpower mining': cameIn('mined'),
      'hashpower mining fee|withdrawal fee|deposit fee|exchange fee': isFee,
      'exchange trade': exchanged,
      'withdrawal complete': wentOut('sent'),
      'deposit complete': cameIn('received'),
    }),
  ),
  moved: { leg: amount, direction: 'bySign' },
  price: rate,
  group: eventOf,
  groupId: exchangeOf,
  records: [{ kind: 'nicehash-exchange', id: sideOf }],
})
