import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transactionFingerprint } from '../../reading/fingerprints.ts'
import { line, lines, readKnown, readText } from '../testing/read-text.ts'
import { binanceAsset } from '../../providers/binance/assets.ts'

const HEADER = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark'
const at = (time: string, operation: string, coin: string, change: string, remark = '') =>
  `1,2023-01-02 00:00:${time},Spot,${operation},${coin},${change},${remark}`
const read = (...rows: string[]) => readKnown(`${HEADER}\n${rows.join('\n')}\n`)
const one = (operation: string, change = '1', coin = 'ADA') =>
  lines(read(at('00', operation, coin, change)))[0]

describe('every operation', () => {
  test.each([
    ['Deposit', '1', 'incoming/received -> 1 ADA'],
    ['Withdraw', '-1', 'outgoing/sent 1 ADA ->'],
    ['Send', '-1', 'outgoing/sent 1 ADA ->'],
    ['Savings Interest', '1', 'incoming/interest_received -> 1 ADA'],
    ['Savings distribution', '1', 'incoming/interest_received -> 1 ADA'],
    ['Simple Earn Flexible Interest', '1', 'incoming/interest_received -> 1 ADA'],
    ['Pool Distribution', '1', 'incoming/interest_received -> 1 ADA'],
    ['Launchpool Interest', '1', 'incoming/interest_received -> 1 ADA'],
    ['POS savings interest', '1', 'incoming/staking_reward -> 1 ADA'],
    ['Staking Rewards', '1', 'incoming/staking_reward -> 1 ADA'],
    ['ETH 2.0 Staking Rewards', '1', 'incoming/staking_reward -> 1 ADA'],
    ['Simple Earn Locked Rewards', '1', 'incoming/staking_reward -> 1 ADA'],
    ['BNB Vault Rewards', '1', 'incoming/staking_reward -> 1 ADA'],
    ['Liquid Swap rewards', '1', 'incoming/staking_reward -> 1 ADA'],
    ['Launchpool Earnings Withdrawal', '1', 'incoming/staking_reward -> 1 ADA'],
    ['Super BNB Mining', '1', 'incoming/mined -> 1 ADA'],
    ['Distribution', '1', 'incoming/airdrop -> 1 ADA'],
    ['Distribution', '-1', 'outgoing/sent 1 ADA -> (review)'],
    ['Launchpool Airdrop - System Distribution', '1', 'incoming/airdrop -> 1 ADA'],
    ['HODLer Airdrops Distribution', '1', 'incoming/airdrop -> 1 ADA'],
    ['Commission Rebate', '1', 'incoming/rebate -> 1 ADA'],
    ['Referral Kickback', '-1', 'outgoing/fee 1 ADA -> (adjustment)'],
    ['Binance Card Spending', '-1', 'outgoing/purchase 1 ADA ->'],
    ['Binance Card Spending', '1', 'incoming/received -> 1 ADA (refund)'],
    ['Binance Card Cashback', '1', 'incoming/rebate -> 1 ADA'],
    ['Simple Earn Locked - Rewards Income', '1', 'incoming/staking_reward -> 1 ADA'],
    ['Simple Earn Flexible - Rewards Income', '1', 'incoming/interest_received -> 1 ADA'],
    ['Crypto Box Refund', '1', 'incoming/received -> 1 ADA (refund)'],
    ['Crypto Box', '1', 'incoming/gift_received -> 1 ADA'],
    ['Crypto Box', '-1', 'outgoing/gift_sent 1 ADA ->'],
    ['Asset Recovery', '-1', 'outgoing/lost 1 ADA -> (review)'],
    ['Futures: Realized Profit and Loss', '1', 'incoming/margin_gain -> 1 ADA'],
    ['Realize profit and loss', '-1', 'outgoing/margin_loss 1 ADA ->'],
    ['Futures: Fee', '-1', 'outgoing/margin_fee 1 ADA ->'],
    ['Insurance Fund Compensation', '-1', 'outgoing/margin_fee 1 ADA ->'],
    ['Futures: Funding Fee', '1', 'incoming/margin_gain -> 1 ADA'],
    ['Futures: Funding Fee', '-1', 'outgoing/margin_fee 1 ADA ->'],
    ['Margin Loan', '1', 'incoming/loan_received -> 1 ADA'],
    ['Isolated Margin Loan', '1', 'incoming/loan_received -> 1 ADA'],
    ['Margin Repayment', '-1', 'outgoing/loan_repayment 1 ADA ->'],
    ['P2P Trading', '1', 'incoming/received -> 1 ADA (counter_leg_missing)'],
    ['Fiat OCBS - Add Fiat and Fees', '1', 'incoming/received -> 1 ADA'],
    ['Cashback Voucher', '1', 'incoming/rebate -> 1 ADA'],
    ['Futures Referral Rebate', '1', 'incoming/rebate -> 1 ADA'],
    ['Campaign Rewards', '1', 'incoming/airdrop -> 1 ADA'],
    ['BNSOL Staking - Extra Rewards', '1', 'incoming/staking_reward -> 1 ADA'],
    ['RWUSD - Distribution', '1', 'incoming/interest_received -> 1 ADA'],
    ['Merchant Acquiring', '-1', 'outgoing/purchase 1 ADA ->'],
    ['Flexible Loan - Lending', '1', 'incoming/loan_received -> 1 ADA'],
    ['Flexible Loan - Repayment', '-1', 'outgoing/loan_repayment 1 ADA ->'],
    ['Isolated Margin Repayment', '-1', 'outgoing/loan_repayment 1 ADA ->'],
    ['Cross Margin Liquidation - Repayment', '-1', 'outgoing/loan_repayment 1 ADA ->'],
    ['Isolated Margin Liquidation - Forced Repayment', '-1', 'outgoing/loan_repayment 1 ADA ->'],
    ['Sell Crypto To Fiat', '-1', 'outgoing/sent 1 ADA -> (ungrouped)'],
    ['Quantum Farming', '-1', 'outgoing/sent 1 ADA -> (unmapped_type:Quantum Farming)'],
  ])('%s %s', (operation, change, expected) => {
    expect(one(operation, change)).toBe(expected)
  })

  test.each([
    'transfer_in',
    'transfer_out',
    'Transfer Between Main Account/Futures and Margin Account',
    'Savings purchase',
    'Savings Principal redemption',
    'POS savings redemption',
    'Staking Purchase',
    'Simple Earn Flexible Subscription',
    'Simple Earn Locked Redemption',
    'Launchpool Subscription/Redemption',
    'Main and Funding Account Transfer',
    'Transfer Funds to Spot',
    'Flexible Loan - Collateral Transfer',
  ])('%s stays inside', (operation) => {
    expect(read(at('00', operation, 'ADA', '1')).skipped).toEqual([
      { rows: [1], reason: 'internal_transfer' },
    ])
  })
})

