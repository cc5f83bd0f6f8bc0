import type { AllocationSheet } from '@lotbook/reports'
import { withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { nameOf } from '../exports/write-export.ts'
import { recordedBy } from '../methods/standing-orders.ts'
import { assetsOf, recordedAllocations } from './records.ts'

/** An allocation as it was recorded, for paper. */
export async function allocationSheet({ db, who }: RequestContext, id: string): Promise<AllocationSheet> {
  const { subjectId: userId } = who
  const taxpayer = await nameOf(db, userId)
  const { row, coverage } = await withSubject(db, who, async (tx) => ({
    row: (await recordedAllocations(tx, userId)).find((one) => one.id === id),
    coverage: await tx.maybe<{ kept: AllocationSheet['coverage'] | null }>(sql`
      select record -> 'coverage' as kept from safe_harbor_plans where user_id = ${userId} and id = ${id}`),
  }))
  if (row === undefined) return refuse('not_found')
  return {
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
    coverage: coverage?.kept ?? [],
    units: row.record?.units ?? [],
    conditions: row.record?.standing.conditions ?? [],
    assets: row.record === null ? [] : assetsOf(row.record),
  }
}
