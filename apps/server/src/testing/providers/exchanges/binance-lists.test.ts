import { keyConnector, type KeyConnector, type Reading } from '@lotbook/sources'
import { describe, expect, test } from 'vitest'
import type { ProviderHandler, ProviderReply } from '../serve.ts'
import { walkThrough } from '../walk.ts'
import { binanceFake } from './binance.ts'
import type { ExchangeAccount, ListedEntry } from './exchange-account.ts'

const NOW = Date.UTC(2026, 0, 15, 12, 34, 56)
const at = (day: string, time = '10:00:00') => Date.parse(`${day}T${time}Z`)
const PAYMENTS = '/sapi/v1/fiat/payments'
const ORDERS = '/sapi/v1/fiat/orders'
const CONVERT = '/sapi/v1/convert/tradeFlow'
const DUST = '/sapi/v1/asset/dribblet'
const EARN = '/sapi/v1/simple-earn'

const ACCESS = { apiKey: 'a key', apiSecret: 'a secret', passphrase: '', keyName: '', privateKey: '' }

const payment = (more: ListedEntry): ListedEntry => ({
  orderNo: '353fca443f06466db0c4dc89f94f027a',
  sourceAmount: '20.0',
  fiatCurrency: 'EUR',
  obtainAmount: '4.462',
  cryptoCurrency: 'ADA',
  totalFee: '0.2',
  price: '4.437472',
  status: 'Completed',
  paymentMethod: 'Credit Card',
  createTime: at('2021-06-24'),
  updateTime: at('2021-06-24'),
  ...more,
})
const order = (more: ListedEntry): ListedEntry => ({
  orderNo: '7d76d611-0568-4f43-afb6-24cac7767365',
  fiatCurrency: 'EUR',
  indicatedAmount: '100.00',
  amount: '98.50',
  totalFee: '1.50',
  method: 'BankAccount',
  status: 'Successful',
  createTime: at('2021-06-25'),
  updateTime: at('2021-06-25'),
  ...more,
})
const convert = (more: ListedEntry): ListedEntry => ({
  quoteId: 'f3b91c525b2644c7bc1e1cd31b6e1aa6',
  orderId: '940708407462087195',
  orderStatus: 'SUCCESS',
  fromAsset: 'USDT',
  fromAmount: '20',
  toAsset: 'BNB',
  toAmount: '0.06154036',
  ratio: '0.00307702',
  inverseRatio: '324.99',
  createTime: at('2021-06-21'),
  ...more,
})
const dribblet: ListedEntry = {
  operateTime: at('2021-03-17'),
  totalTransferedAmount: '0.00132256',
  totalServiceChargeAmount: '0.00002699',
  transId: '45178372831',
  userAssetDribbletDetails: [
    {
      transId: '4359321',
      serviceChargeAmount: '0.000009',
      amount: '0.9',
      operateTime: at('2021-03-17'),
      transferedAmount: '0.000441',
      fromAsset: 'USDT',
    },
    {
      transId: '4359321',
      serviceChargeAmount: '0.00001799',
      amount: '0.0009',
      operateTime: at('2021-03-17'),
      transferedAmount: '0.00088156',
      fromAsset: 'ETH',
    },
  ],
}
const flexible = (more: ListedEntry = {}): ListedEntry => ({
  asset: 'BUSD',
  rewards: '0.00006408',
  projectId: 'USDT001',
  type: 'BONUS',
  time: at('2023-02-01', '00:10:00'),
  ...more,
})
const locked: ListedEntry = {
  positionId: '123123',
  time: at('2023-02-02'),
  asset: 'BNB',
  lockPeriod: '30',
  amount: '21312.23223',
  type: 'Locked Rewards',
}

const accountOf = (
  listed: NonNullable<ExchangeAccount['listed']>,
  rewards: ExchangeAccount['rewards'] = [],
): ExchangeAccount => ({ ...ACCESS, trades: [], movements: [], rewards, listed })

const BINANCE = keyConnector('binance') as KeyConnector

async function walk(
  account: ExchangeAccount,
  refusing?: (path: string, query: URLSearchParams) => ProviderReply | undefined,
) {
  const asked: string[] = []
  const fake = binanceFake(
    () => account,
    () => NOW,
  )
  const binance: ProviderHandler = (call) => {
    asked.push(call.path)
    return refusing?.(call.path, call.query) ?? fake(call)
  }
  const { pages } = await walkThrough(BINANCE, ACCESS, { handlers: { binance }, now: NOW })
  return {
    read: BINANCE.read(pages, null),
    asked: (path: string) => asked.filter((one) => one.startsWith(path)).length,
  }
}

