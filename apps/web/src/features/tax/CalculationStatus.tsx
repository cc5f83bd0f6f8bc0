import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import { useIsMobile } from '../../ui/use-media.ts'
import { useNow } from '../../ui/use-now.ts'
import { calculationAge } from './calculation-age.ts'

/** The small status above the bar of a phone: how old the calculations are, and refreshing them. */
export function CalculationStatus() {
  const isMobile = useIsMobile()
  const now = useNow()
  const client = useQueryClient()
  const [isClosed, setClosed] = useState(false)
  const { data } = useQuery({ ...api.tax.details.queryOptions(), enabled: isMobile })
  const { mutate, isPending } = useMutation(
    api.tax.start.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: api.tax.key() }),
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  const age =
    data === undefined
      ? undefined
      : calculationAge(isPending ? { ...data.data, tax_calculated: false } : data.data, now)
  if (!isMobile || isClosed || age === undefined) return null

  return (
    <div className="fixed inset-x-4 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 flex items-center gap-2 rounded-card border border-line bg-raised py-1 pr-1 pl-4 text-table shadow-menu">
      <p role="status" className="min-w-0 grow">
        {age.text}
      </p>
      {age.canRefresh && (
        <Button look="quiet" size="small" onClick={() => mutate({ recalculate: false })}>
          Refresh
        </Button>
      )}
      <IconButton label="Close" onClick={() => setClosed(true)}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  )
}
