import {
  absolute,
  type Decimal,
  formatFixed,
  isZero,
  minus,
  negate,
  parseDecimal,
  plus,
} from '@lotbook/money'

/** An amount as a file writes it: exact, and with as many decimals as it was written with. */
export interface Amount {
  readonly value: Decimal
  /** Decimals to write it with again, so that `90.00` stays `90.00`. */
  readonly places: number
}

export type DecimalMark = 'point' | 'comma'

/**
 * Read the amount of a cell: `1,234.5`, `$1,234.50`, `-$5.00`, `($5.00)`, `+0.1`, `1.2e-7`. An empty cell, `-`
 * and `N/A` are null. What is no amount is undefined; it never becomes zero.
 */
export function parseAmount(text: string, mark: DecimalMark = 'point'): Amount | null | undefined {
  if (text.length > 128) return undefined
  // Most amounts are digits with a point, which is the same under every rule below.
  if (mark === 'point' && PLAIN.test(text)) {
    const value = parseDecimal(text)
    return value && { value, places: placesOf(text, value) }
  }
  const trimmed = text.trim()
  if (EMPTY.has(trimmed.toLowerCase())) return null

  const bracketed = trimmed.startsWith('(') && trimmed.endsWith(')')
  const { sign, body } = withoutSymbols(bracketed ? trimmed.slice(1, -1) : trimmed)
  const plain = withoutGrouping(body, mark)
  if (plain === undefined) return undefined
  const value = parseDecimal(plain)
  if (value === undefined) return undefined
  const isNegative = bracketed !== (sign === '-')
  return { value: isNegative ? negate(value) : value, places: placesOf(plain, value) }
}

const PLAIN = /^-?\d+(?:\.\d+)?$/

const EMPTY: ReadonlySet<string> = new Set(['', '-', '--', 'n/a', 'na', 'null', 'none'])

// The sign may stand before or after the symbol: `-$5.00`, `$-5.00`, `5.00 €`.
const SYMBOL = /^(?:[A-Z]{1,3}\$|\$|€|£|¥|₹|₩|₽|₺|₴|₦|₫|฿|₱|₪|₿|Kč|zł|kr|Ft|lei|Fr\.|CHF)/
const SYMBOL_AFTER = /(?:\$|€|£|¥|₹|₩|₽|₺|₴|₦|₫|฿|₱|₪|₿|Kč|zł|kr|Ft|lei|Fr\.|CHF)$/

function withoutSymbols(text: string): { sign: '-' | '+' | ''; body: string } {
  let sign: '-' | '+' | '' = ''
  let body = text
  for (let turn = 0; turn < 2; turn++) {
    const first = body[0]
    if (sign === '' && (first === '-' || first === '+' || first === '\u2212')) {
      sign = first === '+' ? '+' : '-'
      body = body.slice(1).trimStart()
    }
    body = body.replace(SYMBOL, '').trimStart()
  }
  return { sign, body: body.replace(SYMBOL_AFTER, '').trimEnd() }
}

/** The digits with a point as the decimal mark, or undefined where the grouping makes no sense. */
function withoutGrouping(body: string, mark: DecimalMark): string | undefined {
  const tight = body.replace(/(\d)[ '’](?=\d{3})/g, '$1')
  if (!/^[\d.,]/.test(tight)) return undefined
  const [group, point] = mark === 'point' ? [',', '.'] : ['.', ',']
  const at = tight.indexOf(point)
  const whole = at === -1 ? tight : tight.slice(0, at)
  const rest = at === -1 ? '' : tight.slice(at + 1)
  if (rest.includes(group)) return undefined
  if (whole.includes(group)) {
    const [exponentFree = ''] = whole.split(/[eE]/)
    const groups = exponentFree.split(group)
    const ok = groups.every((part, i) =>
      i === 0
        ? /^\d{1,3}$/.test(part)
        : i === groups.length - 1
          ? /^\d{3}$/.test(part)
          : /^\d{2,3}$/.test(part),
    )
    if (!ok || exponentFree !== whole) return undefined
  }
  const digits = whole.replaceAll(group, '')
  return at === -1 ? digits : `${digits}.${rest}`
}

function placesOf(plain: string, value: Decimal): number {
  const [mantissa = '', exponent] = plain.split(/[eE]/)
  // An amount that is zero, or was written with an exponent, is written with the decimals it needs.
  if (exponent !== undefined) return value.scale
  const point = mantissa.indexOf('.')
  return Math.max(value.scale, point === -1 ? 0 : Math.min(mantissa.length - point - 1, 45))
}

/** The exact text of an amount without its sign, with the decimals it came with. */
export function amountText(amount: Amount): string {
  return formatFixed(absolute(amount.value), amount.places, 'down')
}

/** The same with its sign: only a fee has one, where it is given back. */
export function signedAmountText(amount: Amount): string {
  return formatFixed(amount.value, amount.places, 'down')
}

export function addAmounts(a: Amount, b: Amount): Amount {
  return { value: plus(a.value, b.value), places: Math.max(a.places, b.places) }
}

export function subtractAmounts(a: Amount, b: Amount): Amount {
  return { value: minus(a.value, b.value), places: Math.max(a.places, b.places) }
}

export function absoluteAmount(a: Amount): Amount {
  return { ...a, value: absolute(a.value) }
}

export function isZeroAmount(a: Amount): boolean {
  return isZero(a.value)
}

export const noAmount: Amount = { value: { units: 0n, scale: 0 }, places: 0 }

/**
 * The decimal mark of a column of cells: a comma when more than 90 % of the numbers with a mark are written so. Undefined where each
 * could be thousands as well as a part (`775,000`).
 */
export function decimalMarkOf(cells: Iterable<string>): DecimalMark | undefined {
  let comma = 0
  let either = 0
  let marked = 0
  for (const cell of cells) {
    const { body } = withoutSymbols(cell.trim())
    if (body.length > 60 || !/^[\d.,]*\d[\d.,]*$/.test(body) || !/[.,]/.test(body)) continue
    if (/^[1-9]\d{0,2},\d{3}$/.test(body)) either++
    else {
      marked++
      if (/^\d{1,3}(?:\.\d{3})*,\d+$/.test(body) || /^\d+,\d+$/.test(body)) comma++
    }
  }
  if (marked === 0) return either > 0 ? undefined : 'point'
  return (comma + either) * 10 > (marked + either) * 9 && comma > 0 ? 'comma' : 'point'
}
