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

/** Keep the journal as it is until the transaction ends, for who cannot know yet whether they will change it. */
export async function holdJournal(tx: Tx, userId: string): Promise<void> {
  await tx.one(sql`select 1 as held from journals where user_id = ${userId} for update`)
}

/** Bring the totals of accounts and journal in step with the kept counts, at the end of whatever changed the rows. */
export async function recount(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    update accounts a set transactions = coalesce(c.n, 0)
    from accounts b left join (
      select account_id, sum(transactions) as n from transaction_counts where user_id = ${userId} and asset_id = '' group by account_id
    ) c on c.account_id = b.id
    where a.user_id = ${userId} and b.user_id = a.user_id and b.id = a.id and a.transactions <> coalesce(c.n, 0)`)
  await tx.run(sql`
    update journals j set transactions = c.transactions, taxable = c.taxable,
      review = (select count(*) from findings f where f.user_id = j.user_id and f.state = 'open' and f.severity <> 'info')
    from (
      select coalesce(sum(transactions), 0) as transactions,
        coalesce(sum(transactions) filter (where is_taxable and not is_ignored), 0) as taxable
      from transaction_counts where user_id = ${userId} and asset_id = ''
    ) c where j.user_id = ${userId}`)
}
