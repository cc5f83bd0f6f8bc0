import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OneYear } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { Day } from '../../ui/Values.tsx'

/** Says that a year is frozen since when, and takes the mark back. */
export function FiledStrip({ year, filed }: { year: number; filed: NonNullable<OneYear['filed']> }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const reopen = useMutation(
    api.taxYears.reopen.mutationOptions({
      onSuccess: async () => {
        setAsking(false)
        toastDone(`${year.toString()} is open again`)
        await client.invalidateQueries({ queryKey: api.tax.key() })
      },
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  return (
    <Banner
      action={
        <Button size="small" onClick={() => setAsking(true)}>
          Reopen
        </Button>
      }
    >
      Filed on <Day day={filed.filed_on} />
      {filed.confirmation !== '' && <> · {filed.confirmation}</>}. These figures stay as they were filed.
      <ConfirmDialog
        isOpen={isAsking}
        title={`Reopen ${year.toString()}`}
        text={`No longer treat ${year.toString()} as filed?`}
        consequence="The year shows the newest calculation again. What was calculated stays, and the change is in your audit trail."
        confirm="Reopen"
        busy={reopen.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => reopen.mutate({ year })}
      />
    </Banner>
  )
}
