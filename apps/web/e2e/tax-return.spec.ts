import { expect, type Page, test } from '@playwright/test'
import { calculateByCall, startAsCustomer, upload, imported, watchForFaults } from './helpers.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
/** 2024 loses 10,000 short, 2025 gains 6,551 short. */
const HISTORY = `${HEADER}
2024-01-02T10:00:00Z,buy,1,BTC,40000,USD,,,Kraken,yes,b1
2024-03-03T10:00:00Z,sell,30000,USD,1,BTC,,,Kraken,yes,s1
2025-01-02T10:00:00Z,buy,1,ETH,3000,USD,,,Kraken,yes,b2
2025-02-03T10:00:00Z,sell,9551,USD,1,ETH,,,Kraken,yes,s2
`

const card = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Schedule D', level: 2 }) })
/** The amount beside a line. */
const line = (page: Page, name: string | RegExp) =>
  card(page)
    .locator('dt', { hasText: typeof name === 'string' ? new RegExp(`^${name}`) : name })
    .locator('xpath=following-sibling::dd[1]')

test('E20 the return of a year: a loss within its limit, its carryover, and what a person enters', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page, { timeZone: 'UTC' })
  await page.goto('/imports')
  await upload(page, 'history.csv', HISTORY)
  await imported(page, 4)
  await calculateByCall(page)

  await test.step('the year of the loss: Form 1040 takes 3,000 of it, 7,000 go on', async () => {
    await page.goto('/tax_filing?year=2024')
    await expect(line(page, 'Line 16 ')).toHaveText(/10,000\.00/)
    await expect(line(page, 'Form 1040, line 7 ')).toHaveText(/3,000\.00/)
    await expect(line(page, 'Short-term loss to carry over to 2025')).toHaveText('$7,000.00')
    await expect(page.getByRole('region', { name: 'Form 1040' })).toContainText('3,000.00')
    await expect(page.getByRole('region', { name: 'Form 1040' })).not.toContainText('10,000.00')
  })

  await test.step('the papers of the packet are shown as they are printed', async () => {
    const papers = page.getByRole('list', { name: 'What is in the packet' })
    const form = papers.getByRole('img', { name: 'First page of Form 8949' })
    await expect(form).toHaveAttribute('data-state', 'drawn')
    const dark = await form.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return data.filter((value, i) => i % 4 === 0 && value < 100).length
    })
    expect(dark).toBeGreaterThan(500)
    await expect(papers.getByRole('listitem').filter({ hasText: 'Holdings 2023-12-31' })).toBeVisible()
    await expect(papers.getByRole('listitem').filter({ hasText: 'Audit workbook' })).toContainText('XLSX')
  })

  await test.step('what is no amount is said at its field, and nothing is sent', async () => {
    await card(page).getByRole('button', { name: 'Enter the rest of your return' }).click()
    const dialog = page.getByRole('dialog', { name: 'The rest of your 2024 return' })
    await dialog.getByLabel(/^Short-term loss carried over from 2023/).fill('-500')
    await dialog.getByLabel(/^Other long-term gain or loss/).fill('90,00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Enter the loss without a minus sign.')).toBeVisible()
    await expect(dialog.getByText('Enter an amount in dollars and cents, like 1,250.75.')).toBeVisible()
    await dialog.getByLabel(/^Short-term loss carried over from 2023/).fill('500')
    await dialog.getByLabel(/^Other long-term gain or loss/).fill('(1,250.75)')
    await dialog.getByLabel(/^Filing status/).selectOption('Married filing separately')
    await dialog.getByLabel(/^Taxable income/).fill('52,000')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(line(page, 'Line 6 ')).toHaveText(/500\.00/)
    await expect(line(page, 'Line 16 ')).toHaveText(/11,750\.75/)
    await expect(line(page, 'Line 21 ')).toHaveText(/1,500\.00/)
    await expect(card(page).getByText('Digital assets only.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(line(page, 'Line 21 ')).toHaveText(/3,000\.00/)
    await card(page)
      .getByRole('button', { name: /the rest of your return/ })
      .click()
    await dialog.getByLabel(/^Short-term loss carried over from 2023/).fill('500')
    await dialog.getByLabel(/^Other long-term gain or loss/).fill('(1,250.75)')
    await dialog.getByLabel(/^Filing status/).selectOption('Married filing separately')
    await dialog.getByLabel(/^Taxable income/).fill('52,000')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(line(page, 'Line 21 ')).toHaveText(/1,500\.00/)
  })

  await test.step('the next year goes on from it, with the worksheet behind it', async () => {
    await page.goto('/tax_filing?year=2025')
    await expect(line(page, 'Line 6 ')).toHaveText(/9,000\.00/)
    await expect(line(page, 'Line 14 ')).toHaveText(/1,250\.75/)
    await expect(line(page, 'Line 16 ')).toHaveText(/3,699\.75/)
    await card(page).getByText('Capital Loss Carryover Worksheet, 2024 to 2025').click()
    await expect(line(page, /^1 · Taxable income/)).toHaveText('$52,000.00')
    await expect(line(page, /^8 · Short-term carryover/)).toHaveText('$9,000.00')
    await page.reload()
    await expect(line(page, 'Line 6 ')).toHaveText(/9,000\.00/)
  })
  expect(faults()).toEqual([])
})
