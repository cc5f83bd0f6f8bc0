import { balanceIn } from '../reader/state-balances.ts'
import { isNegative, negate } from '@lotbook/money'
import { parseAmount } from '../../reading/amount-text.ts'
import { bySigns, columns, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { perSheet } from '../reader/per-sheet.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { byWord, cameIn, exchanged, firstOf, leftOut, way, where, wentOut } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

/** `Sold 10 SOL for $350.00`, `Bought 2 ETH for 0.1 BTC` */
const TRADE =
  /^(?:Sold|Bought|Converted|Exchanged|Traded) ([\d.,]{1,40}) ([A-Z0-9]{1,15}) (?:for|to) (\$?)([\d.,]{1,40})(?: ([A-Z0-9]{1,15}))?$/i

/** The other side of a trade, which stands in the text alone unless it has a row of its own. */
const other: ReadLeg = (row, sheet) => {
  const [, first = '', coin = '', dollar, second = '', money] = TRADE.exec(row.text('Description')) ?? []
  const own = row.amount('Amount')
  const asset = money ?? (dollar === '$' ? 'USD' : undefined)
  if (own === null || asset === undefined || hasBoth(row, sheet)) return null
  const isOfFirst = row.text('Asset').toUpperCase() === coin.toUpperCase()
  const amount = parseAmount(isOfFirst ? second : first)
  if (amount === undefined || amount === null)
    throw row.problem('not_an_amount', 'Description', `Not an amount: ${row.text('Description')}`)
  const value = isNegative(own.value) ? amount.value : negate(amount.value)
  return { asset: isOfFirst ? asset : coin, amount: { ...amount, value } }
}

const eventOf = (row: Row) =>
  TRADE.test(row.text('Description')) ? `${row.text('Date')} ${row.text('Description')}` : ''

/** CoinList, history of a wallet. */
export const coinlist = inOutTable({
  id: 'coinlist',
  family: 'coinlist',
  name: 'CoinList wallet history',
  sourceSlug: 'coinlist',
  exchange: 'CoinList',
  headers: [{ cells: ['Date', 'Description', 'Asset', 'Amount', 'Balance'] }],
  timeZone: 'America/New_York',
  asset: tickers(),
  time: 'Date',
  type: 'Description',
  means: firstOf(
    where('Description', TRADE, exchanged),
    byWord('Description', { deposit: cameIn('received'), withdrawal: wentOut('sent') }),
    where('Description', /^(usd |fiat |crypto )?deposit\b/i, cameIn('received')),
    where('Description', /^(usd |fiat |crypto )?withdrawal\b/i, wentOut('sent')),
    where('Description', /\bstaking\b/i, cameIn('staking_reward')),
    where('Description', /\bdistribution\b/i, way({ in: 'airdrop', flags: ['token_distribution'] })),
    where('Description', /^transfer\b/i, leftOut('internal_transfer')),
  ),
  ...bySigns(columns('Amount', 'Asset'), other),
  group: eventOf,
  balances: [balanceIn('Balance', (row) => row.requiredText('Asset'))],
  records: [],
  comment: 'Description',
})

/** Assets of the rows of each moment and description. */
const assetsOf = perSheet((sheet) => {
  const [date, text, asset] = ['Date', 'Description', 'Asset'].map((name) => sheet.columnOf(name) ?? -1)
  const cell = (cells: readonly string[], at = -1) => cleanCell(cells[at] ?? '')
  const rows = Map.groupBy(sheet.rows, ({ cells }) => `${cell(cells, date)} ${cell(cells, text)}`)
  return new Map(
    [...rows].map(([event, all]) => [event, new Set(all.map(({ cells }) => cell(cells, asset)))]),
  )
})

/** True where a trade has a row for each of its sides. */
function hasBoth(row: Row, sheet: Sheet): boolean {
  return (assetsOf(sheet).get(`${row.text('Date')} ${row.text('Description')}`)?.size ?? 0) > 1
}
