import { ledgerTable } from '../reader/ledger-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { signed, skipped } from '../reader/words.ts'

const flow = ['Quantity', 'Position', 'Filled Price', 'Funding', 'Fee Paid', 'Cash Flow', 'Change']

/** Funding stands in a column of its own, above zero where it was paid; the change of the row has it with its sign. */
const amountIn = (row: Row): string => (/^funding$/i.test(row.text('Type')) ? 'Change' : 'Cash Flow')

/** Bybit, log of the derivatives account before the unified one. What a position brought is a cash flow, and a fee above zero was paid. */
export const bybitDerivatives = ledgerTable({
  id: 'bybit-derivatives',
  family: 'bybit-derivatives',
  name: 'Bybit derivatives account log',
  sourceSlug: 'bybit',
  exchange: 'Bybit',
  headers: [
    {
      cells: [
        ...['Time', 'Currency', 'Contract', 'Type', 'Direction', ...flow],
        ...['Wallet Balance', 'Fee Rate', 'Trade ID', 'Order ID'],
      ],
    },
  ],
  timeZone: 'UTC',
  unsureZone: 'noted',
  time: 'Time',

  type: 'Type',
  words: {
    trade: signed('margin_gain', 'margin_loss'),
    liquidation: signed('margin_gain', 'margin_loss'),
    funding: signed('margin_gain', 'margin_fee'),
    transferin: skipped('internal_transfer'),
    transferout: skipped('internal_transfer'),
  },
  amounts: { amount: 'Cash Flow', amountIn, asset: 'Currency', fee: 'Fee Paid', paidFees: 'above' },
  isSigned: true,
  balance: { column: 'Wallet Balance', change: 'Change', wallet: () => 'derivatives' },
  asset: tickers(),

  records: [{ kind: 'bybit-derivatives', id: () => '' }],
  content: ['Type', 'Direction', 'Contract', 'Currency', 'Trade ID'],
  externalId: ['Trade ID', 'Order ID'],
  comment: 'Contract',
})
