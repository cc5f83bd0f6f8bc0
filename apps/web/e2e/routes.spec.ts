import { expect, type Page, test } from '@playwright/test'
import { messages } from '@lotbook/contract'
import { fillStartCard, newPerson, signUp, startAsCustomer, watchForFaults } from './helpers.ts'

/** The screen has its heading and its name in the window's title, and stayed where it was opened. */
async function renders(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  await expect(page, path).toHaveTitle(/\S/)
  const { pathname, search } = new URL(page.url())
  expect(`${pathname}${search}`, path).toBe(path)
}

test('R2.36 R2.37 R2.39 R2.40 R2.65 R4.74 the screens of who is logged out', async ({ page }) => {
  const faults = watchForFaults(page)
  for (const path of ['/login', '/sign_up', '/new_sign_up', '/forgotpassword', '/resetpassword']) {
    await renders(page, path)
    await expect(page.getByRole('link', { name: 'Log In', exact: true }), path).toBeVisible()
  }
  expect(faults()).toEqual([])
})

test('R2.38 R2.163 R2.164 R6.5 who has no role yet begins at the start card and sees no screen of anybody else', async ({
  page,
}) => {
  await signUp(page, newPerson())
  await renders(page, '/get_started')
  await page.goto('/imports')
  await expect(page.getByRole('heading', { level: 1, name: messages.forbidden.title })).toBeVisible()
  await page.getByRole('link', { name: messages.forbidden.leave }).click()
  await expect(page).toHaveURL('/get_started')
})

test('R2.35 R2.46 R2.47 R2.48 R2.50 R2.53 R2.54 R2.55 R2.57 R4.73 R6.2 the screens of a customer, with credentials on every call', async ({
  page,
}) => {
  await startAsCustomer(page)
  const faults = watchForFaults(page)
  const calls: Promise<string>[] = []
  // One that a navigation breaks off never tells its headers.
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/')) return
    calls.push(request.allHeaders().then(({ cookie = '' }) => cookie))
  })
  for (const path of [
    '/',
    '/imports',
    '/imports/csvs',
    '/imports/options?slug=kraken',
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
    '/settings/mfa-security',
  ]) {
    await renders(page, path)
  }
  const cookies = await Promise.all(calls)
  expect(cookies.length).toBeGreaterThan(10)
  expect(cookies.filter((cookie) => !cookie.includes('sid='))).toEqual([])
  expect(faults()).toEqual([])
})

test('R6.11 a customer is led away from the screens of professionals', async ({ page }) => {
  await startAsCustomer(page)
  await page.goto('/tax_pro/settings/profile')
  // The dashboard where there is one, else the screen nearest to it.
  await expect(page).toHaveURL(/\/(dashboard|imports)$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('R2.76 R6.8 a professional has settings and none of the screens of customers', async ({ page }) => {
  await signUp(page, newPerson())
  await fillStartCard(page, { role: 'cpa' })
  await renders(page, '/tax_pro/settings/profile')
  for (const name of ['Imports', 'Transactions']) {
    await expect(page.getByRole('navigation').getByRole('link', { name, exact: true })).toHaveCount(0)
  }
  for (const path of ['/imports', '/transactions', '/tax']) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/tax_pro\//)
  }
})
