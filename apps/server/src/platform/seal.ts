import { randomBytes } from 'node:crypto'
import type { Tx } from './database.ts'
import {
  A256GCM,
  CUSTOMER_FORMAT,
  decrypt,
  decryptLong,
  encrypt,
  encryptLong,
  kek,
  type Keys,
  SealBroken,
  split,
} from './keys.ts'
import { refuse } from './refusal.ts'
import { sql } from './sql.ts'

/** The tables that hold values sealed with a customer's data key, each in its column `sealed`. */
export const SEALED_TABLES = [
  'uploads',
  'credentials',
  'fetched_pages',
  'exports',
  'evidence',
  'webhooks',
] as const

/** Which column of which row a value belongs to: it opens nowhere else. */
export interface Place {
  readonly table: (typeof SEALED_TABLES)[number]
  readonly userId: string
  readonly rowId: string
  readonly column: string
}

const HEAD_BYTES = 6

/**
 * Encrypt a value with the customer's data key, which is made when there is none. What comes back goes into a `bytea`
 * column one piece behind the other (`longValue`): format, algorithm and key version, IV, ciphertext, tag.
 *
 * @param plaintext - whole, or in pieces one behind the other.
 */
export async function seal(
  tx: Tx,
  keys: Keys,
  place: Place,
  plaintext: Uint8Array | Iterable<Uint8Array>,
): Promise<Buffer[]> {
  const { version, key } = await currentKey(tx, keys, place.userId)
  const parts = plaintext instanceof Uint8Array ? [plaintext] : plaintext
  const { iv, pieces, tag } = await encryptLong(key, parts, aad(place, version))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(CUSTOMER_FORMAT, 0)
  head.writeUInt8(A256GCM, 1)
  head.writeUInt32BE(version, 2)
  return [Buffer.concat([head, iv]), ...pieces, tag]
}

/**
 * Decrypt what `seal` made.
 *
 * @throws SealBroken when a byte was changed, or it stands in another row, column or customer than it was made for.
 */
export async function open(tx: Tx, keys: Keys, place: Place, sealed: Buffer): Promise<Buffer> {
  if (sealed.length < HEAD_BYTES || sealed[0] !== CUSTOMER_FORMAT || sealed[1] !== A256GCM) {
    throw new SealBroken(place.table)
  }
  const version = sealed.readUInt32BE(2)
  const row = await tx.maybe<WrappedKey>(sql`
    select dek_version, kek_version, iv, wrapped, tag from data_keys
    where user_id = ${place.userId} and dek_version = ${String(version)}::bigint`)
  if (row === undefined) {
    await refuseAnother(tx)
    throw new SealBroken(place.table)
  }
  return decryptLong(unwrap(keys, place.userId, row), split(sealed.subarray(HEAD_BYTES)), aad(place, version))
}

/**
 * Whether somebody acts on another's data: a professional who views a client. Data keys are seen by the customer alone (the
 * policy of `data_keys`), so no sealed value opens for them and none is sealed by them.
 */
export async function isAnother(tx: Tx): Promise<boolean> {
  const { is_another } = await tx.one<{ is_another: boolean | null }>(
    sql`select actor() <> subject() as is_another`,
  )
  return is_another === true
}

async function refuseAnother(tx: Tx): Promise<void> {
  if (await isAnother(tx)) refuse('forbidden', 'Only the customer can open and add files.')
}

/** A data key as the database keeps it: wrapped by the master key of `kek_version`. */
export interface WrappedKey {
  readonly dek_version: number
  readonly kek_version: number
  readonly iv: Buffer
  readonly wrapped: Buffer
  readonly tag: Buffer
}

async function currentKey(tx: Tx, keys: Keys, userId: string): Promise<{ version: number; key: Buffer }> {
  const newest = () =>
    // Held until what is sealed with it is written: a rotation removes no key that is being used.
    tx.maybe<WrappedKey>(sql`
      select dek_version, kek_version, iv, wrapped, tag from data_keys where user_id = ${userId}
      order by dek_version desc limit 1 for key share`)
  let row = await newest()
  if (row === undefined) {
    await refuseAnother(tx)
    await wrapNewKey(tx, keys, userId, 1)
    row = await newest()
    if (row === undefined) throw new Error('a data key that was just made is not there')
  }
  return { version: row.dek_version, key: unwrap(keys, userId, row) }
}

/** Make a customer's data key of this version, wrapped by the active master key; one that is there stays. */
export async function wrapNewKey(tx: Tx, keys: Keys, userId: string, version: number): Promise<void> {
  const { active } = keys
  const { iv, wrapped, tag } = wrap(keys, active, userId, version, randomBytes(32))
  await tx.run(sql`
    insert into data_keys (user_id, dek_version, kek_version, iv, wrapped, tag)
    values (${userId}, ${version}, ${active}, ${iv}, ${wrapped}, ${tag}) on conflict do nothing`)
}

/** The same data key under another master key. */
export function rewrap(keys: Keys, kekVersion: number, userId: string, row: WrappedKey) {
  return wrap(keys, kekVersion, userId, row.dek_version, unwrap(keys, userId, row))
}

function wrap(keys: Keys, kekVersion: number, userId: string, version: number, key: Buffer) {
  const { iv, ciphertext, tag } = encrypt(kek(keys, kekVersion), key, dekAad(userId, version, kekVersion))
  return { iv, wrapped: ciphertext, tag }
}

/** @throws SealBroken when the master key that wrapped this data key is not among `keys`. */
export function opensDataKey(keys: Keys, userId: string, row: WrappedKey): void {
  unwrap(keys, userId, row)
}

function unwrap(keys: Keys, userId: string, row: WrappedKey): Buffer {
  const { dek_version, kek_version, iv, wrapped, tag } = row
  return decrypt(
    kek(keys, kek_version),
    { iv, ciphertext: wrapped, tag },
    dekAad(userId, dek_version, kek_version),
  )
}

function dekAad(userId: string, dekVersion: number, kekVersion: number): string {
  return `lotbook:v1:dek:${userId}:${dekVersion}:${kekVersion}`
}

function aad({ table, rowId, userId, column }: Place, dekVersion: number): string {
  return `lotbook:v1:${table}:${rowId}:${userId}:${column}:${dekVersion}`
}
