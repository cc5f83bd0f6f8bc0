import { expect, test } from '@playwright/test'
import { lookAt, startAsCustomer } from './helpers.ts'

const ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7'
const POLKADOT = '152UPCpB6Vv22CEfrvjgEZ5vt9AnshDYP5Ldw9GvkrTFqgAS'

test('an explorer is asked with a key of the customer’s own: where an address is added, and on one that is connected', async ({
  page,
}) => {
  await startAsCustomer(page)
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: false }) })
  const part = page.locator('details').filter({ hasText: 'Use your own explorer key' })
  const look = async (name: string) => {
    await lookAt(page, name)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  const send = page.getByRole('button', { name: 'Import', exact: true })

  await test.step('a chain that only a key opens asks for one, and a wrong one is told at its field', async () => {
    // Import is pressed before the page knows which keys are saved.
    const known = Promise.withResolvers<void>()
    await page.route('**/api/imports/v1/explorer_keys', async (route) => {
      await known.promise
      await route.fallback()
    })
    await page.goto('/imports/options?slug=polkadot')
    await page.getByLabel('Public address', { exact: true }).fill(POLKADOT)
    await send.click()
    await expect(send).toHaveAttribute('aria-busy', 'true')
    known.resolve()
    const key = part.getByLabel('Subscan API key')
    await expect(key).toHaveAccessibleDescription(/^Enter a key\./)
    await expect(key).toBeFocused()
    await page.unroute('**/api/imports/v1/explorer_keys')
    await expect(part).toHaveAttribute('open')
    await expect(part).toContainText('This site has no key for Polkadot. Add your own free key from Subscan.')
    await expect(part.getByRole('link', { name: 'pro.subscan.io' })).toHaveAttribute(
      'href',
      'https://pro.subscan.io',
    )
    await key.fill('nobody-knows-this-key')
    await send.click()
    await expect(key).toHaveAccessibleDescription(/^Subscan does not accept this key\. /)
    await expect(key).toHaveAttribute('type', 'password')
    // It is kept on the way.
    await key.fill(` demonstration-key-${Date.now()} `)
    await send.click()
    await expect(page).toHaveURL(/\/imports\?first_import=success$/)
    await expect(page.getByText('Your Subscan key is saved.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'What came in' })).toContainText(/Polkadot.*Done/)
  })

  await test.step('elsewhere it is folded; a free key that does not open the chain says so', async () => {
    await page.goto('/imports/options?slug=base')
    await expect(part).not.toHaveAttribute('open')
    await part.getByText('Use your own explorer key').click()
    await part.getByLabel('Explorer', { exact: true }).selectOption('Etherscan')
    const key = part.getByLabel('Etherscan API key')
    await expect(key).toHaveAccessibleDescription(/Etherscan opens Base with a paid plan only\./)
    await key.fill('demonstration-key-1')
    // Enter saves the key, and not the form around it.
    await key.press('Enter')
    await expect(key).toHaveAccessibleDescription(
      /^This key works, but its Etherscan plan does not open Base\. A free key from Blockscout does\./,
    )
    await expect(page).toHaveURL(/slug=base$/)
    await part.getByLabel('Explorer', { exact: true }).selectOption('Blockscout')
    await part.getByLabel('Blockscout API key').fill(`demonstration-expires-${Date.now()}-77aa`)
    await part.getByRole('button', { name: 'Save key' }).click()
    await expect(part.getByRole('list', { name: 'Saved keys' })).toContainText(
      'Blockscout key ending in 77aa',
    )
    await expect(part.getByLabel('Blockscout API key')).toHaveValue('')
    await page.getByLabel('Public address', { exact: true }).fill(ADDRESS)
    await send.click()
    await expect(page).toHaveURL(/\/imports/)
  })

  await test.step('a key that is refused later is said at its address, which goes on without it, and is replaced', async () => {
    await expect(row('Base')).toContainText(/Done.*Blockscout no longer accepts your key\./)
    await look('own-key-refused')
    await row('Base').getByRole('link', { name: 'Enter a key for Base' }).click()
    const panel = page.getByRole('region', { name: 'Your own explorer key' })
    await expect(panel).toContainText('Blockscout has not accepted it since')
    await look('own-key-of-address')
    await panel.getByLabel('Blockscout API key').fill(`demonstration-key-${Date.now()}`)
    await panel.getByRole('button', { name: 'Replace key' }).click()
    await expect(page).toHaveURL(/\/imports$/)
    await expect(row('Base')).not.toContainText('no longer accepts')
  })

  await test.step('and is removed where it was given', async () => {
    await page.getByRole('button', { name: 'Actions for Base' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Use your own key' }).click()
    const panel = page.getByRole('region', { name: 'Your own explorer key' })
    await panel.getByRole('button', { name: 'Remove the Blockscout key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Your Blockscout key is removed.')).toBeVisible()
    await expect(panel.getByRole('list', { name: 'Saved keys' })).toHaveCount(0)
  })
})
