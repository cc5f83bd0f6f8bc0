import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'

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

/** An address of one's own: the server under test lets only so many sign up from one. */
function ownAddress(): Record<string, string> {
  const parts = [10, process.pid % 250, made % 250, (process.pid >> 8) % 250]
  return { 'X-Forwarded-For': parts.join('.') }
}

/** Sign up through the screens, as far as the start card. The server under test can send no mail. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.setExtraHTTPHeaders(ownAddress())
  await fillSignUp(page, person)
}

/** Sign up through the screens as whoever the server sees. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
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

/** Choose a time zone by typing it, as a person does. */
export async function chooseTimeZone(page: Page, typed: string): Promise<void> {
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill(typed)
  await page.getByRole('listbox', { name: 'Time zone' }).getByRole('option').first().click()
  await expect(zone).toHaveAttribute('aria-expanded', 'false')
}

/** Fill in the start card and go on to where one's screens begin. */
export async function fillStartCard(
  page: Page,
  { role = 'customer', country = 'US', timeZone }: StartCard = {},
): Promise<void> {
  await page.getByRole('radio', { name: role === 'cpa' ? /tax professional/ : /my own taxes/ }).check()
  await page.getByLabel('Country').selectOption(country)
  if (timeZone !== undefined) await chooseTimeZone(page, timeZone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A few things first' })).toBeHidden()
}

/**
 * A customer at the beginning, signed in; no screen is open yet. Signing up and the start card have tests of their own (`signUp`,
 * `fillStartCard`); here their calls are made as the screens make them, without drawing them.
 */
export async function startAsCustomer(
  page: Page,
  { country = 'US', timeZone }: Omit<StartCard, 'role'> = {},
): Promise<Person> {
  const person = await startWithoutRole(page)
  const ownZone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  await call(page, 'POST', '/onboarding/settings/update_role', { role: 'customer' })
  await call(page, 'POST', '/onboarding/settings/save_location', {
    country_code: country,
    currency: 'USD',
    time_zone: timeZone ?? ownZone,
  })
  return person
}

/** Somebody who is signed in and has not said yet what they are. */
export async function startWithoutRole(page: Page): Promise<Person> {
  const person = newPerson()
  await page.context().setExtraHTTPHeaders(ownAddress())
  await call(page, 'POST', '/identity/sign_up', person)
  await call(page, 'POST', '/identity/log_in', person)
  return person
}

/**
 * Logs the same person in once more. A session may read twenty times a second, which no person does and a test on a quick machine can: a
 * long one goes on in another. The page is left first, so that it asks nothing in the session that ends; an address has to be opened next.
 */
export async function goOnInAnotherSession(page: Page, person: Person): Promise<void> {
  await page.goto('about:blank')
  await call(page, 'POST', '/identity/log_in', person)
}

/** A professional, signed in; no screen is open yet. */
export async function startAsProfessional(page: Page): Promise<Person> {
  const person = await startWithoutRole(page)
  await call(page, 'POST', '/onboarding/settings/update_role', { role: 'cpa' })
  await call(page, 'POST', '/onboarding/settings/save_location', {
    country_code: 'US',
    currency: 'USD',
    time_zone: 'UTC',
  })
  return person
}

/** The page's cache of the server's answers, as far as it is used here. */
interface QueryClient {
  readonly removeQueries: (which: { readonly type: 'inactive' }) => void
  readonly invalidateQueries: (which: { readonly refetchType: 'none' }) => Promise<void>
  readonly refetchQueries: (which: { readonly type: 'active'; readonly stale: true }) => Promise<void>
}

interface Router {
  readonly history: { readonly push: (path: string) => void }
  readonly options: { readonly context: { readonly client: QueryClient } }
  readonly state: {
    readonly status: string
    readonly location: { readonly href: string }
    readonly resolvedLocation?: { readonly href: string }
  }
}

/**
 * Opens an address as a link of the application does, which takes a third of what loading it takes. Answers that the page has from before
 * are asked for anew, as a page that is loaded does. The first address is loaded, and one of the screen that is open, so that nothing that was
 * opened on it stays.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  const now = page.url() === 'about:blank' ? undefined : new URL(page.url()).pathname
  if (now === undefined || now === path.split(/[?#]/)[0]) return void (await page.goto(path))
  await follow(page, path)
}

/** Opens an address as a link on the open screen does, also one of the same screen. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { readonly __TSR_ROUTER__: Router }
    router.options.context.client.removeQueries({ type: 'inactive' })
    void router.options.context.client.invalidateQueries({ refetchType: 'none' })
    router.history.push(path)
  }, path)
  await page.waitForFunction(() => {
    const { state, options } = (globalThis as unknown as { readonly __TSR_ROUTER__: Router }).__TSR_ROUTER__
    if (state.status !== 'idle' || state.resolvedLocation?.href !== state.location.href) return false
    void options.context.client.refetchQueries({ type: 'active', stale: true })
    return true
  })
}

/** The answer of a call that gives the session another id, or ends it, comes after the socket has told the page so. */
export async function answerAfterSocket(page: Page, call: string): Promise<void> {
  await page.route(call, async (route) => {
    const askedAgain = page.waitForResponse((response) => response.url().endsWith('/api/start'))
    const response = await route.fetch()
    await askedAgain
    await route.fulfill({ response })
  })
}

/** Log in through the screen; a second factor is asked for by the next one. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/**
 * Expects that a scroll container (the page, a sheet, a dialog) is as wide as its content, unless it says that it
 * scrolls sideways. A screen that was just made narrow draws its narrow parts (`useMedia`) a moment later.
 */
export async function expectNothingCutOff(page: Page): Promise<void> {
  const cutOff = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('body *')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .filter(
          (element) =>
            element === document.documentElement ||
            (/auto|scroll/.test(getComputedStyle(element).overflowY) &&
              !/overflow-(x-)?auto/.test(element.className)),
        )
        .map(({ tagName, className, scrollWidth }) => `${tagName} ${className}: ${scrollWidth} px wide`),
    )
  await expect.poll(cutOff).toEqual([])
}

