import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { withOps } from './database.ts'
import { loadKeys, testKeys } from './keys.ts'
import { rotateKek } from './rotate-keys.ts'
import { signer } from './signing.ts'
import { sql } from './sql.ts'

const db = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'lotbook-signing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
/** How a private key of Ed25519 begins in DER. */
const PRIVATE_KEY = Buffer.from('302e020100300506032b6570', 'hex')

test('N3 SK3 the key that signs is made once, is sealed, and outlives a change of the master key', async () => {
  const file = join(folder, 'master.key')
  const keys = loadKeys(file, { mayCreate: true })
  const made = await Promise.all([1, 2, 3].map(() => signer(db, keys)))
  expect(new Set(made.map(({ fingerprint }) => fingerprint)).size).toBe(1)
  const { sealed } = await withOps(db, (tx) =>
    tx.one<{ sealed: Buffer }>(sql`select sealed from identity.signing_keys`),
  )
  expect(sealed.includes(PRIVATE_KEY)).toBe(false)
  await expect(signer(db, testKeys())).rejects.toThrow('cannot be opened')

  await rotateKek(db, keys, file)
  const after = await signer(db, keys)
  expect(keys.active).toBe(2)
  expect(after.fingerprint).toBe(made[0]?.fingerprint)
  expect(after.sign('x').equals(made[0]!.sign('x'))).toBe(true)
})
