import type { OtherBoxes, TaxDate } from '@lotbook/journal'
import { formatDecimal, isNegative } from '@lotbook/money'
import { type DecimalMark, parseAmount } from '../reading/amount-text.ts'
import { shown } from '../reading/shown.ts'
import { type DateOrder, parseTimeText } from '../reading/time-text.ts'
import type { Column } from './broker-form-columns.ts'
import type { BrokerFormProblem, StatedBrokerLine } from './stated-broker-line.ts'

/** Cells of a line under the names of their columns. */
export interface NamedCells {
  readonly line: number
  readonly broken: string | undefined
  readonly cells: ReadonlyMap<Column, string>
}

/** Whether the name of an asset says that the row is the total of others. */
export function isTotalName(name: string): boolean {
  return /^(?:grand )?totals?$/i.test(name)
}

/** The most characters of a text that is kept. */
const LONGEST: readonly (readonly [Column, number])[] = [
  ['taxFormId', 100],
  ['digitalAssetCode', 100],
  ['digitalAssetName', 200],
  ['symbol', 100],
  ['box10', 100],
  ['state', 100],
  ['stateId', 100],
]

const AGGREGATES = {
  stablecoin: 'stablecoins',
  stablecoins: 'stablecoins',
  'qualifying stablecoin': 'stablecoins',
  'qualifying stablecoins': 'stablecoins',
  nft: 'nfts',
  nfts: 'nfts',
  'specified nft': 'nfts',
  'specified nfts': 'nfts',
} as const
const PROCEEDS = { gross: 'gross', 'gross proceeds': 'gross', net: 'net', 'net proceeds': 'net' } as const
const TERMS = {
  short: 'short',
  s: 'short',
  'short-term': 'short',
  long: 'long',
  l: 'long',
  'long-term': 'long',
  ordinary: 'ordinary',
  o: 'ordinary',
} as const
const YES = /^(?:true|yes|y|x|1)$/i
const NO = /^(?:false|no|n|0)?$/i
const EMPTY = /^(?:various|inherited)?$/i

/** Reads one line; what it cannot read it keeps as problems. */
export class LineReader {
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
    const total = this.#oneOf('aggregate', AGGREGATES)
    const sold = this.#day('dateOfSale')
    if (sold === null && total === null) this.#wrong('dateOfSale', 'The day of the sale is missing.')
    const proceeds = this.#needed('proceeds', 'The proceeds are missing.')
    const units = total === null ? this.#needed('units', 'The units are missing.') : this.#amount('units')
    const name = this.#text('digitalAssetName') || this.#text('symbol')
    if (name === '') this.#wrong('digitalAssetName', 'The asset is missing.')
    const year = this.#whole('taxYear') ?? Number((sold ?? '0').slice(0, 4))
    if (year < 2025 || year > 2100) this.#wrong('taxYear', 'There are Forms 1099-DA from 2025 on.')
    // Brokers report by UTC: a day beside the year may be in it where the person is.
    else if (sold !== null && (sold < `${year - 1}-12-31` || sold > `${year + 1}-01-01`))
      this.#wrong('dateOfSale', `The day is not in ${year}.`)
    for (const [column, most] of LONGEST)
      if (this.#text(column).length > most) this.#wrong(column, `This is longer than ${most} characters.`)
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
      units: units ?? '0',
      acquired: this.#day('dateAcquired'),
      sold,
      proceeds: proceeds ?? '0',
      basis: this.#money('costBasis'),
      isBasisReported: this.#isTrue('basisReported'),
      proceedsAre: this.#oneOf('grossOrNet', PROCEEDS) ?? 'gross',
      withheld: this.#money('federalTaxWithheld'),
      term: this.#oneOf('longOrShort', TERMS),
      isNoncovered: this.#isTrue('noncovered'),
      total,
      count: this.#whole('numberOfTransactions'),
      transferredIn: this.#amount('unitsTransferredIn'),
      symbol: this.#text('symbol'),
      recipientName: this.#text('recipientName'),
      others: this.#others(),
    }
    return this.problems.length === 0 ? made : undefined
  }

  #others(): OtherBoxes {
    return {
      marketDiscount: this.#money('accruedMarketDiscount'),
      washSaleLoss: this.#money('washSaleLossDisallowed'),
      isQof: this.#isTrue('qof'),
      isLossNotAllowed: this.#isTrue('lossNotAllowed'),
      isCashOnly: this.#isTrue('cashOnly'),
      isCustomerProvided: this.#isTrue('customerProvided'),
      box10: this.#text('box10') || null,
      firstSales: this.#money('firstSales'),
      transferredInOn: this.#day('dateTransferredIn'),
      state: this.#text('state') || null,
      stateId: this.#text('stateId') || null,
      stateWithheld: this.#money('stateTaxWithheld'),
    }
  }

  #text(column: Column): string {
    return this.#row.cells.get(column) ?? ''
  }

  #wrong(column: Column, message: string): void {
    this.problems.push({ line: this.#row.line, column, value: shown(this.#text(column)), message })
  }

  /** An amount that has to be there: also a word for nothing, as `none`, is missing and no 0. */
  #needed(column: Column, message: string): string | null {
    const told = this.problems.length
    const amount = column === 'units' ? this.#amount(column) : this.#money(column)
    if (amount === null && this.problems.length === told) this.#wrong(column, message)
    return amount
  }

  /** An amount of dollars; a database keeps twelve decimals of it. */
  #money(column: Column): string | null {
    const amount = this.#amount(column)
    if (amount === null || /^\d+(\.\d{1,12})?$/.test(amount)) return amount
    this.#wrong(column, 'An amount in dollars and cents is expected.')
    return null
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
