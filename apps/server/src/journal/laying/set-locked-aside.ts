import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { isTiedBefore, lockedDay } from '../transactions/check-lock.ts'
import type { PlacedFinding, ReadingSummary } from './reading-to-lay.ts'
import type { Destination, FileEvent } from './file-event.ts'

/** The part of a reading that may be written, and the part before the lock. */
export interface Unlocked {
  /** Null for all of them. */
  readonly events: readonly FileEvent[] | null
  /** With a finding for every row that was set aside. */
  readonly reading: ReadingSummary
  /** Rows of this file that were used when it was read before the lock, and stay so. */
  readonly rowsKept: number
  /** Events before the lock that the journal has; they are left as they are. */
  readonly eventsHere: number
}

/** The code of a row that lies before the lock. */
export const LOCKED = 'before_lock'

/**
 * Set aside what lies before the customer's lock (E18). Nothing is lost: the bytes are kept, each row has its finding, and
 * once the lock is lifted or set earlier the file is read again (`read-set-aside.ts`).
 *
 * @param allEvents - of the file; asked for only where there is a lock.
 */
export async function setLockedAside(
  tx: Tx,
  { userId, connectionId }: Destination,
  allEvents: () => Promise<readonly FileEvent[]>,
  reading: ReadingSummary,
): Promise<Unlocked> {
  // Rows that an earlier reading of this file set aside are decided anew.
  await tx.run(sql`
    delete from records where user_id = ${userId} and connection_id = ${connectionId} and reason is not null
      and finding ->> 'code' = ${LOCKED}`)
  const lock = await tx.maybe<{ at: Date; day: string }>(sql`
    select c.locked_before as at, ${lockedDay} as day from customers c
    where user_id = ${userId} and locked_before is not null`)
  if (lock === undefined) return { events: null, reading, rowsKept: 0, eventsHere: 0 }
  const events = await allEvents()
  // A date that was corrected, or is told otherwise by another file, and the other end of a transfer are held as well.
  const held = await tx.all<{ event_id: string }>(sql`
    select distinct t.event_id from transactions t
    where t.user_id = ${userId} and t.event_id = any (${events.map(({ whole }) => whole)})
      and (t.at < ${lock.at}::timestamptz or ${isTiedBefore(sql`t`, sql`${lock.at}::timestamptz`)})`)
  const heldEvents = new Set(held.map((row) => row.event_id))
  const isLocked = ({ whole, report }: FileEvent) =>
    heldEvents.has(whole) || report.reads.some(({ at }) => at < lock.at.getTime())
  const locked = events.filter(isLocked)
  if (locked.length === 0) return { events, reading, rowsKept: 0, eventsHere: 0 }

  const here = await tx.all<{ event_id: string }>(sql`
    select distinct event_id from transactions where user_id = ${userId} and deleted_at is null
      and event_id = any (${locked.map(({ whole }) => whole)})`)
  const used = await tx.all<{ row: number }>(sql`
    select distinct source_row as row from records where user_id = ${userId} and connection_id = ${connectionId}
      and outcome = 'used' and source_row is not null`)
  const eventsHere = new Set(here.map((row) => row.event_id))
  const rowsUsed = new Set(used.map(({ row }) => row))

  const rowsHere = new Set<number>()
  const aside = new Map<number, PlacedFinding>()
  for (const { whole, records } of locked)
    for (const { record } of records)
      if (eventsHere.has(whole)) rowsHere.add(record.row)
      else
        aside.set(record.row, {
          code: LOCKED,
          row: record.row,
          origin: record.origin,
          message: `Before ${lock.day}, which is locked: set aside. It comes in by itself once you lift the lock in Settings.`,
        })
  return {
    events: events.filter((event) => !isLocked(event)),
    reading: {
      ...reading,
      notes: [...reading.notes.filter(({ row }) => !aside.has(row)), ...aside.values()],
      skipped: [
        ...reading.skipped,
        { reason: LOCKED, rows: [...rowsHere].filter((row) => !rowsUsed.has(row)) },
      ],
    },
    rowsKept: [...rowsHere].filter((row) => rowsUsed.has(row)).length,
    eventsHere: eventsHere.size,
  }
}
