import { expect, type Page, test } from '@playwright/test'
import {
  call,
  calculateByCall,
  goTo,
  imported,
  lookAt,
  looks,
  startAsCustomer,
  startAsProfessional,
  startWithHistory,
  startWithoutRole,
  upload,
  watchForFaults,
} from './helpers.ts'
import { bought, choose, csv, sentByExplorer, TEMPLATE_HEADER, unknownLayout } from './import-files.ts'
import { insideLedger } from './inside-ledger.ts'
import { readyAdmin } from './ready-admin.ts'
import { acceptedBy, confirmEmail, readyProfessional } from './ready-professional.ts'

/*
 * Every screen, sheet and dialog is looked at here, once: with axe, wide and narrow, light and dark, with nothing cut off. A screen
 * stands in the list of the visitor who has what it shows; journeys do not look. Screens are opened in their order, each anew unless
 * it has no address: then it is what the one before it leads to.
 */

interface Screen {
  /** Names the step and the pictures. */
  readonly name: string
  /** Address as the router has it; left out where the screen before stays open. */
  readonly route?: string
  readonly search?: string | ((known: Known) => string)
  /** Brings the screen to what is looked at. */
  readonly open?: (page: Page) => Promise<unknown>
  /** Set for what there is on a phone alone. */
  readonly isNarrow?: true
}

/** Ids that a visitor's preparation came to know. */
type Known = Readonly<Record<string, string>>

interface Visitor {
  readonly prepare: (page: Page) => Promise<Known>
  readonly screens: readonly Screen[]
}

