import { expect, test } from 'vitest'
import { runCommand } from './testing/run-command.ts'
import { scenarios } from './testing/scenarios.ts'
import { runTreatments } from './treatments.ts'

/* Two ETH for 4,000, exchanged for as many WETH worth 7,000, sold for 6,000; and an airdrop worth 50 that sells for 80. */
const FILES = {
  'vault.csv': `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id
2023-01-10T12:00:00Z,buy,2,ETH,4000,USD,,,,yes,,,,,vault,,,
2024-02-01T12:00:00Z,airdrop,100,UNI,,,,,,yes,,50,USD,,vault,,,
2024-05-01T12:00:00Z,sell,80,USD,100,UNI,,,,yes,,,,,vault,,,
2024-06-10T12:00:00Z,trade,2,WETH,2,ETH,,,,yes,,7000,USD,,vault,,,
2025-03-01T12:00:00Z,sell,6000,USD,2,WETH,,,,yes,,,,,vault,,,
`,
}

interface Printed {
  readonly treatments: readonly {
    readonly treatment: string
    readonly choice: string
    readonly transactions: number
  }[]
  readonly pairs: readonly object[]
  readonly outcomes: readonly {
    readonly treatment: string
    readonly choice: string
    readonly years: readonly object[]
  }[]
}

async function effects(args: string[], files: Record<string, string> = FILES) {
  const { code, out, err } = await runCommand(runTreatments, [...args, '--json'], files)
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as Printed
}
const OF_FILES = ['--files', 'vault.csv']

test('N17 every other choice of what bears on a transaction, in money; a hint at what may be one token', async () => {
  const { treatments, pairs, outcomes } = await effects([...OF_FILES, '--filing-status', 'single'])
  expect(treatments.filter(({ transactions }) => transactions > 0)).toMatchObject([
    { treatment: 'airdrop', choice: 'income', transactions: 1 },
  ])
  expect(pairs).toEqual([{ from: 'ETH', to: 'WETH', trades: 1 }])
  // 50 less income, 50 more gain, both taxed at 10 %: 80 short-term; 3,000 long-term at 0 %.
  expect(outcomes).toEqual([
    {
      treatment: 'airdrop',
      choice: 'zero_basis',
      years: [
        {
          year: 2024,
          gain: '3080',
          income: '0',
          tax: '8',
          deduction: '0',
          difference: { gain: '50', income: '-50', deduction: '0', tax: '0' },
        },
      ],
    },
  ])
})

test('N17 a wrapped coin declared: a swap carries its basis into 2025, a disposal is taxed in 2024', async () => {
  const declared = [...OF_FILES, '--token', 'wrapped=WETH,ETH']
  const { treatments, outcomes } = await effects(declared)
  expect(treatments).toContainEqual(
    expect.objectContaining({ treatment: 'wrapped', choice: 'swap', transactions: 1 }),
  )
  // 7,000 less 4,000 in 2024, and 6,000 less 7,000 in 2025 instead of 6,000 less 4,000.
  expect(outcomes.find(({ treatment }) => treatment === 'wrapped')?.years).toMatchObject([
    { year: 2024, difference: { gain: '3000' } },
    { year: 2025, gain: '-1000', difference: { gain: '-3000' } },
  ])
  const inOne = await effects([...declared, '--year', '2025'])
  expect(inOne.outcomes.flatMap(({ years }) => years)).toMatchObject([{ year: 2025 }])
})

