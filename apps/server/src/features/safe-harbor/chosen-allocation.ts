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
import type { Collected } from '../tax/collect-input.ts'
import { boundAssets, specificAllocation, type BoundAssets } from '../tax/tax-settings.ts'
import { shownNames } from './shown-names.ts'

/** A choice under the names of the engine. */
export interface ChosenAllocation {
  readonly kind: AllocationChoice['kind']
  readonly rule: GlobalAllocation
  /** Units of the assets that are allocated by hand. */
  readonly byHand: Allocations
  /** Assets that stay as they are on record, whatever is chosen. */
  readonly bound: BoundAssets
}

/**
 * Read a choice; refuses accounts and lots that are not there, units beside a global rule, and what an earlier record
 * leaves no room for.
 */
export async function readChoice(
  tx: Tx,
  userId: string,
  { kind, order, accounts, units }: AllocationChoice,
): Promise<ChosenAllocation> {
  if (kind === 'global' && units.length > 0)
    refuse('invalid_input', 'A global allocation is a rule: units cannot be named beside it.')
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
  }
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

/**
 * What a choice means to the engine: the rule, or each unit named: as on record where it is bound, as given where it was
 * done by hand, by the rule where not.
 */
export function allocationOf(collected: Collected, choice: ChosenAllocation): SafeHarbor {
  const { kind, rule, byHand, bound } = choice
  const kept = keptAssets(collected.position(), bound)
  if (kind === 'global' && kept.size === 0) return rule
  const handMade = new Set(byHand.map(({ asset }) => asset))
  const others = attachedBy(collected, rule).filter(({ asset }) => !handMade.has(asset) && !kept.has(asset))
  return {
    type: 'specific',
    allocations: [...unitsOnRecord(collected, kept), ...specificOfAttached(others, rule.accounts), ...byHand],
  }
}

/** Units that records name of some assets. */
export function unitsOnRecord({ engine }: Collected, assets: ReadonlySet<string>): Allocations {
  const plan = engine.safe_harbor
  return plan?.type === 'specific' ? plan.allocations.filter(({ asset }) => assets.has(asset)) : []
}
