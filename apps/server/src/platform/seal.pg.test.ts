import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { testCustomer, testDatabase } from '../testing/test-database.ts'
import { self, type Tx, withSubject } from './database.ts'
import { loadKeys, openForServer, SealBroken, sealForServer, testKeys } from './keys.ts'
import { newId } from './ids.ts'
import { open, type Place, seal } from './seal.ts'
import { Secret } from './secret.ts'
import { sql } from './sql.ts'

const db = await testDatabase()
const keys = testKeys()
const secret = Buffer.from(JSON.stringify({ key: 'canary-api-key' }))

async function sealed(): Promise<{ userId: string; place: Place; bytes: Buffer }> {
  const userId = await testCustomer(db)
  const place: Place = { table: 'credentials', userId, rowId: newId(), column: 'sealed' }
  const bytes = await withSubject(db, self(userId), (tx) => sealedBytes(tx, place, secret))
  return { userId, place, bytes }
}
async function sealedBytes(tx: Tx, place: Place, plaintext: Uint8Array): Promise<Buffer> {
  return Buffer.concat(await seal(tx, keys, place, plaintext))
}
const as = <T>(userId: string, work: (tx: Tx) => Promise<T>) => withSubject(db, self(userId), work)

test('SK1 what is sealed opens again, and tells nothing before', async () => {
  const { userId, place, bytes } = await sealed()
  expect(bytes.includes('canary')).toBe(false)
  expect(await as(userId, (tx) => open(tx, keys, place, bytes))).toEqual(secret)
  const again = await as(userId, (tx) => sealedBytes(tx, place, secret))
  expect(again.equals(bytes)).toBe(false)
})

test('SK1 what is long is sealed in pieces that open as one, and no byte of any may change', async () => {
  const { userId, place } = await sealed()
  await as(userId, async (tx) => {
    for (const length of [(1 << 20) - 1, 1 << 20, (1 << 21) + 7]) {
      const long = Buffer.alloc(length, 'canary ')
      const bytes = await sealedBytes(tx, place, long)
      expect(bytes.includes('canary')).toBe(false)
      expect((await open(tx, keys, place, bytes)).equals(long)).toBe(true)
      for (const at of [length >> 1, length]) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 1
        await expect(open(tx, keys, place, changed)).rejects.toThrow(SealBroken)
      }
    }
  })
})

test('SK1 what comes in pieces opens as one', async () => {
  const { userId, place } = await sealed()
  const pieces = [3, 1 << 20, 0, (1 << 20) + 5, 1 << 18].map((length, n) =>
    Buffer.alloc(length, `canary${n}`),
  )
  await as(userId, async (tx) => {
    const bytes = Buffer.concat(await seal(tx, keys, place, pieces.values()))
    expect((await open(tx, keys, place, bytes)).equals(Buffer.concat(pieces))).toBe(true)
  })
})

test('SK1 a flipped bit anywhere is refused', async () => {
  const { userId, place, bytes } = await sealed()
  await as(userId, async (tx) => {
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      await expect(open(tx, keys, place, changed), `byte ${at}`).rejects.toThrow(SealBroken)
    }
    for (const length of [0, 5, 6, 33, bytes.length - 1]) {
      await expect(open(tx, keys, place, bytes.subarray(0, length))).rejects.toThrow(SealBroken)
    }
  })
})

test('SK1 another row, column, table or customer does not open it', async () => {
  const mine = await sealed()
  const theirs = await sealed()
  const places: Place[] = [
    { ...mine.place, rowId: newId() },
    { ...mine.place, column: 'other' },
    { ...mine.place, table: 'uploads' },
  ]
  await as(mine.userId, async (tx) => {
    for (const place of places) await expect(open(tx, keys, place, mine.bytes)).rejects.toThrow(SealBroken)
    await expect(open(tx, keys, mine.place, theirs.bytes)).rejects.toThrow(SealBroken)
  })
  await expect(as(theirs.userId, (tx) => open(tx, keys, theirs.place, mine.bytes))).rejects.toThrow(
    SealBroken,
  )
})

