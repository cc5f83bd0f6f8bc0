import { expect, type Page, test } from '@playwright/test'
import {
  calculateByCall,
  goTo,
  lookAt,
  savedFile,
  showYear,
  startWithHistory,
  watchForFaults,
} from './helpers.ts'

/*
 * One coin each for 10,000 (2022), 60,000 (2024) and 90,000 (March 2025); one sold for 80,000 on June 2, 2025 and one for
 * 70,000 on October 2. FIFO sells the first two: 80,000 of long-term gain, of which 48,350 at 0 % and 31,650 at 15 %.
 * LIFO and HIFO sell the dear one and the second: −10,000 short, 10,000 long.
 */
const COINBASE = `Transactions
User,Jane Roe,00000000-0000-0000-0000-000000000000
ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
cb-5,2025-10-02 12:00:00 UTC,Sell,BTC,-1,USD,$70000.00,$70000.00,$70000.00,$0.00,
cb-4,2025-06-02 12:00:00 UTC,Sell,BTC,-1,USD,$80000.00,$80000.00,$80000.00,$0.00,
cb-3,2025-03-03 12:00:00 UTC,Buy,BTC,1,USD,$90000.00,$90000.00,$90000.00,$0.00,
cb-2,2024-03-10 12:00:00 UTC,Buy,BTC,1,USD,$60000.00,$60000.00,$60000.00,$0.00,
cb-1,2022-11-10 12:00:00 UTC,Buy,BTC,1,USD,$10000.00,$10000.00,$10000.00,$0.00,
`

