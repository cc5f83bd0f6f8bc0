import { describe, expect, test } from 'vitest'
import { calculate, calculateTable } from './calculate.ts'
import type { CalculationSettings, InputTransaction } from '../schema/calculation-input.ts'

type Given = Partial<InputTransaction>

/** A history of which each line says only what differs: ids t0, t1, ... and a day each. */
function run(settings: CalculationSettings, ...lines: (Given & { on: string })[]) {
  return calculate({ settings, transactions: historyOf(lines) })
}
function historyOf(lines: readonly (Given & { on: string })[]): InputTransaction[] {
  return lines.map(({ on, ...rest }, i) => ({
    id: `t${i}`,
    at: `${on}T12:00:00Z`,
    account: 'a',
    type: 'buy',
    ...rest,
  }))
}
const buy = (on: string, amount: string, cost: string, asset = 'BTC'): Given & { on: string } => ({
  on,
  from_currency: 'USD',
  from_amount: cost,
  to_currency: asset,
  to_amount: amount,
})
const sell = (on: string, amount: string, proceeds: string, asset = 'BTC'): Given & { on: string } => ({
  on,
  type: 'sell',
  from_currency: asset,
  from_amount: amount,
  to_currency: 'USD',
  to_amount: proceeds,
})
const incoming = (on: string, sub_type: string, amount: string, value: string): Given & { on: string } => ({
  on,
  type: 'incoming',
  sub_type,
  to_currency: 'BTC',
  to_amount: amount,
  to_value: value,
})
const outgoing = (on: string, sub_type: string, amount: string, value: string): Given & { on: string } => ({
  on,
  type: 'outgoing',
  sub_type,
  from_currency: 'BTC',
  from_amount: amount,
  from_value: value,
})
const brief = (r: ReturnType<typeof run>) =>
  r.disposals.map((d) =>
    [d.kind, d.lot ?? '-', d.quantity, d.proceeds, d.basis, d.gain, d.term, d.box].join(' '),
  )
const open = (r: ReturnType<typeof run>) =>
  r.lots.map((l) => [l.lot, l.asset, l.account, l.quantity, l.basis].join(' '))

test('R-ORD-1 events of one instant run in the order of the list', () => {
  const at = '2025-01-01'
  expect(brief(run({}, buy(at, '1', '10'), sell(at, '1', '12')))).toEqual(['sell t0 1 12 10 2 short I'])
  expect(brief(run({}, sell(at, '1', '12'), buy(at, '1', '10')))).toEqual(['sell - 1 12 0 12 short I'])
})

test('R-DAY-1 R-HOLD-1 the tax day of the time zone decides term and year', () => {
  const sale = { ...sell('2025-01-01', '1', '12'), at: '2025-01-01T02:00:00Z' }
  const bought = { ...buy('2023-12-31', '1', '10'), at: '2023-12-31T23:00:00Z' }
  expect(brief(run({ timezone: 'UTC' }, bought, sale))).toEqual(['sell t0 1 12 10 2 long L'])
  expect(brief(run({ timezone: 'America/Los_Angeles' }, bought, sale))).toEqual(['sell t0 1 12 10 2 short C'])
})

test('ST12 R-HOLD-1 R-HOLD-2 sold on the anniversary is short, the day after long, leap years included', () => {
  const termOf = (bought: string, sold: string) =>
    run({}, buy(bought, '1', '1'), sell(sold, '1', '2')).disposals[0]?.term
  expect([termOf('2023-05-10', '2024-05-10'), termOf('2023-05-10', '2024-05-11')]).toEqual(['short', 'long'])
  expect([termOf('2023-02-28', '2024-02-29'), termOf('2023-02-28', '2024-03-01')]).toEqual(['short', 'long'])
  expect([termOf('2024-02-28', '2025-02-28'), termOf('2024-02-28', '2025-03-01')]).toEqual(['short', 'long'])
  expect([termOf('2024-02-29', '2025-02-28'), termOf('2024-02-29', '2025-03-01')]).toEqual(['short', 'long'])
  // A year on from the last year of four figures has five.
  expect([termOf('9999-05-10', '9999-05-10'), termOf('9998-05-10', '9999-05-11')]).toEqual(['short', 'long'])
})

test('R-LOT-1 R-TRF-1 FIFO goes by when the taxpayer acquired, also after a move', () => {
  const result = run(
    {},
    { ...buy('2025-01-01', '1', '10'), account: 'b' },
    buy('2025-01-02', '1', '20'),
    {
      on: '2025-01-03',
      type: 'transfer',
      account: 'b',
      to_account: 'a',
      from_currency: 'BTC',
      from_amount: '1',
    },
    sell('2025-01-04', '1', '30'),
  )
  expect(brief(result)).toEqual(['sell t0 1 30 10 20 short I'])
})

test('R-LOT-2 LIFO breaks a tie the other way round than FIFO', () => {
  const history = [buy('2025-01-01', '1', '10'), buy('2025-01-01', '1', '20'), sell('2025-01-02', '1', '30')]
  expect(brief(run({ method: 'lifo' }, ...history))).toEqual(['sell t1 1 30 20 10 short I'])
})

test('R-LOT-3 HIFO and LOFO break ties toward the earlier; lots without basis come last and first', () => {
  const history = [
    incoming('2025-01-01', 'received', '1', '9'),
    buy('2025-01-02', '3', '1'),
    buy('2025-01-03', '6', '2'),
    sell('2025-01-04', '10', '10'),
  ]
  const order = (method: 'hifo' | 'lofo') => run({ method }, ...history).disposals.map((d) => d.lot)
  expect(order('hifo')).toEqual(['t1', 't2', 't0'])
  expect(order('lofo')).toEqual(['t0', 't1', 't2'])
})

test('R-LOT-4 lots that are not there are warned of once, and FIFO takes over', () => {
  const result = run({ method: 'spec' }, buy('2025-01-01', '1', '10'), buy('2025-01-02', '1', '20'), {
    ...sell('2025-01-03', '2', '60'),
    lots: [
      { lot: 't1', quantity: '5' },
      { lot: 'nothing', quantity: '1' },
    ],
  })
  expect(brief(result)).toEqual(['sell t1 1 30 20 10 short I', 'sell t0 1 30 10 20 short I'])
  expect(result.warnings).toEqual([{ code: 'SPEC_LOT_UNAVAILABLE', tx: 't2' }])
})

test('N12 R-LOT-4 lots that are named go first whatever the method; the rest goes by it', () => {
  const result = run(
    { method: 'hifo' },
    buy('2025-01-01', '1', '10'),
    buy('2025-01-02', '1', '20'),
    buy('2025-01-03', '1', '30'),
    { ...sell('2025-01-04', '2', '80'), lots: [{ lot: 't0', quantity: '1' }] },
  )
  expect(brief(result)).toEqual(['sell t0 1 40 10 30 short I', 'sell t2 1 40 30 10 short I'])
  expect(result.disposals.map((d) => d.method)).toEqual(['spec', 'hifo'])
})

