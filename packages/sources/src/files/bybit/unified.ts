import { absolute, compare } from '@lotbook/money'
import { isZeroAmount } from '../../reading/amount-text.ts'
import { ledgerTable } from '../reader/ledger-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing, signed, skipped, traded } from '../reader/words.ts'

const moved = [
  ...['Currency', 'Contract', 'Type', 'Direction', 'Quantity', 'Position', 'Filled Price', 'Funding'],
  ...['Fee Paid', 'Cash Flow', 'Change', 'Wallet Balance', 'Action'],
]

/** True of a side of a trade of coins, whose quantity is what came or went; a position brings its profit only. */
function isSpot(row: Row): boolean {
  const [quantity, flow] = ['Quantity', 'Cash Flow'].map((column) => row.requiredAmount(column))
  return (
    quantity !== undefined &&
    flow !== undefined &&
    compare(absolute(quantity.value), absolute(flow.value)) === 0
  )
}

/** Funding has a column of its own. */
const amountIn = (row: Row): string => {
  const flow = row.amount('Cash Flow')
  return /^(?:settlement|funding)$/i.test(row.text('Type')) && (flow === null || isZeroAmount(flow))
    ? 'Funding'
    : 'Cash Flow'
}

/**
 * Bybit, log of the unified trading account. A trade of coins is a row for each side; a position's row has its profit as cash flow.
 * The change is the cash flow and the fee.
 */
export const bybitUnified = ledgerTable({
  id: 'bybit-uta',
  family: 'bybit-uta',
  name: 'Bybit unified trading account log',
  sourceSlug: 'bybit',
  exchange: 'Bybit',
  headers: [{ cells: ['Uid', ...moved, 'Time(UTC)'] }, { cells: [...moved, 'OrderId', 'TradeId', 'Time'] }],
  timeZone: 'UTC',
  columns: { Time: /^Time(?:\(UTC\))?$/i },
  time: 'Time',

  type: {
    column: 'Type',
    word: (row) => {
      const type = row.text('Type')
      return /^trade$/i.test(type) && !isSpot(row) ? 'derivative' : type
    },
  },
  words: {
    trade: traded(),
    derivative: signed('margin_gain', 'margin_loss'),
    adl: signed('margin_gain', 'margin_loss'),
    liquidation: signed('margin_gain', 'margin_loss'),
    delivery: signed('margin_gain', 'margin_loss'),
    settlement: signed('margin_gain', 'margin_fee'),
    funding: signed('margin_gain', 'margin_fee'),
    transfer_in: skipped('internal_transfer'),
    transfer_out: skipped('internal_transfer'),
    interest: signed('interest_received', 'interest_paid'),
    airdrop: incoming('misc_reward'),
    bonus: incoming('misc_reward'),
    bonus_recollect: outgoing('fee'),
    fee_refund: signed('rebate', 'fee'),
    borrow: incoming('loan_received'),
    borrowed_amount_ins_loan: incoming('loan_received'),
    loans_borrow_funds: incoming('loan_received'),
    repay: outgoing('loan_repayment'),
    loans_repay_funds: outgoing('loan_repayment'),
    loans_interest: outgoing('interest_paid'),
    loans_asset_redemption: skipped('internal_transfer'),
    convert: traded(),
    // A sweep of small balances has no type, and a row for each coin of its second.
    '--': traded(),
  },
  phrases: [
    // Coins go into a product of Bybit and come back without its having begun.
    [
      /^(?:flexible_staking|fixed_staking|onchainearn|defi_investment)_(?:subscription|redemption|refund)$|^(?:liquidity_mining|pwm)_(?:subscription|refund)$|^transfer_(?:in|out)_/i,
      skipped('internal_transfer'),
    ],
    [/^(?:currency|spot_repayment)_(?:buy|sell)$|^auto_(?:sold_collateral|buy_liability)_/i, traded()],
    [/^(?:auto_)?principle_repayment_/i, outgoing('loan_repayment')],
    [/^(?:auto_)?interest_repayment_/i, outgoing('interest_paid')],
  ],
  amounts: { amount: 'Cash Flow', amountIn, asset: 'Currency', fee: 'Fee Paid', paidFees: 'below' },
  isSigned: true,
  tradeId: (row) => (row.text('TradeId') === '' ? '' : `trade ${row.text('OrderId')} ${row.text('TradeId')}`),
  sameTrade: (row) => `${row.text('Time')} ${row.text('Contract')} ${row.text('Direction')}`,
  balance: { column: 'Wallet Balance', change: 'Change', wallet: () => 'unified' },
  asset: tickers(),

  records: [{ kind: 'bybit-unified', id: () => '' }],
  content: ['Type', 'Direction', 'Contract', 'Currency', 'TradeId'],
  comment: 'Contract',
  externalId: ['TradeId', 'OrderId'],
})
