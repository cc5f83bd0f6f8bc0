import { expect, type Page, test } from '@playwright/test'
import {
  call,
  imported,
  showOpen,
  showYear,
  startAsCustomer,
  startWithHistory,
  upload,
  watchForFaults,
} from './helpers.ts'

/*
 * One coin each for 4,000 (2019), 61,000 (2021) and 23,500 (2022), of which two went to Kraken in 2023. Coinbase sells its
 * coin for 80,000 on June 2, 2025, Kraken one of two for 70,000 on February 2, 2026. With nothing on record Coinbase has the
 * oldest coin: 76,000 of gain in 2025 and 9,000 in 2026.
 */
const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2019-01-01T12:00:00Z,buy,1,BTC,4000,USD,,,Coinbase,yes,b1
2021-11-01T12:00:00Z,buy,1,BTC,61000,USD,,,Coinbase,yes,b2
2022-06-01T12:00:00Z,buy,1,BTC,23500,USD,,,Coinbase,yes,b3
2023-01-01T12:00:00Z,send,,,2,BTC,,,Coinbase,yes,m1
2023-01-01T12:20:00Z,receive,2,BTC,,,,,Kraken,yes,m1
2025-06-02T12:00:00Z,sell,80000,USD,1,BTC,,,Coinbase,yes,s1
2026-02-02T12:00:00Z,sell,70000,USD,1,BTC,,,Kraken,yes,s2
`

/** A coin that was never bought. */
const UNKNOWN_SALE = '2025-09-01T12:00:00Z,sell,100,USD,500,DOGE,,,Coinbase,yes,s5\n'

/** Beside it an ETH each for 1,000 and 3,000, of which one went to Kraken; Coinbase sells one in January 2025. */
const WITH_ETH = `${HISTORY}2020-01-01T12:00:00Z,buy,1,ETH,1000,USD,,,Coinbase,yes,e1
2021-05-01T12:00:00Z,buy,1,ETH,3000,USD,,,Coinbase,yes,e2
2023-02-01T12:00:00Z,send,,,1,ETH,,,Coinbase,yes,m2
2023-02-01T12:20:00Z,receive,1,ETH,,,,,Kraken,yes,m2
2025-01-05T12:00:00Z,sell,5000,USD,1,ETH,,,Coinbase,yes,s3
2026-03-02T12:00:00Z,sell,5000,USD,1,ETH,,,Kraken,yes,s4
`

test('N14 R-POOL-4 from the banner to every allocation side by side, and a choice', async ({ page }) => {
  const faults = watchForFaults(page)
  await begin(page)
  await showYear(page, 2025)
  await expect(page.getByRole('button', { name: 'Net gain: +$76,000.00' })).toBeVisible()
  const strip = page.getByRole('status').filter({ hasText: 'You held coins in more than one account' })
  await expect(strip).toBeVisible()
  // It stands apart from the figures, as cards do.
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect
    .poll(async () => {
      const [above, below] = [await strip.boundingBox(), await figures.boundingBox()]
      return below!.y - above!.y - above!.height
    })
    .toBe(24)
  await page.goto('/tax?year=2025')
  await expect(page.getByText('You held coins in more than one account')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Compare allocations' }).first().click()
  await expect(page).toHaveURL(/\/tax\/safe_harbor$/)
  await expect(page.getByText('Nothing has been compared yet')).toBeVisible()
  await page.getByRole('button', { name: 'Compare allocations' }).click()

  await test.step('what there was, and what is met', async () => {
    const row = page.getByRole('table').getByRole('row', { name: /BTC/ })
    await expect(row).toContainText(/Coinbase 1, Kraken 2.*3.*3.*Yes.*\$88,500\.00.*Jun 02, 2025/s)
    await expect(page.getByText('It comes too late: it is used, but it is no safe harbor')).toHaveCount(2)
    await page.getByRole('button', { name: 'Compare allocations' }).click()
  })

  const cards = page.getByRole('list', { name: 'Allocations' }).locator(':scope > li')
  await test.step('every allocation side by side', async () => {
    await expect(cards).toHaveCount(3)
    await expect(cards.nth(0)).toContainText(/Nothing on record.*2025.*\+\$76,000\.00.*2026.*\+\$9,000\.00/s)
    await expect(cards.nth(1)).toContainText(
      /Highest cost first: Coinbase, then Kraken.*\+\$19,000\.00.*\+\$66,000\.00.*Change in tax\s*−\$1,665\.00.*Left: Kraken, 1 lot\s*\$23,500\.00/s,
    )
    await page.getByLabel('Order').selectOption('Lowest tax first')
    await expect(cards.nth(1)).toContainText('Highest cost first')
    await page.getByLabel('Filing status').selectOption('Married filing jointly')
    await expect(page).toHaveURL(/status=mfj/)
    await cards.nth(1).getByRole('button', { name: 'Choose' }).click()
  })

  await expect(page).toHaveURL(/step=record.*order=hifo/)
  expect(faults()).toEqual([])
})

test('N14 a choice is recorded and printed, counts, and gives way until one is for good', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await begin(page)
  await call(page, 'POST', '/safe_harbor/comparisons', {})
  await page.goto('/tax/safe_harbor?step=compare')
  const cards = page.getByRole('list', { name: 'Allocations' }).locator(':scope > li')
  await test.step('its effect, and a record that comes too late to bind', async () => {
    await cards.nth(1).getByRole('button', { name: 'Choose' }).click()
    await expect(page.getByRole('list', { name: 'Effect' })).toContainText('+$19,000.00')
    await expect(page.getByText('a later record may replace it')).toBeVisible()
    await expect(
      page
        .getByRole('table', { name: 'What the record says of each asset' })
        .getByRole('row', { name: /BTC/ }),
    ).toHaveText(/BTC\s*By the rule\s*3\s*\$88,500\.00\s*Too late/)
    await page.getByRole('button', { name: 'Record the allocation' }).click()
    await expect(page.getByText('The allocation is on record.', { exact: false }).first()).toBeVisible()
    await expect(
      page.getByText('What you see was compared before your allocation was recorded.'),
    ).toBeVisible()
    await expect(page.getByText('Your history or settings have changed')).toBeHidden()
    const record = page
      .getByRole('region', { name: 'On record' })
      .or(page.locator('section').filter({ hasText: 'On record' }))
      .first()
    await expect(record).toContainText('Specific unit allocation, each unit listed.')
    for (const [link, name] of [
      ['Print', /^safe-harbor-allocation-.*\.pdf$/],
      ['CSV', /^safe-harbor-allocation-.*\.csv$/],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        record.getByRole('link', { name: link }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(name)
    }
  })

  await test.step('the calculation uses it, and nothing is missing any more', async () => {
    await showYear(page, 2025)
    await expect(page.getByRole('button', { name: 'Net gain: +$19,000.00' })).toBeVisible()
    await expect(page.getByText('You held coins in more than one account')).toBeHidden()
    // A year without income has no empty picture of it.
    await expect(page.getByRole('figure', { name: 'Gain by month' })).toBeVisible()
    await expect(page.getByRole('figure', { name: 'Income by category' })).toBeHidden()
    await page.goto('/settings/tax')
    await expect(page.getByText('A specific unit allocation is on record.')).toBeVisible()
    // Nor does the banner of every screen offer any longer to compare.
    await expect(page.getByText('If you used one universal pool before')).toBeHidden()
  })

  await test.step('one of own books before 2025 is for good, and is typed', async () => {
    await page.getByRole('link', { name: 'View the record' }).click()
    await page.getByRole('button', { name: 'Compare again' }).click()
    await page.getByRole('tab', { name: '2 Compare' }).click()
    await expect(cards).toHaveCount(3)
    await page.getByRole('button', { name: /^Choose ?: Earliest first: Kraken/ }).click()
    await page.getByRole('radio', { name: /A global rule/ }).check()
    await page.getByLabel('In your own books since').fill('2024-12-20')
    await expect(page.getByText('That rests on your own books')).toBeVisible()
    const button = page.getByRole('button', { name: 'Record the allocation' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('Type “irrevocable” to confirm').fill('irrevocable')
    await button.click()
    await expect(page.getByText('Your allocation is on record')).toBeVisible()
    await expect(page.getByText('Irrevocable', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Replaced /)).toBeVisible()
  })
  expect(faults()).toEqual([])
})

test('N14 unit by unit: by keyboard, with running totals, on a phone too', async ({ page }) => {
  const faults = watchForFaults(page)
  await begin(page)
  await page.goto('/tax/safe_harbor')
  await page.getByRole('button', { name: 'Compare allocations' }).click()
  await page.getByRole('tab', { name: '3 Your own' }).click()
  await page.getByRole('button', { name: 'Move Kraken up' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '1.Kraken' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Asset' }).selectOption('BTC')

  const table = page.getByRole('region', { name: 'Lots of BTC' })
  await expect(table.getByRole('row')).toHaveCount(4)
  const cell = (account: string, day: string) =>
    page.getByRole('textbox', { name: new RegExp(`^${account}: units of the lot of ${day}`) })
  const totals = page.getByLabel('Attached so far')
  // Kraken first, highest cost first: it has the two dear coins.
  await expect(cell('Kraken', 'Nov 0?1, 2021')).toHaveValue('1')
  await expect(cell('Coinbase', 'Jan 0?1, 2019')).toHaveValue('1')
  await expect(totals.getByText('Agrees')).toHaveCount(2)

  await test.step('too much and too little are said, and cannot be worked out', async () => {
    await cell('Kraken', 'Nov 0?1, 2021').fill('0.5')
    await expect(totals).toContainText('0.5 to come')
    await cell('Kraken', 'Nov 0?1, 2021').fill('1.5')
    await expect(totals).toContainText('0.5 too much')
    await expect(page.locator('p', { hasText: /^A lot gives more than it has\.$/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Work out the effect' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await cell('Kraken', 'Nov 0?1, 2021').fill('half')
    await expect(page.getByText('Not a quantity')).toBeVisible()
  })
  await test.step('by keyboard: half of the dear coin to Coinbase, half of the oldest to Kraken', async () => {
    await cell('Kraken', 'Nov 0?1, 2021').fill('0.5')
    await cell('Coinbase', 'Jan 0?1, 2019').fill('0.5')
    await cell('Coinbase', 'Jan 0?1, 2019').press('ArrowDown')
    await expect(cell('Coinbase', 'Nov 0?1, 2021')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cell('Coinbase', 'Nov 0?1, 2021')).toHaveValue('0.5')
    await cell('Kraken', 'Nov 0?1, 2021').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(cell('Kraken', 'Jan 0?1, 2019')).toHaveValue('0.5')
    await expect(totals.getByText('Agrees')).toHaveCount(2)
  })
  await test.step('a page that is loaded anew, as after a session that ended, has what was typed', async () => {
    await page.reload()
    await expect(page.getByRole('listitem').filter({ hasText: '1.Kraken' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Asset' }).selectOption('BTC, by hand')
    await expect(cell('Kraken', 'Jan 0?1, 2019')).toHaveValue('0.5')
    await expect(totals.getByText('Agrees')).toHaveCount(2)
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Work out the effect' }).click()
  const own = page.getByRole('list', { name: 'Allocations' }).locator(':scope > li').nth(1)
  // 80,000 less half of 4,000 and half of 61,000; Kraken sells half of each too, the oldest first.
  await expect(own).toContainText(/Your own.*2025.*\+\$47,500\.00.*2026.*\+\$37,500\.00/s)

  await test.step('on a phone it is chosen and recorded', async () => {
    await own.getByRole('button', { name: 'Continue with this' }).click()
    await expect(page.getByText('Unit by unit: BTC.')).toBeVisible()
    await expect(page.getByRole('radio', { name: /A global rule/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Record the allocation' }).click()
    await expect(page.getByText('Chosen unit by unit: BTC.')).toBeVisible()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await showYear(page, 2025)
  await expect(page.getByRole('button', { name: 'Net gain: +$47,500.00' })).toBeVisible()
  expect(faults()).toEqual([])
})

/** BTC first moved in June 2025, ETH in January: what was in books of one's own in March is in time for BTC alone. */
async function chooseInTimeForBtc(page: Page): Promise<void> {
  await begin(page, WITH_ETH, 13)
  await call(page, 'POST', '/safe_harbor/comparisons', {})
  await page.goto('/tax/safe_harbor?step=compare&books=2025-03-01')
  await page
    .getByRole('button', { name: /^Choose ?: Highest cost first: Coinbase/ })
    .first()
    .click()
}

test('R-POOL-3 N14 a record binds the assets it comes in time for, and the others are recorded again', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await chooseInTimeForBtc(page)
  await test.step('which asset it will bind, and why', async () => {
    const assets = page.getByRole('table', { name: 'What the record says of each asset' })
    await expect(assets.getByRole('row', { name: /BTC/ })).toContainText(
      /Yes\s*Before its first sale, disposition or transfer, on June 2, 2025\./,
    )
    await expect(assets.getByRole('row', { name: /ETH/ })).toContainText(
      /Too late\s*Its first sale, disposition or transfer, on January 5, 2025, came before\./,
    )
    await expect(page.getByText('It does not bind ETH')).toBeVisible()
    await page.getByLabel('Type “irrevocable” to confirm').fill('irrevocable')
    await page.getByRole('button', { name: 'Record the allocation' }).click()
  })
  const bound = page.getByRole('list', { name: 'Assets of this record' }).first().getByRole('listitem')
  await test.step('on record: bound, not bound, and why', async () => {
    await expect(bound.nth(0)).toHaveText(/^BTC\s*Bound\s*Before its first sale/)
    await expect(bound.nth(1)).toHaveText(/^ETH\s*Not bound\s*Its first sale/)
    await page.getByRole('button', { name: 'Compare again' }).click()
    await page.getByRole('tab', { name: '1 Check' }).click()
    await expect(page.getByRole('table').getByRole('row', { name: /BTC/ })).toContainText('Irrevocable')
    await expect(page.getByRole('table').getByRole('row', { name: /ETH/ })).toContainText('Open')
  })
  await test.step('every other way leaves BTC as it is', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('tab', { name: '2 Compare' }).click()
    await expect(page.getByText('BTC stays on every card as an irrevocable record says')).toBeVisible()
    await page.getByRole('button', { name: /^Choose ?: Nothing more on record/ }).click()
    await expect(page.getByText('Without BTC, which an irrevocable record binds already.')).toBeVisible()
    await expect(page.getByRole('radio', { name: /A global rule/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Record the allocation' }).click()
    await expect(page.getByText('Not for BTC, which an earlier record binds.')).toBeVisible()
    await expect(page.getByText('Counts for what it binds')).toBeVisible()
    await page.getByRole('button', { name: 'Compare again' }).click()
    await page.getByRole('tab', { name: '1 Check' }).click()
  })
  await test.step('results say which rows rest on what came too late', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await showYear(page, 2025)
    const told = await showOpen(page)
    await expect(told).toContainText('recorded too late for ETH')
    await expect(told.getByRole('link', { name: 'Safe Harbor' })).toBeVisible()
    const rows = page.getByRole('grid', { name: 'Disposals of 2025' })
    await expect(rows.getByRole('row', { name: /ETH/ })).toContainText('Too late')
    await expect(rows.getByRole('row', { name: /BTC/ })).not.toContainText('Too late')
    await rows.getByRole('row', { name: /ETH/ }).click()
    await expect(page.getByRole('dialog')).toContainText('it is used, but it is no safe harbor')
    await page.keyboard.press('Escape')
  })
  await test.step('and so they do beside what is not decided, without being cut', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await upload(page, 'sold.csv', `${HISTORY.split('\n')[0] ?? ''}\n${UNKNOWN_SALE}`)
    await imported(page, 14)
    await showYear(page, 2025)
    const rows = page.getByRole('grid', { name: 'Disposals of 2025' })
    await expect(rows.getByRole('columnheader', { name: 'Open items' })).toBeVisible({ timeout: 30_000 })
    await expect(rows.getByRole('columnheader', { name: 'Allocation' })).toBeVisible()
    const overhang = () => rows.evaluate((grid) => grid.scrollWidth - grid.clientWidth)
    await expect.poll(overhang).toBe(0)
    const open = rows.getByRole('link', { name: 'Missing cost basis +1' })
    const [right, mark] = [await rows.boundingBox(), await open.boundingBox()]
    expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeLessThan((right?.x ?? 0) + (right?.width ?? 0))
    // On a narrower screen it scrolls within itself, and what a row is of stays in sight.
    await page.setViewportSize({ width: 1024, height: 768 })
    // It covers nothing, the row's outline neither, until something is beneath it.
    const covers = () =>
      rows
        .getByRole('rowheader')
        .first()
        .evaluate((cell) => getComputedStyle(cell).backgroundColor !== 'rgba(0, 0, 0, 0)')
    await expect.poll(covers).toBe(false)
    // It is there at once, not when the page has been told of the scroll.
    const [edge, cell] = await rows.evaluate((grid) => {
      grid.scrollTo({ left: grid.scrollWidth })
      return [grid, grid.querySelector('[role="rowheader"]')].map((part) => part?.getBoundingClientRect().x)
    })
    expect(cell).toBe(edge)
    await expect.poll(covers).toBe(true)
    // A row, its line and its outline reach as far as its cells.
    const reach = await rows.evaluate((grid) => [
      grid.querySelector('[data-row]')?.getBoundingClientRect().right,
      grid.getBoundingClientRect().right,
    ])
    expect(reach[0]).toBe(reach[1])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024)
  })
  expect(faults()).toEqual([])
})

test('R-POOL-3 N14 a record is of the assets that are chosen, and says what it leaves open', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await chooseInTimeForBtc(page)
  await test.step('an asset is left out by keyboard, and the effect worked out without it', async () => {
    const box = page.getByRole('checkbox', { name: 'ETH in this record' })
    await expect(box).toBeChecked()
    await box.focus()
    await page.keyboard.press('Space')
    await expect(box).not.toBeChecked()
    await expect(page.getByText('Left open: ETH.')).toBeVisible()
    const assets = page.getByRole('table', { name: 'What the record says of each asset' })
    await expect(assets.getByRole('row', { name: /ETH/ })).toContainText(/Left out.*Stays open/)
    await expect(page.getByRole('radio', { name: /A global rule/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Work out the effect' }).click()
    const effect = page.getByRole('list', { name: 'Effect' })
    await expect(effect).toContainText('ETH left out')
    // BTC as chosen, ETH the oldest first: 19,000 and 4,000 in 2025.
    await expect(effect).toContainText('$23,000.00')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(box).not.toBeChecked()
    await page.getByRole('checkbox', { name: 'BTC in this record' }).click()
    await expect(page.getByRole('button', { name: 'Record the allocation' })).toBeDisabled()
    await expect(page.getByText('Choose at least one asset.').first()).toBeAttached()
    await page.getByRole('checkbox', { name: 'BTC in this record' }).click()
  })
  await test.step('on record: what it is of, what it leaves open', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel('Type “irrevocable” to confirm').fill('irrevocable')
    await page.getByRole('button', { name: 'Record the allocation' }).click()
    await expect(page.getByText('Not for ETH, which it leaves open.')).toBeVisible()
    await expect(page.getByText('ETH was left out and has no record')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Assets of this record' }).getByRole('listitem')).toHaveText([
      /^BTC\s*Bound/,
    ])
    await page.getByRole('button', { name: 'Compare again' }).click()
    // The asset that was left out is the next one to record.
    await expect(page.getByRole('checkbox')).toHaveCount(1)
    await expect(page.getByRole('checkbox', { name: 'ETH in this record' })).toBeChecked()
    // Its effect is that of the rule, 2,000 less of gain in 2025; not that of the choice before.
    await expect(page.getByRole('list', { name: 'Effect' })).toContainText('$21,000.00')
    await expect(page.getByRole('list', { name: 'Effect' })).not.toContainText('left out')
  })
  expect(faults()).toEqual([])
})

/* Ten GRT for 100, of which 4 became 4 LPT of 10 each, and 6 became 3 of 20. Kraken sells three for 100. */
const OF_TWO_COSTS = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2023-01-01T12:00:00Z,buy,10,GRT,100,USD,,,Coinbase,yes,o1
2023-02-01T12:00:00Z,swap,4,LPT,4,GRT,,,Coinbase,yes,o2
2023-03-01T12:00:00Z,swap,3,LPT,6,GRT,,,Coinbase,yes,o3
2024-01-01T12:00:00Z,send,,,3,LPT,,,Coinbase,yes,o4
2024-01-01T12:20:00Z,receive,3,LPT,,,,,Kraken,yes,o4
2025-02-01T12:00:00Z,sell,100,USD,3,LPT,,,Kraken,yes,o5
`

