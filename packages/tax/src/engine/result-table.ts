import { compareText, yearOf, type TaxDate } from '@lotbook/journal'
import type { Amounts, Slot } from '../amounts/amounts.ts'
import { deductionOf } from '../us/donation.ts'
import { longTermFrom } from '../us/holding-period.ts'
import { rulesOfDisposal, rulesOfIncome, rulesOfRemoval } from '../us/rules-of-row.ts'
import { TREATMENTS } from '../us/treatments.ts'
import { choiceOf } from '../us/unsettled.ts'
import { METHODS } from './calculation-input.ts'
import type { Warning, YearSummary } from './calculation-result.ts'
import { AMOUNTS_PER_EVENT, NONE, TO, TO_VALUE, type EventTable } from './event-table.ts'
import type { Ledger } from './ledger.ts'
import {
  FEE_KIND,
  KINDS,
  ROW_BASIS,
  ROW_FEES,
  ROW_VALUE,
  SINGLE_BASIS,
  UNKNOWN,
  UNKNOWN_DAY,
  type RowTable,
} from './row-table.ts'
import { ACCOUNT_POOLS_FROM, dayWriter, type DayNumber } from './tax-day.ts'
import { DISPOSALS, INCOMES, REMOVALS, RuleSets } from './rule-sets.ts'
import { YearTotals } from './year-totals.ts'

/** Of a disposal, beside the amounts of its `RowTable`: `row * FURTHER_AMOUNTS + GAIN` or `+ GROSS` of `further`. */
export const GAIN = 0
export const GROSS = 1
export const FURTHER_AMOUNTS = 2

/** Of an income: `row * INCOME_AMOUNTS + INCOME_QUANTITY` or `+ INCOME_VALUE`. */
export const INCOME_QUANTITY = 0
export const INCOME_VALUE = 1
export const INCOME_AMOUNTS = 2

/** Of a lot that is left: `row * LOT_AMOUNTS +` one of these. */
export const LOT_QUANTITY = 0
export const LOT_BASIS = 1
export const LOT_LOSS_BASIS = 2
export const LOT_AMOUNTS = 3

/** Disposals or removals with what follows from each. */
export interface RowColumns {
  readonly rows: RowTable
  readonly isLong: Uint8Array
  /** Which of `ruleSets` made the row. */
  readonly rules: Uint16Array
}

export interface DisposalColumns extends RowColumns {
  /** Gain and gross proceeds. */
  readonly further: Amounts
}

export interface IncomeColumns {
  readonly count: number
  readonly event: Int32Array
  readonly category: readonly string[]
  readonly amounts: Amounts
  readonly rules: Uint16Array
}

/** What is left: the pieces of one lot in one pool are one row; in the order of acquisition, then of names. */
export interface LotColumns {
  readonly count: number
  /** The event that acquired the lot. */
  readonly event: Int32Array
  readonly asset: Int32Array
  /** NONE while the pool is universal, and for units left unplaced on 2025-01-01. */
  readonly account: Int32Array
  readonly acquired: Int32Array
  /** UNKNOWN_DAY of a lot with one basis. */
  readonly lossAcquired: Int32Array
  readonly amounts: Amounts
}

/**
 * A result in columns: what a `CalculationResult` says, with places in the history instead of names and whole units instead
 * of text. A long history's is written, stored and checked from here, without an object for each row.
 */
export interface ResultTable {
  readonly events: EventTable
  /** How many rows of each list the history has before these; all zero where the table is the whole of it. Lots that are left are always all. */
  readonly before: RowsBefore
  readonly disposals: DisposalColumns
  readonly removals: RowColumns
  readonly incomes: IncomeColumns
  readonly lots: LotColumns
  /** Rules of `docs/tax`, as rows name them together, in the order in which the history first does. */
  readonly ruleSets: readonly (readonly string[])[]
  readonly warnings: readonly Warning[]
  readonly years: Readonly<Record<string, YearSummary>>
}

/** Rows of each list that are not here. */
export interface RowsBefore {
  readonly disposals: number
  readonly incomes: number
  readonly removals: number
}

/** Terms, rules, gains and totals of a run. */
export function resultTableOf(ledger: Ledger, progress?: (done: number, total: number) => void): ResultTable {
  return new ResultMaker(ledger).make(progress)
}

class ResultMaker {
  readonly #l: Ledger
  readonly #t: EventTable
  readonly #text = dayWriter()
  readonly #longFrom = new Map<DayNumber, TaxDate>()
  readonly #isUniversal: boolean
  readonly #splitsFees: boolean
  readonly #totals: YearTotals
  readonly #ruleSets = new RuleSets()
  readonly #ruleSetOfFacts = new Map<number, number>()

  constructor(ledger: Ledger) {
    this.#l = ledger
    this.#t = ledger.table
    this.#isUniversal = ledger.settings.pool_before_2025 === 'universal'
    this.#splitsFees = choiceOf(ledger.settings, 'exchange_fee') === 'split'
    this.#totals = new YearTotals(this.#t.newAmounts(64))
  }

