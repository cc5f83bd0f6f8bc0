import { readFile } from 'node:fs/promises'
import { type Download, expect, type Page, test } from '@playwright/test'
import { screenMessages } from '@lotbook/contract'
import { call, expectFits, imported, startAsCustomer, upload, watchForFaults } from './helpers.ts'

/*
 * Worked out by hand, in US dollars, first in first out, accounts apart:
 *   Mar 02, 2025  0.5 BTC of the one bought for 17,000 + 100 on Jan 10, 2023:  42,500 − 100 − 8,550    = 33,850.00 long
 *   May 05, 2025  1 ETH of the four bought for 9,200 + 50 on Feb 01, 2024, two of which moved to Kraken:
 *                                                                              1,800 − 4.68 − 2,312.50 = −517.18 long
 *   Jun 02, 2025  10 SOL bought for 2,000 + 10 on Jan 05, 2025:                1,500 − 10 − 2,010      = −520.00 short
 *   Aug 02, 2025  0.05 ETH of staking, worth 175: income
 */
const COINBASE = `Transactions
User,Jane Roe,00000000-0000-0000-0000-000000000000
ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
cb-7,2025-08-02 10:00:00 UTC,Staking Income,ETH,0.05,USD,$3500.00,$175.00,$175.00,$0.00,
cb-6,2025-06-02 10:00:00 UTC,Sell,SOL,-10,USD,$150.00,$1500.00,$1490.00,$10.00,Sold 10 SOL for 1490 USD
cb-5,2025-03-02 10:00:00 UTC,Sell,BTC,-0.5,USD,$85000.00,$42500.00,$42400.00,$100.00,Sold 0.5 BTC for 42400 USD
cb-4,2025-01-05 10:00:00 UTC,Buy,SOL,10,USD,$200.00,$2000.00,$2010.00,$10.00,Bought 10 SOL for 2010 USD
cb-3,2024-07-01 12:00:00 UTC,Send,ETH,-2,USD,$3400.00,-$6800.00,-$6800.00,$0.00,
cb-2,2024-02-01 10:00:00 UTC,Buy,ETH,4,USD,$2300.00,$9200.00,$9250.00,$50.00,Bought 4 ETH for 9250 USD
cb-1,2023-01-10 10:00:00 UTC,Buy,BTC,1,USD,$17000.00,$17000.00,$17100.00,$100.00,Bought 1 BTC for 17100 USD
`
const KRAKEN = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,R1,2024-07-01 12:20:00,deposit,,currency,XETH,spot / main,2.0000000000,0.0000000000,2.0000000000
L2,R2,2025-05-05 08:00:00,trade,tradespot,currency,XETH,spot / main,-1.0000000000,0.0000000000,1.0000000000
L3,R2,2025-05-05 08:00:00,trade,tradespot,currency,ZUSD,spot / main,1800.0000,4.6800,1795.3200
`

test('R1.6 R1.7 R1.8 R2.6 R4.34 R4.39 R4.40 N1 from two files to the figures of a year, down to the row of a file, and out as forms', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await importBoth(page)

  await page.goto('/tax?year=2025')
  await expect(page.getByText('2 of 2 imports finished, 9 transactions.')).toBeVisible()
  await expect(page.getByText('Nothing is waiting for your review.')).toBeVisible()

  // The answer about the progress is held back, so that its screen is seen however fast the calculation is.
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/traces/check_tax_calculation*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('main').getByRole('button', { name: screenMessages.tax.calculateDesktop }).click()
  await expect(page).toHaveURL(/\/tax-calculation\?traceId=[0-9a-f-]{36}$/)
  letThrough()
  await expect(page).toHaveURL(/\/one_year\?year=2025$/)

  await expect(page.getByRole('heading', { level: 1, name: '2025 results' })).toBeVisible()
  for (const figure of [
    'Net gain: +$32,812.82',
    'Short-term: −$520.00',
    'Short-term proceeds: $1,490.00',
    'Short-term cost: $2,010.00',
    'Long-term: +$33,332.82',
    'Long-term proceeds: $44,195.32',
    'Long-term cost: $10,862.50',
    'Income: $175.00',
    'Donation deduction: $0.00',
  ]) {
    await expect(page.getByRole('button', { name: figure, exact: true })).toBeVisible()
  }
  await expect(page.getByText('A form rounds each row to the cent and adds up what it prints')).toBeVisible()
  await page.getByRole('button', { name: 'About Wash sales' }).click()
  await expect(page.getByRole('tooltip').filter({ visible: true })).toHaveText(
    /IRC section 1091.*For 2025, as for every year through 2026, it does not cover crypto that is property, so Lotbook counts every loss in full\./,
  )
  await page.keyboard.press('Escape')
  const totals = page.getByLabel('Totals')
  await expect(totals).toHaveText('3 disposals$45,685.32$12,872.50Gain of these rows: +$32,812.82')

  await test.step('a month of the picture narrows the rows', async () => {
    const chart = page.getByRole('application', { name: /^Gain by month/ })
    await chart.focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await expect(totals).toHaveText('1 disposalGain of these rows: +$33,850.00')
    await expect(page.getByRole('row', { name: /0\.5.BTC/ })).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter: Month is March' }).click()
    await expect(totals).toContainText('3 disposals')
  })

  await test.step('N1 the net gain opens down to the cells of the file it came from', async () => {
    await page.getByRole('button', { name: 'Net gain: +$32,812.82' }).click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByRole('heading', { name: 'Net gain of 2025' })).toBeFocused()
    await panel.getByRole('button', { name: /Long-term gain/ }).click()
    await panel.getByRole('button', { name: /Sell 0\.5.BTC/ }).click()
    await expect(panel.getByRole('heading', { name: 'Sell of 0.5 BTC' })).toBeVisible()
    await expect(panel.getByRole('list', { name: 'Terms' })).toHaveText(
      /plus Proceeds before costs\$42,500\.00.*minus Costs of the disposal\$100\.00.*minus Cost basis of the lot\$8,550\.00.*=\$33,850\.00/,
    )
    await expect(panel.getByText('coinbase-2025.csv, line 6')).toBeVisible()
    await expect(panel.getByText('Sold 0.5 BTC for 42400 USD')).toBeVisible()
    await expect(panel.getByText('R-LOT-1')).toBeVisible()

    await panel.getByRole('button', { name: /Cost basis of the lot/ }).click()
    await expect(panel.getByText('coinbase-2025.csv, line 10')).toBeVisible()
    await page.goBack()
    await expect(panel.getByText('coinbase-2025.csv, line 6')).toBeVisible()
    await panel
      .getByRole('navigation', { name: 'Path to this figure' })
      .getByRole('button', { name: 'Net gain of 2025' })
      .click()
    await expect(panel.getByRole('heading', { name: 'Net gain of 2025' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page).not.toHaveURL(/explain=/)
    await expect(page.getByRole('button', { name: 'Net gain: +$32,812.82' })).toBeFocused()
  })

  await test.step('a long name gives way, not the figure beside it', async () => {
    await page.route('**/explain?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: { rows: { title: string }[] } }
      for (const row of body.data.rows) row.title = `Fee paid in kind ${'0.00077207 '.repeat(9)}`
      await route.fulfill({ response, json: body })
    })
    await page.goto('/one_year?year=2025&explain=year:2025')
    await expect(page.getByRole('dialog').getByText('Fee paid in kind').first()).toBeVisible()
    await expectFits(page)
    await page.unroute('**/explain?*')
    await page.goto('/one_year?year=2025')
  })

  await test.step('a form that a broker should have sent is asked about before Form 8949 is made', async () => {
    await page.getByRole('button', { name: 'Forms and files' }).click()
    const boxes = page.getByRole('region', { name: 'Form 8949 of 2025 by box' })
    await expect(boxes.getByRole('row').last()).toHaveText(/Ties to results.*\+\$32,812\.8\d/)
    await expect(page.getByRole('button', { name: 'Download all' })).toBeVisible()
    await page.getByRole('button', { name: 'Download Form 8949 CSV' }).click()
    const guard = page.getByRole('dialog', { name: 'Form 8949 CSV 2025 is not final' })
    await expect(guard).toContainText('although a Form 1099-DA is expected from')
    await expect(guard.getByRole('button', { name: 'Download anyway' })).toBeVisible()
    await guard.getByRole('button', { name: 'Review first' }).click()
    await expect(guard).toHaveCount(0)
    await expect(page.getByRole('heading', { name: /^Forms from brokers/ })).toBeFocused()
    await expect(page.getByRole('heading', { name: /^Forms from brokers/ })).toBeInViewport()
    const forms = page.getByRole('table', { name: 'Forms from brokers for 2025' })
    for (const select of await forms.getByRole('combobox').all()) {
      await select.selectOption('Proceeds only')
      await expect(page.getByText(/: proceeds only$/).first()).toBeVisible()
    }
    await expect(page.getByText(/Forms? 1099-DA expected$/)).toHaveCount(0)
    await expect(forms.getByText('H short-term, K long-term').first()).toBeVisible()
    await expect(page.getByRole('row', { name: /0\.5.BTC/ })).toContainText('K')
    // The last answer can be taken back, and given again.
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByText('1 Form 1099-DA expected')).toBeVisible()
    await forms.getByRole('combobox').last().selectOption('Proceeds only')
    await expect(page.getByText('1 Form 1099-DA expected')).toHaveCount(0)
  })

  await test.step('Form 8949 as a table and on paper', async () => {
    const csv = await downloadOf(page, 'Download Form 8949 CSV')
    expect(csv.suggestedFilename()).toMatch(/^form-8949-2025.*\.csv$/)
    const text = (await bytesOf(csv)).toString('utf8')
    for (const row of [
      '0.5 BTC,01/10/2023,03/02/2025,42400.00,8550.00,,0.00,33850.00',
      '1 ETH,02/01/2024,05/05/2025,1795.32,2312.50,,0.00,-517.18',
      '10 SOL,01/05/2025,06/02/2025,1490.00,2010.00,,0.00,-520.00',
    ]) {
      expect(text).toContain(row)
    }
    const turboTax = await downloadOf(page, 'Download TurboTax Online')
    expect(turboTax.suggestedFilename()).toBe('turbotax-csv-2025.zip')
    const software = page.getByRole('region', { name: 'For tax software' })
    await software.getByText('Steps for TaxAct').click()
    await expect(software).toContainText('2,000 transactions in all')

    const pdf = await bytesOf(await downloadOf(page, 'Download Form 8949 PDF'))
    expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    expect(pdf.subarray(-6).toString('latin1')).toContain('%%EOF')

    await page.getByRole('button', { name: 'Download Form 8949 (IRS form)' }).click()
    const print = page.getByRole('dialog', { name: 'Form 8949 (IRS form) 2025' })
    await print.getByLabel('Name shown on the return').fill('Jane Roe')
    const number = print.getByLabel('Social Security number')
    await number.fill('123-45-678')
    await print.getByRole('button', { name: 'Create' }).click()
    await expect(print.getByText('Enter all nine digits, or leave it empty.')).toBeVisible()
    await number.fill('123456789')
    await expect(number).toHaveAttribute('type', 'password')
    await expect(print.getByText('Printed in full on the forms: ***-**-6789.')).toBeVisible()
    const printed = page.waitForEvent('download')
    await print.getByRole('button', { name: 'Create' }).click()
    // The server of this test has no form of the IRS: the drawn one is there, and says why.
    expect((await printed).suggestedFilename()).toMatch(/^form-8949-2025.*\.pdf$/)
    await expect(page.getByText(/^Form 8949 of 2025 could not be had from the IRS just now\./)).toBeVisible()

    await page.goto('/settings/export')
    await expect(page.getByRole('list', { name: 'Exports' }).getByRole('listitem')).toHaveCount(4)
    // The file may be there, and listed, before the answer to who asked for it is.
    const exports = page.getByRole('list', { name: 'Exports' }).getByRole('listitem')
    await page.route(isExports, async (route) => {
      const answer = await route.fetch()
      if (route.request().method() === 'POST') await expect(exports).toHaveCount(5)
      await route.fulfill({ response: answer })
    })
    const history = (await bytesOf(await downloadOf(page, 'Create Transactions'))).toString('utf8')
    await page.unroute(isExports)
    expect(history).toContain('2025-03-02')
    await expect(exports).toHaveCount(5)
    await page.getByRole('button', { name: 'Delete lotbook-transactions.csv' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Exports' }).getByRole('listitem')).toHaveCount(4)
  })

  await test.step('R4.32 R4.33 a change makes the results old, and says so where they stand', async () => {
    await page.goto('/one_year?year=2025')
    const control = page.getByRole('banner').getByRole('link', { name: screenMessages.tax.viewDesktop })
    await expect(control).toBeVisible()
    // R4.34: it is followed from another screen.
    await page.goto('/transactions')
    await control.click()
    await expect(page).toHaveURL(/\/one_year\?year=2025$/)
    await expect(page.getByRole('heading', { level: 1, name: '2025 results' })).toBeVisible()
    const list = (await call(page, 'GET', '/transactions?type=sell')) as { rows: { id: string }[] }
    await call(page, 'PATCH', `/transactions/${list.rows[0]?.id ?? ''}`, { edit: { comment: 'checked' } })
    await expect(page.getByText('1 change since this calculation.')).toBeVisible()
    await expect(
      page.getByRole('banner').getByRole('button', { name: screenMessages.tax.calculateDesktop }),
    ).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Recalculate' }).click()
    await expect(page).toHaveURL(/\/one_year\?year=2025$/)
    await expect(page.getByText('1 change since this calculation.')).toBeHidden()
    await expect(control).toBeVisible()
  })

  await test.step('another treatment is another calculation, and the difference is told', async () => {
    await page.goto('/settings/treatments')
    await page.getByRole('button', { name: 'Choose Carry for Network fees of own transfers' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Choose it' }).click()
    await expect(page.getByText('Network fees of own transfers · Dispose → Carry')).toBeVisible()
    await page.goto('/tax?year=2025')
    await page.getByRole('main').getByRole('button', { name: screenMessages.tax.calculateDesktop }).click()
    await expect(page).toHaveURL(/\/one_year\?year=2025$/)
    await page.goto('/tax?year=2025')
    await expect(page.getByText('Network fees of own transfers Carry instead of Dispose')).toBeVisible()
    await expect(page.getByText(/· \d{4} as before/)).toBeVisible()
    await page.goto('/settings/tax')
    await expect(page.getByText('is not the default, and no rule settles it')).toBeVisible()
  })
  expect(faults()).toEqual([])
})

test('R4.36 R4.37 without anything taxable the control says why it cannot be used', async ({ page }) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await page.goto('/tax')
  const control = page.getByRole('main').getByRole('button', { name: screenMessages.tax.calculateDesktop })
  await expect(control).toHaveAttribute('aria-disabled', 'true')
  await expect(control).toHaveAccessibleDescription(screenMessages.tax.nothing)
  await control.hover()
  await expect(page.getByRole('tooltip', { name: screenMessages.tax.nothing })).toBeVisible()
  // It keeps the focus and takes clicks, and does nothing.
  await control.click({ force: true })
  await expect(page).toHaveURL(/\/tax$/)

  await page.goto('/one_year?year=2025')
  await expect(page.getByText('Not calculated yet')).toBeVisible()
  await page.goto('/settings/export')
  await expect(page.getByRole('button', { name: 'Create Form 8949 PDF' })).toHaveAccessibleDescription(
    'Calculate your taxes first. These files are created from the results.',
  )
  await page.goto(`/one_year?year=2025&explain=year:2025`)
  await expect(page.getByRole('dialog').getByText('Not calculated yet')).toBeVisible()
  expect(faults()).toEqual([])
})

test('R4.35 R8.26 R8.27 a running calculation shows how far it is, survives a reload, asks before it restarts, and says why it failed', async ({
  page,
}) => {
  await startAsCustomer(page)
  const traceId = '01a1fe71-0cec-7104-b39e-29c5e4157b07'
  // The server's answers while a long calculation runs; the files of a test are over too soon to see it.
  let state = {
    state: 'running',
    percent: 12,
    stage: 'Collecting transactions',
    done: 62_527,
    reason: null as string | null,
  }
  await page.route('**/traces/check_tax_calculation*', (route) =>
    route.fulfill({
      json: {
        data: {
          id: '01a1fe71-0cec-7104-b39e-29c5e4157b06',
          trace_id: traceId,
          state: state.state,
          tax_year: 2025,
          progress: { stage: state.stage, done: state.done, total: 104_212, unit: 'transactions' },
          percent: state.percent,
          reason: state.reason,
          started_at: '2026-03-06T14:02:11.000Z',
          finished_at: null,
        },
      },
    }),
  )
  await page.goto(`/tax-calculation?traceId=${traceId}`)
  const bar = page.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuenow', '12')
  await expect(bar).toHaveAttribute('aria-valuetext', '62,527 of 104,212 transactions')
  state = { ...state, percent: 51, stage: 'Building lots', done: 64_400 }
  await expect(bar).toHaveAttribute('aria-valuenow', '51')
  await page.reload()
  await expect(bar).toHaveAttribute('aria-valuenow', '51')
  await expect(page.getByRole('list', { name: 'Stages' }).getByText('Finding prices: done')).toBeAttached()

  await page.getByRole('button', { name: screenMessages.tax.restart }).click()
  const dialog = page.getByRole('dialog', { name: screenMessages.tax.restartTitle })
  await expect(dialog.getByText(screenMessages.tax.restartText)).toBeVisible()
  await dialog.getByRole('button', { name: screenMessages.tax.cancel }).click()
  await expect(dialog).toBeHidden()

  const asked = page.waitForRequest('**/start_tax_calculation')
  await page.getByRole('button', { name: screenMessages.tax.restart }).click()
  await dialog.getByRole('button', { name: screenMessages.tax.restart }).click()
  expect((await asked).postDataJSON()).toMatchObject({ recalculate: true, tax_year: 2025 })

  state = { ...state, state: 'failed', reason: 'The journal holds an amount without an asset.' }
  await page.reload()
  await expect(page.getByText('The calculation failed')).toBeVisible()
  await expect(page.getByText('The journal holds an amount without an asset.')).toBeVisible()
  await expect(page.getByText('Building lots: failed')).toBeAttached()
})

/** Both files uploaded, read and in the journal. */
async function importBoth(page: Page): Promise<void> {
  await upload(page, 'coinbase-2025.csv', COINBASE)
  await upload(page, 'kraken-ledgers.csv', KRAKEN)
  await imported(page, 9)
}

/** Press a button that makes a file, and wait until the browser has it. */
const isExports = (url: URL) => url.pathname.endsWith('/exports')

async function downloadOf(page: Page, button: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  return download
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path())
}
