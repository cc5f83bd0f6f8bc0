import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { bySides, byWord, cameIn, exchanged, wentOut } from '../reader/ways.ts'

/** TaxBit, import template. */
export const taxbit = inOutTable({
  ...taxTool,
  id: 'taxbit',
  family: 'taxbit',
  name: 'TaxBit template',
  sourceSlug: 'taxbit',
  exchange: 'TaxBit',
  headers: [
    {
      cells: [
        ...['Date and Time', 'Transaction Type', 'Sent Quantity', 'Sent Currency', 'Sending Source'],
        ...['Received Quantity', 'Received Currency', 'Receiving Destination', 'Fee', 'Fee Currency'],
        ...['Exchange Transaction ID', 'Blockchain Transaction Hash'],
      ],
    },
  ],
  time: 'Date and Time',
  type: 'Transaction Type',
  means: byWord('Transaction Type', {
    ...toolWords,
    'buy|sale|sell|trade': exchanged,
    'transfer in': cameIn('received'),
    'transfer out': wentOut('sent'),
    'transfer unknown|transfer': bySides,
    income: cameIn('misc_reward'),
  }),
  sent: columns('Sent Quantity', 'Sent Currency'),
  received: columns('Received Quantity', 'Received Currency'),
  fees: [{ leg: columns('Fee', 'Fee Currency') }],
  wallet: { sent: ['Sending Source'], received: ['Receiving Destination'] },
  externalId: 'Exchange Transaction ID',
  txHash: ['Blockchain Transaction Hash'],
})
