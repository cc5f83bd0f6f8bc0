import { calculate, parseCalculationInput, type InputTransaction } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { runRecord } from './record.ts'
import { terminal } from './testing/run-command.ts'
import { scenarios } from './testing/scenarios.ts'

const trade = (id: string, on: string, dollars: string, isSale = false) => {
  const [coin, cash] = [
    ['BTC', '1'],
    ['USD', dollars],
  ] as const
  const [from, to] = isSale ? [coin, cash] : [cash, coin]
  return {
    id,
    at: `${on}T12:00:00Z`,
    account: 'kraken',
    type: isSale ? 'sell' : 'buy',
    from_currency: from[0],
    from_amount: from[1],
    to_currency: to[0],
    to_amount: to[1],
  }
}

/** Three coins for 10,000, 60,000 and 90,000; of the one sold in June 2025 half is of the second and a quarter of the third. */
const HISTORY = {
  settings: {
    method_overrides: [
      { method: 'hifo', asset: 'BTC', from: '2025-01-01', recorded_at: '2024-12-20T09:00:00Z' },
      { method: 'fifo', recorded_at: '2025-05-01T09:00:00Z', ended_at: '2025-06-01T09:00:00Z' },
    ],
  },
  transactions: [
    trade('cheap', '2022-11-10', '10000'),
    trade('middle', '2024-03-10', '60000'),
    trade('dear', '2025-03-03', '90000'),
    {
      ...trade('june', '2025-06-02', '80000', true),
      lots: [
        { lot: 'middle', quantity: '0.5' },
        { lot: 'dear', quantity: '0.25' },
      ],
    },
    trade('october', '2025-10-02', '70000', true),
  ],
}
const BEFORE = new Date('2025-06-01T10:00:00Z')
const AFTER = new Date('2026-01-05T10:00:00Z')

async function run(args: string[], { history = HISTORY as object, now = AFTER } = {}) {
  const { io, printed, written, named } = terminal({ 'h.json': JSON.stringify(history) })
  return { code: await runRecord(args, io, now), ...printed, written, named }
}

test('N12 the lots that a sale may draw on right before it, and those that are named with their basis', async () => {
  const { code, out, err } = await run(['h.json', '--sale', 'june', '--json'])
  expect([code, err]).toEqual([0, ''])
  const { lots, named, standing, ...sale } = JSON.parse(out) as {
    lots: { lot: string; quantity: string; basis: string; term: string }[]
    named: { lot: string; quantity: string; basis: string }[]
    standing: { isContemporaneous: boolean }
  }
  expect(sale).toMatchObject({ transaction: 'june', asset: 'BTC', account: 'kraken', quantity: '1' })
  expect(lots.map(({ lot, quantity, basis, term }) => `${lot} ${quantity} ${basis} ${term}`)).toEqual([
    'cheap 1 10000 long',
    'middle 1 60000 long',
    'dear 1 90000 short',
  ])
  expect(named.map(({ lot, quantity, basis }) => `${lot} ${quantity} ${basis}`)).toEqual([
    'middle 0.5 30000',
    'dear 0.25 22500',
  ])
  expect(standing.isContemporaneous).toBe(false)
  const table = await run(['h.json', '--sale', 'june'], { now: BEFORE })
  expect(table.out).toMatch(/\nmiddle +2024-03-10 +1 +60000 +long +0.5\n/)
  expect(table.out).toContain('Recorded no later than the sale.')
})

test('N12 the record is printed, the same bytes for the same time', async () => {
  const asked = ['h.json', '--sale', 'june', '--out', 'out', '--taxpayer', 'Jane Roe']
  const { code, err, out, named, written } = await run(asked)
  expect([code, err, out]).toEqual([0, '', 'identification-2026-01-05-BTC.pdf  2 rows\n'])
  expect(named('identification').startsWith('%PDF')).toBe(true)
  expect((await run(asked)).written).toEqual(written)
})

test('N12 standing orders are printed with the times that the input states, and not without', async () => {
  const asked = ['h.json', '--orders', '--out', 'out', '--taxpayer', 'Jane Roe']
  const { code, err, out, named } = await run(asked)
  expect([code, err, out]).toEqual([0, '', 'standing-orders-2026-01-05.pdf  2 rows\n'])
  expect(named('standing-orders').startsWith('%PDF')).toBe(true)
  const silent = { ...HISTORY, settings: { method_overrides: [{ method: 'hifo' }] } }
  const refused = await run(asked, { history: silent })
  expect([refused.code, refused.err]).toEqual([
    1,
    'method_overrides[0]: says nothing of when it was recorded\n',
  ])
  expect(refused.written.size).toBe(0)
})

test.each([
  ['nothing', 'nothing: there is no such transaction\n'],
  ['cheap', 'cheap: it gives up no coins\n'],
  ['october', 'october: no lots are named for it; name them as its "lots" in the input\n'],
])('N12 no record is made of %s', async (sale, said) => {
  const { code, err, written } = await run(['h.json', '--sale', sale, '--out', 'out'])
  expect([code, err, written.size]).toEqual([1, said, 0])
})

