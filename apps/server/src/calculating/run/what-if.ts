import { taxSettings, type MethodComparison, type TaxSettings } from '@lotbook/contract'
import { ENGINE_VERSION } from '@lotbook/tax'
import type { Database, Tx } from '../../platform/database.ts'
import { FenceLost, takeFence, writeUnderFence, type Fence, type FencedTable } from '../../platform/fence.ts'
import { newId } from '../../platform/ids.ts'
import { addJob, defineJob, type Job } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refusal.ts'
import { identifier, joined, sql, type Sql } from '../../platform/sql.ts'
import type { Collected } from '../collect/collect-input.ts'
import { refusedTransaction } from '../collect/refused-input.ts'
import { readTaxSettings, sameSettings } from '../settings/tax-settings.ts'

/*
 * Questions to the engine beside a calculation: the methods of a year, allocations, treatments. Each is a row with its
 * progress, with what it was worked out from, and with its outcomes once they are there.
 */

type WorkedOutTable = Extract<
  FencedTable,
  'amendment_checks' | 'method_comparisons' | 'safe_harbor_comparisons' | 'treatment_effects'
>

export interface WorkedOut<Outcomes> {
  readonly id: string
  readonly state: MethodComparison['state']
  readonly stage: string
  readonly done: string
  readonly total: string | null
  readonly reason_code: string | null
  /** The transaction that the reason names, while it is there. */
  readonly refused_transaction: string | null
  readonly journal_version: string
  readonly settings: unknown
  readonly engine_version: string
  readonly outcomes: Outcomes | null
  readonly created_at: Date
  readonly finished_at: Date | null
}

/** The basis of an answer: the version of the journal, and the settings. */
export interface Basis {
  readonly version: string
  readonly settings: TaxSettings
}

/** The basis of a collected journal. */
export const basisOf = ({ journalVersion, settings }: Collected): Basis => ({
  version: journalVersion,
  settings,
})

/** The journal as it is now, locked, and the settings. Refuses where nothing was imported. */
export async function lockBasis(tx: Tx, userId: string): Promise<Basis> {
  const { version, transactions } = await tx.one<{ version: string; transactions: string }>(sql`
    select version, transactions from journals where user_id = ${userId} for update`)
  if (transactions === '0') refuse('nothing_taxable')
  return { version, settings: await readTaxSettings(tx, userId) }
}

/** Whether working it out again, by this engine, would say the same. */
export function isCurrent(
  row: Pick<WorkedOut<unknown>, 'journal_version' | 'engine_version' | 'settings'>,
  { version, settings }: Basis,
): boolean {
  return (
    row.journal_version === version &&
    row.engine_version === ENGINE_VERSION &&
    sameSettings(taxSettings.parse(row.settings), settings)
  )
}

/** The newest of a customer, of those that `which` names beside the customer (`tax_year = 2025`). */
export function newestWorkedOut<Row>(
  tx: Tx,
  table: WorkedOutTable,
  userId: string,
  ...which: readonly Sql[]
): Promise<Row | undefined> {
  const conditions = joined([sql`user_id = ${userId}`, ...which], ' and ')
  return tx.maybe<Row>(sql`
    select w.*, ${refusedTransaction(sql`w`)} as refused_transaction from ${identifier(table)} w
    where ${conditions} order by created_at desc, id desc limit 1`)
}

/** Queue the work. `more` are the columns that only this table has. */
export async function queueWorkedOut(
  tx: Tx,
  { name, retryLimit, table }: WorkedOutJob,
  userId: string,
  { version, settings }: Basis,
  now: Date,
  more: Readonly<Record<string, Sql>> = {},
): Promise<string> {
  const id = newId(now.getTime())
  const row = {
    user_id: sql`${userId}`,
    id: sql`${id}`,
    journal_version: sql`${version}`,
    settings: sql`${JSON.stringify(settings)}::jsonb`,
    engine_version: sql`${ENGINE_VERSION}`,
    created_at: sql`${now}`,
    ...more,
  }
  await tx.run(sql`
    insert into ${identifier(table)} (${joined(Object.keys(row).map(identifier), ', ')})
    values (${joined(Object.values(row), ', ')})`)
  await addJob(tx, { name, retryLimit }, { userId, id })
  return id
}

