import { sourceBySlug } from '../../catalogue/catalogue.ts'
import type { FileFormat } from './csv-format.ts'
import type { ClosestFormat, ReadOptions, UnknownOutcome } from './file-reading.ts'
import { shown } from '../../reading/shown.ts'
import { HEADER_LINES } from './limits.ts'
import { KNOWN_HEADERS } from './known-headers.ts'
import {
  any,
  matchSignature,
  matchWithNew,
  columnNames,
  type SignatureMatch,
  type Similarity,
  similarity,
  trimmedHeader,
} from './signature.ts'
import type { Table, TableRow } from './table.ts'

/** A known header in a table, with the formats that it fits equally well. */
export interface Detection {
  readonly table: Table
  /** Index of the header in the rows of the table. */
  readonly index: number
  readonly header: readonly string[]
  readonly score: number
  readonly formats: readonly Fit[]
}

/** A format that a header fits, with the columns that it does not know. */
interface Fit extends Pick<SignatureMatch, 'unknownColumns' | 'newPlaces'> {
  readonly format: FileFormat
}

/**
 * The first line of a table that any format knows, with the formats of the highest score. `withNew` admits new columns among the known
 * ones; without it they count only against a format that would know fewer of the columns.
 */
export function detectIn(
  table: Table,
  formats: readonly FileFormat[],
  withNew: 'with-new' | 'known' = 'known',
): Detection | undefined {
  for (const [index, row] of table.rows.slice(0, HEADER_LINES).entries()) {
    const header = trimmedHeader(row.cells)
    if (header.length < 2) continue
    const known = fitsOf(formats, header, matchSignature)
    const isPartial = known.length > 0 && known.every(({ unknownColumns }) => unknownColumns.length > 0)
    const isOpen = isPartial || (known.length === 0 && withNew === 'with-new')
    const fits = isOpen ? [...known, ...fitsOf(formats, header, matchWithNew)] : known
    const score = Math.max(0, ...fits.map((fit) => fit.score))
    if (score > 0) return { table, index, header, score, formats: fits.filter((fit) => fit.score === score) }
  }
  return undefined
}

function fitsOf(formats: readonly FileFormat[], header: readonly string[], match: typeof matchSignature) {
  return formats.flatMap((format) => {
    const matches = format.headers.flatMap((signature) => match(signature, header) ?? [])
    const best = matches.toSorted((a, b) => b.score - a.score)[0]
    return best === undefined ? [] : [{ format, ...best }]
  })
}

/**
 * The formats left of those that share a header: by the person's answer, by the source that they chose, by the name of the file, and by
 * what the rows hold (`FileFormat.isLike`). Evidence that fits none of them is none.
 */
export function settle(
  detection: Detection,
  fileName: string,
  options: ReadOptions,
  rowsBelow: () => readonly TableRow[],
): Detection['formats'] {
  const name = fileName.toLowerCase()
  const evidence: readonly ((format: FileFormat) => boolean)[] = [
    ({ id }) => id === options.formatId,
    ({ sourceSlug }) => sourceSlug === options.sourceSlug,
    ({ fileName: pattern, sourceSlug }) => pattern?.test(name) ?? name.includes(sourceSlug),
    (format) => format.isLike?.(rowsBelow(), detection.header) === true,
  ]
  let left = detection.formats
  for (const fits of evidence) {
    if (left.length === 1) return left
    const some = left.filter(({ format }) => fits(format))
    if (some.length > 0) left = some
  }
  return left
}

/** From here on a header is that of a format whose columns were changed. */
const ALIKE = 0.6
/** Below this two headers have a column or two in common, as any two have. */
const NEAR = 0.25
/** More are no help. */
const MOST_NEAR = 3

/**
 * Why no format was found: the line that looks like a header and its columns, the layouts that come closest with what is missing of
 * them (of the source that the file was said to be from, whatever they are), and what can be done.
 */
export function explainUnknown(
  tables: readonly Table[],
  formats: readonly FileFormat[],
  { sourceSlug }: Pick<ReadOptions, 'sourceSlug'> = {},
): UnknownOutcome {
  const known = knownReport(tables)
  if (known !== undefined) return known
  const nearest = formats
    .flatMap((format) => closenessOf(format, tables) ?? [])
    .toSorted((a, b) => b.score - a.score)
  const [first] = nearest
  if (first !== undefined && first.score >= ALIKE) {
    const { line, header, sourceSlug: _slug, ...closest } = first
    const changes = [
      closest.newColumns.length > 0 ? `new: ${listed(closest.newColumns)}` : '',
      closest.missingColumns.length > 0 ? `missing: ${listed(closest.missingColumns)}` : '',
    ].filter((text) => text !== '')
    const what = changes.length > 0 ? changes.join('; ') : REORDERED
    return {
      outcome: 'unknown',
      message: `Line ${line} looks like the header of ${closest.formatName}, but its columns differ (${what}). If the file was changed after it was exported, upload it as it came; else say what its columns hold.`,
      headerLine: line,
      header,
      closest,
    }
  }
  const guess = guessHeader(tables)
  const message =
    guess.header.length === 0
      ? `No table was found in the first ${HEADER_LINES} lines of this file. Export it again as CSV or Excel, or fill in the template.`
      : `No known layout. Line ${guess.line} looks like the header: ${listed(guess.header)}. ${wayOn(nearest, sourceSlug)}`
  return { outcome: 'unknown', message, headerLine: guess.line, header: guess.header }
}

