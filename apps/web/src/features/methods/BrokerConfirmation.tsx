import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrokerConfirmation as Confirmation, BrokerRecord } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

interface ConfirmedProps {
  readonly record: BrokerRecord
  readonly id: string
  /** The order or sale in a few words, for who hears the button alone. */
  readonly name: string
  readonly confirmation: Confirmation | null
}

/** Whether the broker has an order that names lots, which it must from 2027 on, and the way to enter what it confirmed. */
export function BrokerConfirmation({ record, id, name, confirmation }: ConfirmedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-table text-ink-2">
      <span className="min-w-0 wrap-anywhere">
        {confirmation === null
          ? 'From January 1, 2027 the broker must have this before the sale (Notice 2026-20). Your own books are enough until then.'
          : `Confirmed by the broker on ${formatDay(confirmation.confirmed_on)}${confirmation.reference === '' ? '' : `: ${confirmation.reference}`}`}
      </span>
      <Button size="small" onClick={() => setOpen(true)}>
        {confirmation === null ? 'Enter confirmation' : 'Change'}
        <span className="sr-only"> of {name}</span>
      </Button>
      {isOpen && (
        <ConfirmationDialog
          record={record}
          id={id}
          confirmation={confirmation}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

function ConfirmationDialog({
  record,
  id,
  confirmation,
  onClose,
}: Omit<ConfirmedProps, 'name'> & { readonly onClose: () => void }) {
  const [typed, setTyped] = useState({
    confirmed_on: confirmation?.confirmed_on ?? '',
    reference: confirmation?.reference ?? '',
  })
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: laterApi.methods.key() })
  const undo = useMutation(
    laterApi.methods.confirm.mutationOptions({
      onSuccess: refresh,
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  const { mutate, isPending, error } = useMutation(
    laterApi.methods.confirm.mutationOptions({
      onSuccess: async (_, { confirmation: now }) => {
        await refresh()
        toastDone(now === null ? 'The confirmation is removed' : 'The confirmation is saved', () =>
          undo.mutate({ record, id, confirmation }),
        )
        onClose()
      },
    }),
  )
  const refusal = error === null ? undefined : toApiError(error)
  const fields = refusal?.fields ?? {}
  return (
    <Dialog isOpen onClose={onClose} title="The broker’s confirmation" form="sheet">
      <Form
        refused={refusal !== undefined && Object.keys(fields).length === 0 ? refusal.message : undefined}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) mutate({ record, id, confirmation: typed })
        }}
      >
        <Field label="Confirmed on" error={fields['confirmation.confirmed_on']}>
          <TextInput
            type="date"
            required
            value={typed.confirmed_on}
            onChange={({ target }) => setTyped({ ...typed, confirmed_on: target.value })}
          />
        </Field>
        <Field
          label="How the broker confirmed it"
          optional
          hint="A ticket number, an email or a name. It is printed on the record."
          error={fields['confirmation.reference']}
        >
          <TextInput
            value={typed.reference}
            maxLength={300}
            onChange={({ target }) => setTyped({ ...typed, reference: target.value })}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          {confirmation !== null && (
            <Button onClick={() => mutate({ record, id, confirmation: null })}>Remove</Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={isPending}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
