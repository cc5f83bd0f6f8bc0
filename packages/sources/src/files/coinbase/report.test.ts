import { describe, expect, test } from 'vitest'
import { recordFingerprint } from '../../reading/fingerprints.ts'
import { line, lines, readKnown } from '../testing/read-text.ts'

const V6 =
  'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes,Sender Address,Recipient Address'
const V2 =
  'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes'

const v6 = (...rows: string[]) => readKnown(`\nTransactions\nUser,Jane Roe,0\n${V6}\n${rows.join('\n')}\n`)
const v2 = (...rows: string[]) => readKnown(`${V2}\n${rows.join('\n')}\n`)
const one = (type: string, quantity = '1', asset = 'ALGO', notes = '') =>
  lines(v2(`2021-06-01T00:00:01Z,${type},${asset},${quantity},USD,1.00,,,,${notes}`))[0]

describe('every transaction type', () => {
  test.each([
    ['Receive', 'incoming/received -> 1 ALGO'],
    ['Exchange Withdrawal', 'incoming/received -> 1 ALGO'],
    ['Pro Withdrawal', 'incoming/received -> 1 ALGO'],
    ['Send', 'outgoing/sent 1 ALGO ->'],
    ['Exchange Deposit', 'outgoing/sent 1 ALGO ->'],
    ['Pro Deposit', 'outgoing/sent 1 ALGO ->'],
    ['Prime Deposit', 'outgoing/sent 1 ALGO ->'],
    ['Coinbase Earn', 'incoming/misc_reward -> 1 ALGO'],
    ['Learning Reward', 'incoming/misc_reward -> 1 ALGO'],
    ['Incentives Rewards Payout', 'incoming/misc_reward -> 1 ALGO'],
    ['Rewards Income', 'incoming/staking_reward -> 1 ALGO'],
    ['Reward Income', 'incoming/staking_reward -> 1 ALGO'],
    ['Inflation Reward', 'incoming/staking_reward -> 1 ALGO'],
    ['Staking Income', 'incoming/staking_reward -> 1 ALGO'],
    ['Interest payout', 'incoming/interest_received -> 1 ALGO'],
    ['Subscription Rebate', 'incoming/rebate -> 1 ALGO'],
    ['Subscription Rebates (24 Hours)', 'incoming/rebate -> 1 ALGO'],
    ['Subscription Rebate (24 Hours)', 'incoming/rebate -> 1 ALGO'],
    ['Subscription Rebates', 'incoming/rebate -> 1 ALGO'],
    ['Credit Card Reward', 'incoming/rebate -> 1 ALGO'],
    ['CardBuyBack', 'incoming/rebate -> 1 ALGO'],
    ['Retail Simple Price Improvement', 'incoming/rebate -> 1 ALGO'],
    ['Prime Withdrawal', 'incoming/received -> 1 ALGO'],
    ['Staking Reward', 'incoming/staking_reward -> 1 ALGO'],
    ['Derivatives Settlement', 'incoming/margin_gain -> 1 ALGO'],
    ['Administrative Debit', 'outgoing/fee 1 ALGO ->'],
    ['Donation', 'outgoing/donation_501c3 1 ALGO ->'],
    ['Admin Debit', 'outgoing/fee 1 ALGO ->'],
    ['Subscription', 'outgoing/fee 1 ALGO ->'],
    ['Card Spend', 'outgoing/purchase 1 ALGO ->'],
    ['Something New', 'incoming/received -> 1 ALGO (unmapped_type:Something New)'],
  ])('%s', (type, expected) => {
    expect(one(type)).toBe(expected)
  })

  test.each([
    'Vault Withdrawal',
    'Cash to Savings',
    'Savings to Cash',
    'Transfer',
    'Portfolio Transfer',
    'Retail Staking Transfer',
  ])('%s is an internal transfer', (type) => {
    const read = v2(`2021-06-01T00:00:01Z,${type},ALGO,1,USD,1.00,,,,`)
    expect(read.transactions).toEqual([])
    expect(read.skipped).toEqual([{ rows: [1], reason: 'internal_transfer' }])
  })

  test('what futures cost has a minus, as has a reward that was taken back', () => {
    expect(one('Derivatives Settlement', '-1', 'USD')).toBe('outgoing/margin_loss 1 USD ->')
    expect(one('Incentives Shared Clawback', '-1')).toBe('outgoing/sent 1 ALGO -> (reversal)')
  })

  test('rewards on a stablecoin are interest, and a reward may hide behind Receive', () => {
    expect(one('Rewards Income', '1', 'USDC')).toBe('incoming/interest_received -> 1 USDC')
    expect(one('Incentives Rewards Payout', '5', 'USDC')).toBe('incoming/misc_reward -> 5 USDC')
    expect(one('Receive', '1', 'BTC', 'Received from Coinbase Referral')).toBe(
      'incoming/misc_reward -> 1 BTC',
    )
  })

  test('cash movements are flagged', () => {
    expect(one('Withdrawal', '20.00', 'EUR')).toBe('outgoing/sent 20.00 EUR -> (fiat)')
  })

  test('an unknown type says so, with a note on its line', () => {
    const read = v6('x,2024-08-03 10:00:00 UTC,Staked Thing,ETH,-2,USD,$1.00,-$2.00,-$2.00,$0.00,,,')
    expect(lines(read)).toEqual(['outgoing/sent 2 ETH -> (unmapped_type:Staked Thing)'])
    expect(read.notes).toMatchObject([{ code: 'unmapped_type', row: 1, line: 5, column: 'Transaction Type' }])
  })
})

