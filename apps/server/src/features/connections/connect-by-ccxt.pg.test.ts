import { connectionMessages, type Connected } from '@lotbook/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { binanceFake } from '../../testing/providers/exchanges/binance.ts'
import { bitfinexFake } from '../../testing/providers/exchanges/bitfinex.ts'
import { coinmateFake } from '../../testing/providers/exchanges/coinmate.ts'
import { geminiFake } from '../../testing/providers/exchanges/gemini.ts'
import type { ExchangeAccount } from '../../testing/providers/exchanges/exchange-account.ts'
import { madeHistory } from '../../testing/providers/exchanges/made-history.ts'
import { type KucoinAccount, kucoinHistory, kucoinProvider } from '../../testing/providers/kucoin.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { testServer } from '../../testing/test-server.ts'

const now = () => server.clock.now().getTime()
const providers = await serveProviders({
  kucoin: kucoinProvider((key) => (key === kucoin.apiKey ? kucoin : undefined), now),
  bitfinex: bitfinexFake(accountOf, now),
  'bitfinex-public': bitfinexFake(accountOf, now),
  coinmate: coinmateFake(accountOf, now),
  gemini: geminiFake(accountOf, now),
  binance: binanceFake(() => binance, now),
})
const server = await testServer({ env: { PROVIDERS_URL: providers.url } })
const kucoin: KucoinAccount = {
  apiKey: 'ku-key-1',
  apiSecret: 'ku-secret',
  passphrase: 'a passphrase',
  ...kucoinHistory(501, now()),
}
const account: ExchangeAccount = {
  apiKey: 'ex-key-1',
  apiSecret: 'ex-secret',
  passphrase: '4711',
  ...madeHistory(5, now()),
}
/** A purchase by card, a conversion and two rewards of Simple Earn. */
const binance: ExchangeAccount = {
  ...{ apiKey: 'bi-key-1', apiSecret: 'bi-secret', passphrase: '' },
  ...{ trades: [], movements: [], rewards: [] },
  listed: {
    '/sapi/v1/fiat/payments 0': [
      {
        ...{ orderNo: 'o1', sourceAmount: '20.0', fiatCurrency: 'EUR', obtainAmount: '4.462' },
        ...{ cryptoCurrency: 'ADA', totalFee: '0.2', price: '4.437472', status: 'Completed' },
        createTime: Date.UTC(2024, 4, 1, 12, 1),
      },
    ],
    '/sapi/v1/convert/tradeFlow': [
      {
        ...{ orderId: '1', orderStatus: 'SUCCESS', fromAsset: 'ADA', fromAmount: '4', toAsset: 'BNB' },
        ...{ toAmount: '0.06', createTime: Date.UTC(2024, 4, 1, 12, 2) },
      },
    ],
    '/sapi/v1/simple-earn/flexible/history/rewardsRecord': [3, 4].map((minute) => ({
      ...{ asset: 'BNB', rewards: '0.00006408', projectId: 'BNB001', type: 'REALTIME' },
      time: Date.UTC(2024, 4, 1, 12, minute),
    })),
  },
}
const STATEMENT = `User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
1,2024-05-01 12:01:00,Spot,Buy Crypto With Card,EUR,-20,
1,2024-05-01 12:01:00,Spot,Buy Crypto With Card,ADA,4.462,
1,2024-05-01 12:02:00,Spot,Binance Convert,ADA,-4,
1,2024-05-01 12:02:00,Spot,Binance Convert,BNB,0.06,
1,2024-05-01 12:03:00,Earn,Simple Earn Flexible Interest,BNB,0.00006408,
1,2024-05-01 12:04:00,Earn,Simple Earn Flexible Interest,BNB,0.00006408,
`

function accountOf(apiKey: string): ExchangeAccount | undefined {
  return apiKey === account.apiKey ? account : undefined
}
afterAll(() => providers.close())
beforeEach(() => {
  providers.mend()
  server.clock.advance(120_000)
})

const FORM = {
  exchange_name: 'kucoin',
  access_token: kucoin.apiKey,
  refresh_token: kucoin.apiSecret,
  password: kucoin.passphrase,
}
const PATH = '/imports/v1/api_imports'

const truth = () => [kucoin.fills, kucoin.hfFills, kucoin.deposits, kucoin.withdrawals].flat().length

const asked = (list: string) => providers.calls.filter(({ path }) => path === `/api/v1/${list}`)