test('N13 E17 the methods of a year side by side, and a standing order from there', async ({ page }) => {
  const faults = watchForFaults(page)
  await begin(page)
  await page.goto('/tax?year=2025')
  await page.getByRole('link', { name: 'Compare methods' }).click()
  await expect(page).toHaveURL(/\/tax\/methods\?year=2025$/)
  await expect(page.getByText('2025 has not been compared yet')).toBeVisible()
  await page.getByRole('button', { name: 'Compare methods' }).click()

  const cards = page.getByRole('list', { name: '2025 by method' }).getByRole('listitem')
  await expect(cards).toHaveCount(5)
  await expect(cards.nth(0)).toContainText(
    /As recorded.*Net gain.*\+\$80,000\.00.*Estimated tax\s*\$4,747\.50/s,
  )
  await expect(cards.nth(1)).toContainText('Lawful as recorded')
  await expect(cards.nth(3)).toContainText(/HIFO.*Short-term.*−\$10,000\.00.*Long-term.*\+\$10,000\.00/s)
  await expect(cards.nth(3)).toContainText('Not in force for any of the 2 sales')
  await expect(cards.nth(3)).toContainText(
    /Left for 2026\s*1 lot.*Cost of those lots\s*\$10,000\.00.*No price/s,
  )

  await test.step('the gains have a picture, with a table and files', async () => {
    const chart = page.getByRole('figure', { name: 'Gain of 2025 by method' })
    await expect(chart).toContainText(
      'As recorded the year comes to +$80,000.00; least would be $0.00 under LIFO and HIFO, most +$80,000.00 under FIFO and LOFO.',
    )
    await chart.getByRole('button', { name: 'Table' }).click()
    await expect(chart.getByRole('row', { name: 'HIFO +$10,000.00 −$10,000.00 $0.00' })).toBeVisible()
    await expect(chart.getByRole('row')).toHaveCount(6)
    await chart.getByRole('button', { name: 'Table' }).click()
    const picture = await savedFile(page, 'Gain of 2025 by method', 'Save PNG')
    expect(picture.name).toBe('gain-of-2025-by-method.png')
    expect(picture.bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
    await lookAt(page, 'methods-picture')
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('the estimate follows what a person says of themselves, and stays in the address', async () => {
    await page.getByLabel('Filing status').selectOption('Married filing jointly')
    await page.getByLabel('Other taxable income').fill('100,000')
    await expect(page).toHaveURL(/year=2025&status=mfj&income=100000$/)
    await expect(cards.nth(3)).toContainText('−$12,000.00')
  })
  await test.step('R-LOT-5 a method is chosen by recording an order, which changes nothing that is sold', async () => {
    await cards.nth(3).getByRole('button', { name: 'Use HIFO from now on' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('It does not change the 2 sales of 2025 made before it.')
    await dialog.getByRole('button', { name: 'Record the order' }).click()
    await expect(page.getByText('HIFO · Every account, every asset')).toBeVisible()
    await expect(
      page.getByText('Your history or settings have changed since this was compared.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Compare again' }).click()
    await expect(page.getByText('Your history or settings have changed')).toBeHidden()
    await expect(cards.nth(0)).toContainText('+$80,000.00')
  })

  expect(faults()).toEqual([])
})

test('N13 E17 R-LOT-5 N12 an order of one account, and lots that are named for a sale, are recorded, counted and printed', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await begin(page)
  await test.step('where the years cannot be had, the comparison says so and is asked for again', async () => {
    await page.route('**/api/transactions/facets', (route) => route.abort())
    await goTo(page, '/tax/methods?year=2025')
    const card = page.getByRole('main')
    await expect(card.getByText('Your years could not be loaded')).toBeVisible()
    await page.unroute('**/api/transactions/facets')
    await card.getByRole('button', { name: 'Try again' }).first().click()
    await expect(page.getByText('2025 has not been compared yet')).toBeVisible()
  })
  await test.step('an order of one account is recorded, shown as too late, ended and printed', async () => {
    const form = page.locator('form')
    await form.getByLabel('Method').selectOption('LIFO')
    await form.getByLabel('Account').selectOption('Coinbase')
    await form.getByLabel('Asset').selectOption('BTC')
    await form.getByLabel('From').fill('2025-01-01')
    await form.getByRole('button', { name: 'Record the order' }).click()
    const line = page.getByRole('listitem').filter({ hasText: 'LIFO · Coinbase, BTC' })
    await expect(line).toContainText('Too late for 2')
    await line.getByRole('button', { name: 'Enter confirmation of LIFO, Coinbase, BTC' }).click()
    const confirmation = page.getByRole('dialog', { name: 'The broker’s confirmation' })
    await confirmation.getByLabel('Confirmed on').fill('2026-12-30')
    await confirmation.getByLabel('How the broker confirmed it').fill('Ticket 4711')
    await confirmation.getByRole('button', { name: 'Save' }).click()
    await expect(line).toContainText('Confirmed by the broker on Dec 30, 2026: Ticket 4711')
    await line.getByRole('button', { name: 'End LIFO, Coinbase, BTC' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End the order' }).click()
    await expect(line).toContainText('Ended')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Print' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^standing-orders-.*\.pdf$/)
  })
  await test.step('lots are named for a sale, with a running gain, and the record is printed', async () => {
    await goTo(page, '/transactions')
    await page.getByRole('row', { name: /Jun 2, 2025|Jun 02, 2025/ }).click()
    await page.getByRole('button', { name: 'Choose lots' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose lots' })
    await expect(dialog.getByRole('row')).toHaveCount(4)
    await expect(dialog).toContainText('This sale is in the past.')

    await dialog.getByRole('checkbox', { name: /Mar 3, 2025|Mar 03, 2025/ }).check()
    await expect(dialog.getByText('−$10,000.00')).toBeVisible()
    const dear = dialog.getByRole('textbox', { name: /^Quantity of the lot of Mar 0?3, 2025/ })
    await expect(dear).toHaveValue('1')
    await dear.fill('1.5')
    await expect(dear).toHaveAccessibleDescription('It has 1')
    await dear.fill('0.5')
    await dialog.getByRole('checkbox', { name: /Mar 10, 2024/ }).check()
    // Half of 80,000 less 45,000, and half less 30,000.
    await expect(dialog.getByText('+$5,000.00')).toBeVisible()

    await dialog.getByRole('button', { name: 'Record these lots' }).click()
    await expect(dialog.getByText('After the sale', { exact: true })).toBeVisible()
    await expect(dialog).toContainText('Notice 2025-7')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Print' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^identification-.*-BTC\.pdf$/)

    await test.step('on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.reload()
      await page.getByRole('button', { name: 'Choose lots' }).click()
      await expect(dear).toHaveValue('0.5')
      await expect(dear).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 1440, height: 900 })
    })
    await showYear(page, 2025)
    // 5,000 of the named, and 70,000 less the first coin.
    await expect(page.getByRole('button', { name: 'Net gain: +$65,000.00' })).toBeVisible()
  })
  await test.step('what is typed into the lots of a sale stays when a tablet is turned', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await goTo(page, '/transactions')
    await page.getByRole('row', { name: /Jun 2, 2025|Jun 02, 2025/ }).click()
    await page.getByRole('button', { name: 'Choose lots' }).click()
    const typed = page
      .getByRole('dialog', { name: 'Choose lots' })
      .getByRole('textbox', { name: /^Quantity of the lot of Mar 0?3, 2025/ })
    await typed.fill('0.25')
    for (const [width, height] of [
      [768, 1024],
      [1024, 768],
      [767, 1024],
      [1366, 1024],
      [1024, 1366],
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      // Seen, and not under anything.
      await typed.click({ timeout: 5_000 })
      await expect(typed, `${width} px`).toHaveValue('0.25')
      await expect(typed).toBeFocused()
    }
    await page.keyboard.press('Escape')
    await expect(typed).toBeHidden()
    await expect(page.getByRole('button', { name: 'Choose lots' })).toBeVisible()
  })
  expect(faults()).toEqual([])
})

async function begin(page: Page): Promise<void> {
  await startWithHistory(page, COINBASE, 5)
  await calculateByCall(page)
}
