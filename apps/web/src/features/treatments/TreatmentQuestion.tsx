import { useState } from 'react'
import { OPEN_TREATMENTS, type OpenTreatment, type TreatmentBoard } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { cx } from '../../ui/cx.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { TreatmentEffect } from './TreatmentEffect.tsx'
import { choiceName, treatmentWords } from './treatment-words.ts'
import type { Treatments } from './use-treatments.ts'

interface Props {
  readonly treatment: OpenTreatment
  readonly board: TreatmentBoard
  readonly treatments: Treatments
}

/** One open question: what it rests on, how many rows it bears on, and its choices with what each would change. */
export function TreatmentQuestion({ treatment, board, treatments }: Props) {
  const { name, question, authority, rule, example } = treatmentWords[treatment]
  const rows = board.effects?.rows[treatment]
  const chosen = board.choices[treatment]
  const choices = (
    <ul className="grid gap-2" aria-label={`Choices for ${name}`}>
      {OPEN_TREATMENTS[treatment].map((choice, n) => (
        <Choice
          key={choice}
          choice={choice}
          isDefault={n === 0}
          treatment={treatment}
          board={board}
          treatments={treatments}
        />
      ))}
    </ul>
  )
  return (
    <li className="grid gap-3 px-card py-4" aria-label={name}>
      <div className="grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h3 className="font-medium">{name}</h3>
          {rows !== undefined && (
            <span className="text-table text-ink-2">
              {rows === 0 ? 'Affects none of your rows' : `Affects ${rows.toLocaleString()} of your rows`}
            </span>
          )}
        </div>
        <p>{question}</p>
        <p className="text-table text-ink-2">{authority}</p>
        <details className="text-table text-ink-2">
          <summary className="w-fit text-accent underline">An example in figures</summary>
          <p className="mt-1">
            {example} Rule {rule} of the documentation (docs/tax).
          </p>
        </details>
      </div>
      {rows === 0 ? (
        // A treatment that concerns no row is folded.
        <details>
          <summary className="w-fit">
            <span className="text-ink-2">Chosen: </span>
            <strong className="font-medium">{choiceName(treatment, chosen)}</strong>
            {chosen === OPEN_TREATMENTS[treatment][0] && (
              <span className="text-table text-ink-2"> · default</span>
            )}
          </summary>
          <div className="mt-2">{choices}</div>
        </details>
      ) : (
        choices
      )}
    </li>
  )
}

function Choice({
  choice,
  isDefault,
  treatment,
  board,
  treatments,
}: Props & { readonly choice: string; readonly isDefault: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const isChosen = board.choices[treatment] === choice
  const { name: of, choices } = treatmentWords[treatment]
  const name = choiceName(treatment, choice)
  const filed = board.filed_years
  return (
    <li
      className={cx(
        'grid gap-2 rounded-card border p-3',
        isChosen ? 'border-accent outline outline-accent' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span>
          <strong className="font-medium">{name}</strong>
          {isDefault && <span className="text-table text-ink-2"> · default</span>}
        </span>
        {isChosen ? (
          <StatusBadge look="done" label="Chosen" />
        ) : (
          <Button size="small" aria-label={`Choose ${name} for ${of}`} onClick={() => setOpen(true)}>
            Choose
          </Button>
        )}
      </div>
      <p className="text-table text-ink-2">{choices[choice]?.text}</p>
      {!isChosen && <TreatmentEffect treatment={treatment} choice={choice} board={board} />}
      <ConfirmDialog
        isOpen={isOpen}
        title={`${of}: ${name}`}
        text={`It is recorded now under your name, counts for your whole history from the next calculation on, and can be undone.${isDefault ? '' : ' It is not the default: be ready to explain why on the return.'}`}
        consequence={
          <>
            <TreatmentEffect treatment={treatment} choice={choice} board={board} isBrief />
            {filed.length > 0 &&
              ` What you filed for ${filed.map(String).join(', ')} stays as it is; a difference becomes a proposed amendment.`}
          </>
        }
        confirm="Choose it"
        busy={treatments.isBusy}
        onConfirm={() => treatments.change({ kind: 'choice', treatment, to: choice }, () => setOpen(false))}
        onClose={() => setOpen(false)}
      />
    </li>
  )
}
