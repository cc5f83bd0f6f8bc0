import { MONEY_SCALE } from '@lotbook/money'
import type { Term } from '@lotbook/rules'
import type { Amounts, Slot } from '../amounts/amounts.ts'
import type { YearSummary } from '../schema/calculation-result.ts'

const SHORT_PROCEEDS = 0
const SHORT_BASIS = 1
const LONG_PROCEEDS = 2
const LONG_BASIS = 3
const INCOME = 4
const DEDUCTION = 5
const AMOUNTS_PER_YEAR = 6

/** Stored totals of each year, in the order of the years: whole units, in a fixed order. */
export type YearUnits = readonly (readonly [year: number, units: readonly bigint[]])[]

/** The totals of each tax year, exactly the sums of its rows. */
export class YearTotals {
  readonly #amounts: Amounts
  readonly #scratch: number
  readonly #years = new Map<number, number>()

  /** @param amounts a store of its own, of the kind that the rows are in. */
  constructor(amounts: Amounts) {
    this.#amounts = amounts
    this.#scratch = amounts.reserve(2)
  }

  addDisposal(year: number, term: Term, rows: Amounts, proceeds: Slot, basis: Slot): void {
    const at = this.#year(year)
    this.#add(at + (term === 'short' ? SHORT_PROCEEDS : LONG_PROCEEDS), rows, proceeds)
    this.#add(at + (term === 'short' ? SHORT_BASIS : LONG_BASIS), rows, basis)
  }

  addIncome(year: number, events: Amounts, value: number): void {
    this.#add(this.#year(year) + INCOME, events, value)
  }

  /** A year in which something left without gain or loss has happened, though its figures be zero. */
  addRemoval(year: number): void {
    this.#year(year)
  }

  addDeduction(year: number, rows: Amounts, deduction: number): void {
    this.#add(this.#year(year) + DEDUCTION, rows, deduction)
  }

  /** By year: which a row was taken in for first does not show. */
  units(): YearUnits {
    const inOrder = [...this.#years].sort(([a], [b]) => a - b)
    return inOrder.map(([year, at]) => [
      year,
      Array.from({ length: AMOUNTS_PER_YEAR }, (_, n) => this.#amounts.get(at + n)),
    ])
  }

  /** Add what `units` said. */
  addUnits(years: YearUnits): void {
    for (const [year, units] of years) {
      const at = this.#year(year)
      units.forEach((unit, n) => {
        this.#amounts.set(this.#scratch, unit)
        this.#amounts.add(at + n, at + n, this.#scratch)
      })
    }
  }

  /** `a − b` of another store, as text. */
  difference(other: Amounts, a: number, b: number): string {
    this.#amounts.copyFrom(this.#scratch, other, a)
    this.#amounts.copyFrom(this.#scratch + 1, other, b)
    this.#amounts.subtract(this.#scratch, this.#scratch, this.#scratch + 1)
    return this.#amounts.text(this.#scratch, MONEY_SCALE)
  }

  /** `a + b` of another store, as text. */
  sum(other: Amounts, a: number, b: number): string {
    this.#amounts.copyFrom(this.#scratch, other, a)
    this.#amounts.copyFrom(this.#scratch + 1, other, b)
    this.#amounts.add(this.#scratch, this.#scratch, this.#scratch + 1)
    return this.#amounts.text(this.#scratch, MONEY_SCALE)
  }

  write(): Record<string, YearSummary> {
    const a = this.#amounts
    const text = (slot: number) => a.text(slot, MONEY_SCALE)
    const term = (proceeds: Slot, basis: Slot) => ({
      proceeds: text(proceeds),
      basis: text(basis),
      gain: this.difference(a, proceeds, basis),
    })
    const years: Record<string, YearSummary> = {}
    for (const [year, at] of [...this.#years].sort(([a], [b]) => a - b))
      years[String(year)] = {
        short: term(at + SHORT_PROCEEDS, at + SHORT_BASIS),
        long: term(at + LONG_PROCEEDS, at + LONG_BASIS),
        income: text(at + INCOME),
        donation_deduction: text(at + DEDUCTION),
      }
    return years
  }

  #year(year: number): number {
    let at = this.#years.get(year)
    if (at === undefined) {
      at = this.#amounts.reserve(AMOUNTS_PER_YEAR)
      this.#years.set(year, at)
    }
    return at
  }

  #add(slot: number, other: Amounts, amount: Slot) {
    this.#amounts.copyFrom(this.#scratch, other, amount)
    this.#amounts.add(slot, slot, this.#scratch)
  }
}