test.each([
  [[{ lot: 'later', quantity: '1' }], 'june: later is no lot that this sale may draw on.\n'],
  [[{ lot: 'middle', quantity: '1.5' }], 'june: This lot has 1 to give.\n'],
  [
    [
      { lot: 'middle', quantity: '1' },
      { lot: 'dear', quantity: '0.5' },
    ],
    'june: Only 1 were given up; 1.5 are named.\n',
  ],
])('N12 what cannot be named is refused, with the lots on offer beside it: %j', async (lots, said) => {
  const transactions = HISTORY.transactions.map((t) => (t.id === 'june' ? { ...t, lots } : t))
  const history = { ...HISTORY, transactions }
  const { code, err, out } = await run(['h.json', '--sale', 'june'], { history })
  expect([code, err]).toEqual([1, said])
  expect(out).toMatch(/\nmiddle +2024-03-10 +1 +60000 +long +0\n/)
  const printed = await run(['h.json', '--sale', 'june', '--out', 'out'], { history })
  expect([printed.code, printed.err, printed.written.size]).toEqual([1, said, 0])
})

/* Ten GRT for 100, of which 4 became 4 LPT of 10 each, and 6 became 3 of 20, all of one acquisition. */
const swap = (id: string, on: string, received: string, given: string) => ({
  ...trade(id, on, '0'),
  type: 'swap',
  from_currency: 'GRT',
  from_amount: given,
  to_currency: 'LPT',
  to_amount: received,
})
const OF_TWO_COSTS = {
  settings: {},
  transactions: [
    { ...trade('b', '2023-01-01', '100'), to_currency: 'GRT', to_amount: '10' },
    swap('four', '2023-02-01', '4', '4'),
    swap('three', '2023-03-01', '3', '6'),
    {
      ...trade('sale', '2025-02-01', '200', true),
      from_currency: 'LPT',
      from_amount: '6',
      lots: [{ lot: 'b', quantity: '5' }],
    },
  ],
}

test('N12 of units of one acquisition that are of two costs each is listed with its own', async () => {
  const { out } = await run(['h.json', '--sale', 'sale', '--json'], { history: OF_TWO_COSTS })
  const { lots, named } = JSON.parse(out) as Record<
    'lots' | 'named',
    { lot: string; quantity: string; basis: string }[]
  >
  expect(lots).toMatchObject([{ lot: 'b', quantity: '7', basis: '100' }])
  // On average five would have cost 71.43.
  expect(named).toMatchObject([
    { lot: 'b', quantity: '4', basis: '40' },
    { lot: 'b', quantity: '1', basis: '20' },
  ])
  const { disposals } = calculate(parseCalculationInput(OF_TWO_COSTS))
  expect(disposals).toMatchObject([{ lot: 'b', quantity: '6', basis: '80' }])
  const exact = { ...OF_TWO_COSTS.transactions[3]!, from_amount: '5' }
  const whole = { ...OF_TWO_COSTS, transactions: OF_TWO_COSTS.transactions.with(3, exact) }
  expect(calculate(parseCalculationInput(whole)).disposals).toMatchObject([{ lot: 'b', basis: '60' }])
  const table = await run(['h.json', '--sale', 'sale'], { history: OF_TWO_COSTS })
  expect(table.out).toMatch(/\nb +2023-01-01 +7 +100 +long +5\n/)
  const printed = await run(['h.json', '--sale', 'sale', '--out', 'out'], { history: OF_TWO_COSTS })
  expect(printed.out).toBe('identification-2026-01-05-LPT.pdf  2 rows\n')
})

/** What scenarios give up of named lots that are there: no transfer, and no rebrand, which has no row. */
const namedSales = scenarios.flatMap(({ id, input }) => {
  const { transactions } = input as { transactions: InputTransaction[] }
  const { warnings, disposals, removals } = calculate(parseCalculationInput(input))
  return transactions
    .filter(({ lots, type }) => lots != null && type !== 'transfer')
    .filter(({ id: tx }) => !warnings.some((one) => one.tx === tx))
    .flatMap(({ id: tx }) => {
      const used = [...disposals, ...removals].filter((row) => row.tx === tx)
      return used.length === 0 ? [] : [[id, tx, input, used] as const]
    })
})

test.each(namedSales)(
  'N12 %s: the lots of %s are those that the calculation used',
  async (_, sale, history, used) => {
    const { code, out, err } = await run(['h.json', '--sale', sale, '--json'], { history })
    // More than was given up is no record, though the engine takes what there is room for.
    if (code === 1) return expect(err).toMatch(/given up; .* are named\.\n$/)
    const { named } = JSON.parse(out) as { named: { lot: string; quantity: string; basis: string }[] }
    for (const { lot, quantity, basis } of named) {
      const rows = used.filter((row) => row.lot === lot)
      // The rest of a sale may come of the same lot, and is of the same row then.
      const isWhole = rows.length === 1 && rows[0]?.quantity === quantity
      // Which basis of a gift counts is known by what it brought; a record has the one for a gain (R-GIFT-2).
      const isOther = rows.some((row) => 'dual_basis' in row && row.dual_basis !== 'gain')
      expect(rows.map((row) => row.basis)).toContainEqual(isWhole && !isOther ? basis : expect.any(String))
    }
    expect(named.length).toBeGreaterThan(0)
  },
)

test('N12 scenarios name lots of sales', () => {
  expect(namedSales.length).toBeGreaterThan(4)
})

test.each([
  [[]],
  [['h.json']],
  [['h.json', '--orders']],
  [['h.json', '--orders', '--sale', 'june', '--out', 'out']],
  [['h.json', '--sale', 'june', '--json', '--out', 'out']],
  [['h.json', '--sale', 'june', '--taxpayer', 'Jane Roe']],
])('misuse is answered with the usage: %j', async (args) => {
  const { code, err } = await run(args)
  expect([code, err]).toEqual([2, expect.stringContaining('Usage: lotbook record')])
})
