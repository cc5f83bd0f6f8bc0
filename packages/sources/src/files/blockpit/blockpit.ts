import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { byWord, cameIn, exchanged, renamed, transferred, way, wentOut } from '../reader/ways.ts'

const labels = {
  ...toolWords,
  'trade|margin trade': exchanged,
  income: cameIn('misc_reward'),
  payment: wentOut('purchase'),
}

const sides = {
  sent: columns('Outgoing Amount', 'Outgoing Asset'),
  received: columns('Incoming Amount', 'Incoming Asset'),
  fees: [{ leg: columns('Fee Amount', 'Fee Asset') }],
}

/** Blockpit, transactions until 2023. Spreadsheets mangle the Blockpit ID, so no row is named by it. */
export const blockpitExport = inOutTable({
  ...taxTool,
  id: 'blockpit-export',
  family: 'blockpit-export',
  name: 'Blockpit transactions',
  sourceSlug: 'blockpit',
  exchange: 'Blockpit',
  headers: [
    {
      cells: [
        ...['Blockpit ID', 'Timestamp', 'Source Type', 'Source Name', 'Integration', 'Transaction Type'],
        ...['Outgoing Asset', 'Outgoing Amount', 'Incoming Asset', 'Incoming Amount', 'Fee Asset'],
        ...['Fee Amount', 'Transaction ID', 'Note', 'Merge ID'],
      ],
    },
  ],
  unsureZone: 'noted',
  time: 'Timestamp',
  type: 'Transaction Type',
  means: byWord('Transaction Type', {
    ...labels,
    'deposit|nontaxablein|non taxable in': cameIn('received'),
    'withdrawal|nontaxableout|non taxable out': wentOut('sent'),
    gift: wentOut('gift_sent'),
  }),
  ...sides,
  wallet: { sent: ['Source Name'], received: ['Source Name'] },
  txHash: ['Transaction ID'],
  comment: 'Note',
})

/** The columns of the template for imports say that they may be empty. */
const optional = (name: string) => new RegExp(`^\\s*${name}( \\(optional\\))?\\s*$`, 'i')

const cells = [
  ...['Date (UTC)', 'Integration Name', 'Label', optional('Outgoing Asset'), optional('Outgoing Amount')],
  ...[optional('Incoming Asset'), optional('Incoming Amount'), optional('Fee Asset'), optional('Fee Amount')],
]
const [hash, comment] = [optional('Trx\\. ID'), optional('Comments?')]

/** Blockpit, transactions since 2023, and what is written for an import into it. The label says what a row is. */
export const blockpitTransactions = inOutTable({
  ...taxTool,
  id: 'blockpit-transactions',
  family: 'blockpit-export',
  name: 'Blockpit transactions',
  sourceSlug: 'blockpit',
  exchange: 'Blockpit',
  headers: [
    { cells: [...cells, hash, comment, 'Source Type', 'Source Name'] },
    { cells: [...cells, comment, hash, 'Source Type', 'Source Name'] },
    { cells: [...cells, hash, comment] },
    { cells: [...cells, comment, hash] },
  ],
  columns: {
    ...{ 'Outgoing Asset': optional('Outgoing Asset'), 'Outgoing Amount': optional('Outgoing Amount') },
    ...{ 'Incoming Asset': optional('Incoming Asset'), 'Incoming Amount': optional('Incoming Amount') },
    ...{ 'Fee Asset': optional('Fee Asset'), 'Fee Amount': optional('Fee Amount') },
    ...{ 'Trx. ID': hash, Comments: comment },
  },
  time: 'Date (UTC)',
  type: 'Label',
  means: byWord('Label', {
    ...labels,
    transfer: transferred,
    'token migration': renamed,
    'deposit|unlabeled deposit|non taxable in': cameIn('received'),
    'withdrawal|unlabeled withdrawal|non taxable out': wentOut('sent'),
    'non taxable': way({ in: 'received', out: 'sent' }),
    'security token income': cameIn('dividend_received'),
    'derivative profit': cameIn('margin_gain'),
    'derivative loss': wentOut('margin_loss'),
    'derivative fee': wentOut('margin_fee'),
  }),
  ...sides,
  wallet: { sent: ['Integration Name', 'Source Name'], received: ['Integration Name', 'Source Name'] },
  txHash: ['Trx. ID'],
  comment: 'Comments',
})
