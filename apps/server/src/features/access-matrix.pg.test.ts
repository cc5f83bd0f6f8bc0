import { contract, type Role } from '@lotbook/contract'
import type { AnyRouter } from '@orpc/server'
import { expect, test } from 'vitest'
import { declaredRoutes } from '../platform/api.ts'
import { self, withSubject } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'
import { TEST_PASSWORD, testServer } from '../testing/test-server.ts'
import type { TestClient } from '../testing/test-client.ts'

/*
 * Calls that each kind of person may make (R6.1 to R6.19, SB1): every route of the server is listed here with its
 * kind, and every kind of person is tried on every route. A route that is not in the table fails, and so does a line
 * without a route.
 */

/**
 * Anybody; nobody yet, or anybody signed in; anybody signed in; only ever the person themselves; a customer, or who may look at or work
 * for one; the same where a look is enough to change something, and a professional who names the client; the customer alone, nobody for
 * them; a professional; whoever may look at others.
 */
type Kind =
  | 'admin'
  | 'anybody'
  | 'nobody or signed in'
  | 'signed in'
  | 'the person'
  | 'customer'
  | 'customer or who may look'
  | 'only the customer'
  | 'customer or professional'
  | 'professional'
  | 'viewer'

const ROUTES: Readonly<Record<Kind, readonly string[]>> = {
  anybody: [
    'POST /identity/sign_up',
    'POST /identity/log_in',
    'POST /identity/log_in/passkey',
    'POST /identity/passkeys/request',
    'GET /identity/second_factor',
    'POST /identity/second_factor',
    'POST /identity/log_out',
    'POST /identity/forgot_password',
    'POST /identity/reset_password',
    'POST /identity/verify_email',
    'GET /exchanges/offered',
    'GET /billings/offered',
    'GET /docs',
    'GET /api.css',
    'GET /signing_key',
    'GET /openapi.json',
  ],
  // A session is checked as in any other call.
  'nobody or signed in': ['GET /start'],
  'signed in': [
    'GET /customer_cpa',
    'GET /users/get_user_role',
    'GET /setting',
    'GET /setting/changes',
    'POST /setting/changes/undo',
    'GET /feature_toggles/',
    'GET /timezone',
    'GET /currency',
    'GET /notifications',
    'POST /monitoring/faults',
  ],
  'the person': [
    'POST /identity/resend_verification',
    'POST /identity/reauthenticate',
    'POST /identity/change_password',
    'POST /identity/change_email',
    'POST /identity/delete_account',
    'POST /identity/change_name',
    'GET /identity/sessions',
    'DELETE /identity/sessions/{id}',
    'POST /identity/sessions/end_others',
    'GET /identity/totp',
    'POST /identity/totp/enrol',
    'POST /identity/totp/confirm',
    'POST /identity/totp/disable',
    'POST /identity/totp/recovery_codes',
    'POST /identity/passkeys/enrol',
    'POST /identity/passkeys',
    'PATCH /identity/passkeys/{id}',
    'DELETE /identity/passkeys/{id}',
    'GET /onboarding/settings/onboarding_flag',
    'POST /onboarding/settings/update_role',
    'POST /onboarding/settings/save_location',
    'POST /onboarding/settings/send_desktop_link',
    'DELETE /invitations/{id}',
    'POST /invitations/{id}/resend',
    'GET /accept_invitation',
    'POST /accept_invitation',
  ],
  'only the customer': [
    'GET /access_tokens',
    'GET /webhooks',
    'POST /webhooks',
    'DELETE /webhooks/{id}',
    'POST /webhooks/{id}/on',
    'POST /webhooks/{id}/test',
    'GET /webhooks/{id}/deliveries',
    'POST /webhooks/deliveries/{id}/replay',
    'POST /access_tokens',
    'DELETE /access_tokens/{id}',
    'POST /billings/purchases',
    'POST /tax_filing/hand_over',
    'POST /customer_cpa',
    'PATCH /customer_cpa/{id}',
    'DELETE /customer_cpa/{id}',
    'POST /imports/v1/api_imports',
    'POST /compliance/v1/api_imports',
    'POST /imports/v1/explorer_keys',
    'DELETE /imports/v1/explorer_keys/{explorer}',
    'POST /imports/v1/mailed_codes',
    'POST /imports/v1/mailed_codes/connect',
    'POST /authorize/coinbase',
    'POST /authorize/coinbase/return',
  ],
  'customer or professional': ['POST /billings/test_checkout/{id}'],
  'customer or who may look': [
    'GET /questions',
    'POST /questions',
    'POST /questions/{id}/messages',
    'POST /questions/{id}/close',
    'GET /workpapers',
    'GET /workpapers/bundle.zip',
    'POST /workpapers/sign_offs',
    'POST /workpapers/sign_offs/{id}/end',
    'POST /workpapers/tick_marks',
    'POST /workpapers/points',
    'POST /workpapers/points/{id}',
  ],
  professional: [
    'GET /tax_pro/client_plans',
    'GET /tax_pro/client_purchases/{id}',
    'GET /tax_pro/receipts/{client}/{id}',
    'POST /tax_pro/client_plans',
    'GET /tax_pro/customers',
    'POST /tax_pro/customers',
    'DELETE /tax_pro/customers/{id}',
    'POST /tax_pro/invite_client_to_pay',
    'GET /tax_pro/invite_client_to_pay',
    'GET /customer_cpa_page/{id}',
  ],
  admin: ['GET /admin/people'],
  viewer: ['GET /users/{id}/impersonate', 'GET /users/stop_impersonating'],
  customer: [
    'POST /mcp',
    'GET /customer_cpa/access_log',
    'GET /tax_filing/partner',
    'GET /billings/billingHistory',
    'GET /billings/plans',
    'GET /billings/purchases/{id}',
    'GET /billings/receipts/{id}',
    'POST /users/dismiss_safe_harbor_banner',
    'GET /labs/items',
    'POST /labs/items',
    'DELETE /labs/items/{id}',
    'GET /labs/assets',
    'POST /labs/searches',
    'GET /labs/discover',
    'GET /labs/prices/{id}',
    'GET /labs/research_portfolios',
    'POST /labs/research_portfolios',
    'PATCH /labs/research_portfolios/{id}',
    'DELETE /labs/research_portfolios/{id}',
    'POST /labs/research_portfolios/{id}/restore',
    'PUT /labs/research_portfolios/{id}/assets/{asset_id}',
    'DELETE /labs/research_portfolios/{id}/assets/{asset_id}',
    'GET /users/partner_source',
    'POST /users/process_aggregator',
    'POST /users/update_transaction_uploaded',
    'POST /searches',
    'POST /addresses/find',
    'GET /traces/customer_info',
    'GET /traces/active_year_subscription_status',
    'GET /traces/has_subscriptions',
    'GET /setting/tax',
    'POST /setting/tax',
    'POST /setting/location',
    'GET /setting/notifications',
    'POST /setting/notifications',
    'GET /imports/v1/exchanges/search',
    'GET /imports/v1/exchanges/{id}',
    'GET /exchanges/',
    'GET /traces/{id}',
    'POST /traces',
    'GET /traces/review_entry',
    'GET /traces/next_wizard',
    'GET /traces/steps',
    'POST /traces/update_trace_to_desired_wizard',
    'POST /traces/leave_open',
    'POST /traces/ask_again',
    'GET /traces/trace_status',
    'POST /traces/update_trace_to_upload_csv_wizard',
    'GET /traces/check_tax_calculation',
    'POST /csv_uploads',
    'POST /csv_uploads/check',
    'GET /csv_uploads/lotbook-template.csv',
    'GET /csv_uploads/lotbook-template.xlsx',
    'GET /csv_uploads/{id}/preview',
    'GET /csv_uploads/{id}/columns',
    'POST /csv_uploads/{id}/columns',
    'POST /csv_uploads/{id}/columns/preview',
    'POST /csv_uploads/{id}/read',
    'DELETE /csv_uploads/{id}',
    'GET /own_formats',
    'POST /own_formats',
    'GET /own_formats/{id}',
    'DELETE /own_formats/{id}',
    'POST /own_formats/{id}/rename',
    'GET /imports/v2/import_histories',
    'DELETE /imports/v2/import_histories/{id}',
    'GET /imports/v2/import_histories/{id}/exchange_sources',
    'GET /imports/v2/sources/{id}',
    'DELETE /imports/v2/sources/{id}',
    'GET /imports/v2/sources/{id}/receipt',
    'GET /imports/v2/sources/{id}/findings',
    'GET /imports/v2/sources/{id}/error_log',
    'DELETE /transaction/delete_transaction_csv/{id}',
    'GET /imports/v2/sources/{id}/question',
    'POST /imports/v2/sources/{id}/answer',
    'POST /imports/v2/sources/{id}/cancel',
    'POST /imports/v2/sources/{id}/retry',
    'POST /imports/v2/update_name',
    'POST /imports/v2/update_us_based',
    'GET /imports/v1/import_histories/import_history_exists',
    'GET /transactions',
    'GET /transactions/facets',
    'GET /transactions/{id}',
    'PATCH /transactions/{id}',
    'POST /changes/{id}/undo',
    'POST /matches/{id}/decide',
    'POST /matches',
    'GET /transactions/{id}/match_candidates',
    'POST /transactions/bulk/preview',
    'POST /transactions/bulk',
    'GET /rules',
    'POST /rules',
    'POST /rules/{id}/switch',
    'POST /rules/{id}/remove',
    'POST /rules/order',
    'POST /rules/preview',
    'POST /rules/effect',
    'GET /rules/offer',
    'GET /journal_runs/{id}',
    'GET /review',
    'GET /review/counts',
    'GET /review/{id}',
    'POST /review/actions',
    'POST /review/{id}/effects',
    'POST /review/{id}/decide',
    'GET /review/{id}/origins',
    'GET /review/{id}/claims',
    'POST /imports/v1/tax_calculations/start_tax_calculation',
    'GET /imports/v1/tax_calculations/details',
    'POST /imports/v1/tax_calculations/update_tax_calculated',
    'POST /tax_calculations/{id}/cancel',
    'GET /tax_calculations/preflight',
    'GET /tax_calculations',
    'GET /one_year',
    'GET /one_year/form_totals',
    'GET /one_year/estimated_tax',
    'GET /one_year/disposals',
    'GET /one_year/incomes',
    'GET /one_year/removals',
    'GET /treatments',
    'POST /treatments',
    'POST /treatments/effects',
    'GET /method_comparisons',
    'POST /method_comparisons',
    'GET /standing_orders',
    'POST /standing_orders',
    'POST /standing_orders/{id}/end',
    'POST /broker_confirmations',
    'GET /standing_orders/record.pdf',
    'GET /transactions/{id}/lots',
    'POST /transactions/{id}/lots',
    'GET /lot_identifications/{id}/record.pdf',
    'GET /safe_harbor',
    'GET /safe_harbor/units',
    'POST /safe_harbor/comparisons',
    'POST /safe_harbor/records',
    'GET /safe_harbor/records/{id}/record.pdf',
    'GET /safe_harbor/records/{id}/record.csv',
    'GET /explain',
    'POST /comparisons',
    'GET /comparisons/{id}',
    'GET /comparisons/{id}/rows',
    'GET /exports/rests_on',
    'GET /exports/programs',
    'GET /exports/amended_return',
    'GET /exports/papers',
    'GET /broker_forms',
    'POST /broker_forms',
    'GET /broker_forms/lines',
    'POST /broker_forms/lines',
    'POST /broker_forms/lines/remove',
    'POST /broker_forms/lines/tie',
    'GET /broker_forms/sales',
    'POST /broker_forms/sales/loss',
    'POST /broker_forms/changes/undo',
    'POST /broker_forms/files',
    'GET /broker_forms/files/{id}/problems',
    'GET /broker_forms/form-1099-da.csv',
    'GET /removal_forms',
    'POST /removal_forms',
    'GET /tax_returns',
    'POST /tax_returns',
    'GET /tax_returns/income_lines',
    'POST /tax_returns/income_lines',
    'POST /tax_returns/business',
    'GET /tax_returns/payments',
    'POST /tax_returns/payments',
    'GET /tax_years',
    'GET /tax_years/amendments',
    'POST /tax_years/amendments',
    'GET /road',
    'GET /bell',
    'POST /bell/read',
    'POST /tax_years/lock',
    'POST /tax_years/file',
    'POST /tax_years/reopen',
    'POST /tax_years/keep_lots',
    'POST /tax_years/release_lots',
    'GET /tax_calculations/{id}/manifest',
    'GET /tax_calculations/{id}/manifest.json',
    'GET /tax_calculations/{id}/input.json',
    'GET /tax_calculations/{id}/result.json',
    'GET /exports',
    'POST /exports',
    'DELETE /exports/{id}',
    'GET /exports/{id}/download',
    'POST /price_files',
    'GET /price_files',
    'GET /price_files/lotbook-prices.csv',
    'GET /price_files/{id}/problems',
    'DELETE /price_files/{id}',
    'POST /price_files/{id}/restore',
    'GET /users/crypto_assets',
    'POST /users/crypto_assets',
    'GET /users/crypto_assets/holding_in_progress',
    'GET /users/crypto_assets/lots',
    'GET /users/crypto_assets/sale_plan',
    'GET /users/crypto_assets/harvest',
    'GET /users/crypto_assets/value_over_time',
    'POST /users/crypto_assets/calculate',
    'GET /users/crypto_assets/holdings.csv',
    'GET /users/crypto_assets/lots.csv',
    'GET /own_prices',
    'GET /missing_prices',
    'POST /missing_prices/look_up',
    'GET /imports/v1/currencies/historical_price',
    'GET /imports/v1/currencies/search',
    'POST /manual_entry',
    'GET /imports/v1/import_histories',
    'DELETE /imports/v1/import_histories/{id}',
    'POST /imports/v1/import_histories/update_name',
    'POST /imports/v1/import_histories/update_us_based',
    'GET /imports/v1/import_histories/payment_required',
    'POST /imports/v2/actions/resync_account',
    'POST /trigger_resynchronize_source',
    'GET /users/list_csv_files',
    'GET /transaction/download_api_transactions/{id}',
    'GET /compliance/v1/import_histories',
    'POST /blockchain_query',
    'POST /check_smart_contract',
    'POST /wallets/v1/bulk_imports/find_addresses',
    'POST /wallets/v1/bulk_imports/import_wallets',
    'GET /imports/v1/explorer_keys',
    'GET /wallets/v1/wallet_finders/address_list',
    'POST /wallets/v1/wallet_finders/import_wallets',
    'POST /wallets/v1/wallet_finders/dismiss_wallets',
    'GET /compliance/v1/exchanges/search',
    'GET /compliance/v1/exchanges/{id}',
    'GET /compliance/v1/exchanges/by_source',
    'GET /compliance/v1/imports/check_csv_import_enabled',
    'GET /wallets/v1/assets/accounts',
    'GET /wallets/v1/assets/balances',
    'GET /wallets/v1/assets/balances/{id}',
    'GET /wallets/v1/assets/balances/{id}/parting',
    'GET /wallets/v1/claims/{id}',
    'POST /wallets/v1/claims/{id}/close',
    'GET /wallets/v1/imports',
    'GET /wallets/v1/imports/{id}/import_sources',
    'POST /wallets/v1/imports/update_us_based',
    'POST /wallets/v1/imports/update_name',
    'DELETE /wallets/v1/imports/{id}',
  ],
}

