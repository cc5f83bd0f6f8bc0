import type { ReactNode } from 'react'
import type { ClientYear } from '@lotbook/contract'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { cx } from '../../ui/cx.ts'
import { calculationWords, importWords } from './client-words.ts'

/** A client's year in four steps, as a list: each has a bar of its own, and says in words what the bar shows. */
export function YearProgress({ year }: { readonly year: ClientYear }) {
  return (
    <ul className="grid grid-cols-[1fr_1fr_auto_1fr] gap-1">
      {STEPS.map((step) => (
        <li key={step} className="min-w-0">
          <span className="sr-only">{STEP_HEADS[step]}: </span>
          <StepBar step={step} year={year} />
        </li>
      ))}
    </ul>
  )
}

export const STEPS = ['imports', 'review', 'calculation', 'filed'] as const
type Step = (typeof STEPS)[number]

export const STEP_HEADS: Readonly<Record<Step, string>> = {
  imports: 'Imports',
  review: 'Review',
  calculation: 'Calculation',
  filed: 'Filed',
}

export interface StepBarProps {
  readonly step: Step
  readonly year: ClientYear
  /** In place of the words of the step, such as a way to what they count. */
  readonly children?: ReactNode
}

/** How far one step of the year is: a bar, and under it the same in words. */
export function StepBar({ step, year, children }: StepBarProps) {
  const { text, colour } = stateOf[step](year)
  return (
    <span className="block text-caption text-ink-2">
      <span aria-hidden="true" className={cx('mb-1 block h-1.5 rounded-full', colour)} />
      {children ?? text}
    </span>
  )
}

export const openWords = ({ review }: Pick<ClientYear, 'review'>) => `${review.toLocaleString()} open`

const DONE = 'bg-gain'
const OPEN = 'bg-warn'
const FAILED = 'bg-danger'
const TO_DO = 'bg-sunken'

interface StepState {
  readonly text: string
  readonly colour: string
}

const stateOf: Readonly<Record<Step, (year: ClientYear) => StepState>> = {
  imports: ({ imports }) => ({ text: importWords(imports), colour: importColour(imports) }),
  review: (year) => ({
    text: openWords(year),
    colour: year.review > 0 ? OPEN : year.imports.total === 0 ? TO_DO : DONE,
  }),
  calculation: ({ calculation, calculated_at }) => ({
    text:
      calculation === 'current' && calculated_at !== null
        ? formatDay(calculated_at)
        : calculationWords(calculation),
    colour: { none: TO_DO, running: 'bg-accent', failed: FAILED, out_of_date: OPEN, current: DONE }[
      calculation
    ],
  }),
  filed: ({ filed_on, state }) => ({
    text: filed_on === null ? (state === 'filed' ? 'Filed' : '–') : formatDay(filed_on),
    colour: state === 'filed' ? DONE : TO_DO,
  }),
}

function importColour({ total, running, failed }: ClientYear['imports']): string {
  if (total === 0) return TO_DO
  if (failed > 0) return FAILED
  return running > 0 ? 'bg-accent' : DONE
}
