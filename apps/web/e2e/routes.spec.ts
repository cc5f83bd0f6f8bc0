import { expect, type Page, test } from '@playwright/test'
import { messages } from '@lotbook/contract'
import {
  startAsCustomer,
  startAsProfessional,
  startWithoutRole,
  upload,
  watchForFaults,
  watchForRefusals,
} from './helpers.ts'

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-02 03:04:05,buy,1,BTC,42000,USD,,,,yes,
`

/** The screen has its heading and its name in the window's title, and stayed where it was opened. */
async function renders(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  await expect(page, path).toHaveTitle(/\S/)
  const { pathname, search, hash } = new URL(page.url())
  expect(`${pathname}${search}${hash}`, path).toBe(path)
}

test('R2.36 R2.37 R2.39 R2.40 R2.65 R4.74 the screens of who is logged out', async ({ page }) => {
  const faults = watchForFaults(page)
  const refused = watchForRefusals(page)
  // A first visit: nothing is known of a session, and asking for one is no error.
  for (const path of ['/settings/profile', '/imports']) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/login/)
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  }
  await renders(page, '/')
  for (const path of ['/login', '/sign_up', '/new_sign_up', '/forgotpassword', '/resetpassword']) {
    await renders(page, path)
    await expect(page.getByRole('link', { name: 'Log In', exact: true }), path).toBeVisible()
  }
  expect(faults()).toEqual([])
  expect(refused()).toEqual([])
})

test('R2.38 R2.163 R2.164 R6.5 who has no role yet begins at the start card and sees no screen of anybody else', async ({
  page,
}) => {
  await startWithoutRole(page)
  await renders(page, '/get_started')
  await page.goto('/imports')
  await expect(page.getByRole('heading', { level: 1, name: messages.forbidden.title })).toBeVisible()
  await page.getByRole('link', { name: messages.forbidden.leave }).click()
  await expect(page).toHaveURL('/onboarding/step-1')
})

test('R2.35 R2.43 R2.46 R2.47 R2.48 R2.50 R2.53 R2.54 R2.55 R2.57 R4.73 R6.2 R7.1 the screens of a customer, with credentials on every call to the API', async ({
  page,
}) => {
  await startAsCustomer(page)
  const faults = watchForFaults(page)
  const calls: Promise<string>[] = []
  const elsewhere: string[] = []
  // One that a navigation breaks off never tells its headers.
  page.on('requestfinished', (request) => {
    if (!['fetch', 'xhr'].includes(request.resourceType())) return
    // The list of pictures is a file for anybody.
    if (new URL(request.url()).pathname.startsWith('/logos/')) return
    if (!request.url().startsWith(`${new URL(page.url()).origin}/api/`)) elsewhere.push(request.url())
    calls.push(request.allHeaders().then(({ cookie = '' }) => cookie))
  })
  for (const path of [
    '/',
    '/imports',
    '/imports/csvs',
    '/imports/options?slug=kraken',
    '/pricing_summary',
    '/transactions',
    '/tax',
    '/tax/methods?year=2024',
    '/one_year?year=2024',
    '/tax-calculation?traceId=019aa000-0000-7000-8000-000000000000',
    '/settings/profile',
    '/settings/tax',
    '/settings/treatments',
    '/settings/prices',
    '/settings/export',
    '/settings/notifications',
    '/settings/mfa-security',
    '/settings/api',
  ]) {
    await renders(page, path)
  }
  const cookies = await Promise.all(calls)
  expect(cookies.length).toBeGreaterThan(10)
  expect(cookies.filter((cookie) => !cookie.includes('sid='))).toEqual([])
  expect(elsewhere).toEqual([])
  expect(faults()).toEqual([])
})

test('R8.8 a screen whose code does not arrive says so in plain sight, with a way to try again', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.route('**/assets/PricesPage-*.js', (route) => route.abort())
  await page.goto('/settings/prices')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Something went wrong')
  expect((await heading.boundingBox())?.height).toBeGreaterThan(20)
  await expect(page).toHaveTitle(/^Something went wrong/)
  await page.unroute('**/assets/PricesPage-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Prices' })).toBeVisible()
})

test('R2.66 every way of the navigation leads to a screen', async ({ page }) => {
  await startAsCustomer(page)
  await upload(page, 'history.csv', HISTORY)
  await page.goto('/imports')
  await expect(page.getByRole('row').filter({ hasText: 'ZenLedger' })).toContainText('Done')
  await page.getByRole('button', { name: /^Account: / }).click()
  const ways = async () =>
    page
      .locator('nav a, [role=menu] a, header a, dialog a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  const wide = await ways()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByRole('button', { name: 'Menu' }).click()
  const all = new Set([...wide, ...(await ways())].filter((way) => /^\/./.test(way)))
  expect([...all]).toEqual(
    expect.arrayContaining([
      '/dashboard',
      '/imports',
      '/transactions',
      '/tax',
      '/holdings',
      '/tax_filing',
      '/work_with_tax_pro',
      '/settings/profile',
      '/settings/billing-history',
    ]),
  )
  for (const way of [...all, '/transactionSources']) await renders(page, way)
})

test('R6.20 a feature shows as soon as screens begin with its toggle on', async ({ page }) => {
  await startAsCustomer(page)
  await page.goto('/imports')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link', { name: 'Transactions', exact: true })).toBeVisible()
  await expect(navigation.getByRole('button', { name: 'Imports' })).toHaveCount(0)
  let toggles: Record<string, boolean> = { older_navigation: true }
  await page.route('**/api/start', async (route) => {
    const answer = await route.fetch()
    const start = (await answer.json()) as { feature_toggles: object }
    const feature_toggles = { ...start.feature_toggles, ...toggles }
    await route.fulfill({ response: answer, json: { ...start, feature_toggles } })
  })
  await page.reload()
  await navigation.getByRole('button', { name: 'Imports' }).click()
  await expect(page.getByRole('menuitem', { name: 'Imported History' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(navigation.getByRole('link', { name: 'Labs (beta)' })).toBeVisible()
  await page.goto('/labs/discover')
  await expect(page.getByRole('heading', { level: 1, name: /Labs: Discover/ })).toBeVisible()

  // Off, there is neither a way to Labs nor a screen of it.
  toggles = { older_navigation: true, labs: false }
  for (const path of ['/labs/dashboard', '/labs/discover', '/labs/research-portfolios', '/labs/price/BTC']) {
    await page.goto(path)
    await expect(page.getByText('There is nothing at this address'), path).toBeVisible()
  }
  await expect(navigation.getByRole('link', { name: 'Labs (beta)' })).toHaveCount(0)
})

/** Addresses under /tax_pro: screens that exist, screens that this build lacks, and addresses of nothing. */
const UNDER_TAX_PRO = [
  '/tax_pro',
  '/tax_pro/dashboard',
  '/tax_pro/settings/profile',
  '/tax_pro/settings#mfa-security',
  '/tax_pro/paymentForm?id=1&taxYear=2024&type=new',
  '/tax_pro/payments/invitation?taxYear=2024&planId=1&clientId=2',
  '/tax_pro/view_customer?id=1',
  '/tax_pro/profile',
]

test('R2.81 R6.11 a customer is led from whatever is under /tax_pro to the dashboard', async ({ page }) => {
  await startAsCustomer(page)
  for (const path of UNDER_TAX_PRO) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' }), path).toBeVisible()
  }
})

test('R1.22 R2.76 R2.77 R2.78 R2.79 R2.82 R6.8 R6.10 a professional has settings and none of the screens of customers', async ({
  page,
}) => {
  await startAsProfessional(page)
  await renders(page, '/tax_pro/settings/profile')
  await renders(page, '/tax_pro/settings#mfa-security')
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await expect(settings.getByRole('link', { name: 'MFA & security' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
  await settings.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/tax_pro\/settings\/profile$/)
  await settings.getByRole('link', { name: 'MFA & security' }).click()
  await expect(page).toHaveURL(/\/tax_pro\/settings#mfa-security$/)
  for (const name of ['Imports', 'Transactions']) {
    await expect(page.getByRole('navigation').getByRole('link', { name, exact: true })).toHaveCount(0)
  }
  for (const path of ['/', '/imports', '/transactions', '/tax', '/settings/tax', '/tax_pro']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/tax_pro/dashboard')
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Clients')
  }
  // Clients are for who gave a second factor; the way to it is shown.
  await expect(page.getByRole('link', { name: 'Set it up' })).toHaveAttribute(
    'href',
    '/tax_pro/settings#mfa-security',
  )
  await renders(page, '/tax_pro/paymentForm?id=019aa000-0000-7000-8000-000000000000&taxYear=2024&type=new')
  await renders(
    page,
    '/tax_pro/payments/invitation?taxYear=2024&planId=plus&clientId=019aa000-0000-7000-8000-000000000000&upgrade=true',
  )
  await page.goto('/tax_pro/nothing')
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start' }).click()
  await expect(page).toHaveURL('/tax_pro/dashboard')
})
