import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { ProviderName } from '@lotbook/sources'
import { BLINK_CODE, type BlinkAccount, blinkHistory, BlinkServer } from './blink.ts'
import { blockbookProvider } from './blockbook.ts'
import { DEMONSTRATION_ADDRESSES, demonstrationChains } from './demonstration-chains.ts'
import { demonstrationExplorer } from './demonstration-explorer.ts'
import { explorerProvider } from './explorer.ts'
import { electrumProvider } from './electrum.ts'
import { esploraProvider } from './esplora.ts'
import { CoinbaseSignIn } from './coinbase-oauth.ts'
import { walletsOfAna } from './coinbase-of-ana.ts'
import { type CoinbaseAccount, coinbaseHistory, coinbaseProvider } from './coinbase.ts'
import {
  demonstrationExchanges,
  demonstrationKey,
  demonstrationPassphrase,
} from './exchanges/demonstration-exchanges.ts'
import { type KrakenAccount, krakenHistory, krakenProvider } from './kraken.ts'
import { type KucoinAccount, kucoinHistory, kucoinProvider } from './kucoin.ts'
import { blockscoutWithKeys, etherscanWithKeys } from './keyed-explorers.ts'
import { robinhoodHistory, robinhoodProvider } from './robinhood.ts'
import { outputHistory } from './output-chain.ts'
import { paymentsOf } from './account-history.ts'
import { subscanProvider } from './subscan.ts'
import type { ProviderHandler } from './serve.ts'

/** An account at a provider that runs on this machine, as a person connects it. */
export interface DemonstrationAccount {
  readonly name: string
  /** What is entered, by the label of the field. */
  readonly fields: Readonly<Record<string, string>>
}

const SECRET = Buffer.from('the secret of the demonstration').toString('base64')
const PREFIX = 'demonstration'

const krakenAccounts = new Map<string, KrakenAccount>()

/** Calls that a key makes while it is tried. */
const CALLS_OF_CHECK = 2
const calls = new Map<string, number>()

/**
 * Each key that begins with the prefix is an account of its own, with the same history. One with `trade` in it may trade, one with
 * `expires` works while it is tried and no longer.
 */
function krakenAccount(apiKey: string): KrakenAccount | undefined {
  if (!apiKey.startsWith(PREFIX)) return undefined
  const called = (calls.get(apiKey) ?? 0) + 1
  calls.set(apiKey, called)
  if (apiKey.includes('expires') && called > CALLS_OF_CHECK) return undefined
  const known = krakenAccounts.get(apiKey)
  if (known !== undefined) return known
  const permissions = ['query-funds', 'query-ledger', ...(apiKey.includes('trade') ? ['modify-trades'] : [])]
  const account = { apiKey, apiSecret: SECRET, permissions, ledger: new Map(krakenHistory(20)) }
  krakenAccounts.set(apiKey, account)
  return account
}

const BITCOIN_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
/** The address of the demonstration's customer on Ethereum. */
export const demonstrationAddress = '0x52908400098527886e0f7030069857d2e4169ee7'
const POLKADOT_ADDRESS = '152UPCpB6Vv22CEfrvjgEZ5vt9AnshDYP5Ldw9GvkrTFqgAS'
const OTHER_POLKADOT_ADDRESS = '13GLKFFdbjiEhQhNJAkXCupp5jN2rbLrtCLbrnk5vL5RioYc'
const LITECOIN_ADDRESS = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'
const DOGECOIN_ADDRESS = 'DL3zMvgr8nRkeiKWk8oZxFhp8TdG8P3cdQ'
const BITCOIN_CASH_ADDRESS = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'
const OTHER_BITCOIN_ADDRESS = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'

/** An Ed25519 key made of a text, so that it is the same on every machine. */
function keyOf(text: string): { readonly secret: string; readonly publicKey: KeyObject } {
  const seed = createHash('sha256').update(text).digest()
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const publicKey = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return { secret: Buffer.concat([seed, point]).toString('base64'), publicKey }
}

const COINBASE_KEY = keyOf('the Coinbase key of the demonstration')
const coinbaseAccounts = new Map<string, CoinbaseAccount>()

function coinbaseAccount(name: string): CoinbaseAccount | undefined {
  if (!name.startsWith(PREFIX)) return undefined
  const account = coinbaseAccounts.get(name) ?? {
    wallets: coinbaseHistory(20),
    keys: new Map([[name, COINBASE_KEY.publicKey]]),
    permissions: { can_view: true, can_trade: name.includes('trade'), can_transfer: false },
  }
  coinbaseAccounts.set(name, account)
  return account
}

/** The cookie of the demonstration's customer at Coinbase: her account goes on where her file ends. */
export const ANA = `${PREFIX}=ana`

/** Each sign-in is an account of its own. With the cookie `demonstration=expires` its grant is taken back after the first answer. */
const signIn = new CoinbaseSignIn((cookies) => ({
  wallets: cookies.includes(ANA) ? walletsOfAna() : coinbaseHistory(20),
  keys: new Map(),
  permissions: { can_view: true, can_trade: false, can_transfer: false },
  ...(cookies.includes(`${PREFIX}=expires`) && { callsUntilRevoked: 1 }),
}))

const kucoinAccount: KucoinAccount = {
  apiKey: `${PREFIX}-1`,
  apiSecret: 'the secret of the demonstration',
  passphrase: 'demonstration',
  ...kucoinHistory(20, Date.now()),
}

/** The code of the authenticator, for addresses with `authenticator` in them. */
const AUTHENTICATOR_CODE = '271828'
const blinkAccounts = new Map<string, BlinkAccount>()

