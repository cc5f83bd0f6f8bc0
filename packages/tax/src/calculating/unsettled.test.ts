import { TOKEN_KINDS, unitedStates, UNSETTLED, type UnsettledChoices } from '@lotbook/rules/us'
import { describe, expect, test } from 'vitest'
import { calculate } from './calculate.ts'
import type { CalculationSettings, InputTransaction } from '../schema/calculation-input.ts'
import { eventTableOf } from '../events/event-table.ts'
import { parseCalculationInput, problemsOfInput } from '../schema/parse-input.ts'
import { exchangedOneForOne } from '../events/one-for-one.ts'
import { settingsTreating } from '../events/open-choices.ts'
import { rowsConcerned } from '../events/rows-concerned.ts'

// The figures are those of docs/tax/unsettled.md, worked out by hand there.

type Line = Partial<InputTransaction> & { readonly on: string }

const coin = (side: 'from' | 'to', amount: string, asset: string, value?: string) => ({
  [`${side}_amount`]: amount,
  [`${side}_currency`]: asset,
  ...(value === undefined ? {} : { [`${side}_value`]: value }),
})
const buy = (on: string, amount: string, asset: string, cost: string): Line => ({
  on,
  type: 'buy',
  ...coin('from', cost, 'USD'),
  ...coin('to', amount, asset),
})
const sell = (on: string, amount: string, asset: string, proceeds: string): Line => ({
  on,
  type: 'sell',
  ...coin('from', amount, asset),
  ...coin('to', proceeds, 'USD'),
})
const receive = (on: string, sub_type: string, amount: string, asset: string, value: string): Line => ({
  on,
  type: 'incoming',
  sub_type,
  ...coin('to', amount, asset, value),
})
const give = (on: string, sub_type: string, amount: string, asset: string, value: string): Line => ({
  on,
  type: 'outgoing',
  sub_type,
  ...coin('from', amount, asset, value),
})

/** The outcome of a history: a line per disposal, per income, per open lot, and the warnings. */
function outcome(
  lines: readonly Line[],
  treatments: UnsettledChoices,
  tokens?: CalculationSettings['tokens'],
) {
  const transactions = lines.map(({ on, ...rest }, i) => ({
    id: `t${i}`,
    at: `${on}T12:00:00Z`,
    account: 'a',
    type: 'buy',
    ...rest,
  }))
  const input = { settings: { treatments, ...(tokens === undefined ? {} : { tokens }) }, transactions }
  const result = calculate(parseCalculationInput(input))
  return {
    gains: result.disposals.map((d) => `${d.disposed} ${d.kind} ${d.gain} ${d.term}`),
    income: result.income.map((i) => `${i.date} ${i.category} ${i.value}`),
    lots: result.lots.map((l) => `${l.quantity} ${l.asset} ${l.basis} ${l.acquired}`),
    warnings: result.warnings.map((w) => w.code),
    /** Rules of all rows that are income or disposals. */
    rules: [...new Set([...result.income, ...result.disposals].flatMap((row) => row.rules))],
  }
}

