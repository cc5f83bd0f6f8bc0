import { expect, type Locator, type Page, test } from '@playwright/test'
import { call, picture, startAsCustomer, watchForFaults } from './helpers.ts'

/** Choose a currency as a person does: type, and take the option. */
async function choose(form: Page | Locator, field: string, typed: string, option: string | RegExp) {
  await form.getByLabel(field, { exact: true }).fill(typed)
  await form.getByRole('option', { name: option }).click()
}

test('R1.5 R1.14 R2.56 R2.104 R2.152 R5.66 R5.67 R5.68 R5.69 R5.70 R5.71 R5.72 R5.73 R5.74 R5.75 R5.76 R5.77 R5.78 R5.79 R5.81 R5.82 R5.83 R5.84 R5.85 R5.86 R5.87 R5.88 R8.25 R9.15 from the import history to a transaction entered by hand, and another like it', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await page.goto('/imports')
  await page.getByRole('link', { name: 'Add a Manual Transaction' }).first().click()
  await expect(page).toHaveURL(/\/imports\/manual$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Add Transaction' })).toBeVisible()
  const type = page.getByLabel('Type', { exact: true })
  const subType = page.getByLabel('Sub type', { exact: true })
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const save = page.getByRole('button', { name: 'Save transaction' })

  // The types, and the sub types of each.
  await expect(type.getByRole('option')).toHaveText([
    'Buy',
    'Sell',
    'Trade',
    'Incoming',
    'Outgoing',
    'ICO',
    'NFT',
    'Rebrand',
  ])
  const values = (of: Locator) =>
    of.getByRole('option').evaluateAll((options) => options.map((one) => (one as HTMLOptionElement).value))
  expect(await values(type)).toEqual(['buy', 'sell', 'trade', 'incoming', 'outgoing', 'ico', 'nft', 'swap'])
  await type.selectOption('Incoming')
  expect(await values(subType)).toEqual([
    'received',
    'mined',
    'airdrop',
    'fork',
    'payment',
    'gift_received',
    'mastermode',
    'interest_received',
    'dividend_received',
    'staking_reward',
    'misc_reward',
    'staking_return',
  ])
  await expect(field('From currency')).toHaveValue('USD')
  await type.selectOption('Outgoing')
  expect(await values(subType)).toEqual([
    'sent',
    'purchase',
    'gift_sent',
    'stolen',
    'lost',
    'fee',
    'donation_501c3',
    'staking_lockup',
  ])
  await expect(field('To currency')).toHaveValue('USD')
  await type.selectOption('NFT')
  expect(await values(subType)).toEqual(['send', 'receive', 'nft_mint'])

  // What is missing is told, and the first of it has the focus.
  await type.selectOption('Trade')
  await expect(subType).toHaveCount(0)
  await save.click()
  for (const missing of [
    'Date is required',
    'From currency is required',
    'From amount is required',
    'To currency is required',
    'To amount is required',
  ])
    await expect(page.getByText(missing, { exact: true })).toBeVisible()
  await expect(field('Date (UTC)')).toBeFocused()
  await type.selectOption('Incoming')
  await save.click()
  await expect(page.getByText('To amount is required')).toBeVisible()
  await expect(page.getByText('From amount is required')).toHaveCount(0)
  await type.selectOption('Outgoing')
  await save.click()
  await expect(page.getByText('From amount is required')).toBeVisible()
  await expect(page.getByText('To amount is required')).toHaveCount(0)

  // A purchase: the own currency is fixed, what is no amount is cleared.
  await type.selectOption('Buy')
  await expect(field('From currency')).toHaveValue('USD')
  await expect(field('From currency')).toHaveAttribute('readonly', '')
  for (const none of ['twelve', '-5', '1e3']) {
    await field('From amount').fill(none)
    await field('To amount').focus()
    await expect(field('From amount')).toHaveValue('')
    await expect(page.getByText('Cleared: enter a number of 0 or more, such as 12.5')).toBeVisible()
  }
  await field('From amount').fill('20000')
  await field('To amount').fill('0.500000000000000001')

  // Currencies: active ones alone, a custom one from three characters on, and a way to clear what was chosen.
  const to = field('To currency')
  await expect(to).toHaveAttribute('placeholder', 'e.g. BTC, ETH, XRP')
  const custom = page.getByRole('option', { name: /as a custom currency$/ })
  await to.fill('zq')
  await expect(page.getByText(/No currency has this name/)).toBeVisible()
  await expect(custom).toHaveCount(0)
  await to.fill('btc')
  await expect(page.getByRole('option', { name: /^BTC Bitcoin No price$/ })).toBeVisible()
  await expect(custom).toHaveCount(0)
  await to.fill('atom')
  await expect(custom).toHaveText('Use “ATOM” as a custom currency')
  await expect(page.getByRole('option', { name: /Cosmos/ })).toHaveCount(0)
  await to.fill('zqxcoin')
  await custom.click()
  await expect(to).toHaveValue('ZQXCOIN')
  await page.getByRole('button', { name: 'Clear To currency' }).click()
  await expect(to).toHaveValue('')
  await to.fill('bitcoin')
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(/^BTC/)
  await to.press('ArrowDown')
  await to.press('ArrowUp')
  await to.press('Enter')
  await expect(to).toHaveValue('BTC · Bitcoin')

  // The date: no later than today, times of a quarter of an hour, by 24 hours.
  const day = field('Date (UTC)')
  expect(await day.getAttribute('max')).toBe(new Date().toISOString().slice(0, 10))
  const times = await values(field('Time (UTC)'))
  expect([times.length, times[0], times[1], times.at(-1)]).toEqual([96, '00:00', '00:15', '23:45'])
  await day.fill('2999-01-01')
  await save.click()
  await expect(
    page.getByText('Date: the date is in the future; a day up to today is expected.'),
  ).toBeVisible()
  await day.fill('2024-03-01')
  await field('Time (UTC)').selectOption('03:15')
  await expect(page.getByText('Feb 29, 2024, 10:15 PM in New York (UTC−5)')).toBeVisible()
  await page.getByLabel('Exchange or wallet').fill('Kraken')
  await page.getByLabel('Fee amount').fill('12')
  await choose(page, 'Fee currency', 'usd', /^USD US Dollar/)
  await picture(page, 'manual-filled')
  await expect(
    page.getByText(
      'bought 0.500000000000000001 BTC for $20,000.00 on Mar 01, 2024, 03:15 UTC at Kraken, with a fee of $12.00.',
    ),
  ).toBeVisible()
  await save.click()
  await expect(page.getByText('Transaction saved successfully.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recorded' })).toBeFocused()
  await picture(page, 'manual-recorded')

  // The next one begins with all of it; a purchase turned into a sale swaps its sides.
  await page.getByRole('button', { name: 'Add another like this' }).click()
  await expect(field('To amount')).toHaveValue('0.500000000000000001')
  await type.selectOption('Sell')
  await expect(field('From currency')).toHaveValue('BTC · Bitcoin')
  await expect(field('From amount')).toHaveValue('0.500000000000000001')
  await expect(field('To currency')).toHaveValue('USD')
  await day.fill('2024-05-01')
  await save.click()
  await expect(
    page.getByText(/You sold 0.500000000000000001 BTC for \$20,000.00 on May 01, 2024/),
  ).toBeVisible()
  await page.getByRole('link', { name: 'View transaction' }).click()
  await expect(page.getByRole('dialog')).toContainText('Entered by hand')

  await page.goto('/imports')
  const account = page.getByRole('table', { name: 'Imported accounts' }).getByRole('row').nth(1)
  await expect(account).toContainText('Kraken')
  await expect(account).toContainText('Manual')
  await page.getByRole('button', { name: 'Show files of Kraken' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Delete Manual entries' })).toBeVisible()
  await picture(page, 'manual-history')
  expect(faults()).toEqual([])
})

test('R2.106 E8 in the search the form is a popup; what was there already keeps its day and cost', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Add Wallet/Exchange' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add a Manual Transaction' }).click()
  const popup = page.getByRole('dialog', { name: 'Add Transaction' })
  await expect(popup).toBeVisible()
  await expect(page).toHaveURL(/\/$/)

  await popup.getByLabel('Type', { exact: true }).selectOption('Incoming')
  await expect(popup.getByLabel('Sub type')).toHaveValue('received')
  await popup.getByLabel(/I already had this/).check()
  await popup.getByLabel('Acquired on (UTC)').fill('2019-06-01')
  await popup.getByLabel('To amount').fill('3')
  // Escape closes the list, and not the popup.
  await popup.getByLabel('To currency').fill('eth')
  await expect(popup.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popup.getByRole('listbox')).toHaveCount(0)
  await choose(popup, 'To currency', 'eth', /^ETH Ether /)
  await popup.getByRole('button', { name: 'Save transaction' }).click()
  await expect(popup.getByText('Cost basis is required')).toBeVisible()
  await popup.getByLabel('From amount').fill('750')
  await popup.getByRole('button', { name: 'Save transaction' }).click()
  await expect(page.getByText('Transaction saved successfully.')).toBeVisible()
  await expect(popup.getByText(/You acquired 3 ETH, which cost \$750.00, on Jun 01, 2019/)).toBeVisible()
  await popup.getByRole('button', { name: 'Done' }).click()
  await expect(popup).toBeHidden()
  await expect(page).toHaveURL(/\/imports\?first_import=success$/)
})

