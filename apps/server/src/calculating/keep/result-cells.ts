import { yearOf } from '@lotbook/journal'
import { MONEY_SCALE } from '@lotbook/money'
import { REPORTED } from '@lotbook/rules'
import {
  deductionSlot,
  FEE_KIND,
  FROM_VALUE_KNOWN,
  FURTHER_AMOUNTS,
  GAIN,
  GROSS,
  INCOME_AMOUNTS,
  INCOME_QUANTITY,
  INCOME_VALUE,
  KINDS,
  LOT_AMOUNTS,
  LOT_BASIS,
  LOT_LOSS_BASIS,
  LOT_QUANTITY,
  NONE,
  ROW_BASIS,
  ROW_FEES,
  ROW_QUANTITY,
  ROW_VALUE,
  UNKNOWN,
  UNKNOWN_DAY,
  type Amounts,
  type EventTable,
  type IncomeColumns,
  type LotColumns,
  type RowColumns,
  type ResultSoFar,
  type RowTable,
  type SplitAmount,
} from '@lotbook/tax'
import { textCell, uuidCell, type ReadyCell, type RowCells } from '../../platform/copy-rows.ts'
import type { Collected } from '../collect/collect-input.ts'
import type { LotKey, Words } from './kept-lots.ts'

/** The cells of each row of a result, in the order of its columns, behind its number. */
export class ResultCells {
  readonly #events: EventTable
  readonly #transactions: Uint8Array
  readonly #mainPrices: Uint8Array
  readonly #feePrices: Uint8Array
  readonly #assets: readonly ReadyCell[]
  readonly #accountIds: readonly string[]
  readonly #accounts: readonly ReadyCell[]
  readonly #yearOfDay = new Map<number, number>()

  constructor(events: EventTable, { names, eventIds }: Pick<Collected, 'names' | 'eventIds'>) {
    this.#events = events
    const ids = eventIds()
    this.#transactions = ids.transactions
    this.#mainPrices = ids.mainPrices
    this.#feePrices = ids.feePrices
    this.#assets = events.assets.map(textCell)
    this.#accountIds = events.accounts.map((account) => names.accountId(account))
    this.#accounts = this.#accountIds.map(uuidCell)
  }

