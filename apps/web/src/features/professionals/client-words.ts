import type { ClientYear } from '@lotbook/contract'
import { formatDecimal, isZero, sum } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'
import type { Status } from '../../ui/status-vocabulary.ts'

/** How far a client is in the year, in the order in which work goes. */
export const STATE_WORDS: Readonly<Record<ClientYear['state'], string>> = {
  invited: 'Invited',
  importing: 'Importing',
  needs_review: 'Needs review',
  ready: 'Ready',
  filed: 'Filed',
}

export function stateStatus(state: ClientYear['state']): Status {
  const look = (
    { invited: 'waiting', importing: 'running', needs_review: 'open', ready: 'done', filed: 'done' } as const
  )[state]
  return { look, label: STATE_WORDS[state] }
}

/** Imports of a client, in a few words. */
export function importWords({ total, running, failed }: ClientYear['imports']): string {
  if (total === 0) return 'None yet'
  if (failed > 0) return `${failed} failed`
  if (running > 0) return `${total - running} of ${total}`
  return `${total} of ${total}`
}

const CALCULATION: Readonly<Record<ClientYear['calculation'], string>> = {
  none: 'Not calculated',
  running: 'Running',
  failed: 'Failed',
  out_of_date: 'Out of date',
  current: 'Current',
}
export const calculationWords = (calculation: ClientYear['calculation']) => CALCULATION[calculation]

const PLAN: Readonly<Record<ClientYear['plan'], string>> = {
  free: 'Free',
  none: 'Unpaid',
  active: 'Paid',
  upgrade_required: 'Upgrade',
}
export const planWords = (plan: ClientYear['plan']) => PLAN[plan]

/** Questions of a year from the professional's side: those that wait for them, and those that wait for the client. */
export function questionParts({ to_answer, answered, asked }: ClientYear['questions']): string[] {
  return [
    ...(to_answer > 0 ? [`${to_answer} to answer`] : []),
    ...(answered > 0 ? [`${answered} answered`] : []),
    ...(asked > 0 ? [`${asked} asked`] : []),
  ]
}

/** The same in one sentence. */
export function questionWords(questions: ClientYear['questions']): string {
  const parts = questionParts(questions)
  return parts.length === 0 ? 'None open' : parts.join(', ')
}

/** Questions that wait for the professional, to answer or to read. */
export const questionsWaiting = ({ to_answer, answered }: ClientYear['questions']) => to_answer + answered

/** The most that the open items may change whose effect is known; null where none is, or only of some that change nothing. */
export function knownEffect({ issues }: Pick<ClientYear, 'issues'>): string | null {
  const known = issues.flatMap(({ effect }) => (effect === null ? [] : [readAmount(effect)]))
  const most = sum(known)
  return isZero(most) ? null : formatDecimal(most)
}
