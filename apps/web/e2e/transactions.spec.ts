import { expect, type Locator, type Page, test } from '@playwright/test'
import { INCOMING_SUB_TYPES, OUTGOING_SUB_TYPES, TRANSACTION_TYPES, typeLabel } from '@lotbook/journal'
import { expectFits, startAsCustomer, upload, watchForFaults } from './helpers.ts'

// Two accounts and what lies between them: a match by hash, income without a price, a sale out of nothing.
const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
01/02/2023 03:04:05,buy,1.5,BTC,24000,USD,12,USD,Kraken,Yes,b1
02/03/2023 10:00:00,buy,10,ETH,16000,USD,8,USD,Kraken,Yes,b2
2023-03-03T00:00:00Z,staking reward,0.02,ETH,,,,,Kraken,Yes,
2023-04-04T00:00:00Z,Send,,,0.5,BTC,0.0001,BTC,Kraken,Yes,t2
2023-04-04T00:20:00Z,Receive,0.5,BTC,,,,,Ledger,Yes,t2
2024-05-05T12:00:00Z,trade,3000,USDC,1,ETH,5,USDC,Kraken,Yes,x1
2024-06-05T12:00:00Z,sell,30000,USD,0.5,BTC,15,USD,Kraken,Yes,s1
2024-07-05T12:00:00Z,sell,900,USD,100,SOL,1,USD,Kraken,Yes,s2
2024-08-05T12:00:00Z,airdrop,12000,XYZ,,,,,Ledger,Yes,
`
const IN_LIST = 8

test.describe.configure({ mode: 'serial' })

let page: Page
let faults: () => readonly string[]

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
  faults = watchForFaults(page)
  await startAsCustomer(page)
  await page.goto('/transactions')
  await expect(page.getByText('No transactions yet')).toBeVisible()
  // The list hears of it by itself.
  await upload(page, 'history.csv', HISTORY)
})

test.afterAll(async () => {
  expect(faults()).toEqual([])
  await page.context().close()
})

/** Hold back what is asked for at an address, until what is given back is called; later it goes its way. */
async function holdBack(on: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await on.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Every word that a type has. */
const TYPES: ReadonlySet<string> = new Set([
  typeLabel('transfer', null),
  ...TRANSACTION_TYPES.map((type) => typeLabel(type, null)),
  ...INCOMING_SUB_TYPES.map((subType) => typeLabel('incoming', subType)),
  ...OUTGOING_SUB_TYPES.map((subType) => typeLabel('outgoing', subType)),
])

const INCOMING =
  'received mined airdrop fork payment gift_received mastermode interest_received dividend_received staking_reward misc_reward staking_return'
const OUTGOING = 'sent purchase gift_sent stolen lost fee donation_501c3 staking_lockup'

const rows = () => page.getByRole('grid', { name: 'Transactions' }).locator('[data-key]')
const row = (text: string | RegExp): Locator => rows().filter({ hasText: text })
const sheet = () => page.getByRole('dialog').first()

test('R1.16 R4.83 an import that finishes elsewhere fills the list by itself, every row with its type, newest first, with its count', async () => {
  await expect(rows()).toHaveCount(IN_LIST)
  await expect(page.getByText(`1–${IN_LIST.toString()} of ${IN_LIST.toString()}`)).toBeVisible()
  // Nine came in: whoever counts is told where the ninth is.
  await expect(page.getByText('1 more arrived in a transfer between your accounts')).toBeVisible()
  await expect(rows().first()).toContainText('Airdrop')
  await expect(rows().first()).toContainText('Aug 05, 2024 12:00:00')
  await expect(row('Airdrop')).toContainText('Missing price')
  // Both sides of a transfer are one row.
  await expect(row('Transfer')).toContainText('Kraken → Ledger')
  const types = await rows().getByRole('rowheader').allTextContents()
  expect(types.length).toBe(IN_LIST)
  expect(types.filter((type) => !TYPES.has(type))).toEqual([])

  await page.getByRole('button', { name: 'Date (UTC)' }).click()
  await expect(page).toHaveURL(/order=oldest/)
  await expect(rows().first()).toContainText('Jan 02, 2023 03:04:05')
  await page.getByRole('button', { name: 'Date (UTC)' }).click()
  await expect(rows().first()).toContainText('Airdrop')
})

test('filters stand in the address as pills: from the sheet, from a row, by text, and all cleared', async () => {
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Type').selectOption({ label: 'Sell (2)' })
  await page.getByLabel('Asset').selectOption({ label: 'SOL (1)' })
  await page.getByRole('button', { name: 'Show 1' }).click()
  await expect(rows()).toHaveCount(1)
  await expect(page).toHaveURL(/type=sell&asset=SOL|asset=SOL&type=sell/)
  await expect(page.getByText('Type is Sell')).toBeVisible()

  // The filters in the address are there after a reload.
  await page.reload()
  await expect(rows()).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove filter: Asset is SOL' }).click()
  await expect(rows()).toHaveCount(2)

  await page.getByRole('searchbox').fill('no such thing')
  await expect(page.getByText('No transactions match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).first().click()
  await expect(rows()).toHaveCount(IN_LIST)
  await expect(page.getByRole('searchbox')).toHaveValue('')

  await row('Airdrop').getByRole('button', { name: 'Actions and filters' }).click()
  await page.getByRole('menuitem', { name: 'Account is Ledger' }).click()
  await expect(rows()).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove filter: Account is Ledger' }).click()

  await page.getByRole('tab', { name: /Transfers/ }).click()
  await expect(rows()).toHaveCount(1)
  await page.getByRole('tab', { name: /Review/ }).click()
  await expect(page).toHaveURL(/review=true/)
  await expect(
    page.getByRole('grid', { name: 'Review queue' }).getByRole('row').filter({ hasText: 'Staking reward' }),
  ).toContainText('Missing price')
  await page.getByRole('tab', { name: /All/ }).click()
  await expect(rows()).toHaveCount(IN_LIST)
})

test('E4 the detail goes down to the row of the file, with its line and every column', async () => {
  await row('Trade').click()
  await expect(sheet().getByRole('heading', { level: 2 })).toHaveText('Traded 1\u00a0ETH for 3,000\u00a0USDC')
  await expect(page).toHaveURL(/id=/)
  await expect(sheet()).toContainText('history.csv · line 7')
  await sheet().getByRole('button', { name: 'Show raw row' }).click()
  const cells = sheet().locator('dl').last()
  await expect(cells).toContainText('Timestamp2024-05-05T12:00:00Z')
  await expect(cells).toContainText('IN Amount3000')
  await expect(cells).toContainText('Txidx1')

  // The list beside it stays usable; the next one is a key away.
  await sheet().getByRole('button', { name: 'Next transaction' }).click()
  await expect(sheet().getByRole('heading', { level: 2 })).toContainText('Moved 0.5\u00a0BTC to Ledger')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row('Transfer')).toBeFocused()
})

test('what came in is on the side that the new type has, before it is saved', async () => {
  await row('Airdrop').click()
  await sheet().getByRole('button', { name: 'Edit' }).click()
  await sheet().getByLabel('Type', { exact: true }).selectOption('NFT')
  await expect(sheet().getByLabel('In amount')).toHaveValue('12000')
  await sheet().getByLabel('Sub type').selectOption({ label: 'NFT sent' })
  await expect(sheet().getByLabel('Out amount')).toHaveValue('12000')
  await expect(sheet().getByLabel('Out currency')).toHaveValue('XYZ')
  await expect(sheet().getByLabel('In amount')).toHaveCount(0)
  await sheet().getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('N7 a correction shows in the list and in the history, and is undone; a wrong one says which field', async () => {
  await row('Airdrop').click()
  await sheet().getByRole('button', { name: 'Edit' }).click()
  await sheet().getByLabel('Sub type').selectOption({ label: 'Gift received' })
  await sheet().getByLabel("Donor's cost").fill('120.5')
  await sheet().getByLabel('In amount').fill('twelve')
  await sheet().getByRole('button', { name: 'Save' }).click()
  await expect(sheet().getByLabel('In amount')).toHaveAccessibleDescription(/Enter an amount/)
  await sheet().getByLabel('In amount').fill('-12000')
  await sheet().getByRole('button', { name: 'Save' }).click()
  // This one is the server's refusal, beside the field it names.
  await expect(sheet().getByLabel('In amount')).toHaveAccessibleDescription(
    'To amount: -12000 is negative; a number such as 12.5 is expected.',
  )
  await sheet().getByLabel('In amount').fill('11000')
  const letListThrough = await holdBack(page, /\/api\/transactions\?/)
  await sheet().getByRole('button', { name: 'Save' }).click()

  // It is there at once, and its Undo for its ten seconds, however long the list takes; under the pointer it stays.
  const saved = page.getByRole('status').filter({ hasText: 'Saved' })
  await saved.hover()
  await expect(sheet().getByRole('heading', { level: 2 })).toHaveText('Gift received: 11,000\u00a0XYZ')
  letListThrough()
  await expect(sheet()).toContainText('Sub type: Airdrop → Gift received')
  await expect(sheet()).toContainText('In: 12000 → 11000')
  await expect(row('Gift received')).toContainText('11,000\u00a0XYZ')
  // The exact time was not touched by saving.
  await expect(sheet()).not.toContainText('Date (UTC):')

  await saved.getByRole('button', { name: 'Undo' }).click()
  await expect(row('Airdrop')).toContainText('12,000\u00a0XYZ')
  await expect(sheet()).toContainText('(undone)')
  await sheet().getByRole('button', { name: 'Close' }).click()
})

test('R-FEE-4 fees are added where a transaction is edited, told on its sheet with coin, amount and value, and undone', async () => {
  await row('Trade').click()
  await sheet().getByRole('button', { name: 'Edit' }).click()
  await sheet().getByRole('button', { name: 'Add another fee' }).click()
  const first = sheet().getByRole('group', { name: 'Further fee 1' })
  await first.getByLabel('Amount').fill('half')
  await first.getByLabel('Currency').fill('sol')
  await sheet().getByRole('button', { name: 'Save' }).click()
  await expect(first.getByLabel('Amount')).toHaveAccessibleDescription(/Enter an amount/)
  await first.getByLabel('Amount').fill('0.5')
  await first.getByLabel('Value in USD').fill('40')
  await sheet().getByRole('button', { name: 'Add another fee' }).click()
  const second = sheet().getByRole('group', { name: 'Further fee 2' })
  await second.getByLabel('Amount').fill('0.01')
  await second.getByLabel('Currency').fill('BNB')
  await sheet().getByRole('button', { name: 'Save' }).click()

  const fees = sheet().getByRole('list', { name: 'Further fees' }).getByRole('listitem')
  await expect(sheet()).toContainText('5\u00a0USDC · no price')
  await expect(fees).toHaveCount(2)
  await expect(fees.filter({ hasText: 'SOL' })).toHaveText(/0\.5\sSOL · \$40\.00/)
  await expect(fees.filter({ hasText: 'BNB' })).toContainText('no price')
  await fees.filter({ hasText: 'SOL' }).getByRole('button', { name: 'Open this fee' }).click()
  await expect(sheet().getByRole('heading', { level: 2 })).toContainText('0.5\u00a0SOL')
  await sheet().getByRole('button', { name: 'Open what it was paid for' }).click()
  await expect(fees).toHaveCount(2)
  await sheet()
    .getByRole('listitem')
    .filter({ hasText: 'Added 2 fees' })
    .getByRole('button', { name: /Undo/ })
    .click()
  await expect(fees).toHaveCount(0)
  await sheet().getByRole('button', { name: 'Close' }).click()
})

test('R5.81 R5.82 the form offers the sub types of what came in and of what went out', async () => {
  await row('Airdrop').click()
  await sheet().getByRole('button', { name: 'Edit' }).click()
  const subType = sheet().getByLabel('Sub type')
  const offered = () =>
    subType
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value).join(' '))
  for (const [type, subTypes] of [
    ['incoming', INCOMING],
    ['outgoing', OUTGOING],
  ] as const) {
    await sheet().getByLabel('Type', { exact: true }).selectOption(type)
    expect(await offered(), type).toBe(subTypes)
    const labels = await subType.locator('option').allTextContents()
    expect(new Set(labels.map((label) => label.trim()).filter(Boolean)).size, type).toBe(labels.length)
  }
  await sheet().getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('E9 N7 a match is taken apart, found again by hand and undone: one row, two, and one', async () => {
  await row('Transfer').click()
  await expect(sheet()).toContainText('Likely')
  await sheet().getByRole('button', { name: 'Unmatch' }).click()
  await expect(rows()).toHaveCount(IN_LIST + 1)
  await expect(sheet().getByRole('heading', { level: 2 })).toHaveText('Sent 0.5\u00a0BTC')
  await expect(sheet()).toContainText('Marked as not a transfer by you')

  // Refused, it waits here for as long as it takes.
  await page.reload()
  await expect(sheet()).toContainText('You said that this is not a transfer.')
  await sheet().getByRole('button', { name: 'Match after all' }).click()
  await expect(rows()).toHaveCount(IN_LIST)
  await expect(sheet()).toContainText('Likely, matched by you')

  await sheet().getByRole('button', { name: 'Unmatch' }).click()
  await expect(rows()).toHaveCount(IN_LIST + 1)
  await expect(sheet().getByRole('button', { name: 'Find where it arrived' })).toBeVisible()
  await sheet().getByRole('heading', { level: 2 }).focus()
  await page.keyboard.press('m')
  await sheet()
    .getByRole('checkbox', { name: /Ledger/ })
    .check()
  await expect(sheet()).toContainText('Everything that was sent arrived.')
  await sheet().getByRole('button', { name: 'Match', exact: true }).click()
  await expect(rows()).toHaveCount(IN_LIST)

  // Four words, each with an undo of its own: without them the rule decides.
  for (let left = 4; left > 0; left--) {
    await sheet().getByRole('list').getByRole('button', { name: 'Undo' }).first().click()
    await expect(sheet().getByText('(undone)')).toHaveCount(5 - left)
  }
  await expect(rows()).toHaveCount(IN_LIST)
  await expect(sheet()).toContainText('Likely')
  await expect(sheet()).not.toContainText('matched by you')
  await sheet().getByRole('button', { name: 'Close' }).click()
})

test('2.1.1 by keyboard alone: move, open, edit, ignore, undo, back', async () => {
  await rows().first().focus()
  await page.keyboard.press('j')
  await expect(rows().nth(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('k')
  await expect(rows().nth(1)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(sheet().getByRole('heading', { level: 2 })).toHaveText('Sold 100\u00a0SOL for $900.00')
  await page.keyboard.press('e')
  await expect(sheet().getByLabel('Type', { exact: true })).toBeFocused()
  await sheet().getByLabel('Comment').focus()
  await page.keyboard.type('sold by phone')
  await sheet().getByRole('button', { name: 'Save' }).press('Enter')
  await expect(sheet()).toContainText('sold by phone')
  await expect(sheet().getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('z')
  await expect(sheet()).toContainText('(undone)')
  await page.keyboard.press('Escape')
  await expect(rows().nth(1)).toBeFocused()

  await page.keyboard.press('s')
  await expect(rows().nth(1)).toContainText('Ignored')
  await page.keyboard.press('Control+z')
  await expect(rows().nth(1)).not.toContainText('Ignored')

  await page.keyboard.press('f')
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused()
  await page.keyboard.press('Escape')
})

test('the hash of a chain breaks where the sheet of a phone ends', async ({ page }) => {
  const hash = `0x${'2581df3fa1056bd3'.repeat(4)}`
  const [sender, own] = [
    '0xa9d1e08c7793af67e9d92fe308d5697fb81d3e43',
    '0x4bba290826c253bd854121346c370a9886d1bc26',
  ]
  const file = `"Transaction Hash","Blockno","UnixTimestamp","DateTime (UTC)","From","To","ContractAddress","Value_IN(ETH)","Value_OUT(ETH)","CurrentValue @ $3300/Eth","TxnFee(ETH)","TxnFee(USD)","Historical $Price/Eth","Status","ErrCode","Method"
