import type { AllocationChoice } from '@lotbook/contract'
import {
  specificOfAttached,
  type Allocations,
  type CalculationSettings,
  type GlobalAllocation,
  type SafeHarbor,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import type { Collected } from '../tax/collect-input.ts'
import { specificAllocation } from '../tax/tax-settings.ts'

/** A choice under the names of the engine. */
export interface ChosenAllocation {
  readonly kind: AllocationChoice['kind']
  readonly rule: GlobalAllocation
  /** Units of the assets that are allocated by hand. */
  readonly byHand: Allocations
}

/** Read a choice; refuses accounts and lots that are not there, and units beside a global rule. */
export async function readChoice(
  tx: Tx,
  userId: string,
  { kind, order, accounts, units }: AllocationChoice,
): Promise<ChosenAllocation> {
  if (kind === 'global' && units.length > 0)
    refuse('invalid_input', 'A global allocation is a rule: units cannot be named beside it.')
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
  }
}

/** The settings with one pool before 2025 and an allocation. */
export function settingsWith(
  settings: CalculationSettings,
  safe_harbor: SafeHarbor | null,
): CalculationSettings {
  return { ...settings, pool_before_2025: 'universal', safe_harbor }
}

/** Lots at the end of 2024 where an allocation attaches them. */
export function attachedBy({ calculate, engine }: Collected, plan: SafeHarbor | null) {
  return calculate({ until: 'attachment' }, settingsWith(engine, plan)).lots
}

/** What a choice means to the engine: the rule, or each unit named, by the rule where it was not done by hand. */
export function allocationOf(collected: Collected, { kind, rule, byHand }: ChosenAllocation): SafeHarbor {
  if (kind === 'global') return rule
  const handMade = new Set(byHand.map(({ asset }) => asset))
  const others = attachedBy(collected, rule).filter(({ asset }) => !handMade.has(asset))
  return { type: 'specific', allocations: [...specificOfAttached(others, rule.accounts), ...byHand] }
}
