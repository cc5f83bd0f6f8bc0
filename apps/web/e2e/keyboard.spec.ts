import { expect, type Locator, type Page, test } from '@playwright/test'
import { messages, paths, screenMessages } from '@lotbook/contract'
import { goTo, newPerson, startAsCustomer, upload } from './helpers.ts'

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-02 03:04:05,buy,1,BTC,42000,USD,,,Kraken,yes,b1
2025-02-03 03:04:05,sell,60000,USD,0.5,BTC,,,Kraken,yes,s1
2025-03-04 03:04:05,received,0.1,BTC,,,,,Coinbase,yes,r1
`

/** The focused element, its focus mark, and whether it can be seen. */
function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return { name: '', isVisible: false, isRinged: false }
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const ringed = (one: Element | null): boolean => {
      if (one === null) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    }
    const hasRing = ringed(element) || ringed(element.closest('label')) || ringed(element.nextElementSibling)
    return {
      name: `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`,
      isVisible:
        right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && style.visibility === 'visible',
      isRinged: hasRing,
    }
  })
}

/** Press Tab until something has the focus; on the way it is never lost, hidden or unmarked. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let pressed = 0; pressed < 120; pressed++) {
    if (await wanted.evaluate((element) => element === document.activeElement).catch(() => false)) {
      const here = await focused(page)
      expect(here, here.name).toMatchObject({ isVisible: true, isRinged: true })
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`never reached ${wanted.toString()}; at ${(await focused(page)).name}`)
}

test('10 from signing up to Form 8949 without a mouse', async ({ page }) => {
  const person = newPerson()
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '10.9.8.7' })
  // Long before one opens: asked for at that moment only, the browser may open one of its own first.
  page.on('filechooser', () => {})
  await page.goto(paths.signUp)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(person.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'A few things first' })).toBeVisible()

  await tabTo(page, page.getByRole('radio', { name: /my own taxes/ }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByLabel('Country'))
  await page.keyboard.type('United States')
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'A few things first' })).toBeHidden()

  await page.goto(paths.importCsvs)
  const browse = page.getByRole('button', { name: /browse/ }).and(page.locator('button'))
  await tabTo(page, browse)
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles({ name: 'history.csv', mimeType: 'text/csv', buffer: Buffer.from(HISTORY) })
  await expect(page.getByText('history.csv added to Import Queue.')).toBeVisible()

  await page.goto(paths.tax)
  const calculate = page
    .getByRole('main')
    .getByRole('button', { name: screenMessages.tax.calculateDesktop, exact: true })
  await expect(calculate).toBeEnabled()
  await expect(calculate).not.toHaveAttribute('aria-disabled', 'true')
  await tabTo(page, calculate)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/one_year/, { timeout: 60_000 })
  await page.goto(paths.oneYear(2025))
  const form = page.getByRole('button', { name: 'Download Form 8949 PDF' })
  await expect(form).toBeVisible()
  await tabTo(page, form)
  await page.keyboard.press('Enter')
  // Kraken's own form is still to come, which is asked about first.
  const anyway = page.getByRole('dialog').getByRole('button', { name: 'Download anyway' })
  await expect(anyway).toBeVisible()
  await tabTo(page, anyway)
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/8949.*\.pdf$/)
})

test('10 on every screen the focus goes round, always to be seen and marked; dialogs keep it and give it back', async ({
  page,
}) => {
  await startAsCustomer(page)
  await upload(page, 'history.csv', HISTORY)
  for (const path of [
    paths.imports,
    paths.importCsvs,
    paths.importOptions('kraken'),
    paths.transactions,
    '/transactions?tab=review',
    paths.tax,
    paths.taxMethods(2025),
    paths.safeHarbor,
    paths.oneYear(2025),
    paths.settingsProfile,
    paths.settingsMfa,
    paths.settingsExport,
    paths.settingsTax,
    paths.settingsTreatments,
    paths.settingsPrices,
    paths.settingsRules,
  ]) {
    // A page that is loaded has its focus at the beginning.
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const names: string[] = []
    for (let n = 0; n < 45; n++) {
      await page.keyboard.press('Tab')
      const here = await focused(page)
      // After the last control the focus is the browser's own for a step.
      if (here.name === '') break
      names.push(here.name)
      expect(here, `${path}: ${names.slice(-3).join(' > ')}`).toMatchObject({
        isVisible: true,
        isRinged: true,
      })
    }
    expect(names.length, path).toBeGreaterThan(5)
  }
  await test.step('dialogs keep the focus and give it back, menus go by arrows, Escape closes', async () => {
    const isWithin = (locator: Locator) =>
      locator.evaluate(
        (element) => element.contains(document.activeElement) && document.activeElement !== document.body,
      )

    const add = page.getByRole('main').getByRole('button', { name: messages.import.open }).first()
    await goTo(page, paths.imports)
    await tabTo(page, add)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expect.poll(() => isWithin(dialog)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(add).toBeFocused()

    // The menu of a row, an entry of it that asks, and back to the row.
    const menu = page
      .getByRole('main')
      .getByRole('button', { name: /^(Menu|Actions|More)/ })
      .first()
    await tabTo(page, menu)
    await page.keyboard.press('Enter')
    const entries = page.getByRole('menuitem')
    await expect(entries.first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(entries.last()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(entries.first()).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await expect.poll(() => isWithin(dialog)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(menu).toBeFocused()

    // A row opens, its sheet closes, and the row has the focus again.
    await goTo(page, paths.transactions)
    const row = page.getByRole('row').filter({ hasText: 'Buy' })
    await expect(row).toBeVisible()
    await tabTo(page, page.locator('[role=row][tabindex="0"]').first())
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await expect.poll(() => isWithin(dialog)).toBe(true)
    await page.keyboard.press('e')
    await expect(dialog.getByLabel('Type', { exact: true })).toBeFocused()
    await tabTo(page, dialog.getByRole('button', { name: 'Cancel' }))
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect.poll(() => isWithin(dialog)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect.poll(async () => (await focused(page)).name).not.toBe('')
  })
})