describe('orders', () => {
  test('cash-exact: Total and Fees count, not Subtotal', () => {
    const read = v2(
      '2021-06-01T00:00:01Z,Buy,BTC,0.1,USD,8000.40,799.00,810.04,10.00,Bought 0.1 BTC for $810.04 USD',
    )
    expect(lines(read)).toEqual(['buy 800.04 USD -> 0.1 BTC fee 10.00 USD'])
  })

  test('a quote in crypto stands in the notes only; price times quantity tells the fee', () => {
    const read = v6(
      'a,2024-08-03 10:00:00 UTC,Advanced Trade Buy,ETH,2,USD,$3000.00,"$6,000.00","$6,036.00",$36.00,Bought 2 ETH for 0.1006 BTC on ETH-BTC at 0.05 BTC/ETH,,',
    )
    expect(lines(read)).toEqual(['trade 0.1000 BTC -> 2 ETH fee 0.0006 BTC'])
    expect(read.transactions[0]?.value).toEqual({ amount: '6000.00', currency: 'USD' })
  })

  test('paid in another currency than the account counts in', () => {
    const read = v6(
      'a,2024-08-03 10:00:00 UTC,Advanced Trade Sell,BTC,-0.5,EUR,"€50,000.00","€25,000.00","€24,900.00",€100.00,Sold 0.5 BTC for 26892 USD on BTC-USD at 54000 USD/BTC,,',
    )
    expect(lines(read)).toEqual(['sell 0.5 BTC -> 27000 USD fee 108 USD'])
  })

  test('symbols and thousands separators', () => {
    const read = v6(
      'a,2024-08-03 10:00:00 UTC,Buy,BTC,0.5,CZK,Kč0,,"-Kč24,741.93","Kč1,000.50",Bought 0.5 BTC for 24741.93 CZK,,',
    )
    expect(lines(read)).toEqual(['buy 23741.43 CZK -> 0.5 BTC fee 1000.50 CZK'])
  })

  test('R-TRD-1 a convert that both of its rows tell is one trade, and two alike are two', () => {
    const convert = (id: string, asset: string, quantity: string, notes: string, at = '10:00:00') =>
      `${id},2024-08-03 ${at} UTC,Convert,${asset},${quantity},USD,1,$1485.00,$1500.00,$15.00,${notes},,`
    const notes = 'Converted 0.5 ETH to 0.022 BTC'
    const [gave, got] = [convert('a', 'ETH', '-0.5', notes), convert('b', 'BTC', '0.022', notes)]
    for (const rows of [
      [gave, got],
      [got, gave],
    ]) {
      const read = v6(...rows)
      expect(lines(read)).toEqual(['trade 0.5 ETH -> 0.022 BTC'])
      expect(read.transactions[0]?.externalId).toBe('a')
      expect(read.skipped).toEqual([{ rows: [rows.indexOf(got) + 1], reason: 'covered_by_other_file' }])
    }
    const again = [convert('c', 'ETH', '-0.5', notes), convert('d', 'BTC', '0.022', notes)]
    expect(v6(gave, got, ...again).transactions.length).toBe(2)
    // Alone it tells the whole; at another moment, or back again, it is another.
    expect(lines(v6(got))).toEqual(['trade 0.5 ETH -> 0.022 BTC'])
    expect(v6(gave, convert('e', 'BTC', '0.022', notes, '10:05:00')).transactions.length).toBe(2)
    expect(
      v6(gave, convert('f', 'BTC', '-0.022', 'Converted 0.022 BTC to 0.5 ETH')).transactions.length,
    ).toBe(2)
  })

  test('a convert into cash is a sell; without its note it waits for review', () => {
    expect(one('Convert', '0.1', 'BTC', 'Converted 0.1 BTC to 2500 USD')).toBe('sell 0.1 BTC -> 2500 USD')
    expect(one('Convert', '0.1', 'BTC', 'Converted 0.1 BTC to $2500.00 USD')).toBe(
      'sell 0.1 BTC -> 2500.00 USD',
    )
    expect(one('Convert', '0.1', 'BTC', 'Converted 0.1 BTC to 2500.00')).toBe(
      'outgoing/sent 0.1 BTC -> (counter_leg_missing)',
    )
    expect(one('Convert', '0.1', 'BTC')).toBe('outgoing/sent 0.1 BTC -> (counter_leg_missing)')
  })
})

