import { formatDecimal, parseDecimal, plus, zero, type Decimal } from '@lotbook/money'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import type { CalculationInput, CalculationSettings, InputTransaction } from '../schema/calculation-input.ts'
import type { LotRow } from '../schema/calculation-result.ts'
import { eventTableOf, holdsAllocation } from '../events/event-table.ts'
import { anySettings, anyTransactions } from '../testing/random-ledger.ts'
import { checkAllocation, describeAllocationProblem } from './check-allocation.ts'
import { DistinctAllocations, ruleCandidate } from './compared-allocations.ts'
import { contestedAccounts, globalRules } from './global-rules.ts'
import { outcomeSince2025 } from './outcome-since-2025.ts'
import { positionAtSwitch } from './position.ts'
import { specificOfAttached } from './specific-of-attached.ts'
import { runs } from '../testing/runs.ts'

const read = (text: string): Decimal => parseDecimal(text) ?? zero
const sumOf = (texts: readonly string[]) =>
  formatDecimal(texts.reduce<Decimal>((total, text) => plus(total, read(text)), zero))
const sums = (lots: readonly LotRow[], field: 'quantity' | 'basis') =>
  Object.fromEntries(
    [...Map.groupBy(lots, (lot) => `${lot.lot} ${lot.asset}`)].map(([key, rows]) => [
      key,
      sumOf(rows.map((row) => row[field])),
    ]),
  )

const universal: fc.Arbitrary<CalculationInput> = fc.record({
  settings: anySettings.map((s): CalculationSettings => ({
    ...s,
    pool_before_2025: 'universal',
    safe_harbor: null,
  })),
  transactions: anyTransactions,
})
const positionOf = (input: CalculationInput) => positionAtSwitch(eventTableOf(input), input.settings)
const attachedBy = (input: CalculationInput, safe_harbor: CalculationSettings['safe_harbor']) =>
  calculate(
    { ...input, settings: { ...input.settings, safe_harbor: safe_harbor ?? null } },
    { until: 'attachment' },
  ).lots
const under = (input: CalculationInput, safe_harbor: CalculationSettings['safe_harbor']) =>
  calculate({ ...input, settings: { ...input.settings, safe_harbor: safe_harbor ?? null } })

test('N14 R-POOL-3 every allocation keeps units and basis of each lot to the last unit, and fills no account beyond what it holds', () => {
  let tried = 0
  fc.assert(
    fc.property(universal, (input) => {
      const position = positionOf(input)
      const { rules } = globalRules(position)
      for (const rule of [null, ...rules]) {
        const lots = attachedBy(input, rule)
        expect(sums(lots, 'quantity')).toEqual(sums(position.lots, 'quantity'))
        expect(sums(lots, 'basis')).toEqual(sums(position.lots, 'basis'))
        const check = checkAllocation(position, specificOfAttached(lots, rule?.accounts ?? []))
        expect(check.problems).toEqual([])
        if (contestedAccounts(position).length > 1) tried += 1
      }
    }),
    { numRuns: runs(100) },
  )
  expect(tried).toBeGreaterThan(runs(150))
})

/** Whether a trade turns a coin into one that is declared to be the same, in another number of units. */
function isByRatio(t: InputTransaction, tokens: NonNullable<CalculationSettings['tokens']>): boolean {
  const isOf = (pair: readonly (string | null | undefined)[]) =>
    pair.includes(t.from_currency ?? '') && pair.includes(t.to_currency ?? '')
  return (
    t.from_amount !== t.to_amount && tokens.some((token) => 'of' in token && isOf([token.asset, token.of]))
  )
}

test('N14 R-POOL-3 units that a global rule attached, each named, are the same lots and the same years', () => {
  fc.assert(
    fc.property(universal, (input) => {
      // Lots of one acquisition at two costs: what names the acquisition cannot tell them apart. A coin that was converted back
      // is such, one that was converted by two ratios, and one that came back from a lock-up together with more.
      if (input.transactions.some((t) => t.type === 'swap' || t.sub_type === 'staking_return')) return
      if (input.transactions.some((t) => isByRatio(t, input.settings.tokens ?? []))) return
      const { rules } = globalRules(positionOf(input))
      for (const rule of rules) {
        const lots = attachedBy(input, rule)
        const specific = {
          type: 'specific' as const,
          allocations: specificOfAttached(lots, rule.accounts),
        }
        expect(attachedBy(input, specific)).toEqual(lots)
        expect(under(input, specific).years).toEqual(under(input, rule).years)
      }
    }),
    { numRuns: runs(100) },
  )
})

