import { yearOf } from '@lotbook/journal'
import { bytesOf, ByteWriter } from '../byte-writer.ts'
import { canonicalJson } from '../canonical-json.ts'
import { form8949Box } from '../us/form-8949-box.ts'
import { METHODS, REPORTED } from './calculation-input.ts'
import { FROM_VALUE_KNOWN, NONE } from './event-table.ts'
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
import { KINDS, ROW_BASIS, ROW_FEES, ROW_QUANTITY, ROW_VALUE, UNKNOWN, UNKNOWN_DAY } from './row-table.ts'
import { dayWriter } from './tax-day.ts'
import { DUAL_BASIS } from './write-result.ts'

const NULL = bytesOf('null')

/**
 * The canonical JSON of a result as UTF-8, piece by piece: the very bytes of `canonicalJson(resultOfTable(table))`, without
 * an object or a text for each row. A piece holds until the next is asked for.
 */
export function resultText(table: ResultTable): Generator<Uint8Array> {
  return new ResultText(table).write()
}

class ResultText {
  readonly #r: ResultTable
  readonly #w = new ByteWriter()
  readonly #accounts: readonly Uint8Array[]
  readonly #assets: readonly Uint8Array[]
  readonly #rules: readonly Uint8Array[]
  readonly #dayText = dayWriter()
  readonly #years = new Map<number, number>()

  constructor(table: ResultTable) {
    this.#r = table
    const quoted = (name: string) => bytesOf(JSON.stringify(name))
    this.#accounts = table.events.accounts.map(quoted)
    this.#assets = table.events.assets.map(quoted)
    this.#rules = table.ruleSets.map((rules) => bytesOf(JSON.stringify(rules)))
  }

  *write(): Generator<Uint8Array> {
    const { disposals, incomes, removals, lots, warnings, years } = this.#r
    yield* this.#list('{"disposals":[', disposals.rows.count, (row) => this.#disposal(row))
    yield* this.#list('],"income":[', incomes.count, (row) => this.#income(row))
    yield* this.#list('],"lots":[', lots.count, (row) => this.#lot(row))
    yield* this.#list('],"removals":[', removals.rows.count, (row) => this.#removal(row))
    this.#w.put(bytesOf(`],"warnings":${canonicalJson(warnings)},"years":${canonicalJson(years)}}`))
    yield this.#w.cut()
  }

  *#list(head: string, count: number, write: (row: number) => void) {
    this.#w.put(bytesOf(head))
    for (let row = 0; row < count; row++) {
      if (row > 0) this.#w.put(COMMA)
      write(row)
      if (this.#w.isFull) yield this.#w.cut()
    }
  }

