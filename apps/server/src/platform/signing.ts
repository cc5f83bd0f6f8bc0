import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { type Database, withIdentity } from './database.ts'
import { type Keys, openForServer, sealForServer } from './keys.ts'
import { sql } from './sql.ts'

/** What the private key is sealed for, and whose it is. */
export const SIGNING_PLACE = ['manifest-signing', 'installation'] as const

/** The installation's own Ed25519 key. */
export interface Signer {
  /** SPKI in DER. */
  readonly publicKey: Buffer
  /** SHA-256 of the public key as hex: what people compare. */
  readonly fingerprint: string
  readonly sign: (message: string) => Buffer
}

/** The key that this installation signs with; made at the first call, for all servers on the database together. */
export async function signer(db: Database, keys: Keys): Promise<Signer> {
  const { public_key: publicKey, sealed } = await withIdentity(db, async (tx) => {
    const read = () =>
      tx.maybe<{ public_key: Buffer; sealed: Buffer }>(sql`
        select public_key, sealed from identity.signing_keys where id = 1`)
    const known = await read()
    if (known !== undefined) return known
    const pair = generateKeyPairSync('ed25519')
    const made = sealForServer(
      keys,
      ...SIGNING_PLACE,
      pair.privateKey.export({ format: 'der', type: 'pkcs8' }),
    )
    await tx.run(sql`
      insert into identity.signing_keys (id, public_key, sealed)
      values (1, ${pair.publicKey.export({ format: 'der', type: 'spki' })}, ${made}) on conflict do nothing`)
    // Of servers that make one at once the first one's counts.
    return (await read())!
  })
  const privateKey = createPrivateKey({
    key: openForServer(keys, ...SIGNING_PLACE, sealed),
    format: 'der',
    type: 'pkcs8',
  })
  if (!createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).equals(publicKey))
    throw new Error('the public key of the installation is not that of its private key')
  return {
    publicKey,
    fingerprint: createHash('sha256').update(publicKey).digest('hex'),
    sign: (message) => sign(null, Buffer.from(message), privateKey),
  }
}
