import { Client } from 'pg'
import { expect, test } from 'vitest'
import { asOwner, testDatabase } from '../testing/test-database.ts'
import { migrate, missingMigrations, readMigrations } from './migrate.ts'

const db = await testDatabase()

test('a migrated database needs nothing more, however often and by however many servers it is asked', async () => {
  expect(await migrate(db.connect)).toEqual([])
  expect(await Promise.all([1, 2, 3].map(() => migrate(db.connect)))).toEqual([[], [], []])
})

test('drift: every migration of the folder is applied, as it is, and nothing else', async () => {
  const applied = await asOwner<{ name: string; checksum: string }>(
    db,
    'select name, checksum from migrations.applied order by name',
  )
  expect(applied).toEqual(readMigrations().map(({ name, checksum }) => ({ name, checksum })))
})

test('a migration that was changed, or that this program does not know, is refused', async () => {
  const client = new Client(db.connect('lotbook_owner'))
  await client.connect()
  const [first, ...rest] = readMigrations()
  await expect(missingMigrations(client, rest)).rejects.toThrow(/newer than this program/)
  await expect(missingMigrations(client, [{ ...first!, checksum: 'x' }, ...rest])).rejects.toThrow(
    /was changed/,
  )
  await client.end()
})

test('a migration that fails leaves nothing of itself', async () => {
  const text = 'create table half (a int); select 1/0'
  const broken = [...readMigrations(), { name: '9999_broken.sql', text, checksum: 'x' }]
  await expect(migrate(db.connect, broken)).rejects.toThrow(/9999_broken.sql failed: division by zero/)
  expect(await asOwner(db, `select 1 from pg_class where relname = 'half'`)).toEqual([])
  expect(await migrate(db.connect)).toEqual([])
})

test('functions that read past the policies have a search path of their own', async () => {
  const open = await asOwner<{ proname: string }>(
    db,
    `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
       and (proconfig is null or not proconfig::text like '%search_path%')`,
  )
  expect(open).toEqual([])
})
