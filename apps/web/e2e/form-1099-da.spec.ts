import { expect, type Page, test } from '@playwright/test'
import { calculateByCall, imported, startAsCustomer, upload, watchForFaults } from './helpers.ts'

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,2,ETH,1000,USD,,,Kraken,yes,b1
2025-01-05T00:00:00Z,buy,2,ETH,2000,USD,,,Kraken,yes,b2
2025-02-01T12:00:00Z,sell,2710,USD,3,ETH,10,USD,Kraken,yes,s1
2025-04-01T12:00:00Z,sell,500,USD,0.5,ETH,,,Kraken,yes,s2
2025-01-06T00:00:00Z,buy,1,BTC,100,USD,,,MetaMask,yes,b3
2025-03-01T12:00:00Z,sell,90,USD,1,BTC,,,MetaMask,yes,s3
`
const FORMS = `broker,taxFormId,taxYear,digitalAssetName,units,dateOfSale,proceeds
Kraken Inc.,F-2,2025,ETH,0.5,2025-04-03,500
Kraken Inc.,F-2,2025,ETH,none,2025-04-03,5
`

const row = (page: Page, what: string) => page.getByRole('row').filter({ hasText: what })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('E22 N15 Forms 1099-DA: entered by hand, imported, matched, explained and undone', async ({ page }) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page, { timeZone: 'UTC' })
  await page.goto('/imports')
  await upload(page, 'history.csv', HISTORY)
  await imported(page, 6)

  await test.step('before a calculation the screen leads to it', async () => {
    await page.goto('/tax_filing/form_1099_da?year=2025')
    await page.getByRole('link', { name: 'Go to Taxes' }).click()
    await expect(page).toHaveURL(/\/tax(\?|$)/)
  })

  await calculateByCall(page)

  await test.step('the filing screen asks for the form, and the forms are a draft until it is there', async () => {
    await page.goto('/tax_filing?year=2025')
    await expect(page.getByText('A Form 1099-DA is expected from Kraken.')).toBeVisible()
    await page.getByRole('link', { name: 'Enter Form 1099-DA' }).click()
    await expect(dialog(page, 'Enter Form 1099-DA')).toBeVisible()
  })

  await test.step('a form is entered box by box, and what is missing is said at its box', async () => {
    const form = dialog(page, 'Enter Form 1099-DA')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Enter the proceeds.')).toBeVisible()
    await form.getByLabel(/^1b/).fill('Ether')
    await form.getByLabel(/^1c/).fill('3')
    await form.getByLabel(/^1e/).fill('2025-02-01')
    await form.getByLabel(/^1f/).fill('2,710.00')
    await form.getByText('The form, and boxes 3a to 6').click()
    await form.getByLabel(/^Form or account number/).fill('F-1')
    await form.getByLabel(/^4 Federal/).fill('24')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toHaveCount(0)
    await expect(row(page, 'F-1')).toContainText('Proceeds differ')
    await expect(row(page, 'F-1')).toContainText('K, code E; H, code E')
    await expect(page.getByText('Federal income tax withheld, Form 1040, line 25b')).toBeVisible()
  })

  await test.step('a file is imported, and its bad line is told', async () => {
    await page.getByRole('button', { name: 'Import a file' }).click()
    const sheet = dialog(page, 'Import Forms 1099-DA')
    await sheet
      .locator('input[type=file]')
      .setInputFiles({ name: 'forms.csv', mimeType: 'text/csv', buffer: Buffer.from(FORMS) })
    await expect(sheet.getByText('1 line added for 2025.')).toBeVisible()
    await expect(sheet.getByText('Line 3, units: The units are missing. (none)')).toBeVisible()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(row(page, 'F-2')).toContainText('Only on the form')
  })

  await test.step('a line of another day is matched by hand and explained, and the totals foot', async () => {
    await row(page, 'F-2').click()
    const result = dialog(page, /Form 1099-DA$/)
    await result.getByRole('button', { name: 'Match to sales' }).click()
    await result.getByRole('checkbox', { name: /0\.5 ETH/ }).check()
    await result.getByRole('button', { name: 'Match', exact: true }).click()
    await expect(result).toHaveCount(0)
    await expect(row(page, 'F-2')).toContainText('Agrees')
    await expect(row(page, 'F-2')).toContainText('Matched by you')
    await row(page, 'F-2').click()
    await result.getByLabel(/^Explanation/).fill('Settled two days later.')
    await result.getByRole('button', { name: 'Save explanation' }).click()
    await expect(result).toHaveCount(0)
    await row(page, 'F-2').click()
    await expect(result).toContainText('Settled two days later. On Form 8949 as reported.')
    await result.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Less: only on the forms').locator('..')).toContainText('$0.00')
  })

  await test.step('a loss that is not deductible is code L, of a line and of a sale on no form', async () => {
    const result = dialog(page, /Form 1099-DA$/)
    await row(page, 'F-1').click()
    await result.getByLabel(/^Loss/).selectOption('Not deductible')
    await expect(result).toHaveCount(0)
    await expect(row(page, 'F-1')).toContainText('K, code E; H, code EL')
    await page.getByLabel('Outcome').selectOption({ label: 'Only in your history' })
    await row(page, 'BTC').click()
    await result.getByRole('checkbox', { name: /A loss on this sale is not deductible/ }).check()
    await expect(result).toHaveCount(0)
    await expect(row(page, 'BTC')).toContainText('I, code L')
    await page.getByLabel('Outcome').selectOption('All outcomes')
  })

  await test.step('the reply to a notice is one file', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Reply to a notice' }).click()
    expect((await download).suggestedFilename()).toMatch(/^notice-reply-2025-[0-9a-f]{12}\.pdf$/)
  })

  await test.step('a line is removed, and the removal undone', async () => {
    await row(page, 'F-1').click()
    await dialog(page, /Form 1099-DA$/)
      .getByRole('button', { name: 'Remove' })
      .click()
    await expect(row(page, 'F-1')).toHaveCount(0)
    // The message before it has an Undo as well.
    await page
      .getByRole('status')
      .filter({ hasText: 'The line is removed' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(row(page, 'F-1')).toContainText('Proceeds differ')
  })

  await test.step('the return has the withholding, and nothing asks for the form any more', async () => {
    await page.goto('/tax_filing?year=2025')
    await expect(page.getByRole('region', { name: 'Form 1040' })).toContainText('Line 25b')
    await expect(page.getByText('A Form 1099-DA is expected from Kraken.')).toHaveCount(0)
  })

  await test.step('sales that need no adjustment become totals on Schedule D', async () => {
    await page.goto('/tax_filing/form_1099_da?year=2025')
    await row(page, 'F-2').click()
    const result = dialog(page, /Form 1099-DA$/)
    await result.getByRole('button', { name: 'Edit' }).click()
    const form = dialog(page, 'Edit Form 1099-DA')
    await form.getByLabel(/^1g/).fill('500')
    await form.getByLabel(/^2 Basis/).check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toHaveCount(0)
    await expect(row(page, 'F-2')).toContainText('Agrees')
    await page.goto('/tax_filing?year=2025')
    await page.getByRole('button', { name: 'Enter the rest of your return' }).click()
    const facts = dialog(page, 'The rest of your 2025 return')
    await facts.getByRole('checkbox', { name: /as totals on Schedule D/ }).check()
    await facts.getByRole('button', { name: 'Save' }).click()
    await expect(facts).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Schedule D' }).getByText(/Lines 1a/)).toBeVisible()
  })
  expect(faults()).toEqual([])
})
