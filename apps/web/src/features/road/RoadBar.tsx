import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { ROAD_NAMES, ROAD_STEPS, type Road, type RoadStep } from '@lotbook/contract'
import type { RoadProps } from '../../client/slots.ts'
import { useStart } from '../../client/start.ts'
import { filesInUs } from '../../client/user.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/Link.tsx'
import { useIsMobile } from '../../ui/use-media.ts'
import { actionOf, factsOfStep, pathOfStep, type RoadPlace } from './road-words.ts'
import { useRoad } from './use-road.ts'

/** The four steps from the first file to the filed year, as every screen shows them. Its place is kept until it is known. */
export function RoadBar({ year, at, isWalk, hasButton = false }: RoadProps) {
  const { data: road, error } = useRoad(year)
  const { country_code } = useStart().setting
  const isMobile = useIsMobile()
  const where = { filesInUs: filesInUs(country_code), isWalk }
  const shown = { road, at, where, hasButton }
  return (
    <nav
      aria-label="Steps"
      aria-busy={(road === undefined && error === null) || undefined}
      className="rounded-card border border-edge bg-surface shadow-card"
    >
      {isMobile ? <Dots {...shown} /> : <Bar {...shown} />}
    </nav>
  )
}

interface ShownProps {
  readonly road: Road | undefined
  readonly at: RoadStep | undefined
  readonly where: RoadPlace
  readonly hasButton: boolean
}

const isDone = (road: Road | undefined, step: RoadStep) =>
  road?.steps.find((one) => one.step === step)?.is_done === true

function Bar({ road, at, where, hasButton }: ShownProps) {
  return (
    <ol className="grid grid-cols-4 gap-1 p-1">
      {ROAD_STEPS.map((step, n) => {
        const isNext = road?.next === step
        const isHere = at === step
        // The screen of the next step has its own button.
        const isSolid = isNext && !isHere && !hasButton
        const facts = road === undefined ? '' : factsOfStep(step, road)
        return (
          <li key={step} className="min-w-0">
            <StepLink
              to={road && pathOfStep(step, road, where)}
              isHere={isHere}
              className={cx(
                'flex h-13 items-center gap-2.5 rounded-control px-2 lg:px-4',
                isSolid
                  ? 'bg-accent text-on-accent hover:bg-accent-hover'
                  : isHere
                    ? 'bg-accent-soft text-ink'
                    : 'text-ink-2 hover:bg-sunken hover:text-ink',
              )}
            >
              <Mark isDone={isDone(road, step)} isNext={isNext} isSolid={isSolid} number={n + 1} />
              <span className="min-w-0">
                <span className={cx('block truncate', (isNext || isHere) && 'font-medium')}>
                  {ROAD_NAMES[step]}
                  {isDone(road, step) && <span className="sr-only">, done</span>}
                  {isNext && <span className="sr-only">, next</span>}
                </span>
                {facts !== '' && (
                  <span
                    title={facts}
                    className={cx('block truncate text-caption', isSolid ? 'text-on-accent' : 'text-ink-2')}
                  >
                    {facts}
                  </span>
                )}
              </span>
            </StepLink>
          </li>
        )
      })}
    </ol>
  )
}

interface StepLinkProps {
  /** Undefined until the road is known. */
  readonly to: string | undefined
  readonly isHere: boolean
  readonly className: string
  readonly children: ReactNode
}

function StepLink({ to, isHere, ...rest }: StepLinkProps) {
  const current = isHere ? 'step' : undefined
  return to === undefined ? (
    <span aria-current={current} {...rest} />
  ) : (
    <Link to={to} aria-current={current} {...rest} />
  )
}

interface MarkProps {
  readonly isDone: boolean
  readonly isNext: boolean
  readonly isSolid: boolean
  readonly number: number
}

function Mark({ isDone, isNext, isSolid, number }: MarkProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-6 shrink-0 place-items-center rounded-full text-table font-semibold',
        isDone
          ? 'bg-gain-soft text-gain'
          : isSolid
            ? 'border border-on-accent'
            : isNext
              ? 'bg-accent text-on-accent'
              : 'border border-line-strong',
      )}
    >
      {isDone ? <Check className="size-3.5" /> : number.toString()}
    </span>
  )
}

// On a phone: a dot for each step, and the name of the next with its button.
function Dots({ road, at, where, hasButton }: ShownProps) {
  const next = road?.next ?? null
  const facts = road === undefined || next === null ? '' : factsOfStep(next, road)
  const isHere = next !== null && at === next
  return (
    <div className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <ol className="flex shrink-0 items-center gap-1.5">
        {ROAD_STEPS.map((step) => (
          <li key={step} aria-current={at === step ? 'step' : undefined}>
            <span
              aria-hidden="true"
              className={cx(
                'grid size-4 place-items-center rounded-full',
                isDone(road, step)
                  ? 'bg-gain-soft text-gain'
                  : step === next
                    ? 'bg-accent'
                    : 'border border-line-strong',
                at === step && 'ring-2 ring-accent ring-offset-2 ring-offset-surface',
              )}
            >
              {isDone(road, step) && <Check className="size-3" />}
            </span>
            <span className="sr-only">
              {ROAD_NAMES[step]}
              {isDone(road, step) && ', done'}
              {step === next && ', next'}
            </span>
          </li>
        ))}
      </ol>
      {road !== undefined && (
        <>
          <p className="min-w-0 grow basis-28 leading-5">
            <span className="block truncate font-medium">
              {next === null ? `Filed${factsOfStep('file', road).replace('Filed', '')}` : ROAD_NAMES[next]}
            </span>
            {facts !== '' && <span className="block text-caption text-ink-2">{facts}</span>}
          </p>
          {next !== null && !isHere && (
            <ButtonLink look={hasButton ? 'secondary' : 'primary'} to={pathOfStep(next, road, where)}>
              {actionOf(next, road)}
            </ButtonLink>
          )}
        </>
      )}
    </div>
  )
}
