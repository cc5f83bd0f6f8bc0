import { expect, test } from '@playwright/test'
import { startWithHistory, watchForFaults } from './helpers.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const HISTORY = `${[
  HEADER,
  ...Array.from(
    { length: 9 },
    (_, n) => `2024-01-0${n + 1}T10:00:00Z,received,${n + 1},ETH,,,,,Coinbase,yes,r${n}`,
  ),
  '2024-02-01T10:00:00Z,buy,1,BTC,20000,USD,,,Coinbase,yes,b',
].join('\n')}\n`

test.beforeEach(({ page }) => startWithHistory(page, HISTORY, 10))

test('E11 N7 rows are chosen with the keyboard, all that match with one click, changed with a count first, and undone', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await page.goto('/transactions')
  const table = page.getByRole('grid', { name: 'Transactions' })
  const bar = page.getByRole('region', { name: 'Chosen transactions' })
  await table.locator('[data-key]').first().focus()
  for (const key of ['x', 'ArrowDown', 'x', 'ArrowDown', 'x', 'x']) await page.keyboard.press(key)
  await expect(bar.getByText('2 chosen')).toBeVisible()
  await bar.getByRole('button', { name: 'Choose all 10' }).click()
  await expect(bar.getByText('10 chosen')).toBeVisible()

  await bar.getByRole('button', { name: 'Set type' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set the type' })
  await expect(dialog.getByLabel('Type', { exact: true })).toBeFocused()
  await dialog.getByLabel('Type', { exact: true }).selectOption('Received')
  await expect(dialog.getByText('0 of 10 transactions will change.')).toBeVisible()
  await expect(dialog.getByText('9 are of that type already.')).toBeVisible()
  await dialog.getByLabel('Type', { exact: true }).selectOption('Staking reward')
  await expect(dialog.getByText('9 of 10 transactions will change.')).toBeVisible()
  await expect(
    dialog.getByText('1 is left as it is: what went in and out does not fit the type.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Set the type' }).click()
  await expect(page.getByText(/^9 transactions changed\./)).toBeVisible()
  await expect(table.getByRole('rowheader', { name: 'Staking reward' })).toHaveCount(9)
  await expect(bar).toBeHidden()
  // Nine alike: a rule would have done it.
  await expect(
    page.getByText('You changed 9 rows from Received to Staking reward. Make a rule?'),
  ).toBeVisible()
  // From the history of one of them, the undo says how many it puts back.
  await table.getByRole('rowheader', { name: 'Staking reward' }).first().click()
  const sheet = page.getByRole('dialog').first()
  const undo = page.getByRole('dialog', { name: 'Undo for 9 transactions' })
  await sheet.getByRole('button', { name: 'Undo all 9' }).click()
  await expect(undo.getByText('This was one change: all 9 return')).toBeVisible()
  await undo.getByRole('button', { name: 'Cancel' }).click()
  await expect(table.getByRole('rowheader', { name: 'Staking reward' })).toHaveCount(9)
  await sheet.getByRole('button', { name: 'Undo all 9' }).click()
  await undo.getByRole('button', { name: 'Undo all 9' }).click()
  await expect(table.getByRole('rowheader', { name: 'Received' })).toHaveCount(9)
  await expect(sheet.getByRole('button', { name: 'Undo all 9' })).toBeHidden()

  // Deleted, found again, and back.
  await page.goto('/transactions?asset=ETH')
  await table.getByRole('checkbox').first().check()
  await bar.getByRole('button', { name: 'Choose all 9' }).click()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const confirm = page.getByRole('dialog', { name: 'Delete transactions' })
  await expect(confirm.getByText('9 transactions will change.')).toBeVisible()
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('9 transactions changed.')).toBeVisible()
  await expect(page.getByText('No transactions match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Only deleted ones').check()
  await page.keyboard.press('Escape')
  await expect(table.locator('[data-key]')).toHaveCount(9)
  await table.locator('[data-key]').first().focus()
  await page.keyboard.press('x')
  await bar.getByRole('button', { name: 'Bring back' }).click()
  const back = page.getByRole('dialog', { name: 'Bring back transactions' })
  await back.getByRole('button', { name: 'Bring back' }).click()
  await expect(table.locator('[data-key]')).toHaveCount(8)
  await page.goto('/transactions?asset=ETH')
  await expect(table.locator('[data-key]')).toHaveCount(1)
  expect(faults()).toEqual([])
})

test('E11 on a phone rows are chosen and ignored at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/transactions')
  await page.getByRole('button', { name: 'Choose', exact: true }).click()
  const table = page.getByRole('grid', { name: 'Transactions' })
  await table.getByRole('checkbox').nth(0).check()
  await table.getByRole('checkbox').nth(1).check()
  const bar = page.getByRole('region', { name: 'Chosen transactions' })
  await expect(bar.getByText('2 chosen')).toBeVisible()
  await bar.getByRole('button', { name: 'Ignore' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ignore' }).click()
  await expect(page.getByText('2 transactions changed.')).toBeVisible()
  await page.goto('/transactions?ignored=true')
  await expect(table.locator('[data-key]')).toHaveCount(2)
})
