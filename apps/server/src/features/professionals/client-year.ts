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
  const { open, effect } = await openItems(tx, userId, year)
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

interface OpenItems {
  readonly open: readonly { code: ReviewKind; count: number; effect: string | null }[]
  /** The most that all of them together change the year by; null where a part of it is not known. */
  readonly effect: string | null
}

/**
 * Open items of a year by kind, with the most that they change it by. An item whose effect is known belongs to one year. One whose effect is
 * not known may change its own year and every later one, for lots are carried on.
 */
async function openItems(tx: Tx, userId: string, year: number): Promise<OpenItems> {
  const items = sql`
    select f.code, f.effect_high as effect, f.effect_high is not null and f.tax_year = ${year} as is_of_year,
      f.effect_high is null and (t.id is null or extract(year from t.at at time zone c.time_zone) <= ${year}) as is_unknown
    from findings f join customers c on c.user_id = ${userId}
    left join transactions t on t.user_id = f.user_id and t.id = f.transaction_id
    where f.user_id = ${userId} and f.state = 'open' and f.code = any (${REVIEW_KINDS})`
  const known = sql`trim_scale(coalesce(sum(effect) filter (where is_of_year), 0))::text`
  const open = await tx.all<{ code: ReviewKind; count: number; effect: string | null }>(sql`
    select code, count(*)::integer as count, case when bool_or(is_of_year) or not bool_or(is_unknown) then ${known} end as effect
    from (${items}) i where is_of_year or is_unknown group by code`)
  // A bound is one only where every part of it is known.
  const { effect } = await tx.one<{ effect: string | null }>(sql`
    select case when not coalesce(bool_or(is_unknown), false) then ${known} end as effect from (${items}) i`)
  return { open, effect }
}

function calculationOf(newest: string | undefined, isNeeded: boolean): ClientYear['calculation'] {
  if (newest === undefined) return 'none'
  if (newest === 'queued' || newest === 'running') return 'running'
  if (newest === 'failed') return 'failed'
  return isNeeded ? 'out_of_date' : 'current'
}
