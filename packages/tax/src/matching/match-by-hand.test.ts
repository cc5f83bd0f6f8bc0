import { expect, test } from 'vitest'
import { problemOfMatch, rankCandidates } from './match-by-hand.ts'
import type { MatchSide } from './match-side.ts'
import { matchSelfTransfers } from './self-transfer.ts'

const HOUR = 3_600_000

const sent = (id: string, accountKey: string, hours: number, amount: string, more: Partial<MatchSide> = {}) =>
  ({
    id,
    direction: 'departure',
    accountKey,
    asset: 'BTC',
    at: hours * HOUR,
    amount,
    fingerprint: id,
    ...more,
  }) satisfies MatchSide
const received = (
  id: string,
  accountKey: string,
  hours: number,
  amount: string,
  more: Partial<MatchSide> = {},
) => ({ ...sent(id, accountKey, hours, amount), direction: 'arrival', ...more }) satisfies MatchSide

test('E9 a person may match beyond every tolerance, but not what cannot be one transfer', () => {
  const departure = sent('o', 'kraken', 0, '1')
  expect(problemOfMatch(departure, [received('i', 'ledger', 900, '0.4')])).toBeUndefined()
  expect(problemOfMatch(departure, [])).toBe('no_arrival')
  expect(problemOfMatch(departure, [sent('o2', 'ledger', 1, '1')])).toBe('not_two_sides')
  expect(problemOfMatch(departure, [received('i', 'ledger', 1, '1', { asset: 'ETH' })])).toBe('other_asset')
  expect(problemOfMatch(departure, [received('i', 'kraken', 1, '1')])).toBe('same_account')
  expect(
    problemOfMatch(departure, [received('i', 'ledger', 1, '0.6'), received('j', 'ledger', 1, '0.41')]),
  ).toBe('more_arrived')
})

test('E9 what may be the other half comes likeliest first, each with what is missing and what it would be', () => {
  const others = [
    received('late', 'ledger', 200, '1'),
    received('short', 'ledger', 2, '0.98'),
    received('same', 'coinbase', 40, '1', { txHash: 'ab'.repeat(32) }),
    received('good', 'ledger', 5, '1'),
    received('own', 'kraken', 1, '1'),
    received('more', 'ledger', 1, '1.1'),
  ]
  const ranked = rankCandidates(sent('o', 'kraken', 0, '1', { txHash: 'ab'.repeat(32) }), others)
  expect(
    ranked.map(
      ({ side, measure }) =>
        `${side.id} ${measure.quality} ${measure.gap} ${measure.isWithinTolerance ? 'within' : 'beyond'}`,
    ),
  ).toEqual(['same exact 0 within', 'good likely 0 within', 'short weak 0.02 within', 'late weak 0 beyond'])
})

test('E9 an arrival looks for its departure the same way', () => {
  const ranked = rankCandidates(received('i', 'ledger', 10, '1'), [
    sent('less', 'kraken', 9, '0.9'),
    sent('more', 'kraken', 9, '1.01', { fee: '0.01' }),
  ])
  expect(ranked.map(({ side, measure }) => `${side.id} ${measure.quality} ${measure.gap}`)).toEqual([
    'more likely 0.01',
  ])
})

test('N7 of two words about the same side the newest, which is given first, stands', () => {
  const sides = [
    sent('o1', 'kraken', 0, '1'),
    sent('o2', 'gemini', 0, '1'),
    received('i', 'ledger', 500, '1'),
  ]
  const made = (departure: string) => ({ departure, arrivals: ['i'], state: 'made' as const })
  const departures = (...order: string[]) =>
    matchSelfTransfers(sides, order.map(made)).map((match) => match.departure)
  expect(departures('o2', 'o1')).toEqual(['o2'])
  expect(departures('o1', 'o2')).toEqual(['o1'])
})
