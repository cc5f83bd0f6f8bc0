import { csvTable } from './csv-table.ts'
import { decodeText } from './decode-text.ts'
import type { SourceFile } from './file-reading.ts'
import { HEADER_LINES, MAX_FILE_BYTES, MAX_ROWS } from './limits.ts'
import { containerOf } from './sniff.ts'
import { DELIMITERS, Refusal, type Table } from './table.ts'
import { workbookTables } from './workbook.ts'

/** A file made ready to look for a header in: its sheets, or its text under each delimiter. */
export interface OpenFile {
  /** Sheets of a workbook (whole), or the beginning of a text under each delimiter. */
  readonly tables: readonly Table[]
  /** All rows of one of these tables. */
  readonly whole: (table: Table) => Table
}

// Enough for any header and its preamble, and short enough to try four delimiters on.
const HEAD_LENGTH = 256 * 1024

/** @throws Refusal for a file that is too large, empty, no text and no workbook, or beyond a limit. */
export function openFile(file: SourceFile, depth: 'head' | 'whole'): OpenFile {
  const { bytes, mostBytes = MAX_FILE_BYTES } = file
  if (bytes.length > mostBytes)
    throw new Refusal(
      'too_large',
      `The file is larger than ${mostBytes / 1024 / 1024} MB (${mostBytes.toLocaleString('en')} bytes).`,
    )
  if (bytes.length === 0) throw new Refusal('empty_file', 'The file is empty.')

  const container = containerOf(bytes)
  if (container === 'other')
    throw new Refusal('not_text', 'This is neither a CSV file nor an Excel workbook.')
  if (container !== 'text') {
    const tables = workbookTables(bytes, container, depth === 'head' ? HEADER_LINES + 1 : MAX_ROWS)
    return { tables, whole: (table) => table }
  }

  const text = decodeText(bytes)
  if (text.replace(/\uFEFF/g, '').trim() === '') throw new Refusal('empty_file', 'The file is empty.')
  const head = text.slice(0, HEAD_LENGTH)
  return {
    tables: headTables(head),
    whole: (table) => csvTable(text, table.delimiter ?? ','),
  }
}

/** The beginning under each delimiter; one that makes no table of it is not the delimiter. */
function headTables(head: string): Table[] {
  const tables: Table[] = []
  let refusal: Refusal | undefined
  for (const delimiter of DELIMITERS) {
    if (!head.includes(delimiter)) continue
    try {
      tables.push(csvTable(head, delimiter, HEADER_LINES + 1))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusal ??= error
    }
  }
  if (tables.length === 0 && refusal !== undefined) throw refusal
  return tables
}
