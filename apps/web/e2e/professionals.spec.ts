import { expect, test } from '@playwright/test'
import { answerAfterSocket, calculateByCall, call, startAsCustomer, startWithHistory } from './helpers.ts'
import { mailedLink } from './mail-and-codes.ts'
import { readyAdmin } from './ready-admin.ts'
import { confirmEmail, readyProfessional } from './ready-professional.ts'

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2023-01-02T03:04:05Z,buy,1.5,BTC,24000,USD,12,USD,Kraken,Yes,b1
2024-06-05T12:00:00Z,sell,30000,USD,0.5,BTC,15,USD,Kraken,Yes,s1
`

// A year of so many sales that its forms need a plan.
const SALES = Array.from(
  { length: 30 },
  (_, n) => `2024-03-${String(n + 1).padStart(2, '0')}T12:00:00Z,sell,60,USD,0.001,BTC,,,Kraken,Yes,m${n}\n`,
).join('')

test('R1.20 R1.21 R1.24 R2.10 R2.75 R2.80 R2.159 R2.160 R4.52 R4.53 R4.76 R4.77 R4.78 R4.79 R6.14 R6.15 R6.17 R6.18 R8.34 R9.26 R9.27 a professional invites, the client accepts, the professional works and asks, the client answers, pays and watches, and the professional is out at once when the client says so', async ({
  page: office,
  browser,
}) => {
  const professional = await readyProfessional(office)
  const home = await (await browser.newContext()).newPage()
  const client = await startWithHistory(home, HISTORY + SALES, 32)
  await calculateByCall(home)
  await confirmEmail(home, client)

  await office.goto('/')
  await expect(office).toHaveURL(/\/tax_pro\/dashboard/)
  await office.getByRole('button', { name: 'Invite client' }).first().click()
  await office.getByRole('dialog').getByLabel('Email').fill(client.email)
  await office.getByRole('button', { name: 'Send invitation' }).click()
  await expect(office.getByText(`Invitation sent to ${client.email}.`)).toBeVisible()
  await expect(office.getByRole('button', { name: `Send again to ${client.email}` })).toBeVisible()

  await home.goto('/transactions')
  await expect(home.getByText(professional.email)).toBeVisible()
  await home.getByRole('link', { name: 'See the invitation' }).click()
  await expect(home.getByRole('heading', { level: 1 })).toHaveText('Tax Pro')
  await home.getByRole('button', { name: 'Accept' }).click()
  await expect(home.getByText('Invitation confirmed')).toBeVisible()
  await expect(home.getByRole('button', { name: `End access of ${professional.email}` })).toBeVisible()

  await office.reload()
  await office.getByRole('link', { name: `View ${client.email}` }).click()
  await expect(office.getByRole('heading', { level: 1 })).toHaveText(client.email)
  await expect(office).toHaveURL(/view_customer\?id=/)
  const from = office.url()
  await answerAfterSocket(office, '**/api/users/*/impersonate')
  await office.getByRole('button', { name: 'View as client' }).click()
  const bar = office.getByRole('complementary', { name: 'Viewing a client' })
  await expect(bar).toContainText(`You are viewing ${client.email}`)
  const top = () =>
    office
      .locator('header')
      .first()
      .evaluate((header) => header.getBoundingClientRect().top)
  await expect.poll(top).toBe(38)
  await office.setViewportSize({ width: 390, height: 844 })
  await expect.poll(top).toBe(78)
  await office.setViewportSize({ width: 1440, height: 900 })
  await office.getByRole('link', { name: /^Transactions/ }).click()
  // The dashboard, which leads here, names the same sale.
  await expect(office.getByRole('heading', { level: 1 })).toHaveText('Transactions')
  await office.getByRole('gridcell', { name: '0.5 BTC', exact: true }).click()
  await office.getByRole('button', { name: 'Mark as verified to source' }).click()
  await expect(office.getByText(/^Verified to source by/)).toBeVisible()
  await office.getByRole('button', { name: 'Ask the client' }).click()
  await office.getByLabel('Ask the client').fill('What did you sell this for?')
  await office.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(office.getByText('Waits for the client')).toBeVisible()
  await bar.getByRole('button', { name: 'Exit and Return' }).click()
  await expect(office).toHaveURL(from)

  await home.goto('/dashboard')
  await expect(home.getByText('One question waits for your answer.')).toBeVisible()
  await home.getByRole('link', { name: 'Answer' }).click()
  await home.getByRole('link', { name: /^Sold 0\.5 BTC for \$30,000\.00/ }).click()
  await home.getByLabel('Your answer').fill('To move house.')
  await home.getByRole('button', { name: 'Send' }).click()
  await expect(home.getByText('You answered')).toBeVisible()

  await office.goto(`${from.replace(/&year=\d+/, '')}&year=2024`)
  await office.getByRole('tab', { name: 'Workpapers' }).click()
  await expect(office.getByText('To move house.')).toBeVisible()
  await expect(office.getByText('1 of 31 transactions.')).toBeVisible()
  await office.getByRole('button', { name: 'Sign off: Imports complete' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Sign off' }).click()
  await expect(office.getByText('1 of 7 signed off')).toBeVisible()
  await office.getByRole('tab', { name: 'Overview' }).click()

  // The client pays: at the test checkout, which refuses nothing here.
  await office.getByRole('link', { name: 'Invite to pay' }).click()
  await expect(office.getByText('has 31 transactions that count: Basic.')).toBeVisible()
  await office.getByRole('button', { name: 'Send' }).click()
  await expect(office.getByText(/was asked to pay/)).toBeVisible()
  await home.goto('/work_with_tax_pro')
  await home.getByRole('link', { name: 'See the plans' }).click()
  await home.getByRole('button', { name: 'Pay $49.00' }).click()
  await home.getByRole('button', { name: 'Pretend to pay' }).click()
  await expect(home.getByText('2024 is on Basic')).toBeVisible()
  await home.goto('/pricing?taxYear=2024')
  // No plan below what is used can be chosen.
  await expect(home.getByRole('heading', { name: '2024 is covered' })).toBeVisible()
  await expect(home.getByText('Too small for 2024')).toBeVisible()
  await office.goto(`${from.replace(/&year=\d+/, '')}&year=2024`)
  await expect(office.getByText('Paid', { exact: true })).toBeVisible()
  await expect(office.getByRole('link', { name: 'Invite to pay' })).toHaveCount(0)

  await office.getByRole('button', { name: 'View as client' }).click()
  await expect(bar).toBeVisible()
  // They print the client's form with a number; the trail tells the client, who has the file too.
  await office.goto('/settings/export')
  await office.getByRole('combobox', { name: 'Tax year' }).selectOption('2024')
  await office.getByRole('button', { name: 'Create Form 8949 (IRS form)' }).click()
  const print = office.getByRole('dialog', { name: 'Form 8949 (IRS form) 2024' })
  await expect(print.getByLabel('Name shown on the return')).toHaveValue('')
  await print.getByLabel('Name shown on the return').fill('Jane Roe')
  await print.getByLabel('Social Security number').fill('123456789')
  await expect(print.getByText('Your client has the file too, and sees that you printed it.')).toBeVisible()
  const printed = office.waitForEvent('download')
  await print.getByRole('button', { name: 'Create' }).click()
  expect((await printed).suggestedFilename()).toMatch(/^form-8949-2024.*\.pdf$/)
  await home.goto('/settings/export')
  await expect(home.getByText('Made by your tax professional')).toBeVisible()

  let stops = 0
  office.on('request', (request) => {
    if (request.url().endsWith('/users/stop_impersonating')) stops += 1
  })
  await home.goto('/work_with_tax_pro')
  await expect(home.getByText(/ viewed your transactions/).first()).toBeVisible()
  await expect(home.getByText(/ printed forms with a Social Security number/).first()).toBeVisible()
  await home.getByRole('button', { name: `End access of ${professional.email}` }).click()
  await home.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
  await expect(home.getByText('Nobody but you can see your books.')).toBeVisible()

  // The open page is told, and leaves by itself.
  await expect(office).toHaveURL(/\/tax_pro\/dashboard\?ended=true/)
  await expect(office.getByText('You no longer have access to those books')).toBeVisible()
  // Many calls are refused at once, and the page leaves once: each leaving gives the session another cookie.
  expect(stops).toBe(1)
  await expect(bar).toHaveCount(0)
  await home.context().close()
})

test('R2.41 R8.35 the link of an invitation is answered once, by whom it was sent to', async ({
  page,
  browser,
}) => {
  const client = await startAsCustomer(page)
  await confirmEmail(page, client)
  const office = await (await browser.newContext()).newPage()
  const professional = await readyProfessional(office)
  await call(page, 'POST', '/customer_cpa', { email: professional.email, scope: 'view', days: 30 })
  const link = await mailedLink(professional.email, '/accept_invitation')

  // Somebody whom the mail was passed on to is told; the invitation stays open.
  await page.goto(link)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to confirm invitation')
  await expect(page.getByText('sent to another email address')).toBeVisible()

  await office.goto(link)
  await office.getByRole('button', { name: 'Accept' }).click()
  await expect(office.getByRole('heading', { level: 1 })).toHaveText('Invitation confirmed')
  await office.goto(link)
  await office.getByRole('button', { name: 'Accept' }).click()
  await expect(office.getByText('This invitation was answered already.')).toBeVisible()
  await office.context().close()
})

test('an administrator finds a customer, looks with a reason that the customer can read, and goes back', async ({
  page: desk,
  browser,
}) => {
  const home = await (await browser.newContext()).newPage()
  const customer = await startWithHistory(home, HISTORY, 2)
  const admin = await readyAdmin(desk)

  await desk.goto('/')
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('People')
  await desk.getByRole('searchbox', { name: 'Name or email' }).fill(customer.email)
  await desk.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(desk.getByRole('table', { name: 'People' })).toContainText('2 transactions')
  await desk.getByRole('button', { name: `View as customer: ${customer.email}` }).click()
  const asked = desk.getByRole('dialog')
  await asked.getByLabel('Reason').fill('why')
  await asked.getByRole('button', { name: 'View as customer' }).click()
  await expect(asked.getByText('Say why, in at least 10 letters. The customer can read it.')).toBeVisible()
  await asked.getByLabel('Reason').fill('Support case 4711, asked by phone')
  await asked.getByRole('button', { name: 'View as customer' }).click()
  const bar = desk.getByRole('complementary', { name: 'Viewing a client' })
  await expect(bar).toContainText(`You are viewing ${customer.email}`)
  await bar.getByRole('button', { name: 'Exit and Return' }).click()
  await expect(desk.getByRole('table', { name: 'People' })).toContainText('2 transactions')

  await home.goto('/work_with_tax_pro')
  await expect(home.getByText(admin.email).first()).toBeVisible()
  await expect(home.getByText('Reason: Support case 4711, asked by phone')).toBeVisible()
  await home.context().close()
})
