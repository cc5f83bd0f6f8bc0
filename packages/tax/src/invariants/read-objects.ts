import { MONEY_SCALE } from '@lotbook/money'
import type { CalculationResult } from '../schema/calculation-result.ts'
import type { EventNames } from '../events/event-index.ts'
import { NONE, type EventTable } from '../events/event-table.ts'
import type { RowField } from '../results/row-field.ts'
import { dayNumber, type DayNumber } from '../schema/tax-day.ts'
import { NO_INSTANT, NOWHERE, readersOfLists, type ResultReader, type RowSource } from './row-reader.ts'
import { wholeUnits } from './whole-units.ts'

/** A result as objects, every number and name of it read from its text, as it is checked. */
export function readObjects(table: EventTable, result: CalculationResult): ResultReader {
  const places = new Places(table)
  return {
    disposals: readersOfLists.disposals(sourceOf(places, result.disposals, ({ tx }) => tx)),
    removals: readersOfLists.removals(sourceOf(places, result.removals, ({ tx }) => tx)),
    income: readersOfLists.income(sourceOf(places, result.income, ({ tx }) => tx)),
    lots: readersOfLists.lots(sourceOf(places, result.lots, ({ lot }) => lot)),
  }
}

function sourceOf<Row extends { readonly asset: string }>(
  places: Places,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): RowSource<readonly Row[]> {
  return {
    rows,
    events: places.table,
    count: rows.length,
    eventOf: (row) => places.event(nameOf(rows[row]!)),
    nameOf: (row) => nameOf(rows[row]!),
    valuesOf: (name, field) => (_, row) => {
      const text = (rows[row] as Readonly<Record<string, unknown>>)[name]
      return valueOf(field, places, (text ?? null) as string | null, rows[row]!.asset)
    },
  }
}

function valueOf({ kind }: RowField, places: Places, text: string | null, asset: string): unknown {
  switch (kind) {
    case 'event':
      return places.event(text)
    case 'account':
      return places.account(text)
    case 'asset':
      return places.asset(asset)
    case 'instant':
      return text === null ? NO_INSTANT : places.instant(text)
    case 'day':
      return text === null ? null : places.day(text)
    case 'money':
      return text === null ? null : wholeUnits(text, MONEY_SCALE)
    case 'units':
      return places.units(text ?? '0', places.asset(asset))
    default:
      return text
  }
}

/** Names of a history and what they stand for. */
class Places {
  readonly table: EventTable
  readonly #scales: Uint8Array
  readonly #eventOf: EventNames['eventOf']
  readonly #assets: ReadonlyMap<string, number>
  readonly #accounts: ReadonlyMap<string, number>
  readonly #instants = new Map<string, number>()
  readonly #days = new Map<string, DayNumber>()

  constructor(table: EventTable) {
    const { eventOf, assets, accounts, scales } = table
    this.table = table
    const numbered = (names: readonly string[]) => new Map(names.map((name, n) => [name, n]))
    this.#eventOf = eventOf
    this.#assets = numbered(assets)
    this.#accounts = numbered(accounts)
    this.#scales = scales
  }

  event(name: string | null): number {
    return name === null ? NONE : (this.#eventOf(name) ?? NOWHERE)
  }

  asset(name: string): number {
    return this.#assets.get(name) ?? NOWHERE
  }

  account(name: string | null): number {
    return name === null ? NONE : (this.#accounts.get(name) ?? NOWHERE)
  }

  /** Many rows name the same instants and days: each is read once. */
  instant(text: string): number {
    let at = this.#instants.get(text)
    if (at === undefined) this.#instants.set(text, (at = Date.parse(text)))
    return at
  }

  day(text: string): DayNumber {
    let day = this.#days.get(text)
    if (day === undefined) this.#days.set(text, (day = dayNumber(text) ?? Number.NaN))
    return day
  }

  /** Units of an asset that nobody knows are none: its row is found out by its asset. */
  units(text: string, asset: number): bigint {
    return asset === NOWHERE ? 0n : wholeUnits(text, this.#scales[asset]!)
  }
}
