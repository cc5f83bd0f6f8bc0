import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { byWord, cameIn, exchanged, firstOf, wentOut, when } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

/** Newton, transactions. */
export const newton = inOutTable({
  id: 'newton',
  family: 'newton',
  name: 'Newton transactions',
  sourceSlug: 'newton',
  exchange: 'Newton',
  headers: [
    {
      cells: [
        ...['Date', 'Type', 'Received Quantity', 'Received Currency', 'Sent Quantity', 'Sent Currency'],
        ...['Fee Amount', 'Fee Currency', 'Tag'],
      ],
    },
  ],
  timeZone: 'UTC',
  asset: tickers(),
  unsureZone: 'noted',
  dateOrder: 'month-first',
  time: 'Date',
  type: 'Type',
  means: firstOf(
    when('Tag', /referral/i, byWord('Type', { deposit: cameIn('misc_reward') })),
    byWord('Type', {
      trade: exchanged,
      deposit: cameIn('received'),
      'withdrawn|withdrawal': wentOut('sent'),
    }),
  ),
  received: columns('Received Quantity', 'Received Currency'),
  sent: columns('Sent Quantity', 'Sent Currency'),
  fees: [{ leg: columns('Fee Amount', 'Fee Currency') }],
  records: [],
  comment: 'Tag',
})
