import { CircleCheck, CircleDashed } from 'lucide-react'
import type { OneYear } from '@lotbook/contract'
import { useStart } from '../../client/start.ts'

/** The way to a filed year in four steps, each done or not. */
export function FilingSteps({ year }: { readonly year: OneYear }) {
  const open = useStart().details?.review ?? 0
  const isCurrent = year.changes_since === 0
  const steps = [
    { name: 'Results', isDone: isCurrent, text: isCurrent ? 'Up to date' : 'Out of date' },
    {
      name: 'Review',
      isDone: open === 0,
      text: open === 0 ? 'Nothing open' : `${open.toLocaleString()} open`,
    },
    {
      name: 'Forms',
      isDone: isCurrent && open === 0,
      text: isCurrent ? 'Ready to print' : 'Calculate again first',
    },
    { name: 'File', isDone: year.filed !== null, text: year.filed === null ? 'With your program' : 'Filed' },
  ]
  return (
    <ol
      aria-label="Steps"
      className="grid grid-cols-2 overflow-hidden rounded-card border border-edge bg-surface shadow-card sm:grid-cols-4"
    >
      {steps.map(({ name, isDone, text }, at) => (
        <li
          key={name}
          className="flex items-start gap-2 border-rule p-3 not-first:border-l max-sm:nth-3:border-l-0 max-sm:nth-[n+3]:border-t md:px-5 md:py-4"
        >
          {isDone ? (
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-gain" />
          ) : (
            <CircleDashed aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
          )}
          <span>
            <span className="block font-medium">
              {at + 1} {name}
              {isDone && <span className="sr-only">, done</span>}
            </span>
            <span className="block text-table text-ink-2">{text}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
