import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OpenTreatment, TreatmentBoard } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { cx } from '../../ui/cx.ts'
import { readAmount } from '../../ui/format/amount.ts'
import { Money } from '../../ui/Values.tsx'
import { effectSentence } from './treatment-effect-words.ts'

interface Props {
  readonly treatment: OpenTreatment
  readonly choice: string
  readonly board: TreatmentBoard
  /** A sentence instead of a table. */
  readonly isBrief?: boolean
}

/** The changes that a choice would make to each year, against the present choice. */
export function TreatmentEffect({ treatment, choice, board, isBrief = false }: Props) {
  const { effects, currency, filed_years } = board
  const outcome = effects?.outcomes.find((one) => one.treatment === treatment && one.choice === choice)
  const years = outcome?.years ?? []
  if (isBrief || years.length === 0)
    return <span className="text-table text-ink-2">{effectSentence(board, treatment, choice)}</span>
  const hasDeduction = years.some(({ difference }) => !isZero(readAmount(difference.deduction)))
  const money = (amount: string | null) =>
    amount === null ? (
      <span className="text-ink-3">No table</span>
    ) : (
      <Money amount={amount} currency={currency} signed />
    )
  return (
    <div className="grid gap-1 text-table">
      <p className="text-ink-2">Choosing it would change:</p>
      <ul className="divide-y divide-line border-t border-line" aria-label="What it would change">
        {years.map(({ year, difference }) => (
          // Beside each other where there is room, else a line for each figure.
          <li key={year} className="grid gap-x-4 py-1 sm:grid-cols-[7rem_minmax(0,1fr)]">
            <span>
              {year}
              {filed_years.includes(year) && (
                <span className="ml-1 inline-flex items-center gap-1 text-ink-2">
                  <Lock aria-hidden="true" className="size-3" />
                  filed, stays
                </span>
              )}
            </span>
            <dl
              className={cx('grid gap-x-4 tabular-nums', hasDeduction ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}
            >
              <Change name="Gain">{money(difference.gain)}</Change>
              <Change name="Income">{money(difference.income)}</Change>
              {hasDeduction && <Change name="Donation deduction">{money(difference.deduction)}</Change>}
              <Change name="Estimated tax">{money(difference.tax)}</Change>
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Change({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-2">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