test('R-LOT-5 a standing order counts only for what happens while it is on record', () => {
  const order = (more: object) => ({ method_overrides: [{ method: 'lifo' as const, ...more }] })
  const lots = (settings: CalculationSettings) =>
    run(
      settings,
      buy('2025-01-01', '2', '20'),
      buy('2025-01-02', '2', '40'),
      sell('2025-02-01', '1', '50'),
      sell('2025-03-01', '1', '50'),
      sell('2025-04-01', '1', '50'),
    ).disposals.map((d) => d.lot)
  expect(lots(order({ from: '2025-01-01', recorded_at: '2025-02-01T12:00:00.001Z' }))).toEqual([
    't0',
    't1',
    't1',
  ])
  expect(lots(order({ recorded_at: '2025-02-01T12:00:00Z', ended_at: '2025-03-01T12:00:00Z' }))).toEqual([
    't1',
    't0',
    't0',
  ])
})

test('a run up to a day or an event has what the whole one has by then', () => {
  const history = [buy('2024-05-01', '2', '20'), sell('2025-02-01', '1', '50'), sell('2026-03-01', '1', '60')]
  const transactions = history.map(({ on, ...rest }, i) => ({
    id: `t${i}`,
    at: `${on}T12:00:00Z`,
    account: 'a',
    type: 'buy',
    ...rest,
  }))
  const input = { settings: { pool_before_2025: 'universal' as const }, transactions }
  const whole = calculate(input)
  const year = calculate(input, { until: { day: '2025-12-31' } })
  expect(year.years['2025']).toEqual(whole.years['2025'])
  expect(year.lots).toMatchObject([{ lot: 't0', quantity: '1', basis: '10', account: 'a' }])
  const before = calculate(input, { until: { event: 't1' } })
  // The pools are apart by then: what a sale may draw on is what its account holds.
  expect(before).toMatchObject({ disposals: [], lots: [{ lot: 't0', quantity: '2', account: 'a' }] })
})

test('R-LOT-5 the last standing order that fits wins, from its day on', () => {
  const settings = {
    method: 'fifo',
    method_overrides: [
      { method: 'lifo' as const, from: '2025-02-01' },
      { method: 'hifo' as const, account: 'a', from: '2025-03-01' },
    ],
  } as const
  const result = run(
    settings,
    buy('2025-01-01', '1', '10'),
    buy('2025-01-02', '1', '50'),
    buy('2025-01-03', '1', '20'),
    buy('2025-01-04', '1', '30'),
    sell('2025-01-31', '1', '1'),
    sell('2025-02-01', '1', '1'),
    sell('2025-03-01', '1', '1'),
  )
  expect(result.disposals.map((d) => [d.lot, d.method])).toEqual([
    ['t0', 'fifo'],
    ['t3', 'lifo'],
    ['t1', 'hifo'],
  ])
})

test('R-POOL-1 fees too draw on their own account', () => {
  const result = run({}, { ...buy('2024-01-01', '1', '10'), account: 'b' }, buy('2024-01-02', '1', '20'), {
    on: '2025-01-03',
    type: 'transfer',
    to_account: 'b',
    from_currency: 'BTC',
    from_amount: '0.5',
    fee_currency: 'BTC',
    fee_amount: '0.1',
    fee_value: '5',
  })
  expect(brief(result)).toEqual(['fee t1 0.1 5 2 3 long L'])
})

test('R-POOL-2 R-TRF-2 in the universal pool a transfer moves no lots and its fee is disposed of', () => {
  const result = run(
    { pool_before_2025: 'universal', transfer_fee: 'capitalize' },
    { ...buy('2023-01-01', '1', '10'), account: 'b' },
    buy('2023-01-02', '1', '20'),
    {
      on: '2024-06-03',
      type: 'transfer',
      to_account: 'b',
      from_currency: 'BTC',
      from_amount: '0.5',
      fee_currency: 'BTC',
      fee_amount: '0.1',
      fee_value: '5',
    },
  )
  expect(brief(result)).toEqual(['fee t0 0.1 5 1 4 long F'])
  expect(open(result)).toEqual(['t0 BTC  0.9 9', 't1 BTC  1 20'])
  expect(result.lots.every((l) => l.account === null)).toBe(true)
})

test('R-POOL-3 a specific allocation is cut to what the account holds, the rest goes FIFO by name', () => {
  const result = run(
    {
      pool_before_2025: 'universal',
      safe_harbor: {
        type: 'specific',
        allocations: [{ lot: 't1', asset: 'BTC', account: 'a', quantity: '2' }],
      },
    },
    { ...buy('2023-01-01', '2', '20'), account: 'b' },
    { ...buy('2023-01-02', '2', '60'), account: 'a' },
    {
      on: '2024-01-01',
      type: 'transfer',
      account: 'a',
      to_account: 'c',
      from_currency: 'BTC',
      from_amount: '1',
    },
    buy('2025-01-01', '1', '90'),
  )
  expect(open(result)).toEqual(['t0 BTC b 2 20', 't1 BTC a 1 30', 't1 BTC c 1 30', 't3 BTC a 1 90'])
  expect(result.warnings).toEqual([])
})

test('R-POOL-4 a history that no longer fits the units on record is told of beside the result', () => {
  const history = historyOf([
    { ...buy('2023-01-01', '1', '20'), account: 'a' },
    { ...buy('2023-01-02', '1', '60'), account: 'b' },
    { ...buy('2023-01-03', '1', '5', 'ETH'), account: 'b' },
    { ...buy('2023-01-04', '1', '6', 'SOL'), account: 'a' },
    { ...buy('2023-01-05', '1', '7', 'SOL'), account: 'b' },
    buy('2025-01-01', '1', '90'),
  ])
  const isOffRecord = (
    ...allocations: [lot: string, account: string, quantity?: string, asset?: string][]
  ) => {
    const named = allocations.map(([lot, account, quantity = '1', asset = 'BTC']) => ({
      lot,
      account,
      quantity,
      asset,
    }))
    const settings = {
      pool_before_2025: 'universal',
      safe_harbor: { type: 'specific', allocations: named },
    } as const
    const table = calculateTable({ settings, transactions: history })
    expect(table.warnings).toEqual([])
    return table.isOffRecord
  }
  // SOL is left out by choice; ETH lies in one account, so there is nothing to choose.
  expect(isOffRecord(['t0', 'b'], ['t1', 'a'])).toBe(false)
  expect(isOffRecord(['t0', 'b'], ['t1', 'a'], ['t2', 'b', '0.5', 'ETH'])).toBe(false)
  // A unit that it does not name, a lot that is not there, one of another quantity, and an account without any.
  expect(isOffRecord(['t1', 'a'])).toBe(true)
  expect(isOffRecord(['t0', 'b'], ['t1', 'a'], ['t9', 'a'])).toBe(true)
  expect(isOffRecord(['t0', 'b'], ['t1', 'a', '2'])).toBe(true)
  expect(isOffRecord(['t0', 'b', '0.5'], ['t1', 'b', '1'], ['t0', 'a', '0.5'])).toBe(true)
  expect(isOffRecord(['t0', 'b'], ['t1', 'a'], ['t2', 'a', '1', 'ETH'])).toBe(true)
})

