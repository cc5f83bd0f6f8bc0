import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { byWord, cameIn, exchanged, wentOut } from '../reader/ways.ts'

const sides = ['Type', 'BuyAmount', 'BuyCurrency', 'SellAmount', 'SellCurrency', 'FeeAmount', 'FeeCurrency']

/** TokenTax, template and export of transactions. */
export const tokentax = inOutTable({
  ...taxTool,
  id: 'tokentax',
  family: 'tokentax',
  name: 'TokenTax transactions',
  sourceSlug: 'tokentax',
  exchange: 'TokenTax',
  headers: [
    { cells: [...sides, 'Exchange', 'Group', 'Comment', 'Date'] },
    {
      cells: [
        ...sides,
        ...['Exchange', 'ExchangeId', 'Group', 'Import', 'Comment', 'Date', 'USDEquivalent', 'UpdatedAt'],
      ],
    },
  ],
  dateOrder: 'month-first',
  time: 'Date',
  type: 'Type',
  means: byWord('Type', {
    ...toolWords,
    trade: exchanged,
    deposit: cameIn('received'),
    withdrawal: wentOut('sent'),
    income: cameIn('misc_reward'),
  }),
  received: columns('BuyAmount', 'BuyCurrency'),
  sent: columns('SellAmount', 'SellCurrency'),
  fees: [{ leg: columns('FeeAmount', 'FeeCurrency') }],
  wallet: { sent: ['Exchange'], received: ['Exchange'] },
  comment: 'Comment',
})
