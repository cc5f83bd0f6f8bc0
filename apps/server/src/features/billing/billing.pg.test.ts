import type { PlanOffer, Purchase } from '@lotbook/contract'
import { afterAll, expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { FakeStripe } from '../../testing/providers/stripe.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const stripe = new FakeStripe()
const providers = await serveProviders({ stripe: stripe.handler })
afterAll(() => providers.close())
const paid = await testServer({
  env: {
    PROVIDERS_URL: providers.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  },
})
const pretended = await testServer({ env: { PAYMENTS: 'test' } })
const free = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'

/** A customer who sold this many times in 2024, calculated. */
async function sellerOn(server: TestServer, sales: number) {
  const journal = await customerWith(server)
  const rows = Array.from(
    { length: sales },
    (_, n) =>
      `2024-03-01T${String(n % 24).padStart(2, '0')}:${String(Math.floor(n / 24)).padStart(2, '0')}:00Z,sell,20,USD,0.001,BTC,,,Kraken,Yes,s${n}`,
  )
  await journal.import(
    'sales.csv',
    [HEADER, '2023-01-01T00:00:00Z,buy,10,BTC,100000,USD,,,Kraken,Yes,b', ...rows].join('\n'),
  )
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const offer = async () => (await journal.get<{ data: PlanOffer }>('/billings/plans?tax_year=2024')).data
  const buy = (plan_id: string) => journal.customer.post('/billings/purchases', { tax_year: 2024, plan_id })
  const purchases = async () =>
    (await journal.get<{ purchases: Purchase[]; year: number[] }>('/billings/billingHistory')).purchases
  const makeForm = () => journal.customer.post('/exports', { kind: 'form-8949-csv', tax_year: 2024 })
  return { ...journal, offer, buy, purchases, makeForm }
}

/** Sends the server an event of Stripe. */
async function tell(body: string, signature = stripe.signature(body)) {
  const answer = await paid.app.inject({
    method: 'POST',
    url: '/payments/stripe_events',
    payload: body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  })
  await paid.drainJobs()
  return answer.statusCode
}

function checkoutOf(purchaseId: string) {
  const opened = stripe.checkouts.get(purchaseId)
  if (opened === undefined) throw new Error('no checkout was opened')
  return opened
}

const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id

test('a sale out of several lots counts once towards the plan, as the likely cost said', async () => {
  const journal = await customerWith(pretended)
  const bought = Array.from(
    { length: 30 },
    (_, n) => `2023-01-02T00:00:${String(n).padStart(2, '0')}Z,buy,1,BTC,10,USD,,,Kraken,Yes,b${n}`,
  )
  await journal.import(
    'one.csv',
    [HEADER, ...bought, '2024-03-01T00:00:00Z,sell,900,USD,30,BTC,,,Kraken,Yes,s'].join('\n'),
  )
  const offer = async () =>
    (await journal.get<{ data: PlanOffer }>('/billings/plans?tax_year=2024&likely=true')).data
  const { likely } = await offer()
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await pretended.drainJobs()
  const { year, years } = await offer()
  expect(likely.find(({ tax_year }) => tax_year === 2024)?.counted).toBe(1)
  expect(years).toEqual([{ tax_year: 2024, counted: 1 }])
  expect(year).toMatchObject({ standing: 'free', disposals: 1, incomes: 0 })
})

test('what a year will likely cost is known while an import runs, before anything is calculated', async () => {
  const journal = await customerWith(pretended)
  const sales = Array.from(
    { length: 24 },
    (_, n) =>
      `2024-03-${String(n + 1).padStart(2, '0')}T00:00:00Z,sell,20,USD,0.001,BTC,0.1,BNB,Kraken,Yes,s${n}`,
  )
  const others = [
    '2023-01-01T00:00:00Z,buy,10,BTC,100000,USD,,,Kraken,Yes,b',
    '2023-02-01T00:00:00Z,staking_reward,0.1,ETH,,,,,Kraken,Yes,r',
    '2024-04-01T00:00:00Z,outgoing,,,0.5,BTC,,,Kraken,Yes,o',
    '2024-04-02T00:00:00Z,trade,1,ETH,0.05,BTC,,,Kraken,Yes,t',
  ]
  await journal.import('history.csv', [HEADER, ...others, ...sales].join('\n'))
  const likely = async () =>
    (await journal.get<{ data: PlanOffer }>('/billings/plans?tax_year=2024&likely=true')).data
  // 24 sales, each with a fee in a coin, and a trade; a withdrawal may be to oneself.
  expect(await likely()).toMatchObject({
    is_counted: false,
    likely: [
      { tax_year: 2024, counted: 49, needed_plan_id: 'basic', due_cents: 4900 },
      { tax_year: 2023, counted: 1, needed_plan_id: 'free', due_cents: 0 },
    ],
  })
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await pretended.drainJobs()
  expect((await likely()).year).toMatchObject({ disposals: 49 })
})

test('R1.18 R7.18 a year beyond the free plan asks for one before its forms; an upgrade costs the difference, paid at Stripe', async () => {
  const journal = await sellerOn(paid, 30)
  expect(await journal.makeForm()).toMatchObject({
    status: 402,
    body: { code: 'plan_needed', message: '2024 has 30 transactions that count. Forms of it need Basic.' },
  })
  expect(await journal.offer()).toMatchObject({
    payments: 'stripe',
    is_counted: true,
    year: {
      disposals: 30,
      incomes: 0,
      standing: 'none',
      plan_id: null,
      needed_plan_id: 'basic',
      due: { free: null, basic: 4900, plus: 12_900, unlimited: 29_900 },
    },
  })
  expect(await journal.buy('free')).toMatchObject({
    status: 409,
    body: { message: '2024 has 30 transactions that count; Free covers 25.' },
  })

  const begun = await journal.buy('basic')
  const basic = checkoutOf(idOf(begun))
  expect(begun.body).toMatchObject({ url: `https://checkout.stripe.test/c/${basic.id}` })
  expect(basic.cents).toBe(4900)
  // Nothing is bought before the money is there.
  expect(await journal.makeForm()).toMatchObject({ status: 402 })
  expect(await tell(stripe.event('checkout.session.completed', basic, { payment_status: 'unpaid' }))).toBe(
    200,
  )
  expect(await journal.makeForm()).toMatchObject({ status: 402 })
  expect(await tell(stripe.event('checkout.session.completed', basic))).toBe(200)
  expect(await journal.makeForm()).toMatchObject({ status: 200 })
  const history = await journal.get<object>('/billings/billingHistory')
  expect(history).toMatchObject({
    year: [2024],
    current_tax_year: expect.any(Number),
    purchases: [
      {
        plan_id: 'basic',
        state: 'paid',
        price_cents: 4900,
        invoice: expect.stringMatching(/^\d{4}-\d{4,}$/),
      },
    ],
  })
  const { email } = await journal.get<{ email: string }>('/users/get_user_role')
  const receipt = await journal.customer.get(`/billings/receipts/${idOf(begun)}`)
  expect([receipt.status, receipt.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  expect(email).toContain('@')

  expect(await journal.buy('basic')).toMatchObject({
    status: 409,
    body: { message: '2024 is on Basic already.' },
  })
  const upgrade = checkoutOf(idOf(await journal.buy('plus')))
  expect(upgrade.cents).toBe(8000)
  await tell(stripe.event('checkout.session.completed', upgrade))
  expect(await journal.offer()).toMatchObject({ year: { plan_id: 'plus', standing: 'active' } })
})

test('an event that is altered, unsigned, signed by another or old is refused; one that comes again books once', async () => {
  const journal = await sellerOn(paid, 26)
  const opened = checkoutOf(idOf(await journal.buy('basic')))
  const body = stripe.event('checkout.session.completed', opened)
  const signature = stripe.signature(body)
  expect(await tell(body.replace('"paid"', '"paid" '), signature)).toBe(400)
  expect(await tell(body, '')).toBe(400)
  expect(await tell(body, stripe.signature(body, undefined, 'whsec_of_somebody_else'))).toBe(400)
  expect(await tell(body, stripe.signature(body, Math.floor(Date.now() / 1000) - 3_600))).toBe(400)
  expect(await journal.purchases()).toMatchObject([{ state: 'open', invoice: null }])
  expect([
    await tell(body),
    await tell(body),
    await tell(stripe.event('checkout.session.completed', opened)),
  ]).toEqual([200, 200, 200])
  const invoices = await withSubject(paid.db, self(journal.userId), (tx) =>
    tx.all(sql`select 1 from invoices where user_id = ${journal.userId}`),
  )
  expect(invoices).toHaveLength(1)
  // One that tells of the page's end, and arrives late, takes nothing back; a refund does.
  await tell(stripe.event('checkout.session.expired', opened))
  expect(await journal.purchases()).toMatchObject([{ state: 'paid' }])
  await tell(stripe.event('charge.refunded', opened))
  await tell(stripe.event('checkout.session.completed', opened))
  expect(await journal.purchases()).toMatchObject([{ state: 'refunded' }])
  expect(await journal.makeForm()).toMatchObject({ status: 402 })
})

test('money of another amount buys nothing and is noted; for a plan that was changed it counts where it still helps', async () => {
  const journal = await sellerOn(paid, 26)
  const first = checkoutOf(idOf(await journal.buy('basic')))
  await tell(stripe.event('checkout.session.completed', { ...first, cents: 100 }))
  expect(await journal.purchases()).toMatchObject([{ state: 'open', problem: 'other_amount' }])
  expect(await journal.makeForm()).toMatchObject({ status: 402 })

  const small = checkoutOf(idOf(await journal.buy('basic')))
  expect(stripe.expired.at(-1)).toBe(first.id)
  const large = checkoutOf(idOf(await journal.buy('plus')))
  // Its page is closed for what was chosen instead; a payment that was under way all the same is not lost.
  expect(stripe.expired.at(-1)).toBe(small.id)
  // The page of the smaller plan was left open in another tab, and is paid first.
  await tell(stripe.event('checkout.session.completed', small))
  expect(await journal.offer()).toMatchObject({ year: { plan_id: 'basic' } })
  // The plan paid is another than the one that waits, whose page was priced without it: that page is closed as well.
  expect(stripe.expired.at(-1)).toBe(large.id)
  await tell(stripe.event('checkout.session.completed', large))
  expect(await journal.offer()).toMatchObject({ year: { plan_id: 'plus' } })
  // It was 49 dollars too much, and says so.
  expect((await journal.purchases())[0]).toMatchObject({ state: 'paid', problem: 'changed_plan' })
  const other = await sellerOn(paid, 26)
  const late = checkoutOf(idOf(await other.buy('basic')))
  const now = checkoutOf(idOf(await other.buy('plus')))
  await tell(stripe.event('checkout.session.completed', now))
  await tell(stripe.event('checkout.session.completed', late))
  expect((await other.purchases()).map(({ plan_id, state, problem }) => [plan_id, state, problem])).toEqual([
    ['plus', 'paid', null],
    ['basic', 'cancelled', 'changed_plan'],
  ])
})

test('part of a payment sent back leaves the plan that the rest pays for, in whatever order it is told of', async () => {
  const journal = await sellerOn(paid, 26)
  const basic = checkoutOf(idOf(await journal.buy('basic')))
  await tell(stripe.event('checkout.session.completed', basic))
  const plus = checkoutOf(idOf(await journal.buy('plus')))
  await tell(stripe.event('checkout.session.completed', plus))
  const refund = (of: typeof plus, cents: number) =>
    tell(stripe.event('charge.refunded', of, { refunded: cents === of.cents, amount_refunded: cents }))

  // 129 dollars were paid; 100 of them pay for Basic, and count towards Plus again.
  await refund(plus, 29_00)
  await refund(plus, 20_00)
  expect((await journal.purchases())[0]).toMatchObject({
    plan_id: 'plus',
    state: 'paid',
    refunded_cents: 2900,
    counts_as: 'Basic',
  })
  expect(await journal.offer()).toMatchObject({
    year: { plan_id: 'basic', standing: 'active', due: { plus: 2900 } },
  })
  // All of the upgrade and a part of the rest: 40 dollars pay for nothing.
  await refund(plus, plus.cents)
  await refund(basic, 900)
  expect(await journal.offer()).toMatchObject({ year: { plan_id: null, standing: 'none' } })
  expect(await journal.makeForm()).toMatchObject({ status: 402 })

  // A part that is told of before its payment counts once that comes.
  const other = await sellerOn(paid, 26)
  const early = checkoutOf(idOf(await other.buy('plus')))
  await refund(early, 80_00)
  await tell(stripe.event('checkout.session.completed', early))
  expect(await other.offer()).toMatchObject({ year: { plan_id: 'basic' } })
})

test('a dispute takes the plan back until it is won; one that is lost is a refund', async () => {
  const journal = await sellerOn(paid, 26)
  const opened = checkoutOf(idOf(await journal.buy('basic')))
  await tell(stripe.event('checkout.session.completed', opened))
  const made = stripe.event('charge.dispute.created', opened)
  const won = stripe.event('charge.dispute.closed', opened, { status: 'won' })
  await tell(stripe.event('charge.dispute.created', opened, { status: 'warning_needs_response' }))
  expect(await journal.makeForm()).toMatchObject({ status: 200 })
  await tell(made)
  expect(await journal.purchases()).toMatchObject([{ state: 'disputed' }])
  expect(await journal.makeForm()).toMatchObject({ status: 402 })
  await tell(won)
  expect(await journal.purchases()).toMatchObject([{ state: 'paid' }])
  expect(await journal.makeForm()).toMatchObject({ status: 200 })
  await tell(stripe.event('charge.dispute.created', opened))
  await tell(stripe.event('charge.dispute.closed', opened, { status: 'lost' }))
  expect(await journal.purchases()).toMatchObject([{ state: 'refunded' }])

  // Told of in the wrong order, the end of it stands.
  const other = await sellerOn(paid, 26)
  const late = checkoutOf(idOf(await other.buy('basic')))
  await tell(stripe.event('checkout.session.completed', late))
  const begun = stripe.event('charge.dispute.created', late)
  await tell(stripe.event('charge.dispute.closed', late, { status: 'won' }))
  await tell(begun)
  expect(await other.purchases()).toMatchObject([{ state: 'paid' }])
})

test('posts without a signature are few from one address, and those with one still come in', async () => {
  const journal = await sellerOn(paid, 26)
  const opened = checkoutOf(idOf(await journal.buy('basic')))
  const statuses: number[] = []
  for (let n = 0; n < 40; n += 1) statuses.push(await tell('{}', n % 2 === 0 ? '' : 't=1,v1=00'))
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(15)
  expect(new Set(statuses)).toEqual(new Set([400, 429]))
  expect(await tell(stripe.event('checkout.session.completed', opened))).toBe(200)
})

test('a refund that is told of before the payment is a refund, whatever comes after', async () => {
  const journal = await sellerOn(paid, 26)
  const opened = checkoutOf(idOf(await journal.buy('basic')))
  await tell(stripe.event('charge.refunded', opened))
  await tell(stripe.event('checkout.session.completed', opened))
  expect(await journal.purchases()).toMatchObject([{ state: 'refunded', invoice: null }])
})

test('the provider is down: nothing is charged, and it can be tried again', async () => {
  const journal = await sellerOn(paid, 26)
  providers.fail('stripe', { status: 503 }, { times: 10 })
  expect(await journal.buy('basic')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  providers.mend()
  paid.clock.advance(3_700_000)
  expect(await journal.buy('basic')).toMatchObject({ status: 200, body: { url: expect.any(String) } })
})

test('the test checkout pays or refuses, and is not there where payments are real or none', async () => {
  const journal = await sellerOn(pretended, 26)
  const begun = await journal.buy('basic')
  expect(begun.body).toMatchObject({ url: `/payments/test?id=${idOf(begun)}` })
  const finish = (outcome: string) =>
    journal.customer.post(`/billings/test_checkout/${idOf(begun)}`, { outcome })
  expect(await finish('refused')).toMatchObject({ status: 200, body: { data: { state: 'refused' } } })
  expect(await finish('paid')).toMatchObject({
    status: 200,
    body: { data: { state: 'paid', paid_with: 'test' } },
  })
  expect(await journal.makeForm()).toMatchObject({ status: 200 })
  await pretended.drainJobs()

  const elsewhere = await sellerOn(paid, 26)
  const real = await elsewhere.buy('basic')
  expect(
    await elsewhere.customer.post(`/billings/test_checkout/${idOf(real)}`, { outcome: 'paid' }),
  ).toMatchObject({ status: 404 })
})

test('where no payment is set up a plan is chosen at no cost and recorded, and forms ask for none', async () => {
  const journal = await sellerOn(free, 30)
  expect(await journal.makeForm()).toMatchObject({ status: 200 })
  expect(await journal.buy('basic')).toMatchObject({ status: 200, body: { url: null } })
  expect(await journal.purchases()).toMatchObject([
    { plan_id: 'basic', state: 'paid', price_cents: 0, list_cents: 4900, paid_with: 'none' },
  ])
})

test('R1.23 a professional who may work pays for a client, one who may only look does not, and nobody buys for a stranger', async () => {
  const client = await sellerOn(pretended, 26)
  const professional = await pretended.customer(`pro-${newId()}@example.com`)
  const identity = (text: string) => pretended.db.identity.query(text, [professional.userId])
  await identity(`update identity.roles set role = 'cpa' where user_id = $1`)
  await identity(`insert into identity.totp (user_id, sealed, confirmed_at) values ($1, 'x', now())`)
  await identity('update identity.sessions set mfa_at = now() where user_id = $1')
  const buy = () =>
    professional.post('/tax_pro/client_plans', { client_id: client.userId, tax_year: 2024, plan_id: 'basic' })
  expect(await buy()).toMatchObject({ status: 404 })
  await withSubject(pretended.db, self(client.userId), (tx) =>
    tx.run(sql`insert into grants (user_id, id, professional_id, scope, granted_at)
      values (${client.userId}, ${newId()}, ${professional.userId}, 'view', now())`),
  )
  expect(
    await professional.get(`/tax_pro/client_plans?client_id=${client.userId}&tax_year=2024`),
  ).toMatchObject({
    status: 200,
    body: { data: { year: { standing: 'none', disposals: 26 } } },
  })
  expect(await buy()).toMatchObject({ status: 404 })
  await withSubject(pretended.db, self(client.userId), (tx) => tx.run(sql`update grants set scope = 'work'`))
  const begun = await buy()
  expect(begun).toMatchObject({ status: 200 })
  expect(
    await professional.post(`/billings/test_checkout/${idOf(begun)}`, {
      outcome: 'paid',
      client_id: client.userId,
    }),
  ).toMatchObject({ status: 200 })
  const { email } = (await professional.expect(200, 'GET', '/users/get_user_role')) as { email: string }
  expect(await client.purchases()).toMatchObject([{ state: 'paid', paid_by: email }])
  expect((await pretended.mails(email)).map(({ template }) => template)).toEqual(['receipt'])

  // The payer still sees the purchase when the client ends the work; nobody else does.
  await withSubject(pretended.db, self(client.userId), (tx) =>
    tx.run(sql`update grants set revoked_at = now()`),
  )
  const bought = `/tax_pro/client_purchases/${idOf(begun)}?client_id=${client.userId}`
  expect(await professional.get(bought)).toMatchObject({ status: 200, body: { data: { state: 'paid' } } })
  const receipt = await professional.get(`/tax_pro/receipts/${client.userId}/${idOf(begun)}`)
  expect({ status: receipt.status, pdf: receipt.text.slice(0, 5) }).toEqual({ status: 200, pdf: '%PDF-' })
  const other = await pretended.customer(`pro-${newId()}@example.com`)
  await pretended.db.identity.query(`update identity.roles set role = 'cpa' where user_id = $1`, [
    other.userId,
  ])
  await pretended.db.identity.query(
    `insert into identity.totp (user_id, sealed, confirmed_at) values ($1, 'x', now())`,
    [other.userId],
  )
  await pretended.db.identity.query('update identity.sessions set mfa_at = now() where user_id = $1', [
    other.userId,
  ])
  expect((await other.get(bought)).status).toBe(404)
  expect((await other.get(`/tax_pro/receipts/${client.userId}/${idOf(begun)}`)).status).toBe(404)
})
