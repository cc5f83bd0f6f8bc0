import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFile, type ReadOutcome } from '@lotbook/sources'
import { hashOf } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { runCalculateFiles } from './calculate-files.ts'
import { journalOfFiles } from './journal-of-files.ts'
import { runReport } from './report.ts'
import { terminal } from './testing/run-command.ts'
import { runVerify } from './verify.ts'

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

const now = new Date('2026-01-05T10:00:00Z')
const asked = (files: string[], method: string) => [
  '--files',
  ...files,
  '--method',
  method,
  '--year',
  '2022',
  '--out',
  'out',
]

test('export files become every report of the year, and the proof beside them holds', async () => {
  const { io, printed, written, named } = terminal({ 'coinbase.csv': COINBASE, 'kraken.csv': KRAKEN })
  expect(await runCalculateFiles(asked(['coinbase.csv', 'kraken.csv'], 'fifo'), io, now), printed.err).toBe(0)
  // The transfer carried half of the 5,050 along: both sales have a basis of 2,525.
  expect(named('form-8949-2022').startsWith('%PDF')).toBe(true)
  const rows = [...written]
    .find(([path]) => path.endsWith('.csv') && path.includes('form-8949'))?.[1]
    .split('\r\n')
  expect(rows?.slice(1, 3).map((row) => row.split(',').slice(0, 10).join(','))).toEqual([
    'II,F,1 ETH,06/01/2021,08/01/2022,1590.00,2525.00,,0.00,-935.00',
    'II,F,1 ETH,06/01/2021,09/01/2022,1497.00,2525.00,,0.00,-1028.00',
  ])
  expect(await runVerify(['out/manifest.json', '--input', 'out/input.json'], io)).toBe(0)
  expect(printed.out).toContain('12 invariants hold of the result')

  const before = new Map(written)
  expect(await runReport(['out', '--year', '2022', '--out', 'again'], io)).toBe(0)
  for (const [path, content] of before) {
    if (!path.endsWith('.json')) expect(written.get(path.replace('out', 'again')), path).toBe(content)
  }
})

test('rows are kept only where that is asked for, and the papers are the same', async () => {
  const { io, printed, written } = terminal({ 'coinbase.csv': COINBASE, 'kraken.csv': KRAKEN })
  const args = asked(['coinbase.csv', 'kraken.csv'], 'fifo')
  expect(await runCalculateFiles([...args, '--result'], io, now), printed.err).toBe(0)
  expect([...written.keys()].filter((path) => path.endsWith('.json'))).toEqual([
    'out/input.json',
    'out/result.json',
    'out/manifest.json',
  ])
  const whole = [...written].filter(([path]) => !path.endsWith('.json'))
  for (const path of whole.map(([one]) => one)) written.delete(path)
  expect(await runReport(['out/result.json', '--year', '2022', '--out', 'out'], io)).toBe(0)
  expect([...written].filter(([path]) => !path.endsWith('.json'))).toEqual(whole)
  const result = written.get('out/result.json') ?? ''
  // Names that an earlier calculation left in the folder are none of this one.
  expect(await runCalculateFiles(asked(['coinbase.csv'], 'fifo'), io, now)).toBe(0)
  expect(await runCalculateFiles([...args, '--result'], io, now)).toBe(0)
  expect(written.get('out/result.json')).toBe(result)
  expect(await runReport(['out', '--year', '2022', '--out', 'again'], io), printed.err).toBe(0)
  for (const [path, content] of whole) expect(written.get(path.replace('out', 'again')), path).toBe(content)
})

