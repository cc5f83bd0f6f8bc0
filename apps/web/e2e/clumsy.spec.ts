import { expect, type Page, test } from '@playwright/test'
import { paths } from '@lotbook/contract'
import {
  call,
  chooseTimeZone,
  expectNothingCutOff,
  goOnInAnotherSession,
  goTo,
  imported,
  newPerson,
  type Person,
  signUp,
  startAsCustomer,
  upload,
  watchForFaults,
} from './helpers.ts'

const TRADES = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,R1,2024-03-05 08:00:00,trade,tradespot,currency,ZUSD,spot / main,-1800.0000,4.6800,1795.3200
L2,R1,2024-03-05 08:00:00,trade,tradespot,currency,XETH,spot / main,1.0000000000,0.0000000000,1.0000000000
`

const SALE = `${TRADES}L3,R2,2024-05-05 08:00:00,trade,tradespot,currency,XETH,spot / main,-0.5000000000,0.0000000000,0.5000000000
L4,R2,2024-05-05 08:00:00,trade,tradespot,currency,ZUSD,spot / main,1500.0000,0.0000,3295.3200
`

/** A statement that does not state the time zone of its times. */
const STATEMENT = `User ID,Time,Account,Operation,Coin,Change,Remark
1,2024-01-02 10:00:00,Spot,Deposit,ADA,5,
`

/** The session ends under a person, who logs in where they are. */
async function logInAnew(page: Page, { email, password }: Person) {
  await page.context().clearCookies()
  await page.reload()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

test('addresses that were mistyped or are old, or have no screen of their own, lead to a screen, not to a dead end', async ({
  page,
}) => {
  const faults = watchForFaults(page)
  const person = await startAsCustomer(page)
  await test.step('an empty review', async () => {
    await goTo(page, '/transactions?review=true')
    await expect(page.getByText('No transactions yet')).toBeVisible()
  })
  await upload(page, 'kraken.csv', TRADES)
  await imported(page, 1)
  const heading = page.getByRole('heading', { level: 1 })

  for (const wizard of ['Nope', 'UploadCsvWizard']) {
    await goTo(page, `/onboarding/step-3?wizard=${wizard}`)
    await expect(heading).toHaveText('Review')
    await expect(page.getByRole('navigation', { name: 'Steps of the review' })).toBeVisible()
  }
  for (const year of ['abc', '2025.5', '99999999']) {
    await goTo(page, `/one_year?year=${year}`)
    await expect(heading).toHaveText(/^20\d\d results$/)
    await expect(page.getByText('Not calculated yet')).toBeVisible()
  }
  // A year in which nothing happened is told as that, and not exchanged for another.
  for (const year of ['1800', '2031', '9999']) {
    for (const path of ['/tax/methods', '/tax', ...(year === '2031' ? [] : ['/one_year'])]) {
      await goTo(page, `${path}?year=${year}`)
      await expect(page.getByText(`There is no activity in ${year}`)).toBeVisible()
      if (path !== '/one_year') await expect(page.getByLabel('Tax year')).toHaveValue(year)
    }
    await page.getByRole('link', { name: `Transactions of ${year}` }).click()
    await expect(page.getByText('No transactions match these filters')).toBeVisible()
    await goTo(page, `/transactions?review=true&year=${year}`)
    await expect(page.getByText('Nothing to review')).toBeVisible()
  }
  await goTo(page, '/tax/methods?year=1800')
  await expect(page.getByText('There is no activity in 1800')).toBeVisible()
  await goTo(page, '/tax?year=1800')
  await expect(page.getByText('There is no activity in 1800')).toBeVisible()
  await goOnInAnotherSession(page, person)
  await page.setViewportSize({ width: 1280, height: 720 })
  await goTo(page, paths.manifest('nope'))
  await expect(page.getByText('Which calculation?')).toBeVisible()
  await goTo(page, paths.taxCalculation('nope'))
  await expect(page.getByText('No calculation has been started here')).toBeVisible()
  const nobodys = '01900000-0000-7000-8000-000000000000'
  await goTo(page, paths.manifest(nobodys))
  await expect(page.getByText('This calculation was not found')).toBeVisible()
  await goTo(page, paths.taxCalculation(nobodys))
  await expect(page.getByText('No calculation has been started here')).toBeVisible()
  await goTo(page, '/tax/compare?before=x&after=y')
  await expect(page.getByText('Nothing to compare yet')).toBeVisible()

  // A day that does not exist is no filter.
  await goTo(page, '/transactions?from_day=2025-99-99&to_day=2023-02-30')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await goTo(page, '/settings/prices?from_day=2025-99-99')
  await expect(heading).toHaveText('Prices')

  // The imported transaction is shown, whatever page is asked for.
  for (const pageOf of ['999', '-1', 'abc', '1e20']) {
    await goTo(page, `/imports?page=${pageOf}`)
    await expect(page.getByText('1 account · 1 transaction')).toBeVisible()
    await expect(page.getByText('Nothing imported yet')).toBeHidden()
  }
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await test.step('settings, the screens of signing in while signed in, what cannot be decoded', async () => {
    await goOnInAnotherSession(page, person)
    await goTo(page, '/settings')
    await expect(page).toHaveURL(paths.settingsProfile)
    for (const path of [paths.logIn, paths.signUp, paths.newSignUp]) {
      await goTo(page, path)
      await expect(page, path).toHaveURL(paths.imports)
    }
    await goTo(page, `${paths.logIn}?redirect=${encodeURIComponent(paths.settingsTax)}`)
    await expect(page).toHaveURL(paths.settingsTax)
    await page.goto('/%E0%A4%A')
    await expect(page.getByText('There is nothing at this address')).toBeVisible()
    await goTo(page, paths.transactionsOf('01900000-0000-7000-8000-000000000000'))
    await expect(page.getByText('Account is an account that no longer exists')).toBeVisible()
  })
  await test.step('on a phone the settings show which of them one is in', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [path, name] of [
      [paths.settingsMfa, 'MFA & security'],
      [paths.settingsExport, 'Export'],
      [paths.settingsProfile, 'Profile'],
    ] as const) {
      await goTo(page, path)
      const here = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true })
      await expect(here).toHaveAttribute('aria-current', 'page')
      await expect(here).toBeInViewport({ ratio: 0.9 })
    }
    // A window that is made narrow shows it as one that was.
    await page.setViewportSize({ width: 1440, height: 900 })
    await goTo(page, paths.settingsTreatments)
    await page.setViewportSize({ width: 390, height: 844 })
    const here = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current=page]')
    await expect(here).toBeInViewport({ ratio: 0.9 })
  })
  expect(faults()).toEqual([])
})

test('clicks that come twice, saves without a connection, a screen too soon, two windows, and names of any length', async ({
  page,
  context,
}) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page)
  await upload(page, 'kraken.csv', SALE)
  await test.step('the second click of a double click on Undo meets nothing of what was behind the toast', async () => {
    await goTo(page, '/transactions')
    await page.getByRole('row', { name: /Sell/ }).click()
    const sheet = page.getByRole('complementary').or(page.getByRole('dialog')).first()
    await sheet.getByRole('button', { name: 'Edit' }).click()
    await sheet.getByLabel('Comment').fill('mine')
    await sheet.getByRole('button', { name: 'Save' }).click()
    const undo = page.getByRole('status').filter({ hasText: 'Saved' }).getByRole('button', { name: 'Undo' })
    await undo.hover()
    await page.evaluate(() => {
      for (const name of ['mousedown', 'click', 'dblclick'])
        addEventListener(name, ({ target }) => {
          // The button itself is gone by the time that its own click arrives here.
          if (target instanceof Element && target.isConnected && target.closest('[popover]') === null)
            document.body.dataset['met'] = `${document.body.dataset['met'] ?? ''} ${name}`
        })
    })
    await undo.dblclick()
    await expect(undo).toBeHidden()
    await expect(page.locator('body')).not.toHaveAttribute('data-met')
    // The next click is one of its own.
    await page.getByRole('heading', { level: 1 }).click()
    await expect(page.locator('body')).toHaveAttribute('data-met', ' mousedown click')
    await expect(sheet).toContainText('(undone)')
  })
  await test.step('what is saved without a connection is refused at once, kept in its form, and not sent after it was cancelled', async () => {
    await goTo(page, paths.transactions)
    await page.getByRole('row').filter({ hasText: 'Kraken' }).getByText('Buy', { exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Edit' }).click()
    await sheet.getByLabel('Comment').fill('never sent')
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent += 1
    })
    await context.setOffline(true)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(
      page.getByText('Lotbook could not be reached. Check your connection and try again.'),
    ).toBeVisible()
    await expect(sheet.getByLabel('Comment')).toHaveValue('never sent')
    expect(sent).toBe(1)
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await context.setOffline(false)
    await expect(page.getByText("You're offline. Changes are disabled.")).toBeHidden()
    await page.reload()
    await expect(sheet.getByText('Kraken').first()).toBeVisible()
    await expect(sheet.getByText('never sent')).toBeHidden()
    expect(sent).toBe(1)
  })
  await test.step('no toast covers a control', async () => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await goTo(page, paths.settingsExport)
      await expect(page.getByText('Your history')).toBeVisible()
      // A refusal stays until it is closed.
      await page.route('**/api/exports', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 409,
              json: { status: 'error', code: 'conflict', message: 'Not today, as it happens.' },
            })
          : route.fallback(),
      )
      await page.getByRole('listitem').filter({ hasText: 'Transactions' }).getByRole('button').first().click()
      const toast = page.getByRole('alert').filter({ hasText: 'Not today' })
      await expect(toast).toBeVisible()
      await page.mouse.move(0, 0)
      await expect
        .poll(async () => {
          const box = (await toast.boundingBox())!
          return page.evaluate(
            ({ x, y, width: w, height: h }) =>
              [
                ...document.querySelectorAll(
                  'main a[href], main button, main select, header a, header button',
                ),
              ]
                .filter((element) => element.checkVisibility())
                .map((element) => element.getBoundingClientRect())
                .filter((r) => r.left < x + w && x < r.right && r.top < y + h && y < r.bottom).length,
            box,
          )
        }, `at ${width}`)
        .toBe(0)
      await page.unroute('**/api/exports')
      await toast.getByRole('button', { name: 'Close' }).click()
      await expect(toast).toBeHidden()
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('a screen that is opened a moment too soon comes by itself', async () => {
    const other = await context.newPage()
    // Nothing else has the page ask again.
    await other.routeWebSocket('**/*', () => {})
    let until: number | undefined
    await other.route('**/api/transactions?**', (route) => {
      until ??= Date.now() + 900
      if (Date.now() >= until) return route.fallback()
      const message = 'Too many requests. Please try again.'
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '1' },
        json: { status: 'error', code: 'too_many_requests', message },
      })
    })
    await goTo(other, '/transactions')
    await expect(other.getByRole('row').filter({ hasText: 'Kraken' })).toHaveCount(2)
    expect(until).toBeDefined()
    await other.close()
  })
  await test.step('two windows at one transaction: the later one is told, keeps what was typed, and can see the newest', async () => {
    await goTo(page, paths.transactions)
    await page.getByRole('row').filter({ hasText: 'Kraken' }).getByText('Buy', { exact: true }).click()
    const first = page.getByRole('dialog')
    await first.getByRole('button', { name: 'Edit' }).click()
    const other = await context.newPage()
    await other.goto(page.url())
    const second = other.getByRole('dialog')
    await second.getByLabel('Comment').fill('theirs')
    await second.getByLabel('Fee amount').fill('5')
    await first.getByLabel('Comment').fill('mine')
    await second.getByRole('button', { name: 'Save' }).click()
    await expect(second.getByRole('button', { name: 'Edit' })).toBeVisible()

    await first.getByRole('button', { name: 'Save' }).click()
    await expect(first.getByText('This transaction was changed elsewhere while you edited it.')).toBeVisible()
    await expect(first.getByText('Comment is “theirs”')).toBeVisible()
    await expect(first.getByLabel('Comment')).toHaveValue('mine')
    // A field that was not typed over shows its newest value.
    await expect(first.getByLabel('Fee amount')).toHaveValue('5')
    await first.getByRole('button', { name: 'Discard my changes and show the latest' }).click()
    await expect(first.getByText('theirs').first()).toBeVisible()

    await first.getByRole('button', { name: 'Edit' }).click()
    await first.getByLabel('Comment').fill('ours')
    await first.getByRole('button', { name: 'Save' }).click()
    await expect(first.getByText('ours').first()).toBeVisible()
    await other.close()
  })
  await test.step('names of any length stay inside the screen of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { data } = (await call(page, 'GET', '/imports/v2/import_histories')) as { data: { id: string }[] }
    const [account] = data
    const name = 'W'.repeat(100)
    await call(page, 'POST', '/imports/v2/update_name', { id: account?.id ?? '', name })
    await goTo(page, '/transactions')
    await page.getByRole('grid', { name: 'Transactions' }).locator('[data-key]').first().click()
    await expect(page.getByRole('dialog').getByText(name).first()).toBeVisible()
    await expectNothingCutOff(page)
    await goTo(page, `/transactions?account_id=${account?.id ?? ''}`)
    await expect(page.getByText(`Account is ${name}`)).toBeVisible()
    await expectNothingCutOff(page)

    await goTo(page, '/settings/prices')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
    await expect(page.getByText(`${name}.csv`, { exact: false })).toBeVisible()
    await expectNothingCutOff(page)
    await call(page, 'POST', '/imports/v2/update_name', { id: account?.id ?? '', name: 'Kraken' })
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('a double click saves a rule once', async () => {
    await goTo(page, paths.settingsRules)
    await page.getByLabel('Source', { exact: true }).selectOption('Kraken')
    await page.getByRole('button', { name: 'Do not ask for the asset' }).click()
    await page.getByLabel('Direction', { exact: true }).selectOption('both')
    await page.getByLabel('Set type to', { exact: true }).selectOption('ignore it')
    const save = page.getByRole('button', { name: 'Save the rule' })
    await expect(save).toBeEnabled()
    let saved = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/rules')) saved += 1
    })
    await save.dblclick()
    await expect(page.getByRole('list', { name: 'Rules' }).getByRole('listitem')).toHaveCount(1)
    expect(saved).toBe(1)
  })
  expect(faults()).toEqual([])
})

test('what was typed outlives a session that ends, and is gone once it is saved or cancelled', async ({
  page,
  context,
}) => {
  const person = newPerson()
  await signUp(page, person)
  const endSession = () => logInAnew(page, person)
  await test.step('the start card', async () => {
    await page.getByRole('radio', { name: /tax professional/ }).check()
    await page.getByLabel('Country').selectOption('PR')
    await chooseTimeZone(page, 'Puerto Rico')
    await endSession()
    await expect(page.getByRole('heading', { level: 1, name: 'A few things first' })).toBeVisible()
    await expect(page.getByRole('radio', { name: /tax professional/ })).toBeChecked()
    await expect(page.getByLabel('Country')).toHaveValue('PR')
    await expect(page.getByLabel('Time zone')).toHaveValue('Puerto Rico (UTC−4)')
    await page.getByRole('radio', { name: /my own taxes/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'A few things first' })).toBeHidden()
  })

  await upload(page, 'kraken.csv', SALE)
  await upload(page, 'binance.csv', STATEMENT)
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft ')))
  await test.step('many at once', async () => {
    await goTo(page, paths.transactions)
    const table = page.getByRole('grid', { name: 'Transactions' })
    await table.getByRole('checkbox').first().check()
    const bar = page.getByRole('region', { name: 'Chosen transactions' })
    const dialog = page.getByRole('dialog', { name: 'Set the type' })
    await bar.getByRole('button', { name: 'Set type' }).click()
    await dialog.getByLabel('Type', { exact: true }).selectOption('Trade')
    await endSession()
    await expect(bar.getByText('1 chosen')).toBeVisible()
    await bar.getByRole('button', { name: 'Set type' }).click()
    await expect(dialog.getByLabel('Type', { exact: true }).locator('option:checked')).toHaveText('Trade')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await bar.getByRole('button', { name: 'Clear' }).click()
  })

  await test.step('the lots of a sale', async () => {
    await page
      .getByRole('row')
      .filter({ hasText: 'Kraken' })
      .getByText('Sell', { exact: true })
      .first()
      .click()
    const sheet = page.getByRole('dialog').first()
    const open = sheet.getByRole('button', { name: 'Choose lots' })
    const dialog = page.getByRole('dialog', { name: 'Choose lots' })
    await open.click()
    await dialog.getByRole('textbox').first().fill('0.25')
    await endSession()
    await open.click()
    await expect(dialog.getByRole('textbox').first()).toHaveValue('0.25')
    await dialog.getByRole('button', { name: 'Record these lots' }).click()
    await expect(dialog.getByRole('heading', { name: 'On record' })).toBeVisible()
  })
  await test.step('the form of a transaction, saved without a session', async () => {
    await goTo(page, paths.transactions)
    await page.getByRole('row').filter({ hasText: 'Kraken' }).getByText('Buy', { exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Edit' }).click()
    await sheet.getByLabel('Comment').fill('a long explanation')
    const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    await expect.poll(kept).toContain('a long explanation')
    await context.clearCookies()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(
      page.getByText('Your session has ended. Log in again to continue where you left off.'),
    ).toBeVisible()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: false }).click()
    await expect(sheet.getByLabel('Comment')).toHaveValue('a long explanation')
    expect(await kept()).not.toContain(person.password)

    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await sheet.getByRole('button', { name: 'Edit' }).click()
    await expect(sheet.getByLabel('Comment')).toHaveValue('')
    await sheet.getByLabel('Comment').fill('kept')
    await page.reload()
    await expect(sheet.getByLabel('Comment')).toHaveValue('kept')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet.getByRole('button', { name: 'Edit' })).toBeVisible()
    expect(await drafts()).toEqual([])
  })
  await test.step('settings and the question of a file', async () => {
    await goTo(page, paths.settingsTax)
    await page.getByLabel('Method', { exact: true }).selectOption('lifo')
    await chooseTimeZone(page, 'Europe/Paris')
    await endSession()
    await expect(page.getByLabel('Method', { exact: true })).toHaveValue('lifo')
    await expect(page.getByLabel('Time zone')).toHaveValue(/^Paris /)
    await expect(page.getByLabel('Lots before 2025')).toHaveValue('account')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Tax settings saved.', { exact: false }).first()).toBeVisible()

    await goTo(page, paths.settingsProfile)
    await page.getByLabel('Country').selectOption('DE')
    await chooseTimeZone(page, 'Europe/Berlin')
    await endSession()
    await expect(page.getByLabel('Country')).toHaveValue('DE')
    await expect(page.getByLabel('Time zone')).toHaveValue(/^Berlin /)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Country, time zone and currency saved').first()).toBeVisible()

    await goTo(page, paths.imports)
    const open = page.getByRole('button', { name: 'Answer the question of binance.csv' })
    const dialog = page.getByRole('dialog', { name: 'How to read binance.csv' })
    await open.click()
    await chooseTimeZone(page, 'new york')
    await expect(dialog).toContainText('Jan 02, 2024 15:00:00')
    await endSession()
    await open.click()
    await expect(dialog.getByLabel('Time zone')).toHaveValue(/^New York /)
    await dialog.getByRole('button', { name: 'Read the file' }).click()
    await expect(dialog).toBeHidden()
    expect(await drafts()).toEqual([])
  })
})