test('R3.21 KuCoin by key: a year in weeks, more trades than one answer holds, every digit, and no partner of ccxt', async () => {
  const journal = await customerWith(server)
  for (const wrong of [{ access_token: 'x' }, { refresh_token: 'x' }, { password: 'x' }])
    expect(await journal.customer.expect(422, 'POST', PATH, { ...FORM, ...wrong })).toMatchObject({
      message: connectionMessages.service.wrongKey,
    })
  const { source_id } = (await journal.post(PATH, FORM)) as Connected
  await server.drainJobs()
  const { rows } = await journal.get<{ rows: { type: string }[] }>('/transactions?order=newest&limit=500')
  expect(rows[0]).toMatchObject({ type: 'outgoing', from: { amount: '0.01' }, fee: { amount: '0.0005' } })
  expect(rows.findLast(({ type }) => type === 'trade')).toMatchObject({
    from: { amount: '1.000000000000000001' },
    to: { amount: '0.001000000000000001' },
    fee: { amount: '0.001' },
  })
  expect(await journal.source(source_id ?? '')).toMatchObject({
    status_code: null,
    error_count: 0,
    total: truth(),
  })
  // 53 weeks, and a week that was full asked for by halves.
  expect([asked('deposits').length, asked('withdrawals').length]).toEqual([53, 53])
  expect(asked('fills').length).toBeLessThan(53 + 20)

  // The next time from a day before the last.
  const before = asked('fills').length
  server.clock.advance(120_000)
  kucoin.fills.push({ ...kucoin.fills[0], tradeId: 'late', createdAt: now() - 3_600_000 })
  await journal.post('/trigger_resynchronize_source', { source_id })
  await server.drainJobs()
  expect(asked('fills').length - before).toBe(1)
  expect(await journal.source(source_id ?? '')).toMatchObject({ total: truth() })
})

test('a fetch that is told to wait, or that is broken off, goes on where it was and under a signature of its own', async () => {
  const journal = await customerWith(server)
  const { source_id } = (await journal.post(PATH, FORM)) as Connected
  providers.fail('kucoin', { status: 500, body: 'oops' }, { after: 30 })
  providers.fail('kucoin', 'reset', { after: 60 })
  await server.drainJobs()
  expect(await journal.source(source_id ?? '')).toMatchObject({ status_code: null, total: truth() })
})

test.each([
  // It refuses a key with a status that others answer with when they are down.
  ['bitfinex', {}, 'not_reported'],
  // The customer's id stands in the field of the passphrase.
  ['coinmate', { password: '4711' }, 'matches'],
])('%s: a wrong key is said, and a right one brings what there is', async (exchange_name, more, proof) => {
  const journal = await customerWith(server)
  const form = { exchange_name, access_token: account.apiKey, refresh_token: account.apiSecret, ...more }
  for (const wrong of [{ access_token: 'x' }, { refresh_token: 'x' }])
    expect(await journal.customer.expect(422, 'POST', PATH, { ...form, ...wrong })).toMatchObject({
      message: connectionMessages.service.wrongKey,
    })
  const { source_id } = (await journal.post(PATH, form)) as Connected
  await server.drainJobs()
  expect(await journal.source(source_id ?? '')).toMatchObject({ status_code: null, error_count: 0, total: 7 })
  // Coinmate states all that the account holds; Bitfinex has several wallets.
  const { accounts } = await journal.get<{ accounts: { proof: string }[] }>('/wallets/v1/assets/balances')
  expect(accounts.map(({ proof }) => proof)).toEqual([proof])
})

test.each(['key', 'file'])(
  'N9 what Binance lists beside trades is one by key and by statement, the %s first',
  async (first) => {
    const journal = await customerWith(server)
    const byKey = () =>
      journal.post(PATH, {
        ...{ exchange_name: 'binance', access_token: binance.apiKey, refresh_token: binance.apiSecret },
      })
    if (first === 'key') await byKey()
    else await journal.import('statement.csv', STATEMENT)
    await server.drainJobs()
    const kinds = async () => (await journal.rows()).map(({ type, sub_type }) => sub_type ?? type)
    const told = ['buy', 'trade', 'interest_received', 'interest_received']
    expect(await kinds()).toEqual(told)
    if (first === 'key') await journal.import('statement.csv', STATEMENT)
    else await byKey()
    await server.drainJobs()
    expect(await kinds()).toEqual(told)
  },
)

test('a master key of Gemini is refused with which key to make instead', async () => {
  const journal = await customerWith(server)
  const form = {
    exchange_name: 'gemini',
    access_token: 'master-Ab12',
    refresh_token: 'a secret',
    password: '',
  }
  const { message } = (await journal.customer.expect(422, 'POST', PATH, form)) as { message: string }
  expect(message).toBe(
    `${connectionMessages.service.wrongKey} This is a master key, which covers a whole group of accounts. In Gemini, create an API key for the one account instead, with the Auditor role: it begins with account-.`,
  )
  expect(providers.calls.filter(({ provider }) => provider === 'gemini')).toEqual([])
})
