import { expect, test } from '@playwright/test'
import { calculateByCall, imported, startAsCustomer, upload, watchForFaults } from './helpers.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const at = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10) + 'T10:00:00Z'
/** A coin at 100 today: one lot cost 150 a week ago, one 400 three years ago, one less; and a coin without a price. */
const HISTORY = `${HEADER}
${at(1100)},buy,1,ETH,400,USD,,,Kraken,yes,b1
${at(900)},buy,1,ETH,90,USD,,,Kraken,yes,b2
${at(7)},buy,1,ETH,150,USD,,,Gemini,yes,b3
${at(5)},airdrop,5,NOPRICE,,,,,Gemini,yes,a1
${at(1)},buy,1,ETH,100,USD,,,Gemini,yes,b4
`

test('E23 E26 N19 the plan of the year: lots with a loss, a sale with its tax, and payments that are kept', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page, { timeZone: 'UTC' })

  await test.step('before anything is calculated it says what is missing', async () => {
    await page.goto('/plan')
    await expect(page.getByText('Nothing to plan with yet')).toBeVisible()
  })
  await page.goto('/imports')
  await upload(page, 'history.csv', HISTORY)
  await imported(page, 5)
  await calculateByCall(page)

  await test.step('lots with a loss, the largest first', async () => {
    await page.goto('/holdings')
    await page.getByRole('link', { name: 'Plan the year' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Plan the year' })).toBeVisible()
    const losses = page.locator('#harvest')
    const rows = page.getByRole('table', { name: 'Lots with a loss' }).locator('tbody tr')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(0)).toContainText(/Kraken.*Long-term.*\$400\.00.*\$100\.00.*\$300\.00/)
    await expect(rows.nth(1)).toContainText(
      /Gemini.*Short-term, \d+ days to go.*\$150\.00.*\$100\.00.*\$50\.00/,
    )
    await expect(losses).toContainText('$350.00: $50.00 short-term and $300.00 long-term')
    await expect(losses).toContainText('One lot has no known price and is not shown.')
    await expect(losses).toContainText('the wash sale rule (section 1091) covers stock and securities')
  })

  await test.step('the sale of one is planned from there, with its tax and where an order has to be', async () => {
    await page.getByRole('link', { name: 'Plan a sale of ETH' }).first().click()
    const sheet = page.getByRole('dialog', { name: 'Plan a sale' })
    await sheet.getByLabel('From account').selectOption({ label: 'Kraken (2 ETH)' })
    await sheet.getByLabel('Quantity (ETH)').fill('1')
    await sheet.getByLabel('Other taxable income').fill('85,000')
    await sheet.getByRole('button', { name: 'Show the result' }).click()
    const planned = sheet.getByRole('region', { name: 'Planned sale' })
    await expect(planned).toContainText(/Long-term gain.*\$300\.00/)
    await expect(planned).toContainText('order must reach Kraken before the sale')
  })

  await test.step('what is paid is kept with the year, mistakes stand with their fields, and it can be taken back', async () => {
    await page.goto('/plan')
    await page.getByRole('button', { name: 'Enter payments and last year’s tax' }).click()
    const dialog = page.getByRole('dialog', { name: /^Payments for/ })
    await dialog.getByLabel(/^Total tax of/).fill('12,000')
    await dialog.getByLabel(/^Withholding/).fill('-4')
    await dialog.getByRole('button', { name: 'Add a payment' }).click()
    await dialog.getByLabel('Paid on').fill('2019-04-15')
    await dialog.getByLabel('Amount', { exact: true }).fill('500')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Enter the amount without a minus sign.')).toBeVisible()
    await expect(dialog.getByText(/^Enter a day in/)).toBeVisible()
    await dialog.getByLabel(/^Withholding/).fill('4000')
    await dialog.getByLabel('Paid on').fill(at(0).slice(0, 10))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await page.reload()
    await page.getByRole('button', { name: 'Enter payments and last year’s tax' }).click()
    await expect(dialog.getByLabel(/^Total tax of/)).toHaveValue('12000')
    await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('500')
    await dialog.getByLabel(/^Withholding/).fill('4,500')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const kept = page.locator('#payments')
    await expect(kept).toContainText('$4,500.00')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(kept).toContainText('$4,000.00')
    await page.reload()
    await expect(kept).toContainText('$4,000.00')
  })
  expect(faults()).toEqual([])
})
