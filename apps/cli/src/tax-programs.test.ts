import { readBrokerForms } from '@lotbook/sources'
import { TAX_PROGRAM_IDS } from '@lotbook/reports'
import { expect, test } from 'vitest'
import { runCalculateFiles } from './calculate-files.ts'
import { helpOfAll } from './help.ts'
import { runReport } from './report.ts'
import { terminal } from './testing/run-command.ts'

const COINBASE = `Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes
2021-06-01T00:00:01Z,Buy,ETH,3,USD,2500.00,7500.00,7500.00,0.00,Bought 3 ETH
2024-08-01T23:30:00Z,Sell,ETH,1,USD,1600.00,1600.00,1590.00,10.00,Sold 1 ETH for $1590.00 USD
2025-09-01T12:00:00Z,Sell,ETH,1.5,USD,1700.00,2550.00,2550.00,0.00,Sold 1.5 ETH for $2550.00 USD
`
const now = new Date('2026-02-05T10:00:00Z')
const asked = (year: string) => [
  '--files',
  'coinbase.csv',
  '--method',
  'fifo',
  '--year',
  year,
  '--out',
  'out',
]

const folders = (written: Iterable<readonly [string, string]>, out: string) =>
  new Set([...written].flatMap(([path]) => new RegExp(`^${out}/tax-software/([^/]+)/`).exec(path)?.[1] ?? []))

test('a year is written for TurboTax Online, and for every program or one where that is asked for', async () => {
  const { io, printed, written, named } = terminal({ 'coinbase.csv': COINBASE })
  expect(await runCalculateFiles(asked('2025'), io, now), printed.err).toBe(0)
  expect([...folders(written, 'out')]).toEqual(['turbotax-csv'])

  const again = (out: string, ...names: string[]) =>
    runReport(['out', '--year', '2025', '--out', out, ...names.flatMap((name) => ['--for', name])], io)
  expect(await again('whole', 'all')).toBe(0)
  expect([...folders(written, 'whole')].toSorted()).toEqual(TAX_PROGRAM_IDS.toSorted())
  expect(await again('two', 'txf', 'taxact-csv')).toBe(0)
  expect([...folders(written, 'two')].toSorted()).toEqual(['taxact-csv', 'txf'])
  expect(named('taxact-2025')).toContain('1.5 ETH,06/01/2021,09/01/2025,2550.00,3750.00,,,L,Long,Sold,,,')
})

test('the FDX file is what Forms 1099-DA are read from', async () => {
  const { io, printed, named } = terminal({ 'coinbase.csv': COINBASE })
  expect(await runCalculateFiles([...asked('2025'), '--for', 'fdx-json'], io, now), printed.err).toBe(0)
  const reading = readBrokerForms({ name: 'fdx.json', bytes: Buffer.from(named('fdx-2025')) })
  expect(reading).toMatchObject({
    outcome: 'lines',
    problems: [],
    lines: [
      {
        year: 2025,
        name: 'ETH',
        units: '1.5',
        acquired: '2021-06-01',
        sold: '2025-09-01',
        proceeds: '2550',
        basis: '3750',
        term: 'long',
        isBasisReported: false,
      },
    ],
  })
})

test('the help names every program', () => {
  expect(helpOfAll()).toContain(`: all, ${TAX_PROGRAM_IDS.join(', ')}.`)
})

test('an unknown program and a year before a format are misuse, said with what is expected', async () => {
  const { io, printed } = terminal({ 'coinbase.csv': COINBASE })
  expect(await runCalculateFiles([...asked('2025'), '--for', 'quicken'], io, now)).toBe(2)
  expect(printed.err).toBe(`--for quicken: all, ${TAX_PROGRAM_IDS.join(', ')} are expected\n`)
  printed.err = ''
  expect(await runCalculateFiles([...asked('2024'), '--for', 'fdx-json'], io, now)).toBe(2)
  expect(printed.err).toBe('--for fdx-json: FDX (JSON) starts with tax year 2025.\n')
  expect(await runCalculateFiles([...asked('2024'), '--for', 'all'], io, now)).toBe(0)
})
