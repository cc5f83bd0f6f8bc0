import type { ReactNode } from 'react'
import type { OneYear } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'
import { added } from './year-totals.ts'
import { Figure, Stat } from '../../ui/Figure.tsx'
import { Total } from '../../ui/Total.tsx'
import { useIsMobile } from '../../ui/use-media.ts'
import { Gain, Money } from '../../ui/Values.tsx'
import {
  BASIS_HINT,
  DEDUCTION_HINT,
  DISPOSAL_HINT,
  GAIN_HINT,
  PROCEEDS_HINT,
  TERM_HINT,
  WashSaleHint,
} from './hints.tsx'
import { OpenLine } from './OpenLine.tsx'

/** The figures of a year as Schedule D in small, and under them in one line what keeps them from being the last word. */
export function YearFigures({
  year,
  below,
}: {
  readonly year: OneYear
  /** One more figure, under the income and the deduction. */
  readonly below?: ReactNode
}) {
  const { currency, net_gain, income, donation_deduction, counts } = year
  return (
    <section
      aria-label="Figures"
      className="@container min-w-0 rounded-card border border-edge bg-surface shadow-card"
    >
      <div className="flex flex-wrap gap-x-8 gap-y-5 p-4 md:px-6 md:pt-5 md:pb-6">
        <Stat
          isHero
          label="Net gain"
          handle={net_gain.handle}
          // One sale out of several lots is several of them, as on Form 8949.
          detail={
            <>
              {counted(counts.disposals, 'disposal')}, lot by lot
              {DISPOSAL_HINT}
              <span className="block">
                Wash sale rule not applied
                <WashSaleHint year={year.year} />
              </span>
            </>
          }
        >
          <Gain amount={net_gain.value} currency={currency} large />
        </Stat>
        <Terms year={year} />
        <div className="flex w-full flex-wrap gap-x-12 gap-y-4 md:border-t border-rule md:pt-4 @4xl:w-auto @4xl:flex-col @4xl:border-t-0 @4xl:border-l @4xl:pt-0 @4xl:pl-8">
          <Stat
            label="Income"
            handle={income.handle}
            detail={
              counts.incomes_unpriced === 0 || counts.incomes_unpriced === counts.incomes
                ? counted(counts.incomes, 'receipt')
                : `${counted(counts.incomes, 'receipt')}, ${counts.incomes_unpriced.toLocaleString()} without a price, not counted`
            }
          >
            <Money
              amount={
                counts.incomes_unpriced > 0 && counts.incomes_unpriced === counts.incomes
                  ? null
                  : income.value
              }
              currency={currency}
              large
            />
          </Stat>
          <Stat
            label="Donation deduction"
            handle={donation_deduction.handle}
            detail={
              <>
                {counts.donations_unpriced > 0 && counts.donations_unpriced < counts.donations
                  ? `${counts.donations_unpriced.toLocaleString()} without a price, not counted`
                  : 'Schedule A, if you itemize'}
                {DEDUCTION_HINT}
              </>
            }
          >
            <Money
              amount={
                counts.donations_unpriced > 0 && counts.donations_unpriced === counts.donations
                  ? null
                  : donation_deduction.value
              }
              currency={currency}
              large
            />
          </Stat>
          {below}
        </div>
      </div>
      <OpenLine year={year} />
    </section>
  )
}

