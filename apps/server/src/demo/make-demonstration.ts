import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportHistory, TaxDetails, UploadResult } from '@lotbook/contract'
import { Secret, TOTP } from 'otpauth'
import { Browser } from './browser.ts'
import { connectAccounts } from './connect-accounts.ts'
import { DEMONSTRATION_CLIENTS, fillBooks, INVITED, workTogether } from './demonstration-clients.ts'
import { writePapers } from './demonstration-papers.ts'
import { demonstrationPrices } from './demonstration-prices.ts'

/** Who can log in to the demonstration. */
export interface Logins {
  readonly customer: { readonly email: string; readonly password: string }
  readonly professional: { readonly email: string; readonly password: string; readonly totpKey: string }
}

const CUSTOMER = { email: 'ana@demo.example', password: 'ledger-garden-violet-41' }
const PROFESSIONAL = { email: 'dana@demo.example', password: 'paper-harbor-maple-58' }

/**
 * Three years: two exchanges, a third by its statement, a wallet by its explorer's exports, and records of one's own, with
 * something of each kind that the review asks about and that the law leaves open.
 */
export const DEMONSTRATION_FILES = [
  { name: 'coinbase.csv', source: 'coinbase' },
  { name: 'kraken-ledgers.csv', source: 'kraken' },
  { name: 'binance-statement.csv', source: 'binance' },
  { name: 'wallet-transactions.csv', source: 'Custom CSV', chain: 'ethereum' },
  { name: 'wallet-tokens.csv', source: 'Custom CSV', chain: 'ethereum' },
  { name: 'own-records.csv', source: 'Custom CSV' },
] as const

/**
 * Make the demonstration's customer and professional, the way people do it: sign up, fill in the start card, upload the
 * files, prices among them, connect accounts, calculate; and the professional's other clients, each at another point of the year.
 *
 * @param confirm - confirms an address, which a person does by the link of a mail.
 * @param hasProviders - whether the providers are those of this machine, which know the accounts that are connected.
 */
export async function makeDemonstration(
  address: string,
  say: (line: string) => void,
  hasProviders: boolean,
  confirm: (email: string) => Promise<void>,
): Promise<Logins> {
  const customer = await person(address, CUSTOMER, ['Ana', 'Ruiz'], 'customer')
  await confirm(CUSTOMER.email)
  await customer.post('/onboarding/settings/save_location', {
    country_code: 'US',
    currency: 'USD',
    time_zone: 'America/New_York',
  })
  const prices = new FormData()
  prices.set('file', demonstrationPrices())
  await customer.upload('/price_files', prices)
  const trace = await customer.post<{ id: string }>('/traces', { wizard_name: 'UploadCsvWizard' })
  for (const { name, source, ...answers } of DEMONSTRATION_FILES) {
    const bytes = readFileSync(new URL(`files/${name}`, import.meta.url))
    const form = new FormData()
    form.set('file', new File([bytes], name, { type: 'text/csv' }))
    form.set('trace_id', trace.id)
    form.set('exchange_value', source)
    for (const [question, answer] of Object.entries(answers)) form.set(question, answer)
    const result = await customer.upload<UploadResult>('/csv_uploads', form)
    if (result.status !== 'success') throw new Error(`${name} was not taken: ${result.message}`)
    say(`Importing ${name} (${result.format_name})`)
  }
  if (hasProviders) await connectAccounts(customer, say)
  await until(async () => {
    const { data } = await customer.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')
    const failed = data.find((row) => row.status_code === 'failed')
    if (failed !== undefined) throw new Error(`${failed.account_name} could not be imported`)
    return data.length > 0 && data.every((row) => row.import_status === 'complete')
  })
  await customer.post('/imports/v1/tax_calculations/start_tax_calculation')
  say('Calculating taxes')
  await until(async () => {
    const { data } = await customer.get<{ data: TaxDetails }>('/imports/v1/tax_calculations/details')
    return data.tax_calculated === true
  })

  const professional = await person(address, PROFESSIONAL, ['Dana', 'Cho'], 'cpa')
  const { secret } = await professional.post<{ secret: string }>('/identity/totp/enrol')
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await professional.post('/identity/totp/confirm', { code })
  await confirm(PROFESSIONAL.email)
  say('Giving Dana her clients')
  await workTogether(professional, customer, CUSTOMER.email)
  await writePapers(professional, customer)
  for (const client of DEMONSTRATION_CLIENTS) {
    const login = { email: client.email, password: CUSTOMER.password }
    const browser = await person(address, login, client.name, 'customer')
    await confirm(client.email)
    await fillBooks(browser, client, until)
    await workTogether(professional, browser, client.email)
  }
  await professional.post('/tax_pro/customers', { email: INVITED })
  return { customer: CUSTOMER, professional: { ...PROFESSIONAL, totpKey: secret } }
}

async function person(
  address: string,
  login: { readonly email: string; readonly password: string },
  [first_name, last_name]: readonly [string, string],
  role: 'customer' | 'cpa',
): Promise<Browser> {
  const browser = new Browser(address)
  await browser.post('/identity/sign_up', { ...login, first_name, last_name })
  await browser.post('/identity/log_in', login)
  await browser.post('/onboarding/settings/update_role', { role })
  return browser
}

const POLL_MS = 500

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await wait(POLL_MS)
}
