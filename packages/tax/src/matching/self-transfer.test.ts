import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import { contradictionsIn } from '../schema/contradictions.ts'
import { problemsOfInput } from '../schema/parse-input.ts'
import type { MatchDecision, MatchSide } from './match-side.ts'
import { AssetMatcher, matchSelfTransfers } from './self-transfer.ts'
import { entryNamed, transferEvents } from './transfer-events.ts'
import { runs } from '../testing/runs.ts'

const HOUR = 3_600_000
const HASH = 'a1'.repeat(32)
const OTHER = 'b2'.repeat(32)

function side(
  direction: 'departure' | 'arrival',
  id: string,
  accountKey: string,
  hours: number,
  amount: string,
  more: Partial<MatchSide> = {},
): MatchSide {
  return { id, direction, accountKey, asset: 'BTC', at: hours * HOUR, amount, fingerprint: id, ...more }
}
const out = (id: string, account: string, hours: number, amount: string, more?: Partial<MatchSide>) =>
  side('departure', id, account, hours, amount, more)
const arrival = (id: string, account: string, hours: number, amount: string, more?: Partial<MatchSide>) =>
  side('arrival', id, account, hours, amount, more)

const brief = (sides: MatchSide[], decisions: MatchDecision[] = []) =>
  matchSelfTransfers(sides, decisions).map(
    (m) => `${m.departure}>${m.arrivals.join('+')} ${m.quality} ${m.gap} ${m.state}`,
  )

test('E9 a common hash is exact, whatever else could fit', () => {
  expect(
    brief([
      out('o', 'kraken', 0, '1', { txHash: HASH }),
      arrival('i1', 'ledger', 1, '1'),
      arrival('i2', 'ledger', 2, '0.99', { txHash: HASH }),
    ]),
  ).toEqual(['o>i2 exact 0.01 made'])
})

test('E9 sides that name each other are exact', () => {
  expect(
    brief([
      out('o', 'kraken', 0, '1', { namesOther: 'ledger' }),
      arrival('i1', 'coinbase', 0, '1'),
      arrival('i2', 'ledger', 3, '1', { namesOther: 'kraken' }),
    ]),
  ).toEqual(['o>i2 exact 0 made'])
})

test('E9 a gap that is zero or a stated fee, within a day and without a rival, is likely', () => {
  expect(brief([out('o', 'kraken', 0, '1'), arrival('i', 'ledger', 24, '1')])).toEqual(['o>i likely 0 made'])
  expect(brief([out('o', 'kraken', 0, '1', { fee: '0.01' }), arrival('i', 'ledger', 1, '0.99')])).toEqual([
    'o>i likely 0.01 made',
  ])
})

test('E9 what is missing of at most a hundredth, within an hour and without a rival, is the fee of the network', () => {
  const half = 1 / 120
  const near = (amount: string, hours: number) =>
    brief([out('o', 'coinbase', half, '0.5002'), arrival('i', 'kraken', half + hours, amount)])
  expect(near('0.5', -half)).toEqual(['o>i likely 0.0002 made'])
  expect(near('0.5', 1)).toEqual(['o>i likely 0.0002 made'])
  expect(near('0.5', 2)).toEqual(['o>i weak 0.0002 suggested'])
  expect(near('0.495', 1)).toEqual(['o>i weak 0.0052 suggested'])
  // More arrived than was sent, or before the window: no pair.
  expect(near('0.5003', 1)).toEqual([])
  expect(near('0.5', -1)).toEqual([])
  // A fee that a side states and that is not the gap explains nothing.
  expect(
    brief([out('o', 'coinbase', 0, '0.5002', { fee: '0.0001' }), arrival('i', 'kraken', 1, '0.5')]),
  ).toEqual(['o>i weak 0.0002 suggested'])
})

test('E9 the rest is weak and waits: later than a day, an unexplained gap, a rival', () => {
  expect(brief([out('o', 'kraken', 0, '1'), arrival('i', 'ledger', 25, '1')])).toEqual([
    'o>i weak 0 suggested',
  ])
  expect(brief([out('o', 'kraken', 0, '1'), arrival('i', 'ledger', 1, '0.98')])).toEqual([
    'o>i weak 0.02 suggested',
  ])
  expect(
    brief([out('o', 'kraken', 0, '1'), arrival('i1', 'ledger', 1, '1'), arrival('i2', 'ledger', 2, '1')]),
  ).toEqual(['o>i1 weak 0 suggested'])
})

