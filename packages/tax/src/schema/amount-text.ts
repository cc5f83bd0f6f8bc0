import { canonicalAmount } from '@lotbook/money'

/** Plain decimal text within the bounds of amounts, as almost all text is. */
const PLAIN = /^-?(?:0|[1-9]\d{0,29})(?:\.\d{0,44}[1-9])?$/

/** The canonical text of an amount (no exponent, no trailing zeros), or undefined when it is none. */
export function plainAmount(text: string): string | undefined {
  return PLAIN.test(text) && text !== '-0' ? text : canonicalAmount(text)
}

/** How many decimals a canonical amount has. */
export function decimalsOf(plain: string): number {
  const point = plain.indexOf('.')
  return point === -1 ? 0 : plain.length - point - 1
}
