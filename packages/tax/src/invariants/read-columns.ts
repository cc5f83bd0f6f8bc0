import { yearOf } from '@lotbook/journal'
import { REPORTED } from '@lotbook/rules'
import type { DisposalRow } from '../schema/calculation-result.ts'
import { FROM_VALUE_KNOWN, NONE } from '../events/event-table.ts'
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
} from '../results/result-table.ts'
import {
  KINDS,
  ROW_BASIS,
  ROW_FEES,
  ROW_QUANTITY,
  ROW_VALUE,
  UNKNOWN,
  UNKNOWN_DAY,
  type RowTable,
} from '../executing/row-table.ts'
import { dayText, type DayNumber } from '../schema/tax-day.ts'
import { DUAL_BASIS } from '../results/write-result.ts'
import {
  NO_INSTANT,
  type DisposalReader,
  type IncomeReader,
  type LotReader,
  type RemovalReader,
  type ResultReader,
} from './row-reader.ts'

/** A result in columns as it is checked. */
export function readColumns(table: ResultTable): ResultReader {
  return {
    disposals: new Disposals(table),
    removals: new Removals(table),
    income: new Income(table),
    lots: new Lots(table),
  }
}

abstract class Columns {
  isEnd = false
  event = NONE
  asset = NONE
  account = NONE
  at = 0
  protected readonly table: ResultTable
  readonly #count: number
  #next = 0

  constructor(table: ResultTable, count: number) {
    this.table = table
    this.#count = count
  }

  advance(): void {
    this.isEnd = this.#next >= this.#count
    if (this.isEnd) this.event = NONE
    else this.read(this.#next++)
  }

  name(): string {
    return this.table.events.idOf(this.event) ?? ''
  }

  protected abstract read(row: number): void

  /** The event of the row, with its account and instant. */
  protected of(event: number) {
    const { account, at } = this.table.events
    this.event = event
    this.account = account[event]!
    this.at = at[event]!
  }
}

abstract class Taking extends Columns {
  kind = ''
  lot = NONE
  on = 0
  acquired: DayNumber | null = null
  lotAt = NO_INSTANT
  quantity = 0n
  basis = 0n
  dual: DisposalRow['dual_basis'] = undefined

  protected take(rows: RowTable, row: number) {
    const { day, at } = this.table.events
    this.of(rows.event.values[row]!)
    this.on = day[this.event]!
    this.asset = rows.asset.values[row]!
    this.kind = KINDS[rows.kind(row)]!
    const lot = rows.lot.values[row]!
    this.lot = lot === UNKNOWN ? NONE : lot
    this.acquired = lot === UNKNOWN ? null : rows.acquired.values[row]!
    this.lotAt = lot === UNKNOWN ? NO_INSTANT : at[lot]!
    this.quantity = rows.amounts.get(rows.slot(row, ROW_QUANTITY))
    this.basis = rows.amounts.get(rows.slot(row, ROW_BASIS))
    this.dual = DUAL_BASIS[rows.mark(row)]
  }
}

class Disposals extends Taking implements DisposalReader {
  proceeds = 0n
  gain = 0n
  gross = 0n
  fees = 0n
  term: 'short' | 'long' = 'short'
  /** Rows are in the order of days: the year of the last one. */
  #yearDay: DayNumber = Number.NaN
  #year = 0
  #isUnknown = false

  constructor(table: ResultTable) {
    super(table, table.disposals.rows.count)
    this.advance()
  }

  get box(): string {
    const reported = this.#isUnknown ? 'none' : REPORTED[this.table.events.reported[this.event]!]!
    return this.table.events.jurisdiction.boxOf(this.#yearOf(this.on), this.term, reported)
  }

  #yearOf(day: DayNumber): number {
    if (day !== this.#yearDay) {
      this.#yearDay = day
      this.#year = yearOf(dayText(day))
    }
    return this.#year
  }

  protected read(row: number) {
    const { rows, isLong, further } = this.table.disposals
    this.take(rows, row)
    this.proceeds = rows.amounts.get(rows.slot(row, ROW_VALUE))
    this.fees = rows.amounts.get(rows.slot(row, ROW_FEES))
    this.gain = further.get(row * FURTHER_AMOUNTS + GAIN)
    this.gross = further.get(row * FURTHER_AMOUNTS + GROSS)
    this.term = isLong[row] === 1 ? 'long' : 'short'
    this.#isUnknown = rows.isUnknown(row)
  }
}

class Removals extends Taking implements RemovalReader {
  value = 0n
  deduction = 0n
  term: 'short' | 'long' | null = null

  constructor(table: ResultTable) {
    super(table, table.removals.rows.count)
    this.advance()
  }

  protected read(row: number) {
    const { rows, isLong } = this.table.removals
    this.take(rows, row)
    this.dual = undefined
    const isValued = (this.table.events.known[this.event]! & FROM_VALUE_KNOWN) !== 0
    this.value = isValued ? rows.amounts.get(rows.slot(row, ROW_VALUE)) : 0n
    const isDonation = this.kind === 'donation'
    const held = isLong[row] === 1
    this.term = isDonation ? (held ? 'long' : 'short') : null
    this.deduction = isDonation
      ? rows.amounts.get(deductionSlot(this.table.events.jurisdiction, rows, row, held))
      : 0n
  }
}

class Income extends Columns implements IncomeReader {
  category = ''
  on = 0
  quantity = 0n
  value = 0n

  constructor(table: ResultTable) {
    super(table, table.incomes.count)
    this.advance()
  }

  protected read(row: number) {
    const { event, category, amounts } = this.table.incomes
    this.of(event[row]!)
    this.on = this.table.events.day[this.event]!
    this.asset = this.table.events.toAsset[this.event]!
    this.category = category[row]!
    this.quantity = amounts.get(row * INCOME_AMOUNTS + INCOME_QUANTITY)
    this.value = amounts.get(row * INCOME_AMOUNTS + INCOME_VALUE)
  }
}

class Lots extends Columns implements LotReader {
  quantity = 0n
  acquired = 0
  basis = 0n
  lossBasis: bigint | null = null
  lossAcquired: DayNumber | null = null

  constructor(table: ResultTable) {
    super(table, table.lots.count)
    this.advance()
  }

  protected read(row: number) {
    const { event, asset, account, acquired, lossAcquired, amounts } = this.table.lots
    this.of(event[row]!)
    this.asset = asset[row]!
    this.account = account[row]!
    this.acquired = acquired[row]!
    this.quantity = amounts.get(row * LOT_AMOUNTS + LOT_QUANTITY)
    this.basis = amounts.get(row * LOT_AMOUNTS + LOT_BASIS)
    const hasLoss = lossAcquired[row] !== UNKNOWN_DAY
    this.lossBasis = hasLoss ? amounts.get(row * LOT_AMOUNTS + LOT_LOSS_BASIS) : null
    this.lossAcquired = hasLoss ? lossAcquired[row]! : null
  }
}
