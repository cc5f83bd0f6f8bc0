import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LabsPeriod, ListedAsset, PricedAsset } from '@lotbook/contract'
import { formatDecimal, minus } from '@lotbook/money'
import { IconButton } from '../../ui/Button.tsx'
import { Coin } from '../../ui/Coin.tsx'
import { cx } from '../../ui/cx.ts'
import { Direction } from '../../ui/Figure.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { formatPercentOf } from '../../ui/format/format-percent.ts'
import { Link } from '../../ui/Link.tsx'
import { DateTime, Day, directionOf, Money } from '../../ui/Values.tsx'
import { pricePath } from './price-path.ts'
import { PriceArea, Spark } from './PriceLine.tsx'
import type { Tracking } from './use-tracking.ts'

export const pricePagePath = ({ asset_id }: Pick<PricedAsset, 'asset_id'>, period: LabsPeriod) =>
  `/labs/price/${encodeURIComponent(asset_id)}?period=${period}`

/** The change of a price over the period in percent; where it is not known it says so. */
export function Change({ asset }: { readonly asset: Pick<PricedAsset, 'price' | 'price_before'> }) {
  const { price, price_before } = asset
  if (price === null) return <span className="text-ink-3">No price</span>
  if (price_before === null) {
    return (
      <span className="text-ink-3" title="No price is known for the start of this period">
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

export interface ListedRowProps {
  readonly asset: ListedAsset
  readonly currency: string
  readonly period: LabsPeriod
  readonly tracking: Tracking
  /** Under the name, instead of the ticker. */
  readonly note?: ReactNode
}

/** The first of a list: its line large, with the lowest and highest price of the period. */
export function FirstRow({ asset, currency, period, tracking, note }: ListedRowProps) {
  const path = pricePath(asset.line, { width: 1000, height: 84, edge: 4 })
  return (
    <li className="border-b border-rule pt-3 pb-4 last:border-0">
      <div className="flex items-center gap-3">
        <Coin name={asset.ticker} asset={asset.asset_id} />
        <Name asset={asset} period={period} note={note} isFirst />
        <Price asset={asset} currency={currency} isFirst />
        <Track asset={asset} tracking={tracking} />
      </div>
      {path === undefined ? (
        <p className="mt-3 text-table text-ink-3">
          Fewer than two prices are known for this period, so there is no line.
        </p>
      ) : (
        <>
          <PriceArea points={asset.line} height={84} className="mt-3.5 block" />
          <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-caption text-ink-3">
            <DateTime instant={path.from} />
            <DateTime instant={path.to} zone />
          </p>
          <p className="text-caption text-ink-3">
            low <Money amount={path.low} currency={currency} />, high{' '}
            <Money amount={path.high} currency={currency} />
          </p>
        </>
      )}
    </li>
  )
}

/** A further row of a list. */
export function ListedRow({ at, ...row }: ListedRowProps & { readonly at: number }) {
  const { asset, currency, period, tracking, note } = row
  return (
    <li className="flex min-h-13 items-center gap-2.5 border-b border-rule py-1 last:border-0">
      <span aria-hidden="true" className="w-4 shrink-0 text-right text-caption text-ink-3">
        {at}
      </span>
      <Coin name={asset.ticker} asset={asset.asset_id} small />
      <Name asset={asset} period={period} note={note} />
      {asset.line.length > 1 && (
        <span className="shrink-0 max-[359px]:hidden lg:max-xl:hidden">
          <Spark points={asset.line} />
        </span>
      )}
      <Price asset={asset} currency={currency} />
      <Track asset={asset} tracking={tracking} />
    </li>
  )
}

function Name({
  asset,
  period,
  note,
  isFirst = false,
}: Pick<ListedRowProps, 'asset' | 'period' | 'note'> & { readonly isFirst?: boolean }) {
  return (
    <Link to={pricePagePath(asset, period)} className="min-w-0 grow rounded-control hover:underline">
      <span className={cx('block break-words', isFirst ? 'text-lead font-semibold' : 'font-medium')}>
        {asset.name}
      </span>
      <span className="block text-caption text-ink-3 wrap-anywhere">
        {asset.name === asset.ticker ? (
          note
        ) : note === undefined ? (
          asset.ticker
        ) : (
          <>
            {asset.ticker} · {note}
          </>
        )}
      </span>
    </Link>
  )
}

function Price({
  asset,
  currency,
  isFirst = false,
}: Pick<ListedRowProps, 'asset' | 'currency'> & { readonly isFirst?: boolean }) {
  return (
    <span className="shrink-0 text-right">
      <span className={cx('block', isFirst ? 'text-lead font-semibold' : 'text-table')}>
        <Money amount={asset.price} currency={currency} />
      </span>
      {asset.price !== null && (
        <span className="block text-caption text-ink-2">
          {asset.price_before === null && asset.price_at !== null ? (
            <Day day={asset.price_at.slice(0, 10)} />
          ) : (
            <Change asset={asset} />
          )}
        </span>
      )}
    </span>
  )
}

function Track({ asset, tracking }: Pick<ListedRowProps, 'asset' | 'tracking'>) {
  const id = tracking.idOf(asset.asset_id)
  return (
    <IconButton
      label={id === undefined ? `Track ${asset.ticker}` : `Stop tracking ${asset.ticker}`}
      onClick={() => (id === undefined ? tracking.track(asset) : tracking.untrack({ ...asset, id }))}
    >
      <Star
        aria-hidden="true"
        className={cx('size-4', id === undefined ? 'text-ink-3' : 'fill-accent text-accent')}
      />
    </IconButton>
  )
}