  #disposal(row: number) {
    const w = this.#w
    const t = this.#r.events
    const { rows, isLong, rules, further } = this.#r.disposals
    const { amounts } = rows
    const event = rows.event.values[row]!
    const asset = rows.asset.values[row]!
    const lot = rows.lot.values[row]!
    const isMissing = lot === UNKNOWN
    const term = isLong[row] === 1 ? 'long' : 'short'
    const dual = DUAL_BASIS[rows.mark(row)]
    w.put(D.account)
    w.put(this.#accounts[t.account[event]!]!)
    w.put(D.acquired)
    this.#day(isMissing ? UNKNOWN_DAY : rows.acquired.values[row]!)
    w.put(D.asset)
    w.put(this.#assets[asset]!)
    w.put(D.at)
    w.instant(t.at[event]!)
    w.put(D.basis)
    w.money(amounts, rows.slot(row, ROW_BASIS))
    w.put(D.box)
    const year = this.#year(t.day[event]!)
    const reported = rows.isUnknown(row) ? 'none' : REPORTED[t.reported[event]!]!
    w.text(form8949Box(year, term, reported))
    w.put(D.disposed)
    w.day(t.day[event]!)
    if (dual !== undefined) {
      w.put(D.dual_basis)
      w.text(dual)
    }
    w.put(D.fees)
    w.money(amounts, rows.slot(row, ROW_FEES))
    w.put(D.gain)
    w.money(further, row * FURTHER_AMOUNTS + GAIN)
    w.put(D.gross_proceeds)
    w.money(further, row * FURTHER_AMOUNTS + GROSS)
    w.put(D.kind)
    w.text(KINDS[rows.kind(row)]!)
    this.#lotOf(lot)
    w.put(D.method)
    if (isMissing) w.put(NULL)
    else w.text(METHODS[rows.method(row)]!)
    w.put(D.proceeds)
    w.money(amounts, rows.slot(row, ROW_VALUE))
    w.put(D.quantity)
    w.amount(amounts, rows.slot(row, ROW_QUANTITY), t.scales[asset]!)
    w.put(D.rules)
    w.put(this.#rules[rules[row]!]!)
    w.put(D.term)
    w.text(term)
    w.put(D.tx)
    w.text(t.ids[event]!)
    w.put(CLOSE)
  }

  #removal(row: number) {
    const w = this.#w
    const t = this.#r.events
    const { rows, isLong, rules } = this.#r.removals
    const { amounts } = rows
    const event = rows.event.values[row]!
    const asset = rows.asset.values[row]!
    const lot = rows.lot.values[row]!
    const kind = KINDS[rows.kind(row)]!
    const isDonation = kind === 'donation'
    const held = isLong[row] === 1
    w.put(D.account)
    w.put(this.#accounts[t.account[event]!]!)
    w.put(D.acquired)
    this.#day(lot === UNKNOWN ? UNKNOWN_DAY : rows.acquired.values[row]!)
    w.put(D.asset)
    w.put(this.#assets[asset]!)
    w.put(D.at)
    w.instant(t.at[event]!)
    w.put(D.basis)
    w.money(amounts, rows.slot(row, ROW_BASIS))
    w.put(D.date)
    w.day(t.day[event]!)
    if (isDonation) {
      w.put(D.deduction)
      w.money(amounts, deductionSlot(rows, row, held))
    }
    w.put(D.kind)
    w.text(kind)
    this.#lotOf(lot)
    w.put(D.quantity)
    w.amount(amounts, rows.slot(row, ROW_QUANTITY), t.scales[asset]!)
    w.put(D.rules)
    w.put(this.#rules[rules[row]!]!)
    if (isDonation) {
      w.put(D.term)
      w.text(held ? 'long' : 'short')
    }
    w.put(D.tx)
    w.text(t.ids[event]!)
    w.put(D.value)
    if ((t.known[event]! & FROM_VALUE_KNOWN) !== 0) w.money(amounts, rows.slot(row, ROW_VALUE))
    else w.put(NULL)
    w.put(CLOSE)
  }

  #income(row: number) {
    const w = this.#w
    const t = this.#r.events
    const { event: events, category, amounts, rules } = this.#r.incomes
    const event = events[row]!
    const asset = t.toAsset[event]!
    w.put(D.account)
    w.put(this.#accounts[t.account[event]!]!)
    w.put(D.asset)
    w.put(this.#assets[asset]!)
    w.put(D.at)
    w.instant(t.at[event]!)
    w.put(D.category)
    w.text(category[row]!)
    w.put(D.date)
    w.day(t.day[event]!)
    w.put(D.quantity)
    w.amount(amounts, row * INCOME_AMOUNTS + INCOME_QUANTITY, t.scales[asset]!)
    w.put(D.rules)
    w.put(this.#rules[rules[row]!]!)
    w.put(D.tx)
    w.text(t.ids[event]!)
    w.put(D.value)
    w.money(amounts, row * INCOME_AMOUNTS + INCOME_VALUE)
    w.put(CLOSE)
  }

  #lot(row: number) {
    const w = this.#w
    const t = this.#r.events
    const { event: events, asset: assets, account, acquired, lossAcquired, amounts } = this.#r.lots
    const event = events[row]!
    const asset = assets[row]!
    const slot = row * LOT_AMOUNTS
    w.put(D.account)
    w.put(account[row] === NONE ? NULL : this.#accounts[account[row]!]!)
    w.put(D.acquired)
    w.day(acquired[row]!)
    w.put(D.asset)
    w.put(this.#assets[asset]!)
    w.put(D.at)
    w.instant(t.at[event]!)
    w.put(D.basis)
    w.money(amounts, slot + LOT_BASIS)
    if (lossAcquired[row] !== UNKNOWN_DAY) {
      w.put(D.loss_acquired)
      w.day(lossAcquired[row]!)
      w.put(D.loss_basis)
      w.money(amounts, slot + LOT_LOSS_BASIS)
    }
    w.put(D.lot)
    w.text(t.ids[event]!)
    w.put(D.quantity)
    w.amount(amounts, slot + LOT_QUANTITY, t.scales[asset]!)
    w.put(CLOSE)
  }

  #day(day: number) {
    if (day === UNKNOWN_DAY) this.#w.put(NULL)
    else this.#w.day(day)
  }

  #year(day: number): number {
    let year = this.#years.get(day)
    if (year === undefined) this.#years.set(day, (year = yearOf(this.#dayText(day))))
    return year
  }

  #lotOf(lot: number) {
    const w = this.#w
    const { ids, at } = this.#r.events
    w.put(D.lot)
    if (lot === UNKNOWN) w.put(NULL)
    else w.text(ids[lot]!)
    w.put(D.lot_at)
    if (lot === UNKNOWN) w.put(NULL)
    else w.instant(at[lot]!)
  }
}

const COMMA = bytesOf(',')
const CLOSE = bytesOf('}')

/** `account` is the first field of every row. */
const D = {
  account: bytesOf('{"account":'),
  acquired: field('acquired'),
  asset: field('asset'),
  at: field('at'),
  basis: field('basis'),
  box: field('box'),
  category: field('category'),
  date: field('date'),
  deduction: field('deduction'),
  disposed: field('disposed'),
  dual_basis: field('dual_basis'),
  fees: field('fees'),
  gain: field('gain'),
  gross_proceeds: field('gross_proceeds'),
  kind: field('kind'),
  loss_acquired: field('loss_acquired'),
  loss_basis: field('loss_basis'),
  lot: field('lot'),
  lot_at: field('lot_at'),
  method: field('method'),
  proceeds: field('proceeds'),
  quantity: field('quantity'),
  rules: field('rules'),
  term: field('term'),
  tx: field('tx'),
  value: field('value'),
}

/** The name of a further field as it stands before its value. */
function field(name: string): Uint8Array {
  return bytesOf(`,"${name}":`)
}
