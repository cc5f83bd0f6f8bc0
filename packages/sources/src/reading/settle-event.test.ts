import fc from 'fast-check'
import { compareText, type ReadTransaction } from '@lotbook/journal'
import { formatDecimal, negate, parseDecimal, plus, zero } from '@lotbook/money'
import { describe, expect, test } from 'vitest'
import type { EventReport } from './event-report.ts'
import { settleEvent } from './settle-event.ts'

/** One thing that an event did, as one file has it: `out 1 ETH`, `in 5 UNI`, `fee 0.1 ETH`. */
function read(text: string) {
  const [way = '', amount = '', asset = ''] = text.split(' ')
  const leg = { asset, amount }
  const isIn = way === 'in'
  return {
    at: 0,
    type: isIn ? ('incoming' as const) : ('outgoing' as const),
    subType: isIn ? ('received' as const) : way === 'fee' ? ('fee' as const) : ('sent' as const),
    from: isIn ? null : leg,
    to: isIn ? leg : null,
    fee: null,
    value: null,
    exchange: 'Wallet',
    externalId: null,
    txHash: 'aa',
    comment: null,
    flags: [] as string[],
    rows: [1],
    part: null,
    sequence: null,
  } satisfies ReadTransaction & { part: null; sequence: null }
}
const report = (text: string, family = 'wallet') => ({ family, reads: [read(text)] })
const shown = (reports: readonly EventReport[]) =>
  settleEvent(reports)?.transactions.map(({ part, read: { type, subType, from, to, fee, flags } }) =>
    [
      part ?? '',
      subType === null ? type : `${type}/${subType}`,
      ...[from, to, fee].map((leg) => (leg === null ? '-' : `${leg.amount} ${leg.asset}`)),
      ...flags,
    ].join(' | '),
  )

/** Every order of some reports. */
function orders<T>(all: readonly T[]): T[][] {
  return all.length < 2
    ? [[...all]]
    : all.flatMap((one, at) => orders(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))
}

describe('files that each have a part of one event', () => {
  test.each([
    ['a swap', ['out 1 ETH', 'in 2000 USDC'], [' | trade | 1 ETH | 2000 USDC | -']],
    [
      'a swap and its fee',
      ['out 1 ETH', 'in 2000 USDC', 'fee 0.01 ETH'],
      [' | trade | 1 ETH | 2000 USDC | 0.01 ETH'],
    ],
    [
      'a token and the fee of its parent account',
      ['fee 0.01 ETH', 'out 100 USDC'],
      [' | outgoing/sent | 100 USDC | - | 0.01 ETH'],
    ],
    [
      'a payment and its refund',
      ['out 2 ETH', 'in 0.5 ETH', 'in 10 UNI'],
      [' | trade | 1.5 ETH | 10 UNI | -'],
    ],
    [
      'liquidity in',
      ['out 1 ETH', 'out 2000 USDC', 'in 3 LP'],
      [
        ' | outgoing/sent | 1 ETH | - | - | ungrouped',
        'out USDC  | outgoing/sent | 2000 USDC | - | - | ungrouped',
        'in LP  | incoming/received | - | 3 LP | - | ungrouped',
      ],
    ],
    [
      'a movement between two accounts of one wallet',
      ['out 1 ETH', 'in 1 ETH'],
      [
        ' | outgoing/sent | 1 ETH | - | - | linked_transfer',
        'in ETH  | incoming/received | - | 1 ETH | - | linked_transfer',
      ],
    ],
  ])('%s, in any order, by one report or by several', (_, parts, expected) => {
    for (const families of [parts.map(() => 'wallet'), parts.map((__, i) => `wallet-${i}`)])
      for (const order of orders(parts.map((part, i) => report(part, families[i]))))
        expect(shown(order)).toEqual(expected)
  })

  test('a file that comes again, or has more of the event, adds what is new alone', () => {
    const whole = {
      family: 'wallet',
      reads: [{ ...read('out 1 ETH'), to: { asset: 'USDC', amount: '2000' } }],
    }
    const trade = [' | outgoing/sent | 1 ETH | 2000 USDC | -']
    for (const order of orders([whole, report('out 1 ETH'), report('in 2000 USDC', 'other')]))
      expect(shown(order)).toEqual(trade)
    for (const order of orders([report('out 1 ETH'), report('out 1 ETH'), report('in 2000 USDC')]))
      expect(shown(order)).toEqual([' | trade | 1 ETH | 2000 USDC | -'])
  })

  test('a word that was not known, and fees that differ, keep the parts apart', () => {
    const odd = { family: 'wallet', reads: [{ ...read('in 9 UNI'), flags: ['unmapped_type:Odd'] }] }
    expect(shown([report('out 1 ETH'), odd])).toEqual([
      ' | outgoing/sent | 1 ETH | - | - | ungrouped',
      'in UNI  | incoming/received | - | 9 UNI | - | unmapped_type:Odd | ungrouped',
    ])
    const paying = (text: string, fee: string) => ({
      family: 'wallet',
      reads: [{ ...read(text), fee: { asset: 'ETH', amount: fee } }],
    })
    expect(shown([paying('out 1 ETH', '0.1'), paying('in 9 UNI', '0.2')])).toHaveLength(2)
    expect(shown([paying('out 1 ETH', '0.1'), paying('in 9 UNI', '0.1')])).toEqual([
      ' | trade | 1 ETH | 9 UNI | 0.1 ETH',
    ])
  })

  test('each reading finds the transaction that it went into', () => {
    const reports = ['out 1 ETH', 'out 2000 USDC', 'in 3 LP'].map((text) => report(text))
    const settled = settleEvent(reports)
    expect(reports.map(({ family, reads }) => settled?.placeOf(family, reads[0]!))).toEqual([
      null,
      'out USDC ',
      'in LP ',
    ])
  })
})

test('nothing is lost or counted twice, and no order shows, whatever the files have', () => {
  const leg = fc.record({
    way: fc.constantFrom('in', 'out'),
    amount: fc.integer({ min: 1, max: 9 }),
    asset: fc.constantFrom('ETH', 'USDC', 'UNI', 'LP'),
  })
  const event = fc.uniqueArray(leg, { minLength: 1, maxLength: 5, selector: ({ way, asset }) => way + asset })
  const net = (reads: readonly ReadTransaction[]) => {
    const sums = new Map<string, typeof zero>()
    for (const { from, to } of reads)
      for (const [side, isOut] of [
        [from, true],
        [to, false],
      ] as const) {
        if (side === null) continue
        const amount = parseDecimal(side.amount) ?? zero
        sums.set(side.asset, plus(sums.get(side.asset) ?? zero, isOut ? negate(amount) : amount))
      }
    return [...sums]
      .map(([asset, sum]) => `${formatDecimal(sum)} ${asset}`)
      .filter((text) => !text.startsWith('0 '))
      .toSorted(compareText)
  }
  fc.assert(
    fc.property(event, fc.array(fc.nat({ max: 2 }), { minLength: 5, maxLength: 5 }), (legs, families) => {
      const reports = legs.map(({ way, amount, asset }, i) =>
        report(`${way} ${amount} ${asset}`, `wallet-${families[i]}`),
      )
      const settled = (all: readonly EventReport[]) =>
        settleEvent(all)?.transactions.map((one) => one.read) ?? []
      const expected = shown(reports)
      expect(net(settled(reports))).toEqual(net(reports.flatMap(({ reads }) => reads)))
      for (const again of [reports.toReversed(), [...reports, ...reports], [...reports.slice(1), ...reports]])
        expect(shown(again)).toEqual(expected)
    }),
  )
})
