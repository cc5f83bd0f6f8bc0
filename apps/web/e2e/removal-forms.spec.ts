import { expect, type Page, test } from '@playwright/test'
import { calculateByCall, imported, startAsCustomer, upload, watchForFaults } from './helpers.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency'
const HISTORY = `${HEADER}
2023-01-01T10:00:00Z,buy,2,ETH,2000,USD,,,Kraken,yes,b1,,
2025-01-02T10:00:00Z,buy,6,ETH,12000,USD,,,Kraken,yes,b2,,
2025-02-01T10:00:00Z,donation,,,3,ETH,,,Kraken,yes,d1,7500,USD
2025-02-03T10:00:00Z,gift_sent,,,1,ETH,,,Kraken,yes,g1,20000,USD
2025-02-04T10:00:00Z,stolen,,,1,ETH,,,Kraken,yes,t1,2500,USD
`

const card = (page: Page) =>
  page.locator('section').filter({
    has: page.getByRole('heading', { name: 'Gifts, donations and losses', level: 2 }),
  })
const row = (page: Page, what: string) =>
  card(page)
    .getByRole('list', { name: 'Gifts, donations and losses' })
    .getByRole('listitem')
    .filter({ hasText: what })

test('E20 gifts, donations and losses of a year: what is missing, entered one by one, and the form of each', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page, { timeZone: 'UTC' })
  await page.goto('/imports')
  await upload(page, 'history.csv', HISTORY)
  await imported(page, 5)
  await calculateByCall(page)

  await test.step('the filing screen says what each form still needs, with the lots and their terms', async () => {
    await page.goto('/tax_filing?year=2025')
    await page.getByRole('link', { name: 'Enter details' }).click()
    await expect(card(page)).toBeInViewport()
    const missing = card(page).getByRole('list', { name: 'Missing' })
    await expect(missing.getByText('1 donation: qualified appraisal missing')).toBeVisible()
    await expect(missing.getByText('1 gift: name of the donee missing')).toBeVisible()
    await expect(row(page, 'Donation · 3 ETH')).toContainText('Form 8283, Section B')
    await expect(card(page).getByText('Without a qualified appraisal nothing is deductible.')).toBeVisible()
    await row(page, 'Donation · 3 ETH').getByText('Its 2 lots').click()
    await expect(row(page, 'Donation · 3 ETH')).toContainText('Long-term')
    await expect(row(page, 'Donation · 3 ETH')).toContainText('Short-term')
  })

  await test.step('what cannot be is said at its field, and nothing is sent', async () => {
    await row(page, 'Donation')
      .getByRole('button', { name: /^Enter details/ })
      .click()
    const dialog = page.getByRole('dialog', { name: /^Donation of 3 ETH/ })
    await dialog.getByLabel(/^Organization/).fill('Food Bank')
    await dialog.getByLabel(/^Address/).fill('1 Main St, Springfield, IL 62701')
    await dialog.getByLabel(/^EIN/).fill('12-34')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Enter nine digits, like 12-3456789.')).toBeVisible()
    await dialog.getByLabel(/^EIN/).fill('123456789')
    await dialog.getByLabel(/^Date of the acknowledgment/).fill('2025-01-31')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/the date is before 2025-02-01, the day it happened/)).toBeVisible()
    await dialog.getByLabel(/^Date of the acknowledgment/).fill('2025-02-20')
    await dialog.getByLabel(/^Qualified appraisal/).selectOption('Yes')
    await dialog.getByLabel(/^Appraiser/).fill('A. Praiser')
    await dialog.getByLabel(/^Date of the appraisal/).fill('2025-01-20')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, 'Donation')).not.toContainText('Missing')
    await expect(row(page, 'Donation')).toContainText('Food Bank')
  })

  await test.step('a gift to somebody is held to the annual exclusion', async () => {
    await row(page, 'Gift sent')
      .getByRole('button', { name: /^Enter details/ })
      .click()
    const dialog = page.getByRole('dialog', { name: /^Gift sent of 1 ETH/ })
    await dialog.getByLabel(/^Who received it/).fill('Ann Roe')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, 'Gift sent')).toContainText('Form 709')
    await expect(card(page)).toContainText('$1,000.00 above the annual exclusion of $19,000.00')
    await page
      .getByRole('status')
      .filter({ hasText: 'Gift sent of 1 ETH' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(row(page, 'Gift sent')).toContainText('Form 709 (open)')
    await row(page, 'Gift sent')
      .getByRole('button', { name: /^Enter details/ })
      .click()
    await dialog.getByLabel(/^Who received it/).fill('Ann Roe')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Gift sent')).not.toContainText('(open)')
  })

  await test.step('the details of the transaction have the same form', async () => {
    await page.goto('/transactions')
    await page.getByRole('row').filter({ hasText: 'Stolen' }).click()
    await page.getByRole('button', { name: 'Enter details' }).click()
    const dialog = page.getByRole('dialog', { name: /^Stolen of 1 ETH/ })
    await dialog.getByLabel(/^Discovered on/).fill('2025-02-05')
    await dialog.getByLabel(/^Insurance or other reimbursement/).fill('1,500')
    await dialog.getByLabel(/^Was it held in a transaction/).selectOption('Yes')
    await dialog.getByLabel(/^Is there a reasonable prospect/).selectOption('No')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Form 4684, Section B')).toBeVisible()
    await page.goto('/tax_filing?year=2025')
    await expect(row(page, 'Stolen')).toContainText('Not reimbursed $500.00')
    await expect(card(page).getByText('The forms have everything they ask for.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nothing is missing' })).toBeVisible()
  })

  await test.step('the papers can be had', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Records for donees' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^gift-record-2025-02-03-1-2025-.*\.pdf$/)
  })
  expect(faults()).toEqual([])
})
