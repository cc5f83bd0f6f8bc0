import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditTrailCsv } from './audit-trail-csv.ts'
import { csvCell, csvLines } from './csv.ts'
import { form8949Csv } from './form-8949-csv.ts'
import { incomeCsv } from './income-csv.ts'
import { removalsCsv } from './removals-csv.ts'
import { gift, reportOf, sale, textOf } from './testing/report-of.ts'
import { taxProgramFiles } from './tax-programs/tax-programs.ts'

describe('SE8 no cell is a formula', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['  =cmd()', "'  =cmd()"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+1 (555)', "'+1 (555)"],
    ['-1-1', "'-1-1"],
    ['\u{ff1d}1', "'\u{ff1d}1"],
    ['-12.50', '-12.50'],
    ['12', '12'],
    [';=1+1', ";'=1+1"],
    ['a; =1+1;-2', "a; '=1+1;'-2"],
    ['a\r\n@x', '"a\r\n\'@x"'],
    ['a;b - c', 'a;b - c'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['=a,b', '"\'=a,b"'],
  ])('%s', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })

  test('whatever the text, what a spreadsheet reads starts no formula and quotes stay balanced', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const cell = csvCell(text)
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        // Each part is a cell where a semicolon parts them, however the text was quoted.
        if (!/^-?\d+(\.\d+)?$/.test(read))
          for (const part of read.split(/[;\t\r\n]/)) expect(/^\s*[=+\-@]/.test(part)).toBe(false)
        expect(read.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
      }),
    )
  })
})

/** The lines of a table without its closing notes. */
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .filter((line) => !/^"?Note: /.test(line))

test('lines are written one by one, however many there are', () => {
  let made = 0
  const rows = (function* () {
    for (;;) {
      made += 1
      yield [String(made)]
    }
  })()
  const lines = csvLines(['n'], rows)
  expect([lines.next().value, lines.next().value, lines.next().value]).toEqual(['n\r\n', '1\r\n', '2\r\n'])
  expect(made).toBe(2)
})

test('names with commas, quotes and formulas survive every file', async () => {
  const odd = '=HYPERLINK("x"), "é"'
  const report = reportOf({
    disposals: [sale({ account: odd, proceeds: '1', basis: '1' })],
    incomes: [
      {
        transaction: 'i',
        category: 'airdrop',
        asset: odd,
        account: odd,
        quantity: '1',
        date: '2025-01-01',
        at: '2025-01-01T00:00:00Z',
        value: '2.005',
        priceSource: 'stated',
        isCash: false,
        isUnpriced: false,
        goesTo: { line: 'other', chosen: 'usual', from: null },
      },
    ],
    removals: [
      {
        transaction: 'r',
        kind: 'gift',
        asset: 'BTC',
        account: odd,
        lot: null,
        quantity: '1',
        acquired: null,
        date: '2025-01-01',
        basis: '1',
        value: null,
        term: null,
        deduction: null,
        note: odd,
        howAcquired: null,
        allocation: null,
      },
    ],
  })
  const quoted = '"\'=HYPERLINK(""x""), ""é"""'
  for (const file of [form8949Csv(report), incomeCsv(report), removalsCsv(report), auditTrailCsv(report)]) {
    const text = await textOf(file.chunks)
    expect(text).toContain(quoted)
    expect(linesOf(text)).toHaveLength(file.rows + 1)
  }
  expect(await textOf(incomeCsv(report).chunks)).toContain(',2.01,stated,')
})

test('every table writes a day the way that tax software reads it, and an instant in UTC', async () => {
  const report = reportOf({
    disposals: [sale({ proceeds: '1', basis: '0', acquired: '2024-01-02', disposed: '2025-03-04' })],
    incomes: [
      {
        transaction: 'r',
        category: 'mined',
        asset: 'BTC',
        account: 'Kraken',
        quantity: '1',
        date: '2024-12-31',
        at: '2025-01-01T03:00:00Z',
        value: '5',
        priceSource: 'stated',
        isCash: false,
        isUnpriced: false,
        goesTo: { line: 'other', chosen: 'usual', from: null },
      },
    ],
    removals: [
      {
        transaction: 'g',
        kind: 'gift',
        asset: 'BTC',
        account: 'Kraken',
        lot: 'b',
        quantity: '1',
        acquired: '2023-05-06',
        date: '2025-07-08',
        basis: '2',
        value: '3',
        term: null,
        deduction: null,
        note: null,
        howAcquired: null,
        allocation: null,
      },
    ],
  })
  const rows = async (file: { chunks: Parameters<typeof textOf>[0] }) =>
    linesOf(await textOf(file.chunks)).slice(1)
  expect(await rows(incomeCsv(report))).toEqual([
    '2025-01-01T03:00:00Z,12/31/2024,Mined,BTC,1,5.00,stated,Kraken,r,"Schedule 1, line 8v",Usual line; not confirmed',
  ])
  expect(await rows(removalsCsv(report))).toEqual([
    '07/08/2025,Gift sent,BTC,1,05/06/2023,2.00,3.00,long,,,Kraken,g,,unknown,,,,,,,,,,,,,name of the donee',
  ])
  expect(await rows(auditTrailCsv(report))).toEqual([
    'Sell,t1,l1,Coinbase,BTC,1,01/02/2024,03/04/2025,1,0,0,long,L,',
    'Gift sent,g,b,Kraken,BTC,1,05/06/2023,07/08/2025,,2,,long,,',
    'Mined,r,r,Kraken,BTC,1,12/31/2024,12/31/2024,,5,,,,',
  ])
})

test('kinds and categories are words, also where the journal has a code', async () => {
  const [, row] = (
    await textOf(removalsCsv(reportOf({ removals: [gift({ kind: 'sent_unresolved' })] })).chunks)
  ).split('\r\n')
  expect(row).toContain(',"Sent, not matched",')
})

test('N16 the audit trail ends with what the calculation was held to', async () => {
  const file = auditTrailCsv(
    reportOf({
      disposals: [sale({ proceeds: '1', basis: '0' })],
      invariants: [{ name: 'gain-is-difference', checked: 1, outcome: 'holds' }],
    }),
  )
  expect(file.rows).toBe(2)
  expect(linesOf(await textOf(file.chunks)).slice(2)).toEqual([
    'Check,,,,,,,,,,,,,Gain is proceeds less basis: holds (rows checked: 1)',
  ])
})

test('tables for people end with what their figures rest on and that they are no advice; what software reads does not', async () => {
  const report = reportOf({ disposals: [sale({ proceeds: '1', basis: '0' })], removals: [gift({})] })
  for (const file of [incomeCsv(report), removalsCsv(report), auditTrailCsv(report)]) {
    const [rests, advice] = (await textOf(file.chunks)).trimEnd().split('\r\n').slice(-2)
    expect(rests).toContain('Note: Figures rest on: FIFO, lots per account. Engine 1.0.0, rules us-2026.')
    expect(advice).toContain('not tax advice')
  }
  for (const file of [form8949Csv(report), taxProgramFiles('turbotax-csv', report).files[0]!])
    expect(await textOf(file.chunks)).not.toContain('Note')
})