describe('an order whose note states a value in place of the quantity that was paid', () => {
  const start = ['Timestamp', 'Transaction Type', 'Asset', 'Quantity Transacted']
  const money = (type: string) => (/Buy/.test(type) ? '3500.00,3514.00,14.00' : '3500.00,3486.00,14.00')
  const [T, SPREAD] = ['Total (inclusive of fees)', 'Total (inclusive of fees and/or spread)']
  const generations = [
    ['coinbase-v1', [...start, 'USD Spot Price at Transaction', 'USD Subtotal', `USD ${T}`, 'USD Fees']],
    ['coinbase-v2', [...start, 'Spot Price Currency', 'Spot Price at Transaction', 'Subtotal', T, 'Fees']],
    ['coinbase-v2', [...start, 'Spot Price at Transaction', 'Subtotal', T, 'Fees']],
    [
      'coinbase-v3',
      [
        ...start,
        'Spot Price Currency',
        'Spot Price at Transaction',
        'Subtotal',
        SPREAD,
        'Fees and/or Spread',
      ],
    ],
    [
      'coinbase-v4',
      [...start, 'Price Currency', 'Price at Transaction', 'Subtotal', SPREAD, 'Fees and/or Spread'],
    ],
    [
      'coinbase-v5',
      ['ID', ...start, 'Price Currency', 'Price at Transaction', 'Subtotal', SPREAD, 'Fees and/or Spread'],
    ],
  ] as const
  const order = (columns: readonly string[], type: string, notes: string, currency = 'USD') => {
    const id = columns[0] === 'ID' ? 'a1,' : ''
    const priced = columns.some((name) => /Price Currency/.test(name)) ? `${currency},` : ''
    const row = `${id}2024-06-03T10:00:00Z,${type},ETH,1,${priced}3500.00,${money(type)},"${notes}"`
    return readKnown(`${columns.join(',')},Notes\n${row}\n`)
  }
  const [, columns] = generations[5]

  test.each(generations)('%s: never a sale for dollars', (id, columns) => {
    const sold = order(columns, 'Advanced Trade Sell', 'Sold 1 ETH for $3,486.00 USD on ETH-BTC')
    expect(sold.formatId).toBe(id)
    expect(lines(sold)).toEqual(['outgoing/sent 1 ETH -> (counter_leg_missing)'])
    expect(sold.transactions[0]?.value).toEqual({ amount: '3500.00', currency: 'USD' })
    expect(sold.notes).toMatchObject([{ code: 'counter_leg_missing', row: 1, column: 'Notes' }])

    const bought = order(columns, 'Advanced Trade Buy', 'Bought 1 ETH for $3,514.00 USD on ETH-BTC')
    expect(lines(bought)).toEqual(['incoming/received -> 1 ETH (counter_leg_missing)'])
  })

  test('coinbase-v6: never a sale for dollars', () => {
    const read = v6(
      'a1,2024-06-03 10:00:00 UTC,Advanced Trade Sell,ETH,-1,USD,$3500.00,$3500.00,$3486.00,$14.00,"Sold 1 ETH for $3,486.00 USD on ETH-BTC",,',
    )
    expect(lines(read)).toEqual(['outgoing/sent 1 ETH -> (counter_leg_missing)'])
    expect(read.notes).toMatchObject([{ code: 'counter_leg_missing', row: 1, line: 5 }])
  })

  test.each([
    ['a symbol alone', 'Sold 1 ETH for $3,486.00 on ETH-BTC'],
    ['figures alone', 'Sold 1 ETH for 3486 on ETH-BTC'],
    ['another currency', 'Sold 1 ETH for $3,486.00 USD on ETH-EUR'],
    ['a stablecoin', 'Sold 1 ETH for $3,486.00 USD on ETH-USDC'],
    ['the coin of the row second', 'Sold 1 ETH for $3,486.00 USD on BTC-ETH'],
  ])('%s', (_, notes) => {
    expect(lines(order(columns, 'Advanced Trade Sell', notes))).toEqual([
      'outgoing/sent 1 ETH -> (counter_leg_missing)',
    ])
  })

  test.each([
    ['Sold 1 ETH for $3,486.00 USD on ETH-USD', 'USD', 'sell 1 ETH -> 3500.00 USD fee 14.00 USD'],
    ['Sold 1 ETH for $3,486.00 on ETH-USD', 'USD', 'sell 1 ETH -> 3500.00 USD fee 14.00 USD'],
    ['Sold 1 ETH for 0.05 ON on ETH-ON', 'USD', 'trade 1 ETH -> 0.05 ON'],
    // The columns count what came in themselves.
    ['Sold 1 ETH for $3,486.00 USD on ETH-EUR', 'EUR', 'sell 1 ETH -> 3500.00 EUR fee 14.00 EUR'],
  ])('a quantity that is stated counts: %s', (notes, currency, expected) => {
    expect(lines(order(columns, 'Advanced Trade Sell', notes, currency))).toEqual([expected])
  })
})

