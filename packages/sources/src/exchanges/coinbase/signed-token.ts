import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Instant } from '@lotbook/journal'
import { AccessRefused } from '../../connecting/connector.ts'

/** Host that tokens are made for, wherever the requests go. */
const HOST = 'api.coinbase.com'
const SECONDS = 120

/** A secret key of the Developer Platform. */
export interface CoinbaseKey {
  readonly name: string
  readonly key: KeyObject
}

/** PKCS#8 in DER of an Ed25519 key, up to its seed. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The key out of what a person pasted: ECDSA as PEM, often with its line breaks written `\n`, or Ed25519 as base64 of seed and public key.
 *
 * @throws AccessRefused for a text that is no key.
 */
export function coinbaseKey(name: string, secret: string): CoinbaseKey {
  try {
    if (secret.includes('-----BEGIN'))
      return { name, key: createPrivateKey(secret.replaceAll('\\n', '\n').trim()) }
    const bytes = Buffer.from(secret, 'base64')
    if (bytes.length !== 64 && bytes.length !== 32) throw new Error('not a key')
    const der = Buffer.concat([ED25519_HEAD, bytes.subarray(0, 32)])
    return { name, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) }
  } catch {
    throw new AccessRefused('invalid', 'The secret is no private key.')
  }
}

/**
 * A token for one request, good for two minutes. https://docs.cdp.coinbase.com/coinbase-app/authentication-authorization/api-key-authentication
 * names the claims of ES256; those of Ed25519 are as the client library ccxt sends them.
 */
export function signedToken({ name, key }: CoinbaseKey, method: string, path: string, now: Instant): string {
  const isEd25519 = key.asymmetricKeyType === 'ed25519'
  const uri = `${method} ${HOST}${path.split('?')[0]}`
  const at = Math.floor(now / 1000)
  const header = {
    alg: isEd25519 ? 'EdDSA' : 'ES256',
    typ: 'JWT',
    kid: name,
    nonce: randomBytes(16).toString('hex'),
  }
  const claims = {
    sub: name,
    nbf: at,
    exp: at + SECONDS,
    ...(isEd25519
      ? { iss: 'cdp', aud: ['cdp_service'], uris: [uri] }
      : { iss: 'coinbase-cloud', aud: ['retail_rest_api_proxy'], uri }),
  }
  const text = `${part(header)}.${part(claims)}`
  const signature = isEd25519
    ? sign(null, Buffer.from(text), key)
    : sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
