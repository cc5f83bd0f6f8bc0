import { expect, test } from '@playwright/test'
import {
  calculateByCall,
  call,
  imported,
  showYear,
  startWithHistory,
  upload,
  watchForFaults,
} from './helpers.ts'

/*
 * Two ETH for 4,000, exchanged in June 2024 for as many WETH worth 7,000, sold in March 2025 for 6,000; and an airdrop
 * worth 50 that sells for 80. As trades: 3,000 long-term in 2024, and a loss of 1,000 in 2025. Carried: 2,000 in 2025.
 */
const VAULT = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id
2023-01-10T12:00:00Z,buy,2,ETH,4000,USD,,,,yes,,,,,vault,,,
2024-02-01T12:00:00Z,airdrop,100,UNI,,,,,,yes,,50,USD,,vault,,,
2024-05-01T12:00:00Z,sell,80,USD,100,UNI,,,,yes,,,,,vault,,,
2024-06-10T12:00:00Z,trade,2,WETH,2,ETH,,,,yes,,7000,USD,,vault,,,
2025-03-01T12:00:00Z,sell,6000,USD,2,WETH,,,,yes,,,,,vault,,,
`

/** A bitcoin that cost 6,000, frozen with its exchange; the estate paid 0.3 of it, worth 15,600. */
const FROZEN = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2020-03-01T12:00:00Z,buy,1,BTC,6000,USD,,,Celsius,yes,b1
`
const PAID = `Internal id,Date and time,Transaction type,Coin type,Coin amount,USD Value,Original Reward Coin,Reward Amount In Original Coin,Confirmed
c3,"February 15, 2024 10:00 AM",Distribution,BTC,0.3,15600,,,Yes
`

