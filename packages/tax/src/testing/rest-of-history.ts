import type { DonorRecord } from '@lotbook/rules'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import { AMOUNTS_PER_EVENT, NONE, type EventTable, type Pick } from '../events/event-table.ts'
import { namesOf } from '../events/event-index.ts'
import { resultTableOf } from '../results/result-maker.ts'
import {
  FURTHER_AMOUNTS,
  INCOME_AMOUNTS,
  type DisposalColumns,
  type IncomeColumns,
  type ResultTable,
  type RowColumns,
} from '../results/result-table.ts'
import { ROW_BASIS, ROW_FEES, ROW_QUANTITY, ROW_VALUE, RowTable } from '../executing/row-table.ts'
import { runEvents } from '../executing/run-events.ts'

const ROW_AMOUNTS = [ROW_QUANTITY, ROW_VALUE, ROW_BASIS, ROW_FEES] as const

/**
 * A whole result as one that goes on from a border: of rows those behind it, of events those behind it and, in front, those that
 * acquired what is named by a row behind or by a lot that is left.
 *
 * @param border the first event that happens, from none to all of them.
 * @param alsoNamed events before the border that are to be named too, such as those of `eventsOpenAt`.
 */
export function restOfHistory(
  result: ResultTable,
  border: number,
  alsoNamed: Iterable<number> = [],
): ResultTable {
  if (result.events.opening !== undefined) throw new Error('Only a whole history is cut')
  const places = [...new Set([...eventsNamedBehind(result, border), ...alsoNamed])]
    .filter((event) => event < border)
    .sort((a, b) => a - b)
  const eventNow = new Map(places.map((place, event) => [place, event]))
  const now = (event: number) =>
    event < 0 ? event : event < border ? (eventNow.get(event) ?? NONE) : event - border + places.length
  const { rows } = result.disposals
  const from = {
    disposals: firstRow(rows.event.values, rows.count, border),
    incomes: firstRow(result.incomes.event, result.incomes.count, border),
    removals: firstRow(result.removals.rows.event.values, result.removals.rows.count, border),
  }
  return {
    ...result,
    events: restOfEvents(result.events, border, Int32Array.from(places), now),
    before: from,
    disposals: restOfDisposals(result, from.disposals, now),
    incomes: restOfIncomes(result, from.incomes, now),
    removals: restOfRows(result.removals, result, from.removals, now),
    lots: { ...result.lots, event: result.lots.event.map(now) },
  }
}

/** The events before a border that acquired what is open there. A conversion or a fee may use it up without a row. */
export function eventsOpenAt(events: EventTable, settings: CalculationSettings, border: number): number[] {
  const id = events.idOf(border)
  const { lots } = resultTableOf(
    runEvents(events, settings, undefined, id === undefined ? id : { event: id }),
  )
  return [...lots.event]
}

function eventsNamedBehind(result: ResultTable, border: number): Set<number> {
  const named = new Set<number>()
  const add = (event: number) => {
    if (event >= 0 && event < border) named.add(event)
  }
  for (const { rows } of [result.disposals, result.removals])
    for (let row = 0; row < rows.count; row++)
      if (rows.event.values[row]! >= border) add(rows.lot.values[row]!)
  for (let row = 0; row < result.lots.count; row++) add(result.lots.event[row]!)
  return named
}

type EventNow = (event: number) => number

function firstRow(events: Int32Array, count: number, border: number): number {
  let row = 0
  while (row < count && events[row]! < border) row += 1
  return row
}

