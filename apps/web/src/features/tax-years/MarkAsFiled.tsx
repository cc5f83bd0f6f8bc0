import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { OneYear } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { useDraft } from '../../client/use-draft.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone } from '../../ui/toast-store.ts'

/** Freezes a year at the figures on screen, once its return was filed. */
export function MarkAsFiled({ year }: { year: OneYear }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Lock aria-hidden="true" className="size-4" />} onClick={() => setOpen(true)}>
        Mark {year.year} as filed
      </Button>
      <FileDialog year={year} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function FileDialog({ year, isOpen, onClose }: { year: OneYear; isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const [{ filedOn, confirmation }, setDraft, forget] = useDraft(`filed ${year.year}`, {
    filedOn: '',
    confirmation: '',
  })
  const cancel = () => {
    setDraft({ filedOn: '', confirmation: '' })
    onClose()
  }
  const { mutate, isPending, error } = useMutation(
    api.taxYears.file.mutationOptions({
      onSuccess: async () => {
        forget()
        onClose()
        toastDone(`${year.year.toString()} is marked as filed`)
        await client.invalidateQueries({ queryKey: api.tax.key() })
      },
    }),
  )
  const refusal = error === null ? undefined : toApiError(error)
  const dayError = refusal?.fields['filed_on']
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Mark ${year.year.toString()} as filed`}>
      <Form
        refused={dayError === undefined ? refusal?.message : undefined}
        onSubmit={(event) => {
          event.preventDefault()
          if (isPending || filedOn === '') return
          mutate({
            year: year.year,
            calculation_id: year.calculation.id,
            filed_on: filedOn,
            confirmation,
          })
        }}
      >
        <p className="text-ink-2">
          The figures and rows of {year.year} stay as they are now, whatever you import or change later.
          Changes that would affect them are collected as a proposed amendment.
        </p>
        <Field label="Filed on" {...(dayError === undefined ? {} : { error: dayError })}>
          <TextInput
            type="date"
            required
            data-autofocus
            value={filedOn}
            onChange={(event) => setDraft({ filedOn: event.target.value, confirmation })}
          />
        </Field>
        <Field label="Confirmation" optional hint="The confirmation number from the IRS or your preparer.">
          <TextInput
            maxLength={200}
            value={confirmation}
            onChange={(event) => setDraft({ filedOn, confirmation: event.target.value })}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={cancel}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            busy={isPending}
            disabledReason={filedOn === '' ? 'Enter the date the return was filed.' : undefined}
          >
            Freeze {year.year}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
