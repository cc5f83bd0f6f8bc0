import { generateKeyPairSync } from 'node:crypto'
import { countsAsExtendedKey, extendedKeyOf } from '../addresses/extended-keys.ts'
import { sourceBySlug } from '../catalogue/catalogue.ts'
import type { AddressAccess, GrantAccess, KeyAccess } from '../connecting/connector.ts'
import type { CassetteHead } from '../connecting/cassette.ts'

/** The access that a replay is signed with: none of it opens anything. */
export function inventedAccess({
  method,
  connector,
  access,
}: Pick<CassetteHead, 'method' | 'connector' | 'access'>): KeyAccess | GrantAccess | AddressAccess {
  const { address = '' } = access
  if (method === 'wallet')
    return { chain: connector, address, isExtendedKey: isExtendedKey(connector, address) }
  if (method === 'oauth') return { accessToken: access['accessToken'] ?? 'invented' }
  const of = (field: string): string => generated(access[field] ?? '')
  return {
    apiKey: of('apiKey'),
    apiSecret: of('apiSecret'),
    passphrase: of('passphrase'),
    keyName: of('keyName'),
    privateKey: of('privateKey'),
  }
}

function isExtendedKey(chain: string, address: string): boolean {
  return (
    extendedKeyOf(address) !== undefined ||
    countsAsExtendedKey(sourceBySlug(chain)?.default_coin ?? '', address)
  )
}

/** A private key that is asked for by its kind, so that no file has to hold one. */
function generated(text: string): string {
  switch (text) {
    case 'generate:p256':
      return generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .privateKey.export({ type: 'sec1', format: 'pem' })
        .toString()
    case 'generate:ed25519':
      return Buffer.from(
        generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32),
      ).toString('base64')
    default:
      return text
  }
}
