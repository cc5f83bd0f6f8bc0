import { expect, type Page, test } from '@playwright/test'
import {
  goOnInAnotherSession,
  type Person,
  startAsCustomer,
  upload,
  watchForFaults,
  watchForRefusals,
} from './helpers.ts'

// A send nobody knows, a forked coin, three incomes without a price (one question), a receipt from nowhere, a weak match.
const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1
2024-03-01T00:00:00Z,sent,,,1,ETH,,,Coinbase,yes,o1
2024-04-02T00:00:00Z,received,2,BCH,,,,,Kraken,yes,i4
2024-06-01T00:00:00Z,airdrop,500,XYZ,,,,,Kraken,yes,a1
2024-06-02T00:00:00Z,airdrop,100,XYZ,,,,,Kraken,yes,a2
2024-06-03T00:00:00Z,airdrop,100,XYZ,,,,,Kraken,yes,a3
2024-07-01T00:00:00Z,sent,,,0.5,ETH,,,Coinbase,yes,o2
2024-07-01T02:00:00Z,received,0.5,ETH,,,,,Gemini,yes,i2
2024-07-01T03:00:00Z,received,0.5,ETH,,,,,Kraken,yes,i3
2024-09-01T00:00:00Z,sell,1200,USD,0.5,ETH,0,USD,Coinbase,yes,s1
`

test.describe.configure({ mode: 'serial' })

let page: Page
let faults: () => readonly string[]
let refused: () => readonly string[]
let person: Person

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  faults = watchForFaults(page)
  refused = watchForRefusals(page)
  person = await startAsCustomer(page)
})

test.afterAll(async () => {
  expect(faults()).toEqual([])
  // A settled item is not asked about again, and no year before it is calculated.
  expect(refused()).toEqual([])
  await page.context().close()
})

const question = () => page.getByRole('heading', { level: 2 }).first()
const rail = () => page.getByRole('navigation', { name: 'Steps', exact: true })
const list = () => page.getByRole('navigation', { name: 'Steps of the review' })
const next = () => page.getByRole('main').getByRole('button', { name: 'Continue' })
const previous = () => page.getByRole('button', { name: 'Previous' })
const dunno = () => page.getByRole('button', { name: 'I don’t know' })

test('R2.67 R2.68 R2.69 R2.70 R2.71 the steps of the rail render, and without history the walk is at the import', async () => {
  for (const [step, title, name] of [
    [1, 'Import', 'Import'],
    [2, 'Plan', 'File'],
    [3, 'Review', 'Review'],
    [4, 'Calculate', 'Calculate'],
    [5, 'Summary', 'File'],
  ] as const) {
    await page.goto(`/onboarding/step-${step.toString()}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(rail().locator('[aria-current=step]')).toContainText(name)
    await expect(rail().getByRole('listitem')).toHaveCount(4)
  }
  await page.goto('/onboarding/step-3')
  await next().click()
  await expect(page).toHaveURL('/onboarding/step-1')
  await expect(next()).toHaveAttribute('aria-disabled', 'true')
})

test('R4.45 after the import the first step with something to ask comes, one question per screen', async () => {
  await upload(page, 'history.csv', HISTORY)
  await expect(next()).not.toHaveAttribute('aria-disabled', 'true')
  await next().click()
  await expect(page).toHaveURL(/\/onboarding\/step-3\?wizard=SentGiftorPurchase&item=/)
  await expect(question()).toHaveText('What was this sent for?')
  await expect(page.getByText('1 of 5 questions')).toBeVisible()
  await expect(page.getByText('Sent 1\u00a0ETH')).toBeVisible()
})

