import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { byWord, cameIn, exchanged, way } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

/** River, account activity. */
export const river = inOutTable({
  id: 'river',
  family: 'river',
  name: 'River account activity',
  sourceSlug: 'river',
  exchange: 'River',
  headers: [
    {
      cells: [
        ...['Date', 'Sent Amount', 'Sent Currency', 'Received Amount', 'Received Currency'],
        ...['Fee Amount', 'Fee Currency', 'Tag'],
      ],
    },
  ],
  timeZone: 'UTC',
  asset: tickers(),
  time: 'Date',
  type: 'Tag',
  means: byWord('Tag', {
    'buy|sell': exchanged,
    interest: cameIn('interest_received'),
    'referral|bonus|promo': cameIn('misc_reward'),
    'mining|mining payout': cameIn('mined'),
    '': way({ in: 'received', out: 'sent', both: 'exchange' }),
  }),
  sent: columns('Sent Amount', 'Sent Currency'),
  received: columns('Received Amount', 'Received Currency'),
  fees: [{ leg: columns('Fee Amount', 'Fee Currency') }],
  records: [],
})
