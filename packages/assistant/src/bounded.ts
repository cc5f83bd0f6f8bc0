const MOST_LETTERS = 500
const MOST_ITEMS = 200

/**
 * The same value with no text and no list beyond a bound, so that no answer can flood whoever reads it. What is left out is said where it
 * is left out.
 */
export function bounded(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= MOST_LETTERS
      ? value
      : `${value.slice(0, MOST_LETTERS)} (${value.length - MOST_LETTERS} more characters)`
  if (Array.isArray(value)) {
    const kept = value.slice(0, MOST_ITEMS).map(bounded)
    return value.length <= MOST_ITEMS ? kept : [...kept, { left_out: value.length - MOST_ITEMS }]
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bounded(inner)]))
  return value
}
