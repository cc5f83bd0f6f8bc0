import { BEFORE_FIRST_INSTANT, FIRST_INSTANT, type Instant } from '@lotbook/journal'
import { type Amount, parseAmount } from '../reading/amount-text.ts'
import { NamedRecord } from '../reading/named-record.ts'
import type { Origin } from '../reading/origin.ts'
import type { RecordIdentity } from '../reading/record.ts'
import { shown } from '../reading/shown.ts'
import { parseTimeText } from '../reading/time-text.ts'
import { UnreadableValue } from '../reading/unreadable-value.ts'

/** One entry of an API's page, read by the names of its fields. Times are seconds or milliseconds since 1970, or ISO 8601 with a zone. */
export class JsonRecord extends NamedRecord {
  readonly number: number
  readonly origin: Origin
  readonly isDateOnly = false
  readonly #fields: Readonly<Record<string, unknown>>
  readonly #identify: (record: JsonRecord) => RecordIdentity
  readonly #added: Readonly<Record<string, unknown>>

  constructor(
    fields: Readonly<Record<string, unknown>>,
    number: number,
    origin: Origin,
    identify: (record: JsonRecord) => RecordIdentity,
    /** Fields that its list states for it, which go before its own. */
    added: Readonly<Record<string, unknown>> = {},
  ) {
    super()
    this.number = number
    this.origin = origin
    this.#fields = fields
    this.#identify = identify
    this.#added = added
  }

  /** A part of this entry, read as a record of its own under the same name. */
  of(fields: Readonly<Record<string, unknown>>): JsonRecord {
    return new JsonRecord(fields, this.number, this.origin, this.#identify)
  }

  identity(): RecordIdentity {
    return this.#identify(this)
  }

  text(field: string): string {
    const value = this.#valueOf(field)
    if (typeof value === 'string') return value.trim()
    return value === undefined || value === null ? '' : JSON.stringify(value)
  }

  /** The amount of a field. @throws UnreadableValue for a JSON number too, whose digits are no longer those that were sent. */
  amount(field: string, bare: (text: string) => string = (text) => text): Amount | null {
    const text = this.text(field)
    const isText = text === '' || typeof this.#valueOf(field) === 'string'
    const amount = isText ? parseAmount(bare(text)) : undefined
    if (amount === undefined)
      throw new UnreadableValue(this, 'not_an_amount', field, text, `Not an amount: ${shown(text)}`)
    return amount
  }

  #valueOf(field: string): unknown {
    const fields = Object.hasOwn(this.#added, field) ? this.#added : this.#fields
    return Object.hasOwn(fields, field) ? fields[field] : undefined
  }

  /** The whole second: exports write no fraction, and the same entry has one time in both. */
  time(field: string): Instant {
    const text = this.text(field)
    const at = secondOf(text)
    if (at === undefined)
      throw new UnreadableValue(this, 'not_a_date', field, text, `Not a moment: ${shown(text) || '(empty)'}`)
    if (at < FIRST_INSTANT) throw this.problem('before_2009', field, BEFORE_FIRST_INSTANT)
    return at
  }
}

function secondOf(text: string): Instant | undefined {
  // Nine or ten figures of seconds reach from 1973 to 2286, thirteen of milliseconds begin in 2001.
  const [, seconds, ofMilliseconds] = /^(?:(\d{9,10})(?:\.\d{1,12})?|(\d{10})\d{3})$/.exec(text) ?? []
  const figures = seconds ?? ofMilliseconds
  if (figures !== undefined) return Number(figures) * 1000
  const time = parseTimeText(text, 'month-first')
  return time?.kind === 'instant' ? Math.floor(time.at / 1000) * 1000 : undefined
}
