import { describe, expect, test } from 'vitest'
import { line, readKnown } from '../../files/testing/read-text.ts'
import { eventFingerprint, transactionFingerprint } from '../../reading/fingerprints.ts'
import type { SourceTransaction } from '../../reading/record.ts'
import { settleEvent } from '../../reading/settle-event.ts'
import type { JsonObject } from '../json-answer.ts'
import { BINANCE_LISTS } from './binance-lists.ts'
import { CCXT_EXCHANGES } from './exchange-table.ts'
import { readCcxtPages } from './read-entries.ts'

const AT = Date.UTC(2024, 4, 1, 12)

/** Rows of a list as Binance sends them, read as its connector reads them. */
function byKey(name: string, ...rows: readonly JsonObject[]): readonly SourceTransaction[] {
  const list = BINANCE_LISTS.find((one) => (one.name ?? one.kind) === name)
  const of = CCXT_EXCHANGES.find(({ slug }) => slug === 'binance')
  if (list?.rows === undefined || of === undefined) throw new Error(`no list ${name}`)
  const entries = rows.flatMap((row) => list.rows?.entriesOf(row, list) ?? [])
  const read = readCcxtPages(of, [
    { stream: list.kind, place: 'p', text: JSON.stringify(entries), fetchedAt: AT },
  ])
  expect([read.errors, read.notes]).toEqual([[], []])
  return read.transactions
}

const time = (seconds: number) => String(AT + seconds * 1000 + 123)

const convert = (orderId: string, seconds: number): JsonObject => ({
  ...{ quoteId: 'q', orderId, orderStatus: 'SUCCESS', createTime: time(seconds) },
  ...{ fromAsset: 'USDT', fromAmount: '20', toAsset: 'BNB', toAmount: '0.06154036' },
})
const payment: JsonObject = {
  ...{
    orderNo: 'o1',
    sourceAmount: '20.0',
    fiatCurrency: 'EUR',
    obtainAmount: '4.462',
    cryptoCurrency: 'ADA',
  },
  ...{ totalFee: '0.2', price: '4.437472', status: 'Completed', createTime: time(60) },
}
const flexible = (seconds: number): JsonObject => ({
  ...{ asset: 'BUSD', rewards: '0.00006408', projectId: 'BUSD001', type: 'REALTIME', time: time(seconds) },
})
const locked: JsonObject = {
  ...{
    positionId: '1',
    time: time(240),
    asset: 'BNB',
    lockPeriod: '30',
    amount: '0.10',
    type: 'Locked Rewards',
  },
}
const dribblet: JsonObject = {
  ...{ operateTime: time(300), transId: '1' },
  userAssetDribbletDetails: [
    {
      ...{ transId: '1', operateTime: time(300), fromAsset: 'ETH', amount: '0.0009' },
      ...{ transferedAmount: '0.00088156', serviceChargeAmount: '0.00001799' },
    },
  ],
}
const dividend: JsonObject = {
  ...{
    id: '7',
    amount: '10.00000000',
    asset: 'BNB',
    divTime: time(360),
    enInfo: 'BNB Vault airdrop',
    tranId: '8',
  },
}

const keyed = () => [
  ...byKey('conversions', convert('1', 0), convert('2', 0), convert('3', 30)),
  ...byKey('card purchases', payment),
  ...byKey('flexible', flexible(120), flexible(180)),
  ...byKey('locked', locked),
  ...byKey('dust', dribblet),
  ...byKey('rewards', dividend),
]

const row = (clock: string, account: string, operation: string, coin: string, change: string) =>
  `1,2024-05-01 12:${clock},${account},${operation},${coin},${change},`
const STATEMENT = [
  'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark',
  row('00:00', 'Spot', 'Binance Convert', 'USDT', '-20.00'),
  row('00:00', 'Spot', 'Binance Convert', 'BNB', '0.06154036'),
  row('00:30', 'Funding', 'Binance Convert', 'BNB', '0.06154036'),
  row('00:30', 'Funding', 'Binance Convert', 'USDT', '-20.00'),
  row('01:00', 'Spot', 'Buy Crypto With Card', 'EUR', '-20'),
  row('01:00', 'Spot', 'Buy Crypto With Card', 'ADA', '4.46200000'),
  row('02:00', 'Earn', 'Simple Earn Flexible Interest', 'BUSD', '0.00006408'),
  row('03:00', 'Earn', 'Simple Earn Flexible Interest', 'BUSD', '0.00006408'),
  row('04:00', 'Earn', 'Simple Earn Locked Rewards', 'BNB', '0.1'),
  row('05:00', 'Spot', 'Small assets exchange BNB', 'ETH', '-0.0009'),
  row('05:00', 'Spot', 'Small assets exchange BNB', 'BNB', '0.00088156'),
  row('06:00', 'Spot', 'Airdrop Assets', 'BNB', '10'),
].join('\n')
const CONVERSIONS = [
  'Date,Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status',
  '2024-05-01 12:00:00,Spot Wallet,BNBUSDT,Market,20 USDT,0.06154036 BNB,1,1,2024-05-01 12:00:00,Successful',
  '2024-05-01 12:00:00,Spot Wallet,BNBUSDT,Market,20 USDT,0.06154036 BNB,1,1,2024-05-01 12:00:00,Successful',
  '2024-05-01 12:00:30,Spot Wallet,BNBUSDT,Market,20 USDT,0.06154036 BNB,1,1,2024-05-01 12:00:30,Successful',
].join('\n')

