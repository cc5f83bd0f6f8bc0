import { expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import { parseCalculationInput } from '../schema/parse-input.ts'
import { holdToInvariants } from '../invariants/check-result.ts'
import { withClaimClosed } from './answered-claim.ts'
import { answeredInput, type Answer } from './answered-input.ts'
import { openQuestions } from './open-questions.ts'

const event = (id: string, at: string, type: string, rest: object): InputTransaction => ({
  id,
  at: at.includes('T') ? at : `${at}T12:00:00Z`,
  type,
  account: 'celsius',
  ...rest,
})
const bought = (id: string, at: string, cost: string, amount: string, coin: string) =>
  event(id, at, 'buy', {
    from_currency: 'USD',
    from_amount: cost,
    to_currency: coin,
    to_amount: amount,
  })
const paid = (id: string, at: string, amount: string, coin: string, value: string, account = 'celsius') =>
  event(id, at, 'incoming', {
    account,
    sub_type: 'received',
    to_currency: coin,
    to_amount: amount,
    to_value: value,
  })

/** Two lots of bitcoin and one of ether frozen in 2022; the estate pays bitcoin, and bitcoin for ether. */
const FROZEN = [
  bought('old', '2020-01-01', '4000', '0.5', 'BTC'),
  bought('new', '2021-01-01', '15000', '0.5', 'BTC'),
  bought('ether', '2021-06-01', '8000', '4', 'ETH'),
]
const history = (
  transactions: readonly InputTransaction[],
  settings: CalculationInput['settings'] = {},
): CalculationInput => ({ settings, transactions })

function answered(input: CalculationInput, tx: string, answer: Answer): CalculationInput {
  const [question] = openQuestions(input, calculate(input)).filter((one) => one.tx === tx)
  const next = answeredInput(input, question!, answer)
  if (typeof next === 'string') throw new Error(next)
  return parseCalculationInput(next)
}

function outcome(input: CalculationInput) {
  const result = calculate(input)
  holdToInvariants(input, result)
  return {
    sold: result.disposals.map(
      (d) => `${d.quantity} ${d.asset}: ${d.proceeds} - ${d.basis} ${d.term} ${d.disposed}`,
    ),
    gone: result.removals.map(
      (r) => `${r.kind} ${r.quantity} ${r.asset}: basis ${r.basis} worth ${r.value ?? '?'}`,
    ),
    left: result.lots
      .map((l) => `${l.quantity} ${l.asset} in ${l.account}: ${l.basis} since ${l.acquired}`)
      .sort(),
    open: result.warnings.map(({ code }) => code),
  }
}

test('R-TRD-1 a payment in the same coin disposes of that part of the claim, and is no lot of what is still owed', () => {
  const input = history([...FROZEN, paid('p', '2024-02-15', '0.3', 'BTC', '15600')])
  expect(outcome(answered(input, 'p', { option: 'claim_disposed', claim_account: 'celsius' }))).toEqual({
    sold: ['0.3 BTC: 15600 - 2400 long 2024-02-15'],
    gone: [],
    left: [
      '0.2 BTC in celsius claim: 1600 since 2020-01-01',
      '0.3 BTC in celsius: 15600 since 2024-02-15',
      '0.5 BTC in celsius claim: 15000 since 2021-01-01',
      '4 ETH in celsius claim: 8000 since 2021-06-01',
    ],
    open: [],
  })
})

test('R-TRF-1 a payment in the same coin carries basis and dates over', () => {
  const input = history([...FROZEN, paid('p', '2024-02-15', '0.3', 'BTC', '15600', 'coinbase')])
  const { sold, left, open } = outcome(
    answered(input, 'p', { option: 'claim_carried', claim_account: 'celsius' }),
  )
  expect([sold, open]).toEqual([[], []])
  expect(left).toContain('0.3 BTC in coinbase: 2400 since 2020-01-01')
  expect(left).toContain('0.2 BTC in celsius: 1600 since 2020-01-01')
})

test('R-SWP-1 R-TRD-1 another coin settles the units that are named, whatever else the account of the receipt holds', () => {
  const own = { ...bought('own', '2019-01-01', '10', '3', 'BTC'), account: 'coinbase' }
  const input = history([...FROZEN, own, paid('p', '2024-02-15', '0.05', 'BTC', '2600', 'coinbase')])
  const settles = { claim_account: 'celsius', claim_asset: 'ETH', claim_quantity: '1' }
  const carried = outcome(answered(input, 'p', { option: 'claim_carried', ...settles }))
  expect([carried.sold, carried.open]).toEqual([[], []])
  expect(carried.left).toContain('0.05 BTC in coinbase: 2000 since 2021-06-01')
  const disposed = outcome(answered(input, 'p', { option: 'claim_disposed', ...settles }))
  expect(disposed.sold).toEqual(['1 ETH: 2600 - 2000 long 2024-02-15'])
  expect(disposed.left).toContain('0.05 BTC in coinbase: 2600 since 2024-02-15')
  expect(disposed.left).toContain('3 ETH in celsius: 6000 since 2021-06-01')
})

test('R-LOSS-1 nothing is lost before the case is closed; then what was not paid leaves with its basis and value', () => {
  const first = answered(
    history([
      ...FROZEN,
      paid('p', '2024-02-15', '0.3', 'BTC', '15600'),
      paid('q', '2025-03-01', '0.1', 'BTC', '9000'),
    ]),
    'p',
    { option: 'claim_disposed', claim_account: 'celsius' },
  )
  const both = answered(first, 'q', {
    option: 'claim_carried',
    claim_account: 'celsius',
    claim_asset: 'ETH',
    claim_quantity: '1',
  })
  expect(outcome(both).gone).toEqual([])
  const closed = withClaimClosed(both, 'celsius', '2026-01-31', (asset) =>
    asset === 'BTC' ? '80000' : undefined,
  )
  if (typeof closed === 'string') throw new Error(closed)
  const { gone, left, sold } = outcome(parseCalculationInput(closed))
  expect(sold).toEqual(['0.3 BTC: 15600 - 2400 long 2024-02-15'])
  expect(gone).toEqual([
    'lost 0.2 BTC: basis 1600 worth 16000',
    'lost 0.5 BTC: basis 15000 worth 40000',
    'lost 3 ETH: basis 6000 worth ?',
  ])
  expect(left).toEqual([
    '0.1 BTC in celsius: 2000 since 2021-06-01',
    '0.3 BTC in celsius: 15600 since 2024-02-15',
  ])
  expect(calculate(parseCalculationInput(closed)).years['2026']?.long.gain).toBe('0')
  expect(withClaimClosed(closed, 'celsius', '2026-02-01')).toBe('nothing is left in celsius on 2026-02-01')
})

test('R-DAY-1 a payment at midnight is of the day that begins, and the last day counts to its end', () => {
  const input = history([...FROZEN, paid('p', '2025-01-01T05:00:00Z', '0.3', 'BTC', '15600')], {
    timezone: 'America/New_York',
  })
  const disposed = answered(input, 'p', { option: 'claim_disposed', claim_account: 'celsius' })
  expect(outcome(disposed).sold).toEqual(['0.3 BTC: 15600 - 2400 long 2025-01-01'])
  const closed = withClaimClosed(disposed, 'celsius', '2025-01-01')
  if (typeof closed === 'string') throw new Error(closed)
  expect(calculate(closed).removals.map(({ date }) => date)).toEqual([
    '2025-01-01',
    '2025-01-01',
    '2025-01-01',
  ])
})

test('R-POOL-2 under one pool before 2025 a payment in the same coin changes nothing, and a disposal draws on the pool', () => {
  const settings = { pool_before_2025: 'universal' } as const
  const input = history([...FROZEN, paid('p', '2024-02-15', '0.3', 'BTC', '15600', 'coinbase')], settings)
  expect(outcome(answered(input, 'p', { option: 'claim_carried', claim_account: 'celsius' })).open).toEqual(
    [],
  )
  expect(outcome(answered(input, 'p', { option: 'claim_disposed', claim_account: 'celsius' })).sold).toEqual([
    '0.3 BTC: 15600 - 2400 long 2024-02-15',
  ])
})

test.each([
  [{ claim_account: '' }, 'claim_disposed needs claim_account'],
  [{ claim_asset: 'ETH' }, 'claim_disposed needs claim_quantity: ETH is another coin than BTC'],
  [{ claim_quantity: '2' }, 'celsius has 1 BTC left to pay, less than 2'],
  [{ claim_account: 'nowhere' }, 'nowhere has 0 BTC left to pay, less than 0.3'],
  [{ claim_asset: 'USD', claim_quantity: '1' }, 'a claim in cash that is paid in a coin is a purchase'],
  [{ claim_quantity: '0' }, 'claim_quantity must be above zero'],
  [{ claim_quantity: '-1' }, 'claim_quantity is no amount: -1'],
])('N11 a claim that was not there settles nothing: %j', (fields, why) => {
  const input = history([...FROZEN, paid('p', '2024-02-15', '0.3', 'BTC', '15600', 'coinbase')])
  const [question] = openQuestions(input, calculate(input))
  expect(
    answeredInput(input, question!, { option: 'claim_disposed', claim_account: 'celsius', ...fields }),
  ).toBe(why)
})

test.each([
  ['2026-02-30', 'there is no such day: 2026-02-30'],
  ['2008-01-01', 'there was no coin yet before 2009'],
  ['2019-01-01', 'something moved in celsius after 2019-01-01'],
])('R-LOSS-1 a case that cannot be closed on a day says why: %s', (on, why) => {
  expect(withClaimClosed(history(FROZEN), 'celsius', on)).toBe(why)
})

test('R-SWP-1 R-TRD-1 fewer units of the same coin can settle more of the claim', () => {
  const input = history([...FROZEN, paid('p', '2024-02-15', '0.3', 'BTC', '15600')])
  const settles = { claim_account: 'celsius', claim_quantity: '0.6' }
  const carried = outcome(answered(input, 'p', { option: 'claim_carried', ...settles }))
  // 0.5 that cost 4,000 and a fifth of 15,000.
  expect(carried.left.filter((lot) => lot.includes('in celsius:'))).toEqual([
    '0.05 BTC in celsius: 3000 since 2021-01-01',
    '0.25 BTC in celsius: 4000 since 2020-01-01',
  ])
  expect(outcome(answered(input, 'p', { option: 'claim_disposed', ...settles })).sold).toEqual([
    '0.5 BTC: 13000 - 4000 long 2024-02-15',
    '0.1 BTC: 2600 - 3000 long 2024-02-15',
  ])
})