describe('a token that stands for another', () => {
  const lines = (token: string): Line[] => [
    buy('2024-01-10', '2', 'ETH', '4000'),
    { on: '2024-06-10', type: 'trade', ...coin('from', '2', 'ETH'), ...coin('to', '2', token, '7000') },
    sell('2025-03-01', '2', token, '6000'),
  ]
  const carried = ['2025-03-01 sell 2000 long']
  const disposed = ['2024-06-10 trade 3000 short', '2025-03-01 sell -1000 short']

  test.each([
    ['R-OPEN-1', 'wrapped', 'swap'],
    ['R-OPEN-2', 'bridged', 'trade'],
    ['R-OPEN-3', 'liquid_staking', 'trade'],
    ['R-OPEN-4', 'liquidity_pool', 'trade'],
    ['R-OPEN-5', 'lending_receipt', 'trade'],
  ] as const)('E14 N17 %s %s: basis carried or disposed, by default %s', (_rule, kind, byDefault) => {
    const tokens = [{ kind, asset: 'TOKEN', of: 'ETH' }]
    expect(outcome(lines('TOKEN'), { [kind]: 'swap' }, tokens).gains).toEqual(carried)
    expect(outcome(lines('TOKEN'), { [kind]: 'trade' }, tokens).gains).toEqual(disposed)
    expect(outcome(lines('TOKEN'), {}, tokens).gains).toEqual(byDefault === 'swap' ? carried : disposed)
  })

  test.each(['trade', 'swap', 'buy', 'sell'])(
    'R-OPEN-3 a declared pair is treated as chosen, though its source calls the exchange a %s',
    (type) => {
      const named = lines('CBETH').map((line) => (line.type === 'trade' ? { ...line, type } : line))
      const tokens = [{ kind: 'liquid_staking', asset: 'CBETH', of: 'ETH' } as const]
      const isDisposed = type === 'sell' ? disposed.map((row) => row.replace('trade', 'sell')) : disposed
      expect(outcome(named, { liquid_staking: 'swap' }, tokens).gains).toEqual(carried)
      expect(outcome(named, { liquid_staking: 'trade' }, tokens).gains).toEqual(isDisposed)
      expect(outcome(named, {}, tokens).gains).toEqual(isDisposed)
      // A token that nobody declared is what its source says.
      expect(outcome(named, {}).gains).toEqual(type === 'swap' ? carried : isDisposed)
    },
  )

  test('R-OPEN-1 nothing is told from a ticker: what nobody declared is a trade', () => {
    expect(outcome(lines('WETH'), { wrapped: 'swap' }).gains).toEqual(disposed)
  })

  test('R-OPEN-4 a share of a pool that is not one for one carries the whole basis in and out', () => {
    const tokens = [{ kind: 'liquidity_pool', asset: 'LP', of: 'ETH' } as const]
    const pool: Line[] = [
      buy('2024-01-10', '2', 'ETH', '4000'),
      { on: '2024-06-10', type: 'trade', ...coin('from', '2', 'ETH'), ...coin('to', '3', 'LP', '7000') },
      { on: '2025-01-10', type: 'trade', ...coin('from', '3', 'LP'), ...coin('to', '2.1', 'ETH', '8000') },
    ]
    expect(outcome(pool, { liquidity_pool: 'swap' }, tokens)).toMatchObject({
      gains: [],
      lots: ['2.1 ETH 4000 2024-01-10'],
    })
    expect(outcome(pool, { liquidity_pool: 'trade' }, tokens)).toMatchObject({
      gains: ['2024-06-10 trade 3000 short', '2025-01-10 trade 1000 short'],
      lots: ['2.1 ETH 8000 2025-01-10'],
    })
  })
})

describe('what comes in', () => {
  const taxed = { gains: ['2024-05-01 sell 30 short'], income: ['2024-02-01 airdrop 50'] }
  const later = { gains: ['2024-05-01 sell 80 short'], income: [] }

  test('N17 R-OPEN-7 an airdrop is income when it comes, or gain in full when it goes', () => {
    const lines = [
      receive('2024-02-01', 'airdrop', '100', 'UNI', '50'),
      sell('2024-05-01', '100', 'UNI', '80'),
    ]
    expect(outcome(lines, {})).toMatchObject(taxed)
    expect(outcome(lines, { airdrop: 'zero_basis' })).toMatchObject(later)
  })

  test('N17 R-OPEN-6 units that a rebasing token adds are income each time, or gain when they go', () => {
    const lines = [
      receive('2024-02-01', 'staking_reward', '1', 'AMPL', '50'),
      sell('2024-05-01', '1', 'AMPL', '80'),
    ]
    const tokens = [{ kind: 'rebase', asset: 'AMPL' } as const]
    const asReward = { ...taxed, income: ['2024-02-01 staking_reward 50'] }
    expect(outcome(lines, {}, tokens)).toMatchObject(asReward)
    expect(outcome(lines, { rebase: 'zero_basis' }, tokens)).toMatchObject(later)
    // A reward of a token that is not declared stays one, and an airdrop of one that is follows the rebase.
    expect(outcome(lines, { rebase: 'zero_basis' })).toMatchObject(asReward)
    const dropped = [
      receive('2024-02-01', 'airdrop', '1', 'AMPL', '50'),
      sell('2024-05-01', '1', 'AMPL', '80'),
    ]
    expect(outcome(dropped, { airdrop: 'zero_basis' }, tokens)).toMatchObject(taxed)
  })

  test('N17 R-OPEN-10 a rebate lowers what was spent, or is income; its value is the basis either way', () => {
    const lines = [receive('2024-02-01', 'rebate', '0.1', 'BTC', '12')]
    const lots = ['0.1 BTC 12 2024-02-01']
    expect(outcome(lines, {})).toMatchObject({ income: [], lots })
    expect(outcome(lines, { rebate: 'income' })).toMatchObject({
      income: ['2024-02-01 misc_reward 12'],
      lots,
    })
  })
})