/** Kraken's ledger, of which the row of February is missing. */
const LEDGER_WITH_GAP = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,R1,2023-01-01 10:00:00,deposit,,currency,XXBT,spot / main,2,0,2
L3,R3,2023-03-01 10:00:00,deposit,,currency,XXBT,spot / main,0.5,0,3.25
`

const WEBHOOKS = {
  webhooks: [
    {
      id: '019aa000-0000-7000-8000-000000000001',
      url: 'https://hooks.example.com/lotbook/a-rather-long-address-that-has-to-break-somewhere',
      events: ['import.finished', 'calculation.finished'],
      created_at: '2026-10-01T00:00:00.000Z',
      failing_since: null,
      off: null,
    },
    {
      id: '019aa000-0000-7000-8000-000000000002',
      url: 'https://hooks.example.com/old',
      events: ['import.finished'],
      created_at: '2026-09-01T00:00:00.000Z',
      failing_since: '2026-10-02T00:00:00.000Z',
      off: { at: '2026-10-03T00:00:00.000Z', reason: 'failed' },
    },
  ],
}
const DELIVERIES = {
  rows: [
    ['import.finished', 'delivered', 1, 200],
    ['calculation.finished', 'failed', 8, 500],
    ['ping', 'waiting', 0, null],
  ].map(([event, state, attempts, last_status], n) => ({
    id: `019aa000-0000-7000-8000-00000000001${n.toString()}`,
    event,
    message_id: 'msg_1',
    created_at: '2026-10-02T00:00:00.000Z',
    state,
    attempts,
    attempted_at: null,
    next_at: null,
    last_status,
    last_reason: null,
  })),
  next: null,
}

const nothing = async (): Promise<Known> => ({})
const text = (words: string | RegExp) => (page: Page) => expect(page.getByText(words).first()).toBeVisible()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const sheetOf = (page: Page) => page.getByRole('dialog').first()
const firstRow = (page: Page) => page.getByRole('grid').locator('[data-key]').first()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'

/** One of everything: trades, a transfer, a weak match, what lacks a price, a basis, an origin or a type. */
const HISTORY = `${HEADER}
2023-01-02T03:04:05Z,buy,1.5,BTC,24000,USD,12,USD,Kraken,Yes,b1
2023-02-03T10:00:00Z,buy,10,ETH,16000,USD,8,USD,Kraken,Yes,b2
2023-03-03T00:00:00Z,staking reward,0.02,DOT,,,,,Kraken,Yes,r1
2023-04-04T00:00:00Z,Send,,,0.5,BTC,0.0001,BTC,Kraken,Yes,t2
2023-04-04T00:20:00Z,Receive,0.5,BTC,,,,,Ledger,Yes,t2
2024-03-01T00:00:00Z,sent,,,1,ETH,,,Kraken,yes,o1
2024-04-01T00:00:00Z,received,2,LTC,,,,,Kraken,yes,i1
2024-05-05T12:00:00Z,trade,3000,USDC,1,ETH,5,USDC,Kraken,Yes,x1
2024-06-05T12:00:00Z,sell,30000,USD,0.5,BTC,15,USD,Kraken,Yes,s1
2024-07-05T12:00:00Z,sell,900,USD,100,SOL,1,USD,Kraken,Yes,s2
2024-07-10T00:00:00Z,sent,,,0.5,ETH,,,Kraken,yes,o2
2024-07-10T02:00:00Z,received,0.5,ETH,,,,,Gemini,yes,i2
2024-07-10T03:00:00Z,received,0.5,ETH,,,,,Coinbase,yes,i3
2024-08-05T12:00:00Z,airdrop,12000,XYZ,,,,,Ledger,Yes,a1
2024-08-06T00:00:00Z,levitation,7,ETH,,,,,Gemini,yes,u1
`
const HISTORY_ROWS = 15

/** Two lots of 1 BTC and a sale of one in 2025; an older lot comes with a second file. */
const KRAKEN = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,T1,2024-01-02 12:00:00,trade,tradespot,currency,ZUSD,spot / main,-500.0000,0,
L2,T1,2024-01-02 12:00:00,trade,tradespot,currency,XXBT,spot / main,1.0000000000,0,
L3,T2,2024-02-02 12:00:00,trade,tradespot,currency,ZUSD,spot / main,-900.0000,0,
L4,T2,2024-02-02 12:00:00,trade,tradespot,currency,XXBT,spot / main,1.0000000000,0,
L5,T3,2025-03-04 12:00:00,trade,tradespot,currency,XXBT,spot / main,-1.0000000000,0,
L6,T3,2025-03-04 12:00:00,trade,tradespot,currency,ZUSD,spot / main,2000.0000,0,
`
/** A line of a Form 1099-DA for the sale above, with more proceeds and another basis. */
const FORM_LINE = {
  year: 2025,
  form: 'F-1',
  status: 'original',
  recipient: 'taxpayer',
  code: '4H95J0R2X',
  name: 'Bitcoin',
  units: '1',
  acquired: '2024-01-02',
  sold: '2025-03-04',
  proceeds: '2010',
  basis: '450',
  market_discount: null,
  wash_sale_loss: null,
  is_basis_reported: true,
  proceeds_are: 'gross',
  is_qof: false,
  withheld: '24',
  is_loss_not_allowed: false,
  term: 'long',
  is_cash_only: true,
  is_customer_provided: false,
  is_noncovered: false,
  box_10: null,
  total: null,
  count: null,
  first_sales: null,
  transferred_in: null,
  transferred_in_on: null,
  state: null,
  state_id: null,
  state_withheld: null,
}
const OLDER = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
M1,U1,2023-01-02 12:00:00,trade,tradespot,currency,ZUSD,spot / main,-100.0000,0,
M2,U1,2023-01-02 12:00:00,trade,tradespot,currency,XXBT,spot / main,1.0000000000,0,
`

/** One pool before 2025 over two accounts; BTC moved first in June 2025, ETH in January. */
const POOL = `${HEADER}
2019-01-01T12:00:00Z,buy,1,BTC,4000,USD,,,Coinbase,yes,b1
2021-11-01T12:00:00Z,buy,1,BTC,61000,USD,,,Coinbase,yes,b2
2022-06-01T12:00:00Z,buy,1,BTC,23500,USD,,,Coinbase,yes,b3
2023-01-01T12:00:00Z,send,,,2,BTC,,,Coinbase,yes,m1
2023-01-01T12:20:00Z,receive,2,BTC,,,,,Kraken,yes,m1
2025-06-02T12:00:00Z,sell,80000,USD,1,BTC,,,Coinbase,yes,s1
2020-01-01T12:00:00Z,buy,1,ETH,1000,USD,,,Coinbase,yes,e1
2021-05-01T12:00:00Z,buy,1,ETH,3000,USD,,,Coinbase,yes,e2
2023-02-01T12:00:00Z,send,,,1,ETH,,,Coinbase,yes,m2
2023-02-01T12:20:00Z,receive,1,ETH,,,,,Kraken,yes,m2
2025-01-05T12:00:00Z,sell,5000,USD,1,ETH,,,Coinbase,yes,s3
`
const POOL_ROWS = 11

const OWN = '0x1111111111111111111111111111111111111111'
const SPAM = `"Txhash","Blockno","UnixTimestamp","DateTime (UTC)","From","To","TokenValue","USDValueDayOfTx","ContractAddress","TokenName","TokenSymbol"
"0x${'1'.padStart(64, '0')}","1","1710000000","2024-03-09 16:00:00","0x${'9'.repeat(40)}","${OWN}","1000","","0x${'a'.repeat(40)}","Visit usdc-claim.com","CLAIM"
"0x${'2'.padStart(64, '0')}","2","1710086400","2024-03-10 16:00:00","0x${'9'.repeat(40)}","${OWN}","25","","0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48","USD Coin","USDC"
`
const NO_ZONE = `User ID,Time,Account,Operation,Coin,Change,Remark
1,2024-01-02 10:00:00,Spot,Deposit,ADA,5,
`

/** The history above, imported and calculated; gives back a transfer and a trade of it. */
async function startCalculated(page: Page): Promise<Known> {
  await startWithHistory(page, HISTORY, HISTORY_ROWS, { timeZone: 'UTC' })
  await calculateByCall(page)
  const { rows } = (await call(page, 'GET', '/transactions?limit=500')) as {
    rows: { id: string; type: string; matched?: unknown }[]
  }
  const idOf = (type: string) => rows.find((row) => row.type === type)?.id ?? ''
  const { id: purchase } = (await call(page, 'POST', '/billings/purchases', {
    tax_year: 2024,
    plan_id: 'plus',
  })) as { id: string }
  await call(page, 'POST', `/billings/test_checkout/${purchase}`, { id: purchase, outcome: 'paid' })
  return { transfer: idOf('transfer'), trade: idOf('trade'), purchase }
}

/** A question with its answer, a sign-off and a tick mark that something changed after, and an open point. */
async function makePapers(professional: Page, client: Page, client_id: string): Promise<void> {
  const { rows } = (await call(client, 'GET', '/transactions?limit=500')) as {
    rows: { id: string; type: string }[]
  }
  const transaction_id = rows.find(({ type }) => type === 'sell')?.id ?? ''
  const { id } = (await call(client, 'POST', '/questions', {
    transaction_id,
    text: 'Is this sale of the old wallet?',
  })) as { id: string }
  await call(professional, 'POST', `/questions/${id}/messages`, { client_id, text: 'Yes, by its address.' })
  const papers = { client_id, tax_year: 2024 }
  await call(professional, 'POST', '/workpapers/sign_offs', { ...papers, step: 'imports' })
  await call(professional, 'POST', '/workpapers/points', {
    ...papers,
    text: 'Ask for the statement of 2019.',
  })
  await call(professional, 'POST', '/workpapers/tick_marks', { client_id, transaction_id, is_ticked: true })
  await call(client, 'PATCH', `/transactions/${transaction_id}`, { edit: { comment: 'House' } })
}

const visitors: Readonly<Record<string, Visitor>> = {
  nobody: {
    prepare: nothing,
    screens: [
      { name: 'landing', route: '/', open: text('and every figure') },
      { name: 'plans-for-anybody', route: '/pricing', open: text('Start free') },
      { name: 'log-in', route: '/login' },
      { name: 'sign-up', route: '/sign_up' },
      { name: 'new-sign-up', route: '/new_sign_up' },
      { name: 'forgot-password', route: '/forgotpassword' },
      { name: 'reset-password', route: '/resetpassword', search: '?token=x' },
      { name: 'verify-email', route: '/verify_email', search: '?token=x' },
    ],
  },
  'somebody without a role': {
    prepare: async (page) => {
      await startWithoutRole(page)
      return {}
    },
    screens: [
      { name: 'start-card', route: '/get_started' },
      { name: 'walk-begin', route: '/onboarding/step-1', open: text('A few things first') },
      { name: 'bigger-screen', route: '/onboarding/switch-notification' },
      { name: 'link-sent', route: '/onboarding/email-notification' },
      { name: 'introduction', route: '/onboarding/video' },
      { name: 'accept-invitation', route: '/accept_invitation', search: '?token=x' },
    ],
  },
  'a professional': {
    prepare: async (page) => {
      await startAsProfessional(page)
      return {}
    },
    screens: [
      { name: 'professional-profile', route: '/tax_pro/settings/profile' },
      { name: 'professional-security', route: '/tax_pro/settings', search: '#mfa-security' },
    ],
  },
  'a professional with clients': {
    prepare: async (page) => {
      await readyProfessional(page)
      const home = await (await page.context().browser()?.newContext())?.newPage()
      if (home === undefined) throw new Error('no browser')
      const client = await startWithHistory(home, HISTORY, HISTORY_ROWS, { timeZone: 'UTC' })
      await confirmEmail(home, client)
      await calculateByCall(home)
      await acceptedBy(home, page, client.email)
      await call(page, 'POST', '/tax_pro/customers', { email: 'somebody.new@client.example' })
      const { id } = (await call(home, 'GET', '/users/get_user_role')) as { id: string }
      await makePapers(page, home, id)
      await home.context().close()
      return { client: id }
    },
    screens: [
      {
        name: 'clients',
        route: '/tax_pro/dashboard',
        search: '?year=2024',
        open: text('Open issues, all clients'),
      },
      {
        name: 'client',
        route: '/tax_pro/view_customer',
        search: ({ client }) => `?id=${client ?? ''}&year=2024`,
        open: (page) => expect(button(page, 'View as client')).toBeVisible(),
      },
      {
        name: 'workpapers',
        route: '/tax_pro/view_customer',
        search: ({ client }) => `?id=${client ?? ''}&year=2024&part=workpapers`,
        open: text('Changed since'),
      },
      {
        name: 'pay-for-client',
        route: '/tax_pro/paymentForm',
        search: ({ client }) => `?id=${client ?? ''}&taxYear=2024&type=new`,
        open: text('Who pays: you'),
      },
      {
        name: 'ask-client-to-pay',
        route: '/tax_pro/payments/invitation',
        search: ({ client }) => `?clientId=${client ?? ''}&taxYear=2024&planId=plus`,
        open: text('Who pays: the client'),
      },
      {
        name: 'viewing-a-client',
        route: '/tax_pro/view_customer',
        search: ({ client }) => `?id=${client ?? ''}&year=2024`,
        open: async (page) => {
          await button(page, 'View as client').click()
          await expect(page.getByText('You are viewing')).toBeVisible()
          await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
        },
      },
      { name: 'questions-of-a-client', route: '/work_with_tax_pro', open: text('Signed off for 2024') },
    ],
  },
  'an administrator': {
    prepare: async (page) => {
      const home = await (await page.context().browser()?.newContext())?.newPage()
      if (home === undefined) throw new Error('no browser')
      const { email } = await startWithHistory(home, HISTORY, HISTORY_ROWS)
      await home.context().close()
      await readyAdmin(page)
      return { email }
    },
    screens: [
      {
        name: 'people',
        route: '/admin',
        search: ({ email }) => `?q=${email ?? ''}`,
        open: text('Email not confirmed'),
      },
      {
        name: 'people-view',
        open: async (page) => {
          await page.getByRole('button', { name: /^View as customer: e2e/ }).click()
          await button(page, 'View as customer').last().click()
          await text('Say why, in at least 10 letters. The customer can read it.')(page)
        },
      },
    ],
  },
  'a newcomer': {
    prepare: async (page) => {
      await startAsCustomer(page)
      return {}
    },
    screens: [
      { name: 'home', route: '/' },
      {
        name: 'source-search',
        open: async (page) => {
          await button(page, 'Add Wallet/Exchange').click()
          await page.getByRole('searchbox').fill('coinbsae')
          await expect(page.locator('[data-card]').first()).toHaveAttribute('href', /slug=coinbase$/)
        },
      },
      {
        name: 'menu-of-a-phone',
        route: '/',
        open: async (page) => {
          await button(page, 'Menu').click()
          await expect(page.getByRole('dialog').getByRole('button', { name: 'Sign Out' })).toBeVisible()
        },
        isNarrow: true,
      },
      { name: 'imports-empty', route: '/imports', open: text('Nothing imported yet') },
      {
        name: 'wallets-empty',
        route: '/wallets',
        open: text('Start with the account you traded on most'),
      },
      {
        name: 'upload-dialog',
        open: async (page) => {
          await button(page, 'Add Wallet/Exchange').first().click()
          await page.getByRole('dialog').getByRole('button', { name: 'Upload via CSV' }).click()
          await expect(page.getByRole('dialog', { name: 'Upload via CSV' })).toBeVisible()
        },
      },
      {
        name: 'manual-popup',
        route: '/imports',
        open: async (page) => {
          await button(page, 'Add Wallet/Exchange').first().click()
          await page.getByRole('dialog').getByRole('button', { name: 'Add a Manual Transaction' }).click()
          const popup = page.getByRole('dialog', { name: 'Add Transaction' })
          await popup.getByLabel('Type', { exact: true }).selectOption('Incoming')
          await popup.getByRole('button', { name: 'Save transaction' }).click()
          await expect(popup.getByText('Date is required')).toBeVisible()
        },
      },
      {
        name: 'manual',
        route: '/imports/manual',
        open: async (page) => {
          await page.getByLabel('Date (UTC)').fill('2024-03-01')
          await page.getByLabel('From amount').fill('20000')
          await page.getByLabel('To amount').fill('0.5')
          await page.getByLabel('Fee currency').fill('usd')
          await expect(page.getByRole('option', { name: /^USD/ }).first()).toBeVisible()
          await page.getByLabel('To currency').fill('btc')
          await expect(page.getByRole('option', { name: /^BTC/ }).first()).toBeVisible()
        },
      },
      {
        name: 'add-account',
        route: '/imports/options',
        search: '?slug=coinbase',
        open: text('Continue with Coinbase'),
      },
      {
        name: 'authorize-coinbase',
        route: '/authorize/coinbase',
        search: '?error=access_denied',
        open: text('Coinbase did not give access, so nothing was imported.'),
      },
      {
        name: 'add-account-unknown',
        route: '/imports/options',
        search: '?slug=no-such-thing',
        open: text('There is no source with this name.'),
      },
      { name: 'transactions-empty', route: '/transactions', open: text('No transactions yet') },
      { name: 'tax-empty', route: '/tax' },
      {
        name: 'tax-empty-year',
        route: '/tax',
        search: '?year=1800',
        open: text('There is no activity in 1800'),
      },
      {
        name: 'methods-empty-year',
        route: '/tax/methods',
        search: '?year=1800',
        open: text('There is no activity in 1800'),
      },
      { name: 'safe-harbor-nothing', route: '/tax/safe_harbor', open: text('Nothing to allocate') },
      { name: 'one-year-empty', route: '/one_year', search: '?year=2025', open: text('Not calculated yet') },
      { name: 'compare-nothing', route: '/tax/compare', open: text('Nothing to compare yet') },
      { name: 'manifest-nothing', route: '/tax/manifest', open: text('Which calculation?') },
      {
        name: 'calculation-none',
        route: '/tax-calculation',
        open: text('No calculation has been started here'),
      },
      { name: 'error-log-nothing', route: '/error-logs', open: text('Which import?') },
      { name: 'profile', route: '/settings/profile' },
      {
        name: 'account-delete',
        open: async (page) => {
          await button(page, 'Delete account').click()
          await expect(sheetOf(page).getByLabel('Your email')).toBeFocused()
        },
      },
      { name: 'security', route: '/settings/mfa-security' },
      {
        name: 'security-set-up',
        open: async (page) => {
          await button(page, 'Set up').click()
          await expect(page.getByLabel('2. Enter the six digits it shows')).toBeVisible()
        },
      },
      {
        name: 'api-empty',
        route: '/settings/api',
        open: (page) => expect(button(page, 'Create a token')).toBeVisible(),
      },
      {
        name: 'api-create',
        open: async (page) => {
          await button(page, 'Create a token').click()
          await sheetOf(page).getByLabel('Name').fill('Tax spreadsheet')
        },
      },
      {
        name: 'api-shown',
        open: async (page) => {
          await button(page, 'Create').click()
          await expect(sheetOf(page).getByText(/^lbk_/)).toBeVisible()
        },
      },
      {
        name: 'api-tokens',
        open: async (page) => {
          await button(page, 'I have copied it').click()
          await expect(page.getByRole('list', { name: 'Access tokens' })).toContainText('Not used yet')
        },
      },
      {
        name: 'webhook-add',
        open: async (page) => {
          await button(page, 'Add a webhook').click()
          await sheetOf(page).getByLabel('Address').fill('https://127.0.0.1/hook')
          await button(page, 'Add').click()
          await text('Enter an address on the public Internet.')(page)
        },
      },
      {
        name: 'webhook-log',
        open: async (page) => {
          // Names that cannot be found are refused, and the server under test looks none up: what it would answer stands in.
          await page.route('**/webhooks', (route) => route.fulfill({ json: WEBHOOKS }))
          await page.route('**/webhooks/*/deliveries', (route) => route.fulfill({ json: DELIVERIES }))
          await page.reload()
          await button(page, /^Log of/)
            .first()
            .click()
          await text('Failed, answer 500, 8 attempts')(page)
        },
      },
      {
        name: 'webhooks',
        open: async (page) => {
          await button(page, 'Close').click()
          await text(/^Off since/)(page)
        },
      },
      {
        name: 'notifications',
        route: '/settings/notifications',
        open: text('This site sends no email'),
      },
      {
        name: 'notifications-not-confirmed',
        open: async (page) => {
          // The server under test has no mail server.
          await page.route('**/setting/notifications', async (route) => {
            const response = await route.fetch()
            await route.fulfill({ response, json: { ...(await response.json()), sends_mail: true } })
          })
          await page.reload()
          await text('get another one in your profile')(page)
        },
      },
      { name: 'history-empty', route: '/settings/history', open: text('No changes yet') },
      { name: 'export-empty', route: '/settings/export', open: text('No exports yet') },
      { name: 'prices-empty', route: '/settings/prices', open: text('No price files yet') },
      { name: 'rules-empty', route: '/settings/rules', open: text('No rules yet') },
      { name: 'labs-empty', route: '/labs/dashboard', open: text('Nothing tracked yet') },
      // What others searched for meanwhile is listed, beside lists that are empty.
      {
        name: 'labs-lists-empty',
        route: '/labs/discover',
        open: text(/Nothing to list yet|You have no transactions yet/),
      },
      { name: 'portfolios-empty', route: '/labs/research-portfolios', open: text('No portfolios yet') },
      { name: 'labs-price-none', route: '/labs/price/$id', open: text('There is no asset with this name') },
      { name: 'holdings-empty', route: '/holdings', open: text('No holdings yet') },
      { name: 'dashboard-empty', route: '/dashboard', open: text('What would you like to import?') },
      { name: 'walk-plan', route: '/onboarding/step-2', open: text('Nothing to pay') },
      { name: 'plan-summary', route: '/pricing_summary', open: text('Nothing to pay') },
      { name: 'tax-summary-none', route: '/tax_summary', open: text('Not calculated yet') },
      { name: 'not-found', route: '/tax/nothing', open: text('There is nothing at this address') },
    ],
  },
  'a customer with addresses': {
    prepare: async (page) => {
      await startAsCustomer(page)
      await upload(page, 'etherscan.csv', sentByExplorer([['1', '1.25']]))
      await imported(page, 1)
      return {}
    },
    screens: [
      {
        name: 'connect-wallet',
        route: '/imports/options',
        search: '?slug=wallet-address',
        open: async (page) => {
          await page.getByRole('button', { name: 'Import', exact: true }).click()
          await text('Public Address is Required')(page)
        },
      },
      {
        name: 'connect-needs-key',
        route: '/imports/options',
        search: '?slug=polkadot',
        open: async (page) => {
          await page
            .getByLabel('Public address', { exact: true })
            .fill('152UPCpB6Vv22CEfrvjgEZ5vt9AnshDYP5Ldw9GvkrTFqgAS')
          await page.getByRole('button', { name: 'Import', exact: true }).click()
          await text('Enter a key.')(page)
        },
      },
      {
        name: 'connect-own-key',
        route: '/imports/options',
        search: '?slug=ethereum',
        open: async (page) => {
          await page.getByText('Use your own explorer key').click()
          await page.getByLabel('Etherscan API key').fill('demonstration-key-1')
          await page.getByRole('button', { name: 'Save key' }).click()
          await text('key ending in')(page)
        },
      },
      {
        name: 'connect-ledger',
        route: '/imports/options',
        search: '?slug=ledger-live',
        open: async (page) => {
          await page.getByText("Open Lotbook inside Ledger's app").click()
          await text("Lotbook manifest for Ledger's app")(page)
        },
      },
      {
        name: 'connect-ledger-inside',
        open: async (page) => {
          await insideLedger(page, true)
          await page.reload()
          await expect(page.getByRole('checkbox', { name: /^Cold storage LTC/ })).toBeChecked()
        },
      },
      {
        name: 'wallet-finder',
        route: '/wallets',
        open: (page) => page.getByRole('checkbox', { name: /^0xde0b29…697bae/ }).check(),
      },
      {
        name: 'connect-wallets',
        route: '/imports/options',
        search: '?slug=exodus',
        open: async (page) => {
          await page.getByLabel('Public addresses').fill('my-cold-wallet')
          await page.getByRole('button', { name: 'Continue' }).click()
          await text('Invalid address(es): my-cold-wallet.')(page)
        },
      },
      {
        name: 'connect-wallets-chains',
        open: async (page) => {
          await page
            .getByLabel('Public addresses')
            .fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4\n1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')
          await page.getByRole('button', { name: 'Continue' }).click()
          await expect(page.getByRole('dialog', { name: 'Import Multiple Wallets' })).toBeVisible()
        },
      },
      {
        name: 'balance-parting',
        route: '/wallets',
        open: async (page) => {
          await upload(page, 'ledgers.csv', LEDGER_WITH_GAP)
          await imported(page, 3)
          await page.reload()
          await page.getByRole('button', { name: 'Show sources of Kraken' }).click()
          await page.getByRole('button', { name: 'Find where they part: BTC' }).click()
          await text('0.75 BTC apart')(page)
        },
      },
    ],
  },
  'a customer with files': {
    prepare: async (page) => {
      await startAsCustomer(page)
      const wrong = Array.from({ length: 52 }, (_, n) => bought('2024-01-03 00:00:00', `${n.toString()}x`))
      const mixed = [TEMPLATE_HEADER, bought('2024-01-02 03:04:05', '0.01'), ...wrong].join('\n')
      const import_ = await upload(page, 'mixed.csv', mixed)
      await upload(page, 'binance.csv', NO_ZONE)
      const spam = await upload(page, `export-token-${OWN}.csv`, SPAM, { chain: 'ethereum' })
      await imported(page, 3)
      return { import: import_, spam }
    },
    screens: [
      {
        name: 'imports',
        route: '/imports',
        open: text('binance.csv: The file does not say in which time zone'),
      },
      {
        name: 'files-of-account',
        open: async (page) => {
          await page.getByRole('button', { name: 'Show files of Lotbook' }).press('Enter')
          await text(/1 of 53 rows used/)(page)
        },
      },
      {
        name: 'rows-of-a-file',
        open: async (page) => {
          await page.getByRole('button', { name: 'Show rows of mixed.csv' }).click()
          await expect(page.getByRole('dialog', { name: 'mixed.csv' }).getByRole('row').nth(1)).toBeVisible()
        },
      },
      {
        name: 'question-of-a-file',
        route: '/imports',
        open: async (page) => {
          await button(page, 'Answer the question of binance.csv').click()
          await expect(page.getByRole('dialog')).toContainText('Received 5 ADA')
        },
      },
      { name: 'transaction-sources', route: '/transactionSources', open: text('Imported History') },
      { name: 'compliance-imports', route: '/compliance/imports', open: text('Imported History') },
      { name: 'compliance-history', route: '/compliance/import-history', open: text('Imported History') },
      { name: 'compliance-upload', route: '/compliance/imports/csvs' },
      {
        name: 'wallets',
        route: '/wallets',
        open: async (page) => {
          await text('binance.csv:')(page)
          await page.getByRole('button', { name: 'Show sources of Lotbook' }).click()
          await expect(page.getByRole('table', { name: 'Balance of Lotbook by asset' })).toBeVisible()
          await expect(page.getByRole('table', { name: 'Sources of Lotbook' })).toBeVisible()
          await expect(page.getByRole('region', { name: 'Balance' })).toBeVisible()
        },
      },
      {
        name: 'delete-an-account',
        open: async (page) => {
          await button(page, 'Delete Account Lotbook').click()
          await expect(sheetOf(page)).toContainText('2024')
        },
      },
      {
        name: 'close-a-bankruptcy',
        route: '/wallets',
        open: async (page) => {
          await button(page, 'More for Lotbook').click()
          await page.getByRole('menuitem', { name: 'Close a bankruptcy' }).click()
          await expect(sheetOf(page).getByRole('region', { name: 'Not paid so far' })).toBeVisible()
        },
      },
      {
        name: 'error-log',
        route: '/error-logs',
        search: ({ import: id }) => `?id=${id ?? ''}`,
        open: text('52 rows of 53 could not be read'),
      },
      {
        name: 'error-log-gone',
        route: '/error-logs',
        search: '?id=019aa000-0000-7000-8000-000000000000',
        open: text('This import no longer exists'),
      },
      {
        name: 'upload',
        route: '/imports/csvs',
        open: async (page) => {
          const template = csv('a-long-name-of-my-own-history.csv', TEMPLATE_HEADER, 'x,buy')
          await choose(page, [csv('notes.txt', 'hello'), unknownLayout('my bank.csv'), template])
          await text('my bank.csv does not match the criteria for calculating taxes.')(page)
          await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem').first()).toBeVisible()
          await expect(page.getByRole('button', { name: /View notes/ })).toBeVisible()
        },
      },
      {
        name: 'notes-of-an-upload',
        open: async (page) => {
          await page.getByRole('button', { name: /View notes/ }).click()
          await expect(sheetOf(page).getByRole('listitem').first()).toBeVisible()
        },
      },
      {
        name: 'columns-of-a-file',
        route: '/imports/csvs',
        open: async (page) => {
          await choose(page, csv('bank.csv', 'Day;Kind;Received;Unit', '2024-03-01 10:00:00;Teleport;2;SOL'))
          await text('Unknown type: Teleport')(page)
        },
      },
      {
        name: 'own-formats',
        route: '/imports/formats',
        open: text('Files to describe'),
      },
      {
        name: 'check-before-keeping',
        route: '/imports/csvs',
        open: async (page) => {
          await page.getByLabel('Check before importing').check()
          await choose(page, csv('export-token.csv', ...SPAM.trimEnd().split('\n')))
          await expect(page.getByRole('dialog', { name: 'Check export-token.csv' })).toContainText(
            'Which of these addresses is yours?',
          )
        },
      },
      {
        name: 'spam',
        route: '/transactions',
        search: '?review=true&kind=suspected_spam',
        open: async (page) => {
          await firstRow(page).click()
          await expect(sheetOf(page)).toContainText('Why it looks like spam')
        },
      },
      {
        name: 'export-of-source',
        route: '/settings/export',
        search: '?id=nonsense&type=CSV',
        open: text('This part of your history was not found'),
      },
    ],
  },
  'a customer with a history': {
    prepare: startCalculated,
    screens: [
      { name: 'transactions', route: '/transactions', open: (page) => expect(firstRow(page)).toBeVisible() },
      {
        name: 'filters',
        open: async (page) => {
          await button(page, 'Filters').click()
          await expect(page.getByLabel('Account')).toBeFocused()
        },
      },
      {
        name: 'transaction',
        route: '/transactions',
        search: ({ transfer }) => `?id=${transfer ?? ''}`,
        open: (page) => sheetOf(page).getByRole('button', { name: 'Show raw row' }).click(),
      },
      {
        name: 'transaction-edit',
        route: '/transactions',
        search: ({ trade }) => `?id=${trade ?? ''}&edit=true`,
        open: async (page) => {
          await sheetOf(page).getByRole('button', { name: 'Add another fee' }).click()
          await expect(sheetOf(page).getByRole('group', { name: 'Further fee 1' })).toBeVisible()
        },
      },
      {
        name: 'choose-lots',
        route: '/transactions',
        search: '?type=sell&asset=BTC',
        open: async (page) => {
          await firstRow(page).click()
          await button(page, 'Choose lots').click()
          await page.getByRole('dialog', { name: 'Choose lots' }).getByRole('checkbox').first().check()
        },
      },
      {
        name: 'bulk-bar',
        route: '/transactions',
        open: async (page) => {
          await page.getByRole('grid').getByRole('checkbox').first().check()
          await text('1 chosen')(page)
        },
      },
      {
        name: 'bulk-dialog',
        open: async (page) => {
          await button(page, 'Set type').click()
          const dialog = page.getByRole('dialog', { name: 'Set the type' })
          await dialog.getByLabel('Type', { exact: true }).selectOption('Staking reward')
          await expect(dialog.getByText(/transactions? will change/)).toBeVisible()
        },
      },
      {
        name: 'review',
        route: '/transactions',
        search: '?review=true',
        open: (page) => expect(firstRow(page)).toBeVisible(),
      },
      ...(
        [
          ['missing_basis', /before this history begins/],
          ['unmatched_send', /I donated it to a charity/],
          ['unmatched_receive', /It was a gift to me/],
          ['missing_price', /Enter its value/],
          ['weak_match', /It is a transfer/],
        ] as const
      ).map(([kind, option]) => ({
        name: `review-${kind}`,
        route: '/transactions',
        search: `?review=true&kind=${kind}`,
        open: async (page: Page) => {
          await firstRow(page).click()
          await sheetOf(page).getByRole('radio', { name: option }).check()
        },
      })),
      {
        name: 'paid-on-a-claim',
        route: '/transactions',
        search: '?review=true&kind=unmatched_receive',
        open: async (page) => {
          await firstRow(page).click()
          await sheetOf(page)
            .getByRole('radio', { name: /reported as a disposal/ })
            .check()
          await expect(sheetOf(page).getByLabel(/^Claim it was paid on/)).toBeVisible()
        },
      },
      { name: 'walk-import', route: '/onboarding/step-1' },
      {
        name: 'walk-review',
        route: '/onboarding/step-3',
        search: '?wizard=SentGiftorPurchase',
        open: text('What was this sent for?'),
      },
      { name: 'walk-method', route: '/onboarding/step-4' },
      { name: 'walk-summary', route: '/onboarding/step-5' },
    ],
  },
  'a customer with a calculation': {
    prepare: startCalculated,
    screens: [
      { name: 'tax', route: '/tax', search: '?year=2024' },
      { name: 'tax-filing', route: '/tax_filing', search: '?year=2024', open: text('Forms and files') },
      { name: 'plans', route: '/pricing', search: '?taxYear=2024', open: text('Your years') },
      { name: 'plans-of-payments', route: '/payments/plans', search: '?taxYear=2024' },
      { name: 'plans-on-a-phone', route: '/choose_plan_mobile', search: '?taxYear=2024', isNarrow: true },
      {
        name: 'payment-done',
        route: '/payments/done',
        search: ({ purchase }) => `?id=${purchase ?? ''}`,
        open: text('2024 is on Plus'),
      },
      {
        name: 'test-checkout',
        route: '/payments/test',
        search: ({ purchase }) => `?id=${purchase ?? ''}`,
        open: text('Plus'),
      },
      { name: 'billing', route: '/settings/billing-history', open: text(/^Receipt/) },
      { name: 'tax-pro', route: '/work_with_tax_pro', open: text('Nobody but you can see your books.') },
      {
        name: 'dashboard',
        route: '/dashboard',
        search: '?year=2024',
        open: async (page) => {
          await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
          await expect(page.getByRole('application', { name: /^Portfolio value/ })).toBeVisible()
        },
      },
      {
        name: 'dashboard-federal-tax',
        route: '/dashboard',
        search: '?year=2024',
        open: async (page) => {
          await page.getByText('Federal tax').locator('..').getByRole('button').click()
          await page.getByLabel('Other taxable income').fill('85,000')
          await expect(page.getByText('Your crypto adds')).toBeVisible()
        },
      },
      {
        name: 'holdings',
        route: '/holdings',
        search: '?asset=BTC',
        open: (page) => expect(page.getByRole('row', { name: /long-term since/ }).first()).toBeVisible(),
      },
      {
        name: 'holdings-as-of',
        route: '/holdings',
        search: '?as_of=2024-12-31&asset=BTC',
        open: (page) => expect(page.getByRole('row', { name: /long-term since/ }).first()).toBeVisible(),
      },
      {
        name: 'holdings-plan',
        route: '/holdings',
        search: '?plan=BTC',
        open: async (page) => {
          await page.getByLabel('Quantity (BTC)').fill('0.01')
          await page.getByLabel(/^Price of one BTC/).fill('90000')
          await page.getByRole('button', { name: 'Show the result' }).click()
          await expect(page.getByRole('region', { name: 'Planned sale' })).toBeVisible()
        },
      },
      {
        name: 'plan',
        route: '/plan',
        open: (page) => expect(page.getByText('Enter payments and last year’s tax')).toBeVisible(),
      },
      {
        name: 'one-year',
        route: '/one_year',
        search: '?year=2024',
        open: (page) => expect(page.getByRole('region', { name: 'Figures' })).toBeVisible(),
      },
      {
        name: 'explain-total',
        route: '/one_year',
        search: '?year=2024&explain=year:2024',
        open: async (page) => {
          await expect(
            page.getByRole('dialog').getByRole('heading', { name: 'Net gain of 2024' }),
          ).toBeVisible()
        },
      },
      {
        name: 'explain-disposal',
        route: '/one_year',
        search: '?year=2024&explain=disposal:0',
        open: (page) => expect(page.getByRole('dialog').getByText('Rules used')).toBeVisible(),
      },
      {
        name: 'methods',
        route: '/tax/methods',
        search: '?year=2024',
        open: async (page) => {
          await button(page, 'Compare methods').click()
          const cards = page.getByRole('list', { name: '2024 by method' }).getByRole('listitem')
          await expect(cards).toHaveCount(5)
          await call(page, 'POST', '/standing_orders', { method: 'hifo' })
          await page.reload()
          await expect(cards).toHaveCount(5)
          await text('HIFO · Every account, every asset')(page)
        },
      },
      {
        name: 'standing-order',
        open: async (page) => {
          await page.getByRole('button', { name: 'Use LIFO from now on' }).click()
          await expect(page.getByRole('dialog')).toBeVisible()
        },
      },
      {
        name: 'treatments',
        route: '/settings/treatments',
        open: async (page) => {
          await button(page, 'Work out the effects').click()
          await text(/^Worked out/)(page)
        },
      },
      {
        name: 'treatment-choice',
        open: async (page) => {
          await button(page, 'Choose Nothing until sold for Airdrops').click()
          await expect(page.getByRole('dialog')).toBeVisible()
        },
      },
      {
        name: 'rules',
        route: '/settings/rules',
        open: async (page) => {
          const save = async (type: string) => {
            await page.getByLabel('Source', { exact: true }).selectOption('Kraken')
            await page.getByLabel('Asset', { exact: true }).selectOption('LTC')
            await page.getByLabel('Set type to', { exact: true }).selectOption(type)
          }
          await save('Staking reward')
          await text('1 transaction would change.')(page)
          await button(page, 'Save the rule').click()
          await expect(page.getByRole('list', { name: 'Rules' }).getByRole('listitem')).toHaveCount(1)
          await save('Other reward')
          // The first rule may have done its work by then, and holds.
          await text(/1 transaction (would change|and changes none)/)(page)
        },
      },
      {
        name: 'rule-delete',
        route: '/settings/rules',
        open: async (page) => {
          await page.getByRole('button', { name: /^Delete: / }).click()
          await expect(page.getByRole('dialog')).toBeVisible()
        },
      },
      {
        name: 'transaction-by-rule',
        route: '/transactions',
        search: '?type=incoming&sub_type=staking_reward&asset=LTC',
        open: async (page) => {
          await firstRow(page).click()
          await text('By a rule')(page)
        },
      },
      {
        name: 'rule-undo',
        open: async (page) => {
          const byRule = sheetOf(page).getByRole('listitem').filter({ hasText: 'By rule' })
          await byRule.getByRole('button', { name: 'Undo' }).click()
          await expect(page.getByRole('dialog', { name: 'Undo what the rule did' })).toBeVisible()
        },
      },
      {
        name: 'prices',
        route: '/settings/prices',
        open: async (page) => {
          const bad = Array.from({ length: 40 }, (_, n) => `DOT,2024-02-01,-${n.toString()}.5`)
          await page
            .getByLabel('Drop a price file here or browse')
            .and(page.locator('input'))
            .setInputFiles(csv('bad.csv', 'Asset,Date,Price', 'XYZ,2024-08-05,0.01', ...bad))
          await text('40 rows not used')(page)
        },
      },
      {
        name: 'price-rows-not-used',
        open: async (page) => {
          await button(page, '40 rows not used').click()
          await expect(
            page.getByRole('dialog', { name: 'bad.csv' }).getByText('Line 3, column Price'),
          ).toBeVisible()
        },
      },
      {
        name: 'compare',
        route: '/tax/compare',
        search: '?year=2024&cause=0',
        open: async (page) => {
          // The airdrop of 2024 has a price by now.
          await calculateByCall(page)
          await page.reload()
          await expect(page.getByRole('table', { name: 'What changed 2024, by cause' })).toBeVisible()
        },
      },
      {
        name: 'tax-settings-locked',
        route: '/settings/tax',
        open: async (page) => {
          await call(page, 'POST', '/tax_years/lock', { before: '2024-01-01' })
          await page.reload()
          await text('Transactions before Jan 01, 2024 are locked.')(page)
        },
      },
      {
        name: 'transaction-locked',
        route: '/transactions',
        search: '?year=2023',
        open: async (page) => {
          await firstRow(page).click()
          await text('Locked: before Jan 01, 2024')(page)
        },
      },
      {
        name: 'calculation-running',
        route: '/tax-calculation',
        search: '?traceId=01a1fe71-0cec-7104-b39e-29c5e4157b07',
        open: async (page) => {
          // The files of a test are calculated too soon to be seen at it.
          await page.route('**/traces/check_tax_calculation*', (route) =>
            route.fulfill({
              json: {
                data: {
                  id: '01a1fe71-0cec-7104-b39e-29c5e4157b06',
                  trace_id: '01a1fe71-0cec-7104-b39e-29c5e4157b07',
                  state: 'running',
                  tax_year: 2025,
                  progress: { stage: 'Building lots', done: 64_400, total: 104_212, unit: 'transactions' },
                  percent: 51,
                  reason: null,
                  started_at: '2026-03-06T14:02:11.000Z',
                  finished_at: null,
                },
              },
            }),
          )
          await page.reload()
          await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '51')
        },
      },
    ],
  },
  'a customer who has filed': {
    prepare: async (page) => {
      await startWithHistory(page, KRAKEN, 3)
      await calculateByCall(page)
      const { data } = (await call(page, 'GET', '/one_year?year=2025')) as {
        data: { calculation: { id: string } }
      }
      return { calculation: data.calculation.id }
    },
    screens: [
      {
        name: 'manifest',
        route: '/tax/manifest',
        search: ({ calculation }) => `?id=${calculation ?? ''}`,
        open: (page) => expect(page.getByRole('list', { name: 'Checks' })).toBeVisible(),
      },
      {
        name: 'forms-from-brokers',
        route: '/one_year',
        search: '?year=2025',
        open: (page) => expect(page.getByRole('heading', { name: /^Forms from brokers/ })).toBeVisible(),
      },
      {
        name: 'form-guard',
        open: async (page) => {
          await button(page, 'Download Form 8949 CSV').click()
          await expect(page.getByRole('dialog', { name: 'Form 8949 CSV 2025 is not final' })).toBeVisible()
        },
      },
      {
        name: 'mark-as-filed',
        route: '/one_year',
        search: '?year=2025',
        open: async (page) => {
          await button(page, 'Mark 2025 as filed').click()
          await expect(page.getByRole('dialog').getByLabel('Filed on')).toBeVisible()
        },
      },
      {
        name: 'filed-year',
        route: '/one_year',
        search: '?year=2025',
        open: async (page) => {
          const { data } = (await call(page, 'GET', '/one_year?year=2025')) as {
            data: { calculation: { id: string } }
          }
          const calculation_id = data.calculation.id
          const filing = { year: 2025, calculation_id, filed_on: '2026-04-15', confirmation: 'Accepted 1234' }
          await call(page, 'POST', '/tax_years/file', filing)
          await upload(page, 'older.csv', OLDER)
          await imported(page, 4)
          await calculateByCall(page)
          await page.reload()
          await expect(page.getByRole('table', { name: 'Proposed amendment of 2025' })).toBeVisible()
        },
      },
      {
        name: 'keep-the-lots',
        open: async (page) => {
          await button(page, 'Keep the lots as filed').click()
          await expect(page.getByRole('dialog', { name: 'Keep the lots of 2025 as filed' })).toBeVisible()
        },
      },
      {
        name: 'lots-as-filed',
        route: '/one_year',
        search: '?year=2025',
        open: async (page) => {
          await call(page, 'POST', '/tax_years/keep_lots', { year: 2025 })
          await expect
            .poll(() => call(page, 'GET', '/tax_years'))
            .toMatchObject({ data: { filed: [{ year: 2025, lots: 'kept' }] } })
          await calculateByCall(page)
          await page.reload()
          await text('Nothing in 2025 has changed since it was filed.')(page)
        },
      },
      {
        name: 'form-1099-da',
        route: '/tax_filing/form_1099_da',
        search: '?year=2025',
        open: async (page) => {
          const { data } = (await call(page, 'GET', '/broker_forms/lines?year=2025')) as {
            data: { accounts: { account_id: string }[] }
          }
          const line = { ...FORM_LINE, account_id: data.accounts[0]?.account_id }
          await call(page, 'POST', '/broker_forms/lines', line)
          await call(page, 'POST', '/broker_forms/lines', { ...line, sold: '2025-05-05', form: 'F-2' })
          await page.reload()
          await text('From the forms to Form 8949')(page)
        },
      },
      {
        name: 'form-1099-da-line',
        open: async (page) => {
          await page.getByText('Proceeds differ').last().click()
          await expect(page.getByRole('dialog', { name: 'BTC, Form 1099-DA' })).toBeVisible()
        },
      },
      {
        name: 'form-1099-da-enter',
        route: '/tax_filing/form_1099_da',
        search: '?year=2025&enter=true',
        open: async (page) => {
          const form = page.getByRole('dialog', { name: 'Enter Form 1099-DA' })
          await form.getByText('Boxes 11a to 16').click()
          await form.getByRole('button', { name: 'Save' }).click()
          await text('Enter the proceeds.')(page)
        },
      },
      {
        name: 'method-beside-filed-year',
        route: '/settings/tax',
        open: async (page) => {
          await page.getByLabel('Method').selectOption('hifo')
          await text('2025 is filed, so HIFO counts for sales from January 1, 2026.')(page)
        },
      },
    ],
  },
  'a customer of one pool': {
    prepare: async (page) => {
      await startWithHistory(page, POOL, POOL_ROWS, { timeZone: 'UTC' })
      const settings = (await call(page, 'GET', '/setting/tax')) as object
      await call(page, 'POST', '/setting/tax', { ...settings, pool_before_2025: 'universal' })
      await call(page, 'POST', '/safe_harbor/comparisons', {})
      return {}
    },
    screens: [
      {
        name: 'safe-harbor-check',
        route: '/tax/safe_harbor',
        open: async (page) => {
          await expect(page.getByRole('tab', { name: '1 Check' })).toBeVisible()
          await page.getByRole('tab', { name: '1 Check' }).click()
          await expect(page.getByRole('table').getByRole('row', { name: /BTC/ })).toBeVisible()
        },
      },
      {
        name: 'safe-harbor-compare',
        route: '/tax/safe_harbor',
        search: '?step=compare&books=2025-03-01',
        open: (page) =>
          expect(page.getByRole('list', { name: 'Allocations' }).locator(':scope > li').nth(1)).toBeVisible(),
      },
      {
        name: 'safe-harbor-own',
        route: '/tax/safe_harbor',
        open: async (page) => {
          await page.getByRole('tab', { name: '3 Your own' }).click()
          await page.getByRole('combobox', { name: 'Asset' }).selectOption('BTC')
          const cell = page.getByRole('textbox', { name: /units of the lot of/ }).first()
          await cell.fill('half')
          await text('Not a quantity')(page)
        },
      },
      {
        name: 'safe-harbor-record',
        route: '/tax/safe_harbor',
        search: '?step=compare&books=2025-03-01',
        open: async (page) => {
          await page
            .getByRole('button', { name: /^Choose ?: Highest cost first: Coinbase/ })
            .first()
            .click()
          await text('It does not bind ETH')(page)
        },
      },
      {
        name: 'safe-harbor-on-record',
        open: async (page) => {
          await page.getByLabel('Type “irrevocable” to confirm').fill('irrevocable')
          await button(page, 'Record the allocation').click()
          await expect(page.getByRole('list', { name: 'Assets of this record' }).first()).toBeVisible()
        },
      },
    ],
  },
}

for (const [who, { prepare, screens }] of Object.entries(visitors)) {
  test(`what ${who} sees can be used by everyone: wide and narrow, light and dark, with nothing cut off`, async ({
    page,
  }) => {
    test.setTimeout(600_000)
    page.setDefaultTimeout(30_000)
    const faults = watchForFaults(page)
    const known = await prepare(page)
    for (const { name, route, search = '', open, isNarrow = false } of screens) {
      await test.step(name, async () => {
        const at = isNarrow ? looks.filter(({ width }) => width === 390) : looks
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await page.setViewportSize(at[0] ?? { width: 1440, height: 900 })
        if (route !== undefined) {
          const path = `${route}${typeof search === 'string' ? search : search(known)}`
          // Nobody follows a link under a dialog, and it would stay open over the next screen.
          const isUnderDialog = (await page.getByRole('dialog').count()) > 0
          await (isUnderDialog ? page.goto(path) : goTo(page, path))
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        }
        await open?.(page)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await lookAt(page, name, at)
      })
    }
    expect(faults()).toEqual([])
  })
}

test('every screen that the router has is in the list', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The router puts itself there for its tools; addresses that only lead on have no component.
  const registered = await page.evaluate(() => {
    const { routesByPath } = (
      globalThis as unknown as {
        __TSR_ROUTER__: { routesByPath: Record<string, { options: { component?: unknown } }> }
      }
    ).__TSR_ROUTER__
    return Object.entries(routesByPath)
      .filter(([, { options }]) => options.component !== undefined)
      .map(([path]) => path)
  })
  const listed = new Set(Object.values(visitors).flatMap(({ screens }) => screens.map(({ route }) => route)))
  expect(registered.length).toBeGreaterThan(30)
  expect(registered.filter((path) => !listed.has(path))).toEqual([])
})
