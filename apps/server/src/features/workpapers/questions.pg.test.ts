import type { Client, Question } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { testServer } from '../../testing/test-server.ts'
import { clientOn, giveAccess, professionalOn } from '../../testing/work-together.ts'

const server = await testServer()

const FILE = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1
`
const MARK = { 'x-lotbook': '1' }

const questionsOf = async (browser: TestClient, query = '') =>
  ((await browser.expect(200, 'GET', `/questions?tax_year=2024${query}`)) as { data: Question[] }).data

async function together(scope: 'view' | 'work' = 'view') {
  const [professional, client] = [await professionalOn(server), await clientOn(server)]
  const access = await giveAccess(server, client, professional, scope)
  const named = `&client_id=${client.userId}`
  return { professional, client, access, named }
}

test('a professional who may look asks about a transaction, the client answers, and each side is told once a day', async () => {
  const { professional, client, named } = await together('view')
  await client.import('mine.csv', FILE)
  const [row] = await client.rows()
  const { id } = (await professional.expect(200, 'POST', '/questions', {
    client_id: client.userId,
    transaction_id: row?.id,
    text: 'What did this purchase cost?',
  })) as { id: string }
  expect(await questionsOf(client.customer)).toMatchObject([
    {
      id,
      tax_year: 2024,
      state: 'open',
      waits_for: 'customer',
      about: {
        transaction_id: row?.id,
        text: 'Bought 3 ETH for $6,000.00, Coinbase, Jan 01, 2024',
        is_removed: false,
      },
      messages: [{ by_customer: false, text: 'What did this purchase cost?' }],
    },
  ])
  expect(await client.get(`/questions?transaction_id=${row?.id}`)).toMatchObject({ data: [{ id }] })
  // Open screens of the other side are told at once.
  const toldOf = async (userId: string) =>
    (
      await withSubject(server.db, self(userId), (tx) =>
        tx.all<{ id: string }>(
          sql`select subject_id as id from notifications where user_id = ${userId} and type = 'questions'`,
        ),
      )
    ).map((told) => told.id)
  expect([await toldOf(client.userId), await toldOf(professional.userId)]).toEqual([[client.userId], []])
  const clients = async () =>
    (
      (await professional.expect(200, 'GET', '/tax_pro/customers?tax_year=2024')) as {
        data: { clients: Client[] }
      }
    ).data.clients[0]?.year?.questions
  expect(await clients()).toEqual({ to_answer: 0, answered: 0, asked: 1 })

  await client.post(`/questions/${id}/messages`, { text: 'See the receipt: 6,010 USD.' })
  expect(await toldOf(professional.userId)).toEqual([client.userId])
  expect(await clients()).toEqual({ to_answer: 0, answered: 1, asked: 0 })
  const [answered] = await questionsOf(professional, named)
  expect(answered).toMatchObject({ state: 'answered', waits_for: 'professional' })
  // A further word opens it again; the day's mail was sent.
  const further = { client_id: client.userId, text: 'From which account was it paid?' }
  await professional.expect(200, 'POST', `/questions/${id}/messages`, further)
  expect(await questionsOf(client.customer)).toMatchObject([{ state: 'open', waits_for: 'customer' }])
  await professional.expect(200, 'POST', `/questions/${id}/close`, { client_id: client.userId })
  expect(await questionsOf(client.customer)).toMatchObject([{ state: 'closed', waits_for: null }])
  expect(await clients()).toEqual({ to_answer: 0, answered: 0, asked: 0 })

  const mailed = async (to: string) =>
    (await server.mails(to)).filter(({ template }) => template === 'question_waits')
  expect(await mailed(client.email)).toHaveLength(1)
  const [mail, ...more] = await mailed(professional.email)
  expect(more).toEqual([])
  expect(mail?.values).toMatchObject({ year: 2024, isAnswer: true })
  // Neither mail has a word of what was asked.
  expect(JSON.stringify([mail, await mailed(client.email)])).not.toContain('receipt')

  // The client's log has each act of the professional, and what was looked at once.
  const { rows } = await client.get<{ rows: { event: string; object: string }[] }>('/customer_cpa/access_log')
  expect(rows.map(({ event, object }) => `${event} ${object}`)).toEqual([
    'changed questions',
    'changed questions',
    'viewed questions',
    'changed questions',
  ])
})

test('the client asks about the year, and a professional who looks at the books answers there', async () => {
  const { professional, client } = await together('view')
  await client.import('mine.csv', FILE)
  const { id } = (await client.post('/questions', {
    tax_year: 2024,
    text: 'Do I need my old receipts?',
  })) as {
    id: string
  }
  await professional.request('GET', `/users/${client.userId}/impersonate`, undefined, MARK)
  expect(await questionsOf(professional)).toMatchObject([
    { id, by_customer: true, waits_for: 'professional' },
  ])
  await professional.expect(200, 'POST', `/questions/${id}/messages`, { text: 'Yes, keep them.' })
  expect(await questionsOf(client.customer)).toMatchObject([
    { state: 'answered', waits_for: 'customer', messages: [{ by_customer: true }, { by_customer: false }] },
  ])
  // Looking at one client shows no other, and access to look changes nothing of the books.
  expect(await professional.get(`/questions?client_id=${newId()}`)).toMatchObject({ status: 404 })
  expect(await professional.post('/rules', {})).toMatchObject({ status: 403 })
})

test('nobody else sees a question: neither other professionals nor customers, nor whose access ended', async () => {
  const { professional, client, access, named } = await together('work')
  const [stranger, other] = [await professionalOn(server), await clientOn(server)]
  const { id } = (await professional.expect(200, 'POST', '/questions', {
    client_id: client.userId,
    tax_year: 2024,
    text: 'Which wallets are yours?',
  })) as { id: string }
  const attempts = async (browser: TestClient) => [
    await browser.get(`/questions?tax_year=2024${named}`),
    await browser.post('/questions', { client_id: client.userId, text: 'Mine?' }),
    await browser.post(`/questions/${id}/messages`, { client_id: client.userId, text: 'Mine.' }),
    await browser.post(`/questions/${id}/close`, { client_id: client.userId }),
  ]
  const notFound = { status: 404 }
  for (const browser of [stranger, other.customer])
    expect(await attempts(browser)).toMatchObject([notFound, notFound, notFound, notFound])
  expect(await other.customer.post(`/questions/${id}/close`, {})).toMatchObject(notFound)
  await access.end()
  expect(await attempts(professional)).toMatchObject([notFound, notFound, notFound, notFound])
  expect(await questionsOf(client.customer)).toMatchObject([{ id, state: 'open' }])
})

test('an admin who looks with a reason reads the questions and writes none; nobody writes in another’s name', async () => {
  const { professional, client } = await together('work')
  const admin = await professionalOn(server, 'admin')
  await client.post('/questions', { tax_year: 2024, text: 'When is it due?' })
  const reason = encodeURIComponent('Support case 4711, asked by the customer.')
  await admin.request('GET', `/users/${client.userId}/impersonate?reason=${reason}`, undefined, MARK)
  expect(await questionsOf(admin)).toHaveLength(1)
  expect(await admin.post('/questions', { tax_year: 2024, text: 'Hello?' })).toMatchObject({ status: 403 })

  const who = { actorId: professional.userId, subjectId: client.userId }
  const write = (author: string, byCustomer: boolean) =>
    withSubject(server.db, who, (tx) =>
      tx.run(sql`
        insert into questions (user_id, id, tax_year, asked_by, by_customer, asked_at, changed_at)
        values (${client.userId}, ${newId()}, 2024, ${author}, ${byCustomer}, now(), now())`),
    )
  await expect(write(client.userId, true)).rejects.toThrow('row-level security')
  await expect(write(professional.userId, true)).rejects.toThrow('row-level security')
  expect(await write(professional.userId, false)).toBe(1)
  // A message that was written stays as it is.
  const changed = await withSubject(server.db, who, (tx) =>
    tx.run(sql`update question_messages set body = 'other' where user_id = ${client.userId}`),
  )
  expect(changed).toBe(0)
})

test('a question without words, about nothing there is, of nobody, or closed already is answered clearly', async () => {
  const { professional, client } = await together()
  const ask = (body: object) => professional.post('/questions', body)
  expect(await ask({ client_id: client.userId, text: '  ' })).toMatchObject({
    status: 422,
    body: { fields: { text: expect.any(String) } },
  })
  expect(await ask({ client_id: client.userId, text: 'x'.repeat(4001) })).toMatchObject({ status: 422 })
  expect(await ask({ client_id: client.userId, tax_year: 1999, text: 'Why?' })).toMatchObject({ status: 422 })
  expect(await ask({ client_id: client.userId, transaction_id: newId(), text: 'Why?' })).toMatchObject({
    status: 404,
  })
  expect(await ask({ text: 'Why?' })).toMatchObject({
    status: 422,
    body: { fields: { client_id: 'Say which client is meant.' } },
  })
  const { id } = (await client.post('/questions', { tax_year: 2024, text: 'Why?' })) as { id: string }
  expect(await (await clientOn(server)).customer.post('/questions', { text: 'Why?' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Invite your tax professional first') },
  })
  await client.post(`/questions/${id}/close`)
  for (const path of [`/questions/${id}/close`, `/questions/${id}/messages`])
    expect(await client.customer.post(path, { text: 'Still?' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('closed') },
    })
})
