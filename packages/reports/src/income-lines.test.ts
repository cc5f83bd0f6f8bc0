import { expect, test } from 'vitest'
import { incomeCsv } from './income-csv.ts'
import { incomeBySource, incomeLines } from './income-lines.ts'
import { incomeLinesCsv } from './income-lines-csv.ts'
import { formText } from './money-text.ts'
import { receipt, reportOf, textOf } from './testing/report-of.ts'

const answered = (line: 'other' | 'business' | 'wages' | 'interest' | 'dividends') =>
  ({ line, chosen: 'answered', from: null }) as const

const INCOMES = [
  receipt({ category: 'staking_reward', value: '75.004', account: 'Kraken' }),
  receipt({ category: 'staking_reward', value: '80.004', account: 'Kraken' }),
  receipt({ category: 'mined', value: '2000', goesTo: answered('business') }),
  receipt({
    category: 'payment',
    value: '3000.10',
    goesTo: { line: 'business', chosen: 'carried', from: 2024 },
  }),
  receipt({ category: 'interest_received', value: '1500.01', isCash: true, goesTo: answered('interest') }),
  receipt({ category: 'misc_reward', value: '25', isCash: true, goesTo: answered('other') }),
  receipt({ category: 'airdrop', value: '0', isUnpriced: true, goesTo: answered('other') }),
]

const linesOf = (year: number) =>
  incomeLines(year, incomeBySource({ incomes: INCOMES })).lines.map(
    ({ line, amount }) => `${line}: ${amount === null ? 'unknown' : formText(amount, 'cents')}`,
  )

test('E20 income adds up on its lines, from Schedule C over Schedule 1 to Form 1040', () => {
  expect(linesOf(2025)).toEqual([
    'Schedule C, line 1: 5000.10',
    'Schedule 1, line 3: 5000.10',
    // 75.004 and 80.004 are one source: 155.008 is 155.01.
    'Schedule 1, line 8v: 155.01',
    'Schedule 1, line 8z: 25.00',
    'Schedule 1, line 9: 180.01',
    'Schedule 1, line 10: 5180.11',
    'Form 1040, line 2b: 1500.01',
    'Form 1040, line 8: 5180.11',
  ])
  // Before 2024 digital assets have no line of their own.
  expect(linesOf(2023)).toContain('Schedule 1, line 8z: 180.01')
  expect(linesOf(2017)).toEqual([
    'Schedule C, line 1: 5000.10',
    'Form 1040, line 12: 5000.10',
    'Form 1040, line 21: 180.01',
    'Form 1040, line 8a: 1500.01',
  ])
})

test('E20 expenses that are stated lead from the gross receipts to the net profit', () => {
  const facts = { business_expenses: '5100.10', other_wages: null }
  const { lines, notes } = incomeLines(2025, incomeBySource({ incomes: INCOMES }), facts)
  expect(lines.map(({ line, amount }) => `${line}: ${formText(amount ?? 0n, 'cents')}`)).toEqual(
    expect.arrayContaining([
      'Schedule C, line 1: 5000.10',
      'Schedule C, line 28: 5100.10',
      'Schedule C, line 31: -100.00',
      'Schedule 1, line 3: -100.00',
      'Schedule 1, line 10: 80.01',
      'Form 1040, line 8: 80.01',
    ]),
  )
  expect(notes.join()).not.toContain('None are entered')
})

test('E20 lines say what they rest on: what is not confirmed or has no price, Schedule B, expenses', () => {
  const { notes } = incomeLines(2025, incomeBySource({ incomes: INCOMES }))
  expect(notes).toEqual([
    '2 of 6 kinds of income are on a line that you have not confirmed for 2025: the usual one, or the one of an earlier year.',
    '1 receipt has no price and counts as $0 here.',
    'Schedule C takes your business expenses off the gross receipts. None are entered.',
    'Net earnings of $400 or more owe self-employment tax, on Schedule SE.',
    'Interest is more than $1,500: list each payer in Part I of Schedule B.',
  ])
  const [one = receipt({ category: 'mined', value: '1' })] = INCOMES
  const small = [{ ...one, goesTo: answered('interest'), value: '1500' }]
  expect(incomeLines(2025, incomeBySource({ incomes: small })).notes).toEqual([])
  expect(incomeLines(2025, [])).toEqual({ lines: [], notes: [] })
})

test('a line whose receipts have no price has no amount', () => {
  const unpriced = [receipt({ category: 'airdrop', value: '0', isUnpriced: true })]
  expect(incomeLines(2025, incomeBySource({ incomes: unpriced })).lines.map(({ amount }) => amount)).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('E20 the list of income has each receipt with its line and how that was chosen', async () => {
  const text = await textOf(incomeCsv(reportOf({ incomes: INCOMES })).chunks)
  expect(text).toContain(',Transaction,Return Line,Line Chosen\r\n')
  expect(text).toContain(',"Schedule 1, line 8v",Usual line; not confirmed\r\n')
  expect(text).toContain(',"Schedule C, line 1",As in 2024; not confirmed\r\n')
  expect(text).toContain(',"Form 1040, line 2b",Confirmed\r\n')
})

test('E20 income by line: the lines first, then each kind and source', async () => {
  const file = incomeLinesCsv(reportOf({ incomes: INCOMES }))
  const text = await textOf(file.chunks)
  expect(file.fileName).toMatch(/^income-by-line-2025-/)
  expect(text).toContain('\r\n"Schedule 1, line 10",Additional income,,,5180.11,\r\n')
  expect(text).toContain(
    '\r\n"Schedule 1, line 8v",Staking reward,Kraken,2,155.01,Usual line; not confirmed\r\n',
  )
  expect(text).toContain('\r\n"Schedule 1, line 8z","Other reward, in cash",Kraken,1,25.00,Confirmed\r\n')
  // A line that nobody confirmed is missing, by name.
  expect(text).toContain(
    '\r\nMissing,"Confirmation of Schedule 1, line 8v for Staking reward from Kraken",,,,\r\n',
  )
  expect(text).not.toContain('for Other reward')
  expect(text.trimEnd().split('\r\n')).toHaveLength(file.rows + 1)
})
