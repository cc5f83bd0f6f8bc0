import type { Connected } from '@lotbook/contract'
import { afterAll, expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { electrumProvider } from '../../testing/providers/electrum.ts'
import { outputHistory } from '../../testing/providers/output-chain.ts'
import { serveElectrum } from '../../testing/providers/serve-electrum.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { testServer } from '../../testing/test-server.ts'

/** One address of Bitcoin Cash, as it is entered and as it was written before. */
const ADDRESS = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'
const AS_BEFORE = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'

const electrum = await serveElectrum(
  electrumProvider({ transactions: outputHistory(AS_BEFORE, 23, OTHER), kind: 'fulcrum' }),
)
// Nobody else answers.
const providers = await serveProviders({})
afterAll(async () => {
  await electrum.close()
  await providers.close()
})
const server = await testServer({
  env: { PROVIDERS_URL: providers.url, PROVIDER_URLS: `electrum-bch=${electrum.url}` },
})

test("a chain without a public server comes whole by an Electrum server of the operator's, over a connection that is cut on the way", async () => {
  const journal = await customerWith(server)
  electrum.fail('blockchain.transaction.get', 'cut')
  const { source_id: id } = (await journal.customer.expect(200, 'POST', '/blockchain_query', {
    coin: 'bch',
    address: ADDRESS,
  })) as Connected & { source_id: string }
  await server.drainJobs()
  expect(await journal.source(id)).toMatchObject({
    import_status: 'complete',
    status_code: null,
    error_count: 0,
    // The first coins, 23 payments, and a move to oneself that cost its fee.
    total: 25,
  })
  const { accounts } = await journal.get<{ accounts: { proof: string }[] }>('/wallets/v1/assets/balances')
  expect(accounts.map(({ proof }) => proof)).toEqual(['matches'])
  expect(await checkInvariants(server.db)).toEqual([])
  expect(electrum.connections).toBe(2)
  // One connection for all of it: a handshake each, the history and balance once, every transaction once but the one that was cut.
  const asked = Map.groupBy(electrum.methods, (method) => method)
  expect(new Map([...asked].map(([method, all]) => [method, all.length]))).toEqual(
    new Map([
      ['server.version', 2],
      ['blockchain.scripthash.get_history', 1],
      ['blockchain.scripthash.get_balance', 1],
      ['blockchain.transaction.get', 26],
    ]),
  )
})

test('what the server refuses is told to the person', async () => {
  const refusing = await serveElectrum(
    electrumProvider({ transactions: outputHistory(AS_BEFORE, 3, OTHER), kind: 'electrs' }),
  )
  const other = await testServer({
    env: { PROVIDERS_URL: providers.url, PROVIDER_URLS: `electrum-bch=${refusing.url}` },
  })
  const journal = await customerWith(other)
  const { source_id: id } = (await journal.customer.expect(200, 'POST', '/blockchain_query', {
    coin: 'bch',
    address: ADDRESS,
  })) as Connected & { source_id: string }
  await other.drainJobs()
  expect(JSON.stringify(await journal.source(id))).toContain('does not state transactions in full')
  await refusing.close()
})
