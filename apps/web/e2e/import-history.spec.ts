import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { call, imported, lookAt, startAsCustomer, upload, watchForFaults } from './helpers.ts'
import { bought, choose, csv, FIXTURES, row, TEMPLATE_HEADER } from './import-files.ts'

// Buttons of the table are pressed by key: what an import says of itself comes above it, and moves it down, while it is loaded.
test('R8.15 R8.17 R8.18 R8.20 R8.21 R8.23 an account is renamed, marked, opened into its files and deleted', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/imports/options?slug=kraken&csv=true')
  await choose(page, join(FIXTURES, 'kraken-ledgers.csv'))
  await expect(row(page, 'Kraken')).toContainText('Done')

  await page.getByRole('button', { name: 'Rename Kraken' }).press('Enter')
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

  await page.getByRole('button', { name: 'Show files of Old Kraken' }).press('Enter')
  const files = page.getByRole('list', { name: 'Files' })
  await expect(files).toContainText(/kraken-ledgers.csv.*Kraken ledgers.*5 of 6 rows used/)

  // The same file again adds nothing, and is a source of its own until it is deleted.
  await page.getByRole('button', { name: 'Actions for Old Kraken' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Upload another file' }).click()
  await expect(page).toHaveURL(/slug=kraken&csv=true/)
  await choose(page, join(FIXTURES, 'kraken-ledgers.csv'))
  await page.getByRole('button', { name: 'Show files of Old Kraken' }).press('Enter')
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(files).toContainText('4 already here')
  await files.getByRole('button', { name: 'Delete kraken-ledgers.csv' }).first().click()
  const sourceDialog = page.getByRole('dialog', { name: 'Delete Source' })
  await expect(sourceDialog).toContainText('Are you sure you want to delete this source?')
  await sourceDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Source deleted successfully')).toBeVisible()
  await expect(files.getByRole('listitem')).toHaveCount(1)

  await page.getByRole('button', { name: 'Actions for Old Kraken' }).press('Enter')
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
  await expect(page.getByRole('heading', { name: '1 transaction imported' })).toBeVisible()
  await page.getByRole('button', { name: 'View 52 errors of Lotbook' }).click()
  await page.getByRole('link', { name: 'Error log of mixed.csv' }).click()

  await expect(page).toHaveURL(/\/error-logs\?id=[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Error log' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(
    '52 rows of 53 could not be read and are not imported; 1 row was.',
  )
  const rows = page.getByRole('list', { name: 'Rows that could not be read' }).getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('Line 3, column IN Amount')
  const cells = rows.first().getByLabel('Line 3, column IN Amount, as it came')
  await expect(cells.locator('div').nth(2)).toHaveText('IN Amount0x')
  await expect(cells.locator('div').nth(3)).toHaveText('IN CurrencyBTC')

  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/&page=2$/)
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Line 53, column IN Amount')
  await page.goBack()
  await expect(rows).toHaveCount(50)

  await test.step('of nothing, and of nothing that is there', async () => {
    for (const [path, title] of [
      ['/error-logs', 'Which import?'],
      ['/error-logs?id=nonsense', 'This import no longer exists'],
      ['/error-logs?id=019aa000-0000-7000-8000-000000000000', 'This import no longer exists'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(title), path).toBeVisible()
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
  // The progress note disappears with the import, and the accounts move up.
  await expect(page.getByRole('heading', { name: '2 transactions imported' })).toBeVisible()
  await page.getByRole('button', { name: 'Show files of Lotbook' }).press('Enter')
  const files = page.getByRole('list', { name: 'Files' })
  await expect(files.getByText('More rows from it are in Kraken.')).toBeVisible()
  await files.getByRole('link', { name: 'Export what mine.csv brought' }).click()
  await expect(page).toHaveURL(/\/settings\/export\?id=[0-9a-f-]{36}&group=[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Export' })).toBeVisible()
  await expect(page.getByText('What mine.csv brought to Lotbook, in our own template')).toBeVisible()
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
  await page.getByRole('button', { name: 'Actions for Lotbook' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Export transactions' }).click()
  await expect(page).toHaveURL(/\/settings\/export\?id=[0-9a-f-]{36}&type=CSV$/)
  await expect(page.getByText('What came to Lotbook by files, in our own template')).toBeVisible()
  await page.getByRole('link', { name: 'All exports' }).click()
  await expect(page.getByRole('button', { name: 'Create Form 8949 PDF' })).toBeVisible()
  await page.goto('/settings/export?id=nonsense&type=CSV')
  await expect(page.getByText('This part of your history was not found')).toBeVisible()
  expect(faults()).toEqual([])
})

test('a long name is read whole in the history and among the wallets, and US based says what it means', async ({
  page,
}) => {
  await startAsCustomer(page)
  await upload(page, 'history.csv', `${TEMPLATE_HEADER}\n${bought('2024-01-02 03:04:05', '0.01')}\n`)
  await imported(page, 1)
  const name =
    'Everything that was bought over the years and kept on the old computer in the attic, until 2024'
  const { data } = (await call(page, 'GET', '/imports/v2/import_histories')) as { data: { id: string }[] }
  await call(page, 'POST', '/imports/v2/update_name', { id: data[0]?.id, name })

  for (const path of ['/imports', '/wallets']) {
    await page.goto(path)
    const shown = page.getByRole('main').locator('p, h3').filter({ hasText: name })
    await expect(shown, path).toBeVisible()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(() => shown.evaluate((element) => element.scrollWidth - element.clientWidth), path)
        .toBeLessThanOrEqual(1)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await lookAt(page, `long-name${path.replace('/', '-')}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/imports')
  await expect(page.getByRole('checkbox', { name: `${name} is US based` })).toHaveAccessibleDescription(
    'held with a company in the United States.',
  )
})
