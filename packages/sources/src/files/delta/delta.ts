import { columns, ofTicker, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { taxTool } from '../reader/tax-tools.ts'
import { byWord, cameIn, exchanged, firstOf, leftOut, unless, wentOut, when } from '../reader/ways.ts'

const base = ofTicker(columns('Base amount', 'Base currency (name)'))
const quote = ofTicker(columns('Quote amount', 'Quote currency'))

const way = (row: Row) => row.text('Way').toUpperCase()
const side =
  (ofBase: readonly string[], ofQuote: string): ReadLeg =>
  (row, sheet) =>
    ofBase.includes(way(row)) ? base(row, sheet) : way(row) === ofQuote ? quote(row, sheet) : null

/** Delta, export of transactions. Shares stand in it too. */
export const delta = inOutTable({
  ...taxTool,
  id: 'delta',
  family: 'delta',
  name: 'Delta transactions',
  sourceSlug: 'delta',
  exchange: 'Delta',
  headers: [
    {
      cells: [
        ...['Date', 'Way', 'Base amount', 'Base currency (name)', 'Base type', 'Quote amount'],
        ...['Quote currency', 'Exchange', 'Sent/Received from', 'Sent to', 'Fee amount'],
        ...['Fee currency (name)', 'Broker', 'Notes'],
      ],
    },
  ],
  time: 'Date',
  type: 'Way',
  means: firstOf(
    unless('Base type', /^(CRYPTO|FIAT|)$/i, leftOut('non_crypto')),
    when(
      'Way',
      /^DEPOSIT$/i,
      byWord('Sent/Received from', {
        mining: cameIn('mined'),
        staking: cameIn('staking_reward'),
        dividends: cameIn('dividend_received'),
        airdrop: cameIn('airdrop'),
      }),
    ),
    byWord('Way', {
      'buy|sell': exchanged,
      deposit: cameIn('received'),
      'withdraw|transfer': wentOut('sent'),
    }),
  ),
  received: (row, sheet) =>
    side(['BUY', 'DEPOSIT'], 'SELL')(row, sheet) ?? (isKnown(row) ? null : base(row, sheet)),
  sent: side(['SELL', 'WITHDRAW', 'TRANSFER'], 'BUY'),
  fees: [{ leg: ofTicker(columns('Fee amount', 'Fee currency (name)')) }],
  wallet: { sent: ['Exchange', 'Broker'], received: ['Exchange', 'Broker'] },
  comment: 'Notes',
})

const isKnown = (row: Row) => ['BUY', 'SELL', 'DEPOSIT', 'WITHDRAW', 'TRANSFER'].includes(way(row))
