import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export interface Person {
  readonly email: string
  readonly password: string
}

let made = 0

/** Someone who has never been here: an email of its own and a password that is accepted. */
export function newPerson(): Person {
  made += 1
  const unique = `${Date.now().toString(36)}-${process.pid.toString(36)}-${made.toString(36)}`
  return { email: `e2e-${unique}@example.org`, password: `three unrelated words ${unique}` }
}

/** Sign up through the screens, as far as the start card. The server under test can send no mail. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/sign_up')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A few things first' })).toBeVisible()
}

export interface StartCard {
  readonly role?: 'customer' | 'cpa'
  readonly country?: string
  readonly timeZone?: string
}

/** Fill in the start card and go on to where one's screens begin. */
export async function fillStartCard(
  page: Page,
  { role = 'customer', country = 'US', timeZone }: StartCard = {},
): Promise<void> {
  await page.getByRole('radio', { name: role === 'cpa' ? /tax professional/ : /my own taxes/ }).check()
  await page.getByLabel('Country').selectOption(country)
  if (timeZone !== undefined) await page.getByLabel('Time zone').selectOption(timeZone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).not.toHaveURL(/get_started/)
}

/** Sign up and fill in the start card: a customer at the beginning. */
export async function startAsCustomer(page: Page, card?: StartCard): Promise<Person> {
  const person = newPerson()
  await signUp(page, person)
  await fillStartCard(page, card)
  return person
}

/** Log in through the screen; a second factor is asked for by the next one. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** No violation that axe can see, of any rule. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect(told).toEqual([])
}

/** Collects what a page must never do: throw, log an error, break the content security policy. */
export function watchForFaults(page: Page): () => readonly string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // A refused call is an answer, and the screens handle it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(message.text())
    }
  })
  return () => faults
}

export interface Look {
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
}

/** The windows and themes every screen is looked at in. */
export const looks: readonly Look[] = [
  { width: 1440, height: 900, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
]

/** Take a picture of the screen in each look, as `{folder}/{name}-{width}-{theme}.png`, and check each with axe. */
export async function lookAt(page: Page, name: string, folder: string): Promise<void> {
  for (const { width, height, theme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${folder}/${name}-${width.toString()}-${theme}.png`, fullPage: true })
    await expectAccessible(page)
  }
}
