import { connectionMessages } from '@lotbook/contract'
import { expect, type Page, test } from '@playwright/test'
import { call, expectAccessible, imported, lookAt, startAsCustomer, upload } from './helpers.ts'
import { sentByExplorer } from './import-files.ts'
import { insideLedger, XPUB } from './inside-ledger.ts'

const SECRET = Buffer.from('the secret of the demonstration').toString('base64')
const PROVIDERS = `http://127.0.0.1:${(Number(process.env['E2E_PORT'] ?? 4300) + 3000).toString()}`

/** Lets what is sent take its time while something is done, as on a bad line. */
async function onSlowLine(page: Page, act: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const line = (latency: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await line(1_500)
  await act()
  await line(0)
  await session.detach()
}

test('R1.1 R1.11 R1.30 R2.121 R2.124 R2.127 R2.136 R4.10 R5.4 R5.5 R5.9 R7.6 R8.4 R8.6 R8.7 R8.9 an exchange is connected by key: what is missing, what is wrong, and what came in', async ({
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
  for (const [slug, missing] of [
    ['kucoin', 'Passphrase is Required'],
    ['coinmate', 'Customer ID is Required'],
  ] as const) {
    await page.goto(`/imports/options?slug=${slug}`)
    await send.click()
    await expect(page.getByText(missing)).toBeVisible()
  }
  await page.goto('/imports/options?slug=kraken')

  const [key, secret] = [
    page.getByLabel('API Key', { exact: true }).last(),
    page.getByLabel('Private Key', { exact: true }),
  ]
  await key.fill('somebody else')
  await secret.fill(SECRET)
  await send.click()
  const wrong = 'Please Provide Correct Api-Key and Secret.'
  await expect(page.getByRole('alert').getByText(wrong)).toBeVisible()
  // At the field, with the next step.
  await expect(key).toHaveAccessibleDescription(new RegExp(`^${wrong} Copy every field again from Kraken`))
  await expect(key).toBeFocused()

  // A request that gets no answer.
  await page.route('**/api/imports/v1/api_imports', (route) => route.abort())
  await send.click()
  const silent = 'Something went wrong. Please try again. Check your connection.'
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: silent })).toBeVisible()
  await expect(page.getByText('the key was not kept')).toBeHidden()
  await page.unroute('**/api/imports/v1/api_imports')

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

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const SENT = sentByExplorer([
  ['1', '1.25'],
  ['2', '0.5'],
])
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'

test('R1.12 R2.108 R2.146 R3.24 R4.11 R4.21 R4.22 R5.15 R5.16 R5.17 R5.18 R7.7 R8.4 R8.14 an address that was pasted into the search is imported: what is missing, what is wrong, and what came in', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Add Wallet/Exchange' }).click()
  const search = page.getByRole('dialog', { name: 'What would you like to import?' })
  await search.getByRole('searchbox').fill(BITCOIN)
  await search.getByRole('link', { name: /^Bitcoin Public address/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Adding Your Bitcoin Account' })).toBeVisible()
  const address = page.getByLabel('Public address', { exact: true })
  await expect(address).toHaveValue(BITCOIN)
  await expect(page.getByRole('combobox', { name: 'Blockchain' })).toHaveValue('Bitcoin')

  await page.goto('/imports/options?slug=wallet-address')
  await expect(page.getByRole('heading', { level: 1, name: 'Adding Your Wallet Account' })).toBeVisible()
  const send = page.getByRole('button', { name: 'Import', exact: true })
  await send.click()
  await expect(page.getByText('Public Address is Required')).toBeVisible()
  // The generic wallet has no chain of its own.
  const chain = page.getByRole('combobox', { name: 'Blockchain' })
  await expect(chain).toHaveAccessibleDescription('Blockchain is Required')
  await chain.fill('bitc')
  await page.getByRole('option', { name: 'Bitcoin BTC', exact: true }).click()
  await address.fill(BITCOIN)
  // A chain that was taken out again is required too; said on submit only.
  await chain.fill('')
  await address.focus()
  await expect(chain).toHaveValue('')
  await send.click()
  await expect(chain).toHaveAccessibleDescription('Blockchain is Required')
  await chain.fill('bitc')
  await page.getByRole('option', { name: 'Bitcoin BTC', exact: true }).click()
  await address.fill('')
  await send.click()
  await expect(page.getByText('Blockchain is Required')).toBeHidden()
  await expect(page.getByText('Public Address is Required')).toBeVisible()
  await address.fill('bc1qnot')
  // Nothing more is said before it is sent again.
  await expect(page.getByText('Public Address is Required')).toBeVisible()
  await send.click()
  await expect(page.getByText('Invalid Public Address')).toBeVisible()

  const checks: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') checks.push(new URL(request.url()).pathname)
  })
  await address.fill(BITCOIN)
  await page.getByLabel('Wallet name (optional)').fill('Cold storage')
  await onSlowLine(page, async () => {
    await send.click()
    await expect(send).toHaveAttribute('aria-busy', 'true')
    await expect(send.locator('svg.animate-spin')).toBeVisible()
  })
  await expect(page).toHaveURL(/\/imports\?first_import=success$/)
  await expect(page.getByText('Your Cold storage Wallet Added to Import Queue. Please Wait.')).toBeVisible()
  expect(checks.filter((path) => /check_smart|blockchain_query/.test(path))).toEqual([
    '/api/check_smart_contract',
    '/api/blockchain_query',
  ])
  await expect(page.getByRole('table', { name: 'Imported accounts' })).toContainText(/Cold storage.*Done/)
})

