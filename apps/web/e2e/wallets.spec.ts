import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { imported, startAsCustomer, upload, watchForFaults, watchForRefusals } from './helpers.ts'
import { bought, choose, csv, row, TEMPLATE_HEADER } from './import-files.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'

/** Kraken: 1.5 BTC at 30,000, 10 ETH at 1,200 and 5 XYZ without a price; MetaMask: a SOL too many sent; and a file of one's own. */
const HISTORY = `${HEADER}
2021-12-31T00:00:00Z,buy,2,BTC,40000,USD,,,Kraken,Yes,b1
2023-01-01T00:00:00Z,buy,10,ETH,12000,USD,,,Kraken,Yes,b2
2023-03-02T00:00:00Z,sell,15000,USD,0.5,BTC,,,Kraken,Yes,s1
2023-03-03T00:00:00Z,airdrop,5,XYZ,,,,,Kraken,Yes,a1
2023-05-02T00:00:00Z,sent,,,1,SOL,,,MetaMask,Yes,o1
2023-05-03T00:00:00Z,buy,1,BTC,30000,USD,,,My notes,Yes,b3
`

const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
const side = (page: Page) => page.getByRole('navigation', { name: 'Accounts' })

test('R2.12 R2.13 R2.62 R4.82 what accounts hold, and everything that is done with one', async ({ page }) => {
  const faults = watchForFaults(page)
  const refused = watchForRefusals(page)
  await startAsCustomer(page)
  await upload(page, 'history.csv', HISTORY)
  await imported(page, 6)
  const main = page.getByRole('main')
  const nav = page.getByRole('navigation', { name: 'Main', exact: true })

  await test.step('from the import history to the wallets, which are remembered', async () => {
    await page.goto('/imports')
    await expect(nav.getByRole('link', { name: 'Import', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Show as wallets' }).click()
    await expect(page).toHaveURL(/\/wallets$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible()
    await nav.getByRole('link', { name: 'Transactions' }).click()
    await nav.getByRole('link', { name: 'Wallets' }).click()
    await expect(page).toHaveURL(/\/wallets$/)
    await page.goto('/')
    await expect(page).toHaveURL(/\/wallets$/)
  })

  await test.step('the computed balance, and what is not in it', async () => {
    await expect(main).toContainText('3 accounts · 6 transactions · since 2021')
    const proof = page.getByRole('region', { name: 'Balance' })
    await expect(proof).toContainText('$87,000.00')
    await expect(proof).toContainText('1 asset without a price is not in it.')
    await expect(proof).toContainText('1 balance below zero is not in it')
    await expect(proof.getByRole('img')).toHaveAccessibleName('100.0% not reported')
    await expect(page.getByRole('region', { name: 'Exchanges' })).toContainText('$57,000.00')
    await expect(card(page, 'Kraken')).toContainText('1 asset without a price')
    await expect(card(page, 'MetaMask')).toContainText('1 below zero')
    await expect(card(page, 'Kraken').getByRole('img')).toHaveAccessibleName(
      'Transactions by quarter. From Q4 2021 to Q1 2023, most in Q1 2023: 3 transactions',
    )
    await expect(side(page).getByRole('listitem')).toHaveText([/Kraken4/, /MetaMask1/, /My notes1/])
  })

  await test.step('one account, opened', async () => {
    await side(page).getByRole('searchbox', { name: 'Find an account' }).fill('krak')
    await expect(side(page).getByRole('listitem')).toHaveCount(1)
    await side(page)
      .getByRole('link', { name: /Kraken/ })
      .click()
    await expect(page).toHaveURL(/\/wallets\?account=[0-9a-f-]{36}$/)
    await expect(page.getByRole('article')).toHaveCount(1)
    const sources = page.getByRole('table', { name: 'Sources of Kraken' })
    await expect(sources.getByRole('row').nth(1)).toContainText(/history\.csv.*Dec 31, 2021 – Mar 03, 2023/)
    const balances = page.getByRole('table', { name: 'Balance of Kraken by asset' })
    await expect(balances.getByRole('row')).toHaveText([
      /Balance/,
      /BTC.*1\.5.*not reported.*\$45,000\.00May 03, 2023/,
      /ETH.*10.*not reported.*\$12,000\.00Jan 01, 2023/,
      /XYZ.*5.*not reported.*No price/,
      /3 assets.*Not reported.*\$57,000\.00/,
    ])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the transactions of Kraken' }).click(),
    ])
    expect(
      readFileSync(await download.path(), 'utf8')
        .trimEnd()
        .split('\n'),
    ).toHaveLength(5)
  })

  await test.step('US based is saved at once, and taken back', async () => {
    const us = page.getByRole('switch', { name: 'US based' })
    await expect(us).toBeChecked()
    await us.click()
    const toast = page.getByRole('status').filter({ hasText: 'Mark as US Based successful' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(us).toBeChecked()
    await expect(toast).toBeVisible()
    await page.reload()
    await expect(us).toBeChecked()
  })

  await test.step('renamed in place', async () => {
    await page.getByRole('button', { name: 'More for Kraken' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('Name of Kraken').fill('Not this')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Rename Kraken' }).click()
    await page.getByLabel('Name of Kraken').fill('Old Kraken')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Name updated successfully')).toBeVisible()
    await expect(side(page)).toContainText('Old Kraken')
    await side(page)
      .getByRole('link', { name: /All accounts/ })
      .click()
  })

  await test.step('what another window imports comes to the side list by itself', async () => {
    await expect(side(page).getByRole('listitem')).toHaveCount(3)
    await upload(page, 'more.csv', `${HEADER}\n2024-05-03T00:00:00Z,buy,1,BTC,50000,USD,,,Gemini,Yes,g1\n`)
    await expect(side(page).getByRole('listitem')).toHaveText([
      /Gemini1/,
      /Old Kraken4/,
      /MetaMask1/,
      /My notes1/,
    ])
    // Bitcoin is worth 50,000 since.
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('$187,000.00')
  })

  await test.step('deleted, with the years that lose transactions', async () => {
    await page.getByRole('button', { name: 'More for Old Kraken' }).click()
    await page.getByRole('menuitem', { name: 'Delete Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Account' })
    await expect(dialog).toContainText('This removes Old Kraken with 4 transactions.')
    await expect(dialog).toContainText('20211 transaction')
    await expect(dialog).toContainText('20233 transactions')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Account deleted successfully')).toBeVisible()
    await expect(card(page, 'Old Kraken')).toHaveCount(0)
  })

  await test.step('what is imported from here leads back, and the list is one click away', async () => {
    await page.getByRole('link', { name: 'Upload via CSV' }).click()
    await choose(page, csv('later.csv', TEMPLATE_HEADER, bought('2024-06-02 03:04:05', '0.01')))
    await expect(page).toHaveURL(/\/wallets$/)
    await page.getByRole('link', { name: 'Show as a list' }).click()
    await expect(page).toHaveURL(/\/imports$/)
    await expect(row(page, 'MetaMask')).toBeVisible()
    await page.goto('/')
    await expect(page).toHaveURL(/\/imports$/)
  })

  expect(faults()).toEqual([])
  expect(refused()).toEqual([])
})

test('R2.59 R2.60 R2.61 the screens under /compliance, which an upload leads back to', async ({ page }) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  for (const path of ['/compliance/imports', '/compliance/import-history']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Imported History' }), path).toBeVisible()
    await expect(page.getByText('Nothing imported yet'), path).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  await page.getByRole('link', { name: 'Upload via CSV' }).first().click()
  await expect(page).toHaveURL('/compliance/imports/csvs')
  await choose(page, csv('mine.csv', TEMPLATE_HEADER, bought('2024-01-02 03:04:05', '0.01')))
  await expect(page).toHaveURL('/compliance/import-history?first_import=success')
  await expect(row(page, 'Lotbook')).toContainText('Done')
  expect(faults()).toEqual([])
})
