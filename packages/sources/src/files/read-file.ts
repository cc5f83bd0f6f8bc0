import { isTimeZone } from '@lotbook/journal'
import { sourceBySlug } from '../catalogue/catalogue.ts'
import { Collector, SeenNames } from '../reading/collector.ts'
import type { AccountQuestion, FileFormat } from './reader/csv-format.ts'
import { admitRows } from './reader/admit-rows.ts'
import { detectIn, type Detection, explainUnknown, knownReport, settle } from './reader/detect.ts'
import type {
  AskOutcome,
  FileReading,
  FileRecognition,
  ReadOptions,
  ReadOutcome,
  RefusedOutcome,
  RowFinding,
  SourceFile,
  TimeZoneUsed,
} from './reader/file-reading.ts'
import { noteDamage, noteFuture, noteRoundedAway } from './reader/damage.ts'
import { openFile } from './reader/open-tables.ts'
import { formatOfOwn } from './own/own-table.ts'
import { formats } from './registry.ts'
import { type Section, sectionsOf } from './reader/sections.ts'
import { SheetRows } from './reader/repeats.ts'
import { lineOf } from '../reading/origin.ts'
import type { Finding, StatedBalance } from '../reading/outcome.ts'
import { Row } from './reader/row.ts'
import { Sheet } from './reader/sheet.ts'
import { normaliseHeader } from './reader/signature.ts'
import { isBlankRow, Refusal, type Table, type TableRow } from './reader/table.ts'
import { type DateOrder, dateOrderOf, parseTimeText } from '../reading/time-text.ts'

/**
 * Read a file into transactions. What a row says and cannot be read becomes a finding with its line and
 * column, and the rest goes in; a file that is no table, or none we know, says so. Never throws for what
 * a file holds.
 */
export function readFile(file: SourceFile, options: ReadOptions = {}): FileReading {
  return refusing(() => {
    const found = recognise(file, options, 'whole')
    if (!('format' in found)) return found
    return readWith(found, file, options)
  })
}

/** Say what a file is from its first lines alone, before the work of reading it. */
export function recogniseFile(file: SourceFile, options: ReadOptions = {}): FileRecognition {
  return refusing(() => {
    const found = recognise(file, options, 'head')
    if (!('format' in found)) return found
    return { outcome: 'recognised', ...describe(found) }
  })
}

/** An original row as it stands in its file. */
export interface OriginalRow {
  readonly row: number
  readonly line: number
  readonly header: readonly string[]
  readonly cells: readonly string[]
}

/** Every data row of a file as it stands in it, in its order; none of a file that is no table that we know. */
export function* originalRows(file: SourceFile, options: ReadOptions = {}): Generator<OriginalRow> {
  let number = 0
  for (const { detection, rows } of knownTables(file, options))
    for (const { line, cells } of rows) yield { row: ++number, line, header: detection.header, cells }
}

/** The original rows behind transactions: where they stand, their header and cells. One that is not there is left out. */
export function rowsAt(file: SourceFile, rows: readonly number[], options: ReadOptions = {}): OriginalRow[] {
  const wanted = new Set(rows)
  const found = new Map<number, OriginalRow>()
  for (const original of originalRows(file, options))
    if (wanted.has(original.row)) found.set(original.row, original)
  return rows.flatMap((row) => found.get(row) ?? [])
}