"${hash}","18112269","1694182439","2023-09-08 14:13:59","${sender}","${own}","","0.4","0","0","0.0004","0.67","1682.3","","","Transfer"
`
  await startAsCustomer(page)
  await upload(page, 'wallet.csv', file, { chain: 'ethereum' })
  await page.goto('/transactions')
  await page.getByRole('grid', { name: 'Transactions' }).locator('[data-key]').first().click()
  await expect(page.getByRole('dialog').getByText(`id ${hash}`)).toBeVisible()
  await expectFits(page)
})

test('P16 a long history comes page after page, with at most forty rows in the document', async () => {
  const [head = ''] = HISTORY.split('\n')
  const days = Array.from({ length: 450 }, (_, n) => new Date(Date.UTC(2019, 0, 1 + n)).toISOString())
  const long = days.map(
    (at, n) => `${at.slice(0, 19)}Z,buy,0.01,BTC,${(40 + n).toString()},USD,,,Gemini,Yes,g${n.toString()}`,
  )
  const all = (long.length + IN_LIST).toString()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/transactions')
  await expect(rows().first()).toBeVisible()
  await upload(page, 'long.csv', [head, ...long, ''].join('\n'))
  await expect(page.getByText(new RegExp(`of ${all}$`))).toBeVisible()
  await rows().first().focus()
  await expect(async () => {
    await page.keyboard.press('End')
    expect(await rows().count()).toBeLessThanOrEqual(40)
    await expect(page.getByText(`–${all} of ${all}`)).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(rows().last()).toContainText('Jan 01, 2019')
})
