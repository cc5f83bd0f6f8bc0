import type { SourceFile } from './reader/file-reading.ts'
import { explainUnknown } from './reader/detect.ts'
import type { ClosestFormat, ReadOptions } from './reader/file-reading.ts'
import { openFile } from './reader/open-tables.ts'
import { Refusal, cleanCell, isBlankRow, type Table, type TableRow } from './reader/table.ts'
import { trimmedHeader } from './reader/signature.ts'
import { formats } from './registry.ts'
import { dateOrderOf } from '../reading/time-text.ts'
import { evidenceOf, type ColumnEvidence } from './own/column-evidence.ts'
import { guessRoles } from './own/guess-roles.ts'
import { knownByName } from './own/known-by-name.ts'
import { type OwnFormat, type OwnMeaning, type OwnRole, ROLES_OF_KIND } from './reader/own-format.ts'
import { guessMeaning } from './own/own-words.ts'

/** A word of a column, how often it stands there, and what it most likely means. */
export interface ColumnWord {
  readonly word: string
  readonly rows: number
  readonly meaning: OwnMeaning | null
}

export interface DescribedColumn {
  readonly name: string
  /** The first different cells that are filled. */
  readonly samples: readonly string[]
  /** Words of a column with few different ones; empty of any other. */
  readonly words: readonly ColumnWord[]
}

/** An unknown table with what its columns most likely hold. A guess to look at: nothing is read by it before a person has. */
export interface Suggestion {
  readonly headerLine: number
  readonly columns: readonly DescribedColumn[]
  readonly rows: number
  readonly format: OwnFormat
  /** The report that has this header, where it is known by its name only. */
  readonly looksLike: string | null
  /** The format of the product that comes closest. */
  readonly closest: ClosestFormat | null
  /** True where times say their zone themselves. */
  readonly saysZone: boolean
  /** True where dates can be read in two ways. */
  readonly isOrderOpen: boolean
}

/** Describe a file that no format reads. Undefined where it has no table. Never throws for what a file holds. */
export function suggestFormat(
  file: SourceFile,
  name: string,
  options: ReadOptions = {},
): Suggestion | undefined {
  try {
    return suggestIn(file, name, options)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function suggestIn(file: SourceFile, name: string, options: ReadOptions): Suggestion | undefined {
  const open = openFile(file, 'whole')
  const { header, headerLine, closest } = headerOf(open.tables, options)
  const place = findHeader(open.tables, header, headerLine)
  if (place === undefined || header.length < 2) return undefined
  const rows = open
    .whole(place.table)
    .rows.slice(place.index + 1)
    .filter((row) => row.broken === undefined && !isBlankRow(row))
  const columns = header.map((_, at) => rows.map((row) => cleanCell(row.cells[at] ?? '')))
  const evidence = columns.map(evidenceOf)
  const { kind, roles } = guessRoles(header, evidence)
  const dates = columns[roles.date ?? -1] ?? []
  const { order, isAmbiguous } = dateOrderOf(dates)
  const described = header.map((column, at) => describe(column, columns[at] ?? [], evidence[at]))
  const words = described[roles.type ?? -1]?.words ?? []
  return {
    headerLine,
    columns: described,
    rows: rows.length,
    looksLike: knownByName(header) ?? null,
    closest: closest ?? null,
    saysZone: dates.length > 0 && dates.filter((text) => text !== '').every((text) => ZONED.test(text)),
    isOrderOpen: order === undefined && isAmbiguous,
    format: {
      version: 1,
      name,
      header,
      kind,
      columns: onlyOf(roles, ROLES_OF_KIND[kind]),
      assets: {},
      time_zone: 'UTC',
      date_order: null,
      decimal_mark: null,
      has_fee_inside: false,
      words: Object.fromEntries(
        words.flatMap(({ word, meaning }) => (meaning === null ? [] : [[word, meaning]])),
      ),
    },
  }
}

/** A time that names its zone or offset, or counts seconds since 1970. */
const ZONED = /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$|^\d{10}(?:\d{3})?$/i

function onlyOf(roles: Partial<Record<OwnRole, number>>, wanted: readonly OwnRole[]) {
  return Object.fromEntries(Object.entries(roles).filter(([role]) => wanted.some((own) => own === role)))
}

/** The line that the person says, else the one that looks like the header. */
function headerOf(
  tables: readonly Table[],
  options: ReadOptions,
): Pick<ReturnType<typeof explainUnknown>, 'header' | 'headerLine' | 'closest'> {
  const row =
    options.headerLine === undefined
      ? undefined
      : tables.flatMap(({ rows }) => rows.find(({ line }) => line === options.headerLine) ?? [])[0]
  if (row === undefined) return explainUnknown(tables, formats, options)
  return { header: trimmedHeader(row.cells), headerLine: row.line }
}

function findHeader(tables: readonly Table[], header: readonly string[], line: number) {
  for (const table of tables) {
    const index = table.rows.findIndex((row) => row.line === line && isHeader(row, header))
    if (index >= 0) return { table, index }
  }
  return undefined
}

function isHeader({ cells }: TableRow, header: readonly string[]): boolean {
  const own = trimmedHeader(cells)
  return own.length === header.length && own.every((cell, i) => cell === header[i])
}

/** As many samples show what a column holds. */
const SAMPLES = 3
/** A column with more different words is no column of types. */
const MOST_WORDS = 60
const LONGEST_SAMPLE = 60

function describe(
  name: string,
  cells: readonly string[],
  evidence: ColumnEvidence | undefined,
): DescribedColumn {
  const counts = new Map<string, number>()
  for (const cell of cells) {
    if (counts.size > MOST_WORDS) break
    counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  const isWords = counts.size <= MOST_WORDS && evidence?.isWords === true
  return {
    name,
    samples: [...counts.keys()]
      .filter((cell) => cell !== '')
      .slice(0, SAMPLES)
      .map((cell) => cell.slice(0, LONGEST_SAMPLE)),
    words: isWords
      ? [...counts]
          .map(([word, rows]) => ({ word, rows, meaning: guessMeaning(word) ?? null }))
          .filter(({ word }) => word.length <= LONGEST_SAMPLE)
          .toSorted((a, b) => b.rows - a.rows)
      : [],
  }
}
