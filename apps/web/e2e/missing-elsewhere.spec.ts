import { expect, test } from '@playwright/test'
import { calculateByCall, startWithHistory } from './helpers.ts'

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,6,SOL,300,USD,,,Coinbase,yes,b1
2025-02-10T21:00:00Z,sent,,,4,SOL,,,Coinbase,yes,
2025-02-11T15:00:00Z,sell,669,USD,4,SOL,,,Binance,yes,s1
`

test('E10 N11 what was sent and is missing elsewhere leads there, and is settled once as a transfer', async ({
  page,
}) => {
  await startWithHistory(page, HISTORY, 3)
  await calculateByCall(page)

  await page.goto('/onboarding/step-3?wizard=SentGiftorPurchase')
  const hint = page.getByText('Did it go to Binance? The origin of 4 SOL there is unknown')
  await expect(hint).toBeVisible()
  await hint.getByRole('link', { name: 'Settle that instead' }).click()
  const sheet = page.getByRole('dialog', { name: 'Missing cost basis' })
  await sheet.getByRole('radio', { name: /another account of mine/ }).check()
  await sheet.getByLabel('Sent from').selectOption({ index: 1 })
  // A coin of 2024 held for more than a year: what was all short-term gain is long-term, less what it cost.
  await expect(
    sheet.getByText('2025: gain \u2212$200.00 (short-term \u2212$669.00, long-term +$469.00)'),
  ).toBeVisible()
  await sheet.getByRole('button', { name: 'Save answer' }).click()
  await expect(sheet.getByText('This is no longer open.')).toBeVisible()
  await page.goto('/transactions?review=true&kind=unmatched_send')
  await expect(page.getByText('No items of this kind are waiting for you.')).toBeVisible()
})
