import { yearOf } from '@lotbook/journal'
import { REPORTED } from '@lotbook/rules'
import { bytesOf, ByteWriter } from '../bytes/byte-writer.ts'
import { canonicalJson } from '../bytes/canonical-json.ts'
import { RESULT_COLUMNS, RESULT_ROWS } from '../schema/result-rows.ts'
import { METHODS } from '../schema/calculation-input.ts'
import { FROM_VALUE_KNOWN, NONE, placeOfEvent } from '../events/event-table.ts'
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
import {
  blocksBefore,
  bytesOfParts,
  type TextList,
  type TextPart,
  type TextPlan,
} from '../bytes/text-parts.ts'
import { DUAL_BASIS } from './write-result.ts'

/**
 * The canonical JSON of a result as rows in UTF-8, piece by piece: the very bytes of
 * `canonicalJson(rowsOfResult(input, resultOfTable(table)))`, without an object or a text for each row. A piece holds until
 * the next is asked for.
 */
export function resultText(table: ResultTable): Generator<Uint8Array> {
  return bytesOfParts(resultParts(table))
}

/**
 * The same text in parts, to be kept in blocks. Of a table that goes on it is the text of the whole history: each list of rows stands
 * on the blocks of those before, everything else is written anew.
 */
export function resultParts(table: ResultTable, plan: TextPlan = {}): Generator<TextPart> {
  return new ResultText(table, plan).write()
}

class ResultText {
  readonly #result: ResultTable
  readonly #plan: TextPlan
  readonly #bytes = new ByteWriter()
  readonly #accounts: readonly Uint8Array[]
  readonly #assets: readonly Uint8Array[]
  readonly #years = new Map<number, number>()

  constructor(table: ResultTable, plan: TextPlan) {
    this.#result = table
    this.#plan = plan
    this.#accounts = table.events.accounts.map(quoted)
    this.#assets = table.events.assets.map(quoted)
  }

  *write(): Generator<TextPart> {
    const { before, disposals, incomes, removals, lots, warnings, years } = this.#result
    yield* this.#growing('disposals', {
      head: `{"columns":${canonicalJson(RESULT_COLUMNS)},"disposals":[`,
      before: before.disposals,
      count: disposals.rows.count,
      events: disposals.rows.event.values,
      write: (row) => this.#disposal(row),
    })
    yield* this.#growing('incomes', {
      head: '],"income":[',
      before: before.incomes,
      count: incomes.count,
      events: incomes.event,
      write: (row) => this.#income(row),
    })
    yield* this.#whole('],"lots":[', lots.count, (row) => this.#lot(row))
    yield* this.#growing('removals', {
      head: '],"removals":[',
      before: before.removals,
      count: removals.rows.count,
      events: removals.rows.event.values,
      write: (row) => this.#removal(row),
    })
    const sets = canonicalJson(this.#result.ruleSets)
    yield* this.#whole(
      `],"rule_sets":${sets},"schema":${JSON.stringify(RESULT_ROWS)},"warnings":[`,
      warnings.length,
      (row) => this.#warning(row),
    )
    this.#bytes.put(bytesOf(`],"years":${canonicalJson(years)}}`))
    yield this.#bytes.cut()
  }

  /** A list of rows in the order of their events. */
  *#growing(list: TextList, { head, before, count, events, write }: GrowingList): Generator<TextPart> {
    yield this.#bytes.cut()
    yield { begins: list }
    const kept = blocksBefore(this.#result.events, list, this.#plan)
    if (kept === undefined) this.#bytes.put(bytesOf(head))
    else yield { kept }
    const { borders = [] } = this.#plan
    let passed = 0
    for (let row = 0; row < count; row++) {
      while (borders[passed]! <= events[row]!) {
        yield this.#bytes.cut()
        yield { border: borders[passed++]! }
      }
      if (row > 0 || before > 0) this.#bytes.put(COMMA)
      write(row)
      if (this.#bytes.isFull) yield this.#bytes.cut()
    }
    yield this.#bytes.cut()
    for (; passed < borders.length; passed++) yield { border: borders[passed]! }
    yield { begins: null }
  }

  *#whole(head: string, count: number, write: (row: number) => void): Generator<TextPart> {
    this.#bytes.put(bytesOf(head))
    for (let row = 0; row < count; row++) {
      if (row > 0) this.#bytes.put(COMMA)
      write(row)
      if (this.#bytes.isFull) yield this.#bytes.cut()
    }
  }

  #warning(row: number) {
    const { code, place } = this.#result.warnings[row]!
    this.#bytes.raw(canonicalJson([code, place]))
  }

  #disposal(row: number) {
    const w = this.#bytes
    const t = this.#result.events
    const { rows, isLong, rules, further } = this.#result.disposals
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
    w.text(t.jurisdiction.boxOf(this.#year(t.day[event]!), term, reported))
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
    const w = this.#bytes
    const t = this.#result.events
    const { rows, isLong, rules } = this.#result.removals
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
      w.money(amounts, deductionSlot(t.jurisdiction, rows, row, held))
      w.put(COMMA)
    } else w.put(NO_DEDUCTION)
    w.int(rules[row]!)
    w.put(CLOSE)
  }

  /** Writes the fields that disposals and removals begin with, up to the day of acquisition. */
  #taken(rows: ResultTable['removals']['rows'], row: number) {
    const w = this.#bytes
    const t = this.#result.events
    const event = rows.event.values[row]!
    const asset = rows.asset.values[row]!
    const lot = rows.lot.values[row]!
    w.put(OPEN)
    w.int(placeOfEvent(t, event))
    w.put(KIND_WORDS[rows.kind(row)]!)
    w.put(this.#assets[asset]!)
    w.put(COMMA)
    w.put(this.#accounts[t.account[event]!]!)
    w.put(COMMA)
    w.amount(rows.amounts, rows.slot(row, ROW_QUANTITY), t.scales[asset]!)
    w.put(COMMA)
    if (lot === UNKNOWN) return w.put(NO_LOT)
    w.int(placeOfEvent(t, lot))
    w.put(COMMA)
    w.day(rows.acquired.values[row]!)
    w.put(COMMA)
  }

  #income(row: number) {
    const w = this.#bytes
    const t = this.#result.events
    const { event: events, category, amounts, rules } = this.#result.incomes
    const event = events[row]!
    const asset = t.toAsset[event]!
    w.put(OPEN)
    w.int(placeOfEvent(t, event))
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
    const w = this.#bytes
    const t = this.#result.events
    const { event: events, asset: assets, account, acquired, lossAcquired, amounts } = this.#result.lots
    const asset = assets[row]!
    const slot = row * LOT_AMOUNTS
    w.put(OPEN)
    w.int(placeOfEvent(t, events[row]!))
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
    if (year === undefined) this.#years.set(day, (year = yearOf(dayText(day))))
    return year
  }
}

/** A list whose rows come in the order of their events, and what it has before these rows. */
interface GrowingList {
  readonly head: string
  readonly before: number
  readonly count: number
  readonly events: ArrayLike<number>
  readonly write: (row: number) => void
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
