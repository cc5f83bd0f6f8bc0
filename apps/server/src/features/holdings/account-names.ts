import { sourceBySlug } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

export interface AccountName {
  readonly name: string
  readonly slug: string
}

/** How accounts are called on screens; null is the one pool of all of them. */
export async function accountNames(
  tx: Tx,
  userId: string,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => AccountName> {
  const asked = [...new Set(ids.flatMap((id) => id ?? []))]
  const rows = await tx.all<{ id: string; name: string; slug: string }>(sql`
    select id, name, source_slug as slug from accounts where user_id = ${userId} and id = any (${asked}::uuid[])`)
  const names = new Map(
    rows.map(({ id, name, slug }) => [id, { name: name || (sourceBySlug(slug)?.name ?? slug), slug }]),
  )
  return (id) =>
    id === null ? { name: 'All accounts', slug: '' } : (names.get(id) ?? { name: 'Account', slug: '' })
}
