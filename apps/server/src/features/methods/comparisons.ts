import { taxSettings, type MethodComparison, type MethodOutcome } from '@lotbook/contract'
import { formatDecimal, minus, parseDecimal, zero } from '@lotbook/money'
import { ESTIMATE_YEARS } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { FenceLost, takeFence, writeUnderFence } from '../../platform/fence.ts'
import { newId } from '../../platform/ids.ts'
import { addJob, defineJob } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { readTaxSettings, sameSettings } from '../tax/tax-settings.ts'
import type { StoredComparison } from './compare-year.ts'
import { estimatedTax, type EstimateOf } from './estimated-tax.ts'
import { inThread } from './in-thread.ts'

const COMPARE = { name: 'compare-methods', retryLimit: 5 } as const

/**
 * Queue the comparison of a year. One runs at a time: another year waits its turn with a refusal, the same year answers
 * with the one that runs. Where nothing has changed since the last, that one answers.
 */
export async function startComparison(tx: Tx, userId: string, year: number, now: Date): Promise<string> {
  const journal = await tx.one<{ version: string; transactions: string }>(sql`
    select version, transactions from journals where user_id = ${userId} for update`)
  if (journal.transactions === '0') refuse('nothing_taxable')
  const settings = await readTaxSettings(tx, userId)
  const running = await tx.maybe<{ id: string; tax_year: number }>(sql`
    select id, tax_year from method_comparisons where user_id = ${userId} and state in ('queued', 'running')`)
  if (running !== undefined) return running.tax_year === year ? running.id : refuse('conflict')
  const last = await newest(tx, userId, year)
  if (last?.state === 'done' && isCurrent(last, journal.version, settings)) return last.id

  const id = newId(now.getTime())
  await tx.run(sql`
    insert into method_comparisons (user_id, id, tax_year, journal_version, settings, created_at)
    values (${userId}, ${id}, ${year}, ${journal.version}, ${JSON.stringify(settings)}::jsonb, ${now})`)
  await addJob(tx, COMPARE, { userId, comparisonId: id })
  return id
}

/** Compare in a thread. Killed at any moment it leaves its fence behind, and is run again from the start. */
export const compareJob = defineJob<{ userId: string; comparisonId: string }>(
  COMPARE.name,
  async ({ userId, comparisonId }, { db, signal }) => {
    const fence = await takeFence(db, 'method_comparisons', userId, comparisonId)
    if (fence === undefined) return
    const { tax_year: year, created_at: now } = await writeUnderFence(db, fence, (tx) =>
      tx.one<{ tax_year: number; created_at: Date }>(sql`
        select tax_year, created_at from method_comparisons where user_id = ${userId} and id = ${comparisonId}`),
    )
    const answer = await inThread(db, { kind: 'compare', fence, year, now: now.toISOString() }, signal)
    if (answer.outcome === 'fence-lost') throw new FenceLost(fence)
    if (answer.outcome === 'done') return
    await writeUnderFence(db, fence, (tx) =>
      tx.run(sql`
        update method_comparisons set state = 'failed', reason_code = ${answer.reason}, finished_at = now()
        where user_id = ${userId} and id = ${comparisonId}`),
    )
  },
  { retryLimit: COMPARE.retryLimit },
)

interface ComparisonRow {
  readonly id: string
  readonly tax_year: number
  readonly state: MethodComparison['state']
  readonly stage: string
  readonly done: string
  readonly total: string | null
  readonly reason_code: string | null
  readonly journal_version: string
  readonly settings: unknown
  readonly outcomes: StoredComparison | null
  readonly finished_at: Date | null
}

function newest(tx: Tx, userId: string, year: number): Promise<ComparisonRow | undefined> {
  return tx.maybe<ComparisonRow>(sql`
    select * from method_comparisons where user_id = ${userId} and tax_year = ${year}
    order by created_at desc, id desc limit 1`)
}

function isCurrent(
  row: ComparisonRow,
  version: string,
  settings: Parameters<typeof sameSettings>[1],
): boolean {
  return row.journal_version === version && sameSettings(taxSettings.parse(row.settings), settings)
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
  const done = Number(row.done)
  const total = row.total === null ? null : Number(row.total)
  const stored = row.outcomes
  return {
    id: row.id,
    tax_year: row.tax_year,
    state: row.state,
    progress: { stage: row.stage, done, total, unit: 'transactions' },
    percent:
      row.state === 'done' ? 100 : total === null || total === 0 ? 0 : Math.floor((100 * done) / total),
    reason: row.reason_code,
    is_current: isCurrent(row, journal.version, await readTaxSettings(tx, userId)),
    finished_at: row.finished_at?.toISOString() ?? null,
    currency: journal.currency,
    disposals: stored?.disposals ?? 0,
    named: stored?.named ?? 0,
    valued_on: stored?.valued_on ?? `${year}-12-31`,
    estimate_years: [...ESTIMATE_YEARS],
    outcomes: withTaxes(stored?.outcomes ?? [], year, estimate),
  }
}

/** Tax and differences, which depend on what the person says of themselves. */
function withTaxes(
  outcomes: StoredComparison['outcomes'],
  year: number,
  estimate: EstimateOf,
): MethodOutcome[] {
  const taxOf = (outcome: StoredComparison['outcomes'][number]) => estimatedTax(year, outcome, estimate)
  const [recorded] = outcomes
  if (recorded === undefined) return []
  const recordedTax = taxOf(recorded)
  return outcomes.map((outcome) => {
    const tax = taxOf(outcome)
    return {
      ...outcome,
      tax,
      difference: {
        gain: formatDecimal(minus(exact(outcome.gain), exact(recorded.gain))),
        tax:
          tax === null || recordedTax === null ? null : formatDecimal(minus(exact(tax), exact(recordedTax))),
      },
    }
  })
}

const exact = (amount: string) => parseDecimal(amount) ?? zero
