import { localClock, taxDayOf } from '@lotbook/journal'
import { standingOfAllocation, type AllocationStanding, type EstimateOf } from '@lotbook/rules/us'
import {
  besideFirst,
  calculate,
  checkAllocation,
  describeAllocationProblem,
  DistinctAllocations,
  eventTableOf,
  globalRules,
  outcomeSince2025,
  positionAtSwitch,
  positionByAsset,
  ruleCandidate,
  settingsWith,
  specificOfAttached,
  standingCandidates,
  type AllocationCandidate,
  type CalculationInput,
  type DistinctAllocation,
  type GlobalAllocation,
  type Position,
  type SafeHarbor,
} from '@lotbook/tax'
import { argumentsOf, isDay } from './arguments.ts'
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
import { recordAllocation, type RecordOptions } from './record-allocation.ts'

const SAFE_HARBOR_USAGE = [
  `lotbook safe-harbor ${HISTORY_USAGE} ${ESTIMATE_USAGE} ${PRICE_USAGE} ${RETURN_USAGE} [--json]`,
  '[--choose N --out DIR [--kind specific|global] [--leave-out ASSET]... [--taxpayer NAME] [--books-day DAY] [--confirm irrevocable]]',
].join(' ')

/**
 * `lotbook safe-harbor`: every allocation of unused basis that a rule allows, worked out beside what counts now
 * (Rev. Proc. 2024-28, N14). With `--choose N` the one of that number is drawn up as a record: PDF, CSV, and the input
 * with the allocation in its settings, so that what is calculated from it follows it. It is of every asset but those
 * that `--leave-out` names.
 *
 * @param now the time that a record carries.
 * @returns 0, or 1 when something could not be read or may not be recorded (said on standard error), or 2 on misuse.
 */
export async function runSafeHarbor(args: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined) {
    io.err(`Usage: ${SAFE_HARBOR_USAGE}\n`)
    return 2
  }
  const stated = await readReturnFacts(asked.facts, io)
  if (stated === undefined) return 1
  return withHistory(asked.which, io, async (history): Promise<ExitCode> => {
    const { input, accountNames, unitPriceAt } = history
    if (input.settings.pool_before_2025 !== 'universal') {
      io.err(
        'The settings keep basis account by account before 2025 (pool_before_2025): there is nothing to allocate.\n',
      )
      return 1
    }
    const position = positionAtSwitch(eventTableOf(input), input.settings)
    const { found, isComplete } = allocationsOf(input, position)
    if (asked.record === undefined) {
      const priceOf = (asset: string) => asked.priceOf(asset) ?? unitPriceAt(asset, now.getTime())
      const lines = linesStated(stated, history, asked.facts, io)
      const outcomes = compare(input, position, found, { ...asked, priceOf, lines }, now)
      if (outcomes === undefined) return 1
      const compared = { ...outcomes, is_complete: isComplete }
      io.out(asked.isJson ? `${JSON.stringify(compared, null, 1)}\n` : describe(compared, accountNames))
      return 0
    }
    const chosen = found[asked.record.number - 1]
    if (chosen === undefined) {
      io.err(`There are allocations 1 to ${found.length}, and no ${asked.record.number}.\n`)
      return 1
    }
    return recordAllocation(
      {
        input,
        accountNames,
        position,
        plan: chosen.candidate.plan,
        rule: chosen.candidate.rule ?? chosen.same[0] ?? null,
      },
      asked.record,
      io,
      now,
    )
  })
}

interface Asked {
  readonly estimate: EstimateOf | null
  readonly priceOf: (asset: string) => string | undefined
  readonly booksDay: string | null
  readonly lines: StatedLines
}

type Outcome = Pick<AllocationCandidate, 'kind'> & {
  /** Counts from 1: what `--choose` takes. */
  readonly n: number
  readonly rule: Pick<GlobalAllocation, 'order' | 'accounts'> | null
  /** Rules that attach the same units to the same accounts. */
  readonly same_as: readonly Pick<GlobalAllocation, 'order' | 'accounts'>[]
  /** Why it does not fit the history; of one on record. */
  readonly problems: readonly string[]
} & ReturnType<typeof outcomeSince2025>

