import type { ClientBase } from 'pg'
import { type Keys, openForServer, SealBroken } from './keys.ts'
import { opensDataKey, type WrappedKey } from './seal.ts'

/**
 * Hold the master keys against what they sealed: one data key and one seed of a second factor for each version of the master
 * key that is in use. A wrong key of the right form would else start, and every file and every second factor fail later.
 *
 * @param file - the master key's, named in the error.
 * @throws Error when one of them does not open.
 */
export async function checkMasterKey(client: ClientBase, keys: Keys, file: string): Promise<void> {
  const wrapped = await client.query<WrappedKey & { user_id: string }>(`
    select distinct on (kek_version) user_id, dek_version, kek_version, iv, wrapped, tag from data_keys
    order by kek_version, user_id, dek_version`)
  const seeds = await client.query<{ user_id: string; sealed: Buffer }>(`
    select distinct on (substring(sealed from 3 for 4)) user_id, sealed from identity.totp
    order by substring(sealed from 3 for 4), user_id`)
  try {
    for (const row of wrapped.rows) opensDataKey(keys, row.user_id, row)
    for (const { user_id: userId, sealed } of seeds.rows) openForServer(keys, 'totp', userId, sealed)
  } catch (cause) {
    if (!(cause instanceof SealBroken)) throw cause
    throw new Error(
      `the master key ${file} is not the one that the data was sealed with (${cause.message}): restore the file`,
      { cause },
    )
  }
}
