import Papa from 'papaparse'
import { MAX_CELL_LENGTH, MAX_COLUMNS, MAX_ROWS } from './limits.ts'
import { type Delimiter, Refusal, type Table, type TableRow } from './table.ts'

/**
 * Split text into rows and cells. `text` has `\n` line ends. A row that is one quoted cell holding a whole
 * line (Binance, Kraken) is split once more. A quote that opens and never closes spoils its own line only.
 *
 * @throws Refusal beyond the limits of rows, columns and cell length.
 */
export function csvTable(text: string, delimiter: Delimiter, maxRows = Number.POSITIVE_INFINITY): Table {
  const isQuoted = text.includes('"')
  const rows = isQuoted ? [] : unquotedRows(text, delimiter, maxRows)
  let rest = isQuoted ? text : ''
  let line = 1
  // Each round ends at a quote that is stray or never closes; a file with many of the latter is not quoted at all.
  for (let broken = 0; rest !== '' && rows.length < maxRows;) {
    const cut = parseInto(rows, rest, delimiter, line, maxRows)
    if (cut === undefined) break
    const end = rest.indexOf('\n', cut.offset)
    const spoilt = end === -1 ? rest.slice(cut.offset) : rest.slice(cut.offset, end)
    if (cut.cells === undefined && ++broken > MAX_BROKEN_QUOTES)
      throw new Refusal('broken_quotes', `Quotes are opened and not closed, again in line ${cut.line}.`, {
        line: cut.line,
      })
    rows.push(
      cut.cells === undefined
        ? { line: cut.line, cells: [spoilt], broken: 'A quote opens in this line and never closes' }
        : { line: cut.line, cells: cut.cells },
    )
    rest = end === -1 ? '' : rest.slice(end + 1)
    line = cut.line + 1
  }
  while (rows.length > 0 && isEmptyLine(rows[rows.length - 1])) rows.pop()
  const last = rows.at(-1)
  if (last !== undefined && !text.endsWith('\n')) rows[rows.length - 1] = { ...last, isUnended: true }
  return { sheet: null, delimiter, rows }
}

const MAX_BROKEN_QUOTES = 20

/** Without a quote a line is a row and a delimiter ends a cell, which takes no parser. */
function unquotedRows(text: string, delimiter: Delimiter, maxRows: number): TableRow[] {
  const rows: TableRow[] = []
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  for (const [n, row] of plain.split('\n').entries()) {
    if (rows.length >= maxRows) break
    const cells = row.split(delimiter)
    const refusal = limitBroken(cells, rows.length, n + 1)
    if (refusal !== undefined) throw refusal
    rows.push({ line: n + 1, cells })
  }
  return rows
}

function parseInto(
  rows: TableRow[],
  text: string,
  delimiter: Delimiter,
  firstLine: number,
  maxRows: number,
): Cut | undefined {
  let line = firstLine
  let cursor = 0
  let broken: Cut | undefined
  let refusal: Refusal | undefined

  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step(result, parser) {
      const cells = result.data
      const isOpen = result.errors.some((error) => error.code === 'MissingQuotes')
      const columns = rows.at(-1)?.cells.length ?? 0
      const mended = isOpen ? undefined : withoutStrayQuotes(cells, text, cursor, delimiter, columns)
      if (isOpen || mended !== undefined) {
        broken = { offset: cursor, line, ...(mended && { cells: mended }) }
        parser.abort()
        return
      }
      refusal = limitBroken(cells, rows.length, line)
      if (refusal !== undefined) {
        parser.abort()
        return
      }
      rows.push({ line, cells: withSpacedQuotes(unwrapped(cells, delimiter), delimiter) })
      if (rows.length >= maxRows) parser.abort()
      line += lineBreaks(text, cursor, result.meta.cursor)
      cursor = result.meta.cursor
    },
  })
  if (refusal !== undefined) throw refusal
  return broken
}

/** The line at which the rest of a text is read anew, with its cells where they could be told. */
interface Cut {
  readonly offset: number
  readonly line: number
  readonly cells?: readonly string[]
}

/**
 * The cells of a line whose quotes are stray, where that gives as many cells as the row above has and reading it by its quotes does not.
 * Undefined of any other line.
 */
