import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, lookAt, startAsCustomer, watchForFaults } from './helpers.ts'

const FIXTURES = join(import.meta.dirname, '../../../packages/sources/fixtures/formats')
const TEMPLATE_HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id'

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})
const bought = (at: string, amount: string) => `${at},buy,${amount},BTC,420,USD,,,,,,,,,,,,`
const oneBuy = (name: string, at = '2024-01-02 03:04:05') => csv(name, TEMPLATE_HEADER, bought(at, '0.01'))
const unknownLayout = (name: string) =>
  csv(name, 'When;What;How much', '2024-01-01;bread;3', '2024-01-02;milk;2')

/** Choose files where the dropzone of the screen browses for them. */
async function choose(within: Page | Locator, files: Parameters<Locator['setInputFiles']>[0]) {
  await within
    .getByLabel('Drag and drop your file or browse')
    .and(within.locator('input'))
    .setInputFiles(files)
}

/** In both themes, as the screen stands. */
async function expectAccessibleInBothThemes(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The colours are those of the theme from the next frame on.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await expectAccessible(page)
  }
}

const dropzone = (page: Page) =>
  page.getByRole('button', { name: /^Drag and drop your file or browse CSV, XLS or XLSX/ })

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

test('R2.87 R2.88 R2.89 R2.90 R2.91 R2.92 R2.93 R2.94 R2.96 R2.97 R2.98 R2.99 R2.100 R2.107 R2.161 R2.162 R4.51 R4.55 from nothing: home, and the search over all sources', async ({
  page,
}) => {
  await startAsCustomer(page)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Lotbook' })).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: 'Add Wallet/Exchange' }).click()
  const search = page.getByRole('dialog', { name: 'What would you like to import?' })
  const box = search.getByPlaceholder('Search for exchanges, wallets, or blockchains')
  const cards = search.locator('[data-card]') // by role it would look at each of six hundred, at every question
  await expect(search.getByRole('heading', { name: 'All exchanges and wallets' })).toBeVisible()
  await expect(cards.first()).toHaveText(/^C?Coinbase/)
  await search.getByLabel('Alphabetical').check()
  await expect(cards.first()).toHaveAttribute('href', /slug=1inch/)
  await search.getByLabel('Most Popular').check()
  await expect(cards.first()).toHaveAttribute('href', /slug=coinbase$/)

  await box.fill('zzqqzz')
  await expect(search.getByText('Nothing found')).toBeVisible()
  await expect(search.getByRole('link', { name: 'Import', exact: true })).toHaveAttribute(
    'href',
    '/imports/csvs',
  )
  await expect(cards).toHaveCount(1)
  await expect(cards.first()).toHaveAttribute('href', /slug=wallet-address/)
  await box.fill('coinbsae')
  await expect(cards.first()).toHaveAttribute('href', /slug=coinbase$/)
  expect(await cards.count()).toBeLessThanOrEqual(10)
  await expectAccessibleInBothThemes(page)
  await expect(cards.last()).toHaveAttribute('href', /slug=wallet-address/)

  await search.getByRole('button', { name: 'How to get the most accurate reports' }).click()
  const help = page.getByRole('dialog', { name: 'How to get the most accurate reports' })
  await expect(help.getByRole('listitem')).toHaveCount(2)
  await expect(help).toContainText('Import all of your accounts')
  await expect(help).toContainText('Categorise correctly')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  await cards.first().click()
  await expect(page).toHaveURL(/\/imports\/options\?slug=coinbase$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Adding Your Coinbase Account' })).toBeVisible()
})

test('R1.4 R1.13 R2.113 R2.114 R2.116 R2.122 R2.125 R2.127 R2.165 R2.167 R2.168 R4.3 R4.4 R4.50 an account is added, its file uploaded, and what came in is told', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await page.goto('/imports/options?slug=coinbase')
  await expect(page.getByRole('heading', { level: 1, name: 'Adding Your Coinbase Account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Upload CSV' })).toBeVisible()
  await expect(page.getByText('Import data from an exported CSV.')).toBeVisible()
  await expect(page.getByText('Choose an Import Option')).toHaveCount(0)
  await expect(
    page.getByText(/not available yet. So far, Coinbase is imported by uploading files/),
  ).toBeVisible()
  await expect(page.getByText(/before 6\/15\/2023/)).toBeVisible()
  // R2.114: what one chooses on the left, how one gets it on the right.
  const left = await page.getByRole('heading', { name: 'Upload CSV' }).boundingBox()
  const right = await page.getByRole('heading', { name: 'Your file from Coinbase' }).boundingBox()
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
  await expectAccessibleInBothThemes(page)

  await choose(page, join(FIXTURES, 'coinbase-v6.csv'))
  await expect(page).toHaveURL(/\/imports\?first_import=success$/)
  await expect(page.getByText('coinbase-v6.csv added to Import Queue.')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Your first import' })
  await expect(panel.getByRole('heading')).toHaveText(/^\d+ transactions in your book$/)
  await expect(panel).toContainText(/From Coinbase, \w{3} \d\d, \d{4} to \w{3} \d\d, \d{4}/)
  await expect(row(page, 'Coinbase')).toContainText(/CSV.*Done/)
  await expectAccessibleInBothThemes(page)

  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/\/imports$/)
  // With history, home is no longer where one begins (R4.50).
  await page.goto('/')
  await expect(page).toHaveURL(/\/imports$/)
  expect(faults()).toEqual([])
})

