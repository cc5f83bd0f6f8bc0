import type { ReactNode } from 'react'
import { compare, formatDecimal, plus } from '@lotbook/money'
import type { Client, ReviewKind } from '@lotbook/contract'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/Values.tsx'
import { findingWords } from '../transactions/finding-words.ts'
import { readAmount } from '../../ui/format/amount.ts'
import { questionsWaiting } from './client-words.ts'

export interface OpenIssuesProps {
  readonly clients: readonly Client[]
  readonly chosen: string | undefined
  readonly onChoose: (kind: ReviewKind | typeof QUESTIONS | undefined) => void
}

/** Names the questions that wait for the professional among the kinds of open issues. */
export const QUESTIONS = 'questions'

interface Issue {
  readonly kind: ReviewKind
  readonly items: number
  readonly clients: number
  /** Null where no effect of the kind is known. */
  readonly effect: string | null
}

/** Open items across all clients, by kind; a click shows the clients that have it. */
export function OpenIssues({ clients, chosen, onChoose }: OpenIssuesProps) {
  const issues = issuesOf(clients)
  const waiting = clients.map(({ year }) => (year === null ? 0 : questionsWaiting(year.questions)))
  const questions = waiting.reduce((sum, count) => sum + count, 0)
  if (issues.length === 0 && questions === 0) return null
  return (
    <Card title="Open issues, all clients" flush>
      <ul className="divide-y divide-line pt-1">
        {questions > 0 && (
          <Row
            isChosen={chosen === QUESTIONS}
            onChoose={() => onChoose(chosen === QUESTIONS ? undefined : QUESTIONS)}
            title="Questions to answer or to read"
          >
            {countedItems(questions)} in {countedClients(waiting.filter((count) => count > 0).length)}
          </Row>
        )}
        {issues.map(({ kind, items, clients: count, effect }) => (
          <Row
            key={kind}
            isChosen={kind === chosen}
            onChoose={() => onChoose(kind === chosen ? undefined : kind)}
            title={manyWords(kind)}
          >
            {countedItems(items)} in {countedClients(count)}
            {' · '}
            {effect === null ? (
              'effect unknown'
            ) : (
              <>
                up to <Money amount={effect} currency="USD" />
              </>
            )}
          </Row>
        ))}
      </ul>
    </Card>
  )
}

const countedItems = (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString()} items`)
const countedClients = (count: number) => (count === 1 ? '1 client' : `${count} clients`)

function Row({
  isChosen,
  onChoose,
  title,
  children,
}: {
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={cx(
          'flex w-full flex-wrap items-baseline justify-between gap-x-4 px-card py-3 text-left outline-offset-[-2px] hover:bg-quiet',
          isChosen && 'bg-accent-soft',
        )}
      >
        <span className="font-medium">{title}</span>
        <span className="text-table text-ink-2">{children}</span>
      </button>
    </li>
  )
}

/** Open items of all clients by kind, the largest effect first and unknown ones last. */
export function issuesOf(clients: readonly Client[]): Issue[] {
  const all = new Map<ReviewKind, Issue>()
  for (const { year } of clients)
    for (const { code, count, effect } of year?.issues ?? []) {
      const before = all.get(code) ?? { kind: code, items: 0, clients: 0, effect: null }
      const known = [before.effect, effect].filter((one) => one !== null)
      all.set(code, {
        kind: code,
        items: before.items + count,
        clients: before.clients + 1,
        effect: known.length === 0 ? null : formatDecimal(known.map(readAmount).reduce(plus)),
      })
    }
  return [...all.values()].toSorted((a, b) => compare(amountOf(b), amountOf(a)))
}

const amountOf = ({ effect }: Issue) => readAmount(effect ?? '-1')

/** The plural words of a kind. */
function manyWords(kind: ReviewKind): string {
  const { mark, many = mark } = findingWords(kind)
  return many
}
