import { jurisdictionOf } from '@lotbook/rules'
import type { EstimateOf } from '@lotbook/rules/us'
import {
  calculate,
  choiceInForce,
  differentYears,
  eventTableOf,
  exchangedOneForOne,
  openChoices,
  otherChoices,
  rowsConcerned,
  settingsTreating,
  treatedYears,
  type CalculationInput,
  type OneForOne,
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
import { readReturnFacts, RETURN_OPTIONS, RETURN_USAGE } from './return-facts.ts'

const TREATMENTS_USAGE = `lotbook treatments ${HISTORY_USAGE} [--year YEAR] ${ESTIMATE_USAGE} ${RETURN_USAGE} [--json]`

/**
 * `lotbook treatments`: what the law leaves open in this history, how it is treated, and what every other choice would
 * change in money (N17). A treatment that bears on no transaction has no effect and costs nothing.
 *
 * @returns 0, or 1 when something could not be read (said on standard error), or 2 on misuse.
 */
export async function runTreatments(args: readonly string[], io: Io): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined) {
    io.err(`Usage: ${TREATMENTS_USAGE}\n`)
    return 2
  }
  const stated = await readReturnFacts(asked.facts, io)
  if (stated === undefined) return 1
  return withHistory(asked.which, io, (history) => {
    const effects = effectsOf(history.input, {
      ...asked,
      lines: linesStated(stated, history, asked.facts, io),
    })
    if (effects === undefined) return 1
    io.out(asked.isJson ? `${JSON.stringify(effects, null, 1)}\n` : describe(effects, asked.year))
    return 0
  })
}

interface Asked {
  /** Undefined: every year. */
  readonly year: number | undefined
  readonly estimate: EstimateOf | null
  readonly lines: StatedLines
}

/** What `--json` prints; amounts are exact decimals in USD. */
interface Effects {
  readonly schema: 'lotbook-treatments/1'
  /** How each is treated, and how many transactions it bears on. */
  readonly treatments: readonly {
    readonly treatment: string
    readonly choice: string
    readonly choices: readonly string[]
    readonly transactions: number
  }[]
  /** Assets that were only ever exchanged one for one and are not declared: a hint, and no more. */
  readonly pairs: readonly OneForOne[]
  /** Every other choice of what bears on a transaction, with the years that it would change. */
  readonly outcomes: readonly {
    readonly treatment: string
    readonly choice: string
    readonly years: ReturnType<typeof differentYears>
  }[]
}

function effectsOf(input: CalculationInput, { year, estimate, lines }: Asked): Effects | undefined {
  const { settings } = input
  const law = jurisdictionOf(settings)
  const events = eventTableOf(input)
  const rows = rowsConcerned(events, settings)
  const asChosen = calculate(input)
  const now = treatedYears(asChosen)
  const person = withLines(estimate, asChosen.income, lines)
  if (person === undefined) return undefined
  const outcomes = otherChoices(settings, rows, law).map(({ treatment, choice }) => {
    const result = calculate({ ...input, settings: settingsTreating(settings, treatment, choice, law) })
    const years = differentYears(now, treatedYears(result), person, law)
    return {
      treatment,
      choice,
      years: years.filter((one) => year === undefined || one.year === year),
    }
  })
  return {
    schema: 'lotbook-treatments/1',
    treatments: Object.entries(openChoices(law)).map(([treatment, choices]) => ({
      treatment,
      choice: choiceInForce(settings, treatment, law),
      choices,
      transactions: rows[treatment] ?? 0,
    })),
    pairs: exchangedOneForOne(events, settings),
    outcomes,
  }
}

function describe({ treatments, pairs, outcomes }: Effects, year: number | undefined): string {
  const rows = outcomes.flatMap(({ treatment, choice, years }) =>
    years.map(({ year: of, gain, income, deduction, tax, difference }) => [
      treatment,
      choice,
      `${of}`,
      gain,
      difference.gain,
      income,
      difference.income,
      deduction,
      difference.deduction,
      tax ?? '-',
      difference.tax ?? '-',
    ]),
  )
  const header = [
    'treatment',
    'if it were',
    'year',
    'gain',
    'less now',
    'income',
    'less now',
    'deduction',
    'less now',
    'tax',
    'less now',
  ]
  const none = `No other choice changes a figure${year === undefined ? '' : ` of ${year}`}.\n`
  return [
    table([
      ['treatment', 'treated as', 'could be', 'transactions'],
      ...treatments.map(({ treatment, choice, choices, transactions }) => [
        treatment,
        choice,
        choices.filter((one) => one !== choice).join(', '),
        `${transactions}`,
      ]),
    ]),
    '\n',
    rows.length === 0 ? none : table([header, ...rows]),
    ...pairs.map(
      ({ from, to, trades }) =>
        `\n${from} and ${to} were only ever exchanged one for one (${trades}): is one the other? Declare it with --token, or in the settings.\n`,
    ),
  ].join('')
}

function parse(args: readonly string[]) {
  const given = argumentsOf(args, {
    ...HISTORY_OPTIONS,
    ...ESTIMATE_OPTIONS,
    ...RETURN_OPTIONS,
    year: { type: 'string' },
    json: { type: 'boolean' },
  })
  if (given === undefined) return undefined
  const { values, positionals } = given
  const which = whichHistory(values, positionals)
  const [year, estimate] = [yearOfText(values.year), estimateOf(values)]
  if (which === undefined || estimate === undefined) return undefined
  if (values.year !== undefined && year === undefined) return undefined
  return { which, year, estimate, facts: values.return, isJson: values.json === true }
}
