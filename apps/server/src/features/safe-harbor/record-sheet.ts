import type { AllocationSheet } from '@lotbook/reports'
import { withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { nameOf } from '../exports/write-export.ts'
import { recordedBy } from '../methods/standing-orders.ts'
import type { AllocationPlan } from '../tax/tax-settings.ts'
import { assetsOf, givesWay, type KeptAllocation } from './records.ts'

/** An allocation as it was recorded, for paper. */
export async function allocationSheet({ db, who }: RequestContext, id: string): Promise<AllocationSheet> {
  const { subjectId: userId } = who
  const taxpayer = await nameOf(db, userId)
  const row = await withSubject(db, who, (tx) =>
    tx.maybe<{
      plan: AllocationPlan
      rule_text: string
      record: KeptAllocation | null
      books_day: string | null
      recorded_at: Date
      recorded_by: string
      frozen_at: Date | null
      replaced_at: Date | null
    }>(sql`
      select p.plan - 'units' as plan, p.rule_text, p.record, p.books_day, p.recorded_at, p.recorded_by, p.frozen_at, (
          select min(q.recorded_at) from safe_harbor_plans q
          where q.user_id = p.user_id and (q.recorded_at, q.id) > (p.recorded_at, p.id)
        ) as replaced_at
      from safe_harbor_plans p where p.user_id = ${userId} and p.id = ${id}`),
  )
  if (row === undefined) return refuse('not_found')
  return {
    taxpayer,
    kind: row.plan.type,
    rule: row.rule_text,
    recordedAt: row.recorded_at.toISOString(),
    recordedBy: recordedBy(row.recorded_by, userId) === 'you' ? taxpayer : 'the tax professional',
    booksDay: row.books_day,
    isIrrevocable: row.frozen_at !== null,
    replacedAt: givesWay(row.record, row.frozen_at !== null)
      ? (row.replaced_at?.toISOString() ?? null)
      : null,
    currency: row.record?.currency ?? 'USD',
    coverage: row.record?.coverage ?? [],
    units: row.record?.units ?? [],
    conditions: row.record?.standing.conditions ?? [],
    assets: row.record === null ? [] : assetsOf(row.record),
  }
}
