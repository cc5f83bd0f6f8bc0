import { expect, test } from '@playwright/test'
import { imported, lookAt, startAsCustomer, upload, watchForFaults } from './helpers.ts'
import { TEMPLATE_HEADER } from './import-files.ts'

const HASH = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060'
const HISTORY = [
  TEMPLATE_HEADER,
  '2023-03-02 03:04:05,buy,1.25,BTC,40000,USD,,,,,,,,,,,,',
  `2024-05-02 03:04:05,send,,,0.75,ETH,,,,,${HASH},,,,,,,`,
].join('\n')

test('the search of the shell leads to years, accounts, assets, transactions and sources', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await upload(page, 'history.csv', HISTORY)
  await imported(page, 2)
  await page.goto('/imports')
  await expect(page.getByRole('heading', { level: 1, name: 'Imported History' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const box = dialog.getByRole('combobox')
  const results = dialog.getByRole('option')
  const open = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await expect(box).toBeFocused()
    await box.fill(typed)
  }

  await open('2024')
  await expect(results.filter({ hasText: 'Tax year 2024' })).toContainText('Results')
  await box.fill('1.25')
  const purchase = results.filter({ hasText: 'Transaction' })
  await expect(purchase).toHaveCount(1)
  await expect(purchase).toContainText('1.25 BTC')
  await expect(purchase).toContainText('Mar 0')
  await box.fill('eth')
  await expect(results.filter({ hasText: /^ETH1 transactionAsset$/ })).toHaveCount(1)
  await expect(results.filter({ hasText: 'Add Ethereum' }).first()).toContainText('Source')
  await lookAt(page, 'command-menu')

  await box.fill(HASH)
  await expect(results).toHaveCount(1)
  await expect(results).toContainText('0.75 ETH')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/transactions\?.*id=/)
  await expect(page.getByRole('dialog').getByText('0.75')).not.toHaveCount(0)

  await page.goto('/imports')
  await expect(page.getByRole('heading', { level: 1, name: 'Imported History' })).toBeVisible()
  await open('kraken')
  await expect(results.filter({ hasText: 'Add Kraken' }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Adding Your Kraken Account' })).toBeVisible()

  await open('no such thing anywhere')
  await expect(dialog.getByRole('status')).toHaveText('No matches.')
  await page.keyboard.press('Escape')
  expect(faults()).toEqual([])
})

test('an address without a screen keeps the navigation of who is signed in', async ({ page }) => {
  await page.goto('/nothing/here')
  await expect(page.getByText('There is nothing at this address')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await startAsCustomer(page)
  await page.goto('/nothing/here')
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeAttached()
  await lookAt(page, 'not-found')
  await page.getByRole('navigation').first().getByRole('link', { name: 'Holdings' }).click()
  await expect(page).toHaveURL(/\/holdings/)
})
