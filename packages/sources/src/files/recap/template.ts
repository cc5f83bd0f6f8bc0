import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { byWord, cameIn, exchanged, wentOut } from '../reader/ways.ts'

/** Recap, template. */
export const recapTemplate = inOutTable({
  ...taxTool,
  id: 'recap-template',
  family: 'recap-template',
  name: 'Recap template',
  sourceSlug: 'recap',
  exchange: 'Recap',
  headers: [
    {
      cells: [
        ...['Type', 'Date', 'InOrBuyAmount', 'InOrBuyCurrency', 'OutOrSellAmount', 'OutOrSellCurrency'],
        ...['FeeAmount', 'FeeCurrency', 'Description', 'Transaction ID'],
      ],
    },
  ],
  time: 'Date',
  type: 'Type',
  means: byWord('Type', {
    ...toolWords,
    'trade|buy|sell': exchanged,
    deposit: cameIn('received'),
    withdrawal: wentOut('sent'),
    income: cameIn('misc_reward'),
  }),
  received: columns('InOrBuyAmount', 'InOrBuyCurrency'),
  sent: columns('OutOrSellAmount', 'OutOrSellCurrency'),
  fees: [{ leg: columns('FeeAmount', 'FeeCurrency') }],
  externalId: 'Transaction ID',
  comment: 'Description',
})