describe('notes of a language with a decimal comma', () => {
  const noted = (type: string, asset: string, quantity: string, notes: string) =>
    lines(v2(`2021-04-01T10:00:00Z,${type},${asset},${quantity},EUR,2000,2500,2490,10,"${notes}"`))

  test.each([
    [
      noted('Convert', 'BTC', '0.0009', 'Converted 0,0009 BTC to 0,02735 ETH'),
      'trade 0.0009 BTC -> 0.02735 ETH',
    ],
    [noted('Convert', 'ETH', '1.5', 'Converted 1,5 ETH to 1.234,5 ADA'), 'trade 1.5 ETH -> 1234.5 ADA'],
    [noted('Convert', 'ETH', '1.5', 'Converted 1,5 ETH to 1,234 ADA'), 'trade 1.5 ETH -> 1.234 ADA'],
    [noted('Convert', 'ETH', '1.5', 'Converted 1.5 ETH to 1,234 ADA'), 'trade 1.5 ETH -> 1234 ADA'],
    [
      noted('Advanced Trade Sell', 'ETH', '1.25', 'Sold 1,25 ETH for 0,0425 BTC on ETH-BTC at 0,034 BTC/ETH'),
      'trade 1.25 ETH -> 0.0425 BTC',
    ],
    [
      noted('Sell', 'ETH', '1.25', 'Sold 1,25 ETH for 2.490,00 € EUR'),
      'sell 1.25 ETH -> 2500 EUR fee 10 EUR',
    ],
  ])('%j', (read, expected) => {
    expect(read).toEqual([expected])
  })
})

describe('rows that belong together', () => {
  test('a migration is the minus and the plus row of one moment', () => {
    const read = v6(
      'a,2024-10-17 10:00:00 UTC,Asset Migration,MATIC,-25,USD,$0.4,,,,,,',
      'b,2024-10-17 10:00:00 UTC,Asset Migration,POL,25,USD,$0.4,,,,,,',
    )
    expect(lines(read)).toEqual(['swap 25 MATIC -> 25 POL'])
    expect(read.transactions[0]?.rows).toEqual([1, 2])
  })

  test.each(['Wrap Asset', 'Unwrap Asset', 'Unwrap'])('the rows of one moment of %s are one swap', (type) => {
    const read = v6(
      `a,2024-10-17 10:00:00 UTC,${type},ETH,-2,USD,$2500,,,,,,`,
      `b,2024-10-17 10:00:00 UTC,${type},CBETH,1.9,USD,$2700,,,,,,`,
    )
    expect(lines(read)).toEqual(['swap 2 ETH -> 1.9 CBETH'])
  })

  test('ETH2 sent while ETH arrives is a rename, ETH2 alone is ETH', () => {
    const read = v2(
      '2022-09-15T00:00:01Z,Receive,ETH,3,USD,1500,,,,',
      '2022-09-15T00:00:01Z,Send,ETH2,3,USD,1500,,,,',
      '2022-09-16T00:00:01Z,Rewards Income,ETH2,0.1,USD,1500,,,,',
    )
    expect(lines(read)).toEqual(['swap 3 ETH -> 3 ETH', 'incoming/staking_reward -> 0.1 ETH'])
  })

  test('trades on the built-in exchange are two rows up to ten seconds apart', () => {
    const read = v6(
      'a,2025-10-17 10:00:08 UTC,Retail MGX DEX Buy,FOO,100,USD,$1,,,,,,',
      'b,2025-10-17 10:00:00 UTC,Retail MGX DEX Send,USDC,-50,USD,$1,,,,,,',
      'c,2025-10-17 11:00:00 UTC,Retail MGX DEX Send,USDC,-7,USD,$1,,,,,,',
    )
    expect(lines(read)).toEqual(['trade 50 USDC -> 100 FOO', 'outgoing/sent 7 USDC ->'])
  })
})