const CONTRACT = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'

test('R2.126 R4.23 R4.24 R4.25 R4.26 the owner of a smart contract is asked before it is imported', async ({
  page,
}) => {
  await startAsCustomer(page)
  const accounts = async () =>
    ((await call(page, 'GET', '/imports/v2/import_histories')) as { data: unknown[] }).data
  await page.goto('/imports/options?slug=ethereum')
  const tile = page.getByRole('radio', { name: /^Wallet.*Import wallet using public address\./ })
  await expect(tile).toBeChecked()
  await page.getByLabel('Public address', { exact: true }).fill(CONTRACT)
  const send = page.getByRole('button', { name: 'Import', exact: true })
  await send.click()
  const dialog = page.getByRole('dialog', { name: 'This address is a smart contract' })
  await expect(dialog).toContainText('extremely active blockchain user, with 123,456 transactions')
  await lookAt(page, 'connect-contract')
  await dialog.getByRole('button', { name: 'No, go back' }).click()
  await expect(dialog).toBeHidden()
  expect(await accounts()).toEqual([])
  await send.click()
  await dialog.getByRole('button', { name: 'Yes, I own this wallet' }).click()
  await expect(page).toHaveURL(/\/imports\?first_import=success$/)
  expect(await accounts()).toHaveLength(1)

  // Who comes from a list of their own addresses is not asked again.
  await page.goto('/imports/options?slug=base&action=address_validation')
  await page.getByLabel('Public address', { exact: true }).fill(CONTRACT)
  await send.click()
  await expect(page).toHaveURL(/\/imports$/)
  expect(await accounts()).toHaveLength(2)
})

