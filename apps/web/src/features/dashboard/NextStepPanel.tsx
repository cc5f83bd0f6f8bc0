import { Check } from 'lucide-react'
import { Suspense } from 'react'
import { type OnboardingStep, paths, type Road, ROAD_NAMES } from '@lotbook/contract'
import { useSlots } from '../../client/slots.ts'
import { useStart } from '../../client/start.ts'
import { useStored } from '../../client/stored.ts'
import { useTaxCalculation } from '../../client/use-tax-calculation.ts'
import { filesInUs } from '../../client/user.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Values.tsx'
import { actionOf, pathOfStep } from '../road/road-words.ts'
import { useRoad } from '../road/use-road.ts'
import { nextWords } from './next-words.ts'

/** The one thing to do next, on the one dark panel of the screen. */
export function NextStepPanel({ year }: { readonly year: number }) {
  const { data: road, error } = useRoad(year)
  return (
    <section
      aria-label="Next step"
      aria-busy={(road === undefined && error === null) || undefined}
      className="relative isolate flex min-h-60 min-w-0 flex-col overflow-hidden rounded-card border border-panel-edge bg-panel p-4 text-on-panel md:px-6 md:py-5"
    >
      <svg
        viewBox="0 0 84 62"
        aria-hidden="true"
        className="absolute top-5 right-5 -z-10 h-[62px] w-[84px] fill-panel-mark"
      >
        <path d="M0 0h32v14H0zM0 24h52v14H0zM0 48h84v14H0z" />
      </svg>
      {road !== undefined && (
        <>
          <Next road={road} />
          <WayBack />
          <Stages road={road} />
        </>
      )}
    </section>
  )
}

function Next({ road }: { readonly road: Road }) {
  const { country_code } = useStart().setting
  const { AddSourceButton } = useSlots()
  const { start, isStarting } = useTaxCalculation()
  const { title, text } = nextWords(road)
  const where = { filesInUs: filesInUs(country_code) }
  const adds =
    (road.next === 'import' && road.import.running === 0 && road.import.asks === null) ||
    (road.next === 'calculate' && !road.calculation.can_start)
  return (
    <>
      <p className="text-table text-on-panel-2">{road.next === null ? 'Nothing left to do' : 'Next step'}</p>
      <h2 className="mt-0.5 text-h1 tracking-[-0.01em]">{title}</h2>
      <p className="mt-1.5 max-w-[44ch] text-on-panel-2 [&_strong]:font-medium [&_strong]:text-on-panel">
        {text}
        {road.next === 'review' && <Largest road={road} />}
      </p>
      <div className="mt-4">
        {adds ? (
          <Suspense>
            <AddSourceButton />
          </Suspense>
        ) : road.next === 'calculate' && road.calculation.state !== 'running' ? (
          <Button
            className={BUTTON}
            busy={isStarting}
            onClick={() => start({ recalculate: false, tax_year: road.tax_year })}
          >
            {actionOf('calculate', road)}
          </Button>
        ) : (
          <PanelLink
            to={road.next === null ? paths.oneYear(road.tax_year) : pathOfStep(road.next, road, where)}
          >
            {road.next === null ? 'View results' : actionOf(road.next, road)}
          </PanelLink>
        )}
      </div>
    </>
  )
}

/** The four steps, those that are done with a check. */
function Stages({ road }: { readonly road: Road }) {
  return (
    <ol aria-label="Stages" className="mt-auto grid grid-cols-4 gap-2 pt-6 text-caption">
      {road.steps.map(({ step, is_done }) => (
        <li
          key={step}
          aria-current={step === road.next ? 'step' : undefined}
          className={cx('grid gap-2', step === road.next ? 'font-semibold text-on-panel' : 'text-on-panel-2')}
        >
          <span
            className={cx(
              'h-[3px] rounded-full',
              is_done || step === road.next ? 'bg-on-panel-2' : 'bg-panel-rule',
            )}
            aria-hidden="true"
          />
          <span className="flex items-center gap-1">
            {is_done && <Check aria-hidden="true" className="size-3.5 shrink-0" />}
            {ROAD_NAMES[step]}
            {is_done && <span className="sr-only">, done</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

// To the step of the walk that this browser was at, until its last.
function WayBack() {
  const kept = useStored('onboarding') ?? ''
  if (!/^[234]$/.test(kept)) return null
  const step = Number(kept) as OnboardingStep
  return (
    <Link
      to={paths.onboarding(step)}
      className="mt-3 inline-flex min-h-6 items-center self-start rounded-[2px] text-table text-on-panel underline underline-offset-2 pointer-coarse:min-h-11"
    >
      Continue step by step
    </Link>
  )
}

/** The kind of open item with the largest effect, and what it could change. */
function Largest({ road: { review, currency } }: { readonly road: Road }) {
  if (review.largest === null) return 'Each could change your tax figures.'
  return (
    <>
      {review.largest.message} It could change your figures by up to{' '}
      <strong>
        <Money amount={review.largest.effect} currency={currency} />
      </strong>
      .
    </>
  )
}

function PanelLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <ButtonLink to={to} className={BUTTON}>
      {children}
    </ButtonLink>
  )
}

const BUTTON = 'border-transparent! bg-panel-button! text-on-panel-button!'
