import { CalculationInputError } from '@lotbook/rules'
import {
  causeLabel,
  compareCalculations,
  rowDay,
  rowLabel,
  rowSide,
  yearChanges,
  type Comparison,
  type Difference,
  type OriginOf,
  type YearChange,
} from '@lotbook/tax'
import { argumentsOf, yearOfText } from './arguments.ts'
import { table } from './calculate-table.ts'
import { originText } from './file-origin.ts'
import type { ExitCode, Io } from './io.ts'
import { givenCalculation, type GivenCalculation } from './stored-calculation.ts'

const COMPARE_USAGE = 'lotbook compare BEFORE AFTER [--year YEAR] [--json]'

/**
 * `lotbook compare BEFORE AFTER`: the rows in which two calculations differ, each with its cause (N4). Either is an input,
 * or the folder of a calculation that was kept.
 *
 * @returns 0, also where nothing differs; 1 when something could not be read (said on standard error), 2 on misuse.
 */
export async function runCompare(args: readonly string[], io: Io): Promise<ExitCode> {
  const given = argumentsOf(args, { year: { type: 'string' }, json: { type: 'boolean' } })
  const [before, after] = given?.positionals ?? []
  const year = yearOfText(given?.values.year)
  if (
    given === undefined ||
    before === undefined ||
    after === undefined ||
    given.positionals.length > 2 ||
    (given.values.year !== undefined && year === undefined)
  ) {
    io.err(`Usage: ${COMPARE_USAGE}\n`)
    return 2
  }
  const pair = await calculationsOf(before, after, io)
  if (pair === undefined) return 1
  const printed = printedComparison(pair, year)
  io.out(given.values.json === true ? `${JSON.stringify(printed, null, 1)}\n` : describe(printed))
  return 0
}

interface Pair {
  readonly before: GivenCalculation
  readonly after: GivenCalculation
}

/** Two calculations, read one after the other; undefined where one cannot be, which is said on standard error. */
export async function calculationsOf(before: string, after: string, io: Io): Promise<Pair | undefined> {
  const read = async (path: string) => {
    try {
      return await givenCalculation(path, io)
    } catch (error) {
      if (!(error instanceof CalculationInputError)) throw error
      io.err(`${path}:\n${error.message}\n`)
      return undefined
    }
  }
  const first = await read(before)
  const second = await read(after)
  return first === undefined || second === undefined ? undefined : { before: first, after: second }
}

/** Of what came, went or reads otherwise, the file that it came in or went with, where a calculation keeps that. */
export function fileOf({ before, after }: Pair): OriginOf {
  return (tx, change) => {
    if (change === 'matched' || change === 'named' || change === 'valued') return null
    return (change === 'removed' ? before : after).origins.get(tx)?.file ?? null
  }
}

/** What `--json` prints; amounts are exact decimals in USD, after less before. */
interface PrintedComparison {
  readonly schema: 'lotbook-comparison/1'
  readonly before: Side
  readonly after: Side
  readonly years: Readonly<Record<string, YearChange>>
  readonly causes: readonly {
    readonly kind: string
    readonly label: string
    readonly years: Readonly<Record<string, YearChange>>
  }[]
  /** `origin`: file and line that the transaction came from; null where no calculation keeps that. */
  readonly rows: readonly (ReturnType<typeof printedRow> & { readonly origin: string | null })[]
}

interface Side {
  /** SHA-256 of the result. */
  readonly result_hash: string
  readonly engine_version: string
  readonly rules_version: string
}

function printedComparison(pair: Pair, year: number | undefined): PrintedComparison {
  const { before, after } = pair
  const { differences, causes } = compareCalculations(before, after, fileOf(pair))
  const chosen = differences.filter((one) => year === undefined || one.year === year)
  const names = { ...before.accountNames, ...after.accountNames }
  const placeOf = (tx: string) => {
    const place = after.origins.get(tx) ?? before.origins.get(tx)
    return place === undefined ? null : originText(place)
  }
  const side = ({ id, engineVersion, rulesVersion }: GivenCalculation): Side => ({
    result_hash: id,
    engine_version: engineVersion,
    rules_version: rulesVersion,
  })
  const byCause = Map.groupBy(chosen, ({ cause }) => cause)
  return {
    schema: 'lotbook-comparison/1',
    before: side(before),
    after: side(after),
    years: yearChanges(chosen),
    causes: causes.flatMap(({ kind, origin }, n) => {
      const rows = byCause.get(n)
      return rows === undefined ? [] : [{ kind, label: causeLabel(kind, origin), years: yearChanges(rows) }]
    }),
    rows: chosen.map((difference) => ({
      ...printedRow(difference, causes, names),
      origin: placeOf((difference.after ?? difference.before)!.tx),
    })),
  }
}

function printedRow(
  { kind, year, before, after, gain, income, deduction, cause, changed }: Difference,
  causes: Comparison['causes'],
  names: Readonly<Record<string, string>>,
) {
  const row = (after ?? before)!
  const { kind: why, origin } = causes[cause]!
  return {
    year,
    kind,
    label: rowLabel(row),
    asset: row.asset,
    account: names[row.account] ?? row.account,
    transaction: row.tx,
    date: rowDay(row),
    before: before && rowSide(before),
    after: after && rowSide(after),
    gain,
    income,
    deduction,
    cause: causeLabel(why, origin),
    /** The transaction that changed, where it is another than the row's own. */
    changed,
  }
}

function describe({ years, causes, rows }: PrintedComparison): string {
  if (rows.length === 0) return 'Nothing differs.\n'
  const moved = (title: string, of: Readonly<Record<string, YearChange>>) =>
    Object.entries(of).map(([year, { gain, short, income, deduction, rows: count }]) => [
      year,
      title,
      gain,
      short,
      income,
      deduction,
      `${count}`,
    ])
  const shown = (side: (typeof rows)[number]['before']) => side?.gain ?? side?.value ?? '-'
  return [
    table([
      ['year', 'cause', 'gain', 'of it short-term', 'income', 'deduction', 'rows'],
      ...moved('all', years),
      ...causes.flatMap(({ label, years: of }) => moved(label, of)),
    ]),
    '\n',
    table([
      [
        'date',
        'what',
        'asset',
        'account',
        'transaction',
        'before',
        'after',
        'gain',
        'income',
        'deduction',
        'cause',
        'changed',
        'from',
      ],
      ...rows.map((row) => [
        row.date,
        row.label,
        row.asset,
        row.account,
        row.transaction,
        shown(row.before),
        shown(row.after),
        row.gain,
        row.income,
        row.deduction,
        row.cause,
        row.changed ?? '-',
        row.origin ?? '-',
      ]),
    ]),
  ].join('')
}
