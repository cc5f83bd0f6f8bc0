import { dayAfter, type TaxDate } from '@lotbook/journal'
import { formatDecimal, minus, parseDecimal, plus, times, zero, type Decimal } from '@lotbook/money'
import { termOf, type Jurisdiction, type Taxpayer } from '@lotbook/rules'
import type { CalculationSettings, Method, MethodOverride } from '../schema/calculation-input.ts'
import { METHODS } from '../schema/calculation-input.ts'
import type { CalculationResult, DisposalRow, LotRow, TermSummary } from '../schema/calculation-result.ts'
import { dayNumber, readInstant } from '../schema/tax-day.ts'
import { isSetFrom, StandingOrders } from '../lots/standing-orders.ts'

/** The methods that a year is compared under. */
export const LOT_METHODS = ['fifo', 'lifo', 'hifo', 'lofo'] as const
export type LotMethod = (typeof LOT_METHODS)[number]

/**
 * The settings with one method for everything that happens in a year and after it; the years before, and lots that a
 * sale names, stay as they are.
 */
export function settingsUnder(
  settings: CalculationSettings,
  year: number,
  method: LotMethod,
): CalculationSettings {
  const from = `${year}-01-01`
  return { ...settings, method_overrides: [...(settings.method_overrides ?? []), { from, method }] }
}

/** A year worked out once: as the records say, or under one method. */
export interface MethodRun {
  readonly method: 'recorded' | LotMethod
  readonly settings: CalculationSettings
}

/** Runs that compare methods in a year, the recorded settings first. Each run ends with the year. */
export function methodRuns(settings: CalculationSettings, year: number): MethodRun[] {
  return [
    { method: 'recorded', settings },
    ...LOT_METHODS.map((method) => ({ method, settings: settingsUnder(settings, year, method) })),
  ]
}

/** Open lots at the end of a year. Amounts are exact decimals in USD. */
export interface LotsLeft {
  readonly count: number
  readonly basis: string
  /** Lots that would be long-term if sold on the first day of the next year. */
  readonly long: { readonly count: number; readonly basis: string }
  /** Value less basis of the lots whose asset has a price; null where none has. */
  readonly unrealised: string | null
  /** How many lots no price is known for. */
  readonly unpriced: number
}

/** Figures of a year under one method. */
export interface MethodOutcome {
  readonly short: TermSummary
  readonly long: TermSummary
  /** Gain of both terms. */
  readonly gain: string
  readonly income: string
  readonly left: LotsLeft
}

const NOTHING: TermSummary = { proceeds: '0', basis: '0', gain: '0' }

/**
 * A year of a result that ends with that year.
 *
 * @param priceOf the price of a unit in USD, exact decimal text; undefined where none is known.
 */
export function outcomeOf(
  result: CalculationResult,
  year: number,
  priceOf: (asset: string) => string | undefined,
  law: Jurisdiction,
): MethodOutcome {
  const { short = NOTHING, long = NOTHING, income = '0' } = result.years[String(year)] ?? {}
  return {
    short,
    long,
    gain: formatDecimal(plus(exact(short.gain), exact(long.gain))),
    income,
    left: lotsLeft(result.lots, dayAfter(`${year}-12-31`), priceOf, law),
  }
}

function lotsLeft(
  lots: readonly LotRow[],
  on: TaxDate,
  priceOf: (asset: string) => string | undefined,
  law: Jurisdiction,
): LotsLeft {
  const sums = { basis: zero, longBasis: zero, unrealised: zero }
  let longCount = 0
  let unpriced = 0
  for (const lot of lots) {
    const basis = exact(lot.basis)
    sums.basis = plus(sums.basis, basis)
    if (termOf(law, lot.acquired, on) === 'long') {
      longCount += 1
      sums.longBasis = plus(sums.longBasis, basis)
    }
    const price = priceOf(lot.asset)
    if (price === undefined) unpriced += 1
    else sums.unrealised = plus(sums.unrealised, minus(times(exact(lot.quantity), exact(price)), basis))
  }
  return {
    count: lots.length,
    basis: formatDecimal(sums.basis),
    long: { count: longCount, basis: formatDecimal(sums.longBasis) },
    unrealised: unpriced === lots.length ? null : formatDecimal(sums.unrealised),
    unpriced,
  }
}

/** Disposals of a year that draw on known lots, and which method was on record for them. */
export interface OnRecord {
  readonly disposals: number
  /** Those whose lots were named: the same under every method. */
  readonly named: number
  /** By method, the disposals that another one was on record for, so that this one cannot apply to them. */
  readonly contrary: Readonly<Record<LotMethod, number>>
  /** Disposals that the settings give a method to which was not on record. */
  readonly contraryAsSet: number
}

