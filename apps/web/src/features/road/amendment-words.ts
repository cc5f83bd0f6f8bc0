import type { Amendment } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'
import { formatMoney } from '../../ui/format/format-money.ts'

/** "2025 is filed: this changes it by +$614.09.", with every figure that moved where it is not the gain alone. */
export function amendmentWords(amendment: Amendment, currency: string): string {
  return `${amendment.year.toString()} is filed: this changes ${changedWords(amendment, currency)}.`
}

function changedWords({ gain, short, income, deduction, form_lines }: Amendment, currency: string): string {
  const by = (amount: string) => `by ${formatMoney(amount, { currency, signed: true })}`
  const moved = [
    { name: 'its gain', amount: gain },
    { name: 'its income', amount: income },
    { name: 'its donation deduction', amount: deduction },
  ].filter(({ amount }) => !isZero(readAmount(amount)))
  const [only] = moved
  if (moved.length === 1 && only?.amount === gain) return `it ${by(gain)}`
  if (moved.length > 0)
    return new Intl.ListFormat('en').format(moved.map(({ name, amount }) => `${name} ${by(amount)}`))
  // A form of a broker changes where a sale stands and how, and no gain.
  if (form_lines > 0 && isZero(readAmount(short))) return 'its Form 8949, but not its gain'
  return isZero(readAmount(short))
    ? 'its proceeds and cost basis, but not its gain'
    : `its short-term gain ${by(short)}, and its long-term gain the other way`
}

/** The change of the net gain, or of the first figure that moved: for places with room for one. */
export function amendmentMoney({ gain, income, deduction }: Amendment, currency: string): string {
  const amount = [gain, income, deduction].find((one) => !isZero(readAmount(one))) ?? '0'
  return formatMoney(amount, { currency, signed: true })
}

/** The path to what an amendment changes, row by row. */
export const amendmentPath = (year: number) => `/one_year?year=${year.toString()}#amendment`

/** Link text beside the sentence, on every screen. */
export const SEE_AMENDMENT = 'See the amendment.'