test('the same history of an older and a newer report has the same names', () => {
  const name = (read: ReturnType<typeof v2>) =>
    read.transactions.flatMap((t) => t.records.map((r) => recordFingerprint('coinbase', read.family, r)))
  const old = v2('2023-06-01T00:00:01Z,Send,BTC,0.10,USD,8000,,,,')
  const later = v6('id-1,2023-06-01 00:00:01 UTC,Send,BTC,-0.1,USD,$8000.00,-$800.00,-$800.00,$0.00,,,bc1q')
  expect(name(later)).toEqual(name(old))
})

test('currencies of the oldest report stand in its header', () => {
  const read = readKnown(
    'Timestamp,Transaction Type,Asset,Quantity Transacted,EUR Spot Price at Transaction,EUR Subtotal,EUR Total (inclusive of fees),EUR Fees,Notes\n' +
      '2020-02-03T04:05:06Z,Sell,CGLD,1,9.00,9.00,8.50,0.50,\n',
  )
  expect(read.formatId).toBe('coinbase-v1')
  expect(read.transactions.map(line)).toEqual(['sell 1 CELO -> 9.00 EUR fee 0.50 EUR'])
})

test('the per-wallet report: buys, sells, movements, and the fee row that repeats', () => {
  const header =
    'Timestamp,Balance,Amount,Currency,To,Notes,Instantly Exchanged,Transfer Total,Transfer Total Currency,Transfer Fee,Transfer Fee Currency,Transfer Payment Method,Transfer ID,Order Price,Order Currency,Order BTC,Order Tracking Code,Order Custom Parameter,Order Paid Out,Recurring Payment ID,Coinbase ID (visit https://www.coinbase.com/transactions/[ID] in your browser),Bitcoin Hash (visit https://live.blockcypher.com/btc/tx/[HASH] in your browser for more info)'
  const read = readKnown(
    `Transactions\nAccount,Wallet,x\n${header}\n` +
      '2017-09-29 15:47:11 -0700,1,-0.5,BTC,,Sold,false,500.00,USD,5.00,USD,Bank,t2,,,,,,,,c1,\n' +
      '2017-09-30 15:47:11 -0700,1,0.25,BTC,,,false,,,,,,,,,,,,,,c2,abc\n' +
      '2017-10-01 15:47:11 -0700,1,-0.1,BTC,addr,gift,false,,,,,,,,,,,,,,c3,def\n',
  )
  expect(lines(read)).toEqual([
    'sell 0.5 BTC -> 500.00 USD fee 5.00 USD',
    'incoming/received -> 0.25 BTC',
    'outgoing/sent 0.1 BTC ->',
  ])
  expect(read.transactions.map((t) => [t.externalId, t.txHash])).toEqual([
    ['t2', null],
    ['c2', 'abc'],
    ['c3', 'def'],
  ])
})

test('the generation without a currency: the notes of one order name it for the whole file', () => {
  const header = V2.replace('Spot Price Currency,', '')
  const read = readKnown(
    `${header}\n2021-06-01T00:00:01Z,Rewards Income,ALGO,2.5,1.00,2.50,2.50,0.00,\n` +
      '2021-06-02T00:00:01Z,Sell,ETH,1,2500.00,2500.00,2462.50,37.50,Sold 1 ETH for €2462.50 EUR\n',
  )
  expect(read.transactions[0]?.value).toEqual({ amount: '2.50', currency: 'EUR' })
  expect(lines(read)[1]).toBe('sell 1 ETH -> 2500.00 EUR fee 37.50 EUR')
})

