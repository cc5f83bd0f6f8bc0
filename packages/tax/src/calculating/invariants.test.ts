import * as fc from 'fast-check'
import {
  compare,
  type Decimal,
  formatDecimal,
  isNegative,
  minus,
  parseDecimal,
  plus,
  times,
  decimal,
  zero,
} from '@lotbook/money'
import { expect, test } from 'vitest'
import { canonicalJson } from '../bytes/canonical-json.ts'
import { anyInput, anyOddInput, anySettings, anyTransactions } from '../testing/random-ledger.ts'
import { isConversion, isFree } from '../testing/reference-engine.ts'
import { calculate } from './calculate.ts'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import { wideEventTableOf } from '../events/event-table.ts'
import { runEvents } from '../executing/run-events.ts'
import { writeResult } from '../results/write-result.ts'
import { runs } from '../testing/runs.ts'

const read = (text: string | null | undefined): Decimal => {
  const value = parseDecimal(text ?? '0')
  if (value === undefined) throw new Error(`not an amount: ${text}`)
  return value
}
const sumOf = (texts: readonly (string | null | undefined)[]) =>
  formatDecimal(texts.reduce<Decimal>((total, text) => plus(total, read(text)), zero))

const plainSettings = anySettings.map((s) => ({
  ...s,
  pool_before_2025: 'account' as const,
  safe_harbor: null,
}))
const byAccount: fc.Arbitrary<CalculationInput> = fc.record({
  settings: plainSettings,
  transactions: anyTransactions,
})
const check = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void, numRuns = runs(250)) =>
  fc.assert(fc.property(arbitrary, law), { numRuns })

/** Units of an asset that came in by the events, less those that went out by them, without self-transfers. */
function movedOn(transactions: readonly InputTransaction[], asset: string): Decimal {
  let net = zero
  for (const t of transactions) {
    if (t.sub_type === 'staking_lockup' || t.sub_type === 'staking_return') continue
    if (t.to_currency === asset && t.type !== 'transfer') net = plus(net, read(t.to_amount))
    if (t.from_currency === asset && t.type !== 'transfer' && t.type !== 'incoming')
      net = minus(net, read(t.from_amount))
  }
  for (const t of transactions) if (t.fee_currency === asset) net = minus(net, read(t.fee_amount))
  return net
}

const anyQuantities = byAccount.filter(({ settings }) => settings.transfer_fee !== 'carry')

test('ST1 E14 units that came in are units that went out and units left, but for what is flagged as missing', () => {
  check(anyQuantities, (input) => {
    const result = calculate(input)
    for (const asset of ['BTC', 'ETH', 'SOL']) {
      const left = sumOf(result.lots.filter((l) => l.asset === asset).map((l) => l.quantity))
      // Units without a known origin: given up, moved, converted, or come back from a lock-up.
      const missing = result.warnings.filter(
        (w) => w.code === 'MISSING_BASIS' || w.code === 'STAKING_RETURN_EXCEEDS_LOCKUP',
      )
      const returned = result.income.filter((i) => i.asset === asset && i.rules.includes('R-OPEN-9'))
      const net = plus(movedOn(input.transactions, asset), read(sumOf(returned.map((i) => i.quantity))))
      if (missing.length === 0) expect(left).toBe(formatDecimal(net))
      else expect(compare(read(left), net)).toBeGreaterThanOrEqual(0)
    }
  })
})

test('ST2 E14 basis in is basis out and basis left, to the last unit', () => {
  // Without second bases and positions on fees, whose basis is not what came in; buys keep what they cost.
  const plain = byAccount.map(({ settings, transactions }) => ({
    settings: { ...settings, transfer_fee: 'dispose' as const },
    transactions: transactions.filter(
      (t) =>
        t.sub_type !== 'gift_received' && !(t.fee_currency !== 'USD' && t.fee_currency === t.to_currency),
    ),
  }))
  check(plain, (input) => {
    const result = calculate(input)
    const rowsOf = (t: InputTransaction) => result.disposals.filter((d) => d.tx === t.id && d.kind !== 'fee')
    const came = input.transactions.flatMap((t) => {
      const feeRows = result.disposals.filter((d) => d.tx === t.id && d.kind === 'fee')
      // A fee that states no value is worth the amount that it was spent for.
      const spentFor = sumOf(feeRows.map((d) => d.gross_proceeds))
      const cost = t.fee_currency === 'USD' ? t.fee_amount : (t.fee_value ?? spentFor)
      if (t.type === 'buy') return [t.from_amount, cost]
      // A conversion keeps what there is; costs that are not taken off what was given are part of what came.
      if (t.type === 'trade' || t.type === 'ico' || t.type === 'swap')
        return isConversion(input.settings, t)
          ? []
          : [t.to_value, cost, ...rowsOf(t).map((d) => formatDecimal(minus(zero, read(d.fees))))]
      if (t.type !== 'incoming')
        return rowsOf(t).flatMap((d) => (d.kind === 'staking_lockup' ? [d.gross_proceeds] : []))
      if (t.sub_type === 'staking_return')
        return [
          ...rowsOf(t).map((d) => d.gross_proceeds),
          ...result.income.filter((i) => i.tx === t.id).map((i) => i.value),
        ]
      return t.sub_type === 'received' || isFree(input.settings, t) ? [] : [t.to_value]
    })
    // Basis of a contract, and costs beyond what a disposal brought, are of no lot.
    const ofLots = result.disposals.filter((d) => d.kind !== 'contract_loss')
    const beyond = ofLots.map((d) => {
      const net = minus(read(d.gross_proceeds), read(d.fees))
      return isNegative(net) ? formatDecimal(net) : '0'
    })
    const went = [...[...ofLots, ...result.removals, ...result.lots].map((row) => row.basis), ...beyond]
    expect(sumOf(went)).toBe(sumOf(came))
  })
})

