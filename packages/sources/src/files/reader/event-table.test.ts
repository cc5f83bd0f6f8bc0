import { describe, expect, test } from 'vitest'
import { readDeclared } from '../testing/read-declared.ts'
import { lines } from '../testing/read-text.ts'
import type { EventTable, FeeColumns } from './event-declaration.ts'
import { eventTable } from './event-table.ts'
import { gluedPair } from './pairs.ts'
import { incoming, outgoing, signed, skipped, traded } from './words.ts'

const HEADER = 'Time,Kind,Market,Amount,Left,Total,Price,Fee,Rebate,State,Id'
const declared: EventTable = {
  id: 'toy-events',
  family: 'toy-events',
  name: 'Toy events',
  sourceSlug: 'toy',
  exchange: 'Toy',
  headers: [{ cells: HEADER.split(',') }],
  timeZone: 'UTC',
  time: 'Time',
  type: 'Kind',
  words: {
    buy: traded('buy'),
    sell: traded('sell'),
    deposit: incoming('received'),
    withdrawal: outgoing('sent'),
    gift: signed('gift_received', 'gift_sent'),
    rebate: incoming('rebate'),
    inside: skipped('internal_transfer'),
  },
  phrases: [[/^reward of /i, incoming('staking_reward')]],
  status: { column: 'State', done: /^done$/i, keepsFilled: true },
  pair: { column: 'Market', split: gluedPair(['USDT', 'USD', 'BTC']) },
  base: { amount: 'Amount', less: 'Left', isGlued: true },
  quote: { amount: 'Total', price: 'Price', isGlued: true },
  fee: { amount: 'Fee', isGlued: true },
  records: [{ kind: 'toy-event', id: 'Id' }],
}

const read = (table: EventTable, row: string) => {
  const reading = readDeclared(eventTable(table), `${HEADER}\n2024-01-02 03:04:05,${row}\n`)
  const [note, error] = [reading.notes[0], reading.errors[0]]
  return [
    ...lines(reading),
    ...reading.skipped.map(({ reason }) => `skip ${reason}`),
    ...(note === undefined ? [] : [`note ${note.code} ${note.column}`]),
    ...(error === undefined ? [] : [`error ${error.code} ${error.column}`]),
  ]
}

describe('an event', () => {
  test.each([
    ['Buy,ETHBTC,2,,0.1,,,,done,a', ['trade 0.1 BTC -> 2 ETH']],
    ['Buy,,2 ETH,,0.1BTC,,"1,000.5 BNB",,done,a', ['trade 0.1 BTC -> 2 ETH fee 1000.5 BNB']],
    ['Sell,ETHUSDT,3,1,,1000,,,done,a', ['trade 2 ETH -> 2000 USDT']],
    // Of a part that was filled the total is not the one that the order states.
    ['Sell,ETHUSDT,3,2,9000,1000,,,cancelled,a', ['trade 1 ETH -> 1000 USDT']],
    ['Sell,ETHUSDT,3,3,9000,1000,,,cancelled,a', ['skip status_not_completed']],
    ['Sell,ETHUSDT,0,,0,1000,,,done,a', ['skip zero_amount']],
    ['Sell,ETHUSDT,0,,0,1000,,,vanished,a', ['skip zero_amount', 'note unknown_status State']],
    ['Buy,QQQ,2,,1,,,,done,a', ['error unknown_pair Market']],
    ['Buy,,2ETH,,1ETH,,,,done,a', ['error unmapped_type Kind']],
    ['Deposit,,2ETH,,,,0.1ETH,,done,a', ['incoming/received -> 2 ETH fee 0.1 ETH']],
    ['Withdrawal,,-2ETH,,,,-0.1ETH,,done,a', ['outgoing/sent 2 ETH -> fee 0.1 ETH']],
    ['Gift,,-2ETH,,,,,,done,a', ['outgoing/gift_sent 2 ETH ->']],
    ['Rebate,,-2ETH,,,,,,done,a', ['outgoing/fee 2 ETH ->']],
    [
      'Deposit,,-2ETH,,,,,,done,a',
      ['outgoing/sent 2 ETH -> (unmapped_type:Deposit)', 'note unmapped_type Kind'],
    ],
    ['Deposit,,0ETH,,,,0.1ETH,,done,a', ['outgoing/fee 0.1 ETH ->']],
    ['Reward of May,,2ETH,,,,,,done,a', ['incoming/staking_reward -> 2 ETH']],
    ['Inside,,2ETH,,,,,,done,a', ['skip internal_transfer']],
    ['Deposit,,many,,,,,,done,a', ['error not_an_amount Amount']],
    ['Deposit,,2E-3,,,,,,done,a', ['error unknown_pair Market']],
  ])('%s', (row, expected) => {
    expect(read(declared, row)).toEqual(expected)
  })
})

