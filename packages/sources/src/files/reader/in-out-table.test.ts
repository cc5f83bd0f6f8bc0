import { describe, expect, test } from 'vitest'
import { readDeclared } from '../testing/read-declared.ts'
import { lines } from '../testing/read-text.ts'
import { type InOutTable, inOutTable } from './in-out-table.ts'
import { columns, leftWhere, withUnit } from './legs.ts'
import {
  bySides,
  byWord,
  cameIn,
  exchanged,
  firstOf,
  isFee,
  leftOut,
  onlyFee,
  renamed,
  transferred,
  way,
  wentOut,
  where,
} from './ways.ts'

const report = {
  id: 'toy',
  family: 'toy',
  name: 'Toy',
  sourceSlug: 'toy',
  exchange: 'Toy',
  timeZone: 'UTC',
  time: 'Time',
  records: [],
} as const
const words = {
  '': bySides,
  trade: exchanged,
  swap: renamed,
  transfer: transferred,
  'staking|reward': cameIn('staking_reward'),
  send: wentOut('sent'),
  gift: way({ in: 'gift_received', out: 'gift_sent' }),
  interest: way({ in: 'interest_received', out: 'interest_paid', both: 'in' }),
  cost: isFee,
  inner: leftOut('internal_transfer'),
  vote: onlyFee('internal_transfer'),
}

