import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testCustomer, testDatabase } from '../testing/test-database.ts'
import { checkMasterKey } from './check-master-key.ts'
import { self, withIdentity, withSubject } from './database.ts'
import { directOf } from './database-role.ts'
import { newId } from './ids.ts'
import { sealForServer, testKeys } from './keys.ts'
import { seal } from './seal.ts'
import { sql } from './sql.ts'

async function sealedDatabase() {
  const db = await testDatabase()
  const client = new Client(directOf(db)!('lotbook_ops'))
  await client.connect()
  onTestFinished(() => client.end())
  const check = (keys = testKeys()) => checkMasterKey(client, keys, '/data/master.key')
  return { db, check, userId: await testCustomer(db) }
}

const WRONG =
  /^the master key \/data\/master\.key is not the one that the data was sealed with .*: restore the file$/

test('where nothing is sealed every master key is right', async () => {
  const { check } = await sealedDatabase()
  await check()
})

test('a wrong master key of the right form is found by a data key', async () => {
  const { db, check, userId } = await sealedDatabase()
  const keys = testKeys()
  const place = { table: 'credentials', userId, rowId: newId(), column: 'sealed' } as const
  await withSubject(db, self(userId), (tx) => seal(tx, keys, place, Buffer.from('x')))
  await check(keys)
  await expect(check()).rejects.toThrow(WRONG)
  await expect(check({ active: 2, keks: new Map([[2, keys.keks.get(1)!]]) })).rejects.toThrow(WRONG)
})

test('a wrong master key of the right form is found by the seed of a second factor', async () => {
  const { db, check, userId } = await sealedDatabase()
  const keys = testKeys()
  const sealed = sealForServer(keys, 'totp', userId, Buffer.from('seed'))
  await withIdentity(db, (tx) =>
    tx.run(sql`insert into identity.totp (user_id, sealed) values (${userId}, ${sealed})`),
  )
  await check(keys)
  await expect(check()).rejects.toThrow(WRONG)
})