test('reports of a folder that another engine made, or that was changed, are refused by name', async () => {
  const refusal = async (change: (written: Map<string, string>) => void) => {
    const { io, printed, written } = terminal({ 'coinbase.csv': COINBASE })
    expect(await runCalculateFiles(asked(['coinbase.csv'], 'fifo'), io, now), printed.err).toBe(0)
    change(written)
    printed.err = ''
    expect(await runReport(['out', '--year', '2022', '--out', 'again'], io)).toBe(1)
    return printed.err
  }
  const edit =
    (name: string, change: (json: Record<string, unknown>) => Record<string, unknown>) =>
    (written: Map<string, string>) => {
      const text = written.get(`out/${name}`) ?? ''
      written.set(`out/${name}`, JSON.stringify(change(JSON.parse(text) as Record<string, unknown>)))
    }
  expect(await refusal(edit('input.json', (json) => ({ ...json, settings: { method: 'hifo' } })))).toBe(
    'out/input.json: changed since the manifest of this calculation was made (input_hash)\n',
  )
  expect(await refusal((written) => written.delete('out/names.json'))).toBe(
    'out/result.json: cannot be read: no such file\n',
  )
  const ofAnotherEngine = (written: Map<string, string>) => {
    const { manifest_hash: _, ...manifest } = JSON.parse(written.get('out/manifest.json') ?? '') as {
      manifest_hash: string
    }
    const body = { ...manifest, engine_version: '0', result_hash: '0'.repeat(64) }
    written.set('out/manifest.json', JSON.stringify({ ...body, manifest_hash: hashOf(body) }))
    edit('names.json', (json) => ({ ...json, calculation_id: '0'.repeat(64) }))(written)
  }
  expect(await refusal(ofAnotherEngine)).toMatch(
    /^out: engine 0 made this calculation and engine \S+ gets another result; its own was not kept \(--result keeps it\)\n$/,
  )
})

test('interest that margin cost is in no gain, and is listed for Form 4952, in cash and in coin', async () => {
  const ledger = `${KRAKEN}L4,P1,2022-09-02 04:00:00,rollover,,currency,ZUSD,spot / main,0.0000,0.1200,1496.8800
L5,R3,2022-09-03 08:00:00,deposit,,currency,SOL,spot / main,5.0000000000,0.0000000000,5.0000000000
L6,P2,2022-12-31 23:59:59,rollover,,currency,SOL,spot / main,0.0000000000,0.0100000000,4.9900000000
L7,P3,2023-01-01 00:00:00,rollover,,currency,ZUSD,spot / main,0.0000,0.3400,1496.5400
`
  const { io, printed, written, named } = terminal({ 'coinbase.csv': COINBASE, 'kraken.csv': ledger })
  expect(await runCalculateFiles(asked(['coinbase.csv', 'kraken.csv'], 'fifo'), io, now), printed.err).toBe(0)
  const lines = named('interest-paid-2022')
    .split('\r\n')
    .map((line) => line.replace(/[0-9a-f]{64}$/, 'tx'))
  expect(lines).toEqual([
    'Date,Asset,Quantity,FMV USD,Account,Transaction',
    '09/02/2022,USD,0.12,0.12,Kraken,tx',
    '12/31/2022,SOL,0.01,,Kraken,tx',
    'Total,,,0.12,,',
    '"Investment interest goes on Form 4952, line 1. Interest on other loans does not: leave it out.",,,,,',
    '"Not in the total, because no price is known: 1 of 2.",,,,,',
    '',
  ])
  expect(named('form-8949-2022').includes('0.12')).toBe(false)
  expect(await runReport(['out', '--year', '2022', '--out', 'again'], io)).toBe(0)
  const again = [...written].find(([path]) => path.startsWith('again/interest-paid'))
  expect(again?.[1]).toBe(named('interest-paid-2022'))
})

test('what little a network took, which neither side states, is the fee of a transfer that arrived before it was sent', async () => {
  const found = join(import.meta.dirname, '../../../packages/sources/fixtures/found')
  const names = ['transfer-sent.csv', 'transfer-arrived.csv']
  const files = names.map((name) => [name, readFileSync(join(found, name), 'utf8')] as const)
  const { io, printed, written } = terminal(Object.fromEntries(files))
  const args = ['--files', ...names, '--method', 'fifo', '--year', '2025', '--out', 'out']
  expect(await runCalculateFiles(args, io, now), printed.err).toBe(0)
  const rows = [...written]
    .find(([path]) => path.endsWith('.csv') && path.includes('form-8949'))?.[1]
    .split('\r\n')
  expect(rows?.slice(1, 3).map((row) => row.split(',').slice(0, 10).join(','))).toEqual([
    'I,I,0.0002 BTC,03/03/2024,03/03/2025,14.00,12.02,,0.00,1.98',
    'II,L,0.5 BTC,03/03/2024,03/05/2025,40000.00,30050.00,,0.00,9950.00',
  ])
})