test('N14 R-POOL-3 what lies attached at the end of 2024 is what 2025 starts with', () => {
  fc.assert(
    fc.property(universal, (input) => {
      const first = input.transactions.find((t) => t.at >= '2025')
      if (first === undefined) return
      const events = [...input.transactions].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
      const next = events.find((t) => t.at >= '2025')
      expect(attachedBy(input, null)).toEqual(calculate(input, { until: { event: next!.id } }).lots)
    }),
    { numRuns: runs(100) },
  )
})

let made = 0
const row = (at: string, rest: Partial<InputTransaction>): InputTransaction => ({
  id: `t${made++}`,
  at: `${at}T12:00:00Z`,
  type: 'buy',
  account: 'coinbase',
  ...rest,
})
const buy = (at: string, amount: string, cost: string, account = 'coinbase') =>
  row(at, { account, from_currency: 'USD', from_amount: cost, to_currency: 'BTC', to_amount: amount })

/** The example of docs/tax: lots of 4,000, 61,000 and 23,500, a coin each; coinbase holds one, ledger two. */
function example(...more: InputTransaction[]): CalculationInput {
  made = 0
  return {
    settings: { pool_before_2025: 'universal' },
    transactions: [
      buy('2019-01-01', '1', '4000'),
      buy('2021-11-01', '1', '61000'),
      buy('2022-06-01', '1', '23500'),
      row('2023-01-01', {
        type: 'transfer',
        to_account: 'ledger',
        from_currency: 'BTC',
        from_amount: '2',
      }),
      ...more,
    ],
  }
}

test('N14 the position at the end of 2024: lots, holdings, and the first move of each asset afterwards', () => {
  const lockUp = row('2025-01-05', {
    type: 'outgoing',
    sub_type: 'staking_lockup',
    from_currency: 'BTC',
    from_amount: '1',
  })
  const sale = row('2025-02-01', {
    type: 'sell',
    from_currency: 'BTC',
    from_amount: '1',
    to_currency: 'USD',
    to_amount: '90000',
  })
  const position = positionOf(example(lockUp, sale))
  expect(position.lots.map(({ lot, quantity, basis, account }) => [lot, quantity, basis, account])).toEqual([
    ['t0', '1', '4000', null],
    ['t1', '1', '61000', null],
    ['t2', '1', '23500', null],
  ])
  expect(position.held).toEqual([
    { account: 'coinbase', asset: 'BTC', quantity: '1' },
    { account: 'ledger', asset: 'BTC', quantity: '2' },
  ])
  expect([...position.firstMoves]).toEqual([
    ['BTC', { at: Date.parse('2025-02-01T12:00:00Z'), day: '2025-02-01' }],
  ])
})

test('N14 a fee paid in a coin in 2025 is its first move', () => {
  const bought = row('2025-01-02', {
    from_currency: 'USD',
    from_amount: '10',
    to_currency: 'ETH',
    to_amount: '1',
    fee_currency: 'BTC',
    fee_amount: '0.0001',
    fee_value: '9',
  })
  expect([...positionOf(example(bought)).firstMoves.keys()]).toEqual(['BTC'])
})

