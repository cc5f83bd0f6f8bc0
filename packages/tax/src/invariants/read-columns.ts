import type { ResultTable } from '../results/result-table.ts'
import { type Field, type Read } from '../results/row-field.ts'
import { UNKNOWN_DAY } from '../executing/row-table.ts'
import { NONE, type EventTable } from '../events/event-table.ts'
import { NO_INSTANT, readersOfLists, type ResultReader, type RowSource } from './row-reader.ts'

/** A result in columns as it is checked. */
export function readColumns(table: ResultTable): ResultReader {
  const { disposals, removals, incomes, lots } = table
  return {
    disposals: readersOfLists.disposals(
      sourceOf(table, disposals, disposals.rows.count, disposals.rows.event.values),
    ),
    removals: readersOfLists.removals(
      sourceOf(table, removals, removals.rows.count, removals.rows.event.values),
    ),
    income: readersOfLists.income(sourceOf(table, incomes, incomes.count, incomes.event)),
    lots: readersOfLists.lots(sourceOf(table, lots, lots.count, lots.event)),
  }
}

function sourceOf<Columns>(
  { events: t }: ResultTable,
  columns: Columns,
  count: number,
  events: ArrayLike<number>,
): RowSource<Columns> {
  return {
    rows: columns,
    events: t,
    count,
    eventOf: (row) => events[row]!,
    nameOf: (row) => t.idOf(events[row]!) ?? '',
    valuesOf: (_, field) => valuesOf(field, columns, t),
  }
}

function valuesOf<Columns>(
  field: Field<Columns>,
  columns: Columns,
  events: EventTable,
): Read<Columns, unknown> {
  if (field.kind === 'units' || field.kind === 'money') {
    const { slot: slotOf, every } = field.place
    const amounts = field.place.amounts(columns)
    const first = field.place.first(columns)
    if (slotOf === undefined) return (_, row) => amounts.get(first + row * every)
    return (_, row, t) => {
      const slot = slotOf(columns, row, t)
      return slot === NONE ? null : amounts.get(slot)
    }
  }
  switch (field.kind) {
    case 'word': {
      const { read } = field
      const words = field.words(events)
      return (c, row, t) => words[read(c, row, t)] ?? null
    }
    case 'instant': {
      const { read } = field
      return (c, row, t) => {
        const event = read(c, row, t)
        return event === NONE ? NO_INSTANT : t.at[event]!
      }
    }
    case 'day': {
      const { read } = field
      if (field.absent === undefined) return read
      return (c, row, t) => {
        const day = read(c, row, t)
        return day === UNKNOWN_DAY ? null : day
      }
    }
    default:
      return field.read
  }
}