/** What each term brought and cost, and what both add up to. */
function Terms({ year }: { year: OneYear }) {
  const { currency, short, long, net_gain } = year
  const rows = [
    { name: 'Short-term', isHatched: true, term: short },
    { name: 'Long-term', isHatched: false, term: long },
  ]
  const proceeds = added(short.proceeds.value, long.proceeds.value)
  const basis = added(short.basis.value, long.basis.value)
  const assumed = assumedIn(year)
  const isMobile = useIsMobile()
  if (isMobile)
    return (
      <ul aria-label="Gain by term" className="grid w-full divide-y divide-rule border-t border-rule">
        {rows.map(({ name, isHatched, term }) => (
          <li key={name} className="grid gap-0.5 py-2 pointer-coarse:py-0.5">
            <span className="flex items-center justify-between gap-4">
              <span>
                <TermSwatch isShort={isHatched} /> {name}
              </span>
              <Figure label={name} handle={term.gain.handle} className="font-medium">
                <Gain amount={term.gain.value} currency={currency} />
              </Figure>
            </span>
            <span className="text-table text-ink-2">
              <Figure label={`${name} proceeds`} handle={term.proceeds.handle}>
                <Money amount={term.proceeds.value} currency={currency} />
                {assumed.proceeds(term) && ' assumed'}
              </Figure>
              {' − '}
              <Figure label={`${name} cost`} handle={term.basis.handle}>
                <Money amount={term.basis.value} currency={currency} />
                {assumed.basis(term) && ' assumed'}
              </Figure>
            </span>
          </li>
        ))}
        <li className="grid gap-0.5 border-t border-ink-2 pt-2 font-semibold">
          <span className="flex items-baseline justify-between gap-4">
            Net
            <Total>
              <Gain amount={net_gain.value} currency={currency} />
            </Total>
          </span>
          <span className="text-table font-normal text-ink-2">
            <Money amount={proceeds} currency={currency} />
            {' − '}
            <Money amount={basis} currency={currency} />
          </span>
        </li>
      </ul>
    )
  return (
    <div className="min-w-fit grow basis-96">
      <table className="w-full text-table [&_td]:pl-3 [&_td]:text-right [&_td]:whitespace-nowrap">
        <caption className="sr-only">Gain by term</caption>
        <thead className="text-caption text-ink-3">
          <tr className="border-b border-line">
            <th scope="col" className="h-7 text-left font-medium">
              <span className="inline-flex items-center">
                Term
                {TERM_HINT}
              </span>
            </th>
            {(
              [
                ['Proceeds', PROCEEDS_HINT],
                ['Cost basis', BASIS_HINT],
                ['Gain', GAIN_HINT],
              ] as const
            ).map(([name, hint]) => (
              <th key={name} scope="col" className="h-7 pl-3 text-right font-medium">
                <span className="inline-flex items-center">
                  {name}
                  {hint}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, isHatched, term }) => (
            <tr key={name} className="border-b border-rule">
              <th scope="row" className="h-9 text-left font-normal whitespace-nowrap">
                <TermSwatch isShort={isHatched} /> {name}
              </th>
              <td>
                <Figure label={`${name} proceeds`} handle={term.proceeds.handle}>
                  <Money amount={term.proceeds.value} currency={currency} />
                  {assumed.proceeds(term) && ' assumed'}
                </Figure>
              </td>
              <td>
                <Figure label={`${name} cost`} handle={term.basis.handle}>
                  <Money amount={term.basis.value} currency={currency} />
                  {assumed.basis(term) && ' assumed'}
                </Figure>
              </td>
              <td>
                <Figure label={name} handle={term.gain.handle}>
                  <Gain amount={term.gain.value} currency={currency} />
                </Figure>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr className="border-t border-ink-2">
            <th scope="row" className="h-10 text-left">
              Net
            </th>
            <td>
              <Total>
                <Money amount={proceeds} currency={currency} />
              </Total>
            </td>
            <td>
              <Total>
                <Money amount={basis} currency={currency} />
              </Total>
            </td>
            <td>
              <Total>
                <Gain amount={net_gain.value} currency={currency} />
              </Total>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** Open findings that count a cost, or what a sale brought, as zero. */
const WITHOUT_COST = new Set(['missing_basis', 'unmatched_receive', 'gift_basis_unknown', 'missing_price'])

/** Whether a sum of a term is zero because nobody knows what it is made of, and no true zero. */
function assumedIn({ qualifiers }: Pick<OneYear, 'qualifiers'>) {
  const isZeroSum = ({ value }: { readonly value: string }) => isZero(readAmount(value))
  return {
    basis: ({ proceeds, basis }: OneYear['short']) =>
      isZeroSum(basis) && !isZeroSum(proceeds) && qualifiers.some(({ code }) => WITHOUT_COST.has(code)),
    proceeds: ({ proceeds, basis }: OneYear['short']) =>
      isZeroSum(proceeds) && !isZeroSum(basis) && qualifiers.some(({ code }) => code === 'missing_price'),
  }
}

/** The sign of a term wherever one is named: hatched is short-term, solid is long-term. */
export function TermSwatch({ isShort }: { isShort: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={
        isShort
          ? 'mr-1.5 inline-block size-2.5 rounded-[2px] bg-[repeating-linear-gradient(135deg,var(--text-3)_0_1.5px,transparent_1.5px_3.5px)] shadow-[inset_0_0_0_1px_var(--text-3)]'
          : 'mr-1.5 inline-block size-2.5 rounded-[2px] bg-ink-3'
      }
    />
  )
}

const counted = (n: number, noun: string) => `${n.toLocaleString()} ${noun}${n === 1 ? '' : 's'}`