test('R-POOL-3 an account that a rule lists twice has the place of its first mention', () => {
  const result = run(
    {
      pool_before_2025: 'universal',
      safe_harbor: { type: 'global', order: 'hifo', accounts: ['b', 'a', 'b'] },
    },
    { ...buy('2023-01-01', '1', '90'), account: 'a' },
    { ...buy('2023-01-02', '1', '20'), account: 'b' },
    buy('2025-01-01', '1', '1', 'ETH'),
  )
  expect(open(result).slice(0, 2)).toEqual(['t0 BTC b 1 90', 't1 BTC a 1 20'])
})

test('R-POOL-4 without a plan there is a warning, but not where only one account holds anything', () => {
  const settings = { pool_before_2025: 'universal' } as const
  const two = run(
    settings,
    buy('2023-01-01', '1', '1'),
    { ...buy('2023-01-01', '1', '1', 'ETH'), account: 'b' },
    sell('2025-01-02', '1', '2'),
  )
  expect(two.warnings).toEqual([{ code: 'SAFE_HARBOR_ALLOCATION_MISSING', tx: 't2' }])
  const one = run(settings, buy('2023-01-01', '1', '1'), sell('2025-01-02', '1', '2'))
  expect(one.warnings).toEqual([])
})

test('R-FEE-1 R-FEE-2 R-FEE-3 fees raise the cost of a purchase and lower what a disposal brings', () => {
  const fee = { fee_currency: 'USD', fee_amount: '1' }
  const result = run(
    {},
    { ...buy('2025-01-01', '2', '10'), ...fee },
    { ...sell('2025-01-02', '1', '20'), ...fee },
    {
      on: '2025-01-03',
      type: 'trade',
      from_currency: 'BTC',
      from_amount: '1',
      to_currency: 'ETH',
      to_amount: '4',
      to_value: '30',
      ...fee,
    },
  )
  expect(brief(result)).toEqual(['sell t0 1 19 5.5 13.5 short I', 'trade t0 1 29 5.5 23.5 short I'])
  expect(open(result)).toEqual(['t2 ETH a 4 30'])
  expect(result.disposals[0]).toMatchObject({ gross_proceeds: '20', fees: '1' })
})

test('R-FEE-4 R-SPD-1 a fee in a coin is a row of its own and lowers the proceeds of the main one', () => {
  const result = run({}, buy('2025-01-01', '2', '20'), {
    ...outgoing('2025-01-02', 'purchase', '1', '30'),
    fee_currency: 'BTC',
    fee_amount: '0.1',
    fee_value: '3',
  })
  expect(brief(result)).toEqual(['purchase t0 1 27 10 17 short I', 'fee t0 0.1 3 1 2 short I'])
})

test('R-FEE-4 R-TRD-1 a fee in a coin of an exchange is worth what the exchange says of that coin', () => {
  // 1 BTC for 100, so 0.1 of it are worth 10; 5 ETH for them, so 0.5 of those too, whichever side has the value.
  const fee = (coin: string, amount: string) => ({ fee_currency: coin, fee_amount: amount })
  const trade = (sides: Given, more: Given) => ({
    on: '2025-02-01',
    type: 'trade',
    from_currency: 'BTC',
    from_amount: '1',
    to_currency: 'ETH',
    to_amount: '5',
    ...sides,
    ...more,
  })
  const ofFee = (line: Given & { on: string }) =>
    run({}, buy('2025-01-01', '2', '20'), line)
      .disposals.filter((d) => d.kind === 'fee')
      .map((d) => `${d.quantity} ${d.asset} ${d.proceeds}`)
  expect(ofFee({ ...sell('2025-02-01', '1', '100'), ...fee('BTC', '0.1') })).toEqual(['0.1 BTC 10'])
  for (const sides of [{ to_value: '100' }, { from_value: '100' }]) {
    expect(ofFee(trade(sides, fee('BTC', '0.1')))).toEqual(['0.1 BTC 10'])
    expect(ofFee(trade(sides, fee('ETH', '0.5')))).toEqual(['0.5 ETH 10'])
  }
  expect(() => ofFee(trade({ to_value: '100' }, fee('BNB', '1')))).toThrow('fee_value: Missing')
})

test('R-FEE-5 a fee withheld from income comes out of that very lot, whatever the method', () => {
  const result = run({ method: 'fifo' }, buy('2025-01-01', '1', '10'), {
    ...incoming('2025-01-02', 'staking_reward', '1', '50'),
    fee_currency: 'BTC',
    fee_amount: '0.1',
    fee_value: '5',
  })
  expect(brief(result)).toEqual(['fee t1 0.1 5 5 0 short I'])
  expect(open(result)).toEqual(['t0 BTC a 1 10', 't1 BTC a 0.9 45'])
})

test('R-FEE-6 a fee withheld in the coin bought leaves less of it at the price paid', () => {
  const result = run({}, { ...buy('2025-01-01', '1', '100'), fee_currency: 'BTC', fee_amount: '0.25' })
  expect([brief(result), open(result)]).toEqual([[], ['t0 BTC a 0.75 100']])
})

test('R-TRF-2 capitalize spends the fee and adds its value to the moved lots; another coin is never carried', () => {
  const afterTransfer = (transfer_fee: 'capitalize' | 'carry', fee_currency: string) =>
    run({ transfer_fee }, buy('2025-01-01', '1', '10'), buy('2025-01-01', '1', '4', 'BNB'), {
      on: '2025-01-02',
      type: 'transfer',
      to_account: 'b',
      from_currency: 'BTC',
      from_amount: '0.5',
      fee_currency,
      fee_amount: '0.1',
      fee_value: '6',
    })
  expect(brief(afterTransfer('capitalize', 'BTC'))).toEqual(['fee t0 0.1 6 1 5 short I'])
  expect(open(afterTransfer('capitalize', 'BTC'))).toContain('t0 BTC b 0.5 11')
  expect(open(afterTransfer('carry', 'BTC'))).toContain('t0 BTC b 0.5 6')
  expect(brief(afterTransfer('carry', 'BNB'))).toEqual(['fee t1 0.1 6 0.4 5.6 short I'])
  expect(open(afterTransfer('carry', 'BNB'))).toContain('t0 BTC b 0.5 5')
})

