import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { legTable } from '../reader/leg-table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import {
  bySides,
  byWord,
  cameIn,
  exchanged,
  firstOf,
  isFee,
  transferred,
  way,
  wentOut,
} from '../reader/ways.ts'

const words = {
  ...toolWords,
  deposit: cameIn('received'),
  withdrawal: wentOut('sent'),
  'buy|sell|trade': exchanged,
  income: cameIn('misc_reward'),
  'interest|interest income|interest payment': way({ in: 'interest_received', out: 'interest_paid' }),
}

/** CoinLedger, universal import template. */
export const coinledgerTemplate = inOutTable({
  ...taxTool,
  id: 'coinledger-template',
  family: 'coinledger-template',
  name: 'CoinLedger universal template',
  sourceSlug: 'coinledger',
  exchange: 'CoinLedger universal',
  headers: [
    {
      cells: [
        ...['Date (UTC)', 'Platform (Optional)', 'Asset Sent', 'Amount Sent', 'Asset Received'],
        ...['Amount Received', 'Fee Currency (Optional)', 'Fee Amount (Optional)', 'Type'],
        ...['Description (Optional)', 'TxHash (Optional)'],
      ],
    },
  ],
  dateOrder: 'month-first',
  time: 'Date (UTC)',
  type: 'Type',
  means: byWord('Type', { ...words, '': bySides, transfer: transferred }),
  sent: columns('Amount Sent', 'Asset Sent'),
  received: columns('Amount Received', 'Asset Received'),
  fees: [{ leg: columns('Fee Amount (Optional)', 'Fee Currency (Optional)') }],
  wallet: { sent: ['Platform (Optional)'], received: ['Platform (Optional)'] },
  txHash: ['TxHash (Optional)'],
  comment: 'Description (Optional)',
})

/** CoinLedger, all transactions. */
export const coinledgerExport = inOutTable({
  ...taxTool,
  ...legTable,
  id: 'coinledger-export',
  family: 'coinledger-export',
  name: 'CoinLedger transactions',
  sourceSlug: 'coinledger',
  exchange: 'CoinLedger',
  headers: [
    {
      cells: [
        ...['Timestamp (UTC)', 'Type', 'Internal Id', 'Platform', 'Account Name', 'Platform Id'],
        ...['Blockchain Id', 'Record Type', 'Asset', 'Amount', 'Description'],
      ],
    },
  ],
  means: firstOf(
    byWord('Record Type', {
      'platform fee|network fee|fee': isFee,
      'margin gain|margin loss': way({ in: 'margin_gain', out: 'margin_loss' }),
    }),
    byWord('Type', {
      ...words,
      transfer: way({ in: 'received', out: 'sent' }),
      'manual position': way({ in: 'received', flags: ['manual_position'] }),
    }),
  ),
  wallet: { sent: ['Platform'], received: ['Platform'] },
  comment: 'Description',
})
