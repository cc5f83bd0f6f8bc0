import { taxSettings } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import type { DoneCalculation } from './one-year.ts'
import { countsFor, type RecordInForce } from './tax-settings.ts'

/**
 * Why lots from before 2025 came to their account without a safe harbor, though an allocation is on record: it came too
 * late for the asset, or is not of it.
 */
export type Allocation = 'late' | 'left_out'

/** The assets of a calculation whose lots from before 2025 have no safe harbor. */
export interface WithoutSafeHarbor {
  readonly isAny: boolean
  readonly of: (asset: string) => Allocation | null
}

const NONE: WithoutSafeHarbor = { isAny: false, of: () => null }

/** What the records that a calculation followed were too late for, or left out (R-POOL-3, R-POOL-4). */
export async function withoutSafeHarbor(
  tx: Tx,
  userId: string,
  calculation: Pick<DoneCalculation, 'settings' | 'finished_at'>,
): Promise<WithoutSafeHarbor> {
  const { pool_before_2025, safe_harbor } = taxSettings.parse(calculation.settings)
  if (pool_before_2025 !== 'universal' || safe_harbor === null) return NONE
  if (safe_harbor.type === 'global') {
    const record = await tx.maybe<{ is_late: boolean }>(sql`
      select frozen_at is null as is_late from safe_harbor_plans
      where user_id = ${userId} and plan ->> 'type' = 'global' and recorded_at <= ${calculation.finished_at}
      order by recorded_at desc, id desc limit 1`)
    return record?.is_late === true ? { isAny: true, of: () => 'late' } : NONE
  }
  const records = await tx.all<RecordInForce & { assets: string[] }>(sql`
    select bound_assets, left_out, array(
      select distinct u ->> 'asset' from jsonb_array_elements(plan -> 'units') as u
    ) as assets
    from safe_harbor_plans where user_id = ${userId}
      and id = any(${[...safe_harbor.bound_by, safe_harbor.record_id]}::uuid[]) order by recorded_at, id`)
  const counted = records.flatMap(({ assets, bound_assets }, n) =>
    assets
      .filter((asset) => countsFor(asset, records.slice(n)))
      .map((asset) => ({ asset, isBound: bound_assets?.includes(asset) === true })),
  )
  const named = new Set(counted.map(({ asset }) => asset))
  const found = new Map<string, Allocation>([
    ...counted.filter(({ isBound }) => !isBound).map(({ asset }) => [asset, 'late'] as const),
    ...(records.at(-1)?.left_out ?? [])
      .filter((asset) => !named.has(asset))
      .map((asset) => [asset, 'left_out'] as const),
  ])
  return { isAny: found.size > 0, of: (asset) => found.get(asset) ?? null }
}

/** A column `is_allocated` of rows `d`: since 2025 of a lot that was acquired before. */
export function isAllocated(
  { settings }: Pick<DoneCalculation, 'settings'>,
  { isAny }: WithoutSafeHarbor,
  day: Sql,
): Sql {
  if (!isAny) return sql`false as is_allocated`
  const { time_zone } = taxSettings.parse(settings)
  return sql`(${day} >= '2025-01-01' and exists (
    select 1 from transactions l where (l.user_id, l.id) = (d.user_id, d.lot_transaction_id)
      and (l.at at time zone ${time_zone})::date < '2025-01-01')) as is_allocated`
}
