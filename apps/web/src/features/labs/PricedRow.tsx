import type { ReactNode } from 'react'
import type { PricedAsset } from '@lotbook/contract'
import { formatDecimal, minus } from '@lotbook/money'
import { Coin } from '../../ui/Coin.tsx'
import { Direction } from '../../ui/Figure.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { formatPercentOf } from '../../ui/format/format-percent.ts'
import { Link } from '../../ui/Link.tsx'
import { DateTime, directionOf, Money } from '../../ui/Values.tsx'

/** The change of a price over the period in percent; where it is not known it says so. */
export function Change({ asset }: { readonly asset: PricedAsset }) {
  const { price, price_before } = asset
  if (price === null) return <span className="text-ink-3">No price</span>
  if (price_before === null) {
    return (
      <span className="text-ink-3" title="No price is known from the beginning of this period">
        n/a
      </span>
    )
  }
  const change = formatDecimal(minus(readAmount(price), readAmount(price_before)))
  const way = directionOf(change)
  return (
    <span className={way === 'loss' ? 'whitespace-nowrap text-loss' : 'whitespace-nowrap'}>
      <Direction of={way} />
      {way === 'gain' && '+'}
      {formatPercentOf(change, price_before) ?? 'n/a'}
    </span>
  )
}

/** An asset with its newest price, how it changed, and when it was known; leads to its line. */
export function PricedRow({
  asset,
  currency,
  period,
  note,
}: {
  readonly asset: PricedAsset
  readonly currency: string
  readonly period: string
  readonly note?: ReactNode
}) {
  return (
    <Link
      to={`/labs/price/${encodeURIComponent(asset.asset_id)}?period=${period}`}
      className="flex min-h-14 items-center gap-3 rounded-control px-2 py-2 hover:bg-quiet"
    >
      <Coin name={asset.ticker} asset={asset.asset_id} />
      <span className="min-w-0 grow">
        <span className="block font-medium wrap-anywhere">{asset.ticker}</span>
        <span className="block text-caption text-ink-3 wrap-anywhere">{note ?? asset.name}</span>
      </span>
      <span className="text-right">
        <span className="block font-medium">
          <Money amount={asset.price} currency={currency} />
        </span>
        <span className="block text-table text-ink-2">
          {asset.price !== null && <Change asset={asset} />}
        </span>
        {asset.price_at !== null && asset.price_before === null && (
          <span className="block text-caption text-ink-3">
            <DateTime instant={asset.price_at} />
          </span>
        )}
      </span>
    </Link>
  )
}
