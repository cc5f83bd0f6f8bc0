import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql, type Sql } from '../../platform/sql.ts'

/** Refuse what lies before the customer's lock: an instant, or any of some transactions. */
export async function checkLock(tx: Tx, userId: string, what: string | readonly string[]): Promise<void> {
  const isBefore: Sql =
    typeof what === 'string'
      ? sql`locked_before > ${what}::timestamptz`
      : sql`exists (select 1 from transactions t where t.user_id = c.user_id and t.id = any (${what}) and t.at < c.locked_before)`
  const locked = await tx.maybe<{ day: string }>(sql`
    select ${lockedDay} as day from customers c where user_id = ${userId} and ${isBefore}`)
  if (locked === undefined) return
  refuse(
    'transactions_locked',
    `Transactions before ${locked.day} are locked. Reset the lock in Settings before importing.`,
  )
}

/** The first day that is open, `YYYY-MM-DD` where the customer `c` lives. */
export const lockedDay = sql`to_char(c.locked_before at time zone c.time_zone, 'YYYY-MM-DD')`