test('N14 an allocation that gives an account more or less than it holds, or a lot more than it has, is refused by name', () => {
  const position = positionOf(example())
  const all = [
    { lot: 't1', asset: 'BTC', account: 'coinbase', quantity: '1' },
    { lot: 't0', asset: 'BTC', account: 'ledger', quantity: '1' },
    { lot: 't2', asset: 'BTC', account: 'ledger', quantity: '1' },
  ]
  expect(checkAllocation(position, all)).toMatchObject({ problems: [], unplaced: [], isExact: true })
  const problemsOf = (allocations: typeof all) =>
    checkAllocation(position, allocations).problems.map((problem) =>
      describeAllocationProblem(problem, { asset: (name) => name, account: (name) => name }),
    )
  expect(problemsOf(all.slice(0, 2))).toEqual(['ledger holds 2 BTC, and 1 are attached to it.'])
  expect(problemsOf(all.map((one) => ({ ...one, account: 'coinbase' })))).toEqual([
    'coinbase holds 1 BTC, and 3 are attached to it.',
  ])
  expect(problemsOf([...all.slice(0, 2), { ...all[2]!, lot: 't0' }])).toEqual([
    'A lot of 1 BTC is to give 2.',
  ])
  expect(problemsOf([...all, { ...all[0]!, account: 'kraken' }])).toContain(
    'kraken holds 0 BTC, and 1 are attached to it.',
  )
  expect(problemsOf([...all, { ...all[0]!, lot: 'nothing' }])).toContain('A lot of 0 BTC is to give 1.')
  expect(problemsOf([...all, { ...all[0]!, quantity: '-1' }])).toEqual([
    'A quantity of BTC for coinbase is not above zero.',
  ])
  expect(problemsOf([...all.slice(0, 2), { ...all[2]!, quantity: '0.999999999999999999' }])).toEqual([
    'ledger holds 2 BTC, and 1.999999999999999999 are attached to it.',
  ])
})

test('N14 R-POOL-3 units beyond what accounts hold stay unplaced; where basis lacks, accounts may receive less', () => {
  // Five came to ledger from where nothing is known: accounts hold eight coins, and three have a basis.
  const short = positionOf(
    example(
      row('2023-02-01', {
        type: 'transfer',
        account: 'cold',
        to_account: 'ledger',
        from_currency: 'BTC',
        from_amount: '5',
      }),
    ),
  )
  expect(short.held.map(({ account, quantity }) => [account, quantity])).toEqual([
    ['coinbase', '1'],
    ['ledger', '7'],
  ])
  const lots = ['t0', 't1', 't2'].map((lot) => ({ lot, asset: 'BTC', account: 'ledger', quantity: '1' }))
  expect(checkAllocation(short, lots)).toMatchObject({ problems: [], isExact: false })
  expect(checkAllocation(short, lots.slice(1)).problems.map((one) => one.kind)).toEqual([
    'account',
    'account',
  ])
  // Four sold of three known, then one bought: a coin of basis, and nothing that coinbase holds.
  const sold = row('2023-02-01', {
    type: 'sell',
    account: 'ledger',
    from_currency: 'BTC',
    from_amount: '2',
    to_currency: 'USD',
    to_amount: '9',
  })
  const tooMany = { ...sold, id: 'too-many', account: 'coinbase' }
  const over = positionOf(example(sold, tooMany, buy('2023-03-01', '1', '7')))
  expect(over.held).toEqual([])
  expect(checkAllocation(over, [])).toMatchObject({
    problems: [],
    unplaced: [{ asset: 'BTC', quantity: '1' }],
    isExact: false,
  })
})

test('N14 global rules: every order of the accounts that share an asset, and only of those', () => {
  const many = (names: string[]) => ({
    lots: [],
    firstMoves: new Map(),
    held: [
      ...names.map((account) => ({ account, asset: 'BTC', quantity: '1' })),
      { account: 'alone', asset: 'SOL', quantity: '1' },
    ],
  })
  expect(
    globalRules(many(['b', 'a'])).rules.map(({ order, accounts }) => `${order} ${accounts.join()}`),
  ).toEqual(['hifo a,b', 'hifo b,a', 'lofo a,b', 'lofo b,a', 'fifo a,b', 'fifo b,a', 'lifo a,b', 'lifo b,a'])
  expect(globalRules(many(['a', 'b', 'c', 'd']))).toMatchObject({ isComplete: true, rules: { length: 96 } })
  const six = globalRules(many(['a', 'b', 'c', 'd', 'e', 'f']))
  expect(six).toMatchObject({ isComplete: false, rules: { length: 44 } })
  expect(new Set(six.rules.map(({ order, accounts }) => `${order} ${accounts.join()}`)).size).toBe(44)
  expect(globalRules(many(['a'])).rules).toHaveLength(4)
})

