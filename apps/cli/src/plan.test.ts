import { expect, test } from 'vitest'
import { runPlan } from './plan.ts'
import { terminal } from './testing/run-command.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const HISTORY = `${HEADER}
2023-01-02T00:00:00Z,buy,1,BTC,20000,USD,,,Kraken,Yes,b1
2024-05-31T12:00:00Z,buy,0.7,BTC,42000,USD,,,Kraken,Yes,b2
2024-09-10T00:00:00Z,buy,0.3,BTC,16000,USD,,,Kraken,Yes,b3
2025-02-01T00:00:00Z,sell,30000,USD,0.5,BTC,,,Kraken,Yes,s1
2025-03-01T00:00:00Z,buy,0.25,BTC,20000,USD,,,Gemini,Yes,b4
2025-03-02T00:00:00Z,buy,5,XYZ,10,USD,,,Kraken,Yes,x1
`
const ASKED = ['--files', 'h.csv', '--on', '2025-06-01', '--price', 'BTC=50000']
const PERSON = ['--filing-status', 'single', '--other-income', '90000']

async function run(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const { io, printed } = terminal({ 'h.csv': HISTORY, ...files })
  const code = await runPlan(args, io)
  return { code, ...printed, json: () => JSON.parse(printed.out) as never }
}

test('E23 lots with a loss, the largest first, with what each and all of them would save', async () => {
  const { code, err, json } = await run([...ASKED, ...PERSON, '--json'])
  expect(code, err).toBe(0)
  // 20,000 of gain at 15 percent so far; each loss takes as much of it away.
  expect(json()).toMatchObject({
    schema: 'lotbook-plan/1',
    tax_year: 2025,
    tax: { whole: '17714', added: '3000' },
    losses: {
      lots: [
        { account: 'Gemini', acquired: '2025-03-01', loss: '7500', term: 'short', days: 274, saves: '1125' },
        { account: 'Kraken', acquired: '2024-05-31', loss: '7000', term: 'long', days: 0, saves: '1050' },
        { account: 'Kraken', acquired: '2024-09-10', loss: '1000', term: 'short', days: 102, saves: '150' },
      ],
      short: '8500',
      long: '7000',
      saves: '2325',
      unpriced: ['XYZ'],
    },
    sale: null,
  })
})

test('E26 losses of the years before come first: what they take up, a further loss does not save', async () => {
  const before = `${HISTORY}2022-02-01T00:00:00Z,buy,1,SOL,60000,USD,,,Kraken,Yes,c1
2022-03-01T00:00:00Z,sell,10000,USD,1,SOL,,,Kraken,Yes,c2
`
  const { json, code, err } = await run([...ASKED, ...PERSON, '--json'], { 'h.csv': before })
  expect(code, err).toBe(0)
  // 50,000 lost in 2022, of which 9,000 lower the income of three years: 41,000 are left for the 20,000 of 2025.
  expect(json()).toMatchObject({ tax: { added: '-660' }, losses: { saves: '0' } })
})

test('N19 a sale that nobody has made: its lots, its gain by term and the tax that it adds', async () => {
  const sell = ['--sell', 'BTC=0.6', '--account', 'Kraken']
  const { code, err, json } = await run([...ASKED, ...PERSON, ...sell, '--json', '--price', 'BTC=90000'])
  expect(code, err).toBe(0)
  // The last half of the first lot for 45,000, and a tenth that cost 6,000 for 9,000: long-term, 15 percent.
  expect(json()).toMatchObject({
    sale: {
      proceeds: '54000',
      basis: '16000',
      short: '0',
      long: '38000',
      tax: '5700',
      lots: [{ quantity: '0.5' }, { quantity: '0.1' }],
    },
  })
})

test.each([
  [['--sell', 'BTC=3', '--account', 'Kraken'], '--sell BTC=3: Kraken holds less than that\n'],
  [
    ['--sell', 'BTC=1', '--account', 'Bank'],
    '--account Bank: there is no such account; there are Kraken, Gemini\n',
  ],
  [
    ['--sell', 'XYZ=1', '--account', 'Kraken'],
    '--sell XYZ: no price is known; give one with --price XYZ=USD\n',
  ],
])('a sale that cannot be is refused: %j', async (sell, words) => {
  const { code, err } = await run([...ASKED, ...sell])
  expect([code, err]).toEqual([1, words])
})

test('a sale before the end of the history is refused', async () => {
  const { code, err } = await run([
    '--files',
    'h.csv',
    '--on',
    '2025-03-01',
    '--price',
    'BTC=1',
    '--sell',
    'BTC=0.1',
    '--account',
    'Kraken',
  ])
  expect(code).toBe(1)
  expect(err).toContain('--on 2025-03-01: the history has transactions after this day')
})

test('E26 payments of estimated tax by what is stated, and what nobody asked for is not estimated', async () => {
  const facts = (of: object) => ({ 'f.json': JSON.stringify({ 2025: of }) })
  const stated = {
    prior_tax: '12000',
    prior_agi: '100000',
    withholding: '10000',
    payments: [{ paid_on: '2025-04-15', amount: '500' }],
  }
  const { out, err, code } = await run([...ASKED, ...PERSON, '--return', 'f.json'], facts(stated))
  expect(code, err).toBe(0)
  expect(out).toContain('Payments of estimated tax: 12000 in all, all of the tax of the year before')
  expect(out).toMatch(/2025-04-15 +3000 +3000 +0\n2025-06-16 +6000 +5500 +500\n/)
  expect((await run(ASKED)).out).toContain('No tax is estimated: give --filing-status')

  const wrong = await run(
    [...ASKED, '--return', 'f.json'],
    facts({ prior_tax: 12, payments: [{ paid_on: '2023-01-01', amount: '0' }, 7] }),
  )
  expect(wrong.code).toBe(1)
  expect(wrong.err.split('\n')).toEqual(
    expect.arrayContaining([
      'f.json: 2025, prior_tax: an amount as text is expected, such as "1250.75"',
      'f.json: 2025, payments, 1, paid_on: a day in 2025 or the year after it is expected',
      'f.json: 2025, payments, 1, amount: an amount above zero as text is expected, such as "1250.75"',
      'f.json: 2025, payments, 2, paid_on: a day in 2025 or the year after it is expected',
    ]),
  )
})

test.each([
  [['--files', 'h.csv', '--on', 'June']],
  [['--files', 'h.csv', '--sell', 'BTC=1']],
  [['--files', 'h.csv', '--sell', 'BTC', '--account', 'x']],
])('misuse is answered with the usage: %j', async (args) => {
  const { code, err } = await run(args)
  expect(code).toBe(2)
  expect(err).toContain('Usage: lotbook plan')
})