const told = ({ transactions }: Reading): string[] =>
  transactions
    .map(({ at: time, type, subType, from, to, fee }) => {
      const side = (leg: typeof from) => (leg === null ? '-' : `${leg.amount} ${leg.asset}`)
      const day = new Date(time).toISOString().slice(0, 10)
      return `${day} ${subType ?? type} ${side(from)} | ${side(to)} | ${side(fee)}`
    })
    .toSorted()

const all = {
  [`${PAYMENTS} 0`]: [payment({}), payment({ orderNo: 'failed', status: 'Failed' })],
  [`${PAYMENTS} 1`]: [
    payment({
      orderNo: 'sale',
      sourceAmount: '99.00',
      obtainAmount: '0.002',
      price: '50000',
      totalFee: '1.00',
      cryptoCurrency: 'BTC',
    }),
  ],
  [`${ORDERS} 0`]: [order({}), order({ orderNo: 'under way', status: 'Processing' })],
  [`${ORDERS} 1`]: [order({ orderNo: 'out', status: 'Finished' })],
  [CONVERT]: [convert({}), convert({ orderId: '2', orderStatus: 'FAIL' })],
  [DUST]: [dribblet],
  [`${EARN}/flexible/history/rewardsRecord`]: [
    flexible(),
    flexible({ type: 'REALTIME', rewards: '0.00687654' }),
  ],
  [`${EARN}/locked/history/rewardsRecord`]: [locked],
}