const move = (on: string, amount: string, fee?: string): Given & { on: string } => ({
  on,
  type: 'transfer',
  to_account: 'b',
  from_currency: 'BTC',
  from_amount: amount,
  ...(fee === undefined ? {} : { fee_currency: 'BTC', fee_amount: fee, fee_value: '6' }),
})

test('R-TRF-2 R-GIFT-2 a fee that is carried takes both bases of a gift along, and makes none', () => {
  // Per unit 150 for a gain and 50 for a loss.
  const gift = { ...incoming('2025-01-01', 'gift_received', '2', '100'), gift: { donor_basis: '300' } }
  const lotsUnder = (settings: CalculationSettings, ...more: (Given & { on: string })[]) =>
    run(settings, gift, ...more, move('2025-01-03', '1', '0.2')).lots.map(
      (l) => `${l.account} ${l.quantity} ${l.basis} ${l.loss_basis}`,
    )
  expect(lotsUnder({ transfer_fee: 'carry' })).toEqual(['a 0.8 120 40', 'b 1 180 60'])
  expect(lotsUnder({ transfer_fee: 'capitalize' })).toEqual(['a 0.8 120 40', 'b 1 156 56'])
  // The fee is of a lot with one basis, which is that for a gain and that for a loss.
  const alone = run(
    { transfer_fee: 'carry' },
    { ...gift, to_amount: '1', gift: { donor_basis: '150' } },
    buy('2025-01-02', '1', '10'),
    move('2025-01-03', '1', '0.2'),
  )
  expect(alone.lots[0]).toMatchObject({ account: 'b', basis: '152', loss_basis: '102' })
})

test.each(['fifo', 'lifo'] as const)(
  'R-LOT-1 R-LOT-2 R-TRF-2 of parts of one lot that cost differently, %s goes by how they came to the account',
  (method) => {
    const costs = (...moves: (Given & { on: string })[]) =>
      run({ transfer_fee: 'capitalize', method }, buy('2025-01-01', '1', '100'), ...moves, {
        ...sell('2025-01-09', '0.5', '50'),
        account: 'b',
      })
        .disposals.filter(({ kind }) => kind === 'sell')
        .map(({ basis }) => basis)
    // 0.4 at 115 a unit came first, then 0.59 at 100, all that there was.
    const rest = move('2025-01-03', '0.59')
    expect(costs(move('2025-01-02', '0.4', '0.01'), rest)).toEqual([method === 'fifo' ? '56' : '50'])
    // 0.2 at 100, 0.2 at 130, 0.2 at 100.
    const dear = move('2025-01-03', '0.2', '0.01')
    expect(costs(move('2025-01-02', '0.2'), dear, move('2025-01-04', '0.2'))).toEqual(['56'])
    // All of it in two parts, by way of a third account.
    const back = (on: string, amount: string, account: string, to_account: string) => ({
      ...move(on, amount),
      account,
      to_account,
    })
    expect(
      costs(
        { ...move('2025-01-02', '0.4', '0.01'), to_account: 'c' },
        move('2025-01-03', '0.3'),
        back('2025-01-04', '0.4', 'c', 'b'),
        move('2025-01-05', '0.29'),
      ),
    ).toEqual([method === 'fifo' ? '53' : '53.15'])
  },
)

test('R-TRD-1 without a value of what came, what went stands for it', () => {
  const result = run({}, buy('2025-01-01', '1', '10'), {
    on: '2025-01-02',
    type: 'trade',
    from_currency: 'BTC',
    from_amount: '1',
    from_value: '15',
    to_currency: 'USDC',
    to_amount: '15',
  })
  expect(brief(result)).toEqual(['trade t0 1 15 10 5 short I'])
  expect(open(result)).toEqual(['t1 USDC a 15 15'])
})

test('R-INC-1 R-INC-2 R-INC-3 income at its value, an airdrop without one at 0, a rebate and a loan not at all', () => {
  const result = run(
    {},
    incoming('2025-01-01', 'mined', '1', '10'),
    { ...incoming('2025-01-02', 'airdrop', '1', ''), to_value: null },
    incoming('2025-01-03', 'rebate', '1', '7'),
    incoming('2025-01-04', 'loan_received', '1', '8'),
  )
  expect(result.income.map((i) => [i.tx, i.category, i.value])).toEqual([
    ['t0', 'mined', '10'],
    ['t1', 'airdrop', '0'],
  ])
  expect(result.lots.map((l) => l.basis)).toEqual(['10', '0', '7', '8'])
})

test('R-STK-1 locking up and coming back changes nothing', () => {
  const result = run(
    {},
    buy('2025-01-01', '1', '10'),
    outgoing('2025-01-02', 'staking_lockup', '1', '10'),
    incoming('2025-01-03', 'staking_return', '1', '12'),
  )
  expect([open(result), result.warnings, result.disposals]).toEqual([['t0 BTC a 1 10'], [], []])
})

test('R-GIFT-1 R-GIFT-2 R-GIFT-3 a gift under water keeps both bases through a move; FMV above the basis gives one', () => {
  const gift = (value: string, donor_basis?: string) => ({
    ...incoming('2025-01-01', 'gift_received', '2', value),
    gift: { donor_basis, donor_acquired: '2020-01-01' },
  })
  const move = { on: '2025-01-02', type: 'transfer', to_account: 'b', from_currency: 'BTC', from_amount: '1' }
  const afterTransfer = run({}, gift('100', '300'), move)
  expect(afterTransfer.lots).toMatchObject([
    { account: 'a', basis: '150', acquired: '2020-01-01', loss_basis: '50', loss_acquired: '2025-01-01' },
    { account: 'b', basis: '150', acquired: '2020-01-01', loss_basis: '50', loss_acquired: '2025-01-01' },
  ])
  expect(run({}, gift('400', '300')).lots[0]).not.toHaveProperty('loss_basis')
  const unknown = run({}, gift('400'))
  expect(unknown.lots).toMatchObject([{ basis: '0', acquired: '2025-01-01' }])
  expect(unknown.warnings).toEqual([{ code: 'GIFT_BASIS_UNKNOWN', tx: 't0' }])
})