test('N14 what an allocation comes to since 2025: years in order, what is left by account, prices where there are some', () => {
  const sale = row('2025-06-01', {
    type: 'sell',
    from_currency: 'BTC',
    from_amount: '1',
    to_currency: 'USD',
    to_amount: '90000',
  })
  const result = under(example(sale), { type: 'global', order: 'hifo', accounts: ['coinbase'] })
  expect(outcomeSince2025(result, () => '100000')).toEqual({
    years: [{ year: 2025, short: '0', long: '29000', income: '0' }],
    left: [{ account: 'ledger', lots: 2, basis: '27500', unrealised: '172500' }],
  })
  expect(outcomeSince2025(result, () => undefined).left[0]?.unrealised).toBeNull()
})

test('N14 a table holds an allocation that is no finer than its amounts', () => {
  const table = eventTableOf(example())
  const units = (quantity: string) => ({
    type: 'specific' as const,
    allocations: [{ lot: 't0', asset: 'BTC', account: 'coinbase', quantity }],
  })
  expect([units('1'), units('0.5')].map((plan) => holdsAllocation(table, plan))).toEqual([true, false])
  expect(holdsAllocation(table, null)).toBe(true)
})

test('N14 HIFO with coinbase first: the figures of the page on pools', () => {
  const lots = attachedBy(example(), { type: 'global', order: 'hifo', accounts: ['coinbase'] })
  expect(lots.map(({ lot, account, basis }) => [lot, account, basis])).toEqual([
    ['t0', 'ledger', '4000'],
    ['t1', 'coinbase', '61000'],
    ['t2', 'ledger', '23500'],
  ])
})

test('N14 rules that attach as many units of another cost are told apart', () => {
  const NEW = { type: 'swap', from_currency: 'OLD', to_currency: 'NEW' } as const
  const transactions = [
    row('2023-01-01', {
      type: 'buy',
      from_currency: 'USD',
      from_amount: '100',
      to_currency: 'OLD',
      to_amount: '10',
    }),
    // One purchase at 10 a unit has become 4 units at 10, and 3 at 20.
    row('2023-02-01', { ...NEW, from_amount: '4', to_amount: '4' }),
    row('2023-03-01', { ...NEW, from_amount: '6', to_amount: '3' }),
    row('2024-01-01', { type: 'transfer', to_account: 'second', from_currency: 'NEW', from_amount: '3' }),
    row('2025-02-01', {
      type: 'sell',
      account: 'second',
      from_currency: 'NEW',
      from_amount: '3',
      to_currency: 'USD',
      to_amount: '100',
    }),
  ]
  const input: CalculationInput = { settings: { pool_before_2025: 'universal' }, transactions }
  const rules = (['hifo', 'lofo'] as const).map((order) => ({
    type: 'global' as const,
    order,
    accounts: ['second'],
  }))
  const distinct = new DistinctAllocations()
  for (const rule of rules) distinct.add(ruleCandidate(rule), attachedBy(input, rule))
  expect(distinct.all.map(({ same }) => same)).toEqual([[], []])
  // 100 - 3 at 20, and 100 - 3 at 10.
  expect(rules.map((rule) => under(input, rule).years['2025']?.long.gain)).toEqual(['40', '70'])
})

test('N14 rules that differ in nothing but the last digit of a shared basis are one', () => {
  const to = (to_account: string) =>
    row('2024-01-01', { type: 'transfer', to_account, from_currency: 'BTC', from_amount: '1' })
  const bought = { type: 'buy', from_currency: 'USD', from_amount: '100', to_currency: 'BTC', to_amount: '3' }
  const input: CalculationInput = {
    settings: { pool_before_2025: 'universal' },
    transactions: [row('2023-01-01', bought), to('second'), to('third')],
  }
  const { rules } = globalRules(positionOf(input))
  const distinct = new DistinctAllocations()
  for (const rule of rules) distinct.add(ruleCandidate(rule), attachedBy(input, rule))
  // Four orders of lots and six of accounts.
  expect(distinct.all.map(({ same }) => same.length)).toEqual([23])
})
