import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { goTo, lookAt, startAsCustomer, watchForFaults } from './helpers.ts'
import {
  bought,
  choose,
  csv,
  dropzone,
  FIXTURES,
  oneBuy,
  row,
  TEMPLATE_HEADER,
  unknownLayout,
} from './import-files.ts'

test('R1.4 R1.13 R1.41 R2.109 R2.113 R2.114 R2.116 R2.125 R2.165 R2.167 R2.168 R4.3 R4.4 R4.50 an account is added, its file uploaded, and what came in is told', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await page.goto('/imports/options?slug=coinbase&csv=true')
  await expect(page.getByRole('heading', { level: 1, name: 'Adding Your Coinbase Account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Upload CSV' })).toBeVisible()
  await expect(
    page.getByRole('radio', { name: /Upload CSV.*Import data from an exported CSV\./ }),
  ).toBeChecked()
  await expect(
    page.getByText(/Re-importing data from before 6\/15\/2023 would overwrite manual changes/),
  ).toBeVisible()
  // R2.114: what one chooses on the left, how one gets it on the right.
  const left = await page.getByRole('heading', { name: 'Upload CSV' }).boundingBox()
  const right = await page.getByRole('heading', { name: 'Your file from Coinbase' }).boundingBox()
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)

  await choose(page, join(FIXTURES, 'coinbase-v6.csv'))
  await expect(page).toHaveURL(/\/imports\?first_import=success$/)
  await expect(page.getByText('coinbase-v6.csv added to Import Queue.')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Your first import' })
  await expect(panel.getByRole('heading')).toHaveText(/^\d+ transactions imported$/)
  await expect(panel).toContainText(/From Coinbase, \w{3} \d\d, \d{4} to \w{3} \d\d, \d{4}/)
  await expect(row(page, 'Coinbase')).toContainText(/CSV.*Done/)

  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/\/imports$/)
  // With history, home is no longer where one begins (R4.50).
  await page.goto('/')
  await expect(page).toHaveURL(/\/imports$/)
  expect(faults()).toEqual([])
})

