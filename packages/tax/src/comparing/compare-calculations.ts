import { compareText, type Instant } from '@lotbook/journal'
import { absolute, compare, formatDecimal, parseDecimal, plus, zero, type Decimal } from '@lotbook/money'
import { CalculationInputError } from '@lotbook/rules'
import { canonicalJson } from '../bytes/canonical-json.ts'
import { calculate } from '../calculating/calculate.ts'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import { readInstant } from '../schema/tax-day.ts'
import { ENGINE_VERSION, RULES_VERSION } from '../manifest/versions.ts'
import { inputChanges, withLotsNamedAs, type InputChange } from './input-changes.ts'
import { changedSettings } from './changed-settings.ts'
import { withGoneLotsNamed } from './gone-lots.ts'
import { rowDifferences, shortTermChange, type ComparedRow, type RowDifference } from './row-differences.ts'

/** A calculation as it was stored: what went in, what came out, and what worked it out. */
export interface CalculationRecord {
  readonly input: CalculationInput
  readonly result: CalculationResult
  readonly engineVersion: string
  readonly rulesVersion: string
}

/** Why a row differs. `other`: nothing in the input says why. */
export const CAUSES = [
  'engine',
  'settings',
  'added',
  'removed',
  'edited',
  'matched',
  'named',
  'valued',
  'other',
] as const
export type CauseKind = (typeof CAUSES)[number]

/** Change of a year's figures, in US dollars. */
export interface YearChange {
  readonly gain: string
  /** The part of the gain that is short-term. */
  readonly short: string
  readonly income: string
  readonly deduction: string
  readonly rows: number
}

/** One cause and what it did to each year. `origin` is what `originOf` said of its transactions; of settings, which changed. */
export interface Cause {
  readonly kind: CauseKind
  readonly origin: string | null
  readonly years: Readonly<Record<string, YearChange>>
}

export interface Difference extends RowDifference {
  /** Its place in the list of causes. */
  readonly cause: number
  /** The transaction that changed, where it is another than the row's own. */
  readonly changed: string | null
}

export interface Comparison {
  readonly causes: readonly Cause[]
  /** By year, cause, and size, the largest first. */
  readonly differences: readonly Difference[]
  /** The sums of the causes, which are the differences of the two results' totals. */
  readonly years: Readonly<Record<string, YearChange>>
}

/** Origin of a change of a transaction: an import or a person's edit; null if it is not known. */
export type OriginOf = (tx: string, change: InputChange) => string | null

/**
 * Interprets a change of a transaction by facts outside the inputs: a transaction that is new in the newer input may
 * be the arrival of a former self-transfer, which had no event of its own until an edit took it out of its match.
 */
export type ChangeMeant = (tx: string, change: InputChange) => InputChange

/**
 * The rows in which two calculations differ, each with its cause (N4). Engine and settings are told apart from the
 * history by working the older input out again with the newer's, so a row may have moved in several steps, and
 * the steps add up exactly. Within the history a row's cause is the change of its own transaction, else of its lot's,
 * else the first change of that asset: lots are used up in turn, and what came before decides what is left.
 *
 * The work is that of at most three calculations and n log n for n rows.
 */
