import { describe, expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import { eventTableOf } from '../events/event-table.ts'
import { resultTableOf } from '../results/result-maker.ts'
import { runEvents } from '../executing/run-events.ts'
import { eventsOpenAt, restOfHistory } from '../testing/rest-of-history.ts'
import { checkInvariants } from './check-invariants.ts'
import { INVARIANTS, type Invariant } from './invariant.ts'

/** A history with something of everything: two lots sold, a fee in kind, income, a gift, a donation, a move, an unknown. */
const transactions: InputTransaction[] = [
  {
    id: 'b1',
    at: '2023-01-05T12:00:00Z',
    type: 'buy',
    account: 'a',
    from_currency: 'USD',
    from_amount: '100',
    to_currency: 'BTC',
    to_amount: '1',
  },
  {
    id: 'b2',
    at: '2024-06-05T12:00:00Z',
    type: 'buy',
    account: 'a',
    from_currency: 'USD',
    from_amount: '300',
    to_currency: 'BTC',
    to_amount: '1',
    fee_currency: 'USD',
    fee_amount: '3',
  },
  {
    id: 'i',
    at: '2024-07-01T12:00:00Z',
    type: 'incoming',
    sub_type: 'staking_reward',
    account: 'a',
    to_currency: 'ETH',
    to_amount: '2',
    to_value: '50',
  },
  {
    id: 'g',
    at: '2024-08-01T12:00:00Z',
    type: 'incoming',
    sub_type: 'gift_received',
    account: 'a',
    to_currency: 'SOL',
    to_amount: '4',
    to_value: '80',
    gift: { donor_basis: '120', donor_acquired: '2022-02-02' },
  },
  {
    id: 'm',
    at: '2025-01-10T12:00:00Z',
    type: 'transfer',
    account: 'a',
    to_account: 'b',
    from_currency: 'BTC',
    from_amount: '1.5',
    fee_currency: 'ETH',
    fee_amount: '0.1',
    fee_value: '4',
  },
  {
    id: 's',
    at: '2025-02-01T12:00:00Z',
    type: 'sell',
    account: 'b',
    from_currency: 'BTC',
    from_amount: '1.2',
    to_currency: 'USD',
    to_amount: '900',
    fee_currency: 'USD',
    fee_amount: '6',
    reported: 'proceeds',
  },
  {
    id: 'l',
    at: '2025-03-01T12:00:00Z',
    type: 'sell',
    account: 'a',
    from_currency: 'SOL',
    from_amount: '1',
    to_currency: 'USD',
    to_amount: '10',
  },
  {
    id: 'd',
    at: '2025-04-01T12:00:00Z',
    type: 'outgoing',
    sub_type: 'donation_501c3',
    account: 'b',
    from_currency: 'BTC',
    from_amount: '0.1',
    from_value: '70',
  },
  {
    id: 'x',
    at: '2025-05-01T12:00:00Z',
    type: 'sell',
    account: 'c',
    from_currency: 'ETH',
    from_amount: '1',
    to_currency: 'USD',
    to_amount: '40',
  },
  {
    id: 'u',
    at: '2025-06-01T12:00:00Z',
    type: 'outgoing',
    sub_type: 'sent',
    account: 'a',
    from_currency: 'ETH',
    from_amount: '0.5',
  },
  {
    id: 'k',
    at: '2025-07-01T12:00:00Z',
    type: 'outgoing',
    sub_type: 'margin_loss',
    account: 'a',
    from_currency: 'USD',
    from_amount: '17',
    fee_currency: 'USD',
    fee_amount: '3',
  },
]
const input: CalculationInput = { settings: { method: 'fifo' }, transactions }
const result = calculate(input)
const findings = (changed: CalculationResult, under = input) =>
  checkInvariants(eventTableOf(under), under.settings, changed)
const broken = (changed: CalculationResult, under = input) =>
  findings(changed, under).filter(({ outcome }) => outcome === 'broken')

/** The result with one row of a list changed, or taken out. */
function withRow<List extends 'disposals' | 'income' | 'removals' | 'lots' | 'warnings'>(
  list: List,
  find: Partial<CalculationResult[List][number]>,
  change: Partial<Record<string, unknown>> | 'gone' | 'twice',
): CalculationResult {
  const rows = result[list] as readonly object[]
  const at = rows.findIndex((row) =>
    Object.entries(find).every(([key, value]) => (row as Record<string, unknown>)[key] === value),
  )
  if (at === -1) throw new Error(`no such row: ${JSON.stringify(find)}`)
  const row = rows[at]!
  const put = change === 'gone' ? [] : change === 'twice' ? [row, row] : [{ ...row, ...change }]
  return { ...result, [list]: rows.toSpliced(at, 1, ...put) }
}
const withYear = (change: object): CalculationResult => ({
  ...result,
  years: { ...result.years, '2025': { ...result.years['2025']!, ...change } },
})

test('N16 the history is of every kind, and everything holds of it', () => {
  expect(broken(result)).toEqual([])
  expect(findings(result).filter(({ checked }) => checked === 0)).toEqual([])
})

/** For each invariant, results that break it. */
const CORRUPTED: Readonly<Record<Invariant, readonly (readonly [string, CalculationResult])[]>> = {
  'units-conserved': [
    ['a lot is left with more units', withRow('lots', { lot: 'b2', account: 'a' }, { quantity: '0.6' })],
    ['a lot is left in another account', withRow('lots', { lot: 'b2', account: 'a' }, { account: 'b' })],
    ['a lot that is left is left out', withRow('lots', { lot: 'i' }, 'gone')],
    ['units of unknown origin are said to be of a lot', withRow('disposals', { tx: 'x' }, { lot: 'i' })],
  ],
  'basis-conserved': [
    [
      'a lot keeps too much basis',
      withRow('lots', { lot: 'b2', account: 'a' }, { basis: '151.500000000001' }),
    ],
    [
      'a disposal has too little',
      withRow('disposals', { tx: 's', lot: 'b1' }, { basis: '99.999999999999', gain: '645.000000000001' }),
    ],
    ['a removal has too much', withRow('removals', { tx: 'u' }, { basis: '13' })],
  ],
  'lots-used-once': [
    ['two disposals from one lot', withRow('disposals', { tx: 's', lot: 'b2' }, { lot: 'b1' })],
    ['a lot nobody acquired', withRow('lots', { lot: 'i' }, { lot: 'nothing' })],
    ['a lot of nothing is left', withRow('lots', { lot: 'i' }, { quantity: '0' })],
    ['a lot is left twice', withRow('lots', { lot: 'i' }, 'twice')],
    ['a lot of a sale', withRow('lots', { lot: 'i' }, { lot: 's' })],
  ],
  'disposals-whole': [
    ['more units than were sold', withRow('disposals', { tx: 's', lot: 'b2' }, { quantity: '0.3' })],
    ['a row is missing', withRow('disposals', { tx: 's', lot: 'b2' }, 'gone')],
    ['a row stands twice', withRow('disposals', { tx: 's', lot: 'b2' }, 'twice')],
    ['of another kind', withRow('disposals', { tx: 's', lot: 'b2' }, { kind: 'trade' })],
    ['of another coin', withRow('disposals', { tx: 's', lot: 'b2' }, { asset: 'ETH' })],
    ['a contract in cash is left out', withRow('disposals', { tx: 'k' }, 'gone')],
    ['a removal is missing', withRow('removals', { tx: 'u' }, 'gone')],
  ],
  'proceeds-shared-out': [
    [
      'a cent too much',
      withRow(
        'disposals',
        { tx: 's', lot: 'b1' },
        { gross_proceeds: '750.01', proceeds: '745.01', gain: '645.01' },
      ),
    ],
    [
      'a fee taken off twice',
      withRow('disposals', { tx: 's', lot: 'b1' }, { fees: '10', proceeds: '740', gain: '640' }),
    ],
    ['a contract in cash cost less', withRow('disposals', { tx: 'k' }, { basis: '17', gain: '-17' })],
    [
      'a contract in cash brought something',
      withRow('disposals', { tx: 'k' }, { gross_proceeds: '1', proceeds: '1', gain: '-19' }),
    ],
    ['a donation is worth more', withRow('removals', { tx: 'd' }, { value: '71' })],
    [
      'the fee of a move is worth more',
      withRow('disposals', { tx: 'm' }, { gross_proceeds: '5', proceeds: '5', gain: '2.5' }),
    ],
  ],
  'gain-is-difference': [
    ['a gain of one unit more', withRow('disposals', { tx: 's', lot: 'b1' }, { gain: '645.000000000001' })],
    [
      'proceeds that are not net',
      withRow('disposals', { tx: 's', lot: 'b1' }, { proceeds: '750', gain: '650' }),
    ],
    ['the loss of a gift called a gain', withRow('disposals', { tx: 'l' }, { dual_basis: 'gain' })],
  ],
  'totals-are-sums': [
    ['a year has more gain', withYear({ long: { ...result.years['2025']!.long, gain: '1' } })],
    ['a year has more proceeds', withYear({ short: { ...result.years['2025']!.short, proceeds: '1' } })],
    ['income that no row has', withYear({ income: '0.000000000001' })],
    ['a deduction that no row has', withYear({ donation_deduction: '71' })],
    ['a year is left out', { ...result, years: { '2025': result.years['2025']! } }],
    ['a year without a row', { ...result, years: { ...result.years, '2026': result.years['2024']! } }],
  ],
  'income-at-receipt': [
    ['income twice', withRow('income', { tx: 'i' }, 'twice')],
    ['income left out', withRow('income', { tx: 'i' }, 'gone')],
    ['income of another value', withRow('income', { tx: 'i' }, { value: '51' })],
    ['income of a sale', withRow('income', { tx: 'i' }, { tx: 's' })],
  ],
  'dates-in-order': [
    ['a lot that came later', withRow('disposals', { tx: 's', lot: 'b2' }, { lot: 'x' })],
    ['another day of acquisition', withRow('disposals', { tx: 's', lot: 'b2' }, { acquired: '2024-06-04' })],
    ['another day of sale', withRow('disposals', { tx: 's', lot: 'b2' }, { disposed: '2025-02-02' })],
    ['another instant', withRow('disposals', { tx: 's', lot: 'b2' }, { at: '2025-02-01T12:00:01Z' })],
    [
      'another instant of its lot',
      withRow('disposals', { tx: 's', lot: 'b2' }, { lot_at: '2024-06-05T12:00:01Z' }),
    ],
    ['in another account', withRow('disposals', { tx: 's', lot: 'b2' }, { account: 'a' })],
    ['a gift without the time of its donor', withRow('lots', { lot: 'g' }, { acquired: '2024-08-01' })],
    ['rows in another order', { ...result, disposals: result.disposals.toReversed() }],
  ],
  'terms-by-days': [
    ['short called long', withRow('disposals', { tx: 's', lot: 'b2' }, { term: 'long', box: 'K' })],
    ['another box', withRow('disposals', { tx: 's', lot: 'b2' }, { box: 'I' })],
    ['a deduction beyond the basis', withRow('removals', { tx: 'd' }, { deduction: '70' })],
  ],
  'transfers-neutral': [
    ['a move is a sale', withRow('disposals', { tx: 'm' }, { kind: 'sell' })],
    ['the fee of a move is left out', withRow('disposals', { tx: 'm' }, 'gone')],
    ['a move gives up its coins', withRow('disposals', { tx: 'm' }, { asset: 'BTC' })],
  ],
  'unknown-flagged': [
    ['a basis from nowhere', withRow('disposals', { tx: 'x' }, { basis: '1', gain: '39' })],
    ['nobody says that a basis is missing', withRow('warnings', { tx: 'x' }, 'gone')],
    ['nobody says that it was sent somewhere', withRow('warnings', { tx: 'u' }, 'gone')],
  ],
}

describe.each(INVARIANTS)('N16 %s can fail, and says where', (name) => {
  test.each(CORRUPTED[name])('%s', (_, changed) => {
    const found = broken(changed).find((finding) => finding.name === name)
    expect(found?.example).toMatch(/\w/)
  })
})

const events = eventTableOf(input)
const columns = resultTableOf(runEvents(events, input.settings))

/** The names of what is broken when the check of a result goes on from a border; undefined where it cannot. */
function brokenFrom(border: number, changed: CalculationResult): readonly Invariant[] | undefined {
  let from: Uint8Array | undefined
  const onBorder = (_: number, state: Uint8Array) => void (from = state)
  checkInvariants(events, input.settings, changed, { borders: [border], onBorder })
  if (from === undefined) return undefined
  const behind = <Row extends { readonly tx: string }>(rows: readonly Row[]) => {
    const first = rows.findIndex(({ tx }) => (events.eventOf(tx) ?? -1) >= border)
    return first === -1 ? [] : rows.slice(first)
  }
  const rest = {
    ...changed,
    disposals: behind(changed.disposals),
    removals: behind(changed.removals),
    income: behind(changed.income),
  }
  const lots = [...rest.disposals, ...rest.removals, ...rest.lots].map(({ lot }) => events.eventOf(lot ?? ''))
  const named = lots.filter((lot) => lot !== undefined)
  const open = eventsOpenAt(events, input.settings, border)
  const table = restOfHistory(columns, border, [...named, ...open]).events
  return checkInvariants(table, input.settings, rest, { from })
    .filter(({ outcome }) => outcome === 'broken')
    .map((finding) => finding.name)
}

test('N16 a check that goes on from a border finds broken what the check of the whole does', () => {
  const borders = Array.from({ length: events.count + 1 }, (_, border) => border)
  const dual = withRow('disposals', { tx: 's', lot: 'b2' }, { dual_basis: 'gain' })
  const cases = [...Object.values(CORRUPTED).flat(), ['two bases of a lot with one', dual] as const]
  let found = 0
  for (const [name, changed] of cases) {
    const expected = broken(changed).map((finding) => finding.name)
    for (const border of borders) {
      const names = brokenFrom(border, changed)
      if (names === undefined) continue
      expect([name, border, names]).toEqual([name, border, expected])
      found += 1
    }
  }
  // From the beginning each, and most from where they are spoiled.
  expect(found).toBeGreaterThan(6 * cases.length)
})

/** A value with one digit, letter or sign of it changed. */
function spoiled(value: string): string {
  if (value === '0') return '1'
  return value.endsWith('7') ? `${value.slice(0, -1)}8` : `${value.slice(0, -1)}7`
}

/** How a lot was chosen and which rules are named explain a row; no figure follows from them. */
const EXPLAINS = new Set(['method', 'rules'])
const fields = (['disposals', 'income', 'removals', 'lots'] as const).flatMap((list) =>
  result[list].flatMap((row, at) =>
    Object.entries(row)
      .filter(([key, value]) => typeof value === 'string' && !EXPLAINS.has(key))
      .map(([key, value]) => [`${list}[${at}].${key} ${value}`, list, at, key, value as string] as const),
  ),
)

test.each(fields)('N16 a spoiled %s is found', (_, list, at, key, value) => {
  const rows: readonly object[] = result[list]
  const changed = { ...result, [list]: rows.with(at, { ...rows[at], [key]: spoiled(value) }) }
  expect(broken(changed).length).toBeGreaterThan(0)
})
