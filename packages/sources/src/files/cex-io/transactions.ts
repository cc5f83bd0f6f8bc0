import { times } from '@lotbook/money'
import { parseAmount } from '../../reading/amount-text.ts'
import type { DraftLeg } from '../../reading/collector.ts'
import { eventTable } from '../reader/event-table.ts'
import { ledgerTable } from '../reader/ledger-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { twoKinds } from '../reader/two-kinds.ts'
import { incoming, outgoing, skipped, traded } from '../reader/words.ts'

const FILLED = /^(Bought|Sold) ([\d.,]+) ([A-Z0-9]+) at ([\d.,]+) ([A-Z0-9]+)/i

/** What a trade was paid with: of a purchase quantity times price, of a sale the quantity. */
function paidIn(row: Row): DraftLeg | null {
  const [, word = '', quantity = '', coin = '', price = '', currency = ''] =
    FILLED.exec(row.text('Comment')) ?? []
  const [sold, at] = [parseAmount(quantity), parseAmount(price)]
  if (!sold || !at) return null
  if (/^sold$/i.test(word)) return { asset: coin.toUpperCase(), amount: sold }
  const value = times(sold.value, at.value)
  return { asset: currency.toUpperCase(), amount: { value, places: value.scale } }
}

function wordIn(row: Row): string {
  const [type, comment] = [row.text('Type').toLowerCase(), row.text('Comment')]
  if (type === 'buy' || type === 'sell') {
    if (FILLED.test(comment)) return 'filled'
    return /^(?:buy|sell) order/i.test(comment) ? 'order' : type
  }
  return type === 'deposit' && /pending|processing|waiting/i.test(comment) ? 'pending deposit' : type
}

const base = { amount: 'Amount', asset: 'Symbol' }

/** CEX.IO, transactions. Of a trade the row has what arrived, and its comment what was given. */
const events = eventTable({
  id: 'cexio',
  family: 'cexio',
  name: 'CEX.IO transactions',
  sourceSlug: 'cex-io',
  exchange: 'CEX.IO',
  headers: [
    {
      cells: ['DateUTC', 'Amount', 'Symbol', 'Balance', 'Type', 'Pair', 'FeeSymbol', 'FeeAmount', 'Comment'],
    },
  ],
  timeZone: 'UTC',
  time: 'DateUTC',

  type: { column: 'Type', word: wordIn },
  words: {
    filled: traded('buy'),
    order: skipped('order_reservation'),
    deposit: incoming('received'),
    'pending deposit': skipped('pending'),
    withdraw: outgoing('sent'),
    staking: incoming('staking_reward'),
    staking_accrual: incoming('staking_reward'),
    staking_reward_repayment: incoming('staking_reward'),
    referral: incoming('misc_reward'),
    checksum: incoming('rebate'),
    costsnothing: incoming('rebate'),
    cancel: skipped('cancelled'),
  },
  phrases: [[/^staking_deposit/i, skipped('internal_transfer')]],
  base,
  quote: { legIn: paidIn },
  // The fee of a purchase is in the coin it was paid with, on top; what a sale or a withdrawal shows is after its fee.
  fee: { amount: 'FeeAmount', asset: 'FeeSymbol', isIncluded: 'base' },
  asset: tickers(),

  records: [{ kind: 'cex-io-transaction', id: () => '' }],
  comment: 'Comment',
})

/** What was bought and sold in the wallet: a row for each side, of one moment. */
const instant = ledgerTable({
  ...events,
  time: 'DateUTC',
  type: 'Type',
  words: { wallet_buy: traded(), wallet_sell: traded() },
  amounts: { ...base, fee: 'FeeAmount', feeAsset: 'FeeSymbol' },
  sameTrade: (row) => row.text('DateUTC'),
  asset: tickers(),
  records: [{ kind: 'cex-io-transaction', id: () => '' }],
  content: ['Type', 'Symbol', 'Comment'],
  comment: 'Comment',
})

export const cexioTransactions = twoKinds(events, instant, (row) =>
  /^wallet_(?:buy|sell)$/i.test(row.text('Type')),
)
