import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { lookAt, savedFile, startAsCustomer, startWithHistory, upload, watchForFaults } from './helpers.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const iso = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const bought = (daysAgo: number, amount: string, coin: string, dollars: string, where = 'Kraken') =>
  `${iso(daysAgo)}T10:00:00Z,buy,${amount},${coin},${dollars},USD,,,${where},Yes,${coin}${daysAgo.toString()}`

/** BTC of eleven lots in two accounts, one of which turns long-term soon; three more coins and one that has no price. */
const HISTORY = [
  HEADER,
  ...Array.from({ length: 9 }, (_, n) => bought(1200 - n * 90, '0.1', 'BTC', (2500 + n * 400).toString())),
  bought(340, '0.2', 'BTC', '17000', 'Coinbase'),
  bought(90, '0.05', 'BTC', '6000', 'Coinbase'),
  bought(900, '8', 'ETH', '14000'),
  bought(200, '2', 'ETH', '9000'),
  bought(400, '150', 'SOL', '6000'),
  bought(30, '2000', 'USDC', '2000', 'Coinbase'),
  `${iso(100)}T10:00:00Z,airdrop,12000,ORBT,,,,,Kraken,Yes,orbt`,
  '',
].join('\n')
const ROWS = 16

/** Prices of the last 30 days. */
const PRICES = [
  'Asset,Date,Price',
  ...Array.from(
    { length: 30 },
    (_, n) => `BTC,${iso(29 - n)},${(90000 + n * 250 + ((n * 7919) % 900)).toString()}`,
  ),
  ...Array.from(
    { length: 30 },
    (_, n) => `ETH,${iso(29 - n)},${(3600 - n * 9 + ((n * 7919) % 60)).toString()}`,
  ),
  ...Array.from({ length: 30 }, (_, n) => `SOL,${iso(29 - n)},${(140 + ((n * 7919) % 9)).toString()}`),
  '',
].join('\n')

