import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, wentOut } from '../reader/ways.ts'

const rest = [
  'Received amount',
  'Received currency',
  'Sent amount',
  'Sent currency',
  'Fee amount',
  'Fee currency',
]

/** AdaLite, transactions and rewards. */
export const adalite = inOutTable({
  ...walletTable,
  id: 'adalite',
  family: 'adalite',
  name: 'AdaLite transactions',
  sourceSlug: 'adalite',
  exchange: 'AdaLite',
  headers: [
    {
      cells: [
        ...['Date', 'Transaction ID', 'Type'],
        'Received from (disclaimer: may not be accurate - first sender address only)',
        ...rest,
      ],
    },
    { cells: ['Date', 'Transaction ID', 'Type', ...rest] },
  ],
  dateOrder: 'month-first',
  unsureZone: 'noted',
  time: 'Date',
  type: 'Type',
  means: byWord('Type', {
    received: cameIn('received'),
    sent: wentOut('sent'),
    'reward awarded': cameIn('staking_reward'),
  }),
  received: columns('Received amount', 'Received currency'),
  sent: columns('Sent amount', 'Sent currency'),
  fees: [{ leg: columns('Fee amount', 'Fee currency') }],
  txHash: ['Transaction ID'],
})
