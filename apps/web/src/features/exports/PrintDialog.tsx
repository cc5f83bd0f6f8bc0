import { type FormEvent, useId, useState } from 'react'
import { type Printing, SUMMARY_OFFERED_FROM } from '@lotbook/contract'
import { useStart } from '../../client/start.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { type ExportKind, exportWords } from './export-words.ts'
import {
  hasForm8949,
  isInAnotherScript,
  maskedNumber,
  pagesAtLeast,
  printingOf,
  printProblems,
  type PrintFields,
} from './print-choices.ts'

export interface PrintDialogProps {
  readonly kind: ExportKind
  readonly year: number
  /** Lines of Form 8949. */
  readonly lines: number
  readonly onClose: () => void
  readonly onPrint: (printing: Printing) => void
}

/** Asks whose forms are printed. The number lives in this dialog and in one request, and nowhere else in the browser. */
export function PrintDialog({ kind, year, lines, onClose, onPrint }: PrintDialogProps) {
  const { get_user_role: user } = useStart()
  const formId = useId()
  const [fields, setFields] = useState<PrintFields>({
    // A professional prints for the client they look at.
    name: user.viewing === null ? [user.first_name, user.last_name].filter(Boolean).join(' ') : '',
    number: '',
    isSummary: false,
    above: SUMMARY_OFFERED_FROM.toString(),
  })
  const [isTried, setTried] = useState(false)
  const problems = isTried ? printProblems(fields) : {}
  const change = (changed: Partial<PrintFields>) => setFields({ ...fields, ...changed })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(printProblems(fields)).length === 0) onPrint(printingOf(fields))
  }
  const masked = maskedNumber(fields.number)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${exportWords[kind].name} ${year.toString()}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId}>
            Create
          </Button>
        </>
      }
    >
      <form id={formId} noValidate autoComplete="off" onSubmit={submit} className="grid gap-4">
        <Field
          label="Name shown on the return"
          optional
          hint={
            isInAnotherScript(fields.name)
              ? 'Printed as you type it. The IRS compares it with the Social Security card, which has Latin letters.'
              : undefined
          }
        >
          <TextInput
            data-autofocus
            maxLength={100}
            value={fields.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <Field
          label="Social Security number"
          optional
          error={problems.number}
          hint={`${
            masked === ''
              ? 'Printed on the forms and stored only inside the encrypted file. Leave it empty to write it in by hand.'
              : `Printed in full on the forms: ${masked}. Stored only inside the encrypted file.`
          }${user.viewing === null ? '' : ' Your client has the file too, and sees that you printed it.'}`}
        >
          <PasswordInput
            what="number"
            mono
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            value={fields.number}
            onChange={({ target }) => change({ number: target.value })}
          />
        </Field>
        {hasForm8949(kind) && lines >= SUMMARY_OFFERED_FROM && (
          <SummaryChoice
            fields={fields}
            problem={problems.above}
            lines={lines}
            year={year}
            onChange={change}
          />
        )}
      </form>
    </Dialog>
  )
}

/** Reporting in summary, for those who have many sales. */
function SummaryChoice({
  fields: { isSummary, above },
  problem,
  lines,
  year,
  onChange,
}: {
  readonly fields: PrintFields
  readonly problem: string | undefined
  readonly lines: number
  readonly year: number
  readonly onChange: (changed: Partial<PrintFields>) => void
}) {
  return (
    <div className="grid gap-3">
      <Checkbox
        label="Report sales in summary"
        hint={`One row for each broker and box with code M, and a statement of every sale to attach (Exception 2 of Form 8949). Listed one by one, ${lines.toLocaleString()} sales take at least ${pagesAtLeast(lines, year).toLocaleString()} pages; a filled form has 10,000 at most.`}
        checked={isSummary}
        onChange={({ target }) => onChange({ isSummary: target.checked })}
      />
      {isSummary && (
        <Field label="If there are more sales than" error={problem}>
          <TextInput
            inputMode="numeric"
            className="w-32!"
            value={above}
            onChange={({ target }) => onChange({ above: target.value })}
          />
        </Field>
      )}
    </div>
  )
}