test('N2 the order in which files are named is seen in no byte of what is written', async () => {
  const writtenOf = async (...names: string[]) => {
    const { io, printed, written } = terminal({ 'coinbase.csv': COINBASE, 'kraken.csv': KRAKEN })
    expect(await runCalculateFiles(asked(names, 'hifo'), io, now), printed.err).toBe(0)
    return Object.fromEntries(written)
  }
  expect(await writtenOf('kraken.csv', 'coinbase.csv')).toEqual(await writtenOf('coinbase.csv', 'kraken.csv'))
})

test('what a file leaves open is said in words, with its place', async () => {
  const { io, printed } = terminal({ 'a.csv': COINBASE })
  expect(await runCalculateFiles(asked(['a.csv'], 'fifo'), io, now), printed.err).toBe(0)
  expect(printed.err).toBe(
    'nothing says where it was sent; it leaves with its basis, without a gain (UNRESOLVED_SENT):\n  once ETH in Coinbase: a.csv, line 3\n',
  )
})

test('what leaves thousands of things open is told in short, or one by one where that is asked for', async () => {
  const sent = (n: number) =>
    `2021-07-02T00:00:${String(n).padStart(2, '0')}Z,Send,ETH,0.0001,USD,2100.00,,,,Sent`
  const history = `${COINBASE.replace('Buy,ETH,2,', 'Buy,ETH,3,')}${Array.from({ length: 40 }, (_, n) => sent(n)).join('\n')}\n`
  const { io, printed } = terminal({ 'a.csv': history })
  expect(await runCalculateFiles(asked(['a.csv'], 'fifo'), io, now), printed.err).toBe(0)
  expect(printed.err)
    .toBe(`nothing says where it was sent; it leaves with its basis, without a gain (UNRESOLVED_SENT):
  41 times ETH in Coinbase: a.csv, line 3; a.csv, line 5; a.csv, line 6 and 38 more
Each with its place: --all-warnings
`)
  Object.assign(printed, { err: '' })
  expect(await runCalculateFiles([...asked(['a.csv'], 'fifo'), '--all-warnings'], io, now)).toBe(0)
  const lines = printed.err.trimEnd().split('\n')
  expect(lines).toHaveLength(41)
  expect(lines.at(-1)).toBe(
    'a.csv, line 44: nothing says where it was sent; it leaves with its basis, without a gain (UNRESOLVED_SENT)',
  )
})