export function compareCalculations(
  before: CalculationRecord,
  after: CalculationRecord,
  originOf: OriginOf = () => null,
  changeMeant: ChangeMeant = (_, change) => change,
): Comparison {
  const found: { difference: RowDifference; cause: Attribution }[] = []
  for (const { from, to, attribute } of stepsOf(before, after))
    for (const difference of rowDifferences(from, to))
      found.push({ difference, cause: attribute(difference) })

  const settings = changedSettings(before.input.settings, after.input.settings)
  const causes = new Map<string, { kind: CauseKind; origin: string | null }>()
  const kindAndOrigin = (cause: Attribution) => {
    if (cause.tx === null) return { kind: cause.kind, origin: cause.kind === 'settings' ? settings : null }
    const kind = changeMeant(cause.tx, cause.kind)
    return { kind, origin: originOf(cause.tx, kind) }
  }
  const named = found.map(({ difference, cause }) => {
    const { tx } = cause
    const { kind, origin } = kindAndOrigin(cause)
    const key = JSON.stringify([CAUSES.indexOf(kind), origin])
    causes.set(key, { kind, origin })
    return { difference, key, changed: tx === null || tx === txOf(difference) ? null : tx }
  })
  const keys = [...causes.keys()].sort((a, b) => compareText(a, b))
  const place = new Map(keys.map((key, i) => [key, i]))
  const differences = named
    .map(({ difference, key, changed }) => ({ ...difference, cause: place.get(key)!, changed }))
    .map((difference) => ({ difference, size: sizeOf(difference) }))
    .sort(
      (a, b) =>
        a.difference.year - b.difference.year ||
        a.difference.cause - b.difference.cause ||
        compare(b.size, a.size) ||
        compareText(txOf(a.difference), txOf(b.difference)) ||
        compareText(a.difference.kind, b.difference.kind),
    )
    .map(({ difference }) => difference)
  const byCause = Map.groupBy(differences, (difference) => difference.cause)
  return {
    causes: keys.map((key, i) => ({ ...causes.get(key)!, years: yearChanges(byCause.get(i) ?? []) })),
    differences,
    years: yearChanges(differences),
  }
}

/** Why a row moved, and the changed transaction that it is put down to. */
type Attribution =
  | { readonly kind: CauseKind; readonly tx: null }
  | { readonly kind: InputChange; readonly tx: string }

interface Step {
  readonly from: CalculationResult
  readonly to: CalculationResult
  readonly attribute: (difference: RowDifference) => Attribution
}

function stepsOf(before: CalculationRecord, after: CalculationRecord): Step[] {
  const older = withGoneLotsNamed(before.input, after.input)
  const changes = inputChanges(older, after.input)
  const isOtherEngine =
    before.engineVersion !== after.engineVersion || before.rulesVersion !== after.rulesVersion
  const areOtherSettings = canonicalJson(before.input.settings) !== canonicalJson(after.input.settings)
  const all = (kind: CauseKind) => () => ({ kind, tx: null })
  const inHistory = attributionIn(older, after.input, changes)
  /** Attributes a difference that no change of its own transaction explains to `kind`. */
  const ownElse = (kind: CauseKind) => (difference: RowDifference) => {
    const own = inHistory(difference)
    return own.isDirect ? own : { kind, tx: null }
  }
  // Results of an engine that is not this one cannot be worked out again.
  if (after.engineVersion !== ENGINE_VERSION || after.rulesVersion !== RULES_VERSION) {
    const rest = isOtherEngine ? 'engine' : areOtherSettings ? 'settings' : undefined
    const attribute = rest === undefined ? inHistory : ownElse(rest)
    return [{ from: before.result, to: after.result, attribute }]
  }
  const steps: Step[] = []
  let from = before.result
  const step = (to: CalculationResult, attribute: Step['attribute']) => {
    steps.push({ from, to, attribute })
    from = to
  }
  if (isOtherEngine) step(calculate(before.input), all('engine'))
  /**
   * Steps for changes of the history. Lots that were named beside other changes come last, for they are named among
   * the lots that exist after those changes.
   */
  const stepsInHistory = (to: CalculationResult, settings: CalculationInput['settings']) => {
    const transactions = withLotsNamedAs(older, after.input)
    if (transactions === undefined) return step(to, inHistory)
    const input = { settings, transactions }
    const others = inputChanges(older, input)
    const unnamed = others.size === 0 ? undefined : calculated(input)
    if (unnamed === undefined) return step(to, inHistory)
    step(unnamed, attributionIn(older, input, others))
    step(to, attributionIn(input, after.input, inputChanges(input, after.input)))
  }
  if (!areOtherSettings) stepsInHistory(after.result, after.input.settings)
  else if (changes.size === 0) step(after.result, all('settings'))
  else {
    // The settings before the history; or after it, where they ask for what the older history does not say: the value of a fee, say.
    const settled = calculated({ settings: after.input.settings, transactions: older.transactions })
    const between =
      settled ?? calculated({ settings: before.input.settings, transactions: after.input.transactions })
    if (settled !== undefined) {
      step(settled, all('settings'))
      stepsInHistory(after.result, after.input.settings)
    } else if (between !== undefined) {
      stepsInHistory(between, before.input.settings)
      step(after.result, all('settings'))
    } else step(after.result, ownElse('settings'))
  }
  return steps
}

