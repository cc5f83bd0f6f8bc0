import type { QuestionsTogether } from '@lotbook/contract'
import { daysWords } from '../prices/price-words.ts'
import { formatCount } from '../../ui/format/shorten.ts'

/** Missing prices of one asset in two short lines: how many transactions of what, and of which days. */
export function togetherWords({ symbol, count, years, from, to }: QuestionsTogether): {
  readonly title: string
  readonly days: string
} {
  const scope = years.length === 1 ? `in ${years[0]?.toString() ?? ''}` : 'in all years'
  return {
    title: `${formatCount(count)} transactions of ${symbol} have no price`,
    days: `${formatCount(count)} ${scope}: ${daysWords(from, to)}`,
  }
}
