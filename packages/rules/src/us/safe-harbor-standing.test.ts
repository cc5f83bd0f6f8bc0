import { expect, test } from 'vitest'
import { standingOfAllocation, type AllocationFacts } from './safe-harbor-standing.ts'

const on = (day: string): Pick<AllocationFacts, 'recordedAt' | 'recordedOn'> => ({
  recordedAt: Date.parse(`${day}T12:00:00Z`),
  recordedOn: day,
})
const firstMove = (day: string) => ({ at: Date.parse(`${day}T12:00:00Z`), day })
const facts = (changed: Partial<AllocationFacts>): AllocationFacts => ({
  kind: 'specific',
  ...on('2025-03-01'),
  statedOn: null,
  assets: ['BTC', 'ETH'],
  firstMoves: new Map([['BTC', firstMove('2025-06-01')]]),
  isUniversal: true,
  isExact: true,
  ...changed,
})
const brief = (changed: Partial<AllocationFacts>) => {
  const { inTime, assets, isIrrevocable, conditions } = standingOfAllocation(facts(changed))
  const late = assets.filter(({ state }) => state === 'late').map(({ asset }) => asset)
  return [inTime, late.join(), isIrrevocable, conditions.map(({ state }) => state).join(' ')]
}

test('R-POOL-3 a specific allocation is in time before the first move of each asset, and irrevocable then', () => {
  expect(brief({})).toEqual(['all', '', true, 'met met met met'])
  expect(brief({ recordedAt: Date.parse('2025-06-01T12:00:00Z'), recordedOn: '2025-06-01' })[0]).toBe('all')
  expect(brief({ recordedAt: Date.parse('2025-06-01T12:00:01Z'), recordedOn: '2025-06-01' })).toEqual([
    'some',
    'BTC',
    true,
    'met met met unmet',
  ])
})

test('R-POOL-3 after April 15, 2026 it rests on an extension, after October 15, 2026 it is too late and binds nobody', () => {
  expect(brief({ ...on('2026-04-15'), firstMoves: new Map() })[3]).toBe('met met met met')
  expect(brief({ ...on('2026-04-16'), firstMoves: new Map() })).toEqual(['all', '', true, 'met met met open'])
  expect(brief({ ...on('2026-10-15'), firstMoves: new Map() })[0]).toBe('all')
  expect(brief({ ...on('2026-10-16'), firstMoves: new Map() })).toEqual([
    'none',
    'BTC,ETH',
    false,
    'met met met unmet',
  ])
})

test('R-POOL-3 a global allocation is in the books before 2025, by the record or by books of ones own', () => {
  const global = { kind: 'global' as const }
  expect(brief({ ...global, ...on('2024-12-31') })[0]).toBe('all')
  expect(brief({ ...global, ...on('2025-01-01') })).toEqual(['none', 'BTC,ETH', false, 'met met met unmet'])
  expect(brief({ ...global, ...on('2026-11-21'), statedOn: '2024-12-20' })[0]).toBe('all')
  const { conditions } = standingOfAllocation(facts({ ...global, statedOn: '2024-12-20' }))
  expect(conditions[3]?.text).toContain('your own books')
})

test('R-POOL-3 a stated day must lie before the day of the first move', () => {
  expect(brief({ ...on('2026-11-21'), statedOn: '2025-05-31' })[0]).toBe('all')
  expect(brief({ ...on('2026-11-21'), statedOn: '2025-06-01' })[1]).toBe('BTC')
})

test('R-POOL-2 R-POOL-3 without one pool, or with units that differ, the conditions are not met', () => {
  expect(brief({ isUniversal: false, isExact: false })[3]).toBe('unmet unmet met met')
})

test('R-POOL-3 of each asset it says whether the allocation binds it, and why', () => {
  const standing = (changed: Partial<AllocationFacts>) =>
    standingOfAllocation(facts(changed)).assets.map(({ asset, state, why }) => `${asset} ${state}: ${why}`)
  expect(standing({})).toEqual([
    'BTC in_time: Before its first sale, disposition or transfer, on June 1, 2025.',
    'ETH in_time: Neither sold, disposed of nor transferred since January 1, 2025.',
  ])
  expect(standing(on('2026-05-01'))).toEqual([
    'BTC late: Its first sale, disposition or transfer, on June 1, 2025, came before.',
    'ETH open: In time only if your return was extended.',
  ])
  expect(standing(on('2026-10-16'))[1]).toBe(
    'ETH late: Made after October 15, 2026, the last day with an extension.',
  )
  expect(standing({ kind: 'global' })[0]).toBe('BTC late: Not in your books before January 1, 2025.')
  expect(standing({ kind: 'global', statedOn: '2024-12-31' })[1]).toBe(
    'ETH in_time: In your books before January 1, 2025.',
  )
})
