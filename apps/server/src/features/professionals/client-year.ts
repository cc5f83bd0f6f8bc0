import { type ClientYear, REVIEW_KINDS, type ReviewKind } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { planOfYear } from '../billing/plan-of-year.ts'
import { importCounts } from '../imports/import-counts.ts'
import { taxDetails } from '../tax/tax-details.ts'
import { questionCounts } from '../workpapers/question-counts.ts'

/** A client's year at a glance, read in the client's own books with the access that the reader has. */
export async function readClientYear(tx: Tx, userId: string, year: number, now: Date): Promise<ClientYear> {
  const details = await taxDetails(tx, userId, now)
  const imports = await importCounts(tx, userId)
  const open = await tx.all<{ code: ReviewKind; count: number; effect: string | null }>(sql`
    select code, count(*)::integer as count, trim_scale(sum(effect_high))::text as effect
    from findings where user_id = ${userId} and state = 'open' and code = any (${REVIEW_KINDS}) group by code`)
  // A bound is one only where every part of it is known.
  const { effect } = await tx.one<{ effect: string | null }>(sql`
    select case when bool_and(effect_high is not null) then trim_scale(sum(effect_high))::text end as effect
    from findings where user_id = ${userId} and state = 'open' and code = any (${REVIEW_KINDS})`)
  const filed = await tx.maybe<{ filed_on: string | null }>(sql`
    select filed_on from tax_years where user_id = ${userId} and tax_year = ${year} and state = 'filed'`)
  const { changed_at } = await tx.one<{ changed_at: Date }>(sql`
    select changed_at from journals where user_id = ${userId}`)
  const newest = await tx.maybe<{ state: string }>(sql`
    select state from calculations where user_id = ${userId} order by created_at desc, id desc limit 1`)
  const calculation = calculationOf(newest?.state, details.need_tax_calculation)
  const review = open.reduce((sum, { count }) => sum + count, 0)
  const isDone = calculation === 'current' && review === 0
  return {
    state:
      filed !== undefined
        ? 'filed'
        : imports.running > 0 || imports.total === 0
          ? 'importing'
          : isDone
            ? 'ready'
            : 'needs_review',
    imports,
    review,
    effect: review === 0 ? '0' : effect,
    calculation,
    calculated_at: details.calculated_at,
    filed_on: filed?.filed_on ?? null,
    plan: (await planOfYear(tx, userId, year)).standing,
    issues: REVIEW_KINDS.flatMap((code) => open.filter((issue) => issue.code === code)),
    questions: await questionCounts(tx, userId, year),
    changed_at: changed_at.toISOString(),
  }
}

function calculationOf(newest: string | undefined, isNeeded: boolean): ClientYear['calculation'] {
  if (newest === undefined) return 'none'
  if (newest === 'queued' || newest === 'running') return 'running'
  if (newest === 'failed') return 'failed'
  return isNeeded ? 'out_of_date' : 'current'
}
