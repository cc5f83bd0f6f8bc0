import { formatDecimal, plus } from '@lotbook/money'
import { cents, exact, usDate } from './money-text.ts'

/** A row as one of the two calculations has it; what its kind does not have is null. Exact decimal text in US dollars. */
export interface AmendedRow {
  readonly quantity: string
  readonly acquired: string | null
  readonly date: string
  readonly proceeds: string | null
  readonly basis: string | null
  readonly gain: string | null
  readonly value: string | null
  readonly deduction: string | null
  readonly term: 'short' | 'long' | null
  readonly box: string | null
}

/** A line of the return that is not what was filed. A row that moved for several reasons has a line for each. */
export interface AmendmentLine {
  readonly kind: 'disposal' | 'income' | 'removal'
  /** What it is, for people: `Sell`, `Staking reward`. */
  readonly label: string
  readonly asset: string
  readonly account: string
  readonly transaction: string | null
  readonly date: string
  readonly before: AmendedRow | null
  readonly after: AmendedRow | null
  /** After less before. */
  readonly gain: string
  readonly income: string
  readonly deduction: string
  /** Why, for people: `Added by kraken.csv`. */
  readonly cause: string
}

/** A figure of the year: as filed, and what the lines do to it. */
export interface AmendmentFigure {
  readonly name: string
  readonly filed: string
  readonly change: string
}

/** What an amended return of a filed year would say. */
export interface AmendmentReport {
  readonly year: number
  readonly taxpayer: { readonly name: string }
  readonly filedOn: string
  readonly confirmation: string
  readonly filedCalculationId: string
  /** The calculation that the amendment follows, which names the files. */
  readonly calculationId: string
  /** ISO 8601 in UTC: the date that documents carry. */
  readonly calculatedAt: string
  readonly figures: readonly AmendmentFigure[]
  readonly causes: readonly { readonly label: string; readonly gain: string; readonly rows: number }[]
  readonly lines: readonly AmendmentLine[]
}

/** What a figure is now. */
export function amendedTo({ filed, change }: AmendmentFigure): string {
  return formatDecimal(plus(exact(filed), exact(change)))
}

/** Why a line differs and what of it, in a sentence or two. */
export function explainLine({ before, after, cause }: AmendmentLine): string {
  if (before === null) return `${cause}: new, not on the return as filed.`
  if (after === null) return `${cause}: on the return as filed, no longer there.`
  const changes = FIELDS.flatMap(({ name, text }) => {
    const [was, is] = [text(before), text(after)]
    return was === is ? [] : [`${name} ${was ?? 'none'} becomes ${is ?? 'none'}`]
  })
  return `${cause}: ${changes.length === 0 ? 'the same figures, another lot' : changes.join('; ')}.`
}

const FIELDS: readonly { name: string; text: (row: AmendedRow) => string | null }[] = [
  { name: 'quantity', text: (row) => row.quantity },
  { name: 'date', text: (row) => usDate(row.date) },
  { name: 'date acquired', text: (row) => (row.acquired === null ? null : usDate(row.acquired)) },
  { name: 'proceeds', text: (row) => money(row.proceeds) },
  { name: 'cost basis', text: (row) => money(row.basis) },
  { name: 'value', text: (row) => money(row.value) },
  { name: 'gain', text: (row) => money(row.gain) },
  { name: 'deduction', text: (row) => money(row.deduction) },
  { name: 'term', text: (row) => row.term },
  { name: 'box', text: (row) => row.box },
]

function money(amount: string | null): string | null {
  return amount === null ? null : cents(amount)
}
