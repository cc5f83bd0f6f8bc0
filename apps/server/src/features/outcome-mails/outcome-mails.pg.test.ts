import type { CalculationState } from '@lotbook/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { self, withIdentity, withOps, withSubject } from '../../platform/database.ts'
import { mailOutcome, type Outcome } from '../../platform/outcome-mail.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { type KrakenAccount, krakenHistory, krakenProvider } from '../../testing/providers/kraken.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { smtpServer } from '../../testing/smtp-server.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'

const smtp = await smtpServer()
const kraken = { apiKey: 'kr-key', apiSecret: Buffer.from('a secret').toString('base64') }
const account: KrakenAccount = {
  ...kraken,
  permissions: ['query-funds', 'query-ledger'],
  ledger: new Map(krakenHistory(2)),
}
const providers = await serveProviders({
  kraken: krakenProvider((key) => (key === account.apiKey ? account : undefined)),
})
afterAll(() => providers.close())
const withMail = await testServer({
  env: {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Lotbook <no-reply@lotbook.example>',
    LOTBOOK_ORIGIN: 'https://lotbook.example',
    PROVIDERS_URL: providers.url,
  },
})
const without = await testServer()
const SETTINGS = 'https://lotbook.example/settings/notifications'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const CLEAN = `${HEADER}
2024-01-06T00:00:00Z,buy,1,ETH,2000,USD,,,Gemini,yes,g1
2024-02-06T00:00:00Z,sell,3000,USD,1,ETH,,,Gemini,yes,g2
`
const UNREAD = `${HEADER}
2024-01-06T00:00:00Z,buy,1,ETH,2000,USD,,,Gemini,yes,g1
2024-01-07T00:00:00Z,buy,many,ETH,2000,USD,,,Gemini,yes,g2
2024-02-06T00:00:00Z,sell,3000,USD,1,ETH,,,Gemini,yes,g3
`
const NO_ZONE = `User ID,Time,Account,Operation,Coin,Change,Remark
1,2024-01-02 10:00:00,Spot,Deposit,ADA,5,
`

beforeEach(() => {
  smtp.takesMail = true
})

async function person(server: TestServer, { isConfirmed = true } = {}) {
  const journal = await customerWith(server)
  const { userId } = journal
  const { email } = await journal.get<{ email: string }>('/traces/customer_info')
  if (isConfirmed)
    await withIdentity(server.db, (tx) =>
      tx.run(sql`update identity.users set email_verified_at = now() where id = ${userId}`),
    )
  return {
    ...journal,
    email,
    read: (name: string, content: string) => journal.import(name, content),
    rows: () => journal.rows(),
    /** Mails that arrived, without their headers but the subject. */
    arrived: () =>
      smtp
        .messages()
        .filter((message) => message.includes(`To: ${email}\r\n`))
        .map((message) => {
          const [headers = '', ...text] = message.split('\r\n\r\n')
          return { subject: /^Subject: (.*)$/m.exec(headers)?.[1]?.trim(), text: text.join('\n\n') }
        }),
    mails: () =>
      withOps(server.db, (tx) =>
        tx.all<{ template: string; state: string; attempts: number }>(
          sql`select template, state, attempts from mails where user_id = ${userId} order by id`,
        ),
      ),
    /** What a queue does that delivers a job twice, as after its worker was killed. */
    deliverAgain: async (kind: Outcome['kind']) => {
      const table = kind === 'import' ? sql`imports` : sql`calculations`
      await withSubject(server.db, self(userId), async (tx) => {
        const ids = await tx.all<{ id: string }>(sql`select id from ${table} where user_id = ${userId}`)
        for (const { id } of ids) await mailOutcome(tx, userId, kind, id)
      })
      await server.drainJobs()
    },
    calculate: async () => {
      await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
      await server.drainJobs()
    },
  }
}

test('an import that asks something is mailed once, with the way to answer and the way to turn it off', async () => {
  const { read, source, arrived, deliverAgain } = await person(withMail)
  const id = await read('binance.csv', NO_ZONE)
  const { reason } = await source(id)
  const [mail] = arrived()
  expect(mail?.subject).toBe('An import needs your answer')
  expect(mail?.text).toContain(String(reason))
  expect(mail?.text).toContain('https://lotbook.example/imports')
  expect(mail?.text).toContain(SETTINGS)
  await deliverAgain('import')
  expect(arrived()).toHaveLength(1)
})

test('an import that was answered before its mail was written is not mailed', async () => {
  const { upload, post, mails, deliverAgain } = await person(withMail)
  const id = await upload('binance.csv', NO_ZONE)
  await post('/setting/notifications', { import_mails: false })
  await withMail.drainJobs()
  await post(`/imports/v2/sources/${id}/answer`, { time_zone: 'UTC' })
  await withMail.drainJobs()
  await post('/setting/notifications', { import_mails: true })
  await deliverAgain('import')
  expect(await mails()).toEqual([])
})

test('an import that failed is mailed with its reason', async () => {
  const { read, source, arrived } = await person(withMail)
  const reason = await read('rows.csv', manyAccounts()).then(async (id) => (await source(id)).reason)
  expect(arrived().map(({ subject }) => subject)).toEqual(['An import failed'])
  expect(arrived()[0]?.text).toContain(String(reason))
})

