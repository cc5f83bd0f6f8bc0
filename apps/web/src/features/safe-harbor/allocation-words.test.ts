import type { AllocationChoice, AllocationOutcome, AllocationRule } from '@lotbook/contract'
import { expect, test } from 'vitest'
import {
  allocationName,
  boundOf,
  countsFor,
  openOf,
  outcomeOfChoice,
  ownAgain,
  reasonForAll,
  ruleName,
  ruleOf,
} from './allocation-words.ts'

const KRAKEN = { id: 'k', name: 'Kraken' }
const LEDGER = { id: 'l', name: 'Ledger' }
const rule = (order: AllocationRule['order'], ...accounts: AllocationRule['accounts']) => ({
  order,
  accounts,
})
const outcome = (
  kind: AllocationOutcome['kind'],
  own: AllocationRule | null,
  same_as: AllocationRule[] = [],
): AllocationOutcome => ({
  id: `${kind} ${own?.order ?? ''}`,
  kind,
  rule: own,
  same_as,
  years: [],
  gain: '0',
  tax: null,
  difference: { gain: '0', tax: null },
  left: [],
  problems: [],
})
const choice = (changed: Partial<AllocationChoice>): AllocationChoice => ({
  kind: 'specific',
  order: 'hifo',
  accounts: ['k', 'l'],
  units: [],
  left_out: [],
  ...changed,
})

test('N14 a card is called by its rule, and nothing on record by the rule that says the same', () => {
  const none = outcome('none', null, [rule('hifo', LEDGER, KRAKEN), rule('fifo', KRAKEN, LEDGER)])
  expect(allocationName(none, false)).toBe('Nothing on record')
  expect(allocationName(none, true)).toBe('Nothing more on record')
  expect(ruleOf(none)).toEqual(rule('fifo', KRAKEN, LEDGER))
  expect(ruleName(rule('hifo', LEDGER, KRAKEN))).toBe('Highest cost first: Ledger, then Kraken')
  expect(allocationName(outcome('global', rule('lofo')), false)).toBe('Lowest cost first')
  const wallet = { id: 'w', name: 'base: 0x4bBa290826C253BD854121346c370a9886d1bC26' }
  expect(allocationName(outcome('global', rule('fifo', wallet, KRAKEN)), false)).toBe(
    'Earliest first: Base 0x4bBa…bC26, then Kraken',
  )
})

test('N14 a choice finds the outcome of its rule, of one that comes to the same, or of its units', () => {
  const own = choice({ units: [{ asset: 'BTC', lot_transaction_id: 'x', account_id: 'k', quantity: '1' }] })
  const outcomes = [
    outcome('none', null, [rule('fifo', KRAKEN, LEDGER)]),
    outcome('own', rule('hifo', KRAKEN, LEDGER)),
    outcome('global', rule('hifo', KRAKEN, LEDGER), [rule('lofo', LEDGER, KRAKEN)]),
  ]
  const found = (wanted: AllocationChoice, mine: AllocationChoice | null = own) =>
    outcomeOfChoice(outcomes, mine, wanted)?.id
  expect(found(choice({ order: 'fifo' }))).toBe('none ')
  expect(found(choice({ order: 'lofo', accounts: ['l', 'k'] }))).toBe('global hifo')
  expect(found(own)).toBe('own hifo')
  expect(found(own, null)).toBeUndefined()
  expect(found(choice({ order: 'lifo' }))).toBeUndefined()
})

test('N14 what records bind already: of assets that have something to allocate none, some or all', () => {
  const asset = (symbol: string, is_bound: boolean, lots = 1) => ({
    asset: symbol,
    symbol,
    lots,
    units: '1',
    basis: '1',
    held: [],
    held_units: '1',
    first_move: null,
    is_bound,
  })
  const bound = (...assets: ReturnType<typeof asset>[]) => boundOf({ assets })
  expect(bound(asset('BTC', false))).toEqual({ symbols: [], extent: 'none' })
  expect(bound(asset('BTC', true), asset('ETH', false))).toEqual({ symbols: ['BTC'], extent: 'some' })
  expect(bound(asset('BTC', true), asset('ETH', false, 0)).extent).toBe('all')
  expect(bound().extent).toBe('none')
})

test('N14 a choice that leaves an asset out is worked out as such', () => {
  const own = choice({ left_out: ['ETH', 'SOL'] })
  const outcomes = [
    outcome('own', rule('hifo', KRAKEN, LEDGER)),
    outcome('global', rule('hifo', KRAKEN, LEDGER)),
  ]
  const found = (left_out: string[]) => outcomeOfChoice(outcomes, own, choice({ left_out }))?.id
  expect(found(['SOL', 'ETH'])).toBe('own hifo')
  expect(found(['ETH'])).toBeUndefined()
  expect(found([])).toBe('global hifo')
})

const late = (symbol: string) => ({ symbol, state: 'late' as const, why: '' })

test('N14 a record that was replaced for an asset does not count for it', () => {
  expect(countsFor(late('ETH'), { replaced_assets: [] })).toBe('late')
  expect(countsFor(late('ETH'), { replaced_assets: ['BTC'] })).toBe('late')
  expect(countsFor(late('ETH'), { replaced_assets: ['ETH'] })).toBe('replaced')
  expect(countsFor({ symbol: 'BTC', state: 'open' }, { replaced_assets: ['ETH'] })).toBe('bound')
})

test('N14 what was left out is open where no earlier record counts for it', () => {
  const record = (of: string[], left_out: string[], replaced_assets: string[] = []) => ({
    left_out,
    replaced_assets,
    standing: { conditions: [], in_time: 'none' as const, is_irrevocable: false, assets: of.map(late) },
  })
  expect(openOf([])).toEqual([])
  expect(openOf([record(['BTC'], ['ETH'])])).toEqual(['ETH'])
  expect(openOf([record(['BTC'], ['ETH', 'SOL']), record(['ETH'], ['BTC', 'SOL'])])).toEqual(['SOL'])
  expect(openOf([record(['BTC'], ['ETH']), record(['BTC'], ['ETH']), record(['ETH'], [], ['ETH'])])).toEqual([
    'ETH',
  ])
})

test('N14 none can be left out of a rule, or beside one; what a record binds is worked out again without it', () => {
  const specific = [{ kind: 'specific' as const }]
  expect(reasonForAll('global', specific)).toContain('every asset')
  expect(reasonForAll('specific', [{ kind: 'global' }, ...specific])).toContain('would lose it')
  expect(reasonForAll('specific', specific)).toBeUndefined()
  const unit = (asset: string) => ({ asset, lot_transaction_id: 'x', account_id: 'k', quantity: '1' })
  const own = choice({ units: [unit('BTC'), unit('ETH')], left_out: ['SOL'] })
  const asset = { symbol: '', lots: 1, units: '1', basis: '1', held: [], held_units: '1', first_move: null }
  const assets = [
    { ...asset, asset: 'BTC', is_bound: true },
    { ...asset, asset: 'ETH', is_bound: false },
  ]
  expect(ownAgain(own, assets, specific)).toEqual({ ...own, units: [unit('ETH')] })
  expect(ownAgain(own, [], [{ kind: 'global' }])?.left_out).toEqual([])
  expect(ownAgain({ ...own, left_out: ['ETH'] }, assets, specific)).toBeNull()
  expect(ownAgain(null, assets, specific)).toBeNull()
})
