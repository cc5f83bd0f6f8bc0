import { columns, inColumn, ofTicker } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { taxTool } from '../reader/tax-tools.ts'
import { bySides, byWord, firstOf, leftOut, type ReadWay, transferred, when } from '../reader/ways.ts'
import { labels, TAG } from './labels.ts'

const sides = {
  sent: ofTicker(columns('Sent Amount', 'Sent Currency')),
  received: ofTicker(columns('Received Amount', 'Received Currency')),
  fees: [{ leg: ofTicker(columns('Fee Amount', 'Fee Currency')) }],
  txHash: ['TxHash'],
  comment: 'Description',
  time: 'Date',
}

/** Koinly, universal template: the sides and a label. Crypto.com hands out wallet and reward exports under this header. */
export const koinlyTemplate = inOutTable({
  ...taxTool,
  ...sides,
  id: 'koinly-template',
  family: 'koinly-template',
  name: 'Koinly universal template',
  sourceSlug: 'koinly',
  exchange: 'Koinly universal',
  alsoOf: ['crypto-com-onchain-wallet', 'crypto-com-exchange'],
  headers: [
    {
      cells: [
        ...['Date', 'Sent Amount', 'Sent Currency', 'Received Amount', 'Received Currency', 'Fee Amount'],
        ...['Fee Currency', 'Net Worth Amount', 'Net Worth Currency', TAG, 'Description', 'TxHash'],
      ],
    },
  ],
  columns: { Label: TAG },
  type: 'Label',
  means: byWord('Label', labels),
  value: columns('Net Worth Amount', 'Net Worth Currency'),
})

const label: ReadWay = firstOf(
  when('Label', /./, byWord('Label', labels)),
  when('Tag', /./, byWord('Tag', labels)),
  (row) => (row.text('Label') + row.text('Tag') === '' ? bySides : undefined),
)

const TYPES = /^(buy|sell|exchange|trade|deposit|withdrawal|(fiat|crypto)[ _](deposit|withdrawal))$/i

/** Koinly, history of transactions. A transfer is one row for both wallets. How numbers are written is a setting of the account. */
export const koinlyExport = inOutTable({
  ...taxTool,
  ...sides,
  decimalMark: 'found',
  id: 'koinly-export',
  family: 'koinly-export',
  name: 'Koinly transaction history',
  sourceSlug: 'koinly',
  exchange: 'Koinly',
  headers: [
    {
      cells: [
        ...['Date', 'Type', TAG, 'Sending Wallet', 'Sent Amount', 'Sent Currency'],
        ...['Sent Cost Basis', 'Receiving Wallet', 'Received Amount', 'Received Currency'],
        ...['Received Cost Basis', 'Fee Amount', 'Fee Currency', /^Gain \([A-Z]{3}\)$/i],
        ...[/^Net Value \([A-Z]{3}\)$/i, /^Fee Value \([A-Z]{3}\)$/i, 'TxSrc', 'TxDest', 'TxHash'],
        'Description',
      ],
    },
  ],
  type: 'Type',
  means: firstOf(byWord('Type', { transfer: transferred }), when('Type', TYPES, label)),
  wallet: { sent: ['Sending Wallet'], received: ['Receiving Wallet'] },
  value: inColumn(/^Net Value \(([A-Z]{3})\)$/i),
})

/** A name in front of the kind of its wallet: `Main;eth`. */
const nameOf = (column: string) => (row: Row) => row.text(column).replace(/;[^;]*$/, '')

/** What a person or a file said, and else what Koinly worked out. */
const netWorth = ofTicker(columns('Net Worth Amount', 'Net Worth Currency'))
const netValue = ofTicker(columns('Net Value (read-only)', 'Value Currency (read-only)'))

/** Koinly, transactions as they are exported since 2024: other names for the columns, and an id for each row. */
export const koinlyTransactions = inOutTable({
  ...taxTool,
  decimalMark: 'found',
  id: 'koinly-transactions',
  family: 'koinly-transactions',
  name: 'Koinly transactions',
  sourceSlug: 'koinly',
  exchange: 'Koinly',
  headers: [
    {
      required: [
        ...['ID (read-only)', 'Date (UTC)', 'Type', 'Tag', 'From Wallet (read-only)', 'From Amount'],
        ...['From Currency', 'To Wallet (read-only)', 'To Amount', 'To Currency', 'Fee Amount'],
        ...['Fee Currency', 'TxHash'],
      ],
    },
  ],
  time: 'Date (UTC)',
  type: 'Type',
  means: firstOf(
    when('Deleted', /^(true|yes)$/i, () => leftOut('ignored')),
    byWord('Type', { transfer: transferred }),
    when('Type', TYPES, label),
  ),
  sent: ofTicker(columns('From Amount', 'From Currency')),
  received: ofTicker(columns('To Amount', 'To Currency')),
  fees: [{ leg: ofTicker(columns('Fee Amount', 'Fee Currency')) }],
  wallet: { sent: [nameOf('From Wallet (read-only)')], received: [nameOf('To Wallet (read-only)')] },
  value: (row, sheet) => netWorth(row, sheet) ?? netValue(row, sheet),
  records: [{ kind: 'koinly-transaction', id: 'ID (read-only)' }],
  repeatedBy: 'ID (read-only)',
  txHash: ['TxHash'],
  comment: 'Description',
})
