import { expect, test } from '@playwright/test'
import { showOpen, showYear, startWithHistory, watchForFaults } from './helpers.ts'

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-02-01T10:00:00Z,received,2,DOT,,,,,Kraken,yes,g
2024-03-01T10:00:00Z,sell,10,USD,1,DOT,,,Kraken,yes,s
`

test('E19 a gift that may have been worth less than its donor paid is a task of unknown effect, on the year and in the queue', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startWithHistory(page, HISTORY, 2)
  await page.goto('/transactions?review=true&kind=unmatched_receive')
  const queue = page.getByRole('grid', { name: 'Review queue' }).locator('[data-key]')
  await queue.first().click()
  const sheet = page.getByRole('dialog').first()
  await sheet.getByRole('radio', { name: /It was a gift to me/ }).check()
  await sheet.getByLabel(/^What the donor paid/).fill('80')
  // A refused field shows its reason.
  const bought = sheet.getByLabel(/^When the donor bought it/)
  await bought.fill('2024-05-01')
  await sheet.getByRole('button', { name: 'Save answer' }).click()
  await expect(bought).toHaveAttribute('aria-invalid', 'true')
  await expect(bought).toHaveAccessibleDescription(/the date is after the gift/)
  await bought.fill('')
  await sheet.getByRole('button', { name: 'Save answer' }).click()
  await expect(sheet).toContainText('This is no longer open.')

  await page.goto('/transactions?review=true&kind=missing_price')
  await expect(queue).toHaveCount(1)
  await expect(queue.first()).toContainText('not known')
  const id = (await queue.first().getAttribute('data-key')) ?? ''
  await page.goto(`/transactions?review=true&item=${id}`)
  await expect(sheet).toContainText('a loss is measured from its value on the day of the gift')
  await showYear(page, 2024)
  await expect(await showOpen(page)).toContainText(
    '1 gift has no price, so a loss on it counts from what the donor paid, which may be too much.',
  )
  // A row says what it rests on where there is no column for it, too.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Short-term · missing price')).toBeVisible()
  expect(faults()).toEqual([])
})

test('E19 R-FEE-4 of a fee in a coin that nothing prices the fee is asked about, and its value settles it', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startWithHistory(
    page,
    `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T10:00:00Z,buy,1,DOT,5,USD,,,Kraken,yes,b
2024-01-01T10:00:00Z,buy,9,XYZ,9,USD,,,Kraken,yes,c
2024-03-01T10:00:00Z,sell,10,USD,1,DOT,2,XYZ,Kraken,yes,s
`,
    3,
  )
  await page.goto('/transactions?review=true&kind=missing_price')
  const queue = page.getByRole('grid', { name: 'Review queue' }).locator('[data-key]')
  await queue.first().click()
  const sheet = page.getByRole('dialog').first()
  await expect(sheet).toContainText('Only the fee has no price: 2 XYZ.')
  await sheet.getByRole('radio', { name: /Enter its value/ }).check()
  await sheet.getByLabel('Value of the fee, in USD').fill('3')
  await sheet.getByRole('button', { name: 'Save answer' }).click()
  await expect(sheet).toContainText('This is no longer open.')
  await page.goto('/transactions?review=true&kind=missing_price')
  await expect(page.getByRole('grid', { name: 'Review queue' }).locator('[data-key]')).toHaveCount(0)
  expect(faults()).toEqual([])
})
