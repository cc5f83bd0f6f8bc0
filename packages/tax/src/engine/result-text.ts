import { yearOf } from '@lotbook/journal'
import { bytesOf, ByteWriter } from '../byte-writer.ts'
import { canonicalJson } from '../canonical-json.ts'
import { RESULT_COLUMNS, RESULT_ROWS } from '../rows/result-rows.ts'
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

/**
 * The canonical JSON of a result as rows in UTF-8, piece by piece: the very bytes of
 * `canonicalJson(rowsOfResult(input, resultOfTable(table)))`, without an object or a text for each row. A piece holds until
 * the next is asked for.
 */
export function resultText(table: ResultTable): Generator<Uint8Array> {
  return new ResultText(table).write()
}

class ResultText {
  readonly #r: ResultTable
  readonly #w = new ByteWriter()
  readonly #accounts: readonly Uint8Array[]
  readonly #assets: readonly Uint8Array[]
  readonly #dayText = dayWriter()
  readonly #years = new Map<number, number>()

  constructor(table: ResultTable) {
    this.#r = table
    this.#accounts = table.events.accounts.map(quoted)
    this.#assets = table.events.assets.map(quoted)
  }

  *write(): Generator<Uint8Array> {
    const { disposals, incomes, removals, lots, warnings, years } = this.#r
    const head = `{"columns":${canonicalJson(RESULT_COLUMNS)},"disposals":[`
    yield* this.#list(head, disposals.rows.count, (row) => this.#disposal(row))
    yield* this.#list('],"income":[', incomes.count, (row) => this.#income(row))
    yield* this.#list('],"lots":[', lots.count, (row) => this.#lot(row))
    yield* this.#list('],"removals":[', removals.rows.count, (row) => this.#removal(row))
    const sets = canonicalJson(this.#r.ruleSets)
    yield* this.#list(
      `],"rule_sets":${sets},"schema":${JSON.stringify(RESULT_ROWS)},"warnings":[`,
      warnings.length,
      (row) => {
        const { code, place } = warnings[row]!
        this.#w.raw(canonicalJson([code, place]))
      },
    )
    this.#w.put(bytesOf(`],"years":${canonicalJson(years)}}`))
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
    const lot = rows.lot.values[row]!
    const term = isLong[row] === 1 ? 'long' : 'short'
    const reported = rows.isUnknown(row) ? 'none' : REPORTED[t.reported[event]!]!
    this.#taken(rows, row)
    w.day(t.day[event]!)
    w.put(COMMA)
    w.money(amounts, rows.slot(row, ROW_VALUE))
    w.put(COMMA)
    w.money(amounts, rows.slot(row, ROW_BASIS))
    w.put(COMMA)
    w.money(further, row * FURTHER_AMOUNTS + GAIN)
    w.put(TERMS[term])
    w.text(form8949Box(this.#year(t.day[event]!), term, reported))
    w.put(COMMA)
    w.money(further, row * FURTHER_AMOUNTS + GROSS)
    w.put(COMMA)
    w.money(amounts, rows.slot(row, ROW_FEES))
    w.put(lot === UNKNOWN ? NO_METHOD : METHOD_WORDS[rows.method(row)]!)
    w.put(DUAL[rows.mark(row)]!)
    w.int(rules[row]!)
    w.put(CLOSE)
  }

  #removal(row: number) {
    const w = this.#w
    const t = this.#r.events
    const { rows, isLong, rules } = this.#r.removals
    const { amounts } = rows
    const event = rows.event.values[row]!
    const held = isLong[row] === 1
    this.#taken(rows, row)
    w.day(t.day[event]!)
    w.put(COMMA)
    w.money(amounts, rows.slot(row, ROW_BASIS))
    w.put(COMMA)
    if ((t.known[event]! & FROM_VALUE_KNOWN) !== 0) w.money(amounts, rows.slot(row, ROW_VALUE))
    else w.put(NULL)
    if (KINDS[rows.kind(row)] === 'donation') {
      w.put(TERMS[held ? 'long' : 'short'])
      w.money(amounts, deductionSlot(rows, row, held))
      w.put(COMMA)
    } else w.put(NO_DEDUCTION)
    w.int(rules[row]!)
    w.put(CLOSE)
  }

  /** What disposals and removals begin with, up to the day of acquisition. */
  #taken(rows: ResultTable['removals']['rows'], row: number) {
    const w = this.#w
    const t = this.#r.events
    const event = rows.event.values[row]!
    const asset = rows.asset.values[row]!
    const lot = rows.lot.values[row]!
    w.put(OPEN)
    w.int(event)
    w.put(KIND_WORDS[rows.kind(row)]!)
    w.put(this.#assets[asset]!)
    w.put(COMMA)
    w.put(this.#accounts[t.account[event]!]!)
    w.put(COMMA)
    w.amount(rows.amounts, rows.slot(row, ROW_QUANTITY), t.scales[asset]!)
    w.put(COMMA)
    if (lot === UNKNOWN) return w.put(NO_LOT)
    w.int(lot)
    w.put(COMMA)
    w.day(rows.acquired.values[row]!)
    w.put(COMMA)
  }

  #income(row: number) {
    const w = this.#w
    const t = this.#r.events
    const { event: events, category, amounts, rules } = this.#r.incomes
    const event = events[row]!
    const asset = t.toAsset[event]!
    w.put(OPEN)
    w.int(event)
    w.put(COMMA)
    w.text(category[row]!)
    w.put(COMMA)
    w.put(this.#assets[asset]!)
    w.put(COMMA)
    w.put(this.#accounts[t.account[event]!]!)
    w.put(COMMA)
    w.amount(amounts, row * INCOME_AMOUNTS + INCOME_QUANTITY, t.scales[asset]!)
    w.put(COMMA)
    w.day(t.day[event]!)
    w.put(COMMA)
    w.money(amounts, row * INCOME_AMOUNTS + INCOME_VALUE)
    w.put(COMMA)
    w.int(rules[row]!)
    w.put(CLOSE)
  }

  #lot(row: number) {
    const w = this.#w
    const t = this.#r.events
    const { event: events, asset: assets, account, acquired, lossAcquired, amounts } = this.#r.lots
    const asset = assets[row]!
    const slot = row * LOT_AMOUNTS
    w.put(OPEN)
    w.int(events[row]!)
    w.put(COMMA)
    w.put(this.#assets[asset]!)
    w.put(COMMA)
    w.put(account[row] === NONE ? NULL : this.#accounts[account[row]!]!)
    w.put(COMMA)
    w.amount(amounts, slot + LOT_QUANTITY, t.scales[asset]!)
    w.put(COMMA)
    w.money(amounts, slot + LOT_BASIS)
    w.put(COMMA)
    w.day(acquired[row]!)
    if (lossAcquired[row] === UNKNOWN_DAY) return w.put(ONE_BASIS)
    w.put(COMMA)
    w.money(amounts, slot + LOT_LOSS_BASIS)
    w.put(COMMA)
    w.day(lossAcquired[row]!)
    w.put(CLOSE)
  }

  #year(day: number): number {
    let year = this.#years.get(day)
    if (year === undefined) this.#years.set(day, (year = yearOf(this.#dayText(day))))
    return year
  }
}

function quoted(text: string): Uint8Array {
  return bytesOf(JSON.stringify(text))
}

/** A word or nothing, between two fields. */
function between(word: string | undefined): Uint8Array {
  return bytesOf(`,${JSON.stringify(word ?? null)},`)
}

const NULL = bytesOf('null')
const COMMA = bytesOf(',')
const OPEN = bytesOf('[')
const CLOSE = bytesOf(']')
/** Neither lot nor day of acquisition. */
const NO_LOT = bytesOf('null,null,')
/** Neither term nor deduction, but for a donation. */
const NO_DEDUCTION = bytesOf(',null,null,')
const ONE_BASIS = bytesOf(',null,null]')
const NO_METHOD = bytesOf(',null')
const TERMS = { short: between('short'), long: between('long') }
const KIND_WORDS = KINDS.map(between)
const METHOD_WORDS = METHODS.map((method) => bytesOf(`,${JSON.stringify(method)}`))
const DUAL = DUAL_BASIS.map(between)
