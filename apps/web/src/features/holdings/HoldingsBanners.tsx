import type { HoldingsAnswer } from '@lotbook/contract'
import { useTaxDetails } from '../../client/use-tax-details.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Day } from '../../ui/Values.tsx'
import { useCalculateHoldings } from './use-holdings.ts'

/** Something is at work: what is shown stays until it is done. */
export function InProgress() {
  return (
    <div role="status" className="grid gap-2 text-table text-ink-2">
      <span aria-hidden="true" className="block h-0.5 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full w-1/4 animate-[sweep_1.6s_ease-in-out_infinite] rounded-full bg-accent" />
      </span>
      Your holdings are being recalculated. Until then you see the previous figures.
    </div>
  )
}

/** The source of the figures of an earlier day, and the way back. */
export function EarlierDay({ day, onToday }: { readonly day: string; readonly onToday: () => void }) {
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" onClick={onToday}>
          Back to today
        </Button>
      }
    >
      These are your holdings at the end of <Day day={day} />, calculated from your transactions and settings
      as they are now.
    </Banner>
  )
}

/** What keeps the figures from being the last word, with the button that makes them it. */
export function StaleCalculation({
  answer: { calculation, holding_in_progress: isAtWork },
}: {
  readonly answer: HoldingsAnswer
}) {
  const { data: status } = useTaxDetails()
  const { calculate, isStarting } = useCalculateHoldings()
  const isOld = calculation === null || calculation.changes_since > 0 || status?.need_tax_calculation === true
  if (isAtWork || !isOld) return null
  return (
    <Banner
      tone={calculation === null ? 'info' : 'warn'}
      action={
        <Button size="small" busy={isStarting} onClick={calculate}>
          {calculation === null ? 'Calculate cost basis' : 'Recalculate'}
        </Button>
      }
    >
      {calculation === null ? (
        'These balances come from your transactions. Cost basis, gains and lots have not been calculated yet.'
      ) : (
        <>
          {calculation.changes_since === 0
            ? 'Settings or rules have changed since the calculation of '
            : `${calculation.changes_since.toLocaleString()} ${calculation.changes_since === 1 ? 'change' : 'changes'} since the calculation of `}
          <Day day={calculation.finished_at} />, which these lots come from.
        </>
      )}
    </Banner>
  )
}