/** Nothing is cut off on a desk and on a phone; the window is left as wide as it was. */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const { width, height } of looks.filter(({ theme }) => theme === 'light')) {
    await page.setViewportSize({ width, height })
    await expectNothingCutOff(page)
  }
  if (before !== null) await page.setViewportSize(before)
}

/** A colour half way through its transition is no colour of the design: everything that ends is at its end. */
async function settleTransitions(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
    for (const animation of ending) animation.finish()
    return ending.length === 0
  })
}

/** The short form: what it knows is the same, and a page reads it in half the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Rules that a theme can break: the rest of axe's rules read names, roles and places. They take half of its time, since every
 * text is drawn for them.
 */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

type Rules = 'all' | 'of colour' | 'but of colour'

/** No violation that axe can see, and nothing that the edge cuts off. */
export async function expectAccessible(page: Page, rules: Rules = 'all'): Promise<void> {
  await settleTransitions(page)
  await expectNothingCutOff(page)
  // Axe looks from within the page, since no screen has frames, and is read once by it: that takes as long as a check.
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const ofColour = RULES_OF_COLOUR.map((rule) => [rule, { enabled: false }])
  const chosen = {
    all: {},
    'of colour': { runOnly: { type: 'rule', values: RULES_OF_COLOUR } },
    'but of colour': { rules: Object.fromEntries(ofColour) as axe.RuleObject },
  } as const satisfies Record<Rules, axe.RunOptions>
  const told = await page.evaluate(async (options: axe.RunOptions) => {
    const { axe: inPage } = globalThis as unknown as { readonly axe: typeof axe }
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      // Nothing of a screen is in a frame or in a style sheet of another origin.
      iframes: false,
      preload: false,
      ...options,
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, chosen[rules])
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

/** Collects what the API refused of what a page asked, as `METHOD /path: status`. An asset that is not there counts too. */
export function watchForRefusals(page: Page): () => readonly string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() < 400) return
    const path = new URL(response.url()).pathname
      .replace(/^\/api/, '')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
    refused.push(`${response.request().method()} ${path}: ${response.status().toString()}`)
  })
  return () => refused
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

const WIDE_PX = 1440

/** A picture for people, in the folder that SHOTS names; without it nobody looks at one. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** Widths between and below the looks, at which nothing may be cut off: a page at 400 % zoom (WCAG 1.4.10), and a tablet. */
const FURTHER_WIDTHS = [768, 320]

/**
 * Check the screen with axe in each look, of the dark one its colours, of a phone all but them: it has no colour that the wide looks
 * have not. Each has a `picture` of its own; a phone in the dark is drawn where pictures are made, alone. At the further widths nothing
 * is cut off.
 */
export async function lookAt(page: Page, name: string, at: readonly Look[] = looks): Promise<void> {
  const isForPeople = process.env['SHOTS'] !== undefined
  const isTwice = ({ width, theme }: Look) => theme === 'dark' && width < WIDE_PX && at.length > 2
  // A page that was just loaded is empty, which is no state of it.
  await expect(page.locator('h1').first()).toBeAttached()
  for (const { width, height, theme } of at.filter((look) => isForPeople || !isTwice(look))) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const isOnPhone = width < WIDE_PX && at.length > 2
    await expectAccessible(page, theme === 'dark' ? 'of colour' : isOnPhone ? 'but of colour' : 'all')
    await picture(page, `${name}-${width.toString()}-${theme}`)
  }
  const widest = Math.max(...at.map(({ width }) => width))
  for (const width of FURTHER_WIDTHS.filter((width) => width < widest)) {
    await page.setViewportSize({ width, height: 844 })
    await expectNothingCutOff(page)
  }
}