test('ST3 the rows of a disposal are its quantity, and a lot gives no more than it had', () => {
  check(anyInput, (input) => {
    const { disposals } = calculate(input)
    for (const t of input.transactions) {
      if (t.type !== 'sell') continue
      const rows = disposals.filter((d) => d.tx === t.id && d.kind === 'sell')
      expect(sumOf(rows.map((d) => d.quantity))).toBe(formatDecimal(read(t.from_amount)))
    }
    for (const t of input.transactions.filter((one) => one.type === 'buy')) {
      const given = disposals
        .filter((d) => d.lot === t.id && d.asset === t.to_currency)
        .map((d) => d.quantity)
      const isConverted = input.transactions.some(
        (one) => one.type === 'swap' || isConversion(input.settings, one),
      )
      if (!isConverted) expect(compare(read(sumOf(given)), read(t.to_amount))).toBeLessThanOrEqual(0)
    }
  })
})

test('ST4 gain is proceeds less basis in every row, net of fees, and years are the sums of their rows', () => {
  check(anyInput, (input) => {
    const result = calculate(input)
    for (const d of result.disposals) {
      expect(d.gain).toBe(formatDecimal(minus(read(d.proceeds), read(d.basis))))
      const net = minus(read(d.gross_proceeds), read(d.fees))
      expect(d.proceeds).toBe(formatDecimal(isNegative(net) ? zero : net))
    }
    for (const t of input.transactions.filter((one) => one.type === 'sell')) {
      const rows = result.disposals.filter((d) => d.tx === t.id && d.kind === 'sell')
      expect(sumOf(rows.map((d) => d.gross_proceeds))).toBe(formatDecimal(read(t.to_amount)))
    }
    for (const [year, totals] of Object.entries(result.years))
      for (const term of ['short', 'long'] as const) {
        const rows = result.disposals.filter((d) => d.disposed.startsWith(year) && d.term === term)
        expect(totals[term].gain).toBe(sumOf(rows.map((d) => d.gain)))
      }
  })
})

test('ST5 the same input gives the same bytes, on two limbs and on big integers alike', () => {
  check(anyInput, (input) => {
    const bytes = canonicalJson(calculate(input))
    expect(canonicalJson(calculate(JSON.parse(JSON.stringify(input)) as CalculationInput))).toBe(bytes)
    const wide = runEvents(wideEventTableOf(input), input.settings)
    expect(canonicalJson(writeResult(wide))).toBe(bytes)
  })
})

test('ST6 R-ORD-1 the order of the list cannot be seen, but among events of one instant', () => {
  const shuffled = byAccount.chain((input) =>
    fc.tuple(
      fc.constant(input),
      fc.shuffledSubarray([...input.transactions], { minLength: input.transactions.length }),
    ),
  )
  check(shuffled, ([input, list]) => {
    const position = new Map(input.transactions.map((t, i) => [t.id, i]))
    // Within an instant the position is the source order; the rest may stand anywhere.
    const byInstant = Map.groupBy(list, (t) => t.at)
    const stable = list.map((t) => {
      const own = byInstant.get(t.at)!.sort((a, b) => position.get(a.id)! - position.get(b.id)!)
      return own.shift() ?? t
    })
    expect(canonicalJson(calculate({ ...input, transactions: stable }))).toBe(canonicalJson(calculate(input)))
  })
})

test('ST7 a later transaction changes nothing earlier', () => {
  check(anyInput, (input) => {
    const cut = '2025-01-01'
    const before = input.transactions.filter((t) => t.at < cut)
    const early = (result: CalculationResult) =>
      [...result.disposals, ...result.removals].filter((row) => row.at < cut).map((row) => canonicalJson(row))
    expect(early(calculate({ ...input, transactions: before }))).toEqual(early(calculate(input)))
  })
})

