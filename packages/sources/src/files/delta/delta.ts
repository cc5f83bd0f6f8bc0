import { columns, ofTicker, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { taxTool } from '../reader/tax-tools.ts'
import { byWord, cameIn, exchanged, firstOf, leftOut, unless, wentOut, when } from '../reader/ways.ts'

/** A star marks a ticker that several coins have: `DOT* (POLKADOT)`. */
function ofDelta(read: ReadLeg): ReadLeg {
  const ticker = ofTicker(read)
  return (row, sheet) => {
    const leg = ticker(row, sheet)
    return leg && { ...leg, asset: leg.asset.replace(/\*+$/, '') }
  }
}

const base = ofDelta(columns('Base amount', 'Base currency (name)'))
const quote = ofDelta(columns('Quote amount', 'Quote currency'))

const way = (row: Row) => row.text('Way').toUpperCase()
const side =
  (ofBase: readonly string[], ofQuote: string): ReadLeg =>
  (row, sheet) =>
    ofBase.includes(way(row)) ? base(row, sheet) : way(row) === ofQuote ? quote(row, sheet) : null

const oldCells = [
  ...['Date', 'Type', 'Exchange', 'Base amount', 'Base currency', 'Quote amount', 'Quote currency', 'Fee'],
  ...['Fee currency', 'Costs/Proceeds', 'Costs/Proceeds currency'],
]

/** Delta, export of transactions. Shares stand in it too. Its older layout names columns otherwise. */
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
    { cells: [...oldCells, 'Sync Holdings', 'Sent/Received from', 'Sent to', 'Notes'] },
    { cells: [...oldCells, 'Sent/Received from', 'Sent to', 'Notes'] },
  ],
  columns: {
    Way: /^\s*(Way|Type)\s*$/i,
    'Base currency (name)': /^\s*Base currency( \(name\))?\s*$/i,
    'Fee amount': /^\s*Fee( amount)?\s*$/i,
    'Fee currency (name)': /^\s*Fee currency( \(name\))?\s*$/i,
  },
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
      mining: cameIn('mined'),
      staking: cameIn('staking_reward'),
      'dividend|dividends': cameIn('dividend_received'),
      interest: cameIn('interest_received'),
      airdrop: cameIn('airdrop'),
    }),
  ),
  received: (row, sheet) =>
    side(['BUY', 'DEPOSIT'], 'SELL')(row, sheet) ?? (isKnown(row) ? null : base(row, sheet)),
  sent: side(['SELL', 'WITHDRAW', 'TRANSFER'], 'BUY'),
  fees: [{ leg: ofDelta(columns('Fee amount', 'Fee currency (name)')) }],
  value: ofDelta(columns('Costs/Proceeds', 'Costs/Proceeds currency')),
  wallet: { sent: ['Exchange', 'Broker'], received: ['Exchange', 'Broker'] },
  comment: 'Notes',
})

const isKnown = (row: Row) => ['BUY', 'SELL', 'DEPOSIT', 'WITHDRAW', 'TRANSFER'].includes(way(row))
