import { describe, expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

describe('trading account', () => {
  const row = (type: string, action: string, change: string, unit: string, fee = '0', more = {}) => ({
    id: `${change}${unit}`,
    'Order id': '900',
    Time: '2024-01-08 10:00:00',
    'Trade Type': type,
    Symbol: 'BTC-USDT',
    Action: action,
    Fee: fee,
    'Fee Unit': unit,
    'Balance Change': change,
    'Balance Unit': unit,
    ...more,
  })

  test.each([
    [
      [row('Spot', 'Sell', '-0.01', 'BTC'), row('Spot', 'Sell', '419.58', 'USDT', '-0.42')],
      ['trade 0.01 BTC -> 420 USDT fee 0.42 USDT'],
    ],
    [
      // A maker's fee that was given back is in the change too.
      [row('Spot', 'Sell', '-0.01', 'BTC'), row('Spot', 'Sell', '420.42', 'USDT', '0.42')],
      ['trade 0.01 BTC -> 420 USDT fee -0.42 USDT'],
    ],
    [[row('Swap', 'Close long', '24.5', 'USDT', '-0.5')], ['incoming/margin_gain -> 25 USDT fee 0.5 USDT']],
    [[row('Swap', 'Open long', '-0.5', 'USDT', '-0.5')], ['outgoing/margin_fee 0.5 USDT ->']],
    [[row('Swap', 'Funding fee expense', '-0.3', 'USDT')], ['outgoing/margin_fee 0.3 USDT ->']],
    [[row('Transfer', 'Transfer out', '-5', 'USDT')], ['skip internal_transfer 1']],
    // A conversion in the app has no action.
    [[row('Spot', '', '-300', 'USDC'), row('Spot', '', '1', 'TAO')], ['trade 300 USDC -> 1 TAO']],
    [[row('Transfer', '', '-5', 'USDT')], ['skip internal_transfer 1']],
    [[row('Spot', 'Buy', '1', 'BTC')], ['incoming/received -> 1 BTC (ungrouped)']],
    [[row('Copy trading', 'Share', '1', 'BTC')], ['incoming/received -> 1 BTC (unmapped_type:Copy trading)']],
  ])('%o', (rows, expected) => {
    expect(linesOf('okx-trading', rows)).toEqual(expected)
  })

  test('one order filled at two moments is two trades, and a row that comes again is one', () => {
    const later = { Time: '2024-01-08 10:00:07' }
    const rows = [
      row('Spot', 'Buy', '1', 'ETH'),
      row('Spot', 'Buy', '-2000', 'USDT'),
      row('Spot', 'Buy', '2', 'ETH', '0', later),
      row('Spot', 'Buy', '-4000', 'USDT', '0', later),
      row('Spot', 'Buy', '1', 'ETH'),
    ]
    expect(linesOf('okx-trading', rows)).toEqual([
      'trade 2000 USDT -> 1 ETH',
      'trade 4000 USDT -> 2 ETH',
      'skip duplicate_row 5',
    ])
  })
})

test.each([
  ['Staking Yield', '1', 'incoming/staking_reward -> 1 BTC'],
  ['Fee rebate', '1', 'incoming/rebate -> 1 BTC'],
  ['Received', '1', 'incoming/received -> 1 BTC'],
  ['Simple Earn subscription', '-1', 'skip internal_transfer 1'],
  ['Deposit yield', '1', 'incoming/interest_received -> 1 BTC'],
  [
    'Crypto dust auto-transfer in',
    '1',
    'incoming/received -> 1 BTC (unmapped_type:Crypto dust auto-transfer in)',
  ],
  ['Savings subscription', '-1', 'skip internal_transfer 1'],
  ['To unified trading account', '-1', 'skip internal_transfer 1'],
  ['Deposit', '1E-3', 'incoming/received -> 0.001 BTC'],
  ['Jumpstart', '-1', 'outgoing/sent 1 BTC -> (unmapped_type:Jumpstart)'],
])('funding account: %s', (Type, Amount, expected) => {
  const row = { id: '1', Time: '2025-10-31 11:55:15', Type, Amount, Symbol: 'BTC' }
  expect(linesOf('okx-funding', [row])).toEqual([expected])
})

test('a mark before every cell, no line above the header, and the letters of China', () => {
  const mark = '\uFEFF'
  const header = ['id', 'Time', 'Type', 'Amount', 'Before Balance', 'After Balance', 'Fee', 'Symbol']
  const cells = [
    '12345678901234567890',
    '2021-01-01 08:00:00 CST',
    'Withdrawal',
    '-1',
    '2',
    '1',
    '0.01',
    'BTC',
  ]
  const text = [header, cells].map((line) => line.map((cell) => mark + cell).join(',')).join('\n')
  const read = readKnown(`${text}\n`)
  expect(lines(read)).toEqual(['outgoing/sent 1 BTC -> fee 0.01 BTC'])
  expect(read.transactions).toMatchObject([{ at: Date.UTC(2021, 0, 1), externalId: '12345678901234567890' }])
})

test('a withdrawal that came back moved nothing', () => {
  const row = { id: '1', Time: '2025-10-31 11:55:15', Symbol: 'BTC' }
  expect(
    linesOf('okx-funding', [
      { ...row, Type: 'Withdrawal', Amount: '-2' },
      { ...row, id: '2', Type: 'Withdrawal canceled', Amount: '2', Time: '2025-10-31 12:55:15' },
      { ...row, id: '3', Type: 'Withdrawal canceled', Amount: '5', Time: '2025-10-31 12:56:15' },
    ]),
  ).toEqual(['incoming/received -> 5 BTC', 'skip taken_back 1 2'])
})

describe('trading account until 2023', () => {
  const header =
    'id,Order id,Time,Trade Type,Instrument,Type,Amount,Unit,PL,Fee,Position Change,Position Balance,Balance Change,Balance,Unit'
  const row = (type: string, change: string, unit: string, fee = '0', tradeType = 'Spot') =>
    `77,900,2022-03-04 05:06:07,${tradeType},BTC-USDT,${type},${change.replace('-', '')},${unit},0,${fee},0,0,${change},9,${unit}`
  const read = (...rows: string[]) => readKnown([header, ...rows].join('\n'))

  test('both rows of a trade have one id, and the unit of the fee is that of the balance', () => {
    const one = read(row('Buy', '0.0099', 'BTC', '-0.0001'), row('Sell', '-400', 'USDT'))
    expect(lines(one)).toEqual(['trade 400 USDT -> 0.01 BTC fee 0.0001 BTC'])
    expect(one.transactions[0]?.externalId).toBe('900')
  })

  test('a move between accounts is skipped, and what else there is is noted', () => {
    const one = read(row('', '-5', 'USDT', '0', 'Transfer'), row('Share', '5', 'USDT', '0', 'Copy trading'))
    expect(lines(one)).toEqual(['incoming/received -> 5 USDT (unmapped_type:Copy trading)'])
    expect(one.skipped).toEqual([{ rows: [1], reason: 'internal_transfer' }])
  })
})

test('trades of OKEx until 2019: a row for each side, with the letters of China behind the time', () => {
  const rows = [
    '2018-05-06 09:00:00 CST,buy,2,2,-0.002,LTC',
    '2018-05-06 09:00:00 CST,sell,-0.03,1,0,BTC',
    '2018-05-07 09:00:00 CST,deposit,1,2,0,BTC',
  ]
  const read = readKnown(`time,type,size,balance,fee,currency\n${rows.join('\n')}\n`)
  expect(lines(read)).toEqual([
    'trade 0.03 BTC -> 2 LTC fee 0.002 LTC',
    'incoming/received -> 1 BTC (unmapped_type:deposit)',
  ])
  expect(read.transactions[0]?.at).toBe(Date.UTC(2018, 4, 6, 1))
})
