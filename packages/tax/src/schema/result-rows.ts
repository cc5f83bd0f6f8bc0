import { formatInstant } from '@lotbook/journal'
import type { CalculationInput } from './calculation-input.ts'
import type {
  CalculationResult,
  DisposalRow,
  IncomeRow,
  LotRow,
  RemovalRow,
  Warning,
  YearSummary,
} from './calculation-result.ts'
import { readInstant } from './tax-day.ts'

export const RESULT_ROWS = 'lotbook-result-rows/1'

/**
 * The fields of each list in the order of its rows. `tx` and `lot` are places in the history of the input, in its order of
 * instants, from 0; `rules` is a place in `rule_sets`. The instants of both are in the input, and not repeated.
 */
export const RESULT_COLUMNS = {
  disposals: [
    'tx',
    'kind',
    'asset',
    'account',
    'quantity',
    'lot',
    'acquired',
    'disposed',
    'proceeds',
    'basis',
    'gain',
    'term',
    'box',
    'gross_proceeds',
    'fees',
    'method',
    'dual_basis',
    'rules',
  ],
  income: ['tx', 'category', 'asset', 'account', 'quantity', 'date', 'value', 'rules'],
  removals: [
    'tx',
    'kind',
    'asset',
    'account',
    'quantity',
    'lot',
    'acquired',
    'date',
    'basis',
    'value',
    'term',
    'deduction',
    'rules',
  ],
  lots: ['lot', 'asset', 'account', 'quantity', 'basis', 'acquired', 'loss_basis', 'loss_acquired'],
  warnings: ['code', 'tx'],
} as const satisfies Readonly<Record<keyof Lists, readonly string[]>>

/** Fields that an object leaves out where a row has null; any other field of an object may be null itself. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'dual_basis',
  'term',
  'deduction',
  'loss_basis',
  'loss_acquired',
])
/** Fields that name an event. */
const EVENTS: ReadonlySet<string> = new Set(['tx', 'lot'])

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
      const fields = object as Readonly<Record<string, unknown>>
      return RESULT_COLUMNS[list].map((column) => {
        const value = fields[column] ?? null
        if (EVENTS.has(column)) return placeOf(value)
        return column === 'rules' ? setNamed.get(nameOf(value as readonly string[])) : value
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
    const columns: readonly string[] = rows.columns[list]
    const event = columns.indexOf('tx')
    const lot = columns.indexOf('lot')
    return rows[list].map((row) => {
      const object: Record<string, unknown> = {}
      columns.forEach((column, n) => {
        const value = row[n] ?? null
        if (value === null && LEFT_OUT.has(column)) return
        if (EVENTS.has(column)) object[column] = value === null ? null : eventAt(value).id
        else object[column] = column === 'rules' ? rows.rule_sets[value as number] : value
      })
      if (list === 'warnings') return object
      object['at'] = eventAt(list === 'lots' ? row[lot] : row[event]).at
      if (lot !== -1 && list !== 'lots') object['lot_at'] = row[lot] === null ? null : eventAt(row[lot]).at
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
