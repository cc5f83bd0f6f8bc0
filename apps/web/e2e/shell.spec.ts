import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import { STORAGE_KEYS } from '@lotbook/contract'
import {
  calculateByCall,
  expectAccessible,
  goTo,
  leaveSafeHarborOpen,
  logIn,
  lookAt,
  startAsCustomer,
  upload,
} from './helpers.ts'

const COINBASE = join(import.meta.dirname, '../../../packages/sources/fixtures/formats/coinbase-v6.csv')

test('R1.29 R4.72 R8.43 R9.34 the Safe Harbor banner is dismissed beside an open sheet, stays away where the server cannot be told, and in another browser once it is', async ({
  page,
  browser,
}) => {
  const person = await startAsCustomer(page)
  const banner = page.getByText('Safe Harbor 2025.')
  await page.goto('/')
  await expect(page.getByRole('main')).toBeVisible()
  // It concerns who used one pool and has basis left to allocate, and nobody else.
  await expect(banner).toHaveCount(0)
  await leaveSafeHarborOpen(page)
  await goTo(page, '/transactions')
  await page.getByRole('grid').locator('[data-key]').first().click()
  await expect(page.getByRole('dialog').getByText('Lotbook ID', { exact: true })).toBeVisible()
  await expect(banner).toBeVisible()
  await expect(page.getByText(/cost basis is tracked wallet by wallet.*Rev\. Proc\. 2024-28/)).toBeVisible()
  await banner.locator('..').getByRole('link', { name: 'Compare allocations' }).click()
  await expect(page).toHaveURL('/tax/safe_harbor')
  await expect(page.getByRole('heading', { level: 1, name: 'Safe Harbor 2025' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('dialog').getByText('Lotbook ID', { exact: true })).toBeVisible()
  // What closes the strip and what closes the sheet stand apart.
  const [dismiss, close] = await Promise.all(
    ['Dismiss', 'Close'].map((name) => page.getByRole('button', { name, exact: true }).first().boundingBox()),
  )
  expect(dismiss!.x + dismiss!.width < close!.x || dismiss!.y + dismiss!.height < close!.y).toBe(true)

  await test.step('where the server cannot be told it stays away in this browser, and only the log is told', async () => {
    await page.route('**/api/users/dismiss_safe_harbor_banner', (route) => route.abort())
    const told = page.waitForResponse(/\/monitoring\/faults/)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner).toHaveCount(0)
    await expect(page.getByRole('dialog')).toBeVisible()
    const answer = await told
    expect(answer.status()).toBe(200)
    expect(answer.request().postDataJSON()).toMatchObject({ kind: 'call', path: '/transactions' })
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unroute('**/api/users/dismiss_safe_harbor_banner')
  })

  // A browser that does not know of it shows it until the server does.
  await page.evaluate((key) => localStorage.removeItem(key), STORAGE_KEYS.safeHarborBannerClosed)
  await page.reload()
  await expect(banner).toBeVisible()
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
  await elsewhere.context().close()
})

test('R4.81 R4.83 R4.54 R2.11 R2.16 R2.19 R2.24 R2.28 R9.25 R2.27 R2.29 R4.69 R4.70 R4.71 the frame around the screens, on a desk and on a phone', async ({
  page,
}) => {
  const person = await startAsCustomer(page)
  await test.step('what another window imports shows here: the history, its count and the tax control', async () => {
    await page.goto('/imports')
    const control = page.getByRole('banner').getByRole('button', { name: 'Calculate Taxes' })
    await expect(control).toHaveAttribute('aria-disabled', 'true')
    await upload(page, 'coinbase.csv', readFileSync(COINBASE, 'utf8'))
    await expect(page.getByRole('row').filter({ hasText: 'Coinbase' })).toContainText('Done')
    await expect(control).not.toHaveAttribute('aria-disabled', 'true')
  })
  const bar = page.getByRole('navigation', { name: 'Main' })
  const leadsOutside = async (support: Locator) => {
    await expect(support).toHaveAttribute('href', 'https://support.example.org/')
    await expect(support).toHaveAttribute('target', '_blank')
    await expect(support).toHaveAttribute('rel', /noopener/)
  }
  await test.step('Support leads outside, from the bar and the account menu', async () => {
    await leadsOutside(bar.getByRole('link', { name: 'Support' }))
    await page.getByRole('button', { name: /^Account: / }).click()
    await leadsOutside(page.getByRole('menuitem', { name: 'Support' }))
    await page.keyboard.press('Escape')
  })
  await test.step('who signs in comes to the imports, and to the wallets where this browser works from them', async () => {
    const signOut = async () => {
      await page.getByRole('button', { name: /^Account: / }).click()
      await page.getByRole('menuitem', { name: 'Sign Out' }).click()
      await expect(page).toHaveURL(/\/login$/)
    }
    await goTo(page, '/transactions')
    await signOut()
    await logIn(page, person)
    await expect(page).toHaveURL(/\/imports$/)
    // One visit changes nothing; choosing the wallets does.
    await goTo(page, '/wallets')
    await expect(bar.getByRole('link').first()).toHaveText('Dashboard')
    await goTo(page, '/imports')
    await page.getByRole('link', { name: 'Show as wallets' }).click()
    await expect(bar.getByRole('link').first()).toHaveText('Wallets')
    await signOut()
    await logIn(page, person)
    await expect(page).toHaveURL(/\/wallets$/)
  })
  await test.step('and in the menu More, where one works from the wallets', async () => {
    await expect(bar.getByRole('link', { name: 'Support' })).toHaveCount(0)
    await bar.getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Dashboard',
      'Holdings',
      'File Your Tax Return',
      'Add Your Accountant',
      /^Support/,
    ])
    await leadsOutside(page.getByRole('menuitem', { name: 'Support' }))
    await page.keyboard.press('Escape')
  })
  await test.step('a phone is told by its width alone; its slide-in menu leads to settings and out', async () => {
    await page.setViewportSize({ width: 768, height: 844 })
    await goTo(page, '/')
    // The same page, once the flag turns: what asks for it draws anew.
    const taxes = (words: string) => page.getByRole('button', { name: words, exact: true })
    await expect(taxes('Calculate Taxes')).toBeVisible()
    await page.setViewportSize({ width: 767, height: 844 })
    await expect(taxes('Calculate Tax')).toBeVisible()
    await expect(taxes('Calculate Taxes')).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog')
    await expect(menu.getByRole('link', { name: 'Settings' })).toBeVisible()
    await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await menu.getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL(/\/settings\/profile$/)
    await expect(menu).toHaveCount(0)
  })
  await test.step('at the foot of a phone: four places, and how old the calculations are', async () => {
    await calculateByCall(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const now = Date.now()
    await page.clock.setFixedTime(now + 3 * 86_400_000)
    await goTo(page, '/transactions')
    const age = page.getByRole('status').filter({ hasText: /Calculations last updated|^Updating$/ })
    await expect(age).toHaveText('Calculations last updated 3 days ago.')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/tax_calculations/details', async (route) => {
      await held
      await route.continue()
    })
    const started = page.waitForResponse('**/tax_calculations/start_tax_calculation')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(age).toHaveText('Updating')
    expect((await started).ok()).toBe(true)
    release()
    // The server's clock did not go three days ahead: seen by that one, it was just now.
    await page.clock.setFixedTime(Date.now())
    await page.reload()
    await expect(age).toHaveText('Calculations last updated just now.')

    const foot = page.getByRole('navigation', { name: 'Main' })
    await expect(foot.getByRole('link')).toHaveText([/^Wallets/, /^Transactions/, /^Tax Center/, /^Holdings/])
    for (const [name, path] of [
      ['Wallets', /\/wallets$/],
      ['Tax Center', /\/one_year\?year=/],
      ['Holdings', /\/holdings$/],
      ['Transactions', /\/transactions$/],
    ] as const) {
      const way = foot.getByRole('link', { name })
      await way.click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(way).toHaveAttribute('aria-current', 'page')
    }
  })
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
  // Sources are asked for as soon as the screen has time for it, so they are held from the start.
  let releaseSources = () => {}
  const heldSources = new Promise<void>((resolve) => {
    releaseSources = resolve
  })
  await page.route(/\/exchanges\/search/, async (route) => {
    await heldSources
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('status').first()).toBeAttached()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Add Wallet/Exchange' }).click()
  const search = page.getByRole('dialog', { name: 'What would you like to import?' })
  await expect(search.getByRole('status').first()).toBeAttached()
  await expect(search.locator('[data-card]')).toHaveCount(0)
  releaseSources()
  await expect(search.locator('[data-card]').first()).toBeVisible()
})

