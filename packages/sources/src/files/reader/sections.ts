import type { FileFormat } from './csv-format.ts'
import { type Detection, detectIn } from './detect.ts'
import { normaliseHeader } from './signature.ts'
import { cleanCell, type TableRow } from './table.ts'

/** The rows below one header, up to the next one, which is their last. */
export interface Section {
  readonly detection: Detection
  readonly preamble: readonly TableRow[]
  readonly rows: readonly TableRow[]
  /** Undefined where the header is that of another report: its rows cannot be read with those above. */
  readonly format: FileFormat | undefined
  /** True of the first section of a table. */
  readonly isFirst: boolean
}

/**
 * The sections of a table, since people put exports of several years into one file: what stands below a header of another generation of
 * the report is read by that header. The same header again begins no section.
 */
export function sectionsOf(
  below: { readonly detection: Detection; readonly preamble: TableRow[]; readonly rows: TableRow[] },
  format: FileFormat,
  formats: readonly FileFormat[],
): Section[] {
  const { preamble } = below
  let section: { detection: Detection; format: FileFormat | undefined } = {
    detection: below.detection,
    format,
  }
  const sections: Section[] = []
  let rows: TableRow[] = []
  for (const row of below.rows) {
    const next = headerIn(row, section, format, formats)
    rows.push(next === undefined ? row : { ...row, header: next.header })
    if (next === undefined) continue
    sections.push({ ...section, preamble, rows, isFirst: sections.length === 0 })
    section = next
    rows = []
  }
  return [...sections, { ...section, preamble, rows, isFirst: sections.length === 0 }]
}

/** The section that a row begins; undefined of a row that is no header, or the header of the section it stands in. */
function headerIn(
  row: TableRow,
  { detection }: { readonly detection: Detection },
  format: FileFormat,
  formats: readonly FileFormat[],
) {
  if (row.cells.length < 2 || row.broken !== undefined || row.cells.some((cell) => DATA.test(cell)))
    return undefined
  if (isHeaderAgain(row, detection.header) || format.isInnerHeader?.(row.cells) === true) return undefined
  const found = detectIn({ ...detection.table, rows: [row] }, formats)
  if (found === undefined) {
    if (!isAlike(row, detection.header)) return undefined
    const message = `A second header, of no layout that is known: the rows below line ${row.line} are not read`
    return {
      detection: { ...detection, header: row.cells },
      format: undefined,
      header: { isRead: false, message },
    }
  }
  const own =
    found.formats.find((fit) => fit.format === format) ??
    found.formats.find((fit) => fit.format.family === format.family)
  if (own !== undefined) {
    const message = `A second header, of ${own.format.name}: the rows below line ${row.line} are read by it`
    return { detection: found, format: own.format, header: { isRead: true, message } }
  }
  const message = `A second header, of another report (${found.formats[0]?.format.name ?? ''}): save the rows from line ${row.line} on as a file of its own and upload it too`
  return { detection: found, format: undefined, header: { isRead: false, message } }
}

/** A date, an amount or an id that begins with a figure: no header has one. */
const DATA = /^[\s"'$+(-]*\d/

/** As many names of a header make a row one, where they are half of its cells at least. */
const NAMES = 3

function isAlike({ cells }: TableRow, header: readonly string[]): boolean {
  const names = new Set(header.map(normaliseHeader))
  const filled = cells.map(normaliseHeader).filter((cell) => cell !== '')
  const shared = new Set(filled.filter((cell) => names.has(cell))).size
  return shared >= NAMES && shared * 2 >= filled.length
}

export function isHeaderAgain(raw: TableRow, header: readonly string[]): boolean {
  return (
    raw.cells.length >= header.length &&
    // Most rows differ in their first cell.
    header.every((name, i) => cleanCell(raw.cells[i] ?? '').replace(/\s+/g, ' ') === name)
  )
}
