import { expect, type Locator, test } from '@playwright/test'
import { startWithHistory, upload, watchForFaults } from './helpers.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency'
const received = (n: number, asset: string, exchange: string) =>
  `2024-01-0${n}T10:00:00Z,received,${n}.25,${asset},,,,,${exchange},yes,t${n},${n}00,USD`
const HISTORY = `${[
  HEADER,
  received(1, 'ETH', 'Coinbase'),
  received(2, 'ETH', 'Coinbase'),
  received(3, 'ETH', 'Coinbase'),
  received(4, 'BTC', 'Coinbase'),
  received(5, 'ETH', 'Kraken'),
].join('\n')}\n`
const LATER = `${[HEADER, received(6, 'ETH', 'Coinbase')].join('\n')}\n`

const SENTENCE = 'When source is Coinbase and asset is ETH and direction is in, set type to Staking reward'

test.beforeEach(({ page }) => startWithHistory(page, HISTORY, 5))

test('E11 N18 a rule: its sentence, what it would change in rows and money, saved, undone, and asked of what comes', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await page.goto('/settings/rules')
  await expect(page.getByText('No rules yet')).toBeVisible()
  const preview = page.getByRole('region', { name: 'What it would change' })
  await expect(preview.getByText('Choose the source.')).toBeVisible()

  await page.getByLabel('Source', { exact: true }).selectOption('Coinbase')
  await page.getByLabel('Asset', { exact: true }).selectOption('ETH')
  await page.getByLabel('Set type to', { exact: true }).selectOption('Staking reward')
  await expect(preview.getByText('3 transactions would change.')).toBeVisible()
  await expect(preview.getByText('2024: income +$600.00 (estimate)')).toBeVisible()
  const first = preview.getByRole('list', { name: 'First transactions' }).getByRole('listitem')
  await expect(first).toHaveCount(3)
  await expect(first.first()).toContainText(/Received → Staking reward$/)

  // Narrower, by the keyboard; and wider again.
  await page.getByLabel('Add a condition').selectOption('amount')
  const amount = page.getByLabel('Amount', { exact: true })
  await amount.fill('2')
  await expect(preview.getByText('2 transactions would change.')).toBeVisible()
  await test.step('a condition is read in one line', async () => {
    const middle = async (control: Locator) => {
      const box = await control.boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
    }
    const expectInLine = (...controls: readonly Locator[]) =>
      expect.poll(async () => new Set(await Promise.all(controls.map(middle))).size).toBe(1)
    await expectInLine(
      page.getByLabel('How the amount compares'),
      amount,
      page.getByRole('button', { name: 'Do not ask for the amount' }),
    )
    await page.getByLabel('Add a condition').selectOption('text')
    const away = page.getByRole('button', { name: 'Do not ask for the comment' })
    await expectInLine(away, page.getByLabel('Text in the comment'))
    await away.press('Enter')
  })
  await page.getByRole('button', { name: 'Do not ask for the amount' }).press('Enter')
  await expect(preview.getByText('3 transactions would change.')).toBeVisible()

  await page.getByRole('button', { name: 'Save the rule' }).press('Enter')
  await expect(page.getByText('3 transactions changed.')).toBeVisible()
  const rules = page.getByRole('list', { name: 'Rules' })
  await expect(rules.getByText('3 transactions changed by this rule')).toBeVisible()
  await test.step('the same again is refused where it was written', async () => {
    await page.getByLabel('Source', { exact: true }).selectOption('Coinbase')
    await page.getByLabel('Asset', { exact: true }).selectOption('ETH')
    await page.getByLabel('Set type to', { exact: true }).selectOption('Staking reward')
    await page.getByRole('button', { name: 'Save the rule' }).click()
    const form = page.locator('form').filter({ has: page.getByLabel('Set type to', { exact: true }) })
    await expect(form.getByText('This rule is there already.')).toBeVisible()
    await page.getByLabel('Set type to', { exact: true }).selectOption('Other reward')
    await expect(form.getByText('This rule is there already.')).toHaveCount(0)
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await test.step('taken back, the rule goes off with it, unless a person says otherwise', async () => {
    const asked = page.getByRole('dialog', { name: 'Undo what the rule did' })
    await expect(asked.getByText('3 transactions go back to what they were before this rule.')).toBeVisible()
    await expect(asked.getByLabel('Also switch the rule off')).toBeChecked()
    await asked.getByRole('button', { name: 'Undo and switch off' }).click()
    await expect(page.getByText('Undone, and the rule is off')).toBeVisible()
    await expect(rules.getByText('No transactions changed by this rule')).toBeVisible()
    await expect(page.getByLabel(`On: ${SENTENCE}`)).not.toBeChecked()
  })

  // Saved again, it holds for the past again; what is imported later is asked as it comes.
  await page.getByRole('button', { name: `Edit: ${SENTENCE}` }).click()
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await expect(rules.getByText('3 transactions changed by this rule')).toBeVisible()
  await upload(page, 'later.csv', LATER)
  await expect(rules.getByText('4 transactions changed by this rule')).toBeVisible()

  // A person's own word stands above it, and the rule says so.
  await page.goto('/transactions?type=incoming&sub_type=staking_reward')
  const table = page.getByRole('grid', { name: 'Transactions' })
  await table.locator('[data-key]').first().click()
  const detail = page.getByRole('dialog').first()
  await expect(detail.getByText('By a rule')).toBeVisible()
  await expect(detail.getByText(`By rule “${SENTENCE}”`)).toBeVisible()
  await test.step('in the history of a transaction it is asked too, and may be let be', async () => {
    await detail
      .getByRole('listitem')
      .filter({ hasText: 'By rule' })
      .getByRole('button', { name: 'Undo' })
      .click()
    const asked = page.getByRole('dialog', { name: 'Undo what the rule did' })
    await expect(asked).toBeVisible()
    // The sheet is beside the list no longer, and what is asked stays above it.
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await asked.getByLabel('Also switch the rule off').uncheck()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(asked.getByText('it changes what you import from now on')).toBeVisible()
    await expect(asked.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(asked).toBeHidden()
    await expect(detail.getByText('By a rule')).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await detail.getByRole('button', { name: 'Edit', exact: true }).click()
  await detail.getByLabel('Sub type').selectOption('airdrop')
  await detail.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()

  await page.goto('/settings/rules')
  await page.getByRole('button', { name: `Edit: ${SENTENCE}` }).click()
  await page.getByLabel('Set type to', { exact: true }).selectOption('Other reward')
  await expect(preview.getByText('3 transactions would change.')).toBeVisible()
  await expect(preview.getByText('1 is left as it is: you edited or matched it yourself.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  // Gone, with what it did.
  await page.getByRole('button', { name: `Delete: ${SENTENCE}` }).click()
  await page.getByRole('button', { name: 'Delete and undo' }).click()
  await expect(page.getByText('4 transactions reverted.')).toBeVisible()
  await expect(page.getByText('No rules yet')).toBeVisible()
  await page.goto('/transactions?type=incoming&sub_type=staking_reward')
  await expect(page.getByText('No transactions match these filters')).toBeVisible()
  expect(faults()).toEqual([])
})

test('a rule is saved by a press during which what it would change is counted', async ({ page }) => {
  let letCome = () => {}
  const held = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route('**/api/**/preview*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/settings/rules')
  await page.getByLabel('Source', { exact: true }).selectOption('Coinbase')
  await page.getByLabel('Asset', { exact: true }).selectOption('ETH')
  await page.getByLabel('Set type to', { exact: true }).selectOption('Staking reward')
  const preview = page.getByRole('region', { name: 'What it would change' })
  await expect(preview.getByText('Counting …')).toBeVisible()
  await page.getByRole('button', { name: 'Save the rule' }).hover()
  await page.mouse.down()
  letCome()
  await expect(preview.getByText('3 transactions would change.')).toBeVisible()
  await expect(preview.getByText('2024: income +$600.00 (estimate)')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText('3 transactions changed.')).toBeVisible()
})

test('E11 a rule is offered after the second edit of one kind, and begins with what they have in common', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await page.goto('/transactions?asset=ETH&order=oldest')
  const offer = page.getByRole('region', { name: 'Make a rule' })
  for (const n of [0, 1]) {
    await page.getByRole('grid', { name: 'Transactions' }).locator('[data-key]').nth(n).click()
    const detail = page.getByRole('dialog').first()
    await detail.getByRole('button', { name: 'Edit', exact: true }).click()
    await detail.getByLabel('Sub type').selectOption('staking_reward')
    await detail.getByRole('button', { name: 'Save' }).click()
    await expect(detail.getByText('Edited by you')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(offer).toBeVisible({ visible: n === 1 })
  }
  await expect(offer).toContainText('You changed 2 rows from Received to Staking reward. Make a rule?')
  await offer.getByRole('link', { name: 'Make a rule' }).click()
  const preview = page.getByRole('region', { name: 'What it would change' })
  await expect(preview.getByText('1 transaction would change.')).toBeVisible()
  await expect(page.getByLabel('Current type')).toHaveValue('incoming received')
  await page.getByRole('button', { name: 'Save the rule' }).click()
  await expect(page.getByText('1 transaction changed.')).toBeVisible()
  await page.goto('/settings/rules')

  // Off: left as it is, and on again without a difference.
  const sentence = SENTENCE.replace(', set', ' and type is Received, set')
  await page.getByLabel(`On: ${sentence}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off only' }).click()
  await expect(page.getByLabel(`On: ${sentence}`)).not.toBeChecked()
  await expect(page.getByText('1 transaction changed by this rule')).toBeVisible()
  expect(faults()).toEqual([])
})
