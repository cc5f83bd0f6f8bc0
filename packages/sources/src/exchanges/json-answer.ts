import type { EntryCell } from '../connecting/connector.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** The value of a JSON text, undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of an entry as a person looks at them. */
export function cellsOf(entry: JsonObject): EntryCell[] {
  return Object.entries(entry).map(([column, value]) => ({
    column,
    value: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  }))
}

/** The value of a JSON text whose numbers are the texts that were sent, with all their digits; undefined where it is no JSON. */
export function exactJsonOf(text: string): unknown {
  try {
    return (JSON.parse as ParseWithSource)(text, (_, value, { source }) =>
      typeof value === 'number' ? source : value,
    )
  } catch {
    return undefined
  }
}

/** As Node has it; the library's types know no third argument yet. */
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source: string }) => unknown,
) => unknown
