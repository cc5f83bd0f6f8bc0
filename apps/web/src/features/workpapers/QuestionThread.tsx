import { useState } from 'react'
import { paths, type Question } from '@lotbook/contract'
import { laterCalls } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format/format-date-time.ts'
import { TextLink } from '../../ui/Link.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Status } from '../../ui/status-vocabulary.ts'
import { TextForm } from './TextForm.tsx'
import { inBooksOf, type Side, usePaperAct, useSide } from './use-papers.ts'

export interface QuestionThreadProps {
  readonly question: Question
  /** The client whose books are meant, on a screen of the professional's own. */
  readonly clientId?: string | undefined
  /** The screen is about the transaction already. */
  readonly hideAbout?: boolean
  readonly canWrite: boolean
}

/** A question, what was answered, and the way to write on or to close it. */
export function QuestionThread({ question, clientId, hideAbout = false, canWrite }: QuestionThreadProps) {
  const { about, messages, tax_year, state } = question
  const side = useSide(clientId)
  return (
    <article className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-medium wrap-anywhere">
          {hideAbout ? (
            'About this transaction'
          ) : about === null ? (
            `About ${tax_year}`
          ) : clientId === undefined && !about.is_removed ? (
            <TextLink to={`${paths.transactions}?id=${about.transaction_id}`}>{about.text}</TextLink>
          ) : (
            about.text
          )}
          {about?.is_removed === true && <span className="text-ink-2"> (removed since)</span>}
        </p>
        <StatusBadge {...statusOf(question, side)} />
      </div>
      <ol className="grid gap-2">
        {messages.map(({ at, name, text }) => (
          <li key={at + name} className="border-l-2 border-line pl-3">
            <p className="text-caption text-ink-2">
              {name} · <time dateTime={at}>{formatDateTime(at)} UTC</time>
            </p>
            <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
          </li>
        ))}
      </ol>
      {state !== 'closed' && canWrite && (
        <Further question={question} clientId={clientId} isAsked={question.waits_for === side} />
      )}
    </article>
  )
}

/** The form of a further word, open where it is waited for, and the way to close the question. */
function Further({
  question: { id, state },
  clientId,
  isAsked,
}: {
  readonly question: Question
  readonly clientId: string | undefined
  readonly isAsked: boolean
}) {
  const [writes, setWrites] = useState(false)
  const close = usePaperAct(
    () => laterCalls.workpapers.close({ id, ...inBooksOf(clientId) }),
    'Question closed',
  )
  const closing = (
    <Button size="small" look="quiet" busy={close.isPending} onClick={() => close.mutate(undefined)}>
      Close question
    </Button>
  )
  if (!writes && !(isAsked && state === 'open'))
    return (
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setWrites(true)}>
          Write more
        </Button>
        {closing}
      </div>
    )
  return (
    <TextForm
      label={isAsked && state === 'open' ? 'Your answer' : 'Your message'}
      submit="Send"
      send={(text) => laterCalls.workpapers.reply({ id, text, ...inBooksOf(clientId) })}
      onSent={() => setWrites(false)}
    >
      {closing}
    </TextForm>
  )
}

function statusOf({ state, waits_for }: Question, side: Side): Status {
  if (state === 'closed') return { look: 'done', label: 'Closed' }
  if (waits_for === side)
    return state === 'open'
      ? { look: 'open', label: 'Waits for your answer' }
      : { look: 'notes', label: 'Answered' }
  const other = side === 'customer' ? 'your tax professional' : 'the client'
  return { look: 'waiting', label: state === 'open' ? `Waits for ${other}` : 'You answered' }
}
