import { formatInstant, yearOf } from '@lotbook/journal'
import { MONEY_SCALE } from '@lotbook/money'
import { REPORTED, type Term } from '@lotbook/rules'
import { METHODS } from '../schema/calculation-input.ts'
import type {
  CalculationResult,
  DisposalRow,
  IncomeRow,
  LotRow,
  RemovalRow,
} from '../schema/calculation-result.ts'
import { FROM_VALUE_KNOWN, NONE, type EventTable } from '../events/event-table.ts'
import type { Ledger } from '../executing/ledger.ts'
import {
  deductionSlot,
  FURTHER_AMOUNTS,
  GAIN,
  GROSS,
  INCOME_AMOUNTS,
  INCOME_QUANTITY,
  INCOME_VALUE,
  LOT_AMOUNTS,
  LOT_BASIS,
  LOT_LOSS_BASIS,
  LOT_QUANTITY,
  type ResultTable,
} from './result-table.ts'
import { resultTableOf } from './result-maker.ts'
import {
  KINDS,
  ROW_BASIS,
  ROW_FEES,
  ROW_QUANTITY,
  ROW_VALUE,
  UNKNOWN,
  UNKNOWN_DAY,
} from '../executing/row-table.ts'
import { dayText } from '../schema/tax-day.ts'

/** Names of the basis marks of a `RowTable`. */
export const DUAL_BASIS = [undefined, 'gain', 'loss', 'neither'] as const

/** Write out a run: every row as an object, and every number as text. */
export function writeResult(
  ledger: Ledger,
  progress?: (done: number, total: number) => void,
): CalculationResult {
  return resultOfTable(resultTableOf(ledger, progress))
}

/** A result in columns as objects. */
export function resultOfTable(table: ResultTable): CalculationResult {
  const writer = new RowWriter(table)
  const { disposals, incomes, removals, lots, warnings, years } = table
  return {
    disposals: Array.from({ length: disposals.rows.count }, (_, row) => writer.disposal(row)),
    income: Array.from({ length: incomes.count }, (_, row) => writer.income(row)),
    removals: Array.from({ length: removals.rows.count }, (_, row) => writer.removal(row)),
    lots: Array.from({ length: lots.count }, (_, row) => writer.lot(row)),
    warnings: warnings.map(({ code, tx }) => ({ code, tx })),
    years,
  }
}

/** The lists of a result in columns, whose rows are made one by one as they are read: a long result is never there as objects. */
export function resultLists(table: ResultTable, year?: number) {
  const writer = new RowWriter(table)
  const { disposals, incomes, removals, lots } = table
  const list = <Row>(count: number, event: ArrayLike<number>, row: (n: number) => Row): Iterable<Row> => ({
    *[Symbol.iterator]() {
      for (let n = 0; n < count; n++)
        if (year === undefined || yearOf(dayText(table.events.day[event[n]!]!)) === year) yield row(n)
    },
  })
  return {
    disposals: list(disposals.rows.count, disposals.rows.event.values, (n) => writer.disposal(n)),
    income: list(incomes.count, incomes.event, (n) => writer.income(n)),
    removals: list(removals.rows.count, removals.rows.event.values, (n) => writer.removal(n)),
    lots: list(lots.count, lots.event, (n) => writer.lot(n)),
  }
}

/** Single rows of a result in columns as objects. */
export class RowWriter {
  readonly #result: ResultTable
  readonly #table: EventTable
  readonly #instants: string[] = []

  constructor(table: ResultTable) {
    this.#result = table
    this.#table = table.events
  }