describe('staking', () => {
  const lines = [
    buy('2023-01-10', '10', 'SOL', '1000'),
    give('2023-06-10', 'staking_lockup', '10', 'SOL', '1500'),
    receive('2024-08-10', 'staking_return', '11', 'SOL', '1980'),
  ]

  test('E14 N17 R-OPEN-8 a lock-up changes nothing, or gives the coins for a claim that the return ends', () => {
    expect(outcome(lines, {})).toMatchObject({
      gains: [],
      income: [],
      lots: ['10 SOL 1000 2023-01-10', '1 SOL 0 2024-08-10'],
      warnings: ['STAKING_RETURN_EXCEEDS_LOCKUP'],
    })
    // 1500 - 1000 = 500; ten of eleven parts of 1980 are 1800, and 1800 - 1500 = 300.
    expect(outcome(lines, { staking_lockup: 'dispose' })).toMatchObject({
      gains: ['2023-06-10 staking_lockup 500 short', '2024-08-10 staking_return 300 long'],
      income: [],
      lots: ['11 SOL 1800 2024-08-10'],
      warnings: ['STAKING_RETURN_EXCEEDS_LOCKUP'],
    })
  })

  test("R-OPEN-8 a lock-up without a value changes nothing, and what was sold meanwhile is nobody's to return", () => {
    const unpriced = lines.map((line) => ({ ...line, from_value: line.from_value ? '0' : null }))
    expect(outcome(unpriced, { staking_lockup: 'dispose' }).gains).toEqual([])
    const sold = [lines[0]!, lines[1]!, sell('2023-07-10', '4', 'SOL', '800'), lines[2]!]
    // 4 of the claim cost 600; the 6 that are left cost 900 and come back worth 1080.
    expect(outcome(sold, { staking_lockup: 'dispose' }).gains).toEqual([
      '2023-06-10 staking_lockup 500 short',
      '2023-07-10 sell 200 short',
      '2024-08-10 staking_return 180 long',
    ])
  })

  test('E14 N17 R-OPEN-9 what comes back beyond the lock-up is of unknown origin, or a reward', () => {
    expect(outcome(lines, { staking_return: 'income' })).toMatchObject({
      gains: [],
      income: ['2024-08-10 staking_reward 180'],
      lots: ['10 SOL 1000 2023-01-10', '1 SOL 180 2024-08-10'],
      warnings: [],
    })
  })
})

