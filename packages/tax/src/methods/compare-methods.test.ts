import { unitedStates } from '@lotbook/rules/us'
import { expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import type { CalculationSettings, InputTransaction } from '../schema/calculation-input.ts'
import { LOT_METHODS, methodsInForce, outcomeOf, settingsUnder } from './compare-methods.ts'

/*
 * Three bitcoin: 10,000 in 2022, 60,000 in 2024, 90,000 in March 2025. One is sold for 80,000 in June 2025 and one for
 * 70,000 in October 2025; one for 50,000 in 2024 went by FIFO and is done.
 */
const trade = (id: string, on: string, type: 'buy' | 'sell', dollars: string): InputTransaction => {
  const coin = { currency: 'BTC', amount: '1' }
  const cash = { currency: 'USD', amount: dollars }
  const [from, to] = type === 'buy' ? [cash, coin] : [coin, cash]
  return {
    id,
    at: `${on}T12:00:00Z`,
    account: 'kraken',
    type,
    from_currency: from.currency,
    from_amount: from.amount,
    to_currency: to.currency,
    to_amount: to.amount,
  }
}
const TRANSACTIONS = [
  trade('old', '2021-01-05', 'buy', '30000'),
  trade('cheap', '2022-11-10', 'buy', '10000'),
  trade('middle', '2024-03-10', 'buy', '60000'),
  trade('before', '2024-06-01', 'sell', '50000'),
  trade('dear', '2025-03-03', 'buy', '90000'),
  trade('june', '2025-06-02', 'sell', '80000'),
  trade('october', '2025-10-02', 'sell', '70000'),
  trade('later', '2026-02-02', 'buy', '65000'),
]
const UNTIL = { until: { day: '2025-12-31' } } as const

const noPrice = () => undefined

function compared(settings: CalculationSettings, priceOf: (asset: string) => string | undefined = noPrice) {
  const run = (under: CalculationSettings) =>
    outcomeOf(calculate({ settings: under, transactions: TRANSACTIONS }, UNTIL), 2025, priceOf, unitedStates)
  const found = LOT_METHODS.map((method) => [method, run(settingsUnder(settings, 2025, method))] as const)
  return Object.fromEntries([['recorded', run(settings)], ...found])
}
const onRecord = (settings: CalculationSettings) =>
  methodsInForce(calculate({ settings, transactions: TRANSACTIONS }, UNTIL), settings, 2025)

test('N13 E17 a year under each method, and what it leaves for the next; the years before stay as they were', () => {
  const outcomes = compared({})
  const brief = Object.entries(outcomes).map(([method, { short, long, gain, left }]) =>
    [method, short.gain, long.gain, gain, left.basis, left.long.count].join(' '),
  )
  // FIFO sells 10,000 then 60,000; LIFO and HIFO 90,000 then 60,000; LOFO as FIFO. What is left: one coin.
  expect(brief).toEqual([
    'recorded 0 80000 80000 90000 0',
    'fifo 0 80000 80000 90000 0',
    'lifo -10000 10000 0 10000 1',
    'hifo -10000 10000 0 10000 1',
    'lofo 0 80000 80000 90000 0',
  ])
})

test('N13 what is left is valued where a price is known, and says where none is', () => {
  const { fifo, lifo } = compared({}, (asset) => (asset === 'BTC' ? '65000' : undefined))
  expect([fifo?.left.unrealised, lifo?.left.unrealised]).toEqual(['-25000', '55000'])
  expect(compared({})['fifo']?.left).toMatchObject({ unrealised: null, unpriced: 1, count: 1 })
})

test('N13 a method that was on record for no sale is lawful for none; FIFO is where nothing was', () => {
  expect(onRecord({})).toEqual({
    disposals: 2,
    named: 0,
    contrary: { fifo: 0, lifo: 2, hifo: 2, lofo: 2 },
    contraryAsSet: 0,
  })
})

test('N13 an order recorded between two sales applies to the second alone; a method that is only set is on record for none', () => {
  const order = { method: 'hifo' as const, recorded_at: '2025-08-01T00:00:00Z' }
  expect(onRecord({ method_overrides: [order] }).contrary).toEqual({ fifo: 1, lifo: 2, hifo: 1, lofo: 2 })
  expect(onRecord({ method: 'hifo' })).toMatchObject({ contrary: { fifo: 0 }, contraryAsSet: 2 })
})

test('N13 a method that is set from a day on was on record for no sale, and moves none before that day', () => {
  const settings = { method_overrides: [{ method: 'hifo' as const, from: '2025-08-01' }] }
  expect(onRecord(settings)).toMatchObject({ contrary: { fifo: 0, hifo: 2 }, contraryAsSet: 1 })
})

test('N12 N13 a sale whose lots are named is the same under every method', () => {
  const transactions = TRANSACTIONS.map((t) =>
    t.id === 'june' ? { ...t, lots: [{ lot: 'middle', quantity: '1' }] } : t,
  )
  const result = calculate({ settings: {}, transactions }, UNTIL)
  expect(methodsInForce(result, {}, 2025)).toMatchObject({ disposals: 2, named: 1, contrary: { hifo: 1 } })
  for (const method of LOT_METHODS) {
    const { disposals } = calculate({ settings: settingsUnder({}, 2025, method), transactions }, UNTIL)
    expect(disposals.find((d) => d.tx === 'june')).toMatchObject({ lot: 'middle', method: 'spec' })
  }
})
