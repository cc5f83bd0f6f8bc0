import { taxSettings } from '@lotbook/contract'
import { allocationSentence, type AllocationMark } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import type { DoneCalculation } from './done-calculation.ts'
import { countsFor, type RecordInForce } from '../settings/tax-settings.ts'

/** The assets of a calculation whose lots from before 2025 have no safe harbor. */
export interface WithoutSafeHarbor {
  readonly isAny: boolean
  readonly of: (asset: string) => AllocationMark | null
}

const NONE: WithoutSafeHarbor = { isAny: false, of: () => null }

/** Units that the records a calculation followed were too late for, or left out (R-POOL-3, R-POOL-4). */
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
  const found = new Map<string, AllocationMark>([
    ...counted.filter(({ isBound }) => !isBound).map(({ asset }) => [asset, 'late'] as const),
    ...(records.at(-1)?.left_out ?? [])
      .filter((asset) => !named.has(asset))
      .map((asset) => [asset, 'left_out'] as const),
  ])
  return { isAny: found.size > 0, of: (asset) => found.get(asset) ?? null }
}

/** A column `is_allocated` of rows `d`: since 2025 of a lot that was acquired before. */
export function isAllocated(
  calculation: Pick<DoneCalculation, 'settings'>,
  { isAny }: WithoutSafeHarbor,
  day: Sql,
): Sql {
  return isAny ? sql`${allocated(calculation, day)} as is_allocated` : sql`false as is_allocated`
}

// The day in the row is earlier than that of its transaction where a donor held the lot before, and never later.
function allocated({ settings }: Pick<DoneCalculation, 'settings'>, day: Sql): Sql {
  const { time_zone } = taxSettings.parse(settings)
  return sql`(${day} >= '2025-01-01' and d.acquired < '2025-01-01' and exists (
    select 1 from transactions l where (l.user_id, l.id) = (d.user_id, d.lot_transaction_id)
      and (l.at at time zone ${time_zone})::date < '2025-01-01'))`
}

/** Rows `d` of a calculation, and the column with their day. */
interface DatedRows {
  readonly rows: Sql
  readonly day: Sql
}

/** In a sentence each, of which assets there are rows whose lots have no safe harbor; nothing where there are none. */
export async function toldWithoutSafeHarbor(
  tx: Tx,
  userId: string,
  calculation: DoneCalculation,
  lists: readonly DatedRows[],
): Promise<{ readonly code: string; readonly count: number; readonly message: string }[]> {
  const without = await withoutSafeHarbor(tx, userId, calculation)
  if (!without.isAny) return []
  const names: Record<AllocationMark, Set<string>> = { late: new Set(), left_out: new Set() }
  for (const { rows, day } of lists) {
    const assets = await tx.all<{ asset: string; symbol: string }>(sql`
      select r.asset, coalesce(s.symbol, r.asset) as symbol from (
        select distinct d.asset_id as asset from ${rows} d where ${day} >= '2025-01-01' and d.acquired < '2025-01-01'
      ) r left join assets s on s.id = r.asset`)
    for (const { asset, symbol } of assets) {
      const allocation = without.of(asset)
      if (allocation === null || names[allocation].has(symbol)) continue
      const { is_there } = await tx.one<{ is_there: boolean }>(sql`
        select exists (select 1 from ${rows} d where d.asset_id = ${asset} and ${allocated(calculation, day)}) as is_there`)
      if (is_there) names[allocation].add(symbol)
    }
  }
  return (['late', 'left_out'] as const).flatMap((why) => {
    const symbols = [...names[why]].sort()
    return symbols.length === 0
      ? []
      : [{ code: `safe_harbor_${why}`, count: symbols.length, message: allocationSentence(why, symbols) }]
  })
}
