import type { RulePreview as Preview } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { effectWords } from '../review/effect-words.ts'
import { useStart } from '../../client/start.ts'
import { AccountName } from '../../ui/AccountName.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { DateTime, Quantity } from '../../ui/Values.tsx'
import { formatCount } from '../../ui/format/shorten.ts'
import { leftOutTexts, transactionsText } from '../journal-runs/journal-run-words.ts'
import { type Draft, usePreview, useRuleEffect } from './use-rules.ts'

export interface RulePreviewProps {
  readonly draft: Draft | undefined
  /** Field that the rule still lacks. */
  readonly lacks: string | undefined
}

/** Preview of a rule before it is saved: how many rows it changes, which, and the money by year (N18). */
export function RulePreview({ draft, lacks }: RulePreviewProps) {
  const { setting } = useStart()
  const { preview, error, isCurrent } = usePreview(draft)
  const changesSomething = preview !== undefined && preview.changes + preview.back > 0
  const { effect, run } = useRuleEffect(draft, isCurrent && changesSomething)
  return (
    <section
      aria-label="What it would change"
      className="grid gap-3 rounded-card border border-line bg-sunken p-4"
    >
      <p aria-live="polite" className="font-medium">
        {error !== null
          ? toApiError(error).message
          : preview === undefined
            ? (lacks ?? 'Counting …')
            : isCurrent
              ? headline(preview)
              : 'Counting …'}
      </p>
      {preview !== undefined && error === null && (
        <>
          {leftOutTexts(preview.left_out).length > 0 && (
            <ul className="grid gap-1 text-table text-ink-2">
              {leftOutTexts(preview.left_out).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          {changesSomething && isCurrent && (
            <div className="grid gap-2 text-table">
              {run?.state === 'running' && effect === undefined && (
                <ProgressBar
                  label="Working out the effect"
                  progress={{ ...run.progress, id: run.id, seq: run.progress.done, state: 'running' }}
                />
              )}
              <p aria-live="polite">
                {effectWords(effect, setting.tax_currency)}
                {effect !== undefined && effect !== null && effect.years.length > 0 && ' (estimate)'}
              </p>
            </div>
          )}
          {preview.rows.length > 0 && <Rows preview={preview} />}
        </>
      )}
    </section>
  )
}

/** `2 of 3 transactions that it is about would change.` */
function headline({ matching, changes, back, transfers }: Preview): string {
  const parts = [
    matching === 0
      ? 'None of your transactions match. The rule will apply to what you import later.'
      : changes === 0
        ? `It matches ${transactionsText(matching)} and changes none of them.`
        : `${transactionsText(changes)} would change.`,
  ]
  if (back > 0) parts.push(`${transactionsText(back)} would go back to what was imported.`)
  if (transfers > 0)
    parts.push(
      transfers === 1
        ? '1 of them is part of a transfer between your accounts now, which would end.'
        : `${formatCount(transfers)} of them are part of transfers between your accounts now, which would end.`,
    )
  return parts.join(' ')
}

function Rows({ preview }: { preview: Preview }) {
  const { rows, changes } = preview
  return (
    <div className="grid gap-1">
      <ul aria-label="First transactions" className="divide-y divide-line border-y border-line">
        {rows.map(({ transaction: { id, at, account_name, from, to }, before, after }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-1.5 text-table"
          >
            <span className="text-ink-2">
              <DateTime instant={at} /> · <AccountName name={account_name} />
              {[to, from].map(
                (leg) =>
                  leg !== null && (
                    <span key={leg.asset} className="whitespace-nowrap">
                      {' '}
                      · <Quantity amount={leg.amount} /> {leg.symbol}
                    </span>
                  ),
              )}
            </span>
            <span>
              <del>{before}</del> <span aria-hidden="true">→</span>{' '}
              <ins className="font-medium no-underline">{after}</ins>
            </span>
          </li>
        ))}
      </ul>
      {changes > rows.length && (
        <p className="text-caption text-ink-2">
          The newest {rows.length} of {formatCount(changes)}.
        </p>
      )}
    </div>
  )
}
