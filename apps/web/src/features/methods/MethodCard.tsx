import { useState } from 'react'
import type { MethodComparison, MethodOutcome } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { cx } from '../../ui/cx.ts'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Gain, Money } from '../../ui/Values.tsx'
import { outcomeName, standingOf } from './method-outcome-words.ts'
import { methodWords } from '../settings/tax-setting-words.ts'
import { useStandingOrders } from './use-standing-orders.ts'

/** The outcome of a year under one method, whether the method may lawfully apply, and the way to put it on record. */
export function MethodCard({
  outcome,
  comparison,
}: {
  readonly outcome: MethodOutcome
  readonly comparison: MethodComparison
}) {
  const { method, short, long, gain, income, tax, difference, left } = outcome
  const { currency, tax_year } = comparison
  const standing = standingOf(outcome, comparison)
  const isRecorded = method === 'recorded'
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  return (
    <li
      className={cx(
        'flex min-w-0 flex-col gap-3 rounded-card border p-4',
        isRecorded ? 'border-accent outline outline-accent' : 'border-line',
      )}
    >
      <div>
        <h3 className="text-lead font-semibold">{outcomeName(outcome)}</h3>
        <p className="text-caption text-ink-3">{isRecorded ? 'What counts now' : methodWords[method].text}</p>
      </div>
      <Facts>
        <FactRow name="Net gain" isStrong>
          <Gain amount={gain} currency={currency} />
        </FactRow>
        <FactRow name="Short-term">
          <Gain amount={short.gain} currency={currency} />
        </FactRow>
        <FactRow name="Long-term">
          <Gain amount={long.gain} currency={currency} />
        </FactRow>
        <FactRow name="Income">{money(income)}</FactRow>
        <FactRow name="Estimated tax" isStrong>
          {tax === null ? <span className="text-ink-3">No table</span> : money(tax)}
        </FactRow>
        {!isRecorded && (
          <FactRow name="Change in gain">
            <Money amount={difference.gain} currency={currency} signed />
          </FactRow>
        )}
        {!isRecorded && difference.tax !== null && (
          <FactRow name="Change in tax">
            <Money amount={difference.tax} currency={currency} signed />
          </FactRow>
        )}
      </Facts>
      <Facts ruled>
        <FactRow name={`Left for ${(tax_year + 1).toString()}`}>
          {left.count.toLocaleString()} {left.count === 1 ? 'lot' : 'lots'}
        </FactRow>
        <FactRow name="Long-term lots">{left.long.count.toLocaleString()}</FactRow>
        <FactRow name="Cost of those lots">{money(left.basis)}</FactRow>
        <FactRow name="Unrealized gain">
          {left.unrealised === null ? (
            <span className="text-ink-3">{left.count === 0 ? 'None' : 'No price'}</span>
          ) : (
            <Gain amount={left.unrealised} currency={currency} />
          )}
        </FactRow>
        {left.unrealised !== null && left.unpriced > 0 && (
          <FactRow name="Lots without a price">{left.unpriced.toLocaleString()}</FactRow>
        )}
      </Facts>
      <div className="mt-auto grid gap-3 border-t border-line pt-3">
        <div>
          <StatusBadge look={standing.look} label={standing.label} />
          <p className="mt-1 text-table text-ink-2">{standing.text}</p>
        </div>
        {!isRecorded && <PutOnRecord method={method} contrary={outcome.contrary} year={tax_year} />}
      </div>
    </li>
  )
}

/** Choosing a method is recording a standing order: it applies to what comes, and to nothing that is sold. */
function PutOnRecord({
  method,
  contrary,
  year,
}: {
  readonly method: Exclude<MethodOutcome['method'], 'recorded'>
  readonly contrary: number
  readonly year: number
}) {
  const [isOpen, setOpen] = useState(false)
  const { add, isBusy } = useStandingOrders()
  const { name } = methodWords[method]
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Use {name} from now on
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={`Use ${name} from now on`}
        text={`A standing order is recorded now: ${name} for everything you dispose of from now on, in every account. For units a broker holds it counts in your own books to the end of 2026; tell the broker too.`}
        consequence={
          contrary === 0
            ? undefined
            : `It does not change the ${contrary.toLocaleString()} sale${contrary === 1 ? '' : 's'} of ${year.toString()} made before it.`
        }
        confirm="Record the order"
        busy={isBusy}
        onConfirm={() => add({ method, account_id: null, asset: null }, () => setOpen(false))}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