test('R-GIFT-2 pieces of one gift are one row, also where rounding leaves a gain on one and none on the other', () => {
  const gift = {
    ...incoming('2025-01-01', 'gift_received', '3', '0.5'),
    gift: { donor_basis: '1', donor_acquired: '2022-05-01' },
  }
  const sale = sell('2025-06-01', '3', '1.000000000001')
  const { disposals } = run({}, gift, { ...sale, lots: [{ lot: 't0', quantity: '1' }] })
  expect(disposals).toMatchObject([
    {
      lot: 't0',
      quantity: '3',
      acquired: '2022-05-01',
      basis: '1',
      gain: '0.000000000001',
      dual_basis: 'gain',
    },
  ])
})

test('R-GIFT-2 R-FEE-4 a fee and the fee that it cost are measured each by itself, though both are of one gift', () => {
  const gift = {
    ...incoming('2025-01-01', 'gift_received', '10', '100'),
    gift: { donor_basis: '300', donor_acquired: '2020-01-01' },
  }
  const fee = {
    ...outgoing('2025-03-01', 'fee', '1', '90'),
    fee_currency: 'BTC',
    fee_amount: '1',
    fee_value: '20',
  }
  // 70 are above what the donor paid for one, 20 lie between that and what it was worth.
  expect(run({}, gift, fee).disposals).toMatchObject([
    { quantity: '1', proceeds: '70', basis: '30', gain: '40', dual_basis: 'gain' },
    { quantity: '1', proceeds: '20', basis: '20', gain: '0', dual_basis: 'neither' },
  ])
})

test('R-GIFT-4 R-DON-1 R-LOSS-1 what is given, donated or lost leaves with its basis', () => {
  const result = run(
    {},
    buy('2023-01-01', '3', '30'),
    outgoing('2025-01-02', 'gift_sent', '1', '50'),
    outgoing('2025-01-03', 'donation_501c3', '1', '50'),
    outgoing('2025-01-04', 'lost', '1', '50'),
  )
  expect(result.removals.map((r) => [r.kind, r.basis, r.value, r.deduction])).toEqual([
    ['gift', '10', '50', undefined],
    ['donation', '10', '50', '50'],
    ['lost', '10', '50', undefined],
  ])
  expect([result.disposals, result.years['2025']?.donation_deduction]).toEqual([[], '50'])
})

test('R-GIFT-4 R-DON-1 R-LOSS-1 a year in which coins only left is a year of the result, with figures of zero', () => {
  const nothing = { proceeds: '0', basis: '0', gain: '0' }
  const { years } = run(
    {},
    buy('2021-01-01', '5', '50'),
    outgoing('2022-01-02', 'gift_sent', '1', '50'),
    outgoing('2023-01-03', 'stolen', '1', '50'),
    outgoing('2024-01-04', 'lost', '1', '50'),
    outgoing('2025-01-05', 'donation_501c3', '1', '50'),
    outgoing('2026-01-05', 'sent', '1', '50'),
  )
  const year = (donation_deduction: string) => ({
    short: nothing,
    long: nothing,
    income: '0',
    donation_deduction,
  })
  expect(years).toEqual({
    '2022': year('0'),
    '2023': year('0'),
    '2024': year('0'),
    '2025': year('50'),
    '2026': year('0'),
  })
})

test('R-SWP-1 a rebrand by a ratio that does not come out even still keeps every unit and all basis', () => {
  const result = run({}, buy('2025-01-01', '1', '10', 'OLD'), buy('2025-01-02', '2', '50', 'OLD'), {
    on: '2025-01-03',
    type: 'swap',
    from_currency: 'OLD',
    from_amount: '3',
    to_currency: 'NEW',
    to_amount: '1',
  })
  expect(open(result)).toEqual(['t0 NEW a 0.333333333333333333 10', 't1 NEW a 0.666666666666666667 50'])
})

test.each(['1.5', '3', '4'])(
  'R-FEE-5 R-SWP-1 a fee in the coin that a rebrand brings comes out of what it brought (for %s)',
  (to_amount) => {
    const result = run(
      {},
      buy('2020-01-01', '1', '1', 'NEW'),
      buy('2021-01-01', '1', '10', 'OLD'),
      buy('2022-01-01', '2', '80', 'OLD'),
      {
        on: '2025-01-03',
        type: 'swap',
        from_currency: 'OLD',
        from_amount: '3',
        to_currency: 'NEW',
        to_amount,
        fee_currency: 'NEW',
        fee_amount: '0.25',
        fee_value: '5',
      },
    )
    const basis = { '1.5': '5', '3': '2.5', '4': '1.875' }[to_amount]
    expect(result.disposals).toMatchObject([{ kind: 'fee', lot: 't1', proceeds: '5', basis, term: 'long' }])
    expect(open(result)[0]).toBe('t0 NEW a 1 1')
  },
)

test('R-FEE-5 R-SWP-1 what a rebrand did not bring of its fee comes from the account, or from nowhere', () => {
  const withFee = (fee_amount: string) => ({
    on: '2025-01-03',
    type: 'swap',
    from_currency: 'OLD',
    from_amount: '2',
    to_currency: 'NEW',
    to_amount: '2',
    fee_currency: 'NEW',
    fee_amount,
    fee_value: '8',
  })
  const held = [buy('2020-01-01', '1', '1', 'NEW'), buy('2021-01-01', '1', '10', 'OLD')]
  const result = run({}, ...held, withFee('4'))
  expect(brief(result)).toEqual([
    'fee t1 1 2 10 -8 long L',
    'fee t2 1 2 0 2 short I',
    'fee t0 1 2 1 1 long L',
    'fee - 1 2 0 2 short I',
  ])
  expect([open(result), result.warnings]).toEqual([[], [{ code: 'MISSING_BASIS', tx: 't2' }]])
})

