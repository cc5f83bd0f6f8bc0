import { absolute, compare, type Decimal, divide, formatDecimal, isNegative, times } from '@lotbook/money'
import { readAmount } from '../format/amount.ts'
import { formatMoney, formatMoneyTick } from '../format/format-money.ts'

/**
 * Figure of a bar, short enough to stand over it: `+$10.1k`, `−$697`. Every bar of a chart has this one form; the sentence, the tip
 * and the table of the chart have the full figures. Below ten the cents stay, since without them a small figure would read as zero.
 */
export function barLabel(amount: string, currency: string): string {
  const value = readAmount(amount)
  const size = absolute(value)
  if (compare(size, TEN) < 0) return formatMoney(amount, { currency, signed: true })
  const step = STEPS.find((one) => compare(size, one) >= 0)
  const shown = step === undefined ? divide(value, ONE, 0, 'half-up') : tenthsOf(value, step)
  return (isNegative(value) ? '' : '+') + formatMoneyTick(formatDecimal(shown), { currency })
}

const ONE = readAmount('1')
const TEN = readAmount('10')
const STEPS = ['1000000000000', '1000000000', '1000000', '1000'].map(readAmount)

const tenthsOf = (value: Decimal, step: Decimal) => times(divide(value, step, 1, 'half-up'), step)
