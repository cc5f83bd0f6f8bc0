import { formatDecimal, minus, parseDecimal, plus, zero } from '@lotbook/money'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import { anyInput, anySettings } from '../testing/random-ledger.ts'
import { inputOfRows, rowsOfInput } from '../schema/input-rows.ts'
import { ENGINE_VERSION, RULES_VERSION } from '../manifest/versions.ts'
import { compareCalculations, type CalculationRecord, type Comparison } from './compare-calculations.ts'
import { inputChanges } from './input-changes.ts'
import { causeLabel } from './row-words.ts'
import { runs } from '../testing/runs.ts'

const read = (text: string) => parseDecimal(text) ?? zero

function record(input: CalculationInput, engineVersion = ENGINE_VERSION): CalculationRecord {
  return { input, result: calculate(input), engineVersion, rulesVersion: RULES_VERSION }
}

/** Gain, income and deductions of a year as one text. */
function totals({ years }: CalculationResult, year: string) {
  const found = years[year]
  return {
    gain: plus(read(found?.short.gain ?? '0'), read(found?.long.gain ?? '0')),
    short: read(found?.short.gain ?? '0'),
    income: read(found?.income ?? '0'),
    deduction: read(found?.donation_deduction ?? '0'),
  }
}

function expectSums(comparison: Comparison, before: CalculationRecord, after: CalculationRecord) {
  const years = new Set([...Object.keys(before.result.years), ...Object.keys(after.result.years)])
  for (const year of years) {
    const was = totals(before.result, year)
    const is = totals(after.result, year)
    for (const field of ['gain', 'short', 'income', 'deduction'] as const) {
      const changed = formatDecimal(minus(is[field], was[field]))
      expect(comparison.years[year]?.[field] ?? '0', `${year} ${field}`).toBe(changed)
      const ofCauses = comparison.causes.map((cause) => read(cause.years[year]?.[field] ?? '0'))
      expect(formatDecimal(ofCauses.reduce(plus, zero)), `causes of ${year} ${field}`).toBe(changed)
    }
  }
}

/** An input and what became of it: some transactions gone, one worth more, no lots named, other settings, another engine. */
const anyPair = fc.record({
  input: anyInput,
  gone: fc.array(fc.boolean(), { maxLength: 12 }),
  worth: fc.option(fc.nat(11)),
  unnamed: fc.boolean(),
  settings: fc.option(anySettings),
  engine: fc.constantFrom(ENGINE_VERSION, '0.9.0'),
})

test('N4 the causes add up to the difference of the totals, to the last digit', () => {
  fc.assert(
    fc.property(anyPair, ({ input, gone, worth, unnamed, settings, engine }) => {
      const transactions = input.transactions
        .filter((_, i) => gone[i] !== true)
        .map((t, i) => (i === worth && t.to_value !== undefined ? { ...t, to_value: '12345.678' } : t))
        .map((t) => (unnamed ? { ...t, lots: null } : t))
      const other = { settings: settings ?? input.settings, transactions }
      const [a, b] = [record(input, engine), record(other)]
      expectSums(compareCalculations(a, b), a, b)
      const back = { ...a, engineVersion: ENGINE_VERSION }
      expectSums(compareCalculations(b, back), b, back)
    }),
    { numRuns: runs(100) },
  )
})

test('N4 a calculation compared with itself differs in nothing', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const turned = { ...input, transactions: input.transactions.map((t) => ({ ...t })) }
      expect(compareCalculations(record(input), record(turned))).toEqual({
        causes: [],
        differences: [],
        years: {},
      })
    }),
    { numRuns: runs(100) },
  )
})

test('N4 an input that is kept as rows, with every field, is the same as one that leaves out what is null', () => {
  fc.assert(
    fc.property(anyInput, anySettings, (input, settings) => {
      const plain = { settings, transactions: input.transactions }
      const asRows = inputOfRows(rowsOfInput(plain)) as CalculationInput
      expect(inputChanges(input, asRows)).toEqual(new Map())
      const { causes } = compareCalculations(record(input), record(asRows))
      expect(causes.filter(({ kind }) => kind !== 'settings')).toEqual([])
    }),
    { numRuns: runs(100) },
  )
})