/** Each address is an account of its own, with the same history. */
function blinkAccount(email: string): BlinkAccount {
  const account = blinkAccounts.get(email) ?? {
    ...blinkHistory(20),
    ...(email.includes('authenticator') && { totpCode: AUTHENTICATOR_CODE }),
  }
  blinkAccounts.set(email, account)
  return account
}

const blink = new BlinkServer(blinkAccount)

/** An extended key for trying: this server alone says which addresses are behind it. */
const LITECOIN_KEY =
  'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz'

const explorer = explorerProvider(demonstrationExplorer(demonstrationAddress))

/** Keys of explorers begin with the prefix; one with `expires` in it works while it is tried and no longer. */
function worksNow(key: string): boolean {
  const called = (calls.get(key) ?? 0) + 1
  calls.set(key, called)
  return key.startsWith(PREFIX) && (called === 1 || !key.includes('expires'))
}

/** Subscan for one network, with any key that works now. */
const subscanOf =
  (payments: ReturnType<typeof paymentsOf>): ProviderHandler =>
  (call) => {
    const key = call.headers['x-api-key'] ?? ''
    const apiKey = worksNow(key) ? key : PREFIX
    return subscanProvider({ address: POLKADOT_ADDRESS, other: OTHER_POLKADOT_ADDRESS, payments, apiKey })(
      call,
    )
  }

/** The providers that a person can try without an account anywhere. */
export const demonstrationProviders: Readonly<Partial<Record<ProviderName, ProviderHandler>>> = {
  ...demonstrationChains,
  ...demonstrationExchanges,
  blink: blink.graphql,
  'blink-auth': blink.signIn,
  coinbase: coinbaseProvider(coinbaseAccount, signIn.accountOfToken),
  'coinbase-oauth': signIn.handler,
  kraken: krakenProvider(krakenAccount),
  kucoin: kucoinProvider((key) => (key === kucoinAccount.apiKey ? kucoinAccount : undefined)),
  robinhood: robinhoodProvider(() => robinhoodHistory(20, '96250.00')),
  esplora: esploraProvider(outputHistory(BITCOIN_ADDRESS, 30, OTHER_BITCOIN_ADDRESS)),
  blockscout: blockscoutWithKeys(explorer, worksNow),
  etherscan: etherscanWithKeys(explorer, (key) => (worksNow(key) ? 'free' : undefined)),
  routescan: explorer,
  subscan: subscanOf(paymentsOf(12)),
  'subscan-hub': subscanOf([]),
  'blockbook-doge': blockbookProvider({
    transactions: outputHistory(DOGECOIN_ADDRESS, 12, OTHER_BITCOIN_ADDRESS),
  }),
  'electrum-bch': electrumProvider({
    transactions: outputHistory(BITCOIN_CASH_ADDRESS, 12, OTHER_BITCOIN_ADDRESS),
  }),
  'blockbook-ltc': blockbookProvider({
    transactions: outputHistory(LITECOIN_ADDRESS, 12, OTHER_BITCOIN_ADDRESS),
    keys: { [LITECOIN_KEY]: [LITECOIN_ADDRESS] },
  }),
}

/** The client of Lotbook at the Coinbase of this machine. */
export const demonstrationClient = { id: signIn.clientId, secret: signIn.clientSecret }

export const demonstrationAccounts: readonly DemonstrationAccount[] = [
  { name: 'Blink, by a mailed code', fields: { 'Email address': 'any@example.org', Code: BLINK_CODE } },
  {
    name: 'Blink with an authenticator',
    fields: {
      'Email address': 'authenticator@example.org',
      Code: BLINK_CODE,
      'Code of your authenticator app': AUTHENTICATOR_CODE,
    },
  },
  {
    name: 'Coinbase, API key',
    fields: { 'API key name': `${PREFIX}-1`, Secret: COINBASE_KEY.secret },
  },
  {
    name: 'KuCoin, API key',
    fields: {
      'API Key': kucoinAccount.apiKey,
      'API Secret': kucoinAccount.apiSecret,
      Passphrase: kucoinAccount.passphrase,
    },
  },
  {
    name: 'Robinhood Crypto: copy the public key, and enter an API key made of it',
    fields: { 'API Key': 'rh-api- and the public key, with - for + and _ for /, without its last =' },
  },
  { name: 'Bitstamp, Gemini, Bybit and most other exchanges, API key', fields: demonstrationKey },
  { name: 'OKX, API key', fields: { ...demonstrationKey, Passphrase: demonstrationPassphrase } },
  { name: 'Kraken, API key', fields: { 'API Key': `${PREFIX}-1`, 'Private Key': SECRET } },
  { name: 'Bitcoin, public address', fields: { Address: BITCOIN_ADDRESS } },
  { name: 'Litecoin, public address', fields: { Address: LITECOIN_ADDRESS } },
  { name: 'Dogecoin, public address', fields: { Address: DOGECOIN_ADDRESS } },
  { name: 'Bitcoin Cash, public address', fields: { Address: BITCOIN_CASH_ADDRESS } },
  { name: 'Ethereum, public address', fields: { Address: demonstrationAddress } },
  ...Object.entries(DEMONSTRATION_ADDRESSES).map(([chain, Address]) => ({
    name: `${chain}, public address`,
    fields: { Address },
  })),
  { name: 'Polkadot, public address with an explorer key', fields: { Address: POLKADOT_ADDRESS } },
  { name: 'Etherscan, Blockscout and Subscan, explorer key', fields: { Key: `${PREFIX}-key-1` } },
  { name: 'Litecoin, extended public key', fields: { Address: LITECOIN_KEY } },
]

/** An account in lines for a terminal. */
export function accountText({ name, fields }: DemonstrationAccount): string {
  return [name, ...Object.entries(fields).map(([label, value]) => `  ${label}: ${value}`)].join('\n')
}
