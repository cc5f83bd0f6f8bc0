import { yearOf, type TaxDate } from '@lotbook/journal'
import type { Jurisdiction, RowReasons } from '@lotbook/rules'
import type { Amounts } from '../amounts/amounts.ts'
import { METHODS } from '../schema/calculation-input.ts'
import type { PlacedWarning } from '../schema/calculation-result.ts'
import {
  namedEvents,
  namedUpTo,
  placedWarning,
  type Checkpoint,
  type Passed,
  type RowsBefore,
} from '../executing/checkpoint.ts'
import { AMOUNTS_PER_EVENT, placeOfEvent, TO, TO_VALUE, type EventTable } from '../events/event-table.ts'
import type { Ledger } from '../executing/ledger.ts'
import { lotsLeft } from './lots-left.ts'
import {
  ROW_BASIS,
  ROW_FEES,
  ROW_VALUE,
  SINGLE_BASIS,
  UNKNOWN,
  type RowTable,
} from '../executing/row-table.ts'
import { FEE_KIND } from '../executing/row-kinds.ts'
import { dayText, type DayNumber } from '../schema/tax-day.ts'
import { DISPOSALS, INCOMES, REMOVALS, RuleSets } from './rule-sets.ts'
import { YearTotals } from '../executing/year-totals.ts'
import {
  deductionSlot,
  FURTHER_AMOUNTS,
  GAIN,
  GROSS,
  INCOME_AMOUNTS,
  INCOME_QUANTITY,
  INCOME_VALUE,
  type ResultSoFar,
  type ResultTable,
  type RowColumns,
} from './result-table.ts'

/**
 * Terms, rules, gains and totals of a run.
 *
 * @param from what the run went on from.
 * @param passed what it left at borders: where it can be gone on from later.
 */
export function resultTableOf(
  ledger: Ledger,
  progress?: (done: number, total: number) => void,
  from?: Checkpoint,
  passed: readonly Passed[] = [],
): ResultTable {
  return new ResultMaker(ledger, from, passed).make(progress)
}

