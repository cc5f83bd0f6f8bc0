import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { calls } from '../../client/api.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { landingYear } from './landing-year.ts'
import { useTaxDetails } from '../../client/use-tax-details.ts'

/** Tells that a calculation is over, or failed, unless the screen one is on shows it. */
export function useFinishedToast(): void {
  const router = useRouter()
  const { data } = useTaxDetails()
  const isRunning = data?.tax_calculated === false
  const traceId = data?.trace_id ?? undefined
  const wasRunning = useRef(false)

  useEffect(() => {
    const isOver = wasRunning.current && !isRunning
    wasRunning.current = isRunning
    if (isOver && traceId !== undefined) void tellOutcome(traceId, () => router.state.location.pathname)
  }, [isRunning, traceId, router])
}

/** Names the year that was calculated and, where nothing happened in it, the newest in which something did. */
async function doneWords(year: number): Promise<string> {
  const answer = await calls.tax.oneYear({ year }).catch(() => undefined)
  const shown = answer === undefined ? year : landingYear(answer.data, year)
  return shown === year
    ? `Your ${year.toString()} taxes are calculated.`
    : `Your taxes are calculated. There is no activity in ${year.toString()}; ${shown.toString()} is the latest year with activity.`
}

async function tellOutcome(traceId: string, pathname: () => string): Promise<void> {
  // Not being told is no failure of what one is doing: the control says the same.
  const answer = await calls.traces.checkTaxCalculation({ id: traceId }).catch(() => undefined)
  const calculation = answer?.data
  if (calculation?.state === 'done' && !['/tax-calculation', '/one_year'].includes(pathname())) {
    toastDone(await doneWords(calculation.tax_year))
  }
  if (calculation?.state === 'failed' && pathname() !== '/tax-calculation') {
    toastFailed('The tax calculation failed. Your earlier results are unchanged.')
  }
}
