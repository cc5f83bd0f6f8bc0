import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { calls } from '../../app/api.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { useTaxDetails } from './use-tax-details.ts'

/** Tells that a calculation is over, or failed, unless one is looking at its progress. */
export function useFinishedToast(): void {
  const { data } = useTaxDetails()
  const { pathname } = useLocation()
  const isRunning = data?.tax_calculated === false
  const traceId = data?.trace_id ?? undefined
  const wasRunning = useRef(false)
  const isWatched = pathname === '/tax-calculation'

  useEffect(() => {
    const isOver = wasRunning.current && !isRunning
    wasRunning.current = isRunning
    if (!isOver || isWatched || traceId === undefined) return
    void tellOutcome(traceId)
  }, [isRunning, isWatched, traceId])
}

async function tellOutcome(traceId: string): Promise<void> {
  // Not being told is no failure of what one is doing: the control says the same.
  const answer = await calls.traces.checkTaxCalculation({ id: traceId }).catch(() => undefined)
  if (answer?.data?.state === 'done')
    toastDone(`Your ${answer.data.tax_year.toString()} taxes are calculated.`)
  if (answer?.data?.state === 'failed') {
    toastFailed('The tax calculation failed. Your earlier results are unchanged.')
  }
}