interface Person {
  readonly roles: readonly Role[]
  /** Has a second factor in force, and this session gave it. */
  readonly factor: 'none' | 'given' | 'to come'
  /** Looks at a customer, who allowed this much. */
  readonly views?: 'nothing' | 'view' | 'work'
}

const PEOPLE: Readonly<Record<string, Person>> = {
  'who has no role yet': { roles: [], factor: 'none' },
  'a customer': { roles: ['customer'], factor: 'none' },
  'a customer with a second factor': { roles: ['customer'], factor: 'given' },
  'a customer before the second factor': { roles: ['customer'], factor: 'to come' },
  'a professional': { roles: ['cpa'], factor: 'given' },
  'a professional without a second factor': { roles: ['cpa'], factor: 'none' },
  'a professional who is a customer too': { roles: ['cpa', 'customer'], factor: 'given' },
  'a professional at a customer who granted nothing': { roles: ['cpa'], factor: 'given', views: 'nothing' },
  'a professional who may view': { roles: ['cpa'], factor: 'given', views: 'view' },
  'a professional who may work': { roles: ['cpa'], factor: 'given', views: 'work' },
  'a professional who may work, without a second factor': { roles: ['cpa'], factor: 'none', views: 'work' },
  'an admin': { roles: ['admin'], factor: 'given' },
  'an admin without a second factor': { roles: ['admin'], factor: 'none' },
  'an admin at a customer without a reason': { roles: ['admin'], factor: 'given', views: 'nothing' },
}