describe('what Binance lists beside trades', () => {
  test('purchases and sales by card, money in and out, conversions, dust and Simple Earn, each once', async () => {
    const { read } = await walk(accountOf(all))
    expect(read.errors).toEqual([])
    expect(told(read)).toEqual([
      '2021-03-17 trade 0.0009 ETH | 0.00089955 BNB | 0.00001799 BNB',
      '2021-03-17 trade 0.9 USDT | 0.00045 BNB | 0.000009 BNB',
      '2021-06-21 trade 20 USDT | 0.06154036 BNB | -',
      // The price says that the fee is in what was paid, and was taken off what was got.
      '2021-06-24 buy 19.8 EUR | 4.462 ADA | 0.2 EUR',
      '2021-06-24 sell 0.002 BTC | 100 EUR | 1.00 EUR',
      '2021-06-25 received - | 100.00 EUR | 1.50 EUR',
      '2021-06-25 sent 98.50 EUR | - | 1.50 EUR',
      '2023-02-01 interest_received - | 0.00006408 BUSD | -',
      '2023-02-01 interest_received - | 0.00687654 BUSD | -',
      '2023-02-02 staking_reward - | 21312.23223 BNB | -',
    ])
    expect(read.skipped.map(({ reason }) => reason).toSorted()).toEqual(['failed', 'failed', 'pending'])
  })

  test('money with the fee on top, and a sale whose first amount is the coins', async () => {
    const { read } = await walk(
      accountOf({
        [`${PAYMENTS} 0`]: [payment({ sourceAmount: '19.8' })],
        [`${PAYMENTS} 1`]: [
          payment({
            orderNo: 's',
            sourceAmount: '0.002',
            obtainAmount: '100.00',
            price: '50000',
            cryptoCurrency: 'BTC',
          }),
        ],
      }),
    )
    expect(told(read)).toEqual([
      '2021-06-24 buy 19.8 EUR | 4.462 ADA | 0.2 EUR',
      '2021-06-24 sell 0.002 BTC | 100.00 EUR | 0.2 EUR',
    ])
  })

  test('a reward of Simple Earn that the list of dividends tells too counts once, one that it tells alone counts', async () => {
    const reward = (id: string, amount: string) => ({
      id,
      at: at('2023-02-01', '00:10:30'),
      coin: 'BUSD',
      amount,
    })
    const { read } = await walk(accountOf(all, [reward('1', '0.000064080'), reward('2', '0.5')]))
    expect(told(read).filter((line) => line.includes('BUSD'))).toEqual([
      '2023-02-01 interest_received - | 0.00006408 BUSD | -',
      '2023-02-01 interest_received - | 0.00687654 BUSD | -',
      '2023-02-01 interest_received - | 0.5 BUSD | -',
    ])
  })

  test('more than a page and more than a window hold', async () => {
    const many = Array.from({ length: 1_203 }, (_, n) =>
      convert({ orderId: String(n), createTime: at('2024-03-01') + n * 1_000 }),
    )
    const earned = Array.from({ length: 250 }, (_, n) =>
      flexible({ time: at('2024-03-01') + n * 60_000, rewards: `0.${n + 1}` }),
    )
    const paid = Array.from({ length: 501 }, (_, n) =>
      payment({ orderNo: String(n), createTime: at('2024-03-01') + n * 60_000 }),
    )
    const { read } = await walk(
      accountOf({
        [CONVERT]: many,
        [`${EARN}/flexible/history/rewardsRecord`]: earned,
        [`${PAYMENTS} 0`]: paid,
      }),
    )
    expect(read.transactions.length).toBe(many.length + earned.length + paid.length)
  })

  test('a window of the fiat lists that is refused is asked for by halves', async () => {
    const { read } = await walk(accountOf(all), (path, query) => {
      const days = (Number(query.get('endTime')) - Number(query.get('beginTime'))) / 86_400_000
      return path.startsWith('/sapi/v1/fiat') && days > 90
        ? { status: 400, body: { code: -1127, msg: 'More than 2160 hours between startTime and endTime.' } }
        : undefined
    })
    expect(told(read).filter((line) => line.includes('EUR')).length).toBe(4)
  })

  test('a list that the key may not read is said, asked for once, and takes nothing else with it', async () => {
    const { read, asked } = await walk(accountOf(all), (path) =>
      path === CONVERT
        ? { status: 401, body: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' } }
        : undefined,
    )
    expect(told(read).length).toBe(9)
    expect(read.errors).toEqual([])
    expect(read.notes.map(({ code, message }) => [code, message])).toEqual([
      [
        'list_refused',
        'Binance did not let this key read its list of conversions: what is in it is missing here',
      ],
    ])
    expect(asked(CONVERT)).toBe(1)
  })

  test('of a quiet history the dear lists are asked for once each', async () => {
    const { asked } = await walk(accountOf({}))
    expect([asked(PAYMENTS), asked(ORDERS)]).toEqual([2, 2])
  })
})

describe('what Binance.US lists beside trades', () => {
  const US = keyConnector('binance-us') as KeyConnector
  const deal = (more: ListedEntry): ListedEntry => ({
    ...{ quoteId: 'q', orderId: '10002349', orderStatus: 'SUCCESS', createTime: at('2024-05-01') },
    ...more,
  })

  test('orders over the counter, of one click with their fee, and dust', async () => {
    const account = accountOf({
      '/sapi/v1/otc/orders': [
        deal({ fromCoin: 'BTC', fromAmount: '1', toCoin: 'SHIB', toAmount: '500000', ratio: '500000' }),
        deal({
          orderId: '2',
          orderStatus: 'PROCESS',
          fromCoin: 'BTC',
          fromAmount: '1',
          toCoin: 'ETH',
          toAmount: '9',
        }),
      ],
      '/sapi/v1/ocbs/orders': [
        // The fee is in what was paid; in what came it is not.
        deal({
          ...{ orderId: '3', fromCoin: 'USD', fromAmount: '1000.5', toCoin: 'BTC', toAmount: '0.02' },
          ...{ feeCoin: 'USD', feeAmount: '0.5', ratio: '0.00002' },
        }),
        deal({
          ...{ orderId: '4', fromCoin: 'BTC', fromAmount: '1', toCoin: 'USD', toAmount: '50550.00' },
          ...{ feeCoin: 'USD', feeAmount: '0.26', ratio: '50550.26' },
        }),
        deal({
          ...{ orderId: '5', fromCoin: 'BTC', fromAmount: '1', toCoin: 'USD', toAmount: '50550.26' },
          ...{ feeCoin: 'USD', feeAmount: '0.26', ratio: '50550.26' },
        }),
      ],
      '/sapi/v1/asset/query/dust-logs': [dribblet],
    })
    const handlers = {
      'binance-us': binanceFake(
        () => account,
        () => NOW,
      ),
    }
    const { pages } = await walkThrough(US, ACCESS, { handlers, now: NOW })
    const read = US.read(pages, null)
    expect([read.errors, read.notes]).toEqual([[], []])
    expect(told(read)).toEqual([
      '2021-03-17 trade 0.0009 ETH | 0.00089955 BNB | 0.00001799 BNB',
      '2021-03-17 trade 0.9 USDT | 0.00045 BNB | 0.000009 BNB',
      '2024-05-01 buy 1000 USD | 0.02 BTC | 0.5 USD',
      '2024-05-01 sell 1 BTC | 50550.26 USD | 0.26 USD',
      '2024-05-01 sell 1 BTC | 50550.26 USD | 0.26 USD',
      '2024-05-01 trade 1 BTC | 500000 SHIB | -',
    ])
  })
})
