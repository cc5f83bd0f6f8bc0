/** A kind of income as far as its line goes by it. */
export interface KindOfIncome {
  /** The sub type of the receipt, such as `mined`. */
  readonly category: string
  /** Whether it was paid in cash; other income that is no digital asset may have a line of its own. */
  readonly isCash: boolean
}

/** A line of the return of a year. */
export interface ReturnLine {
  /** How an answer names it, in every year. */
  readonly line: string
  /** How the form of the year names it, `Schedule 1, line 8v`. */
  readonly name: string
}

/** Lines of the return of a year that a kind of income may go to, the usual one first. */
export type IncomeLines = (kind: KindOfIncome, year: number) => readonly [ReturnLine, ...ReturnLine[]]