/**
 * The method on record for each disposal of a year: the standing order in force at its time, and without one FIFO,
 * which the law falls back on (Treas. Reg. 1.1012-1(j)(3)). An order that was recorded after a disposal cannot apply
 * to it.
 *
 * @param result of the settings as they are.
 */
export function methodsInForce(
  result: CalculationResult,
  settings: CalculationSettings,
  year: number,
): OnRecord {
  const contrary = { fifo: 0, lifo: 0, hifo: 0, lofo: 0 }
  let disposals = 0
  let named = 0
  let contraryAsSet = 0
  const rows = result.disposals.filter((row) => row.disposed.startsWith(`${year}-`) && row.lot !== null)
  // A method that is set from a day on, and never was recorded, is no order.
  const orders = (settings.method_overrides ?? []).filter((order) => !isSetFrom(order))
  const recorded = methodOf(rows, 'fifo', orders)
  const asSet = methodOf(rows, settings.method ?? 'fifo', settings.method_overrides ?? [])
  // A disposal may use several lots: it counts once.
  for (const [first, ...others] of Map.groupBy(rows, (d) => [d.tx, d.kind, d.asset].join('\n')).values()) {
    if (first === undefined) continue
    disposals += 1
    if ([first, ...others].every((row) => row.method === 'spec')) {
      named += 1
      continue
    }
    const inForce = recorded(first)
    for (const method of LOT_METHODS) if (method !== inForce) contrary[method] += 1
    if (asSet(first) !== inForce) contraryAsSet += 1
  }
  return { disposals, named, contrary, contraryAsSet }
}

/** Figures of a year under a method, with the disposals that it cannot lawfully apply to. */
export interface ComparedOutcome extends MethodOutcome {
  readonly method: MethodRun['method']
  readonly contrary: number
}

/** The figures of a run. */
export function comparedOutcome(
  { method }: MethodRun,
  outcome: MethodOutcome,
  { contrary, contraryAsSet }: OnRecord,
): ComparedOutcome {
  return { method, ...outcome, contrary: method === 'recorded' ? contraryAsSet : contrary[method] }
}

/** The tax of an outcome, and what it differs by from what is recorded; null without a table or an estimate. */
export interface BesideRecorded {
  readonly tax: string | null
  readonly difference: { readonly gain: string; readonly tax: string | null }
}

/** Outcomes beside the first, which is what is recorded. */
export function besideRecorded<Outcome extends Omit<ComparedOutcome, 'method'>>(
  outcomes: readonly Outcome[],
  year: number,
  estimate: Taxpayer | null,
  { estimates }: Jurisdiction,
): (Outcome & BesideRecorded)[] {
  const [recorded] = outcomes
  if (recorded === undefined) return []
  const taxOf = (outcome: Outcome) => (estimate === null ? null : estimates.ofYear(year, outcome, estimate))
  const less = (a: string, b: string) => formatDecimal(minus(exact(a), exact(b)))
  const recordedTax = taxOf(recorded)
  return outcomes.map((outcome) => {
    const tax = taxOf(outcome)
    return {
      ...outcome,
      tax,
      difference: {
        gain: less(outcome.gain, recorded.gain),
        tax: tax === null || recordedTax === null ? null : less(tax, recordedTax),
      },
    }
  })
}

/** The method of a row by settings; lots that are named in no sale are FIFO. */
function methodOf(rows: readonly DisposalRow[], method: Method, overrides: readonly MethodOverride[]) {
  const accounts = [...new Set(rows.map((row) => row.account))]
  const assets = [...new Set(rows.map((row) => row.asset))]
  const accountAt = new Map(accounts.map((name, i) => [name, i]))
  const assetAt = new Map(assets.map((name, i) => [name, i]))
  const orders = new StandingOrders(method, overrides, accounts, assets)
  return (row: DisposalRow): Method => {
    const day = dayNumber(row.disposed) ?? 0
    const at = readInstant(row.at) ?? 0
    const code = orders.methodCode(accountAt.get(row.account) ?? 0, assetAt.get(row.asset) ?? 0, day, at)
    const found = METHODS[code] ?? 'fifo'
    return found === 'spec' ? 'fifo' : found
  }
}

function exact(amount: string): Decimal {
  const value = parseDecimal(amount)
  if (value === undefined) throw new RangeError(`Not an amount: ${amount}`)
  return value
}
