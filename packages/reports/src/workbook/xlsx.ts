import { strToU8, Zip, ZipDeflate } from 'fflate'

/** How the cells of a column are shown. Amounts are exact decimal text and reach the file digit by digit. */
export type ColumnKind = 'text' | 'money' | 'amount' | 'count' | 'day' | 'instant'

export interface Column {
  readonly header: string
  /** In characters. */
  readonly width: number
  readonly kind: ColumnKind
}

/** A cell that leads to rows of the same workbook, for example `'Lots'!A2:P9`. */
export interface Link {
  readonly text: string
  readonly to: string
}

/** Text as the kind of its column has it; null is an empty cell. Days are `2025-03-01`, instants ISO 8601 in UTC. */
export type Cell = string | null | Link

export interface Sheet {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: Iterable<readonly Cell[]>
}

/** Rows that a sheet of a spreadsheet holds, the header among them. */
export const SHEET_ROWS = 1_048_576
/** Characters that a cell holds, and that a piece of text in a formula holds. */
const CELL_CHARACTERS = 32_767
const LINK_CHARACTERS = 255
/** Characters of a sheet that are compressed at a time. */
const PIECE = 1 << 16
/** A fixed date, so that the same sheets give the same bytes. */
const MTIME = new Date('2020-01-01T00:00:00Z')

/**
 * A workbook (Office Open XML, ECMA-376) of sheets with frozen headers, as bytes that come while rows are asked for: no sheet is ever
 * held whole. Links are HYPERLINK formulas, since a sheet takes 65,530 hyperlinks of the other kind and a year may have more rows.
 */
export function* xlsxChunks(sheets: readonly Sheet[]): Generator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, data) => {
    if (error !== null) throw error
    ready.push(data)
  })
  const drain = function* () {
    const chunks = ready
    ready = []
    yield* chunks
  }
  const parts = [...fixedParts(sheets), ...sheets.map((sheet, n) => sheetPart(sheet, n))]
  for (const { path, pieces } of parts) {
    const file = new ZipDeflate(path, { level: 3 })
    file.mtime = MTIME
    zip.add(file)
    for (const piece of pieces) {
      file.push(strToU8(piece))
      yield* drain()
    }
    file.push(new Uint8Array(), true)
    yield* drain()
  }
  zip.end()
  yield* drain()
}

interface Part {
  readonly path: string
  readonly pieces: Iterable<string>
}

function sheetPart(sheet: Sheet, n: number): Part {
  return { path: `xl/worksheets/sheet${n + 1}.xml`, pieces: sheetPieces(sheet, n === 0) }
}

function* sheetPieces({ columns, rows }: Sheet, isFirst: boolean): Generator<string> {
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  let piece = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"${isFirst ? ' tabSelected="1"' : ''}>${FROZEN}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`
  piece += rowXml(
    1,
    columns.map(({ header }, i) => textCell(`${letterOf(i)}1`, header, STYLES.header)),
  )
  let place = 1
  const letters = columns.map((_, i) => letterOf(i))
  for (const row of rows) {
    place += 1
    let cells = ''
    for (let i = 0; i < columns.length; i++) {
      const cell = row[i] ?? null
      if (cell !== null && cell !== '') cells += cellXml(`${letters[i]!}${place}`, cell, columns[i]!.kind)
    }
    piece += `<row r="${place}">${cells}</row>`
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield `${piece}</sheetData></worksheet>`
}

const rowXml = (place: number, cells: readonly string[]) => `<row r="${place}">${cells.join('')}</row>`

function cellXml(ref: string, cell: Exclude<Cell, null>, kind: ColumnKind): string {
  if (typeof cell !== 'string') return linkCell(ref, cell)
  if (kind === 'text' || !isOfKind(cell, kind)) return textCell(ref, cell, guardOf(cell))
  return `<c r="${ref}" s="${STYLES[kind]}"><v>${numberOf(cell, kind)}</v></c>`
}

const NUMBER = /^-?\d+(?:\.\d+)?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A cell that is no figure or day in a column of those is shown as the text that it is. */
function isOfKind(cell: string, kind: Exclude<ColumnKind, 'text'>): boolean {
  if (kind === 'day') return DAY.test(cell)
  return kind === 'instant' ? !Number.isNaN(Date.parse(cell)) : NUMBER.test(cell)
}

const DAY_MS = 86_400_000
/** Days from December 30, 1899, which spreadsheets count from, to January 1, 1970. */
const EPOCH_DAYS = 25_569

function numberOf(cell: string, kind: Exclude<ColumnKind, 'text'>): string {
  if (kind === 'day') return String(Date.parse(cell) / DAY_MS + EPOCH_DAYS)
  if (kind === 'instant') return String(Math.floor(Date.parse(cell) / 1000) / 86_400 + EPOCH_DAYS)
  return cell
}

/** Text that a spreadsheet would take for a formula when it is edited is marked as text. */
function guardOf(text: string): number {
  return /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) ? STYLES.guarded : STYLES.text
}