test('E9 the window is a quarter of an hour before to three days after, the gap zero to a tenth', () => {
  const alone = (hours: number, amount: string, account = 'ledger') =>
    brief([out('o', 'kraken', 100, '1'), arrival('i', account, 100 + hours, amount)]).length
  expect([alone(-0.25, '1'), alone(-0.26, '1'), alone(72, '1'), alone(72.01, '1')]).toEqual([1, 0, 1, 0])
  expect([alone(1, '0.9'), alone(1, '0.8999'), alone(1, '1.0001')]).toEqual([1, 0, 0])
  expect(alone(1, '1', 'kraken')).toBe(0)
})

test('E9 one departure to several arrivals: any number under a hash, else at most three', () => {
  const parts = (n: number, more?: Partial<MatchSide>) =>
    Array.from({ length: n }, (_, i) => arrival(`i${i}`, 'ledger', 1, String(100 / n), more))
  expect(brief([out('o', 'kraken', 0, '100', { txHash: HASH }), ...parts(5, { txHash: HASH })])).toEqual([
    'o>i0+i1+i2+i3+i4 exact 0 made',
  ])
  expect(brief([out('o', 'kraken', 0, '100'), ...parts(2)])).toEqual(['o>i0+i1 weak 0 suggested'])
  expect(brief([out('o', 'kraken', 0, '100'), ...parts(5)])).toEqual([])
})

test('E9 what a person matched or refused stands first', () => {
  const sides = [
    out('o', 'kraken', 0, '1'),
    arrival('i1', 'ledger', 1, '1'),
    arrival('i2', 'ledger', 90, '0.5'),
  ]
  expect(brief(sides, [{ departure: 'o', arrivals: ['i2'], state: 'made' }])).toEqual(['o>i2 weak 0.5 made'])
  expect(brief(sides, [{ departure: 'o', arrivals: ['i1'], state: 'refused' }])).toEqual([])
})

const anySide = fc.record({
  direction: fc.constantFrom('departure' as const, 'arrival' as const),
  accountKey: fc.constantFrom('a', 'b', 'c'),
  asset: fc.constantFrom('BTC', 'ETH'),
  at: fc.integer({ min: 0, max: 60 }).map((h) => h * HOUR),
  amount: fc.constantFrom('1', '0.99', '0.95', '0.5', '0.45', '2'),
  txHash: fc.constantFrom(null, null, HASH, `0x${HASH.toUpperCase()}`, OTHER),
})
const anySides = fc
  .array(anySide, { maxLength: 14 })
  .map((sides): MatchSide[] => sides.map((s, i) => ({ ...s, id: `s${i}`, fingerprint: `f${(i * 7) % 15}` })))

test('ST6 the order in which sides were imported cannot be seen in the matches', () => {
  fc.assert(
    fc.property(
      anySides.chain((sides) =>
        fc.tuple(fc.constant(sides), fc.shuffledSubarray(sides, { minLength: sides.length })),
      ),
      ([sides, shuffled]) => {
        expect(matchSelfTransfers(shuffled)).toEqual(matchSelfTransfers(sides))
      },
    ),
    { numRuns: runs(150) },
  )
})

test('every side is in one match at most, and every gap is within the tolerance', () => {
  fc.assert(
    fc.property(anySides, (sides) => {
      const matches = matchSelfTransfers(sides)
      const used = matches.flatMap((m) => [m.departure, ...m.arrivals])
      expect(new Set(used).size).toBe(used.length)
      for (const match of matches) expect(match.gap.startsWith('-')).toBe(false)
    }),
    { numRuns: runs(150) },
  )
})

test('a made match becomes transfers of what arrived, with the gap as the fee of the first', () => {
  const departure = out('o', 'kraken', 5, '1', { value: '60000' })
  const arrivals = [arrival('i1', 'ledger', 4.9, '0.6'), arrival('i2', 'coinbase', 6, '0.39')]
  expect(transferEvents(departure, arrivals)).toEqual([
    {
      id: 'o',
      at: '1970-01-01T04:54:00Z',
      type: 'transfer',
      account: 'kraken',
      to_account: 'ledger',
      from_currency: 'BTC',
      from_amount: '0.6',
      fee_currency: 'BTC',
      fee_amount: '0.01',
      fee_value: '600',
    },
    {
      id: 'i2',
      at: '1970-01-01T05:00:00Z',
      type: 'transfer',
      account: 'kraken',
      to_account: 'coinbase',
      from_currency: 'BTC',
      from_amount: '0.39',
    },
  ])
})

