import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { expect, test } from 'vitest'
import { asOwner, testCustomer, testDatabase } from '../testing/test-database.ts'
import {
  openDatabase,
  self,
  type Tx,
  withIdentity,
  withOps,
  withoutSubject,
  withSubject,
} from './database.ts'
import { directOf } from './database-role.ts'
import { newId } from './ids.ts'
import { identifier, plannedOnce, sql } from './sql.ts'

const db = await testDatabase()

async function addAccount(tx: Tx, userId: string, key = 'kraken'): Promise<string> {
  const id = newId()
  await tx.run(sql`insert into accounts (user_id, id, key, source_slug, name)
    values (${userId}, ${id}, ${key}, 'kraken', 'Kraken')`)
  return id
}

test('SB2 without a filter of its own a query shows the subject’s rows and nobody else’s', async () => {
  const [a, b] = [await testCustomer(db), await testCustomer(db)]
  const mine = await withSubject(db, self(a), (tx) => addAccount(tx, a))
  await withSubject(db, self(b), (tx) => addAccount(tx, b))

  const seen = await withSubject(db, self(a), (tx) => tx.all<{ id: string }>(sql`select id from accounts`))
  expect(seen).toEqual([{ id: mine }])

  await withSubject(db, self(b), async (tx) => {
    expect(await tx.all(sql`select * from accounts where id = ${mine}`)).toEqual([])
    expect(await tx.run(sql`update accounts set name = 'stolen' where id = ${mine}`)).toBe(0)
    expect(await tx.run(sql`delete from accounts where id = ${mine}`)).toBe(0)
  })
  await expect(withSubject(db, self(b), (tx) => addAccount(tx, a, 'planted'))).rejects.toThrow(/row-level/)
})

test('SB2 without a subject no customer-owned table shows a row', async () => {
  const a = await testCustomer(db)
  await withSubject(db, self(a), (tx) => addAccount(tx, a))
  await withoutSubject(db, async (tx) => {
    expect(await tx.all(sql`select * from accounts`)).toEqual([])
    expect(await tx.all(sql`select * from customers`)).toEqual([])
  })
})

test('no column that names a customer has statistics, by which a plan would tell customers apart', async () => {
  const named = await asOwner<{ column: string }>(
    db,
    `select attrelid::regclass || '.' || attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where attname in ('user_id', 'account_id', 'connection_id', 'import_id', 'calculation_id', 'change_id')
       and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname !~ '^audit_events'
       and coalesce(attstattarget, -1) <> 0`,
  )
  expect(named).toEqual([])
})

test('SB2 a user id in every customer-owned table leads its key and its indexes', async () => {
  const tables = await asOwner<{ relname: string; indexrelid: string; first: string }>(
    db,
    `select c.relname, i.indexrelid::regclass::text as indexrelid, a.attname as first
     from pg_class c join pg_index i on i.indrelid = c.oid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity
       and c.relnamespace = 'public'::regnamespace`,
  )
  expect(tables.length).toBeGreaterThan(50)
  // What is between two people is found from the other's side too, by functions that say themselves who may ask; an access token by
  // its hash, before anybody knows whose it is.
  const fromBothSides = ['access_tokens', 'clients', 'grants', 'invitations']
  expect(
    tables.filter(({ first, relname }) => first !== 'user_id' && !fromBothSides.includes(relname)),
  ).toEqual([])
})

test('SB2 a view shows what whoever asks may see, and nothing of its owner’s', async () => {
  const views = await asOwner<{ relname: string; options: string | null }>(
    db,
    `select relname, reloptions::text as options from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace order by 1`,
  )
  expect(views).toEqual(
    ['disposals', 'disposals_of_transactions', 'incomes', 'removals'].map((relname) => ({
      relname,
      options: '{security_invoker=true}',
    })),
  )
})

