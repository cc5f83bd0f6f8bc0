import { readFileSync } from 'node:fs'
import {
  type Explanation,
  type ImportHistory,
  type IncomeRow,
  isReviewWizard,
  type OneYear,
  type TaxDetails,
  type WalletBalances,
  type WorkpapersOfYear,
} from '@lotbook/contract'
import { afterAll, expect, test } from 'vitest'
import { seedTokens } from '../features/prices/seed-tokens.ts'
import { checkInvariants } from '../platform/invariants.ts'
import { customerWith } from '../testing/customer-journal.ts'
import { allHandlers } from '../testing/providers/all-handlers.ts'
import { demonstrationClient } from '../testing/providers/demonstration.ts'
import { serveProviders } from '../testing/providers/serve.ts'
import type { TestClient } from '../testing/test-client.ts'
import { testServer } from '../testing/test-server.ts'
import { clientOn, giveAccess, professionalOn } from '../testing/work-together.ts'
import { connectAccounts } from './connect-accounts.ts'
import { writePapers } from './demonstration-papers.ts'
import { DEMONSTRATION_PRICES, demonstrationPrices } from './demonstration-prices.ts'
import { DEMONSTRATION_FILES } from './make-demonstration.ts'

const server = await testServer()
const providers = await serveProviders(allHandlers(new Date()))
afterAll(() => providers.close())

test('the customer of the demonstration has an account by each method, and what each states is what its transactions come to', async () => {
  const connected = await testServer({
    env: {
      PROVIDERS_URL: providers.url,
      COINBASE_CLIENT_ID: demonstrationClient.id,
      COINBASE_CLIENT_SECRET: demonstrationClient.secret,
    },
  })
  await seedTokens(connected.db)
  const journal = await customerWith(connected)
  const { customer, get, post } = journal
  await customer.upload('/price_files', { file: demonstrationPrices() })
  await journal.import('coinbase.csv', readFileSync(new URL('files/coinbase.csv', import.meta.url), 'utf8'))
  connected.clock.advance(1_000)
  await connectAccounts({ post }, () => {})
  await connected.drainJobs()
  const { data } = await get<{ data: ImportHistory[] }>('/imports/v2/import_histories')
  const { accounts } = await get<WalletBalances>('/wallets/v1/assets/balances')
  const proofOf = (id: string) => accounts.find((one) => one.id === id)?.proof
  expect(
    data
      .map(({ id, type, resync_method, custom_name, account_name, status_code }) =>
        [custom_name ?? account_name, type, resync_method, proofOf(id), status_code].join(' '),
      )
      .toSorted(),
  ).toEqual([
    'Bitcoin ATM manual  not_reported ',
    'Coinbase api oauth matches ',
    'Hardware wallet wallet wallet matches ',
    'Robinhood Crypto api api matches ',
  ])
  expect(await checkInvariants(connected.db)).toEqual([])
})

test('the professional of the demonstration has two steps signed off and a question answered', async () => {
  const [professional, client] = [await professionalOn(server), await clientOn(server)]
  await giveAccess(server, client, professional, 'work')
  await client.import('coinbase.csv', readFileSync(new URL('files/coinbase.csv', import.meta.url), 'utf8'))
  await client.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const callsOf = (browser: TestClient) => ({
    get: async <T>(path: string) => (await browser.expect(200, 'GET', path)) as T,
    post: async <T>(path: string, body: object = {}) => (await browser.expect(200, 'POST', path, body)) as T,
  })
  const year = await writePapers(callsOf(professional), callsOf(client.customer))
  const { data } = await client.get<{ data: WorkpapersOfYear }>(`/workpapers?tax_year=${year}`)
  expect(data).toMatchObject({ ticked: 1, points: [{ done_at: null }] })
  const signed = data.steps.filter(({ sign_off }) => sign_off?.changed_since === null)
  expect(signed.map(({ step, state }) => `${step} ${state}`)).toEqual(['imports done', 'calculation done'])
  expect(await client.get(`/questions?tax_year=${year}`)).toMatchObject({
    data: [{ state: 'answered', about: { is_removed: false } }],
  })
})

test('the files of the demonstration are read whole, in any order, and every figure has its price', async () => {
  await seedTokens(server.db)
  const results: OneYear[] = []
  for (const files of [DEMONSTRATION_FILES, DEMONSTRATION_FILES.toReversed()]) {
    const customer = await server.customer()
    const priced = await customer.upload('/price_files', { file: demonstrationPrices() })
    expect(priced.body).toMatchObject({ file: { problem_count: 0, changed: 0 } })
    for (const { name, source, ...answers } of files) {
      const text = readFileSync(new URL(`files/${name}`, import.meta.url))
      const file = new File([text], name, { type: 'text/csv' })
      const answer = await customer.upload('/csv_uploads', { file, exchange_value: source, ...answers })
      expect(answer.body, name).toMatchObject({ status: 'success' })
      await server.drainJobs()
    }
    await customer.expect(200, 'POST', '/imports/v1/tax_calculations/start_tax_calculation', {})
    await server.drainJobs()
    const { data: details } = (await customer.get('/imports/v1/tax_calculations/details')).body as {
      data: TaxDetails
    }
    expect(details.tax_calculated).toBe(true)
    const { data } = (await customer.get('/one_year?year=2025')).body as { data: OneYear }
    expect(data.years).toEqual([2023, 2024, 2025])
    // Something of each kind that most histories have to settle, to try every way of it.
    const { kinds } = (await customer.get('/review/counts')).body as { kinds: { code: string }[] }
    expect(kinds.map(({ code }) => code).toSorted()).toEqual([
      'gift_basis_unknown',
      'missing_basis',
      'missing_price',
      'negative_balance',
      'one_for_one',
      'possible_duplicate',
      'staking_return_exceeds_lockup',
      'suspected_spam',
      'unknown_type',
      'unmatched_receive',
      'unmatched_send',
      'weak_match',
    ])
    // Every step of the walk has something to ask.
    const { data: walk } = (await customer.get('/traces/steps')).body as {
      data: { steps: { wizard_name: string; asks: number }[] }
    }
    const silent = walk.steps.filter(({ asks }) => asks === 0).map(({ wizard_name }) => wizard_name)
    expect(silent.filter(isReviewWizard)).toEqual([])
    results.push(data)

    const { rows } = (await customer.get('/one_year/incomes?year=2025&category=staking_reward')).body as {
      rows: IncomeRow[]
    }
    const dot = rows.find((row) => row.asset === 'DOT')
    const opened = (await customer.get(`/explain?handle=${dot?.handle}`)).body as { data: Explanation }
    expect(opened.data.price).toMatchObject({ origin: 'own_price', provider: DEMONSTRATION_PRICES })
  }
  const [first, second] = results
  // No order of import can be seen: not in a figure, not in a hash.
  expect(second?.net_gain.value).toBe(first?.net_gain.value)
  expect(second?.calculation.result_hash).toBe(first?.calculation.result_hash)
  expect(second?.calculation.input_hash).toBe(first?.calculation.input_hash)
  expect(await checkInvariants(server.db)).toEqual([])
})
