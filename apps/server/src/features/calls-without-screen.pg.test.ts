import { expect, test } from 'vitest'
import { self, withSubject } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { customerWith } from '../testing/customer-journal.ts'
import { testServer } from '../testing/test-server.ts'
import { setToggle } from './settings/set-toggle.ts'

/*
 * Calls of the specification that the web has no use for, since the start of its screens brings the same: they answer all the
 * same, for whoever calls them by name.
 */
const server = await testServer()

const SALE = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-02T10:00:00Z,buy,1,BTC,40000,USD,,,Kraken,yes,b
2025-01-03T10:00:00Z,sell,50000,USD,1,BTC,,,Kraken,yes,s
`

test('R7.28 the settings say when they were changed and where one files', async () => {
  const { get, post } = await customerWith(server)
  const begun = await get<{ data: { updated_at: string } }>('/setting')
  expect(begun).toMatchObject({ data: { country_code: 'US' } })
  server.clock.advance(60_000)
  await post('/onboarding/settings/save_location', {
    country_code: 'PR',
    currency: 'USD',
    time_zone: 'America/Puerto_Rico',
  })
  const changed = await get<{ data: { updated_at: string } }>('/setting')
  expect(changed).toMatchObject({ data: { country_code: 'PR', time_zone: 'America/Puerto_Rico' } })
  expect(Date.parse(changed.data.updated_at) - Date.parse(begun.data.updated_at)).toBe(60_000)
})

test('R3.62 R7.29 the toggles are each on or off', async () => {
  const { get } = await customerWith(server)
  const features = async () =>
    (await get<{ features: Record<string, boolean> }>('/feature_toggles/')).features
  expect(await features()).toEqual({
    hardware_wallet: true,
    labs: true,
    multiwallet_import: true,
    older_navigation: false,
    wallet_finder: true,
  })
  await setToggle(server.db, 'labs', false)
  expect(await features()).toMatchObject({ labs: false })
  await setToggle(server.db, 'labs', true)
})

test('R7.36 R7.53 R9.14 the flag of the start card, and whether anything was imported, follow what a customer does', async () => {
  const journal = await customerWith(server)
  const { get, post } = journal
  const flag = () => get('/onboarding/settings/onboarding_flag')
  const exists = () => get('/imports/v1/import_histories/import_history_exists')
  expect(await flag()).toEqual({ onboarded: false, is_imported: false, is_customer: true, currency: 'USD' })
  expect(await exists()).toEqual({ transaction_uploaded: false })
  await post('/onboarding/settings/save_location', { country_code: 'US', currency: 'USD', time_zone: 'UTC' })
  expect(await flag()).toMatchObject({ onboarded: true, is_imported: false })
  await journal.import('sale.csv', SALE)
  expect(await flag()).toEqual({ onboarded: true, is_imported: true, is_customer: true, currency: 'USD' })
  expect(await exists()).toEqual({ transaction_uploaded: true })
})

test('R7.19 R7.21 R7.22 R7.33 the customer, the year at hand and its plan, as the start tells them', async () => {
  const journal = await customerWith(server)
  const { customer, userId, get, post } = journal
  const { email } = (await customer.expect(200, 'GET', '/users/get_user_role')) as { email: string }
  expect(await get('/traces/customer_info')).toEqual({ email })
  await journal.import('sale.csv', SALE)
  await post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const { active_year_subscription_status: told } = await get<{
    active_year_subscription_status: { active_tax_year: number; subscription_stat: string }
  }>('/start')
  const status = () => get('/traces/active_year_subscription_status')
  expect(await status()).toEqual(told)
  expect(told).toMatchObject({ status: 'success', subscription_stat: 'none' })
  expect(await get('/traces/has_subscriptions')).toEqual({ subscribed: false })
  await withSubject(server.db, self(userId), (tx) =>
    tx.run(sql`
      insert into purchases (user_id, id, tax_year, plan_id, price_cents, paid_by, state, created_at)
      values (${userId}, ${newId()}, ${told.active_tax_year}, 'basic', 0, ${userId}, 'paid', now())`),
  )
  expect(await status()).toMatchObject({ subscription_stat: 'active' })
  expect(await get('/traces/has_subscriptions')).toEqual({ subscribed: true })
  const [other, exists] = [await customerWith(server), '/imports/v1/import_histories/import_history_exists']
  expect(await other.get('/traces/has_subscriptions')).toEqual({ subscribed: false })
  expect(await other.post('/users/update_transaction_uploaded')).toMatchObject({
    transaction_uploaded: false,
  })
  await withSubject(server.db, self(userId), (tx) =>
    tx.run(sql`update customers set transaction_uploaded = false where user_id = ${userId}`),
  )
  expect(await get(exists)).toEqual({ transaction_uploaded: false })
  expect(await post('/users/update_transaction_uploaded')).toEqual({
    status: 'success',
    transaction_uploaded: true,
  })
  expect(await get(exists)).toEqual({ transaction_uploaded: true })
})

test('R7.41 the currencies to choose from, and the chosen one', async () => {
  const { get } = await customerWith(server)
  expect(await get('/currency')).toEqual({ currency: 'USD', currencies: ['USD'] })
  await server.client().expect(401, 'GET', '/currency')
})

test('R7.60 a result that was seen is no news any more, of its own customer alone', async () => {
  const [seen, other] = [await customerWith(server), await customerWith(server)]
  for (const one of [seen, other]) {
    await one.import('sale.csv', SALE)
    await one.post('/imports/v1/tax_calculations/start_tax_calculation')
  }
  await server.drainJobs()
  const unread = async ({ userId }: { userId: string }) => {
    const { count } = await withSubject(server.db, self(userId), (tx) =>
      tx.one<{ count: string }>(sql`
        select count(*) from notifications where user_id = ${userId} and type = 'calculation' and read_at is null`),
    )
    return Number(count)
  }
  expect(Math.min(await unread(seen), await unread(other))).toBeGreaterThan(0)
  const details = await seen.post('/imports/v1/tax_calculations/update_tax_calculated')
  expect(details).toEqual(await seen.get('/imports/v1/tax_calculations/details'))
  expect(details).toMatchObject({ data: { tax_calculated: true, total_transactions: 2 } })
  expect(await unread(seen)).toBe(0)
  expect(await unread(other)).toBeGreaterThan(0)
})

test('R7.72 the list has every source, closed ones too', async () => {
  const { get } = await customerWith(server)
  const { data } = await get<{ data: { slug: string; name: string }[] }>('/exchanges/')
  expect(new Set(data.map(({ slug }) => slug)).size).toBe(data.length)
  for (const [slug, name] of [
    ['kraken', 'Kraken'],
    ['bittrex', 'Bittrex'],
    ['wallet-address', 'Wallet Address'],
  ]) {
    expect(
      data.find((one) => one.slug === slug),
      slug,
    ).toMatchObject({ name })
  }
  const { data: offered } = await get<{ data: { slug: string }[] }>('/imports/v1/exchanges/search?q=')
  expect(data.length).toBeGreaterThanOrEqual(offered.length)
  const listed = new Set(data.map(({ slug }) => slug))
  expect(offered.filter(({ slug }) => !listed.has(slug))).toEqual([])
})
