import type { BrokerLine, TaxDate } from '@lotbook/journal'
import { formatDecimal, isNegative } from '@lotbook/money'
import { decimalMarkOf, parseAmount, type DecimalMark } from '../reading/amount-text.ts'
import { shown } from '../reading/shown.ts'
import { type DateOrder, dateOrderOf, parseTimeText } from '../reading/time-text.ts'
import type { SourceFile } from '../files/reader/file-reading.ts'
import { HEADER_LINES } from '../files/reader/limits.ts'
import { openFile } from '../files/reader/open-tables.ts'
import { cleanCell, isBlankRow, Refusal, type TableRow } from '../files/reader/table.ts'

/** Lines of a form that one file may hold. */
export const MAX_BROKER_LINES = 100_000

/** A line of a Form 1099-DA as a file states it: which account and asset of a history it is of, nobody has said yet. */
export interface StatedBrokerLine extends Omit<BrokerLine, 'id' | 'account' | 'asset'> {
  /** 1-based line of the file; of JSON the number of the detail. */
  readonly line: number
  readonly broker: string
}

/** A cell that could not be read: its line is set aside whole, since half a line would be tied to the wrong sale. */
export interface BrokerFormProblem {
  readonly line: number
  readonly column: string | null
  readonly value: string | null
  readonly message: string
}

export type BrokerFormReading =
  | {
      readonly outcome: 'lines'
      readonly lines: readonly StatedBrokerLine[]
      readonly problems: readonly BrokerFormProblem[]
    }
  | { readonly outcome: 'refused'; readonly message: string }

/**
 * Columns of the template, after `Tax1099Da` and `DigitalAssetDetail` of FDX 6.5; `broker`, `recipient`, `status` and the boxes 9, 11 and 12 have names of
 * our own. Header cells are compared without case, spaces and underscores.
 */
export const BROKER_FORM_HEADER = [
  'broker',
  'recipient',
  'taxFormId',
  'status',
  'taxYear',
  'digitalAssetCode',
  'digitalAssetName',
  'units',
  'dateAcquired',
  'dateOfSale',
  'proceeds',
  'costBasis',
  'basisReported',
  'grossOrNet',
  'federalTaxWithheld',
  'longOrShort',
  'noncovered',
  'aggregate',
  'numberOfTransactions',
  'unitsTransferredIn',
] as const
type Column = (typeof BROKER_FORM_HEADER)[number]

const NEEDED: readonly Column[] = ['digitalAssetName', 'units', 'dateOfSale', 'proceeds']

/** Reads Forms 1099-DA from a file: our template as CSV or workbook, or the JSON of FDX. A line that cannot be read is a problem with its line and column. */
export function readBrokerForms(file: SourceFile): BrokerFormReading {
  const text = jsonIn(file)
  if (text !== undefined) return readFdx(text)
  try {
    const { tables, whole } = openFile(file, 'whole')
    for (const table of tables)
      for (const row of table.rows.slice(0, HEADER_LINES)) {
        const places = placesOf(row.cells.map(cleanCell))
        if (NEEDED.every((column) => places.has(column))) {
          const rows = whole(table).rows.filter((one) => one.line > row.line && !isBlankRow(one))
          return linesOf(rows.map((one) => cellsOf(one, places)))
        }
      }
    return { outcome: 'refused', message: NO_HEADER }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { outcome: 'refused', message: error.refused.message }
  }
}

const NO_HEADER = `No header of a Form 1099-DA was found. Use the template with the columns ${NEEDED.join(', ')}, or the JSON of FDX.`

/** Cells of a line under the names of their columns. */
interface NamedCells {
  readonly line: number
  readonly broken: string | undefined
  readonly cells: ReadonlyMap<Column, string>
}

const plain = (text: string) => text.toLowerCase().replace(/[\s_]/g, '')

function placesOf(header: readonly string[]): Map<Column, number> {
  const names = header.map(plain)
  return new Map(
    BROKER_FORM_HEADER.flatMap((column) => {
      const place = names.indexOf(plain(column))
      return place === -1 ? [] : [[column, place] as const]
    }),
  )
}