test('R2.130 R2.131 R2.132 R2.133 R2.134 R2.135 R4.5 R4.6 R4.7 R4.8 R4.9 R5.1 R5.2 R5.3 R8.1 R8.2 R8.3 files that need attention stay with their reasons', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/imports/csvs')
  await expect(dropzone(page)).toBeVisible()

  await expect(page.getByText('Excel files (.xls, .xlsx) are accepted too.')).toBeVisible() // R2.134
  // The template, as it is handed out, filled in with a row that is right and one that is not.
  await expect(page.getByRole('heading', { name: 'Premium CSV support, included' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the CSV template' }).click()
  const template = readFileSync(await (await downloading).path(), 'utf8').trimEnd()
  await choose(page, [
    csv('notes.txt', 'hello'),
    { name: 'big.csv', mimeType: 'text/csv', buffer: Buffer.alloc(10_485_761, 'a') },
    unknownLayout('my bank.csv'),
    csv(
      'a-long-name-of-my-own-history.csv',
      template,
      bought('2024-01-02 03:04:05', 'abc'),
      bought('2024-01-03 03:04:05', '1'),
    ),
    oneBuy('second.csv', '2024-02-02 03:04:05'),
  ])
  const rejected = page.getByRole('status').filter({ hasText: 'Not taken' }).getByRole('listitem')
  await expect(rejected).toHaveCount(3)
  await expect(rejected.nth(0)).toContainText(
    'my bank.csv does not match the criteria for calculating taxes.',
  )
  await expect(rejected.nth(0)).toContainText('my bank.csv, line 1: ')
  await expect(rejected.nth(1)).toContainText('big.csv is larger than 10 MB.')
  await expect(rejected.nth(2)).toHaveText(
    'notes.txt Unsupported file extension: txt. Supported file extensions: csv, xls, xlsx',
  )
  await expect(page.getByText('Files added to Import Queue.')).toBeVisible()
  await expect(page).toHaveURL(/\/imports\/csvs$/)

  const file = page
    .getByRole('list', { name: 'Files' })
    .getByRole('listitem')
    .filter({ hasText: 'a-long-name' })
  await expect(file).toContainText('a-long-name-of-my-ow…')
  await expect(file).toContainText('Lotbook template')
  await expect(file).toContainText('1 of 2 rows used')

  await file.getByRole('button', { name: /View notes/ }).click()
  const notes = page.getByRole('dialog', { name: 'a-long-name-of-my-own-history.csv' })
  await expect(notes.getByRole('listitem')).toHaveText(/Error, line 2, column IN AmountNot an amount: abc/)
  await page.keyboard.press('Escape')

  await file.getByRole('button', { name: /Show rows/ }).click()
  const rows = page.getByRole('dialog', { name: 'a-long-name-of-my-own-history.csv' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(/^2\s*Error\s*Not an amount: abc/)
  await expect(rows.nth(2)).toContainText('Jan 03, 2024 03:04:05 · Buy 1 BTC for 420 USD')
  await page.keyboard.press('Escape')

  // A call that fails says nothing, and the file goes again.
  await page.route('**/api/csv_uploads', (route) => route.abort())
  await choose(page, oneBuy('later.csv', '2024-03-02 03:04:05'))
  const later = page.getByRole('listitem').filter({ hasText: 'later.csv' })
  await expect(later.getByRole('button', { name: 'Retry later.csv' })).toBeVisible()
  await expect(rejected).toHaveCount(3)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.unroute('**/api/csv_uploads')
  await later.getByRole('button', { name: 'Retry later.csv' }).click()
  // Nothing is left to look at now: on to the history.
  await expect(page).toHaveURL(/\/imports(\?first_import=success)?$/)

  await page.goto('/imports/csvs')
  await expect(dropzone(page)).toBeVisible()
  await expect(page.getByText('Not taken')).toHaveCount(0)
})

test('R2.103 R2.105 R2.166 R2.169 in a dialog the upload only says that it went well; a kept imports path is followed', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/imports')
  await expect(page.getByText('Nothing imported yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upload via CSV' }).first()).toHaveAttribute(
    'href',
    '/imports/csvs',
  )

  await page.getByRole('button', { name: 'Add Wallet/Exchange' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Upload via CSV' }).click()
  const popup = page.getByRole('dialog', { name: 'Upload via CSV' })
  await choose(popup, oneBuy('mine.csv'))
  await expect(popup).toBeHidden()
  await expect(page).toHaveURL(/\/imports$/)
  await expect(page.getByText('mine.csv added to Import Queue.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Imported accounts' })).toContainText('Done')

  await page.evaluate(() => localStorage.setItem('imports_path', '/transactionSources'))
  await page.goto('/imports/csvs')
  await choose(page, oneBuy('again.csv', '2024-05-02 03:04:05'))
  await expect(page).toHaveURL(/\/transactionSources$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Imported History' })).toBeVisible()
})

test('the second import ends in a receipt like the first, with the rows that could not be read, and what it brings is on the next screen at once', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await goTo(page, '/imports/csvs')
  await choose(page, oneBuy('first.csv', '2023-01-02 03:04:05'))
  const first = page.getByRole('region', { name: 'Your first import' })
  await expect(first.getByRole('heading')).toHaveText('1 transaction imported')
  const files = page.getByRole('list', { name: 'What came in' }).locator('> li')
  await expect(files).toContainText('first.csv')
  await expect(files).toContainText('1 of 1 row used')
  await expect(files).toContainText('2 assets:')
  await first.getByRole('button', { name: 'Close' }).click()
  await expect(first).toBeHidden()
  const menu = page.getByRole('navigation').first()
  const years = page.getByLabel('Tax year').getByRole('option')
  await menu.getByRole('link', { name: 'Tax', exact: true }).click()
  await expect(years.filter({ hasText: '2023' })).toHaveCount(1)

  await menu.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByRole('link', { name: 'Upload via CSV' }).click()
  await choose(
    page,
    csv(
      'second.csv',
      TEMPLATE_HEADER,
      bought('2024-01-02 03:04:05', 'abc'),
      bought('2024-01-03 03:04:05', '1'),
      '2024-02-02 03:04:05,trade,10,ETH,0.5,BTC,,,,,,,,,,,,',
    ),
  )
  const receipt = page.getByRole('region', { name: 'Your latest import' })
  await expect(page).toHaveURL(/\/imports$/)
  await expect(receipt.getByRole('heading')).toHaveText('2 transactions from this file')
  await expect(receipt.getByRole('status')).toHaveText('From second.csv, Jan 03, 2024 to Feb 02, 2024.')
  await expect(files).toHaveCount(1)
  await expect(files).toContainText('2 of 3 rows used')
  await expect(files).toContainText('3 assets:')
  await expect(files.locator('img[src*="/coins/ETH.svg"]')).toBeVisible()
  await expect(files).toContainText('1 row could not be read and is not imported')
  await expect(files.getByRole('listitem')).toHaveText('Line 2, column IN Amount: Not an amount: abc')
  await lookAt(page, 'second-import')
  await page.setViewportSize({ width: 1440, height: 900 })
  // The page is not loaded anew: what it knew of the journal is seconds old.
  await menu.getByRole('link', { name: 'Tax', exact: true }).click()
  await expect(years.filter({ hasText: '2024' })).toHaveCount(1)
  await menu.getByRole('link', { name: 'Import', exact: true }).click()
  await page.reload()
  await expect(receipt.getByRole('heading')).toHaveText('2 transactions from this file')
  await files.getByRole('link', { name: 'See each in the error log' }).click()
  await expect(page.getByText('Not an amount: abc')).toBeVisible()

  // The same again: nothing is new, and that is what is said.
  await goTo(page, '/imports/csvs')
  await choose(page, oneBuy('first once more.csv', '2023-01-02 03:04:05'))
  await expect(receipt.getByRole('heading')).toHaveText('Nothing new: everything was already imported')
  await receipt.getByRole('button', { name: 'Close' }).click()
  await expect(receipt).toBeHidden()
  expect(faults()).toEqual([])
})

test('E2 N24 a file of an unknown layout opens the mapper, and the next one like it is just read', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await page.goto('/imports/csvs')
  const header = 'Booked on;Kind;Received;Unit;Sent;Unit 2'
  await choose(
    page,
    csv(
      'bank.csv',
      header,
      '2024-03-01 10:00:00;Buy;0,5;BTC;21000;EUR',
      '2024-03-02 10:00:00;Teleport;2;SOL;;',
    ),
  )
  await expect(
    page.getByRole('heading', { level: 1, name: 'What is in the columns of bank.csv?' }),
  ).toBeVisible()
  const rows = page.getByRole('region', { name: 'Rows of the file' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Buy 0.5 BTC for 21000 EUR')
  await expect(rows.nth(2)).toContainText('Unknown type: Teleport')
  const save = page.getByRole('button', { name: 'Save and import' })

  // What is taken away is missed at once, and comes back by keyboard.
  const booked = page.getByLabel('Booked on holds')
  await booked.selectOption('Nothing to import')
  await expect(page.getByText('Choose the column with the date.')).toBeVisible()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await booked.focus()
  await page.keyboard.press('D')
  await expect(rows.nth(1)).toContainText('Buy 0.5 BTC for 21000 EUR')
  await page.getByLabel('Teleport means').selectOption('Airdrop')
  await expect(rows.nth(2)).toContainText('Airdrop 2 SOL')
  await page.getByLabel('Where it is from').fill('My bank')
  await expect(save).not.toHaveAttribute('aria-disabled', 'true')
  await save.click()
  await expect(page).toHaveURL(/\/imports$/)
  await expect(row(page, 'My bank')).toContainText(/CSV.*Done/)

  await page.goto('/imports/csvs')
  await choose(page, csv('bank 2.csv', header, '2024-04-01 10:00:00;Teleport;3;SOL;;'))
  await expect(page).toHaveURL(/\/imports$/)
  await expect(page.getByText('1 account · 3 transactions')).toBeVisible()

  await page.goto('/imports/formats')
  const formats = page.getByRole('list', { name: 'Formats' }).getByRole('listitem')
  await expect(formats).toContainText('6 columns · 2 files read')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share My bank' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-bank.lotbook-format.json')
  const shared = readFileSync(await download.path(), 'utf8')
  expect(shared).not.toMatch(/21000|2024/)
  await page.getByRole('button', { name: 'Delete My bank' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No formats of your own yet')).toBeVisible()
  await page
    .getByLabel('A format from a file')
    .setInputFiles({ name: 'shared.json', mimeType: 'application/json', buffer: Buffer.from(shared) })
  await expect(formats).toContainText('My bank')
  expect(faults()).toEqual([])
})
