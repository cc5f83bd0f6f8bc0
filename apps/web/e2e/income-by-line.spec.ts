import { expect, type Page, test } from '@playwright/test'
import { calculateByCall, follow, imported, startAsCustomer, upload, watchForFaults } from './helpers.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
/** Pay in dollars, so that no price has to be known; and a coin that has none. */
const HISTORY = `${HEADER}
2025-01-02T10:00:00Z,payment,3000,USD,,,,,Kraken,yes,p2
2025-02-03T10:00:00Z,payment,500,USD,,,,,Gemini,yes,p3
2025-03-03T10:00:00Z,interest_received,1600,USD,,,,,Gemini,yes,i1
2025-04-03T10:00:00Z,airdrop,5,NOPRICE,,,,,Gemini,yes,a1
2026-01-03T10:00:00Z,payment,1000,USD,,,,,Kraken,yes,p4
`

const card = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Income by line', level: 2 }) })
const form = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const lineOf = (page: Page, kind: string) => card(page).getByLabel(`Line of ${kind}`)

test('E20 income by line: the usual line, another for one source, several at once, and the next year', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page, { timeZone: 'UTC' })
  await page.goto('/imports')
  await upload(page, 'history.csv', HISTORY)
  await imported(page, 5)
  await calculateByCall(page)

  await test.step('each kind and source is on its usual line, and nobody has confirmed it', async () => {
    await page.goto('/tax_filing?year=2025')
    await expect(lineOf(page, 'Payment, in cash from Kraken')).toHaveValue('business')
    await expect(lineOf(page, 'Interest received, in cash from Gemini')).toHaveValue('interest')
    await expect(card(page).getByText('Usual line, not confirmed')).toHaveCount(4)
    await expect(form(page, 'Schedule C')).toContainText(/Line 1.*\$3,500\.00/)
    await expect(form(page, 'Form 1040')).toContainText(/Line 2b.*\$1,600\.00/)
    await expect(form(page, 'Schedule 1')).toContainText(/Line 8v.*No price/)
    await expect(card(page).getByText('list each payer in Part I of Schedule B')).toBeVisible()
  })

  await test.step('another line for one source', async () => {
    await lineOf(page, 'Payment, in cash from Kraken').selectOption('Wages · Form 1040, line 1a')
    await expect(form(page, 'Form 1040')).toContainText(/Line 1a.*\$3,000\.00/)
    await expect(form(page, 'Schedule C')).toContainText(/Line 1.*\$500\.00/)
    await expect(card(page).getByText('Usual line, not confirmed')).toHaveCount(3)
    // Undone, nobody has confirmed it again.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(lineOf(page, 'Payment, in cash from Kraken')).toHaveValue('business')
    await expect(card(page).getByText('Usual line, not confirmed')).toHaveCount(4)
    await lineOf(page, 'Payment, in cash from Kraken').selectOption('Wages · Form 1040, line 1a')
    await expect(card(page).getByText('Usual line, not confirmed')).toHaveCount(3)
  })

  await test.step('expenses lead to the net profit', async () => {
    await card(page).getByRole('button', { name: 'Enter expenses and wages' }).click()
    const dialog = page.getByRole('dialog', { name: 'Expenses and wages, 2025' })
    await dialog.getByLabel(/^Business expenses/).fill('-5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('like 1,250.75, without a minus sign.')).toBeVisible()
    await dialog.getByLabel(/^Business expenses/).fill('120.50')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(form(page, 'Schedule C')).toContainText(/Line 31.*\$379\.50/)
    await expect(form(page, 'Form 1040')).toContainText(/Line 8.*\$379\.50/)
    await page
      .getByRole('status')
      .filter({ hasText: 'Expenses and wages of 2025 are saved' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(form(page, 'Schedule C')).not.toContainText('Line 31')
    await card(page).getByRole('button', { name: 'Enter expenses and wages' }).click()
    await dialog.getByLabel(/^Business expenses/).fill('120.50')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(form(page, 'Schedule C')).toContainText(/Line 31.*\$379\.50/)
  })

  await test.step('several at once', async () => {
    await card(page).getByLabel('Payment, in cash from Gemini').first().check()
    await card(page).getByLabel('Interest received, in cash from Gemini').first().check()
    const bar = page.getByRole('region', { name: 'Chosen kinds of income' })
    await expect(bar).toContainText('2 chosen')
    await bar.getByLabel('Line of the chosen kinds of income').selectOption('Other income')
    await expect(bar).toHaveCount(0)
    await expect(form(page, 'Schedule 1')).toContainText(/Line 8z.*\$2,100\.00/)
    await card(page).getByRole('button', { name: 'Confirm 1 line as shown' }).click()
    await expect(card(page).getByText('Usual line, not confirmed')).toHaveCount(0)
    await page.reload()
    await expect(lineOf(page, 'Payment, in cash from Gemini')).toHaveValue('other')
    await expect(card(page).getByText('Confirmed', { exact: true })).toHaveCount(4)
  })

  await test.step('the answer of a year is offered for the next', async () => {
    await follow(page, '/tax_filing?year=2026')
    await expect(lineOf(page, 'Payment, in cash from Kraken')).toHaveValue('wages')
    await expect(card(page).getByText('As in 2025, not confirmed')).toBeVisible()
    await card(page).getByRole('button', { name: 'Confirm 1 line as shown' }).click()
    await expect(card(page).getByText('Confirmed', { exact: true })).toHaveCount(1)
  })
  expect(faults()).toEqual([])
})
