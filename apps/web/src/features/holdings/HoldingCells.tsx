import { type Holding, paths } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { Check, TriangleAlert } from 'lucide-react'
import { readAmount } from '../../ui/format/amount.ts'
import { position } from '../../ui/charts/chart-scale.ts'
import { LoneLink } from '../../ui/Link.tsx'
import { Gain, Money, Quantity } from '../../ui/Values.tsx'
import { daysWords, gainPercent, priceAge, priceOrigin, unitMoney } from './holding-words.ts'
import { Cost, NoPrice, UNKNOWN } from './Unknown.tsx'

/** The price of a unit, with the day it is of where it is not today's. */
export function UnitPrice({
  holding: { price },
  currency,
  now,
}: {
  readonly holding: Holding
  readonly currency: string
  readonly now: string
}) {
  if (price === null) return <NoPrice />
  const age = priceAge(price, now)
  return (
    <span title={priceOrigin(price)} className="whitespace-nowrap">
      at {unitMoney(price.price, currency)}
      {age !== undefined && <span className="block">on {age}</span>}
    </span>
  )
}

/** What it cost. Of what has no price a basis of zero is no word about its cost. */
export function BasisOf({ holding, currency }: { readonly holding: Holding; readonly currency: string }) {
  const { basis, price, assumed_quantity: assumed } = holding
  if (basis === null || (price === null && isZero(readAmount(basis)))) return UNKNOWN
  const isCounted = price !== null
  return (
    <span
      className={isCounted ? undefined : 'text-ink-3'}
      title={isCounted ? undefined : 'Not in the total, because no price is known'}
    >
      <Cost amount={basis} currency={currency} />
      {/* A cost that is zero says so itself. */}
      {assumed !== null && !isZero(readAmount(assumed)) && !isZero(readAmount(basis)) && (
        <span className="block text-caption text-warn">
          <Money amount="0" currency={currency} /> assumed for <Quantity amount={assumed} />
        </span>
      )}
    </span>
  )
}

export function GainOf({
  holding: { gain, basis, price },
  currency,
  withPercent = false,
}: {
  readonly holding: Holding
  readonly currency: string
  readonly withPercent?: boolean
}) {
  if (gain === null) return price === null ? <span className="text-ink-2">n/a</span> : UNKNOWN
  const percent = basis === null ? undefined : gainPercent(gain.total, basis)
  return (
    <>
      <Gain amount={gain.total} currency={currency} />
      {withPercent && percent !== undefined && (
        <span className="block text-caption text-ink-3">{percent}</span>
      )}
    </>
  )
}

/** How much is long-term, and when the next units turn. */
export function UntilLongTerm({ holding }: { readonly holding: Holding }) {
  const { long_quantity: long, quantity, next_long_term: next } = holding
  if (long === null) return UNKNOWN
  const part = position(readAmount(long), readAmount(quantity))
  return (
    <span className="block min-w-[104px] max-md:grid max-md:grid-cols-[48px_auto] max-md:items-center max-md:justify-start max-md:gap-2.5 min-[1200px]:min-w-[130px]">
      <span aria-hidden="true" className="flex h-2 gap-0.5 max-md:h-1.5 md:mb-1.5">
        {part > 0 && (
          <span className="min-w-0.5 rounded-[2px] bg-accent" style={{ flex: `${part.toString()} 0 0` }} />
        )}
        {part < 1 && (
          <span
            className="min-w-0.5 rounded-[2px] border border-accent"
            style={{ flex: `${(1 - part).toString()} 0 0`, backgroundImage: 'var(--hatch-accent)' }}
          />
        )}
      </span>
      <span className="block text-caption text-ink-2">
        {next === null ? (
          part >= 1 ? (
            'All long-term'
          ) : (
            'Unknown date'
          )
        ) : (
          <>
            Next <Quantity amount={next.quantity} /> in{' '}
            <span className="font-medium whitespace-nowrap text-ink">{daysWords(next.days)}</span>
          </>
        )}
      </span>
    </span>
  )
}

/** Whether what the accounts report of it is what their transactions come to. */
export function BalanceChecked({ holding: { balance_check: check } }: { readonly holding: Holding }) {
  if (check === null) return <span className="text-ink-3">Not reported</span>
  if (check.state === 'matches')
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
        <Check aria-hidden="true" className="size-4 text-gain" />
        Matches
      </span>
    )
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-warn">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <span>
        <Quantity amount={check.by} /> {check.state === 'differs' ? 'apart' : check.state}
        <span className="sr-only"> the reported balance</span>
      </span>
    </span>
  )
}

/** The check where there is no column for it: only of what differs. */
export function BalanceApart({ holding }: { readonly holding: Holding }) {
  const { balance_check: check } = holding
  if (check === null || check.state === 'matches') return null
  return (
    <span className="block text-caption">
      <BalanceChecked holding={holding} />
    </span>
  )
}

/** To where prices are entered, with the asset chosen. */
export function SetPrice({ asset, symbol }: { readonly asset: string; readonly symbol: string }) {
  return (
    <LoneLink to={`${paths.settingsPrices}?asset=${encodeURIComponent(asset)}`}>
      Set a price<span className="sr-only"> for {symbol}</span>
    </LoneLink>
  )
}
