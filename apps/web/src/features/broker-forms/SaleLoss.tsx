import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrokerResult } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import { refreshForms, useUndoLines } from './use-broker-lines.ts'

/** Whether a loss of a sale counts: code L of Form 8949 takes it back where it does not. */
export function SaleLoss({
  year,
  sale,
  onClose,
}: {
  readonly year: number
  readonly sale: BrokerResult['sales'][number]
  readonly onClose: () => void
}) {
  const client = useQueryClient()
  const undo = useUndoLines()
  const [isTakenBack, setTakenBack] = useState(!sale.is_loss_deductible)
  const { mutate, isPending } = useMutation(
    laterApi.brokerForms.stateLoss.mutationOptions({
      onError: (thrown) => {
        setTakenBack(!sale.is_loss_deductible)
        toastFailed(toApiError(thrown).message)
      },
    }),
  )
  return (
    <Checkbox
      className="basis-full"
      label="A loss on this sale is not deductible"
      hint="Personal-use property, or a sale to a related party: code L."
      checked={isTakenBack}
      disabled={isPending}
      onChange={({ target }) => {
        setTakenBack(target.checked)
        mutate(
          { year, transaction_id: sale.transaction_id, is_deductible: !target.checked },
          {
            onSuccess: ({ change_id }) =>
              void refreshForms(client).then(() => {
                undo('The loss is set', change_id)
                onClose()
              }),
          },
        )
      }}
    />
  )
}
