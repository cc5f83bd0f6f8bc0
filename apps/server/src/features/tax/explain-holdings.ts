import type { Explanation } from '@lotbook/contract'
import { formatDisplayDay, shortAccount } from '@lotbook/journal'
import { formatDecimal, plus, type Decimal } from '@lotbook/money'
import { refuse } from '../../platform/refusal.ts'
import { heldAssets, type HeldAsset } from '../holdings/held-assets.ts'
import { totalsOf } from '../holdings/holdings-totals.ts'
import { listLots } from '../holdings/list-lots.ts'
import { EXPLAIN_ROWS, explanation, handleOf, money, type ExplainContext } from './explain-context.ts'

type Total = 'value' | 'basis' | 'gain'

const TITLES: Readonly<Record<Total, string>> = {
  value: 'Value of what you hold',
  basis: 'Cost basis of what you hold',
  gain: 'Unrealized gain',
}

/** A total of the holdings: its assets, each of which opens its lots. What has no price is in none of them, and is counted. */
export async function explainHoldings(
  context: ExplainContext,
  name: string,
  now: Date,
): Promise<Explanation> {
  if (name !== 'value' && name !== 'basis' && name !== 'gain') return refuse('not_found')
  const held = await heldAssets(context.tx, context.userId, now)
  if (held.calculation === null) return refuse('not_found')
  const totals = totalsOf(held)
  const value = name === 'value' ? totals.value : name === 'basis' ? totals.basis : totals.gain?.total
  const assets = held.assets.filter(({ price }) => price !== null)
  const from = context.cursor !== undefined && /^\d{1,6}$/.test(context.cursor) ? Number(context.cursor) : 0
  const until = from + EXPLAIN_ROWS
  const amount = value ?? '0'
  const left =
    totals.unpriced === 0
      ? ''
      : ` ${totals.unpriced === 1 ? '1 more asset has no price and is' : `${totals.unpriced.toLocaleString('en-US')} more assets have no price and are`} not counted.`
  return explanation(context, {
    title: TITLES[name],
    value: amount,
    sentence: `${TITLES[name]} is ${money(context, amount)}, the sum of ${assets.length === 1 ? '1 asset' : `${assets.length.toLocaleString('en-US')} assets`} at the newest known prices.${left}`,
    formula:
      name === 'gain'
        ? [
            { sign: '+', label: TITLES.value, value: totals.value, handle: 'holdings:value' },
            { sign: '-', label: TITLES.basis, value: totals.basis ?? '0', handle: 'holdings:basis' },
          ]
        : [{ sign: '+', label: 'Sum of the assets', value: amount, handle: null }],
    rows: assets.slice(from, until).map((asset) => ({
      handle: `holding:${asset.asset}`,
      title: asset.symbol,
      detail: asset.name === asset.symbol ? null : asset.name,
      day: null,
      quantity: formatDecimal(asset.quantity),
      asset: asset.symbol,
      asset_id: asset.asset,
      value: textOf(amountIn(asset, name)),
    })),
    row_count: assets.length,
    next: until < assets.length ? until.toString() : null,
  })
}

/** What is held of an asset: its value less its cost, and the lots that make it up. */
export async function explainHolding(
  context: ExplainContext,
  asset: string,
  now: Date,
): Promise<Explanation> {
  const { tx, userId } = context
  const held = await heldAssets(tx, userId, now)
  const one = held.assets.find((row) => row.asset === asset)
  if (one === undefined || held.calculation === null) return refuse('not_found')
  const offset = context.cursor !== undefined && /^\d{1,6}$/.test(context.cursor) ? Number(context.cursor) : 0
  const lots = await listLots(tx, userId, { asset, offset, limit: EXPLAIN_ROWS }, now)
  const value = textOf(one.value)
  const basis = textOf(one.basis) ?? '0'
  const quantity = formatDecimal(one.quantity)
  const gain = textOf(amountIn(one, 'gain'))
  const lotsWord = `${lots.total.toLocaleString('en-US')} ${lots.total === 1 ? 'lot' : 'lots'}`
  return explanation(context, {
    title: `${quantity} ${one.symbol}`,
    value: gain ?? '0',
    is_unpriced: gain === null,
    sentence:
      one.price === null || value === null
        ? `You hold ${quantity} ${one.symbol} in ${lotsWord}, which cost ${money(context, basis)}. Nothing tells its price, so its value and gain are not known.`
        : `You hold ${quantity} ${one.symbol} in ${lotsWord}, which cost ${money(context, basis)} and are worth ${money(context, value)} at ${money(context, one.price.price)} each, the price of ${formatDisplayDay(one.price.at.toISOString().slice(0, 10))}. The unrealized gain is the difference.`,
    formula:
      value === null
        ? []
        : [
            { sign: '+', label: `Value of ${quantity} ${one.symbol}`, value, handle: null },
            { sign: '-', label: `Cost basis of ${lotsWord}`, value: basis, handle: null },
          ],
    rows: lots.rows.map((lot) => ({
      handle: lot.transaction_id === null ? null : handleOf(context, 'lot', lot.transaction_id),
      title: 'Lot',
      detail: shortAccount(lot.account_name),
      day: lot.acquired,
      quantity: lot.quantity,
      asset: one.symbol,
      asset_id: asset,
      value: lot.gain,
    })),
    row_count: lots.total,
    next: offset + EXPLAIN_ROWS < lots.total ? (offset + EXPLAIN_ROWS).toString() : null,
  })
}

function amountIn({ value, basis, gain }: HeldAsset, name: Total): Decimal | null {
  if (name === 'value') return value
  if (name === 'basis') return basis
  return gain === null ? null : plus(gain.long, gain.short)
}

const textOf = (amount: Decimal | null) => (amount === null ? null : formatDecimal(amount))