describe('R-FEE-4 of several fees each is spent by itself, and all of them cost what they were paid for', () => {
  /** Paid in BNB of which nothing is known, so that its row is all gain. */
  const feeOf = (on: string, id: string, value: string): Given & { on: string } => ({
    on,
    id,
    type: 'outgoing',
    sub_type: 'fee',
    from_currency: 'BNB',
    from_amount: '1',
    from_value: value,
  })
  const more = (...fees: [fee: string, value: string][]) => ({
    further_fees: fees.map(([fee, value]) => ({ fee, value })),
  })
  const dollars = { fee_currency: 'USD', fee_amount: '6' }
  const main = (r: ReturnType<typeof run>) => brief(r).filter((row) => !row.startsWith('fee'))

  test('R-FEE-1 of a purchase they are basis, and so where its fee was withheld in the coin (R-FEE-6)', () => {
    const fees = [feeOf('2025-01-01', 'f', '4'), feeOf('2025-01-01', 'g', '3')]
    const both = more(['f', '4'], ['g', '3'])
    const bought = run({}, { ...buy('2025-01-01', '2', '100'), ...dollars, ...both }, ...fees)
    expect(open(bought)).toEqual(['t0 BTC a 2 113'])
    expect(brief(bought)).toEqual(['fee - 1 4 0 4 short I', 'fee - 1 3 0 3 short I'])
    const withheld = { fee_currency: 'BTC', fee_amount: '0.5', fee_value: '25' }
    expect(open(run({}, { ...buy('2025-01-01', '2', '100'), ...withheld, ...both }, ...fees))).toEqual([
      't0 BTC a 1.5 107',
    ])
  })

  test('R-FEE-2 of a sale, and of what is spent, they lower the proceeds', () => {
    const held = buy('2025-01-01', '2', '100')
    const sold = { ...sell('2025-01-02', '1', '90'), ...dollars, ...more(['f', '4']) }
    const spent = { ...outgoing('2025-01-03', 'purchase', '1', '80'), ...more(['g', '3']) }
    const result = run({}, held, sold, spent, feeOf('2025-01-04', 'f', '4'), feeOf('2025-01-04', 'g', '3'))
    expect(main(result)).toEqual(['sell t0 1 80 50 30 short I', 'purchase t0 1 77 50 27 short I'])
    expect(result.disposals.map((d) => d.fees)).toEqual(['10', '3', '0', '0'])
  })

  test('R-FEE-3 R-OPEN-12 of a trade they lower the proceeds, or half of all of them', () => {
    const traded = {
      on: '2025-01-02',
      type: 'trade',
      from_currency: 'BTC',
      from_amount: '2',
      to_currency: 'ETH',
      to_amount: '5',
      to_value: '300',
      ...dollars,
      ...more(['f', '4']),
    }
    const outcome = (exchange_fee: 'given' | 'split') => {
      const settings = { treatments: { exchange_fee } }
      const result = run(settings, buy('2025-01-01', '2', '100'), traded, feeOf('2025-01-02', 'f', '4'))
      return [...main(result), ...open(result)]
    }
    expect(outcome('given')).toEqual(['trade t0 2 290 100 190 short I', 't1 ETH a 5 300'])
    expect(outcome('split')).toEqual(['trade t0 2 295 100 195 short I', 't1 ETH a 5 305'])
  })

  test('R-CON-1 R-CON-2 of a contract they are costs of it', () => {
    const usd = { from_currency: 'USD', from_value: null }
    const result = run(
      {},
      {
        ...incoming('2025-01-01', 'margin_gain', '7', '7'),
        to_currency: 'USD',
        to_value: null,
        ...dollars,
        ...more(['f', '4']),
      },
      { ...outgoing('2025-01-01', 'margin_loss', '5', '5'), ...usd, ...more(['g', '3']) },
      feeOf('2025-01-01', 'f', '4'),
      feeOf('2025-01-01', 'g', '3'),
    )
    expect(main(result)).toEqual(['margin_gain - 7 0 3 -3 short I', 'margin_loss - 5 0 8 -8 short I'])
  })

  test('R-TRF-2 of a self-transfer they go into the lots moved where that is chosen, and nowhere else', () => {
    const afterTransfer = {
      on: '2025-01-02',
      type: 'transfer',
      to_account: 'b',
      from_currency: 'BTC',
      from_amount: '1',
      fee_currency: 'BTC',
      fee_amount: '0.5',
      fee_value: '40',
      ...more(['f', '4']),
    }
    const lotsUnder = (transfer_fee: 'dispose' | 'capitalize' | 'carry', change: Given = {}) =>
      open(
        run(
          { transfer_fee },
          buy('2025-01-01', '2', '100'),
          { ...afterTransfer, ...change },
          feeOf('2025-01-02', 'f', '4'),
        ),
      )
    expect(lotsUnder('dispose')).toEqual(['t0 BTC a 0.5 25', 't0 BTC b 1 50'])
    expect(lotsUnder('capitalize')).toEqual(['t0 BTC a 0.5 25', 't0 BTC b 1 94'])
    expect(lotsUnder('carry')).toEqual(['t0 BTC a 0.5 25', 't0 BTC b 1 75'])
    // The further fee counts all the same if the event has no fee of its own, one in cash, or one that was given
    // back.
    const none = { fee_currency: null, fee_amount: null, fee_value: null }
    expect(lotsUnder('capitalize', none)).toEqual(['t0 BTC a 1 50', 't0 BTC b 1 54'])
    expect(lotsUnder('carry', none)).toEqual(['t0 BTC a 1 50', 't0 BTC b 1 50'])
    expect(lotsUnder('capitalize', { ...none, ...dollars })).toEqual(['t0 BTC a 1 50', 't0 BTC b 1 54'])
    expect(lotsUnder('capitalize', { fee_amount: '-0.5', fee_value: '-40' })).toEqual([
      't0 BTC a 1 50',
      't0 BTC b 1 54',
      't1 BTC a 0.5 40',
    ])
  })
})

test('R-STK-2 a stake that comes back short is open until the rest comes back too, or is lost', () => {
  const locked = outgoing('2025-01-02', 'staking_lockup', '32', '0')
  const back = (on: string, amount: string) => incoming(on, 'staking_return', amount, '0')
  const warned = (...events: (Given & { on: string })[]) =>
    run({}, buy('2025-01-01', '40', '4000'), locked, ...events).warnings.map(
      ({ code, tx }) => `${code} ${tx}`,
    )
  expect(warned()).toEqual([])
  expect(warned(back('2025-02-01', '31'))).toEqual(['STAKING_RETURN_SHORT t2'])
  expect(warned(back('2025-02-01', '10'), back('2025-03-01', '21'))).toEqual(['STAKING_RETURN_SHORT t3'])
  expect(warned(back('2025-02-01', '10'), back('2025-03-01', '22'))).toEqual([])
  const slashed = outgoing('2025-02-02', 'lost', '1', '0')
  expect(warned(back('2025-02-01', '31'), slashed)).toEqual([])
  // Lost before anything came back: nothing says that it was of the stake.
  expect(warned(slashed, back('2025-02-03', '31'))).toEqual(['STAKING_RETURN_SHORT t3'])
})

test('R-NFT-1 R-NFT-2 a mint with a price is a trade, a free one costs its gas', () => {
  const gas = { fee_currency: 'ETH', fee_amount: '0.1', fee_value: '4' }
  const mint = { type: 'nft', sub_type: 'nft_mint', to_currency: 'APE#1', to_amount: '1', ...gas }
  const result = run(
    {},
    buy('2025-01-01', '2', '20', 'ETH'),
    { on: '2025-01-02', ...mint, from_currency: 'ETH', from_amount: '1', to_value: '40' },
    { on: '2025-01-03', ...mint, to_currency: 'APE#2' },
  )
  expect(brief(result)).toEqual([
    'nft_mint t0 1 36 10 26 short I',
    'fee t0 0.1 4 1 3 short I',
    'fee t0 0.1 4 1 3 short I',
  ])
  expect(open(result)).toEqual(['t0 ETH a 0.8 8', 't1 APE#1 a 1 40', 't2 APE#2 a 1 4'])
})