/** The answer that the page on roles asks for: the refusal, or that access does not stop the call. */
function expected(route: string, kind: Kind, { roles, factor, views }: Person): string {
  const isChange = !route.startsWith('GET ') || CHANGES_BY_GET.has(route)
  if (kind === 'anybody') return 'let through'
  if (factor === 'to come') return 'second_factor_required'
  const mustHaveFactor = roles.includes('cpa') || roles.includes('admin')
  // The list of access is for the customer alone to see.
  if (OWN_READS.has(route) && (views === 'view' || views === 'work') && factor !== 'none')
    return 'not_while_impersonating'
  // A look at a customer can always be ended.
  if (route === 'GET /users/stop_impersonating' && views !== undefined && factor !== 'none')
    return 'let through'
  if (views !== undefined) {
    if (factor === 'none') return 'second_factor_enrolment_required'
    const isByView = !isChange || kind === 'customer or who may look'
    if (views === 'nothing' || (!isByView && views === 'view')) return 'forbidden'
    if (kind === 'professional' || kind === 'viewer' || kind === 'admin') return 'forbidden'
    const isPersonal = ['the person', 'only the customer', 'customer or professional'].includes(kind)
    return isPersonal && isChange ? 'not_while_impersonating' : 'let through'
  }
  if (kind === 'nobody or signed in' || kind === 'signed in' || kind === 'the person') return 'let through'
  if (mustHaveFactor && factor === 'none') return 'second_factor_enrolment_required'
  const needed: readonly Role[] =
    kind === 'professional'
      ? ['cpa']
      : kind === 'admin'
        ? ['admin']
        : kind === 'viewer'
          ? ['cpa', 'admin']
          : kind === 'customer or professional' || kind === 'customer or who may look'
            ? ['customer', 'cpa']
            : ['customer']
  return needed.some((role) => roles.includes(role)) ? 'let through' : 'forbidden'
}

