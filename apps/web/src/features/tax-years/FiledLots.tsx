import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { OneYear } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import { useTaxCalculation } from '../../client/use-tax-calculation.ts'
import { useTaxDetails } from '../../client/use-tax-details.ts'

interface FiledLotsProps {
  readonly year: number
  readonly lots: NonNullable<OneYear['filed']>['lots']
  /** Whether something of the year differs from what was filed. */
  readonly differs: boolean
}

/** The lots that later years start from: those of the filed return, or of an amended one. Offers the other. */
export function FiledLots({ year, lots, differs }: FiledLotsProps) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { data: status } = useTaxDetails()
  const { start, isStarting } = useTaxCalculation()
  const options = {
    onSuccess: async () => {
      setAsking(false)
      await client.invalidateQueries({ queryKey: api.tax.key() })
    },
    onError: (thrown: unknown) => toastFailed(toApiError(thrown).message),
  }
  const keep = useMutation(api.taxYears.keepLots.mutationOptions(options))
  const release = useMutation(api.taxYears.releaseLots.mutationOptions(options))

  if (lots === 'today')
    return differs ? (
      <Strip
        action={
          <Button size="small" onClick={() => setAsking(true)}>
            Keep the lots as filed
          </Button>
        }
      >
        Later years assume that {year} is amended: they start from the lots that it leaves now. If you do not
        amend it, this difference appears on no return.
        <ConfirmDialog
          isOpen={isAsking}
          title={`Keep the lots of ${year.toString()} as filed`}
          text={`Every sale and every move up to the end of ${year.toString()} draws on the lots that your return used, whatever has been imported or changed since.`}
          consequence="Later years start from the lots that it left. Differences with causes other than lots stay here as a proposed amendment. It counts from the next calculation on, and can be undone."
          confirm="Keep them"
          busy={keep.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => keep.mutate({ year })}
        />
      </Strip>
    ) : null

  if (lots === 'keeping')
    return (
      <Strip
        action={
          <Button size="small" busy={release.isPending} onClick={() => release.mutate({ year })}>
            Cancel
          </Button>
        }
      >
        The lots that your return used are being looked up …
      </Strip>
    )

  const isStale = status?.need_tax_calculation === true
  return (
    <Strip
      action={
        <span className="flex flex-wrap gap-2">
          {isStale && (
            <Button
              size="small"
              look="primary"
              busy={isStarting}
              onClick={() => start({ recalculate: false, tax_year: year })}
            >
              Recalculate
            </Button>
          )}
          <Button size="small" busy={release.isPending} onClick={() => release.mutate({ year })}>
            Use today’s lots
          </Button>
        </span>
      }
    >
      The lots of {year} are kept as filed: later years start from the lots that your return left.
      {differs && ' What still differs appears on no return unless you amend.'}
      {isStale && ' Calculate again to see what that changes.'}
    </Strip>
  )
}

function Strip({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3">
      <p className="min-w-0 flex-1 basis-72 text-ink-2">{children}</p>
      {action}
    </div>
  )
}