describe('rows of two sides', () => {
  const HEADER = 'Time,Word,Out,Out Coin,In,In Coin,Fee,Fee Coin,Worth'
  const table: InOutTable = {
    ...report,
    headers: [{ cells: HEADER.split(',') }],
    type: 'Word',
    means: byWord('Word', words),
    sent: columns('Out', 'Out Coin'),
    received: columns('In', 'In Coin'),
    fees: [{ leg: columns('Fee', 'Fee Coin') }],
    value: withUnit('Worth'),
  }
  const read = (rows: readonly string[], changes: Partial<InOutTable> = {}) =>
    readDeclared(
      inOutTable({ ...table, ...changes }),
      [HEADER, ...rows.map((row) => `2024-01-02 03:04:05,${row}`)].join('\n') + '\n',
    )

  test.each([
    ['trade,100,USD,0.5,BTC,1,USD,', ['buy 100 USD -> 0.5 BTC fee 1 USD']],
    ['TRADE,-0.5,btc,100,usd,-1,USD,', ['sell 0.5 BTC -> 100 USD fee 1 USD']],
    ['swap,1,MATIC,1,POL,,,', ['swap 1 MATIC -> 1 POL']],
    [',,,1,ETH,,,', ['incoming/received -> 1 ETH']],
    ['Staking,0,BTC,1,ETH,0.1,ETH,', ['incoming/staking_reward -> 1 ETH fee 0.1 ETH']],
    ['gift,1,ETH,,,,,', ['outgoing/gift_sent 1 ETH ->']],
    ['interest,1,ETH,1,ETH,,,', ['incoming/interest_received -> 1 ETH']],
    ['vote,5,ETH,,,0.1,ETH,', ['outgoing/fee 0.1 ETH ->']],
    ['cost,0.2,ETH,,,,,', ['outgoing/fee 0.2 ETH ->']],
    [
      'transfer,1,ETH,1,ETH,0.1,ETH,',
      [
        'outgoing/sent 1 ETH -> fee 0.1 ETH (linked_transfer)',
        'incoming/received -> 1 ETH (linked_transfer)',
      ],
    ],
    // What did not arrive is the fee: it is no further debit.
    [
      'transfer,1.1,ETH,1,ETH,0.1,ETH,',
      [
        'outgoing/sent 1 ETH -> fee 0.1 ETH (linked_transfer)',
        'incoming/received -> 1 ETH (linked_transfer)',
      ],
    ],
  ])('%s', (row, expected) => {
    const reading = read([row])
    expect(lines(reading)).toEqual(expected)
    expect([reading.notes, reading.errors]).toEqual([[], []])
  })

  test.each([
    ['moon,,,1,ETH,,,', 'incoming/received -> 1 ETH (unmapped_type:moon)', 'unmapped_type'],
    ['moon,1,ETH,,,,,', 'outgoing/sent 1 ETH -> (unmapped_type:moon)', 'unmapped_type'],
    ['moon,1,BTC,2,ETH,,,', 'trade 1 BTC -> 2 ETH (unmapped_type:moon)', 'unmapped_type'],
    ['moon,-1,ETH,1,ETH,,,', 'outgoing/sent 1 ETH -> (unmapped_type:moon)', 'unmapped_type'],
    // The word and the side do not agree.
    ['send,,,1,ETH,,,', 'incoming/received -> 1 ETH (unmapped_type:send)', 'unmapped_type'],
    ['cost,,,1,ETH,,,', 'incoming/received -> 1 ETH (unmapped_type:cost)', 'unmapped_type'],
    ['staking,1,BTC,2,ETH,,,', 'trade 1 BTC -> 2 ETH (unmapped_type:staking)', 'unmapped_type'],
    ['trade,,,1,ETH,,,', 'incoming/received -> 1 ETH (ungrouped)', 'ungrouped'],
  ])('%s asks for a look', (row, expected, code) => {
    const reading = read([row])
    expect(lines(reading)).toEqual([expected])
    expect(reading.notes).toMatchObject([{ code, row: 1 }])
  })

  test('skipped rows have their reason, and so have rows of nothing', () => {
    const reading = read(['inner,1,ETH,,,,,', 'vote,1,ETH,,,,,', 'trade,0,USD,,,,,'])
    expect(reading.transactions).toEqual([])
    expect(reading.skipped.map(({ reason }) => reason)).toEqual([
      'internal_transfer',
      'internal_transfer',
      'zero_amount',
    ])
  })

  test('a fee inside what was given is taken off it, one inside what came is added to it', () => {
    const fee = columns('Fee', 'Fee Coin')
    const row = ',1.1,ETH,2,BTC,0.1,ETH,'
    expect(lines(read([row], { fees: [{ leg: fee, isIn: 'sent' }] }))).toEqual([
      'trade 1 ETH -> 2 BTC fee 0.1 ETH',
    ])
    expect(lines(read([',2,BTC,1,ETH,0.1,ETH,'], { fees: [{ leg: fee, isIn: 'received' }] }))).toEqual([
      'trade 2 BTC -> 1.1 ETH fee 0.1 ETH',
    ])
    expect(lines(read([',0.1,ETH,,,0.1,ETH,'], { fees: [{ leg: fee, isIn: 'sent' }] }))).toEqual([
      'outgoing/fee 0.1 ETH ->',
    ])
    expect(read([',0.1,ETH,,,0.2,ETH,'], { fees: [{ leg: fee, isIn: 'sent' }] }).errors).toMatchObject([
      { code: 'fee_above_amount', row: 1 },
    ])
  })

  test('the fee of a sender counts where nothing was sent, and not where something came', () => {
    const fees = [{ leg: columns('Fee', 'Fee Coin'), isSenders: true }] as const
    expect(lines(read(['send,0,ETH,,,0.1,ETH,'], { fees }))).toEqual(['outgoing/fee 0.1 ETH ->'])
    expect(lines(read(['staking,,,1,ETH,0.1,ETH,'], { fees }))).toEqual(['incoming/staking_reward -> 1 ETH'])
    expect(lines(read(['staking,,,0,ETH,0.1,ETH,'], { fees }))).toEqual([])
  })

  test('a value that cannot be read is noted, and the row counts without it', () => {
    const reading = read([',,,1,ETH,,,"€1,234.50"', ',,,2,ETH,,,some'])
    expect(reading.transactions.map(({ value }) => value)).toEqual([
      { amount: '1234.50', currency: 'EUR' },
      null,
    ])
    expect(reading.notes).toMatchObject([{ code: 'not_counted', row: 2, column: 'Worth' }])
  })

  test('a received amount below zero, or an amount without its coin, is an error', () => {
    const reading = read([',,,-1,ETH,,,', ',1,,,,,,'])
    expect(reading.errors.map(({ code }) => code)).toEqual(['negative_amount', 'missing_value'])
  })
})

