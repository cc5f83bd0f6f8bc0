import { useForm } from 'react-hook-form'
import { LONGEST_WORKPAPER_TEXT, STEP_NAMES, type WorkpapersOfYear } from '@lotbook/contract'
import { laterCalls } from '../../client/later-api.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Textarea } from '../../ui/TextInput.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { inBooksOf, useForgetPapers } from './use-papers.ts'

export interface SignOffDialogProps {
  readonly step: WorkpapersOfYear['steps'][number]
  readonly year: number
  readonly clientId: string | undefined
  readonly onClose: () => void
}

/** Sign a step off, with a note: a step that is open asks for one. */
export function SignOffDialog({ step, year, clientId, onClose }: SignOffDialogProps) {
  const forget = useForgetPapers()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { note: '' } })
  const { errors, isSubmitting } = formState
  const name = STEP_NAMES[step.step]
  const submit = handleSubmit(async ({ note }) => {
    try {
      await laterCalls.workpapers.signOff({
        ...inBooksOf(clientId),
        tax_year: year,
        step: step.step,
        note: note.trim(),
      })
      await forget()
      toastDone(`Signed off: ${name}`)
      onClose()
    } catch (thrown) {
      showRefusal(thrown, setError, ['note'])
    }
  })
  const isOpen = step.state === 'open'
  return (
    <Dialog isOpen onClose={onClose} title={`Sign off: ${name}`}>
      <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
        <p className="text-ink-2">{step.text}</p>
        <Field
          label={isOpen ? 'Why it can stay open' : 'Note'}
          optional={!isOpen}
          error={errors.note?.message}
          hint="Your client can read it, and it is in the packet of the year."
        >
          <Textarea
            rows={3}
            data-autofocus
            {...register('note', {
              maxLength: {
                value: LONGEST_WORKPAPER_TEXT,
                message: `Use at most ${LONGEST_WORKPAPER_TEXT.toLocaleString()} characters.`,
              },
            })}
          />
        </Field>
        <div>
          <Button type="submit" look="primary" busy={isSubmitting}>
            Sign off
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
