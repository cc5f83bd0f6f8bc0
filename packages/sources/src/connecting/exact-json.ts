import { watched } from './field-reads.ts'

/** A reviver is told the text of a value where the value is a number. */
type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown

const keepDigits: Reviver = (_, value, { source }) => (typeof value === 'number' ? source : value)

/**
 * JSON whose numbers stay the text that they were sent as: an amount never goes through a JavaScript number.
 *
 * @throws SyntaxError
 */
export function exactJson(text: string): unknown {
  return watched(text, JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1]))
}
