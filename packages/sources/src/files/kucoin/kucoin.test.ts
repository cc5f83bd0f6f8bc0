import { describe, expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'
import { line, lines, readKnown } from '../testing/read-text.ts'

test.each([
  ['Filled Time(UTC+08:00)', '2023-12-31T16:30:00.000Z'],
  ['Filled Time(UTC)', '2024-01-01T00:30:00.000Z'],
  ['Filled Time', '2023-12-31T16:30:00.000Z'],
])('the zone of %s', (header, expected) => {
  const text = `UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),${header},Fee,Maker/Taker,Fee Currency
1,main,o1,KAS-USDT,BUY,MARKET,0.1,1000,100,100,2024-01-01 00:30:00,0.1,TAKER,USDT
`
  const [first] = readKnown(text).transactions
  expect(new Date(first?.at ?? 0).toISOString()).toBe(expected)
})

test('an empty export has a footer and no rows', () => {
  const header =
    'UID,Account Type,Time(UTC+08:00),Coin,Amount,Fee,Hash,Deposit Address,Transfer Network,Status,Remarks'
  const read = readKnown(`${header}\nNo matching records found.\n`)
  expect(read).toMatchObject({ transactions: [], errors: [], skipped: [{ reason: 'footer' }] })
})

test('the columns of a deposit in another order, which a withdrawal has with its address', () => {
  const columns = 'UID,Account Type,Time(UTC+02:00),Remarks,Status,Fee,Amount,Coin,Transfer Network'
  const cells = '1,main,2023-12-04 08:21:52,,SUCCESS,0.1,5,BTC,BTC'
  expect(lines(readKnown(`${columns}\n${cells}\n`))).toEqual(['incoming/received -> 5 BTC fee 0.1 BTC'])
  const withdrawal = readKnown(`${columns},Withdrawal Address/Account\n${cells},bc1q\n`)
  expect(lines(withdrawal)).toEqual(['outgoing/sent 5 BTC -> fee 0.1 BTC'])
})

test('an order that was cancelled counts with what was filled before', () => {
  const order = {
    'Order ID': 'o',
    Symbol: 'BTC-USDT',
    Side: 'BUY',
    Status: 'cancelled',
    'Avg. Filled Price': '40000',
    'Filled Amount': '0.1',
    'Filled Volume': '4000',
    'Filled Time(UTC+02:00)': '2024-01-01 02:00:05',
  }
  expect(linesOf('kucoin-orders', [order, { ...order, 'Order ID': 'p', 'Filled Amount': '0' }])).toEqual([
    'trade 4000 USDT -> 0.1 BTC',
    'skip status_not_completed 2',
  ])
})

describe('account history', () => {
  const row = (type: string, side: string, remark = '', currency = 'BTC', fee = '0') => ({
    'Account Type': 'mainAccount',
    Currency: currency,
    Side: side,
    Amount: '0.5',
    Fee: fee,
    'Time(UTC+08:00)': '2024-02-01 08:00:00',
    Remark: remark,
    Type: type,
  })

  test.each([
    [[row('Rewards', 'Deposit', 'Soft Staking')], ['incoming/staking_reward -> 0.5 BTC']],
    [[row('Deposit', 'Deposit')], ['incoming/received -> 0.5 BTC']],
    [[row('Withdraw', 'Withdrawal', '', 'BTC', '0.01')], ['outgoing/sent 0.49 BTC -> fee 0.01 BTC']],
    [[row('Transfer', 'Deposit', 'Trading Account')], ['skip internal_transfer 1']],
    [[row('Spot', 'Withdrawal', '', 'USDT'), row('Spot', 'Deposit')], ['trade 0.5 USDT -> 0.5 BTC']],
    [
      [row('Convert Dust to KCS', 'Withdrawal', '', 'XRP'), row('Convert Dust to KCS', 'Deposit', '', 'KCS')],
      ['trade 0.5 XRP -> 0.5 KCS'],
    ],
    [
      [row('Convert to KCS', 'Withdrawal', '', 'XRP'), row('Convert to KCS', 'Deposit', '', 'KCS')],
      ['trade 0.5 XRP -> 0.5 KCS'],
    ],
    [
      [row('Instant Exchange', 'Withdrawal', '', 'XRP'), row('Instant Exchange', 'Deposit')],
      ['trade 0.5 XRP -> 0.5 BTC'],
    ],
    [[row('Fiat Deposit', 'Deposit', '', 'EUR')], ['incoming/received -> 0.5 EUR (fiat)']],
    [[row('KCS Pay Fees', 'Withdrawal', '', 'KCS')], ['outgoing/fee 0.5 KCS ->']],
    [[row('Refunded Fees', 'Deposit', '', 'KCS')], ['incoming/rebate -> 0.5 KCS']],
    [[row('Open Red Envelope', 'Deposit')], ['incoming/gift_received -> 0.5 BTC']],
    [[row('Send Red Envelope', 'Withdrawal')], ['outgoing/gift_sent 0.5 BTC ->']],
    [[row('Soft Staking Profits', 'Deposit')], ['incoming/staking_reward -> 0.5 BTC']],
    [[row('Staking Profits', 'Deposit')], ['incoming/staking_reward -> 0.5 BTC']],
    [[row('Voting Earnings', 'Deposit')], ['incoming/staking_reward -> 0.5 BTC']],
    [[row('Staking', 'Withdrawal')], ['skip internal_transfer 1']],
    [[row('Redemption', 'Deposit')], ['skip internal_transfer 1']],
    [[row('KuCoin Event', 'Deposit')], ['incoming/airdrop -> 0.5 BTC']],
    [[row('Spot', 'Withdrawal')], ['outgoing/sent 0.5 BTC -> (ungrouped)']],
    [[row('', 'Deposit', 'KCS Bonus Distribution')], ['incoming/airdrop -> 0.5 BTC']],
    [[row('Lucky Draw', 'Withdrawal')], ['outgoing/sent 0.5 BTC -> (unmapped_type:Lucky Draw)']],
  ])('%o', (rows, expected) => {
    expect(linesOf('kucoin-account-history', rows)).toEqual(expected)
  })
})

test('a hash loses what stands behind it', () => {
  const row = {
    'Time(UTC+02:00)': '2023-12-04 08:21:52',
    Coin: 'USDT',
    Amount: '5',
    Hash: '0xaa@123',
    Status: 'SUCCESS',
  }
  expect(readRows('kucoin-deposits', [row]).transactions[0]?.txHash).toBe('0xaa')
})

test('a withdrawal that failed comes back, and both moved nothing', () => {
  const row = { Currency: 'BTC', Amount: '0.5', Fee: '0', Type: 'Withdrawal' }
  expect(
    linesOf('kucoin-account-history', [
      { ...row, Side: 'Withdrawal', 'Time(UTC+08:00)': '2024-02-01 08:00:00' },
      { ...row, Side: 'Deposit', 'Time(UTC+08:00)': '2024-02-01 09:00:00', Remark: 'Withdrawal failed' },
    ]),
  ).toEqual(['skip taken_back 1 2'])
})

test.each([
  [
    'margin orders, with a comma in a name',
    'UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,Tax,Maker/Taker,"Fee Currency,"',
    '1,margin,o1,SOL-USDT,BUY,LIMIT,20,2,40,40,2024-05-01 10:00:00,0.04,0,MAKER,KCS',
  ],
  [
    'orders of bots',
    'UID,Account Type,Order ID,Symbol,Side,Order Type,Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Time Filled(UTC+00:00),Fee,Fee Currency,Tax',
    '1,bot,o1,SOL-USDT,BUY,LIMIT,20,2,40,40,2024-05-01 10:00:00,0.04,KCS,0',
  ],
])('fills of %s', (_, header, cells) => {
  const read = readKnown(`${header}\n${cells}\n`)
  expect(read.formatId).toBe('kucoin-fills')
  expect(lines(read)).toEqual(['trade 40 USDT -> 2 SOL fee 0.04 KCS'])
  expect(new Date(read.transactions[0]?.at ?? 0).toISOString()).toBe('2024-05-01T10:00:00.000Z')
})

test.each([
  ['Staking', 'ETH Staking', '0', 'incoming/staking_reward -> 1 ETH'],
  ['Savings', 'Flexible', '', 'incoming/interest_received -> 1 ETH'],
  ['Savings', 'Flexible', '0.1', 'incoming/received -> 1 ETH (unmapped_type:Savings Flexible with a fee)'],
])('what %s %s brought, with a fee of %s', (product, name, Fee, expected) => {
  const row = {
    ...{ 'Time(UTC)': '2024-05-01 00:10:00', 'Product Type': product, 'Product Name': name },
    ...{ 'Earnings Coin': 'ETH', Amount: '1', Fee },
  }
  expect(linesOf('kucoin-earn', [row])).toEqual([expected])
})

test.each([
  ['SOLUSDTM', '-2', 'outgoing/margin_loss 2 USDT ->'],
  ['ETHUSDCM', '2', 'incoming/margin_gain -> 2 USDC'],
  ['DOTUSDM', '2', 'incoming/margin_gain -> 2 DOT'],
  ['XBTMU24', '2', 'incoming/margin_gain -> 2 BTC'],
  ['SOL-PERP', '2', 'error missing_value 1'],
])('a position of %s', (Symbol, pnl, expected) => {
  const row = { Symbol, 'Realized PNL': pnl, ',Position Closing Time(UTC+02:00)': '2024-05-02 10:00:00' }
  expect(linesOf('kucoin-futures', [row])).toEqual([expected])
})

test.each([
  ['0.007', 'trade 100 USDT -> 1000 KAS fee 0.107 USDT'],
  ['0', 'trade 100 USDT -> 1000 KAS fee 0.1 USDT'],
  ['', 'trade 100 USDT -> 1000 KAS fee 0.1 USDT'],
])('a tax of %s on a trade is a cost of it beside its fee', (Tax, expected) => {
  const order = {
    ...{ 'Order ID': 'o', Symbol: 'KAS-USDT', Side: 'BUY', 'Avg. Filled Price': '0.1' },
    ...{ 'Filled Amount': '1000', 'Filled Volume': '100', 'Filled Volume (USDT)': '100' },
    ...{ Fee: '0.1', 'Fee Currency': 'USDT', Tax },
  }
  const filled = { ...order, 'Filled Time(UTC+08:00)': '2024-01-01 00:30:00' }
  expect(linesOf('kucoin-fills', [filled])).toEqual([expected])
  const summed = { ...order, 'Filled Time(UTC+02:00)': '2024-01-01 00:30:00', Status: 'deal' }
  expect(linesOf('kucoin-orders', [summed])).toEqual([expected])
})

describe('a tax whose coin is not stated', () => {
  const conversion = {
    ...{ Sell: '100 USDT', Buy: '0.002 BTC', Price: '1', 'Time of Update(UTC+02:00)': '2024-05-01 10:00:00' },
    Status: 'Success',
  }
  const order = {
    ...{
      'Order ID': 'o1',
      'Currency (Fiat)': 'IDR',
      'Currency (Crypto)': 'USDT',
      Side: 'BUY',
      Price: '16000',
    },
    ...{
      'Crypto Quantity': '10',
      'Fiat Amount': '160000',
      Status: 'DONE',
      'Time(UTC)': '2024-05-01 10:00:00',
    },
  }

  test.each([
    ['0.11', true],
    ['0.11 USDT', true],
    ['0.11USDT', true],
    ['charged', true],
    ['0', false],
    ['0 USDT', false],
    ['', false],
    ['--', false],
  ])('of %s is said of a conversion and of a P2P order: %s', (Tax, isSaid) => {
    for (const [format, row, expected] of [
      ['kucoin-convert', conversion, 'trade 100 USDT -> 0.002 BTC'],
      ['kucoin-p2p', order, 'buy 160000 IDR -> 10 USDT'],
    ] as const) {
      const { transactions, notes } = readRows(format, [{ ...row, Tax }])
      expect(transactions.map(line)).toEqual([isSaid ? `${expected} (cost_not_counted)` : expected])
      expect(notes.map(({ code, column, value }) => [code, column, value])).toEqual(
        isSaid ? [['not_counted', 'Tax', Tax]] : [],
      )
    }
  })
})
