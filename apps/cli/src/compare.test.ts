import { calculate, hashOf, manifestOf, parseCalculationInput, rowsOfInput, rowsOfResult } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { runAmend } from './amend.ts'
import { runCalculateFiles } from './calculate-files.ts'
import { runCompare } from './compare.ts'
import { history } from './testing/history.ts'
import { runCommand, terminal } from './testing/run-command.ts'
import { scenarios } from './testing/scenarios.ts'

/* Two ETH for 5,050, one of which goes to Kraken; each is sold in 2022, the one of Kraken by a file that came later. */
const COINBASE = `Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes
2021-06-01T00:00:01Z,Buy,ETH,2,USD,2500.00,5000.00,5050.00,50.00,Bought 2 ETH for $5050.00 USD
2021-07-01T00:00:00Z,Send,ETH,1,USD,2100.00,,,,Sent 1 ETH
2022-08-01T00:00:00Z,Sell,ETH,1,USD,1600.00,1600.00,1590.00,10.00,Sold 1 ETH for $1590.00 USD
`
const KRAKEN = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,R1,2021-07-01 00:20:00,deposit,,currency,XETH,spot / main,1.0000000000,0.0000000000,1.0000000000
L2,R2,2022-09-01 08:00:00,trade,tradespot,currency,XETH,spot / main,-1.0000000000,0.0000000000,0.0000000000
L3,R2,2022-09-01 08:00:00,trade,tradespot,currency,ZUSD,spot / main,1500.0000,3.0000,1497.0000
`
const FILED = new Date('2023-01-05T10:00:00Z')
const TODAY = new Date('2026-03-01T10:00:00Z')

/** A calculation as it was filed, and one that knows of Kraken. */
async function filedAndToday() {
  const { io, printed, written, named } = terminal({ 'coinbase.csv': COINBASE, 'kraken.csv': KRAKEN })
  const keep = (out: string, now: Date, ...files: string[]) =>
    runCalculateFiles(['--files', ...files, '--year', '2022', '--out', out], io, now)
  expect(await keep('filed', FILED, 'coinbase.csv')).toBe(0)
  expect(await keep('today', TODAY, 'coinbase.csv', 'kraken.csv')).toBe(0)
  Object.assign(printed, { out: '', err: '' })
  return { io, printed, written, named }
}

test('N4 two calculations that were kept: what moved a year, by cause, and each row', async () => {
  const { io, printed } = await filedAndToday()
  expect(await runCompare(['filed', 'today', '--year', '2022', '--json'], io)).toBe(0)
  const { years, causes, rows } = JSON.parse(printed.out) as {
    years: object
    causes: object[]
    rows: object[]
  }
  // Kraken sells for 1,497 what had cost 2,525; bought in 2021, it is long-term.
  const moved = { '2022': { gain: '-1028', short: '0', income: '0', deduction: '0', rows: 1 } }
  expect(years).toEqual(moved)
  expect(causes).toEqual([{ kind: 'added', label: 'Added by kraken.csv', years: moved }])
  expect(rows).toMatchObject([
    {
      year: 2022,
      kind: 'disposal',
      label: 'Sell',
      asset: 'ETH',
      account: 'Kraken',
      date: '2022-09-01',
      before: null,
      after: { proceeds: '1497', basis: '2525', gain: '-1028', term: 'long', box: 'F' },
      gain: '-1028',
      cause: 'Added by kraken.csv',
      origin: 'kraken.csv, line 3',
    },
  ])
})

test('N4 as tables; the match shows in its own year', async () => {
  const { io, printed } = await filedAndToday()
  expect(await runCompare(['filed', 'today'], io)).toBe(0)
  expect(printed.out).toMatch(/\n2022 +Added by kraken.csv +-1028 +0 +0 +0 +1\n/)
  expect(printed.out).toMatch(
    /\n2022-09-01 +Sell +ETH +Kraken +[0-9a-f]{64} +- +-1028 +-1028 +0 +0 +Added by kraken.csv +- +kraken.csv, line 3\n/,
  )
  expect(printed.out).toContain('Self-transfers matched or taken apart')
})

test('N4 of what is gone it is said with which file, and of inputs that keep no files nothing', async () => {
  const { io, printed } = await filedAndToday()
  expect(await runCompare(['today', 'filed', '--year', '2022', '--json'], io)).toBe(0)
  expect(JSON.parse(printed.out)).toMatchObject({
    causes: [{ label: 'Removed with kraken.csv' }],
    rows: [{ after: null, origin: 'kraken.csv, line 3' }],
  })
  Object.assign(printed, { out: '' })
  expect(await runCompare(['filed/input.json', 'today/input.json', '--year', '2022', '--json'], io)).toBe(0)
  expect(JSON.parse(printed.out)).toMatchObject({
    causes: [{ label: 'Transactions added' }],
    rows: [{ origin: null }],
  })
})

test('N2 N4 of files that overlap the first by name is said, in whatever order they were named', async () => {
  const { io, printed, written } = terminal({
    'b.csv': COINBASE,
    'a.csv': COINBASE.split('\n').toSpliced(1, 1).join('\n'),
    'old.csv': COINBASE.split('\n').slice(0, 2).join('\n'),
  })
  const keep = (out: string, ...files: string[]) =>
    runCalculateFiles(['--files', ...files, '--year', '2022', '--out', out], io, TODAY)
  await keep('old', 'old.csv')
  await keep('ab', 'a.csv', 'b.csv')
  await keep('ba', 'b.csv', 'a.csv')
  for (const name of ['input', 'names', 'manifest'])
    expect(written.get(`ab/${name}.json`)).toBe(written.get(`ba/${name}.json`))
  Object.assign(printed, { out: '' })
  expect(await runCompare(['old', 'ba', '--year', '2022', '--json'], io)).toBe(0)
  expect(JSON.parse(printed.out)).toMatchObject({
    causes: [{ label: 'Added by a.csv' }],
    rows: [{ origin: 'a.csv, line 3' }],
  })
})

test('N5 N6 the amendment of a year that was filed, line by line', async () => {
  const { io, printed, written, named } = await filedAndToday()
  const asked = ['filed', 'today', '--year', '2022', '--filed-on', '2023-04-15', '--out', 'pack']
  expect(await runAmend([...asked, '--taxpayer', 'Jane Roe'], io, TODAY), printed.err).toBe(0)
  expect(printed.err).toBe('')
  expect(named('amendment-2022').startsWith('%PDF')).toBe(true)
  const csv = [...written].find(([path]) => path.startsWith('pack/') && path.endsWith('.csv'))?.[1] ?? ''
  const [header = '', line = '', ...rest] = csv.split('\r\n')
  const cells = Object.fromEntries(header.split(',').map((name, i) => [name, line.split(',')[i]]))
  expect(cells).toMatchObject({
    Kind: 'disposal',
    Asset: 'ETH',
    Account: 'Kraken',
    'Proceeds (before)': '',
    'Proceeds (after)': '1497',
    'Change of Gain': '-1028',
    Cause: 'Added by kraken.csv',
  })
  expect(line).toContain('"Added by kraken.csv: new, there was no such line before."')
  expect(rest.filter((text) => text !== '' && !/^"?Note: /.test(text))).toEqual([])
  expect(printed.out).toContain('Form 1040-X, line 1: A from the return, B ')
  expect(printed.out).toMatch(
    /Schedule D, line 16: -?[\d.]+ as filed, -?[\d.]+ corrected {2}Lines 7 and 15 together/,
  )
  expect(named('form-1040-x-lines-2022')).toContain(
    'Form 1040-X,Part II,"Added by kraken.csv: 1 row, net gain -$1,028.00."',
  )
  expect(named('schedule-d-2022')).not.toBe('')
  // The same files again, at whatever time: a document carries the time of its calculation.
  const before = new Map(written)
  expect(await runAmend([...asked, '--taxpayer', 'Jane Roe'], io, new Date('2024-01-01'))).toBe(0)
  expect(written).toEqual(before)
})

test('N6 what stood between two reasons is not told as filed', async () => {
  const trade = (id: string, at: string, usd: string, isSale = false) => ({
    id,
    at: `${at}T12:00:00Z`,
    type: isSale ? 'sell' : 'buy',
    account: 'kraken',
    ...(isSale
      ? { from_currency: 'BTC', from_amount: '1', to_currency: 'USD', to_amount: usd }
      : { from_currency: 'USD', from_amount: usd, to_currency: 'BTC', to_amount: '1' }),
  })
  const filed = [
    trade('b1', '2022-01-01', '100'),
    trade('b2', '2022-02-01', '300'),
    trade('s1', '2023-06-01', '500', true),
  ]
  const late = trade('b3', '2022-03-01', '450')
  const files = {
    'a.json': JSON.stringify({ settings: { method: 'fifo' }, transactions: filed }),
    'b.json': JSON.stringify({ settings: { method: 'hifo' }, transactions: [...filed, late] }),
  }
  const { io, written } = terminal(files)
  const asked = ['a.json', 'b.json', '--year', '2023', '--filed-on', '2024-04-15', '--out', 'pack']
  expect(await runAmend(asked, io, TODAY)).toBe(0)
  const csv = [...written].find(([path]) => path.endsWith('.csv'))?.[1] ?? ''
  // HIFO alone takes the lot of 300, which was never filed: 400, 200, and with the lot of 450 a gain of 50.
  expect(csv).toContain('gain 400.00 becomes 200.00')
  expect(csv).toContain('gain 200.00 becomes 50.00')
  expect(csv).not.toMatch(/filed|now/)
})

test.each([
  ['2026-03-03', 'the date is in the future; a day up to today is expected'],
  ['2021-12-31', 'that was before the year began; a later day is expected'],
])('N5 a return is not filed on %s', async (day, why) => {
  const { io, printed, written } = await filedAndToday()
  const asked = ['filed', 'today', '--year', '2022', '--filed-on', day, '--out', 'pack']
  expect(await runAmend(asked, io, TODAY)).toBe(2)
  expect(printed).toMatchObject({ out: '', err: `--filed-on ${day}: ${why}\n` })
  expect([...written.keys()].filter((path) => path.startsWith('pack'))).toEqual([])
  // A day of grace: it may be tomorrow already where the person is.
  expect(await runAmend(asked.with(5, '2026-03-02'), io, TODAY)).toBe(0)
})

test('N6 where nothing of the year differs no pack is written', async () => {
  const { io, printed, written } = await filedAndToday()
  const asked = ['filed', 'today', '--year', '2024', '--filed-on', '2025-04-15', '--out', 'pack']
  expect(await runAmend(asked, io, TODAY)).toBe(0)
  expect(printed.out).toBe('Nothing of 2024 differs from what was filed.\n')
  expect([...written.keys()].filter((path) => path.startsWith('pack'))).toEqual([])
})

test('N4 a kept result of another engine is told apart from what changed since', async () => {
  const input = parseCalculationInput(history)
  const { manifest_hash: _, ...manifest } = manifestOf(input, calculate(input))
  const [sale, ...others] = calculate(input).disposals
  const result = { ...calculate(input), disposals: [{ ...sale!, basis: '60', gain: '20' }, ...others] }
  const hash = hashOf(rowsOfResult(input, result))
  const body = { ...manifest, engine_version: '0.9.0', result_hash: hash }
  const files = {
    'old/input.json': JSON.stringify(history),
    'old/result.json': JSON.stringify(result),
    'old/manifest.json': JSON.stringify({ ...body, manifest_hash: hashOf(body) }),
    'h.json': JSON.stringify(history),
  }
  const { code, out } = await runCommand(runCompare, ['old', 'h.json', '--json'], files)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    before: { engine_version: '0.9.0' },
    causes: [{ kind: 'engine', years: { '2025': { gain: '10', short: '10' } } }],
  })
  for (const [name, of] of [
    ['result.json', { ...result, lots: [] }],
    ['manifest.json', { ...body, manifest_hash: hashOf(body), engine_version: '1.0.0' }],
    ['input.json', { ...history, settings: { method: 'lifo' } }],
  ] as const) {
    const changed = { ...files, [`old/${name}`]: JSON.stringify(of) }
    const refused = await runCommand(runCompare, ['old', 'h.json'], changed)
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain(`old/${name}: changed since the manifest`)
  }
})

test('N3 N4 a calculation that is kept as rows, or was before there were any, is the same calculation', async () => {
  const input = parseCalculationInput(history)
  const result = calculate(input)
  const { manifest_hash: _, ...manifest } = manifestOf(input, result)
  const old = {
    ...manifest,
    schema: 'lotbook-manifest/2',
    input_hash: hashOf(input),
    result_hash: hashOf(result),
  }
  const files = {
    'rows/input.json': JSON.stringify(rowsOfInput(input)),
    'rows/result.json': JSON.stringify(rowsOfResult(input, result)),
    'rows/manifest.json': JSON.stringify(manifestOf(input, result)),
    'old/input.json': JSON.stringify(history),
    'old/result.json': JSON.stringify(result),
    'old/manifest.json': JSON.stringify({ ...old, manifest_hash: hashOf(old) }),
    'h.json': JSON.stringify(history),
  }
  for (const pair of [
    ['rows', 'old'],
    ['old', 'h.json'],
    ['h.json', 'rows'],
  ])
    expect(await runCommand(runCompare, pair, files)).toEqual({ code: 0, out: 'Nothing differs.\n', err: '' })
  const broken = {
    ...files,
    'rows/result.json': JSON.stringify({ ...rowsOfResult(input, result), lots: [[99]] }),
  }
  expect(await runCommand(runCompare, ['rows', 'old'], broken)).toMatchObject({
    code: 1,
    err: 'rows/result.json: not a result of the input beside it\n',
  })
  const unsaid = { ...files, 'rows/manifest.json': 'null' }
  expect(await runCommand(runCompare, ['rows', 'old'], unsaid)).toMatchObject({
    code: 1,
    err: expect.stringContaining('rows/manifest.json: changed since'),
  })
})

test('N6 what the return states leads to columns A and C, and a loss beyond the limit to the next year', async () => {
  const { io, printed, named } = await filedAndToday()
  const stated = {
    '2022': { filing_status: 'mfs', taxable_income: '40000', other_long: '-1000', other_short: '0' },
  }
  await io.writeFile('facts.json', JSON.stringify(stated))
  const asked = ['filed', 'today', '--year', '2022', '--filed-on', '2023-04-15', '--out', 'pack']
  expect(await runAmend([...asked, '--return', 'facts.json'], io, TODAY), printed.err).toBe(0)
  // 935 and 1,000 of other property are 1,935 lost as filed, 1,963 and 1,000 are 2,963: 1,500 count either way.
  const lines = named('form-1040-x-lines-2022').split('\r\n')
  expect(lines).toContain('Form 1040-X,5,Taxable income,40000.00,0.00,40000.00')
  expect(lines).toContain('Schedule D,21,Loss that reduces other income,-1500.00,0.00,-1500.00')
  expect(lines).toContain('Schedule D of 2023,14,Long-term capital loss carryover,-435.00,-1028.00,-1463.00')
  expect(printed.out).toContain('Schedule D of 2023, line 14: -435.00 as filed, -1463.00 corrected')
})

test('N6 what was filed is better kept than worked out again, which is said', async () => {
  const other = { ...history, settings: { ...history.settings, method: 'lifo' } }
  const later = {
    ...other,
    transactions: history.transactions.map((t) => (t.id === 's' ? { ...t, to_amount: '90' } : t)),
  }
  const { io, printed, named } = terminal({
    'a.json': JSON.stringify(history),
    'b.json': JSON.stringify(later),
  })
  const asked = ['a.json', 'b.json', '--year', '2025', '--filed-on', '2026-02-15', '--out', 'pack']
  expect(await runAmend(asked, io, TODAY)).toBe(0)
  expect(printed.err).toContain('a.json: worked out again with engine')
  expect(named('amendment-2025')).not.toBe('')
})

test.each(scenarios.map(({ id, input }) => [id, JSON.stringify(input)] as const))(
  'N4 %s differs from itself in nothing',
  async (_, input) => {
    const { code, out } = await runCommand(runCompare, ['a.json', 'b.json'], {
      'a.json': input,
      'b.json': input,
    })
    expect([code, out]).toEqual([0, 'Nothing differs.\n'])
  },
)

test('what cannot be read is said with its place; misuse is answered with the usage', async () => {
  const files = { 'a.json': JSON.stringify(history), 'bad.json': '{"settings": {}, "transactions": [{}]}' }
  expect(await runCommand(runCompare, ['a.json', 'none'], files)).toMatchObject({
    code: 1,
    err: 'none/input.json: cannot be read: no such file\n',
  })
  const bad = await runCommand(runCompare, ['a.json', 'bad.json'], files)
  expect([bad.code, bad.err]).toEqual([1, expect.stringContaining('bad.json:\ntransactions[0]')])
  for (const args of [[], ['a.json'], ['a.json', 'b.json', 'c.json'], ['a.json', 'b.json', '--year', '1']])
    expect(await runCommand(runCompare, args, files)).toMatchObject({
      code: 2,
      err: 'Usage: lotbook compare BEFORE AFTER [--year YEAR] [--json]\n',
    })
  for (const args of [
    ['a.json', 'a.json', '--year', '2025', '--out', 'o', '--filed-on', 'spring'],
    ['a.json', 'a.json', '--year', '2025', '--out', 'o', '--filed-on', '2026-02-30'],
    ['a.json', 'a.json', '--year', '2025', '--out', 'o', '--filed-on', '2024-12-31'],
    ['a.json', 'a.json'],
  ])
    expect(await runAmend(args, terminal(files).io, TODAY)).toBe(2)
})
