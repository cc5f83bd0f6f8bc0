import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, way } from '../reader/ways.ts'

/** Helium, tax export of the old explorer: what hotspots mined, and payments. */
export const heliumExplorer = inOutTable({
  ...walletTable,
  id: 'helium-explorer',
  family: 'helium-explorer',
  name: 'Helium explorer tax export',
  sourceSlug: 'helium-wallet',
  exchange: 'Helium',
  headers: [
    {
      cells: [
        ...['Date', 'Received Quantity', 'Received From', 'Received Currency', 'Sent Quantity', 'Sent To'],
        ...['Sent Currency', 'Fee Amount', 'Fee Currency', 'Tag', 'Note', 'Hotspot', 'Reward Type', 'Block'],
        'Hash',
      ],
    },
  ],
  dateOrder: 'month-first',
  time: 'Date',
  type: 'Tag',
  means: byWord('Tag', {
    mined: cameIn('mined'),
    'payment|': way({ in: 'received', out: 'sent' }),
  }),
  received: columns('Received Quantity', 'Received Currency'),
  sent: columns('Sent Quantity', 'Sent Currency'),
  fees: [{ leg: columns('Fee Amount', 'Fee Currency') }],
  txHash: ['Hash'],
  comment: 'Note',
})
