import { expect, type Page, test } from '@playwright/test'
import {
  calculateByCall,
  call,
  fillStartCard,
  logIn,
  newPerson,
  startAsCustomer,
  startWithHistory,
  startWithoutRole,
  upload,
  watchForFaults,
} from './helpers.ts'

const SALE = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-02T10:00:00Z,buy,1,BTC,40000,USD,,,Kraken,yes,b
2025-01-03T10:00:00Z,sell,50000,USD,1,BTC,,,Kraken,yes,s
`
const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const aStep = (page: Page) => page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current=step]')

test('R9.32 R9.33 whoever a provider on the list sent is asked for that account first; Coinbase is blocked', async ({
  page,
}) => {
  const arrive = async (aggregator: string, last: number) => {
    const person = newPerson()
    await page.setExtraHTTPHeaders({ 'X-Forwarded-For': `10.9.7.${last.toString()}` })
    await page.goto(`/new_sign_up?aggregator=${aggregator}`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    const kept = page.waitForResponse('**/users/process_aggregator')
    await fillStartCard(page, { timeZone: 'UTC' })
    await kept
    await page.goto('/')
    await expect(h1(page, 'Welcome to Lotbook')).toBeVisible()
    await expect(page.getByRole('main').locator('[data-card]').first()).toBeVisible()
  }
  await arrive('coinbase', 1)
  await expect(page.getByRole('main')).not.toContainText('sent you here')
  await page.context().clearCookies()
  await arrive('binance-us', 2)
  await page.getByRole('link', { name: 'Add Binance.US' }).click()
  await expect(page).toHaveURL('/imports/options?slug=binance-us')
  await expect(h1(page, 'Adding Your Binance.US Account')).toBeVisible()
})

test('R2.72 R2.73 R2.74 R4.49 R4.51 R4.55 R4.56 from the first page to the first step, which asks once who one is; on a phone a mail leads to a desk', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/users/process_aggregator')) sent.push(request.postDataJSON())
  })
  await page.goto('/')
  await expect(h1(page, 'Crypto taxes that show their work')).toBeVisible()
  const example = page.getByRole('figure')
  await expect(example).toContainText('An example year')
  await expect(page.getByRole('main')).toContainText('Kraken')
  // Anybody may read the prices; a plan is for somebody's year, so choosing one begins with an account.
  await page.getByRole('main').getByRole('link', { name: 'Choose Plan' }).first().click()
  await expect(page).toHaveURL('/pricing')
  await expect(h1(page, 'Plans and prices')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toHaveText('Start free')
  await expect(page.getByRole('main').getByRole('link', { name: 'Start free' })).toHaveAttribute(
    'href',
    '/new_sign_up',
  )
  await expect(page.getByRole('main')).toContainText('$49')
  await page.getByRole('link', { name: 'Choose Plan: Basic' }).click()
  await expect(page).toHaveURL('/new_sign_up?redirect=%2Fpricing')

  const person = newPerson()
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': `10.9.8.${(process.pid % 250).toString()}` })
  await page.goto('/new_sign_up?aggregator=partner-7')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/onboarding/step-1')
  await expect(h1(page, 'A few things first')).toBeVisible()
  await expect(page.getByText('Your account is ready.')).toBeVisible()
  await fillStartCard(page, { timeZone: 'UTC' })
  await expect(h1(page, 'Import')).toBeVisible()
  const kept = () =>
    page.evaluate(() => ['onboarding', 'successmodalsignup'].map((key) => localStorage.getItem(key)))
  expect(await kept()).toEqual(['1', 'false'])
  await expect(page).toHaveURL('/onboarding/step-1')
  await expect(aStep(page)).toHaveText(/Import, next$/)
  expect(sent).toEqual([{ aggregator_params: { aggregator: 'partner-7' } }])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Continue on your computer' }).click()
  await expect(h1(page, 'Better on a bigger screen')).toBeVisible()
  await page.getByRole('button', { name: 'Send desktop link' }).click()
  await expect(h1(page, 'Check your email')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(person.email)
  await page.getByRole('link', { name: 'Continue here' }).click()
  await page.getByRole('link', { name: 'How Lotbook works' }).click()
  // The film is there and can be played, with a caption for each of its scenes.
  const film = page.locator('video')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(40)
  const captions = () => film.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length ?? 0)
  await expect.poll(captions).toBe(5)
  await expect(page.getByRole('list', { name: 'Transcript' }).getByRole('listitem')).toHaveCount(5)
  await page.getByRole('link', { name: 'Begin' }).click()
  await expect(h1(page, 'Import')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  // Onboarded, with nothing imported: home, also for who asks for the start card again.
  for (const path of ['/get_started', '/login']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/')
    await expect(h1(page, 'Welcome to Lotbook'), path).toBeVisible()
  }
  await upload(page, 'sale.csv', SALE)
  for (const path of ['/', '/get_started', '/login']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/imports')
  }
  expect(faults()).toEqual([])
})

test('who has not said what they are, or a customer where they file, comes to step 1', async ({ page }) => {
  const person = await startWithoutRole(page)
  await page.goto('/')
  await expect(page).toHaveURL('/onboarding/step-1')
  // Who logs in again before it is said comes back to it.
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(h1(page, 'Log in')).toBeVisible()
  await logIn(page, person)
  await expect(page).toHaveURL('/onboarding/step-1')
  await call(page, 'POST', '/onboarding/settings/update_role', { role: 'customer' })
  for (const path of ['/', '/imports', '/transactions', '/onboarding/step-4']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/onboarding/step-1')
    await expect(h1(page, 'A few things first'), path).toBeVisible()
    await expect(page.getByRole('radio'), path).toHaveCount(0)
  }
})

test('R2.44 R4.47 R4.48 the summaries of plan and year are steps 2 and 5, which are parts of filing', async ({
  page,
}) => {
  await startWithHistory(page, SALE, 2)
  await calculateByCall(page)
  const stepKept = () => page.evaluate(() => localStorage.getItem('onboarding'))
  await page.goto('/pricing_summary')
  await expect(h1(page, 'Plan')).toBeVisible()
  await expect(aStep(page)).toHaveText(/File/)
  expect(await stepKept()).toBe('2')
  await expect(page.getByRole('main')).toContainText('Nothing to pay')
  // This browser remembers the step, and the dashboard leads back to it.
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Continue step by step' }).click()
  await expect(h1(page, 'Plan')).toBeVisible()
  await page.goto('/tax_summary?year=2025')
  await expect(h1(page, 'Summary')).toBeVisible()
  await expect(aStep(page)).toHaveText(/File/)
  expect(await stepKept()).toBe('5')
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures).toContainText('$10,000.00')
  await page.goto('/tax_summary?year=nonsense')
  await expect(figures).toBeVisible()
})

test('R2.102 R9.7 what was searched for is told once it rested 500 ms', async ({ page }) => {
  await startAsCustomer(page)
  await page.goto('/')
  await page.clock.install()
  await page.getByRole('button', { name: 'Add Wallet/Exchange' }).click()
  const box = page.getByRole('dialog').getByRole('searchbox')
  await expect(page.getByRole('dialog').locator('[data-card]').first()).toBeVisible()
  const told: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/searches')) told.push(request.postDataJSON())
  })
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await box.pressSequentially('krak')
  await page.clock.runFor(499)
  await box.pressSequentially('en')
  await page.clock.runFor(499)
  expect(told).toEqual([])
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect.poll(() => told).toEqual([{ q: 'kraken' }])
})

test('R8.42 settings that could not be loaded are an error notification, and the screen still comes', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.route('**/api/start', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), failed: ['setting'] } })
  })
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Your settings could not be loaded')
  await expect(h1(page, 'Welcome to Lotbook')).toBeVisible()
})
