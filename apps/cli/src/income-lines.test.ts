import { expect, test } from 'vitest'
import { runCalculateFiles } from './calculate-files.ts'
import { runReport } from './report.ts'
import { terminal } from './testing/run-command.ts'

const NOW = new Date('2026-07-01T00:00:00Z')
const HISTORY = [
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid',
  '2024-01-02T10:00:00Z,mining,100,USDC,,,,,Kraken,yes,m1',
  '2025-01-02T10:00:00Z,mining,200,USDC,,,,,Kraken,yes,m2',
  '2025-02-02T10:00:00Z,mining,300,USDC,,,,,Coinbase,yes,m3',
  '2025-03-02T10:00:00Z,interest_received,12.5,USD,,,,,Coinbase,yes,i1',
  '',
].join('\n')
const PRICES = ['date,asset,price', '2024-01-02,USDC,1', '2025-01-02,USDC,1', '2025-02-02,USDC,1', ''].join(
  '\n',
)

const calculate = (facts: unknown) => {
  const files = { 'history.csv': HISTORY, 'prices.csv': PRICES, 'facts.json': JSON.stringify(facts) }
  const { io, printed, named, written } = terminal(files)
  const args = ['--files', 'history.csv', '--year', '2025', '--out', 'out', '--prices', 'prices.csv']
  return {
    run: () => runCalculateFiles([...args, '--return', 'facts.json'], io, NOW),
    io,
    printed,
    named,
    written,
  }
}

test('E20 income goes to the line that is stated for its kind and source, and an answer is carried on', async () => {
  const { run, io, named, written } = calculate({
    2024: { income_lines: [{ category: 'mined', source: 'kraken', line: 'business' }] },
    2025: { filing_status: 'single', business_expenses: '50', other_wages: '90000' },
  })
  expect(await run()).toBe(0)
  const byLine = named('income-by-line')
  expect(byLine.split('\r\n')).toEqual(
    expect.arrayContaining([
      '"Schedule C, line 1",Gross receipts of a business,,,200.00,',
      '"Schedule 1, line 8v",Digital assets received as ordinary income,,,300.00,',
      '"Schedule C, line 31",Net profit or loss,,,150.00,',
      '"Schedule 1, line 10",Additional income,,,450.00,',
      '"Form 1040, line 2b",Taxable interest,,,12.50,',
      '"Schedule C, line 1",Mined,Kraken,1,200.00,As in 2024; not confirmed',
      '"Schedule 1, line 8v",Mined,Coinbase,1,300.00,Usual line; not confirmed',
    ]),
  )
  expect(named('income-2025')).toContain(',"Schedule C, line 1",As in 2024; not confirmed\r\n')
  expect(await runReport(['out', '--year', '2025', '--out', 'again', '--return', 'facts.json'], io)).toBe(0)
  expect([...written].find(([path]) => path.startsWith('again/income-by-line'))?.[1]).toBe(byLine)
})

test('a wrong line of income is named by its file, year and place, and nothing is written', async () => {
  const wrong = calculate({
    2024: { income_lines: { mined: 'business' }, business_expenses: '-50', other_wages: 90000 },
    2025: {
      income_lines: [
        'mined',
        { category: 'mined', source: 'Kraken', line: 'schedule c', account: 'x' },
        { category: 7, source: '', line: 'other', paid_in: 'gold' },
      ],
    },
  })
  expect(await wrong.run()).toBe(1)
  expect(wrong.printed.err.trimEnd().split('\n')).toEqual([
    expect.stringContaining('facts.json: 2024, income_lines: a list is expected, such as [{"category"'),
    'facts.json: 2024, business_expenses: an amount as text without a minus sign is expected, such as "1250.75"',
    'facts.json: 2024, other_wages: an amount as text without a minus sign is expected, such as "1250.75"',
    expect.stringContaining('facts.json: 2025, income_lines 1: an object is expected, such as {"category"'),
    'facts.json: 2025, income_lines 2: there is no field account; there are category, source, line, paid_in',
    'facts.json: 2025, income_lines 2: line: one of other, business, wages, interest, dividends is expected',
    'facts.json: 2025, income_lines 3: category: a word such as mined is expected',
    'facts.json: 2025, income_lines 3: source: the name of an account is expected, such as Kraken',
    'facts.json: 2025, income_lines 3: paid_in: cash or digital_assets is expected',
  ])
  expect(wrong.written.size).toBe(0)
})

test('a line that no income has is refused, and so is one that is there twice or cannot be', async () => {
  const mined = { category: 'mined', source: 'Kraken', line: 'business' }
  const wrong = calculate({
    2023: { income_lines: [mined] },
    2024: {
      income_lines: [
        { ...mined, category: 'airdrop' },
        { ...mined, paid_in: 'cash' },
      ],
    },
    2025: {
      income_lines: [
        mined,
        { ...mined, source: 'Binance' },
        { ...mined, line: 'other' },
        { ...mined, source: 'Coinbase', line: 'wages' },
      ],
    },
  })
  expect(await wrong.run()).toBe(1)
  expect(wrong.printed.err.split('\n').filter((line) => line.startsWith('facts.json'))).toEqual([
    'facts.json: 2023, income_lines 1: Kraken has no income of the kind mined in 2023',
    'facts.json: 2024, income_lines 1: Kraken has no income of the kind airdrop in 2024',
    'facts.json: 2024, income_lines 2: Kraken has no income of the kind mined in 2024, in cash',
    'facts.json: 2025, income_lines 2: Binance has no income of the kind mined in 2025',
    'facts.json: 2025, income_lines 3: the line of mined from Kraken is there twice',
    'facts.json: 2025, income_lines 4: line: mined goes to one of other, business, not to wages',
  ])
  expect(wrong.written.size).toBe(0)
})
