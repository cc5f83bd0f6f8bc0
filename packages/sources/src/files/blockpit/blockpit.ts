import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { byWord, cameIn, exchanged, wentOut } from '../reader/ways.ts'

/** Blockpit, transactions. Spreadsheets mangle the Blockpit ID, so no row is named by it. */
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
    ...toolWords,
    trade: exchanged,
    'deposit|nontaxablein|non taxable in': cameIn('received'),
    'withdrawal|nontaxableout|non taxable out': wentOut('sent'),
    income: cameIn('misc_reward'),
    payment: wentOut('purchase'),
    gift: wentOut('gift_sent'),
  }),
  sent: columns('Outgoing Amount', 'Outgoing Asset'),
  received: columns('Incoming Amount', 'Incoming Asset'),
  fees: [{ leg: columns('Fee Amount', 'Fee Asset') }],
  wallet: { sent: ['Source Name'], received: ['Source Name'] },
  txHash: ['Transaction ID'],
  comment: 'Note',
})
