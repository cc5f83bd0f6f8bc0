import { ledgerTable } from '../reader/ledger-table.ts'
import type { Row } from '../reader/row.ts'
import { signed, skipped, traded } from '../reader/words.ts'
import { binanceAsset, isOpenCode } from '../../providers/binance/assets.ts'

const id = 'Transaction ID'

/** One transaction id may stand on rows of several types. */
const recordId = (row: Row): string => (row.text(id) === '' ? '' : `${row.text(id)} ${row.text('type')}`)

/** Binance, futures transactions: what positions brought and cost in the coin they are settled in. */
export const binanceFutures = ledgerTable({
  id: 'binance-futures',
  family: 'binance-futures',
  name: 'Binance futures transactions',
  sourceSlug: 'binance',
  exchange: 'Binance',
  headers: [{ cells: ['Date(UTC)', 'type', 'Amount', 'Asset', 'Symbol', id] }],
  timeZone: 'UTC',
  time: 'Date(UTC)',

  type: 'type',
  words: {
    realized_pnl: signed('margin_gain', 'margin_loss'),
    commission: signed('rebate', 'margin_fee'),
    funding_fee: signed('margin_gain', 'margin_fee'),
    insurance_clear: signed('margin_gain', 'margin_loss'),
    referral_kickback: signed('rebate', 'fee'),
    commission_rebate: signed('rebate', 'fee'),
    coin_swap_deposit: traded(),
    coin_swap_withdraw: traded(),
    deposit: skipped('internal_transfer'),
    withdraw: skipped('internal_transfer'),
    transfer: skipped('internal_transfer'),
  },
  amounts: { amount: 'Amount', asset: 'Asset' },
  isSigned: true,
  tradeId: (row) => (row.text(id) === '' ? '' : `futures ${row.text(id)}`),
  asset: binanceAsset,
  isOpenCode,

  records: [{ kind: 'binance-futures', id: recordId }],
  content: ['type', 'Symbol'],
  repeatedBy: recordId,
  externalId: id,
  comment: 'Symbol',
})
