import type { ProviderName } from '@lotbook/sources'
import type { ProviderHandler } from '../serve.ts'
import type { ExchangeAccount } from './exchange-account.ts'
import { exchangeFakes } from './fakes.ts'
import { madeHistory } from './made-history.ts'

/** One account, which every exchange of this machine has under the same key. Gemini's keys begin with the word. */
const account: ExchangeAccount = {
  apiKey: 'account-demonstration-1',
  apiSecret: Buffer.from('the secret of the demonstration').toString('base64'),
  passphrase: 'demonstration',
  ...madeHistory(20, Date.now()),
}

const accountOf = (apiKey: string) => (apiKey === account.apiKey ? account : undefined)

export const demonstrationExchanges: Readonly<Partial<Record<ProviderName, ProviderHandler>>> =
  Object.fromEntries(
    Object.values(exchangeFakes).flatMap(({ providers }) =>
      Object.entries(providers).map(([name, fake]) => [name, fake(accountOf, Date.now)]),
    ),
  )

/** The fields of their forms, by label. */
export const demonstrationKey = { 'API Key': account.apiKey, 'API Secret': account.apiSecret }
export const demonstrationPassphrase = account.passphrase
