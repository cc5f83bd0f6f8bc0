const DECIMALS = 30

/** The exact sum of decimal texts, or the sum rounded half up to the cent, as a canonical text. */
export function sumOf(amounts: readonly string[], how: 'exact' | 'cents'): string {
  const sum = amounts.reduce((total, amount) => total + unitsOf(amount), 0n)
  return textOf(how === 'exact' ? sum : centsOf(sum))
}

/** A decimal text in its canonical form: `500.00` is `500`. */
export function fractionText(amount: string): string {
  return textOf(unitsOf(amount))
}

function unitsOf(amount: string): bigint {
  const [, sign, whole = '', part = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(amount.replaceAll(',', '')) ?? []
  if (sign === undefined) throw new Error(`Not an amount: ${amount}`)
  const units = BigInt(`${whole === '' ? '0' : whole}${part.padEnd(DECIMALS, '0').slice(0, DECIMALS)}`)
  return sign === '-' ? -units : units
}

function centsOf(units: bigint): bigint {
  const cent = 10n ** BigInt(DECIMALS - 2)
  const isNegative = units < 0n
  const rounded = (((isNegative ? -units : units) + cent / 2n) / cent) * cent
  return isNegative ? -rounded : rounded
}

function textOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, '0')
  const part = digits.slice(-DECIMALS).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}${part === '' ? '' : `.${part}`}`
}