test('a stated fee is the gap itself, or comes on top of it', () => {
  const feeOf = (fee: string, arrived: string) =>
    transferEvents(out('o', 'kraken', 0, '1', { fee, value: '100' }), [arrival('i', 'ledger', 0, arrived)])[0]
      ?.fee_amount
  expect(feeOf('0.01', '0.99')).toBe('0.01')
  expect(feeOf('0.01', '1')).toBe('0.01')
  expect(feeOf('0.01', '0.98')).toBe('0.03')
})

test('a fee in another coin is the fee of the transfer, or beside a gap an event of its own', () => {
  const more = { fee: '2', feeAsset: 'BNB', feeValue: '600' }
  const fees = (arrived: string) =>
    transferEvents(out('o', 'kraken', 0, '1', more), [arrival('i', 'ledger', 0, arrived)]).map((e) =>
      [e.id, e.type, e.fee_currency ?? e.from_currency, e.fee_amount ?? e.from_amount].join(' '),
    )
  expect(fees('1')).toEqual(['o transfer BNB 2'])
  expect(fees('0.99')).toEqual(['o transfer BTC 0.01', 'i outgoing BNB 2'])
})

test('a fee that an arrival states is paid where it arrived, not by the account that sent', () => {
  // 1 left and 1 arrived, of which the other side kept 0.01: the one account is down by 1, the other up by 0.99.
  const arrivals = [
    arrival('i1', 'ledger', 0, '0.6', { fee: '0.01', value: '600' }),
    arrival('i2', 'coinbase', 1, '0.4', { fee: '0.02' }),
  ]
  expect(
    transferEvents(out('o', 'kraken', 0, '1'), arrivals).map((e) =>
      [e.id, e.to_account, e.from_amount, e.fee_currency, e.fee_amount, e.fee_value].join(' '),
    ),
  ).toEqual(['o ledger 0.59 BTC 0.01 10', 'i2 coinbase 0.38 BTC 0.02 20'])
})

test('a fee in another coin that an arrival states is of the account where it arrived', () => {
  const more = { fee: '2', feeAsset: 'BNB', feeValue: '600' }
  const fees = (departure: Partial<MatchSide>, arrived: string) =>
    transferEvents(out('o', 'kraken', 0, '1', departure), [arrival('i', 'ledger', 1, arrived, more)]).map(
      (e) =>
        [
          e.id,
          e.at,
          e.account,
          e.type,
          e.fee_currency ?? e.from_currency,
          e.fee_amount ?? e.from_amount,
        ].join(' '),
    )
  expect(fees({}, '1')).toEqual([
    'o 1970-01-01T00:00:00Z kraken transfer BTC 1',
    'i 1970-01-01T01:00:00Z ledger outgoing BNB 2',
  ])
  expect(fees({ fee: '1', feeAsset: 'ETH', feeValue: '3' }, '1')).toEqual([
    'o 1970-01-01T00:00:00Z kraken transfer ETH 1',
    'i 1970-01-01T01:00:00Z ledger outgoing BNB 2',
  ])
})

test('of a match with a gap each fee in another coin is a fee of the account that states it', () => {
  const stated = (fee: string, feeAsset: string) => ({ fee, feeAsset, feeValue: '3' })
  const events = transferEvents(out('o', 'kraken', 0, '1', stated('2', 'BNB')), [
    arrival('i1', 'ledger', 1, '0.5', stated('4', 'SOL')),
    arrival('i2', 'coinbase', 2, '0.49', { ...stated('0.1', 'ETH') }),
  ])
  expect(
    events.map((e) =>
      [e.id, e.account, e.type, e.fee_amount ?? e.from_amount, e.fee_currency ?? e.from_currency].join(' '),
    ),
  ).toEqual([
    'o kraken transfer 0.01 BTC',
    'i2 kraken transfer 2 BNB',
    'i1 ledger outgoing 4 SOL',
    'i2:fee coinbase outgoing 0.1 ETH',
  ])
  expect(events.map((e) => entryNamed(e.id))).toEqual(['o', 'i2', 'i1', 'i2'])

  const one = transferEvents(out('o', 'kraken', 0, '1', stated('2', 'BNB')), [
    arrival('i', 'ledger', 1, '0.9', stated('4', 'SOL')),
  ])
  expect(one.map((e) => [e.id, e.account, e.fee_currency ?? e.from_currency].join(' '))).toEqual([
    'o kraken BTC',
    'i kraken BNB',
    'i:fee ledger SOL',
  ])
})