/** What `--json` prints; amounts are exact decimals in USD. */
interface Compared {
  readonly schema: 'lotbook-safe-harbor/1'
  /** What there was to allocate at the end of 2024. */
  readonly assets: readonly (Omit<ReturnType<typeof positionByAsset>[number], 'first_move'> & {
    /** The first sale, disposition or transfer since 2025; ISO 8601 in UTC. */
    readonly first_move: string | null
  })[]
  readonly outcomes: ReturnType<typeof besideFirst<Outcome>>
  /** Every order of accounts that can differ is among the outcomes. */
  readonly is_complete: boolean
  /** Every account has exactly as many basis units as it holds, and none is left over. */
  readonly is_exact: boolean
  /** What holds of an allocation of either kind, were it recorded now. */
  readonly standing: Readonly<Record<'specific' | 'global', AllocationStanding>>
}

const under = (input: CalculationInput, plan: SafeHarbor | null): CalculationInput => ({
  ...input,
  settings: settingsWith(input.settings, plan),
})

const attachedBy = (input: CalculationInput, plan: SafeHarbor | null) =>
  calculate(under(input, plan), { until: 'attachment' }).lots

/** What counts now and every rule there is to choose from, each that comes to something else once. */
function allocationsOf(input: CalculationInput, position: Position) {
  const { rules, isComplete } = globalRules(position)
  const distinct = new DistinctAllocations()
  for (const candidate of [...standingCandidates(input.settings), ...rules.map(ruleCandidate)])
    distinct.add(candidate, attachedBy(input, candidate.plan))
  return { found: distinct.all, isComplete }
}

function compare(
  input: CalculationInput,
  position: Position,
  found: readonly DistinctAllocation[],
  { estimate, priceOf, booksDay, lines }: Asked,
  now: Date,
): Omit<Compared, 'is_complete'> | undefined {
  let person: EstimateOf | null | undefined = estimate
  const outcomes = found.map(({ candidate: { kind, plan, rule }, same }, i): Outcome => {
    const result = calculate(under(input, plan))
    // The first is what counts now; an allocation changes no income.
    if (i === 0) person = withLines(estimate, result.income, lines)
    return {
      n: i + 1,
      kind,
      rule: rule && shortRule(rule),
      same_as: same.map(shortRule),
      problems: problemsOf(position, plan),
      ...outcomeSince2025(result, priceOf),
    }
  })
  if (person === undefined) return undefined
  const isExact = checkAllocation(position, specificOfAttached(attachedBy(input, null), [])).isExact
  const standing = (kind: 'specific' | 'global') =>
    standingOfAllocation({
      kind,
      recordedAt: now.getTime(),
      recordedOn: taxDayOf(now.getTime(), localClock(input.settings.timezone ?? 'UTC')),
      statedOn: booksDay,
      assets: [...new Set(position.lots.map(({ asset }) => asset))],
      firstMoves: position.firstMoves,
      isUniversal: true,
      isExact,
    })
  return {
    schema: 'lotbook-safe-harbor/1',
    assets: positionByAsset(position).map(({ first_move, ...asset }) => ({
      ...asset,
      first_move: first_move && new Date(first_move.at).toISOString(),
    })),
    outcomes: besideFirst(outcomes, person),
    is_exact: isExact,
    standing: { specific: standing('specific'), global: standing('global') },
  }
}

const shortRule = ({ order, accounts }: GlobalAllocation) => ({ order, accounts })

function problemsOf(position: Position, plan: SafeHarbor | null): string[] {
  if (plan?.type !== 'specific') return []
  const nameOf = { asset: (name: string) => name, account: (name: string) => name }
  return checkAllocation(position, plan.allocations).problems.map((problem) =>
    describeAllocationProblem(problem, nameOf),
  )
}

const STATES = { in_time: 'bound', open: 'bound', late: 'not bound' } as const

const KINDS: Readonly<Record<AllocationCandidate['kind'], string>> = {
  recorded: 'on record',
  none: 'nothing on record',
  own: 'own',
  global: 'rule',
}

