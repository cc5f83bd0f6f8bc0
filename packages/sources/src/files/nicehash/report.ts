import { inAsset, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { byWord, cameIn, isFee, wentOut } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

const RATE = /^\*? ?Exchange rate.*$/i
const FIAT = /^Amount \((?!BTC)([A-Z]{3})\)$/i

/** The price of a bitcoin, in the currency that the last column counts in. */
const rate: ReadLeg = (row, sheet) => {
  const [column, currency] = [sheet.find(RATE), sheet.find(FIAT)]
  const amount = column === undefined ? null : row.amount(column.name)
  return amount === null || currency === undefined ? null : { asset: currency.captured, amount }
}

/** A fee stands on a row of its own, of the same moment as what it was paid for. */
function eventOf(row: Row): string {
  const what = /(mining|withdrawal|deposit)/i.exec(row.text('Purpose'))?.[1]
  return what === undefined ? '' : `${row.text('Date time')} ${what.toLowerCase()}`
}

/** NiceHash, report of transactions: mining earnings and withdrawals. */
export const nicehash = inOutTable({
  id: 'nicehash',
  family: 'nicehash',
  name: 'NiceHash transactions',
  sourceSlug: 'nicehash',
  exchange: 'NiceHash',
  headers: [
    {
      cells: ['Date time', 'Local date time', 'Purpose', 'Amount (BTC)', RATE, /^Amount \([A-Z]{3}\)$/i],
    },
  ],
  timeZone: 'UTC',
  asset: tickers(),
  time: 'Date time',
  type: 'Purpose',
  means: byWord('Purpose', {
    'hashpower mining': cameIn('mined'),
    'hashpower mining fee|withdrawal fee|deposit fee': isFee,
    'withdrawal complete': wentOut('sent'),
    'deposit complete': cameIn('received'),
  }),
  moved: { leg: inAsset('Amount (BTC)', 'BTC'), direction: 'bySign' },
  price: rate,
  group: eventOf,
  records: [],
})
