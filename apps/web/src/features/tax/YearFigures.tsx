import { TriangleAlert } from 'lucide-react'
import { type OneYear, paths } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'
import { Figure, Stat } from '../../ui/Figure.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { Gain, Money } from '../../ui/Values.tsx'
import { isOfAllocation } from './allocation-column.tsx'
import { asOfWords } from './as-of-words.ts'

/** Warnings that are shown above the figures at every width. */
const MANY = 4

/** The figures of a year, beside what keeps them from being the last word. */
export function YearFigures({ year }: { year: OneYear }) {
  const { currency, net_gain, short, long, income, donation_deduction, qualifiers } = year
  const asOf = asOfWords(year)
  // Items that were open when the year was filed may have been answered since.
  const leadsToReview = year.filed === null || year.qualifiers_as_of === 'today'
  // On a phone the figures come within the first screen: of many warnings the last are folded, and counted.
  const isNarrow = useMedia('(max-width: 639px)')
  const shown = isNarrow && qualifiers.length > MANY ? qualifiers.slice(0, MANY - 1) : qualifiers
  const folded = qualifiers.slice(shown.length)
  const told = ({ code, message, effect }: OneYear['qualifiers'][number]) => (
    <li key={message} className="flex items-start gap-2">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
      <span>
        {message}
        {effect !== null && !isZero(readAmount(effect)) && (
          <>
            {' '}
            Net gain may be off by up to <Money amount={effect} currency={currency} />.
          </>
        )}{' '}
        {code === 'safe_harbor_missing' ? (
          <TextLink to={paths.safeHarbor}>Compare allocations</TextLink>
        ) : isOfAllocation(code) ? (
          <TextLink to={paths.safeHarbor}>Safe Harbor</TextLink>
        ) : (
          leadsToReview &&
          code !== 'imports_running' && (
            <TextLink to={`${paths.transactions}?review=true&kind=${code}`}>Review</TextLink>
          )
        )}
      </span>
    </li>
  )
  return (
    <section aria-label="Figures" className="rounded-card border border-line bg-surface">
      {qualifiers.length > 0 && (
        <ul
          aria-label="What may change these figures"
          className="grid gap-2 border-b border-line bg-warn-soft px-4 py-3 rounded-t-card"
        >
          {asOf !== undefined && <li>{asOf}</li>}
          {shown.map(told)}
          {folded.length > 0 && (
            <li>
              <details>
                <summary className="min-h-6 cursor-pointer font-medium pointer-coarse:min-h-11 pointer-coarse:content-center">
                  {folded.length} more may change these figures
                </summary>
                <ul className="mt-2 grid gap-2">{folded.map(told)}</ul>
              </details>
            </li>
          )}
        </ul>
      )}
      <div className="grid gap-x-6 gap-y-5 p-4 sm:max-lg:grid-cols-2 lg:flex lg:flex-wrap lg:*:grow">
        <div className="sm:max-lg:col-span-2">
          <Stat
            isHero
            label="Net gain"
            handle={net_gain.handle}
            // One sale out of several lots is several of them, as on Form 8949.
            detail={`${counted(year.counts.disposals, 'disposal')}, lot by lot`}
          >
            <Gain amount={net_gain.value} currency={currency} />
          </Stat>
        </div>
        <Term name="Short-term" term={short} currency={currency} />
        <Term name="Long-term" term={long} currency={currency} />
        <Stat label="Income" handle={income.handle} detail={counted(year.counts.incomes, 'receipt')}>
          <Money amount={income.value} currency={currency} />
        </Stat>
        <Stat
          label="Donation deduction"
          handle={donation_deduction.handle}
          detail="Schedule A, if you itemize"
        >
          <Money amount={donation_deduction.value} currency={currency} />
        </Stat>
      </div>
    </section>
  )
}

function Term({ name, term, currency }: { name: string; term: OneYear['short']; currency: string }) {
  return (
    <Stat
      label={name}
      handle={term.gain.handle}
      detail={
        <>
          <Figure label={`${name} proceeds`} handle={term.proceeds.handle}>
            <Money amount={term.proceeds.value} currency={currency} />
          </Figure>
          {' − '}
          <Figure label={`${name} cost`} handle={term.basis.handle}>
            <Money amount={term.basis.value} currency={currency} />
          </Figure>
        </>
      }
    >
      <Gain amount={term.gain.value} currency={currency} />
    </Stat>
  )
}

const counted = (n: number, noun: string) => `${n.toLocaleString()} ${noun}${n === 1 ? '' : 's'}`