/** A connection that the server closes for being idle, just when it is used again, is opened anew, as browsers do by themselves. */
const AGAIN_WHERE_CLOSED = { maxRetries: 1 }

/** A call of the signed-in person, with the cookies of the page and without drawing one. */
export async function call(page: Page, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    ...AGAIN_WHERE_CLOSED,
    headers: { 'X-Lotbook': '1', ...(method === 'GET' ? {} : { 'Idempotency-Key': randomUUID() }) },
    ...(body === undefined ? {} : { data: body }),
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status().toString()} ${await answer.text()}`)
  return answer.json()
}

/** Send a file that must be known, with answers to what it would ask; gives back its source. */
export async function upload(
  page: Page,
  name: string,
  text: string,
  answers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const sent = await page.request.post('/api/csv_uploads', {
    ...AGAIN_WHERE_CLOSED,
    headers: { 'X-Lotbook': '1', 'Idempotency-Key': randomUUID() },
    multipart: { file: { name, mimeType: 'text/csv', buffer: Buffer.from(text) }, ...answers },
  })
  const answer = (await sent.json()) as { status: string; source_id: string }
  expect(answer, name).toMatchObject({ status: 'success' })
  return answer.source_id
}

/**
 * How long a job may take says how busy the machine is, and nothing of Lotbook. Most are done within a second, which is how seldom
 * Playwright asks by itself after the first second.
 */
const FOR_A_JOB = { timeout: 90_000, intervals: [100, 100, 150, 200, 250, 300, 400] }

/** Waits until the import is in the journal, which then has so many transactions. */
export async function imported(page: Page, transactions: number): Promise<void> {
  await expect
    .poll(() => call(page, 'GET', '/imports/v1/tax_calculations/details'), FOR_A_JOB)
    .toMatchObject({ data: { imports_in_progress: 0, total_transactions: transactions } })
}

/** A customer whose whole history, of so many transactions, came in by one file. */
export async function startWithHistory(
  page: Page,
  history: string,
  transactions: number,
  where: Omit<StartCard, 'role'> = {},
): Promise<Person> {
  const person = await startAsCustomer(page, where)
  await upload(page, 'history.csv', history)
  await imported(page, transactions)
  return person
}

/** Calculate what is in the journal once everything that was sent is. */
export async function calculateByCall(page: Page): Promise<void> {
  const details = () => call(page, 'GET', '/imports/v1/tax_calculations/details')
  await expect
    .poll(details, FOR_A_JOB)
    .toMatchObject({ data: { imports_in_progress: 0, need_tax_calculation: true } })
  await call(page, 'POST', '/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await expect.poll(details, FOR_A_JOB).toMatchObject({ data: { tax_calculated: true } })
}

/** Opens the line under the figures of a year, where it is not open, and gives back the list of what may change them. */
export async function showOpen(page: Page): Promise<Locator> {
  const line = page.getByRole('button', { name: 'What is open' })
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click()
  return page.getByRole('list', { name: 'What may change these figures' })
}

/** Calculate, and open the results of a year. */
export async function showYear(page: Page, year: number): Promise<void> {
  await calculateByCall(page)
  await goTo(page, `/one_year?year=${year.toString()}`)
  await expect(page.getByRole('heading', { level: 1, name: `${year.toString()} results` })).toBeVisible()
}

const TWO_ACCOUNTS = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2021-01-01T12:00:00Z,buy,1,BTC,30000,USD,,,Coinbase,yes,b1
2022-01-01T12:00:00Z,buy,1,BTC,40000,USD,,,Kraken,yes,b2
2025-02-01T12:00:00Z,sell,90000,USD,1,BTC,,,Kraken,yes,s1
`

/** For a customer without history: coins in two accounts under one pool before 2025, calculated, and no allocation on record. */
export async function leaveSafeHarborOpen(page: Page): Promise<void> {
  await upload(page, 'history.csv', TWO_ACCOUNTS)
  await imported(page, 3)
  const settings = (await call(page, 'GET', '/setting/tax')) as object
  await call(page, 'POST', '/setting/tax', { ...settings, pool_before_2025: 'universal' })
  await calculateByCall(page)
}

/** What a chart gives as a file: an item of its menu. */
export async function savedFile(
  page: Page,
  title: string,
  item: string,
): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: `${title} as a file` }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}