test('N17 R-OPEN-11 a loan is repaid at the market, or for what was owed', () => {
  const lines = [
    receive('2024-01-10', 'loan_received', '1', 'ETH', '3000'),
    sell('2024-01-11', '1', 'ETH', '3000'),
    buy('2024-03-01', '1', 'ETH', '5000'),
    give('2024-03-02', 'loan_repayment', '1', 'ETH', '5000'),
  ]
  expect(outcome(lines, {}).gains).toEqual(['2024-01-11 sell 0 short', '2024-03-02 loan_repayment 0 short'])
  expect(outcome(lines, { loan: 'liability' }).gains).toEqual([
    '2024-01-11 sell 0 short',
    '2024-03-02 loan_repayment -2000 short',
  ])
  // The units beyond the debt have their market value: 3000 owed, and half of 10000.
  const more = [
    lines[0]!,
    buy('2024-02-01', '1', 'ETH', '4000'),
    give('2024-03-02', 'loan_repayment', '2', 'ETH', '10000'),
  ]
  expect(outcome(more, { loan: 'liability' }).gains).toEqual([
    '2024-03-02 loan_repayment 1000 short',
    '2024-03-02 loan_repayment 0 short',
  ])
})

test('N17 R-OPEN-12 R-FEE-3 the costs of an exchange lower the proceeds, or half of them raise the new basis', () => {
  const lines: Line[] = [
    buy('2024-01-10', '2', 'ETH', '4000'),
    {
      on: '2024-06-10',
      type: 'trade',
      ...coin('from', '2', 'ETH'),
      ...coin('to', '0.07', 'BTC', '6600'),
      fee_currency: 'USD',
      fee_amount: '70',
    },
  ]
  expect(outcome(lines, {})).toMatchObject({
    gains: ['2024-06-10 trade 2530 short'],
    lots: ['0.07 BTC 6600 2024-06-10'],
  })
  expect(outcome(lines, { exchange_fee: 'split' })).toMatchObject({
    gains: ['2024-06-10 trade 2565 short'],
    lots: ['0.07 BTC 6635 2024-06-10'],
  })
})

test('a choice that nobody offers is refused with its field, and so is a token declared twice or of nothing', () => {
  const refused = (settings: object) =>
    problemsOfInput({ settings, transactions: [] }).map(({ field, message }) => `${field}: ${message}`)
  expect(refused({ treatments: { airdrop: 'never' } })).toEqual([
    'settings.treatments.airdrop: Unknown: "never"; known are income, zero_basis',
  ])
  expect(refused({ treatments: { airdrops: 'income' } })[0]).toMatch(
    /^settings\.treatments\.airdrops: Unknown treatment; known are wrapped, bridged,/,
  )
  expect(refused({ treatments: [], tokens: {} })).toEqual([
    'settings.treatments: Not an object',
    'settings.tokens: Not a list',
  ])
  expect(
    refused({
      tokens: [
        { kind: 'wrapped', asset: 'WETH', of: 'ETH' },
        { kind: 'bridged', asset: 'ETH', of: 'WETH' },
        { kind: 'rebase', asset: 'AMPL', of: 'ETH' },
        { kind: 'liquid_staking', asset: 'stETH' },
        { kind: 'coat', asset: '', of: 'ETH' },
        { kind: 'wrapped', asset: 'ETH', of: 'ETH' },
      ],
    }),
  ).toEqual([
    'settings.tokens[1]: Declared twice: "ETH WETH"',
    'settings.tokens[2].of: A rebasing token stands for no other asset',
    'settings.tokens[3].of: Missing: which asset it stands for',
    `settings.tokens[4].kind: Unknown: "coat"; known are ${TOKEN_KINDS.join(', ')}`,
    'settings.tokens[4].asset: Missing',
    'settings.tokens[5].of: An asset does not stand for itself',
  ])
})

test('N2 a choice that is the default, said or left out, gives the same result', () => {
  const byDefault = Object.fromEntries(Object.entries(UNSETTLED).map(([name, [first]]) => [name, first]))
  const lines = [
    buy('2024-01-10', '2', 'ETH', '4000'),
    receive('2024-02-01', 'airdrop', '1', 'UNI', '5'),
    receive('2024-02-01', 'rebate', '1', 'BNB', '5'),
    give('2024-03-01', 'staking_lockup', '1', 'ETH', '2500'),
    receive('2024-04-01', 'staking_return', '1.1', 'ETH', '3000'),
  ]
  expect(outcome(lines, byDefault as UnsettledChoices)).toEqual(outcome(lines, {}))
})

