import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import { anyInput } from '../testing/random-ledger.ts'
import { lotsUsed, type LotsUsed } from './lots-used.ts'

const LAST_DAY = '2025-12-31'

const buy = (
  id: string,
  day: string,
  cost: string,
  quantity = '1',
  account = 'kraken',
): InputTransaction => ({
  id,
  at: `${day}T12:00:00Z`,
  type: 'buy',
  account,
  from_currency: 'USD',
  from_amount: cost,
  to_currency: 'BTC',
  to_amount: quantity,
})
const sell = (id: string, day: string, quantity: string, account = 'kraken'): InputTransaction => ({
  id,
  at: `${day}T12:00:00Z`,
  type: 'sell',
  account,
  from_currency: 'BTC',
  from_amount: quantity,
  to_currency: 'USD',
  to_amount: '2000',
})
const move = (id: string, day: string, quantity: string): InputTransaction => ({
  id,
  at: `${day}T12:00:00Z`,
  type: 'transfer',
  account: 'kraken',
  to_account: 'ledger',
  from_currency: 'BTC',
  from_amount: quantity,
})

const FILED: CalculationInput = {
  settings: { method: 'fifo' },
  transactions: [
    buy('a', '2024-01-02', '500'),
    buy('b', '2024-02-02', '900'),
    move('m', '2024-03-02', '1.5'),
    sell('s', '2024-06-02', '1.25', 'ledger'),
    sell('t', '2025-06-02', '0.25'),
  ],
}

/** The history with lots named as they were used, whatever it named before. */
function named({ settings, transactions }: CalculationInput, used: readonly LotsUsed[]): CalculationInput {
  const lotsOf = new Map(used.map(({ tx, lots }) => [tx, lots]))
  return {
    settings,
    transactions: transactions.map((t) => ({ ...t, lots: lotsOf.get(t.id) ?? t.lots ?? null })),
  }
}

const withMore = ({ settings, transactions }: CalculationInput, ...more: InputTransaction[]) => ({
  settings,
  transactions: [...transactions, ...more],
})

/** The content of rows, without rules and method. */
function rowsOf(input: CalculationInput): string[] {
  const { disposals, removals } = calculate(input)
  return [...disposals, ...removals].map((row) => JSON.stringify({ ...row, rules: null, method: null }))
}

test('N5 the lots that went by the end of a year, of sales and of moves', () => {
  expect(lotsUsed(FILED, '2024-12-31')).toEqual([
    {
      tx: 'm',
      lots: [
        { lot: 'a', quantity: '1' },
        { lot: 'b', quantity: '0.5' },
      ],
    },
    {
      tx: 's',
      lots: [
        { lot: 'a', quantity: '1' },
        { lot: 'b', quantity: '0.25' },
      ],
    },
  ])
})

test('N5 R-LOT-4 an older lot that comes later leaves alone what a return used, and is there for the years after it', () => {
  const older = buy('o', '2023-01-02', '100')
  const now = withMore(FILED, older)
  const basesOf = (input: CalculationInput) =>
    calculate(input).disposals.map(({ tx, lot, basis }) => [tx, lot, basis])
  expect(basesOf(now).slice(0, 2)).toEqual([
    ['s', 'o', '100'],
    ['s', 'a', '125'],
  ])
  expect(basesOf(named(now, lotsUsed(FILED, '2024-12-31')))).toEqual([
    ['s', 'a', '500'],
    ['s', 'b', '225'],
    ['t', 'o', '25'],
  ])
})

/** Settings under which a piece of a lot costs what every other does, and no lot changes its account by an allocation. */
const anyPlainInput = anyInput.map(({ settings, transactions }): CalculationInput => ({
  settings: { ...settings, transfer_fee: 'dispose', pool_before_2025: 'account', treatments: {} },
  transactions: transactions.filter(({ type }) => type !== 'swap'),
}))

test('N5 R-LOT-4 lots named as they were used give the rows that there were', () => {
  fc.assert(
    fc.property(anyPlainInput, (input) => {
      expect(rowsOf(named(input, lotsUsed(input, LAST_DAY)))).toEqual(rowsOf(input))
    }),
  )
})

const ACCOUNTS = ['alpha', 'beta', 'gamma']
const ASSETS = ['BTC', 'ETH', 'SOL']

/** Enough of everything everywhere, for 100 and for 7,000: nothing is of unknown origin. */
const STOCK = ['100', '7000'].flatMap((cost, n) =>
  ACCOUNTS.flatMap((account) =>
    ASSETS.map((asset) => ({
      ...buy(`${account} ${asset} ${cost}`, `202${n}-05-05`, cost, '50', account),
      to_currency: asset,
    })),
  ),
)

const laterFound = fc
  .array(
    fc.record({
      day: fc.constantFrom('2019-05-05', '2024-03-01', '2025-01-01'),
      account: fc.constantFrom(...ACCOUNTS),
      asset: fc.constantFrom(...ASSETS),
      cost: fc.constantFrom('1', '90000'),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(({ day, account, asset, cost }, n) => ({
      ...buy(`found ${n}`, day, cost, '50', account),
      to_currency: asset,
    })),
  )

test('N5 whatever purchases are found later, what a return used up is used up by the same rows', () => {
  const usedBy = (input: CalculationInput) => {
    const { disposals, removals, warnings } = calculate(input)
    const rows = [...disposals, ...removals]
      .filter(({ kind }) => kind !== 'fee')
      .map(({ tx, kind, lot, quantity }) => [tx, kind, lot, quantity].join(' '))
    return { rows: rows.sort(), isUnavailable: warnings.some(({ code }) => code === 'SPEC_LOT_UNAVAILABLE') }
  }
  fc.assert(
    fc.property(anyPlainInput, laterFound, (input, found) => {
      const filed = withMore(
        { ...input, transactions: input.transactions.map((t) => ({ ...t, lots: null })) },
        ...STOCK,
      )
      expect(usedBy(named(withMore(filed, ...found), lotsUsed(filed, LAST_DAY)))).toEqual(usedBy(filed))
    }),
  )
})
