import { expect, test } from 'vitest'
import { withOps } from '../platform/database.ts'
import { checkInvariants } from '../platform/invariants.ts'
import { identifier, sql } from '../platform/sql.ts'
import { customerWith } from '../testing/customer-journal.ts'
import { smtpServer } from '../testing/smtp-server.ts'
import { TEST_PASSWORD, testServer } from '../testing/test-server.ts'
import { giveAccess, professionalOn } from '../testing/work-together.ts'
import { eraseSentMails } from './identity/erase-account.ts'

const smtp = await smtpServer()
const server = await testServer({
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'Lotbook <no-reply@lotbook.example>' },
})

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-02T10:00:00Z,buy,1,BTC,40000,USD,,,Kraken,Yes,b1
2024-02-02T10:00:00Z,withdrawal,,,0.5,BTC,,,Kraken,Yes,w1
2024-02-02T10:20:00Z,deposit,0.5,BTC,,,,,Gemini,Yes,d1
2024-03-02T10:00:00Z,sell,20000,USD,0.4,BTC,,,Kraken,Yes,s1
2024-04-02T10:00:00Z,received,2,XYZ,,,,,Kraken,Yes,r1
never,buy,1,BTC,1,USD,,,Kraken,Yes,n1
`

/** A customer with something in as many tables as a test can fill. */
async function wholeCustomer(email: string) {
  const journal = await customerWith(server)
  await withOps(server.db, (tx) =>
    tx.run(sql`update identity.users set email = ${email} where id = ${journal.userId}`),
  )
  await journal.import('history.csv', HISTORY)
  const calculate = async () => {
    server.clock.advance(1_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
  }
  await calculate()
  const [first] = await journal.rows()
  await journal.patch(first?.id ?? '', { comment: 'mine' })
  await journal.customer.upload('/price_files', {
    file: new File(['Asset,Date,Price\nXYZ,2024-04-02,3\n'], 'prices.csv'),
  })
  await journal.setTax({ method: 'hifo' })
  await calculate()
  await journal.post('/exports', { kind: 'form-8949-csv', tax_year: 2024 })
  await journal.post('/labs/items', { asset_id: 'BTC' })
  const professional = await professionalOn(server)
  await giveAccess(server, journal, professional, 'view')
  const papers = { client_id: journal.userId, tax_year: 2024 }
  const of = { client_id: journal.userId, transaction_id: first?.id }
  await professional.expect(200, 'POST', '/questions', { ...of, text: 'Whose is it?' })
  await professional.expect(200, 'POST', '/workpapers/tick_marks', { ...of, is_ticked: true })
  await professional.expect(200, 'POST', '/workpapers/points', { ...papers, text: 'Ask again.' })
  await professional.expect(200, 'POST', '/workpapers/sign_offs', {
    ...papers,
    step: 'imports',
    note: 'Seen.',
  })
  const { upload_id: unknown } = await journal.send(
    'odd.csv',
    'Day;Units;Ticker\n2024-01-02 10:00:00;5;ADA\n',
  )
  const { format } = await journal.get<{ format: object }>(`/csv_uploads/${unknown}/columns`)
  await journal.post('/own_formats', { format })
  await server.drainJobs()
  return journal
}

/** How many rows each table has of a person; tables without any are left out. */
function rowsOf(userId: string): Promise<Record<string, number>> {
  return withOps(server.db, async (tx) => {
    const tables = await tx.all<{ schema: string; name: string; column: string }>(sql`
      select n.nspname as schema, c.relname as name, a.attname as column from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'identity')
      join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'uuid'::regtype and not a.attisdropped and a.attnum > 0
      where c.relkind in ('r', 'p') and not c.relispartition order by 1, 2, 3`)
    const found: Record<string, number> = {}
    for (const { schema, name, column } of tables) {
      const { count } = await tx.one<{ count: string }>(sql`
        select count(*) from ${identifier(schema)}.${identifier(name)} where ${identifier(column)} = ${userId}`)
      if (count !== '0') found[`${name}.${column}`] = Number(count)
    }
    return found
  })
}

test('SP10 a deleted account leaves nothing but what the audit trail says happened, and others keep all of theirs', async () => {
  const other = await wholeCustomer('stays@example.com')
  const journal = await wholeCustomer('leaves@example.com')
  const kept = await rowsOf(other.userId)
  // A professional who has seen the history has the name and email of its owner.
  await withOps(server.db, async (tx) => {
    await tx.run(sql`
      insert into clients (user_id, client_id, email, name, since)
      values (${other.userId}, ${journal.userId}, 'leaves@example.com', 'Lea Ves', now())`)
  })
  const filled = Object.keys(await rowsOf(journal.userId))
  expect(filled).toEqual(
    expect.arrayContaining([
      'transactions.user_id',
      'uploads.user_id',
      'calculations.user_id',
      'lots.user_id',
      'edits.user_id',
      'exports.user_id',
      'own_prices.user_id',
      'own_formats.user_id',
      'data_keys.user_id',
      'clients.client_id',
    ]),
  )

  const { customer } = journal
  expect(
    await customer.expect(422, 'POST', '/identity/delete_account', { email: 'stays@example.com' }),
  ).toMatchObject({ fields: { email: 'Type the email of this account.' } })
  await customer.expect(200, 'POST', '/identity/delete_account', { email: 'Leaves@example.com' })
  // At once: no session, and no way in.
  await customer.expect(401, 'GET', '/transactions')
  const login = { email: 'leaves@example.com', password: TEST_PASSWORD }
  expect((await server.client().request('POST', '/identity/log_in', login)).status).not.toBe(200)

  await server.drainJobs()
  expect(smtp.messages().join('\n')).toContain('Subject: Your account was deleted')
  await eraseSentMails(server.db)
  expect(Object.keys(await rowsOf(journal.userId))).toEqual(['audit_events.actor_id', 'audit_events.user_id'])
  expect(await rowsOf(other.userId)).toEqual(kept)
  expect(await checkInvariants(server.db)).toEqual([])
  // The address is free again.
  await server.client().expect(200, 'POST', '/identity/sign_up', {
    email: 'leaves@example.com',
    password: 'plum-engine-violet-94',
  })
})

test('SC2 a proof of who one is that is too old is asked for anew, and an administrator stays', async () => {
  const journal = await customerWith(server)
  const { email } = await withOps(server.db, (tx) =>
    tx.one<{ email: string }>(sql`select email from identity.users where id = ${journal.userId}`),
  )
  server.clock.advance(11 * 60_000)
  expect(await journal.customer.expect(403, 'POST', '/identity/delete_account', { email })).toMatchObject({
    code: 'reauth_required',
  })
  await journal.customer.expect(200, 'POST', '/identity/reauthenticate', { password: TEST_PASSWORD })
  await withOps(server.db, (tx) =>
    tx.run(sql`
      insert into identity.roles (user_id, role, given_at) values (${journal.userId}, 'admin', now())`),
  )
  await journal.customer.expect(409, 'POST', '/identity/delete_account', { email })
  await withOps(server.db, (tx) =>
    tx.run(sql`delete from identity.roles where user_id = ${journal.userId} and role = 'admin'`),
  )
  await journal.customer.expect(200, 'POST', '/identity/delete_account', { email })
  await server.drainJobs()
})
