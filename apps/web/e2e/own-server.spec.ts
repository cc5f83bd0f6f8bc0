import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { expectAccessible, fillSignUp, fillStartCard, newPerson } from './helpers.ts'

/*
 * Settings of a whole server: the address of its API, the features that are on, and how plans are paid. It is a server of its own, so that no other spec
 * sees either.
 */

const PORT = Number(process.env['E2E_PORT'] ?? 4300) + 1000
// Two hosts of one site, as an operator would have them; browsers know that they are this machine.
const WEB = `http://www.lotbook.localhost:${PORT.toString()}`
const API = `http://api.lotbook.localhost:${PORT.toString()}`
const ROOT = join(import.meta.dirname, '../../..')

// One after the other: they share the server, and its port.
test.describe.configure({ mode: 'default' })

let data = ''
let server: ChildProcess
const env = () => ({
  ...process.env,
  PORT: PORT.toString(),
  LOTBOOK_DATA: data,
  LOTBOOK_ORIGIN: WEB,
  API_HOST: API,
  LOTBOOK_LOG: 'error',
  PAYMENTS: 'test',
})

test.beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'lotbook-e2e-own-'))
  // PostgreSQL is another user where root runs the tests, and lies beside the rest where it can get there.
  chmodSync(data, 0o755)
  server = spawn('node', ['apps/server/src/main.ts'], { cwd: ROOT, env: env(), stdio: 'inherit' })
  const isUp = () =>
    fetch(`http://127.0.0.1:${PORT.toString()}/`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isUp, { timeout: 60_000 }).toBe(true)
  // Else another server answered on this port.
  expect(server.exitCode).toBeNull()
})

test.afterAll(async () => {
  if (server.exitCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  rmSync(data, { recursive: true, force: true })
})

test('R7.1 every request goes to the API host, with credentials: reads, changes, files, downloads and the socket', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: WEB })
  const page = await context.newPage()
  const sockets: string[] = []
  const elsewhere: string[] = []
  const asked: { what: string; cookie: Promise<string> }[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  page.on('requestfinished', (request) => {
    const { origin, pathname } = new URL(request.url())
    const isOwnFile = origin === WEB && !pathname.startsWith('/api')
    if (isOwnFile || request.method() === 'OPTIONS') return
    if (origin !== API) elsewhere.push(request.url())
    const cookie = request.allHeaders().then(({ cookie: sent = '' }) => sent)
    asked.push({ what: `${request.method()} ${pathname}`, cookie })
  })
  await fillSignUp(page, newPerson())
  const beforeSession = asked.length
  await fillStartCard(page, { timeZone: 'UTC' })

  await page.goto('/imports/csvs')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the CSV template' }).click()
  expect((await download).url()).toBe(`${API}/api/csv_uploads/lotbook-template.csv`)
  await page
    .getByLabel('Drag and drop your file or browse')
    .and(page.locator('input'))
    .setInputFiles({
      name: 'history.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid\n2024-01-02 03:04:05,buy,1,BTC,42000,USD,,,,yes,\n',
      ),
    })
  await expect(page.getByRole('row').filter({ hasText: 'ZenLedger' })).toContainText('Done')
  await page.goto('/settings/profile')
  await page.getByLabel('First name').fill('Ana')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('button', { name: 'Account: Ana' })).toBeVisible()

  expect(elsewhere).toEqual([])
  expect(asked.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['GET /api/start', 'POST /api/csv_uploads', 'POST /api/identity/change_name']),
  )
  const inSession = await Promise.all(asked.slice(beforeSession).map(({ cookie }) => cookie))
  expect(inSession.length).toBeGreaterThan(10)
  expect(inSession.filter((cookie) => !cookie.includes('sid='))).toEqual([])
  expect(sockets.length).toBeGreaterThan(0)
  expect(sockets.filter((url) => !url.startsWith(`${API.replace('http', 'ws')}/api/`))).toEqual([])
  await context.close()
})

test('R4.19 R4.20 R6.20 R6.22 a feature that the operator switches on is there, and gone when it is switched off', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: WEB })
  const page = await context.newPage()
  await fillSignUp(page, newPerson())
  await fillStartCard(page)
  await page.goto('/imports')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const menu = navigation.getByRole('button', { name: 'Imports' })
  const toggle = (name: string, state: 'on' | 'off') => {
    const args = ['apps/server/src/admin.ts', 'toggle', name, state]
    const { status, stdout, stderr } = spawnSync('node', args, { cwd: ROOT, env: env(), encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    expect(stdout).toContain(`${name} is ${state}.`)
  }
  await expect(navigation.getByRole('link', { name: 'Transactions', exact: true })).toBeVisible()
  await expect(menu).toHaveCount(0)
  toggle('older_navigation', 'on')
  await page.reload()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Imported History' })).toBeVisible()
  toggle('older_navigation', 'off')
  await page.reload()
  await expect(navigation.getByRole('link', { name: 'Transactions', exact: true })).toBeVisible()
  await expect(menu).toHaveCount(0)

  // Several addresses at once; without that, one.
  const [one, several] = [
    page.getByLabel('Public address', { exact: true }),
    page.getByLabel('Public addresses'),
  ]
  await page.goto('/imports/options?slug=exodus')
  await expect(several).toBeVisible()
  await page.getByRole('button', { name: 'Enter one address' }).click()
  await expect(one).toBeVisible()
  toggle('multiwallet_import', 'off')
  await page.reload()
  await expect(one).toBeVisible()
  await expect(several).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Enter several addresses' })).toHaveCount(0)
  await context.close()
})

