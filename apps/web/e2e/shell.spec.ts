import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { expectAccessible, logIn, startAsCustomer, upload } from './helpers.ts'

const COINBASE = join(import.meta.dirname, '../../../packages/sources/fixtures/formats/coinbase-v6.csv')

test('R1.29 R4.72 the Safe Harbor banner, once dismissed, stays away, also in another browser', async ({
  page,
  browser,
}) => {
  const person = await startAsCustomer(page)
  const banner = page.getByText('Safe Harbor 2025.')
  await expect(banner).toBeVisible()
  await expect(page.getByText(/cost basis wallet by wallet.*Rev\. Proc\. 2024-28/)).toBeVisible()
  const dismissed = page.waitForResponse('**/users/dismiss_safe_harbor_banner')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect((await dismissed).ok()).toBe(true)
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
  await expect(banner).toHaveCount(0)

  const elsewhere = await (await browser.newContext()).newPage()
  await logIn(elsewhere, person)
  await expect(elsewhere.getByRole('main')).toBeVisible()
  await expect(elsewhere.getByText('Safe Harbor 2025.')).toHaveCount(0)
})

test('R2.28 the slide-in menu of a phone leads to settings and out', async ({ page }) => {
  await startAsCustomer(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog')
  await expect(menu.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expectAccessible(page)
  await menu.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings\/profile$/)
  await expect(menu).toHaveCount(0)
})

test('R4.75 R2.95 loaders show until what they wait for is there', async ({ page }) => {
  await startAsCustomer(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/start', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('status').first()).toBeAttached()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  let releaseSources = () => {}
  const heldSources = new Promise<void>((resolve) => {
    releaseSources = resolve
  })
  await page.route(/\/exchanges\/search/, async (route) => {
    await heldSources
    await route.continue()
  })
  await page.getByRole('button', { name: 'Add Wallet/Exchange' }).click()
  const search = page.getByRole('dialog', { name: 'What would you like to import?' })
  await expect(search.getByRole('status').first()).toBeAttached()
  await expect(search.locator('[data-card]')).toHaveCount(0)
  releaseSources()
  await expect(search.locator('[data-card]').first()).toBeVisible()
})

test('R4.81 R4.83 what another window imports shows here: the history, its count and the tax control', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/imports')
  const control = page.getByRole('banner').getByRole('button', { name: 'Calculate Taxes' })
  await expect(control).toHaveAttribute('aria-disabled', 'true')
  await upload(page, 'coinbase.csv', readFileSync(COINBASE, 'utf8'))
  await expect(page.getByRole('row').filter({ hasText: 'Coinbase' })).toContainText('Done')
  await expect(control).not.toHaveAttribute('aria-disabled', 'true')
})
