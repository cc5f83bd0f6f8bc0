import type { AllocationComparison, AllocationOutcome } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Gain, Money } from '../../ui/Values.tsx'
import { allocationName, boundOf, ruleName } from './allocation-words.ts'

export interface AllocationCardProps {
  readonly outcome: AllocationOutcome
  readonly comparison: AllocationComparison
  /** Whether this allocation is in force. */
  readonly isNow: boolean
  readonly isChosen: boolean
  readonly onChoose: (() => void) | undefined
}

/** Placement of units that no record allocates (R-POOL-4). */
const DEFAULT =
  'units stay in the account that acquired them as far as it still held them; the rest goes oldest first to accounts by name'

/** The outcome of one allocation: year by year, in total, and the lots left in each account. */
export function AllocationCard({ outcome, comparison, isNow, isChosen, onChoose }: AllocationCardProps) {
  const { kind, rule, same_as, years, gain, tax, difference, left, problems } = outcome
  const { currency, own, assets } = comparison
  const leftOut = assets.filter(({ asset }) => own?.left_out.includes(asset)).map(({ symbol }) => symbol)
  const same = kind === 'global' || kind === 'own' ? same_as : [...(rule === null ? [] : [rule]), ...same_as]
  const bound = boundOf(comparison)
  const isSomeBound = bound.extent === 'some'
  const name = allocationName(outcome, isSomeBound)
  return (
    <li
      className={cx(
        'flex min-w-0 flex-col gap-3 wrap-anywhere rounded-card border bg-surface p-4',
        isNow || isChosen ? 'border-accent outline outline-accent' : 'border-line',
      )}
    >
      <div>
        <h3 className="text-lead font-semibold" title={rule === null ? undefined : ruleName(rule)}>
          {name}
        </h3>
        <p className="text-caption text-ink-3">
          {isNow
            ? kind === 'none'
              ? `What counts now: ${DEFAULT}. No safe harbor.`
              : 'What counts now'
            : kind === 'none'
              ? `By default, ${DEFAULT}. No safe harbor${isSomeBound ? ' but for what is bound' : ''}.`
              : kind === 'own' && rule !== null
                ? `${ruleName(rule)}${leftOut.length === 0 ? '' : `. ${leftOut.join(', ')} left out`}`
                : isSomeBound
                  ? 'A rule for every asset that is not bound'
                  : 'A rule for every asset'}
        </p>
      </div>
      {problems.length > 0 ? (
        <div className="grid gap-2">
          <StatusBadge look="warn" label="Units do not match" />
          <ul className="grid gap-1 text-table">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      ) : (
        <>
          {years.map(({ year, short, long, tax }) => (
            <div key={year}>
              <h4 className="font-medium">{year}</h4>
              <Facts>
                <FactRow name="Short-term">
                  <Gain amount={short} currency={currency} />
                </FactRow>
                <FactRow name="Long-term">
                  <Gain amount={long} currency={currency} />
                </FactRow>
                <FactRow name="Estimated tax">
                  {tax === null ? (
                    <span className="text-ink-3">No table</span>
                  ) : (
                    <Money amount={tax} currency={currency} />
                  )}
                </FactRow>
              </Facts>
            </div>
          ))}
          {years.length > 0 && (
            <Facts ruled>
              <FactRow name="Gain of these years" isStrong>
                <Gain amount={gain} currency={currency} />
              </FactRow>
              {tax !== null && (
                <FactRow name="Tax of these years" isStrong>
                  <Money amount={tax} currency={currency} />
                </FactRow>
              )}
              {!isNow && (
                <FactRow name="Change in gain">
                  <Money amount={difference.gain} currency={currency} signed />
                </FactRow>
              )}
              {!isNow && difference.tax !== null && (
                <FactRow name="Change in tax">
                  <Money amount={difference.tax} currency={currency} signed />
                </FactRow>
              )}
            </Facts>
          )}
          <Facts ruled>
            {left.length === 0 && <FactRow name="Left">Nothing</FactRow>}
            {left.map(({ account_id, account_name, lots, basis, unrealised }) => (
              <FactRow
                key={account_id ?? ''}
                name={`Left: ${account_name ?? 'no account'}, ${lots.toLocaleString()} ${lots === 1 ? 'lot' : 'lots'}`}
              >
                <Money amount={basis} currency={currency} />
                {unrealised !== null && (
                  <span className="block text-caption">
                    <Gain amount={unrealised} currency={currency} />
                  </span>
                )}
              </FactRow>
            ))}
          </Facts>
        </>
      )}
      <div className="mt-auto grid gap-3">
        {same.length > 0 && (
          <details className="text-table text-ink-2">
            <summary className="rounded-[2px]">
              {kind === 'none' || kind === 'recorded' ? 'Comes to the same as' : 'The same as'}{' '}
              {same.length === 1 ? 'one rule' : `${same.length.toLocaleString()} rules`}
            </summary>
            <ul className="mt-1 list-disc pl-5">
              {same.map((one) => (
                <li key={ruleName(one)}>{ruleName(one)}</li>
              ))}
            </ul>
          </details>
        )}
        {onChoose !== undefined && problems.length === 0 && (
          <Button size="small" look={isChosen ? 'primary' : 'secondary'} onClick={onChoose}>
            {isChosen ? 'Continue with this' : 'Choose'}
            <span className="sr-only">: {name}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
