import { bytesOf, ByteWriter } from '../bytes/byte-writer.ts'
import { canonicalJson } from '../bytes/canonical-json.ts'
import {
  blocksBefore,
  bytesOfParts,
  type TextList,
  type TextPart,
  type TextPlan,
} from '../bytes/text-parts.ts'
import { placeOfEvent } from '../events/event-table.ts'
import { DISPOSAL_FIELDS, INCOME_FIELDS, LOT_FIELDS, REMOVAL_FIELDS } from './result-fields.ts'
import { RESULT_COLUMNS, RESULT_ROWS } from './result-rows.ts'
import type { ResultTable } from './result-table.ts'
import { absentNumber, hashedNames, type Field, type Fields, type Read } from './row-field.ts'

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

  constructor(table: ResultTable, plan: TextPlan) {
    this.#result = table
    this.#plan = plan
  }

  *write(): Generator<TextPart> {
    const { before, disposals, incomes, removals, lots, warnings, years } = this.#result
    yield* this.#growing('disposals', {
      head: `{"columns":${canonicalJson(RESULT_COLUMNS)},"disposals":[`,
      before: before.disposals,
      count: disposals.rows.count,
      events: disposals.rows.event.values,
      write: this.#rows(DISPOSAL_FIELDS, disposals),
    })
    yield* this.#growing('incomes', {
      head: '],"income":[',
      before: before.incomes,
      count: incomes.count,
      events: incomes.event,
      write: this.#rows(INCOME_FIELDS, incomes),
    })
    yield* this.#whole('],"lots":[', lots.count, this.#rows(LOT_FIELDS, lots))
    yield* this.#growing('removals', {
      head: '],"removals":[',
      before: before.removals,
      count: removals.rows.count,
      events: removals.rows.event.values,
      write: this.#rows(REMOVAL_FIELDS, removals),
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

  *#whole(head: string, count: number, write: WriteRow): Generator<TextPart> {
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

  /** Writes a row by a function for each of its fields, chosen once. */
  #rows<Columns>(fields: Fields<Columns>, columns: Columns): WriteRow {
    const w = this.#bytes
    const names = hashedNames(fields)
    const writers = names.map((name, n) =>
      this.#field(fields[name]!, columns, n + 1 < names.length ? ',' : ']'),
    )
    return (row) => {
      w.put(OPEN)
      for (let n = 0; n < writers.length; n++) writers[n]!(row)
    }
  }

  /** Writes a field of a row and what ends it. */
  #field<Columns>(field: Field<Columns>, columns: Columns, end: string): WriteRow {
    const w = this.#bytes
    const t = this.#result.events
    const closing = end.charCodeAt(0)
    const nothing = bytesOf(`null${end}`)
    const none = absentNumber(field)
    const ended = (words: readonly string[]) => words.map((word) => bytesOf(JSON.stringify(word) + end))
    /** One of some texts, or nothing. */
    const oneOf = (texts: readonly Uint8Array[], read: Read<Columns, number>) => (row: number) => {
      const place = read(columns, row, t)
      w.put(place === none ? nothing : texts[place]!)
    }
    switch (field.kind) {
      case 'asset':
        return oneOf(ended(t.assets), field.read)
      case 'account':
        return oneOf(ended(t.accounts), field.read)
      case 'word':
        return oneOf(ended(field.words(t)), field.read)
      case 'event': {
        const { read } = field
        return (row) => {
          const event = read(columns, row, t)
          if (event === none) return w.put(nothing)
          w.int(placeOfEvent(t, event))
          w.character(closing)
        }
      }
      case 'day': {
        const { read } = field
        return (row) => {
          const day = read(columns, row, t)
          if (day === none) return w.put(nothing)
          w.day(day)
          w.character(closing)
        }
      }
      case 'money': {
        const { slot: slotOf, every } = field.place
        const amounts = field.place.amounts(columns)
        const first = field.place.first(columns)
        return (row) => {
          const slot = slotOf === undefined ? first + row * every : slotOf(columns, row, t)
          if (slot === none) return w.put(nothing)
          w.money(amounts, slot)
          w.character(closing)
        }
      }
      case 'units': {
        const { every } = field.place
        const amounts = field.place.amounts(columns)
        const first = field.place.first(columns)
        const { read: assetOf } = field.asset
        const { scales } = t
        return (row) => {
          w.amount(amounts, first + row * every, scales[assetOf(columns, row, t)]!)
          w.character(closing)
        }
      }
      case 'text':
        return (row) => {
          w.text(field.read(columns, row, t))
          w.character(closing)
        }
      case 'rules':
        return (row) => {
          w.int(field.read(columns, row, t))
          w.character(closing)
        }
      case 'instant':
        throw new Error('The hashed text has no instants')
    }
  }
}

type WriteRow = (row: number) => void

/** A list whose rows come in the order of their events, and what it has before these rows. */
interface GrowingList {
  readonly head: string
  readonly before: number
  readonly count: number
  readonly events: ArrayLike<number>
  readonly write: WriteRow
}

const COMMA = bytesOf(',')
const OPEN = bytesOf('[')