test('N17 E14 every open question with what each choice would change, chosen, recorded and taken back', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startWithHistory(page, VAULT, 5, { timeZone: 'America/New_York' })
  await page.goto('/settings/tax')
  await page.getByRole('main').getByRole('link', { name: 'treatments', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Treatments' })).toBeVisible()
  await expect(page.getByText('has not been worked out yet').first()).toBeVisible()
  await expect(page.getByText('every question has its default')).toBeVisible()

  const airdrops = page.getByRole('listitem', { name: 'Airdrops', exact: true })
  const wrapped = page.getByRole('listitem', { name: 'Wrapped tokens', exact: true })
  await test.step('the effects are worked out by the engine, for what bears on a row and nothing else', async () => {
    await page.getByRole('button', { name: 'Work out the effects' }).click()
    await expect(airdrops).toContainText('Affects 1 of your rows')
    await expect(airdrops.getByRole('list', { name: 'What it would change' })).toContainText(
      /2024\s*Gain\s*\+\$50\.00\s*Income\s*−\$50\.00\s*Estimated tax\s*\$0\.00/,
    )
    await expect(wrapped).toContainText('Affects none of your rows')
    await expect(wrapped).toContainText('It would change nothing: none of your rows is affected.')
  })

  await test.step('a token is declared by its owner, and the effects are out of date', async () => {
    const pairs = page.getByRole('list', { name: 'Exchanged one for one' })
    await expect(pairs).toContainText('ETH and WETH · 1 trade')
    await pairs.getByRole('button', { name: 'Fill in ETH and WETH' }).click()
    await expect(page.getByLabel('Token', { exact: true })).toHaveValue('WETH')
    await expect(page.getByLabel('Stands for')).toHaveValue('ETH')
    await page.getByRole('button', { name: 'Declare the token' }).click()
    await expect(page.getByRole('list', { name: 'Declared tokens' })).toContainText('WETH for ETH · Wrapped')
    await expect(
      page.getByText('Your history or settings have changed since the effects were worked out.'),
    ).toBeVisible()
    await page.getByLabel('Other taxable income').fill('100,000')
    await page.getByRole('button', { name: 'Work out again' }).click()
    const years = wrapped.getByRole('list', { name: 'What it would change' })
    await expect(years).toContainText(/2024\s*Gain\s*\+\$3,000\.00.*Estimated tax\s*\+\$450\.00/s)
    await expect(years).toContainText(/2025\s*Gain\s*−\$3,000\.00.*Estimated tax\s*−\$520\.00/s)
    await expect(page).toHaveURL(/\/settings\/treatments\?income=100000$/)
  })

  await test.step('choosing shows the effect first, and counts from the next calculation', async () => {
    await airdrops.getByRole('button', { name: 'Choose Nothing until sold for Airdrops' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('In 2024: gain +$50.00, income −$50.00.')
    await dialog.getByRole('button', { name: 'Choose it' }).click()
    await expect(page.getByRole('list', { name: 'Changes' })).toContainText(
      /Airdrops · Income when received → Nothing until sold.*by you/s,
    )
    await page.getByRole('button', { name: 'Work out again' }).click()
    await expect(page.getByText(/^Worked out/)).toBeVisible()
    await expect(page.getByText('since the effects were worked out')).toBeHidden()
    await showYear(page, 2024)
    await expect(page.getByRole('button', { name: 'Net gain: +$80.00' })).toBeVisible()
  })

  await test.step('the proof of the calculation says how everything open was treated', async () => {
    await page.getByRole('link', { name: 'Manifest', exact: true }).click()
    await expect(page.getByText(/1 treatment by choice/)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/Airdrops\s*Nothing until sold\s*Rebases/)
    await expect(page.getByRole('main')).toContainText(
      /Wrapped tokens\s*Basis carried · default.*Wrapped\s*WETH for ETH/s,
    )
  })

  await test.step('what counts now is taken back, and stays on the list', async () => {
    await page.goto('/settings/treatments')
    await page.getByRole('button', { name: 'Undo Airdrops' }).click()
    await expect(page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first()).toContainText(
      /Airdrops · Nothing until sold → Income when received.*undone/s,
    )
    await expect(page.getByRole('button', { name: 'Undo Airdrops' })).toBeHidden()
  })

  await test.step('what a bankrupt company paid disposes of its part of the claim, with the effect first', async () => {
    await upload(page, 'frozen.csv', FROZEN)
    await upload(page, 'celsius.csv', PAID)
    await imported(page, 7)
    await page.goto('/transactions?review=true&kind=unmatched_receive')
    await page.getByRole('grid', { name: 'Review queue' }).locator('[data-key]').first().click()
    const sheet = page.getByRole('dialog').first()
    await expect(sheet).toContainText('The source calls it a payment in a bankruptcy.')
    const first = sheet.getByRole('radio').first()
    await expect(first).toHaveAccessibleName(/reported as a disposal.*2024.*\$13,800\.00/s)
    await first.check()
    await expect(sheet.getByLabel(/^Claim it was paid on/).getByRole('option')).toHaveText([
      'The same coin',
      'Celsius: 1 BTC',
    ])
    await sheet.getByLabel(/^Units of the claim/).fill('2')
    await sheet.getByRole('button', { name: 'Save answer' }).click()
    await expect(sheet.getByLabel(/^Units of the claim/)).toHaveAccessibleDescription(/1 BTC left to pay/)
    await sheet.getByLabel(/^Units of the claim/).fill('')
    await sheet.getByRole('button', { name: 'Save answer' }).click()
    await expect(sheet).toContainText('This is no longer open.')
  })

  await test.step('what was never paid is listed as lost once the case is closed, and can be taken back', async () => {
    await page.goto('/wallets')
    await page.getByRole('button', { name: 'More for Celsius', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Close a bankruptcy' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('region', { name: 'Not paid so far' })).toContainText('0.7 BTC')
    await dialog.getByLabel('Final distribution on').fill('2024-02-01')
    await dialog.getByRole('button', { name: 'Close the case' }).click()
    await expect(dialog.getByLabel('Final distribution on')).toHaveAccessibleDescription(
      /moved in this account/,
    )
    await dialog.getByLabel('Final distribution on').fill('2025-01-31')
    await dialog.getByRole('button', { name: 'Close the case' }).click()
    await expect(page.getByText('Closed: 1 asset listed as lost')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'More for Celsius', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Close a bankruptcy' }).click()
    await expect(dialog.getByRole('region', { name: 'Not paid so far' })).toContainText('0.7 BTC')
  })
  expect(faults()).toEqual([])
})

/* Bought at 100 a coin in `A`; on the way to `B` a tenth goes as a fee that is worth what it cost; half a coin is donated. */
const DONOR = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id
2025-01-01T12:00:00Z,buy,1,ETH,100,USD,,,,yes,,,,,A,,,
2025-02-01T12:00:00Z,sent,,,0.5,ETH,0.1,ETH,,yes,0xf1,50,USD,,A,,,
2025-02-01T12:05:00Z,received,0.5,ETH,,,,,,yes,0xf1,50,USD,,B,,,
2025-03-01T12:00:00Z,donation,,,0.5,ETH,,,,yes,,90,USD,,B,,,
`

test('N17 N4 a choice that changes nothing but the deduction for a donation is told on both screens', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  await startWithHistory(page, DONOR, 4, { timeZone: 'UTC' })
  await page.goto('/settings/treatments')
  await page.getByRole('button', { name: 'Work out the effects' }).click()
  const fees = page.getByRole('listitem', { name: 'Network fees of own transfers', exact: true })
  // Held short, the deduction is the basis: 50, or 60 with that of the fee.
  await expect(fees).toContainText(
    /2025\s*Gain\s*\$0\.00\s*Income\s*\$0\.00\s*Donation deduction\s*\+\$10\.00/,
  )

  await calculateByCall(page)
  await call(page, 'POST', '/treatments', {
    change: { kind: 'choice', treatment: 'transfer_fee', to: 'carry' },
  })
  await calculateByCall(page)
  await page.goto('/tax/compare')
  const causes = page.getByRole('table', { name: 'What changed 2025, by cause' })
  await expect(causes.getByRole('columnheader')).toContainText([
    /Cause/,
    /Gain/,
    /Short/,
    /Long/,
    /Income/,
    /Donation deduction/,
    /Rows/,
  ])
  await expect(causes.getByRole('row', { name: /2025 total/ })).toContainText('+$10.00')
  expect(faults()).toEqual([])
})
