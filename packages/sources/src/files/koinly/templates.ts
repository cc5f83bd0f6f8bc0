import { inOutTable } from '../reader/in-out-table.ts'
import { baseAndQuote, bySigns, columns, ofTicker, type ReadLeg } from '../reader/legs.ts'
import { separatedPair } from '../reader/pairs.ts'
import { taxTool } from '../reader/tax-tools.ts'
import { byWord, exchanged } from '../reader/ways.ts'
import { labels, TAG } from './labels.ts'

const shared = {
  ...taxTool,
  sourceSlug: 'koinly',
  exchange: 'Koinly',
  time: 'Koinly Date',
  fees: [{ leg: ofTicker(columns('Fee Amount', 'Fee Currency')) }],
} as const

/** Koinly, simple template, as wallets and explorers hand it out: one amount, which is below zero where it was sent. */
export const koinlySimpleTemplate = inOutTable({
  ...shared,
  id: 'koinly-simple-template',
  family: 'koinly-simple-template',
  name: 'Koinly simple template',
  headers: [{ cells: ['Koinly Date', 'Amount', 'Currency', TAG] }],
  columns: { Label: TAG },
  type: 'Label',
  means: byWord('Label', labels),
  ...bySigns(ofTicker(columns('Amount', 'Currency'))),
  value: columns('Net Worth Amount', 'Net Worth Currency'),
  txHash: ['TxHash'],
  comment: 'Description',
})

/** An amount of one side of the pair. */
const ofPair =
  (amount: string, side: 'base' | 'quote'): ReadLeg =>
  (row) => {
    const pair = separatedPair(row.requiredText('Pair'))
    if (pair === undefined) throw row.problem('unknown_pair', 'Pair', 'The pair cannot be split')
    return { asset: pair[side], amount: row.requiredAmount(amount) }
  }

/** Koinly, trades template: a pair, its side and the amounts of both. */
export const koinlyTradesTemplate = inOutTable({
  ...shared,
  id: 'koinly-trades-template',
  family: 'koinly-trades-template',
  name: 'Koinly trades template',
  headers: [
    {
      cells: [
        ...['Koinly Date', 'Pair', 'Side', 'Amount', 'Total', 'Fee Amount', 'Fee Currency', 'Order ID'],
        'Trade ID',
      ],
    },
  ],
  type: 'Side',
  means: byWord('Side', { 'buy|sell': exchanged }),
  ...baseAndQuote({
    column: 'Side',
    buys: /^buy$/i,
    sells: /^sell$/i,
    leaves: /^$/,
    base: ofPair('Amount', 'base'),
    quote: ofPair('Total', 'quote'),
  }),
  records: [{ kind: 'koinly-trade', id: 'Trade ID' }],
  repeatedBy: 'Trade ID',
  externalId: 'Trade ID',
})
