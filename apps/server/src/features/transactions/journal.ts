import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/**
 * Become the one writer of a customer's journal until the transaction ends, and raise its version. Whoever
 * changes the effective journal or a tax setting comes through here, so no two changes mix and every
 * calculation can tell which journal it saw.
 *
 * @returns the new version, as text of a whole number.
 */
export async function writeJournal(tx: Tx, userId: string): Promise<string> {
  const row = await tx.one<{ version: string }>(sql`
    update journals set version = version + 1, changed_at = now() where user_id = ${userId} returning version`)
  return row.version
}

/** Bring the kept counts in step with the rows, at the end of whatever changed them. */
export async function recount(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    update accounts a set transactions = coalesce(c.n, 0)
    from accounts b left join (
      select account_id, count(*) as n from transactions where user_id = ${userId} and deleted_at is null group by account_id
    ) c on c.account_id = b.id
    where a.user_id = ${userId} and b.user_id = a.user_id and b.id = a.id and a.transactions <> coalesce(c.n, 0)`)
  await tx.run(sql`
    update journals j set
      transactions = (select count(*) from transactions t where t.user_id = j.user_id and t.deleted_at is null),
      taxable = (select count(*) from transactions t where t.user_id = j.user_id and t.deleted_at is null
        and not t.is_ignored and ${taxableOrIncoming}),
      review = (select count(*) from findings f where f.user_id = j.user_id and f.state = 'open'
        and f.severity <> 'info')
    where j.user_id = ${userId}`)
}

/** What the tax button counts: whatever may be taxed, and whatever came in (R4.36). */
const taxableOrIncoming = sql`(t.type in ('sell', 'trade', 'ico', 'nft', 'incoming')
  or (t.type = 'outgoing' and t.sub_type not in ('sent', 'staking_lockup')))
  and not ('fiat' = any (t.flags))`
