import { endOfYear } from '@lotbook/journal'
import { jurisdictionOf } from '@lotbook/rules'
import type { EstimateOf } from '@lotbook/rules/us'
import {
  besideRecorded,
  calculate,
  comparedOutcome,
  methodRuns,
  methodsInForce,
  outcomeOf,
  type CalculationInput,
  type ComparedOutcome,
  type OnRecord,
} from '@lotbook/tax'
import { argumentsOf, yearOfText } from './arguments.ts'
import { table } from './calculate-table.ts'
import {
  ESTIMATE_OPTIONS,
  ESTIMATE_USAGE,
  estimateOf,
  linesStated,
  withLines,
  type StatedLines,
} from './estimate-options.ts'
import { HISTORY_OPTIONS, HISTORY_USAGE, whichHistory, withHistory } from './given-history.ts'
import type { ExitCode, Io } from './io.ts'
import { PRICE_OPTIONS, PRICE_USAGE, pricesOf } from './price-options.ts'
import { readReturnFacts, RETURN_OPTIONS, RETURN_USAGE } from './return-facts.ts'

const METHODS_USAGE = `lotbook methods ${HISTORY_USAGE} --year YEAR ${ESTIMATE_USAGE} ${PRICE_USAGE} ${RETURN_USAGE} [--json]`

/**
 * `lotbook methods`: a year as recorded and under FIFO, LIFO, HIFO and LOFO side by side, with what is left for the next
 * (N13). Lots that a sale names, and the years before, stay as they are.
 *
 * @returns 0, or 1 when something could not be read (said on standard error), or 2 on misuse.
 */
export async function runMethods(args: readonly string[], io: Io): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined) {
    io.err(`Usage: ${METHODS_USAGE}\n`)
    return 2
  }
  const stated = await readReturnFacts(asked.facts, io)
  if (stated === undefined) return 1
  return withHistory(asked.which, io, (history) => {
    const { input, unitPriceAt } = history
    const valuedAt = endOfYear(asked.year, input.settings.timezone ?? 'UTC')
    const compared = compare(input, {
      ...asked,
      priceOf: (asset) => asked.priceOf(asset) ?? unitPriceAt(asset, valuedAt),
      lines: linesStated(stated, history, asked.facts, io),
    })
    if (compared === undefined) return 1
    io.out(asked.isJson ? `${JSON.stringify(compared, null, 1)}\n` : describe(compared))
    return 0
  })
}

interface Asked {
  readonly year: number
  readonly estimate: EstimateOf | null
  readonly priceOf: (asset: string) => string | undefined
  readonly lines: StatedLines
}

/** What `--json` prints; amounts are exact decimals in USD. */
interface MethodsSideBySide extends Pick<OnRecord, 'disposals' | 'named'> {
  readonly schema: 'lotbook-methods/1'
  readonly tax_year: number
  /** The first is what is recorded, and what the others differ from. */
  readonly outcomes: ReturnType<typeof besideRecorded<ComparedOutcome>>
}

function compare(
  input: CalculationInput,
  { year, estimate, priceOf, lines }: Asked,
): MethodsSideBySide | undefined {
  const until = { day: `${year}-12-31` }
  const law = jurisdictionOf(input.settings)
  let inForce: OnRecord | undefined
  let person: EstimateOf | null | undefined = estimate
  const outcomes = methodRuns(input.settings, year).map((run) => {
    const result = calculate({ ...input, settings: run.settings }, { until })
    // The first run is what is recorded.
    if (inForce === undefined) person = withLines(estimate, result.income, lines)
    inForce ??= methodsInForce(result, run.settings, year)
    return comparedOutcome(run, outcomeOf(result, year, priceOf, law), inForce)
  })
  if (person === undefined) return undefined
  return {
    schema: 'lotbook-methods/1',
    tax_year: year,
    disposals: inForce?.disposals ?? 0,
    named: inForce?.named ?? 0,
    outcomes: besideRecorded(outcomes, year, person, law),
  }
}

function describe({ tax_year, disposals, named, outcomes }: MethodsSideBySide): string {
  const rows = outcomes.map(({ method, short, long, gain, income, tax, difference, left, contrary }) => [
    method,
    short.gain,
    long.gain,
    gain,
    difference.gain,
    income,
    tax ?? '-',
    difference.tax ?? '-',
    `${left.count}`,
    left.basis,
    `${left.long.count}`,
    left.long.basis,
    left.unrealised ?? '-',
    `${contrary}`,
  ])
  const header = [
    'method',
    'short-term gain',
    'long-term gain',
    'gain',
    'less recorded',
    'income',
    'tax',
    'less recorded',
    'lots left',
    'basis left',
    'long-term on Jan 1',
    'their basis',
    'unrealised',
    'on record otherwise',
  ]
  const isUnlawful = outcomes.some(({ contrary }) => contrary > 0)
  return [
    `Tax year ${tax_year}: ${disposals} ${disposals === 1 ? 'disposal' : 'disposals'} of known lots, ${named} of them with named lots\n`,
    table([header, ...rows]),
    isUnlawful
      ? '\n"On record otherwise" counts disposals that another method was on record for: this one cannot apply to them.\n'
      : '',
  ].join('')
}

function parse(args: readonly string[]) {
  const given = argumentsOf(args, {
    ...HISTORY_OPTIONS,
    ...ESTIMATE_OPTIONS,
    ...PRICE_OPTIONS,
    ...RETURN_OPTIONS,
    year: { type: 'string' },
    json: { type: 'boolean' },
  })
  if (given === undefined) return undefined
  const { values, positionals } = given
  const which = whichHistory(values, positionals)
  const year = yearOfText(values.year)
  const estimate = estimateOf(values)
  const priceOf = pricesOf(values.price)
  if (which === undefined || year === undefined || estimate === undefined || priceOf === undefined)
    return undefined
  return { which, year, estimate, priceOf, facts: values.return, isJson: values.json === true }
}
