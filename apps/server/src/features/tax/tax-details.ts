import type { TaxDetails } from '@lotbook/contract'
import { defaultTaxYear } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { isCurrent } from '../../calculating/keep/is-current.ts'
import { newestOfAll } from '../../calculating/run/calculation-state.ts'

/** All that the tax control depends on, for what it shows and does next. */
export async function taxDetails(tx: Tx, userId: string, now: Date): Promise<TaxDetails> {
  const journal = await tx.one<{
    version: string
    transactions: string
    taxable: string
    review: string
  }>(sql`
    select version, transactions, taxable, review from journals where user_id = ${userId}`)
  const { busy } = await tx.one<{ busy: string }>(sql`
    select count(distinct connection_id) as busy from imports
    where user_id = ${userId} and state in ('queued', 'running', 'waiting')`)
  const newest = await newestOfAll(tx, userId)
  const done = await tx.maybe<{
    id: string
    journal_version: string
    engine_version: string
    settings: unknown
    finished_at: Date
  }>(sql`
    select id, journal_version, engine_version, settings, finished_at from calculations where user_id = ${userId} and state = 'done'
    order by finished_at desc, id desc limit 1`)
  const isRunning = newest?.state === 'queued' || newest?.state === 'running'
  return {
    tax_year: newest?.tax_year ?? defaultTaxYear(now.getTime()),
    tax_calculated: isRunning ? false : done === undefined ? null : true,
    need_tax_calculation: done === undefined || !(await isCurrent(tx, userId, done, journal.version)),
    taxable_or_incoming: Number(journal.taxable),
    total_transactions: Number(journal.transactions),
    review: Number(journal.review),
    first_import: busy === '1',
    imports_in_progress: Number(busy),
    tax_calculation_id: done?.id ?? null,
    trace_id: newest?.trace_id ?? null,
    percent: isRunning ? (newest?.percent ?? 0) : null,
    calculated_at: done?.finished_at.toISOString() ?? null,
  }
}
