import { expect, type Locator, type Page, test } from '@playwright/test'
import { goTo, startWithHistory, watchForFaults } from './helpers.ts'

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T10:00:00Z,staking reward,2,DOT,,,,,Kraken,yes,
2024-01-02T10:00:00Z,staking reward,2,DOT,,,,,Kraken,yes,
`
const file = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})

async function choose(page: Page, chosen: Parameters<Locator['setInputFiles']>[0]) {
  await page.getByLabel('Drop a price file here or browse').and(page.locator('input')).setInputFiles(chosen)
}

test('R7.62 R7.63 R7.65 E19 N23 a price file: from a missing price to a value that says where it comes from, and back', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startWithHistory(page, HISTORY, 2)
  await goTo(page, '/settings/prices')
  const files = page.getByRole('list', { name: 'Price files' })
  const prices = page.getByRole('table', { name: 'Your prices' })
  await expect(page.getByText('No price files yet')).toBeVisible()

  // A missing price is a task, with the way to it.
  const missing = page.getByRole('list', { name: 'Missing prices' })
  await expect(missing.getByText('2 transactions in 2024: Jan 01, 2024 to Jan 02, 2024')).toBeVisible()
  await expect(missing.getByRole('link', { name: 'Set values of DOT' })).toHaveAttribute(
    'href',
    /review=true&kind=missing_price&asset=DOT/,
  )

  // A row that cannot be used is told, the rest goes in.
  await choose(
    page,
    file(
      'prices.csv',
      'Asset,Date,Price',
      'DOT,2024-01-01,7.5',
      'DOT,someday,8',
      'NOPE,2024-01-01,0.00000012345678901',
    ),
  )
  await expect(page.getByText('2 new prices. 1 transaction was revalued.')).toBeVisible()
  await page.getByText('1 row was not used').click()
  await expect(page.getByText('Line 3, column Date')).toBeVisible()
  await expect(page.getByText('None of your transactions has NOPE.').first()).toBeVisible()
  await expect(
    prices.getByRole('row', { name: /^NOPE .* 0.00000012345678901 USD prices.csv, line 4$/ }),
  ).toBeVisible()

  // The same again adds nothing.
  await choose(
    page,
    file(
      'prices.csv',
      'Asset,Date,Price',
      'DOT,2024-01-01,7.5',
      'DOT,someday,8',
      'NOPE,2024-01-01,0.00000012345678901',
    ),
  )
  await expect(page.getByText('This file was already added. Nothing changed.')).toBeVisible()
  await expect(files.getByRole('listitem')).toHaveCount(1)

  // A download that names no asset is asked for it; of two files the later counts.
  await choose(page, file('dot.csv', 'Date,Open,High,Low,Close', '2024-01-01,1,2,3,9', '2024-01-02,1,2,3,10'))
  await page.getByRole('textbox', { name: 'Asset' }).fill('dot')
  await page.getByRole('textbox', { name: 'Asset' }).press('Enter')
  await expect(page.getByText('1 new price, 1 changed price. 2 transactions were revalued.')).toBeVisible()
  await expect(prices.getByRole('row')).toHaveCount(5)

  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByLabel('File').selectOption('prices.csv')
  await filters.getByLabel('Asset').selectOption('DOT')
  await expect(page).toHaveURL(/asset=DOT/)
  await expect(
    prices.getByRole('row', { name: /^DOT .* 7.5 USD prices.csv, line 2 \(a later file counts\)$/ }),
  ).toBeVisible()
  await expect(prices.getByRole('row')).toHaveCount(2)

  // Every priced asset is settled, and its value says where it comes from.
  await expect(missing).toBeHidden()
  await goTo(page, '/transactions')
  await page.getByRole('grid', { name: 'Transactions' }).locator('[data-key]').first().click()
  const detail = page.getByRole('dialog').first()
  await expect(
    detail.getByText('From your price file (dot.csv, line 3), at 10 USD each, of Jan 02, 2024 00:00:00 UTC.'),
  ).toBeVisible()
  const lookups: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/currencies/historical_price')) lookups.push(request.url())
  })
  const found = page.getByRole('status').getByText('From your price file (dot.csv, line 3), at 10 USD each')
  for (const time of ['first', 'second']) {
    await test.step(`looked up for the ${time} time`, async () => {
      await detail.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByRole('button', { name: 'Look up the price of one' }).click()
      await expect(found).toBeVisible()
      await page.getByRole('button', { name: 'Look up the price of one' }).click()
      await expect(found).toBeVisible()
      if (time === 'first') await detail.getByRole('button', { name: 'Cancel' }).click()
    })
  }
  expect(lookups.length).toBe(1)
  await goTo(page, '/settings/prices')

  // Deleted, and back.
  await page.getByRole('button', { name: 'Delete dot.csv' }).click()
  await expect(page.getByText('Price file deleted. 2 transactions were revalued.')).toBeVisible()
  await expect(files.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Price file is back. 2 transactions were revalued.')).toBeVisible()
  await expect(files.getByRole('listitem')).toHaveCount(2)

  await choose(page, file('notes.csv', 'a,b', '1,2'))
  await expect(page.getByText('notes.csv: No header with a date and a price was found.')).toBeVisible()

  await test.step('many rows that were not used are read with the keyboard alone', async () => {
    const bad = Array.from({ length: 40 }, (_, n) => `DOT,2024-02-01T${(n % 24).toString()}:00:00Z,-${n}.5`)
    await choose(page, file('bad.csv', 'Asset,Date,Price', 'DOT,2024-01-01,7.5', ...bad))
    await page
      .getByRole('list', { name: 'Price files' })
      .getByRole('button', { name: '40 rows not used' })
      .click()
    const sheet = page.getByRole('dialog', { name: 'bad.csv' })
    await expect(sheet.getByText('Line 3, column Price')).toBeVisible()
    const last = sheet.getByText('-39.5')
    await expect(last).not.toBeInViewport()
    for (const key of ['Tab', 'Tab', 'End']) await page.keyboard.press(key)
    await expect(last).toBeInViewport()
  })
  expect(faults()).toEqual([])
})
