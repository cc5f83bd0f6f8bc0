import { inAsset } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { byWord, cameIn, leftOut, wentOut } from '../reader/ways.ts'

/** LocalBitcoins, wallet. What was traded stands in the file of trades too, with what was paid for it. */
export const localbitcoinsTransfers = inOutTable({
  id: 'localbitcoins-transfers',
  family: 'localbitcoins-transfers',
  name: 'LocalBitcoins wallet',
  sourceSlug: 'localbitcoins',
  exchange: 'LocalBitcoins',
  headers: [{ cells: ['TXID', 'Created', 'Received', 'Sent', 'TXtype', 'TXdesc', 'TXNotes'] }],
  // A deposit can lack the cell of its notes.
  cellsOf: (cells) =>
    cells.length === 6 && cells[4] === 'Deposit' && cells[5] === '' ? [...cells, ''] : cells,
  timeZone: 'UTC',
  time: 'Created',
  type: 'TXtype',
  means: byWord('TXtype', {
    deposit: cameIn('received'),
    'send to address': wentOut('sent'),
    trade: leftOut('covered_by_other_file'),
  }),
  received: inAsset('Received', 'BTC'),
  sent: inAsset('Sent', 'BTC'),
  records: [],
  txHash: ['TXID'],
  comment: 'TXNotes',
})
