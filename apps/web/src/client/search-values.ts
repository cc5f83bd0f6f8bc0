/** A year out of an address. A year that is no tax year is kept, so that its screen can say so. */
export function yearOf(value: unknown): number | undefined {
  return wholeOf(value, 1000, 9999)
}

/** A whole number out of an address, at most four digits long, within its bounds. */
export function wholeOf(value: unknown, from: number, to: number): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = value.toString()
  if (!/^\d{1,4}$/.test(text)) return undefined
  const number = parseInt(text, 10)
  return number >= from && number <= to ? number : undefined
}

/** A text out of an address, unless it is empty or longer than any name. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined
}

/** The id of a calculation out of an address. */
export function calculationId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
    ? value
    : undefined
}