const OWN_READS = new Set([
  'GET /access_tokens',
  'GET /webhooks',
  'GET /webhooks/{id}/deliveries',
  'GET /customer_cpa',
  'GET /customer_cpa/access_log',
  'GET /accept_invitation',
])

/** Calls that change something although the specification makes them GET. */
const CHANGES_BY_GET = new Set([
  'GET /tax_pro/invite_client_to_pay',
  'GET /users/{id}/impersonate',
  'GET /users/stop_impersonating',
])

const FOR_NOBODY: ReadonlySet<Kind | undefined> = new Set(['anybody', 'nobody or signed in'])

const server = await testServer({
  env: { COINBASE_CLIENT_ID: 'a-client', COINBASE_CLIENT_SECRET: 'its-secret' },
})
const kinds = new Map(
  Object.entries(ROUTES).flatMap(([kind, routes]) => routes.map((route) => [route, kind as Kind])),
)
/** Every route there is: the contract's, and those beside it as the HTTP server knows them. */
const routes = [
  ...declaredRoutes(contract as unknown as AnyRouter).map(({ method, path }) => `${method} ${path}`),
  ...[...server.app.printRoutes({ commonPrefix: false }).matchAll(/ api(\/\S+) \((\w+)/g)]
    .filter(([, path]) => path !== '/*')
    .map(([, path = '', method = '']) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
]

test('SB1 SB8 every route stands in the table of who may call it, and nothing else does', () => {
  expect(routes.toSorted()).toEqual([...kinds.keys()].toSorted())
  expect(routes.length).toBeGreaterThan(70)
})

test('R6.3 who is not signed in gets nothing that is not for anybody', async () => {
  const answers = await tried(() => Promise.resolve(server.client()))
  expect(answers).toEqual(
    new Map(
      routes.map((route) => [route, FOR_NOBODY.has(kinds.get(route)) ? 'let through' : 'not_signed_in']),
    ),
  )
})

test.each(Object.entries(PEOPLE))(
  'R6.1 R6.4 R6.5 R6.19 R6.23 SA6 SB5 %s gets what is for them, on every route',
  async (_, person) => {
    const answers = await tried(() => signedIn(person))
    expect(answers).toEqual(
      new Map(routes.map((route) => [route, expected(route, kinds.get(route) ?? 'customer', person)])),
    )
  },
)

const ACCESS_REFUSALS = new Set([
  'not_signed_in',
  'second_factor_required',
  'second_factor_enrolment_required',
  'forbidden',
  'not_while_impersonating',
])

/** The answer of each route to a body that no route takes; a call that ends the session is made by a new one. */
async function tried(browser: () => Promise<TestClient>): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const asks = await browser()
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const endsSession = path === '/identity/log_out' || path === '/users/stop_impersonating'
    const client = endsSession ? await browser() : asks
    server.clock.advance(1_000)
    const answer = await client.request(method as 'GET', path.replace('{id}', newId()), undefined, {
      ...(CHANGES_BY_GET.has(route) && { 'x-lotbook': '1' }),
      ...(path === '/notifications' && { upgrade: 'websocket', origin: 'https://elsewhere.example' }),
    })
    expect(answer.status, `${route}: ${answer.text}`).toBeLessThan(500)
    const { code } = answer.body as { code?: string }
    // The socket refuses a foreign page after it has let the person through.
    const isRefused =
      code !== undefined &&
      ACCESS_REFUSALS.has(code) &&
      !(path === '/notifications' && answer.text.includes('origin'))
    answers.set(route, isRefused ? code : 'let through')
  }
  return answers
}

