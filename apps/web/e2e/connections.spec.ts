import { expect, test } from '@playwright/test'
import { lookAt, startAsCustomer } from './helpers.ts'

const SECRET = Buffer.from('the secret of the demonstration').toString('base64')

test('R1.1 R1.11 R1.30 R2.121 R2.124 R2.127 R2.136 R4.10 R5.4 R5.5 R5.9 R7.6 R8.6 an exchange is connected by key: what is missing, what is wrong, and what came in', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/imports/options?slug=kraken')
  const choice = page.getByRole('group', { name: 'Choose an Import Option' })
  await expect(choice.getByRole('radio')).toHaveCount(2)
  await expect(
    choice.getByRole('radio', { name: /API Key.*Import data by using an API key\./ }),
  ).toBeChecked()
  await expect(choice.getByText('Import wallet using public address.')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Create a read-only API key' })).toBeVisible()
  await expect(page.getByText('Create a read-only key.')).toBeVisible()
  const send = page.getByRole('button', { name: 'Import', exact: true })
  await send.click()
  await expect(page.getByText('API Key is Required')).toBeVisible()
  await expect(page.getByText('API Secret is Required')).toBeVisible()
  await lookAt(page, 'connect-key')

  const [key, secret] = [
    page.getByLabel('API Key', { exact: true }).last(),
    page.getByLabel('Private Key', { exact: true }),
  ]
  await key.fill('somebody else')
  await secret.fill(SECRET)
  await send.click()
  await expect(page.getByRole('alert').getByText('Please Provide Correct Api-Key and Secret.')).toBeVisible()

  // A key that may trade is pointed out before it is kept.
  await key.fill('demonstration-trade')
  await send.click()
  await expect(page.getByText(/This key can trade\./)).toBeVisible()
  await lookAt(page, 'connect-key-may-trade')
  await page.getByRole('button', { name: 'Use another key' }).click()
  await expect(secret).toHaveValue('')
  await key.fill(`  demonstration-${Date.now()} `)
  await secret.fill(SECRET)
  await send.click()
  await expect(page).toHaveURL(/\/imports\?first_import=success$/)
  await expect(page.getByText('Kraken added to Import Queue.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Imported accounts' })).toContainText(/Kraken.*Done/)
  const panel = page.getByRole('region', { name: 'Your first import' })
  await expect(panel.getByRole('heading')).toHaveText('21 transactions imported')
})

test('R2.58 R2.110 R2.111 R2.112 a key that no longer works is replaced, and the account stays one', async ({
  page,
}) => {
  await startAsCustomer(page)
  const connect = async (key: string) => {
    await page.getByLabel('API Key', { exact: true }).last().fill(key)
    await page.getByLabel('Private Key', { exact: true }).fill(SECRET)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
  }
  await page.goto('/imports/options?slug=kraken')
  await connect(`demonstration-expires-${Date.now()}`)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Kraken' }) })
  await row.getByRole('link', { name: 'Give Kraken a new key' }).click()
  await expect(page).toHaveURL(/\/imports\/options\?slug=kraken&action=fix&sourceid=/)
  await expect(page.getByText('The key of your Kraken account no longer works.')).toBeVisible()
  await connect(`demonstration-${Date.now()}`)
  await expect(row).toContainText(/API.*21.*Done/)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
})

test('R2.63 R2.137 R2.138 R2.139 R2.140 R5.10 R5.11 R7.11 Coinbase is connected by signing in there, and by key', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/imports/options?slug=coinbase')
  await expect(page.getByRole('radio', { name: /OAuth.*Import without creating an API key\./ })).toBeChecked()
  const asked = page.getByRole('list', { name: 'Coinbase will ask you to let Lotbook see' })
  await expect(asked.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('list', { name: 'It cannot' })).toContainText('Send or withdraw')
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()

  await page.getByRole('radio', { name: /API Key/ }).check()
  await expect(page.getByText(/Copy the key name/)).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('API key name is Required')).toBeVisible()
  await expect(page.getByText('Secret is Required')).toBeVisible()

  await page.getByRole('radio', { name: /OAuth/ }).check()
  await page.getByRole('button', { name: 'Continue with Coinbase' }).click()
  // The page of Coinbase approves at once, and sends the person back.
  await expect(page).toHaveURL(/\/imports\?first_import=success$/)
  await expect(page.getByRole('heading', { name: '41 transactions imported' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'What came in' })).toContainText(/Coinbase.*Done/)
})

test('R2.141 R2.142 R2.143 R2.144 R5.12 R5.13 Robinhood Crypto is connected with a key pair that the browser makes', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await startAsCustomer(page)
  await page.goto('/imports/options?slug=robinhood-crypto')
  const shown = page.getByLabel('Your public key')
  await expect(shown).toHaveValue(/^[A-Za-z0-9+/]{43}=$/)
  await expect(shown).not.toBeEditable()
  await page.getByRole('button', { name: 'Copy the public key' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy the public key' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await shown.inputValue())

  const send = page.getByRole('button', { name: 'Import', exact: true })
  await send.click()
  await expect(page.getByText('API key is Required')).toBeVisible()
  const apiKey = `rh-api-${Buffer.from(copied, 'base64').toString('base64url')}`
  await page.getByLabel('API Key', { exact: true }).last().fill(apiKey)
  await send.click()
  await expect(page).toHaveURL(/\/imports\?first_import=success$/)
  await expect(page.getByRole('heading', { name: '40 transactions imported' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'What came in' })).toContainText(/Robinhood Crypto.*Done/)
})