const nameOf = (family: string, one: SourceTransaction) => transactionFingerprint('own', family, one)

/** What is left of several tellings, as the journal settles them. */
function settled(...told: readonly (readonly [string, readonly SourceTransaction[]])[]): string[] {
  const events = new Map<string, Map<string, SourceTransaction[]>>()
  for (const [family, reads] of told)
    for (const read of reads) {
      const name = eventFingerprint('own', family, read)
      const reports = events.get(name) ?? new Map<string, SourceTransaction[]>()
      events.set(name, reports.set(family, [...(reports.get(family) ?? []), read]))
    }
  return [...events.values()]
    .flatMap(
      (reports) =>
        settleEvent([...reports].map(([family, reads]) => ({ family, reads })))?.transactions ?? [],
    )
    .map(({ read }) => line(read as SourceTransaction))
    .toSorted()
}

describe('N9 what Binance tells by file and by key is counted once', () => {
  const statement = readKnown(STATEMENT)
  const conversions = readKnown(CONVERSIONS)

  test('all of the statement goes by the names of the key', () => {
    expect([statement.errors, statement.notes]).toEqual([[], []])
    const names = new Set(keyed().map((one) => nameOf('binance-api', one)))
    for (const one of statement.transactions)
      expect(names.has(nameOf(statement.family, one)), line(one)).toBe(true)
    const byConvert = byKey('conversions', convert('1', 0), convert('2', 0), convert('3', 30))
    expect(conversions.transactions.map((one) => nameOf(conversions.family, one)).toSorted()).toEqual(
      byConvert.map((one) => nameOf('binance-api', one)).toSorted(),
    )
  })

  test.each([
    ['the statement', [[statement.family, statement.transactions] as const]],
    ['the conversions', [[conversions.family, conversions.transactions] as const]],
    [
      'both',
      [
        [conversions.family, conversions.transactions] as const,
        [statement.family, statement.transactions] as const,
      ],
    ],
  ])('beside %s nothing is there twice, in either order', (_, files) => {
    const key = ['binance-api', keyed()] as const
    const alone = settled(key)
    expect(alone.length).toBe(9)
    expect(settled(key, ...files).length).toBe(alone.length)
    expect(settled(...files, key)).toEqual(settled(key, ...files))
  })

  test('times that lie a little apart are those of one event, and another amount is another event', () => {
    const later = (row: JsonObject, seconds: number, more: JsonObject = {}): JsonObject => ({
      ...row,
      createTime: String(Number(row['createTime']) + seconds * 1000),
      ...more,
    })
    const once = (list: string, row: JsonObject, seconds: number, more: JsonObject = {}) => {
      const [one, other] = [row, later(row, seconds, more)].map((each) => byKey(list, each))
      return settled(['binance-api', one ?? []], [statement.family, other ?? []]).length
    }
    expect(once('card purchases', payment, 1_800)).toBe(1)
    expect(once('card purchases', payment, 0, { obtainAmount: '4.463' })).toBe(2)
    expect(once('conversions', convert('1', 600), 2)).toBe(1)
    expect(once('conversions', convert('1', 600), 2, { toAmount: '0.06154037' })).toBe(2)
  })

  test('money paid in and out goes by its order in the report and by key', () => {
    const header = 'Date(UTC),Coin,Amount,Status,Payment Method,Indicated Amount,Fee,Order ID'
    const cells = '2024-05-01 12:00:00,EUR,98.50,Successful,BankAccount,100.00,1.50'
    const order: JsonObject = {
      ...{ orderNo: 'o7', fiatCurrency: 'EUR', indicatedAmount: '100.00', amount: '98.50', totalFee: '1.50' },
      ...{ method: 'BankAccount', status: 'Successful', createTime: time(0) },
    }
    for (const [list, name] of [
      ['fiat deposits', 'deposit-history.csv'],
      ['fiat withdrawals', 'withdraw-history.csv'],
    ] as const) {
      const file = readKnown(`${header}\n${cells},o7\n`, {}, name)
      const told = (family: string, all: readonly SourceTransaction[]) =>
        all.map((one) => `${nameOf(family, one)} ${line(one)}`)
      expect(told('binance-api', byKey(list, order))).toEqual(told(file.family, file.transactions))
    }
  })
})
