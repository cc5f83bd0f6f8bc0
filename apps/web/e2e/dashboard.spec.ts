import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { calculateByCall, savedFile, startWithHistory, watchForFaults } from './helpers.ts'

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2023-01-02T03:04:05Z,buy,1.5,BTC,24000,USD,,,Kraken,Yes,b1
2023-02-03T10:00:00Z,buy,10,ETH,16000,USD,,,Coinbase,Yes,b2
2023-05-03T10:00:00Z,sell,1000,USD,0.5,ETH,,,Coinbase,Yes,s0
2024-06-05T12:00:00Z,sell,30000,USD,0.5,BTC,,,Kraken,Yes,s1
2024-07-05T12:00:00Z,sell,900,USD,100,SOL,,,Kraken,Yes,s2
2024-08-05T12:00:00Z,airdrop,12000,XYZ,,,,,Kraken,Yes,a1
`

test('R2.2 E26 the dashboard: from what to do next to the figures of each year and what is held today', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startWithHistory(page, HISTORY, 6, { timeZone: 'UTC' })
  await page.goto('/transactions')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link').first()).toHaveText('Dashboard')
  await main.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const next = page.getByRole('region', { name: 'Next step' })
  const stage = (name: string) => next.getByRole('listitem').filter({ hasText: name })
  await expect(next.getByRole('heading')).toHaveText(/^Review \d+ items?$/)
  await expect(stage('Import')).toHaveText('Import, done')
  await expect(stage('Review')).toHaveAttribute('aria-current', 'step')

  await calculateByCall(page)
  await page.goto('/dashboard?year=2024')
  const figures = page.getByRole('region', { name: 'Figures' })
  // 30,000 − 8,000 for the BTC, and 900 for SOL that nothing tells the cost of.
  await expect(figures.getByRole('button', { name: 'Net gain: +$22,900.00' })).toBeVisible()
  await expect(next.getByRole('heading')).toHaveText(/^Review \d+ items?$/)
  await expect(next.getByRole('link', { name: 'Review' })).toHaveAttribute(
    'href',
    '/transactions?review=true',
  )
  await test.step('E26 the federal tax is estimated once its two inputs are there', async () => {
    await figures.getByRole('button', { name: 'Estimate it' }).click()
    const sheet = page.getByRole('dialog', { name: 'Estimated federal tax 2024' })
    await sheet.getByLabel('Other taxable income').fill('-5')
    await expect(sheet.getByText('An amount in dollars, like 85,000.')).toBeVisible()
    await sheet.getByLabel('Other taxable income').fill('85,000')
    // 900 at 22 % and 22,000 at 15 %.
    await expect(sheet.getByText('Your crypto adds').locator('+ dd')).toHaveText('$3,498.00')
    await expect(sheet.getByText('1 receipt has no price and is not in it.')).toBeVisible()
    await sheet.getByLabel('Filing status').selectOption('Married filing jointly')
    // 85,000 + 900 is below 94,300: 12 %; of the long-term gain 8,150 lie below 94,050 and are taxed at 0.
    await expect(sheet.getByText('Your crypto adds').locator('+ dd')).toHaveText('$2,185.50')
    await page.keyboard.press('Escape')
    await expect(figures.getByRole('button', { name: 'Federal tax: $2,185.50' })).toBeVisible()
    await expect(figures.getByText('12% and 15% · Married filing jointly')).toBeVisible()
    await page.reload()
    await expect(figures.getByRole('button', { name: 'Federal tax: $2,185.50' })).toBeVisible()
  })

  await test.step('what moved last is a table that opens the transaction', async () => {
    const activity = page.getByRole('table', { name: 'Recent activity' })
    await expect(activity.getByRole('columnheader')).toHaveText([
      'What',
      'Date (UTC)',
      'Account',
      'Value, gain',
    ])
    await expect(activity.getByRole('row').nth(1)).toHaveText(/Airdrop: 12,000.XYZ.*Kraken.*No price/)
  })

  await test.step('income without a price is no zero', async () => {
    const income = page.getByRole('figure', { name: 'Income by category' })
    await expect(income.getByRole('listitem').filter({ hasText: 'Airdrop' })).toContainText('No price')
  })

  await test.step('a chart is taken along as a table and as a picture', async () => {
    const saved = (title: string, item: string) => savedFile(page, title, item)
    const years = await saved('Gain by year', 'Export CSV')
    expect(years.name).toBe('gain-by-year.csv')
    expect(years.bytes.toString('utf8')).toBe(
      'Year,Net (USD),Long-term (USD),Short-term (USD)\r\n2023,200,0,200\r\n2024,22900,22000,900\r\n',
    )
    for (const [title, name] of [
      ['Gain by year', 'gain-by-year.png'],
      ['Income by category', 'income-by-category.png'],
      ['Portfolio value', 'portfolio-value.png'],
      ['Allocation', 'allocation.png'],
    ] as const) {
      const picture = await saved(title, 'Save PNG')
      expect(picture.name).toBe(name)
      expect(picture.bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
      // Wide and high enough for its title and its drawing: the first numbers of the file.
      expect(picture.bytes.readUInt32BE(16)).toBeGreaterThan(900)
      expect(picture.bytes.readUInt32BE(20)).toBeGreaterThan(200)
      if (process.env['SHOTS'] !== undefined) await writeFile(join(process.env['SHOTS'], name), picture.bytes)
    }
  })

  await test.step('gain by year leads to a year', async () => {
    const chart = page.getByRole('application', { name: /^Gain by year/ })
    await chart.focus()
    await page.keyboard.press('Home')
    await expect(chart).toContainText('2023: net +$200.00')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/year=2023$/)
    await page.goBack()
    await expect(figures.getByRole('button', { name: 'Net gain: +$22,900.00' })).toBeVisible()
  })

  await test.step('another year', async () => {
    await page
      .getByRole('navigation', { name: 'Tax years' })
      .getByRole('link', { name: '2023 +$200.00' })
      .click()
    await expect(page).toHaveURL(/year=2023$/)
    await expect(figures.getByRole('button', { name: 'Net gain: +$200.00' })).toBeVisible()
  })

  await test.step('what is held, what moved last, and the accounts', async () => {
    // 1 BTC at 60,000 and 9.5 ETH at 2,000, the newest prices of the history itself; XYZ has none.
    const value = page.getByText('Portfolio value').locator('..')
    await expect(value).toContainText('$79,000.00')
    await expect(value).toContainText('1 asset without a price, not counted')
    const chart = page.getByRole('application', { name: /^Portfolio value/ })
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await chart.focus()
    await page.keyboard.press('End')
    await expect(chart).toContainText('value $79,000.00')
    await expect(page.getByRole('link', { name: 'Sold 0.5 BTC for $30,000.00' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Manage accounts' })).toBeVisible()
    await page.getByRole('link', { name: 'All holdings' }).click()
    await expect(page).toHaveURL(/\/holdings$/)
  })
  expect(faults()).toEqual([])
})
