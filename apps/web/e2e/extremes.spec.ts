import { expect, type Locator, type Page, test } from '@playwright/test'
import {
  calculateByCall,
  expectFits,
  expectNothingCutOff,
  goOnInAnotherSession,
  goTo,
  startWithHistory,
} from './helpers.ts'
import { TEMPLATE_HEADER } from './import-files.ts'

/*
 * Extremes that no one has and someone will: a gain of 499,999,999,998,500.56, units of eighteen decimals, and names of sixty letters that
 * differ in the last. Worked out by hand, in US dollars, first in first out:
 *   Mar 01, 2025  1,000,000,000,000,000 USDC bought for as much:  1,500,000,000,000,000.55 − 1,000,000,000,000,000 = 500,000,000,000,000.55 long
 *   Apr 01, 2025  1e-18 BTC bought for 1,500:                     0.01 − 1,500                                    =          −1,499.99 short
 */
const LONG = 'Joint revocable living trust of Maximilian and Wilhelmina'
const HISTORY = [
  TEMPLATE_HEADER,
  `2023-01-01 12:00:00,buy,1000000000000000,USDC,1000000000000000,USD,,,,,,,,,${LONG} 1,,,`,
  `2024-08-01 12:00:00,buy,0.000000000000000001,BTC,1500,USD,,,,,,,,,${LONG} 2,,,`,
  `2025-03-01 12:00:00,sell,1500000000000000.55,USD,1000000000000000,USDC,,,,,,,,,${LONG} 1,,,`,
  `2025-04-01 12:00:00,sell,0.01,USD,0.000000000000000001,BTC,,,,,,,,,${LONG} 2,,,`,
  '',
].join('\n')

test('huge and tiny amounts and long names are shown whole, on a desk and on a phone', async ({ page }) => {
  await startWithHistory(page, HISTORY, 4)
  await calculateByCall(page)

  await test.step('the figures of the year and the ticks of its picture', async () => {
    await page.goto('/one_year?year=2025')
    const net = page.getByRole('button', { name: 'Net gain: +$499,999,999,998,500.56' })
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(net).toBeVisible()
      // A screen that was just made narrower is drawn anew a moment later.
      await expect
        .poll(() => overflowing(page.getByRole('region', { name: 'Figures' })), width.toString())
        .toEqual([])
      await expect
        .poll(() => outsideOf(page.getByRole('application', { name: /^Gain by month/ })))
        .toEqual([])
    }
    await expectFits(page)
  })

  await test.step('each account has its whole name at hand', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/transactions')
    await expect(page.getByTitle(`${LONG} 1`)).toHaveCount(2)
    await expect(page.getByTitle(`${LONG} 2`)).toHaveCount(2)
    await expectFits(page)
  })

  await test.step('a lot and its gain fit a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('row', { name: /Sell/ }).first().click()
    const lots = page.getByRole('region', { name: 'Lots used' })
    await expect(lots.getByText('−$1,499.99')).toBeVisible()
    await expect.poll(() => overflowing(lots)).toEqual([])
    await expectNothingCutOff(page)
  })
})

/** Elements that are wider than the room they have. */
function overflowing(within: Locator): Promise<readonly string[]> {
  return within.evaluate((root) =>
    [root, ...root.querySelectorAll('*')]
      .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${one.tagName} ${one.textContent}`),
  )
}

/** Words of a picture that its edge cuts off. */
function outsideOf(chart: Locator): Promise<readonly string[]> {
  return chart.evaluate((root) => {
    const frame = root.querySelector('svg')!.getBoundingClientRect()
    return [...root.querySelectorAll('text')]
      .filter((text) => text.getBoundingClientRect().left < frame.left - 0.5)
      .map(({ textContent }) => textContent)
  })
}

// Sold out of nothing, sent nowhere, come from nowhere, income without a price, and a balance below zero.
const DOUBTFUL = [
  TEMPLATE_HEADER,
  '2025-02-01 12:00:00,sell,900,USD,100,SOL,,,,,,,,,Ledger,,,',
  '2025-03-01 12:00:00,buy,1,BTC,40000,USD,,,,,,,,,Ledger,,,',
  '2025-04-01 12:00:00,send,,,0.25,BTC,,,,,,,,,Ledger,,,',
  '2025-05-01 12:00:00,receive,2,ETH,,,,,,,,,,,Ledger,,,',
  '2025-06-01 12:00:00,staking_reward,5,ADA,,,,,,,,,,,Ledger,,,',
  '',
].join('\n')

test('2.5.8 what stands by itself can be hit: 24 px with a pointer, 44 with a finger; what may change a year stands in one line', async ({
  browser,
  page,
}) => {
  const person = await startWithHistory(page, DOUBTFUL, 5)
  await calculateByCall(page)
  await test.step('what may change a year stands in one line under its figures, and opens to each kind', async () => {
    await goTo(page, '/one_year?year=2025')
    const one = page.getByText('1 transaction sent coins to an unknown place; no gain is counted.')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(page.getByText(/^\d+ open items could /)).toBeVisible()
      await expect(one).toBeHidden()
      const more = page.getByRole('button', { name: 'What is open' })
      await more.click()
      await expect(one).toBeVisible()
      await more.click()
      await expect(one).toBeHidden()
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  // A session of its own: logging in again would end the one of the desk.
  const touched = await phone.newPage()
  await goOnInAnotherSession(touched, person)
  for (const path of [
    '/tax',
    '/one_year?year=2025',
    '/tax/compare',
    '/transactions?year=2025',
    '/settings/prices',
    '/settings/treatments',
  ]) {
    for (const [where, least] of [
      [page, 24],
      [touched, 44],
    ] as const) {
      await goTo(where, path)
      await expect(where.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(where.locator('[aria-busy=true]')).toHaveCount(0)
      // The last to come of a year: the programs that there are files for.
      if (path.startsWith('/one_year')) await expect(where.getByText('Steps for TaxAct')).toBeVisible()
      await expect.poll(() => lowerThan(where, least), `${path} at ${least.toString()} px`).toEqual([])
    }
  }
  await phone.close()
})

/** Links, buttons and what opens, lower than so many px; a link inside a sentence is as high as its line. */
function lowerThan(page: Page, least: number): Promise<readonly string[]> {
  return page.getByRole('main').evaluate(
    (main, least) =>
      [...main.querySelectorAll('a[href], button, summary')]
        .filter((one) => getComputedStyle(one).display !== 'inline')
        .map((one) => ({ name: one.textContent, height: one.getBoundingClientRect().height }))
        .filter(({ height }) => height > 0 && height < least - 0.5)
        .map(({ name, height }) => `${name}: ${height.toString()}`),
    least,
  )
}