test('R-TRF-2 R-FEE-4 fees in further coins are costs of the transfer that they belong to, and cash is none', () => {
  const stated = (fee: string, feeAsset: string, feeValue: string) => ({ fee, feeAsset, feeValue })
  const costs = (departure: Partial<MatchSide>, ...arrivals: MatchSide[]) =>
    transferEvents(out('o', 'kraken', 0, '1', departure), arrivals)
      .filter((e) => e.type === 'transfer')
      .map((e) => (e.further_fees ?? []).map(({ fee, value }) => `${fee} ${value}`).join())
  const bnb = stated('2', 'BNB', '600')
  const lossy = arrival('i', 'ledger', 1, '0.9', stated('4', 'SOL', '5'))
  expect(costs(bnb, lossy)).toEqual(['i 600,i:fee 5'])
  expect(costs({}, arrival('i', 'ledger', 1, '1', stated('4', 'SOL', '5')))).toEqual(['i 5'])
  // The first has the gap, so that what the departure states is the fee of the second.
  expect(
    costs(bnb, arrival('i1', 'ledger', 1, '0.5'), arrival('i2', 'ledger', 2, '0.4', stated('4', 'SOL', '5'))),
  ).toEqual(['', 'i1 5'])
  expect(costs(bnb, arrival('i', 'ledger', 1, '1', stated('4', 'USD', '0')))).toEqual([''])

  const at = Date.UTC(2025, 0, 1)
  const events = transferEvents({ ...out('o', 'kraken', 0, '1', { ...bnb, value: '100' }), at }, [
    { ...lossy, at },
  ])
  const input = { settings: { transfer_fee: 'capitalize' as const }, transactions: events }
  expect(contradictionsIn(input)).toEqual([])
  // Nothing is known of the units: what they cost to move is all of their basis, 10 for what was lost, 600 and 5.
  expect(calculate(input).lots.map((lot) => [lot.account, lot.quantity, lot.basis])).toEqual([
    ['ledger', '0.9', '615'],
  ])
})

test('R-OPEN-10 a fee that a side was given back is a rebate in the account that states it, in whatever coin, and explains no gap', () => {
  const events = transferEvents(
    out('o', 'kraken', 0, '1', { fee: '-0.01', feeValue: '-600', value: '60000' }),
    [
      arrival('i1', 'ledger', 1, '0.5', { fee: '-4', feeAsset: 'SOL', feeValue: '-3' }),
      arrival('i2', 'coinbase', 2, '0.48', { fee: '-5', feeAsset: 'USD', feeValue: '0' }),
    ],
  )
  expect(
    events.map((e) =>
      e.type === 'transfer'
        ? [e.id, e.to_account, e.from_amount, e.fee_amount, e.fee_currency, e.fee_value].join(' ')
        : [e.id, e.account, e.type, e.sub_type, e.to_amount, e.to_currency, e.to_value].join(' '),
    ),
  ).toEqual([
    'o ledger 0.5 0.02 BTC 1200',
    'i2 coinbase 0.48   ',
    'i1 kraken incoming rebate 0.01 BTC 600',
    'i1:fee ledger incoming rebate 4 SOL 3',
    // A dollar is worth a dollar, whatever the side says of its fee.
    'i2:fee coinbase incoming rebate 5 USD ',
  ])
  const input = { settings: { treatments: { rebate: 'income' as const } }, transactions: events }
  expect(problemsOfInput(input)).toEqual([])
  expect(calculate(input).income.map((row) => [row.account, row.asset, row.value].join(' '))).toEqual([
    'kraken BTC 600',
    'ledger SOL 3',
    'coinbase USD 5',
  ])
})

