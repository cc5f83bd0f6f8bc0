import { expect, type Locator, type Page, test } from '@playwright/test'
import {
  call,
  showYear,
  startAsCustomer,
  startWithHistory,
  upload,
  watchForFaults,
  watchForRefusals,
} from './helpers.ts'

// One of each: sold out of nothing, sent nowhere, come from nowhere, income without a price, a weak match, a type nobody knows.
const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1
2024-02-01T00:00:00Z,sell,3000,USD,100,SOL,0,USD,Coinbase,yes,s1
2024-03-01T00:00:00Z,sent,,,1,ETH,,,Coinbase,yes,o1
2024-04-01T00:00:00Z,received,2,BTC,,,,,Kraken,yes,i1
2024-05-01T00:00:00Z,sell,90000,USD,1.5,BTC,0,USD,Kraken,yes,s2
2024-06-01T00:00:00Z,airdrop,500,XYZ,,,,,Kraken,yes,a1
2024-07-01T00:00:00Z,sent,,,0.5,ETH,,,Coinbase,yes,o2
2024-07-01T02:00:00Z,received,0.5,ETH,,,,,Gemini,yes,i2
2024-07-01T03:00:00Z,received,0.5,ETH,,,,,Kraken,yes,i3
2024-08-01T00:00:00Z,levitation,7,ETH,,,,,Gemini,yes,u1
`

test.describe.configure({ mode: 'serial' })

let page: Page
let faults: () => readonly string[]
let refused: () => readonly string[]

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  faults = watchForFaults(page)
  refused = watchForRefusals(page)
  await startAsCustomer(page)
  await upload(page, 'history.csv', HISTORY)
  await expect.poll(() => call(page, 'GET', '/transactions/facets')).toMatchObject({ review: 6 })
  await showYear(page, 2024)
})

test.afterAll(async () => {
  expect(faults()).toEqual([])
  // The wrong answer alone: what was settled is not asked for again.
  expect(refused()).toEqual(['POST /review/{id}/decide: 422'])
  await page.context().close()
})

const rows = () => page.getByRole('grid', { name: 'Review queue' }).locator('[data-key]')
const row = (text: string | RegExp): Locator => rows().filter({ hasText: text })
const kinds = () => page.getByRole('list', { name: 'Kinds of problem' })
const sheet = () => page.getByRole('dialog').first()

test('E10 R one queue with a count in the navigation, what changes most first', async () => {
  await page.getByRole('link', { name: 'Transactions 8 to review' }).click()
  await expect(page.getByRole('grid', { name: 'Transactions' })).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByRole('tab', { name: /Review/ })).toHaveAttribute('aria-selected', 'true')
  await expect(rows()).toHaveCount(8)
  await expect(rows().first()).toContainText('Received 2\u00a0BTC')
  await expect(rows().first()).toContainText('$90,000.00')
  await expect(rows().nth(1)).toContainText('Missing cost basis')
  await expect(page.getByRole('strong').filter({ hasText: '8 to review' })).toBeVisible()
  const negative = row('Negative balance')
  await expect(negative).toContainText('100 SOL missing')
  // On a small window the longest subject keeps its last ticker.
  await page.setViewportSize({ width: 1024, height: 900 })
  const subject = negative.getByRole('gridcell', { name: /^100\sSOL missing/ })
  await expect(subject).toHaveJSProperty('scrollWidth', await subject.evaluate((cell) => cell.clientWidth))
  await expect(subject).toHaveJSProperty('scrollHeight', await subject.evaluate((cell) => cell.clientHeight))
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('1.4.10 on a phone the chosen kind, and the tab one is on, lie in sight', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/transactions?review=true&kind=negative_balance')
  await expect(kinds().getByRole('button', { name: /Negative balances/ })).toBeInViewport({ ratio: 1 })
  await page.goto('/one_year?year=2024&tab=assets')
  const tab = page.getByRole('tab', { name: /By asset/ })
  await page
    .getByRole('tablist', { name: 'Rows' })
    .evaluate((list: HTMLElement) => window.scrollTo(0, list.offsetTop))
  // All of it but the pixel that its line shares with the panel's.
  await expect(tab).toBeInViewport({ ratio: 0.95 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/transactions?review=true')
  await expect(rows()).toHaveCount(8)
})

test('E10 kinds filter with their counts, and the address keeps them', async () => {
  await kinds().getByRole('button', { name: 'Unmatched receipts 2' }).click()
  await expect(rows()).toHaveCount(2)
  await expect(page).toHaveURL(/kind=unmatched_receive/)
  await page.reload()
  await expect(rows()).toHaveCount(2)
  await kinds().getByRole('button', { name: 'All 8' }).click()
  await expect(rows()).toHaveCount(8)
})

test('E10 2.1.1 N7 by keyboard: move, choose, accept several, open, match, and undo each', async () => {
  await rows().first().focus()
  await page.keyboard.press('j')
  await expect(rows().nth(1)).toBeFocused()
  // By name: of an unknown type the next question would come, and rows of one effect stand in any order.
  for (const name of ['Missing cost basis', 'Sent 1\u00a0ETH']) {
    await row(name).focus()
    await page.keyboard.press('x')
  }
  const chosen = page.getByRole('region', { name: 'Chosen items' })
  await expect(chosen).toContainText('2 chosen')
  // A request that does not arrive leaves the choice as it was.
  await page.route('**/api/review/actions', (route) => route.abort())
  await chosen.getByRole('button', { name: 'Accept as is' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Lotbook could not be reached.' })).toBeVisible()
  await expect(chosen).toContainText('2 chosen')
  await page.unroute('**/api/review/actions')
  await chosen.getByRole('button', { name: 'Accept as is' }).click()
  await expect(rows()).toHaveCount(6)
  await expect(page.getByRole('status').filter({ hasText: '2 accepted as is' })).toBeVisible()
  await kinds().getByRole('button', { name: 'Accepted as is 2' }).click()
  await expect(rows()).toHaveCount(2)
  await rows().first().click()
  await expect(sheet()).toContainText(/By .+, /)
  await expect(sheet().getByText('Accepted as is', { exact: true })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await kinds().getByRole('button', { name: /^All/ }).click()
  await expect(rows()).toHaveCount(6)
  await rows().first().focus()
  await page.keyboard.press('z')
  await expect(rows()).toHaveCount(8)

  await row('Possible transfer').focus()
  await page.keyboard.press('Enter')
  await expect(sheet().getByRole('heading', { level: 2 })).toHaveText('Possible transfer')
  await expect(sheet()).toContainText('Gemini')
  await sheet()
    .getByRole('radio', { name: /It is a transfer/ })
    .check()
  await sheet().getByRole('button', { name: 'Save answer' }).click()
  await expect(row('Possible transfer')).toHaveCount(0)
  await expect(sheet()).toContainText('This is no longer open.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(row('Possible transfer')).toHaveCount(1)
})

test('E10 an item leads to its transaction, and all like it are chosen at once', async () => {
  await row('Received 2\u00a0BTC').click()
  await expect(sheet()).toContainText('Did it come from another of your imported accounts?')
  await sheet().getByRole('button', { name: 'Find where it was sent from' }).click()
  await expect(sheet().getByRole('heading', { level: 2 })).toHaveText('Received 2\u00a0BTC')
  await expect(sheet().getByRole('button', { name: 'Find where it was sent from' })).toBeVisible()
  await page.keyboard.press('Escape')
  await rows().first().focus()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Choose all 8' }).click()
  await expect(page.getByRole('region', { name: 'Chosen items' })).toContainText('8 chosen')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
})

test('N11 E19 a missing basis is decided with its effect shown before, and taken back', async () => {
  await row('Missing cost basis').click()
  await expect(sheet()).toContainText('The origin of 100 SOL is unknown.')
  const option = (title: string) => sheet().getByRole('radio', { name: new RegExp(title) })
  await expect(sheet().getByText('No change to the figures of any year.')).toBeVisible({ timeout: 60_000 })
  await option('before this history begins').check()
  await expect(sheet().getByLabel('Quantity of SOL')).toHaveValue('100')
  await sheet().getByLabel('Bought on').fill('2021-05-05')
  await sheet().getByLabel('Cost of all of it').fill('1200')
  await expect(
    sheet()
      .getByText(/^2024: .*gain \u2212\$1,200\.00/)
      .first(),
  ).toBeVisible({ timeout: 60_000 })
  await sheet().getByRole('button', { name: 'Save answer' }).click()
  await expect(row('Missing cost basis')).toHaveCount(0)
  await expect(sheet()).toContainText('This is no longer open.')
  // On to what took its place, and the settled one can be had back from there.
  await sheet().getByRole('button', { name: 'Next' }).click()
  await expect(sheet()).not.toContainText('This is no longer open.')
  await expect(sheet().getByRole('button', { name: 'Accept as is' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(row('Missing cost basis')).toHaveCount(1)
})

test('N11 what has no price is not said to change nothing: its value is asked for', async () => {
  await row('Unmatched send').first().click()
  const donated = sheet().locator('label').filter({ hasText: 'I donated it to a charity' })
  await expect(donated).toContainText('No price is known. Enter its value to see what it would change.', {
    timeout: 60_000,
  })
  // By key: what comes above the answers meanwhile moves them, and a click falls beside.
  await sheet()
    .getByRole('radio', { name: /I donated it to a charity/ })
    .press('Space')
  await sheet().getByLabel('Value of all of it').fill('2500')
  await expect(donated).toContainText(/^.*2024: deduction \+\$/, { timeout: 60_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('N11 an answer that mends a history says that its taxes can be calculated, with the figures of after', async () => {
  // No journal can be brought to it from here any more: only those that are older hold such rows.
  const years = [{ year: 2024, gain: '12.5', short: '12.5', income: '650', deduction: '0' }]
  await page.route('**/api/review/*/effects', async (route) => {
    const { answers } = route.request().postDataJSON() as { answers: unknown[] }
    await route.fulfill({
      json: { data: answers.map(() => ({ refused: null, mends: true, years, unpriced: 0 })) },
    })
  })
  await row('Received 2\u00a0BTC').click()
  await expect(
    sheet()
      .getByText('With this your taxes can be calculated. 2024: short-term gain $12.50, income $650.00')
      .first(),
  ).toBeVisible()
  await page.unroute('**/api/review/*/effects')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(rows()).toHaveCount(8)
})

test('E19 a wrong answer says which field, beside it', async () => {
  await row('Missing cost basis').click()
  await sheet()
    .getByRole('radio', { name: /before this history begins/ })
    .check()
  const lot = sheet().locator('label').filter({ hasText: 'before this history begins' })
  await sheet().getByLabel('Bought on').fill('2025-05-05')
  // An answer that cannot be read is not worked out for ever, and a refused one says why before it is given.
  await sheet().getByLabel('Cost of all of it').fill('1,000')
  await expect(lot).toContainText('Enter amounts with digits and a decimal point, such as 1250.50.')
  await sheet().getByLabel('Cost of all of it').fill('1')
  await expect(lot).toContainText('it must have been there before it was used', { timeout: 60_000 })
  await sheet().getByRole('button', { name: 'Save answer' }).click()
  await expect(sheet().getByLabel('Bought on')).toHaveAccessibleDescription(
    /it must have been there before it was used/,
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('N11 a link to what was settled says what it was, how, when and by whom, and takes it back', async () => {
  const item = row('Missing cost basis')
  const id = (await item.getAttribute('data-key')) ?? ''
  const answer = {
    option: 'declared',
    acquired_on: '2021-05-05',
    quantity: '100',
    cost: '1200',
    note: 'Bill',
  }
  expect(await call(page, 'POST', `/review/${id}/decide`, { answer })).toMatchObject({ status: 'success' })
  await page.goto(`/transactions?review=true&item=${id}`)
  await expect(sheet().getByRole('heading', { level: 2 })).toHaveText('Missing cost basis')
  await expect(sheet()).toContainText('This is no longer open.')
  await expect(sheet()).toContainText('I can state the date and the cost')
  await expect(sheet()).toContainText('By you,')
  await expect(sheet()).toContainText('Note: Bill')
  await expect(sheet()).toContainText('Sold 100\u00a0SOL for')
  // On a phone too there is a way on, and a way back.
  await page.setViewportSize({ width: 390, height: 844 })
  await sheet().getByRole('button', { name: 'Next open one' }).click()
  await expect(sheet().getByRole('button', { name: 'Accept as is' })).toBeVisible()
  await page.goto(`/transactions?review=true&item=${id}`)
  await sheet().getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(sheet().getByRole('button', { name: 'Accept as is' })).toBeVisible()
  await expect(sheet()).not.toContainText('This is no longer open.')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/transactions?review=true')
  await expect(row('Missing cost basis')).toHaveCount(1)
})

test('E10 a queue of which all was accepted as is does not say that all is understood', async ({
  page: own,
}) => {
  await startWithHistory(own, HISTORY.split('\n').slice(0, 4).join('\n'), 3)
  await own.goto('/transactions?review=true')
  const grid = own.getByRole('grid', { name: 'Review queue' })
  await grid.locator('[data-key]').first().focus()
  await own.keyboard.press('a')
  await expect(own.getByText('Nothing to review')).toBeVisible()
  await expect(own.getByText('What you accepted as is still counts as before.')).toBeVisible()
  await expect(own.getByText('Every transaction is understood')).toHaveCount(0)
})
