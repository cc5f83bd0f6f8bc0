import { compare, formatDecimal, isNegative, isZero, sum } from '@lotbook/money'
import { readAmount } from '../format/amount.ts'

/** A month of a year; amounts are exact decimal text, `net` both terms together. */
export interface NamedMonth {
  readonly name: string
  readonly short: string
  readonly long: string
  readonly net: string
}

/** What the gains of a year's months say: the net, and the one month or the month that matters most. */
export function monthsSentence(months: readonly NamedMonth[], money: (amount: string) => string): string {
  const isNothing = (amount: string) => isZero(readAmount(amount))
  const used = months.filter(({ short, long }) => !isNothing(short) || !isNothing(long))
  if (used.length === 0) return 'No gains or losses in this year.'
  const net = `Net ${money(formatDecimal(sum(used.map((month) => readAmount(month.net)))))} over the year`
  if (used.every((month) => isNothing(month.net)))
    return `${net}: the gains and losses within each month cancel out.`
  const byNet = used.toSorted((a, b) => compare(readAmount(a.net), readAmount(b.net)))
  const worst = byNet[0]!
  const best = byNet.at(-1)!
  if (used.length === 1) return `${net}, all of it in ${best.name}.`
  if (isNothing(best.net) || isNegative(readAmount(best.net)))
    return `${net}; no month had a gain, the largest loss was in ${worst.name} with ${money(worst.net)}.`
  return `${net}; the best month was ${best.name} with ${money(best.net)}.`
}

/** What the gains of the years say: the net of all, and the best and the worst. */
export function yearsSentence(years: readonly NamedMonth[], money: (amount: string) => string): string {
  const used = years.filter(({ short, long }) => !isZero(readAmount(short)) || !isZero(readAmount(long)))
  if (used.length === 0) return 'No gains or losses in any year.'
  const net = `Net ${money(formatDecimal(sum(used.map((year) => readAmount(year.net)))))} over ${used.length.toString()} ${used.length === 1 ? 'year' : 'years'}`
  if (used.length === 1) return `${net}.`
  const byNet = used.toSorted((a, b) => compare(readAmount(a.net), readAmount(b.net)))
  const [worst, best] = [byNet[0]!, byNet.at(-1)!]
  return `${net}; the best was ${best.name} with ${money(best.net)}, the ${isNegative(readAmount(worst.net)) ? 'worst' : 'smallest'} ${worst.name} with ${money(worst.net)}.`
}
