import { compare, isNegative, negate } from '@lotbook/money'
import { absoluteAmount, addAmounts, type Amount, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import { type Collector, type DraftLeg, unmapped } from '../../reading/collector.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { separatedPair } from '../reader/pairs.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'

/** Pairs that are named by their number in the list of spot pairs; for others nobody says what was bought. */
const NUMBERED: Readonly<Record<string, string>> = {
  '@107': 'HYPE/USDC',
  '@142': 'UBTC/USDC',
  '@151': 'UETH/USDC',
}

const pairOf = (coin: string) => separatedPair(Object.hasOwn(NUMBERED, coin) ? (NUMBERED[coin] ?? '') : coin)

/**
 * What a fee was paid in. Where nothing says it, the fee of a purchase is in the coin bought: its closed profit is then the value of
 * the fee below zero, and no number of the file.
 */
function feeAsset(row: Row): string {
  const pair = pairOf(row.text('coin'))
  const isPurchase = /^buy$/i.test(row.text('dir')) && row.text('closedPnl') !== `-${row.text('fee')}`
  return row.text('feeToken') || (isPurchase ? pair?.base : pair?.quote) || 'USDC'
}

const declared = {
  sourceSlug: 'hyperliquid',
  exchange: 'Hyperliquid',
  timeZone: 'UTC',
  timeText: (text: string) => text.replace(' - ', ' '),
  time: 'time',
  side: { column: 'dir', buy: 'Buy', sell: 'Sell' },
  pair: { column: 'coin', split: pairOf },
  base: { amount: 'sz' },
  quote: { amount: 'ntl' },
  fee: { amount: 'fee', asset: feeAsset },
  asset: tickers(),
  records: [{ kind: 'hyperliquid-fill', id: () => '' }],
} as const

/** Hyperliquid, trade history as the browser shows it, in the zone and the order of dates of its reader. */
export const hyperliquidTrades = withPositions(
  tradeTable({
    ...declared,
    id: 'hyperliquid-trades',
    family: 'hyperliquid-trades',
    name: 'Hyperliquid trade history',
    headers: [{ cells: ['time', 'coin', 'dir', 'px', 'sz', 'ntl', 'fee', 'closedPnl'] }],
    unsureZone: 'noted',
  }),
)

/** Hyperliquid, all fills, from the service that its documentation names for what the browser no longer shows. */
export const hyperliquidFills = withPositions(
  tradeTable({
    ...declared,
    id: 'hyperliquid-fills',
    family: 'hyperliquid-fills',
    name: 'Hyperliquid fills',
    headers: [{ cells: ['time', 'coin', 'dir', 'px', 'sz', 'ntl', 'fee', 'feeToken', 'closedPnl', 'hash'] }],
  }),
)

const isSpot = (row: Row): boolean =>
  /^(?:buy|sell)$/i.test(row.text('dir')) && /^@|\//.test(row.text('coin'))

/** Trades of coins, and what perpetual positions cost and brought, in USDC. */
function withPositions(spot: FileFormat): FileFormat {
  return {
    ...spot,
    read(rows, sheet, out) {
      spot.read(rows.filter(isSpot), sheet, out)
      const positions = rows.filter((row) => !isSpot(row))
      const isNet = positions.some(isNetOpening)
      for (const row of positions) out.attempt([row], () => readPosition(row, isNet, out))
    },
  }
}

/** An opening brings nothing, so a profit of just its fee below zero shows that profits have their fees taken off. */
function isNetOpening(row: Row): boolean {
  if (!/^open\b/i.test(row.text('dir'))) return false
  const [profit, fee] = [row.text('closedPnl'), row.text('fee')]
  return !/^0*\.?0*$/.test(fee) && profit === `-${fee}`
}

/** Profits and fees are in one coin. */
const legOf = (row: Row, amount: Amount): DraftLeg => ({
  asset: row.text('feeToken').toUpperCase() || 'USDC',
  amount,
})

function readPosition(row: Row, isNet: boolean, out: Collector): void {
  const dir = row.requiredText('dir')
  const fee = row.amount('fee') ?? noAmount
  const event = { at: row.time('time'), comment: `${dir} ${row.text('coin')}` }
  // An opening can leave its profit empty.
  const stated = /^open/i.test(dir) ? (row.amount('closedPnl') ?? noAmount) : row.requiredAmount('closedPnl')
  const profit = isNet ? addAmounts(stated, fee) : stated
  if (/^open (?:long|short)$/i.test(dir) || (isZeroAmount(profit) && /^close/i.test(dir))) {
    if (isZeroAmount(fee)) return out.skip([row], 'no_value_moved')
    // A fee below zero was given to a maker.
    if (compare(fee.value, noAmount.value) < 0)
      return out.add([row], {
        ...event,
        type: 'incoming',
        subType: 'rebate',
        to: legOf(row, absoluteAmount(fee)),
      })
    return out.add([row], { ...event, type: 'outgoing', subType: 'margin_fee', from: legOf(row, fee) })
  }
  const isMinus = isNegative(profit.value)
  const leg = legOf(row, isMinus ? { ...profit, value: negate(profit.value) } : profit)
  const paid = isZeroAmount(fee) ? null : legOf(row, fee)
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
