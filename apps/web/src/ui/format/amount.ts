import { type Decimal, parseDecimal } from '@lotbook/money'

/** The minus sign of the screen, as wide as a digit. Exports use the ASCII hyphen instead. */
export const MINUS = '−'

/** An amount as the API sends it. @throws RangeError when the text is none: a wrong figure is worse than none. */
export function readAmount(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === undefined) throw new RangeError('not an amount')
  return value
}

/** Plain decimal text (`1234.50`, without sign) with the locale's separators, digit by digit, so nothing is rounded. */
export function groupDigits(plain: string, locale: string): string {
  const { group, point } = separatorsOf(locale)
  const [whole = '0', fraction] = plain.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, group)
  return fraction === undefined ? grouped : grouped + point + fraction
}

function separatorsOf(locale: string) {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(12345678.9)
  const find = (type: string, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  return { group: find('group', ','), point: find('decimal', '.') }
}

/** The locale figures are written in: the browser's own. */
export function displayLocale(): string {
  return typeof navigator === 'undefined' ? 'en-US' : navigator.language
}
