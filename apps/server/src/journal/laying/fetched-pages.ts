import type { FetchedPage, StoredPage } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Keys } from '../../platform/keys.ts'
import { longValue } from '../../platform/long-value.ts'
import { open, seal } from '../../platform/seal.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { packFrame, unpackFrameAtOnce } from '../../platform/zstd-frames.ts'

/** A walk through the history of a connection: its number counts those that began at the beginning. */
export interface WalkOf {
  readonly userId: string
  readonly connectionId: string
  readonly walk: number
}

/** Keep a page, and the place to go on behind it; both or neither. */
export async function keepPage(
  tx: Tx,
  keys: Keys,
  { userId, connectionId, walk }: WalkOf,
  page: FetchedPage,
): Promise<void> {
  if (page.entries > 0) {
    const id = newId()
    const place = { table: 'fetched_pages', userId, rowId: id, column: 'sealed' } as const
    const packed = await packFrame(Buffer.from(page.text))
    const sealed = await longValue(tx, await seal(tx, keys, place, packed))
    await tx.run(sql`
      delete from fetched_pages where user_id = ${userId} and connection_id = ${connectionId} and walk = ${walk}
        and stream = ${page.stream} and place = ${page.place}`)
    await tx.run(sql`
      insert into fetched_pages (user_id, id, connection_id, walk, stream, place, entries, sealed, fetched_at)
      values (${userId}, ${id}, ${connectionId}, ${walk}, ${page.stream}, ${page.place}, ${page.entries}, ${sealed}, clock_timestamp())`)
  }
  await tx.run(sql`
    update connections set position = ${JSON.stringify(page.next)}::jsonb where user_id = ${userId} and id = ${connectionId}`)
}

/** Entries of a walk that are kept. */
export async function entriesKept(tx: Tx, { userId, connectionId, walk }: WalkOf): Promise<number> {
  const { kept } = await tx.one<{ kept: string }>(sql`
    select coalesce(sum(entries), 0) as kept from fetched_pages
    where user_id = ${userId} and connection_id = ${connectionId} and walk = ${walk}`)
  return Number(kept)
}

/** A page as it is kept, opened but not unpacked. It can be handed to a thread. */
export interface PackedPage extends Omit<StoredPage, 'text'> {
  readonly packed: Uint8Array<ArrayBuffer>
}

/** All pages of a walk, in the order they came. */
export function pagesOf(tx: Tx, keys: Keys, { userId, connectionId, walk }: WalkOf): Promise<PackedPage[]> {
  return pagesWhere(tx, keys, userId, sql`connection_id = ${connectionId} and walk = ${walk}`)
}

/** The pages of a connection that were fetched for a place. */
export async function pagesAt(
  tx: Tx,
  keys: Keys,
  userId: string,
  { connectionId, place }: { readonly connectionId: string; readonly place: string },
): Promise<StoredPage[]> {
  const at = sql`connection_id = ${connectionId} and place = ${place}`
  return (await pagesWhere(tx, keys, userId, at)).map(unpackedPage)
}

/** A page whose text is unpacked each time that it is read, so that those of a long history are never all in memory. */
export function unpackedPage({ packed, ...page }: PackedPage): StoredPage {
  return {
    ...page,
    get text() {
      return unpackFrameAtOnce(packed, packed.length * USUAL_SHRINKING).toString()
    },
  }
}

async function pagesWhere(tx: Tx, keys: Keys, userId: string, condition: Sql): Promise<PackedPage[]> {
  const rows = await tx.all<{
    id: string
    stream: string
    place: string
    sealed: Buffer
    fetched_at: Date
  }>(sql`
    select id, stream, place, sealed, fetched_at from fetched_pages
    where user_id = ${userId} and ${condition} order by fetched_at, id`)
  const pages: PackedPage[] = []
  for (const { id, stream, place, sealed, fetched_at } of rows) {
    const where = { table: 'fetched_pages', userId, rowId: id, column: 'sealed' } as const
    // In memory of its own.
    const packed = new Uint8Array(await open(tx, keys, where, sealed))
    pages.push({ stream, place, packed, fetchedAt: fetched_at.getTime() })
  }
  return pages
}

/** JSON of many like entries. */
const USUAL_SHRINKING = 10

/** The pages of a walk are in the journal: those of the walks before it are no longer needed. */
export async function dropEarlierWalks(tx: Tx, { userId, connectionId, walk }: WalkOf): Promise<void> {
  await tx.run(sql`
    delete from fetched_pages where user_id = ${userId} and connection_id = ${connectionId} and walk < ${walk}`)
}
