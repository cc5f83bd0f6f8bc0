import { expect, test } from 'vitest'
import { runCalculateFiles } from './calculate-files.ts'
import { runReport } from './report.ts'
import { terminal } from './testing/run-command.ts'

const NOW = new Date('2026-07-01T00:00:00Z')
const HISTORY = [
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid',
  '2024-01-02T10:00:00Z,buy,1,BTC,40000,USD,,,Kraken,yes,b1',
  '2024-03-03T10:00:00Z,sell,30000,USD,1,BTC,,,Kraken,yes,s1',
  '2025-01-02T10:00:00Z,buy,1,ETH,3000,USD,,,Kraken,yes,b2',
  '2025-02-03T10:00:00Z,sell,9551,USD,1,ETH,,,Kraken,yes,s2',
  '',
].join('\n')
const FACTS = JSON.stringify({
  2024: { filing_status: 'mfs', taxable_income: '52000', carryover_short: '500', other_long: '-1250.75' },
  2025: { filing_status: 'single', other_short: '0' },
})

const calculate = (files: Readonly<Record<string, string>>, ...more: string[]) => {
  const { io, printed, named, written } = terminal({ 'history.csv': HISTORY, ...files })
  const args = ['--files', 'history.csv', '--year', '2025', '--out', 'out', ...more]
  return { run: () => runCalculateFiles(args, io, NOW), io, printed, named, written }
}
const lines = (csv: string) => csv.split('\r\n')

test('E20 Schedule D of files carries on from the years before, with what is stated of them', async () => {
  const { run, io, named, written } = calculate({ 'facts.json': FACTS }, '--return', 'facts.json')
  expect(await run()).toBe(0)
  const schedule = named('schedule-d')
  expect(lines(schedule)).toEqual(
    expect.arrayContaining([
      '6,Short-term capital loss carryover,,,,-9000.00',
      '14,Long-term capital loss carryover,,,,-1250.75',
      '16,Lines 7 and 15 together,,,,-3699.75',
      '21,Loss that reduces other income,,,,-3000.00',
      '"Form 1040, line 7a",Capital gain or loss,,,,-3000.00',
    ]),
  )
  expect(schedule).not.toContain('not entered')
  // The same from the folder of the calculation.
  expect(await runReport(['out', '--year', '2025', '--out', 'again', '--return', 'facts.json'], io)).toBe(0)
  const again = [...written].find(([path]) => path.startsWith('again/schedule-d'))?.[1]
  expect(again).toBe(schedule)
})

test('without a statement the history decides alone, and the paper says so', async () => {
  const { run, named } = calculate({})
  expect(await run()).toBe(0)
  expect(lines(named('schedule-d'))).toContain('6,Short-term capital loss carryover,,,,-7000.00')
  expect(named('schedule-d')).toContain('Note,Taxable income of 2024 is not entered.')
})

test('a wrong statement is named by its file, year and field, and nothing is written', async () => {
  const wrong = {
    24: {},
    2024: { filing_status: 'married', carryover_short: '-5', other_short: 12, wages: '1' },
  }
  const { run, printed, written } = calculate(
    { 'facts.json': JSON.stringify(wrong) },
    '--return',
    'facts.json',
  )
  expect(await run()).toBe(1)
  expect(printed.err.trimEnd().split('\n')).toEqual([
    'facts.json: 24: a tax year such as 2024 is expected',
    expect.stringContaining('facts.json: 2024, wages: there is no such field; there are filing_status, '),
    'facts.json: 2024, filing_status: one of single, mfj, mfs, hoh, qss is expected',
    'facts.json: 2024, other_short: an amount as text is expected, such as "1250.75"',
    'facts.json: 2024, carryover_short: a loss as text without a minus sign is expected, such as "1250.75"',
  ])
  expect(written.size).toBe(0)
  const list = calculate({ 'facts.json': '[]' }, '--return', 'facts.json')
  expect(await list.run()).toBe(1)
  expect(list.printed.err).toContain('facts.json: the file: an object of tax years is expected')
})

test('E20 payments of estimated tax are listed with their total for Form 1040, and no list is made of none', async () => {
  const payments = [
    { paid_on: '2025-09-15', amount: '1000' },
    { paid_on: '2025-04-15', amount: '250.5' },
  ]
  const facts = JSON.stringify({ 2025: { prior_tax: '100', payments } })
  const { run, named, io, written } = calculate({ 'facts.json': facts }, '--return', 'facts.json')
  expect(await run()).toBe(0)
  const list = named('estimated-tax-payments-2025')
  expect(lines(list).slice(0, 4)).toEqual([
    'Paid On,Amount USD,Line',
    '04/15/2025,250.50,',
    '09/15/2025,1000.00,',
    'Total,1250.50,"Form 1040, line 26"',
  ])
  expect(await runReport(['out', '--year', '2025', '--out', 'again', '--return', 'facts.json'], io)).toBe(0)
  expect([...written].find(([path]) => path.startsWith('again/estimated'))?.[1]).toBe(list)
  const without = calculate({})
  expect(await without.run()).toBe(0)
  expect(without.named('estimated-tax-payments')).toBe('')
})