test('ST8 moving everything to another account and back changes no gain and no date', () => {
  const simple = fc.record({
    method: fc.constantFrom('fifo' as const, 'lifo' as const, 'hifo' as const),
    n: fc.integer({ min: 1, max: 5 }),
  })
  check(simple, ({ method, n }) => {
    const buys = Array.from({ length: n }, (_, i): InputTransaction => ({
      id: `b${i}`,
      at: `2024-0${i + 1}-01T12:00:00Z`,
      type: 'buy',
      account: 'alpha',
      from_currency: 'USD',
      from_amount: String(((i * 7) % 5) * 100 + 33),
      to_currency: 'BTC',
      to_amount: '0.7',
    }))
    const total = formatDecimal(times(decimal(7n, 1), decimal(BigInt(n), 0)))
    const move = (id: string, day: string, from: string, to: string): InputTransaction => ({
      id,
      at: `${day}T12:00:00Z`,
      type: 'transfer',
      account: from,
      to_account: to,
      from_currency: 'BTC',
      from_amount: total,
    })
    const sale: InputTransaction = {
      id: 's',
      at: '2025-08-01T12:00:00Z',
      type: 'sell',
      account: 'alpha',
      from_currency: 'BTC',
      from_amount: '0.5',
      to_currency: 'USD',
      to_amount: '1000',
    }
    const settings = { method }
    const transfers = [
      ...buys,
      move('m1', '2025-06-01', 'alpha', 'beta'),
      move('m2', '2025-07-01', 'beta', 'alpha'),
      sale,
    ]
    expect(calculate({ settings, transactions: transfers })).toEqual(
      calculate({ settings, transactions: [...buys, sale] }),
    )
  })
})

test('ST9 splitting a buy into equal parts changes no total', () => {
  check(
    fc.record({
      parts: fc.integer({ min: 2, max: 6 }),
      method: fc.constantFrom('fifo' as const, 'lifo' as const, 'hifo' as const, 'lofo' as const),
    }),
    ({ parts, method }) => {
      const buy = (id: string, times: number): InputTransaction => ({
        id,
        at: '2024-01-01T00:00:00Z',
        type: 'buy',
        account: 'alpha',
        from_currency: 'USD',
        from_amount: String(60 * times),
        to_currency: 'BTC',
        to_amount: String(times),
      })
      const sale: InputTransaction = {
        id: 's',
        at: '2025-01-05T00:00:00Z',
        type: 'sell',
        account: 'alpha',
        from_currency: 'BTC',
        from_amount: '1.5',
        to_currency: 'USD',
        to_amount: '500',
      }
      const whole = calculate({ settings: { method }, transactions: [buy('b', parts), sale] })
      const split = calculate({
        settings: { method },
        transactions: [...Array.from({ length: parts }, (_, i) => buy(`b${i}`, 1)), sale],
      })
      expect(split.years).toEqual(whole.years)
    },
  )
})

test('ST10 ten times the prices are ten times the results, to a unit of 10^-12 per share taken', () => {
  const tenfold = (text: string | null | undefined) => formatDecimal(times(read(text), decimal(10n, 0)))
  check(byAccount, (input) => {
    const scaled = input.transactions.map((t) => {
      const more: Record<string, unknown> = { ...t }
      for (const side of ['from', 'to', 'fee'] as const) {
        if (t[`${side}_currency`] === 'USD') more[`${side}_amount`] = tenfold(t[`${side}_amount`])
        if (t[`${side}_value`]) more[`${side}_value`] = tenfold(t[`${side}_value`])
      }
      if (t.gift?.donor_basis) more['gift'] = { ...t.gift, donor_basis: tenfold(t.gift.donor_basis) }
      return more as unknown as InputTransaction
    })
    const one = calculate(input).years
    const ten = calculate({ ...input, transactions: scaled }).years
    expect(Object.keys(ten)).toEqual(Object.keys(one))
    for (const [year, totals] of Object.entries(one))
      for (const term of ['short', 'long'] as const) {
        const apart = minus(read(ten[year]![term].gain), times(read(totals[term].gain), decimal(10n, 0)))
        expect(compare(times(apart, apart), decimal(1n, 18))).toBeLessThan(0)
      }
  })
})

