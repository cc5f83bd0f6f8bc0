import { eachUnknownField, quoted, UNKNOWN_FIELD, type InputProblem } from '@lotbook/rules'
import { plainAmount } from './amount-text.ts'
import { dayNumber } from './tax-day.ts'

/** An object of some JSON, its fields not yet read. */
export type Fields = Readonly<Record<string, unknown>>

/** Makes a set of field names; the compiler refuses a name that the shape does not have. */
export function fields<Shape>(...names: readonly (keyof Shape & string)[]): ReadonlySet<string> {
  return new Set(names)
}

/** Says why a value is no amount; undefined if it is one. */
export function amountTrouble(value: unknown, mayBeNegative = false): string | undefined {
  if (value === undefined || value === null) return 'Missing'
  if (typeof value !== 'string') return `Not a decimal string: ${quoted(value)}`
  const plain = plainAmount(value)
  if (plain === undefined) return `Not an amount: ${quoted(value)}`
  if (!mayBeNegative && plain.startsWith('-')) return `Negative: ${quoted(value)}`
  return undefined
}

/** Whether a value is a day that exists, `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && dayNumber(value) !== undefined
}

/** Whether a field holds text or nothing. */
export function isOptionalText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

/** Whether a value of some JSON is an object. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Adds a problem for each field that is not among the known ones, as nothing would read it. */
export function eachUnknown(
  given: object,
  known: ReadonlySet<string>,
  under: string,
  problems: InputProblem[],
): void {
  eachUnknownField(given, known, (field) => problems.push(inSettings(`${under}${field}`, UNKNOWN_FIELD)))
}

/** Makes a problem of the settings, or of the input as a whole. */
export function inSettings(field: string, message: string): InputProblem {
  return { index: null, transaction: null, field, message }
}
