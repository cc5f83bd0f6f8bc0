import { useState } from 'react'
import { type FormRests, paths, PRINTED_KINDS, type Printing } from '@lotbook/contract'
import { laterCalls } from '../../client/later-api.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { leadTo } from '../../ui/lead-to.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { type ExportKind, exportWords } from './export-words.ts'
import { asksWhose } from './print-choices.ts'
import { PrintDialog } from './PrintDialog.tsx'
import { asksFirst, formsSentence, restsSentences } from './rests-words.ts'

/** Exports with pages that say whether they are a draft. */
const PRINTED: readonly ExportKind[] = [...PRINTED_KINDS, 'hr-block-summary', 'freetaxusa-summary']

interface Asked {
  readonly kind: ExportKind
  readonly year: number
  readonly rests: FormRests
}

/** An export whose name and number are asked for, with the lines of its form as far as they are known. */
interface Printed {
  readonly kind: ExportKind
  readonly year: number
  readonly lines: number
}

/** Makes a form of a year, after a question where lines of it rest on what nobody knows yet, and another where a name is printed on it. */
export function useFormGuard(
  create: (kind: ExportKind, year: number, scope?: undefined, printing?: Printing) => void,
) {
  const [asked, setAsked] = useState<Asked>()
  const [printed, setPrinted] = useState<Printed>()
  const [looking, setLooking] = useState<ExportKind>()
  const make = (kind: ExportKind, year: number, lines: number) =>
    asksWhose(kind) ? setPrinted({ kind, year, lines }) : create(kind, year)
  const request = async (kind: ExportKind, year: number) => {
    setLooking(kind)
    // Where the question cannot be asked, making the form says why.
    const answer = await laterCalls.exports.restsOn({ kind, tax_year: year }).catch(() => undefined)
    setLooking(undefined)
    if (answer !== undefined && asksFirst(answer.data)) setAsked({ kind, year, rests: answer.data })
    else make(kind, year, answer?.data.lines ?? 0)
  }
  return {
    request,
    /** The form that is being looked at. */
    looking,
    dialog:
      printed !== undefined ? (
        <PrintDialog
          {...printed}
          onClose={() => setPrinted(undefined)}
          onPrint={(printing) => {
            setPrinted(undefined)
            create(printed.kind, printed.year, undefined, printing)
          }}
        />
      ) : (
        asked !== undefined && (
          <FormGuard
            asked={asked}
            onClose={() => setAsked(undefined)}
            onDownload={() => {
              setAsked(undefined)
              make(asked.kind, asked.year, asked.rests.lines)
            }}
          />
        )
      ),
  }
}

/** Says on how many lines a form rests on what is not known, and what that is. */
function FormGuard({
  asked: { kind, year, rests },
  onClose,
  onDownload,
}: {
  readonly asked: Asked
  readonly onClose: () => void
  readonly onDownload: () => void
}) {
  const forms = formsSentence(rests)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${exportWords[kind].name} ${year.toString()} is not final`}
      width="medium"
      footer={
        <>
          <Button onClick={onDownload}>Download anyway</Button>
          {rests.open_lines > 0 ? (
            <ButtonLink look="primary" data-autofocus to={`${paths.transactions}?review=true`}>
              Review first
            </ButtonLink>
          ) : document.getElementById('broker-forms') === null ? (
            <ButtonLink look="primary" data-autofocus to={paths.oneYear(year)}>
              Review first
            </ButtonLink>
          ) : (
            <Button
              look="primary"
              data-autofocus
              onClick={() => {
                onClose()
                // The dialog gives the focus back as it closes; the way goes on from there.
                requestAnimationFrame(() => leadTo('broker-forms'))
              }}
            >
              Review first
            </Button>
          )}
        </>
      }
    >
      {rests.open_lines > 0 && (
        <>
          <p>
            {rests.open_lines.toLocaleString()} of {rests.lines.toLocaleString()}{' '}
            {rests.lines === 1 ? 'line' : 'lines'} {rests.open_lines === 1 ? 'rests' : 'rest'} on items that
            are still open:
          </p>
          <ul className="mt-2 list-disc pl-5">
            {restsSentences(rests).map((sentence) => (
              <li key={sentence}>{sentence}.</li>
            ))}
          </ul>
        </>
      )}
      {forms !== undefined && (
        <p className="mt-3 first:mt-0">
          {forms}. Enter the form, or choose what it shows under Forms from brokers, in the results of{' '}
          {year.toString()}.
        </p>
      )}
      <p className="mt-3 text-ink-2">
        File a form only when you can support its figures. You can download it now to look at it
        {PRINTED.includes(kind) ? '; its pages say “Draft”' : ''}.
      </p>
    </Dialog>
  )
}
