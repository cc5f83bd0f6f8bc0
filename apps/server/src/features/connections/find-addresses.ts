import type { AddressLine } from '@lotbook/contract'
import { addressConnector } from '@lotbook/sources'
import { withSubject } from '../../platform/database.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { addressIn } from '../sources/find-address.ts'
import { accountOfAddress, addressOn } from './connect-address.ts'

/** Chains that each of several addresses can be fetched from, and on which of them it is connected already. */
export async function findAddresses(
  { db, who }: RequestContext,
  texts: readonly string[],
): Promise<AddressLine[]> {
  const found = texts.map((text) => {
    const { outcome, message, is_extended_key, chains } = addressIn(text)
    const connectable = chains.flatMap(({ source }) => {
      if (addressConnector(source.slug) === undefined) return []
      const { key } = accountOfAddress(addressOn(source, text, is_extended_key))
      return [{ slug: source.slug, name: source.name, default_coin: source.default_coin, key }]
    })
    return { outcome, message, is_extended_key, connectable }
  })
  const keys = found.flatMap(({ connectable }) => connectable.map(({ key }) => key))
  const connected = await withSubject(db, who, (tx) =>
    tx.all<{ key: string }>(sql`
      select a.key from accounts a
      where a.user_id = ${who.subjectId} and a.key = any(${keys}::text[]) and exists (
        select 1 from connections c
        where c.user_id = a.user_id and c.account_id = a.id and c.method = 'wallet' and c.deleted_at is null)`),
  )
  const imported = new Set(connected.map(({ key }) => key))
  return found.map(({ connectable, ...line }) => ({
    ...line,
    chains: connectable.map(({ key, ...chain }) => ({ ...chain, is_imported: imported.has(key) })),
  }))
}
