import { fill, screenMessages } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql, type Sql } from '../../platform/sql.ts'

/** When the customer's lock ends: what lies before it stays as it is (E18). Undefined without a lock. */
export async function lockEnd(tx: Tx, userId: string): Promise<Date | undefined> {
  const row = await tx.maybe<{ at: Date }>(sql`
    select locked_before as at from customers where user_id = ${userId} and locked_before is not null`)
  return row?.at
}

/** Refuse what lies before the customer's lock: an instant, or any of some transactions. */
export async function checkLock(tx: Tx, userId: string, what: string | readonly string[]): Promise<void> {
  const isBefore: Sql =
    typeof what === 'string'
      ? sql`locked_before > ${what}::timestamptz`
      : sql`exists (select 1 from transactions t where t.user_id = c.user_id and t.id = any (${what}) and t.at < c.locked_before)`
  const day = await dayOf(tx, userId, isBefore)
  if (day === undefined) return
  refuse('transactions_locked', fill(screenMessages.transactionsLocked, { date: day }))
}

/** Refuse to part, or to match otherwise, what is one transfer with a transaction before the lock. */
export async function checkTied(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  const isTied = sql`exists (select 1 from transactions t where t.user_id = c.user_id and t.id = any (${ids})
    and ${isTiedBefore(sql`t`, sql`c.locked_before`)})`
  if ((await dayOf(tx, userId, isTied)) !== undefined) await refuseTied(tx, userId)
}

/** Refuse an act that would change a transfer with one of its ends before the lock. */
export async function refuseTied(tx: Tx, userId: string): Promise<never> {
  const day = await dayOf(tx, userId, sql`true`)
  return refuse(
    'transactions_locked',
    `This is one transfer with a transaction before ${day ?? ''}, which is locked. Lift the lock in Settings first.`,
  )
}

/** The first day that is open as people read it, where the condition holds. */
async function dayOf(tx: Tx, userId: string, condition: Sql): Promise<string | undefined> {
  const locked = await tx.maybe<{ day: string }>(sql`
    select to_char(c.locked_before at time zone c.time_zone, 'Mon DD, YYYY') as day from customers c
    where user_id = ${userId} and locked_before is not null and ${condition}`)
  return locked?.day
}

/** The first day that is open, `YYYY-MM-DD` where the customer `c` lives. */
export const lockedDay = sql`to_char(c.locked_before at time zone c.time_zone, 'YYYY-MM-DD')`

/** Whether a transaction is matched with one before the lock: then what it is stands for both. */
export function isTiedBefore(transaction: Sql, lock: Sql): Sql {
  return sql`(${lock} is not null and ${transaction}.matched_as is not null and exists (
    -- Step by step, which offset 0 keeps apart: joined, all matches of the customer may be read for one transaction.
    select 1 from (
      select user_id, match_id from match_sides
      where user_id = ${transaction}.user_id and transaction_id = ${transaction}.id offset 0
    ) tied_s
    cross join lateral (
      select state from matches where user_id = tied_s.user_id and id = tied_s.match_id offset 0
    ) tied_m
    cross join lateral (
      select transaction_id from match_sides where user_id = tied_s.user_id and match_id = tied_s.match_id offset 0
    ) tied_o
    cross join lateral (
      select at from transactions where user_id = tied_s.user_id and id = tied_o.transaction_id offset 0
    ) tied_t
    where tied_m.state = 'made' and tied_t.at < ${lock}))`
}
