import { Check, TriangleAlert } from 'lucide-react'
import type { OneYear } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import { openNow, openTotals } from '../tax/open-totals.ts'
import { useMissingPlan } from './use-missing-plan.ts'

/** The way to a filed year in four steps, each done or not. */
export function FilingSteps({ year }: { readonly year: OneYear }) {
  const open = openTotals(openNow(year)).items
  // A filed year stays as it was sent, whatever changes later.
  const isCurrent = year.filed !== null || year.changes_since === 0
  const plan = useMissingPlan(year.year)
  const steps = [
    {
      name: 'Results',
      isDone: isCurrent,
      isOpen: !isCurrent,
      text: isCurrent ? 'Up to date' : 'Out of date',
    },
    {
      name: 'Review',
      isDone: open === 0,
      isOpen: open > 0,
      text: open === 0 ? 'Nothing open' : `${open.toLocaleString()} open`,
    },
    {
      name: 'Forms',
      isDone: year.filed !== null || (isCurrent && open === 0 && plan === undefined),
      text: formsText({ isFiled: year.filed !== null, isCurrent, open, plan: plan?.name }),
    },
    { name: 'File', isDone: year.filed !== null, text: year.filed === null ? 'With your program' : 'Filed' },
  ]
  const current = steps.find(({ isDone, isOpen }) => !isDone && isOpen !== true)?.name
  return (
    <ol
      aria-label="Steps"
      className="grid grid-cols-2 overflow-hidden rounded-card border border-edge bg-surface shadow-card sm:grid-cols-4"
    >
      {steps.map(({ name, isDone, isOpen = false, text }, at) => (
        <li
          key={name}
          className="flex items-center gap-3 border-rule p-3 not-first:border-l max-sm:nth-3:border-l-0 max-sm:nth-[n+3]:border-t md:px-5 md:py-4"
        >
          <span
            aria-hidden="true"
            className={cx(
              'grid size-8 shrink-0 place-items-center rounded-full font-semibold',
              isDone
                ? 'bg-gain-soft text-gain'
                : isOpen
                  ? 'bg-warn-soft text-warn'
                  : name === current
                    ? 'bg-accent text-on-accent'
                    : 'border border-line-strong',
            )}
          >
            {isDone ? (
              <Check className="size-4" />
            ) : isOpen ? (
              <TriangleAlert className="size-4" />
            ) : (
              (at + 1).toString()
            )}
          </span>
          <span>
            <span className="block font-medium">
              <span className="sr-only">{at + 1} </span>
              {name}
              {isDone && <span className="sr-only">, done</span>}
            </span>
            <span className="block text-table text-ink-2">{text}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function formsText({
  isFiled,
  isCurrent,
  open,
  plan,
}: {
  readonly isFiled: boolean
  readonly isCurrent: boolean
  readonly open: number
  readonly plan: string | undefined
}): string {
  if (isFiled) return 'As they were filed'
  if (!isCurrent) return 'Calculate again first'
  if (plan !== undefined) return `Need ${plan}`
  return open === 0 ? 'Ready to print' : 'Drafts for now'
}
