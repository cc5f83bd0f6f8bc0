import { self, type Database, type Tx, type Who, withSubject } from '../../platform/database.ts'
import type { Keys } from '../../platform/keys.ts'
import { refuse } from '../../platform/refusal.ts'
import { open, seal } from '../../platform/seal.ts'
import { sql } from '../../platform/sql.ts'
import { placeOf } from './write-export.ts'

/** The professional who asks for an export of a client; null where customers ask for their own. */
export function makerOf({ actorId, subjectId }: Who): string | null {
  return actorId === subjectId ? null : actorId
}

/** Whether the request is of the customer, or of a professional whom the customer lets work for them. An admin who looks is none. */
export async function mayHandle(tx: Tx): Promise<boolean> {
  const { may } = await tx.one<{ may: boolean }>(
    sql`select actor() = subject() or (may('work') and has_grant()) as may`,
  )
  return may
}

/** Refuse whoever is neither the customer nor lets work for them. */
export async function requireHandling(db: Database, who: Who): Promise<void> {
  if (!(await withSubject(db, who, mayHandle))) refuse('forbidden')
}

/**
 * Seal on behalf of the customer, as a job does: only they see their key. Ask `requireHandling` before, and where the request holds
 * a transaction, this is a step of it.
 */
export function sealForCustomer(
  db: Database,
  keys: Keys,
  { userId, id }: { readonly userId: string; readonly id: string },
  text: string,
): Promise<Buffer> {
  return withSubject(db, self(userId), async (tx) =>
    Buffer.concat(await seal(tx, keys, placeOf(userId, id), Buffer.from(text))),
  )
}

/** A file as it is fetched. */
export interface FetchedFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Buffer
}

/** The file of an export for the customer, or for the professional who asked for it. */
export async function fetchFile(db: Database, keys: Keys, who: Who, id: string): Promise<FetchedFile> {
  const { subjectId: userId } = who
  const row = await withSubject(db, who, async (tx) => {
    const row = await tx.maybe<{
      file_name: string
      media_type: string
      sealed: Buffer
      made_by: string | null
    }>(
      sql`
        select file_name, media_type, sealed, made_by from exports
        where user_id = ${userId} and id = ${id} and state = 'done' and expires_at > now()`,
    )
    if (row === undefined) return refuse('not_found')
    const maker = makerOf(who)
    const isOwn = maker === null || (row.made_by === maker && (await mayHandle(tx)))
    return isOwn ? row : refuse('forbidden', NOT_THEIRS)
  })
  const bytes = await withSubject(db, self(userId), (tx) => open(tx, keys, placeOf(userId, id), row.sealed))
  return { name: row.file_name, mediaType: row.media_type, bytes }
}

const NOT_THEIRS = 'Only the customer, or the tax professional who made this file, can download it.'
