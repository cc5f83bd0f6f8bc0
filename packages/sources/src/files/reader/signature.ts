import { cleanCell } from './table.ts'

/** Requirement for one header cell: a text (compared without case), a pattern of the raw cell, or anything. */
export type HeaderCell = string | RegExp | typeof any

export const any = Symbol('any text')

/** Describes the header of a format. */
export type Signature =
  /** These cells, in this order; what an exchange appends after them is tolerated. */
  | { readonly cells: readonly HeaderCell[] }
  /**
   * All of these columns somewhere: reports whose set of columns grows or depends on the account. `known` are columns that the format
   * does not ask for; any other is new.
   */
  | { readonly required: readonly string[]; readonly known?: readonly (string | RegExp)[] }
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
  /** Places of new columns among the known ones, without which the header is the known one. */
  readonly newPlaces?: readonly number[]
}

/** A header cell in the form that is compared: no marks, one space for many, no quotes around, lower case. */
export function normaliseHeader(cell: string): string {
  const known = normalised.get(cell)
  if (known !== undefined) return known
  const clean = cleanCell(cell).replace(/\s+/g, ' ')
  const name = (/^"[^"]*"$/.test(clean) ? clean.slice(1, -1).trim() : clean).toLowerCase()
  if (cell.length > LONGEST_NAME) return name
  if (normalised.size >= MOST_NAMES) normalised.clear()
  normalised.set(cell, name)
  return name
}

/** Names of columns as they are compared. A header is compared with those of all formats, cell by cell. */
const normalised = new Map<string, string>()
const MOST_NAMES = 5000
const LONGEST_NAME = 200

/** The cells of a header line, one space for many, without the empty ones at its end. */
export function trimmedHeader(cells: readonly string[]): string[] {
  const header = cells.map((cell) => cleanCell(cell).replace(/\s+/g, ' '))
  while (header.at(-1) === '') header.pop()
  return header
}

/** The score of a header that fits a signature; undefined when it does not fit. */
export function matchSignature(signature: Signature, header: readonly string[]): SignatureMatch | undefined {
  if ('cells' in signature) return matchCells(signature.cells, header)
  if ('required' in signature) {
    const known = namesOf(header)
    const all = signature.required.every((name) => known.has(normaliseHeader(name)))
    const required = new Set(signature.required.map(normaliseHeader))
    // Those that the format asks for are known: the reader leaves them out of what it notes.
    const { known: unused = [] } = signature
    const isKnown = (name: string) =>
      required.has(normaliseHeader(name)) || unused.some((cell) => fitsCell(cell, name))
    const unknownColumns = header.filter((name) => !isKnown(name))
    return all ? { score: 1 + signature.required.length, unknownColumns } : undefined
  }
  const names = header.map(normaliseHeader)
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

/** As large a part of a header must be known columns, and as many of them. */
const KNOWN_PART = 0.6
const FEWEST_KNOWN = 3

/**
 * The score of a header that has all cells of a signature in their order, with new columns anywhere among them: below that of a whole
 * match of as many. Undefined where it could be the known columns in two ways, as where a new column has the name of a known one.
 */
export function matchWithNew(signature: Signature, header: readonly string[]): SignatureMatch | undefined {
  if ('required' in signature) return undefined
  const isOpen = 'first' in signature
  const cells = isOpen ? signature.first : signature.cells
  const wanted = cells.at(-1) === '' ? cells.slice(0, -1) : cells
  const places = placesOf(wanted, header)
  if (places === undefined || wanted.length < FEWEST_KNOWN) return undefined
  const optional = new Set(isOpen ? signature.optional.map(normaliseHeader) : [])
  const isKnown = (name: string, place: number) =>
    places.includes(place) || optional.has(normaliseHeader(name))
  const newPlaces = [...header.keys()].filter((i) => !isKnown(header[i] ?? '', i))
  if (isOpen && !signature.distinctive.some((name) => namesOf(header).has(normaliseHeader(name))))
    return undefined
  if (newPlaces.length === 0 || header.length - newPlaces.length < KNOWN_PART * header.length)
    return undefined
  const literals = wanted.filter((cell) => cell !== any).length
  return {
    score: 1 + literals - newPlaces.length / (header.length + 1),
    unknownColumns: newPlaces.map((i) => header[i] ?? ''),
    newPlaces,
  }
}

/** Places of cells in a header, in their order; undefined where they are not there, or could be others. */
function placesOf(wanted: readonly HeaderCell[], header: readonly string[]): number[] | undefined {
  const first: number[] = []
  for (const [i, text] of header.entries()) {
    const next = wanted[first.length]
    if (next !== undefined && fitsCell(next, text)) first.push(i)
  }
  const last: number[] = []
  for (let i = header.length - 1; i >= 0; i--) {
    const next = wanted[wanted.length - 1 - last.length]
    if (next !== undefined && fitsCell(next, header[i] ?? '')) last.push(i)
  }
  const isOne = first.length === wanted.length && first.every((place, i) => place === last.at(-1 - i))
  return isOne ? first : undefined
}

const named = new WeakMap<readonly string[], ReadonlySet<string>>()

function namesOf(header: readonly string[]): ReadonlySet<string> {
  const known = named.get(header) ?? new Set(header.map(normaliseHeader))
  named.set(header, known)
  return known
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
export interface Similarity {
  readonly score: number
  readonly newColumns: readonly string[]
  readonly missing: readonly Exclude<HeaderCell, typeof any>[]
}

export function similarity(signature: Signature, header: readonly string[]): Similarity {
  const { names, patterns, unnamed } = partsOf(signature)
  const missing = new Map(names)
  const open = new Set(patterns)
  const places = new Set(unnamed)
  const newColumns: string[] = []
  for (const [i, text] of header.entries()) {
    if (text === '' || missing.delete(normaliseHeader(text))) continue
    const fit = patterns.find((pattern) => open.has(pattern) && pattern.test(text))
    if (fit !== undefined) open.delete(fit)
    // A column that may have any name is the one that stands in its place, or beside it where another came or went.
    else if (![i, i + 1, i - 1].some((place) => places.delete(place))) newColumns.push(text)
  }
  const wanted = names.size + patterns.length
  const union = wanted + newColumns.length
  return {
    score: union === 0 ? 0 : (wanted - missing.size - open.size) / union,
    newColumns,
    missing: [...missing.values(), ...open],
  }
}

interface Parts {
  /** Cells by their names as they are compared. */
  readonly names: ReadonlyMap<string, string>
  readonly patterns: readonly RegExp[]
  /** Places of columns that may have any name. */
  readonly unnamed: readonly number[]
}

const parts = new WeakMap<Signature, Parts>()

function partsOf(signature: Signature): Parts {
  const known = parts.get(signature)
  if (known !== undefined) return known
  const cells: readonly HeaderCell[] =
    'cells' in signature ? signature.cells : 'required' in signature ? signature.required : signature.first
  const made: Parts = {
    names: new Map(
      cells.flatMap((cell) =>
        typeof cell === 'string' && cell !== '' ? [[normaliseHeader(cell), cell] as const] : [],
      ),
    ),
    patterns: cells.filter((cell) => cell instanceof RegExp),
    unnamed: cells.flatMap((cell, i) => (cell === any ? [i] : [])),
  }
  parts.set(signature, made)
  return made
}

/** The names of cells for people. */
export function columnNames(cells: Similarity['missing']): string[] {
  return cells.map((cell) => (cell instanceof RegExp ? columnName(cell) : cell))
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
