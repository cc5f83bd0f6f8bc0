import type { AccountHint, ReadOptions } from '../reader/file-reading.ts'
import { columns, inAsset } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { exchanged, firstOf, leftOut, where } from '../reader/ways.ts'

/** The type is that of the advertiser, so the names of buyer and seller go first, where one name stands in every row. */
function isBuy(row: Row, { account }: Sheet): boolean {
  const { name } = account
  if (name !== undefined && row.text('buyer') !== row.text('seller')) return row.text('buyer') === name
  return /BUY$/i.test(row.text('trade_type'))
}

const coins = inAsset('btc_final', 'BTC')
const money = columns('fiat_amount', 'currency')

/** LocalBitcoins, trades. One that was never released did not happen. */
export const localbitcoins = inOutTable({
  id: 'localbitcoins',
  family: 'localbitcoins',
  name: 'LocalBitcoins trades',
  sourceSlug: 'localbitcoins',
  exchange: 'LocalBitcoins',
  headers: [
    {
      cells: [
        ...['id', 'created_at', 'buyer', 'seller', 'trade_type', 'btc_amount', 'btc_traded', 'fee_btc'],
        ...['btc_amount_less_fee', 'btc_final', 'fiat_amount', 'fiat_fee', 'fiat_per_btc', 'currency'],
        ...['exchange_rate', 'transaction_released_at', 'online_provider', 'reference'],
      ],
    },
  ],
  timeZone: 'UTC',
  time: 'transaction_released_at',
  type: 'trade_type',
  means: firstOf(where('transaction_released_at', /^$/, leftOut('cancelled')), () => exchanged),
  sent: (row, sheet) => (isBuy(row, sheet) ? money : coins)(row, sheet),
  received: (row, sheet) => (isBuy(row, sheet) ? coins : money)(row, sheet),
  // `fiat_fee` is the same fee at the rate of the trade: no money went through the site.
  fees: [{ leg: inAsset('fee_btc', 'BTC'), isIn: 'both' }],
  account,
  records: [{ kind: 'localbitcoins-trade', id: 'id' }],
  repeatedBy: 'id',
  externalId: 'id',
  comment: 'reference',
})

/** The one name that is in every row. */
function account(sheet: Sheet, { ownAddress }: Pick<ReadOptions, 'ownAddress'>): AccountHint {
  if (ownAddress !== undefined) return { name: ownAddress }
  const [buyer, seller] = [sheet.columnOf('buyer') ?? -1, sheet.columnOf('seller') ?? -1]
  let common: readonly string[] | undefined
  for (const { cells } of sheet.rows) {
    const names = [cells[buyer], cells[seller]]
      .map((cell) => cleanCell(cell ?? ''))
      .filter((name) => name !== '')
    if (names.length === 2)
      common = common === undefined ? names : common.filter((name) => names.includes(name))
  }
  const [only] = common ?? []
  return common?.length === 1 && only !== undefined ? { name: only } : {}
}
