import { expect, type Page, test } from '@playwright/test'
import {
  answerAfterSocket,
  fillStartCard,
  goTo,
  logIn,
  lookAt,
  newPerson,
  picture,
  signUp,
  startAsCustomer,
  watchForFaults,
} from './helpers.ts'
import { mailedLink, totp } from './mail-and-codes.ts'

let faults: () => readonly string[]
test.beforeEach(({ page }) => {
  faults = watchForFaults(page)
})
test.afterEach(() => {
  expect(faults()).toEqual([])
})

test('R1.9 R6.3 R2.156 R2.30 what needs a session leads to log in, and on to where one was going', async ({
  page,
}) => {
  const person = await startAsCustomer(page)
  await page.goto('/')
  await signOut(page)
  // The screens of nobody are for anybody.
  for (const path of ['/login', '/sign_up', '/forgotpassword']) {
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(path))
  }
  // R1.9: none of what a customer does is anybody's.
  for (const path of ['/imports', '/imports/csvs', '/transactions', '/tax', '/one_year?year=2024']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`)
  }
  await page.getByRole('link', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)

  await page.goto('/settings/mfa-security')
  await expect(page).toHaveURL('/login?redirect=%2Fsettings%2Fmfa-security')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password at all')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  const wrongPassword = await page.getByRole('alert').textContent()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/settings/mfa-security')

  // SA5: an email that nobody has is answered alike.
  await signOut(page)
  await logIn(page, { email: newPerson().email, password: 'not the password at all' })
  await expect(page.getByRole('alert')).toHaveText(wrongPassword ?? '')
})

test('SA1 sign up: weak passwords say why, then the start card once, and the email is confirmed by its link', async ({
  page,
}) => {
  const person = newPerson()
  await page.goto('/sign_up')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/12/)
  await expect(page).toHaveURL(/sign_up/)

  await signUp(page, person)
  await fillStartCard(page, { country: 'DE', timeZone: 'Europe/Berlin' })
  await page.goto('/settings/profile')
  await expect(page.getByText('Not confirmed')).toBeVisible()

  const link = await mailedLink(person.email, '/verify_email')
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.goto('/settings/profile')
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()

  // SA8: a link works once, and says so after that.
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
})

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test("the start card keeps the browser's time zone while the list of zones arrives, and the profile shows it", async ({
    page,
  }) => {
    await signUp(page, newPerson())
    const zone = page.getByLabel('Time zone')
    await expect(zone).toHaveValue('Tokyo (UTC+9)')
    await page.getByRole('radio', { name: /my own taxes/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'A few things first' })).toBeHidden()

    await page.goto('/settings/profile')
    await expect(zone).toHaveValue('Tokyo (UTC+9)')
    await page.goto('/settings/tax')
    await expect(zone).toHaveValue('Tokyo (UTC+9)')
  })
})

test('SA8 SA12 a forgotten password is set by the link of the mail, once, and signs out everywhere', async ({
  page,
  browser,
}) => {
  const person = await startAsCustomer(page)
  await page.goto('/')
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto('/forgotpassword')
  await elsewhere.getByLabel('Email').fill(person.email)
  await elsewhere.getByRole('button', { name: 'Send the link' }).click()
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Check your email')

  const link = await mailedLink(person.email, '/resetpassword')
  const password = `${person.password} renewed`
  await elsewhere.goto(link)
  await elsewhere.getByLabel('New password').fill(password)
  await elsewhere.getByRole('button', { name: 'Set the password' }).click()
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Your password is set')

  // The window that stood open is told at once, and has nothing to complain about.
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await logIn(page, person)
  await expect(page.getByRole('alert')).toBeVisible()
  await logIn(page, { ...person, password })
  await expect(page).not.toHaveURL(/login/)

  await elsewhere.goto(link)
  await elsewhere.getByLabel('New password').fill(`${password} twice`)
  await elsewhere.getByRole('button', { name: 'Set the password' }).click()
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')

  // SA5: nobody's email gets the same words.
  await elsewhere.goto('/forgotpassword')
  await elsewhere.getByLabel('Email').fill(newPerson().email)
  await elsewhere.getByRole('button', { name: 'Send the link' }).click()
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await elsewhere.context().close()
})

test('SA6 SA7 SA12 an authenticator app is set up, asked for, replaced by a recovery code; sessions are closed', async ({
  page,
  browser,
}) => {
  const person = await startAsCustomer(page)
  await page.goto('/settings/mfa-security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = (await page.getByRole('dialog').locator('.font-mono').first().textContent()) ?? ''
  await page.getByLabel('2. Enter the six digits it shows').fill(totp(secret, 0))
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await logIn(other, person)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
  // The password alone opens nothing.
  await other.goto('/settings/profile')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
  await other.getByLabel('Code').fill(totp(secret, -10))
  await expect(other.getByLabel('Code')).toHaveAccessibleDescription(/\w/)
  // The code that set it up is spent; the next one is not.
  await other.getByLabel('Code').fill(totp(secret, 1))
  await expect(other).not.toHaveURL(/login/)

  await page.reload()
  await expect(page.getByText('This browser, now')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
  // The other page is notified, and leaves by itself; a navigation meanwhile would cross its way.
  await expect(other).toHaveURL(/login.*ended=true/)
  await other.goto('/settings/profile')
  await expect(other).toHaveURL(/login/)

  await logIn(other, person)
  await other.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await other.getByLabel('Recovery code').fill(codes[0] ?? '')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other).not.toHaveURL(/login/)
  await page.reload()
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await other.context().close()
})

test('at an address of numbers, which has no passkeys, the settings say so and lead to one that has', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/settings/mfa-security')
  await expect(
    page.getByText(/^Passkeys need a site with a name, and this address is a number\. Open Lotbook at/),
  ).toBeVisible()
  const link = page.getByRole('link', { name: /^http:\/\/localhost:/ })
  await expect(link).toHaveAttribute('href', /^http:\/\/localhost:\d+\/settings\/mfa-security$/)
  await signOut(page)
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveCount(0)
})

test.describe('at an address with a name', () => {
  test.use({ baseURL: `http://localhost:${process.env['E2E_PORT'] ?? '4300'}` })

  test('SA6 SA12 a passkey is added, logs in alone and after the password, confirms a change, and is removed', async ({
    page,
  }) => {
    const person = await startAsCustomer(page)
    const authenticator = await plugIn(page)
    await page.goto('/settings/mfa-security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByLabel('Name')).toHaveValue(/Chrome/)

    // The person is not who the device expects.
    await authenticator.setVerified(false)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/Nothing was added\.$/)
    await picture(page, 'passkey-refused')
    await authenticator.setVerified(true)
    await page.getByLabel('Name').fill('My laptop')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
    await expect(passkeys).toHaveText(/My laptop.*Not used yet/)
    await expect(page.getByText('10 recovery codes left')).toBeVisible()
    await look(page, 'passkeys')

    await page.getByRole('button', { name: 'Rename My laptop' }).click()
    await page.getByLabel('Name of My laptop').fill('Old laptop')
    await page.keyboard.press('Enter')
    await expect(passkeys).toHaveText(/Old laptop/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(passkeys).toHaveText(/My laptop/)

    // The same device again.
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
      'This device has a passkey for your account already. Nothing was added.',
    )
    await page.getByRole('button', { name: 'Cancel' }).click()

    await signOut(page)
    await look(page, 'log-in-with-passkey')
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page).not.toHaveURL(/login/)

    await signOut(page)
    await logIn(page, person)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Use your passkey')
    await look(page, 'second-factor-passkey')
    await authenticator.setVerified(false)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await expect(page.getByRole('alert')).toHaveText('The passkey window was closed, or it took too long.')
    await authenticator.setVerified(true)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await expect(page).not.toHaveURL(/login/)

    // With an authenticator app beside it, either will do.
    await page.goto('/settings/mfa-security')
    await page.getByRole('button', { name: 'Set up' }).click()
    const secret = (await page.getByRole('dialog').locator('.font-mono').first().textContent()) ?? ''
    await page.getByLabel('2. Enter the six digits it shows').fill(totp(secret, 0))
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await signOut(page)
    await logIn(page, person)
    await page.getByRole('button', { name: 'Use the authenticator app instead' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
    await look(page, 'second-factor-either')
    await page.getByLabel('Code').fill(totp(secret, -10))
    await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/\w/)
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await expect(page).not.toHaveURL(/login/)
    await page.goto('/settings/mfa-security')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Logging in will then ask for a passkey after the password.')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()

    // Ten minutes on, the server asks again who it is.
    await page.route(
      '**/api/identity/passkeys/*',
      (route) =>
        route.fulfill({ status: 403, json: { status: 'error', code: 'reauth_required', message: '' } }),
      { times: 1 },
    )
    await page.goto('/settings/mfa-security')
    await expect(passkeys).toHaveText(/My laptop.*Last used just now/)
    await page.getByRole('button', { name: 'Remove My laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await expect(passkeys).toHaveCount(0)
    await expect(page.getByText('recovery codes left')).toHaveCount(0)

    await signOut(page)
    await logIn(page, person)
    await expect(page).not.toHaveURL(/login/)
  })
})

/** Looks at a screen, and leaves the window as it was. */
async function look(page: Page, name: string) {
  const before = page.viewportSize()
  await lookAt(page, name)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  if (before !== null) await page.setViewportSize(before)
}

/** An authenticator in the browser's own device, which keeps passkeys and says who its person is (WebAuthn of Chromium's DevTools). */
async function plugIn(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('R2.25 SA14 after signing out this browser keeps its look and nothing of the person', async ({
  page,
}) => {
  const person = await startAsCustomer(page)
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('something_else', 'x'))
  await signOut(page)
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).not.toContain(person.email)
  expect(kept).not.toContain('something_else')
  // Back leads to the first page of anybody, not to a screen of the person.
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /show their work/ })).toBeVisible()
})

test('R2.25 SA14 signing out is no session that ended elsewhere, also where the socket tells of it first', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('something_else', 'x'))
  await answerAfterSocket(page, '**/api/identity/log_out')
  await signOut(page)
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('something_else')
})

test('SA10 what was asked for while the session got another id is no session that ended', async ({
  page,
}) => {
  await startAsCustomer(page)
  await page.goto('/')
  const refusal = { status: 'error', code: 'not_signed_in', message: 'Please log in.' }
  await page.route('**/api/users/crypto_assets**', (route) => route.fulfill({ status: 401, json: refusal }), {
    times: 1,
  })
  await goTo(page, '/holdings')
  await expect(page.getByText('No holdings yet')).toBeVisible()
  await expect(page).toHaveURL(/holdings$/)
})

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/login/)
}
