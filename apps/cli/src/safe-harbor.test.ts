import { calculate, parseCalculationInput } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { runCalculate } from './calculate.ts'
import { runSafeHarbor } from './safe-harbor.ts'
import { terminal } from './testing/run-command.ts'

/*
 * One coin each for 4,000 (2019), 61,000 (2021) and 23,500 (2022), of which two went to Kraken in 2023. Coinbase sells its
 * coin for 80,000 on June 2, 2025, Kraken one of two for 70,000 on February 2, 2026.
 */
const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2019-01-01T12:00:00Z,buy,1,BTC,4000,USD,,,Coinbase,yes,b1
2021-11-01T12:00:00Z,buy,1,BTC,61000,USD,,,Coinbase,yes,b2
2022-06-01T12:00:00Z,buy,1,BTC,23500,USD,,,Coinbase,yes,b3
2023-01-01T12:00:00Z,send,,,2,BTC,,,Coinbase,yes,m1
2023-01-01T12:20:00Z,receive,2,BTC,,,,,Kraken,yes,m1
2025-06-02T12:00:00Z,sell,80000,USD,1,BTC,,,Coinbase,yes,s1
2026-02-02T12:00:00Z,sell,70000,USD,1,BTC,,,Kraken,yes,s2
`
const OF_FILES = ['--files', 'history.csv', '--pool', 'universal']
const LATE = new Date('2026-03-01T10:00:00Z')

const FILES: Readonly<Record<string, string>> = { 'history.csv': HISTORY }

async function run(args: string[], { now = LATE, files = FILES } = {}) {
  const { io, printed, written, named } = terminal(files)
  const code = await runSafeHarbor(args, io, now)
  return { io, code, ...printed, written, named }
}

interface Rule {
  readonly order: string
  readonly accounts: readonly string[]
}
interface Printed {
  readonly assets: readonly object[]
  readonly outcomes: readonly {
    readonly n: number
    readonly kind: string
    readonly rule: Rule | null
    readonly same_as: readonly Rule[]
    readonly years: readonly { year: number; short: string; long: string; tax: string | null }[]
    readonly gain: string
    readonly difference: object
    readonly left: readonly { account: string | null; lots: number; basis: string }[]
  }[]
  readonly is_complete: boolean
  readonly standing: Readonly<Record<string, { readonly inTime: string; readonly isIrrevocable: boolean }>>
}

async function compared(args: string[] = OF_FILES, options = {}) {
  const { code, out, err } = await run([...args, '--json'], options)
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as Printed
}

test('N14 every allocation with its years, what it leaves in each account, and what comes to the same', async () => {
  const { assets, outcomes, is_complete, standing } = await compared([
    ...OF_FILES,
    '--filing-status',
    'single',
  ])
  expect(assets).toEqual([
    {
      asset: 'BTC',
      lots: 3,
      units: '3',
      basis: '88500',
      held: [
        { account: 'coinbase', quantity: '1' },
        { account: 'kraken', quantity: '2' },
      ],
      held_units: '3',
      first_move: '2025-06-02T12:00:00.000Z',
    },
  ])
  const rule = (one: Rule | null) => (one === null ? '' : ` ${one.order} ${one.accounts.join('>')}`)
  // Coinbase gets one coin of the three, and Kraken sells the older of the two others.
  expect(
    outcomes.map(
      ({ n, kind, rule: own, same_as, years, gain, left }) =>
        `${n} ${kind}${rule(own)} =${same_as.map(rule).join()}: ${years.map((y) => `${y.year} ${y.short} ${y.long}`).join(', ')}; ${gain}; ` +
        left.map((one) => `${one.account} ${one.lots} ${one.basis}`).join(),
    ),
  ).toEqual([
    '1 none = hifo kraken>coinbase, lofo coinbase>kraken, fifo coinbase>kraken, lifo kraken>coinbase: 2025 0 76000, 2026 0 9000; 85000; kraken 1 23500',
    '2 global hifo coinbase>kraken = lofo kraken>coinbase: 2025 0 19000, 2026 0 66000; 85000; kraken 1 23500',
    '3 global fifo kraken>coinbase = lifo coinbase>kraken: 2025 0 56500, 2026 0 66000; 122500; kraken 1 61000',
  ])
  // Long-term gains are taxed at 0 % up to 48,350 in 2025 and 49,450 in 2026, at 15 % above.
  expect(outcomes.map(({ years }) => years.map(({ tax }) => tax))).toEqual([
    ['4147.5', '0'],
    ['0', '2482.5'],
    ['1222.5', '2482.5'],
  ])
  expect(outcomes[1]?.difference).toEqual({ gain: '0', tax: '-1665' })
  expect(is_complete).toBe(true)
  // The coin of Coinbase was sold in 2025.
  expect(standing).toMatchObject({ specific: { inTime: 'none' }, global: { inTime: 'none' } })
  const stated = await compared([...OF_FILES, '--books-day', '2025-06-01'])
  expect(stated.standing).toMatchObject({
    specific: { inTime: 'all', isIrrevocable: true },
    global: { inTime: 'none' },
  })
})

test('N14 as tables, with what would hold of a record', async () => {
  const { out } = await run(OF_FILES)
  expect(out).toMatch(/\nBTC +3 +3 +88500 +3 +Coinbase 1, Kraken 2 +2025-06-02T12:00:00.000Z\n/)
  expect(out).toMatch(
    /\n2 +rule +hifo Coinbase > Kraken = lofo Kraken > Coinbase +0 short, 19000 long +0 short, 66000 long +85000 +0 +- +- +Kraken 1 for 23500\n/,
  )
  expect(out).toContain('\nRecorded now as a specific unit allocation\n')
  expect(out).toContain('  unmet: A specific unit allocation must be made before the first sale')
})

test('N14 one is drawn up as a record, and what is calculated from its input follows it', async () => {
  const chosen = [...OF_FILES, '--choose', '2', '--out', 'out', '--taxpayer', 'Jane Roe']
  const { io, code, err, out, written, named } = await run(chosen)
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('safe-harbor-allocation-2026-03-01.pdf  3 rows\n')
  expect(named('safe-harbor-allocation-2026-03-01.pdf').startsWith('%PDF')).toBe(true)
  // Coinbase first by the highest cost: the coin of 61,000; the others with Kraken.
  const units = (written.get('out/safe-harbor-allocation-2026-03-01.csv') ?? '').split('\r\n').slice(1, 4)
  expect(units.map((row) => row.split(',').slice(1, 5).concat(row.split(',').slice(6, 8)))).toEqual([
    ['specific', 'BTC', 'Kraken', '2019-01-01', '1', '4000'],
    ['specific', 'BTC', 'Coinbase', '2021-11-01', '1', '61000'],
    ['specific', 'BTC', 'Kraken', '2022-06-01', '1', '23500'],
  ])
  const input = parseCalculationInput(JSON.parse(written.get('out/input.json') ?? ''))
  expect(input.settings.safe_harbor).toMatchObject({ type: 'specific' })
  const { years } = calculate(input)
  expect([years['2025']?.long.gain, years['2026']?.long.gain]).toEqual(['19000', '66000'])
  expect(await runCalculate(['out/input.json'], io)).toBe(0)

  // What is on record stands first from then on, and is what the rule attaches.
  const followed = { 'i.json': written.get('out/input.json') ?? '' }
  const { outcomes } = await compared(['i.json'], { files: followed })
  expect(outcomes.map(({ n, kind, same_as }) => [n, kind, same_as.length])).toEqual([
    [1, 'recorded', 2],
    [2, 'none', 4],
    [3, 'global', 1],
  ])
})

test('N14 one that comes in time is irrevocable, and is drawn up only when that is said', async () => {
  const now = new Date('2025-03-01T10:00:00Z')
  const chosen = [...OF_FILES, '--choose', '2', '--out', 'out']
  const { code, err, written } = await run(chosen, { now })
  expect([code, written.size]).toEqual([1, 0])
  expect(err).toContain('cannot be made again. Say so with --confirm irrevocable')
  expect(await run([...chosen, '--confirm', 'irrevocable'], { now })).toMatchObject({ code: 0, err: '' })
  // A global one had to be in the books before 2025: it comes too late, and binds nobody.
  expect(await run([...chosen, '--kind', 'global'], { now })).toMatchObject({ code: 0, err: '' })
})

test('N14 a record of one asset leaves the others as they are, and says which', async () => {
  const more = `${HISTORY}2020-01-01T12:00:00Z,buy,1,ETH,1000,USD,,,Coinbase,yes,e1
