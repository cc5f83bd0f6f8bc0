import type { PlanOffer } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import { shortDollars } from './money-of-cents.ts'
import { endOf, pinsOf, placeOn } from './plan-pins.ts'
import { limitWords } from './plan-words.ts'

/** Years that are marked beside the one shown: the newest. */
const MOST_YEARS = 4
/** The words of a year take this share of the scale. */
const ROOM = 0.2
const AXIS_PX = 26
const PLAN_PX = 84
const WORDS_PX = 44
const STEM_PX = 20

const percent = (share: number) => `${100 * share}%`

export interface PlanScaleProps {
  /** For a visitor nothing is counted, and no year stands on the scale. */
  readonly offer: Pick<PlanOffer, 'plans' | 'years' | 'is_counted'> & {
    readonly year?: Pick<PlanOffer['year'], 'tax_year' | 'needed_plan_id'>
  }
}

/** The plans on a scale whose steps are ten times the last, and where each year stands on it. */
export function PlanScale({ offer: { plans, years, year, is_counted } }: PlanScaleProps) {
  const end = endOf(years)
  const place = placeOn(end)
  const shown = years.filter(({ tax_year }, i) => i < MOST_YEARS || tax_year === year?.tax_year)
  const pins = pinsOf(shown, end, ROOM)
  const ticks = Array.from({ length: Math.round(Math.log10(end)) + 1 }, (_, power) => 10 ** power)
  return (
    <section className="min-w-0 px-card py-6">
      <h2 className="font-semibold">{year === undefined ? 'What each plan covers' : 'Your years'}</h2>
      <p className="text-table text-ink-2">
        Transactions that count. Each step of the scale is ten times the last.
      </p>
      <div
        className="relative mt-3"
        style={{ height: AXIS_PX + PLAN_PX + (year === undefined ? 0 : STEM_PX + WORDS_PX) }}
      >
        <ul>
          {plans.map((plan, i) => {
            const from = place(plans[i - 1]?.limit ?? 1)
            const to = plan.limit === null ? 1 : place(plan.limit)
            return (
              <li
                key={plan.id}
                className={cx(
                  'absolute overflow-hidden rounded-[4px] px-1.5 py-2 text-caption whitespace-nowrap sm:px-2.5',
                  is_counted && plan.id === year?.needed_plan_id
                    ? 'bg-accent text-on-accent'
                    : 'bg-sunken text-ink-2',
                )}
                style={{
                  bottom: AXIS_PX,
                  height: PLAN_PX,
                  left: percent(from),
                  width: `calc(${percent(to - from)} - 2px)`,
                }}
              >
                <span className="block font-medium">{plan.name}</span>
                <span className="block max-[22.5rem]:invisible">
                  {limitWords(plan).replace('up ', '').replace(' transactions', '')}
                </span>
                <span className="mt-2 block text-body font-semibold">{shortDollars(plan.price_cents)}</span>
              </li>
            )
          })}
        </ul>
        <svg
          aria-hidden="true"
          className="absolute w-full overflow-visible"
          style={{ bottom: AXIS_PX + PLAN_PX, height: STEM_PX }}
        >
          {pins.map(({ year: one, at, wordsAt }) => (
            <line
              key={one}
              x1={percent(wordsAt)}
              x2={percent(at)}
              y1="0"
              y2="100%"
              className={one === year?.tax_year ? 'stroke-accent' : 'stroke-line-strong'}
            />
          ))}
        </svg>
        <ul>
          {pins.map(({ year: one, count, wordsAt }) => {
            const isShown = one === year?.tax_year
            return (
              <li
                key={one}
                className="absolute grid -translate-x-1/2 justify-items-center text-caption"
                style={{ bottom: AXIS_PX + PLAN_PX + STEM_PX, left: percent(wordsAt) }}
              >
                <span className={isShown ? 'font-semibold text-accent' : 'text-ink-2'}>{one}</span>
                <span className={isShown ? 'text-lead font-semibold' : 'text-body text-ink-2'}>
                  {count.toLocaleString()}
                </span>
              </li>
            )
          })}
        </ul>
        <ol aria-hidden="true" className="text-caption text-ink-3">
          {ticks.map((tick) => (
            <li
              key={tick}
              className="absolute bottom-0 -translate-x-1/2 first:translate-x-0 last:-translate-x-full"
              style={{ left: percent(place(tick)) }}
            >
              {tick.toLocaleString('en-US', { notation: 'compact' })}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
