import { compare, isNegative, negate } from '@lotbook/money'
import { absoluteAmount, addAmounts, type Amount, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import { type Collector, type DraftLeg, unmapped } from '../../reading/collector.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { separatedPair } from '../reader/pairs.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'

/** Hyperliquid, trade history as the browser shows it, in the zone and the order of dates of its reader. */
const spot = tradeTable({
  id: 'hyperliquid-trades',
  family: 'hyperliquid-trades',
  name: 'Hyperliquid trade history',
  sourceSlug: 'hyperliquid',
  exchange: 'Hyperliquid',
  headers: [{ cells: ['time', 'coin', 'dir', 'px', 'sz', 'ntl', 'fee', 'closedPnl'] }],
  timeZone: 'UTC',
  unsureZone: 'noted',
  timeText: (text) => text.replace(' - ', ' '),
  time: 'time',
  side: { column: 'dir', buy: 'Buy', sell: 'Sell' },
  pair: { column: 'coin', split: separatedPair },
  base: { amount: 'sz' },
  quote: { amount: 'ntl' },
  fee: { amount: 'fee', asset: () => 'USDC' },
  asset: tickers(),
  records: [{ kind: 'hyperliquid-fill', id: () => '' }],
})

const isSpot = (row: Row): boolean =>
  /^(?:buy|sell)$/i.test(row.text('dir')) && row.text('coin').includes('/')

/** Trades of coins, and what perpetual positions cost and brought, in USDC. */
export const hyperliquidTrades: FileFormat = {
  ...spot,
  read(rows, sheet, out) {
    spot.read(rows.filter(isSpot), sheet, out)
    const positions = rows.filter((row) => !isSpot(row))
    const isNet = positions.some(isNetOpening)
    for (const row of positions) out.attempt([row], () => readPosition(row, isNet, out))
  },
}

/** An opening brings nothing, so a profit of just its fee below zero shows that profits have their fees taken off. */
function isNetOpening(row: Row): boolean {
  if (!/^open\b/i.test(row.text('dir'))) return false
  const [profit, fee] = [row.text('closedPnl'), row.text('fee')]
  return !/^0*\.?0*$/.test(fee) && profit === `-${fee}`
}

const inUsdc = (amount: Amount): DraftLeg => ({ asset: 'USDC', amount })

function readPosition(row: Row, isNet: boolean, out: Collector): void {
  const dir = row.requiredText('dir')
  const fee = row.amount('fee') ?? noAmount
  const event = { at: row.time('time'), comment: `${dir} ${row.text('coin')}` }
  const stated = row.requiredAmount('closedPnl')
  const profit = isNet ? addAmounts(stated, fee) : stated
  if (/^open (?:long|short)$/i.test(dir) || (isZeroAmount(profit) && /^close/i.test(dir))) {
    if (isZeroAmount(fee)) return out.skip([row], 'no_value_moved')
    // A fee below zero was given to a maker.
    if (compare(fee.value, noAmount.value) < 0)
      return out.add([row], {
        ...event,
        type: 'incoming',
        subType: 'rebate',
        to: inUsdc(absoluteAmount(fee)),
      })
    return out.add([row], { ...event, type: 'outgoing', subType: 'margin_fee', from: inUsdc(fee) })
  }
  const isMinus = isNegative(profit.value)
  const leg = inUsdc(isMinus ? { ...profit, value: negate(profit.value) } : profit)
  const paid = isZeroAmount(fee) ? null : inUsdc(fee)
  if (/^close (?:long|short)$/i.test(dir)) {
    if (isMinus)
      return out.add([row], { ...event, type: 'outgoing', subType: 'margin_loss', from: leg, fee: paid })
    return out.add([row], { ...event, type: 'incoming', subType: 'margin_gain', to: leg, fee: paid })
  }
  out.note(row, 'unmapped_type', `Unknown type: ${dir}`, 'dir')
  if (isZeroAmount(profit)) {
    if (paid === null) return out.skip([row], 'no_value_moved')
    return out.add([row], { ...event, ...unmapped(dir, paid, true) })
  }
  return out.add([row], { ...event, ...unmapped(dir, leg, isMinus), fee: paid })
}