test('what comes late moves nothing that can be clicked already', async ({ page }) => {
  await startAsCustomer(page)
  await upload(page, 'coinbase.csv', readFileSync(COINBASE, 'utf8'))
  await page.addInitScript(() => {
    const moved: number[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Answers wait until the screen stands, and then come one by one, a frame or two apart.
  const held: (() => void)[] = []
  await page.route('**/api/**', async (route) => {
    if (!route.request().url().endsWith('/start')) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  for (const path of ['/imports', '/transactions', '/tax', '/settings/rules', '/settings/tax']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(async () => {
      held.shift()?.()
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      expect(held).toHaveLength(0)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 1 })
    }).toPass()
    // Share of the window's area times the distance moved (https://web.dev/articles/cls); the banner alone was 0.1.
    const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved)
    expect(
      moved.reduce((sum, value) => sum + value, 0),
      path,
    ).toBeLessThan(0.05)
  }
})

test('the check that every screen goes through finds what cannot be read and what has no name', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await lookAt(page, 'log-in')
  await page.evaluate(() => {
    const faint = document.createElement('p')
    faint.textContent = 'faint'
    Object.assign(faint.style, {
      colorScheme: 'light dark',
      color: 'light-dark(black, rgb(80 80 80))',
      background: 'light-dark(white, rgb(60 60 60))',
    })
    document.querySelector('main')?.append(faint)
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await expect(lookAt(page, 'faint')).rejects.toThrow(/color-contrast/)
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')))
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast.*image-alt/s)
})
