import { columns, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { priceTimes } from '../reader/price-times.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { byWord, cameIn, exchanged, renamed } from '../reader/ways.ts'

const common = [
  'Date',
  'Action',
  'Symbol',
  'Account',
  'Volume',
  'Price',
  'Currency',
  'Fee',
  'FeeCurrency',
  'Total',
]

const base = columns('Volume', 'Symbol')
/** The total includes the fee, so the gross amount is that of the price. */
const quote = priceTimes({ amount: 'Volume', price: 'Price', asset: 'Currency' })
const ofAction =
  (action: RegExp, leg: ReadLeg, other: ReadLeg): ReadLeg =>
  (row, sheet) =>
    (action.test(row.text('Action')) ? leg : other)(row, sheet)

const shared = {
  ...taxTool,
  sourceSlug: 'bitcoin-tax',
  exchange: 'Bitcoin.Tax',
  time: 'Date',
  type: 'Action',
  fees: [{ leg: columns('Fee', 'FeeCurrency') }],
  wallet: { sent: ['Account'], received: ['Account'] },
  comment: 'Memo',
} as const

/** Bitcoin.Tax, trades. */
export const bitcointaxTrades = inOutTable({
  ...shared,
  id: 'bitcointax-trades',
  family: 'bitcointax-trades',
  name: 'Bitcoin.Tax trades',
  headers: [
    {
      cells: [
        ...common,
        ...['Cost/Proceeds', 'ExchangeId', 'Category', 'Subaccount', 'Memo'],
        ...['SymbolBalance', 'CurrencyBalance', 'FeeBalance'],
      ],
    },
  ],
  means: byWord('Action', { 'buy|sell': exchanged, swap: renamed }),
  sent: ofAction(/^buy$/i, quote, base),
  received: ofAction(/^buy$/i, base, quote),
  externalId: 'ExchangeId',
})

const rest = ['Ref', 'Memo', 'Margin', 'MarginId', 'TxHash', 'Sender', 'Recipient']

/** Bitcoin.Tax, income and spending. */
export const bitcointaxIncome = inOutTable({
  ...shared,
  id: 'bitcointax-income',
  family: 'bitcointax-income',
  name: 'Bitcoin.Tax income and spending',
  headers: [{ cells: [...common, ...rest, 'SymbolBalance'] }, { cells: [...common, ...rest] }],
  means: byWord('Action', { ...toolWords, income: cameIn('payment'), gift: cameIn('gift_received') }),
  moved: { leg: base, direction: 'byWord' },
  value: columns('Total', 'Currency'),
  externalId: 'Ref',
  txHash: ['TxHash'],
})