describe('rows of one amount', () => {
  const HEADER = 'Time,Word,Amount,Coin,Id'
  const read = (rows: readonly string[], direction: 'bySign' | 'byWord' = 'bySign') =>
    readDeclared(
      inOutTable({
        ...report,
        headers: [{ cells: HEADER.split(',') }],
        type: 'Word',
        means: firstOf(where('Word', /^out of/, exchanged), byWord('Word', words)),
        moved: { leg: leftWhere('Word', /^out of/, columns('Amount', 'Coin')), direction },
        group: (row) => row.text('Id'),
        groupId: 'Id',
      }),
      [HEADER, ...rows.map((row) => `2024-01-02 03:04:05,${row}`)].join('\n') + '\n',
    )

  test('the sign says which way, or the word where amounts have none', () => {
    expect(lines(read(['gift,-1,ETH,', 'gift,1,ETH,']))).toEqual([
      'outgoing/gift_sent 1 ETH ->',
      'incoming/gift_received -> 1 ETH',
    ])
    expect(lines(read(['send,1,ETH,', 'reward,1,ETH,', 'cost,1,ETH,'], 'byWord'))).toEqual([
      'outgoing/sent 1 ETH ->',
      'incoming/staking_reward -> 1 ETH',
      'outgoing/fee 1 ETH ->',
    ])
    expect(lines(read(['send,1,ETH,']))).toEqual(['incoming/received -> 1 ETH (unmapped_type:send)'])
  })

  test('rows of one id are one event: sides, fills and fees', () => {
    expect(lines(read(['trade,-10,USDT,a', 'trade,20,TRX,a', 'trade,8,TRX,a', 'cost,-0.01,TRX,a']))).toEqual([
      'trade 10 USDT -> 28 TRX fee 0.01 TRX',
    ])
    expect(lines(read(['out of,10,USDT,a', 'trade,28,TRX,a']))).toEqual(['trade 10 USDT -> 28 TRX'])
    expect(lines(read(['cost,-0.2,ETH,b', 'gift,-1,USDC,b']))).toEqual([
      'outgoing/gift_sent 1 USDC -> fee 0.2 ETH',
    ])
  })

  test('rows of one id that are no one event stay apart: outputs, two ends, and what cannot be told', () => {
    const outputs = read(['gift,-1,BTC,a', 'gift,-2,BTC,a'])
    expect(lines(outputs)).toEqual(['outgoing/gift_sent 1 BTC ->', 'outgoing/gift_sent 2 BTC ->'])
    expect(outputs.notes).toEqual([])
    expect(lines(read(['gift,-1,BTC,a', 'gift,1,BTC,a']))).toEqual([
      'outgoing/gift_sent 1 BTC -> (linked_transfer)',
      'incoming/gift_received -> 1 BTC (linked_transfer)',
    ])
    const dust = read(['trade,-1,BTC,a', 'trade,-2,ETH,a', 'trade,3,BNB,a'])
    expect(lines(dust).every((line) => line.includes('ungrouped'))).toBe(true)
    expect(dust.notes).toHaveLength(3)
  })

  test('a row that cannot be read takes the others of its event with it, and no more', () => {
    const reading = read(['trade,-10,USDT,a', 'trade,x,TRX,a', 'gift,1,ETH,b'])
    expect(reading.errors.map(({ row, code }) => [row, code])).toEqual([[2, 'not_an_amount']])
    expect(lines(reading)).toEqual([
      'outgoing/sent 10 USDT -> (ungrouped)',
      'incoming/gift_received -> 1 ETH',
    ])
  })
})

test('a row that takes an earlier one back by its word moved nothing', () => {
  const HEADER = 'Time,Word,Out,Out Coin,In,In Coin'
  const table = inOutTable({
    ...report,
    headers: [{ cells: HEADER.split(',') }],
    type: 'Word',
    means: byWord('Word', { ...words, deposit: cameIn('received') }),
    sent: columns('Out', 'Out Coin'),
    received: columns('In', 'In Coin'),
  })
  const rows = [
    '2024-01-02 03:04:05,send,5,BTC,,',
    '2024-01-03 03:04:05,Send failed,,,5,BTC',
    '2024-01-04 03:04:05,deposit,,,5,BTC',
  ]
  const reading = readDeclared(table, `${[HEADER, ...rows].join('\n')}\n`)
  expect(lines(reading)).toEqual(['incoming/received -> 5 BTC'])
  expect(reading.skipped).toEqual([{ rows: [1, 2], reason: 'taken_back' }])
})
