import { MONEY_SCALE } from '@lotbook/money'
import type {
  CalculationResult,
  DisposalRow,
  IncomeRow,
  LotRow,
  RemovalRow,
} from '../schema/calculation-result.ts'
import type { EventNames } from '../events/event-index.ts'
import { NONE, type EventTable } from '../events/event-table.ts'
import { dayNumber, type DayNumber } from '../schema/tax-day.ts'
import {
  NO_INSTANT,
  NOWHERE,
  type DisposalReader,
  type IncomeReader,
  type LotReader,
  type RemovalReader,
  type ResultReader,
} from './row-reader.ts'
import { wholeUnits } from './whole-units.ts'

/** A result as objects, every number and name of it read from its text, as it is checked. */
export function readObjects(table: EventTable, result: CalculationResult): ResultReader {
  const places = new Places(table)
  return {
    disposals: new Disposals(places, result.disposals),
    removals: new Removals(places, result.removals),
    income: new Income(places, result.income),
    lots: new Lots(places, result.lots),
  }
}

/** Names of a history and what they stand for. */
class Places {
  readonly #scales: Uint8Array
  readonly #eventOf: EventNames['eventOf']
  readonly #assets: ReadonlyMap<string, number>
  readonly #accounts: ReadonlyMap<string, number>
  readonly #instants = new Map<string, number>()
  readonly #days = new Map<string, DayNumber>()

  constructor({ eventOf, assets, accounts, scales }: EventTable) {
    const numbered = (names: readonly string[]) => new Map(names.map((name, n) => [name, n]))
    this.#eventOf = eventOf
    this.#assets = numbered(assets)
    this.#accounts = numbered(accounts)
    this.#scales = scales
  }

  event(name: string | null): number {
    return name === null ? NONE : (this.#eventOf(name) ?? NOWHERE)
  }

  asset(name: string): number {
    return this.#assets.get(name) ?? NOWHERE
  }

  account(name: string | null): number {
    return name === null ? NONE : (this.#accounts.get(name) ?? NOWHERE)
  }

  /** Many rows name the same instants and days: each is read once. */
  instant(text: string): number {
    let at = this.#instants.get(text)
    if (at === undefined) this.#instants.set(text, (at = Date.parse(text)))
    return at
  }

  day(text: string): DayNumber {
    let day = this.#days.get(text)
    if (day === undefined) this.#days.set(text, (day = dayNumber(text) ?? Number.NaN))
    return day
  }

  /** Units of an asset that nobody knows are none: its row is found out by its asset. */
  units(text: string, asset: number): bigint {
    return asset === NOWHERE ? 0n : wholeUnits(text, this.#scales[asset]!)
  }
}

function money(text: string | null | undefined): bigint {
  return wholeUnits(text ?? '0', MONEY_SCALE)
}

abstract class Objects<Row extends { asset: string; account: string | null; quantity: string; at: string }> {
  isEnd = false
  event = NONE
  asset = NONE
  account = NONE
  quantity = 0n
  at = 0
  protected readonly places: Places
  readonly #rows: readonly Row[]
  #next = 0

  constructor(places: Places, rows: readonly Row[]) {
    this.places = places
    this.#rows = rows
  }

  advance(): void {
    const row = this.#rows[this.#next++]
    this.isEnd = row === undefined
    if (row === undefined) {
      this.event = NONE
      return
    }
    this.event = this.places.event(this.nameOf(row))
    this.asset = this.places.asset(row.asset)
    this.account = this.places.account(row.account)
    this.quantity = this.places.units(row.quantity, this.asset)
    this.at = this.places.instant(row.at)
    this.read(row)
  }

  name(): string {
    const row = this.#rows[this.#next - 1]
    return row === undefined ? '' : this.nameOf(row)
  }

  protected abstract nameOf(row: Row): string
  protected abstract read(row: Row): void
}

abstract class Taking<Row extends DisposalRow | RemovalRow> extends Objects<Row> {
  kind = ''
  lot = NONE
  on = 0
  acquired: DayNumber | null = null
  lotAt = NO_INSTANT
  basis = 0n

  protected nameOf({ tx }: Row): string {
    return tx
  }

  protected take(row: Row, on: string) {
    this.kind = row.kind
    this.lot = this.places.event(row.lot)
    this.on = this.places.day(on)
    this.acquired = row.acquired === null ? null : this.places.day(row.acquired)
    this.lotAt = row.lot_at === null ? NO_INSTANT : this.places.instant(row.lot_at)
    this.basis = money(row.basis)
  }
}

class Disposals extends Taking<DisposalRow> implements DisposalReader {
  proceeds = 0n
  gain = 0n
  gross = 0n
  fees = 0n
  dual: DisposalRow['dual_basis'] = undefined
  term: DisposalReader['term'] = null
  box = ''

  constructor(places: Places, rows: readonly DisposalRow[]) {
    super(places, rows)
    this.advance()
  }

  protected read(row: DisposalRow) {
    this.take(row, row.disposed)
    this.proceeds = money(row.proceeds)
    this.gain = money(row.gain)
    this.gross = money(row.gross_proceeds)
    this.fees = money(row.fees)
    this.dual = row.dual_basis
    this.term = row.term
    this.box = row.box
  }
}

class Removals extends Taking<RemovalRow> implements RemovalReader {
  readonly dual = undefined
  value = 0n
  deduction = 0n
  term: RemovalReader['term'] = null

  constructor(places: Places, rows: readonly RemovalRow[]) {
    super(places, rows)
    this.advance()
  }

  protected read(row: RemovalRow) {
    this.take(row, row.date)
    this.value = money(row.value)
    this.deduction = money(row.deduction)
    this.term = row.term ?? null
  }
}

class Income extends Objects<IncomeRow> implements IncomeReader {
  category = ''
  on = 0
  value = 0n

  constructor(places: Places, rows: readonly IncomeRow[]) {
    super(places, rows)
    this.advance()
  }

  protected nameOf({ tx }: IncomeRow): string {
    return tx
  }

  protected read(row: IncomeRow) {
    this.category = row.category
    this.on = this.places.day(row.date)
    this.value = money(row.value)
  }
}

class Lots extends Objects<LotRow> implements LotReader {
  acquired = 0
  basis = 0n
  lossBasis: bigint | null = null
  lossAcquired: DayNumber | null = null

  constructor(places: Places, rows: readonly LotRow[]) {
    super(places, rows)
    this.advance()
  }

  protected nameOf({ lot }: LotRow): string {
    return lot
  }

  protected read(row: LotRow) {
    this.acquired = this.places.day(row.acquired)
    this.basis = money(row.basis)
    this.lossBasis = row.loss_basis === undefined ? null : money(row.loss_basis)
    this.lossAcquired = row.loss_acquired === undefined ? null : this.places.day(row.loss_acquired)
  }
}