2021-05-01T12:00:00Z,buy,1,ETH,3000,USD,,,Coinbase,yes,e2
2023-02-01T12:00:00Z,send,,,1,ETH,,,Coinbase,yes,m2
2023-02-01T12:20:00Z,receive,1,ETH,,,,,Kraken,yes,m2
`
  const files = { 'history.csv': more }
  const chosen = [...OF_FILES, '--choose', '2', '--out', 'out']
  const { code, err, written } = await run([...chosen, '--leave-out', 'ETH'], { files })
  expect([code, err]).toEqual([0, ''])
  const units = written.get('out/safe-harbor-allocation-2026-03-01.csv') ?? ''
  expect([units.includes(',BTC,'), units.includes(',ETH,')]).toEqual([true, false])
  const { settings } = parseCalculationInput(JSON.parse(written.get('out/input.json') ?? ''))
  const named = settings.safe_harbor?.type === 'specific' ? settings.safe_harbor.allocations : []
  expect(new Set(named.map(({ asset }) => asset))).toEqual(new Set(['BTC']))

  // A record of the other one is made from what was written, and leaves the units of the first as they are.
  const followed = { 'i.json': written.get('out/input.json') ?? '' }
  const { outcomes } = await compared(['i.json'], { files: followed })
  const other = outcomes.find(({ kind }) => kind === 'global')?.n ?? 0
  const second = await run(
    ['i.json', '--choose', `${other}`, '--out', 'out', '--leave-out', 'BTC', '--confirm', 'irrevocable'],
    {
      files: followed,
    },
  )
  expect([second.code, second.err]).toEqual([0, ''])
  const both = parseCalculationInput(JSON.parse(second.written.get('out/input.json') ?? '')).settings
    .safe_harbor
  const unitsOfBoth = both?.type === 'specific' ? both.allocations : []
  expect(unitsOfBoth.filter(({ asset }) => asset === 'BTC')).toEqual(named)
  expect(unitsOfBoth.some(({ asset }) => asset === 'ETH')).toBe(true)

  const said = async (...args: string[]) => {
    const refused = await run([...chosen, ...args], { files })
    return [refused.code, refused.err]
  }
  expect(await said('--leave-out', 'ETH', '--leave-out', 'BTC')).toEqual([1, 'Choose at least one asset.\n'])
  expect(await said('--leave-out', 'DOGE')).toEqual([1, 'There is no unused basis to leave out: DOGE.\n'])
  expect(await said('--leave-out', 'ETH', '--kind', 'global')).toEqual([
    1,
    'A global allocation is for every asset: none can be left out.\n',
  ])
})

/* Ten GRT for 100, of which 4 became 4 LPT of 10 each, and 6 became 3 of 20. Kraken sells three for 100. */
const OF_TWO_COSTS = `${HISTORY.slice(0, HISTORY.indexOf('\n'))}
2023-01-01T12:00:00Z,buy,10,GRT,100,USD,,,Coinbase,yes,o1
2023-02-01T12:00:00Z,swap,4,LPT,4,GRT,,,Coinbase,yes,o2
2023-03-01T12:00:00Z,swap,3,LPT,6,GRT,,,Coinbase,yes,o3
2024-01-01T12:00:00Z,send,,,3,LPT,,,Coinbase,yes,o4
2024-01-01T12:20:00Z,receive,3,LPT,,,,,Kraken,yes,o4
2025-02-01T12:00:00Z,sell,100,USD,3,LPT,,,Kraken,yes,o5
`

test('N14 units of one acquisition that are of two costs are told apart by a rule, and not recorded by name', async () => {
  const files = { 'history.csv': OF_TWO_COSTS }
  const { outcomes } = await compared(OF_FILES, { files })
  expect(outcomes.map(({ gain }) => gain)).toEqual(['40', '70'])
  const recorded = (kind: string) =>
    run([...OF_FILES, '--choose', '2', '--kind', kind, '--out', 'out'], { files })
  const named = await recorded('specific')
  expect([named.code, named.err]).toEqual([
    1,
    expect.stringContaining('Units of LPT are of one acquisition and of several costs'),
  ])
  const byRule = await recorded('global')
  const input = parseCalculationInput(JSON.parse(byRule.named('input.json')))
  expect(calculate(input).years['2025']?.long.gain).toBe('70')
})

test('N14 where there is nothing to allocate, or no such allocation, that is said', async () => {
  const byAccount = await run(['--files', 'history.csv'])
  expect([byAccount.code, byAccount.err]).toEqual([
    1,
    expect.stringContaining('there is nothing to allocate'),
  ])
  const none = await run([...OF_FILES, '--choose', '9', '--out', 'out'])
  expect([none.code, none.err]).toEqual([1, 'There are allocations 1 to 3, and no 9.\n'])
  const unborn = await run([...OF_FILES, '--choose', '2', '--out', 'out', '--books-day', '2030-01-01'])
  expect([unborn.code, unborn.err]).toEqual([1, '2030-01-01 is yet to come.\n'])
})

test.each([
  [[]],
  [[...OF_FILES, '--choose', '0', '--out', 'out']],
  [[...OF_FILES, '--choose', '1']],
  [[...OF_FILES, '--choose', '1', '--out', 'out', '--json']],
  [[...OF_FILES, '--taxpayer', 'Jane Roe']],
  [[...OF_FILES, '--leave-out', 'BTC']],
  [[...OF_FILES, '--choose', '1', '--out', 'out', '--kind', 'both']],
  [[...OF_FILES, '--books-day', 'yesterday']],
  [[...OF_FILES, '--books-day', '2025-02-29']],
])('misuse is answered with the usage: %j', async (args) => {
  const { code, err } = await run(args)
  expect([code, err]).toEqual([2, expect.stringContaining('Usage: lotbook safe-harbor')])
})