describe('trades', () => {
  test('old statements call both legs Buy; stablecoins are crypto', () => {
    expect(
      lines(
        read(
          at('00', 'Buy', 'BTC', '0.1'),
          at('00', 'Fee', 'BTC', '-0.0001'),
          at('00', 'Buy', 'USDT', '-900'),
        ),
      ),
    ).toEqual(['trade 900 USDT -> 0.1 BTC fee 0.0001 BTC'])
  })

  test('fills of one pair in one second are added up, fees in two coins are two', () => {
    const found = read(
      at('00', 'Transaction Sold', 'ETH', '-1.5'),
      at('00', 'Transaction Revenue', 'EUR', '1500.10'),
      at('00', 'Transaction Fee', 'BNB', '-0.01'),
      at('00', 'Transaction Sold', 'ETH', '-0.5'),
      at('00', 'Transaction Fee', 'EUR', '-0.5'),
      at('00', 'Transaction Revenue', 'EUR', '500.00'),
    )
    expect(lines(found)).toEqual(['sell 2.0 ETH -> 2000.10 EUR fee 0.5 EUR', 'outgoing/fee 0.01 BNB ->'])
    expect(found.transactions[0]?.rows).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('of several fees one that was given back came in, and one in money needs no worth', () => {
    const found = read(
      at('00', 'Transaction Buy', 'BTC', '0.1'),
      at('00', 'Transaction Spend', 'USD', '-900'),
      at('00', 'Transaction Fee', 'USD', '-0.5'),
      at('00', 'Transaction Fee', 'BTC', '-0.001'),
      at('00', 'Transaction Fee', 'BNB', '0.02'),
      at('00', 'Transaction Fee', 'ADA', '0'),
    )
    expect(lines(found)).toEqual([
      'buy 900 USD -> 0.1 BTC fee 0.001 BTC',
      'outgoing/fee 0.5 USD ->',
      'incoming/rebate -> 0.02 BNB',
    ])
    expect(found.transactions.map(({ part, value }) => [part, value])).toEqual([
      [null, null],
      ['fee', null],
      ['fee 2 rebate', null],
    ])
  })

  test('two identical fills in one file are both kept', () => {
    const fill = [at('00', 'Transaction Buy', 'BTC', '0.1'), at('00', 'Transaction Spend', 'USDT', '-900')]
    const found = read(...fill, ...fill)
    expect(lines(found)).toEqual(['trade 1800 USDT -> 0.2 BTC'])
    expect(found.transactions[0]?.records.map((r) => r.ordinal)).toEqual([0, 0, 1, 1])
  })

  test('a buy and a sell in one second are two trades', () => {
    expect(
      lines(
        read(
          at('00', 'Transaction Buy', 'BTC', '0.1'),
          at('00', 'Transaction Revenue', 'USDT', '50'),
          at('00', 'Transaction Spend', 'USDT', '-900'),
          at('00', 'Transaction Sold', 'ADA', '-100'),
        ),
      ),
    ).toEqual(['trade 900 USDT -> 0.1 BTC', 'trade 100 ADA -> 50 USDT'])
  })

  test('legs over two seconds meet, whole trades of two seconds do not', () => {
    expect(
      lines(read(at('00', 'Binance Convert', 'BTC', '0.1'), at('01', 'Binance Convert', 'USDT', '-900'))),
    ).toEqual(['trade 900 USDT -> 0.1 BTC'])
    const whole = (second: string) => [
      at(second, 'Transaction Buy', 'BTC', '1'),
      at(second, 'Transaction Spend', 'USDT', '-9'),
    ]
    expect(lines(read(...whole('00'), ...whole('01')))).toEqual([
      'trade 9 USDT -> 1 BTC',
      'trade 9 USDT -> 1 BTC',
    ])
  })

  test('a side that waits for the next second is not thrown in with the trade before', () => {
    const spread = [
      at('00', 'Transaction Buy', 'BTC', '0.1'),
      at('00', 'Transaction Spend', 'USDT', '-900'),
      at('01', 'Transaction Buy', 'BTC', '0.05'),
      at('02', 'Transaction Spend', 'USDT', '-450'),
    ]
    const expected = ['trade 900 USDT -> 0.1 BTC', 'trade 450 USDT -> 0.05 BTC']
    expect(lines(read(...spread))).toEqual(expected)
    expect(lines(read(...spread.toReversed())).toSorted()).toEqual(expected.toSorted())
  })

  test('other accounts do not mix', () => {
    const other = at('00', 'Buy', 'USDT', '-900').replace('Spot', 'Margin')
    expect(lines(read(at('00', 'Buy', 'BTC', '0.1'), other))).toEqual([
      'incoming/received -> 0.1 BTC (ungrouped)',
      'outgoing/sent 900 USDT -> (ungrouped)',
    ])
  })

  test('dust: as many sales as payouts are paired and flagged, one payout for many waits', () => {
    const dust = (coin: string, change: string) => at('00', 'Small assets exchange BNB', coin, change)
    expect(
      lines(read(dust('ADA', '-3'), dust('BNB', '0.01'), dust('XRP', '-2'), dust('BNB', '0.02'))),
    ).toEqual(['trade 3 ADA -> 0.01 BNB (paired_by_order)', 'trade 2 XRP -> 0.02 BNB (paired_by_order)'])
    expect(lines(read(dust('ADA', '-3'), dust('XRP', '-2'), dust('BNB', '0.03')))).toEqual([
      'outgoing/sent 3 ADA -> (ungrouped)',
      'outgoing/sent 2 XRP -> (ungrouped)',
      'incoming/received -> 0.03 BNB (ungrouped)',
    ])
  })

  test('renames carry over, other conversions are trades', () => {
    const pair = (operation: string, from: [string, string], to: [string, string]) =>
      lines(read(at('00', operation, ...from), at('00', operation, ...to)))
    expect(pair('Convert Fiat to Stablecoin Paysafe', ['EUR', '-5'], ['USDT', '5.4'])).toEqual([
      'buy 5 EUR -> 5.4 USDT',
    ])
    expect(pair('Stablecoins Auto-Conversion', ['USDC', '-5'], ['BUSD', '5'])).toEqual([
      'trade 5 USDC -> 5 BUSD',
    ])
    expect(pair('Token Swap - Distribution', ['USDC', '-5'], ['USDT', '5'])).toEqual([
      'trade 5 USDC -> 5 USDT',
    ])
    expect(pair('Distribution', ['MATIC', '-5'], ['POL', '5'])).toEqual(['swap 5 MATIC -> 5 POL (review)'])
    expect(pair('ETH 2.0 Staking', ['ETH', '-5'], ['BETH', '5'])).toEqual(['swap 5 ETH -> 5 BETH'])
    expect(pair('ETH 2.0 Staking', ['BETH', '-5'], ['ETH', '5'])).toEqual(['swap 5 BETH -> 5 ETH'])
    expect(pair('Token Swap - Redenomination/Rebranding', ['NANO', '-5'], ['XNO', '5'])).toEqual([
      'swap 5 XNO -> 5 XNO',
    ])
    expect(pair('Token Swap - Redenomination/Rebranding', ['LEND', '-100'], ['AAVE', '1'])).toEqual([
      'swap 100 LEND -> 1 AAVE',
    ])
    expect(pair('Leverage Token Redemption', ['BTCUP', '-5'], ['USDT', '9'])).toEqual([
      'trade 5 BTCUP -> 9 USDT',
    ])
    expect(pair('Buy Crypto With Card', ['EUR', '-100'], ['BTC', '0.01'])).toEqual([
      'buy 100 EUR -> 0.01 BTC',
    ])
    expect(pair('Large OTC trading', ['BTC', '-1'], ['USDT', '9'])).toEqual(['trade 1 BTC -> 9 USDT'])
  })
})

test('files whose lines are quoted once more', () => {
  const quoted = (text: string) =>
    `"${text
      .split(',')
      .map((cell, i) => (i === 0 ? cell : `""${cell}""`))
      .join(',')}"`
  const text = [
    HEADER,
    at('00', 'Deposit', 'ADA', '1,5'.replace(',', '.')),
    at('01', 'Deposit', 'ADA', '2'),
  ].map(quoted)
  expect(lines(readKnown(`${text.join('\n')}\n`))).toEqual([
    'incoming/received -> 1.5 ADA',
    'incoming/received -> 2 ADA',
  ])
})

test('headers without user, with spaces, and years of two figures', () => {
  const short = readKnown(
    'UTC_Time,Account,Operation,Coin,Change,Remark\n23-01-02 00:00:00,Spot,Deposit,ADA,1,\n',
  )
  const spaced = readKnown(
    'User ID,Time,Account,Operation,Coin,Change,Remark\n1,2023-01-02 00:00:00,Spot,Deposit,ADA,1,\n',
    { timeZone: 'UTC' },
  )
  expect(short.transactions[0]?.at).toBe(Date.UTC(2023, 0, 2))
  expect(spaced.transactions[0]?.at).toBe(Date.UTC(2023, 0, 2))
})

test('E3 a column that says UTC is UTC, whatever zone a person is in', () => {
  const read = readKnown(`${HEADER}\n${at('00', 'Deposit', 'ADA', '1')}\n`, { timeZone: 'Europe/Berlin' })
  expect(read.timeZone).toEqual({ zone: 'UTC', from: 'format' })
  expect(read.transactions[0]?.at).toBe(Date.UTC(2023, 0, 2))
})

test('E3 the newer export may be in local time: the person is asked, with UTC as the usual answer', () => {
  const text =
    'User ID,Time,Account,Operation,Coin,Change,Remark\n1,2023-01-02 00:00:00,Spot,Deposit,ADA,1,\n'
  expect(readText(text)).toMatchObject({
    outcome: 'ask',
    question: 'time_zone',
    usual: 'UTC',
    header: ['User ID', 'Time', 'Account', 'Operation', 'Coin', 'Change', 'Remark'],
    sample: [{ line: 2, cells: ['1', '2023-01-02 00:00:00', 'Spot', 'Deposit', 'ADA', '1', ''] }],
  })
  const asked = readKnown(text, { timeZone: 'Europe/Berlin' })
  expect(asked.timeZone).toEqual({ zone: 'Europe/Berlin', from: 'asked' })
  expect(asked.transactions[0]?.at).toBe(Date.UTC(2023, 0, 1, 23))
  expect(readText(text, { timeZone: 'Mars/One' })).toMatchObject({ outcome: 'ask' })
  expect(readText(text.toLowerCase())).toMatchObject({ outcome: 'ask', question: 'time_zone' })
})

test.each([
  ['Buy Crypto With Fiat', 'EUR', 'LTC', 'buy 160 EUR -> 2 LTC'],
  ['Sell Crypto To Fiat', 'LTC', 'EUR', 'sell 160 LTC -> 2 EUR'],
  ['Auto-Invest Transaction', 'USDT', 'LTC', 'trade 160 USDT -> 2 LTC'],
  ['SOL Staking - Purchase', 'SOL', 'BNSOL', 'trade 160 SOL -> 2 BNSOL'],
  ['WBETH2.0 - Staking', 'ETH', 'WBETH', 'trade 160 ETH -> 2 WBETH'],
  ['RWUSD - Subscription', 'USDT', 'RWUSD', 'trade 160 USDT -> 2 RWUSD'],
  ['BNB Fee Deduction', 'BNB', 'LTC', 'trade 160 BNB -> 2 LTC'],
])('%s with both its sides is a trade', (operation, from, to, expected) => {
  expect(lines(read(at('00', operation, from, '-160'), at('00', operation, to, '2')))).toEqual([expected])
})

test('the fee of a position is no fee of a trade', () => {
  const row = (account: string, operation: string, change: string) =>
    `1,2023-01-02 00:00:00,${account},${operation},USDT,${change},`
  const position = readKnown(
    `${HEADER}\n${row('USD-M Futures', 'Fee', '-0.4')}\n${row('USD-M Futures', 'Realized Profit and Loss', '3')}\n`,
  )
  expect(lines(position).toSorted()).toEqual([
    'incoming/margin_gain -> 3 USDT',
    'outgoing/margin_fee 0.4 USDT ->',
  ])
  expect(position.notes).toEqual([])
})

test('a coin that is recovered, and as much of another distributed days later, has a new name', () => {
  const row = (day: number, operation: string, coin: string, change: string) =>
    `1,2024-09-${day} 00:00:00,Spot,${operation},${coin},${change},`
  const swap = (...rows: string[]) => lines(readKnown(`${HEADER}\n${rows.join('\n')}\n`))
  const taken = row(10, 'Asset Recovery', 'MATIC', '-12.5')
  expect(swap(taken, row(13, 'Token Swap - Distribution', 'POL', '12.50'))).toEqual([
    'swap 12.5 MATIC -> 12.50 POL (review)',
  ])
  const apart = ['outgoing/lost 12.5 MATIC -> (review)', 'incoming/received -> 13 POL (ungrouped)']
  expect(swap(taken, row(13, 'Token Swap - Distribution', 'POL', '13'))).toEqual(apart)
})

test('receipts of flexible savings are their asset', () => {
  expect(['LDBTC', 'LDUSDT', 'LDO', 'BCHABC', 'NANO', 'BETH'].map(binanceAsset)).toEqual([
    'BTC',
    'USDT',
    'LDO',
    'BCH',
    'XNO',
    'BETH',
  ])
})

/** Rows of one second say the same in whatever order they come. */
function expectNoOrder(rows: fc.Arbitrary<readonly string[]>): void {
  const shuffled = rows.chain((told) =>
    fc.tuple(
      fc.constant(told),
      fc.shuffledSubarray([...told], { minLength: told.length, maxLength: told.length }),
    ),
  )
  fc.assert(
    fc.property(shuffled, ([told, others]) => {
      expect(readOf(others)).toEqual(readOf(told))
    }),
    { numRuns: 300 },
  )
}

/** The reading of rows, in any order: transactions with their names, parts, values and words. */
const readOf = (rows: readonly string[]) =>
  readKnown(`${HEADER}\n${rows.join('\n')}\n`)
    .transactions.map((read) =>
      JSON.stringify([
        line(read),
        read.part,
        read.value,
        read.comment,
        transactionFingerprint('me', 'binance-statement', read),
      ]),
    )
    .toSorted()

describe('rows of one second come in no order', () => {
  const change = fc.integer({ min: 1, max: 9_999 }).map((units) => `${units / 100}`)
  const remark = fc.constantFrom('', 'a', 'b')
  const fill = fc
    .tuple(change, change, remark)
    .map(([gave, got, said]) => [
      at('00', 'Transaction Sold', 'ETH', `-${gave}`, said),
      at('00', 'Transaction Revenue', 'EUR', got, said),
    ])
  const fee = fc
    .tuple(
      fc.constantFrom('ETH', 'EUR', 'BNB', 'ADA', 'USDT'),
      fc.constantFrom('-', '-', '-', ''),
      change,
      remark,
    )
    .map(([coin, sign, amount, said]) => at('00', 'Transaction Fee', coin, `${sign}${amount}`, said))
  const trade = fc
    .tuple(fc.array(fill, { minLength: 1, maxLength: 3 }), fc.array(fee, { maxLength: 5 }))
    .map(([fills, fees]) => [...fills.flat(), ...fees])

  test('which of several fees a trade carries does not hang on it', () => {
    expectNoOrder(trade)
  })

  test('nor which of a buy and a sell of that second a fee was paid for', () => {
    const other = fc
      .tuple(change, change)
      .map(([gave, got]) => [
        at('00', 'Transaction Spend', 'EUR', `-${gave}`),
        at('00', 'Transaction Buy', 'ETH', got),
      ])
    expectNoOrder(fc.tuple(trade, other).map((both) => both.flat()))
  })

  test("the fee in the coin received is the trade's own, then that in the coin given, then by their coins", () => {
    const legs = [at('00', 'Transaction Sold', 'ETH', '-1'), at('00', 'Transaction Revenue', 'BTC', '0.05')]
    const fees = ['BNB', 'BTC', 'ETH', 'ADA'].map((coin) => at('00', 'Transaction Fee', coin, '-0.01'))
    expect(lines(read(...legs, ...fees))).toEqual([
      'trade 1 ETH -> 0.05 BTC fee 0.01 BTC',
      'outgoing/fee 0.01 ETH ->',
      'outgoing/fee 0.01 ADA ->',
      'outgoing/fee 0.01 BNB ->',
    ])
    expect(lines(read(...legs, ...fees.slice(2)))[0]).toBe('trade 1 ETH -> 0.05 BTC fee 0.01 ETH')
  })

  test('of a sale for cash it is the fee in the coin sold, then that in cash, from which nothing is withheld', () => {
    const legs = [at('00', 'Transaction Sold', 'ETH', '-1'), at('00', 'Transaction Revenue', 'EUR', '1500')]
    const fees = ['BNB', 'EUR', 'ETH'].map((coin) => at('00', 'Transaction Fee', coin, '-0.01'))
    expect(lines(read(...legs, ...fees))).toEqual([
      'sell 1 ETH -> 1500 EUR fee 0.01 ETH',
      'outgoing/fee 0.01 EUR ->',
      'outgoing/fee 0.01 BNB ->',
    ])
    expect(lines(read(...legs, ...fees.slice(0, 2)))[0]).toBe('sell 1 ETH -> 1500 EUR fee 0.01 EUR')
  })
})

describe('codes of currencies that coins go by', () => {
  test('Ethernity is a coin there, and RON the leu', () => {
    expect(
      lines(
        read(
          at('00', 'Deposit', 'ERN', '5'),
          at('10', 'Buy', 'ERN', '5'),
          at('10', 'Buy', 'USDT', '-9'),
          at('20', 'Buy', 'BTC', '1'),
          at('20', 'Buy', 'RON', '-300'),
        ),
      ),
    ).toEqual(['incoming/received -> 5 coin:ern', 'trade 9 USDT -> 5 coin:ern', 'buy 300 RON -> 1 BTC'])
  })

  test('of a code that can be either is said what it is read as, once', () => {
    const reading = read(at('00', 'Deposit', 'EGP', '5'), at('10', 'Withdraw', 'EGP', '-5'))
    expect(lines(reading)).toEqual([
      'incoming/received -> 5 EGP (fiat currency_assumed)',
      'outgoing/sent 5 EGP -> (fiat currency_assumed)',
    ])
    expect(reading.notes).toMatchObject([{ code: 'currency_assumed', row: 1 }])
    expect(reading.notes[0]?.message).toBe(
      'EGP is read as a government currency, which has no gain and brings no income. Where it is the coin Eigenpie, change it to coin:egp',
    )
  })
})

describe('sales of new tokens', () => {
  const on = (day: string, operation: string, coin: string, change: string) =>
    `1,2023-01-${day} 00:00:00,Spot,${operation},${coin},${change},`
  const [spent, tokens] = ['Launchpad Subscribe', 'Launchpad Token Distribution']

  test('what was spent and not given back bought the tokens', () => {
    const rows = [on('01', spent, 'BNB', '-9'), on('02', spent, 'BNB', '8.95'), on('02', tokens, 'ID', '60')]
    for (const file of [read(...rows), read(...rows.toReversed())]) {
      expect(lines(file)).toEqual(['trade 0.05 BNB -> 60 ID'])
      expect(file.transactions[0]?.rows).toEqual([1, 2, 3])
      expect(file.notes).toEqual([])
    }
  })

  test('one sale after another, and two at once in their order', () => {
    const [a, b] = [on('01', spent, 'BNB', '-1'), on('03', spent, 'BNB', '-2')]
    const apart = read(a, on('02', tokens, 'ID', '60'), b, on('04', tokens, 'OPEN', '7'))
    expect(lines(apart)).toEqual(['trade 1 BNB -> 60 ID', 'trade 2 BNB -> 7 OPEN'])
    const at = read(a, b, on('04', tokens, 'ID', '60'), on('05', tokens, 'OPEN', '7'))
    expect(lines(at)).toEqual([
      'trade 1 BNB -> 60 ID (paired_by_order)',
      'trade 2 BNB -> 7 OPEN (paired_by_order)',
    ])
  })

  test('what cannot be tied stays apart and is noted, and what came back whole was not spent', () => {
    const alone = read(on('01', spent, 'BNB', '-1'))
    expect(lines(alone)).toEqual(['outgoing/sent 1 BNB -> (counter_leg_missing)'])
    expect(alone.notes).toMatchObject([{ code: 'counter_leg_missing', row: 1 }])
    expect(lines(read(on('01', tokens, 'ID', '60')))).toEqual([
      'incoming/received -> 60 ID (counter_leg_missing)',
    ])
    const back = read(on('01', spent, 'BNB', '-1'), on('02', spent, 'BNB', '1.0'))
    expect(back.skipped).toEqual([{ rows: [1, 2], reason: 'internal_transfer' }])
  })
})

test('what went into savings and is not back is noted once for its coin', () => {
  const move = (second: string, change: string) =>
    at(second, 'Simple Earn Flexible Subscription', 'ADA', change)
  expect(read(move('00', '-3'), move('01', '-1'), move('02', '1')).notes).toMatchObject([
    { code: 'one_end', row: 3, message: expect.stringContaining('3 ADA') },
  ])
  expect(read(move('00', '-3'), at('01', 'Simple Earn Flexible Subscription', 'LDADA', '3')).notes).toEqual(
    [],
  )
})

test('the receipt of savings is no interest under any word that hands it out, and interest on it is', () => {
  for (const word of [
    'Savings distribution',
    'Distribution',
    'Simple Earn Flexible Subscription',
    'Savings purchase',
  ])
    expect(lines(read(at('00', word, 'LDUSDT', '5000')))).toEqual([])
  expect(lines(read(at('00', 'Savings distribution', 'USDT', '5')))).toEqual([
    'incoming/interest_received -> 5 USDT',
  ])
  expect(lines(read(at('00', 'Savings Interest', 'USDT', '5')))).toEqual([
    'incoming/interest_received -> 5 USDT',
  ])
})

describe('own moves', () => {
  const [move, pool] = ['Asset - Transfer', 'Liquid Swap Add']

  test('with both ends leave no trace; one end alone is open', () => {
    const both = read(at('00', move, 'BNB', '-2'), at('00', move, 'BNB', '2'))
    expect([lines(both), both.skipped]).toEqual([[], [{ rows: [1, 2], reason: 'internal_transfer' }]])
    const pooled = read(at('00', pool, 'BNB', '-1'), at('09', 'Liquidity Farming Remove', 'BNB', '1.0'))
    expect(pooled.skipped).toEqual([{ rows: [1, 2], reason: 'internal_transfer' }])
    const open = read(at('00', move, 'BNB', '-2'), at('01', move, 'BNB', '1'), at('02', pool, 'BNB', '2'))
    expect(lines(open)).toEqual([
      'outgoing/sent 2 BNB -> (review)',
      'incoming/received -> 1 BNB (review)',
      'incoming/received -> 2 BNB (review)',
    ])
    expect(open.notes.map(({ code, row }) => [code, row])).toEqual([
      ['one_end', 1],
      ['one_end', 2],
      ['one_end', 3],
    ])
  })
})

describe('a coin under a new name in two rows', () => {
  const day = (day: string, operation: string, coin: string, change: string) =>
    `91,2024-03-${day} 01:00:00,Spot,${operation},${coin},${change},`

  test.each(['Distribution', 'Token Swap - Redenomination/Rebranding'])('%s', (word) => {
    expect(lines(read(day('04', word, 'OLDX', '-40'), day('06', word, 'NEWX', '40')))).toEqual([
      'swap 40 OLDX -> 40 NEWX (review)',
    ])
  })

  test('is no income where another amount arrives, or which it is is not sure', () => {
    const other = read(day('04', 'Distribution', 'OLDX', '-40'), day('06', 'Distribution', 'NEWX', '4'))
    expect(lines(other)).toEqual([
      'outgoing/sent 40 OLDX -> (review)',
      'incoming/received -> 4 NEWX (review)',
    ])
    expect(other.notes).toMatchObject([{ code: 'one_end', row: 2 }])
    const two = read(
      day('04', 'Distribution', 'OLDX', '-40'),
      day('06', 'Distribution', 'NEWX', '40'),
      day('07', 'Distribution', 'NEWY', '40'),
    )
    expect(lines(two)).toEqual([
      'outgoing/sent 40 OLDX -> (review)',
      'incoming/received -> 40 NEWX (review)',
      'incoming/received -> 40 NEWY (review)',
    ])
    expect(lines(read(day('06', 'Distribution', 'NEWX', '40')))).toEqual(['incoming/airdrop -> 40 NEWX'])
  })
})

describe('taken back', () => {
  test('a withdrawal that a later row says was cancelled comes to nothing', () => {
    const found = read(
      at('00', 'Withdraw', 'BTC', '-0.5', 'Withdraw fee is included'),
      at('09', 'Withdraw', 'BTC', '0.50', 'Withdrawal cancelled'),
      at('10', 'Withdraw', 'BTC', '-0.5'),
    )
    expect(lines(found)).toEqual(['outgoing/sent 0.5 BTC ->'])
    expect(found.skipped).toEqual([{ rows: [1, 2], reason: 'taken_back' }])
  })

  test('what no row says stays, for review', () => {
    const rows = [at('00', 'Withdraw', 'BTC', '-0.5'), at('09', 'Withdraw', 'BTC', '0.5')]
    expect(lines(read(...rows))).toEqual([
      'outgoing/sent 0.5 BTC ->',
      'incoming/received -> 0.5 BTC (reversal)',
    ])
    const other = at('09', 'Withdraw', 'BTC', '0.4', 'Withdrawal failed')
    expect(read(at('00', 'Withdraw', 'BTC', '-0.5'), other).skipped).toEqual([])
  })
})

test('conversions of one pair in one second are one each, the larger with the larger', () => {
  const rows = [
    at('00', 'Binance Convert', 'USDT', '-20'),
    at('00', 'Binance Convert', 'BNB', '0.12'),
    at('00', 'Binance Convert', 'USDT', '-40'),
    at('00', 'Binance Convert', 'BNB', '0.06'),
  ]
  expect(lines(read(...rows)).toSorted()).toEqual(['trade 20 USDT -> 0.06 BNB', 'trade 40 USDT -> 0.12 BNB'])
})
