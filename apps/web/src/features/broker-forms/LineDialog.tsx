import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrokerLine, BrokerLinesOfYear } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { FRONT, MORE, type BoxField } from './line-fields.ts'
import { lineTyped, mistakesIn, typedLine, type LineField } from './typed-line.ts'
import { refreshForms, useUndoLines } from './use-broker-lines.ts'

/** A line of a Form 1099-DA, box by box as the form has them: 1a to 1g in front, the others below. */
export function LineDialog({
  year,
  line,
  accounts,
  onClose,
}: {
  readonly year: number
  readonly line: BrokerLine | undefined
  readonly accounts: BrokerLinesOfYear['accounts']
  readonly onClose: () => void
}) {
  const client = useQueryClient()
  const undo = useUndoLines()
  const [only, ...others] = accounts
  const begins = typedLine(line, others.length === 0 ? (only?.account_id ?? '') : '')
  const [draft, setDraft, forget] = useDraft(`form-1099-da ${year.toString()} ${line?.id ?? ''}`, begins)
  const [isTried, setTried] = useState(false)
  const { mutate, isPending, error } = useMutation(
    laterApi.brokerForms.enter.mutationOptions({
      onSuccess: async ({ change_id }) => {
        forget()
        await refreshForms(client)
        undo(line === undefined ? 'The line is entered' : 'The line is changed', change_id)
        onClose()
      },
    }),
  )
  const refusal = error === null ? undefined : toApiError(error)
  const mistakes = mistakesIn(draft)
  const errorOf = (field: LineField) => (isTried ? mistakes[field] : undefined) ?? refusal?.fields[field]
  const set = (field: LineField, value: string) => setDraft({ ...draft, [field]: value })
  const isMoreWrong = MORE.some(({ fields }) => fields.some(({ field }) => errorOf(field) !== undefined))
  const hasMore =
    line !== undefined &&
    MORE.some(({ fields }) => fields.some(({ field }) => begins[field] !== EMPTY[field]))
  const cancel = () => {
    forget()
    onClose()
  }
  const boxes = (fields: readonly BoxField[]) =>
    fields.map((box) => (
      <Box key={box.field} box={box} value={draft[box.field]} error={errorOf(box.field)} onChange={set} />
    ))
  return (
    <Dialog
      isOpen
      onClose={cancel}
      title={line === undefined ? 'Enter Form 1099-DA' : 'Edit Form 1099-DA'}
      form="page"
    >
      <Form
        refused={
          refusal !== undefined && Object.keys(refusal.fields).length === 0 ? refusal.message : undefined
        }
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isPending && Object.keys(mistakes).length === 0)
            mutate({ year, ...lineTyped(draft), ...(line === undefined ? {} : { line_id: line.id }) })
        }}
      >
        <Field label="Account" error={errorOf('account_id')}>
          <Select value={draft.account_id} onChange={({ target }) => set('account_id', target.value)}>
            <option value="">Choose the broker’s account</option>
            {accounts.map(({ account_id, account_name }) => (
              <option key={account_id} value={account_id}>
                {account_name}
              </option>
            ))}
          </Select>
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">{boxes(FRONT)}</div>
        {MORE.map(({ title, fields }, at) => (
          <details
            key={title}
            open={(at === 0 && line !== undefined) || isMoreWrong || hasMore || undefined}
            className="border-t border-rule pt-3"
          >
            <summary className="font-medium">{title}</summary>
            <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">{boxes(fields)}</div>
          </details>
        ))}
        <div className="flex justify-end gap-2">
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" type="submit" busy={isPending}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

const EMPTY = typedLine(undefined, '')

function Box({
  box: { field, label, as, hint, optional = true },
  value,
  error,
  onChange,
}: {
  readonly box: BoxField
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (field: LineField, value: string) => void
}) {
  if (as === 'check')
    return (
      <Checkbox
        label={label}
        checked={value === 'yes'}
        onChange={({ target }) => onChange(field, target.checked ? 'yes' : '')}
        className="sm:self-end"
      />
    )
  return (
    <Field label={label} hint={hint} optional={optional} error={error}>
      {typeof as === 'string' ? (
        <TextInput
          type={as === 'day' ? 'date' : 'text'}
          inputMode={as === 'amount' ? 'decimal' : undefined}
          maxLength={as === 'text' ? 100 : 40}
          value={value}
          onChange={({ target }) => onChange(field, target.value)}
        />
      ) : (
        <Select value={value} onChange={({ target }) => onChange(field, target.value)}>
          {as.map(([word, text]) => (
            <option key={word} value={word}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
