import { expect, test } from '@playwright/test'
import { calculateByCall, call, showYear, startWithHistory, watchForFaults } from './helpers.ts'

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
      /Airdrops · Nothing until sold → Income when received.*taken back/s,
    )
    await expect(page.getByRole('button', { name: 'Undo Airdrops' })).toBeHidden()
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
  await expect(causes.getByRole('row', { name: /2025 in all/ })).toContainText('+$10.00')
  expect(faults()).toEqual([])
})