describe('a fee', () => {
  const withFee = (fee: Partial<FeeColumns>): EventTable => ({
    ...declared,
    fee: { amount: 'Fee', isGlued: true, ...fee },
  })

  test.each([
    [{ isIncluded: true }, 'Buy,ETHUSD,1,,101USD,,1USD,,done,a', ['buy 100 USD -> 1 ETH fee 1 USD']],
    [
      { isIncluded: true },
      'Sell,ETHUSD,1,,99.00USD,,1.00USD,,done,a',
      ['sell 1 ETH -> 100.00 USD fee 1.00 USD'],
    ],
    [{ isIncluded: true }, 'Sell,ETHUSD,1,,99USD,,1BNB,,done,a', ['sell 1 ETH -> 99 USD fee 1 BNB']],
    [{ isIncluded: true }, 'Withdrawal,,1ETH,,,,0.1ETH,,done,a', ['outgoing/sent 0.9 ETH -> fee 0.1 ETH']],
    [{ isIncluded: 'quote' }, 'Withdrawal,,1ETH,,,,0.1ETH,,done,a', ['outgoing/sent 1 ETH -> fee 0.1 ETH']],
    [{ isIncluded: 'base' }, 'Buy,ETHUSD,1,,101USD,,1USD,,done,a', ['buy 101 USD -> 1 ETH fee 1 USD']],
    [
      { isIncluded: 'incoming' },
      'Deposit,,1ETH,,,,0.1ETH,,done,a',
      ['incoming/received -> 1.1 ETH fee 0.1 ETH'],
    ],
    [{ isIn: 'received' }, 'Buy,ETHUSD,1,,101USD,,0.1,,done,a', ['buy 101 USD -> 1 ETH fee 0.1 ETH']],
    [{ isIn: 'received' }, 'Sell,ETHUSD,1,,101USD,,0.1,,done,a', ['sell 1 ETH -> 101 USD fee 0.1 USD']],
    [{}, 'Sell,ETHUSD,1,,101USD,,-0.1,,done,a', ['sell 1 ETH -> 101 USD fee 0.1 USD']],
    [
      { isRebate: 'negative' },
      'Sell,ETHUSD,1,,101USD,,-0.1,,done,a',
      ['sell 1 ETH -> 101 USD', 'incoming/rebate -> 0.1 USD'],
    ],
  ] as const)('%o of %s', (fee, row, expected) => {
    expect(read(withFee(fee), row)).toEqual(expected)
  })

  test('one above the amount that has it in it is an error, and one that is all of it is a fee alone', () => {
    const fee = { amount: 'Fee', isGlued: true, isIncluded: true } as const
    const table = { ...declared, fee }
    expect(read(table, 'Withdrawal,,1 ETH,,,,0.4 ETH,,done,a')).toEqual([
      'outgoing/sent 0.6 ETH -> fee 0.4 ETH',
    ])
    expect(read(table, 'Withdrawal,,1 ETH,,,,1 ETH,,done,a')).toEqual(['outgoing/fee 1 ETH ->'])
    expect(read(table, 'Withdrawal,,1 ETH,,,,1.4 ETH,,done,a')).toEqual(['error fee_above_amount Fee'])
    expect(read(table, 'Buy,,2ETH,,1USD,,3USD,,done,a')).toEqual(['error fee_above_amount Fee'])
    expect(read(declared, 'Sell,ETHUSDT,2,3,9000,1000,,,done,a')).toEqual(['error part_above_amount Amount'])
  })

  test('a state that nobody knows comes in, flagged and noted; what is known not to have happened does not', () => {
    const table = { ...declared, status: { column: 'State', done: /^done$/i } }
    for (const state of ['vanished', 'Processed', ''])
      expect(read(table, `Withdrawal,,1 ETH,,,,,,${state},a`)).toEqual([
        `outgoing/sent 1 ETH -> (unknown_status:${state})`,
        'note unknown_status State',
      ])
    for (const state of ['In process', 'Cancelled', 'reversed', 'Unpaid'])
      expect(read(table, `Withdrawal,,1 ETH,,,,,,${state},a`)).toEqual(['skip status_not_completed'])
  })

  test('two in different coins are the own one and one beside it', () => {
    const fee = [
      { amount: 'Fee', isGlued: true },
      { amount: 'Rebate', isGlued: true },
    ] as const
    expect(read({ ...declared, fee }, 'Buy,ETHUSD,1,,101USD,,1USD,0.1ETH,done,a')).toEqual([
      'buy 101 USD -> 1 ETH fee 0.1 ETH',
      'outgoing/fee 1 USD ->',
    ])
  })
})

test('a row that takes an earlier one back by its word moved nothing, and what it cost in the end is a fee', () => {
  const rows = [
    '2024-01-02 03:04:05,withdrawal,,-5 BTC,,,,0.1 BTC,,done,a',
    '2024-01-03 03:04:05,withdrawal reversal,,5 BTC,,,,,,done,b',
    '2024-01-04 03:04:05,deposit reversed,,7 BTC,,,,,,done,c',
  ]
  const reading = readDeclared(
    eventTable({ ...declared, isSigned: true }),
    `${[HEADER, ...rows].join('\n')}\n`,
  )
  expect(lines(reading)).toEqual([
    'outgoing/fee 0.1 BTC -> (reversal)',
    // Nothing of that amount went before it.
    'incoming/received -> 7 BTC (unmapped_type:deposit reversed)',
  ])
})
