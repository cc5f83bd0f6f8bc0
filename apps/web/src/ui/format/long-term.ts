import { formatDecimal, minus } from '@lotbook/money'
import { readAmount } from './amount.ts'

/** The long-term part of a change of gain, which is told with its short-term part. */
export function longTerm({ gain, short }: { readonly gain: string; readonly short: string }): string {
  return formatDecimal(minus(readAmount(gain), readAmount(short)))
}
