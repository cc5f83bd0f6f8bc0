import type { AllocationChoice } from '@lotbook/contract'
import {
  settingsWith,
  specificOfAttached,
  type Allocations,
  type GlobalAllocation,
  type Position,
  type SafeHarbor,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import type { Collected } from '../../calculating/collect/collect-input.ts'
import {
  boundAssets,
  readTaxSettings,
  specificAllocation,
  type BoundAssets,
} from '../../calculating/settings/tax-settings.ts'
import { shownNames } from './shown-names.ts'

/** A choice under the names of the engine. */
export interface ChosenAllocation {
  readonly kind: AllocationChoice['kind']
  readonly rule: GlobalAllocation
  /** Units of the assets that are allocated by hand. */
  readonly byHand: Allocations
  /** Assets that stay as they are on record, whatever is chosen. */
  readonly bound: BoundAssets
  /** Open assets that stay as they count now. */
  readonly leftOut: ReadonlySet<string>
}

/**
 * Read a choice; refuses accounts and lots that are not there, units beside a global rule, and what an earlier record
 * leaves no room for.
 */
export async function readChoice(
  tx: Tx,
  userId: string,
  { kind, order, accounts, units, left_out }: AllocationChoice,
): Promise<ChosenAllocation> {
  if (kind === 'global' && units.length > 0)
    refuse('invalid_input', 'A global allocation is a rule: units cannot be named beside it.')
  if (left_out.length > 0) await mayLeaveOut(tx, userId, kind)
  const bound = await boundAssets(tx, userId)
  if (bound !== 'every') await mustLeaveBound(tx, userId, bound, { kind, units })
  const wanted = [...new Set([...accounts, ...units.map((one) => one.account_id)])]
  const lots = [...new Set(units.map((one) => one.lot_transaction_id))]
  const { there } = await tx.one<{ there: boolean }>(sql`
    select (select count(*) from accounts where user_id = ${userId} and id = any(${wanted}::uuid[])) = ${wanted.length}
      and (select count(*) from transactions where user_id = ${userId} and deleted_at is null and id = any(${lots}::uuid[])) = ${lots.length}
      as there`)
  if (!there) refuse('not_found')
  const keys = await tx.all<{ key: string }>(sql`
    select coalesce(p.key, a.key) as key from unnest(${accounts}::uuid[]) with ordinality as w (id, n)
    join accounts a on a.user_id = ${userId} and a.id = w.id
    left join accounts p on (p.user_id, p.id) = (a.user_id, a.pooled_with) order by w.n`)
  return {
    kind,
    rule: { type: 'global', order, accounts: [...new Set(keys.map(({ key }) => key))] },
    byHand: (await specificAllocation(tx, userId, units)).allocations,
    bound,
    leftOut: new Set(left_out),
  }
}

/**
 * Refuses to leave assets out where what counts now cannot stand beside the choice: a rule is for every asset, and what
 * counts is one rule or one list of units.
 */
export async function mayLeaveOut(tx: Tx, userId: string, kind: AllocationChoice['kind']): Promise<void> {
  if (kind === 'global')
    refuse('invalid_input', 'A global allocation is for every asset: none can be left out.')
  const { safe_harbor } = await readTaxSettings(tx, userId)
  if (safe_harbor?.type === 'global')
    refuse(
      'conflict',
      'The rule on record is for every asset, and whatever is left out would lose it. Record specific units for every open asset.',
    )
}

/** A rule is for every asset, and units may not be of a bound one. */
async function mustLeaveBound(
  tx: Tx,
  userId: string,
  bound: ReadonlySet<string>,
  { kind, units }: Pick<AllocationChoice, 'kind' | 'units'>,
): Promise<void> {
  const inTheWay =
    kind === 'global' ? [...bound] : units.map(({ asset }) => asset).filter((one) => bound.has(one))
  if (inTheWay.length === 0) return
  const { asset } = await shownNames(tx, userId, inTheWay)
  const names = [...new Set(inTheWay)].map(asset).join(', ')
  refuse(
    'conflict',
    kind === 'global'
      ? `A rule is for every asset, and an irrevocable record says where units of ${names} are. Record specific units for the others.`
      : `An irrevocable record says where units of ${names} are. They cannot be allocated again.`,
  )
}

/** Lots at the end of 2024 where an allocation attaches them. */
export function attachedBy({ calculate, engine }: Collected, plan: SafeHarbor | null) {
  return calculate({ until: 'attachment' }, settingsWith(engine, plan)).lots
}

/**
 * Assets at the end of 2024 that stay as a record binds them while others are chosen for. None where all are bound: then
 * nothing is left to choose, and what is shown is what there was to choose from.
 */
export function keptAssets(position: Position, bound: BoundAssets): ReadonlySet<string> {
  if (bound === 'every') return new Set()
  const isOpen = position.lots.some(({ asset }) => !bound.has(asset))
  return isOpen ? bound : new Set()
}

/** Assets that a choice is not for: those that a record binds, and those that it leaves out. */
export function assetsApart(position: Position, { bound, leftOut }: ChosenAllocation): ReadonlySet<string> {
  return keptAssets(position, bound).union(leftOut)
}

/**
 * The engine's allocation for a choice: the rule, or each unit named. Bound and left-out units are as on record, units
 * chosen by hand as given, and all others by the rule.
 */
export function allocationOf(collected: Collected, choice: ChosenAllocation): SafeHarbor {
  const { kind, rule, byHand } = choice
  const apart = assetsApart(collected.position(), choice)
  if (kind === 'global' && apart.size === 0) return rule
  const handMade = byHand.filter(({ asset }) => !apart.has(asset))
  const byUnit = new Set(handMade.map(({ asset }) => asset))
  const others = attachedBy(collected, rule).filter(({ asset }) => !byUnit.has(asset) && !apart.has(asset))
  return {
    type: 'specific',
    allocations: [
      ...unitsOnRecord(collected, apart),
      ...specificOfAttached(others, rule.accounts),
      ...handMade,
    ],
  }
}

/** Units that records name of some assets. */
export function unitsOnRecord({ engine }: Collected, assets: ReadonlySet<string>): Allocations {
  const plan = engine.safe_harbor
  return plan?.type === 'specific' ? plan.allocations.filter(({ asset }) => assets.has(asset)) : []
}
