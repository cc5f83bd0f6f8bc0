import { formatInstant } from '@lotbook/journal'
import type { CalculationInput } from '../schema/calculation-input.ts'
import type {
  CalculationResult,
  DisposalRow,
  IncomeRow,
  LotRow,
  RemovalRow,
  Warning,
  YearSummary,
} from '../schema/calculation-result.ts'
import { readInstant } from '../schema/tax-day.ts'
import { RESULT_FIELDS } from './result-fields.ts'
import { hashedNames, type RowField } from './row-field.ts'

export const RESULT_ROWS = 'lotbook-result-rows/1'

/** The fields of each list. A warning is a code and its transaction, and is in no columns. */
const FIELDS: Readonly<Record<keyof Lists, Readonly<Record<string, RowField>>>> = {
  ...RESULT_FIELDS,
  warnings: { code: { kind: 'word', absent: undefined }, tx: { kind: 'event', absent: 'null' } },
}

/**
 * The fields of each list in the order of its rows. `tx` and `lot` are places in the history of the input, in its order of
 * instants, from 0; `rules` is a place in `rule_sets`. The instants of both are in the input, and not repeated.
 */
export const RESULT_COLUMNS = {
  disposals: hashedNames(FIELDS.disposals),
  income: hashedNames(FIELDS.income),
  removals: hashedNames(FIELDS.removals),
  lots: hashedNames(FIELDS.lots),
  warnings: hashedNames(FIELDS.warnings),
}

type Lists = Omit<CalculationResult, 'years'>
type Row = readonly unknown[]

/** A `CalculationResult` as rows. */
export interface ResultRows extends Readonly<Record<keyof Lists, readonly Row[]>> {
  readonly schema: typeof RESULT_ROWS
  readonly columns: typeof RESULT_COLUMNS
  readonly rule_sets: readonly (readonly string[])[]
  readonly years: Readonly<Record<string, YearSummary>>
}

/** A result in the form that is hashed and kept (docs/calculation-files.md): its canonical JSON is a third as long. */
export function rowsOfResult(input: CalculationInput, result: CalculationResult): ResultRows {
  const places = new Map(inOrder(input).map(({ id }, place) => [id, place]))
  const placeOf = (id: unknown) =>
    typeof id === 'string' ? (places.get(id) ?? raise(`no transaction ${id}`)) : null
  const { disposals, income, removals, lots, warnings, years } = result
  const ruleSets = inOrderOfAppearance(
    [disposals, income, removals].flatMap((rows, list) =>
      rows.map(({ tx, rules }, row) => ({ event: placeOf(tx)!, list, row, rules })),
    ),
  )
  const setNamed = new Map(ruleSets.map((rules, place) => [nameOf(rules), place]))
  const rowsOf = (list: keyof Lists, objects: readonly object[]): Row[] =>
    objects.map((object) => {
      const values = object as Readonly<Record<string, unknown>>
      return RESULT_COLUMNS[list].map((column) => {
        const value = values[column] ?? null
        const kind = FIELDS[list][column]?.kind
        if (kind === 'event') return placeOf(value)
        return kind === 'rules' ? setNamed.get(nameOf(value as readonly string[])) : value
      })
    })
  return {
    schema: RESULT_ROWS,
    columns: RESULT_COLUMNS,
    rule_sets: ruleSets,
    disposals: rowsOf('disposals', disposals),
    income: rowsOf('income', income),
    removals: rowsOf('removals', removals),
    lots: rowsOf('lots', lots),
    warnings: rowsOf('warnings', warnings),
    years,
  }
}

/** A place that names a set of rules: the event, the list (disposals, income, removals), and the row in it. */
export interface Naming {
  readonly event: number
  readonly list: number
  readonly row: number
}

/**
 * Compares two namings by their place in the result. A later event never precedes an earlier one, so later history
 * does not change the order of earlier rules.
 */
export function compareNamings(a: Naming, b: Naming): number {
  return a.event - b.event || a.list - b.list || a.row - b.row
}

/** Sets of rules, each once, in the order in which the history first names them. */
function inOrderOfAppearance(
  namings: readonly (Naming & { readonly rules: readonly string[] })[],
): (readonly string[])[] {
  const sets = new Map<string, readonly string[]>()
  for (const { rules } of namings.toSorted(compareNamings)) {
    const name = nameOf(rules)
    if (!sets.has(name)) sets.set(name, rules)
  }
  return [...sets.values()]
}

/** Whether some JSON says that it is a result as rows. */
export function isResultRows(json: unknown): json is ResultRows {
  return typeof json === 'object' && json !== null && 'schema' in json && json.schema === RESULT_ROWS
}

/** The same with names, of the input that it was worked out from. @throws Error where the two do not belong together. */
export function resultOfRows(rows: ResultRows, input: CalculationInput): CalculationResult {
  const history = inOrder(input)
  const eventAt = (place: unknown) => history[place as number] ?? raise(`no transaction ${String(place)}`)
  const objectsOf = (list: keyof Lists): readonly unknown[] => {
    const columns = rows.columns[list].map((name, n) => ({ name, n, field: FIELDS[list][name] }))
    const instants = Object.entries(FIELDS[list]).flatMap(([name, { of }]) =>
      of === undefined ? [] : [{ name, n: rows.columns[list].indexOf(of) }],
    )
    return rows[list].map((row) => {
      const object: Record<string, unknown> = {}
      for (const { name, n, field } of columns) {
        const value = row[n] ?? null
        if (value === null && field?.absent === 'left out') continue
        if (field?.kind === 'event') object[name] = value === null ? null : eventAt(value).id
        else object[name] = field?.kind === 'rules' ? rows.rule_sets[value as number] : value
      }
      for (const { name, n } of instants) object[name] = row[n] === null ? null : eventAt(row[n]).at
      return object
    })
  }
  return {
    disposals: objectsOf('disposals') as DisposalRow[],
    income: objectsOf('income') as IncomeRow[],
    removals: objectsOf('removals') as RemovalRow[],
    lots: objectsOf('lots') as LotRow[],
    warnings: objectsOf('warnings') as Warning[],
    years: rows.years,
  }
}

/** The history in the order (instant, position), as the engine takes it (R-ORD-1). */
function inOrder({
  transactions,
}: CalculationInput): readonly { readonly id: string; readonly at: string }[] {
  const events = transactions.map(({ id, at: text }) => {
    const at = readInstant(text) ?? raise(`${id} is at no instant`)
    return { id, when: at, at: formatInstant(at) }
  })
  return events.sort((a, b) => a.when - b.when)
}

function nameOf(rules: readonly string[]): string {
  return rules.join(' ')
}

function raise(message: string): never {
  throw new Error(`This is not a result of that input: ${message}`)
}