test('values are shown in a currency that the operator brought rates of, the return stays in dollars, and the choice is taken back', async ({
  browser,
}) => {
  const rates = join(data, 'rates.csv')
  writeFileSync(rates, 'Asset,Currency,Date,Price,Provider\nEUR,USD,2024-01-02,1.25,European Central Bank\n')
  const { status, stderr } = spawnSync('node', ['apps/server/src/admin.ts', 'import-prices', rates], {
    cwd: ROOT,
    env: env(),
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  const context = await browser.newContext({ baseURL: WEB })
  const page = await context.newPage()
  await fillSignUp(page, newPerson())
  await fillStartCard(page, { timeZone: 'UTC' })
  await page.goto('/imports/csvs')
  await page
    .getByLabel('Drag and drop your file or browse')
    .and(page.locator('input'))
    .setInputFiles({
      name: 'history.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid\n2024-01-02 03:04:05,buy,1,BTC,40000,USD,,,,yes,\n',
      ),
    })
  await expect(page.getByRole('heading', { name: /^1 transactions? imported$/ })).toBeVisible()

  await page.goto('/settings/profile')
  await page.getByLabel('Currency').selectOption('EUR')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const saved = page.getByRole('status').filter({ hasText: 'Country, time zone and currency saved' })
  await expect(saved).toBeVisible()
  await page.goto('/holdings')
  await expect(page.getByText('€32,000.00').first()).toBeVisible()
  await expect(
    page.getByText('converted at 1 EUR = 1.25 USD, the rate of Jan 02, 2024 (European Central Bank)'),
  ).toBeVisible()
  // Its terms ask for these words wherever its rates are shown.
  const credit = page.getByRole('link', { name: 'Source: ECB statistics' })
  await expect(credit).toHaveAttribute('href', 'https://data.ecb.europa.eu')
  await page.goto('/transactions')
  await expect(page.getByText('€32,000.00').first()).toBeVisible()
  await expect(credit).toBeVisible()
  await page.goto('/tax')
  await expect(page.getByText('In USD, the currency of your return, and not in EUR.')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/settings/history')
  // A page that is left takes its request along: the next one is opened once this is answered.
  const undo = page.getByRole('button', { name: /^Undo: .*currency/i })
  await undo.click()
  await expect(undo).toBeHidden()
  await page.goto('/holdings')
  await expect(page.getByText('$40,000.00').first()).toBeVisible()
  await context.close()
})

const SALES = [
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid',
  '2023-01-01T00:00:00Z,buy,10,BTC,100000,USD,,,Kraken,Yes,b',
  ...Array.from(
    { length: 30 },
    (_, n) => `2024-03-${String(n + 1).padStart(2, '0')}T12:00:00Z,sell,20,USD,0.001,BTC,,,Kraken,Yes,s${n}`,
  ),
].join('\n')

test('R1.18 R1.19 R2.22 R2.26 R2.31 R2.42 R2.45 R2.64 R6.9 from choosing a plan before one has an account, over a refused card, to a receipt and the packet of the year', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: WEB })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Choose Plan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plans and prices' })).toBeVisible()
  await page.getByRole('link', { name: 'Choose Plan: Basic' }).click()
  await expect(page).toHaveURL(/\/new_sign_up\?redirect=%2Fpricing/)
  await fillSignUp(page, newPerson())
  await fillStartCard(page, {})
  await page.goto('/imports/csvs')
  await page
    .getByLabel('Drag and drop your file or browse')
    .and(page.locator('input'))
    .setInputFiles({ name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(SALES) })
  await expect(page.getByRole('heading', { name: '31 transactions imported' })).toBeVisible()
  // The import says what a year will cost, before anything is calculated.
  await expect(page.getByRole('note', { name: 'What it will cost' })).toContainText(
    '2024 has about 30 transactions that count; its forms will cost $49 (Basic).',
  )
  await page.goto('/tax?year=2024')
  await page.getByRole('main').getByRole('button', { name: 'Calculate Taxes' }).click()
  await expect(page).toHaveURL(/one_year/)

  // The forms say what they need before anybody asks for one.
  await page.goto('/one_year?year=2024')
  await expect(page.getByText('2024 has 30 transactions that count. Forms of it need Basic.')).toBeVisible()
  const currentYear = await page.getByRole('link', { name: 'Upgrade', exact: true }).getAttribute('href')
  expect(currentYear).toMatch(/^\/pricing\?callUrl=settings&taxYear=20\d\d$/)
  await page.getByRole('link', { name: 'Choose a plan for $49.00' }).click()
  await expect(page.getByText('Test checkout.')).toBeVisible()
  await page.getByRole('button', { name: 'Pay $49.00' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test checkout')
  await page.getByRole('button', { name: 'Simulate a declined card' }).click()
  await expect(page.getByText('The card was declined.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('2024 is on Basic')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/one_year\?year=2024/)
  await expect(page.getByText('Forms of it need')).toHaveCount(0)

  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Billing' }).click()
  await expect(page).toHaveURL(/settings\/billing-history/)
  const receipt = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Receipt/ }).click()
  expect((await receipt).suggestedFilename()).toMatch(/^lotbook-receipt-\d{4}-\d{4}\.pdf$/)
  for (const path of ['/payments/plans?callUrl=settings&taxYear=2024', '/choose_plan_mobile?taxYear=2024']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: '2024 is covered' })).toBeVisible()
  }

  await page.goto('/tax_filing?year=2024')
  const packet = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download package .zip' }).click()
  await page
    .getByRole('dialog', { name: 'Filing packet 2024' })
    .getByRole('button', { name: 'Create' })
    .click()
  expect((await packet).suggestedFilename()).toBe('filing-packet-2024.zip')
  await context.close()
})