test('N14 a record that is refused says why, until it is another one', async ({ page }) => {
  const faults = watchForFaults(page)
  await begin(page, OF_TWO_COSTS, 6)
  await call(page, 'POST', '/safe_harbor/comparisons', {})
  await page.goto('/tax/safe_harbor?step=compare')
  const cards = page.getByRole('list', { name: 'Allocations' }).locator(':scope > li')
  await expect(cards.nth(1)).toContainText('+$70.00')
  await cards.nth(1).getByRole('button', { name: 'Choose' }).click()
  const record = page.getByRole('button', { name: 'Record the allocation' })
  await record.click()
  const why = page.getByText('Units of LPT are of one acquisition and of several costs')
  await expect(why).toBeVisible()
  await page.getByRole('radio', { name: /A global rule/ }).check()
  await expect(why).toBeHidden()
  await record.click()
  await expect(page.getByText('Global allocation for every asset')).toBeVisible()
  expect(faults()).toEqual([])
})

test('R-POOL-4 N14 a record that no longer fits the history says so, with the way to compare again', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await begin(page)
  await call(page, 'POST', '/safe_harbor/comparisons', {})
  await page.goto('/tax/safe_harbor?step=compare')
  await page
    .getByRole('list', { name: 'Allocations' })
    .locator(':scope > li')
    .nth(1)
    .getByRole('button', { name: 'Choose' })
    .click()
  await page.getByRole('button', { name: 'Record the allocation' }).click()
  await expect(page.getByText('The allocation is on record.', { exact: false }).first()).toBeVisible()
  await upload(
    page,
    'late.csv',
    `${HISTORY.split('\n')[0]}\n2018-01-01T12:00:00Z,buy,1,BTC,3000,USD,,,Coinbase,yes,b0\n`,
  )
  await expect
    .poll(async () => (await call(page, 'GET', '/transactions')) as { total: number })
    .toMatchObject({ total: 7 })
  await showYear(page, 2025)
  const told = (await showOpen(page))
    .getByRole('listitem')
    .filter({ hasText: 'Your Safe Harbor record no longer fits your history' })
  await expect(told).toBeVisible()
  await told.getByRole('link', { name: 'Review' }).click()
  await page.getByRole('grid', { name: 'Review queue' }).locator('[data-key]').first().click()
  const sheet = page.getByRole('dialog').first()
  await expect(sheet).toContainText('no longer match your recorded allocation')
  await sheet.getByRole('link', { name: 'Compare allocations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Safe Harbor 2025' })).toBeVisible()
  expect(faults()).toEqual([])
})

test('R-POOL-2 N14 who kept lots by account is told that there is nothing to allocate', async ({ page }) => {
  await startAsCustomer(page)
  await page.goto('/tax/methods?year=2025')
  await page.getByRole('main').getByRole('link', { name: 'Compare allocations' }).click()
  await expect(page.getByText('Nothing to allocate')).toBeVisible()
})

/** A customer who kept one pool, with the history above. */
async function begin(page: Page, history = HISTORY, rows = 7): Promise<void> {
  await startWithHistory(page, history, rows, { timeZone: 'UTC' })
  const settings = (await call(page, 'GET', '/setting/tax')) as object
  await call(page, 'POST', '/setting/tax', { ...settings, pool_before_2025: 'universal' })
}
