import { calculate, parseCalculationInput } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { runMethods } from './methods.ts'
import { runCommand } from './testing/run-command.ts'
import { scenarios } from './testing/scenarios.ts'

/*
 * One coin each for 10,000 (2022), 60,000 (2024) and 90,000 (March 2025); one sold for 80,000 on June 2, 2025 and one for
 * 70,000 on October 2.
 */
const TRADES = `ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
cb-5,2025-10-02 12:00:00 UTC,Sell,BTC,-1,USD,$70000.00,$70000.00,$70000.00,$0.00,
cb-4,2025-06-02 12:00:00 UTC,Sell,BTC,-1,USD,$80000.00,$80000.00,$80000.00,$0.00,
cb-3,2025-03-03 12:00:00 UTC,Buy,BTC,1,USD,$90000.00,$90000.00,$90000.00,$0.00,
cb-2,2024-03-10 12:00:00 UTC,Buy,BTC,1,USD,$60000.00,$60000.00,$60000.00,$0.00,
cb-1,2022-11-10 12:00:00 UTC,Buy,BTC,1,USD,$10000.00,$10000.00,$10000.00,$0.00,
`
const FILES = {
  'coinbase.csv': `Transactions\nUser,Jane Roe,00000000-0000-0000-0000-000000000000\n${TRADES}`,
}
const OF_FILES = ['--files', 'coinbase.csv', '--year', '2025']

interface Printed {
  readonly disposals: number
  readonly outcomes: readonly {
    readonly method: string
    readonly short: { readonly gain: string }
    readonly long: { readonly gain: string }
    readonly income: string
    readonly tax: string | null
    readonly difference: { readonly gain: string; readonly tax: string | null }
    readonly left: {
      readonly basis: string
      readonly unrealised: string | null
      readonly long: { count: number }
    }
    readonly contrary: number
  }[]
}

async function compared(args: string[], files: Record<string, string> = FILES) {
  const { code, out, err } = await runCommand(runMethods, [...args, '--json'], files)
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as Printed
}

test('N13 a year of export files under every method, with its tax, what is left and what may lawfully apply', async () => {
  const { disposals, outcomes } = await compared([...OF_FILES, '--filing-status', 'single'])
  expect(disposals).toBe(2)
  // 10,000 and 60,000 sold: 80,000 long, of which 48,350 at 0 % and 31,650 at 15 %. Else 90,000 and 60,000: no gain.
  expect(
    outcomes.map(({ method, short, long, tax, difference, left, contrary }) =>
      [method, short.gain, long.gain, tax, difference.gain, left.basis, left.long.count, contrary].join(' '),
    ),
  ).toEqual([
    'recorded 0 80000 4747.5 0 90000 0 0',
    'fifo 0 80000 4747.5 0 90000 0 0',
    'lifo -10000 10000 0 -80000 10000 1 2',
    'hifo -10000 10000 0 -80000 10000 1 2',
    'lofo 0 80000 4747.5 0 90000 0 2',
  ])
  const joint = await compared([...OF_FILES, '--filing-status', 'mfj', '--other-income', '100000'])
  expect(joint.outcomes[2]?.difference.tax).toBe('-12000')
})

test('N13 what is left is valued at the prices given; without a filing status no tax is estimated', async () => {
  const { outcomes } = await compared([...OF_FILES, '--price', 'BTC=65000'])
  expect(outcomes.map(({ left, tax }) => [left.unrealised, tax])).toEqual([
    ['-25000', null],
    ['-25000', null],
    ['55000', null],
    ['55000', null],
    ['-25000', null],
  ])
})

test('N13 as a table', async () => {
  const { out } = await runCommand(runMethods, OF_FILES, FILES)
  expect(out).toContain('Tax year 2025: 2 disposals of known lots, 0 of them with named lots\n')
  expect(out).toMatch(/\nlifo +-10000 +10000 +0 +-80000 +0 +- +- +1 +10000 +1 +10000 +- +2\n/)
  expect(out).toContain('another method was on record for')
})

test.each(scenarios.map(({ id, input }) => [id, input] as const))(
  'N13 what is recorded in %s is what the calculation says of each year',
  async (_, input) => {
    const { settings, transactions } = parseCalculationInput(input)
    const { years } = calculate({ settings, transactions })
    for (const [year, { short, long, income }] of Object.entries(years)) {
      const { outcomes } = await compared(['i.json', '--year', year], { 'i.json': JSON.stringify(input) })
      expect(outcomes[0]).toMatchObject({ method: 'recorded', short, long, income })
    }
  },
)

test.each([
  [[]],
  [['i.json']],
  [['i.json', '--year', '25']],
  [['i.json', 'j.json', '--year', '2025']],
  [['i.json', '--year', '2025', '--method', 'fifo']],
  [['--files', '--year', '2025']],
  [[...OF_FILES, '--filing-status', 'alone']],
  [[...OF_FILES, '--other-income', '5']],
  [[...OF_FILES, '--price', 'BTC']],
])('misuse is answered with the usage: %j', async (args) => {
  const { code, err } = await runCommand(runMethods, args, FILES)
  expect([code, err]).toEqual([2, expect.stringContaining('Usage: lotbook methods')])
})

test('what cannot be read is said with its place', async () => {
  expect(await runCommand(runMethods, ['i.json', '--year', '2025'], {})).toMatchObject({
    code: 1,
    out: '',
    err: 'i.json: cannot be read: no such file\n',
  })
  const bad = { settings: {}, transactions: [{ id: 'x', at: 'then', type: 'buy', account: 'a' }] }
  const { code, err } = await runCommand(runMethods, ['i.json', '--year', '2025'], {
    'i.json': JSON.stringify(bad),
  })
  expect([code, err]).toEqual([1, expect.stringContaining('i.json:\ntransactions[0] (x): at:')])
})

test('E26 pay for services is estimated as a business, its usual line', async () => {
  const history = [
    'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid',
    '2025-02-01T12:00:00Z,payment,10000,USD,,,,,Kraken,,p1',
    '2025-03-01T12:00:00Z,buy,1,ETH,1000,USD,,,Kraken,,b1',
    '2025-05-01T12:00:00Z,sell,3000,USD,1,ETH,,,Kraken,,s1',
    '',
  ].join('\n')
  const args = [
    '--files',
    'history.csv',
    '--year',
    '2025',
    '--filing-status',
    'single',
    '--other-income',
    '85000',
  ]
  const { code, out } = await runCommand(runMethods, [...args, '--json'], { 'history.csv': history })
  expect(code).toBe(0)
  // 85,000 + 9,293.5225 + 2,000 are 16,098.57495 in the brackets, and 1,412.955 of self-employment tax.
  expect((JSON.parse(out) as Printed).outcomes[0]?.tax).toBe('17511.52995')
})