test('R7.23 R7.26 an answer leads to the next question, a step without one is skipped', async () => {
  await page.getByRole('radio', { name: /my own wallet/ }).check()
  await page.getByRole('button', { name: 'Save answer' }).click()
  await expect(page.getByText('Sent: no more questions')).toBeVisible()
  await next().click()

  await expect(page).toHaveURL(/wizard=MarkForkTransactions/)
  await expect(question()).toHaveText('Did this come from a fork?')
  await expect(page.getByText('2 of 5 questions')).toBeVisible()
  await page.getByRole('radio', { name: /It was income/ }).check()
  await expect(page.getByLabel('Kind of income')).toHaveValue('fork')
  // Nobody knows a price: that is not said to change nothing.
  await expect(
    page.getByText('No price is known. Enter its value to see what it would change.'),
  ).toBeVisible()
  await page.getByLabel('Value of all of it').fill('900')
  await expect(page.getByText('2024: income +$900.00')).toBeVisible()
  await page.getByRole('button', { name: 'Save answer' }).click()
  await expect(page.getByText('Forks: no more questions')).toBeVisible()
})

test('Previous and the browser’s Back lead to the question before, forward to the next', async () => {
  await page.goBack()
  await expect(page.getByText('Answered before')).toBeVisible()
  await expect(page.getByText('It was income')).toBeVisible()
  await previous().click()
  await expect(page.getByText('Sent: no more questions')).toBeVisible()
  await previous().click()
  await expect(page).toHaveURL(/wizard=SentGiftorPurchase&item=/)
  await expect(page.getByText('Accepted as is')).toBeVisible()
  await page.goForward()
  await page.goForward()
  await expect(question()).toHaveText('Did this come from a fork?')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Forks: no more questions')).toBeVisible()
})

test('leaving and coming back resumes; who does not know goes on, and the item stays in review', async () => {
  await next().click()
  await expect(page).toHaveURL(/wizard=ConfirmAllTransaction/)
  await goOnInAnotherSession(page, person)
  await page.goto('/transactions?review=true')
  await page.getByRole('link', { name: 'One question at a time' }).click()
  await expect(page).toHaveURL(/wizard=ConfirmAllTransaction/)
  await expect(question()).toHaveText('Missing price: what is correct?')
  await expect(page.getByText('3 transactions of XYZ have no price')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(2)
  await page.getByRole('radio', { name: /Enter one price for all of them/ }).check()
  await page.getByLabel('Price of one XYZ, in USD').fill('0.1')
  await expect(page.getByText('2024: income +$70.00')).toBeVisible()
  await expect(page.getByText('3 of 5 questions')).toBeVisible()
  await dunno().click()
  await expect(page.getByText('1 left open. It waits in the review queue.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByText('3 of 5 questions')).toBeVisible()
  await dunno().click()
  await next().click()
  await expect(page).toHaveURL(/wizard=MissingSendWizard/)
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await next().click()
  // Nothing was sold that never came in: that step is skipped.
  await expect(page).toHaveURL(/wizard=SelfTransferWizard/)
  await expect(page.getByText('5 of 5 questions')).toBeVisible()
  await expect(list().getByRole('link', { name: /Missing receipts/ })).toContainText('no questions')
})

test('by keyboard: a question is answered, and the focus comes to what follows', async () => {
  const radio = page.getByRole('radio', { name: /It is a transfer/ })
  await radio.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Own transfers: no more questions')).toBeVisible()
})

test('R4.46 R4.39 R4.40 the method leads to the calculation, and its result is the summary', async () => {
  await next().click()
  await expect(page).toHaveURL('/onboarding/step-4')
  await page.getByLabel('Method', { exact: true }).selectOption('lifo')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /Calculate Tax/ })
    .click()
  await expect(page).toHaveURL(/tax-calculation|one_year/)
  // The history ends before the year that is due: the newest year with something in it is shown.
  await expect(page).toHaveURL(/\/one_year\?year=2024/, { timeout: 60_000 })
  await page.goto('/onboarding/step-5')
  await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Results and forms of 2024' })).toBeVisible()
  await expect(rail().getByRole('link', { name: /^Calculate\s*, done/ })).toBeVisible()
})

test('on a phone the four steps are dots, with the name of the next', async () => {
  await goOnInAnotherSession(page, person)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const step of ['step-1', 'step-2', 'step-3', 'step-4', 'step-5']) {
    await page.goto(`/onboarding/${step}`)
    await expect(rail().getByRole('listitem').first()).toHaveText('Import, done')
    await expect(rail().locator('[aria-current=step]')).toBeInViewport({ ratio: 1 })
    await expect(rail().getByRole('paragraph')).toBeVisible()
  }
})