/** Makes the result of a run beside it: of its rows stretch by stretch, and of what is left at its end. */
export class ResultMaker {
  readonly #ledger: Ledger
  readonly #table: EventTable
  readonly #longFrom = new Map<DayNumber, TaxDate>()
  readonly #isUniversal: boolean
  readonly #law: Jurisdiction
  readonly #reasons: RowReasons
  readonly #from: Checkpoint | undefined
  readonly #passed: readonly Passed[]
  /** Totals of the rows up to each border, and behind the last. */
  readonly #totals: YearTotals[] = []
  readonly #ruleSets: RuleSets
  readonly #ruleSetOfFacts = new Map<number, number>()
  readonly #disposals: RowsMade
  readonly #removals: RowsMade
  readonly #incomes: {
    count: number
    readonly category: string[]
    readonly amounts: Amounts
    rules: Uint16Array<ArrayBuffer>
  }
  /** Gain and gross proceeds of the disposals, and one more for what is only needed on the way. */
  readonly #further: Amounts

  /**
   * @param from what the run went on from.
   * @param passed what it has left at borders so far.
   */
  constructor(ledger: Ledger, from: Checkpoint | undefined, passed: readonly Passed[]) {
    this.#ledger = ledger
    this.#from = from
    this.#passed = passed
    this.#ruleSets = new RuleSets(from?.ruleSets)
    this.#table = ledger.table
    this.#isUniversal = ledger.settings.pool_before_2025 === 'universal'
    this.#law = this.#table.jurisdiction
    this.#reasons = this.#law.reasonsUnder(ledger.settings)
    this.#disposals = new RowsMade(ledger.disposals)
    this.#removals = new RowsMade(ledger.removals)
    this.#further = this.#table.newAmounts(FURTHER_AMOUNTS * ledger.disposals.room + 1)
    this.#further.reserve(1)
    this.#incomes = {
      count: 0,
      category: [],
      amounts: this.#table.newAmounts(64),
      rules: new Uint16Array(16),
    }
  }

  /** The rows of all that the run has worked out by now. */
  takeIn(): void {
    const { disposals, removals, incomes } = this.#ledger
    const [disposal, removal, income] = [this.#disposals.count, this.#removals.count, this.#incomes.count]
    while (this.#totals.length <= this.#passed.length) this.#totals.push(this.#newTotals())
    this.#takeDisposals(disposals.count)
    this.#takeIncomes(incomes.length)
    this.#takeRemovals(removals.count)
    this.#ruleSets.number([
      this.#disposals.rules.subarray(disposal, disposals.count),
      this.#incomes.rules.subarray(income, incomes.length),
      this.#removals.rules.subarray(removal, removals.count),
    ])
  }

  /** The rows taken in so far. */
  soFar(): ResultSoFar {
    const { rows, isLong, rules, count } = this.#disposals
    return {
      events: this.#table,
      before: this.#before,
      disposals: { rows, isLong, rules, further: this.#further },
      count,
    }
  }

  get #before(): RowsBefore {
    return this.#from?.rows ?? { disposals: 0, incomes: 0, removals: 0 }
  }

  /** The result, once the run is over. */
  make(progress?: (done: number, total: number) => void): ResultTable {
    const { warnings, disposals } = this.#ledger
    progress?.(0, disposals.count)
    this.takeIn()
    const ruleSets = this.#ruleSets.inOrder
    const placed = [
      ...(this.#from?.warnings ?? []),
      ...warnings.codes.map((code, i) => placedWarning(this.#table, code, warnings.events[i]!)),
    ]
    const totals = this.#newTotals()
    totals.addUnits(this.#from?.years ?? [])
    const before = this.#before
    const checkpoints = this.#checkpoints(before, ruleSets, placed, totals)
    totals.addUnits(this.#totals.at(-1)!.units())
    const { count, category, amounts, rules } = this.#incomes
    const table = {
      events: this.#table,
      before,
      checkpoints,
      disposals: { ...this.#disposals.whole(), further: this.#further },
      removals: this.#removals.whole(),
      incomes: {
        count,
        event: Int32Array.from(this.#ledger.incomes),
        category,
        amounts,
        rules: rules.subarray(0, count),
      },
      lots: lotsLeft(this.#ledger),
      ruleSets,
      warnings: placed,
      isOffRecord: this.#ledger.isOffRecord,
      years: totals.write(),
    }
    progress?.(disposals.count, disposals.count)
    return table
  }

  /** @param totals those of before the table; they are left as those of before the last border. */
  #checkpoints(
    before: RowsBefore,
    ruleSets: ResultTable['ruleSets'],
    warnings: readonly PlacedWarning[],
    totals: YearTotals,
  ): Checkpoint[] {
    const t = this.#table
    const named = namedUpTo(
      t,
      this.#passed.map(({ event }) => event),
      this.#from,
    )
    return this.#passed.map(({ event, rows, warnings: ownWarnings, ledger }, n) => {
      totals.addUnits(this.#totals[n]!.units())
      const { accounts, assets, sums, values } = named[n]!
      return {
        before: placeOfEvent(t, event),
        rows: {
          disposals: before.disposals + rows.disposals,
          incomes: before.incomes + rows.incomes,
          removals: before.removals + rows.removals,
        },
        accounts: t.accounts.slice(0, accounts),
        assets: t.assets.slice(0, assets),
        scales: t.scales.slice(0, assets),
        sums,
        values,
        ruleSets: ruleSets.slice(0, this.#ruleSets.countBefore(event)),
        warnings: warnings.slice(0, (this.#from?.warnings.length ?? 0) + ownWarnings),
        years: totals.units(),
        ledger,
        named: namedEvents(t, ledger),
      }
    })
  }

  #newTotals(): YearTotals {
    return new YearTotals(this.#table.newAmounts(64))
  }

  /** The totals that rows of an event go to. */
  #totalsOf(event: number): YearTotals {
    let n = 0
    while (n < this.#passed.length && event >= this.#passed[n]!.event) n += 1
    return this.#totals[n]!
  }

  #takeDisposals(end: number): void {
    const made = this.#disposals
    const { rows } = made
    const { amounts } = rows
    const further = this.#further
    made.reach(end)
    further.reserve(FURTHER_AMOUNTS * (end - made.count))
    const scratch = FURTHER_AMOUNTS * end
    for (let row = made.count; row < end; row++) {
      const event = rows.event.values[row]!
      const disposed = dayText(this.#table.day[event]!)
      const isLong = this.#isLong(rows, row, disposed)
      made.isLong[row] = isLong
      const value = rows.slot(row, ROW_VALUE)
      const basis = rows.slot(row, ROW_BASIS)
      this.#totalsOf(event).addDisposal(
        yearOf(disposed),
        isLong === 1 ? 'long' : 'short',
        amounts,
        value,
        basis,
      )
      const [gain, gross] = [row * FURTHER_AMOUNTS + GAIN, row * FURTHER_AMOUNTS + GROSS]
      further.copyFrom(gain, amounts, value)
      further.copyFrom(gross, amounts, rows.slot(row, ROW_FEES))
      further.add(gross, gain, gross)
      const costsInBasis = rows.costsInBasis(row)
      if (costsInBasis !== undefined) {
        further.set(scratch, costsInBasis)
        further.subtract(gross, gross, scratch)
      }
      further.copyFrom(scratch, amounts, basis)
      further.subtract(gain, gain, scratch)
      made.rules[row] = this.#rulesOf(DISPOSALS, rows, row, isLong === 1)
    }
    made.count = end
  }

  #takeRemovals(end: number): void {
    const made = this.#removals
    const { rows } = made
    made.reach(end)
    for (let row = made.count; row < end; row++) {
      const event = rows.event.values[row]!
      const date = dayText(this.#table.day[event]!)
      const isLong = this.#isLong(rows, row, date)
      made.isLong[row] = isLong
      const totals = this.#totalsOf(event)
      totals.addRemoval(yearOf(date))
      if (rows.kinds.isDeducted[rows.kind(row)] === 1)
        totals.addDeduction(yearOf(date), rows.amounts, deductionSlot(this.#law, rows, row, isLong === 1))
      made.rules[row] = this.#rulesOf(REMOVALS, rows, row, isLong === 1)
    }
    made.count = end
  }

  #takeIncomes(end: number): void {
    const t = this.#table
    const { incomes, incomeCategories, incomeParts } = this.#ledger
    const made = this.#incomes
    const { amounts, category } = made
    amounts.reserve(INCOME_AMOUNTS * (end - made.count))
    made.rules = reaching(made.rules, end, 0)
    for (let row = made.count; row < end; row++) {
      const event = incomes[row]!
      const part = incomeParts.get(event)
      const from = part === undefined ? t.amounts : this.#ledger.amounts
      const slot = row * INCOME_AMOUNTS
      amounts.copyFrom(slot + INCOME_QUANTITY, from, part?.quantity ?? event * AMOUNTS_PER_EVENT + TO)
      amounts.copyFrom(slot + INCOME_VALUE, from, part?.value ?? event * AMOUNTS_PER_EVENT + TO_VALUE)
      this.#totalsOf(event).addIncome(yearOf(dayText(t.day[event]!)), amounts, slot + INCOME_VALUE)
      const named = incomeCategories[row]!
      category.push(named)
      const set = this.#ruleSets.named(this.#reasons.ofIncome(named, this.#madeIncome(event)))
      made.rules[row] = this.#ruleSets.meet(set, event, INCOMES, row)
    }
    made.count = end
  }

  /** Whether a choice made an income of what is none by default. */
  #madeIncome(event: number): 'by default' | 'by choice' | 'in part' {
    if (this.#ledger.incomeParts.has(event)) return 'in part'
    return this.#ledger.treatment[event] === this.#table.treatment[event] ? 'by default' : 'by choice'
  }

  #isLong(rows: RowTable, row: number, disposed: TaxDate): 0 | 1 {
    if (rows.lot.values[row] === UNKNOWN) return 0
    const acquired = rows.acquired.values[row]!
    let longFrom = this.#longFrom.get(acquired)
    if (longFrom === undefined) {
      longFrom = this.#law.longTermFrom(dayText(acquired))
      this.#longFrom.set(acquired, longFrom)
    }
    return disposed >= longFrom ? 1 : 0
  }

  /** Rules follow from few facts, so rows share few sets of them. */
  #rulesOf(list: typeof DISPOSALS | typeof REMOVALS, rows: RowTable, row: number, isLong: boolean): number {
    const t = this.#table
    const event = rows.event.values[row]!
    const code = this.#ledger.treatment[event]!
    const treatment = this.#law.treatments[code]!
    const kind = rows.kind(row)
    const isFee = kind === FEE_KIND && treatment.kind !== 'fee'
    const isFromReceived = isFee && rows.lot.values[row] === event
    const hasFees = !rows.amounts.isZero(rows.slot(row, ROW_FEES))
    const isMissing = rows.isUnknown(row)
    const isContract = rows.isContract(row)
    const isDualBasis = rows.mark(row) !== SINGLE_BASIS
    const isPooledByAccount = !this.#isUniversal || t.day[event]! >= this.#law.lotsByAccountFrom
    const flags =
      (list === DISPOSALS ? 1 : 0) +
      (isFromReceived ? 2 : 0) +
      (hasFees ? 4 : 0) +
      (isMissing ? 8 : 0) +
      (isDualBasis ? 16 : 0) +
      (isPooledByAccount ? 32 : 0) +
      (isLong ? 64 : 0) +
      (isContract ? 128 : 0)
    const facts = ((flags * 16 + rows.method(row)) * 256 + kind) * 256 + code
    const known = this.#ruleSetOfFacts.get(facts)
    if (known !== undefined) return this.#ruleSets.meet(known, event, list, row)
    const reasons = list === DISPOSALS ? this.#reasons.ofDisposal : this.#reasons.ofRemoval
    const set = this.#ruleSets.named(
      reasons({
        treatment,
        kind: rows.kinds.words[kind]!,
        method: METHODS[rows.method(row)]!,
        isFee,
        isFromReceived,
        hasFees,
        isMissing,
        isContract,
        isDualBasis,
        isPooledByAccount,
        term: isLong ? 'long' : 'short',
      }),
    )
    this.#ruleSetOfFacts.set(facts, set)
    return this.#ruleSets.meet(set, event, list, row)
  }
}

/** Disposals or removals with what follows from each, as far as it was taken in. */
class RowsMade {
  readonly rows: RowTable
  count = 0
  isLong = new Uint8Array(0)
  rules = new Uint16Array(0)

  constructor(rows: RowTable) {
    this.rows = rows
  }

  /** Make room for so many. */
  reach(count: number): void {
    this.isLong = reaching(this.isLong, count, this.rows.room)
    this.rules = reaching(this.rules, count, this.rows.room)
  }

  whole(): RowColumns {
    const { rows, count, isLong, rules } = this
    return { rows, isLong: isLong.subarray(0, count), rules: rules.subarray(0, count) }
  }
}

/** A column with room for so many: itself, or a longer one. */
function reaching<Column extends Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>>(
  column: Column,
  count: number,
  expected: number,
): Column {
  if (count <= column.length) return column
  const Longer = column.constructor as new (length: number) => Column
  const longer = new Longer(Math.max(count, expected, 2 * column.length))
  longer.set(column)
  return longer
}