test('R-ICO-1 paying into an ICO is a disposal for what the tokens are worth', () => {
  const ico = {
    on: '2025-01-02',
    type: 'ico',
    from_currency: 'BTC',
    from_amount: '1',
    to_currency: 'TKN',
    to_amount: '9',
    to_value: '15',
  }
  expect(brief(run({}, buy('2025-01-01', '1', '10'), ico))).toEqual(['ico t0 1 15 10 5 short I'])
})

test('R-MISS-1 units moved that nobody knew of become a lot of the transfer with basis 0', () => {
  const result = run({}, buy('2025-01-01', '1', '10'), {
    on: '2025-01-02',
    type: 'transfer',
    to_account: 'b',
    from_currency: 'BTC',
    from_amount: '3',
  })
  expect(open(result)).toEqual(['t0 BTC b 1 10', 't1 BTC b 2 0'])
  expect(result.warnings).toEqual([{ code: 'MISSING_BASIS', tx: 't1' }])
})

test('R-MISS-2 an NFT sent or received that nothing matches is like any coin', () => {
  const result = run(
    {},
    { on: '2025-01-01', type: 'nft', sub_type: 'receive', to_currency: 'APE#1', to_amount: '1' },
    { on: '2025-01-02', type: 'nft', sub_type: 'send', from_currency: 'APE#1', from_amount: '1' },
  )
  expect(result.removals).toMatchObject([{ kind: 'sent_unresolved', lot: 't0', basis: '0', value: null }])
  expect(result.warnings.map((w) => w.code)).toEqual(['UNRESOLVED_RECEIVED', 'UNRESOLVED_SENT'])
})

test('R-BOX-1 the box follows year, term and what was reported; unknown units have the default one', () => {
  const boxes = (on: string, reported: 'none' | 'proceeds' | 'basis', bought = '2020-01-01') =>
    run({}, buy(bought, '1', '1'), { ...sell(on, '2', '4'), reported }).disposals.map((d) => d.box)
  expect(boxes('2024-12-31', 'basis')).toEqual(['D', 'C'])
  expect(boxes('2024-12-31', 'proceeds', '2024-06-01')).toEqual(['B', 'C'])
  expect(boxes('2025-01-01', 'proceeds')).toEqual(['K', 'I'])
  expect(boxes('2025-01-01', 'basis', '2024-06-01')).toEqual(['G', 'I'])
})

test('R-BOX-1 what a contract paid is no unknown unit: its box follows from what was reported', () => {
  const gain = { ...incoming('2025-01-01', 'margin_gain', '1', '60'), reported: 'proceeds' as const }
  const loss = { ...outgoing('2025-01-02', 'margin_loss', '2', '80'), reported: 'proceeds' as const }
  expect(brief(run({}, gain, loss))).toEqual([
    'margin_gain - 1 60 0 60 short H',
    'margin_loss t0 1 40 60 -20 short H',
    'margin_loss - 1 40 0 40 short I',
    'contract_loss - 2 0 80 -80 short H',
  ])
})

test('R-CON-2 a loss or a fee paid in a coin counts in full, and the coin is disposed of at its value: its basis is lost', () => {
  const fee = { fee_currency: 'USD', fee_amount: '3' }
  const inCoin = { fee_currency: 'BTC', fee_amount: '0.1', fee_value: '50' }
  const result = run(
    {},
    buy('2020-01-01', '2', '20'),
    { ...outgoing('2025-01-02', 'margin_loss', '1', '500'), ...fee },
    { ...outgoing('2025-01-03', 'margin_fee', '0.2', '100'), ...inCoin },
    // Costs given back are what the contract brought; a coin without a value has no loss that is known.
    { ...outgoing('2025-01-04', 'margin_loss', '0.1', '40'), ...fee, fee_amount: '-4' },
    { ...outgoing('2025-01-05', 'margin_loss', '0.1', '0') },
  )
  expect(brief(result)).toEqual([
    'margin_loss t0 1 500 10 490 long L',
    'contract_loss - 1 0 503 -503 short I',
    'margin_fee t0 0.2 100 2 98 long L',
    'contract_loss - 0.2 0 150 -150 short I',
    'fee t0 0.1 50 1 49 long L',
    'margin_loss t0 0.1 40 1 39 long L',
    'contract_loss - 0.1 4 40 -36 short I',
    'margin_loss t0 0.1 0 1 -1 long L',
  ])
  expect(result.disposals.map((d) => d.rules).slice(0, 2)).toEqual([
    ['R-POOL-1', 'R-LOT-1', 'R-CON-2', 'R-HOLD-1', 'R-BOX-1'],
    ['R-CON-2', 'R-HOLD-1', 'R-BOX-1'],
  ])
  expect(result.warnings).toEqual([])
})

test('R-FEE-2 costs lower the proceeds to nothing and no further: the rest of them is basis, shared over the lots', () => {
  const costs = { fee_currency: 'USD', fee_amount: '9' }
  const sold = { ...sell('2025-02-01', '3', '3'), ...costs }
  const result = run({}, buy('2025-01-01', '1', '4'), buy('2025-01-02', '1', '5'), sold)
  // The third unit has no lot: its basis is its part of the costs alone.
  expect(brief(result)).toEqual([
    'sell t0 1 0 6 -6 short I',
    'sell t1 1 0 7 -7 short I',
    'sell - 1 0 2 -2 short I',
  ])
  expect(result.disposals.map((d) => [d.gross_proceeds, d.fees])).toEqual([
    ['1', '3'],
    ['1', '3'],
    ['1', '3'],
  ])
  expect(result.years['2025']?.short).toEqual({ proceeds: '0', basis: '15', gain: '-15' })
})

test('R-FEE-2 R-FEE-4 a fee whose own fee costs more than it is a row beside the disposal of that', () => {
  const spent = {
    ...outgoing('2025-01-02', 'fee', '1', '0.01'),
    fee_currency: 'BTC',
    fee_amount: '1',
    fee_value: '2',
  }
  expect(brief(run({}, buy('2025-01-01', '3', '6'), spent))).toEqual([
    'fee t0 1 0 3.99 -3.99 short I',
    'fee t0 1 2 2 0 short I',
  ])
})

