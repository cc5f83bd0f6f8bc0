import { allSources, sourceBySlug, type ReadOutcome } from '@lotbook/sources'
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

export interface AccountDescription {
  readonly key: string
  readonly slug: string
  readonly name: string
  readonly chain?: string
  readonly address?: string
}

/** The account of a file: the address that it is the history of, else the source that wrote it. */
export function accountOfFile(
  reading: Pick<ReadOutcome, 'sourceSlug' | 'exchange'> & { readonly account?: ReadOutcome['account'] },
): AccountDescription {
  const { address, chain } = reading.account ?? {}
  if (address !== undefined) {
    const on = chain ?? 'evm'
    const slug = sourceBySlug(on)?.slug ?? 'wallet-address'
    return { key: `${on}:${address.toLowerCase()}`, slug, name: `${on}: ${address}`, chain: on, address }
  }
  const source = sourceBySlug(reading.sourceSlug)
  const slug = source?.slug ?? 'custom-csv'
  return { key: reading.sourceSlug, slug, name: source?.name ?? reading.exchange }
}

/** The account that a row names: a source of the catalogue by its name, else a wallet of the person's own. */
export function accountOfName(name: string): AccountDescription {
  const wanted = plain(name)
  const source = sourcesByName().get(wanted)
  if (source !== undefined) return { key: source.slug, slug: source.slug, name: source.name }
  return { key: `custom-csv:${wanted}`, slug: 'custom-csv', name: name.trim() }
}

let byName: Map<string, { slug: string; name: string }> | undefined

function sourcesByName() {
  byName ??= new Map(
    allSources().flatMap(({ slug, name }) => [
      [plain(slug), { slug, name }] as const,
      [plain(name), { slug, name }] as const,
    ]),
  )
  return byName
}

/** Names compare without case, space and punctuation. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
