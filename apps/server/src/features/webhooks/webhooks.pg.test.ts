import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MOST_WEBHOOKS, type Webhook, type WebhookDelivery } from '@lotbook/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { self, withOps, withSubject } from '../../platform/database.ts'
import { silentLog } from '../../platform/log.ts'
import { rotateDataKey } from '../../platform/rotate-keys.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { deliverMessageJob, RETRY_AFTER_S } from './deliver-message.ts'
import { forgetDeliveries } from './routes.ts'

interface Received {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
const received: Received[] = []
let status = 200
/** The one server of this machine that stands in for every address. */
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    received.push({ url: request.url ?? '', headers: request.headers, body })
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => void receiver.close())
const server = await testServer({
  env: { PROVIDERS_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}` },
})
beforeEach(() => {
  received.length = 0
  status = 200
})

const URL_OF = 'https://hooks.example.com/lotbook'
interface Made {
  readonly id: string
  readonly secret: string
}

async function add(browser: TestClient, events = ['import.finished', 'calculation.finished'], url = URL_OF) {
  server.clock.advance(60_000)
  await fresh(browser)
  return (await browser.expect(200, 'POST', '/webhooks', { url, events })) as Made
}

/** The clock stands still but for what tests advance it by: a session is made fresh where they do. */
async function fresh(browser: TestClient) {
  await server.db.identity.query('update identity.sessions set authenticated_at = $1', [server.clock.now()])
  return browser
}

const list = async (browser: TestClient) =>
  ((await browser.expect(200, 'GET', '/webhooks')) as { webhooks: Webhook[] }).webhooks
const log = async (browser: TestClient, id: string) =>
  ((await browser.expect(200, 'GET', `/webhooks/${id}/deliveries`)) as { rows: WebhookDelivery[] }).rows

/** Run what is put off, as if its time had come. */
async function later(browser: { readonly userId: string }) {
  await withSubject(server.db, self(browser.userId), (tx) =>
    tx.run(sql`update webhook_deliveries set next_at = now() where state = 'waiting'`),
  )
  await server.db.app.query(
    `update jobs.job set start_after = now()
     where name = 'deliver-webhook' and state < 'active' and data ->> 'userId' = $1`,
    [browser.userId],
  )
  await server.drainJobs()
}

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-06T00:00:00Z,buy,1,ETH,2000,USD,,,Gemini,yes,g1
2025-01-07T00:00:00Z,sell,3000,USD,1,ETH,,,Gemini,yes,g2
`

/** As a receiver checks a message by Standard Webhooks. */
function isGenuine({ headers, body }: Received, secret: string): boolean {
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(signed)
    .digest('base64')
  return headers['webhook-signature'] === `v1,${mac}`
}

test('N28 an import and a calculation that finish are told once, signed, and without an amount or a name', async () => {
  const journal = await customerWith(server)
  const { id, secret } = await add(journal.customer)
  const source = await journal.import('history.csv', HISTORY)
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()

  expect(received.map(({ url }) => url)).toEqual(Array(2).fill('/webhooks/hooks.example.com/lotbook'))
  const [first, second] = received.map(({ body }) => JSON.parse(body) as { type: string; data: object })
  expect(first).toMatchObject({
    type: 'import.finished',
    data: { source_id: source, state: 'done', reason: null },
  })
  expect(second).toMatchObject({ type: 'calculation.finished', data: { state: 'done' } })
  for (const one of received) {
    expect(isGenuine(one, secret)).toBe(true)
    expect(one.body).not.toMatch(/ETH|3000|Gemini|history\.csv/)
    expect(one.headers['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/)
    expect(
      Math.abs(Number(one.headers['webhook-timestamp']) - server.clock.now().getTime() / 1000),
    ).toBeLessThan(2)
  }
  const rows = await log(journal.customer, id)
  expect(rows).toMatchObject([
    { event: 'calculation.finished', state: 'delivered', attempts: 1, last_status: 200 },
    { event: 'import.finished', state: 'delivered', attempts: 1, last_status: 200 },
  ])
})

test('an import that needs an answer is told as such', async () => {
  const journal = await customerWith(server)
  await add(journal.customer, ['import.finished'])
  const asking = `User ID,Time,Account,Operation,Coin,Change,Remark
1,2024-01-02 10:00:00,Spot,Deposit,ADA,5,
`
  const { source_id: source } = await journal.send('binance.csv', asking)
  await server.drainJobs()
  const [told] = received.map(({ body }) => JSON.parse(body) as { data: object })
  expect(told).toMatchObject({ data: { source_id: source, state: 'needs_you' } })
})

test('a webhook is told of what it asked for', async () => {
  const journal = await customerWith(server)
  await add(journal.customer, ['calculation.finished'])
  await journal.import('history.csv', HISTORY)
  expect(received).toEqual([])
})

test('its secret is shown once and sealed, also under a new data key', async () => {
  const browser = await server.customer()
  const { id, secret } = await add(browser)
  expect(secret).toMatch(/^whsec_/)
  expect(JSON.stringify(await list(browser))).not.toContain(secret)
  const kept = await withOps(server.db, (tx) =>
    tx.all(sql`
      select encode(sealed, 'escape') as text from webhooks where user_id = ${browser.userId}
      union all select row_to_json(r)::text from requests r where user_id = ${browser.userId}
      union all select row_to_json(a)::text from audit_events a where user_id = ${browser.userId}
`),
  )
  const { rows: jobs } = await server.db.app.query('select data::text from jobs.job')
  expect(JSON.stringify(jobs)).not.toContain(secret.slice(6))
  expect(JSON.stringify(kept)).not.toContain(secret.slice(6))
  await rotateDataKey(server.db, server.services.keys, browser.userId)
  await browser.expect(200, 'POST', `/webhooks/${id}/test`)
  await server.drainJobs()
  expect(isGenuine(received[0]!, secret)).toBe(true)
  expect(JSON.parse(received[0]!.body)).toMatchObject({ type: 'ping', data: {} })
})

test('adding one asks for a proof of who one is', async () => {
  const browser = await server.customer()
  server.clock.advance(11 * 60_000)
  const refused = await browser.post('/webhooks', { url: URL_OF, events: ['import.finished'] })
  expect(refused.body).toMatchObject({ code: 'reauth_required' })
})

test.each([
  'https://127.0.0.1/',
  'http://example.com/',
  'https://localhost/',
  'https://[::1]/',
  'not an address',
])('%s is refused by its field', async (url) => {
  const browser = await fresh(await server.customer())
  const refused = await browser.post('/webhooks', { url, events: ['import.finished'] })
  expect(refused).toMatchObject({ status: 422, body: { fields: { url: expect.stringMatching(/^Enter /) } } })
  expect(await list(browser)).toEqual([])
})

test('N28 an address that fails is tried over a day under the same id, then turned off, and its owner is told by mail', async () => {
  const browser = await server.customer()
  const { id } = await add(browser)
  status = 500
  await browser.expect(200, 'POST', `/webhooks/${id}/test`)
  await server.drainJobs()
  expect(await log(browser, id)).toMatchObject([{ state: 'waiting', attempts: 1, last_status: 500 }])
  const waits: number[] = []
  for (let n = 0; n < RETRY_AFTER_S.length; n += 1) {
    const [{ attempted_at: at, next_at: next } = { attempted_at: null, next_at: null }] = await log(
      browser,
      id,
    )
    waits.push(Math.round((Date.parse(next ?? '') - Date.parse(at ?? '')) / 1000))
    await later(browser)
  }
  expect(waits).toEqual(RETRY_AFTER_S)
  const hours = waits.reduce((sum, seconds) => sum + seconds, 0) / 3600
  expect([hours > 23.5, hours < 24.5]).toEqual([true, true])
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(received).toHaveLength(RETRY_AFTER_S.length + 1)
  const row = await withSubject(server.db, self(browser.userId), (tx) =>
    tx.one<{ disabled_reason: string; state: string }>(sql`
      select w.disabled_reason, d.state from webhooks w join webhook_deliveries d on d.webhook_id = w.id`),
  )
  expect(row).toEqual({ disabled_reason: 'failed', state: 'failed' })
  // In the outbox, since no mail server is set up; what it says is the template's.
  const mails = await withOps(server.db, (tx) =>
    tx.all(sql`select template, state from mails where user_id = ${browser.userId}`),
  )
  expect(mails).toEqual([{ template: 'webhook_off', state: 'sent' }])
})

test('an address that answers again is sent what it missed, and counts as well', async () => {
  const browser = await server.customer()
  const { id } = await add(browser)
  status = 503
  await browser.expect(200, 'POST', `/webhooks/${id}/test`)
  await server.drainJobs()
  expect((await list(browser))[0]?.failing_since).not.toBeNull()
  status = 204
  await later(browser)
  expect(await log(browser, id)).toMatchObject([
    { state: 'delivered', attempts: 2, last_status: 204, next_at: null },
  ])
  expect((await list(browser))[0]).toMatchObject({ failing_since: null, off: null })
})

test('a redirect is a failure and is not followed', async () => {
  const browser = await server.customer()
  const { id } = await add(browser)
  status = 302
  await browser.expect(200, 'POST', `/webhooks/${id}/test`)
  await server.drainJobs()
  expect(await log(browser, id)).toMatchObject([{ state: 'waiting', last_status: 302 }])
  expect(received).toHaveLength(1)
})

test('410 turns it off at once; it can be turned on, and its log sent again under the same id', async () => {
  const browser = await server.customer()
  const { id } = await add(browser)
  status = 410
  await browser.expect(200, 'POST', `/webhooks/${id}/test`)
  await server.drainJobs()
  expect((await list(browser))[0]?.off).toMatchObject({ reason: 'gone' })
  const [missed] = await log(browser, id)
  await browser.expect(409, 'POST', `/webhooks/deliveries/${missed?.id}/replay`)
  await browser.expect(200, 'POST', `/webhooks/${id}/on`)
  status = 200
  server.clock.advance(1_000)
  await browser.expect(200, 'POST', `/webhooks/deliveries/${missed?.id}/replay`)
  await server.drainJobs()
  expect(await log(browser, id)).toMatchObject([
    { message_id: missed?.message_id, state: 'delivered' },
    { message_id: missed?.message_id, state: 'failed' },
  ])
  expect(received[1]?.body).toBe(received[0]?.body)
})

test('a job that was delivered twice sends once', async () => {
  const browser = await server.customer()
  const { id } = await add(browser)
  await browser.expect(200, 'POST', `/webhooks/${id}/test`)
  await server.db.app.query(
    `insert into jobs.job (name, data, retry_limit, policy)
     select name, data, retry_limit, policy from jobs.job where name = 'deliver-webhook' and state < 'active' and data ->> 'userId' = $1`,
    [browser.userId],
  )
  await server.drainJobs()
  expect(received).toHaveLength(1)
})

test('a message that cannot even be tried does not wait for ever', async () => {
  const browser = await server.customer()
  const { id } = await add(browser)
  await browser.expect(200, 'POST', `/webhooks/${id}/test`)
  const [waiting] = await log(browser, id)
  const job = deliverMessageJob(server.services)
  const context = { db: server.db, log: silentLog, signal: new AbortController().signal }
  await job.giveUp?.({ userId: browser.userId, id: waiting?.id ?? '' }, context)
  expect(await log(browser, id)).toMatchObject([{ state: 'failed', next_at: null }])
  await server.drainJobs()
  expect(received).toEqual([])
})

test('removed: its secret and log go, and what waits is not sent', async () => {
  const browser = await server.customer()
  const { id } = await add(browser)
  await browser.expect(200, 'POST', `/webhooks/${id}/test`)
  await browser.expect(200, 'DELETE', `/webhooks/${id}`)
  await server.drainJobs()
  expect(received).toEqual([])
  await browser.expect(404, 'GET', `/webhooks/${id}/deliveries`)
})

test('at most ten; and the log is kept for 30 days', async () => {
  const browser = await server.customer()
  for (let n = 0; n < MOST_WEBHOOKS; n += 1) {
    server.clock.advance(120_000)
    await add(browser, ['import.finished'], `${URL_OF}/${n}`)
  }
  server.clock.advance(120_000)
  await fresh(browser)
  const refused = await browser.post('/webhooks', { url: URL_OF, events: ['import.finished'] })
  expect(refused).toMatchObject({ status: 409 })
  const [newest] = await list(browser)
  await browser.expect(200, 'POST', `/webhooks/${newest?.id}/test`)
  await server.drainJobs()
  await forgetDeliveries(server.db, new Date(server.clock.now().getTime() + 29 * 86_400_000))
  expect(await log(browser, newest?.id ?? '')).toHaveLength(1)
  await forgetDeliveries(server.db, new Date(server.clock.now().getTime() + 31 * 86_400_000))
  expect(await log(browser, newest?.id ?? '')).toEqual([])
})