test('SB2 rows of results go straight in, are the session’s own, and are reached through their table alone', async () => {
  const [a, b] = [await testCustomer(db), await testCustomer(db)]
  type Acting = { actorId: string; subjectId: string }
  const asked = (who: Acting, text: string) =>
    withSubject(db, who, async (tx) => (await tx.client.query<{ user_id: string }>(text)).rows)
  const lots = (tx: Tx, columns: string, line: string) =>
    pipeline(
      Readable.from([line]),
      tx.client.query(copyFrom(`copy lot_rows (${columns}n, asset_id, quantity, basis) from stdin`)),
    )
  const copied = (who: Acting) => withSubject(db, who, (tx) => lots(tx, '', `0\tBTC\t1\t1\n`))
  const ofA = [{ user_id: a }]

  await copied(self(a))
  expect(await asked(self(a), 'select user_id from lots')).toEqual(ofA)
  expect(await asked(self(b), 'select user_id from lots')).toEqual([])
  // The same connection for whoever comes next: what it knew of the one before counts no more.
  await copied(self(b))
  expect(await asked(self(a), 'select user_id from lots')).toEqual(ofA)
  expect(await asked(self(b), 'select user_id from lots')).toEqual([{ user_id: b }])

  // Nobody says whose a row is, adds one for somebody else, or comes at those that are there.
  await expect(
    withSubject(db, self(b), (tx) => lots(tx, 'user_id, ', `${a}\t1\tBTC\t1\t1\n`)),
  ).rejects.toThrow(/permission denied/)
  await expect(copied({ actorId: b, subjectId: a })).rejects.toThrow(/null value in column "user_id"/)
  // A plan that is kept would know whose the rows of an older session are.
  await expect(
    asked(self(a), `insert into lot_rows (n, asset_id, quantity, basis) values (1, 'BTC', 1, 1)`),
  ).rejects.toThrow(/go in by COPY/)
  await expect(asked(self(a), 'select * from lot_rows')).rejects.toThrow(/permission denied/)
  await expect(asked(self(a), 'update lot_rows set n = 1')).rejects.toThrow(/permission denied/)
  await expect(asked(self(a), 'delete from lot_rows')).rejects.toThrow(/permission denied/)
  await expect(withOps(db, (tx) => tx.client.query('select * from lot_rows'))).rejects.toThrow(
    /permission denied/,
  )
  // Through its table it is a row like any other.
  expect(await withSubject(db, self(b), (tx) => tx.run(sql`delete from lots`))).toBe(1)
  expect(await asked(self(a), 'select user_id from lots')).toEqual(ofA)
  expect(await withSubject(db, self(a), (tx) => tx.run(sql`delete from lots`))).toBe(1)
})

test('SB2 a query that a connection plans once shows whoever asks next their own rows', async () => {
  const single = openDatabase({ connect: directOf(db)!, poolSize: 1 })
  try {
    const [a, b] = [await testCustomer(db), await testCustomer(db)]
    const journals = (user: string) =>
      withSubject(single, self(user), (tx) =>
        tx.all<{ user_id: string; mine: string }>(plannedOnce`
          select user_id, ${user} as mine from journals where version >= ${0}`),
      )
    // From the sixth on the database may keep one plan for all values.
    for (let n = 0; n < 8; n += 1) expect(await journals(a)).toEqual([{ user_id: a, mine: a }])
    expect(await journals(b)).toEqual([{ user_id: b, mine: b }])
    const { rows } = await single.app.query<{ generic: boolean }>(
      `select bool_or(generic_plans > 0) as generic from pg_prepared_statements where statement like '%as mine%'`,
    )
    expect(rows).toEqual([{ generic: true }])
  } finally {
    await single.close()
  }
})