export interface WorkedOutJob {
  readonly name: string
  readonly retryLimit: number
  readonly table: WorkedOutTable
}

/** How the work in its thread ended. */
export interface ThreadOutcome {
  readonly outcome: string
  readonly reason?: string
  /** The transaction that the reason is about, where it is one. */
  readonly transactionId?: string | null
}

/**
 * The job of a table: `work` runs the thread, which writes the outcomes by `keepOutcomes`. Killed at any moment it leaves its
 * fence behind, and is run again from the start. What the engine refuses, or `work` says of itself, is the row's reason.
 */
export function defineWorkedOutJob(
  { name, retryLimit, table }: WorkedOutJob,
  work: (db: Database, fence: Fence, signal: AbortSignal) => Promise<ThreadOutcome>,
): Job<{ userId: string; id: string }> {
  return defineJob<{ userId: string; id: string }>(
    name,
    async ({ userId, id }, { db, signal }) => {
      const fence = await takeFence(db, table, userId, id)
      if (fence === undefined) return
      const { outcome, reason, transactionId } = await work(db, fence, signal)
      if (outcome === 'fence-lost') throw new FenceLost(fence)
      if (outcome !== 'refused') return
      await failWorkedOut(db, fence, { reason, transactionId })
    },
    {
      retryLimit,
      giveUp: async ({ userId, id }, { db }) => {
        const fence = await takeFence(db, table, userId, id)
        if (fence !== undefined) await failWorkedOut(db, fence, { reason: GIVEN_UP })
      },
    },
  )
}

const GIVEN_UP = 'This failed several times because of an error on our side. Try it again later.'

function failWorkedOut(
  db: Database,
  fence: Fence,
  { reason, transactionId }: Partial<Pick<ThreadOutcome, 'reason' | 'transactionId'>>,
): Promise<number> {
  return writeUnderFence(db, fence, (tx) =>
    tx.run(sql`
      update ${identifier(fence.table)} set state = 'failed', reason_code = ${reason ?? null},
        reason_transaction_id = ${transactionId ?? null}::uuid, finished_at = now()
      where user_id = ${fence.userId} and id = ${fence.id}`),
  )
}

/** Keep the outcomes with what they were worked out from; the earlier ones that `which` names make room. */
export function keepOutcomes(
  db: Database,
  fence: Fence,
  {
    basis: { version, settings },
    total,
    outcomes,
    which = [],
  }: {
    readonly basis: Basis
    readonly total: number
    readonly outcomes: unknown
    readonly which?: readonly Sql[]
  },
): Promise<void> {
  const { userId, id } = fence
  return writeUnderFence(db, fence, async (tx) => {
    await tx.run(sql`
      update ${identifier(fence.table)} set state = 'done', stage = 'Done', done = ${total}, total = ${total},
        journal_version = ${version}, settings = ${JSON.stringify(settings)}::jsonb, engine_version = ${ENGINE_VERSION},
        outcomes = ${JSON.stringify(outcomes)}::jsonb, finished_at = clock_timestamp()
      where user_id = ${userId} and id = ${id}`)
    const earlier = joined([sql`user_id = ${userId}`, sql`id <> ${id}`, ...which], ' and ')
    await tx.run(sql`delete from ${identifier(fence.table)} where ${earlier}`)
  })
}

/** How far it is, in the words of the API. */
export function workedOutOnWire(row: WorkedOut<unknown>) {
  const done = Number(row.done)
  const total = row.total === null ? null : Number(row.total)
  const share = total === null || total === 0 ? 0 : Math.floor((100 * done) / total)
  return {
    id: row.id,
    state: row.state,
    progress: { stage: row.stage, done, total, unit: 'transactions' },
    percent: row.state === 'done' ? 100 : share,
    reason: row.reason_code,
    reason_transaction_id: row.refused_transaction,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
