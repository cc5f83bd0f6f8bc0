import type { FileFormat } from './csv-format.ts'
import type { ClosestFormat, ReadOptions, UnknownOutcome } from './file-reading.ts'
import { shown } from './file-reading.ts'
import { HEADER_LINES } from './limits.ts'
import { matchSignature, similarity, trimmedHeader } from './signature.ts'
import type { Table } from './table.ts'

/** Where a known header stands in a table, and which formats it fits equally well. */
export interface Detection {
  readonly table: Table
  /** Index of the header in the rows of the table. */
  readonly index: number
  readonly header: readonly string[]
  readonly score: number
  readonly formats: readonly { readonly format: FileFormat; readonly unknownColumns: readonly string[] }[]
}

/** The first line of a table that any format knows, with the formats of the highest score. */
export function detectIn(table: Table, formats: readonly FileFormat[]): Detection | undefined {
  for (const [index, row] of table.rows.slice(0, HEADER_LINES).entries()) {
    const header = trimmedHeader(row.cells)
    if (header.length < 2) continue
    const fits = formats.flatMap((format) => {
      const best = bestMatch(format, header)
      return best === undefined ? [] : [{ format, ...best }]
    })
    const score = Math.max(0, ...fits.map((fit) => fit.score))
    if (score > 0) return { table, index, header, score, formats: fits.filter((fit) => fit.score === score) }
  }
  return undefined
}

function bestMatch(format: FileFormat, header: readonly string[]) {
  const matches = format.headers.flatMap((signature) => matchSignature(signature, header) ?? [])
  return matches.toSorted((a, b) => b.score - a.score)[0]
}

/** Of formats that share a header, the one that the person's source or the name of the file points to. */
export function settle(detection: Detection, fileName: string, options: ReadOptions): Detection['formats'] {
  const told = detection.formats.filter(({ format }) => format.id === options.formatId)
  if (told.length === 1) return told
  const ofSource = detection.formats.filter(({ format }) => format.sourceSlug === options.sourceSlug)
  if (ofSource.length === 1) return ofSource
  const name = fileName.toLowerCase()
  const named = detection.formats.filter(({ format }) => name.includes(format.sourceSlug))
  return named.length === 1 ? named : detection.formats
}

/** Why no format was found: the line that looks like a header, and the layout that comes closest. */
export function explainUnknown(tables: readonly Table[], formats: readonly FileFormat[]): UnknownOutcome {
  let closest: (ClosestFormat & { line: number; header: string[] }) | undefined
  for (const table of tables) {
    for (const row of table.rows.slice(0, HEADER_LINES)) {
      const header = trimmedHeader(row.cells)
      if (header.length < 2) continue
      for (const format of formats) {
        for (const signature of format.headers) {
          const alike = similarity(signature, header)
          if (alike.score < 0.6 || alike.score <= (closest?.score ?? 0)) continue
          closest = { formatId: format.id, formatName: format.name, line: row.line, header, ...alike }
        }
      }
    }
  }
  if (closest !== undefined) {
    const { line, header, ...rest } = closest
    const changes = [
      rest.newColumns.length > 0 ? `new: ${listed(rest.newColumns)}` : '',
      rest.missingColumns.length > 0 ? `missing: ${listed(rest.missingColumns)}` : '',
    ].filter((text) => text !== '')
    const what = changes.length > 0 ? changes.join('; ') : 'the same columns in another order'
    return {
      outcome: 'unknown',
      message: `Line ${line} looks like the header of ${rest.formatName}, but its columns differ (${what}).`,
      headerLine: line,
      header,
      closest: rest,
    }
  }
  const guess = guessHeader(tables)
  const message =
    guess.header.length === 0
      ? `No table was found in the first ${HEADER_LINES} lines of this file.`
      : `No known layout. Line ${guess.line} looks like the header: ${listed(guess.header)}.`
  return { outcome: 'unknown', message, headerLine: guess.line, header: guess.header }
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
