import { expect, type Page, test } from '@playwright/test'
import { messages, paths } from '@lotbook/contract'
import { call, chooseTimeZone, lookAt, startAsCustomer, watchForFaults } from './helpers.ts'

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const undo = (page: Page, text: string) => toast(page, text).getByRole('button', { name: 'Undo' }).click()

test('each setting is saved with Undo, and is put back from the history later', async ({ page }) => {
  const faults = watchForFaults(page)
  await startAsCustomer(page, { timeZone: 'UTC' })
  const tax = async () => (await call(page, 'GET', '/setting/tax')) as { method: string; time_zone: string }
  await test.step('profile', async () => {
    await page.goto(paths.settingsProfile)
    await page.getByLabel('First name').fill('Ann')
    await page.getByLabel('Last name').fill('Lee')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByRole('button', { name: 'Save name' })).toHaveAttribute('aria-disabled', 'true')
    await undo(page, messages.name.updated)
    await expect(page.getByLabel('First name')).toHaveValue('')

    await page.getByRole('combobox', { name: 'Time zone' }).fill('eastern')
    await expect(page.getByRole('option', { name: /^New York/ }).first()).toBeVisible()
    await lookAt(page, 'settings-zone')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('nowhere')
    await expect(page.getByText('No time zone fits.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Time zone')).toHaveValue('UTC')
    await expect(page.getByText('US dollars only: this site has no exchange rates.')).toBeVisible()
    await chooseTimeZone(page, 'Puerto Rico')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await undo(page, 'Country, time zone and currency saved')
    await expect(page.getByLabel('Time zone')).toHaveValue('UTC')
    expect((await tax()).time_zone).toBe('UTC')
    await page.getByRole('radio', { name: 'Dark' }).check()
    await undo(page, 'Theme changed')
    await expect(page.getByRole('radio', { name: 'Match system' })).toBeChecked()
  })

  await test.step('the email', async () => {
    await page.getByRole('button', { name: 'Change email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change your email' })
    await dialog.getByLabel('New email').fill('nowhere')
    await dialog.getByRole('button', { name: 'Change email' }).click()
    await expect(dialog.getByText('This does not look like an email address.')).toBeVisible()
    const email = `moved-${Date.now().toString(36)}@example.org`
    await dialog.getByLabel('New email').fill(email)
    await dialog.getByRole('button', { name: 'Change email' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    // Nothing takes it back.
    await expect(toast(page, 'Email changed.').getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })

  await test.step('taxes and the lock', async () => {
    await page.goto(paths.settingsTax)
    await page.getByLabel('Method', { exact: true }).selectOption('hifo')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await undo(page, 'Tax settings saved.')
    await expect(page.getByLabel('Method', { exact: true })).toHaveValue('fifo')
    await page.getByLabel('Method', { exact: true }).selectOption('lifo')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(toast(page, 'Tax settings saved.').first()).toBeVisible()
    await page.getByLabel('Lock everything before').fill('2024-01-01')
    await page.getByRole('button', { name: 'Set lock' }).click()
    await expect(page.getByText('Transactions before Jan 01, 2024 are locked.')).toBeVisible()
  })

  await test.step('a treatment', async () => {
    await page.goto(paths.settingsTreatments)
    await page.getByRole('button', { name: 'Choose Nothing until sold for Airdrops' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Choose it' }).click()
    await undo(page, 'Recorded.')
    await expect(toast(page, 'Put back as it was')).toBeVisible()
  })

  await test.step('a kind of mail', async () => {
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Notifications' })
      .click()
    const imports = page.getByRole('switch', { name: 'An import failed or needs you' })
    await expect(imports).toBeChecked()
    await imports.uncheck()
    await undo(page, 'Emails about imports are off')
    await expect(toast(page, 'Put back as it was').last()).toBeVisible()
    await expect(imports).toBeChecked()
    await page.getByRole('switch', { name: 'A tax calculation is done' }).uncheck()
    await expect(toast(page, 'Emails about tax calculations are off')).toBeVisible()
    expect(await call(page, 'GET', '/setting/notifications')).toMatchObject({
      import_mails: true,
      calculation_mails: false,
    })
  })

  await page.goto(paths.settingsHistory)
  const rows = page.getByRole('list', { name: 'Changes to your settings' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Lock: nothing locked' })).toContainText(
    'everything before Jan 01, 2024',
  )
  await expect(rows.filter({ hasText: 'put back' })).toHaveCount(5)
  await expect(rows.filter({ hasText: 'Emails about tax calculations: On' })).toContainText('Off')
  await expect(rows.filter({ hasText: 'Email changed' }).getByRole('button')).toHaveCount(0)
  await lookAt(page, 'settings-history')
  await rows.getByRole('button', { name: 'Undo: Lock' }).click()
  await expect(page.getByRole('button', { name: 'Undo: Lock' })).toBeHidden()
  await rows.getByRole('button', { name: 'Undo: Method' }).click()
  await expect(page.getByRole('button', { name: 'Undo: Method' })).toBeHidden()
  expect((await tax()).method).toBe('fifo')
  expect(await call(page, 'GET', '/tax_years')).toMatchObject({ data: { locked_before: null } })
  expect(faults()).toEqual([])
})

test('SP10 a person deletes their account by typing its email, and nobody logs in with it any more', async ({
  page,
}) => {
  const { email, password } = await startAsCustomer(page)
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  const confirm = dialog.getByRole('button', { name: 'Delete account' })
  await dialog.getByLabel('Your email').fill('other@example.org')
  await confirm.click()
  await expect(dialog.getByText('Type the email of this account.')).toBeVisible()
  await dialog.getByLabel('Your email').fill(email)
  await confirm.click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})