function cellsOf({ line, broken, cells }: TableRow, places: ReadonlyMap<Column, number>): NamedCells {
  return {
    line,
    broken,
    cells: new Map([...places].map(([column, place]) => [column, cleanCell(cells[place] ?? '')])),
  }
}

function linesOf(rows: readonly NamedCells[]): BrokerFormReading {
  if (rows.length > MAX_BROKER_LINES)
    return {
      outcome: 'refused',
      message: `The file has more than ${MAX_BROKER_LINES.toLocaleString('en')} lines. Split it.`,
    }
  const cellsIn = (...columns: Column[]) =>
    rows.flatMap(({ cells }) => columns.map((column) => cells.get(column) ?? ''))
  const dates = dateOrderOf(cellsIn('dateAcquired', 'dateOfSale'))
  if (dates.isAmbiguous)
    return {
      outcome: 'refused',
      message: 'Dates like 3/4/2025 can be read two ways. Write them as 2025-03-04.',
    }
  const mark = decimalMarkOf(cellsIn('units', 'proceeds', 'costBasis')) ?? 'comma'
  const problems: BrokerFormProblem[] = []
  const lines = rows.flatMap((row) => {
    const reader = new LineReader(row, dates.order ?? 'month-first', mark)
    const line = reader.read()
    problems.push(...reader.problems)
    return line === undefined ? [] : [line]
  })
  return { outcome: 'lines', lines, problems }
}

const YES = /^(?:true|yes|y|x|1)$/i
const NO = /^(?:false|no|n|0)?$/i
const EMPTY = /^(?:various|inherited)?$/i

/** Reads one line; what it cannot read it keeps as problems. */
class LineReader {
  readonly problems: BrokerFormProblem[] = []
  readonly #row: NamedCells
  readonly #order: DateOrder
  readonly #mark: DecimalMark

  constructor(row: NamedCells, order: DateOrder, mark: DecimalMark) {
    this.#row = row
    this.#order = order
    this.#mark = mark
  }

  read(): StatedBrokerLine | undefined {
    const { line, broken } = this.#row
    if (broken !== undefined) {
      this.problems.push({ line, column: null, value: null, message: `${broken}.` })
      return undefined
    }
    const total = this.#oneOf('aggregate', { stablecoins: 'stablecoins', nfts: 'nfts' } as const)
    const sold = this.#day('dateOfSale')
    if (sold === null && total === null) this.#wrong('dateOfSale', 'The day of the sale is missing.')
    const proceeds = this.#amount('proceeds')
    this.#need('proceeds', 'The proceeds are missing.')
    const units = this.#amount('units') ?? '0'
    if (total === null) this.#need('units', 'The units are missing.')
    const name = this.#text('digitalAssetName')
    this.#need('digitalAssetName', 'The asset is missing.')
    const year = this.#whole('taxYear') ?? Number((sold ?? '0').slice(0, 4))
    if (year < 2025 || year > 2100) this.#wrong('taxYear', 'There are Forms 1099-DA from 2025 on.')
    const made: StatedBrokerLine = {
      line,
      broker: this.#text('broker'),
      recipient: this.#oneOf('recipient', { taxpayer: 'taxpayer', spouse: 'spouse' } as const) ?? 'taxpayer',
      form: this.#text('taxFormId'),
      status:
        this.#oneOf('status', { original: 'original', corrected: 'corrected', void: 'void' } as const) ??
        'original',
      year,
      code: this.#text('digitalAssetCode') || null,
      name,
      units,
      acquired: this.#day('dateAcquired'),
      sold,
      proceeds: proceeds ?? '0',
      basis: this.#amount('costBasis'),
      isBasisReported: this.#isTrue('basisReported'),
      proceedsAre: this.#oneOf('grossOrNet', { gross: 'gross', net: 'net' } as const) ?? 'gross',
      withheld: this.#amount('federalTaxWithheld'),
      term: this.#oneOf('longOrShort', { short: 'short', long: 'long', ordinary: 'ordinary' } as const),
      isNoncovered: this.#isTrue('noncovered'),
      total,
      count: this.#whole('numberOfTransactions'),
      transferredIn: this.#amount('unitsTransferredIn'),
    }
    return this.problems.length === 0 ? made : undefined
  }

