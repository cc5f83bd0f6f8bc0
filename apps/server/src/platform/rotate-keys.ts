import { audit } from './audit.ts'
import { type Database, type Tx, withOps } from './database.ts'
import { addMasterKey, type Keys, openForServer, sealForServer } from './keys.ts'
import { longValue } from './long-value.ts'
import { SIGNING_PLACE } from './signing.ts'
import { open, rewrap, SEALED_TABLES, seal, wrapNewKey, type WrappedKey } from './seal.ts'
import { sql, type Sql, identifier } from './sql.ts'

/** Keys and small values of one transaction: a kill loses no more than this much work. */
const KEYS_AT_ONCE = 200
/** Files of up to 10 MB each. */
const FILES_AT_ONCE = 10

/** The version of the key that a sealed value names in its head. */
const versionOf = (column: Sql) =>
  sql`('x' || encode(substring(${column} from 3 for 4), 'hex'))::bit(32)::int`

/** `admin rotate-kek`: a new master key, unless one is not everywhere yet, and everything under it. */
export async function rotateKek(
  db: Database,
  keys: Keys,
  file: string,
  onBatch?: (done: number) => void,
): Promise<string> {
  if ((await countUnderOldMasterKeys(db, keys)) === 0) addMasterKey(file)
  const done = await rotateMasterKey(db, keys, onBatch)
  const left = await countUnderOldMasterKeys(db, keys)
  if (left > 0) return `${done} brought under master key ${keys.active}, ${left} left: run it again.`
  return `${done} brought under master key ${keys.active}. Nothing needs an older one: its line in ${file} may go.`
}

/** `admin rotate-dek`: a new data key for the customer with this email, or for all with `--all`. */
export async function rotateDek(
  db: Database,
  keys: Keys,
  whose: string,
  onBatch?: (done: number) => void,
): Promise<string> {
  const users = await withOps(db, (tx) =>
    whose === '--all'
      ? tx.all<{ id: string }>(sql`select distinct user_id as id from data_keys order by id`)
      : tx.all<{ id: string }>(sql`
          select u.id from identity.users u where u.email = ${whose.trim().toLowerCase()}
            and exists (select 1 from data_keys k where k.user_id = u.id)`),
  )
  if (users.length === 0) throw new Error(`nobody who has a data key has the email ${whose}`)
  let done = 0
  for (const { id } of users) done += await rotateDataKey(db, keys, id, onBatch)
  return `${done} values of ${users.length} customers are sealed with a new key; the old keys are gone.`
}

/** Whether anything is still under a master key other than the active one: a rotation that was not finished. */
async function countUnderOldMasterKeys(db: Database, keys: Keys): Promise<number> {
  const { count } = await withOps(db, (tx) =>
    tx.one<{ count: string }>(sql`
      select (select count(*) from data_keys where kek_version <> ${keys.active})
        + (select count(*) from identity.totp where ${versionOf(sql`sealed`)} <> ${keys.active})
        + (select count(*) from identity.signing_keys where ${versionOf(sql`sealed`)} <> ${keys.active})
        + (select count(*) from mails where sealed is not null and ${versionOf(sql`sealed`)} <> ${keys.active}) as count`),
  )
  return Number(count)
}

/**
 * Bring everything under the active master key (SK3): data keys are wrapped anew, the server's own values sealed anew,
 * in batches that commit one by one. Stopped at any moment it goes on where it was; what is done stays done.
 *
 * @param onBatch - told how many were done, after each batch.
 * @returns how many were brought under it.
 */
export async function rotateMasterKey(
  db: Database,
  keys: Keys,
  onBatch: (done: number) => void = () => {},
): Promise<number> {
  let done = 0
  for (const batch of [rewrapDataKeys, resealSeeds, resealMails, resealSigningKey]) {
    for (;;) {
      const count = await withOps(db, (tx) => batch(tx, keys))
      if (count === 0) break
      done += count
      onBatch(done)
    }
  }
  return done
}

async function rewrapDataKeys(tx: Tx, keys: Keys): Promise<number> {
  const { active } = keys
  const rows = await tx.all<WrappedKey & { user_id: string }>(sql`
    select user_id, dek_version, kek_version, iv, wrapped, tag from data_keys where kek_version <> ${active}
    order by user_id, dek_version limit ${KEYS_AT_ONCE} for update`)
  for (const row of rows) {
    const { iv, wrapped, tag } = rewrap(keys, active, row.user_id, row)
    await tx.run(sql`
      update data_keys set kek_version = ${active}, iv = ${iv}, wrapped = ${wrapped}, tag = ${tag}
      where user_id = ${row.user_id} and dek_version = ${String(row.dek_version)}::bigint`)
    await auditRotation(tx, row.user_id, 'master_key_rotated', active)
  }
  return rows.length
}

