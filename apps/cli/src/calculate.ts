import { CalculationInputError } from '@lotbook/rules'
import { estimateTax, type EstimateInput } from '@lotbook/rules/us'
import {
  calculateTable,
  type CalculationResult,
  holdToInvariants,
  parseCalculationInput,
  resultOfTable,
} from '@lotbook/tax'
import { readJson, type ReadingIo } from './calculate-input.ts'
import type { ExitCode } from './io.ts'
import { table } from './calculate-table.ts'
import { calculating, counted } from './terminal-progress.ts'

export const CALCULATE_USAGE = 'lotbook calculate INPUT.json [--json]'

/** Said beside the result, whose list of warnings is closed (R-POOL-4). */
const OFF_RECORD =
  'The Safe Harbor allocation no longer fits the history: units that it does not place go by the default'

/**
 * `lotbook calculate INPUT.json [--json]`: work out a history of the schema `lotbook-tax-scenarios/1`, or
 * estimate the tax when the object has a `filing_status`.
 *
 * A result is held to the engine's invariants before it is printed (N16).
 *
 * @returns 0, or 1 when something could not be read (said on standard error), or 2 on misuse.
 */
export async function runCalculate(args: readonly string[], io: ReadingIo): Promise<ExitCode> {
  const isJson = args.includes('--json')
  const paths = args.filter((arg) => arg !== '--json')
  const [path] = paths
  if (path === undefined || paths.length > 1 || path.startsWith('-')) {
    io.err(`Usage: ${CALCULATE_USAGE}\n`)
    return 2
  }
  const input = await readJson(path, io)
  if (input === undefined) return 1
  try {
    if (typeof input.json === 'object' && input.json !== null && 'filing_status' in input.json) {
      const estimate = estimateTax(input.json as EstimateInput)
      io.out(isJson ? asJson(estimate) : table([['', 'USD'], ...Object.entries(estimate)]))
      return 0
    }
    const history = parseCalculationInput(input.json)
    const columns = calculateTable(history, calculating(io))
    const result = resultOfTable(columns)
    io.progress?.step('Checking the result')
    const { length } = holdToInvariants(history, result)
    io.progress?.done(
      `Calculating: ${counted(result.disposals.length, 'disposal')}, ${counted(length, 'invariant')} held`,
    )
    if (columns.isOffRecord) io.err(`${OFF_RECORD}\n`)
    io.out(isJson ? asJson(result) : `${describe(result)}${length} invariants hold of the result\n`)
    return 0
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    io.err(`${path}:\n${error.message}\n`)
    return 1
  }
}

/** A result for a person to read: one table for each part that has rows. */
function describe(result: CalculationResult): string {
  const part = (title: string, header: readonly string[], rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? '' : `${title}\n${table([header, ...rows])}\n`
  const text = (value: string | null) => value ?? '-'
  return (
    part(
      'Disposals',
      [
        'date',
        'kind',
        'quantity',
        'asset',
        'account',
        'lot',
        'acquired',
        'proceeds',
        'basis',
        'gain',
        'term',
        'box',
      ],
      result.disposals.map((d) => [
        d.disposed,
        d.kind,
        d.quantity,
        d.asset,
        d.account,
        text(d.lot),
        text(d.acquired),
        d.proceeds,
        d.basis,
        d.gain,
        d.term,
        d.box,
      ]),
    ) +
    part(
      'Income',
      ['date', 'category', 'quantity', 'asset', 'account', 'value'],
      result.income.map((i) => [i.date, i.category, i.quantity, i.asset, i.account, i.value]),
    ) +
    part(
      'Given, donated, lost or unresolved',
      ['date', 'kind', 'quantity', 'asset', 'account', 'lot', 'basis', 'value', 'deduction'],
      result.removals.map((r) => [
        r.date,
        r.kind,
        r.quantity,
        r.asset,
        r.account,
        text(r.lot),
        r.basis,
        text(r.value),
        r.deduction ?? '-',
      ]),
    ) +
    part(
      'Open lots',
      ['lot', 'quantity', 'asset', 'account', 'acquired', 'basis'],
      result.lots.map((l) => [l.lot, l.quantity, l.asset, text(l.account), l.acquired, l.basis]),
    ) +
    part(
      'Years',
      ['year', 'short-term gain', 'long-term gain', 'income', 'donations'],
      Object.entries(result.years).map(([year, y]) => [
        year,
        y.short.gain,
        y.long.gain,
        y.income,
        y.donation_deduction,
      ]),
    ) +
    part(
      'To look at',
      ['what', 'transaction'],
      result.warnings.map((w) => [w.code, text(w.tx)]),
    )
  )
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`
}
