import { expect, type Page, test } from '@playwright/test'
import { calculateByCall, call, goTo, imported, startAsCustomer, upload, watchForFaults } from './helpers.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
// A receipt that nothing tells the cost of, and its sale: one question of 2025. A send of 2026 is one of no other year.
const HISTORY = `${HEADER}
2024-01-02T10:00:00Z,buy,2,ETH,4000,USD,,,Kraken,yes,b1
2025-03-03T10:00:00Z,sell,3000,USD,1,ETH,,,Kraken,yes,s1
2025-04-03T10:00:00Z,received,1,BTC,,,,,Kraken,yes,i1
2025-05-03T10:00:00Z,sell,60000,USD,1,BTC,,,Kraken,yes,s2
2026-02-01T10:00:00Z,sent,,,0.5,ETH,,,Kraken,yes,o1
`
// An older lot, which cost 614.09 less than the one that was sold.
const OLDER = `${HEADER}
2023-01-02T10:00:00Z,buy,1,ETH,1385.91,USD,,,Kraken,yes,b0
`
const SENTENCE = '2025 is filed: this changes it by +$614.09.'

const steps = (page: Page) => page.getByRole('navigation', { name: 'Steps' })
/** The names of the steps that are done, and of the next. */
const standing = (page: Page) => steps(page).getByRole('listitem')

/** Drops a file on the middle of the window, as a person does who aims at nothing. */
async function dropAnywhere(page: Page, name: string, text: string) {
  const data = await page.evaluateHandle(
    ([file, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], file, { type: 'text/csv' }))
      return transfer
    },
    [name, text] as const,
  )
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: data })
}