async function resealSeeds(tx: Tx, keys: Keys): Promise<number> {
  const rows = await tx.all<{ user_id: string; sealed: Buffer }>(sql`
    select user_id, sealed from identity.totp where ${versionOf(sql`sealed`)} <> ${keys.active}
    order by user_id limit ${KEYS_AT_ONCE} for update`)
  for (const { user_id: userId, sealed } of rows) {
    const again = sealForServer(keys, 'totp', userId, openForServer(keys, 'totp', userId, sealed))
    await tx.run(sql`update identity.totp set sealed = ${again} where user_id = ${userId}`)
  }
  return rows.length
}

async function resealMails(tx: Tx, keys: Keys): Promise<number> {
  const rows = await tx.all<{ id: string; sealed: Buffer }>(sql`
    select id, sealed from mails where sealed is not null and ${versionOf(sql`sealed`)} <> ${keys.active}
    order by id limit ${KEYS_AT_ONCE} for update`)
  for (const { id, sealed } of rows) {
    const again = sealForServer(keys, 'mail', id, openForServer(keys, 'mail', id, sealed))
    await tx.run(sql`update mails set sealed = ${again} where id = ${id}`)
  }
  return rows.length
}

async function resealSigningKey(tx: Tx, keys: Keys): Promise<number> {
  const row = await tx.maybe<{ sealed: Buffer }>(sql`
    select sealed from identity.signing_keys where ${versionOf(sql`sealed`)} <> ${keys.active} for update`)
  if (row === undefined) return 0
  const again = sealForServer(keys, ...SIGNING_PLACE, openForServer(keys, ...SIGNING_PLACE, row.sealed))
  return tx.run(sql`update identity.signing_keys set sealed = ${again}`)
}

/**
 * Give a customer a new data key and seal their values with it, a few at a time; the old key is removed once nothing
 * needs it (SK3). A rotation that was stopped goes on with the key that it had made.
 *
 * @returns how many values were sealed anew.
 */
export async function rotateDataKey(
  db: Database,
  keys: Keys,
  userId: string,
  onBatch: (done: number) => void = () => {},
): Promise<number> {
  const version = await withOps(db, (tx) => versionToMoveTo(tx, keys, userId))
  let done = 0
  for (;;) {
    for (const table of SEALED_TABLES) {
      for (;;) {
        const count = await withOps(db, (tx) => resealRows(tx, keys, userId, table, version))
        if (count === 0) break
        done += count
        onBatch(done)
      }
    }
    if (await withOps(db, (tx) => removeOldKeys(tx, userId, version))) return done
  }
}

/** The newest key where values are left under an older one, else a new one. */
async function versionToMoveTo(tx: Tx, keys: Keys, userId: string): Promise<number> {
  const versions = await tx.all<{ dek_version: number }>(sql`
    select dek_version from data_keys where user_id = ${userId} order by dek_version for no key update`)
  const newest = versions.at(-1)?.dek_version ?? 0
  if (versions.length > 1) return newest
  const next = newest + 1
  await wrapNewKey(tx, keys, userId, next)
  return next
}

async function resealRows(
  tx: Tx,
  keys: Keys,
  userId: string,
  table: (typeof SEALED_TABLES)[number],
  version: number,
): Promise<number> {
  const rows = await tx.all<{ id: string; sealed: Buffer }>(sql`
    select id, sealed from ${identifier(table)} where user_id = ${userId} and sealed is not null
      and ${versionOf(sql`sealed`)} < ${version} order by id limit ${FILES_AT_ONCE} for update`)
  for (const { id, sealed } of rows) {
    const place = { table, userId, rowId: id, column: 'sealed' } as const
    const again = await longValue(tx, await seal(tx, keys, place, await open(tx, keys, place, sealed)))
    await tx.run(
      sql`update ${identifier(table)} set sealed = ${again} where user_id = ${userId} and id = ${id}`,
    )
  }
  return rows.length
}

/** Remove the keys before `version`, unless a value was sealed with one of them just now. */
async function removeOldKeys(tx: Tx, userId: string, version: number): Promise<boolean> {
  // Whoever seals holds its key until it has written: this waits for them, and sees what they wrote.
  await tx.all(sql`
    select 1 from data_keys where user_id = ${userId} and dek_version < ${String(version)}::bigint for update`)
  for (const table of SEALED_TABLES) {
    const left = await tx.maybe(sql`
      select 1 from ${identifier(table)} where user_id = ${userId} and sealed is not null
        and ${versionOf(sql`sealed`)} < ${version} limit 1`)
    if (left !== undefined) return false
  }
  await tx.run(sql`
    delete from data_keys where user_id = ${userId} and dek_version < ${String(version)}::bigint`)
  await auditRotation(tx, userId, 'data_key_rotated', version)
  return true
}

function auditRotation(tx: Tx, userId: string, event: string, version: number): Promise<void> {
  const by = { now: new Date(), actorId: null, route: 'admin', ip: 'terminal', requestId: 'terminal' }
  return audit(tx, by, userId, { event, details: { version } })
}