test('a credit of cash is received, not bought', () => {
  expect(lines(v2('2021-06-01T00:00:01Z,Credit,USD,5,USD,1.00,5,5,0,'))).toEqual([
    'incoming/received -> 5 USD (fiat)',
  ])
})

describe('what a careful reader of the report stumbles over', () => {
  const buy = (currency: string, total: string, fees = '0') =>
    lines(
      v6(`a,2024-08-03 10:00:00 UTC,Buy,BTC,0.5,${currency},"${total}","${total}","${total}","${fees}",,,`),
    )

  test.each([
    ['ZAR', 'R24.50'],
    ['MYR', 'RM1,024.50'],
    ['DKK', 'kr.24.50'],
    ['SEK', '-SEK 24.50'],
    ['PEN', 'S/24.50'],
    ['BGN', 'лв24.50'],
    ['UAH', '24.50 грн.'],
    ['CHF', 'CHF 24.50'],
    ['ARS', '-$-24.50'],
  ])('money of %s as %s: whatever stands around the figures is stripped', (currency, total) => {
    const amount = total.includes('1,024') ? '1024.50' : '24.50'
    expect(buy(currency, total)).toEqual([`buy ${amount} ${currency} -> 0.5 BTC`])
  })

  test.each(['Bought 0.5 BTC for $100.00', 'Bought 0.5 BTC for 100', 'Bought 0.5 BTC for 100.00 $'])(
    'a note without a currency names none: %s',
    (notes) => {
      const read = v6(`a,2024-08-03 10:00:00 UTC,Buy,BTC,0.5,USD,$1,$99,$100.00,$1,${notes},,`)
      expect(lines(read)).toEqual(['buy 99.00 USD -> 0.5 BTC fee 1 USD'])
    },
  )

  test('a quote whose ticker begins with figures', () => {
    const read = v6(
      'a,2024-08-03 10:00:00 UTC,Advanced Trade Buy,DOGE,100,USD,$1,$9,$9,$0,Bought 100 DOGE for 20.00 1INCH on DOGE-1INCH at 0.2 1INCH/DOGE,,',
    )
    expect(lines(read)).toEqual(['trade 20.00 1INCH -> 100 DOGE'])
  })

  test('two figures in one cell of money are no amount', () => {
    const read = v6('a,2024-08-03 10:00:00 UTC,Buy,BTC,0.5,USD,$1,$1,$1 or $2,$0,,,')
    expect(read.errors).toMatchObject([{ code: 'not_an_amount', value: '$1 or $2' }])
  })

  test('fees above the total of a buy contradict each other', () => {
    const read = v6('a,2024-08-03 10:00:00 UTC,Buy,BTC,0.5,USD,$1,$0.50,$0.50,$0.99,,,')
    expect(read.transactions).toEqual([])
    expect(read.errors).toMatchObject([{ code: 'amounts_contradict', row: 1, line: 5 }])
  })

  test('ETH converted to ETH2 is a rename, as sending one and receiving the other is', () => {
    expect(one('Convert', '2', 'ETH', 'Converted 2 ETH to 2 ETH2')).toBe('swap 2 ETH -> 2 ETH')
  })

  test('migrations of one moment meet by quantity, whatever their order', () => {
    const moment = '2024-10-17 10:00:00 UTC,Asset Migration'
    const read = v6(
      `a,${moment},MATIC,-25,USD,$0.4,,,,,,`,
      `b,${moment},RNDR,-7,USD,$0.4,,,,,,`,
      `c,${moment},RENDER,7,USD,$0.4,,,,,,`,
      `d,${moment},POL,25,USD,$0.4,,,,,,`,
    )
    expect(lines(read)).toEqual(['swap 25 MATIC -> 25 POL', 'swap 7 RNDR -> 7 RENDER'])
  })

  test('migrations of one moment that quantities do not tell apart are paired in order, and say so', () => {
    const moment = '2024-10-17 10:00:00 UTC,Asset Migration'
    const read = v6(
      `a,${moment},AAA,-25,USD,$0.4,,,,,,`,
      `b,${moment},BBB,-7,USD,$0.4,,,,,,`,
      `c,${moment},CCC,50,USD,$0.4,,,,,,`,
      `d,${moment},DDD,14,USD,$0.4,,,,,,`,
    )
    expect(lines(read)).toEqual([
      'swap 25 AAA -> 50 CCC (paired_by_order)',
      'swap 7 BBB -> 14 DDD (paired_by_order)',
    ])
  })

  test('a row that stands there twice under one ID is one', () => {
    const row = 'a,2024-08-03 10:00:00 UTC,Receive,BTC,0.5,USD,$1,$1,$1,$0,,,'
    const read = v6(row, row)
    expect(lines(read)).toEqual(['incoming/received -> 0.5 BTC'])
    expect(read.skipped).toEqual([{ rows: [2], reason: 'duplicate_row' }])
    const old = '2021-06-01T00:00:01Z,Receive,BTC,0.5,USD,1,,,,'
    expect(lines(v2(old, old))).toHaveLength(2)
  })

  test('the oldest header counts in any case and spacing', () => {
    const header =
      'timestamp,transaction type,asset,quantity  transacted,eur  spot price at transaction,eur subtotal,eur total (inclusive of fees),eur fees,notes'
    const read = readKnown(`${header}\n2020-02-03T04:05:06Z,Sell,BTC,1,9.00,9.00,8.50,0.50,\n`)
    expect(read.formatId).toBe('coinbase-v1')
    expect(lines(read)).toEqual(['sell 1 BTC -> 9.00 EUR fee 0.50 EUR'])
  })
})

