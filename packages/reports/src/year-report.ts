import { type AllocationMark, compareText, type TaxDate } from '@lotbook/journal'
import type { Term } from '@lotbook/rules'
import type {
  BusinessFacts,
  CapitalYear,
  ChosenIncomeLine,
  HowAcquired,
  PaymentFacts,
  RemovalFacts,
  ReturnFacts,
} from '@lotbook/rules/us'
import type { InvariantOutcome } from '@lotbook/tax'
import type { PageCount } from './page-count.ts'

/**
 * Raised where files of the same calculation would be written otherwise: one that was made before is then made anew. Since 2 rows
 * and figures say which rest on an allocation that is no safe harbor; since 3 kinds, categories and checks are in words; since 4 Schedule D is whole and papers say that they are no advice;
 * since 5 each receipt has its line of the return,
 * gifts, donations and losses have their forms, and every paper says what its figures rest on; since 6 files for tax programs come with a list
 * and steps, pages have their totals and letters of every script; lines of Forms 1099-DA
 * decide boxes and columns; a packet has a cover page, a workbook and holdings, contracts are named, and a basis that is not known is empty; since 7 losses that are not
 * allowed are taken back, and every contract that a source names is named.
 */
export const REPORTS_VERSION = 7

/** A piece of one lot that was disposed of: a row of Form 8949. Amounts are exact decimal text in US dollars. */
export interface DisposalLine {
  readonly transaction: string
  readonly kind: string
  /** The ticker that a person reads. */
  readonly asset: string
  readonly account: string
  readonly lot: string | null
  readonly quantity: string
  /** The date that the holding period runs from; null where the units have no known origin. */
  readonly acquired: TaxDate | null
  readonly disposed: TaxDate
  readonly proceeds: string
  /** Costs that were taken off gross proceeds; null or absent where its calculation did not keep them. */
  readonly fees?: string | null
  readonly basis: string
  readonly gain: string
  readonly term: Term
  readonly box: string
  /** Where its lot came to the account without a safe harbor though an allocation is on record: why. */
  readonly allocation: AllocationMark | null
  /** Name of the contract that paid or cost it, as the source has it; null or absent where it names none. */
  readonly contract?: string | null
  /** Columns of Form 8949 as a broker's form has them; absent, they are our own proceeds and basis. */
  readonly form?: FormColumns
}

/** Columns (d) to (g) of Form 8949 where a Form 1099-DA decides them: text with cents. */
export interface FormColumns {
  readonly proceeds: string
  readonly basis: string
  readonly code: string
  readonly adjustment: string
  /** The form shows something that keeps the sale on Form 8949, also without a code (boxes 1h, 1i, 3b, 5 and 6 "ordinary"). */
  readonly isKeptListed?: true
}

/** A receipt taxed when received. */
export interface IncomeLine {
  readonly transaction: string
  /** The sub type, `staking_reward`. */
  readonly category: string
  readonly asset: string
  readonly account: string
  readonly quantity: string
  readonly date: TaxDate
  /** ISO 8601 in UTC. */
  readonly at: string
  readonly value: string
  /** Where the fair market value comes from, for people. */
  readonly priceSource: string
  readonly isCash: boolean
  /** Its value counts as zero because nobody knows it. */
  readonly isUnpriced: boolean
  /** The line of the return that its kind and source go to. */
  readonly goesTo: ChosenIncomeLine
}

/** Units that left without gain or loss. */
export interface RemovalLine {
  readonly transaction: string
  readonly kind: string
  readonly asset: string
  readonly account: string
  /** Null where the units have no known origin. */
  readonly lot: string | null
  readonly quantity: string
  readonly acquired: TaxDate | null
  readonly date: TaxDate
  readonly basis: string
  readonly value: string | null
  readonly term: Term | null
  readonly deduction: string | null
  readonly note: string | null
  /** The usual answer from the transaction of the lot; null where the history does not say. */
  readonly howAcquired: HowAcquired | null
  /** As of a disposal. */
  readonly allocation: AllocationMark | null
}

/** Interest that was paid, in cash or in a coin. */
export interface InterestPaidLine {
  readonly transaction: string
  readonly date: TaxDate
  readonly asset: string
  readonly quantity: string
  readonly account: string
  /** Null where no price is known. */
  readonly value: string | null
}

/** One tax year of one stored calculation, ready to be written in any form. */
export interface YearReport {
  readonly year: number
  /** Named in every file, so that a file can be traced to its calculation. */
  readonly calculationId: string
  /** When the calculation was finished, ISO 8601 in UTC: the date that documents carry. */
  readonly calculatedAt: string
  readonly taxpayer: { readonly name: string; readonly taxId: string }
  /** Why the forms are not final yet, in a sentence; every page says so. Null where they are as they would be filed. */
  readonly draft: string | null
  readonly disposals: readonly DisposalLine[]
  readonly incomes: readonly IncomeLine[]
  readonly removals: readonly RemovalLine[]
  /** Of the history as it is now, since no calculation has the interest that was paid in cash. */
  readonly interestPaid: readonly InterestPaidLine[]
  /** Lines of thefts and losses of other years that were discovered in this one, which is the year they count in (section 165(e)). */
  readonly discovered: readonly RemovalLine[]
  /** A person's statements about gifts, donations and losses, by transaction. */
  readonly removalFacts: ReadonlyMap<string, RemovalFacts>
  /** Settings and versions of the calculation in a sentence (`restsOnText`); null where they were not kept with it. */
  readonly restsOn: string | null
  /** What the whole calculation was held to before it was kept; empty for one from before that was done. */
  readonly invariants: readonly InvariantOutcome[]
  readonly returnOfYear: ReturnOfYear
  readonly businessFacts: BusinessFacts
  /** Estimated tax that was paid for the year. */
  readonly paymentFacts: PaymentFacts
}

/** A person's statements about the return of a year, and the years before it that may leave a loss. */
export interface ReturnOfYear {
  readonly facts: ReturnFacts
  /** In their order; none is the year itself or after it. */
  readonly earlier: readonly CapitalYear[]
}

/** A file ready to be handed out. Chunks are produced as they are asked for. */
export interface ReportFile {
  readonly fileName: string
  readonly mediaType: string
  /** Data rows: what is counted against the report that the file is made from. */
  readonly rows: number
  readonly chunks: Iterable<string> | AsyncIterable<Uint8Array>
  /** How far a paper is while its chunks are taken; absent of what has no pages. */
  readonly pages?: PageCount
}

/** What a file cannot carry and a person enters by hand. */
export interface ByHand {
  readonly description: string
  readonly reason: string
  /** Rows that the entry stands for, where it is more than one. */
  readonly rows?: number
}

/** The order of every report: by day disposed, then acquired, then transaction and lot. Never a tie of different rows. */
export function byDisposed(a: DisposalLine, b: DisposalLine): number {
  return (
    compareText(a.disposed, b.disposed) ||
    compareText(a.acquired ?? '', b.acquired ?? '') ||
    compareText(a.transaction, b.transaction) ||
    compareText(a.lot ?? '', b.lot ?? '') ||
    compareText(a.kind, b.kind)
  )
}

/** `form-8949-2025-0190ab12.csv`: what it is, its year, its calculation. */
export function reportFileName(
  stem: string,
  report: Pick<YearReport, 'calculationId' | 'year'>,
  extension: string,
  part?: number,
): string {
  const calculation = report.calculationId.replace(/[^0-9A-Za-z]/g, '').slice(0, 12)
  const numbered = part === undefined ? '' : `-part-${part}`
  return `${stem}-${report.year}-${calculation}${numbered}.${extension}`
}