test('SK1 a wrapped key that was changed, or another master key, opens nothing', async () => {
  const { userId, place, bytes } = await sealed()
  await expect(as(userId, (tx) => open(tx, testKeys(), place, bytes))).rejects.toThrow(SealBroken)
  for (const column of ['iv', 'wrapped', 'tag']) {
    await expect(
      as(userId, async (tx) => {
        await tx.client.query(
          `update data_keys set ${column} = set_byte(${column}, 3, get_byte(${column}, 3) # 1)`,
        )
        return open(tx, keys, place, bytes)
      }),
    ).rejects.toThrow(SealBroken)
  }
  expect(await as(userId, (tx) => open(tx, keys, place, bytes))).toEqual(secret)
})

test('one data key is made, also by two at once', async () => {
  const userId = await testCustomer(db)
  const place: Place = { table: 'uploads', userId, rowId: newId(), column: 'sealed' }
  const two = await Promise.all([1, 2].map(() => as(userId, (tx) => sealedBytes(tx, place, secret))))
  await as(userId, async (tx) => {
    for (const bytes of two) expect(await open(tx, keys, place, bytes)).toEqual(secret)
    expect(await tx.all(sql`select dek_version from data_keys`)).toEqual([{ dek_version: 1 }])
  })
})

test('SK4 what was sealed with an older master key opens with a newer one beside it', () => {
  const old = testKeys()
  const bytes = sealForServer(old, 'totp', 'user-1', secret)
  const both = { active: 2, keks: new Map([...old.keks, [2, testKeys().keks.get(1)!]]) }
  expect(openForServer(both, 'totp', 'user-1', bytes)).toEqual(secret)
  expect(sealForServer(both, 'totp', 'user-1', secret).readUInt32BE(2)).toBe(2)
  expect(() => openForServer(both, 'totp', 'user-2', bytes)).toThrow(SealBroken)
  expect(() => openForServer(both, 'mail', 'user-1', bytes)).toThrow(SealBroken)
})

test('SK2 a master key is made once, and refused when it is missing, short, plain or open to others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotbook-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'master.key')
  expect(() => loadKeys(file, { mayCreate: false })).toThrow(/missing/)
  expect(loadKeys(file, { mayCreate: true }).active).toBe(1)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const good = readFileSync(file, 'utf8')
  expect(loadKeys(file, { mayCreate: false }).keks.size).toBe(1)
  for (const [text, why] of [
    ['1:abcd\n', /64 hex/],
    [`1:${'00'.repeat(32)}\n`, /not random/],
    [good + good, /twice/],
    ['\n', /empty/],
  ] as const) {
    writeFileSync(file, text)
    expect(() => loadKeys(file, { mayCreate: true })).toThrow(why)
  }
  writeFileSync(file, good)
  chmodSync(file, 0o644)
  expect(() => loadKeys(file, { mayCreate: true })).toThrow(/chmod 600/)
})

// Only root can give a file away; without it no orchestrator mounts one either.
test.runIf(process.getuid?.() === 0)(
  'a master key that another user lets this process read by its group is taken',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'lotbook-keys-'))
    const file = join(folder, 'master.key')
    loadKeys(file, { mayCreate: true })
    chownSync(file, 1000, 0)
    chmodSync(file, 0o440)
    expect(loadKeys(file, { mayCreate: false }).active).toBe(1)
    chmodSync(file, 0o444)
    expect(() => loadKeys(file, { mayCreate: false })).toThrow(/can be read by others/)
    rmSync(folder, { recursive: true })
  },
)

test('SK5 a secret is not printed', () => {
  const value = new Secret('canary')
  expect(
    [String(value), JSON.stringify({ value }), inspect({ value }, { depth: 9, showHidden: true })].join(),
  ).not.toContain('canary')
  expect(value.reveal()).toBe('canary')
})