test('the first half hour: one road from a dropped file to a filed year, and through its amendment', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page, { timeZone: 'UTC' })

  await test.step('home shows the search itself, and takes a file that is dropped anywhere', async () => {
    await page.goto('/')
    await expect(page.getByRole('searchbox')).toBeVisible()
    await page.getByRole('searchbox').fill('krak')
    await expect(page.getByRole('link', { name: /^Kraken/ }).first()).toBeVisible()
    await expect(standing(page)).toHaveText([/Import, next/, /Review$/, /Calculate$/, /File$/])
    await dropAnywhere(page, 'history.csv', HISTORY)
    await expect(page).toHaveURL('/imports?first_import=success')
    await imported(page, 5)
  })

  await test.step('the same four steps stand on the screens of each, with the counts of the year and of all', async () => {
    for (const path of ['/imports', '/wallets', '/transactions?review=true', '/tax?year=2025']) {
      await goTo(page, path)
      await expect(standing(page), path).toHaveText([
        /Import, done$/,
        /Review, next1 for 2025, 2 in all$/,
        /Calculate$/,
        /File$/,
      ])
    }
    await goTo(page, '/dashboard')
    await expect(page.getByRole('region', { name: 'Next step' })).toContainText('1 for 2025, 2 in all')
  })

  await test.step('what is left open on purpose does not hold the year up', async () => {
    await call(page, 'POST', '/traces/leave_open', { wizard: 'MissingSendWizard' })
    await calculateByCall(page)
    await call(page, 'POST', '/traces/leave_open', { wizard: 'MissingReceiveWizard' })
    await page.goto('/imports')
    await expect(standing(page)).toHaveText([/done$/, /Review, done$/, /Calculate, done$/, /File, next$/])
    const results = page.getByRole('region', { name: 'Results' })
    await expect(results).toContainText('2025 net gain')
    await results.getByRole('link', { name: '2025 results' }).click()
    await expect(page).toHaveURL('/one_year?year=2025')
  })

  await test.step('filed', async () => {
    await steps(page).getByRole('link', { name: /File/ }).click()
    await expect(page).toHaveURL('/tax_filing?year=2025')
    // The results have a button of the same name, and stand until the code of this screen is there.
    await expect(page.getByRole('heading', { level: 1, name: 'Tax Filing' })).toBeVisible()
    await page.getByRole('button', { name: 'Mark 2025 as filed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mark 2025 as filed' })
    await dialog.getByLabel('Filed on').fill('2026-04-10')
    await dialog.getByRole('button', { name: 'Freeze 2025' }).click()
    await expect(standing(page)).toHaveText([/done$/, /done$/, /done$/, /File, doneFiled Apr 10, 2026$/])
    await expect(page.getByText('Nothing has changed since.')).toBeVisible()
  })

  await test.step('a change after that is told in money, before anybody calculates again', async () => {
    await upload(page, 'older.csv', OLDER)
    const told = page.getByRole('status').filter({ hasText: SENTENCE })
    await expect(told.getByRole('link', { name: 'See the amendment.' }).first()).toBeVisible()
    await expect(page.getByText('Nothing has changed since.')).toHaveCount(0)
    await expect(page.getByText('Missing (')).toBeVisible()
    for (const path of ['/dashboard?year=2025', '/tax_filing?year=2025']) {
      await goTo(page, path)
      await expect(page.getByRole('main').getByText(SENTENCE).first(), path).toBeVisible()
    }
    await page.getByRole('main').getByRole('link', { name: 'See the amendment' }).first().click()
    const amendment = page
      .getByRole('region', { name: 'Proposed amendment' })
      .or(page.locator('section').filter({ has: page.getByRole('heading', { name: 'Proposed amendment' }) }))
    await expect(amendment.first()).toContainText(SENTENCE)
    await amendment.first().getByRole('button', { name: 'Calculate again' }).click()
    await expect(page).toHaveURL(/one_year/, { timeout: 60_000 })
    await expect(
      page.getByRole('table', { name: 'Proposed amendment of 2025' }).getByRole('row', { name: /Net gain/ }),
    ).toContainText('+$614.09')
  })

  await test.step('the bell has it all, until it was opened', async () => {
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await expect(bell).toHaveAccessibleName(/\d+ new$/)
    await bell.click()
    const menu = page.getByRole('menu')
    await expect(menu.getByRole('menuitem', { name: SENTENCE })).toBeVisible()
    await expect(menu.getByRole('menuitem', { name: /older\.csv: 1 row imported/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bell).toHaveAccessibleName('Notifications')
  })

  await test.step('on a phone: dots, and the name of the next step', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await goTo(page, '/wallets')
    await expect(standing(page)).toHaveCount(4)
    await expect(steps(page).getByRole('paragraph')).toContainText('File')
    await expect(steps(page).getByRole('link', { name: 'See the amendment' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  })
  expect(faults()).toEqual([])
})

test('in the walk a person stays with the receipt of an upload, which moves nothing when it is done', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page, { timeZone: 'UTC' })
  await page.goto('/onboarding/step-1')
  await expect(page.getByText('Save your changes first')).toHaveCount(0)
  await page
    .getByLabel('Drag and drop your file or browse')
    .and(page.locator('input'))
    .setInputFiles({ name: 'history.csv', mimeType: 'text/csv', buffer: Buffer.from(HISTORY) })
  const receipt = page.getByRole('region', { name: 'Your latest import' })
  await expect(receipt).toBeVisible()
  const below = page.getByRole('heading', { name: 'Your accounts' })
  await expect(below).toBeVisible()
  const before = await below.boundingBox()
  await expect(receipt.getByRole('link', { name: 'View transactions' })).toBeVisible()
  expect((await below.boundingBox())?.y).toBe(before?.y)
  await expect(page).toHaveURL('/onboarding/step-1')
  await expect(steps(page).getByRole('link', { name: /^Import\s*, done/ })).toBeVisible()

  await goTo(page, '/onboarding/step-4')
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible()
  await expect(page.getByText('Save your changes first')).toHaveCount(0)
  await page.getByLabel('Method', { exact: true }).selectOption('lifo')
  await expect(page.getByText('Save your changes first')).toBeVisible()
  expect(faults()).toEqual([])
})

test('without a network what was not open before says so and comes by itself: a part, and a screen', async ({
  page,
}) => {
  const nav = page.getByRole('navigation', { name: 'Main' })
  const bell = page.getByRole('button', { name: 'Notifications' })
  await startAsCustomer(page)
  // The network goes while the code of a small part is on its way: the screen around it stands.
  let isCut = true
  await page.route(/\/assets\/Bell-/, async (route) => {
    if (!isCut) return route.continue()
    await page.context().setOffline(true)
    await page.waitForFunction(() => !navigator.onLine)
    isCut = false
    await route.abort()
  })
  const cut = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/Bell-'))
  await page.goto('/imports')
  await cut
  await expect(page.getByRole('heading', { level: 1, name: 'Imported History' })).toBeVisible()
  await expect(bell).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(bell).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Imported History' })).toBeVisible()

  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
  await nav.getByRole('link', { name: 'Holdings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('It appears by itself once you are connected again.')
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Holdings' })).toBeVisible()
})
