import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastFailed } from '../../ui/toast-store.ts'

/** Gives a packet that was made to the filing partner of the installation; nothing where there is none. */
export function HandOver({ packet, year }: { readonly packet: string; readonly year: number }) {
  const [isAsking, setAsking] = useState(false)
  const { data: partner } = useQuery(
    laterApi.filing.partner.queryOptions({ select: (answer) => answer.data, staleTime: Infinity }),
  )
  const { mutate, isPending } = useMutation(
    laterApi.filing.handOver.mutationOptions({
      onSuccess: ({ data }) => window.location.assign(data.url),
      onError: (thrown) => {
        setAsking(false)
        toastFailed(toApiError(thrown).message)
      },
    }),
  )
  if (partner === undefined || partner === null) return null
  return (
    <p className="mt-3">
      <Button onClick={() => setAsking(true)}>File with {partner.name}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Send the packet to ${partner.name}?`}
        text={`They get every form and list of ${year.toString()}, with your name. You finish filing on their site.`}
        confirm="Send"
        busy={isPending}
        onConfirm={() => mutate({ export_id: packet })}
        onClose={() => setAsking(false)}
      />
    </p>
  )
}
