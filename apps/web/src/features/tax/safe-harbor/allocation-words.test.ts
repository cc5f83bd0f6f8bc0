import type { AllocationChoice, AllocationOutcome, AllocationRule } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { allocationName, boundOf, countsFor, outcomeOfChoice, ruleName, ruleOf } from './allocation-words.ts'

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
    'Earliest first: base: 0x4bBa…d1bC26, then Kraken',
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

test('N14 a record that was replaced counts for what it binds', () => {
  expect(countsFor('late', { replaced_at: null })).toBe('late')
  expect(countsFor('late', { replaced_at: '2025-03-02T00:00:00Z' })).toBe('replaced')
  expect(countsFor('open', { replaced_at: '2025-03-02T00:00:00Z' })).toBe('bound')
})