const buy = (id: string, at: string, usd: string): InputTransaction => ({
  id,
  at,
  type: 'buy',
  account: 'kraken',
  from_currency: 'USD',
  from_amount: usd,
  to_currency: 'BTC',
  to_amount: '1',
})
const sell = (id: string, at: string, usd: string): InputTransaction => ({
  id,
  at,
  type: 'sell',
  account: 'kraken',
  from_currency: 'BTC',
  from_amount: '1',
  to_currency: 'USD',
  to_amount: usd,
})
const history = [
  buy('b1', '2024-01-01T00:00:00Z', '100'),
  buy('b2', '2024-02-01T00:00:00Z', '300'),
  sell('s1', '2025-03-01T00:00:00Z', '500'),
]
const fifo = { method: 'fifo' } as const

describe('N4 a difference has its cause', () => {
  const base = record({ settings: fifo, transactions: history })
  const kinds = (comparison: Comparison) =>
    comparison.causes.map(({ kind, years }) => [kind, years['2025']?.gain])

  test('an import that brings an older lot moves the sale of that asset', () => {
    const after = record({
      settings: fifo,
      transactions: [buy('b0', '2023-01-01T00:00:00Z', '40'), ...history],
    })
    const comparison = compareCalculations(base, after, (tx, change) => `${change} ${tx}`)
    expect(comparison.causes).toEqual([
      {
        kind: 'added',
        origin: 'added b0',
        years: { '2025': { gain: '60', short: '0', income: '0', deduction: '0', rows: 1 } },
      },
    ])
    expect(comparison.differences).toMatchObject([
      {
        kind: 'disposal',
        changed: 'b0',
        before: { lot: 'b1', gain: '400' },
        after: { lot: 'b0', gain: '460' },
      },
    ])
  })

  test('another spelling of an instant, an amount or of nothing is no edit', () => {
    const spelt = history.map((t): InputTransaction => ({
      ...t,
      at: t.id === 's1' ? '2025-03-01T02:00:00.000+02:00' : t.at.replace('Z', '.000Z'),
      from_amount: `${t.from_amount}.00`,
      sub_type: '',
      lots: [],
      gift: { donor_basis: null },
      reported: 'none',
    }))
    expect(
      inputChanges({ settings: fifo, transactions: history }, { settings: fifo, transactions: spelt }),
    ).toEqual(new Map())
    const older = record({
      settings: fifo,
      transactions: [buy('b0', '2023-01-01T00:00:00Z', '40'), ...spelt],
    })
    expect(kinds(compareCalculations(base, older))).toEqual([['added', '60']])
  })

  test('the first change is the first by time, however its instant is written', () => {
    const lose = (id: string, at: string): InputTransaction => ({
      id,
      at,
      type: 'outgoing',
      sub_type: 'lost',
      account: 'kraken',
      from_currency: 'BTC',
      from_amount: '0.5',
    })
    const changedOf = (...transactions: readonly InputTransaction[]) =>
      compareCalculations(base, record({ settings: fifo, transactions: [...history, ...transactions] }))
        .differences.filter(({ kind }) => kind === 'disposal')
        .map(({ changed }) => changed)
    const first = lose('first', '2025-02-01T00:00:00Z')
    expect(new Set(changedOf(first, lose('second', '2025-02-01T00:00:00.500Z')))).toEqual(new Set(['first']))
    // 23:00 of the day before.
    const abroad = lose('abroad', '2025-02-01T01:00:00+02:00')
    expect(new Set(changedOf(first, abroad))).toEqual(new Set(['abroad']))
    // A change half a second after a row is not its cause.
    const after = lose('after', '2025-03-01T00:00:00.500Z')
    expect(new Set(changedOf(first, after))).toEqual(new Set(['first']))
  })

  test('what was edited and what went away', () => {
    const dearer = history.map((t) => (t.id === 'b1' ? { ...t, from_amount: '150' } : t))
    expect(kinds(compareCalculations(base, record({ settings: fifo, transactions: dearer })))).toEqual([
      ['edited', '-50'],
    ])
    const fewer = history.filter((t) => t.id !== 'b1')
    expect(kinds(compareCalculations(base, record({ settings: fifo, transactions: fewer })))).toEqual([
      ['removed', '-200'],
    ])
  })

  test('lots that were named for a sale are a cause of their own, and no other reading of its file', () => {
    const named = history.map((t) => (t.id === 's1' ? { ...t, lots: [{ lot: 'b2', quantity: '1' }] } : t))
    const after = record({ settings: fifo, transactions: named })
    // 500 - 300 rather than 500 - 100, and back.
    expect(kinds(compareCalculations(base, after))).toEqual([['named', '-200']])
    expect(kinds(compareCalculations(after, base))).toEqual([['named', '200']])
    expect(causeLabel('named', 'kraken.csv')).toBe('Lots named for sales, or kept as filed')
  })

  test('lots that are named beside other changes are told by themselves', () => {
    const edited = (sold: string, lots: InputTransaction['lots']) =>
      record({
        settings: fifo,
        transactions: history.map((t) => (t.id === 's1' ? { ...t, to_amount: sold, lots } : t)),
      })
    const named = edited('650', [{ lot: 'b2', quantity: '1' }])
    // 500 - 300 rather than 500 - 100; then 650 for it rather than 500. And back.
    expect(kinds(compareCalculations(base, named))).toEqual([
      ['edited', '150'],
      ['named', '-200'],
    ])
    expect(kinds(compareCalculations(named, base))).toEqual([
      ['edited', '-150'],
      ['named', '200'],
    ])
    // With other settings as well: LIFO takes the lot that is named.
    const lifo = { ...named.input, settings: { method: 'lifo' } } as const
    expect(kinds(compareCalculations(base, record(lifo)))).toEqual([
      ['settings', '-200'],
      ['edited', '150'],
    ])
    // A lot that came with a file is named: without the name the file moves nothing. 500 - 90 rather than 500 - 100.
    const ofLate = [...named.input.transactions, buy('b3', '2024-03-01T00:00:00Z', '90')].map((t) =>
      t.id === 's1' ? { ...t, to_amount: '500', lots: [{ lot: 'b3', quantity: '1' }] } : t,
    )
    const late = record({ settings: fifo, transactions: ofLate })
    expect(kinds(compareCalculations(base, late))).toEqual([['named', '10']])
    // The named lot went with its file, and so did the name: FIFO again.
    expect(kinds(compareCalculations(late, base))).toEqual([['removed', '-10']])
    // The lot that is named was edited: 310 for it rather than 300.
    const dearer = named.input.transactions.map((t) =>
      t.id === 'b2' ? { ...t, from_amount: '310' } : t.id === 's1' ? { ...t, to_amount: '500' } : t,
    )
    expect(kinds(compareCalculations(base, record({ settings: fifo, transactions: dearer })))).toEqual([
      ['named', '-210'],
    ])
    const comparison = compareCalculations(base, named, (tx, change) => `${change} ${tx}`)
    expectSums(comparison, base, named)
    expect(comparison.causes.map(({ origin }) => origin)).toEqual(['edited s1', 'named s1'])
  })

  test('settings are told apart from an import that came at the same time', () => {
    const transactions = [...history, sell('s2', '2025-06-01T00:00:00Z', '1000')]
    const after = record({ settings: { method: 'hifo' }, transactions })
    // HIFO on the old history: 500 - 300 rather than 500 - 100; then the new sale takes what is left for 100.
    expect(kinds(compareCalculations(base, after))).toEqual([
      ['settings', '-200'],
      ['added', '900'],
    ])
  })

  test('of the settings it is said which', () => {
    const harbor = { type: 'global', order: 'hifo', accounts: [] } as const
    const settings = { method: 'hifo', safe_harbor: harbor, treatments: { airdrop: 'zero_basis' } } as const
    const causes = (after: CalculationRecord) =>
      compareCalculations(base, after).causes.map(({ kind, origin }) => causeLabel(kind, origin))
    expect(causes(record({ settings: { method: 'hifo' }, transactions: history }))).toEqual([
      'Tax settings (method)',
    ])
    expect(causes(record({ settings, transactions: history }))).toEqual([
      'Tax settings (method, Safe Harbor, treatments)',
    ])
    expect(causeLabel('settings', null)).toBe('Tax settings')
  })

  test('a setting that is not said is the default, and null is not said', () => {
    const order = { from: '2026-01-01', asset: 'BTC', method: 'lifo' } as const
    const defaults = { pool_before_2025: 'account', timezone: 'UTC', transfer_fee: 'dispose' } as const
    const causes = (before: CalculationInput['settings'], after: CalculationInput['settings']) =>
      compareCalculations(
        record({ settings: before, transactions: history }),
        record({ settings: after, transactions: history }),
      ).causes.map(({ kind, origin }) => causeLabel(kind, origin))
    const hifo = { ...defaults, method: 'hifo', treatments: { airdrop: 'income', loan: null } } as const
    expect(causes({}, { ...hifo, method_overrides: [order] })).toEqual([
      'Tax settings (method, standing orders)',
    ])
    // 500 - 300 rather than 500 - 100: the method, and nothing else that is only spelt out.
    expect(causes({}, { ...hifo, method_overrides: [], tokens: [] })).toEqual(['Tax settings (method)'])
    const spelt = { ...order, account: null, recorded_at: null }
    expect(
      causes({ method_overrides: [order] }, { ...hifo, method_overrides: [spelt], safe_harbor: null }),
    ).toEqual(['Tax settings (method)'])
  })

  test('another engine is a cause of its own', () => {
    const was = { ...base, engineVersion: '0.1.0', result: { ...base.result, disposals: [] } }
    expect(kinds(compareCalculations(was, base))).toEqual([['engine', '400']])
  })

  test('a value that changed, and a match that was made', () => {
    const send: InputTransaction = {
      id: 'out',
      at: '2024-05-01T00:00:00Z',
      type: 'outgoing',
      sub_type: 'sent',
      account: 'kraken',
      from_currency: 'BTC',
      from_amount: '1',
      from_value: '250',
    }
    const receive: InputTransaction = {
      id: 'in',
      at: '2024-05-01T00:10:00Z',
      type: 'incoming',
      sub_type: 'received',
      account: 'ledger',
      to_currency: 'BTC',
      to_amount: '1',
      to_value: '250',
    }
    const transfer: InputTransaction = {
      id: 'out',
      at: '2024-05-01T00:00:00Z',
      type: 'transfer',
      account: 'kraken',
      to_account: 'ledger',
      from_currency: 'BTC',
      from_amount: '1',
    }
    const apart = record({ settings: fifo, transactions: [...history, send, receive] })
    const matched = record({ settings: fifo, transactions: [...history, transfer] })
    expect(compareCalculations(apart, matched).causes.map(({ kind }) => kind)).toEqual(['matched'])
    expect(compareCalculations(matched, apart).causes.map(({ kind }) => kind)).toEqual(['matched'])
    const staking: InputTransaction = {
      ...receive,
      id: 'st',
      sub_type: 'staking_reward',
      at: '2025-01-05T00:00:00Z',
    }
    const [low, high] = ['250', '275'].map((to_value) =>
      record({ settings: fifo, transactions: [...history, { ...staking, to_value }] }),
    )
    expect(compareCalculations(low!, high!).causes).toMatchObject([
      { kind: 'valued', years: { '2025': { income: '25', rows: 1 } } },
    ])
  })
})

test('N4 settings that ask for what the older history does not say come after the history', () => {
  const move: InputTransaction = {
    ...buy('t', '2025-02-02T00:00:00Z', '0'),
    type: 'transfer',
    account: 'A',
    to_account: 'B',
    from_currency: 'ETH',
    from_amount: '0.5',
    to_currency: null,
    to_amount: null,
    fee_currency: 'ETH',
    fee_amount: '0.1',
  }
  const whole = [
    { ...buy('b', '2025-01-02T00:00:00Z', '100'), account: 'A', to_currency: 'ETH', to_amount: '1' },
    move,
  ]
  // Carried, the fee needs no value; spent, it does.
  const before = record({ settings: { transfer_fee: 'carry' }, transactions: whole })
  const after = record({
    settings: { transfer_fee: 'dispose' },
    transactions: whole.map((t) => (t === move ? { ...t, fee_value: '30' } : t)),
  })
  const comparison = compareCalculations(before, after)
  expectSums(comparison, before, after)
  expect(comparison.causes.map(({ kind, years }) => [kind, years['2025']?.gain])).toEqual([
    ['settings', '20'],
  ])
})
