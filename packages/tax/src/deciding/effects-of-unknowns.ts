import { yearOf } from '@lotbook/journal'
import { formatDecimal, isZero, parseDecimal, plus, zero, type Decimal } from '@lotbook/money'
import type { RowsBefore } from '../executing/checkpoint.ts'
import { UNKNOWN } from '../executing/row-table.ts'
import type { ResultTable } from '../results/result-table.ts'
import { RowWriter } from '../results/write-result.ts'
import { alsoSent, mostOfSent, type SentAway } from './may-change.ts'

/** Finds the id of the transaction behind an event. */
type IdOf = (tx: string) => string

interface Effect {
  readonly value: Decimal
  readonly year: number
}

/** Units without a known origin, and what they brought. */
interface Uncovered extends Effect {
  readonly quantity: Decimal
  readonly asset: string
}

/** The most that open questions may change a year by, by transaction. */
export interface Effects {
  /** By disposal: the proceeds of units without a known origin, which count with a basis of zero. */
  readonly missingBasis: ReadonlyMap<string, Uncovered>
  /** By receipt: the proceeds of what was sold of it, for it came in with a basis of zero. */
  readonly received: ReadonlyMap<string, Effect>
  /** By what was sent: the gain or loss there would be, were it spent, or the deduction, were it donated. */
  readonly sent: ReadonlyMap<string, Effect>
}

interface Sent extends SentAway {
  readonly year: number
}

type EffectText = readonly [transaction: string, value: string, year: number]

/** Sums of the rows up to some place, as text: the sums of the rows behind it go on from them. */
export interface EffectsSoFar {
  readonly missingBasis: readonly (readonly [...EffectText, quantity: string, asset: string])[]
  readonly received: readonly EffectText[]
  readonly sent: readonly (readonly [...EffectText, long: string, deduction: string])[]
}

/** Sums of all rows. @param before - sums of the rows before those of the result. */
export function effectsOf(result: ResultTable, idOf: IdOf, before?: EffectsSoFar): Effects {
  const { missingBasis, received, sent } = new EffectSums(result, idOf, before).goTo(undefined)
  const most = Array.from(
    sent,
    ([id, one]) => [id, { value: mostOfSent(one) ?? zero, year: one.year }] as const,
  )
  return { missingBasis, received, sent: new Map(most) }
}

/** Sums of the rows before each of some places, which are counted from the beginning of the history, ascending. */
export function effectsSoFar(
  result: ResultTable,
  idOf: IdOf,
  places: readonly RowsBefore[],
  before?: EffectsSoFar,
): EffectsSoFar[] {
  const sums = new EffectSums(result, idOf, before)
  const texts = (effects: ReadonlyMap<string, Effect>): EffectText[] =>
    Array.from(effects, ([id, { value, year }]) => [id, formatDecimal(value), year])
  return places.map((place) => {
    sums.goTo(place)
    return {
      missingBasis: Array.from(sums.missingBasis, ([id, { value, year, quantity, asset }]) => [
        id,
        formatDecimal(value),
        year,
        formatDecimal(quantity),
        asset,
      ]),
      received: texts(sums.received),
      sent: Array.from(sums.sent, ([id, { short, long, deduction, year }]) => [
        id,
        formatDecimal(short),
        year,
        formatDecimal(long),
        formatDecimal(deduction),
      ]),
    }
  })
}

/** Adds up, row by row, the amounts that open questions concern. */
class EffectSums {
  readonly missingBasis = new Map<string, Uncovered>()
  readonly received = new Map<string, Effect>()
  readonly sent = new Map<string, Sent>()
  readonly #result: ResultTable
  readonly #idOf: IdOf
  readonly #writer: RowWriter
  readonly #isReceived: ReadonlySet<string | null>
  #disposals = 0
  #removals = 0

  constructor(result: ResultTable, idOf: IdOf, before: EffectsSoFar | undefined) {
    this.#result = result
    this.#idOf = idOf
    this.#writer = new RowWriter(result)
    this.#isReceived = new Set(
      result.warnings.filter(({ code }) => code === 'UNRESOLVED_RECEIVED').map(({ tx }) => tx),
    )
    for (const [id, value, year, quantity, asset] of before?.missingBasis ?? [])
      this.missingBasis.set(id, { value: read(value), year, quantity: read(quantity), asset })
    for (const [id, value, year] of before?.received ?? [])
      this.received.set(id, { value: read(value), year })
    for (const [id, short, year, long, deduction] of before?.sent ?? [])
      this.sent.set(id, { short: read(short), long: read(long), deduction: read(deduction), year })
  }

  /** Adds up the rows before a place; all rows without one. */
  goTo(place: RowsBefore | undefined): this {
    const { before, disposals, removals } = this.#result
    const rows = place === undefined ? disposals.rows.count : place.disposals - before.disposals
    for (; this.#disposals < rows; this.#disposals += 1) this.#disposal(this.#disposals)
    const left = place === undefined ? removals.rows.count : place.removals - before.removals
    for (; this.#removals < left; this.#removals += 1) this.#removal(this.#removals)
    return this
  }

  #disposal(row: number) {
    const { events, disposals } = this.#result
    const from = disposals.rows.lot.values[row]!
    // The result of a contract has no lot by its nature.
    if (from === UNKNOWN && !disposals.rows.isUnknown(row)) return
    if (from !== UNKNOWN && (this.#isReceived.size === 0 || !this.#isReceived.has(events.idOf(from)!))) return
    const { tx, lot, proceeds, disposed, quantity, asset } = this.#writer.disposal(row)
    if (lot !== null) {
      add(this.received, this.#idOf(lot), read(proceeds), disposed)
      return
    }
    const id = this.#idOf(tx)
    const before = this.missingBasis.get(id)
    this.missingBasis.set(id, {
      value: plus(before?.value ?? zero, read(proceeds)),
      year: yearOf(disposed),
      // A fee in another coin beside it has a question of its own in the account's balance.
      quantity:
        before === undefined || before.asset === asset
          ? plus(before?.quantity ?? zero, read(quantity))
          : before.quantity,
      asset: before?.asset ?? asset,
    })
  }

  #removal(row: number) {
    const { events, removals } = this.#result
    if (removals.rows.kinds.words[removals.rows.kind(row)] !== 'sent_unresolved') return
    const { tx, value, basis, date } = this.#writer.removal(row)
    if (value === null || isZero(read(value))) return
    const id = this.#idOf(tx)
    const term = removals.isLong[row] === 1 ? 'long' : 'short'
    const sent = alsoSent(this.sent.get(id), term, read(value), read(basis), events.jurisdiction)
    this.sent.set(id, { ...sent, year: yearOf(date) })
  }
}

function add(to: Map<string, Effect>, id: string, value: Decimal, day: string) {
  to.set(id, { value: plus(to.get(id)?.value ?? zero, value), year: yearOf(day) })
}

function read(text: string): Decimal {
  return parseDecimal(text) ?? zero
}
