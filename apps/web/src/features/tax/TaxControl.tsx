import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Calculator, ChartNoAxesColumn } from 'lucide-react'
import { useState } from 'react'
import { messages, paths } from '@lotbook/contract'
import { api } from '../../app/api.ts'
import { toApiError } from '../../app/api-error.ts'
import { startQuery } from '../../app/start.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import { useIsMobile } from '../../ui/use-media.ts'
import { calculateAction } from './calculate-action.ts'

/** The one button about a calculation: starts it, shows how far it is, or leads to its result. */
export function TaxControl() {
  const isMobile = useIsMobile()
  const client = useQueryClient()
  // What the start call brought serves until the call of its own has been made.
  const known = client.getQueryData(startQuery.queryKey)?.details
  const { data: status } = useQuery({
    ...api.tax.details.queryOptions(),
    select: ({ data }) => data,
    ...(known === undefined || known === null ? {} : { initialData: { data: known } }),
  })
  const { start, isStarting } = useTaxCalculation()
  const [isAsking, setAsking] = useState(false)
  if (status === undefined) return null

  const label = isMobile ? messages.tax.calculateMobile : messages.tax.calculateDesktop
  switch (calculateAction(status, { isMobile })) {
    case 'unavailable':
      return (
        <Button look="primary" disabledReason={messages.tax.nothing}>
          {label}
        </Button>
      )
    case 'imports-running':
      return (
        <Button look="primary" disabledReason="Some imports are still running. Wait for them to finish.">
          {label}
        </Button>
      )
    case 'view':
      return (
        <ButtonLink
          look="primary"
          icon={<ChartNoAxesColumn aria-hidden="true" className="size-4" />}
          to={paths.oneYear(status.tax_year)}
        >
          {isMobile ? messages.tax.viewMobile : messages.tax.viewDesktop}
        </ButtonLink>
      )
    case 'calculate':
      return (
        <Button
          look="primary"
          icon={<Calculator aria-hidden="true" className="size-4" />}
          busy={isStarting}
          onClick={() => start({ recalculate: false })}
        >
          {label}
        </Button>
      )
    case 'confirm-restart':
      return (
        <>
          <Button icon={<Spinner className="text-info" />} onClick={() => setAsking(true)}>
            Calculating {status.percent ?? 0}%
          </Button>
          <ConfirmDialog
            isOpen={isAsking}
            title={messages.tax.restartTitle}
            text={messages.tax.restartText}
            cancel={messages.tax.cancel}
            confirm={messages.tax.restart}
            busy={isStarting}
            onClose={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false)
              start({ recalculate: true })
            }}
          />
        </>
      )
  }
}

/** Starts a calculation, or restarts it, and goes to where its progress shows. */
export function useTaxCalculation() {
  const router = useRouter()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation(
    api.tax.start.mutationOptions({
      onSuccess: ({ data }) => {
        void client.invalidateQueries({ queryKey: api.tax.key() })
        router.history.push(paths.taxCalculation(data.trace_id))
      },
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  return { start: mutate, isStarting: isPending }
}