function textCell(ref: string, text: string, style: number): string {
  return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(cut(text, CELL_CHARACTERS))}</t></is></c>`
}

function linkCell(ref: string, { text, to }: Link): string {
  const shown = cut(text, LINK_CHARACTERS)
  const quoted = (part: string) => `"${part.replaceAll('"', '""')}"`
  const formula = `HYPERLINK(${quoted(`#${to}`)},${quoted(shown)})`
  return `<c r="${ref}" s="${STYLES.link}" t="str"><f>${xml(formula)}</f><v>${xml(shown)}</v></c>`
}

const CUT = ' (cut)'
const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - CUT.length)}${CUT}`

// eslint-disable-next-line no-control-regex
const SPECIAL = /[&<>"\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\r\n?|_x(?=[0-9A-Fa-f]{4}_)/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '\n',
  '\r\n': '\n',
  // Spreadsheets read `_x0041_` as a letter; an escaped underscore keeps the text.
  _x: '_x005F_x',
}

/** Text of any script as XML has it; a character that XML does not know becomes the replacement character. */
function xml(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.replace(SPECIAL, (found) => ENTITIES[found] ?? '\ufffd')
}

/** `A` for 0, `AA` for 26. */
function letterOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : `${letterOf(Math.floor(column / 26) - 1)}${last}`
}

/** Rows of a sheet as a link names them. */
export function rowsOn(sheet: string, from: number, to: number, columns: number): string {
  return `'${sheet.replaceAll("'", "''")}'!A${from}:${letterOf(columns - 1)}${to}`
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const FROZEN =
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'

/** Places in `cellXfs` below. */
const STYLES = { text: 1, header: 2, money: 3, amount: 4, count: 5, day: 6, instant: 7, link: 8, guarded: 9 }

const STYLES_XML = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.00################"/><numFmt numFmtId="165" formatCode="mm/dd/yyyy"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="10"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${[
  xf('49', 0),
  xf('49', 1),
  xf('39', 0),
  xf('164', 0),
  xf('3', 0),
  xf('165', 0),
  xf('166', 0),
  xf('0', 2),
  xf('49', 0, ' quotePrefix="1"'),
].join(
  '',
)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

function xf(format: string, font: number, more = ''): string {
  return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${more}/>`
}

/** Everything but the sheets themselves. */
function fixedParts(sheets: readonly Sheet[]): Part[] {
  const listed = sheets.map(
    ({ name }, n) => `<sheet name="${xml(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`,
  )
  const overrides = sheets.map(
    (_, n) =>
      `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
  )
  const related = sheets.map((_, n) => relation(n + 1, 'worksheet', `worksheets/sheet${n + 1}.xml`))
  const part = (path: string, text: string): Part => ({ path, pieces: [`${HEAD}${text}`] })
  return [
    part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${overrides.join('')}</Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}${relation(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    ),
    { path: 'xl/styles.xml', pieces: [STYLES_XML] },
  ]
}

function relation(n: number, type: string, target: string): string {
  return `<Relationship Id="rId${n}" Type="${OFFICE}/${type}" Target="${target}"/>`
}