test('what a transfer lost on the way counts at zero, and that is said', async () => {
  const history = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2021-06-01T00:00:01Z,buy,2,ETH,5000,USD,,,Kraken,yes,
2022-07-01T00:00:00Z,send,,,1,ETH,,,Kraken,yes,${'4b'.repeat(32)}
2022-07-01T00:10:00Z,receive,0.99,ETH,,,,,Ledger,yes,${'4b'.repeat(32)}
`
  const { io, printed, named } = terminal({ 'h.csv': history })
  expect(await runCalculateFiles(asked(['h.csv'], 'fifo'), io, now), printed.err).toBe(0)
  expect(printed.err).toBe(
    'nothing states what this is worth; it counts at $0.00 (MISSING_PRICE):\n  once ETH in Kraken: h.csv, line 3\n',
  )
  expect(named('turbotax-2022')).toContain('0.01 ETH,06/01/2021,25.00,07/01/2022,0.00')
})

test('a file given twice counts once', async () => {
  const once = terminal({ 'a.csv': COINBASE })
  const twice = terminal({ 'a.csv': COINBASE, 'b.csv': COINBASE })
  await runCalculateFiles(asked(['a.csv'], 'hifo'), once.io, now)
  await runCalculateFiles(asked(['a.csv', 'b.csv'], 'hifo'), twice.io, now)
  expect(twice.named('manifest.json')).toBe(once.named('manifest.json'))
})

test('a trade that one file cuts in two counts once where another has it whole', async () => {
  const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance'
  const gave = 'L1,R,2025-01-02 00:00:00,trade,,currency,ZUSD,-500,0,'
  const got = 'L2,R,2025-01-02 00:00:00,trade,,currency,XXBT,0.03,0,'
  const journal = journalOfFiles(
    [[gave], [gave, got], [got]].map((rows, i) => {
      const bytes = new TextEncoder().encode([header, ...rows].join('\n'))
      const reading = readFile({ name: `${i}.csv`, bytes }) as ReadOutcome
      return { fileName: `${i}.csv`, reading }
    }),
  )
  expect(journal.entries).toMatchObject([{ type: 'buy', from: { amount: '500' }, to: { amount: '0.03' } }])
})

test('what cannot be read is said with its place, and the rest is calculated', async () => {
  const broken = COINBASE.replace('Sell,ETH,1,', 'Sell,ETH,abc,')
  const { io, printed, written } = terminal({ 'a.csv': broken })
  expect(await runCalculateFiles(asked(['a.csv', 'missing.csv'], 'fifo'), io, now)).toBe(1)
  expect(printed.err).toContain('a.csv, line 4, column Quantity Transacted')
  expect(printed.err).toContain('missing.csv: no such file')
  expect([...written.keys()]).toContain('out/names.json')
})

test.each([
  [['--files', 'a.csv', '--method', 'best', '--year', '2022', '--out', 'out']],
  [['--files', 'a.csv', '--year', '22', '--out', 'out']],
  [['--files', '--year', '2022', '--out', 'out']],
  [['--files', 'a.csv', '--year', '2022']],
])('misuse is answered with the usage: %j', async (args) => {
  const { io, printed } = terminal({ 'a.csv': COINBASE })
  expect(await runCalculateFiles(args, io, now)).toBe(2)
  expect(printed.err).toContain('Usage: lotbook calculate --files')
})

test('N3 N17 treatments and tokens are told by options, follow into the input, and one that nobody offers is refused', async () => {
  const traded = `${COINBASE.split('\n').slice(0, 2).join('\n')}
2022-03-01T00:00:00Z,Convert,ETH,2,USD,3000.00,6000.00,6000.00,0.00,Converted 2 ETH to 2 CBETH
`
  const run = async (...more: string[]) => {
    const { io, printed, written } = terminal({ 'coinbase.csv': traded })
    const code = await runCalculateFiles([...asked(['coinbase.csv'], 'fifo'), '--result', ...more], io, now)
    const read = (name: string) => JSON.parse(written.get(`out/${name}`) ?? 'null')
    if (code === 0) expect(await runVerify(['out/manifest.json', '--input', 'out/input.json'], io)).toBe(0)
    return { code, printed, input: read('input.json'), result: read('result.json')?.result }
  }
  expect((await run()).result.disposals).toMatchObject([{ kind: 'trade', gain: '950' }])
  const carried = await run('--token', 'liquid_staking=CBETH,ETH', '--treatment', 'liquid_staking=swap')
  expect(carried.input.settings).toMatchObject({
    treatments: { liquid_staking: 'swap' },
    tokens: [{ kind: 'liquid_staking', asset: 'CBETH', of: 'ETH' }],
  })
  expect(carried.result).toMatchObject({ disposals: [], lots: [{ asset: 'CBETH', basis: '5050' }] })
  const wrong = await run('--treatment', 'airdrop=never')
  expect([wrong.code, wrong.printed.err]).toEqual([
    1,
    'settings.treatments.airdrop: Unknown: "never"; known are income, zero_basis\n',
  ])
  expect((await run('--treatment', 'airdrop')).code).toBe(2)
})

test('what two files may tell twice is said with both places, and both count', async () => {
  const head =
    'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid\n'
  const sale = (second: number, id: string) =>
    `2022-01-01T00:00:0${second}Z,sell,3000,USD,1,ETH,,,Kraken,yes,${id}\n`
  const { io, printed } = terminal({ 'a.csv': head + sale(0, 'a'), 'b.csv': head + sale(1, 'b') })
  expect(await runCalculateFiles(asked(['a.csv', 'b.csv'], 'fifo'), io, now), printed.err).toBe(0)
  expect(printed.err).toContain(
    'two files may tell the same; both count (POSSIBLE_DUPLICATE):\n  once ETH in Kraken: a.csv, line 2 and b.csv, line 2\n',
  )
})