test('R1.2 R2.147 R2.148 R4.12 R4.13 R4.14 R4.17 R4.18 R5.19 R5.20 R5.23 R7.8 R8.4 R8.12 several addresses are pasted, and each is imported on its chains', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/imports/options?slug=exodus')
  const lines = page.getByLabel('Public addresses')
  await expect(lines).toHaveAttribute('rows', '3')
  const go = page.getByRole('button', { name: 'Continue' })
  await go.click()
  await expect(page.getByText('Wallet address is required.')).toBeVisible()
  await lines.fill(`${BITCOIN}\nmy-cold-wallet`)
  await go.click()
  await expect(page.getByText('Invalid address(es): my-cold-wallet.')).toBeVisible()

  await lines.fill(`${BITCOIN}\n${BITCOIN}`)
  await go.click()
  const popup = page.getByRole('dialog', { name: 'Import Multiple Wallets' })
  const chains = popup.getByRole('group', { name: 'bc1qw508…v8f3t4' })
  await expect(chains).toHaveCount(1)
  const bitcoin = chains.getByRole('checkbox', { name: 'Bitcoin', exact: true })
  await expect(bitcoin).toBeChecked()
  await bitcoin.uncheck()
  const send = popup.getByRole('button', { name: 'Import' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await bitcoin.check()
  await onSlowLine(page, async () => {
    await send.click()
    await expect(send).toHaveAttribute('aria-disabled', 'true')
  })
  await expect(page.getByText('Wallets added to import queue.')).toBeVisible()
  await expect(page).toHaveURL(/\/imports\?first_import=success$/)

  // What is imported stays ticked.
  await page.goto('/imports/options?slug=exodus')
  await lines.fill(`${BITCOIN}\n${OTHER}`)
  await go.click()
  const imported = popup
    .getByRole('group', { name: 'bc1qw508…v8f3t4' })
    .getByRole('checkbox', { name: 'Bitcoin Imported' })
  await expect(imported).toBeChecked()
  await expect(imported).toBeDisabled()
  await expect(popup.getByRole('group')).toHaveCount(2)
})

test('R8.11 R8.13 the wallet finder shows an address with its transfers, imports it where it can be fetched, and does not show it again once it is dismissed', async ({
  page,
}) => {
  await startAsCustomer(page)
  await upload(page, 'etherscan.csv', SENT)
  await imported(page, 2)
  await page.goto('/wallets')
  const found = page.getByRole('heading', { name: 'Wallets that may be yours' })
  await expect(found).toBeVisible()
  const row = page.getByRole('list', { name: 'Wallets that may be yours' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(/0xde0b29…697bae.*Ethereum.*2 transfers/)
  await expect(row).toContainText('Sent 1.75 ETH')
  await expect(row.getByRole('link', { name: 'Newest transfer' })).toHaveAttribute(
    'href',
    /transactions\?id=/,
  )
  // Coins went to it on a chain that nobody can be asked about, too.
  await upload(page, 'ftmscan.csv', sentByExplorer([['3', '7']], 'FTM'))
  await imported(page, 3)
  await page.reload()
  await expect(row).toContainText('Fantom')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Wallets with invalid exchange were not imported.')).toBeVisible()
  await expect(row).toContainText('Sent 7 FTM')
  await expect(row).not.toContainText('ETH')

  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await expect(dismiss).toHaveAttribute('aria-disabled', 'true')
  await row.getByRole('checkbox').check()
  await dismiss.click()
  await expect(page.getByText('Wallets dismissed successfully.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(found).toHaveCount(0)
})

test('R1.15 R2.149 R2.150 R2.151 R4.66 R4.67 R5.89 R5.90 R8.39 R8.40 inside the app of a Ledger its accounts are listed, imported and gone', async ({
  page,
}) => {
  await startAsCustomer(page)
  await insideLedger(page, false)
  await page.goto('/imports/options?slug=ledger-live')
  const panel = page.getByRole('region', { name: 'Ledger' })
  await expect(panel.getByRole('heading', { name: 'Welcome, Ledger Wallet user' })).toBeVisible()
  // The app refuses at first.
  await expect(panel).toContainText('No permission')
  await expect(page.getByRole('alert').filter({ hasText: 'No permission' })).toHaveCount(2)
  await insideLedger(page, true)
  await page.reload()
  const box = panel.getByRole('checkbox', { name: /^Cold storage LTC/ })
  await expect(box).toBeChecked()
  await expect(panel.getByRole('checkbox')).toHaveCount(1)
  await box.uncheck()
  const send = panel.getByRole('button', { name: /Import|Uploading/ })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await send.hover()
  await expect(page.getByText('You must select at least one address')).toBeVisible()
  await box.check()

  await page.context().setOffline(true)
  await send.click()
  await expect(page.getByText('Error uploading LTC account')).toBeVisible()
  await page.context().setOffline(false)
  const sent = page.waitForRequest('**/bulk_imports/import_wallets')
  await send.click()
  expect((await sent).postDataJSON()).toEqual({
    wallets: [{ address: XPUB, chains: ['litecoin'] }],
    exchange: 'ledger-live',
    xpub: true,
  })
  await expect(panel).toContainText('Every account that Lotbook can read is imported')
  await page.goto('/imports')
  await expect(page.getByRole('table', { name: 'Imported accounts' })).toContainText(
    /Litecoin xpub6CUG…DVmz.*Done/,
  )
})

test('R2.58 R2.110 R2.111 R2.112 R2.120 R3.17 R4.27 each way of connecting breaks and is mended on screen, and the account stays one', async ({
  page,
}) => {
  await startAsCustomer(page)
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: false }) })

  await test.step('a key that no longer works is replaced', async () => {
    const connect = async (key: string, secret = SECRET) => {
      await page.getByLabel('API Key', { exact: true }).last().fill(key)
      await page.getByLabel('Private Key', { exact: true }).fill(secret)
      await page.getByRole('button', { name: 'Import', exact: true }).click()
    }
    await page.goto('/imports/options?slug=kraken')
    await connect(`demonstration-expires-${Date.now()}`)
    await row('Kraken').getByRole('link', { name: 'Give Kraken a new key' }).click()
    await expect(page).toHaveURL(/\/imports\/options\?slug=kraken&action=fix&sourceid=/)
    await expect(page.getByText('The key of your Kraken account no longer works.')).toBeVisible()
    await connect(`demonstration-${Date.now()}`, Buffer.from('another secret').toString('base64'))
    await expect(
      page.getByRole('alert').getByText('Please Provide Correct Api-Key and Secret.'),
    ).toBeVisible()
    const sent = page.waitForRequest((request) => request.url().endsWith('/api_imports'))
    await connect(`demonstration-${Date.now()}`)
    // Key, secret, passphrase, name and private key, of which exchange, and whose key is replaced.
    expect((await sent).postDataJSON()).toMatchObject({
      exchange_name: 'kraken',
      access_token: expect.stringContaining('demonstration-') as unknown,
      refresh_token: SECRET,
      password: '',
      key_name: '',
      private_key: '',
      is_update: true,
      source_id: expect.any(String) as unknown,
    })
    await expect(row('Kraken')).toContainText(/API.*21.*Done/)
    await expect(page.getByRole('rowheader')).toHaveCount(1)
  })

  await test.step('a grant that Coinbase has taken back leads to its page', async () => {
    // The account that is signed in at Coinbase takes the grant back during the first import.
    await page.context().addCookies([{ name: 'demonstration', value: 'expires', url: PROVIDERS }])
    await page.goto('/imports/options?slug=coinbase')
    await page.getByRole('button', { name: 'Continue with Coinbase' }).click()
    await expect(row('Coinbase').getByRole('button', { name: 'Sign in for Coinbase again' })).toBeVisible()
    await page.context().clearCookies({ name: 'demonstration' })
    await page.getByRole('button', { name: 'Actions for Coinbase' }).press('Enter')
    const left = page.waitForURL(/\/authorize\/coinbase\?code=/)
    await page.getByRole('menuitem', { name: 'Get new transactions' }).click()
    await left
    await expect(row('Coinbase')).toContainText(/API.*41.*Done/)
    await expect(page.getByRole('rowheader')).toHaveCount(2)
  })

  await test.step('an address whose source does not answer is fetched once it does', async () => {
    await page.request.post(`${PROVIDERS}/-/fail/blockbook-doge?status=404`)
    await page.goto('/imports/options?slug=dogecoin')
    await page.getByLabel('Public address', { exact: true }).fill('DL3zMvgr8nRkeiKWk8oZxFhp8TdG8P3cdQ')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(row('Dogecoin')).toContainText('Failed')
    await row('Dogecoin')
      .getByRole('button', { name: /^Show files of/ })
      .press('Enter')
    await expect(
      page.getByText(
        /Dogecoin import failed, please try again and contact customer support if the issue persists\./,
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Try Dogecoin again' }).click()
    await expect(row('Dogecoin')).toContainText(/Wallet.*14.*Done/)
  })

  await page.goto('/imports/options?slug=kucoin&action=fix')
  await expect(page.getByText(connectionMessages.kucoinFix)).toBeVisible()
})

test('R1.10 R2.63 R2.123 R2.137 R2.138 R2.139 R2.140 R5.10 R5.11 R7.11 Coinbase is connected by signing in there, and by key', async ({
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

test('R8.32 Blink is connected by a code that it mails: sent, sent again after the pause, entered wrong and right, and what came in', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/imports/options?slug=blink')
  await expect(page.getByRole('heading', { name: 'Connect with a mailed code' })).toBeVisible()
  const email = page.getByLabel('Email address of your Blink account')
  const send = page.getByRole('button', { name: 'Send code' })
  await send.click()
  await expect(page.getByText('Email address is Required')).toBeVisible()
  await email.fill('ana@nowhere')
  await send.click()
  await expect(page.getByText('Blink does not take this email address. Check it.')).toBeVisible()
  await expect(email).toHaveValue('ana@nowhere')
  await email.fill('ana@example.org')
  await send.click()
  const code = page.getByLabel('Code from the mail')
  await expect(code).toBeFocused()
  await expect(page.getByText(/mailed a code to ana@example\.org/)).toBeVisible()
  await expectAccessible(page)

  const again = page.getByRole('button', { name: 'Send the code again' })
  await again.click()
  await expect(
    page.getByRole('alert').getByText(/less than a minute ago\. You can ask for another in \d+ seconds\./),
  ).toBeVisible()
  const connect = page.getByRole('button', { name: 'Connect', exact: true })
  await code.fill('000000')
  await connect.click()
  await expect(page.getByText('This is not the code that Blink mailed last.')).toBeVisible()
  await expect(code).toHaveValue('000000')
  await expect(code).toHaveAttribute('aria-invalid', 'true')

  const resent = page.getByRole('status').getByText(connectionMessages.codeResent)
  await expect(async () => {
    await again.click()
    await expect(resent).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await code.fill('314 159')
  await connect.click()
  await expect(page).toHaveURL(/\/imports\?first_import=success$/)
  await expect(page.getByText('Blink added to Import Queue.')).toBeVisible()
  await expect(page.getByRole('heading', { name: '22 transactions imported' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'What came in' })).toContainText(/Blink.*Done/)
})
