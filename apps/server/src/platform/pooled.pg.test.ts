import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import WebSocket from 'ws'
import { customerWith } from '../testing/customer-journal.ts'
import { asOwner, testCustomer, testDatabase } from '../testing/test-database.ts'
import { testServer } from '../testing/test-server.ts'
import { startTransactionPooler } from '../testing/transaction-pooler.ts'
import { bootstrapRoles, pooledTarget } from './bootstrap.ts'
import { openDatabase, self, withIdentity, withOps, withSubject } from './database.ts'
import { directOf } from './database-role.ts'
import { migrate, readMigrations } from './migrate.ts'
import { newId } from './ids.ts'
import { notify } from './notify.ts'
import { sql } from './sql.ts'

// A pooler in transaction mode: every file checks at its end that nothing was sent to it which needs a connection of one's own.
const db = await testDatabase({ isPooled: true })
const server = await testServer({ db, isWorking: true })
const FILE = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,2,ETH,1000,USD,,,Kraken,yes,b1
2025-02-01T00:00:00Z,sell,900,USD,1,ETH,,,Kraken,yes,s1
`

test('through a pooler a customer imports, corrects, calculates and exports, and nobody else sees it', async () => {
  const journal = await customerWith(server)
  await journal.upload('history.csv', FILE)
  await expect.poll(() => journal.rows()).toHaveLength(2)
  const [bought] = await journal.rows()
  await journal.patch(bought!.id, { comment: 'first' })

  // Twice under one key, as a browser does that did not hear the answer: it is one calculation.
  const start = () =>
    journal.customer.post(
      '/imports/v1/tax_calculations/start_tax_calculation',
      {},
      { 'idempotency-key': 'k' },
    )
  const [once, again] = [await start(), await start()]
  expect(once.status).toBe(200)
  expect(again.body).toEqual(once.body)
  const calculations = () =>
    withSubject(db, self(journal.userId), (tx) => tx.all(sql`select state from calculations`))
  await expect.poll(calculations).toEqual([{ state: 'done' }])

  const { data } = (await journal.post('/exports', { kind: 'form-8949-csv', tax_year: 2025 })) as {
    data: { id: string }
  }
  const exports = async () => (await journal.get<{ data: { id: string; state: string }[] }>('/exports')).data
  // Asked less often than a session may ask.
  await expect.poll(exports, { interval: 200 }).toMatchObject([{ id: data.id, state: 'done' }])

  const stranger = await customerWith(server)
  expect(await stranger.rows()).toEqual([])
})

test('SB2 role, limits and customer hold for a transaction, whatever connection it has', async () => {
  const [a, b] = [await testCustomer(db), await testCustomer(db)]
  const requests = openDatabase({ ...db, serves: 'requests', limits: { lock_timeout: 1_234 } })
  const asked = sql`
    select current_user::text as role, current_setting('app.subject_id') as subject, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`
  const see = (on: typeof db, who: string) => withSubject(on, self(who), (tx) => tx.one(asked))
  const seen = await Promise.all([a, b, a, b, a, b].map((who) => see(requests, who)))
  const expected = (subject: string) => ({ role: 'lotbook_app', subject, lock: '1234ms', idle: '1min' })
  expect(seen).toEqual([a, b, a, b, a, b].map(expected))
  expect(await see(db, a)).toMatchObject({ lock: '0', idle: '5min' })
  await requests.close()

  const role = sql`select current_user::text as role, coalesce(current_setting('app.subject_id', true), '') as subject`
  expect(await withIdentity(db, (tx) => tx.one(role))).toEqual({ role: 'lotbook_identity', subject: '' })
  expect(await withOps(db, (tx) => tx.one(role))).toEqual({ role: 'lotbook_ops', subject: '' })
  expect((await db.app.query(`select current_user::text as role`)).rows).toEqual([{ role: 'lotbook_app' }])
  await expect(db.app.query('select 1/0')).rejects.toThrow('division by zero')
})

test.runIf(inject('postgres').url === undefined)(
  'without a way past the pooler an empty database is set up, jobs run and sockets are told, by asking',
  async () => {
    const pooler = await startTransactionPooler()
    const name = `t_${randomBytes(8).toString('hex')}`
    const admin = new Client({ ...directOf(db)!('lotbook_app'), user: 'app', database: 'postgres' })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const target = pooledTarget(pooler.url(name))
    await bootstrapRoles(target.bootstrap, true)
    expect(await migrate(target)).toHaveLength(readMigrations().length)
    const alone = openDatabase(target)
    afterAll(async () => {
      await alone.close()
      await pooler.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    })
    const owners = `
      select c.relname as name, pg_get_userbyid(c.relowner) as owner from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where nspname in ('public', 'identity', 'migrations', 'jobs') and c.relkind in ('r', 'p', 'v', 'S')
      union all select p.proname, pg_get_userbyid(p.proowner) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where nspname in ('public', 'identity', 'jobs') order by 1, 2`
    expect(await withOps(alone, (tx) => tx.all(sql([owners] as unknown as TemplateStringsArray)))).toEqual(
      await asOwner(db, owners),
    )

    const polling = await testServer({ db: alone, isWorking: true })
    const journal = await customerWith(polling)
    await journal.upload('history.csv', FILE)
    await expect.poll(() => journal.rows()).toHaveLength(2)

    const origin = await polling.app.listen({ port: 0, host: '127.0.0.1' })
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/notifications`, {
      headers: { origin, cookie: journal.customer.cookieHeader },
    })
    const heard: string[] = []
    socket.on('message', (text: Buffer) => heard.push((JSON.parse(text.toString()) as { id: string }).id))
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    await new Promise((resolve) => socket.once('open', resolve))
    // Told over and over, as progress is: the first look only finds what the page knows by itself.
    const told = new Set<string>()
    await expect
      .poll(async () => {
        const id = newId()
        told.add(id)
        await withSubject(alone, self(journal.userId), (tx) =>
          notify(tx, journal.userId, { type: 'import', id, status: 'done' }),
        )
        return heard.some((one) => told.has(one))
      })
      .toBe(true)
    await journal.customer.expect(200, 'POST', '/identity/log_out', {})
    expect(await closed).toBe(1008)
  },
)
