import { Plus, X } from 'lucide-react'
import { LABS_MAX_ITEMS, type LabsPeriod } from '@lotbook/contract'
import { IconButton } from '../../ui/Button.tsx'
import { Coin } from '../../ui/Coin.tsx'
import { Link } from '../../ui/Link.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Money } from '../../ui/Values.tsx'
import { PriceArea } from './PriceLine.tsx'
import { Change, pricePagePath } from './PricedRow.tsx'
import type { Tracking } from './use-tracking.ts'

/** The tracked assets side by side, each with its line, and the places that are free. */
export function Tracked({
  tracking: { items, tracked, untrack },
  period,
  onAdd,
}: {
  readonly tracking: Tracking
  readonly period: LabsPeriod
  /** Where an asset to track is found: a control of this screen, or another screen. */
  readonly onAdd: string | (() => void)
}) {
  return (
    <section aria-label="Tracked assets">
      <div className="mb-3 flex items-baseline gap-3">
        <h2 className="text-lead font-semibold">Tracked</h2>
        <p className="text-table text-ink-3">
          {tracked.length} of {LABS_MAX_ITEMS}
        </p>
      </div>
      {items.data === undefined ? (
        <Skeleton className="h-37 w-full" />
      ) : (
        <div className="grid gap-3 max-md:-mx-4 max-md:auto-cols-[156px] max-md:grid-flow-col max-md:overflow-x-auto max-md:px-4 max-md:pb-1 md:grid-cols-3 md:gap-4 xl:grid-cols-6">
          <ul aria-label="Tracked" className="contents">
            {tracked.map((asset) => (
              <li
                key={asset.id}
                className="relative grid h-37 content-start gap-2 overflow-hidden rounded-card border border-edge bg-surface px-4 pt-3.5 shadow-card"
              >
                <Link
                  to={pricePagePath(asset, period)}
                  className="flex min-h-7 items-center gap-2 pr-8 font-medium before:absolute before:inset-0 before:content-['']"
                >
                  <Coin name={asset.ticker} asset={asset.asset_id} small />
                  <span className="min-w-0 truncate" title={asset.name}>
                    {asset.ticker}
                  </span>
                </Link>
                <p>
                  <span
                    className={asset.price === null ? 'block text-table' : 'block text-lead font-semibold'}
                  >
                    <Money amount={asset.price} currency={items.data.currency} />
                  </span>
                  {asset.price !== null && (
                    <span className="block text-table">
                      <Change asset={asset} />
                    </span>
                  )}
                </p>
                <PriceArea
                  points={asset.line}
                  height={44}
                  className="pointer-events-none absolute inset-x-0 bottom-0"
                />
                <span className="absolute top-2.5 right-2">
                  <IconButton label={`Stop tracking ${asset.ticker}`} onClick={() => untrack(asset)}>
                    <X aria-hidden="true" className="size-4" />
                  </IconButton>
                </span>
              </li>
            ))}
          </ul>
          {tracked.length < LABS_MAX_ITEMS && <FreePlace onAdd={onAdd} />}
        </div>
      )}
    </section>
  )
}

const FREE =
  'grid h-37 w-full place-content-center justify-items-center gap-1.5 rounded-card border border-dashed border-line-strong text-table text-ink-2 hover:bg-surface hover:text-ink'

function FreePlace({ onAdd }: { readonly onAdd: string | (() => void) }) {
  const content = (
    <>
      <Plus aria-hidden="true" className="size-5" />
      Track an asset
    </>
  )
  return typeof onAdd === 'string' ? (
    <Link to={onAdd} className={FREE}>
      {content}
    </Link>
  ) : (
    <button type="button" onClick={onAdd} className={FREE}>
      {content}
    </button>
  )
}
