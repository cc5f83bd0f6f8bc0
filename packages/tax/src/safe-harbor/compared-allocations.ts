import { formatDecimal, minus, parseDecimal, plus, round, zero } from '@lotbook/money'
import { estimatedTaxes, type EstimateOf } from '@lotbook/rules/us'
import type { CalculationSettings, GlobalAllocation, SafeHarbor } from '../schema/calculation-input.ts'
import type { LotRow } from '../schema/calculation-result.ts'
import { hashOf } from '../manifest/manifest.ts'
import type { Allocations } from './check-allocation.ts'
import type { YearOutcome } from './outcome-since-2025.ts'
import type { FirstMove, Holding, Position } from './position.ts'

/** An allocation that is compared: what is on record, nothing, a person's own, or a global rule. */
export interface AllocationCandidate {
  readonly kind: 'recorded' | 'none' | 'own' | 'global'
  readonly plan: SafeHarbor | null
  readonly rule: GlobalAllocation | null
}

/**
 * Candidates that count now: the allocation on record, and one of nothing but the units that it binds.
 *
 * @param bound units that stay as they are on record, whatever is chosen for the others.
 */
export function standingCandidates(
  { safe_harbor: plan }: CalculationSettings,
  bound: Allocations = [],
): AllocationCandidate[] {
  const none: AllocationCandidate = {
    kind: 'none',
    plan: bound.length === 0 ? null : { type: 'specific', allocations: bound },
    rule: null,
  }
  if (plan === null || plan === undefined) return [none]
  return [{ kind: 'recorded', plan, rule: plan.type === 'global' ? plan : null }, none]
}

export function ruleCandidate(rule: GlobalAllocation): AllocationCandidate {
  return { kind: 'global', plan: rule, rule }
}

/** The settings with one pool before 2025 and an allocation. */
export function settingsWith(
  settings: CalculationSettings,
  safe_harbor: SafeHarbor | null,
): CalculationSettings {
  return { ...settings, pool_before_2025: 'universal', safe_harbor }
}

export interface DistinctAllocation {
  readonly candidate: AllocationCandidate
  /** Hash of the units attached to each account: the same key is the same result. */
  readonly key: string
  /** Rules that attach the same units to the same accounts. */
  readonly same: readonly GlobalAllocation[]
}

/** Candidates as their lots are attached: what comes to the same is worked out once; a person's own stands alone. */
export class DistinctAllocations {
  readonly #found: (DistinctAllocation & { readonly same: GlobalAllocation[] })[] = []

  /** @param lots at the end of 2024, as the candidate attaches them. */
  add(candidate: AllocationCandidate, lots: readonly LotRow[]): void {
    const key = hashOf(lots.map(attachedUnits))
    const same = this.#found.find((one) => one.key === key && one.candidate.kind !== 'own')
    if (same === undefined || candidate.kind === 'own') this.#found.push({ candidate, key, same: [] })
    else if (candidate.rule !== null) same.same.push(candidate.rule)
  }

  get all(): readonly DistinctAllocation[] {
    return this.#found
  }
}

/**
 * Units of one acquisition that were converted by two ratios are of two costs, and told apart by their basis; not so the last
 * digit, which goes to the account that is filled last where a lot is shared.
 */
function attachedUnits({ lot, asset, account, quantity, basis }: LotRow): readonly (string | null)[] {
  return [lot, asset, account, quantity, formatDecimal(round(exact(basis), 6, 'half-even'))]
}

/**
 * Assets whose lots lie otherwise in `attached` than they were chosen to. Units are named by what acquired them, so those of
 * one acquisition that are of two costs cannot be told apart by naming them.
 */
export function assetsAttachedOtherwise(chosen: readonly LotRow[], attached: readonly LotRow[]): string[] {
  const [wanted, found] = [chosen, attached].map((lots) => Map.groupBy(lots, ({ asset }) => asset))
  const unitsOf = (lots: readonly LotRow[] = []) =>
    lots
      .map((lot) => JSON.stringify(attachedUnits(lot)))
      .sort()
      .join()
  return [...wanted!.keys()].filter((asset) => unitsOf(wanted!.get(asset)) !== unitsOf(found!.get(asset)))
}

/** Why units cannot be named one by one as a rule attaches them. */
export function describeUntold(asset: string): string {
  return `Units of ${asset} are of one acquisition and of several costs: named one by one they would not lie where the rule puts them. Record the rule as a global allocation, or leave ${asset} out.`
}

/** Units and basis of one asset to be allocated; quantities and basis are exact decimals. */
export interface AssetPosition {
  readonly asset: string
  readonly lots: number
  readonly units: string
  readonly basis: string
  readonly held: readonly Pick<Holding, 'account' | 'quantity'>[]
  readonly held_units: string
  readonly first_move: FirstMove | null
}

/** The position by asset, those with lots first. */
export function positionByAsset(position: Position): AssetPosition[] {
  const assets = [...new Set([...position.lots, ...position.held].map(({ asset }) => asset))]
  return assets.map((asset) => {
    const lots = position.lots.filter((lot) => lot.asset === asset)
    const held = position.held.filter((one) => one.asset === asset)
    return {
      asset,
      lots: lots.length,
      units: sumOf(lots.map((lot) => lot.quantity)),
      basis: sumOf(lots.map((lot) => lot.basis)),
      held: held.map(({ account, quantity }) => ({ account, quantity })),
      held_units: sumOf(held.map(({ quantity }) => quantity)),
      first_move: position.firstMoves.get(asset) ?? null,
    }
  })
}

/** Figures of an allocation over all years since 2025, in USD; taxes are null without a table or an estimate. */
export interface BesideFirst {
  readonly years: (YearOutcome & { readonly tax: string | null })[]
  readonly gain: string
  readonly tax: string | null
  /** Less the same figure of the first, which is what counts now. */
  readonly difference: { readonly gain: string; readonly tax: string | null }
}

/** Outcomes with the tax of each year, a loss that is left over going to the next, beside the first of them. */
export function besideFirst<Outcome extends { readonly years: readonly YearOutcome[] }>(
  outcomes: readonly Outcome[],
  estimate: EstimateOf | null,
): (Omit<Outcome, 'years'> & BesideFirst)[] {
  const taxed = outcomes.map((outcome) => {
    const taxes = estimate === null ? [] : estimatedTaxes(outcome.years.map(taxedYear), estimate)
    const known = taxes.filter((tax) => tax !== null)
    return {
      ...outcome,
      years: outcome.years.map((year, i) => ({ ...year, tax: taxes[i] ?? null })),
      gain: sumOf(outcome.years.flatMap(({ short, long }) => [short, long])),
      tax: known.length === 0 ? null : sumOf(known),
    }
  })
  const [first] = taxed
  if (first === undefined) return []
  return taxed.map((outcome) => ({
    ...outcome,
    difference: {
      gain: less(outcome.gain, first.gain),
      tax: outcome.tax === null || first.tax === null ? null : less(outcome.tax, first.tax),
    },
  }))
}

const taxedYear = ({ year, short, long, income }: YearOutcome) => ({
  year,
  short: { gain: short },
  long: { gain: long },
  income,
})

const exact = (amount: string) => parseDecimal(amount) ?? zero
const less = (a: string, b: string) => formatDecimal(minus(exact(a), exact(b)))
const sumOf = (amounts: readonly string[]) =>
  formatDecimal(amounts.reduce((sum, amount) => plus(sum, exact(amount)), zero))