test('R-CON-1 R-CON-2 a contract settled in cash: a gain less its costs, a loss with them, short-term, without a lot', () => {
  const usd = { from_currency: 'USD', from_value: null }
  const cost = (amount: string) => ({ fee_currency: 'USD', fee_amount: amount })
  const result = run(
    {},
    buy('2020-01-01', '1', '10'),
    {
      ...incoming('2025-01-02', 'margin_gain', '70', '70'),
      to_currency: 'USD',
      to_value: null,
      ...cost('2'),
    },
    { ...outgoing('2025-01-03', 'margin_loss', '7', '7'), ...usd, ...cost('0.34'), reported: 'proceeds' },
    { ...outgoing('2025-01-04', 'margin_fee', '0.12', '0.12'), ...usd },
    // A fee in a coin is its own disposal and part of the loss; one given back is what the row brings.
    {
      ...outgoing('2025-01-05', 'margin_loss', '5', '5'),
      ...usd,
      fee_currency: 'BTC',
      fee_amount: '0.1',
      fee_value: '3',
    },
    { ...outgoing('2025-01-06', 'margin_loss', '4', '4'), ...usd, ...cost('-1') },
    { ...outgoing('2025-01-07', 'margin_loss', '0', '0'), ...usd },
  )
  expect(brief(result)).toEqual([
    'margin_gain - 70 68 0 68 short I',
    'margin_loss - 7 0 7.34 -7.34 short H',
    'margin_fee - 0.12 0 0.12 -0.12 short I',
    'margin_loss - 5 0 8 -8 short I',
    'fee t0 0.1 3 1 2 long L',
    'margin_loss - 4 1 4 -3 short I',
  ])
  expect(result.disposals.map((d) => d.rules)).toEqual([
    ['R-CON-1', 'R-FEE-2', 'R-HOLD-1', 'R-BOX-1'],
    ['R-CON-2', 'R-HOLD-1', 'R-BOX-1'],
    ['R-CON-2', 'R-HOLD-1', 'R-BOX-1'],
    ['R-CON-2', 'R-HOLD-1', 'R-BOX-1'],
    ['R-POOL-1', 'R-LOT-1', 'R-FEE-4', 'R-HOLD-1', 'R-BOX-1'],
    ['R-CON-2', 'R-FEE-2', 'R-HOLD-1', 'R-BOX-1'],
  ])
  expect(open(result)).toEqual(['t0 BTC a 0.9 9'])
  expect(result.warnings).toEqual([])
})

test('R-CON-1 what closing a contract cost beyond what it paid is the basis of its row: proceeds are never below nothing', () => {
  const paid = (on: string, amount: string, fee: Given) => ({
    ...incoming(on, 'margin_gain', amount, amount),
    to_currency: 'USD',
    to_value: null,
    ...fee,
  })
  const dollars = (fee_amount: string) => ({ fee_currency: 'USD', fee_amount })
  const result = run(
    {},
    buy('2020-01-01', '1', '10'),
    paid('2025-01-02', '1', dollars('3')),
    paid('2025-01-03', '3', dollars('3')),
    paid('2025-01-04', '0', dollars('0.5')),
    paid('2025-01-05', '1', dollars('-2')),
    // Paid in a coin, and the fee in one: the loss is the same, and the coins are a lot and a disposal of their own.
    {
      ...incoming('2025-01-06', 'margin_gain', '0.1', '4'),
      fee_currency: 'BTC',
      fee_amount: '0.2',
      fee_value: '9',
    },
  )
  expect(brief(result)).toEqual([
    'margin_gain - 1 0 2 -2 short I',
    'margin_gain - 3 0 0 0 short I',
    'margin_gain - 0 0 0.5 -0.5 short I',
    'margin_gain - 1 3 0 3 short I',
    'margin_gain - 0.1 0 5 -5 short I',
    'fee t5 0.1 4.5 4 0.5 short I',
    'fee t0 0.1 4.5 1 3.5 long L',
  ])
  expect(result.disposals.map((d) => [d.gross_proceeds, d.fees]).slice(0, 5)).toEqual([
    ['1', '1'],
    ['3', '3'],
    ['0', '0'],
    ['1', '-2'],
    ['4', '4'],
  ])
  expect(result.years[2025]?.short).toEqual({ proceeds: '7.5', basis: '11.5', gain: '-4' })
  expect([open(result), result.warnings]).toEqual([['t0 BTC a 0.9 9'], []])
})

test('the seven sub types that only files bring have rows of their own name (9.1)', () => {
  const result = run(
    {},
    incoming('2025-01-01', 'loan_received', '1', '100'),
    incoming('2025-01-02', 'margin_gain', '0.5', '60'),
    outgoing('2025-01-03', 'loan_repayment', '1', '110'),
    outgoing('2025-01-04', 'margin_loss', '0.1', '13'),
    outgoing('2025-01-05', 'margin_fee', '0.1', '11'),
    outgoing('2025-01-06', 'interest_paid', '0.1', '14'),
    incoming('2025-01-07', 'rebate', '0.1', '12'),
  )
  expect(brief(result)).toEqual([
    'margin_gain - 0.5 60 0 60 short I',
    'loan_repayment t0 1 110 100 10 short I',
    'margin_loss t1 0.1 13 12 1 short I',
    'contract_loss - 0.1 0 13 -13 short I',
    'margin_fee t1 0.1 11 12 -1 short I',
    'contract_loss - 0.1 0 11 -11 short I',
    'interest_paid t1 0.1 14 12 2 short I',
  ])
  expect(open(result)).toEqual(['t1 BTC a 0.2 24', 't6 BTC a 0.1 12'])
  expect([result.income, result.warnings]).toEqual([[], []])
})

test('cash of other countries counts by its value, and cash itself has no lots', () => {
  const result = run(
    {},
    { ...buy('2025-01-01', '1', '100'), from_currency: 'EUR', from_value: '110' },
    { ...sell('2025-01-02', '1', '200'), to_currency: 'EUR', to_value: '230' },
    { ...outgoing('2025-01-03', 'sent', '50', '50'), from_currency: 'USD' },
  )
  expect(brief(result)).toEqual(['sell t0 1 230 110 120 short I'])
  expect([result.lots, result.removals, result.warnings]).toEqual([[], [], []])
})

test('rows say which rules made them', () => {
  const result = run({ method: 'hifo' }, buy('2025-01-01', '1', '10'), {
    ...sell('2025-01-02', '1', '12'),
    fee_currency: 'USD',
    fee_amount: '1',
  })
  expect(result.disposals[0]).toMatchObject({
    at: '2025-01-02T12:00:00Z',
    lot_at: '2025-01-01T12:00:00Z',
    rules: ['R-POOL-1', 'R-LOT-3', 'R-FEE-2', 'R-HOLD-1', 'R-BOX-1'],
  })
})
