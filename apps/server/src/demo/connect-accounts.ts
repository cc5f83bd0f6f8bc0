import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Connected } from '@lotbook/contract'
import { ANA, demonstrationAddress } from '../testing/providers/demonstration.ts'
import { apiKeyFor } from '../testing/providers/robinhood.ts'

/** A person at the API. */
export interface Poster {
  post(path: string, body?: object): Promise<unknown>
}

/**
 * Connects one account by each method, the way a person does, at the providers of this machine: Robinhood Crypto by key, Coinbase by
 * signing in there, Ethereum by address; and enters a transaction by hand. The files bring the rest.
 */
export async function connectAccounts(person: Poster, say: (line: string) => void): Promise<void> {
  say('Connecting Robinhood Crypto by key')
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  await person.post('/imports/v1/api_imports', {
    exchange_name: 'robinhood-crypto',
    password: apiKeyFor(lastBytes(publicKey, 'spki')),
    private_key: lastBytes(privateKey, 'pkcs8'),
  })

  say('Connecting Coinbase by signing in there')
  const { url } = (await person.post('/authorize/coinbase', {})) as { url: string }
  const approved = await fetch(url, { redirect: 'manual', headers: { cookie: ANA } })
  const { searchParams } = new URL(approved.headers.get('location') ?? '')
  await person.post('/authorize/coinbase/return', {
    code: searchParams.get('code'),
    state: searchParams.get('state'),
  })

  say('Connecting Ethereum by address')
  const connected = (await person.post('/blockchain_query', {
    coin: 'eth',
    address: demonstrationAddress,
    custom_wallet_name: 'Hardware wallet',
  })) as Connected
  if (connected.status !== 'success') throw new Error('The address was not taken.')

  await person.post('/manual_entry', {
    type: 'buy',
    transaction_at: '2025-04-12T16:30:00Z',
    from_currency_coin: 'USD',
    from_currency_quantity: '840',
    to_currency_coin: 'BTC',
    to_currency_quantity: '0.01',
    fee_amount: '',
    fee_currency_code: '',
    us_based: 'true',
    exchange_or_wallet: 'Bitcoin ATM',
    comment: 'bought with cash',
  })
}

/** The 32 bytes of an Ed25519 key, which stand at the end of its encoding. */
function lastBytes(key: KeyObject, type: 'spki' | 'pkcs8'): string {
  return key
    .export({ format: 'der', type: type as 'pkcs8' })
    .subarray(-32)
    .toString('base64')
}
