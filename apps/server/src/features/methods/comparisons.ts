import type { MethodComparison } from '@lotbook/contract'
import { unitedStates, type EstimateOf } from '@lotbook/rules/us'
import { besideRecorded } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { writeUnderFence } from '../../platform/fence.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { withIncomeLines } from '../../calculating/keep/income-lines.ts'
import { readTaxSettings } from '../../calculating/settings/tax-settings.ts'
import {
  defineWorkedOutJob,
  isCurrent,
  lockBasis,
  newestWorkedOut,
  queueWorkedOut,
  workedOutOnWire,
  type WorkedOut,
} from '../../calculating/run/what-if.ts'
import type { StoredComparison } from './compare-year.ts'
import { inThread } from './in-thread.ts'

const COMPARE = { name: 'compare-methods', retryLimit: 5, table: 'method_comparisons' } as const

interface ComparisonRow extends WorkedOut<StoredComparison> {
  readonly tax_year: number
}

/**
 * Queue the comparison of a year. One runs at a time: another year waits its turn with a refusal, the same year answers
 * with the one that runs. Where nothing has changed since the last, that one answers.
 */
export async function startComparison(tx: Tx, userId: string, year: number, now: Date): Promise<string> {
  const basis = await lockBasis(tx, userId)
  const running = await tx.maybe<{ id: string; tax_year: number }>(sql`
    select id, tax_year from method_comparisons where user_id = ${userId} and state in ('queued', 'running')`)
  if (running !== undefined) return running.tax_year === year ? running.id : refuse('conflict')
  const last = await newest(tx, userId, year)
  if (last?.state === 'done' && isCurrent(last, basis)) return last.id
  return queueWorkedOut(tx, COMPARE, userId, basis, now, { tax_year: sql`${year}` })
}

/** Compare in a thread. */
export const compareJob = defineWorkedOutJob(COMPARE, async (db, fence, signal) => {
  const { tax_year: year, created_at: now } = await writeUnderFence(db, fence, (tx) =>
    tx.one<ComparisonRow>(sql`
      select * from method_comparisons where user_id = ${fence.userId} and id = ${fence.id}`),
  )
  return inThread(db, { kind: 'compare', fence, year, now: now.toISOString() }, signal)
})

function newest(tx: Tx, userId: string, year: number): Promise<ComparisonRow | undefined> {
  return newestWorkedOut(tx, COMPARE.table, userId, sql`tax_year = ${year}`)
}

/** The newest comparison of a year, with the tax that each outcome means. */
export async function readComparison(
  tx: Tx,
  userId: string,
  year: number,
  estimate: EstimateOf,
): Promise<MethodComparison | null> {
  const row = await newest(tx, userId, year)
  if (row === undefined) return null
  const journal = await tx.one<{ version: string; currency: string }>(sql`
    select j.version, c.currency from journals j join customers c on c.user_id = j.user_id where j.user_id = ${userId}`)
  const stored = row.outcomes
  const person = await withIncomeLines(tx, userId, estimate, [year])
  return {
    ...workedOutOnWire(row),
    tax_year: row.tax_year,
    is_current: isCurrent(row, {
      version: journal.version,
      settings: await readTaxSettings(tx, userId),
    }),
    currency: journal.currency,
    disposals: stored?.disposals ?? 0,
    named: stored?.named ?? 0,
    valued_on: stored?.valued_on ?? `${year}-12-31`,
    estimate_years: [...unitedStates.horizon],
    outcomes: besideRecorded(stored?.outcomes ?? [], year, person, unitedStates),
  }
}
