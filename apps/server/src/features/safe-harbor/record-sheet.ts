import type { AllocationSheet } from '@lotbook/reports'
import { type Tx, withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { newestRestsOn } from '../../calculating/keep/rests-on.ts'
import { nameOnForms } from '../identity/index.ts'
import { recordedBy } from '../methods/standing-orders.ts'
import { assetsOf, recordedAllocations } from './records.ts'

/** An allocation as it was recorded, for paper. */
export async function allocationSheet({ db, who }: RequestContext, id: string): Promise<AllocationSheet> {
  const { subjectId: userId } = who
  const taxpayer = await nameOnForms(db, userId)
  const sheets = await withSubject(db, who, (tx) => allocationSheets(tx, userId, taxpayer, id))
  return sheets[0] ?? refuse('not_found')
}

/** Every allocation on record, or the one with this id, for paper; the newest first. */
export async function allocationSheets(
  tx: Tx,
  userId: string,
  taxpayer: string,
  id?: string,
): Promise<AllocationSheet[]> {
  const kept = await tx.all<{ id: string; coverage: AllocationSheet['coverage'] | null }>(sql`
    select id, record -> 'coverage' as coverage from safe_harbor_plans where user_id = ${userId}`)
  const coverage = new Map(kept.map((plan) => [plan.id, plan.coverage]))
  const rows = await recordedAllocations(tx, userId)
  const restsOn = await newestRestsOn(tx, userId)
  return rows
    .filter((row) => id === undefined || row.id === id)
    .map((row) => ({
      restsOn,
      taxpayer,
      kind: row.plan.type,
      rule: row.rule_text,
      recordedAt: row.recorded_at.toISOString(),
      recordedBy: recordedBy(row.recorded_by, userId) === 'you' ? taxpayer : 'the tax professional',
      booksDay: row.books_day,
      isIrrevocable: row.frozen_at !== null,
      leftOut: row.record?.leftOut ?? [],
      replacedAssets: row.replaced.assets,
      replacedAt: row.replaced.at?.toISOString() ?? null,
      currency: row.record?.currency ?? 'USD',
      coverage: coverage.get(row.id) ?? [],
      units: row.record?.units ?? [],
      conditions: row.record?.standing.conditions ?? [],
      assets: row.record === null ? [] : assetsOf(row.record),
    }))
}
