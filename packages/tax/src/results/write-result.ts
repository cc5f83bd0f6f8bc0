import { formatInstant, yearOf } from '@lotbook/journal'
import { MONEY_SCALE } from '@lotbook/money'
import type {
  CalculationResult,
  DisposalRow,
  IncomeRow,
  LotRow,
  RemovalRow,
} from '../schema/calculation-result.ts'
import { NONE } from '../events/event-table.ts'
import type { Ledger } from '../executing/ledger.ts'
import { dayText } from '../schema/tax-day.ts'
import { DISPOSAL_FIELDS, INCOME_FIELDS, LOT_FIELDS, REMOVAL_FIELDS } from './result-fields.ts'
import { resultTableOf } from './result-maker.ts'
import type { ResultTable } from './result-table.ts'
import { absentNumber, slotOf, type Field, type Fields, type FieldsOf } from './row-field.ts'

/** Write out a run: every row as an object, and every number as text. */
export function writeResult(
  ledger: Ledger,
  progress?: (done: number, total: number) => void,
): CalculationResult {
  return resultOfTable(resultTableOf(ledger, progress))
}

/** A result in columns as objects. */
export function resultOfTable(table: ResultTable): CalculationResult {
  const writer = new RowWriter(table)
  const { disposals, incomes, removals, lots, warnings, years } = table
  return {
    disposals: Array.from({ length: disposals.rows.count }, (_, row) => writer.disposal(row)),
    income: Array.from({ length: incomes.count }, (_, row) => writer.income(row)),
    removals: Array.from({ length: removals.rows.count }, (_, row) => writer.removal(row)),
    lots: Array.from({ length: lots.count }, (_, row) => writer.lot(row)),
    warnings: warnings.map(({ code, tx }) => ({ code, tx })),
    years,
  }
}

/** The lists of a result in columns, whose rows are made one by one as they are read: a long result is never there as objects. */
export function resultLists(table: ResultTable, year?: number) {
  const writer = new RowWriter(table)
  const { disposals, incomes, removals, lots } = table
  const list = <Row>(count: number, event: ArrayLike<number>, row: (n: number) => Row): Iterable<Row> => ({
    *[Symbol.iterator]() {
      for (let n = 0; n < count; n++)
        if (year === undefined || yearOf(dayText(table.events.day[event[n]!]!)) === year) yield row(n)
    },
  })
  return {
    disposals: list(disposals.rows.count, disposals.rows.event.values, (n) => writer.disposal(n)),
    income: list(incomes.count, incomes.event, (n) => writer.income(n)),
    removals: list(removals.rows.count, removals.rows.event.values, (n) => writer.removal(n)),
    lots: list(lots.count, lots.event, (n) => writer.lot(n)),
  }
}

/** Single rows of a result in columns as objects. */
export class RowWriter {
  readonly disposal: (row: number) => DisposalRow
  readonly removal: (row: number) => RemovalRow
  readonly income: (row: number) => IncomeRow
  readonly lot: (row: number) => LotRow
  readonly #result: ResultTable
  readonly #instants: string[] = []

  constructor(table: ResultTable) {
    this.#result = table
    this.disposal = this.#rows<DisposalRow, ResultTable['disposals']>(DISPOSAL_FIELDS, table.disposals)
    this.removal = this.#rows<RemovalRow, ResultTable['removals']>(REMOVAL_FIELDS, table.removals)
    this.income = this.#rows<IncomeRow, ResultTable['incomes']>(INCOME_FIELDS, table.incomes)
    this.lot = this.#rows<LotRow, ResultTable['lots']>(LOT_FIELDS, table.lots)
  }

  /** Rows with these fields, whose descriptions were compared with the type of the row. */
  #rows<Row, Columns>(
    fields: FieldsOf<Columns, Row> & Fields<Columns>,
    columns: Columns,
  ): (row: number) => Row {
    const values = Object.entries<Field<Columns>>(fields).map(([name, field]) => ({
      name,
      isLeftOut: field.absent === 'left out',
      value: this.#value(field, columns),
    }))
    return (row) => {
      const object: Record<string, unknown> = {}
      for (const { name, isLeftOut, value } of values) {
        const of = value(row)
        if (of !== null || !isLeftOut) object[name] = of
      }
      return object as Row
    }
  }

  /** The value of a field of a row, null where it has none. */
  #value<Columns>(field: Field<Columns>, columns: Columns): (row: number) => unknown {
    const { events: t, ruleSets } = this.#result
    if (field.kind === 'text') return (row) => field.read(columns, row, t)
    if (field.kind === 'units' || field.kind === 'money') {
      const amounts = field.place.amounts(columns)
      const slotAt = slotOf(field.place)
      const scale = (row: number) =>
        field.kind === 'money' ? MONEY_SCALE : t.scales[field.asset.read(columns, row, t)]!
      return (row) => {
        const slot = slotAt(columns, row, t)
        return slot === NONE ? null : amounts.text(slot, scale(row))
      }
    }
    const none = absentNumber(field)
    const made = (make: (number: number) => unknown) => (row: number) => {
      const number = field.read(columns, row, t)
      return number === none ? null : make(number)
    }
    switch (field.kind) {
      case 'event':
        return made((event) => t.idOf(event)!)
      case 'asset':
        return made((asset) => t.assets[asset]!)
      case 'account':
        return made((account) => t.accounts[account]!)
      case 'day':
        return made(dayText)
      case 'word': {
        const words = field.words(t)
        return made((place) => words[place]!)
      }
      case 'instant':
        return made((event) => this.#instant(event))
      case 'rules':
        return made((set) => ruleSets[set]!)
    }
  }

  /** Many rows are of one event or one lot: its instant is written once. */
  #instant(event: number): string {
    return (this.#instants[event] ??= formatInstant(this.#result.events.at[event]!))
  }
}
