import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type Connected, connectionMessages } from '@lotbook/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import {
  type CoinbaseAccount,
  coinbaseHistory,
  coinbaseOfLate,
  coinbaseProvider,
} from '../../testing/providers/coinbase.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { testServer } from '../../testing/test-server.ts'

const EC_NAME = 'organizations/1/apiKeys/2'
const ED_NAME = '0b1c2d3e-aaaa-bbbb-cccc-0123456789ab'
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ed = generateKeyPairSync('ed25519')
const pem = ec.privateKey.export({ format: 'pem', type: 'sec1' }) as string

const account: CoinbaseAccount = {
  wallets: [],
  keys: new Map<string, KeyObject>([
    [EC_NAME, ec.publicKey],
    [ED_NAME, ed.publicKey],
  ]),
  permissions: { can_view: true, can_trade: false, can_transfer: false },
}
const providers = await serveProviders({
  coinbase: coinbaseProvider(
    (name) => (account.keys.has(name) ? account : undefined),
    undefined,
    () => server.clock.now().getTime(),
  ),
})
const server = await testServer({ env: { PROVIDERS_URL: providers.url } })
afterAll(() => providers.close())

beforeEach(() => {
  providers.mend()
  server.clock.advance(3_700_000)
  account.permissions = { can_view: true, can_trade: false, can_transfer: false }
  account.wallets.splice(0, account.wallets.length, ...coinbaseHistory(101))
})

const FORM = { exchange_name: 'coinbase', key_name: EC_NAME, private_key: pem }

async function customer() {
  const journal = await customerWith(server)
  const connect = (more = {}, status = 200) =>
    journal.customer.expect(status, 'POST', '/imports/v1/api_imports', { ...FORM, ...more })
  return { ...journal, connect }
}

const transactionsAsked = () => providers.calls.filter(({ path }) => path.endsWith('/transactions'))

test('R3.22 the ledgers of all accounts come by a key of either kind, and agree with what Coinbase says is held', async () => {
  const journal = await customer()
  // As it is copied out of a file of JSON.
  const { source_id } = (await journal.connect({ private_key: pem.replaceAll('\n', '\\n') })) as Connected
  await server.drainJobs()
  const rows = await journal.rows()
  const count = (type: string) => rows.filter((row) => row.type === type).length
  expect([count('buy'), count('incoming'), rows.length]).toEqual([101, 102, 203])
  expect(rows.find(({ type }) => type === 'buy')).toMatchObject({
    from: { amount: '400' },
    fee: { amount: '1' },
  })
  const { accounts } = await journal.get<{ accounts: { proof: string }[] }>('/wallets/v1/assets/balances')
  expect(accounts.map(({ proof }) => proof)).toEqual(['matches'])

  const again = await customer()
  const seed = ed.privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const point = ed.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const private_key = Buffer.concat([seed, point]).toString('base64')
  await again.connect({ key_name: ED_NAME, private_key })
  await server.drainJobs()
  expect(await again.rows()).toHaveLength(203)

  // The next time only what is behind the last old entry is asked for.
  server.clock.advance(120_000)
  const before = transactionsAsked().length
  await journal.customer.expect(200, 'POST', '/trigger_resynchronize_source', { source_id })
  await server.drainJobs()
  expect(
    transactionsAsked()
      .slice(before)
      .map(({ query }) => query.get('starting_after')),
  ).toEqual(['c100', 'b100', 'r100'])
  expect(await journal.rows()).toHaveLength(203)
})

test('entries of late are each read once, with their fees apart, and agree with what Coinbase says is held', async () => {
  account.wallets.splice(0, account.wallets.length, ...coinbaseOfLate())
  const journal = await customer()
  await journal.connect()
  await server.drainJobs()
  const rows = await journal.rows()
  const side = (leg: { amount: string; symbol: string } | null) =>
    leg === null ? '-' : `${leg.amount} ${leg.symbol}`
  expect(
    rows
      .slice(4)
      .map(({ type, sub_type, from, to, fee }) =>
        [sub_type ?? type, side(from), side(to), side(fee)].join(' | '),
      ),
  ).toEqual([
    'sent | 1 BTC | - | 0.0005 BTC',
    'sent | 0.5 BTC | - | -',
    'sell | 80 USDC | 80 USD | -',
    'trade | 0.4975 ETH | 0.02 BTC | 0.0025 ETH',
    'rebate | - | 0.001 BTC | -',
  ])
  const { accounts } = await journal.get<{ accounts: { proof: string }[] }>('/wallets/v1/assets/balances')
  expect(accounts.map(({ proof }) => proof)).toEqual(['matches'])
})

test('what was pending when it was first read is read again when it is done', async () => {
  const journal = await customer()
  const [cash] = account.wallets
  const created_at = server.clock.now().toISOString()
  const money = { amount: '5.00', currency: 'USD' }
  const coming = {
    id: 'late',
    type: 'fiat_deposit',
    status: 'pending',
    amount: money,
    native_amount: money,
    created_at,
  }
  cash?.transactions.push(coming)
  const { source_id } = (await journal.connect()) as Connected
  await server.drainJobs()
  expect(await journal.rows()).toHaveLength(203)
  coming.status = 'completed'
  server.clock.advance(600_000)
  await journal.customer.expect(200, 'POST', '/trigger_resynchronize_source', { source_id })
  await server.drainJobs()
  expect(await journal.rows()).toHaveLength(204)
})

test.each([
  ['another key name', { key_name: 'organizations/1/apiKeys/9' }, connectionMessages.service.wrongKey],
  ['a secret that is no key', { private_key: 'nonsense' }, connectionMessages.service.wrongKey],
])('%s is told apart, and nothing is kept', async (_, wrong, message) => {
  const journal = await customer()
  expect(await journal.connect(wrong, 422)).toMatchObject({ message })
})

test('a key without the right to look is refused, and one that may trade is pointed out', async () => {
  const journal = await customer()
  account.permissions = { can_view: false, can_trade: false, can_transfer: false }
  expect(await journal.connect({}, 422)).toMatchObject({ message: connectionMessages.service.badKeys })
  account.permissions = { can_view: true, can_trade: true, can_transfer: false }
  expect(await journal.connect()).toMatchObject({ status: 'confirm', may: ['trade'] })
})
