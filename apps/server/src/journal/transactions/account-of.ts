import type { AccountDescription } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'

/** An account as readers and the engine name it: by a key made of content. */
export interface AccountRef {
  readonly id: string
  readonly key: string
  readonly slug: string
}

/**
 * The account that a file, or a row of it that names one, belongs to: made when it is not there yet, brought back
 * when it had been deleted. The key is the source's slug, `chain:address` for an address, and `custom-csv:name`
 * for a wallet that no source of the catalogue is.
 */
export async function accountFor(tx: Tx, userId: string, described: AccountDescription): Promise<AccountRef> {
  const { key, slug, name, chain, address } = described
  const row = await tx.one<{ id: string; key: string; source_slug: string }>(sql`
    insert into accounts (user_id, id, key, source_slug, name, chain, address, us_based, created_at)
    values (${userId}, ${newId()}, ${key}, ${slug}, ${name}, ${chain ?? null}, ${address ?? null}, true, now())
    on conflict (user_id, key) do update set deleted_at = null
    returning id, key, source_slug`)
  return { id: row.id, key: row.key, slug: row.source_slug }
}

/** Take an account out that a file was only taken for: nothing of it is there, and no file comes to it any more. */
export async function dropEmptied(tx: Tx, userId: string, accountId: string): Promise<void> {
  // The row first: an upload that brings the account back meanwhile is then seen with its connection.
  await tx.run(sql`select 1 from accounts where user_id = ${userId} and id = ${accountId} for update`)
  await tx.run(sql`
    update accounts a set deleted_at = now()
    where user_id = ${userId} and id = ${accountId} and transactions = 0 and not exists (
      select 1 from connections c where c.user_id = a.user_id and c.account_id = a.id and c.deleted_at is null)`)
}