test('an account that can no longer be fetched is mailed with the reason, once until it can again', async () => {
  const { customer, source, arrived, post } = await person(withMail)
  const { source_id: id } = (await customer.expect(200, 'POST', '/imports/v1/api_imports', {
    exchange_name: 'kraken',
    access_token: kraken.apiKey,
    refresh_token: kraken.apiSecret,
  })) as { source_id: string }
  const fetchAgain = async () => {
    withMail.clock.advance(120_000)
    await post('/trigger_resynchronize_source', { source_id: id })
    await withMail.drainJobs()
  }
  await withMail.drainJobs()
  expect(arrived()).toEqual([])

  providers.fail('kraken', { status: 404 }, { times: 2 })
  await fetchAgain()
  const { reason } = await source(id)
  expect(reason).toContain('Kraken import failed')
  expect(arrived().map(({ subject }) => subject)).toEqual(['An import failed'])
  expect(arrived()[0]?.text).toContain(String(reason))
  await fetchAgain()
  expect(arrived()).toHaveLength(1)
  await fetchAgain()
  expect(await source(id)).toMatchObject({ status_code: null })

  // The key is taken back.
  account.apiKey = 'another'
  await fetchAgain()
  expect(await source(id)).toMatchObject({ status_code: 'needs_key' })
  expect(arrived()).toHaveLength(2)
})

/** A file whose rows name more accounts than one may. */
function manyAccounts(): string {
  const rows = Array.from(
    { length: 501 },
    (_, n) => `2024-01-06T00:00:00Z,buy,1,ETH,2000,USD,,,Gemini,yes,a${n},,,,account ${n},,,`,
  )
  return `${HEADER},Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id\n${rows.join('\n')}\n`
}

test('rows that could not be read are mailed with their number and lead to their log', async () => {
  const { read, arrived } = await person(withMail)
  const id = await read('trades.csv', UNREAD)
  expect(arrived().map(({ subject }) => subject)).toEqual(['An import left rows out'])
  expect(arrived()[0]?.text).toContain('could not read 1 row of trades.csv. 2 rows went in.')
  expect(arrived()[0]?.text).toContain(`https://lotbook.example/error-logs?id=${id}`)
})

test('an import without anything to do is not mailed; a calculation is, once', async () => {
  const { read, arrived, calculate, deliverAgain } = await person(withMail)
  await read('trades.csv', CLEAN)
  await deliverAgain('import')
  expect(arrived()).toEqual([])
  await calculate()
  await deliverAgain('calculation')
  const [mail, ...more] = arrived()
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^Your tax calculation for \d{4} is done$/)
  expect(mail?.text).toContain('https://lotbook.example/one_year?year=')
  expect(mail?.text).toContain(SETTINGS)
})

test('a calculation that failed is mailed with its reason', async () => {
  const { read, calculate, userId, arrived, get, deliverAgain } = await person(withMail)
  await read('trades.csv', CLEAN)
  // A sale from before a type was refused for the sides that it has: an NFT received that only left.
  await withSubject(withMail.db, self(userId), (tx) =>
    tx.run(sql`
      update transactions set type = 'nft', sub_type = 'receive', to_amount = null, to_asset = null
      where user_id = ${userId} and type = 'sell'`),
  )
  await calculate()
  await deliverAgain('calculation')
  const { data } = await get<{ data: CalculationState[] }>('/tax_calculations')
  const failed = data.find(({ state }) => state === 'failed')
  expect(failed?.reason).toContain('cannot be calculated')
  expect(arrived().map(({ subject }) => subject)).toEqual([
    `Your tax calculation for ${failed?.tax_year} failed`,
  ])
  expect(arrived()[0]?.text).toContain(String(failed?.reason))
  expect(arrived()[0]?.text).toContain(`/tax-calculation?traceId=${failed?.trace_id}`)
})

test('what is turned off is not mailed, the other kind is, and an address that is not confirmed gets neither', async () => {
  const off = await person(withMail)
  await off.post('/setting/notifications', { import_mails: false })
  await off.read('trades.csv', UNREAD)
  expect(await off.mails()).toEqual([])
  await off.calculate()
  expect((await off.mails()).map(({ template }) => template)).toEqual(['calculation_done'])
  await off.post('/setting/notifications', { calculation_mails: false })
  await off.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await withMail.drainJobs()
  expect(await off.mails()).toHaveLength(1)
  const unconfirmed = await person(withMail, { isConfirmed: false })
  await unconfirmed.read('binance.csv', NO_ZONE)
  expect(await unconfirmed.mails()).toEqual([])
})

test('without a mail server nothing is written, nor put into the outbox', async () => {
  const { read, mails } = await person(without)
  await read('binance.csv', NO_ZONE)
  expect(await mails()).toEqual([])
  expect(existsSync(join(without.services.config.dataDirectory, 'outbox'))).toBe(false)
})

test('a mail server that refuses holds up neither import nor calculation, and gets the mail once it takes it', async () => {
  smtp.takesMail = false
  const { read, source, rows, calculate, get, mails, arrived } = await person(withMail)
  const id = await read('trades.csv', UNREAD)
  expect(await source(id)).toMatchObject({ import_status: 'complete', parsed: 2, error_count: 1 })
  expect(await rows()).toHaveLength(2)
  await calculate()
  expect(await get('/tax_calculations')).toMatchObject({ data: [{ state: 'done' }] })
  expect(await mails()).toEqual([
    { template: 'import_unread', state: 'queued', attempts: 1 },
    { template: 'calculation_done', state: 'queued', attempts: 1 },
  ])
  smtp.takesMail = true
  // The queue waits before it tries again; this takes the wait out.
  await withMail.db.app.query(
    `update jobs.job set start_after = now() where name = 'send-mail' and state = 'retry'`,
  )
  await withMail.drainJobs()
  expect(await mails()).toEqual([
    { template: 'import_unread', state: 'sent', attempts: 2 },
    { template: 'calculation_done', state: 'sent', attempts: 2 },
  ])
  expect(arrived()).toHaveLength(2)
})