test('SB5 a grant lets a professional see, and ends with the next query once revoked', async () => {
  const [customer, professional] = [await testCustomer(db), await testCustomer(db)]
  const account = await withSubject(db, self(customer), (tx) => addAccount(tx, customer))
  const view = { actorId: professional, subjectId: customer }
  const accounts = () => withSubject(db, view, (tx) => tx.all(sql`select id from accounts`))
  expect(await accounts()).toEqual([])

  const grantId = newId()
  await withSubject(db, self(customer), (tx) =>
    tx.run(sql`insert into grants (user_id, id, professional_id, scope, granted_at)
      values (${customer}, ${grantId}, ${professional}, 'view', now())`),
  )
  expect(await accounts()).toEqual([{ id: account }])
  const renamed = () =>
    withSubject(db, view, (tx) => tx.run(sql`update accounts set name = 'x' where id = ${account}`))
  expect(await renamed()).toBe(0)
  await expect(withSubject(db, view, (tx) => addAccount(tx, customer, 'b'))).rejects.toThrow(/row-level/)

  await withSubject(db, self(customer), (tx) =>
    tx.run(sql`update grants set scope = 'work' where id = ${grantId}`),
  )
  expect(await renamed()).toBe(1)

  await withSubject(db, view, async (tx) => {
    expect(await tx.all(sql`select id from accounts`)).toHaveLength(1)
    await withSubject(db, self(customer), (own) =>
      own.run(sql`update grants set revoked_at = now() where id = ${grantId}`),
    )
    expect(await tx.all(sql`select id from accounts`)).toEqual([])
  })
})

test('SC2 secrets and grants stay out of reach of whoever is not the customer', async () => {
  const [customer, professional] = [await testCustomer(db), await testCustomer(db)]
  await withSubject(db, self(customer), async (tx) => {
    await tx.run(sql`insert into grants (user_id, id, professional_id, scope, granted_at)
      values (${customer}, ${newId()}, ${professional}, 'work', now())`)
    await tx.run(sql`insert into data_keys (user_id, dek_version, kek_version, iv, wrapped, tag)
      values (${customer}, 1, 1, ${Buffer.alloc(12)}, ${Buffer.alloc(32)}, ${Buffer.alloc(16)})`)
  })
  await withSubject(db, { actorId: professional, subjectId: customer }, async (tx) => {
    expect(await tx.all(sql`select 1 from customers`)).toHaveLength(1)
    for (const table of ['data_keys', 'grants', 'credentials', 'admin_views']) {
      expect(await tx.all(sql`select * from ${identifier(table)}`)).toEqual([])
    }
  })
})

test('SP6 each role does its own work and no more', async () => {
  await expect(withoutSubject(db, (tx) => tx.run(sql`create table x (a int)`))).rejects.toThrow(/permission/)
  await expect(withoutSubject(db, (tx) => tx.all(sql`select * from pg_authid`))).rejects.toThrow(/permission/)
  await expect(withoutSubject(db, (tx) => tx.all(sql`select * from identity.users`))).rejects.toThrow(
    /permission/,
  )
  await expect(withIdentity(db, (tx) => tx.all(sql`select * from accounts`))).rejects.toThrow(/permission/)
  const bypassing = await asOwner(
    db,
    `select rolname from pg_roles where rolname like 'lotbook%' and (rolbypassrls or rolsuper)`,
  )
  expect(bypassing).toEqual([])
  expect(await asOwner(db, `select * from accounts`)).toEqual([])
})

test('SP3 the audit trail takes inserts only and its chain names a changed row', async () => {
  const a = await testCustomer(db)
  const add = (event: string) =>
    withSubject(db, self(a), (tx) =>
      tx.run(sql`insert into audit_events (user_id, at, actor_id, event, hash)
        values (${a}, now(), ${a}, ${event}, ${Buffer.alloc(0)})`),
    )
  await add('one')
  await add('two')
  const change = (text: string) => withSubject(db, self(a), (tx) => tx.client.query(text))
  await expect(change(`update audit_events set event = 'x'`)).rejects.toThrow(/permission/)
  await expect(change(`delete from audit_events`)).rejects.toThrow(/permission/)

  const broken = () =>
    withOps(db, (tx) =>
      tx.all(sql`select id from audit_events e where user_id = ${a} and hash <> audit_hash(e.*)`),
    )
  expect(await broken()).toEqual([])
  await asOwner(
    db,
    `alter table audit_events no force row level security; update audit_events set event = 'uno' where event = 'one';
     alter table audit_events force row level security`,
  )
  expect(await broken()).toHaveLength(1)
})
