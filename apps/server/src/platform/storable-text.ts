import { refuse } from './refusal.ts'

/**
 * Refuse what a call was sent if a text in it cannot be stored: PostgreSQL keeps neither the character zero nor half of a
 * character (a lone surrogate). Anywhere else it would be a fault of ours, found by the database.
 *
 * @throws Refusal `invalid_input`, naming the field; also for what is nested deeper than any call.
 */
export function refuseUnstorable(input: unknown): void {
  const field = unstorableIn(input, '')
  if (field !== undefined) refuse('invalid_input', undefined, { fields: { [field]: NOT_TEXT } })
}

/** No call has a third of it; whoever reads deeper text by functions that call themselves runs out of stack. */
const MOST_LEVELS = 32
const NOT_TEXT = 'It contains a character that cannot be saved.'

function unstorableIn(value: unknown, path: string, depth = 0): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === MOST_LEVELS) refuse('invalid_input', 'This is nested too deeply.')
  // Lists by place. A file has no entries: it is read elsewhere, in a process of its own.
  for (const [name, part] of Object.entries(value)) {
    const found = unstorableIn(part, path === '' ? name : `${path}.${name}`, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