describe('the oldest reports', () => {
  const wallet =
    'Timestamp,Balance,Amount,Currency,To,Notes,Instantly Exchanged,Transfer Total,Transfer Total Currency,Transfer Fee,Transfer Fee Currency,Transfer Payment Method,Transfer ID,Order Price,Order Currency,Order USD,Order Tracking Code,Order Custom Parameter,Order Paid Out,Recurring Payment ID,Coinbase ID (visit coinbase.com),USD Hash'
  const row = (amount: string, currency: string, total: string, id: string) =>
    `2017-09-29 15:47:11 -0700,,${amount},${currency},,,false,${total},${total === '' ? '' : 'USD'},,,,${id},,,,,,,,c${id},`

  test('a wallet of cash: money in and out of it is no purchase of money', () => {
    const read = readKnown(
      [wallet, row('100.00', 'USD', '100.00', 't1'), row('-10.99', 'USD', '10.00', 't2')].join('\n'),
    )
    expect(lines(read)).toEqual([
      'incoming/received -> 100.00 USD (fiat)',
      'outgoing/sent 10.99 USD -> (fiat)',
    ])
    // The wallet of the coin tells the purchase under the same Transfer ID.
    expect(read.transactions.map(({ group }) => group)).toEqual([null, null])
    const coin = readKnown([wallet, row('0.003', 'BTC', '10.00', 't2')].join('\n'))
    const name = (of: typeof coin) =>
      of.transactions.flatMap((t) => t.records.map((r) => recordFingerprint('coinbase', of.family, r)))
    expect(name(read)).not.toEqual(expect.arrayContaining(name(coin)))
  })

  test('an unknown type of the buys and sells goes by its sign', () => {
    const header = 'Timestamp,Type,BTC,Subtotal,Fees,Total,Currency,Price Per Coin,Payment Method,ID,Share'
    const read = readKnown(`${header}\n2016-01-02 10:00:00 -0800,Gift,-0.1,,,,USD,,,x2,\n`)
    expect(lines(read)).toEqual(['outgoing/sent 0.1 BTC -> (unmapped_type:Gift)'])
  })
})

test('RON is Ronin where it is bought or held, and the leu where it is paid', () => {
  const read = v6(
    'a,2024-08-01 00:00:00 UTC,Buy,RON,10,RON,9,90,92,2,Bought 10 RON for 92 RON,,',
    'b,2024-08-02 00:00:00 UTC,Send,RON,-4,USD,2,-8,-8,0,,,',
    'c,2024-08-03 00:00:00 UTC,Convert,RON,-3,USD,2,-6,-6,0,Converted 3 RON to 6 USDC,,',
  )
  expect(lines(read)).toEqual([
    'buy 90 RON -> 10 coin:ron fee 2 RON',
    'outgoing/sent 4 coin:ron ->',
    'trade 3 coin:ron -> 6 USDC',
  ])
  // A report that was read before is known again.
  expect(read.transactions[1]?.records[0]?.content).toContain('|RON|')
})

