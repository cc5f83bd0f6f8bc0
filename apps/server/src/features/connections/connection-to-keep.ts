import { accountFor } from '../../journal/transactions/account-of.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

/** The purpose of a key or grant. */
export interface Purpose {
  readonly userId: string
  readonly method: 'api' | 'oauth'
  readonly source: { readonly slug: string; readonly name: string }
  /** The connection that is named; else one whose key or grant no longer works is set right. */
  readonly connectionId: string | null
  /** Whether a connection that works may be given a new key, where none is named. */
  readonly mayReplace: boolean
  readonly now: Date
}

/** The connection that a key or grant is for: the one named, one whose access no longer works, else a new one. */
export async function connectionToKeep(tx: Tx, purpose: Purpose): Promise<string> {
  const { userId, method, source, connectionId, mayReplace, now } = purpose
  const all = await tx.all<{ id: string; state: string; key: string; method: string }>(sql`
    select c.id, c.state, a.key, c.method from connections c join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id)
    where c.user_id = ${userId} and a.source_slug = ${source.slug} and c.method in ('api', 'oauth') and c.deleted_at is null
    order by c.created_at`)
  const live = all.filter((connection) => connection.method === method)
  const wanted =
    connectionId === null
      ? live.find(({ state }) => mayReplace || state === 'needs_key' || state === 'needs_oauth')
      : (live.find(({ id }) => id === connectionId) ?? refuse('not_found'))
  if (wanted !== undefined) return wanted.id
  const account = await accountFor(tx, userId, accountBeside(source, new Set(all.map(({ key }) => key))))
  const id = newId()
  await tx.run(sql`
    insert into connections (user_id, id, account_id, method, label, created_at)
    values (${userId}, ${id}, ${account.id}, ${method}, ${source.name}, ${now})`)
  return id
}

/** The account of a source, or a further one where one is connected already: `kraken`, `kraken#2`. */
function accountBeside({ slug, name }: Purpose['source'], taken: ReadonlySet<string>) {
  let n = 1
  while (taken.has(n === 1 ? slug : `${slug}#${n}`)) n += 1
  return n === 1 ? { key: slug, slug, name } : { key: `${slug}#${n}`, slug, name: `${name} ${n}` }
}
