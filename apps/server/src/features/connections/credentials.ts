import type { KeyRights } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Keys } from '../../platform/keys.ts'
import { open, seal } from '../../platform/seal.ts'
import { Secret } from '../../platform/secret.ts'
import { sql } from '../../platform/sql.ts'

/** A key, grant or extended key to keep. */
export interface NewCredential {
  readonly userId: string
  readonly connectionId: string
  /** Fields of the key; kept as JSON, sealed. */
  readonly access: Secret<Readonly<Record<string, string>>>
  /** Its last characters, which may be shown. */
  readonly last4: string
  readonly rights: KeyRights
  readonly now: Date
}

/** Keep what opens an account, sealed; it takes the place of what the connection had before. */
export async function keepCredential(tx: Tx, keys: Keys, credential: NewCredential): Promise<void> {
  const { userId, connectionId, access, last4, rights, now } = credential
  const id = newId()
  const place = { table: 'credentials', userId, rowId: id, column: 'sealed' } as const
  const sealed = Buffer.concat(await seal(tx, keys, place, Buffer.from(JSON.stringify(access.reveal()))))
  await dropCredentials(tx, userId, [connectionId])
  await tx.run(sql`
    insert into credentials (user_id, id, connection_id, sealed, last4, can_trade, can_withdraw, checked_at)
    values (${userId}, ${id}, ${connectionId}, ${sealed}, ${last4}, ${rights.canTrade}, ${rights.canWithdraw}, ${now})`)
  await tx.run(sql`
    update connections set credential_id = ${id} where user_id = ${userId} and id = ${connectionId}`)
}

/** The key, grant or extended key of a connection; undefined where none is kept. */
export async function credentialOf(
  tx: Tx,
  keys: Keys,
  userId: string,
  connectionId: string,
): Promise<Secret<Readonly<Record<string, string>>> | undefined> {
  const row = await tx.maybe<{ id: string; sealed: Buffer }>(sql`
    select id, sealed from credentials where user_id = ${userId} and connection_id = ${connectionId}`)
  if (row === undefined) return undefined
  const place = { table: 'credentials', userId, rowId: row.id, column: 'sealed' } as const
  const bytes = await open(tx, keys, place, row.sealed)
  return new Secret(JSON.parse(bytes.toString()) as Record<string, string>)
}

/** Forget what opened these connections. */
export async function dropCredentials(
  tx: Tx,
  userId: string,
  connectionIds: readonly string[],
): Promise<void> {
  await tx.run(
    sql`delete from credentials where user_id = ${userId} and connection_id = any (${connectionIds})`,
  )
}