describe('taken back', () => {
  const at = (hour: string, id: string, type: string, asset: string, quantity: string, notes = '') =>
    `${id},2024-08-03 ${hour}:00:00 UTC,${type},${asset},${quantity},USD,$9.00,$90.00,$90.00,$0.00,${notes},,`
  const old = (day: string, type: string, notes: string, quantity = '0.1') =>
    `2021-06-0${day}T00:00:01Z,${type},BTC,${quantity},USD,1.00,,,,${notes}`

  test.each([
    ['by its ID', at('10', 'a', 'Send', 'BTC', '-0.5'), at('11', 'a', 'Receive', 'BTC', '0.50')],
    [
      'in words',
      at('10', 'a', 'Send', 'BTC', '-0.5'),
      at('11', 'b', 'Receive', 'BTC', '0.5', 'Your transfer failed'),
    ],
    ['by its sign', at('10', 'a', 'Deposit', 'USD', '500'), at('11', 'b', 'Deposit', 'USD', '-500')],
    [
      'by its sign the other way',
      `${at('10', 'a', 'Withdrawal', 'USD', '-500')}`,
      at('11', 'b', 'Withdrawal', 'USD', '500'),
    ],
    ['of an order', at('10', 'a', 'Buy', 'BTC', '0.5'), at('11', 'b', 'Buy', 'BTC', '-0.5')],
    [
      'of a reward',
      at('10', 'a', 'Learning Reward', 'GRT', '3'),
      at('11', 'b', 'Learning Reward', 'GRT', '-3'),
    ],
  ])('%s: nothing moved, whichever row comes first', (_, first, second) => {
    const rest = at('09', 'z', 'Send', 'ETH', '-1')
    for (const rows of [
      [rest, first, second],
      [second, first, rest],
    ]) {
      const read = v6(...rows)
      expect(lines(read)).toEqual(['outgoing/sent 1 ETH ->'])
      expect(read.skipped).toEqual([{ rows: rows[0] === rest ? [2, 3] : [1, 2], reason: 'taken_back' }])
    }
  })

  test('of a report whose quantities have no sign', () => {
    const read = v2(old('1', 'Send', ''), old('2', 'Receive', 'Refunded by the recipient'))
    expect(read.skipped).toEqual([{ rows: [1, 2], reason: 'taken_back' }])
  })

  test('what nothing says stays, as does another amount, an order of another total, and what is long ago', () => {
    const kept = (...rows: string[]) => {
      const { transactions, skipped } = v6(...rows)
      return [transactions.length, skipped]
    }
    const sent = at('10', 'a', 'Send', 'BTC', '-0.5')
    expect(kept(sent, at('11', 'b', 'Receive', 'BTC', '0.5'))).toEqual([2, []])
    expect(kept(sent, at('11', 'b', 'Receive', 'BTC', '0.4', 'failed'))).toEqual([2, []])
    expect(kept(sent, at('09', 'b', 'Receive', 'BTC', '0.5', 'failed'))).toEqual([2, []])
    expect(kept(sent, at('11', 'b', 'Receive', 'BTC', '0.5', 'failed').replace('2024', '2025'))).toEqual([
      2,
      [],
    ])
    const bought = at('10', 'a', 'Buy', 'BTC', '0.5')
    expect(kept(bought, at('11', 'b', 'Buy', 'BTC', '-0.5').replaceAll('90.00', '91.00'))).toEqual([2, []])
  })

  test('in the report of a wallet, under one Transfer ID', () => {
    const wallet =
      'Timestamp,Balance,Amount,Currency,To,Notes,Instantly Exchanged,Transfer Total,Transfer Total Currency,Transfer Fee,Transfer Fee Currency,Transfer Payment Method,Transfer ID,Order Price,Order Currency,Order USD,Order Tracking Code,Order Custom Parameter,Order Paid Out,Recurring Payment ID,Coinbase ID (visit coinbase.com),USD Hash'
    const row = (day: string, amount: string, transfer: string, id: string, notes = '') =>
      `2017-09-${day} 15:47:11 -0700,,${amount},BTC,,${notes},false,10.00,USD,,,,${transfer},,,,,,,,${id},`
    const read = readKnown(
      [
        wallet,
        row('11', '0.003', 't1', 'c1'),
        row('12', '-0.003', 't1', 'c2'),
        row('13', '-0.003', '', 'c3'),
        row('14', '0.003', '', 'c4', 'Cancelled'),
        row('15', '0.003', 't2', 'c5'),
      ].join('\n'),
    )
    expect(lines(read)).toEqual(['buy 10.00 USD -> 0.003 BTC'])
    expect(read.skipped).toEqual([
      { rows: [1, 2], reason: 'taken_back' },
      { rows: [3, 4], reason: 'taken_back' },
    ])
  })
})
