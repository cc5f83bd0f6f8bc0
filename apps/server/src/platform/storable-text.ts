import { refuse } from './refusal.ts'

/**
 * Refuse what a call was sent if a text in it cannot be stored: PostgreSQL keeps neither the character zero nor half of a
 * character (a lone surrogate). Anywhere else it would be a fault of ours, found by the database.
 *
 * @throws Refusal `invalid_input`, naming the field.
 */
export function refuseUnstorable(input: unknown): void {
  const field = unstorableIn(input, '')
  if (field !== undefined) refuse('invalid_input', undefined, { fields: { [field]: NOT_TEXT } })
}

const NOT_TEXT = 'It holds a character that cannot be kept.'

function unstorableIn(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  // Lists by place. A file has no entries: it is read elsewhere, in a process of its own.
  for (const [name, part] of Object.entries(value)) {
    const found = unstorableIn(part, path === '' ? name : `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}
