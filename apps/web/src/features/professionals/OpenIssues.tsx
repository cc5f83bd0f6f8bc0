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
          <li>
            <button
              type="button"
              aria-pressed={chosen === QUESTIONS}
              onClick={() => onChoose(chosen === QUESTIONS ? undefined : QUESTIONS)}
              className={cx(
                'flex w-full flex-col items-start px-card py-3 text-left outline-offset-[-2px] hover:bg-quiet',
                chosen === QUESTIONS && 'bg-accent-soft',
              )}
            >
              <span className="font-medium">Questions to answer or to read</span>
              <span className="text-table text-ink-2">
                {inClients(questions, waiting.filter((count) => count > 0).length)}
              </span>
            </button>
          </li>
        )}
        {issues.map(({ kind, items, clients: count, effect }) => (
          <li key={kind}>
            <button
              type="button"
              aria-pressed={kind === chosen}
              onClick={() => onChoose(kind === chosen ? undefined : kind)}
              className={cx(
                'flex w-full flex-col items-start px-card py-3 text-left outline-offset-[-2px] hover:bg-quiet',
                kind === chosen && 'bg-accent-soft',
              )}
            >
              <span className="flex w-full justify-between gap-3">
                <span className="font-medium">{manyWords(kind)}</span>
                <span className="shrink-0">
                  {effect === null ? (
                    <span className="text-ink-2">unknown</span>
                  ) : (
                    <>
                      ≤ <Money amount={effect} currency="USD" />
                    </>
                  )}
                </span>
              </span>
              <span
                aria-hidden="true"
                className={cx(
                  'my-1.5 h-1.5 w-full',
                  effect === null
                    ? 'h-0 border-b border-dotted border-line-strong'
                    : 'rounded-full bg-sunken',
                )}
              >
                {effect !== null && (
                  <span
                    className="block h-full rounded-full bg-share-2"
                    style={{ width: `${shareOf(effect, issues[0]?.effect ?? null).toString()}%` }}
                  />
                )}
              </span>
              <span className="text-table text-ink-2">{inClients(items, count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const inClients = (items: number, clients: number) =>
  `${items === 1 ? '1 item' : `${items.toLocaleString()} items`} in ${clients === 1 ? '1 client' : `${clients} clients`}`

/** How long the bar of an effect is, of the largest, in percent; for the picture alone. */
function shareOf(effect: string, largest: string | null): number {
  const whole = Number(largest ?? '0')
  return whole > 0 ? (Number(effect) / whole) * 100 : 0
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