function knownTables(file: SourceFile, options: ReadOptions): ReturnType<typeof tablesOf> {
  try {
    const found = recognise(file, options, 'whole')
    return 'format' in found ? tablesOf(found) : []
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

interface Found {
  readonly format: FileFormat
  readonly unknownColumns: readonly string[]
  /** Every table of the file with a header of that format; text has one. */
  readonly detections: readonly Detection[]
  readonly otherSheets: readonly string[]
  /** The source that the person chose for a template. */
  readonly source: { readonly slug: string; readonly name: string } | undefined
  /** The formats that a header further down may be of. */
  readonly known: readonly FileFormat[]
  readonly whole: (table: Table) => Table
}

function recognise(file: SourceFile, options: ReadOptions, depth: 'head' | 'whole') {
  const open = openFile(file, depth)
  const { all, known } = detectAll(open.tables, options)
  const best = all.toSorted((a, b) => a.index - b.index || b.score - a.score)
  const [first] = open.tables[0]?.sheet === null ? best : all
  if (first === undefined) return explainUnknown(open.tables, formats, options)

  const rowsBelow = () => open.whole(first.table).rows.slice(first.index + 1)
  const settled = settle(first, file.name, options, rowsBelow)
  const [choice] = settled
  if (choice === undefined || settled.length > 1) return askFormat(first, settled)
  const same = all.filter((detection) => detection.formats.some(({ format }) => format === choice.format))
  const isText = first.table.sheet === null
  const found: Found = {
    format: choice.format,
    unknownColumns: choice.unknownColumns,
    detections: isText ? [first] : same,
    otherSheets: isText ? [] : all.filter((d) => !same.includes(d)).map((d) => d.table.sheet ?? ''),
    source: chosenSource(choice.format, file.name, options),
    known,
    whole: open.whole,
  }
  return found
}

/**
 * The known headers of a file: of the product's formats, else of those that the person described, and then with just their columns. What one
 * of theirs was chosen for is read by it, also once the product knows the file.
 */
function detectAll(tables: readonly Table[], options: ReadOptions) {
  const { own = [] } = options
  const chosen = own.filter(({ id }) => id === options.formatId)
  const all = chosen.length > 0 ? [] : tables.flatMap((table) => detectIn(table, formats) ?? [])
  if (all.length > 0) return { all, known: formats }
  const ofPerson = detectOwn(tables, chosen.length > 0 ? chosen : own)
  if (ofPerson.all.length > 0 || chosen.length > 0 || knownReport(tables) !== undefined) return ofPerson
  return { all: tables.flatMap((table) => detectIn(table, formats, 'with-new') ?? []), known: formats }
}

function detectOwn(tables: readonly Table[], own: NonNullable<ReadOptions['own']>) {
  const known = own.map(formatOfOwn)
  const found = tables.flatMap((table) => detectIn(table, known) ?? [])
  return {
    all: found.filter((one) => one.formats.every(({ unknownColumns }) => unknownColumns.length === 0)),
    known,
  }
}

/** The source of a template's rows: the one that the person chose, else the one of those with its header that the file is named after. */
function chosenSource({ isGeneric, alsoOf = [] }: FileFormat, fileName: string, { sourceSlug }: ReadOptions) {
  const name = normaliseHeader(fileName).replace(/[^a-z0-9]+/g, '-')
  const isChosen = sourceSlug !== undefined && (isGeneric === true || alsoOf.includes(sourceSlug))
  const chosen = isChosen ? sourceSlug : alsoOf.find((slug) => name.includes(slug))
  return chosen === undefined ? undefined : sourceBySlug(chosen)
}

function askFormat({ header, table, index }: Detection, settled: Detection['formats']): AskOutcome {
  return {
    outcome: 'ask',
    question: 'format',
    candidates: settled.map(({ format }) => ({ value: format.id, label: format.name })),
    usual: null,
    message: 'Several reports have this layout. Which one is it?',
    formatId: null,
    formatName: null,
    header,
    sample: table.rows.slice(index + 1, index + 1 + SAMPLE_ROWS),
  }
}

function describe({ format, unknownColumns, detections, source }: Found) {
  const first = detections[0]
  return {
    formatId: format.id,
    family: format.family,
    formatName: format.name,
    sourceSlug: source?.slug ?? format.sourceSlug,
    exchange: source?.name ?? format.exchange,
    headerRow: first?.table.rows[first.index]?.line ?? 1,
    header: first?.header ?? [],
    unknownColumns,
  }
}

function tablesOf(found: Found): Section[] {
  return found.detections.flatMap((detection) => {
    const { rows } = found.whole(detection.table)
    const below = {
      detection,
      preamble: rows.slice(0, detection.index),
      rows: rows.slice(detection.index + 1),
    }
    return sectionsOf(below, found.format, found.known)
  })
}

function readWith(found: Found, file: SourceFile, options: ReadOptions): AskOutcome | ReadOutcome {
  const { format } = found
  const ask = (question: Question) => asking(found, question)
  const parts: { format: FileFormat; sheet: Sheet; rows: Row[]; out: Collector }[] = []
  let dataRows = 0
  const names = new SeenNames()
  const sections = tablesOf(found)
  const sheetRows = found.detections.length > 1 ? new SheetRows() : undefined
  for (const { detection, preamble, rows: all, format: own, isFirst } of sections) {
    const format = own ?? found.format
    const { header, rows } = withoutNew({ header: detection.header, rows: all }, detection, format)
    const written = { header, preamble, rows, fileName: file.name }
    const timeZone = zoneOf(format, written, options)
    if (timeZone === undefined) return ask(zoneQuestion(format))
    const order = own === undefined ? 'month-first' : orderOf(format, header, rows, options)
    if (order === 'ask') return ask(ORDER_QUESTION)
    const sheet = new Sheet({
      fileName: file.name,
      name: detection.table.sheet ?? undefined,
      preamble,
      header,
      rows,
      delimiter: detection.table.delimiter,
      is1904: detection.table.is1904 === true,
      timeZone,
      dateOrder: order,
      now: options.now,
      format,
    })
    const account = own === undefined ? {} : (format.account?.(sheet, options) ?? {})
    if ('question' in account) return ask(accountQuestion(account))
    sheet.account = account
    const out = new Collector({
      exchange: found.source?.name ?? format.exchange,
      names,
      isOpenCode: (asset) => format.isOpenCode?.(asset) === true,
      ...(format.unsureZone === 'flagged' && timeZone.from === 'format' && { flags: ['tz_assumed_utc'] }),
    })
    const read = rows.slice(0, options.firstRows)
    if (isFirst) sheetRows?.nextSheet()
    if (own === undefined) {
      out.skip(asRows(read, sheet, format, dataRows), 'other_report')
      parts.push({ format, sheet, out, rows: [] })
    } else {
      const admitted = admitRows(asRows(read, sheet, format, dataRows), sheet, format, out)
      const rows = admitted.filter((row) => !isOfSheetBefore(row, sheetRows, sheet, out))
      noteDamage(rows, sheet, format, out)
      parts.push({ format, sheet, out, rows })
    }
    dataRows += rows.length
  }

  let done = 0
  for (const { format, rows, sheet, out } of parts) {
    options.onProgress?.(done, dataRows)
    format.read(rows, sheet, out)
    noteFuture(rows, out)
    noteRoundedAway(rows, sheet, out)
    done += rows.length
  }
  options.onProgress?.(dataRows, dataRows)

  const unread = found.unknownColumns.filter((name) => !parts.some(({ sheet }) => sheet.isUsed(name)))
  const series = parts.flatMap(({ out }) => out.series)
  const counterparties = parts.flatMap(({ out }) => out.counterparties)
  const byRow = (a: { rows: readonly number[] }, b: { rows: readonly number[] }) => firstRow(a) - firstRow(b)
  return {
    outcome: 'read',
    ...describe(found),
    unknownColumns: unread,
    dataRows,
    timeZone: (parts.find(({ sheet }) => sheet.timeZone.from === 'asked') ?? parts[0])?.sheet.timeZone ?? {
      zone: format.timeZone,
      from: 'format',
    },
    account: parts[0]?.sheet.account ?? {},
    transactions: parts.flatMap(({ out }) => out.transactions).toSorted(byRow),
    skipped: parts.flatMap(({ out }) => out.skipped).toSorted(byRow),
    notes: [
      ...fileNotes(found, dataRows, unread, parts.some(isZoneAssumed)),
      ...parts.flatMap(({ out, sheet }) => out.notes.map((note) => rowFinding(note, sheet))),
    ].toSorted((a, b) => a.row - b.row),
    errors: parts
      .flatMap(({ out, sheet }) => out.errors.map((error) => rowFinding(error, sheet)))
      .toSorted((a, b) => a.row - b.row),
    balances: lastBalances(parts.flatMap(({ out }) => out.balances)),
    ...(series.length === 0 ? {} : { series }),
    ...(counterparties.length === 0 ? {} : { counterparties }),
  }
}

/** A header and its rows as the format knows them: without new columns among the known ones, unless another header of its has them. */
function withoutNew(
  { header, rows }: { readonly header: readonly string[]; readonly rows: readonly TableRow[] },
  { formats: fits }: Detection,
  format: FileFormat,
): { readonly header: readonly string[]; readonly rows: readonly TableRow[] } {
  const { newPlaces = [] } = fits.find((fit) => fit.format === format) ?? {}
  const cells = format.headers.flatMap((one) => ('cells' in one ? one.cells : []))
  const names = new Set(cells.flatMap((cell) => (typeof cell === 'string' ? [normaliseHeader(cell)] : [])))
  const dropped = new Set(newPlaces.filter((place) => !names.has(normaliseHeader(header[place] ?? ''))))
  if (dropped.size === 0) return { header, rows }
  const kept = (all: readonly string[]) => all.filter((_, place) => !dropped.has(place))
  const keptRow = (row: TableRow) => (row.broken === undefined ? { ...row, cells: kept(row.cells) } : row)
  return { header: kept(header), rows: rows.map(keptRow) }
}

// A workbook has several sheets, and each its last balance of an asset.
function lastBalances(all: readonly StatedBalance[]): readonly StatedBalance[] {
  const parts = Map.groupBy(all, ({ asset, part }) => `${asset}\n${part}`)
  return [...parts.values()].map((stated) => stated.reduce((last, one) => (one.at < last.at ? last : one)))
}

/** A finding with its line in place of its origin, fields in the order that `lotbook import --json` prints. */
function rowFinding({ code, row, origin, ...rest }: Finding, sheet: Sheet): RowFinding {
  const { column } = rest
  return {
    code,
    row,
    line: lineOf(origin) ?? 0,
    ...rest,
    ...(column !== undefined && { column: sheet.ownName(column) }),
  }
}

function isOfSheetBefore(row: Row, rows: SheetRows | undefined, { header }: Sheet, out: Collector): boolean {
  if (rows?.isAgain(header, row.cells) !== true) return false
  out.skip([row], 'duplicate_row')
  return true
}

const firstRow = ({ rows }: { rows: readonly number[] }) => rows[0] ?? 0

function asRows(rows: readonly TableRow[], sheet: Sheet, format: FileFormat, offset: number): Row[] {
  const identify = (row: Row, of: Sheet) => format.identify(row, of)
  return rows.map((raw, i) => {
    const cells = format.cellsOf?.(raw.cells, sheet) ?? raw.cells
    return new Row(sheet, cells === raw.cells ? raw : { ...raw, cells }, offset + i + 1, identify)
  })
}

interface Written {
  readonly header: readonly string[]
  readonly preamble: readonly TableRow[]
  readonly rows: readonly TableRow[]
  readonly fileName: string | undefined
}

function zoneOf(
  format: FileFormat,
  { header, preamble, rows, fileName }: Written,
  { timeZone, isAttended }: ReadOptions,
): TimeZoneUsed | undefined {
  const stated = format.zoneIn?.(header, preamble, fileName)
  if (stated !== undefined) return { zone: stated, from: 'file' }
  if (format.unsureZone !== undefined && haveZones(dateCells(format, header, rows)))
    return { zone: format.timeZone, from: 'file' }
  const isUnsure = format.unsureZone !== undefined
  const asks = format.asksZone?.(header) === true || (isUnsure && isAttended === true)
  if (!asks && !isUnsure) return { zone: format.timeZone, from: 'format' }
  if (timeZone !== undefined && isTimeZone(timeZone)) return { zone: timeZone, from: 'asked' }
  return asks ? undefined : { zone: format.timeZone, from: 'format' }
}

function orderOf(
  format: FileFormat,
  header: readonly string[],
  rows: readonly TableRow[],
  options: ReadOptions,
): DateOrder | 'ask' {
  if (options.dateOrder !== undefined) return options.dateOrder
  const { order, isAmbiguous } = dateOrderOf(dateCells(format, header, rows))
  if (order !== undefined) return order
  return format.dateOrder ?? (isAmbiguous ? 'ask' : 'month-first')
}

/** The texts in all columns of dates. */
function dateCells(format: FileFormat, header: readonly string[], rows: readonly TableRow[]): string[] {
  const wanted = new Set(format.dateColumns.map(normaliseHeader))
  const isDate = (name: string) =>
    wanted.has(normaliseHeader(name)) ||
    format.dateColumns.some((column) => format.columns?.[column]?.test(name) === true)
  const columns = header.flatMap((name, at) => (isDate(name) ? [at] : []))
  return columns.flatMap((at) =>
    rows.map((row) => {
      const cell = row.cells[at] ?? ''
      return format.timeText?.(cell) ?? cell
    }),
  )
}

/** True where every time that can be read names its zone. */
function haveZones(cells: readonly string[]): boolean {
  const times = cells.flatMap((cell) => parseTimeText(cell, 'month-first') ?? [])
  return times.length > 0 && times.every(({ kind }) => kind === 'instant')
}

function isZoneAssumed({ format, sheet }: { format: FileFormat; sheet: Sheet }): boolean {
  return format.unsureZone !== undefined && sheet.timeZone.from === 'format'
}

function fileNotes(
  { format, otherSheets, detections }: Found,
  dataRows: number,
  unknownColumns: readonly string[],
  assumesZone: boolean,
): RowFinding[] {
  const line = detections[0]?.table.rows[detections[0].index]?.line ?? 1
  const notes: RowFinding[] = []
  if (dataRows === 0)
    notes.push({ code: 'no_rows', row: 0, line, message: 'The file has a header and no rows below it' })
  if (unknownColumns.length > 0) {
    const message = `Columns that are not known were ignored: ${unknownColumns.map((name) => name || '(unnamed)').join(', ')}`
    notes.push({ code: 'unknown_columns', row: 0, line, message })
  }
  if (dataRows === (format.mostRows ?? MOST_ROWS)) {
    const message = `The file has exactly ${dataRows.toLocaleString('en')} rows, as many as such an export holds, and may be cut: export the time before and after it by date, and upload that too`
    notes.push({ code: 'may_be_cut', row: 0, line, message })
  }
  if (assumesZone) {
    const message = `Its times do not say their time zone and were read as those of ${format.timeZone}`
    notes.push({ code: 'time_zone_assumed', row: 0, line, message })
  }
  for (const sheet of otherSheets) {
    const message = `The sheet ${sheet} holds another report: save it as a file of its own and upload it too`
    notes.push({ code: 'other_sheet', row: 0, line, message })
  }
  return notes
}

/** Exports of exchanges are cut at as many rows. */
const MOST_ROWS = 10_000

type Question = Pick<AskOutcome, 'question' | 'candidates' | 'usual' | 'message' | 'address' | 'hashes'>

/** As many rows are shown beside a question. */
const SAMPLE_ROWS = 5

function asking(found: Found, question: Question): AskOutcome {
  const [table] = tablesOf(found)
  return {
    outcome: 'ask',
    ...question,
    formatId: found.format.id,
    formatName: found.format.name,
    header: table?.detection.header ?? [],
    sample: (table?.rows ?? [])
      .filter((row) => !isBlankRow(row))
      .slice(0, SAMPLE_ROWS)
      .map(({ line, cells }) => ({ line, cells })),
  }
}

function zoneQuestion(format: FileFormat): Question {
  return {
    question: 'time_zone',
    candidates: [],
    usual: format.timeZone,
    message: 'The file does not say in which time zone its times are. In which one did you export it?',
  }
}

const ORDER_QUESTION: Question = {
  question: 'date_order',
  candidates: [
    { value: 'month-first', label: 'Month first (12/31/2024)' },
    { value: 'day-first', label: 'Day first (31/12/2024)' },
  ],
  usual: null,
  message: 'The dates of this file can be read in two ways. Which comes first?',
}

function accountQuestion(asked: AccountQuestion): Question {
  const message =
    asked.question === 'chain'
      ? 'The file does not say which chain this address is on. Which one did you export?'
      : 'The file does not say whose history it is. Which of these addresses is yours?'
  return { ...asked, usual: null, message }
}

function refusing<T>(read: () => T): T | RefusedOutcome {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return error.refused
    throw error
  }
}
