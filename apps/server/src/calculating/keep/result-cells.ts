import { MONEY_SCALE } from '@lotbook/money'
import {
  absentNumber,
  FEE_KIND,
  LOT_AMOUNTS,
  NONE,
  slotOf,
  yearOfDay,
  type Amounts,
  type DisposalColumns,
  type EventTable,
  type IncomeColumns,
  type LotColumns,
  type ResultField,
  type ResultSoFar,
  type RowColumns,
  type RowTable,
  type SplitAmount,
} from '@lotbook/tax'
import { textCell, uuidCell, type ReadyCell, type RowCells } from '../../platform/copy-rows.ts'
import type { Collected } from '../collect/collect-input.ts'
import type { LotKey, Words } from './kept-lots.ts'
import { STORED, type StoredField } from './row-columns.ts'

type WriteCell<Columns> = (to: RowCells, columns: Columns, row: number) => void

/** The cells of each row of a result, in the order of its columns, behind its number. */
export class ResultCells {
  readonly #events: EventTable
  readonly #transactions: Uint8Array
  readonly #mainPrices: Uint8Array
  readonly #feePrices: Uint8Array
  readonly #assets: readonly ReadyCell[]
  readonly #accountIds: readonly string[]
  readonly #accounts: readonly ReadyCell[]
  readonly #disposal: readonly WriteCell<DisposalColumns>[]
  readonly #removal: readonly WriteCell<RowColumns>[]
  readonly #income: readonly WriteCell<IncomeColumns>[]
  readonly #lot: readonly WriteCell<LotColumns>[]

  constructor(events: EventTable, { names, eventIds }: Pick<Collected, 'names' | 'eventIds'>) {
    this.#events = events
    const ids = eventIds()
    this.#transactions = ids.transactions
    this.#mainPrices = ids.mainPrices
    this.#feePrices = ids.feePrices
    this.#assets = events.assets.map(textCell)
    this.#accountIds = events.accounts.map((account) => names.accountId(account))
    this.#accounts = this.#accountIds.map(uuidCell)
    this.#disposal = this.#cells(STORED.disposals)
    this.#removal = this.#cells(STORED.removals)
    this.#income = this.#cells(STORED.incomes)
    this.#lot = this.#cells(STORED.lots)
  }

  disposal(to: RowCells, { disposals, before }: ResultSoFar, row: number): void {
    const { rows } = disposals
    const event = rows.event.values[row]!
    this.#year(to, event)
    for (const write of this.#disposal) write(to, disposals, row)
    to.uuid(rows.kind(row) === FEE_KIND ? this.#feePrices : this.#mainPrices, event)
    to.int(eventUntil(rows, row, before.disposals))
  }

  removal(to: RowCells, removals: RowColumns, row: number): void {
    const event = removals.rows.event.values[row]!
    this.#year(to, event)
    for (const write of this.#removal) write(to, removals, row)
    to.uuid(this.#mainPrices, event)
  }

  income(to: RowCells, incomes: IncomeColumns, row: number): void {
    const event = incomes.event[row]!
    this.#year(to, event)
    for (const write of this.#income) write(to, incomes, row)
    to.uuid(this.#mainPrices, event)
  }

  lot(to: RowCells, lots: LotColumns, row: number): void {
    for (const write of this.#lot) write(to, lots, row)
  }

  #year(to: RowCells, event: number) {
    to.int(yearOfDay(this.#events.day[event]!))
  }

  #cells<Columns>(stored: readonly StoredField<Columns>[]): WriteCell<Columns>[] {
    return stored.map(({ field }) => this.#cell(field))
  }

  /** Writes a field's cell: chosen once, for there are many rows. */
  #cell<Columns>(field: ResultField<Columns>): WriteCell<Columns> {
    const t = this.#events
    if (field.kind === 'text') {
      const cells = new Map<string, ReadyCell>()
      return (to, columns, row) => {
        const text = field.read(columns, row, t)
        let cell = cells.get(text)
        if (cell === undefined) cells.set(text, (cell = textCell(text)))
        to.ready(cell)
      }
    }
    const none = absentNumber(field)
    if (field.kind === 'units' || field.kind === 'money') {
      const { amounts } = field.place
      const slotAt = slotOf(field.place)
      if (field.kind === 'units') {
        const { read: assetOf } = field.asset
        return (to, columns, row) =>
          numeric(to, amounts(columns), slotAt(columns, row, t), t.scales[assetOf(columns, row, t)]!)
      }
      return (to, columns, row) => {
        const slot = slotAt(columns, row, t)
        if (slot === none) to.null()
        else numeric(to, amounts(columns), slot, MONEY_SCALE)
      }
    }
    const { read } = field
    const maybe =
      (write: (to: RowCells, value: number) => void): WriteCell<Columns> =>
      (to, columns, row) => {
        const value = read(columns, row, t)
        if (value === none) to.null()
        else write(to, value)
      }
    const oneOf = (cells: readonly ReadyCell[]) => maybe((to, place) => to.ready(cells[place]!))
    switch (field.kind) {
      case 'event':
        return maybe((to, event) => to.uuid(this.#transactions, event))
      case 'asset':
        return oneOf(this.#assets)
      case 'account':
        return oneOf(this.#accounts)
      case 'word':
        return oneOf(field.words(t).map(textCell))
      case 'day':
        return maybe((to, day) => to.date(day))
      case 'instant':
        return maybe((to, event) => to.instant(t.at[event]!))
      case 'rules':
        return maybe((to, set) => to.short(set))
    }
  }

  /** The key of each lot: what `lot` writes, as numbers. */
  lotKeys(lots: LotColumns, words: Words): (row: number, key: LotKey) => void {
    const events = this.#events
    const { amounts } = lots
    const ids = new Int32Array(
      this.#transactions.buffer,
      this.#transactions.byteOffset,
      ID_INTS * events.count,
    )
    const assets = events.assets.map((asset, n) => words.numberOf(`${asset} ${events.scales[n]}`))
    const accounts = this.#accountIds.map((id) => words.numberOf(id))
    return (row, key) => {
      const asset = lots.asset[row]!
      const account = lots.account[row]!
      const event = lots.event[row]!
      let at = 0
      for (let n = 0; n < ID_INTS; n += 1) key[at++] = ids[ID_INTS * event + n]!
      key[at++] = assets[asset]!
      key[at++] = account === NONE ? NONE : accounts[account]!
      key[at++] = lots.acquired[row]!
      key[at++] = lots.lossAcquired[row]!
      for (let slot = row * LOT_AMOUNTS; slot < (row + 1) * LOT_AMOUNTS; slot += 1, at += 2)
        if (!amounts.identify(slot, key, at)) key[0] = NaN
    }
  }
}

/**
 * For the first row of an event, the number after that of its last row, since they lie one behind the other;
 * 0 for its other rows.
 */
function eventUntil({ count, event: { values: events } }: RowTable, row: number, before: number): number {
  if (row > 0 && events[row - 1] === events[row]) return 0
  let end = row + 1
  while (end < count && events[end] === events[row]) end += 1
  return before + end
}

/** A transaction's id, as integers. */
const ID_INTS = 4

/** One number after the other is taken apart here. */
const PARTS: SplitAmount = new Float64Array(3)

function numeric(to: RowCells, amounts: Amounts, slot: number, scale: number): void {
  if (amounts.split(slot, scale, PARTS)) to.decimal(PARTS[0] === 1, PARTS[1]!, PARTS[2]!, scale)
  else to.numeric((text, at) => amounts.writeText(slot, scale, text, at))
}