function restOfEvents(t: EventTable, border: number, places: Int32Array, now: EventNow): EventTable {
  const named = places.length
  const count = named + t.count - border
  const placeOf = (event: number) => (event < named ? places[event]! : event - named + border)
  const ids = Array.from({ length: count }, (_, event) => t.idOf(placeOf(event))!)
  const amounts = t.newAmounts(count * AMOUNTS_PER_EVENT)
  amounts.reserve(count * AMOUNTS_PER_EVENT)
  for (let slot = named * AMOUNTS_PER_EVENT; slot < count * AMOUNTS_PER_EVENT; slot++)
    amounts.copyFrom(slot, t.amounts, slot + (border - named) * AMOUNTS_PER_EVENT)
  // Nothing happens at an event that is only named.
  const nothing = (column: Uint8Array) =>
    Uint8Array.from(ids, (_, e) => (e < named ? 0 : column[placeOf(e)]!))
  const none = (column: Int32Array) =>
    Int32Array.from(ids, (_, e) => (e < named ? NONE : column[placeOf(e)]!))
  const picks = new Map<number, Pick[]>()
  for (const [event, list] of t.picks)
    if (event >= border)
      picks.set(
        now(event),
        list.map(({ lot, quantity }) => ({ lot: now(lot), quantity })),
      )
  const donors = new Map<number, DonorRecord>()
  for (const [event, donor] of t.donors) if (event >= border) donors.set(now(event), donor)
  const furtherCosts = new Map<number, bigint>()
  for (const [event, costs] of t.furtherCosts) if (event >= border) furtherCosts.set(now(event), costs)
  return {
    ...t,
    count,
    ...namesOf(ids),
    at: Float64Array.from(ids, (_, event) => t.at[placeOf(event)]!),
    day: Int32Array.from(ids, (_, event) => t.day[placeOf(event)]!),
    account: Int32Array.from(ids, (_, event) => t.account[placeOf(event)]!),
    treatment: nothing(t.treatment),
    reported: nothing(t.reported),
    known: nothing(t.known),
    toAccount: none(t.toAccount),
    fromAsset: none(t.fromAsset),
    toAsset: none(t.toAsset),
    feeAsset: none(t.feeAsset),
    amounts,
    picks,
    donors,
    furtherCosts,
    opening: { before: border, places },
  }
}

function restOfRows(columns: RowColumns, result: ResultTable, from: number, now: EventNow): RowColumns {
  const { rows, isLong, rules } = columns
  const count = rows.count - from
  const rest = new RowTable(
    result.events.newAmounts(ROW_AMOUNTS.length * count + 1),
    count,
    result.events.isCash,
    rows.kinds,
  )
  for (let row = 0; row < count; row++) {
    const old = from + row
    const [asset, lot] = [rows.asset.values[old]!, now(rows.lot.values[old]!)]
    const acquired = rows.acquired.values[old]!
    // A number of its own for each, so that rows that are alike are not made one.
    rest.begin(row, rows.kind(old), asset)
    rest.rowFor(lot, acquired, rows.mark(old), rows.method(old))
    rest.event.values[row] = now(rows.event.values[old]!)
    const [quantity, value, basis, fees] = ROW_AMOUNTS.map((which) => rows.slot(old, which))
    rest.addTo(row, rows.amounts, quantity!, value!, basis!, fees!)
  }
  return { rows: rest, isLong: isLong.slice(from), rules: rules.slice(from) }
}

function restOfDisposals(result: ResultTable, from: number, now: EventNow): DisposalColumns {
  const rest = restOfRows(result.disposals, result, from, now)
  const cells = rest.rows.count * FURTHER_AMOUNTS
  const further = result.events.newAmounts(cells)
  further.reserve(cells)
  for (let slot = 0; slot < cells; slot++)
    further.copyFrom(slot, result.disposals.further, slot + from * FURTHER_AMOUNTS)
  return { ...rest, further }
}

function restOfIncomes({ incomes, events }: ResultTable, from: number, now: EventNow): IncomeColumns {
  const count = incomes.count - from
  const amounts = events.newAmounts(count * INCOME_AMOUNTS)
  amounts.reserve(count * INCOME_AMOUNTS)
  for (let slot = 0; slot < count * INCOME_AMOUNTS; slot++)
    amounts.copyFrom(slot, incomes.amounts, slot + from * INCOME_AMOUNTS)
  return {
    count,
    event: incomes.event.slice(from).map(now),
    category: incomes.category.slice(from),
    amounts,
    rules: incomes.rules.slice(from),
  }
}
