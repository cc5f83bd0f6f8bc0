import { randomBytes } from 'node:crypto'
import type { Tx } from './database.ts'
import { A256GCM, CUSTOMER_FORMAT, decrypt, encrypt, kek, type Keys, SealBroken, split } from './keys.ts'
import { sql } from './sql.ts'

/** Which column of which row a value belongs to: it opens nowhere else. */
export interface Place {
  readonly table: 'uploads' | 'credentials' | 'exports' | 'evidence' | 'connections'
  readonly userId: string
  readonly rowId: string
  readonly column: string
}

const HEAD_BYTES = 6

/**
 * Encrypt a value with the customer's data key, which is made when there is none. What comes back goes into a
 * `bytea` column: format, algorithm and key version, IV, ciphertext, tag.
 */
export async function seal(tx: Tx, keys: Keys, place: Place, plaintext: Uint8Array): Promise<Buffer> {
  const { version, key } = await currentKey(tx, keys, place.userId)
  const { iv, ciphertext, tag } = encrypt(key, plaintext, aad(place, version))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(CUSTOMER_FORMAT, 0)
  head.writeUInt8(A256GCM, 1)
  head.writeUInt32BE(version, 2)
  return Buffer.concat([head, iv, ciphertext, tag])
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
  const row = await tx.maybe<KeyRow>(sql`
    select dek_version, kek_version, iv, wrapped, tag from data_keys
    where user_id = ${place.userId} and dek_version = ${String(version)}::bigint`)
  if (row === undefined) throw new SealBroken(place.table)
  return decrypt(unwrap(keys, place.userId, row), split(sealed.subarray(HEAD_BYTES)), aad(place, version))
}

interface KeyRow {
  readonly dek_version: number
  readonly kek_version: number
  readonly iv: Buffer
  readonly wrapped: Buffer
  readonly tag: Buffer
}

async function currentKey(tx: Tx, keys: Keys, userId: string): Promise<{ version: number; key: Buffer }> {
  const newest = () =>
    tx.maybe<KeyRow>(sql`
      select dek_version, kek_version, iv, wrapped, tag from data_keys where user_id = ${userId}
      order by dek_version desc limit 1`)
  let row = await newest()
  if (row === undefined) {
    const wrapped = encrypt(kek(keys, keys.active), randomBytes(32), dekAad(userId, 1, keys.active))
    await tx.run(sql`
      insert into data_keys (user_id, dek_version, kek_version, iv, wrapped, tag)
      values (${userId}, 1, ${keys.active}, ${wrapped.iv}, ${wrapped.ciphertext}, ${wrapped.tag})
      on conflict do nothing`)
    row = await newest()
    if (row === undefined) throw new Error('a data key that was just made is not there')
  }
  return { version: row.dek_version, key: unwrap(keys, userId, row) }
}

function unwrap(keys: Keys, userId: string, row: KeyRow): Buffer {
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
