import { columns, inColumn } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { byWord, exchanged, way } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

/** PayPal, report of crypto transactions. Venmo, which belongs to it, hands out the same. */
export const paypalCrypto = inOutTable({
  id: 'paypal-crypto',
  family: 'paypal-crypto',
  name: 'PayPal crypto transactions',
  sourceSlug: 'paypal',
  exchange: 'PayPal',
  alsoOf: ['venmo'],
  headers: [
    {
      cells: [
        ...['DateTime', 'Transaction Type', 'Asset In (Quantity)', 'Asset In (Currency)'],
        ...['Asset Out (Quantity)', 'Asset Out (Currency)', 'Transaction Fee (Quantity)'],
        ...['Transaction Fee (Currency)', /^Market Value \([A-Z]{3}\)$/i],
      ],
    },
  ],
  timeZone: 'UTC',
  asset: tickers(),
  time: 'DateTime',
  type: 'Transaction Type',
  means: byWord('Transaction Type', {
    'buy|sell': exchanged,
    'send|receive|transfer in|transfer out': way({ in: 'received', out: 'sent' }),
  }),
  received: columns('Asset In (Quantity)', 'Asset In (Currency)'),
  sent: columns('Asset Out (Quantity)', 'Asset Out (Currency)'),
  fees: [{ leg: columns('Transaction Fee (Quantity)', 'Transaction Fee (Currency)') }],
  value: inColumn(/^Market Value \(([A-Z]{3})\)$/i),
  records: [],
})
