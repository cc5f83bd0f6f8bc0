import type { Sheet } from './sheet.ts'

/** What is worked out of all rows of a sheet, once for each: asked for at every row it would take rows times rows. */
export function perSheet<T>(make: (sheet: Sheet) => T): (sheet: Sheet) => T {
  const known = new WeakMap<Sheet, { readonly value: T }>()
  return (sheet) => {
    const before = known.get(sheet)
    if (before !== undefined) return before.value
    const value = make(sheet)
    known.set(sheet, { value })
    return value
  }
}