test('N17 a choice that changes nothing but the deduction for a donation is told', async () => {
  const event = (id: string, at: string, type: string, more: object) => ({
    id,
    at: `${at}T12:00:00Z`,
    type,
    account: 'A',
    ...more,
  })
  const eth = (amount: string) => ({ from_currency: 'ETH', from_amount: amount })
  const files = {
    'i.json': JSON.stringify({
      settings: { method: 'fifo' },
      transactions: [
        event('b', '2025-01-01', 'buy', {
          from_currency: 'USD',
          from_amount: '100',
          to_currency: 'ETH',
          to_amount: '1',
        }),
        event('t', '2025-02-01', 'transfer', {
          to_account: 'B',
          ...eth('0.5'),
          fee_currency: 'ETH',
          fee_amount: '0.1',
          fee_value: '10',
        }),
        event('d', '2025-03-01', 'outgoing', {
          account: 'B',
          sub_type: 'donation_501c3',
          ...eth('0.5'),
          from_value: '90',
        }),
      ],
    }),
  }
  // Held short, the deduction is the basis: 50, or 60 with that of the fee, which brings what it cost.
  const { outcomes } = await effects(['i.json'], files)
  const change = { gain: '0', income: '0', deduction: '10', tax: null }
  expect(outcomes).toEqual(
    ['capitalize', 'carry'].map((choice) => ({
      treatment: 'transfer_fee',
      choice,
      years: [{ year: 2025, gain: '0', income: '0', deduction: '60', tax: null, difference: change }],
    })),
  )
  const { out } = await runCommand(runTreatments, ['i.json'], files)
  expect(out).toMatch(/\ntransfer_fee +carry +2025 +0 +0 +0 +0 +60 +10 +- +-\n/)
})

test('N17 as a table', async () => {
  const { out } = await runCommand(runTreatments, OF_FILES, FILES)
  expect(out).toMatch(/\nairdrop +income +zero_basis +1\n/)
  expect(out).toMatch(/\nairdrop +zero_basis +2024 +3080 +50 +0 +-50 +0 +0 +- +-\n/)
  expect(out).toContain('ETH and WETH were only ever exchanged one for one (1)')
  const quiet = await runCommand(runTreatments, [...OF_FILES, '--year', '2023'], FILES)
  expect(quiet.out).toContain('No other choice changes a figure of 2023.')
})

test.each(scenarios.map(({ id, input }) => [id, input] as const))(
  'N17 %s: another choice in the input gives the years that were told',
  async (_, input) => {
    const { outcomes } = await effects(['i.json'], { 'i.json': JSON.stringify(input) })
    for (const { treatment, choice, years } of outcomes) {
      const { settings = {} } = input as { settings?: Record<string, unknown> }
      const chosen =
        treatment === 'transfer_fee'
          ? { ...settings, transfer_fee: choice }
          : { ...settings, treatments: { ...(settings['treatments'] as object), [treatment]: choice } }
      const under = { ...input, settings: chosen }
      const back = await effects(['i.json'], { 'i.json': JSON.stringify(under) })
      const was = back.treatments.find((one) => one.treatment === treatment)
      expect(was).toMatchObject({ choice })
      // What is told of the way there is told of the way back.
      const told = years as { year: number; difference: { gain: string; income: string } }[]
      const ways = back.outcomes
        .filter((one) => one.treatment === treatment)
        .map((one) => one.years as { year: number; difference: { gain: string; income: string } }[])
      const isBack = (there: (typeof told)[number]) =>
        ways.some((way) =>
          way.some(
            (one) =>
              one.year === there.year &&
              one.difference.gain === negated(there.difference.gain) &&
              one.difference.income === negated(there.difference.income),
          ),
        )
      expect(told.filter((one) => !isBack(one))).toEqual([])
    }
  },
)

const negated = (amount: string) =>
  amount === '0' ? '0' : amount.startsWith('-') ? amount.slice(1) : `-${amount}`

test.each([
  [[]],
  [['i.json', '--year', 'x']],
  [['i.json', '--token', 'wrapped=WETH,ETH']],
  [['i.json', '--what']],
])('misuse is answered with the usage: %j', async (args) => {
  const { code, err } = await runCommand(runTreatments, args, FILES)
  expect([code, err]).toEqual([2, expect.stringContaining('Usage: lotbook treatments')])
})
