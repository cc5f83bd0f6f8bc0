import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { zoneInHeader } from '../reader/zone-text.ts'

/** KuCoin, P2P orders: crypto bought from or sold to another person, for money that KuCoin does not hold. */
export const kucoinP2p = tradeTable({
  id: 'kucoin-p2p',
  family: 'kucoin-p2p',
  name: 'KuCoin P2P orders',
  sourceSlug: 'kucoin',
  exchange: 'KuCoin',
  headers: [
    {
      cells: [
        ...['Order ID', 'Currency (Fiat)', 'Currency (Crypto)', 'Side', 'Price', 'Crypto Quantity'],
        ...['Fiat Amount', 'Status', 'Tax', /^Time\(UTC(?:[-+]\d{2}:\d{2})?\)$/i],
      ],
    },
  ],
  timeZone: 'Asia/Singapore',
  zoneIn: zoneInHeader(/^Time\b/i),
  columns: { Time: /^Time(?: ?\(UTC.*\))?$/i },
  time: 'Time',
  side: { column: 'Side', buy: 'BUY', sell: 'SELL' },
  status: { column: 'Status', done: /^(?:done|succeeded|success|completed)$/i },
  base: { amount: 'Crypto Quantity', asset: 'Currency (Crypto)' },
  quote: { amount: 'Fiat Amount', asset: 'Currency (Fiat)', isMoney: true },
  uncounted: ['Tax'],
  asset: tickers(),
  records: [{ kind: 'kucoin-p2p', id: 'Order ID' }],
  repeatedBy: 'Order ID',
  externalId: 'Order ID',
})
