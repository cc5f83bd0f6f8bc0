import { Suspense } from 'react'
import {
  type OneYear,
  ONBOARDING_STEPS,
  type OnboardingStep,
  paths,
  type TaxDetails,
} from '@lotbook/contract'
import { compare, isZero } from '@lotbook/money'
import { useSlots } from '../../client/slots.ts'
import { useStored } from '../../client/stored.ts'
import { useTaxCalculation } from '../../client/use-tax-calculation.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { readAmount } from '../../ui/format/amount.ts'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Values.tsx'
import { openNow, openTotals } from '../tax/open-totals.ts'
import { nextStep, STAGES, stagesDone } from './next-step.ts'

/** The one thing to do next, on the one dark panel of the screen. */
export function NextStepPanel({
  details,
  year,
  results,
}: {
  readonly details: TaxDetails
  readonly year: number
  /** The year's results; undefined while nothing is calculated. */
  readonly results: OneYear | undefined
}) {
  const { AddSourceButton } = useSlots()
  const { start, isStarting } = useTaxCalculation()
  // Before anything is calculated nobody knows which year an item concerns.
  const review = results === undefined ? details.review : openTotals(openNow(results)).items
  const step = nextStep({ ...details, review }, results?.filed !== null && results !== undefined)
  const done = stagesDone(step)
  const filed = `${paths.oneYear(year)}`
  const words = {
    import: {
      title: 'Add a wallet or exchange',
      text: 'Add every account you have ever used. If one is missing, a transfer can look like a sale.',
      action: (
        <Suspense>
          <AddSourceButton />
        </Suspense>
      ),
    },
    wait: {
      title: 'Imports are running',
      text: 'Your figures appear once they are done. You can leave this page.',
      action: <PanelLink to={paths.imports}>View imports</PanelLink>,
    },
    calculate: {
      title: step.kind === 'calculate' && step.isFirst ? 'Calculate your taxes' : 'Recalculate',
      text:
        step.kind === 'calculate' && step.isFirst
          ? 'Lotbook works out every disposal lot by lot, and then shows what each open item could change.'
          : 'Something changed since the last calculation, so these figures are out of date.',
      action: (
        <Button
          className={BUTTON}
          busy={isStarting}
          onClick={() => start({ recalculate: false, tax_year: year })}
        >
          {step.kind === 'calculate' && step.isFirst ? 'Calculate' : 'Recalculate'}
        </Button>
      ),
    },
    review: {
      title: `Review ${review.toLocaleString()} ${review === 1 ? 'item' : 'items'}`,
      text: <Largest results={results} />,
      action: <PanelLink to={`${paths.transactions}?review=true`}>Start review</PanelLink>,
    },
    file: {
      title: `File ${year.toString()}`,
      text: 'Nothing is left to review. Your forms and files for the year are ready.',
      action: <PanelLink to={filed}>Forms and files</PanelLink>,
    },
    filed: {
      title: `${year.toString()} is filed`,
      text: 'Its figures are frozen. Later changes become a proposed amendment.',
      action: <PanelLink to={filed}>View results</PanelLink>,
    },
  }[step.kind]
  return (
    <section
      aria-label="Next step"
      className="relative isolate flex min-w-0 flex-col overflow-hidden rounded-card border border-panel-edge bg-panel p-4 text-on-panel md:px-6 md:py-5"
    >
      <svg
        viewBox="0 0 84 62"
        aria-hidden="true"
        className="absolute top-5 right-5 -z-10 h-[62px] w-[84px] fill-panel-mark"
      >
        <path d="M0 0h32v14H0zM0 24h52v14H0zM0 48h84v14H0z" />
      </svg>
      <p className="text-table text-on-panel-2">Next step</p>
      <h2 className="mt-0.5 text-h1 tracking-[-0.01em]">{words.title}</h2>
      <p className="mt-1.5 max-w-[44ch] text-on-panel-2 [&_strong]:font-medium [&_strong]:text-on-panel">
        {words.text}
      </p>
      <div className="mt-4">{words.action}</div>
      <WayBack />
      <ol aria-label="Stages" className="mt-auto grid grid-cols-4 gap-2 pt-6 text-caption">
        {STAGES.map((stage, n) => (
          <li
            key={stage}
            aria-current={n === done ? 'step' : undefined}
            className={cx('grid gap-2', n === done ? 'font-semibold text-on-panel' : 'text-on-panel-2')}
          >
            <span
              className={cx('h-[3px] rounded-full', n <= done ? 'bg-on-panel-2' : 'bg-panel-rule')}
              aria-hidden="true"
            />
            <span>
              {stage}
              {n < done && <span className="sr-only">, done</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
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
      Continue step by step: {step}, {ONBOARDING_STEPS[step - 1]}
    </Link>
  )
}

/** The kind of open item with the largest effect, and what it could change. */
function Largest({ results }: { readonly results: OneYear | undefined }) {
  const known = (results?.qualifiers ?? []).filter(
    ({ effect }) => effect !== null && !isZero(readAmount(effect)),
  )
  const largest = known.toSorted((a, b) =>
    compare(readAmount(b.effect ?? '0'), readAmount(a.effect ?? '0')),
  )[0]
  if (largest === undefined || results === undefined) return 'Each could change your tax figures.'
  return (
    <>
      {largest.message} It could change your figures by up to{' '}
      <strong>
        <Money amount={largest.effect} currency={results.currency} />
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
