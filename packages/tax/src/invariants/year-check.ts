import { formatUnits, MONEY_SCALE } from '@lotbook/money'
import type { CalculationResult } from '../schema/calculation-result.ts'
import { DAY_MS, type DayNumber } from '../schema/tax-day.ts'
import type { Check } from './invariant.ts'
import type { DisposalReader, IncomeReader, RemovalReader } from './row-reader.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'
import { wholeUnits } from './whole-units.ts'

interface Sums {
  readonly short: { proceeds: bigint; basis: bigint }
  readonly long: { proceeds: bigint; basis: bigint }
  income: bigint
  deduction: bigint
}

/** How many sums a year has. */
const SUMS = 6

/** The totals of each year are the sums of its rows, and there is no year without rows and none left out. */
export class YearCheck {
  readonly #years = new Map<number, Sums>()
  /** Rows come by day, and so the year is asked of the calendar once for each. */
  #day: DayNumber = Number.NaN
  #year = 0

  readonly #deductedKinds: ReadonlySet<string>

  /**
   * @param deductedKinds kinds of removals that the return deducts.
   * @param from the sums of the rows before.
   */
  constructor(deductedKinds: ReadonlySet<string>, from: StateReader | undefined) {
    this.#deductedKinds = deductedKinds
    if (from === undefined) return
    const [years, sums] = [from.numbers(), from.amounts()]
    for (const [n, year] of years.entries()) {
      const at = n * SUMS
      this.#years.set(year, {
        short: { proceeds: sums[at]!, basis: sums[at + 1]! },
        long: { proceeds: sums[at + 2]!, basis: sums[at + 3]! },
        income: sums[at + 4]!,
        deduction: sums[at + 5]!,
      })
    }
  }

  /** The sums so far. */
  write(to: StateWriter): void {
    to.numbers([...this.#years.keys()])
    to.amounts(
      [...this.#years.values()].flatMap(({ short, long, income, deduction }) => [
        short.proceeds,
        short.basis,
        long.proceeds,
        long.basis,
        income,
        deduction,
      ]),
    )
  }

  disposal({ disposed, term, gross_proceeds: gross, fees, basis }: DisposalReader): void {
    const sums = this.#of(disposed)[term === 'long' ? 'long' : 'short']
    sums.proceeds += gross > fees ? gross - fees : 0n
    sums.basis += basis
  }

  income({ date, value }: IncomeReader): void {
    this.#of(date).income += value
  }

  /** A removal without a deduction still makes a year of its own. */
  removal({ date, kind, deduction }: RemovalReader): void {
    const sums = this.#of(date)
    if (this.#deductedKinds.has(kind)) sums.deduction += deduction ?? 0n
  }

  /** When every row is in. */
  settle(stated: CalculationResult['years'], check: Check): void {
    for (const year of new Set([...this.#years.keys(), ...Object.keys(stated).map(Number)])) {
      check.checked += 1
      const summary = stated[String(year)]
      const sums = this.#years.get(year)
      if (summary === undefined || sums === undefined) {
        check.fail(`${year}: ${summary === undefined ? 'left out' : 'without a row'}`)
        continue
      }
      const compare = (what: string, text: string, sum: bigint) => {
        if (wholeUnits(text, MONEY_SCALE) !== sum)
          check.fail(`${year}: ${what} of ${text}, its rows come to ${formatUnits(sum, MONEY_SCALE)}`)
      }
      for (const term of ['short', 'long'] as const) {
        const { proceeds, basis } = sums[term]
        compare(`${term} proceeds`, summary[term].proceeds, proceeds)
        compare(`${term} basis`, summary[term].basis, basis)
        compare(`${term} gain`, summary[term].gain, proceeds - basis)
      }
      compare('income', summary.income, sums.income)
      compare('donation deduction', summary.donation_deduction, sums.deduction)
    }
  }

  #of(day: DayNumber): Sums {
    if (day !== this.#day) {
      this.#day = day
      this.#year = new Date(day * DAY_MS).getUTCFullYear()
    }
    let sums = this.#years.get(this.#year)
    if (sums === undefined) {
      const none = () => ({ proceeds: 0n, basis: 0n })
      sums = { short: none(), long: none(), income: 0n, deduction: 0n }
      this.#years.set(this.#year, sums)
    }
    return sums
  }
}
