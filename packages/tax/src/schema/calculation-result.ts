import type { Box, Term, WarningCode } from '@lotbook/rules'

/**
 * The result shape of the schema `lotbook-tax-scenarios/1`: decimal strings, days `YYYY-MM-DD`. What the schema
 * does not name (`at`, `lot_at`, `gross_proceeds`, `fees`, `rules`, `dual_basis`, `method`) is there to explain
 * a row.
 */
export interface CalculationResult {
  readonly disposals: readonly DisposalRow[]
  readonly income: readonly IncomeRow[]
  readonly removals: readonly RemovalRow[]
  readonly lots: readonly LotRow[]
  readonly warnings: readonly Warning[]
  readonly years: Readonly<Record<string, YearSummary>>
}

export interface DisposalRow {
  readonly tx: string
  /** `sell trade ico nft_mint purchase fee`, or the sub type that only files bring. */
  readonly kind: string
  readonly asset: string
  readonly account: string
  /** The transaction that acquired the lot; null for units without a known origin. */
  readonly lot: string | null
  readonly quantity: string
  /** The day the holding period runs from: column (b) of Form 8949. */
  readonly acquired: string | null
  readonly disposed: string
  /** Net of costs, and never below nothing. */
  readonly proceeds: string
  /** With the costs beyond gross proceeds (R-FEE-2). */
  readonly basis: string
  readonly gain: string
  readonly term: Term
  readonly box: Box
  /** The instant of the disposal. */
  readonly at: string
  /** The instant at which the taxpayer acquired the lot. */
  readonly lot_at: string | null
  readonly gross_proceeds: string
  /** Costs of the row: taken off gross proceeds, and beyond them part of the basis (R-FEE-2). */
  readonly fees: string
  /** How the lot was chosen; null where there was none. */
  readonly method: string | null
  /** The basis that counted, for a gift with two. */
  readonly dual_basis?: 'gain' | 'loss' | 'neither'
  /** Rules of `docs/tax` that made this row. */
  readonly rules: readonly string[]
}

export interface IncomeRow {
  readonly tx: string
  /** The sub type. */
  readonly category: string
  readonly asset: string
  readonly account: string
  readonly quantity: string
  readonly date: string
  readonly value: string
  readonly at: string
  readonly rules: readonly string[]
}

export interface RemovalRow {
  readonly tx: string
  readonly kind: string
  readonly asset: string
  readonly account: string
  readonly lot: string | null
  readonly quantity: string
  readonly acquired: string | null
  readonly date: string
  readonly basis: string
  /** Fair market value; null where nobody stated one. */
  readonly value: string | null
  /** Donations only. */
  readonly term?: Term
  readonly deduction?: string
  readonly at: string
  readonly lot_at: string | null
  readonly rules: readonly string[]
}

export interface LotRow {
  readonly lot: string
  readonly asset: string
  /** Null while the pool is universal, and for units left unplaced on 2025-01-01. */
  readonly account: string | null
  readonly quantity: string
  readonly basis: string
  readonly acquired: string
  /** Basis for a loss, of a gift worth less than the donor paid. */
  readonly loss_basis?: string
  readonly loss_acquired?: string
  /** The instant at which the taxpayer acquired the lot. */
  readonly at: string
}

export interface Warning {
  readonly code: WarningCode
  readonly tx: string | null
}

/** The same with the place of its transaction in the history. */
export interface PlacedWarning extends Warning {
  readonly place: number | null
}

export interface YearSummary {
  readonly short: TermSummary
  readonly long: TermSummary
  readonly income: string
  readonly donation_deduction: string
}

export interface TermSummary {
  readonly proceeds: string
  readonly basis: string
  readonly gain: string
}
