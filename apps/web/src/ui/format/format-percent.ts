import { absolute, divide, formatFixed, isNegative, isZero, times } from '@lotbook/money'
import { displayLocale, groupDigits, MINUS, readAmount } from './amount.ts'

/** `part` of `whole` as a percentage with one decimal. `undefined` when the whole is zero: the screen says "n/a". */
export function formatPercentOf(part: string, whole: string, locale = displayLocale()): string | undefined {
  const base = readAmount(whole)
  if (isZero(base)) return undefined
  const percent = divide(times(readAmount(part), readAmount('100')), base, 6, 'half-even')
  const plain = formatFixed(absolute(percent), 1, 'half-up')
  const sign = isNegative(percent) && plain !== '0.0' ? MINUS : ''
  return `${sign}${groupDigits(plain, locale)}%`
}
