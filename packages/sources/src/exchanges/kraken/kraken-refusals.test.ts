import { expect, test } from 'vitest'
import { AccessRefused, ProviderFailed } from '../../connecting/connector.ts'
import { krakenConnector } from './kraken-connector.ts'

const answering = (error: string) =>
  krakenConnector.check({
    access: { apiKey: 'a key', apiSecret: 'c2VjcmV0', passphrase: '', keyName: '', privateKey: '' },
    ask: () => async () => ({ status: 200, headers: {}, text: JSON.stringify({ error: [error] }) }),
    now: () => Date.UTC(2026, 0, 1),
  })

test.each([
  ['EAPI:Invalid key', AccessRefused],
  ['EAPI:Invalid signature', AccessRefused],
  ['EGeneral:Permission denied', AccessRefused],
  ['EAPI:Invalid nonce', ProviderFailed],
  ['EGeneral:Temporary lockout', ProviderFailed],
  ['EService:Unavailable', ProviderFailed],
])('%s', async (error, kind) => {
  await expect(answering(error)).rejects.toBeInstanceOf(kind)
})
