import { DELIMITERS, type Delimiter } from '../reader/table.ts'

/** The delimiter of an example: the one that its lines have most of. */
export function delimiterOf(text: string): Delimiter {
  const count = (delimiter: string) => text.split(delimiter).length
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}
