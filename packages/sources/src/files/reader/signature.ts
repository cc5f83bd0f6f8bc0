import { cleanCell } from './table.ts'

/** Requirement for one header cell: a text (compared without case), a pattern of the raw cell, or anything. */
export type HeaderCell = string | RegExp | typeof any

export const any = Symbol('any text')

/** Describes the header of a format. */
export type Signature =
  /** These cells, in this order; what an exchange appends after them is tolerated. */
  | { readonly cells: readonly HeaderCell[] }
  /** All of these columns somewhere: reports whose set of columns grows or depends on the account. */
  | { readonly required: readonly string[] }
  /** These cells first, then any of the optional ones in any order, one of `distinctive` at least. */
  | {
      readonly first: readonly string[]
      readonly optional: readonly string[]
      readonly distinctive: readonly string[]
    }

export interface SignatureMatch {
  /** 2 + number of literal cells for a whole match, 1 + number for a partial one. */
  readonly score: number
  readonly unknownColumns: readonly string[]
}

/** A header cell in the form that is compared: no marks, one space for many, no quotes around, lower case. */
export function normaliseHeader(cell: string): string {
  const clean = cleanCell(cell).replace(/\s+/g, ' ')
  return (/^"[^"]*"$/.test(clean) ? clean.slice(1, -1).trim() : clean).toLowerCase()
}

/** The cells of a header line, one space for many, without the empty ones at its end. */
export function trimmedHeader(cells: readonly string[]): string[] {
  const header = cells.map((cell) => cleanCell(cell).replace(/\s+/g, ' '))
  while (header.at(-1) === '') header.pop()
  return header
}

/** The score of a header that fits a signature; undefined when it does not fit. */
export function matchSignature(signature: Signature, header: readonly string[]): SignatureMatch | undefined {
  if ('cells' in signature) return matchCells(signature.cells, header)
  const names = header.map(normaliseHeader)
  if ('required' in signature) {
    const known = new Set(names)
    const all = signature.required.every((name) => known.has(normaliseHeader(name)))
    return all ? { score: 1 + signature.required.length, unknownColumns: [] } : undefined
  }
  const first = matchCells(signature.first, header.slice(0, signature.first.length))
  if (first === undefined) return undefined
  const rest = names.slice(signature.first.length)
  const optional = new Set(signature.optional.map(normaliseHeader))
  if (!signature.distinctive.some((name) => rest.includes(normaliseHeader(name)))) return undefined
  const unknownColumns = header.slice(signature.first.length).filter((_, i) => !optional.has(rest[i] ?? ''))
  return {
    score: (unknownColumns.length > 0 ? 1 : 2) + header.length - unknownColumns.length,
    unknownColumns,
  }
}

function matchCells(cells: readonly HeaderCell[], header: readonly string[]): SignatureMatch | undefined {
  const wanted = cells.at(-1) === '' ? cells.slice(0, -1) : cells
  if (header.length < wanted.length) return undefined
  if (!wanted.every((cell, i) => fitsCell(cell, header[i] ?? ''))) return undefined
  const unknownColumns = header.slice(wanted.length)
  const literals = wanted.filter((cell) => cell !== any).length
  return { score: (unknownColumns.length > 0 ? 1 : 2) + literals, unknownColumns }
}

function fitsCell(cell: HeaderCell, text: string): boolean {
  if (cell === any) return true
  return typeof cell === 'string' ? normaliseHeader(cell) === normaliseHeader(text) : cell.test(text)
}

/** Similarity of a header and a signature over their cells (Jaccard), with the new and the missing columns. */
export function similarity(
  signature: Signature,
  header: readonly string[],
): { score: number; newColumns: string[]; missingColumns: string[] } {
  const wanted = (
    'cells' in signature ? signature.cells : 'required' in signature ? signature.required : signature.first
  ).filter((cell) => cell !== any && cell !== '')
  const missing = new Set(wanted)
  // A column that may have any name is the one that stands in its place, or beside it where another came or went.
  const unnamed = new Set(
    'cells' in signature ? signature.cells.flatMap((cell, i) => (cell === any ? [i] : [])) : [],
  )
  const newColumns: string[] = []
  for (const [i, text] of header.entries()) {
    if (text === '') continue
    const fit = [...missing].find((cell) => fitsCell(cell, text))
    if (fit !== undefined) missing.delete(fit)
    else if (![i, i + 1, i - 1].some((place) => unnamed.delete(place))) newColumns.push(text)
  }
  const shared = wanted.length - missing.size
  const union = wanted.length + newColumns.length
  return {
    score: union === 0 ? 0 : shared / union,
    newColumns,
    missingColumns: [...missing].map((cell) => (cell instanceof RegExp ? columnName(cell) : String(cell))),
  }
}

/** The name of a column that a pattern fits, for people: `Value_IN(…)`. */
function columnName({ source }: RegExp): string {
  return (
    source
      .replace(/^\^|\$$/g, '')
      // Drops negative lookaheads, then optional parts.
      .replace(/\(\?!(?:\\.|[^()\\])*\)/g, '')
      .replace(/\((?:\?:)?(?:\\.|[^()\\])*\)\?/g, '')
      // Any word, and the first of several texts.
      .replace(/\(\\w\+\)|\(?\[A-Z\]\{3\}\)?/g, '…')
      .replace(/\((?:\?:)?((?:\\.|[^()|\\])*)\|(?:\\.|[^()\\])*\)/g, '$1')
      .replace(/\\(.)/g, '$1')
  )
}