async function signedIn({ roles, factor, views }: Person): Promise<TestClient> {
  const email = `person-${newId()}@example.com`
  const browser = server.client()
  await browser.expect(200, 'POST', '/identity/sign_up', { email, password: TEST_PASSWORD })
  await browser.expect(200, 'POST', '/identity/log_in', { email, password: TEST_PASSWORD })
  const { id } = (await browser.expect(200, 'GET', '/users/get_user_role')) as { id: string }
  const identity = (text: string, values: unknown[]) => server.db.identity.query(text, values)
  if (roles.includes('customer'))
    await browser.expect(200, 'POST', '/onboarding/settings/update_role', { role: 'customer' })
  for (const role of roles) {
    await identity(
      `insert into identity.roles (user_id, role, given_at) values ($1, $2, now()) on conflict do nothing`,
      [id, role],
    )
  }
  if (factor !== 'none') {
    await identity(`insert into identity.totp (user_id, sealed, confirmed_at) values ($1, 'x', now())`, [id])
  }
  // Proven long enough ago that a change of the person's own asks for proof, and changes nothing here.
  await identity(
    `update identity.sessions set mfa_at = $2, authenticated_at = authenticated_at - $3::interval where user_id = $1`,
    [id, factor === 'given' ? server.clock.now() : null, factor === 'to come' ? '0' : '11 minutes'],
  )
  if (views !== undefined) {
    const client = await server.customer(`client-${newId()}@example.com`)
    await identity('update identity.sessions set subject_id = $2 where user_id = $1', [id, client.userId])
    if (views !== 'nothing')
      await withSubject(server.db, self(client.userId), (tx) =>
        tx.run(sql`
          insert into grants (user_id, id, professional_id, scope, granted_at)
          values (${client.userId}, ${newId()}, ${id}, ${views}, now())`),
      )
  }
  return browser
}
