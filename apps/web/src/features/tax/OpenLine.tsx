import { ChevronDown, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { type OneYear, paths } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { cx } from '../../ui/cx.ts'
import { readAmount } from '../../ui/format/amount.ts'
import { LoneLink } from '../../ui/Link.tsx'
import { Money } from '../../ui/Values.tsx'
import { isOfAllocation } from './allocation-column.tsx'
import { asOfWords } from './as-of-words.ts'
import { openTotals } from './open-totals.ts'

/** Sales whose lots a method chose that was on no record. */
const METHOD_OFF_RECORD = 'method_off_record'

/** What is not decided yet and what it could change, in one line under the figures; it opens to the kinds. */
export function OpenLine({ year }: { year: OneYear }) {
  const { currency, qualifiers } = year
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  if (qualifiers.length === 0) return null
  const asOf = asOfWords(year)
  // Items that were open when the year was filed may have been answered since.
  const leadsToReview = year.filed === null || year.qualifiers_as_of === 'today'
  const { items, most, unknown } = openTotals(qualifiers)
  return (
    <div className="rounded-b-card border-t border-rule bg-warn-soft">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 md:px-6">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
        <p className="min-w-0 grow basis-60">
          <strong>
            {items.toLocaleString()} open {items === 1 ? 'item' : 'items'}
          </strong>{' '}
          {isZero(readAmount(most)) ? (
            'could change these figures'
          ) : (
            <>
              could change these figures by up to{' '}
              <strong>
                <Money amount={most} currency={currency} />
              </strong>
            </>
          )}
          {unknown > 0 &&
            !isZero(readAmount(most)) &&
            `; tax effect not determined: ${unknown.toLocaleString()}`}
        </p>
        {leadsToReview && <LoneLink to={`${paths.transactions}?review=true`}>Review</LoneLink>}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex min-h-9 items-center gap-1.5 rounded-control px-1 text-ink-2 hover:text-ink pointer-coarse:min-h-11"
        >
          What is open
          <ChevronDown aria-hidden="true" className={cx('size-4', isOpen && 'rotate-180')} />
        </button>
      </div>
      <ul
        id={listId}
        hidden={!isOpen}
        aria-label="What may change these figures"
        className="px-4 pb-3 md:pr-6 md:pl-[52px]"
      >
        {asOf !== undefined && <li className="py-2">{asOf}</li>}
        {qualifiers.map(({ code, message, effect }) => (
          <li
            key={message}
            className="flex flex-wrap justify-between gap-x-6 border-t border-line py-2 first:border-t-0"
          >
            <span className="min-w-0 grow basis-60">
              {message}
              {effect !== null && !isZero(readAmount(effect)) && (
                <>
                  {' '}
                  Figures may be off by up to <Money amount={effect} currency={currency} />.
                </>
              )}
            </span>
            {code === METHOD_OFF_RECORD ? (
              <LoneLink to={paths.taxMethods(year.year)}>Methods</LoneLink>
            ) : code === 'safe_harbor_missing' ? (
              <LoneLink to={paths.safeHarbor}>Compare allocations</LoneLink>
            ) : isOfAllocation(code) ? (
              <LoneLink to={paths.safeHarbor}>Safe Harbor</LoneLink>
            ) : (
              leadsToReview &&
              code !== 'imports_running' && (
                <LoneLink to={`${paths.transactions}?review=true&kind=${code}`}>Review</LoneLink>
              )
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