test('R2.153 R2.154 R8.5 R8.7 R8.45 what the server says is shown, and where to ask', async ({ page }) => {
  await startAsCustomer(page)
  await call(page, 'POST', '/tax_years/lock', { before: '2024-01-01' })
  // Who imports is told before, with the way to the setting.
  const lock = 'Transactions before Jan 01, 2024 are locked. Reset the lock in Settings before importing.'
  await page.goto('/imports/csvs')
  await expect(page.getByRole('main').getByText(lock)).toBeVisible()
  await page.goto('/imports/manual')
  const help = page.getByRole('complementary', { name: 'Help' })
  await expect(help.getByRole('heading', { name: 'Manual transaction guide' })).toBeVisible()
  await expect(help.getByRole('link', { name: 'Read the guide to manual transactions' })).toHaveAttribute(
    'href',
    'https://help.example.org/',
  )
  await expect(help.getByRole('link', { name: 'Support' })).toHaveAttribute(
    'href',
    'https://support.example.org/',
  )

  await page.getByLabel('Date (UTC)').fill('2023-06-01')
  await page.getByLabel('From amount').fill('100')
  await page.getByLabel('To amount').fill('2')
  await choose(page, 'To currency', 'eth', /^ETH Ether /)
  const save = page.getByRole('button', { name: 'Save transaction' })
  await save.click()
  await expect(page.getByRole('alert')).toHaveText(lock)

  // What was typed outlives a reload, and an answer that never came.
  await page.reload()
  await expect(page.getByLabel('To amount')).toHaveValue('2')
  await page.getByLabel('Date (UTC)').fill('2024-06-01')
  await page.route('**/api/manual_entry', (route) => route.abort())
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again.')
  await page.unroute('**/api/manual_entry')
  await save.click()
  await expect(page.getByText('Transaction saved successfully.')).toBeVisible()
})
