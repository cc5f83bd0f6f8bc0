import { formatDecimal, minus, plus } from '@lotbook/money'
import type { RowSide, YearSummary } from '@lotbook/tax'
import type { AmendedReturn } from './amended-return/amended-return.ts'
import { cents, exact, formUnits, usDate } from './money-text.ts'

/** A row as one of the two calculations has it. */
export type AmendedRow = RowSide

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
  /** Whether what happened up to the end of the year draws on the lots that the return used, and so the years after it do. */
  readonly keepsLots: boolean
  readonly figures: readonly AmendmentFigure[]
  readonly causes: readonly { readonly label: string; readonly gain: string; readonly rows: number }[]
  readonly lines: readonly AmendmentLine[]
  /** The lines of the return that an amended one changes. */
  readonly amendedReturn: AmendedReturn
  /** What has to be said of the year as it is now, in a sentence each: of which assets the allocation is no safe harbor. */
  readonly notes: readonly string[]
  /** As of the report of a year, of the calculation that the amendment follows. */
  readonly restsOn: string | null
}

/** What a year comes to; exact decimal text in US dollars. */
export interface YearFigures {
  readonly gain: string
  /** The part of the gain that is short-term. */
  readonly short: string
  readonly income: string
  readonly deduction: string
}

/** What a result says of a year; nothing where it is left out. */
export function figuresOfYear(summary: YearSummary | undefined): YearFigures {
  const { short, long, income = '0', donation_deduction = '0' } = summary ?? {}
  const gain = plus(exact(short?.gain ?? '0'), exact(long?.gain ?? '0'))
  return {
    gain: formatDecimal(gain),
    short: short?.gain ?? '0',
    income,
    deduction: donation_deduction,
  }
}

/** The figures of a year as filed, and what changed of each; nothing where it is left out. */
export function amendmentFigures(filed: YearFigures, change?: YearFigures): AmendmentFigure[] {
  const figure = (name: string, field: keyof YearFigures) => ({
    name,
    filed: filed[field],
    change: change?.[field] ?? '0',
  })
  const long = ({ gain, short }: YearFigures) => formatDecimal(minus(exact(gain), exact(short)))
  return [
    figure('Net gain', 'gain'),
    figure('Short-term gain', 'short'),
    { name: 'Long-term gain', filed: long(filed), change: change === undefined ? '0' : long(change) },
    figure('Income', 'income'),
    figure('Donation deduction', 'deduction'),
  ]
}

/** What a preparer has to know before deciding against an amendment: which lots later years have (us.md 11a). */
export function withoutAmendment({ year, keepsLots }: Pick<AmendmentReport, 'year' | 'keepsLots'>): string {
  if (keepsLots)
    return `The lots of ${year} are kept as filed: later years start from the lots that the return left. If it is not amended, this difference appears on no return.`
  return `Later years assume that ${year} is amended: they start from the lots that it leaves now. If it is not amended, this difference appears on no return.`
}

/** What a figure is now. */
export function amendedTo({ filed, change }: AmendmentFigure): string {
  return formatDecimal(plus(exact(filed), exact(change)))
}

/** Whether the figures of the year, and what moved its gain, add up as they are printed, each rounded to cents. */
export function addsUpInCents({ figures, causes }: Pick<AmendmentReport, 'figures' | 'causes'>): boolean {
  const isSum = (parts: readonly string[], sum: string) =>
    parts.reduce((total, part) => total + formUnits(part, 'cents'), 0n) === formUnits(sum, 'cents')
  const [net, short, long] = figures
  if (net === undefined) return true
  const terms = short === undefined || long === undefined ? [] : [short, long]
  const isSumOfTerms = (of: (figure: AmendmentFigure) => string) =>
    terms.length === 0 || isSum(terms.map(of), of(net))
  return (
    figures.every((figure) => isSum([figure.filed, figure.change], amendedTo(figure))) &&
    [amendedTo, ({ filed }: AmendmentFigure) => filed, ({ change }: AmendmentFigure) => change].every(
      isSumOfTerms,
    ) &&
    isSum(
      causes.map(({ gain }) => gain),
      net.change,
    )
  )
}

/** Why a line differs and what of it, in a sentence or two. Of several reasons each goes on from the one before, so none speaks of the return. */
export function explainLine({ before, after, cause }: AmendmentLine): string {
  if (before === null) return `${cause}: new, there was no such line before.`
  if (after === null) return `${cause}: no longer there.`
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
