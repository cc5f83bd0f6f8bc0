import { expect, test } from '@playwright/test'
import { screenMessages } from '@lotbook/contract'
import { call, imported, lookAt, startAsCustomer, upload, watchForFaults } from './helpers.ts'

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-02T10:00:00Z,buy,1,BTC,40000,USD,,,Kraken,yes,b
2024-02-02T10:00:00Z,trade,1,ETH,0.1,BTC,,,Kraken,yes,t
2024-02-03T10:00:00Z,buy,1,ADA,1,USD,,,Kraken,yes,1
2024-02-04T10:00:00Z,buy,1,SOL,100,USD,,,Kraken,yes,2
2024-02-05T10:00:00Z,buy,1,LTC,60,USD,,,Kraken,yes,3
2024-02-06T10:00:00Z,buy,1,DOT,7,USD,,,Kraken,yes,4
2024-02-07T10:00:00Z,buy,1,XRP,1,USD,,,Kraken,yes,5
`
/** An hour ago and the days before, as a price file of one's own says them. */
function ownPrices(): string {
  const rows = [1, 27, 51, 99, 150].map((hours, n) => {
    const at = new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19)
    return `BTC,${at}Z,${(66_000 - n * 1_500).toString()}`
  })
  return ['Asset,Date,Price', ...rows, ''].join('\n')
}

test('R1.25 R1.26 R1.27 R2.83 R2.84 R2.86 R8.44 R9.20 R9.24 an asset is searched for, tracked up to the sixth, and its line read', async ({
  page,
}) => {
  await startAsCustomer(page)
  await upload(page, 'history.csv', HISTORY)
  await imported(page, 7)
  const sent = await page.request.post('/api/price_files', {
    headers: { 'X-Lotbook': '1', 'Idempotency-Key': crypto.randomUUID() },
    multipart: { file: { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(ownPrices()) } },
  })
  expect(sent.ok()).toBe(true)
  const faults = watchForFaults(page)
  await page.goto('/labs/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Labs: Dashboard\s*Beta/)
  await expect(page.getByRole('button', { name: '24 Hours' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Sort').getByRole('option')).toHaveText(['Most Popular', 'Alphabetical'])
  const assets = page.getByRole('list', { name: 'Assets' })
  const tracked = page.getByRole('list', { name: 'Tracked' })
  for (let n = 0; n < 6; n++) {
    await assets.getByRole('button').nth(n).click()
    await expect(tracked.getByRole('listitem')).toHaveCount(n + 1)
  }
  await assets.getByRole('button').nth(6).click()
  await expect(page.getByRole('alert')).toContainText(screenMessages.labs.limit)
  await expect(tracked.getByRole('listitem')).toHaveCount(6)
  await lookAt(page, 'labs-dashboard')

  await page.getByRole('searchbox', { name: 'Search' }).fill('btc')
  await expect(assets.getByRole('link').first()).toHaveText(/^BTC /)
  await assets.getByRole('link', { name: /^BTC / }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/BTC price/)
  await page.getByRole('button', { name: '7 Days' }).click()
  const line = page.getByRole('figure', { name: 'Price over time' })
  await expect(line).toContainText('5 known prices of BTC, from $60,000.00 to $66,000.00')
  await line.getByRole('group').focus()
  await page.keyboard.press('End')
  await expect(line.getByRole('status')).toContainText('$66,000.00')
  await lookAt(page, 'labs-price')

  await page.goto('/labs/discover')
  for (const name of ['Trending', 'Biggest Gainers', 'Most Transacted']) {
    await expect(page.getByRole('list', { name }).getByRole('listitem').first(), name).toContainText('BTC')
  }
  await expect(page.getByRole('list', { name: 'Biggest Gainers' })).toContainText('+2.3%')
  await lookAt(page, 'labs-discover')
  expect(await call(page, 'GET', '/labs/items')).toMatchObject({ currency: 'USD' })
  expect(faults()).toEqual([])
})

test('R1.28 R2.85 a research portfolio is made, valued, changed, deleted and brought back', async ({
  page,
}) => {
  await startAsCustomer(page)
  await upload(page, 'history.csv', HISTORY)
  await imported(page, 7)
  const sent = await page.request.post('/api/price_files', {
    headers: { 'X-Lotbook': '1', 'Idempotency-Key': crypto.randomUUID() },
    multipart: { file: { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(ownPrices()) } },
  })
  expect(sent.ok()).toBe(true)
  const faults = watchForFaults(page)
  await page.goto('/labs/dashboard')
  await page
    .getByRole('navigation', { name: 'Labs' })
    .getByRole('link', { name: 'Research portfolios' })
    .click()
  await expect(page.getByText('No portfolios yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create portfolio' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.getByLabel('Name').fill('Half and half')
  await page.getByRole('button', { name: 'Create portfolio' }).click()
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Half and half' }) })
  const rows = page.getByRole('list', { name: 'Assets of Half and half' }).getByRole('listitem')
  const add = async (typed: string, option: RegExp, quantity: string) => {
    await card.getByRole('button', { name: 'Add an asset' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Asset').fill(typed)
    await dialog.getByRole('option', { name: option }).first().click()
    await dialog.getByLabel('Quantity').fill(quantity)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  }
  await add('btc', /^BTC/, 'much')
  await expect(page.getByRole('dialog')).toContainText('a number such as 12.5 is expected')
  await page.getByRole('dialog').getByLabel('Quantity').fill('0.5')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(rows).toHaveCount(1)
  await expect(card).toContainText('$33,000.00')
  await page.getByRole('button', { name: '7 Days' }).click()
  await expect(card).toContainText('n/a')
  await page.getByRole('button', { name: '24 Hours' }).click()
  await expect(card).toContainText('+$750.00 (2.3%) over the last 24 hours')
  await add('eth', /^ETH/, '2')
  await expect(rows).toHaveCount(2)
  await lookAt(page, 'labs-portfolios')

  await card.getByRole('button', { name: 'Change BTC in Half and half' }).click()
  await page.getByRole('dialog').getByLabel('Quantity').fill('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(rows.first()).toContainText('$66,000.00')
  await page
    .getByRole('status')
    .filter({ hasText: 'BTC changed' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(rows.first()).toContainText('$33,000.00')
  await card.getByRole('button', { name: 'Delete Half and half' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No portfolios yet')).toBeVisible()
  await page
    .getByRole('status')
    .filter({ hasText: 'Half and half was deleted' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(rows).toHaveCount(2)
  expect(faults()).toEqual([])
})