/** @returns undefined where the settings ask for what the history does not say. */
function calculated(input: CalculationInput): CalculationResult | undefined {
  try {
    return calculate(input)
  } catch (error) {
    if (error instanceof CalculationInputError) return undefined
    throw error
  }
}

/** Attributes a row to a change of the history. */
function attributionIn(
  before: CalculationInput,
  after: CalculationInput,
  changes: ReadonlyMap<string, InputChange>,
): (difference: RowDifference) => Attribution & { readonly isDirect: boolean } {
  const first = firstChanges(before, after, changes)
  return (difference) => {
    const rows = [difference.after, difference.before].filter((row) => row !== null)
    for (const name of [...rows.map((row) => row.tx), ...rows.map(lotOf)]) {
      const kind = name === null ? undefined : changes.get(name)
      if (name !== null && kind !== undefined) return { kind, tx: name, isDirect: true }
    }
    const tx = first(rows[0]!)
    const kind = tx === null ? undefined : changes.get(tx)
    return tx === null || kind === undefined
      ? { kind: 'other', tx: null, isDirect: false }
      : { kind, tx, isDirect: false }
  }
}

/**
 * The first change before a row in its asset; a change of quantities goes before one of values, and one of the asset
 * before one of another, whose units may have become these.
 */
function firstChanges(
  before: CalculationInput,
  after: CalculationInput,
  changes: ReadonlyMap<string, InputChange>,
): (row: ComparedRow) => string | null {
  const ANY = ''
  const first = new Map<string, { tx: string; at: Instant }>()
  const note = (key: string, t: InputTransaction) => {
    const known = first.get(key)
    const at = instantOf(t.at)
    if (known === undefined || (at - known.at || compareText(t.id, known.tx)) < 0)
      first.set(key, { tx: t.id, at })
  }
  for (const t of [...before.transactions, ...after.transactions]) {
    const change = changes.get(t.id)
    if (change === undefined) continue
    const what = change === 'valued' ? 'value' : 'quantity'
    for (const asset of [ANY, t.from_currency, t.to_currency, t.fee_currency])
      if (asset !== null && asset !== undefined) note(`${what} ${asset}`, t)
  }
  return (row) => {
    const at = instantOf(row.at)
    for (const key of [`quantity ${row.asset}`, `value ${row.asset}`, `quantity ${ANY}`, `value ${ANY}`]) {
      const change = first.get(key)
      if (change !== undefined && change.at <= at) return change.tx
    }
    return null
  }
}

/** By time: as text half a second past a second would come before it. */
function instantOf(text: string): Instant {
  return readInstant(text) ?? 0
}

function lotOf(row: ComparedRow): string | null {
  return 'lot' in row ? row.lot : null
}

function txOf({ after, before }: RowDifference): string {
  return (after ?? before)!.tx
}

function sizeOf({ gain, income, deduction }: RowDifference): Decimal {
  return [gain, income, deduction].reduce((total, text) => plus(total, absolute(read(text))), zero)
}

/** How rows that differ moved each year. */
export function yearChanges(differences: readonly RowDifference[]): Record<string, YearChange> {
  const years = Map.groupBy(differences, ({ year }) => year)
  const total = (rows: readonly RowDifference[], field: 'gain' | 'income' | 'deduction') =>
    formatDecimal(rows.reduce((sum, row) => plus(sum, read(row[field])), zero))
  return Object.fromEntries(
    [...years].map(([year, rows]) => [
      String(year),
      {
        gain: total(rows, 'gain'),
        short: shortTermChange(rows),
        income: total(rows, 'income'),
        deduction: total(rows, 'deduction'),
        rows: rows.length,
      },
    ]),
  )
}

function read(text: string): Decimal {
  return parseDecimal(text) ?? zero
}