  disposal(row: number): DisposalRow {
    const { rows, isLong, rules, further } = this.#result.disposals
    const t = this.#table
    const { amounts } = rows
    const event = rows.event.values[row]!
    const asset = rows.asset.values[row]!
    const disposed = dayText(t.day[event]!)
    const term: Term = isLong[row] === 1 ? 'long' : 'short'
    const lot = rows.lot.values[row]!
    const isMissing = lot === UNKNOWN
    // Units that nobody knows of are on nobody's form (R-MISS-1).
    const reported = rows.isUnknown(row) ? 'none' : REPORTED[t.reported[event]!]!
    const dual = DUAL_BASIS[rows.mark(row)]
    return {
      tx: t.idOf(event)!,
      kind: KINDS[rows.kind(row)]!,
      asset: t.assets[asset]!,
      account: t.accounts[t.account[event]!]!,
      lot: isMissing ? null : t.idOf(lot)!,
      quantity: amounts.text(rows.slot(row, ROW_QUANTITY), t.scales[asset]!),
      acquired: isMissing ? null : dayText(rows.acquired.values[row]!),
      disposed,
      proceeds: amounts.text(rows.slot(row, ROW_VALUE), MONEY_SCALE),
      basis: amounts.text(rows.slot(row, ROW_BASIS), MONEY_SCALE),
      gain: further.text(row * FURTHER_AMOUNTS + GAIN, MONEY_SCALE),
      term,
      box: t.jurisdiction.boxOf(yearOf(disposed), term, reported),
      at: this.#instant(event),
      lot_at: isMissing ? null : this.#instant(lot),
      gross_proceeds: further.text(row * FURTHER_AMOUNTS + GROSS, MONEY_SCALE),
      fees: amounts.text(rows.slot(row, ROW_FEES), MONEY_SCALE),
      method: isMissing ? null : METHODS[rows.method(row)]!,
      ...(dual === undefined ? {} : { dual_basis: dual }),
      rules: this.#result.ruleSets[rules[row]!]!,
    }
  }

  removal(row: number): RemovalRow {
    const { rows, isLong, rules } = this.#result.removals
    const t = this.#table
    const { amounts } = rows
    const event = rows.event.values[row]!
    const asset = rows.asset.values[row]!
    const kind = KINDS[rows.kind(row)]!
    const lot = rows.lot.values[row]!
    const isMissing = lot === UNKNOWN
    const isValued = (t.known[event]! & FROM_VALUE_KNOWN) !== 0
    const held = isLong[row] === 1
    return {
      tx: t.idOf(event)!,
      kind,
      asset: t.assets[asset]!,
      account: t.accounts[t.account[event]!]!,
      lot: isMissing ? null : t.idOf(lot)!,
      quantity: amounts.text(rows.slot(row, ROW_QUANTITY), t.scales[asset]!),
      acquired: isMissing ? null : dayText(rows.acquired.values[row]!),
      date: dayText(t.day[event]!),
      basis: amounts.text(rows.slot(row, ROW_BASIS), MONEY_SCALE),
      value: isValued ? amounts.text(rows.slot(row, ROW_VALUE), MONEY_SCALE) : null,
      ...(kind === 'donation'
        ? {
            term: held ? ('long' as const) : ('short' as const),
            deduction: amounts.text(deductionSlot(t.jurisdiction, rows, row, held), MONEY_SCALE),
          }
        : {}),
      at: this.#instant(event),
      lot_at: isMissing ? null : this.#instant(lot),
      rules: this.#result.ruleSets[rules[row]!]!,
    }
  }

  income(row: number): IncomeRow {
    const { event: events, category, amounts, rules } = this.#result.incomes
    const t = this.#table
    const event = events[row]!
    const asset = t.toAsset[event]!
    const slot = row * INCOME_AMOUNTS
    return {
      tx: t.idOf(event)!,
      category: category[row]!,
      asset: t.assets[asset]!,
      account: t.accounts[t.account[event]!]!,
      quantity: amounts.text(slot + INCOME_QUANTITY, t.scales[asset]!),
      date: dayText(t.day[event]!),
      value: amounts.text(slot + INCOME_VALUE, MONEY_SCALE),
      at: this.#instant(event),
      rules: this.#result.ruleSets[rules[row]!]!,
    }
  }

  lot(row: number): LotRow {
    const { event: events, asset: assets, account, acquired, lossAcquired, amounts } = this.#result.lots
    const t = this.#table
    const event = events[row]!
    const asset = assets[row]!
    const slot = row * LOT_AMOUNTS
    return {
      lot: t.idOf(event)!,
      asset: t.assets[asset]!,
      account: account[row] === NONE ? null : t.accounts[account[row]!]!,
      quantity: amounts.text(slot + LOT_QUANTITY, t.scales[asset]!),
      basis: amounts.text(slot + LOT_BASIS, MONEY_SCALE),
      acquired: dayText(acquired[row]!),
      ...(lossAcquired[row] === UNKNOWN_DAY
        ? {}
        : {
            loss_basis: amounts.text(slot + LOT_LOSS_BASIS, MONEY_SCALE),
            loss_acquired: dayText(lossAcquired[row]!),
          }),
      at: this.#instant(event),
    }
  }

  /** Many rows are of one event or one lot: its instant is written once. */
  #instant(event: number): string {
    return (this.#instants[event] ??= formatInstant(this.#table.at[event]!))
  }
}
