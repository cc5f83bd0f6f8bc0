import type { JournalRun, LeftOut } from '@lotbook/contract'
import { formatCount } from '../../ui/format/shorten.ts'

/** `1 transaction`, `1,204 transactions`. */
export function transactionsText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'transaction' : 'transactions'}`
}

/** The outcome of a run: `2 transactions changed. 1 left as it is.` */
export function runWords({ outcome }: Pick<JournalRun, 'outcome'>): string {
  if (outcome === null) return 'Done'
  const { changed, taken_back: back } = outcome
  const parts = [
    ...(changed > 0 || back === 0 ? [`${transactionsText(changed)} changed`] : []),
    ...(back > 0 ? [`${transactionsText(back)} reverted`] : []),
  ]
  const left = leftOutTexts(outcome.left_out)
  return [`${parts.join(', ')}.`, ...left].join(' ')
}

/** The outcome of an undo, finished or left to a job; with the rule that is switched off with it. */
export function undoneWords(runId: string | null, isRuleOff = false): string {
  if (runId === null) return isRuleOff ? 'Undone, and the rule is off' : 'Undone'
  return isRuleOff ? 'Being undone; the rule goes off with it' : 'Being undone'
}

/** Why rows stay as they are, a sentence for each reason. */
export function leftOutTexts(left: LeftOut): string[] {
  return REASONS.flatMap(([reason, one, many]) => {
    const count = left[reason]
    if (count === 0) return []
    return [
      count === 1 ? `1 is left as it is: ${one}.` : `${formatCount(count)} are left as they are: ${many}.`,
    ]
  })
}

const REASONS: readonly (readonly [keyof LeftOut, one: string, many: string])[] = [
  ['edited', 'you edited or matched it yourself', 'you edited or matched them yourself'],
  ['earlier_rule', 'an earlier rule holds', 'an earlier rule holds'],
  ['unfit', 'what went in and out does not fit the type', 'what went in and out does not fit the type'],
  ['filed', 'its year is filed', 'their year is filed'],
  ['locked', 'it lies before the lock', 'they lie before the lock'],
]
