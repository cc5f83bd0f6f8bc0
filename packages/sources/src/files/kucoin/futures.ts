import { eventTable } from '../reader/event-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { always, signed } from '../reader/words.ts'
import { zoneInHeader } from '../reader/zone-text.ts'

/** The coin that a contract is settled in: that of its end, else the one that it is of (`XBTUSDM`, `XBTMU24`). */
function settledIn(row: Row): string {
  const symbol = row.text('Symbol').toUpperCase()
  if (/^XBTM[A-Z]\d{2}$/.test(symbol)) return 'XBT'
  const [, coin = '', quote] = /^([A-Z0-9]+)(USDT|USDC|USD)M$/.exec(symbol) ?? []
  return quote === 'USD' ? coin : (quote ?? '')
}

/** KuCoin, closed positions of futures. What one brought has its fees and its funding in it. */
export const kucoinFutures = eventTable({
  id: 'kucoin-futures',
  family: 'kucoin-futures',
  name: 'KuCoin futures realized PNL',
  sourceSlug: 'kucoin',
  exchange: 'KuCoin',
  headers: [
    {
      cells: [
        ...['UID', 'Account Type', 'Symbol', 'Close Type', 'Realized PNL', 'Total Realized PNL'],
        ...['Total Funding Fees', 'Total Trading Fees'],
        // The names of both times stand in quotes of their own, with the comma that parts them.
        ...[/^Position Opening Time\(UTC/i, /^,?Position Closing Time\(UTC/i],
      ],
    },
  ],
  timeZone: 'Asia/Singapore',
  zoneIn: zoneInHeader(/^,?Position Closing Time\b/i),
  columns: { 'Position Closing Time': /^,?Position Closing Time\b/i },
  time: 'Position Closing Time',
  type: always('position', 'Close Type'),
  words: { position: signed('margin_gain', 'margin_loss') },
  base: { amount: 'Realized PNL', asset: settledIn },
  isSigned: true,
  asset: tickers({ XBT: 'BTC' }),
  records: [{ kind: 'kucoin-position', id: () => '' }],
  comment: 'Symbol',
})