test('what was lost on the way is worth what a side says of the coin moved, and never what a fee in another coin cost', () => {
  const worth = (departure: Partial<MatchSide>, more: Partial<MatchSide> = {}) =>
    transferEvents(out('o', 'kraken', 0, '1', departure), [arrival('i', 'ledger', 1, '0.99', more)])[0]
      ?.fee_value
  expect(worth({ fee: '2', feeAsset: 'BNB', feeValue: '600' })).toBe('0')
  expect(worth({ fee: '0.02', feeValue: '1200' })).toBe('1800')
  expect(worth({ fee: '0.01', feeValue: '0' }, { fee: '0.01', feeValue: '500' })).toBe('1000')
  expect(worth({ value: '50000', fee: '2', feeAsset: 'BNB', feeValue: '600' })).toBe('500')
})

test('every account is left with what its sides say, whoever states a fee', () => {
  const few = fc.nat(3)
  const paidOrBack = fc.integer({ min: -3, max: 3 })
  const coin = fc.constantFrom('BTC', 'BNB', 'SOL')
  fc.assert(
    fc.property(
      few,
      paidOrBack,
      fc.array(fc.record({ more: few, fee: paidOrBack, feeAsset: coin }), { minLength: 1, maxLength: 3 }),
      paidOrBack,
      (lost, own, parts, other) => {
        const arrivals = parts.map(({ more, fee, feeAsset }, i) => {
          const stated = fee === 0 ? {} : { fee: String(fee), feeAsset }
          return arrival(`i${i}`, `wallet ${i}`, i, String(10 + more), stated)
        })
        const arrived = parts.reduce((sum, { more }) => sum + 10 + more, 0)
        // A fee equal to the gap would explain it, and be no fee beside it.
        const gap = 4 + lost
        const ownFee = own !== 0 ? { fee: String(own) } : {}
        const fee = other !== 0 ? { fee: String(other), feeAsset: 'BNB' } : ownFee
        const departure = out('o', 'kraken', 0, String(arrived + gap), fee)

        const expected = new Map<string, number>()
        const add = (to: Map<string, number>, account: string, asset: string, amount: number) => {
          if (amount !== 0) to.set(`${account} ${asset}`, (to.get(`${account} ${asset}`) ?? 0) + amount)
        }
        for (const side of [departure, ...arrivals]) {
          add(expected, side.accountKey, 'BTC', Number(side.amount) * (side === departure ? -1 : 1))
          add(expected, side.accountKey, side.feeAsset ?? 'BTC', -Number(side.fee ?? 0))
        }
        const net = new Map<string, number>()
        const events = transferEvents(departure, arrivals)
        expect(new Set(events.map((e) => e.id)).size).toBe(events.length)
        for (const e of events) {
          if (e.from_currency != null) add(net, e.account, e.from_currency, -Number(e.from_amount))
          if (e.to_currency != null) add(net, e.account, e.to_currency, Number(e.to_amount))
          if (e.type === 'transfer')
            add(net, e.to_account ?? '', e.from_currency ?? '', Number(e.from_amount))
          if (e.fee_currency != null) add(net, e.account, e.fee_currency, -Number(e.fee_amount))
        }
        expect(net).toEqual(expected)
      },
    ),
    { numRuns: runs(150) },
  )
})

test('forty thousand sides of one coin are swept window by window', () => {
  const sides: MatchSide[] = []
  for (let i = 0; i < 20_000; i++) {
    sides.push(out(`o${i}`, 'kraken', i * 5, `1.${i}`), arrival(`i${i}`, 'ledger', i * 5 + 1, `1.${i}`))
  }
  expect(matchSelfTransfers(sides).length).toBe(20_000)
})

