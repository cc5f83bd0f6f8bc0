import { eventTable } from '../reader/event-table.ts'
import { isZeroAmount } from '../../reading/amount-text.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming } from '../reader/words.ts'
import { zoneInHeader } from '../reader/zone-text.ts'

/** The product; a fee makes the word unknown, for nothing says whether the amount has it in it. */
function wordOf(row: Row): string {
  const fee = row.amount('Fee')
  const product = `${row.text('Product Type')} ${row.text('Product Name')}`.trim()
  return fee === null || isZeroAmount(fee) ? product : `${product} with a fee`
}

/** KuCoin, profit history of what is staked or lent out. */
export const kucoinEarn = eventTable({
  id: 'kucoin-earn',
  family: 'kucoin-earn',
  name: 'KuCoin earn profit history',
  sourceSlug: 'kucoin',
  exchange: 'KuCoin',
  headers: [
    {
      cells: [
        ...['UID', 'Account Type', 'Order ID', /^Time\(UTC(?:[-+]\d{2}:\d{2})?\)$/i, 'Staked Coin'],
        ...['Product Type', 'Product Name', 'Earnings Coin', 'Earnings Type', 'Remarks', 'Amount'],
        ...['Amount（USDT）', 'Fee'],
      ],
    },
  ],
  timeZone: 'Asia/Singapore',
  zoneIn: zoneInHeader(/^Time\b/i),
  columns: { Time: /^Time(?: ?\(UTC.*\))?$/i },
  time: 'Time',
  type: { column: 'Product Type', word: wordOf },
  words: {},
  phrases: [
    [/^(?!.* with a fee$).*stak/i, incoming('staking_reward')],
    [/^(?!.* with a fee$)/i, incoming('interest_received')],
  ],
  base: { amount: 'Amount', asset: 'Earnings Coin' },
  asset: tickers(),
  records: [{ kind: 'kucoin-earn', id: () => '' }],
  comment: 'Product Name',
})
