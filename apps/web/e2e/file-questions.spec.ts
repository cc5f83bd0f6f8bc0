import { expect, type Page, test } from '@playwright/test'
import { chooseTimeZone, goTo, startAsCustomer, watchForFaults } from './helpers.ts'

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})
const binance = (name: string, ...days: string[]) =>
  csv(
    name,
    'User ID,Time,Account,Operation,Coin,Change,Remark',
    ...days.map((day) => `1,${day} 10:00:00,Spot,Deposit,ADA,5,`),
  )
const ME = '0x00000000000000000000000000000000000000aa'
const DEX = '0x00000000000000000000000000000000000000bb'
const tokens = csv(
  'export-token.csv',
  'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol',
  `0xf1,1,1700000000,2023-11-14 22:13:20,${DEX},${ME},5,$5.00,0xc1,Some,SOME`,
)

async function choose(page: Page, ...files: ReturnType<typeof csv>[]) {
  const zone = page.getByLabel('Drag and drop your file or browse')
  await zone.and(page.locator('input')).setInputFiles(files)
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

test('E3 E5 E6 a file asks for its time zone in the history; the answer is remembered, shown and changed', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await goTo(page, '/imports/csvs')
  await choose(page, binance('binance.csv', '2024-01-02', '2024-07-02'))
  await expect(row(page, 'Binance')).toContainText('Needs an answer')
  await expect(row(page, 'Binance')).toContainText('binance.csv: The file does not say in which time zone')

  await page.getByRole('button', { name: 'Answer the question of binance.csv' }).click()
  const dialog = page.getByRole('dialog', { name: 'How to read binance.csv' })
  const zone = dialog.getByLabel('Time zone')
  await expect(zone).toHaveValue('UTC')
  await expect(dialog).toContainText('Jan 02, 2024 10:00:00 · Received 5 ADA')
  await chooseTimeZone(page, 'new york')
  await expect(dialog).toContainText('Jan 02, 2024 15:00:00 · Received 5 ADA')
  await expect(dialog).toContainText('Jul 02, 2024 14:00:00 · Received 5 ADA')
  await dialog.getByRole('button', { name: 'Read the file' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Binance')).toContainText('Done')

  await test.step('an answer is remembered, shown and changed; what the file held is there to look at', async () => {
    await goTo(page, '/imports/csvs')
    await choose(page, binance('later.csv', '2024-09-02'))
    await page.getByRole('button', { name: 'Show files of Binance' }).press('Enter')
    const files = page.getByRole('list', { name: 'Files' })
    await expect(files).toContainText('Times in New York (your answer)')
    await expect(files).toContainText('Times in New York (as you answered before)')

    // The rows of a file, from the history; and an answer that is changed afterwards.
    await files.getByRole('button', { name: 'Show rows of binance.csv' }).click()
    const rows = page.getByRole('dialog', { name: 'binance.csv' })
    await expect(rows).toContainText('2 transactions from 2 of 2 rows')
    await expect(rows.getByRole('row').nth(1)).toContainText('Jan 02, 2024 15:00:00 · Received 5 ADA')
    await page.keyboard.press('Escape')
    await files.getByRole('button', { name: 'Change how binance.csv was read' }).click()
    const dialog = page.getByRole('dialog', { name: 'How to read binance.csv' })
    const zone = dialog.getByLabel('Time zone')
    await expect(zone).toHaveValue(/^New York /)
    await chooseTimeZone(page, 'utc')
    await expect(zone).toHaveValue('UTC')
    await expect(dialog).toContainText('Jan 02, 2024 10:00:00')
    await dialog.getByRole('button', { name: 'Read the file' }).click()
    await expect(files).toContainText('Times in UTC (your answer)')
  })
  expect(faults()).toEqual([])
})

test('E6 checked before it is kept: what a file asks and would bring, without a mouse', async ({ page }) => {
  await startAsCustomer(page)
  await page.goto('/imports')
  await page.getByRole('main').getByRole('link', { name: 'Upload via CSV' }).first().click()
  await page.getByLabel('Check before importing').focus()
  await page.keyboard.press('Space')
  await choose(page, tokens, csv('bread.csv', 'When;What;How much', '2024-01-01;bread;3'))

  const dialog = page.getByRole('dialog', { name: 'Check export-token.csv' })
  await expect(dialog).toContainText('Which of these addresses is yours?')
  const send = dialog.getByRole('button', { name: 'Import', exact: true })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel(ME).focus()
  await page.keyboard.press('Space')
  await dialog.getByLabel('Chain').selectOption('base')
  await expect(dialog).toContainText('Received 5 SOME')
  await test.step('who leaves the page and comes back goes on where they were', async () => {
    await page.goBack()
    await expect(dialog).toBeHidden()
    await page.goForward()
    await expect(dialog.getByLabel('Chain')).toHaveValue('base')
    await expect(dialog).toContainText('Received 5 SOME')
  })
  await test.step('of a page that is loaded anew the answers are there once the file is chosen again', async () => {
    await page.reload()
    await expect(page.getByText(/^You were checking export-token\.csv and bread\.csv\./)).toBeVisible()
    await choose(page, tokens, csv('bread.csv', 'When;What;How much', '2024-01-01;bread;3'))
    await expect(dialog.getByLabel('Chain')).toHaveValue('base')
    await expect(page.getByText(/^You were checking/)).toBeHidden()
  })
  await expect(dialog).toContainText(`into Base ${ME.slice(0, 6)}…${ME.slice(-4)}`)
  await expect(dialog).toContainText('1 transaction from 1 of 1 row')
  await expect(dialog).toContainText('What it would change')
  await send.focus()
  await page.keyboard.press('Enter')

  const other = page.getByRole('dialog', { name: 'Check bread.csv' })
  await expect(other).toContainText('bread.csv, line 1: ')
  await expect(other.getByRole('button', { name: 'Describe its columns' })).toBeVisible()
  // The other file has arrived, and the page waits for this one: had it been settled first, the page would lead on by itself.
  await expect(page.locator('a', { hasText: 'Go to Imported History' })).toBeAttached()
  await other.getByRole('button', { name: 'Do not import' }).click()
  await page.getByRole('link', { name: 'Go to Imported History' }).click()
  await expect(row(page, 'Base 0x')).toContainText('Done')
})

test('SF16 an import at work is cancelled, tried again and deleted, and leaves nothing', async ({ page }) => {
  const at = (n: number) =>
    new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString().slice(0, 19).replace('T', ' ')
  // Long enough to be at work for as long as a hand needs.
  const rows = Array.from(
    { length: 90_000 },
    (_, n) => `L${n.toString()},R${n.toString()},${at(n)},staking,,currency,DOT,spot / main,0.5,0,`,
  )
  const long = csv('long.csv', 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance', ...rows)
  await startAsCustomer(page)
  await page.goto('/imports/csvs')
  await choose(page, long)
  await page.getByRole('button', { name: 'Show files of Kraken' }).press('Enter')
  await page.getByRole('button', { name: 'Cancel long.csv' }).click()
  const file = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect(file).toContainText('Cancelled')
  await expect(page.getByText('1 account · 0 transactions')).toBeVisible()

  await file.getByRole('button', { name: 'Try long.csv again' }).click()
  await expect(file.getByRole('button', { name: 'Cancel long.csv' })).toBeVisible()
  await file.getByRole('button', { name: 'Delete long.csv' }).click()
  await page.getByRole('dialog', { name: 'Delete Source' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Source deleted successfully')).toBeVisible()
  await expect(page.getByText('Nothing imported yet')).toBeVisible()
})
