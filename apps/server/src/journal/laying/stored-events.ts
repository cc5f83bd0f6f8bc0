import type { Fingerprint } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { fieldColumns, type Kept } from '../transactions/overlay.ts'
import { type EventReport, eventReport, type StoredEventReport } from './stored-event-rows.ts'
import type { TransactionFacts, TransactionRow } from './transaction-rows.ts'

/** A transaction of an event as the journal has it. */
export interface StoredTransaction {
  readonly id: string
  /** True after no report stated it any more. A transaction that a person removed is not deleted, and stays removed. */
  readonly isDeleted: boolean
  readonly kept: Kept
  readonly facts: TransactionFacts
}

/** The report of one connection, with the time when the connection was made. */
export interface ReportOfConnection extends EventReport {
  readonly connectionId: string
  readonly since: number
}

/**
 * Stored transactions of events, by event and fingerprint. Each event is looked up by itself: by a list of them the planner, who takes a
 * customer for a small part of the table, would rather read all of theirs.
 */
export async function storedTransactions(
  tx: Tx,
  userId: string,
  wholes: readonly string[],
): Promise<Map<string, Map<Fingerprint, StoredTransaction>>> {
  const rows = await tx.all<
    TransactionRow & { fingerprint: string; event_id: string; is_deleted: boolean }
  >(sql`
    select t.id, ${fieldColumns}, encode(t.fingerprint, 'hex') as fingerprint, t.event_id,
      t.deleted_at is not null and t.removed_at is null as is_deleted, t.external_id, t.sequence, t.tx_hash, t.us_based, t.flags,
      encode(t.fee_of, 'hex') as fee_of
    from unnest(${[...new Set(wholes)]}::text[]) as named (id)
    cross join lateral (select * from transactions where user_id = ${userId} and event_id = named.id offset 0) t`)
  const known = new Map<string, Map<Fingerprint, StoredTransaction>>()
  for (const row of rows) {
    const { id, fingerprint, event_id: whole, is_deleted: isDeleted, base, ...rest } = row
    const { external_id, sequence, tx_hash, us_based, flags, fee_of, ...fields } = rest
    const facts = { external_id, sequence, tx_hash, us_based, flags, fee_of }
    const ofEvent = known.get(whole) ?? new Map<Fingerprint, StoredTransaction>()
    known.set(whole, ofEvent.set(fingerprint, { id, isDeleted, kept: { fields, base }, facts }))
  }
  return known
}

/**
 * Stored reports of events, by event.
 *
 * @param without a connection that is being read now, whose stored reports no longer count.
 */
export async function storedReports(
  tx: Tx,
  userId: string,
  without: string | null,
  wholes: readonly string[],
): Promise<Map<string, ReportOfConnection[]>> {
  const rows = await tx.all<{
    whole: string
    connection_id: string
    since: Date
    reading: StoredEventReport
  }>(sql`
    -- Step by step, which offset 0 keeps apart: joined, all records of a connection may come first, for each transaction.
    select t.event_id as whole, r.connection_id, c.created_at as since, r.reading
    from unnest(${[...new Set(wholes)]}::text[]) as named (id)
    cross join lateral (select id, event_id from transactions where user_id = ${userId} and event_id = named.id offset 0) t
    cross join lateral (
      select connection_id, reading from records
      where user_id = ${userId} and transaction_id = t.id and reading is not null
        and connection_id is distinct from ${without} offset 0
    ) r
    join connections c on c.user_id = ${userId} and c.id = r.connection_id and c.deleted_at is null`)
  const reports = new Map<string, ReportOfConnection[]>()
  for (const { whole, connection_id, since, reading } of rows)
    addReport(reports, whole, {
      ...eventReport(reading),
      connectionId: connection_id,
      since: since.getTime(),
    })
  return reports
}

export function addReport(
  reports: Map<string, ReportOfConnection[]>,
  whole: string,
  report: ReportOfConnection,
): void {
  const all = reports.get(whole)
  if (all === undefined) reports.set(whole, [report])
  else all.push(report)
}
