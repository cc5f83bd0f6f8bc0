import { generateKeyPairSync } from 'node:crypto'
import { connectionMessages, type Connected } from '@lotbook/contract'
import { afterAll, expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { apiKeyFor, robinhoodHistory, robinhoodProvider } from '../../testing/providers/robinhood.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { testServer } from '../../testing/test-server.ts'

const account = robinhoodHistory(101)
account.orders.unshift({
  id: 'cancelled',
  symbol: 'BTC-USD',
  side: 'sell',
  state: 'canceled',
  updated_at: '2025-06-01T00:00:00Z',
  executions: [],
})
const providers = await serveProviders({
  robinhood: robinhoodProvider(
    () => account,
    () => server.clock.now().getTime(),
  ),
})
const server = await testServer({ env: { PROVIDERS_URL: providers.url } })
afterAll(() => providers.close())

const base64 = (key: Buffer) => key.subarray(-32).toString('base64')

/** The form of a new pair of keys. */
function keyForm() {
  const pair = generateKeyPairSync('ed25519')
  return {
    exchange_name: 'robinhood-crypto',
    password: apiKeyFor(base64(pair.publicKey.export({ format: 'der', type: 'spki' }))),
    private_key: base64(pair.privateKey.export({ format: 'der', type: 'pkcs8' })),
  }
}

test('orders come by a key of the pair, as they were executed, and what is held agrees', async () => {
  const journal = await customerWith(server)
  const form = keyForm()
  const path = '/imports/v1/api_imports'
  const other = base64(generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }))
  for (const private_key of [other, 'short'])
    expect(await journal.customer.expect(422, 'POST', path, { ...form, private_key })).toMatchObject({
      message: connectionMessages.service.wrongKey,
    })
  const { source_id } = (await journal.post(path, form)) as Connected
  await server.drainJobs()
  const rows = await journal.rows()
  expect(rows).toHaveLength(202)
  expect(rows[0]).toMatchObject({ type: 'buy', from: { amount: '15' }, to: { amount: '0.0005' } })
  const { accounts } = await journal.get<{ accounts: { proof: string }[] }>('/wallets/v1/assets/balances')
  expect(accounts).toMatchObject([{ proof: 'matches' }])
  // The next time only orders that changed since are listed.
  server.clock.advance(120_000)
  const before = providers.calls.length
  await journal.post('/trigger_resynchronize_source', { source_id })
  await server.drainJobs()
  expect(providers.calls.slice(before).map(({ path: at }) => at.split('/').at(-2))).toEqual([
    'holdings',
    'orders',
  ])
  expect(await journal.rows()).toHaveLength(202)
})

test('N9 an order is one by its file and by key, whichever came first, also where it was executed in parts', async () => {
  const form = keyForm()
  const file = [
    'UUID,Time Entered,Symbol,Side,Quantity,State,Order Type,Leaves Quantity,Entered Price,Average Price,Notional',
    'order-0,2025-01-02 10:00:00,BTCUSD,Buy,0.001,Filled,Market,0,30000,30000,30.00',
    'order-1,2025-01-03 10:00:00,BTCUSD,Buy,0.001,Filled,Market,0,30000,30000,30.00',
    '',
  ].join('\n')
  for (const first of ['file', 'key']) {
    const journal = await customerWith(server)
    const steps = [
      () => journal.import('orders.csv', file),
      async () => {
        await journal.post('/imports/v1/api_imports', form)
        await server.drainJobs()
      },
    ]
    for (const step of first === 'file' ? steps : steps.toReversed()) await step()
    const bought = (await journal.rows()).map(({ to }) => Number((to as { amount: string }).amount))
    expect(bought.reduce((all, one) => all + one, 0).toFixed(6), first).toBe('0.101000')
  }
})