  make(progress?: (done: number, total: number) => void): ResultTable {
    const { warnings, disposals } = this.#l
    const lists = {
      disposals: this.#disposals(progress),
      incomes: this.#incomes(),
      removals: this.#removals(),
    }
    const table = {
      events: this.#t,
      before: { disposals: 0, incomes: 0, removals: 0 },
      ...lists,
      lots: this.#lots(),
      ruleSets: this.#ruleSets.putInOrder(Object.values(lists).map(({ rules }) => rules)),
      warnings: warnings.codes.map((code, i) => {
        const event = warnings.events[i]!
        return { code, tx: event === NONE ? null : this.#t.ids[event]! }
      }),
      years: this.#totals.write(),
    }
    progress?.(disposals.count, disposals.count)
    return table
  }

  #disposals(progress?: (done: number, total: number) => void): DisposalColumns {
    const rows = this.#l.disposals
    const { count, amounts } = rows
    const further = this.#t.newAmounts(FURTHER_AMOUNTS * count + 1)
    further.reserve(FURTHER_AMOUNTS * count)
    const scratch = further.reserve(1)
    const isLong = new Uint8Array(count)
    const rules = new Uint16Array(count)
    for (let row = 0; row < count; row++) {
      if (row % 8192 === 0) progress?.(row, count)
      const disposed = this.#text(this.#t.day[rows.event.values[row]!]!)
      isLong[row] = this.#isLong(rows, row, disposed)
      const value = rows.slot(row, ROW_VALUE)
      const basis = rows.slot(row, ROW_BASIS)
      this.#totals.addDisposal(yearOf(disposed), isLong[row] === 1 ? 'long' : 'short', amounts, value, basis)
      const [gain, gross] = [row * FURTHER_AMOUNTS + GAIN, row * FURTHER_AMOUNTS + GROSS]
      further.copyFrom(gain, amounts, value)
      further.copyFrom(gross, amounts, rows.slot(row, ROW_FEES))
      further.add(gross, gain, gross)
      further.copyFrom(scratch, amounts, basis)
      further.subtract(gain, gain, scratch)
      rules[row] = this.#rulesOf(DISPOSALS, rows, row, isLong[row] === 1)
    }
    return { rows, isLong, rules, further }
  }

