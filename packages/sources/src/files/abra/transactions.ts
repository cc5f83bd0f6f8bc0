import { columns, inAsset, leftWhere } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { byWord, cameIn, exchanged, wentOut } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

/** Abra, transactions. The rows of an exchange share their id; the gross quantity has the network fee in it. */
export const abra = inOutTable({
  id: 'abra',
  family: 'abra',
  name: 'Abra transactions',
  sourceSlug: 'abra',
  exchange: 'Abra',
  headers: [
    {
      cells: [
        ...['Transaction date (UTC)', 'Transaction ID', 'Transaction type', 'Description', 'Product'],
        ...['Gross Quantity', 'Network Fees', 'Net Quantity', 'Rate (USD)', 'Net Amount (USD)'],
      ],
    },
  ],
  timeZone: 'UTC',
  asset: tickers(),
  time: 'Transaction date (UTC)',
  type: 'Transaction type',
  means: byWord('Transaction type', {
    'buy|sell': exchanged,
    'inbound transfer': cameIn('received'),
    'outbound transfer': wentOut('sent'),
    'interest|reward': cameIn('interest_received'),
  }),
  moved: {
    leg: leftWhere('Transaction type', /^(sell|outbound)/i, columns('Gross Quantity', 'Product')),
    direction: 'bySign',
  },
  fees: [{ leg: columns('Network Fees', 'Product'), isIn: 'sent' }],
  value: inAsset('Net Amount (USD)', 'USD'),
  group: (row) => row.text('Transaction ID'),
  groupId: 'Transaction ID',
  records: [],
  externalId: 'Transaction ID',
  comment: 'Description',
})