  #text(column: Column): string {
    return this.#row.cells.get(column) ?? ''
  }

  #wrong(column: Column, message: string): void {
    this.problems.push({ line: this.#row.line, column, value: shown(this.#text(column)), message })
  }

  #need(column: Column, message: string): void {
    if (this.#text(column) === '') this.#wrong(column, message)
  }

  #amount(column: Column): string | null {
    const text = this.#text(column)
    const amount = parseAmount(text.replace(/^\$/, ''), this.#mark)
    if (amount === null) return null
    if (amount === undefined || isNegative(amount.value)) {
      this.#wrong(column, 'A number from 0 is expected.')
      return null
    }
    return formatDecimal(amount.value)
  }

  #whole(column: Column): number | null {
    const text = this.#text(column)
    if (text === '') return null
    if (/^\d{1,9}$/.test(text)) return Number(text)
    this.#wrong(column, 'A whole number is expected.')
    return null
  }

  #day(column: Column): TaxDate | null {
    const text = this.#text(column)
    if (EMPTY.test(text)) return null
    const time = parseTimeText(text, this.#order)
    if (time === undefined) {
      this.#wrong(column, 'This is not a date.')
      return null
    }
    // A day on a form is a day, in no time zone.
    return new Date(time.kind === 'instant' ? time.at : time.local).toISOString().slice(0, 10)
  }

  #isTrue(column: Column): boolean {
    const text = this.#text(column)
    if (YES.test(text)) return true
    if (!NO.test(text)) this.#wrong(column, 'Yes or no is expected.')
    return false
  }

  #oneOf<Word extends string>(column: Column, words: Readonly<Record<string, Word>>): Word | null {
    const text = this.#text(column).toLowerCase()
    if (text === '') return null
    const word = words[text]
    if (word !== undefined) return word
    this.#wrong(column, `One of ${Object.keys(words).join(', ')} is expected.`)
    return null
  }
}

/** The text of a file that is JSON. */
function jsonIn({ bytes }: SourceFile): string | undefined {
  const start = new TextDecoder()
    .decode(bytes.subarray(0, 64))
    .replace(/^\uFEFF/, '')
    .trimStart()
  return start.startsWith('{') || start.startsWith('[') ? new TextDecoder().decode(bytes) : undefined
}

/** The forms in FDX's JSON: every object with `digitalAssetDetails`, wherever it stands. */
function readFdx(text: string): BrokerFormReading {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { outcome: 'refused', message: 'The file begins like JSON and is not: it may have been cut.' }
  }
  const forms = formsIn(json, 0)
  if (forms.length === 0)
    return { outcome: 'refused', message: 'No Form 1099-DA was found: there are no digitalAssetDetails.' }
  let line = 0
  return linesOf(
    forms.flatMap((form) =>
      form.digitalAssetDetails.map((detail): NamedCells => {
        line += 1
        const value = (name: string) => textOf(isObject(detail) ? detail[name] : undefined)
        const cells = new Map(BROKER_FORM_HEADER.map((column) => [column, value(column)]))
        cells.set('broker', brokerOf(form))
        cells.set('taxFormId', textOf(form['taxFormId']) || textOf(form['accountNumber']))
        cells.set('taxYear', textOf(form['taxYear']))
        cells.set('status', form['corrected'] === true ? 'corrected' : 'original')
        return { line, broken: isObject(detail) ? undefined : 'This is no detail of a form', cells }
      }),
    ),
  )
}

type FdxForm = Readonly<Record<string, unknown>> & { readonly digitalAssetDetails: readonly unknown[] }

const DEEPEST = 12

function formsIn(json: unknown, depth: number): FdxForm[] {
  if (depth > DEEPEST || !isObject(json)) return []
  if (Array.isArray(json['digitalAssetDetails'])) return [json as FdxForm]
  return Object.values(json).flatMap((value) =>
    Array.isArray(value) ? value.flatMap((one) => formsIn(one, depth + 1)) : formsIn(value, depth + 1),
  )
}

function brokerOf({ issuer }: FdxForm): string {
  const name =
    isObject(issuer) && isObject(issuer['businessName']) ? issuer['businessName']['name1'] : undefined
  return textOf(name)
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
