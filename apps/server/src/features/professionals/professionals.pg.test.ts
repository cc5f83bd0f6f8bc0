import { type AccessEvent, type Client, type FoundPerson, WORKPAPER_STEPS } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { withOps } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { asOwner } from '../../testing/test-database.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const FILE = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1
`
const MARK = { 'x-lotbook': '1' }

let people = 0
const freshEmail = (who: string) => `${who}-${(people += 1)}@example.com`

/** Somebody with a confirmed address who has the role of a professional and gave a second factor. */
async function professionalWith(email = freshEmail('pro')) {
  const browser = await server.customer(email)
  const identity = (text: string) => server.db.identity.query(text, [browser.userId])
  await identity(`update identity.roles set role = 'cpa' where user_id = $1`)
  await identity(`insert into identity.totp (user_id, sealed, confirmed_at) values ($1, 'x', now())`)
  await identity('update identity.sessions set mfa_at = now() where user_id = $1')
  await verify(browser.userId)
  return Object.assign(browser, { email })
}

const verify = (userId: string) =>
  server.db.identity.query('update identity.users set email_verified_at = now() where id = $1', [userId])

async function clientWith() {
  const journal = await customerWith(server)
  await verify(journal.userId)
  const { email } = (await journal.get<{ email: string }>('/users/get_user_role')) as { email: string }
  return { ...journal, email }
}

/** The token in the newest mail of its kind. */
async function tokenOf(email: string): Promise<string> {
  const mail = (await server.mails(email)).find(({ template }) => template === 'invitation')
  return /token=([\w-]+)/.exec(String(mail?.values['link']))?.[1] ?? ''
}

interface Cpa {
  data: {
    email: string | null
    invited: { id: string; receiver: { email: string }; sender: { email: string } }[]
    professionals: { id: string; email: string; ended_at: string | null; scope: string }[]
    sent: { id: string; state: string }[]
  }
}
const cpa = async (browser: TestClient) => (await browser.expect(200, 'GET', '/customer_cpa')) as Cpa
interface Clients {
  data: {
    email: string
    invited: { receiver: { email: string }; state: string }[]
    clients: {
      id: string
      scope: string | null
      year: { state: string; review: number; imports: { total: number } } | null
    }[]
    pending: number
  }
}
const clients = async (browser: TestClient) =>
  (await browser.expect(200, 'GET', '/tax_pro/customers?tax_year=2024')) as Clients

const impersonate = (browser: TestClient, id: string) => browser.get(`/users/${id}/impersonate`, MARK)

test('R3.60 R3.61 R6.14 R6.17 R7.34 R7.35 R7.42 R7.44 R7.45 a professional invites, the client accepts, the professional works, the client takes it back', async () => {
  const professional = await professionalWith()
  const client = await clientWith()
  const stranger = await clientWith()
  await client.import('mine.csv', FILE)

  await professional.expect(200, 'POST', '/tax_pro/customers', { email: client.email.toUpperCase() })
  const before = await clients(professional)
  expect(before.data.email).toBe(professional.email)
  expect(before.data.invited).toMatchObject([{ receiver: { email: client.email }, state: 'sent' }])
  expect(before.data.clients).toEqual([])

  // Nobody else sees it, and nothing opens before it is accepted.
  expect((await cpa(stranger.customer)).data.invited).toEqual([])
  expect(await impersonate(professional, client.userId)).toMatchObject({ status: 404 })
  const { data } = await cpa(client.customer)
  expect(data.invited).toMatchObject([
    { receiver: { email: client.email }, sender: { email: professional.email } },
  ])
  expect(await client.customer.post('/accept_invitation', { id: data.invited[0]?.id })).toMatchObject({
    status: 200,
    body: { kind: 'client' },
  })
  expect((await cpa(client.customer)).data).toMatchObject({
    email: professional.email,
    invited: [],
    professionals: [{ email: professional.email, scope: 'work', ended_at: null }],
  })

  const page = (await professional.expect(
    200,
    'GET',
    `/customer_cpa_page/${client.userId}?tax_year=2024`,
  )) as { data: unknown }
  expect(page.data).toMatchObject({ id: client.userId, email: client.email, scope: 'work' })
  expect((await clients(professional)).data.clients).toMatchObject([
    { id: client.userId, year: { imports: { total: 1, running: 0, failed: 0 } } },
  ])
  // A change at the client is seen at the next look.
  await client.import('more.csv', FILE.replace('b1', 'b2').replace(',3,', ',4,'))
  expect((await clients(professional)).data.clients[0]?.year?.imports.total).toBe(2)

  const session = professional.cookieHeader
  expect(await impersonate(professional, client.userId)).toMatchObject({
    status: 200,
    body: { redirect: '/dashboard' },
  })
  expect(professional.cookieHeader).not.toBe(session)
  const rows = (await professional.expect(200, 'GET', '/transactions')) as { rows: { id: string }[] }
  expect(rows.rows).toHaveLength(2)
  const [row] = rows.rows
  expect(
    await professional.request('PATCH', `/transactions/${row?.id}`, {
      edit: { comment: 'Asked the client.' },
    }),
  ).toMatchObject({ status: 200 })

  const [given] = (await cpa(client.customer)).data.professionals
  expect(await client.customer.delete(`/customer_cpa/${given?.id}`)).toMatchObject({ status: 200 })
  expect(await professional.get('/transactions')).toMatchObject({ status: 403 })
  expect(await professional.get('/users/get_user_role')).toMatchObject({ status: 403 })
  expect(await professional.get('/users/stop_impersonating', MARK)).toMatchObject({
    status: 200,
    body: { redirect: '/tax_pro/dashboard' },
  })
  expect(await impersonate(professional, client.userId)).toMatchObject({ status: 404 })
  expect((await clients(professional)).data.clients).toMatchObject([{ scope: null, year: null }])

  // The client reads all of it: the log is the trail.
  const log = (
    await client.get<{ rows: { event: string; object: string | null; email: string }[] }>(
      '/customer_cpa/access_log',
    )
  ).rows
  expect(log.map(({ event, object }) => [event, object])).toEqual([
    ['changed', 'transactions'],
    ['viewed', 'transactions'],
    ['viewing_started', null],
  ])
  expect(new Set(log.map(({ email }) => email))).toEqual(new Set([professional.email]))
  const trail = await withOps(server.db, (tx) =>
    tx.all(
      sql`select 1 from audit_events where user_id = ${client.userId} and actor_id = ${professional.userId}`,
    ),
  )
  expect(log).toHaveLength(trail.length)
  const mails = await server.mails(client.email)
  expect(mails.filter(({ template }) => template === 'books_viewed')).toHaveLength(1)
})

test('N22 a client invites a professional to look for thirty days, and after them nothing opens', async () => {
  const professional = await professionalWith()
  const client = await clientWith()
  await client.post('/customer_cpa', { email: professional.email, scope: 'view', days: 30 })
  const { data } = await cpa(professional)
  await professional.expect(200, 'POST', '/accept_invitation', { id: data.invited[0]?.id })
  expect(await impersonate(professional, client.userId)).toMatchObject({ status: 200 })
  expect(await professional.get('/transactions')).toMatchObject({ status: 200 })
  expect(await professional.post('/imports/v1/tax_calculations/start_tax_calculation', {})).toMatchObject({
    status: 403,
  })
  await professional.expect(200, 'GET', '/transactions')
  await server.db.app.query('select 1')
  await withOps(server.db, (tx) =>
    tx.run(sql`update grants set expires_at = now() - interval '1 second' where user_id = ${client.userId}`),
  )
  expect(await professional.get('/transactions')).toMatchObject({ status: 403 })
  expect((await cpa(client.customer)).data.professionals).toMatchObject([{ ended_at: expect.any(String) }])
})

test('SC1 a change of a professional and its note in the client’s log are one: neither is there without the other', async () => {
  const professional = await professionalWith()
  const client = await clientWith()
  await client.import('history.csv', FILE)
  await professional.expect(200, 'POST', '/tax_pro/customers', { email: client.email })
  await client.customer.expect(200, 'POST', '/accept_invitation', { token: await tokenOf(client.email) })
  await impersonate(professional, client.userId)
  const { rows } = (await professional.expect(200, 'GET', '/transactions')) as { rows: { id: string }[] }
  const path = `/transactions/${rows[0]?.id}`
  const changes = async () =>
    (await client.get<{ rows: { event: string }[] }>('/customer_cpa/access_log')).rows.filter(
      ({ event }) => event === 'changed',
    ).length
  const comment = async () => (await client.get<{ data: { comment: string | null } }>(path)).data.comment

  expect((await professional.request('PATCH', path, { edit: { to_amount: '-1' } })).status).toBe(422)
  expect(
    (await professional.request('PATCH', path, { edit: {}, version: 'of another day' })).status,
  ).not.toBe(200)
  expect(await changes()).toBe(0)
  expect((await professional.request('PATCH', path, { edit: { comment: 'Asked.' } })).status).toBe(200)
  expect([await changes(), await comment()]).toEqual([1, 'Asked.'])

  await asOwner(server.db, 'revoke insert on audit_events from lotbook_app')
  try {
    expect((await professional.request('PATCH', path, { edit: { comment: 'Unseen.' } })).status).toBe(500)
  } finally {
    await asOwner(server.db, 'grant insert on audit_events to lotbook_app')
  }
  expect([await changes(), await comment()]).toEqual([1, 'Asked.'])
})

test('SC2 what is only the customer’s own is refused to whoever looks for them', async () => {
  const professional = await professionalWith()
  const client = await clientWith()
  await professional.expect(200, 'POST', '/tax_pro/customers', { email: client.email })
  await client.customer.expect(200, 'POST', '/accept_invitation', { token: await tokenOf(client.email) })
  await professional.request('GET', `/users/${client.userId}/impersonate`, undefined, MARK)
  const [given] = (await cpa(client.customer)).data.professionals
  const refused = { status: 403, body: { code: 'not_while_impersonating' } }
  const attempts: readonly ['POST' | 'PATCH' | 'DELETE', string, object][] = [
    ['POST', '/identity/change_password', { password: 'another-good-long-one' }],
    ['POST', '/identity/change_email', { email: 'elsewhere@example.com' }],
    ['POST', '/identity/totp/disable', {}],
    ['POST', '/imports/v1/api_imports', { exchange: 'kraken', access_token: 'k', refresh_token: 's' }],
    ['POST', '/customer_cpa', { email: 'friend@example.com', scope: 'work' }],
    ['PATCH', `/customer_cpa/${given?.id}`, { days: 3650 }],
    ['DELETE', `/customer_cpa/${given?.id}`, {}],
    ['POST', '/accept_invitation', { token: 'x'.repeat(43) }],
  ]
  for (const [method, path, body] of attempts)
    expect(await professional.request(method, path, body), path).toMatchObject(refused)
  // Nor are the lists of access shown.
  for (const path of ['/customer_cpa', '/customer_cpa/access_log'])
    expect(await professional.get(path), path).toMatchObject(refused)
})

test('SC3 a link, a picture or a page of another site starts no viewing, no invitation and no end of one', async () => {
  const professional = await professionalWith()
  const client = await clientWith()
  await professional.expect(200, 'POST', '/tax_pro/customers', { email: client.email })
  await client.customer.expect(200, 'POST', '/accept_invitation', { token: await tokenOf(client.email) })
  const pay = `/tax_pro/invite_client_to_pay?client_id=${client.userId}&tax_year=2024&plan_id=plus`
  for (const path of [`/users/${client.userId}/impersonate`, pay, '/users/stop_impersonating'])
    for (const headers of [
      {},
      { ...MARK, 'sec-fetch-site': 'cross-site' },
      { ...MARK, 'sec-fetch-mode': 'navigate' },
    ] as Record<string, string>[])
      expect(await professional.get(path, headers), path).toMatchObject({ status: 403 })
  expect(await professional.get('/users/get_user_role')).toMatchObject({ body: { viewing: null } })
  const own = { ...MARK, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  expect(await professional.get(pay, own)).toMatchObject({ status: 200 })
})

test('R6.16 R7.43 a client is asked to pay, by who works for them and for a plan that costs something', async () => {
  const professional = await professionalWith()
  const [client, stranger] = [await clientWith(), await clientWith()]
  await professional.expect(200, 'POST', '/tax_pro/customers', { email: client.email })
  await client.customer.expect(200, 'POST', '/accept_invitation', { token: await tokenOf(client.email) })
  const ask = (id: string, plan: string) =>
    professional.get(
      `/tax_pro/invite_client_to_pay?client_id=${id}&tax_year=2024&plan_id=${plan}&message=Nearly%20done.`,
      MARK,
    )
  expect(await ask(client.userId, 'plus')).toMatchObject({ status: 200 })
  expect((await cpa(client.customer)).data.invited).toMatchObject([
    { kind: 'pay', tax_year: 2024, plan_id: 'plus', message: 'Nearly done.', scope: null },
  ])
  expect(await ask(stranger.userId, 'plus')).toMatchObject({ status: 404 })
  expect(await ask(client.userId, 'free')).toMatchObject({ status: 422 })
  expect(await ask(client.userId, 'none-such')).toMatchObject({ status: 422 })
})

test('an invitation twice, expired, taken back, for another address, to oneself: each is answered clearly', async () => {
  const professional = await professionalWith()
  const [client, other] = [await clientWith(), await clientWith()]
  const invite = (email: string) => professional.post('/tax_pro/customers', { email })
  expect(await invite(professional.email)).toMatchObject({
    status: 422,
    body: { fields: { email: 'This is your own address.' } },
  })
  await invite(client.email)
  const first = await tokenOf(client.email)
  await invite(client.email)
  const second = await tokenOf(client.email)
  const answer = (browser: TestClient, token: string) => browser.post('/accept_invitation', { token })
  // The second replaces the first, so there is one to answer.
  expect((await cpa(client.customer)).data.invited).toHaveLength(1)
  expect(await answer(client.customer, first)).toMatchObject({
    status: 409,
    body: { message: 'This invitation was taken back.' },
  })
  expect(await answer(other.customer, second)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('another email address') },
  })
  expect(await answer(client.customer, second)).toMatchObject({ status: 200 })
  expect(await answer(client.customer, second)).toMatchObject({
    status: 409,
    body: { message: 'This invitation was answered already.' },
  })
  expect((await cpa(client.customer)).data.professionals).toHaveLength(1)

  await invite(other.email)
  const { data } = await cpa(other.customer)
  server.clock.advance(7 * 86_400_000 + 1_000)
  await server.db.identity.query(
    'update identity.sessions set last_seen_at = $1, created_at = $1, expires_at = $2',
    [server.clock.now(), new Date(server.clock.now().getTime() + 86_400_000)],
  )
  expect(await other.customer.post('/accept_invitation', { id: data.invited[0]?.id })).toMatchObject({
    status: 409,
    body: { message: 'This invitation has expired. Ask for a new one.' },
  })
})

test('the link of an invitation says who invites to what, to nobody but the person it was sent to', async () => {
  const professional = await professionalWith()
  const [client, other] = [await clientWith(), await clientWith()]
  // The link came by mail, so the address need not be confirmed before it is read.
  await server.db.identity.query('update identity.users set email_verified_at = null where id = $1', [
    client.userId,
  ])
  const read = (browser: TestClient, token: string) => browser.get(`/accept_invitation?token=${token}`)
  const none = { status: 404, body: { message: 'There is no such invitation.' } }
  const invite = () =>
    professional.expect(200, 'POST', '/tax_pro/customers', { email: client.email, scope: 'view', days: 30 })
  await invite()
  const replaced = await tokenOf(client.email)
  await invite()
  const token = await tokenOf(client.email)

  expect(await read(client.customer, token)).toMatchObject({
    status: 200,
    body: {
      data: {
        kind: 'client',
        scope: 'view',
        days: 30,
        sender: { name: professional.email, email: professional.email },
        receiver: { email: client.email },
      },
    },
  })
  // One that was passed on, its sender, one that was replaced, and one that never was get the same answer.
  expect(await read(other.customer, token)).toMatchObject(none)
  expect(await read(professional, token)).toMatchObject(none)
  expect(await read(client.customer, replaced)).toMatchObject(none)
  expect(await read(client.customer, 'x'.repeat(43))).toMatchObject(none)
  await client.customer.expect(200, 'POST', '/accept_invitation', { token })
  expect(await read(client.customer, token)).toMatchObject(none)

  await professional.expect(200, 'POST', '/tax_pro/customers', { email: other.email })
  const late = await tokenOf(other.email)
  server.clock.advance(7 * 86_400_000 + 1_000)
  await server.db.identity.query(
    'update identity.sessions set last_seen_at = $1, created_at = $1, expires_at = $2',
    [server.clock.now(), new Date(server.clock.now().getTime() + 86_400_000)],
  )
  expect(await read(other.customer, late)).toMatchObject(none)
})

test('an admin looks at a customer with a reason that the customer can read, and not without', async () => {
  const admin = await professionalWith(freshEmail('admin'))
  await server.db.identity.query(`update identity.roles set role = 'admin' where user_id = $1`, [
    admin.userId,
  ])
  const client = await clientWith()
  const look = (reason: string) =>
    admin.get(`/users/${client.userId}/impersonate?reason=${encodeURIComponent(reason)}`, MARK)
  expect(await look('')).toMatchObject({ status: 422, body: { fields: { reason: expect.any(String) } } })
  expect(await look('Support case 4711, asked by the customer.')).toMatchObject({ status: 200 })
  expect(await admin.get('/transactions')).toMatchObject({ status: 200 })
  server.clock.advance(60_000)
  expect(await admin.get('/users/stop_impersonating', MARK)).toMatchObject({ status: 200 })
  const views = await withOps(server.db, (tx) =>
    tx.all<{ is_open: boolean }>(sql`
      select ends_at > ${server.clock.now()} as is_open from admin_views where user_id = ${client.userId}`),
  )
  expect(views).toEqual([{ is_open: false }])
  const { rows } = await client.get<{ rows: AccessEvent[] }>('/customer_cpa/access_log')
  expect(rows.findLast(({ event }) => event === 'viewing_started')).toMatchObject({
    email: admin.email,
    reason: 'Support case 4711, asked by the customer.',
  })
})

test('an admin finds people by a part of their name or address, and sees how far they are but none of their books', async () => {
  const admin = await professionalWith(freshEmail('admin'))
  await server.db.identity.query(`update identity.roles set role = 'admin' where user_id = $1`, [
    admin.userId,
  ])
  const client = await clientWith()
  await client.import('mine.csv', FILE)
  const [name = ''] = client.email.split('@')
  const find = async (q: string) =>
    (await admin.get(`/admin/people?q=${encodeURIComponent(q)}`)) as {
      status: number
      body: { data: FoundPerson[]; more: boolean }
    }
  const { body } = await find(name.toUpperCase())
  expect(body).toMatchObject({
    more: false,
    data: [
      {
        id: client.userId,
        email: client.email,
        roles: ['customer'],
        is_verified: true,
        has_second_factor: false,
        state: { transactions: 1, imports: { total: 1, running: 0, failed: 0 }, calculation: 'none' },
      },
    ],
  })
  expect((await find(admin.email)).body.data).toMatchObject([{ roles: ['admin'], state: null }])
  expect((await find('nobody-at-all')).body).toEqual({ data: [], more: false })
  // A sign that stands for any text elsewhere is itself here.
  expect((await find('%%%')).body.data).toEqual([])
  expect((await find('ab')).status).toBe(422)
  expect(await client.customer.request('GET', '/admin/people?q=example')).toMatchObject({ status: 403 })
})

test('the effect of a client’s open items is that on the year shown', async () => {
  const professional = await professionalWith()
  const client = await clientWith()
  // The sale of 2023 has no purchase: up to all of its proceeds are gain of that year, and of no other.
  await client.import(
    'sale.csv',
    FILE.replace(/2024-.*/, '2023-05-01T00:00:00Z,sell,2500,USD,1,ETH,,,Coinbase,yes,s1'),
  )
  await client.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  await professional.expect(200, 'POST', '/tax_pro/customers', { email: client.email })
  await client.customer.expect(200, 'POST', '/accept_invitation', { token: await tokenOf(client.email) })
  const yearOf = async (year: number) => {
    const { data } = (await professional.expect(200, 'GET', `/tax_pro/customers?tax_year=${year}`)) as {
      data: { clients: Client[] }
    }
    return data.clients[0]?.year
  }
  const issueOf = async (year: number) =>
    (await yearOf(year))?.issues.find(({ code }) => code === 'missing_basis')
  expect(await issueOf(2023)).toEqual({ code: 'missing_basis', count: 1, effect: '2500' })
  // An item that changes 2023 alone is none of another year.
  expect(await issueOf(2024)).toBeUndefined()
  // A balance below zero changes nobody knows how much, and no year before it.
  expect((await yearOf(2023))?.effect).toBeNull()
  expect(await yearOf(2022)).toMatchObject({ effect: '0', review: 0 })
})

test('SB2 two professionals and two clients: nobody reaches what is the other’s', async () => {
  const [one, two] = [await professionalWith(), await professionalWith()]
  const [mine, theirs] = [await clientWith(), await clientWith()]
  for (const [professional, client] of [
    [one, mine],
    [two, theirs],
  ] as const) {
    await professional.expect(200, 'POST', '/tax_pro/customers', { email: client.email })
    await client.customer.expect(200, 'POST', '/accept_invitation', { token: await tokenOf(client.email) })
  }
  const { id } = (await two.expect(200, 'POST', '/tax_pro/customers', {
    email: 'somebody-new@example.com',
  })) as { id: string }
  const attempts: readonly ['GET' | 'POST' | 'DELETE', string][] = [
    ['GET', `/customer_cpa_page/${theirs.userId}`],
    ['GET', `/users/${theirs.userId}/impersonate`],
    ['DELETE', `/tax_pro/customers/${theirs.userId}`],
    ['GET', `/tax_pro/client_plans?client_id=${theirs.userId}`],
    ['GET', `/tax_pro/invite_client_to_pay?client_id=${theirs.userId}&tax_year=2024&plan_id=plus`],
    ['POST', `/invitations/${id}/resend`],
    ['DELETE', `/invitations/${id}`],
  ]
  for (const [method, path] of attempts)
    expect(await one.request(method, path, undefined, MARK), path).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  expect((await clients(two)).data.clients).toMatchObject([{ id: theirs.userId, scope: 'work' }])
  expect((await clients(one)).data.clients).toMatchObject([{ id: mine.userId }])

  // Papers: neither in the books of another's client, nor by the id of a paper there from books of one's own.
  await theirs.import('history.csv', FILE)
  const [row] = await theirs.rows()
  const made = async (path: string, body: object) =>
    (
      (await two.expect(200, 'POST', path, { client_id: theirs.userId, tax_year: 2024, ...body })) as {
        id: string
      }
    ).id
  const question = await made('/questions', { text: 'Theirs?' })
  const point = await made('/workpapers/points', { text: 'Theirs.' })
  const signOff = await made('/workpapers/sign_offs', { step: WORKPAPER_STEPS[0], note: 'Seen.' })
  const tick = { transaction_id: row?.id, is_ticked: true }
  await two.expect(200, 'POST', '/workpapers/tick_marks', { client_id: theirs.userId, ...tick })
  const papers: readonly [string, object][] = [
    [`/questions/${question}/messages`, { text: 'Mine.' }],
    [`/questions/${question}/close`, {}],
    [`/workpapers/points/${point}`, { is_done: true }],
    [`/workpapers/sign_offs/${signOff}/end`, {}],
    ['/workpapers/tick_marks', tick],
  ]
  for (const client of [theirs, mine])
    for (const [path, body] of papers)
      expect(await one.request('POST', path, { client_id: client.userId, ...body }), path).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
  for (const path of ['/questions', '/workpapers', '/workpapers/bundle.zip'])
    expect((await one.request('GET', `${path}?client_id=${theirs.userId}&tax_year=2024`)).status, path).toBe(
      404,
    )
  // Their owners find each of them, so the ids are right.
  for (const [path, body] of papers)
    expect(await two.request('POST', path, { client_id: theirs.userId, ...body }), path).toMatchObject({
      status: 200,
    })
})
