import { inAsset } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { way } from '../reader/ways.ts'

/** Hyperliquid, funding history as the browser shows it. */
export const hyperliquidFunding = inOutTable({
  id: 'hyperliquid-funding',
  family: 'hyperliquid-funding',
  name: 'Hyperliquid funding history',
  sourceSlug: 'hyperliquid',
  exchange: 'Hyperliquid',
  headers: [{ cells: ['time', 'coin', 'sz', 'side', 'payment', 'rate'] }],
  timeZone: 'UTC',
  unsureZone: 'noted',
  timeText: (text) => text.replace(' - ', ' '),
  time: 'time',
  type: 'side',
  means: () => way({ in: 'margin_gain', out: 'margin_fee' }),
  moved: { leg: inAsset('payment', 'USDC'), direction: 'bySign' },
  records: [{ kind: 'hyperliquid-funding', id: () => '' }],
  comment: (row) => `Funding ${row.text('coin')}`,
})
