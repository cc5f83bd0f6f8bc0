import type { EntryCell } from '../connecting/connector.ts'
import { exactJson } from '../connecting/exact-json.ts'
import { watched } from '../connecting/field-reads.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** The value of a JSON text, undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return watched(text, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The value of a JSON text with its numbers as the text they were sent as, every digit kept; undefined where it is none. */
export function exactJsonOf(text: string): unknown {
  try {
    return exactJson(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text of a field that was read with every digit; empty where it is missing or holds anything else. */
export function textIn(object: JsonObject, field: string): string {
  const value = object[field]
  return typeof value === 'string' ? value : ''
}

/** The objects of a list; none where it is no list. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The fields of an entry as a person looks at them. */
export function cellsOf(entry: JsonObject): EntryCell[] {
  return Object.entries(entry).map(([column, value]) => ({
    column,
    value: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  }))
}