function withoutStrayQuotes(
  cells: readonly string[],
  text: string,
  offset: number,
  delimiter: Delimiter,
  columns: number,
): string[] | undefined {
  if (cells.length === columns || columns < 2) return undefined
  const end = text.indexOf('\n', offset)
  const line = end === -1 ? text.slice(offset) : text.slice(offset, end)
  if (line.length > MAX_CELL_LENGTH || !line.includes('"')) return undefined
  const found: string[] = []
  for (let at = 0; at <= line.length;) {
    const [quoted = '', inner = ''] = /^"((?:[^"]|"")*)"$/.exec(quotedAt(line, at, delimiter)) ?? []
    const next = line.indexOf(delimiter, at)
    const cell = quoted !== '' ? quoted : line.slice(at, next === -1 ? line.length : next)
    found.push(quoted !== '' ? inner.replaceAll('""', '"') : cell.replace(/^"+|"+$/g, ''))
    at += cell.length + 1
  }
  return found.length === columns ? found : undefined
}

/** A cell in quotes that begins at a place of a line and ends where a cell can; empty where there is none. */
function quotedAt(line: string, at: number, delimiter: Delimiter): string {
  if (line[at] !== '"') return ''
  for (let end = at + 1; end < line.length; end++) {
    if (line[end] !== '"') continue
    if (line[end + 1] === '"') end++
    else return end + 1 === line.length || line[end + 1] === delimiter ? line.slice(at, end + 1) : ''
  }
  return ''
}

function limitBroken(cells: readonly string[], rows: number, line: number): Refusal | undefined {
  if (rows >= MAX_ROWS)
    return new Refusal('too_many_rows', `The file has more than ${MAX_ROWS.toLocaleString('en')} rows.`, {
      line,
    })
  if (cells.length > MAX_COLUMNS)
    return new Refusal('too_many_columns', `Line ${line} has more than ${MAX_COLUMNS} columns.`, { line })
  // The cells of most rows are not so long together.
  let length = 0
  for (const cell of cells) length += cell.length
  if (length <= MAX_CELL_LENGTH) return undefined
  const long = cells.findIndex((cell) => cell.length > MAX_CELL_LENGTH)
  if (long === -1) return undefined
  const column = String(long + 1)
  return new Refusal(
    'cell_too_long',
    `Line ${line}, column ${column} is longer than ${MAX_CELL_LENGTH.toLocaleString('en')} characters.`,
    { line, column },
  )
}

/** The cells of a row whose whole line was quoted once more. */
function unwrapped(cells: string[], delimiter: Delimiter): string[] {
  const only = cells[0]
  if (cells.length !== 1 || only === undefined || !only.includes(delimiter)) return cells
  const inner = Papa.parse<string[]>(only, { delimiter, newline: '\n' }).data
  return inner.length === 1 && inner[0] !== undefined && inner[0].length > 1 ? inner[0] : cells
}

/**
 * The cells of a row whose writer puts a space before each cell (`i1, "May 3, 2021 5:00 AM", Reward`), so that a quote does not begin
 * its cell and the delimiter inside it was taken for one.
 */
function withSpacedQuotes(cells: string[], delimiter: Delimiter): string[] {
  if (!cells.some((cell) => SPACED_QUOTE.test(cell))) return cells
  const joined: string[] = []
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? ''
    const end = SPACED_QUOTE.test(cell)
      ? cells.findIndex((other, at) => at >= i && closes(other, at === i))
      : -1
    if (end === -1) joined.push(cell)
    else {
      const text = cells
        .slice(i, end + 1)
        .join(delimiter)
        .trim()
      joined.push(text.slice(1, -1).replaceAll('""', '"'))
      i = end
    }
  }
  return joined
}

const SPACED_QUOTE = /^[ \t]+"/

/** True of a cell that ends with a quote; one that also opens it has more than that one. */
const closes = (cell: string, opens: boolean) =>
  cell.trim().endsWith('"') && (!opens || cell.trim().length > 1)

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}

function isEmptyLine(row: TableRow | undefined): boolean {
  return row !== undefined && row.cells.length === 1 && row.cells[0]?.trim() === ''
}