function describe(
  { assets, outcomes, is_complete, is_exact, standing }: Compared,
  names: Readonly<Record<string, string>>,
): string {
  const nameOf = (account: string | null) => (account === null ? 'no account' : (names[account] ?? account))
  const ruleText = ({ order, accounts }: Pick<GlobalAllocation, 'order' | 'accounts'>) =>
    `${order}${accounts.length === 0 ? '' : ` ${accounts.map(nameOf).join(' > ')}`}`
  const years = [...new Set(outcomes.flatMap((outcome) => outcome.years.map(({ year }) => year)))].sort(
    (a, b) => a - b,
  )
  return [
    'At the end of 2024\n',
    table([
      ['asset', 'lots', 'basis units', 'basis', 'units held', 'by account', 'first move since 2025'],
      ...assets.map(({ asset, lots, units, basis, held, held_units, first_move }) => [
        asset,
        `${lots}`,
        units,
        basis,
        held_units,
        held.map(({ account, quantity }) => `${nameOf(account)} ${quantity}`).join(', '),
        first_move ?? '-',
      ]),
    ]),
    is_exact ? '' : 'Units and basis units differ: some history is missing.\n',
    '\nAllocations\n',
    table([
      [
        'n',
        'what',
        'rule',
        ...years.map((year) => `gain ${year}`),
        'gain',
        'less now',
        'tax',
        'less now',
        'left',
      ],
      ...outcomes.map((outcome) => [
        `${outcome.n}`,
        KINDS[outcome.kind],
        [...(outcome.rule === null ? [] : [outcome.rule]), ...outcome.same_as].map(ruleText).join(' = ') ||
          '-',
        ...years.map((year) => termsOf(outcome.years.find((one) => one.year === year))),
        outcome.gain,
        outcome.difference.gain,
        outcome.tax ?? '-',
        outcome.difference.tax ?? '-',
        outcome.left.map(({ account, lots, basis }) => `${nameOf(account)} ${lots} for ${basis}`).join(', '),
      ]),
    ]),
    is_complete ? '' : 'With more than four accounts that share an asset not every order of them is tried.\n',
    ...outcomes.flatMap(({ problems }) => problems.map((problem) => `It no longer fits: ${problem}\n`)),
    ...(['specific', 'global'] as const).flatMap((kind) => [
      `\nRecorded now as a ${kind === 'specific' ? 'specific unit' : 'global'} allocation\n`,
      ...standing[kind].conditions.map(({ state, text }) => `  ${state}: ${text}\n`),
      ...standing[kind].assets.map(({ asset, state, why }) => `  ${asset}: ${STATES[state]}. ${why}\n`),
    ]),
  ].join('')
}

const termsOf = (year: { readonly short: string; readonly long: string } | undefined) =>
  year === undefined ? '-' : `${year.short} short, ${year.long} long`

function parse(args: readonly string[]) {
  const given = argumentsOf(args, {
    ...HISTORY_OPTIONS,
    ...ESTIMATE_OPTIONS,
    ...PRICE_OPTIONS,
    ...RETURN_OPTIONS,
    json: { type: 'boolean' },
    choose: { type: 'string' },
    out: { type: 'string' },
    kind: { type: 'string' },
    'leave-out': { type: 'string', multiple: true },
    taxpayer: { type: 'string' },
    'books-day': { type: 'string' },
    confirm: { type: 'string' },
  })
  if (given === undefined) return undefined
  const { values, positionals } = given
  const which = whichHistory(values, positionals)
  const estimate = estimateOf(values)
  const priceOf = pricesOf(values.price)
  const booksDay = values['books-day'] ?? null
  const record = recordOptions(values, booksDay)
  if (which === undefined || estimate === undefined || priceOf === undefined || record === null)
    return undefined
  if (booksDay !== null && !isDay(booksDay)) return undefined
  return { which, estimate, priceOf, booksDay, record, facts: values.return, isJson: values.json === true }
}

/** What `--choose` asks for; undefined where it is not there, null where the options do not fit each other. */
function recordOptions(
  values: Readonly<
    Partial<Record<'choose' | 'out' | 'kind' | 'taxpayer' | 'confirm', string | undefined>>
  > & {
    readonly json?: boolean | undefined
    readonly 'leave-out'?: readonly string[] | undefined
  },
  booksDay: string | null,
): RecordOptions | undefined | null {
  const { choose, out, kind = 'specific', taxpayer = '', confirm = '' } = values
  if (choose === undefined) {
    const isForRecord = [values.out, values.kind, values['leave-out'], values.taxpayer, values.confirm].some(
      (value) => value !== undefined,
    )
    return isForRecord ? null : undefined
  }
  if (!/^[1-9]\d*$/.test(choose) || out === undefined || values.json === true) return null
  if (kind !== 'specific' && kind !== 'global') return null
  const leftOut = [...new Set(values['leave-out'])]
  return { number: Number(choose), out, kind, leftOut, taxpayer, booksDay, confirm }
}
