import type { ClientYear } from '@lotbook/contract'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { cx } from '../../ui/cx.ts'
import { calculationWords, importWords } from './client-words.ts'

interface Step {
  readonly name: string
  readonly text: string
  readonly colour: string
}

/** A client's year in four steps: each has a bar of its own, and says in words what the bar shows. */
export function YearProgress({ year }: { readonly year: ClientYear }) {
  return (
    <ul className="grid min-w-72 grid-cols-4 gap-1">
      {stepsOf(year).map(({ name, text, colour }) => (
        <li key={name} className="min-w-0 text-caption text-ink-2">
          <span aria-hidden="true" className={cx('mb-1 block h-1.5 rounded-full', colour)} />
          <span className="sr-only">{name}: </span>
          {text}
        </li>
      ))}
    </ul>
  )
}

const DONE = 'bg-gain'
const OPEN = 'bg-warn'
const FAILED = 'bg-danger'
const TO_DO = 'bg-sunken'

function stepsOf({ imports, review, calculation, calculated_at, filed_on, state }: ClientYear): Step[] {
  const { total, running, failed } = imports
  return [
    {
      name: 'Imports',
      text: importWords(imports),
      colour: total === 0 ? TO_DO : failed > 0 ? FAILED : running > 0 ? 'bg-accent' : DONE,
    },
    {
      name: 'Review',
      text: `${review.toLocaleString()} open`,
      colour: review > 0 ? OPEN : total === 0 ? TO_DO : DONE,
    },
    {
      name: 'Calculation',
      text:
        calculation === 'current' && calculated_at !== null
          ? formatDay(calculated_at)
          : calculationWords(calculation),
      colour: { none: TO_DO, running: 'bg-accent', failed: FAILED, out_of_date: OPEN, current: DONE }[
        calculation
      ],
    },
    {
      name: 'Filed',
      text: filed_on === null ? (state === 'filed' ? 'Filed' : '–') : formatDay(filed_on),
      colour: state === 'filed' ? DONE : TO_DO,
    },
  ]
}
