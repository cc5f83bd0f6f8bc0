import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testCustomer, testDatabase } from '../testing/test-database.ts'
import { self, withIdentity, withOps, withSubject } from './database.ts'
import { newId } from './ids.ts'
import { type Keys, loadKeys, openForServer, SealBroken, sealForServer } from './keys.ts'
import { rotateDataKey, rotateDek, rotateKek, rotateMasterKey } from './rotate-keys.ts'
import { open, seal } from './seal.ts'
import { sql } from './sql.ts'

const db = await testDatabase()

function keyFile(): { file: string; keys: Keys } {
  const folder = mkdtempSync(join(tmpdir(), 'lotbook-rotate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'master.key')
  return { file, keys: loadKeys(file, { mayCreate: true }) }
}

/** A customer with sealed evidence, a seed and a mail that waits; `opens` reads all of it back. */
async function sealedCustomer(keys: Keys, values = 3) {
  const userId = await testCustomer(db)
  const ids = Array.from({ length: values }, () => newId())
  const place = (rowId: string) => ({ table: 'evidence', userId, rowId, column: 'sealed' }) as const
  await withSubject(db, self(userId), async (tx) => {
    for (const id of ids) {
      const sealed = Buffer.concat(await seal(tx, keys, place(id), Buffer.from(`secret of ${id}`)))
      await tx.run(sql`
        insert into evidence (user_id, id, subject, subject_id, file_name, sha256, sealed, added_at)
        values (${userId}, ${id}, 'transaction', '1', 'a.pdf', decode(repeat('00', 32), 'hex'), ${sealed}, now())`)
    }
  })
  await withIdentity(db, (tx) =>
    tx.run(sql`
      insert into identity.totp (user_id, sealed) values (${userId}, ${sealForServer(keys, 'totp', userId, Buffer.from('seed'))})`),
  )
  const mail = newId()
  await withOps(db, (tx) =>
    tx.run(sql`
      insert into mails (user_id, id, recipient, template, sealed, created_at)
      values (${userId}, ${mail}, 'a@example.com', 'x', ${sealForServer(keys, 'mail', mail, Buffer.from('link'))}, now())`),
  )
  return {
    userId,
    async opens(by: Keys) {
      const rows = await withSubject(db, self(userId), async (tx) => {
        const found = await tx.all<{ id: string; sealed: Buffer }>(
          sql`select id, sealed from evidence where user_id = ${userId} order by id`,
        )
        const texts: string[] = []
        for (const { id, sealed } of found) texts.push(String(await open(tx, by, place(id), sealed)))
        return texts
      })
      expect(rows).toEqual(ids.toSorted().map((id) => `secret of ${id}`))
      const { seed, letter } = await withOps(db, (tx) =>
        tx.one<{ seed: Buffer; letter: Buffer }>(sql`
          select (select sealed from identity.totp where user_id = ${userId}) as seed,
            (select sealed from mails where id = ${mail}) as letter`),
      )
      expect(String(openForServer(by, 'totp', userId, seed))).toBe('seed')
      expect(String(openForServer(by, 'mail', mail, letter))).toBe('link')
    },
    keyVersions: () =>
      withOps(db, (tx) =>
        tx.all<{ dek: number; kek: number }>(sql`
          select dek_version as dek, kek_version as kek from data_keys where user_id = ${userId} order by 1`),
      ),
  }
}

const withoutFirst = (file: string) => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  writeFileSync(file, `${lines.slice(1).join('\n')}\n`, { mode: 0o600 })
  return loadKeys(file, { mayCreate: false })
}

test('SK3 after rotate-kek everything opens without the old master key, and a server that runs knows the new one', async () => {
  const { file, keys } = keyFile()
  const running = loadKeys(file, { mayCreate: false })
  const customers = [await sealedCustomer(keys), await sealedCustomer(keys)]
  expect(await rotateKek(db, keys, file)).toMatch(/master key 2\. Nothing needs an older one/)
  expect(running.active).toBe(2)
  for (const customer of customers) {
    await customer.opens(running)
    expect(await customer.keyVersions()).toEqual([{ dek: 1, kek: 2 }])
  }
  const fresh = withoutFirst(file)
  expect([...fresh.keks.keys()]).toEqual([2])
  for (const customer of customers) await customer.opens(fresh)
  const events = await withOps(db, (tx) =>
    tx.all(sql`select event from audit_events where user_id = ${customers[0]?.userId} order by id`),
  )
  expect(events).toEqual([{ event: 'master_key_rotated' }])
  for (const { userId } of customers) await forget(userId)
})

test('SK3 a rotate-kek that is stopped after any batch goes on, and never goes back', async () => {
  const { file, keys } = keyFile()
  const customers = [await sealedCustomer(keys), await sealedCustomer(keys), await sealedCustomer(keys)]
  for (let stops = 0; stops < 3; stops += 1) {
    const stopped = rotateKek(db, keys, file, () => {
      throw new Error('killed')
    })
    await expect(stopped).rejects.toThrow('killed')
    // No second new key while the first is not everywhere.
    expect(keys.active).toBe(2)
    for (const customer of customers) await customer.opens(keys)
  }
  expect(await rotateMasterKey(db, keys)).toBe(0)
  const fresh = withoutFirst(file)
  for (const customer of customers) await customer.opens(fresh)
  for (const { userId } of customers) await forget(userId)
})

test('SK3 rotate-dek seals a customer anew, and the old data key is gone', async () => {
  const { keys } = keyFile()
  const customer = await sealedCustomer(keys, 25)
  const other = await sealedCustomer(keys)
  const copy = await withOps(db, (tx) =>
    tx.one<{ sealed: Buffer; id: string }>(
      sql`select id, sealed from evidence where user_id = ${customer.userId} order by id limit 1`,
    ),
  )
  let batches = 0
  expect(await rotateDataKey(db, keys, customer.userId, () => (batches += 1))).toBe(25)
  expect(batches).toBe(3)
  expect(await customer.keyVersions()).toEqual([{ dek: 2, kek: 1 }])
  await customer.opens(keys)
  await other.opens(keys)
  expect(await other.keyVersions()).toEqual([{ dek: 1, kek: 1 }])
  // What somebody copied before is worth nothing now.
  const place = { table: 'evidence', userId: customer.userId, rowId: copy.id, column: 'sealed' } as const
  await expect(
    withSubject(db, self(customer.userId), (tx) => open(tx, keys, place, copy.sealed)),
  ).rejects.toThrow(SealBroken)
  await forget(customer.userId)
  await forget(other.userId)
})

test('SK3 a rotate-dek that is stopped after any batch goes on with the same key', async () => {
  const { keys } = keyFile()
  const customer = await sealedCustomer(keys, 25)
  for (const left of [15, 5]) {
    const stopped = rotateDataKey(db, keys, customer.userId, () => {
      throw new Error('killed')
    })
    await expect(stopped).rejects.toThrow('killed')
    await customer.opens(keys)
    expect(await sealedUnder(customer.userId, 1)).toBe(left)
  }
  expect(await rotateDataKey(db, keys, customer.userId)).toBe(5)
  expect(await customer.keyVersions()).toEqual([{ dek: 2, kek: 1 }])
  await customer.opens(keys)
  await forget(customer.userId)
})

test('SK3 what is sealed while a data key is rotated keeps its key until it is sealed anew', async () => {
  const { keys } = keyFile()
  const { userId } = await sealedCustomer(keys)
  const id = newId()
  const place = { table: 'evidence', userId, rowId: id, column: 'sealed' } as const
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const writing = withSubject(db, self(userId), async (tx) => {
    const sealed = Buffer.concat(await seal(tx, keys, place, Buffer.from('late')))
    begun.resolve()
    await goOn.promise
    await tx.run(sql`
      insert into evidence (user_id, id, subject, subject_id, file_name, sha256, sealed, added_at)
      values (${userId}, ${id}, 'transaction', '1', 'a.pdf', decode(repeat('00', 32), 'hex'), ${sealed}, now())`)
  })
  await begun.promise
  const rotating = rotateDataKey(db, keys, userId, () => goOn.resolve())
  await Promise.all([writing, rotating])
  const text = await withSubject(db, self(userId), async (tx) => {
    const { sealed } = await tx.one<{ sealed: Buffer }>(
      sql`select sealed from evidence where user_id = ${userId} and id = ${id}`,
    )
    return String(await open(tx, keys, place, sealed))
  })
  expect(text).toBe('late')
  expect(await sealedUnder(userId, 1)).toBe(0)
  await forget(userId)
})

test('rotate-dek says when nobody has that email', async () => {
  const { keys } = keyFile()
  await expect(rotateDek(db, keys, 'nobody@example.com')).rejects.toThrow('nobody@example.com')
})

async function sealedUnder(userId: string, version: number): Promise<number> {
  const rows = await withOps(db, (tx) =>
    tx.all<{ sealed: Buffer }>(sql`select sealed from evidence where user_id = ${userId}`),
  )
  return rows.filter(({ sealed }) => sealed.readUInt32BE(2) === version).length
}

/** Each test has a master key of its own: what another sealed is not its to open. */
function forget(userId: string): Promise<void> {
  return withOps(db, async (tx) => {
    for (const table of [sql`evidence`, sql`data_keys`, sql`mails`, sql`identity.totp`])
      await tx.run(sql`delete from ${table} where user_id = ${userId}`)
  })
}
