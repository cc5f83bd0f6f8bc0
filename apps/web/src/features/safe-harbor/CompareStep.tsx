import { useState } from 'react'
import type { AllocationOutcome } from '@lotbook/contract'
import { compare as compareDecimals } from '@lotbook/money'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { Select } from '../../ui/Select.tsx'
import { DateTime, Day } from '../../ui/Values.tsx'
import { EstimateFields } from '../what-if/EstimateFields.tsx'
import { AllocationCard } from './AllocationCard.tsx'
import { boundOf, outcomeOfChoice, ruleOf } from './allocation-words.ts'
import { choiceOf, withoutOf } from './safe-harbor-search.ts'
import type { StepProps } from './step-props.ts'

const AT_FIRST = 12
const SORTS = { listed: 'As listed', tax: 'Lowest tax first', gain: 'Lowest gain first' } as const
type Sort = keyof typeof SORTS

/** Every allocation there is to choose from, beside what counts now. */
export function CompareStep({ comparison, search, show }: StepProps) {
  const [sort, setSort] = useState<Sort>('listed')
  const [shown, setShown] = useState(AT_FIRST)
  const { outcomes, own, is_complete, valued_on, finished_at, estimate_years } = comparison
  const [now, ...others] = outcomes
  if (now === undefined || comparison.assets.length === 0)
    return <EmptyState title="There is nothing to allocate" text="No lot was open at the end of 2024." />
  const chosen = choiceOf(search, own?.units ?? [])
  const chosenOutcome = chosen && outcomeOfChoice(outcomes, own, chosen)
  const bound = boundOf(comparison)
  const choose = (outcome: AllocationOutcome) => {
    const rule = ruleOf(outcome)
    const accounts = rule === undefined ? (own?.accounts ?? []) : rule.accounts.map(({ id }) => id)
    show({
      step: 'record',
      order: rule?.order ?? own?.order,
      accounts: accounts.join(),
      own: outcome.kind === 'own' && (own?.units.length ?? 0) > 0 ? 'true' : undefined,
      // A card of a rule is of every open asset.
      without: outcome.kind === 'own' ? withoutOf(own?.left_out ?? []) : undefined,
    })
  }
  const cards = [now, ...sorted(others, sort)]
  const years = [...new Set(outcomes.flatMap((one) => one.years.map(({ year }) => year)))]
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,16rem)_minmax(0,20rem)_minmax(0,14rem)]">
        <EstimateFields search={search} onChange={show} />
        <Field label="Order">
          <Select
            value={sort}
            onChange={(event) => {
              const next = (Object.keys(SORTS) as Sort[]).find((one) => one === event.target.value)
              if (next !== undefined) setSort(next)
            }}
          >
            {(Object.keys(SORTS) as Sort[]).map((one) => (
              <option key={one} value={one}>
                {SORTS[one]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <h2 className="sr-only">Allocations</h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4" aria-label="Allocations">
        {cards.slice(0, shown).map((outcome, n) => (
          <AllocationCard
            key={outcome.id}
            outcome={outcome}
            comparison={comparison}
            isNow={n === 0}
            isChosen={outcome.id === chosenOutcome?.id}
            onChoose={
              outcome.kind === 'recorded' || bound.extent === 'all' || (ruleOf(outcome) ?? own) === null
                ? undefined
                : () => choose(outcome)
            }
          />
        ))}
      </ul>
      {cards.length > shown && (
        <p>
          <Button onClick={() => setShown(cards.length)}>
            Show all {cards.length.toLocaleString()} allocations
          </Button>
        </p>
      )}
      <div className="grid max-w-[90ch] gap-1 text-table text-ink-2">
        {bound.extent === 'some' && (
          <p>
            {bound.symbols.join(', ')} {bound.symbols.length === 1 ? 'stays' : 'stay'} on every card as an
            irrevocable record says; the others are what there is to choose for.
          </p>
        )}
        <p>
          {is_complete
            ? 'Each order of lots with each order of accounts that can make a difference was worked out; what comes to the same stands on one card.'
            : 'More than four of your accounts share an asset, so each was tried as the first and as the last. You can calculate any other order under “Your own”.'}{' '}
          You can also give units to accounts in any other way, unit by unit, under “Your own”.
        </p>
        <p>
          {years.length === 0
            ? 'There has been no activity since January 1, 2025, so the allocations differ only in which lots each account holds.'
            : years.every((year) => !estimate_years.includes(year))
              ? 'There are no tax tables for these years here, so no tax is estimated.'
              : 'The tax is an estimate of the federal income tax of each year, with the same other income, without state tax, credits and losses from before 2025. A loss that is left over goes to the next year.'}
        </p>
        <p>
          What is left is valued on <Day day={valued_on} /> where a price is known.
          {finished_at !== null && (
            <>
              {' '}
              Compared <DateTime instant={finished_at} zone />.
            </>
          )}
        </p>
      </div>
    </div>
  )
}

function sorted(outcomes: readonly AllocationOutcome[], sort: Sort): readonly AllocationOutcome[] {
  if (sort === 'listed') return outcomes
  const amount = (one: AllocationOutcome) => readAmount((sort === 'tax' ? one.tax : one.gain) ?? one.gain)
  return outcomes.toSorted((a, b) => compareDecimals(amount(a), amount(b)))
}