  disposal(to: RowCells, { disposals, before }: ResultSoFar, row: number): void {
    const events = this.#events
    const { rows, isLong, rules, further } = disposals
    const event = rows.event.values[row]!
    const term = isLong[row] === 1 ? 'long' : 'short'
    const kind = rows.kind(row)
    const year = this.#taking(to, rows, row)
    to.date(events.day[event]!)
    money(to, rows.amounts, rows.slot(row, ROW_VALUE))
    money(to, rows.amounts, rows.slot(row, ROW_BASIS))
    money(to, further, row * FURTHER_AMOUNTS + GAIN)
    to.ready(TERMS[term])
    // Units that nobody knows of are on nobody's form (R-MISS-1).
    const reported = rows.isUnknown(row) ? 'none' : REPORTED[events.reported[event]!]!
    to.ready(this.#word(events.jurisdiction.boxOf(year, term, reported)))
    to.uuid(kind === FEE_KIND ? this.#feePrices : this.#mainPrices, event)
    money(to, further, row * FURTHER_AMOUNTS + GROSS)
    money(to, rows.amounts, rows.slot(row, ROW_FEES))
    to.short(rules[row]!)
    to.instant(events.at[event]!)
    to.int(eventUntil(rows, row, before.disposals))
  }

  removal(to: RowCells, { rows, isLong, rules }: RowColumns, row: number): void {
    const events = this.#events
    const event = rows.event.values[row]!
    const isDonation = KINDS[rows.kind(row)] === 'donation'
    const held = isLong[row] === 1
    this.#taking(to, rows, row)
    to.date(events.day[event]!)
    money(to, rows.amounts, rows.slot(row, ROW_BASIS))
    if ((events.known[event]! & FROM_VALUE_KNOWN) === 0) to.null()
    else money(to, rows.amounts, rows.slot(row, ROW_VALUE))
    if (isDonation) {
      to.ready(TERMS[held ? 'long' : 'short'])
      money(to, rows.amounts, deductionSlot(events.jurisdiction, rows, row, held))
    } else {
      to.null()
      to.null()
    }
    to.uuid(this.#mainPrices, event)
    to.short(rules[row]!)
    to.instant(events.at[event]!)
  }

  income(to: RowCells, incomes: IncomeColumns, row: number): void {
    const events = this.#events
    const { amounts, category, rules } = incomes
    const event = incomes.event[row]!
    const asset = events.toAsset[event]!
    to.int(this.#year(events.day[event]!))
    to.uuid(this.#transactions, event)
    to.ready(this.#word(category[row]!))
    to.ready(this.#assets[asset]!)
    to.ready(this.#accounts[events.account[event]!]!)
    numeric(to, amounts, row * INCOME_AMOUNTS + INCOME_QUANTITY, events.scales[asset]!)
    to.date(events.day[event]!)
    money(to, amounts, row * INCOME_AMOUNTS + INCOME_VALUE)
    to.uuid(this.#mainPrices, event)
    to.short(rules[row]!)
    to.instant(events.at[event]!)
  }

  lot(to: RowCells, lots: LotColumns, row: number): void {
    const events = this.#events
    const { amounts } = lots
    const asset = lots.asset[row]!
    const account = lots.account[row]!
    const slot = row * LOT_AMOUNTS
    to.uuid(this.#transactions, lots.event[row]!)
    to.ready(this.#assets[asset]!)
    if (account === NONE) to.null()
    else to.ready(this.#accounts[account]!)
    numeric(to, amounts, slot + LOT_QUANTITY, events.scales[asset]!)
    money(to, amounts, slot + LOT_BASIS)
    to.date(lots.acquired[row]!)
    if (lots.lossAcquired[row] === UNKNOWN_DAY) {
      to.null()
      to.null()
    } else {
      money(to, amounts, slot + LOT_LOSS_BASIS)
      to.date(lots.lossAcquired[row]!)
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

  /** From the tax year to the day of acquisition. @returns the year. */
  #taking(to: RowCells, rows: RowTable, row: number): number {
    const events = this.#events
    const event = rows.event.values[row]!
    const asset = rows.asset.values[row]!
    const lot = rows.lot.values[row]!
    const year = this.#year(events.day[event]!)
    to.int(year)
    to.uuid(this.#transactions, event)
    to.ready(this.#word(KINDS[rows.kind(row)]!))
    to.ready(this.#assets[asset]!)
    to.ready(this.#accounts[events.account[event]!]!)
    if (lot === UNKNOWN) to.null()
    else to.uuid(this.#transactions, lot)
    numeric(to, rows.amounts, rows.slot(row, ROW_QUANTITY), events.scales[asset]!)
    if (lot === UNKNOWN) to.null()
    else to.date(rows.acquired.values[row]!)
    return year
  }

  readonly #words = new Map<string, ReadyCell>()

  #word(word: string): ReadyCell {
    let cell = this.#words.get(word)
    if (cell === undefined) this.#words.set(word, (cell = textCell(word)))
    return cell
  }

  #year(day: number): number {
    let year = this.#yearOfDay.get(day)
    if (year === undefined) {
      year = yearOf(new Date(day * 86_400_000).toISOString())
      this.#yearOfDay.set(day, year)
    }
    return year
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

const TERMS = { short: textCell('short'), long: textCell('long') }

/** A transaction's id, as integers. */
const ID_INTS = 4

/** One number after the other is taken apart here. */
const PARTS: SplitAmount = new Float64Array(3)

function money(to: RowCells, amounts: Amounts, slot: number): void {
  numeric(to, amounts, slot, MONEY_SCALE)
}

function numeric(to: RowCells, amounts: Amounts, slot: number, scale: number): void {
  if (amounts.split(slot, scale, PARTS)) to.decimal(PARTS[0] === 1, PARTS[1]!, PARTS[2]!, scale)
  else to.numeric((text, at) => amounts.writeText(slot, scale, text, at))
}