test('E9 two different hashes of one chain are never a transfer; one that no chain gave says nothing', () => {
  const pair = (asset: string, one: string, other: string, chains: [string?, string?] = []) =>
    brief([
      out('o', 'kraken', 0, '1', { asset, txHash: one, chain: chains[0] ?? null }),
      arrival('i', 'ledger', 1, '1', { asset, txHash: other, chain: chains[1] ?? null }),
    ])
  expect(pair('BTC', HASH, OTHER)).toEqual([])
  expect(pair('ethereum:0x1', HASH, OTHER)).toEqual([])
  expect(pair('ETH', HASH, OTHER, ['ethereum', 'ethereum'])).toEqual([])
  // It may have gone over a bridge: offered, and made where both chains are known.
  expect(pair('ETH', HASH, OTHER)).toEqual(['o>i weak 0 suggested'])
  expect(pair('ETH', HASH, OTHER, ['arbitrum', 'ethereum'])).toEqual(['o>i likely 0 made'])
  expect(pair('BTC', HASH, 'withdrawal 12')).toEqual(['o>i likely 0 made'])
  expect(pair('BTC', HASH, `0X${HASH.toUpperCase()}`)).toEqual(['o>i exact 0 made'])
})

test('E9 several departures under one hash belong to the arrival that is their sum, and else each to its own', () => {
  const under = { txHash: HASH }
  const sent = [out('a', 'kraken', 0, '0.3', under), out('b', 'kraken', 0.01, '0.2', under)]
  const [whole] = matchSelfTransfers([...sent, arrival('i', 'ledger', 1, '0.5', under)])
  expect(whole).toMatchObject({ departure: 'a', others: ['b'], arrivals: ['i'], quality: 'exact', gap: '0' })
  expect(brief([...sent, arrival('i', 'ledger', 1, '0.3', under)])).toEqual(['a>i exact 0 made'])
  // Too little arrived for both, and more than each of them.
  expect(brief([...sent, arrival('i', 'ledger', 1, '0.4', under)])).toEqual([])
  expect(transferEvents(sent[0]!, [arrival('i', 'ledger', 1, '0.499', under)], [sent[1]!])).toMatchObject([
    { id: 'a', from_amount: '0.299', fee_amount: '0.001', to_account: 'ledger' },
    { id: 'b', from_amount: '0.2', to_account: 'ledger' },
  ])
})

test('E9 addresses of one person that pay into one transaction count its fee once, whichever of them it arrives at', () => {
  const under = { txHash: HASH }
  // 0.6 and 0.5 of two addresses, of which 0.01 is the fee: each bears the share that its reader states.
  const first = out('a', 'bitcoin:a', 0, '0.59454545', { ...under, fee: '0.00545455' })
  const second = out('b', 'bitcoin:b', 0, '0.49545455', { ...under, fee: '0.00454545' })
  const arrived = arrival('i', 'bitcoin:c', 0, '1.09', under)
  expect(matchSelfTransfers([first, second, arrived])).toMatchObject([
    { departure: 'a', others: ['b'], arrivals: ['i'], quality: 'exact', gap: '0', state: 'made' },
  ])
  expect(transferEvents(first, [arrived], [second])).toMatchObject([
    { account: 'bitcoin:a', to_account: 'bitcoin:c', from_amount: '0.59454545', fee_amount: '0.00545455' },
    { account: 'bitcoin:b', to_account: 'bitcoin:c', from_amount: '0.49545455', fee_amount: '0.00454545' },
  ])
  // A part of the first one's units went elsewhere; the rest and what the second sent are the change.
  const elsewhere = out('x', 'bitcoin:a', 0, '0.3', { ...under, fee: '0.00545455' })
  const rest = out('r', 'bitcoin:a', 0, '0.29454545', under)
  expect(
    matchSelfTransfers([elsewhere, rest, second, arrival('i', 'bitcoin:c', 0, '0.79', under)]),
  ).toMatchObject([{ arrivals: ['i'], quality: 'exact', gap: '0', state: 'made' }])
  // Units of the second came to the first, which bore its own share of the fee out of it.
  const gathered = arrival('i', 'bitcoin:a', 0, '0.49545455', { ...under, fee: '0.00545455' })
  expect(brief([second, gathered])).toEqual(['b>i exact 0 made'])
  expect(transferEvents(second, [gathered])).toMatchObject([
    { account: 'bitcoin:b', to_account: 'bitcoin:a', from_amount: '0.49', fee_amount: '0.01' },
  ])
})