/** A report that is known by its header alone; the first such line decides. */
export function knownReport(tables: readonly Table[]): UnknownOutcome | undefined {
  for (const table of tables)
    for (const row of table.rows.slice(0, HEADER_LINES)) {
      const header = trimmedHeader(row.cells)
      const report = header.length < 2 ? undefined : reportOf(header)
      if (report === undefined) continue
      const message = `Line ${row.line} is the header of a report from ${report}, which Lotbook knows by name and has no reader for yet. Say what its columns are, or fill in the template.`
      return { outcome: 'unknown', message, headerLine: row.line, header, report }
    }
  return undefined
}

const signatures = Object.entries(KNOWN_HEADERS).flatMap(([report, headers]) =>
  headers.map((text) => ({
    report,
    signature: { cells: text.split('|').map((cell) => (cell === '*' ? any : cell)) },
  })),
)

/** The report whose header it is, whole or with new columns behind it; of several the one with the most cells. */
function reportOf(header: readonly string[]): string | undefined {
  const fits = signatures.flatMap(({ report, signature }) => {
    const match = matchSignature(signature, header)
    return match === undefined ? [] : [{ report, ...match }]
  })
  return fits.toSorted((a, b) => b.score - a.score)[0]?.report
}

interface Closeness extends ClosestFormat {
  readonly sourceSlug: string
  readonly line: number
  readonly header: string[]
}

const REORDERED = 'the same columns in another order'

/** The line that comes closest to a format; undefined where no line could be a header. */
function closenessOf(format: FileFormat, tables: readonly Table[]): Closeness | undefined {
  let best: { readonly alike: Similarity; readonly line: number; readonly header: string[] } | undefined
  for (const table of tables)
    for (const row of table.rows.slice(0, HEADER_LINES)) {
      const header = trimmedHeader(row.cells)
      if (header.length < 2) continue
      for (const signature of format.headers) {
        const alike = similarity(signature, header)
        if (best === undefined || alike.score > best.alike.score) best = { alike, line: row.line, header }
      }
    }
  if (best === undefined) return undefined
  const { id: formatId, name: formatName, sourceSlug } = format
  const { score, newColumns, missing } = best.alike
  return {
    ...{ formatId, formatName, sourceSlug, line: best.line, header: best.header, score },
    newColumns,
    missingColumns: columnNames(missing),
  }
}

/** Advice for a file of no known layout. */
function wayOn(nearest: readonly Closeness[], sourceSlug: string | undefined): string {
  const source = sourceSlug === undefined ? undefined : sourceBySlug(sourceSlug)
  const ofSource = nearest.filter((one) => one.sourceSlug === source?.slug)
  if (source !== undefined && ofSource.length > 0)
    return `From ${source.name}, Lotbook reads: ${named(ofSource)}. Export one of these, or say what its columns hold.`
  // Exports of other sources state transactions of a chain or a wallet too.
  if (source?.kind === 'exchange')
    return `Lotbook does not read reports from ${source.name} yet: say what its columns hold.`
  const near = nearest.filter(({ score }) => score >= NEAR)
  return near.length === 0
    ? 'Choose another report where you exported it, or say what its columns hold.'
    : `Closest to it: ${named(near)}. Export one of these, or say what its columns hold.`
}

function named(formats: readonly Closeness[]): string {
  return formats
    .slice(0, MOST_NEAR)
    .map(({ formatName, missingColumns }) => {
      const what = missingColumns.length === 0 ? REORDERED : `missing here: ${listed(missingColumns)}`
      return `${formatName} (${what})`
    })
    .join('; ')
}

/** The line with the most different cells that are no numbers. */
function guessHeader(tables: readonly Table[]): { line: number; header: string[] } {
  let best = { line: 1, header: [] as string[], words: 0 }
  for (const table of tables) {
    for (const row of table.rows.slice(0, HEADER_LINES)) {
      const header = trimmedHeader(row.cells)
      const words = new Set(header.filter((cell) => cell !== '' && !/^[\d\s.,:/+-]+$/.test(cell))).size
      if (words > best.words && header.length > 1) best = { line: row.line, header, words }
    }
  }
  return { line: best.line, header: best.header }
}

function listed(names: readonly string[]): string {
  const some = names.slice(0, 12).map((name) => shown(name))
  return names.length > 12 ? `${some.join(', ')} and ${names.length - 12} more` : some.join(', ')
}
