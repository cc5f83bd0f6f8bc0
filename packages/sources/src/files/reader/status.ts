import type { Collector } from '../../reading/collector.ts'
import { shown } from '../../reading/shown.ts'
import type { Row } from './row.ts'

/** The column that says whether an order or movement happened. */
export interface StatusColumn {
  readonly column: string
  /** Words of what happened. */
  readonly done: RegExp
  readonly reason?: string | ((row: Row) => string)
  /** True of orders: what was filled before an order was cancelled is a trade all the same. */
  readonly keepsFilled?: true
}

/** Words of what did not happen, or has not yet, at any exchange. */
const NOT_DONE = [
  /cancel|fail|reject|pending|expire|refus|invalid|unpaid|declin|denied|return|rever[st]|revok|void|error|abort/i,
  /time[d ]*out|orphan|unsuccess|incomplete|unconfirm|unverif|not[ _-]?(?:confirm|complet|settled)|dropped/i,
  /\bprocessing|in[ _-]process|progress|waiting|await|review(?!ed)|verifying|audit(?!ed)|appeal|submitted/i,
  /initiat|^creat|^new$|^open$|^active$|^closed$|hold\b|held|suspend|queue|scheduled|rolled?[ _-]?back/i,
  /^(?:no|false|0)$/i,
]

/** Whether a word says that a row happened, that it did not, or neither. */
export function stateOf(status: string, done: RegExp): 'done' | 'not_done' | 'unknown' {
  if (done.test(status)) return 'done'
  return NOT_DONE.some((words) => words.test(status)) ? 'not_done' : 'unknown'
}

/** Skips a row that did not happen. One under a word that says neither is read, flagged and noted. */
export function readsStatus(table: StatusColumn, isEmpty: boolean, row: Row, out: Collector): boolean {
  const { column, done, keepsFilled } = table
  const state = stateOf(row.text(column), done)
  if (state === 'unknown') noteUnknownState(column, row, out)
  if (state !== 'not_done' || (keepsFilled === true && !isEmpty)) return true
  out.skip([row], reasonOf(table, row))
  return false
}

/** The reason for which a row that did not happen is skipped. */
export const reasonOf = ({ reason = () => 'status_not_completed' }: StatusColumn, row: Row): string =>
  typeof reason === 'string' ? reason : reason(row)

/** Flags what is made of a row whose state nobody knows, and notes the word. */
export function noteUnknownState(column: string, row: Row, out: Collector): void {
  const status = row.text(column)
  const message = `Not known whether it happened: ${shown(status) || '(empty)'}`
  out.note(row, 'unknown_status', message, column, status)
  out.flagRecord(row, `unknown_status:${status.slice(0, LONGEST)}`)
}

/** A word of a state is no longer. */
const LONGEST = 60