test('R2.7 holdings: from the balances of a history to its lots, their terms and the transaction behind each', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startWithHistory(page, HISTORY, ROWS, { timeZone: 'UTC' })
  await page.goto('/transactions')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Holdings' }).click()
  await expect(page).toHaveURL(/\/holdings$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Holdings' })).toBeVisible()

  await test.step('before a calculation there are balances, and no cost', async () => {
    await expect(page.getByText(/These balances come from your transactions/)).toBeVisible()
    await expect(page.getByRole('row', { name: /BTC · 2 accounts 1\.15 at .* Unknown/ })).toBeVisible()
    await expect(page.getByText('1 asset has No price and is not counted')).toBeVisible()
  })

  await page.request.post('/api/price_files', {
    headers: { 'X-Lotbook': '1', 'Idempotency-Key': 'prices-of-the-walk' },
    multipart: { file: { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(PRICES) } },
  })
  await page.goto('/holdings')
  await page.getByRole('button', { name: 'Calculate cost basis' }).click()
  const assets = page.getByRole('table', { name: 'Assets' })

  await test.step('afterwards costs, gains and terms, with totals under their columns', async () => {
    // The screen stays, and shows them once they are there.
    await expect(page.getByText('16 open lots')).toBeVisible({ timeout: 90_000 })
    await expect(
      assets.getByRole('row', { name: /^Lots of Bitcoin Bitcoin BTC · 11 lots 1\.15 at \$/ }),
    ).toBeVisible()
    await expect(assets.getByRole('row', { name: /ORBT .* No price .* n\/a Set a price/ })).toBeVisible()
    await expect(assets.getByRole('row', { name: /^4 assets with a price \$/ })).toBeVisible()
    await expect(page.getByText(/Width is share of value\. [\d.]+% of it is long-term today\./)).toBeVisible()
  })

  await test.step('the picture has a twin', async () => {
    await page.getByRole('button', { name: 'Table' }).click()
    const twin = page.getByRole('table', { name: 'Allocation and holding period' })
    await expect(twin.getByRole('row', { name: /^BTC [\d.]+% \$/ })).toBeVisible()
    await expect(twin.getByRole('row', { name: /^All 100\.0% \$/ })).toBeVisible()
    await page.getByRole('button', { name: 'Table' }).click()
  })

  await test.step('a row opens its lots, by key too, and more of them', async () => {
    const open = assets.getByRole('button', { name: 'Lots of Bitcoin', exact: true })
    await open.press('Enter')
    await expect(open).toHaveAttribute('aria-expanded', 'true')
    await expect(page).toHaveURL(/asset=BTC/)
    await expect(
      assets.getByText('First in, first out: the units held longest are sold first.'),
    ).toBeVisible()
    await assets.getByRole('button', { name: 'Show 3 more' }).click()
    await expect(assets.getByRole('row', { name: /Coinbase .* 0\.2 / })).toContainText(
      /\d+ days, long-term on/,
    )
    await lookAt(page, 'holdings-lots')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the lots over time are taken along as a table and as a picture', async () => {
    const csv = await savedFile(page, 'Lots of BTC over time', 'Export CSV')
    const [head, first, ...others] = csv.bytes.toString('utf8').trim().split('\r\n')
    expect(head).toBe(
      'Acquired,Cost basis (USD),Value (USD),Gain (USD),Quantity (BTC),Account,Term,Long-term from',
    )
    expect(first).toMatch(new RegExp(`^${iso(1200)},2500,[\\d.]+,[\\d.]+,0\\.1,Kraken,Long-term,`))
    expect(others).toHaveLength(10)
    const picture = await savedFile(page, 'Lots of BTC over time', 'Save PNG')
    expect(picture.name).toBe('lots-of-btc-over-time.png')
    // A row for each of the eleven lots.
    expect(picture.bytes.readUInt32BE(20)).toBeGreaterThan(2 * 11 * 36)
    if (process.env['SHOTS'] !== undefined)
      await writeFile(join(process.env['SHOTS'], picture.name), picture.bytes)
  })

  await test.step('a lot leads to the transaction that acquired it', async () => {
    const day = assets.getByRole('row', { name: /Coinbase .* 0\.2 / }).getByRole('link')
    await day.click()
    await expect(page.getByRole('dialog').or(page.getByRole('complementary')).first()).toContainText(/0\.2/)
    await page.goBack()
  })

  await test.step('pills narrow the list and leave the totals', async () => {
    await page.getByRole('button', { name: /^Long-term within 60 days/ }).click()
    await expect(assets.getByRole('rowheader', { name: /BTC/ }).first()).toBeVisible()
    await expect(assets.getByRole('rowheader', { name: /USDC/ })).toHaveCount(0)
    await page.getByRole('button', { name: /^No price/ }).click()
    await expect(page).toHaveURL(/show=unpriced/)
    await assets.getByRole('link', { name: 'Set a price for ORBT' }).click()
    await expect(page).toHaveURL(/settings\/prices/)
    await page.goBack()
  })

  await test.step('both files can be had', async () => {
    for (const [name, file] of [
      ['Holdings as CSV', /^lotbook-holdings-.*\.csv$/],
      ['Lots as CSV', /^lotbook-lots-.*\.csv$/],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click()
      const saved = page.waitForEvent('download')
      await page.getByRole('menuitem', { name }).click()
      expect((await saved).suggestedFilename()).toMatch(file)
    }
  })

  await test.step('the holdings of an earlier day, which the address keeps', async () => {
    await page.getByRole('button', { name: 'As of today' }).click()
    const choice = page.getByRole('dialog', { name: 'As of today' })
    await expect(choice.getByRole('textbox', { name: 'Day' })).toBeFocused()
    await choice.getByRole('textbox', { name: 'Day' }).fill(iso(300))
    await lookAt(page, 'holdings-as-of-choice')
    await page.setViewportSize({ width: 1440, height: 900 })
    await choice.getByRole('button', { name: 'Show this day' }).click()
    await expect(page).toHaveURL(new RegExp(`as_of=${iso(300)}`))
    // The lots of 340 days ago were there, those of 200 and 90 days ago were not.
    const row = assets.getByRole('row', {
      name: /^Lots of Bitcoin Bitcoin BTC · 10 lots 1\.1 at \$85,000\.00/,
    })
    await expect(row).toBeVisible()
    await page.reload()
    await expect(row).toBeVisible()
    await expect(page.getByText('If you had sold everything that day')).toBeVisible()
    await page.getByRole('button', { name: 'Back to today' }).click()
    await expect(page).not.toHaveURL(/as_of=/)
  })

  await test.step('a sale is planned: its lots, its gain, and what waiting changes', async () => {
    await page.goto('/holdings')
    await page.getByRole('button', { name: 'Plan a sale' }).click()
    const sheet = page.getByRole('dialog', { name: 'Plan a sale' })
    await expect(page).toHaveURL(/plan=BTC/)
    await sheet.getByLabel('From account').selectOption({ label: 'Coinbase (0.25 BTC)' })
    await sheet.getByRole('button', { name: 'All that Coinbase holds' }).click()
    await sheet.getByLabel(/^Price of one BTC/).fill('100,000')
    await sheet.getByRole('button', { name: 'Show the result' }).click()
    const planned = sheet.getByRole('region', { name: 'Planned sale' })
    await expect(planned).toContainText('0.25 BTC from Coinbase')
    await expect(planned).toContainText('Nothing is recorded.')
    const lots = planned.getByRole('table', { name: 'Lots used' })
    await expect(lots.getByRole('row')).toHaveCount(3)
    await expect(lots.getByRole('row', { name: /0\.2 \$17,000\.00 .*\+\$3,000\.00/ })).toBeVisible()
    const waits = planned.getByRole('table', { name: 'The same sale later, at the same price' })
    await expect(waits.getByRole('row', { name: /as planned .*\+\$2,000\.00 .*\$0\.00/ })).toBeVisible()
    await expect(waits.getByRole('row', { name: /days later .*−\$1,000\.00 .*\+\$3,000\.00/ })).toBeVisible()
    await lookAt(page, 'holdings-plan')
    await page.setViewportSize({ width: 1440, height: 900 })

    await sheet.getByLabel('Quantity (BTC)').fill('3')
    await sheet.getByRole('button', { name: 'Show the result' }).click()
    await expect(sheet.getByText('Coinbase holds 0.25 BTC.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page).not.toHaveURL(/plan=/)
  })

  await test.step('what comes later is told, and stays out until it is calculated', async () => {
    await upload(page, 'more.csv', `${HEADER}\n${bought(2, '5', 'ADA', '5')}\n`)
    await page.goto('/holdings')
    await expect(page.getByText(/change.* since the calculation of/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Recalculate' })).toBeVisible()
  })
  expect(faults()).toEqual([])
})

test('who has no history is led to adding some', async ({ page }) => {
  await startAsCustomer(page)
  await page.goto('/holdings')
  await expect(page.getByText('No holdings yet')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add Wallet/Exchange' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
})
