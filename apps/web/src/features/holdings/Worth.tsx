import type { HoldingsAnswer } from '@lotbook/contract'
import type { ReactNode } from 'react'
import { AllocationBar } from '../../ui/charts/AllocationBar.tsx'
import { cx } from '../../ui/cx.ts'
import { Direction, Figure } from '../../ui/Figure.tsx'
import { directionOf, Gain, Money } from '../../ui/Values.tsx'
import { allocationColumns, gainPercent, oldestPriceWords } from './holding-words.ts'
import { UNKNOWN } from './Unknown.tsx'

/** What all of it is worth, cost and would bring, with the assets it is in. */
export function Worth({ answer }: { readonly answer: HoldingsAnswer }) {
  const { totals, currency, allocation, as_of: asOf } = answer
  const { gain, basis } = totals
  // Totals of one account alone, or without a calculation, have no explanation.
  const opens = (name: string) =>
    answer.calculation === null || answer.data.group_id !== null ? undefined : `holdings:${name}`
  return (
    <section aria-label="Worth" className="min-w-0 rounded-card border border-edge bg-surface shadow-card">
      <div className="px-4 pt-4 pb-4 md:px-6 md:pt-5 md:pb-6">
        <div className="grid grid-cols-2 gap-y-4 max-[359px]:grid-cols-1 lg:grid-cols-[minmax(16rem,1.5fr)_1fr_1.1fr_1.5fr]">
          <Part label="Total value" isHero>
            <Figure label="Total value" handle={opens('value')}>
              <Money amount={totals.value} currency={currency} large />
            </Figure>
            <LeftOut unpriced={totals.unpriced} />
            {totals.oldest_price !== null && (
              <Detail>{oldestPriceWords(totals.oldest_price, answer.at)}</Detail>
            )}
          </Part>
          <Part label="Cost basis" className="lg:border-l lg:border-rule lg:pl-6">
            {basis === null ? (
              UNKNOWN
            ) : (
              <Figure label="Cost basis" handle={opens('basis')}>
                <Money amount={basis} currency={currency} large />
              </Figure>
            )}
            {totals.lots !== null && (
              <Detail>
                {totals.lots.toLocaleString()} open {totals.lots === 1 ? 'lot' : 'lots'}
              </Detail>
            )}
            {totals.assumed > 0 && (
              <Detail>
                <span className="text-warn">
                  <Money amount="0" currency={currency} /> assumed for part of{' '}
                  {totals.assumed === 1 ? 'one asset' : `${totals.assumed.toLocaleString()} assets`}
                </span>
              </Detail>
            )}
          </Part>
          <Part
            label="Unrealized gain"
            className="min-[360px]:border-l min-[360px]:border-rule min-[360px]:pl-4 lg:pl-6!"
          >
            {gain === null || basis === null ? (
              UNKNOWN
            ) : (
              <>
                <Figure label="Unrealized gain" handle={opens('gain')}>
                  <span className={cx(directionOf(gain.total) === 'loss' && 'text-loss')}>
                    <Money amount={gain.total} currency={currency} large signed />
                  </span>
                </Figure>
                <OnCost gain={gain.total} basis={basis} />
              </>
            )}
          </Part>
          {gain !== null && (
            <div className="min-w-0 border-t min-[360px]:col-span-2 border-rule pt-4 lg:col-span-1! lg:border-t-0 lg:border-l lg:pt-0 lg:pl-6">
              <p className="text-table text-ink-2">
                {asOf === null ? 'If you sold everything today' : 'If you had sold everything that day'}
              </p>
              <dl className="mt-1.5 grid gap-1 text-table">
                <ByTerm label="Long-term" amount={gain.long} currency={currency} />
                <ByTerm label="Short-term" amount={gain.short} currency={currency} isHatched />
              </dl>
            </div>
          )}
        </div>
        {allocation.length > 0 && (
          <div className="mt-6 md:mt-7">
            <AllocationBar
              title="Allocation and holding period"
              currency={currency}
              columns={allocationColumns(allocation)}
              asOf={asOf}
            />
          </div>
        )}
      </div>
    </section>
  )
}

function Part({
  label,
  isHero = false,
  className,
  children,
}: {
  readonly label: string
  readonly isHero?: boolean
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <div className={cx('min-w-0 pr-3', isHero && 'min-[360px]:col-span-2 lg:col-span-1!', className)}>
      <p className="text-table text-ink-2">{label}</p>
      {/* A figure that is cut reads as another one: where a line is too short for it, it goes on in the next. */}
      <div
        className={cx(
          'font-semibold wrap-anywhere [&_span]:whitespace-normal',
          isHero
            ? 'text-display tracking-[-0.022em] min-[1200px]:text-[2.75rem] min-[1200px]:leading-[3.25rem]'
            : 'text-figure tracking-[-0.012em] min-[1200px]:text-h1',
        )}
      >
        {children}
      </div>
    </div>
  )
}

function Detail({ children }: { readonly children: ReactNode }) {
  return <p className="text-table font-normal tracking-normal text-ink-3">{children}</p>
}

function LeftOut({ unpriced }: { readonly unpriced: number }) {
  if (unpriced === 0) return null
  return (
    <Detail>
      {unpriced.toLocaleString()} {unpriced === 1 ? 'asset has' : 'assets have'}{' '}
      <span className="border-b border-dashed border-line-strong text-ink-2">no price</span> and{' '}
      {unpriced === 1 ? 'is' : 'are'} not counted
    </Detail>
  )
}

function OnCost({ gain, basis }: { readonly gain: string; readonly basis: string }) {
  const percent = gainPercent(gain, basis)
  if (percent === undefined) return null
  const way = directionOf(gain)
  return (
    <Detail>
      <span className={cx(way === 'loss' && 'text-loss', way === 'gain' && 'text-gain', 'font-medium')}>
        <Direction of={way} />
        {percent}
      </span>{' '}
      of cost
    </Detail>
  )
}

function ByTerm({
  label,
  amount,
  currency,
  isHatched = false,
}: {
  readonly label: string
  readonly amount: string
  readonly currency: string
  readonly isHatched?: boolean
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="inline-flex items-center gap-[7px] text-ink-2">
        <span
          aria-hidden="true"
          className={cx('size-2.5 rounded-[2px]', isHatched ? 'border border-gain-fill' : 'bg-gain-fill')}
          style={isHatched ? { backgroundImage: 'var(--hatch-gain)' } : undefined}
        />
        {label}
      </dt>
      <dd className="text-right">
        <Gain amount={amount} currency={currency} />
      </dd>
    </div>
  )
}
