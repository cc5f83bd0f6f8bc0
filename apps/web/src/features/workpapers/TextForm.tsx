import { useForm } from 'react-hook-form'
import { LONGEST_WORKPAPER_TEXT } from '@lotbook/contract'
import { showRefusal } from '../../client/show-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Textarea } from '../../ui/TextInput.tsx'
import { useForgetPapers } from './use-papers.ts'

export interface TextFormProps {
  readonly label: string
  readonly submit: string
  readonly send: (text: string) => Promise<unknown>
  readonly onSent?: () => void
  /** Beside the button. */
  readonly children?: React.ReactNode
}

/** A text of one's own and the button that sends it. */
export function TextForm({ label, submit, send, onSent, children }: TextFormProps) {
  const forget = useForgetPapers()
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { text: '' } })
  const { errors, isSubmitting } = formState
  const onSubmit = handleSubmit(async ({ text }) => {
    try {
      await send(text.trim())
      await forget()
      reset()
      onSent?.()
    } catch (thrown) {
      showRefusal(thrown, setError, ['text'])
    }
  })
  return (
    <Form onSubmit={(event) => void onSubmit(event)} refused={errors.root?.message} className="gap-3!">
      <Field label={label} error={errors.text?.message}>
        <Textarea
          rows={2}
          {...register('text', {
            validate: (text) => text.trim() !== '' || 'Write something first.',
            maxLength: {
              value: LONGEST_WORKPAPER_TEXT,
              message: `Use at most ${LONGEST_WORKPAPER_TEXT.toLocaleString()} characters.`,
            },
          })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" busy={isSubmitting}>
          {submit}
        </Button>
        {children}
      </div>
    </Form>
  )
}