test('ST11 every method disposes of the same units, and HIFO never shows more gain so far than FIFO or LIFO', () => {
  const sale = fc.record({ at: fc.integer({ min: 1, max: 300 }), amount: fc.constantFrom('0.5', '1', '2') })
  const buy = fc.record({ at: fc.integer({ min: 1, max: 300 }), cost: fc.integer({ min: 1, max: 900 }) })
  const history = fc.record({
    buys: fc.array(buy, { minLength: 1, maxLength: 6 }),
    sales: fc.array(sale, { minLength: 1, maxLength: 4 }),
  })
  check(history, ({ buys, sales }) => {
    const day = (n: number) => new Date(Date.UTC(2025, 0, n)).toISOString()
    const transactions: InputTransaction[] = [
      ...buys.map((b, i) => ({
        id: `b${i}`,
        at: day(b.at),
        type: 'buy',
        account: 'a',
        from_currency: 'USD',
        from_amount: String(b.cost),
        to_currency: 'BTC',
        to_amount: '1',
      })),
      ...sales.map((s, i) => ({
        id: `s${i}`,
        at: day(s.at),
        type: 'sell',
        account: 'a',
        from_currency: 'BTC',
        from_amount: s.amount,
        to_currency: 'USD',
        to_amount: '600',
      })),
    ]
    const run = (method: 'fifo' | 'lifo' | 'hifo') => calculate({ settings: { method }, transactions })
    const [fifo, lifo, hifo] = [run('fifo'), run('lifo'), run('hifo')]
    const units = (r: CalculationResult) => sumOf(r.disposals.map((d) => d.quantity))
    expect([units(lifo), units(hifo)]).toEqual([units(fifo), units(fifo)])
    for (const until of hifo.disposals.map((d) => d.at)) {
      const gain = (r: CalculationResult) =>
        read(sumOf(r.disposals.filter((d) => d.at <= until).map((d) => d.gain)))
      expect(compare(gain(hifo), gain(fifo))).toBeLessThanOrEqual(0)
      expect(compare(gain(hifo), gain(lifo))).toBeLessThanOrEqual(0)
    }
  })
})

test('R-LOT-4 of a lot that lies in several parts with costs of their own, the part goes first that FIFO would take', () => {
  const day = (at: string) => `${at}T00:00:00Z`
  // One unit of the ten goes through a rebrand and comes back as six with the basis of one.
  const transactions: InputTransaction[] = [
    {
      id: 'b',
      at: day('2023-02-28'),
      type: 'buy',
      account: 'a',
      from_currency: 'USD',
      from_amount: '100',
      to_currency: 'SOL',
      to_amount: '10',
    },
    {
      id: 'x',
      at: day('2025-01-01'),
      type: 'swap',
      account: 'a',
      from_currency: 'SOL',
      from_amount: '1',
      to_currency: 'NEW',
      to_amount: '1',
    },
    {
      id: 'y',
      at: day('2025-01-02'),
      type: 'swap',
      account: 'a',
      from_currency: 'NEW',
      from_amount: '1',
      to_currency: 'SOL',
      to_amount: '6',
    },
    {
      id: 's',
      at: day('2025-12-31'),
      type: 'sell',
      account: 'a',
      from_currency: 'SOL',
      from_amount: '1',
      to_currency: 'USD',
      to_amount: '100',
    },
  ]
  const named = transactions.map((t) => (t.id === 's' ? { ...t, lots: [{ lot: 'b', quantity: '1' }] } : t))
  expect(calculate({ settings: { method: 'fifo' }, transactions }).disposals.at(-1)?.basis).toBe('10')
  expect(calculate({ settings: { method: 'spec' }, transactions: named }).disposals.at(-1)?.basis).toBe('10')
})

test('ST11 naming the lots that FIFO would take is FIFO', () => {
  const sales = byAccount.map((input) => ({
    ...input,
    settings: { method: 'fifo' as const },
    transactions: input.transactions.map((t) => ({ ...t, lots: null })),
  }))
  check(sales, (input) => {
    const fifo = calculate(input)
    const named = input.transactions.map((t) => ({
      ...t,
      lots: [...fifo.disposals, ...fifo.removals]
        .filter((d) => d.tx === t.id && (t.type === 'sell' || t.type === 'outgoing') && d.kind !== 'fee')
        .flatMap((d) => (d.lot === null ? [] : [{ lot: d.lot, quantity: d.quantity }])),
    }))
    const spec = calculate({ settings: { method: 'spec' }, transactions: named })
    const rows = (r: CalculationResult) => r.disposals.map((row) => ({ ...row, method: null, rules: [] }))
    expect(rows(spec)).toEqual(rows(fifo))
    expect(spec.lots).toEqual(fifo.lots)
  })
})

test('ST16 dust, huge amounts, zero, fees given back or larger than the amount: an answer, never a fault', () => {
  check(anyOddInput, (input) => {
    const result = calculate(input)
    for (const lot of result.lots) {
      expect(lot.quantity).not.toMatch(/^-|^0$/)
      expect(lot.basis.startsWith('-')).toBe(false)
    }
    for (const d of result.disposals) expect(d.quantity.startsWith('-')).toBe(false)
  })
})