test('R2.130 R2.131 R2.132 R2.133 R2.134 R4.5 R4.6 R4.7 R4.8 R4.9 R5.1 R5.2 R5.3 R8.1 R8.2 R8.3 files that need attention stay with their reasons', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/imports/csvs')
  await expect(dropzone(page)).toBeVisible()

  await expect(page.getByText('Excel files (.xls, .xlsx) are accepted too.')).toBeVisible() // R2.134
  // The template, as it is handed out, filled in with a row that is right and one that is not.
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
  await expectAccessibleInBothThemes(page)

  await file.getByRole('button', { name: /View notes/ }).click()
  const notes = page.getByRole('dialog', { name: 'a-long-name-of-my-own-history.csv' })
  await expect(notes.getByRole('listitem')).toHaveText(/Error, line 2, column IN AmountNot an amount: abc/)
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')

  await file.getByRole('button', { name: /Show rows/ }).click()
  const rows = page.getByRole('dialog', { name: 'a-long-name-of-my-own-history.csv' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(/^2\s*Error\s*Not an amount: abc/)
  await expect(rows.nth(2)).toContainText('Jan 03, 2024 03:04:05 · Buy 1 BTC for 420 USD')
  await expectAccessibleInBothThemes(page)
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
  await expectAccessibleInBothThemes(page)
  await expect(page.getByRole('link', { name: 'Upload via CSV' }).first()).toHaveAttribute(
    'href',
    '/imports/csvs',
  )

  await page.getByRole('button', { name: 'Add Wallet/Exchange' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Upload via CSV' }).click()
  const popup = page.getByRole('dialog', { name: 'Upload via CSV' })
  await expectAccessibleInBothThemes(page)
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

test('R4.80 what an import brings is on the next screen at once, also where that screen was seen just before', async ({
  page,
}) => {
  await startAsCustomer(page)
  const menu = page.getByRole('navigation').first()
  const years = page.getByLabel('Tax year').getByRole('option')

  await page.goto('/imports/csvs')
  await choose(page, oneBuy('first.csv', '2021-03-02 03:04:05'))
  await expect(page).toHaveURL(/first_import=success$/)
  await expect(page.getByRole('region', { name: 'Your first import' })).toContainText('1 transaction')
  await menu.getByRole('link', { name: 'Tax', exact: true }).click()
  await expect(years.filter({ hasText: '2021' })).toHaveCount(1)

  // The page is not loaded anew: what it knew of the journal is seconds old.
  await menu.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByRole('link', { name: 'Upload via CSV' }).click()
  await choose(page, oneBuy('second.csv', '2019-03-02 03:04:05'))
  await expect(page.getByText('second.csv added to Import Queue.')).toBeVisible()
  await expect(page.getByText('1 account · 2 transactions')).toBeVisible()
  await menu.getByRole('link', { name: 'Tax', exact: true }).click()
  await expect(years.filter({ hasText: '2019' })).toHaveCount(1)
})

test('R8.15 R8.17 R8.18 R8.20 R8.21 R8.23 R2.109 an account is renamed, marked, opened into its files and deleted', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/imports/options?slug=kraken&csv=true')
  await choose(page, join(FIXTURES, 'kraken-ledgers.csv'))
  await expect(row(page, 'Kraken')).toContainText('Done')

  await page.getByRole('button', { name: 'Rename Kraken' }).click()
  await page.getByLabel('Name of Kraken').fill('Old Kraken')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Name updated successfully')).toBeVisible()
  await expect(row(page, 'Old Kraken')).toBeVisible()

  const us = page.getByLabel('Old Kraken is US based')
  await expect(us).toBeChecked()
  await us.uncheck()
  await expect(page.getByText('Mark as US Based successful')).toBeVisible()
  await page.reload()
  await expect(us).not.toBeChecked()

  await page.getByRole('button', { name: 'Show files of Old Kraken' }).click()
  const files = page.getByRole('list', { name: 'Files' })
  await expect(files).toContainText(/kraken-ledgers.csv.*Kraken ledgers.*5 of 6 rows used/)
  await expectAccessibleInBothThemes(page)

  // The same file again adds nothing, and is a source of its own until it is deleted.
  await page.getByRole('button', { name: 'Actions for Old Kraken' }).click()
  await page.getByRole('menuitem', { name: 'Upload another file' }).click()
  await expect(page).toHaveURL(/slug=kraken&csv=true/)
  await choose(page, join(FIXTURES, 'kraken-ledgers.csv'))
  await page.getByRole('button', { name: 'Show files of Old Kraken' }).click()
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(files).toContainText('4 already here')
  await files.getByRole('button', { name: 'Delete kraken-ledgers.csv' }).first().click()
  const sourceDialog = page.getByRole('dialog', { name: 'Delete Source' })
  await expect(sourceDialog).toContainText('Are you sure you want to delete this source?')
  await sourceDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Source deleted successfully')).toBeVisible()
  await expect(files.getByRole('listitem')).toHaveCount(1)

  await page.getByRole('button', { name: 'Actions for Old Kraken' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Account' })
  await expect(dialog).toContainText('Are you sure you want to delete this account?')
  await expect(dialog).toContainText('This removes Old Kraken with 4 transactions.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Account deleted successfully')).toBeVisible()
  await expect(page.getByText('Nothing imported yet')).toBeVisible()
})

test('R2.49 what could not be read of an import, from the history down to the row as it came', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await page.goto('/imports/csvs')
  const wrong = Array.from(
    { length: 52 },
    (_, n) => `2024-01-03 00:00:${String(n).padStart(2, '0')},buy,${n}x,BTC,420,USD${','.repeat(12)}`,
  )
  await choose(page, csv('mixed.csv', TEMPLATE_HEADER, bought('2024-01-02 03:04:05', '0.01'), ...wrong))
  await expect(page).toHaveURL(/\/imports\?first_import=success$/)
  await page.getByRole('button', { name: 'View 52 errors of Lotbook' }).click()
  await page.getByRole('link', { name: 'Error log of mixed.csv' }).click()

  await expect(page).toHaveURL(/\/error-logs\?id=[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Error log' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(
    '52 rows of 53 could not be read and are not in your journal; 1 row went in.',
  )
  const rows = page.getByRole('list', { name: 'Rows that could not be read' }).getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('Line 3, column IN Amount')
  const cells = rows.first().getByLabel('Line 3, column IN Amount, as it came')
  await expect(cells.locator('div').nth(2)).toHaveText('IN Amount0x')
  await expect(cells.locator('div').nth(3)).toHaveText('IN CurrencyBTC')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Page after' }).click()
  await expect(page).toHaveURL(/&page=2$/)
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Line 53, column IN Amount')
  await lookAt(page, 'error-log')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goBack()
  await expect(rows).toHaveCount(50)

  await test.step('of nothing, and of nothing that is there', async () => {
    for (const [path, title] of [
      ['/error-logs', 'Which import?'],
      ['/error-logs?id=nonsense', 'This import is not here any more'],
      ['/error-logs?id=019aa000-0000-7000-8000-000000000000', 'This import is not here any more'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(title), path).toBeVisible()
      await expectAccessible(page)
    }
  })
  expect(faults()).toEqual([])
})

test('R2.51 R2.52 R9.5 the transactions of one file, and of one account, are exported by themselves', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await page.goto('/imports/csvs')
  const ofKraken = bought('2024-01-05 00:00:00', '2').replace(/,,,,$/, ',Kraken,,,')
  await choose(
    page,
    csv('mine.csv', TEMPLATE_HEADER, bought('2024-01-02 03:04:05', '0.01'), ofKraken, 'x,buy'),
  )
  await expect(page).toHaveURL(/\/imports\?first_import=success$/)
  await page.getByRole('button', { name: 'Show files of Lotbook' }).click()
  await expect(page.getByText('Further rows of it are in Kraken.')).toBeVisible()
  await lookAt(page, 'files-of-account')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Export what mine.csv brought' }).click()
  await expect(page).toHaveURL(/\/settings\/export\?id=[0-9a-f-]{36}&group=[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Export' })).toBeVisible()
  await expect(page.getByText('What mine.csv brought to Lotbook, in our own template')).toBeVisible()
  await lookAt(page, 'export-of-source')
  await page.setViewportSize({ width: 1440, height: 900 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Create Transactions' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('lotbook-transactions-lotbook-mine.csv')
  const exported = readFileSync(await download.path(), 'utf8')
  expect(exported).toMatch(/^2024-01-02T03:04:05.*,0\.01,BTC,/m)
  expect(exported).not.toContain('Kraken')

  await test.step('what was copied is confirmed for two seconds', async () => {
    await page.context().grantPermissions(['clipboard-write'])
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Copy SHA-256' }).click()
    const copied = page.getByRole('button', { name: 'Copied' })
    await expect(copied).toBeVisible()
    await page.clock.runFor(1_900)
    await expect(copied).toBeVisible()
    await page.clock.runFor(100)
    await expect(page.getByRole('button', { name: 'Copy SHA-256' })).toBeVisible()
    await page.clock.resume()
  })

  await page.goto('/imports')
  await page.getByRole('button', { name: 'Actions for Lotbook' }).click()
  await page.getByRole('menuitem', { name: 'Export transactions' }).click()
  await expect(page).toHaveURL(/\/settings\/export\?id=[0-9a-f-]{36}&type=CSV$/)
  await expect(page.getByText('What came to Lotbook by files, in our own template')).toBeVisible()
  await page.getByRole('link', { name: 'All exports' }).click()
  await expect(page.getByRole('button', { name: 'Create Form 8949 PDF' })).toBeVisible()
  await page.goto('/settings/export?id=nonsense&type=CSV')
  await expect(page.getByText('There is no such part')).toBeVisible()
  expect(faults()).toEqual([])
})

test('R2.101 R9.8 the search without a mouse', async ({ page }) => {
  await startAsCustomer(page)
  const opener = page.getByRole('button', { name: 'Add Wallet/Exchange' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'What would you like to import?' })
  const box = dialog.getByRole('searchbox')
  const cards = dialog.locator('[data-card]')
  await expect(box).toBeFocused()
  await expect(cards.first()).toBeVisible()

  await page.keyboard.press('ArrowDown')
  await expect(cards.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cards.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(cards.nth(5)).toBeFocused()
  await page.keyboard.press('End')
  await expect(cards.last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(box).toBeFocused()

  // Escape empties the box first, as in every search box, and then closes.
  await page.keyboard.type('kraken')
  await expect(cards.first()).toHaveAttribute('href', /slug=kraken$/)
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  // Enter comes at once, before anything is found.
  await page.keyboard.type('gemini')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/slug=gemini$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Adding Your Gemini Account' })).toBeVisible()
})

test('R9.8 letters one after the other are one question to the server, 300 ms after the last', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.getByRole('button', { name: 'Add Wallet/Exchange' }).click()
  const dialog = page.getByRole('dialog', { name: 'What would you like to import?' })
  const box = dialog.getByRole('searchbox')
  const cards = dialog.locator('[data-card]')
  await expect(cards.first()).toBeVisible()
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/exchanges/search')) asked.push(new URL(request.url()).searchParams.get('q'))
  })
  await page.clock.install()
  // Typing at a card goes on in the box.
  await page.keyboard.press('ArrowDown')
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.keyboard.type('kraken')
  await expect(box).toHaveValue('kraken')
  await page.clock.runFor(299)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect(cards.first()).toHaveAttribute('href', /slug=kraken$/)
  expect(asked).toEqual(['kraken'])
})

test('R2.108 a source without a file export says so and takes files all the same; an unknown one is said to be', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/imports/options?slug=wallet-address')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Adding Your Wallet Address Account' }),
  ).toBeVisible()
  await expect(page.getByText(/Import by public address is not available yet/)).toBeVisible()
  await expect(dropzone(page)).toBeVisible()
  await page.goto('/imports/options?slug=no-such-thing')
  await expect(page.getByText('There is no source of this name.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('R2.115 R2.117 a source shows that it loads, and by its letter when its picture fails', async ({
  page,
}) => {
  await startAsCustomer(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/exchanges\/kraken$/, async (route) => {
    await held
    const response = await route.fetch()
    const source = (await response.json()) as { data?: object }
    const picture = { image_url: '/no-such-picture.png' }
    await route.fulfill({
      response,
      json:
        source.data === undefined
          ? { ...source, ...picture }
          : { ...source, data: { ...source.data, ...picture } },
    })
  })
  const failed = page.waitForResponse('**/no-such-picture.png')
  await page.goto('/imports/options?slug=kraken')
  await expect(page.getByRole('main').getByRole('status').first()).toBeAttached()
  await expect(page.getByRole('heading', { level: 1, name: /Kraken/ })).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { level: 1, name: /Kraken/ })).toBeVisible()
  expect((await failed).ok()).toBe(false)
  await expect(page.getByRole('main').locator('img')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('K', { exact: true })).toBeVisible()
})
