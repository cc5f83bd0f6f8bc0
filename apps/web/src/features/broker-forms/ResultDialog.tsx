import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrokerLine, BrokerResult } from '@lotbook/contract'
import { BROKER_LINE_LOSSES, type BrokerLineLoss } from '@lotbook/journal'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import { Day, Gain, Money, Quantity } from '../../ui/Values.tsx'
import { LOSS_WORDS, lossHint, OUTCOME_WORDS } from './outcome-words.ts'
import { SaleChoice } from './SaleChoice.tsx'
import { SaleLoss } from './SaleLoss.tsx'
import { refreshForms, useUndoLines } from './use-broker-lines.ts'

/** One result: the lines, the sales, what goes on Form 8949 and why; and what a person can decide about it. */
export function ResultDialog({
  year,
  result,
  onEdit,
  onClose,
}: {
  readonly year: number
  readonly result: BrokerResult
  readonly onEdit: (line: BrokerLine) => void
  readonly onClose: () => void
}) {
  const { outcome, reason, asset, sales, sale_count, lines, line_count, filed } = result
  const { name, text, look } = OUTCOME_WORDS[outcome]
  return (
    <Dialog isOpen onClose={onClose} title={`${asset}, Form 1099-DA`} form="page">
      <div className="grid gap-5">
        <div>
          <StatusBadge look={look} label={name} />
          <p className="mt-1 text-ink-2">{text}</p>
        </div>
        {lines.length > 0 && (
          <section aria-labelledby="on-form">
            <h3 id="on-form" className="mb-2 font-medium">
              On the form
            </h3>
            <ul className="divide-y divide-rule border-y border-rule">
              {lines.map((line) => (
                <Line key={line.id} year={year} line={line} onEdit={onEdit} onClose={onClose} />
              ))}
            </ul>
            <More shown={lines.length} all={line_count} />
          </section>
        )}
        <section aria-labelledby="in-history">
          <h3 id="in-history" className="mb-2 font-medium">
            In your history
          </h3>
          {sales.length === 0 ? (
            <p className="text-ink-2">No sale is matched.</p>
          ) : (
            <ul className="divide-y divide-rule border-y border-rule">
              {sales.map((sale) => (
                <li
                  key={`${sale.transaction_id} ${sale.quantity}`}
                  className="flex flex-wrap justify-between gap-x-4 py-2"
                >
                  <span>
                    <Quantity amount={sale.quantity} ticker={sale.asset} /> · <Day day={sale.disposed} />
                  </span>
                  <span className="tabular-nums">
                    <Money amount={sale.proceeds} currency="USD" />
                    <span className="text-ink-2">
                      {' '}
                      basis <Money amount={sale.basis} currency="USD" />
                    </span>
                  </span>
                  {(lines.length === 0 || !sale.is_loss_deductible) && (
                    <SaleLoss year={year} sale={sale} onClose={onClose} />
                  )}
                </li>
              ))}
            </ul>
          )}
          <More shown={sales.length} all={sale_count} />
        </section>
        <section aria-labelledby="on-8949">
          <h3 id="on-8949" className="mb-2 font-medium">
            On Form 8949
          </h3>
          {filed.length === 0 && <p className="text-ink-2">Nothing.</p>}
          <ul className="grid gap-2">
            {filed.map((row) => (
              <li
                key={`${row.box} ${row.code}`}
                className="grid grid-cols-[auto_1fr] gap-x-4 tabular-nums sm:grid-cols-2"
              >
                <span className="font-medium">Box {row.box}</span>
                <span className="text-right">
                  (d) <Money amount={row.proceeds} currency="USD" />
                </span>
                <span>{row.code === '' ? 'No code' : `(f) ${row.code}`}</span>
                <span className="text-right">
                  (e) <Money amount={row.basis} currency="USD" />
                </span>
                <span>
                  (g) <Money amount={row.adjustment} currency="USD" />
                </span>
                <span className="text-right">
                  (h) <Gain amount={row.gain} currency="USD" />
                </span>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-table text-ink-2">{reason}</p>
        </section>
      </div>
    </Dialog>
  )
}

function More({ shown, all }: { readonly shown: number; readonly all: number }) {
  return shown < all ? (
    <p className="mt-1 text-table text-ink-2">
      {shown.toLocaleString()} of {all.toLocaleString()} are shown. The table of Forms 1099-DA (CSV) has all
      of them.
    </p>
  ) : null
}

/** A line with its boxes, and what can be done with it. */
function Line({
  year,
  line,
  onEdit,
  onClose,
}: {
  readonly year: number
  readonly line: BrokerLine
  readonly onEdit: (line: BrokerLine) => void
  readonly onClose: () => void
}) {
  const client = useQueryClient()
  const undo = useUndoLines()
  const [isChoosing, setChoosing] = useState(false)
  const [note, setNote] = useState(line.note ?? '')
  const onError = (thrown: unknown) => toastFailed(toApiError(thrown).message)
  const tie = useMutation(laterApi.brokerForms.tie.mutationOptions({ onError }))
  const remove = useMutation(laterApi.brokerForms.remove.mutationOptions({ onError }))
  // The list has the line as it is now before the dialog closes: it is another line, with another id.
  const done = (words: string, changeId: string) =>
    void refreshForms(client).then(() => {
      undo(words, changeId)
      onClose()
    })
  const setTie = (ids: readonly string[] | null, words: string) =>
    tie.mutate(
      { year, line_id: line.id, transaction_ids: ids === null ? null : [...ids], note: line.note },
      { onSuccess: ({ change_id }) => done(words, change_id) },
    )
  const setLoss = (loss: BrokerLineLoss) =>
    tie.mutate(
      { year, line_id: line.id, transaction_ids: keptTie(line), note: line.note, loss },
      { onSuccess: ({ change_id }) => done('The loss is set', change_id) },
    )
  return (
    <li className="grid gap-2 py-3">
      <span className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">
          <Quantity amount={line.units} ticker={line.name} />
        </span>
        <span className="tabular-nums">
          <Money amount={line.proceeds} currency="USD" />
        </span>
      </span>
      <span className="text-table text-ink-2">{factsOf(line).join(' · ')}</span>
      <span className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onEdit(line)}>
          Edit
        </Button>
        <Button size="small" onClick={() => setChoosing(!isChoosing)}>
          Match to sales
        </Button>
        {line.is_by_hand ? (
          <Button size="small" onClick={() => setTie(null, 'Units and days decide again')}>
            Match automatically
          </Button>
        ) : (
          <Button size="small" onClick={() => setTie([], 'The line is matched to no sale')}>
            Unmatch
          </Button>
        )}
        <Button
          size="small"
          look="quiet"
          onClick={() =>
            remove.mutate(
              { year, line_id: line.id },
              { onSuccess: ({ change_id }) => done('The line is removed', change_id) },
            )
          }
        >
          Remove
        </Button>
      </span>
      {isChoosing && (
        <SaleChoice
          year={year}
          lineId={line.id}
          busy={tie.isPending}
          onChoose={(ids) => setTie(ids, 'The line is matched')}
        />
      )}
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          tie.mutate(
            {
              year,
              line_id: line.id,
              transaction_ids: keptTie(line),
              note: note.trim() === '' ? null : note.trim(),
            },
            { onSuccess: ({ change_id }) => done('The explanation is saved', change_id) },
          )
        }}
      >
        <Field label="Loss" hint={lossHint(line)}>
          <Select
            value={line.loss}
            disabled={tie.isPending}
            onChange={({ target }) => {
              const loss = BROKER_LINE_LOSSES.find((one) => one === target.value)
              if (loss !== undefined) setLoss(loss)
            }}
          >
            {BROKER_LINE_LOSSES.map((loss) => (
              <option key={loss} value={loss}>
                {LOSS_WORDS[loss]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Explanation" optional hint="Goes into the reply to a notice of the IRS.">
          <TextInput value={note} maxLength={1000} onChange={({ target }) => setNote(target.value)} />
        </Field>
        {note.trim() !== (line.note ?? '') && (
          <div>
            <Button size="small" type="submit" busy={tie.isPending}>
              Save explanation
            </Button>
          </div>
        )}
      </form>
    </li>
  )
}

/** An explanation leaves the sales of a line as they are. */
const keptTie = ({ tied_to }: BrokerLine) => tied_to

function factsOf(line: BrokerLine): string[] {
  return [
    line.form === '' ? 'No form number' : `Form ${line.form}`,
    ...(line.status === 'original' ? [] : [line.status === 'void' ? 'Void' : 'Corrected']),
    ...(line.recipient === 'spouse' ? ['Your spouse’s'] : []),
    line.sold === null ? 'sold on various days' : `sold ${line.sold}`,
    line.acquired === null ? 'date acquired empty' : `acquired ${line.acquired}`,
    line.proceeds_are === 'gross' ? 'gross proceeds' : 'net proceeds',
    line.basis === null
      ? 'no basis'
      : `basis ${line.basis}, ${line.is_basis_reported ? 'reported to the IRS' : 'not reported to the IRS'}`,
    ...(line.withheld === null ? [] : [`tax withheld ${line.withheld}`]),
    ...(line.wash_sale_loss === null ? [] : [`wash sale loss disallowed ${line.wash_sale_loss}`]),
    ...(line.is_loss_not_allowed ? ['loss not allowed'] : []),
    ...(line.transferred_in === null ? [] : [`${line.transferred_in} transferred in`]),
    ...(line.file_name === null ? ['entered by hand'] : [line.file_name]),
  ]
}
