import { expect, test } from 'vitest'
import { runCalculateFiles } from './calculate-files.ts'
import { runReport } from './report.ts'
import { terminal } from './testing/run-command.ts'
import { small8949 } from './testing/small-8949.ts'

const SALES = Array.from(
  { length: 12 },
  (_, n) =>
    `2025-08-${String(n + 1).padStart(2, '0')}T23:30:00Z,Sell,ETH,0.1,USD,1600.00,160.00,160.00,0.00,Sold 0.1 ETH for $160.00 USD`,
).join('\n')
const COINBASE = `Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes
2021-06-01T00:00:01Z,Buy,ETH,3,USD,2500.00,7500.00,7500.00,0.00,Bought 3 ETH
${SALES}
`
const now = new Date('2026-02-05T10:00:00Z')
const FILES = ['--files', 'coinbase.csv', '--method', 'fifo', '--year', '2025', '--out', 'out']

const namesOf = (written: ReadonlyMap<string, string>, folder: string) =>
  [...written.keys()].filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.pdf'))

test('Form 8949 is filled from a folder of forms, with a name and a number that no message shows whole', async () => {
  const { io, printed, written } = terminal({
    'coinbase.csv': COINBASE,
    'forms/f8949--2025.pdf': await small8949(),
    'number.txt': '123 45 6789\n',
  })
  const code = await runCalculateFiles(
    [...FILES, '--forms', 'forms', '--name', 'Jane Roe', '--ssn-file', 'number.txt'],
    io,
    now,
  )
  expect(namesOf(written, 'out').map((path) => path.replace(/-[0-9a-f]{12}\./, '.'))).toEqual([
    'out/form-8949-official-2025.pdf',
  ])
  expect(printed.out).toContain('Printed for Jane Roe, ***-**-6789\n')
  // Schedule D of that year is not in the folder: said by name, and nothing else is missing.
  expect(code).toBe(1)
  expect(printed.err).toContain(
    'forms/f1040sd--2025.pdf: there is no such file. The lines of Schedule D are in its table (CSV).\n',
  )
  expect(`${printed.out}${printed.err}${[...written].map(([, text]) => text).join('')}`).not.toContain(
    '123-45-6789',
  )
})

test('the folder of forms may be in the environment', async () => {
  const { io, printed } = terminal({ 'coinbase.csv': COINBASE })
  const environment = (name: string) => (name === 'LOTBOOK_FORMS' ? 'of-the-server' : undefined)
  expect(await runCalculateFiles(FILES, { ...io, environment }, now)).toBe(1)
  expect(printed.err).toContain('of-the-server/f8949--2025.pdf: there is no such file.')
})

test('a form that is not the expected one is refused by name, and the drawn form is there instead', async () => {
  const { io, printed, written } = terminal({ 'coinbase.csv': COINBASE, 'forms/f8949--2025.pdf': 'no PDF' })
  expect(await runCalculateFiles([...FILES, '--forms', 'forms'], io, now)).toBe(1)
  expect(printed.err).toContain(
    'f8949--2025.pdf: not a PDF that can be read, so not Form 8949 of 2025. Form 8949 as Lotbook draws it is there instead; it has the same rows, boxes and totals.\n',
  )
  expect(namesOf(written, 'out')[0]).toMatch(/^out\/form-8949-2025-/)
})

test('above the number of rows that was chosen, sales are in summary with their statement behind', async () => {
  const { io, written } = terminal({ 'coinbase.csv': COINBASE })
  const report = (above: string, out: string) =>
    runReport(['out', '--year', '2025', '--out', out, '--summary-above', above], io)
  expect(await runCalculateFiles(FILES, io, now)).toBe(0)
  expect(await report('12', 'rows')).toBe(0)
  expect(await report('11', 'summary')).toBe(0)
  expect(namesOf(written, 'rows')).toHaveLength(1)
  expect(namesOf(written, 'summary')).toContain('summary/8949-statement-2025.pdf')
})

test('a number comes from a file or the environment, is never shown, and is refused on the command line', async () => {
  const { io, printed, written } = terminal({ 'coinbase.csv': COINBASE, 'number.txt': '12-3456789' })
  expect(await runCalculateFiles([...FILES, '--ssn', '123-45-6789'], io, now)).toBe(2)
  expect(printed.err).toContain(
    '--ssn: every user of this machine can read it. Use --ssn-file FILE, or set LOTBOOK_SSN.\n',
  )
  expect(await runCalculateFiles([...FILES, '--ssn-file', 'number.txt'], io, now)).toBe(2)
  expect(printed.err).toContain('number.txt: not a Social Security number; nine digits are expected.\n')
  expect(await runCalculateFiles([...FILES, '--ssn-file', 'none.txt'], io, now)).toBe(2)
  expect(await runCalculateFiles([...FILES, '--summary-above', 'many'], io, now)).toBe(2)
  expect(written.size).toBe(0)
  const environment = (name: string) => (name === 'LOTBOOK_SSN' ? '123456789' : undefined)
  expect(await runCalculateFiles(FILES, { ...io, environment }, now)).toBe(0)
  expect(printed.out).toContain('Printed for ***-**-6789\n')
  expect(printed.out + printed.err).not.toMatch(/123-?45-?6789|12-3456789/)
})

test('a year with nothing in it has no form to fill, and the drawn one says so', async () => {
  const { io, printed, written } = terminal({ 'coinbase.csv': COINBASE })
  const files = FILES.map((word) => (word === '2025' ? '2024' : word))
  expect(await runCalculateFiles([...files, '--forms', 'forms'], io, now)).toBe(0)
  expect(printed.out).toContain('There is nothing to put on a form of 2024.\n')
  expect(namesOf(written, 'out')[0]).toMatch(/^out\/form-8949-2024-/)
})