test('E9 daily transfers of one amount go to their nearest, also where one of them is missing', () => {
  const days = [0, 1, 2, 3, 4, 5]
  const sent = days.map((n) => out(`o${n}`, 'kraken', 24 * n, '10'))
  const arrived = days.map((n) => arrival(`i${n}`, 'ledger', 24 * n + 0.5, '10'))
  expect(brief([...sent, ...arrived])).toEqual(days.map((n) => `o${n}>i${n} likely 0 made`))
  const hole = brief([...sent.filter(({ id }) => id !== 'o3'), ...arrived])
  expect(hole).toEqual(days.filter((n) => n !== 3).map((n) => `o${n}>i${n} likely 0 made`))
  // An hour apart, the ones before the hole may as well have arrived later.
  const close = brief([
    out('o1', 'kraken', 0, '10'),
    arrival('i1', 'ledger', 0.5, '10'),
    arrival('i2', 'ledger', 1.5, '10'),
  ])
  expect(close).toEqual(['o1>i1 weak 0 suggested'])
})

test('E9 the withdrawal of an optimistic rollup is suggested up to fourteen days later', () => {
  const withdrawn = (days: number, amount = '1', chain = 'optimism') =>
    brief([
      out('o', 'optimism', 0, '1', { asset: 'ETH', chain }),
      arrival('i', 'ethereum', 24 * days, amount, { asset: 'ETH', chain: 'ethereum' }),
    ])
  expect(withdrawn(7.02)).toEqual(['o>i weak 0 suggested'])
  expect([withdrawn(15), withdrawn(7.02, '0.99'), withdrawn(7.02, '1', 'solana')]).toEqual([[], [], []])
})

test('E9 R-SWP-1 a coin that was renamed on the way is a transfer and a swap, and only from the older ticker to the newer', () => {
  const day = Date.UTC(2024, 8, 5)
  const departure = { ...out('o', 'kraken', 0, '1000', { asset: 'MATIC' }), at: day }
  const arrived = { ...arrival('i', 'ledger', 0, '999', { asset: 'POL' }), at: day + 600_000 }
  expect(brief([departure, arrived])).toEqual(['o>i likely 1 made'])
  expect(
    brief([
      { ...departure, asset: 'POL' },
      { ...arrived, asset: 'MATIC' },
    ]),
  ).toEqual([])
  expect(
    brief([
      { ...departure, at: 0 },
      { ...arrived, at: 600_000 },
    ]),
  ).toEqual([])
  expect(transferEvents(departure, [arrived])).toMatchObject([
    { id: 'o', type: 'transfer', from_currency: 'MATIC', from_amount: '999', fee_amount: '1' },
    {
      id: 'i',
      at: '2024-09-05T00:10:00Z',
      type: 'swap',
      account: 'ledger',
      from_currency: 'MATIC',
      to_currency: 'POL',
      to_amount: '999',
    },
  ])
})

test('P19 transfers of one amount a minute apart are each looked at few times, however many there are', () => {
  const minute = 1 / 60
  const pairs = (count: number) =>
    Array.from({ length: count }, (_, n) => [
      out(`o${n}`, 'binance', n * minute, '10'),
      arrival(`i${n}`, 'ledger', (n + 0.5) * minute, '10'),
    ]).flat()
  const lookedAt = (count: number) => {
    const matcher = AssetMatcher.of(pairs(count), [])
    const matches = matcher.match()
    expect(matches.every(({ match }) => match.arrivals[0] === match.departure.replace('o', 'i'))).toBe(true)
    expect(matches).toHaveLength(count)
    return matcher.looked / count
  }
  const few = lookedAt(500)
  expect(few).toBeLessThan(150)
  expect(lookedAt(4_000)).toBeLessThan(1.1 * few)
})

test('transfers of one amount at one instant are each looked at as often, however many there are', () => {
  const looksAt = (count: number) => {
    const matcher = AssetMatcher.of(
      Array.from({ length: count }, (_, n) => [
        out(`o${n}`, 'binance', 0, '10'),
        arrival(`i${n}`, 'ledger', 0, '10'),
      ]).flat(),
      [],
    )
    let looks = 0
    for (const side of matcher.arrivals) {
      let isOpen = side.isOpen
      Object.defineProperty(side, 'isOpen', {
        get: () => ((looks += 1), isOpen),
        set(value: boolean) {
          isOpen = value
        },
      })
    }
    expect(matcher.match().every(({ match }) => match.state === 'suggested')).toBe(true)
    return (looks + matcher.looked) / count
  }
  expect(looksAt(2_000)).toBeLessThan(1.1 * looksAt(500))
})