test('N17 how many rows each treatment bears on is told for all, whatever is chosen', () => {
  const line = (id: string, more: Partial<InputTransaction>): InputTransaction => ({
    id,
    at: '2024-01-01T00:00:00Z',
    type: 'incoming',
    account: 'a',
    ...more,
  })
  const trade = { type: 'trade', ...coin('from', '1', 'ETH'), ...coin('to', '1', 'WETH', '10') }
  const fee = { fee_currency: 'ETH', fee_amount: '0.1', fee_value: '1' }
  const transactions = [
    line('a', trade),
    line('b', { ...trade, ...coin('to', '1', 'BTC', '10'), ...fee }),
    line('c', { ...trade, ...coin('to', '1', 'BTC', '10'), ...fee, fee_amount: '0' }),
    line('d', { sub_type: 'airdrop', ...coin('to', '1', 'UNI', '1') }),
    line('e', { sub_type: 'airdrop', ...coin('to', '1', 'AMPL', '1') }),
    line('f', { type: 'outgoing', sub_type: 'loan_repayment', ...coin('from', '1', 'ETH', '1') }),
    line('g', { type: 'transfer', to_account: 'b', ...coin('from', '1', 'ETH'), ...fee }),
    line('h', { type: 'transfer', to_account: 'b', ...coin('from', '1', 'ETH') }),
  ]
  const settings: CalculationSettings = {
    treatments: { wrapped: 'trade' },
    tokens: [
      { kind: 'wrapped', asset: 'WETH', of: 'ETH' },
      { kind: 'rebase', asset: 'AMPL' },
    ],
  }
  const counts = rowsConcerned(eventTableOf({ settings, transactions }), settings)
  expect(Object.keys(counts)).toEqual([...Object.keys(UNSETTLED), 'transfer_fee'])
  expect(Object.entries(counts).filter(([, count]) => count > 0)).toEqual([
    ['wrapped', 1],
    ['rebase', 1],
    ['airdrop', 1],
    ['loan', 1],
    ['exchange_fee', 1],
    ['transfer_fee', 1],
  ])
  expect(settingsTreating(settings, 'airdrop', 'zero_basis', unitedStates).treatments).toEqual({
    wrapped: 'trade',
    airdrop: 'zero_basis',
  })
  expect(settingsTreating(settings, 'transfer_fee', 'carry', unitedStates).transfer_fee).toBe('carry')
})

test('N17 pairs that were only ever exchanged one for one are told, for their owner to say what they are', () => {
  const trade = (id: number, gave: string, from: string, got: string, to: string): InputTransaction => ({
    id: `t${id}`,
    at: '2024-01-01T00:00:00Z',
    account: 'a',
    type: 'trade',
    ...coin('from', gave, from),
    ...coin('to', got, to, '10'),
  })
  const transactions = [
    trade(1, '1', 'BTC', '1.0', 'WBTC'),
    trade(2, '2', 'ETH', '2', 'WETH'),
    trade(3, '0.50', 'WETH', '0.5', 'ETH'),
    trade(4, '1', 'USDC', '1', 'USDT'),
    trade(5, '1', 'USDC', '0.99', 'USDT'),
    trade(6, '0', 'SOL', '0', 'JitoSOL'),
  ]
  const pairs = (settings: CalculationSettings) =>
    exchangedOneForOne(eventTableOf({ settings, transactions }), settings)
  expect(pairs({})).toEqual([
    { from: 'ETH', to: 'WETH', trades: 2 },
    { from: 'BTC', to: 'WBTC', trades: 1 },
  ])
  expect(pairs({ tokens: [{ kind: 'wrapped', asset: 'WETH', of: 'ETH' }] })).toEqual([
    { from: 'BTC', to: 'WBTC', trades: 1 },
  ])
})