  #removals(): RowColumns {
    const rows = this.#l.removals
    const { count, amounts } = rows
    const isLong = new Uint8Array(count)
    const rules = new Uint16Array(count)
    for (let row = 0; row < count; row++) {
      const date = this.#text(this.#t.day[rows.event.values[row]!]!)
      isLong[row] = this.#isLong(rows, row, date)
      this.#totals.addRemoval(yearOf(date))
      if (KINDS[rows.kind(row)] === 'donation')
        this.#totals.addDeduction(yearOf(date), amounts, deductionSlot(rows, row, isLong[row] === 1))
      rules[row] = this.#rulesOf(REMOVALS, rows, row, isLong[row] === 1)
    }
    return { rows, isLong, rules }
  }

  #incomes(): IncomeColumns {
    const t = this.#t
    const { incomes, incomeParts, treatment } = this.#l
    const amounts = t.newAmounts(INCOME_AMOUNTS * incomes.length)
    amounts.reserve(INCOME_AMOUNTS * incomes.length)
    const rules = new Uint16Array(incomes.length)
    const category = incomes.map((event, row) => {
      const part = incomeParts.get(event)
      const from = part === undefined ? t.amounts : this.#l.amounts
      const slot = row * INCOME_AMOUNTS
      amounts.copyFrom(slot + INCOME_QUANTITY, from, part?.quantity ?? event * AMOUNTS_PER_EVENT + TO)
      amounts.copyFrom(slot + INCOME_VALUE, from, part?.value ?? event * AMOUNTS_PER_EVENT + TO_VALUE)
      this.#totals.addIncome(yearOf(this.#text(t.day[event]!)), amounts, slot + INCOME_VALUE)
      const named = part === undefined ? TREATMENTS[treatment[event]!]!.kind : 'staking_reward'
      const set = this.#ruleSets.named([...rulesOfIncome(named), ...this.#chosenRule(event)])
      rules[row] = this.#ruleSets.meet(set, event, INCOMES, row)
      return named
    })
    return { count: incomes.length, event: Int32Array.from(incomes), category, amounts, rules }
  }

  /** The choice that made an income of what is none by default. */
  #chosenRule(event: number): string[] {
    if (this.#l.incomeParts.has(event)) return ['R-OPEN-9']
    return this.#l.treatment[event] === this.#t.treatment[event] ? [] : ['R-OPEN-10']
  }

  #lots(): LotColumns {
    const { lots, keys, book, amounts: from } = this.#l
    const t = this.#t
    const keyOfPool = new Map<number, number>()
    for (const pool of book.pools()) keyOfPool.set(pool.id, pool.key)
    const open = new Map<number, { event: number; key: number; lot: number; pieces: number[] }>()
    for (let piece = 0; piece < lots.pairs; piece++) {
      const key = keyOfPool.get(lots.home(piece))
      if (key === undefined) continue
      const lot = lots.lotOf(piece)
      const event = lots.acquisition(lot)
      const place = key * t.count + event
      const known = open.get(place)
      if (known === undefined) open.set(place, { event, key, lot, pieces: [piece] })
      else known.pieces.push(piece)
    }
    const accountOf = (key: number) => (keys.account(key) === NONE ? '' : t.accounts[keys.account(key)]!)
    const rows = [...open.values()].sort(
      (a, b) =>
        a.event - b.event ||
        compareText(t.assets[keys.asset(a.key)]!, t.assets[keys.asset(b.key)]!) ||
        compareText(accountOf(a.key), accountOf(b.key)),
    )
    const amounts = t.newAmounts(LOT_AMOUNTS * rows.length + 1)
    amounts.reserve(LOT_AMOUNTS * rows.length)
    const scratch = amounts.reserve(1)
    const add = (to: Slot, amount: Slot) => {
      amounts.copyFrom(scratch, from, amount)
      amounts.add(to, to, scratch)
    }
    const lossAcquired = new Int32Array(rows.length).fill(UNKNOWN_DAY)
    rows.forEach(({ lot, pieces }, row) => {
      const lossOf = lots.lossOf(lot)
      const slot = row * LOT_AMOUNTS
      for (const piece of pieces) {
        add(slot + LOT_QUANTITY, lots.quantity(piece))
        add(slot + LOT_BASIS, lots.basis(piece))
        if (lots.lossSlot(piece) !== -1) add(slot + LOT_LOSS_BASIS, lots.lossSlot(piece))
      }
      if (lossOf !== undefined) lossAcquired[row] = lossOf.acquired
    })
    return {
      count: rows.length,
      event: Int32Array.from(rows, ({ event }) => event),
      asset: Int32Array.from(rows, ({ key }) => keys.asset(key)),
      account: Int32Array.from(rows, ({ key }) => keys.account(key)),
      acquired: Int32Array.from(rows, ({ lot }) => lots.acquired(lot)),
      lossAcquired,
      amounts,
    }
  }

  #isLong(rows: RowTable, row: number, disposed: TaxDate): 0 | 1 {
    if (rows.lot.values[row] === UNKNOWN) return 0
    const acquired = rows.acquired.values[row]!
    let from = this.#longFrom.get(acquired)
    if (from === undefined) {
      from = longTermFrom(this.#text(acquired))
      this.#longFrom.set(acquired, from)
    }
    return disposed >= from ? 1 : 0
  }

  /** Rules follow from few facts, so rows share few sets of them. */
  #rulesOf(list: typeof DISPOSALS | typeof REMOVALS, rows: RowTable, row: number, isLong: boolean): number {
    const t = this.#t
    const event = rows.event.values[row]!
    const code = this.#l.treatment[event]!
    const treatment = TREATMENTS[code]!
    const kind = rows.kind(row)
    const isFee = kind === FEE_KIND && treatment.kind !== 'fee'
    const isFromReceived = isFee && rows.lot.values[row] === event
    const hasFees = !rows.amounts.isZero(rows.slot(row, ROW_FEES))
    const isMissing = rows.lot.values[row] === UNKNOWN
    const isDualBasis = rows.mark(row) !== SINGLE_BASIS
    const isPooledByAccount = !this.#isUniversal || t.day[event]! >= ACCOUNT_POOLS_FROM
    const flags =
      (list === DISPOSALS ? 1 : 0) +
      (isFromReceived ? 2 : 0) +
      (hasFees ? 4 : 0) +
      (isMissing ? 8 : 0) +
      (isDualBasis ? 16 : 0) +
      (isPooledByAccount ? 32 : 0) +
      (isLong ? 64 : 0)
    const facts = ((flags * 16 + rows.method(row)) * 256 + kind) * 256 + code
    const known = this.#ruleSetOfFacts.get(facts)
    if (known !== undefined) return this.#ruleSets.meet(known, event, list, row)
    const rulesOf = list === DISPOSALS ? rulesOfDisposal : rulesOfRemoval
    const set = this.#ruleSets.named(
      rulesOf({
        operation: treatment.operation,
        type: treatment.type,
        kind: KINDS[kind]!,
        method: METHODS[rows.method(row)]!,
        isFee,
        isFromReceived,
        splitsFees: this.#splitsFees,
        hasFees,
        isMissing,
        isDualBasis,
        isPooledByAccount,
        term: isLong ? 'long' : 'short',
      }),
    )
    this.#ruleSetOfFacts.set(facts, set)
    return this.#ruleSets.meet(set, event, list, row)
  }
}

/** What a donated row lets one deduct. */
export function deductionSlot(rows: RowTable, row: number, isLong: boolean): Slot {
  const value = rows.slot(row, ROW_VALUE)
  return deductionOf(rows.amounts, isLong ? 'long' : 'short', value, rows.slot(row, ROW_BASIS))
}
