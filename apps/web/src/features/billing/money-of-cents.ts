import { formatMoney } from '../../ui/format/format-money.ts'

/** Cents as dollars: `$129.00`. */
export function dollars(cents: number): string {
  const text = String(Math.abs(cents)).padStart(3, '0')
  const plain = `${cents < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
  return formatMoney(plain, { currency: 'USD' })
}

/** A price without its cents where there are none: `$129`. */
export const shortDollars = (cents: number): string =>
  cents % 100 === 0 ? dollars(cents).replace(/\.00$/, '') : dollars(cents)
