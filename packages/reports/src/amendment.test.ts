import { inflateSync } from 'node:zlib'
import { NO_BUSINESS_FACTS, NO_RETURN_FACTS } from '@lotbook/rules/us'
import { expect, test } from 'vitest'
import { amendedReturnCsv } from './amended-return/amended-return-csv.ts'
import { amendedReturn } from './amended-return/amended-return.ts'
import { amendmentCsv } from './amendment-csv.ts'
import { amendmentPdf } from './amendment-pdf.ts'
import {
  addsUpInCents,
  amendedTo,
  explainLine,
  type AmendedRow,
  type AmendmentLine,
  type AmendmentReport,
} from './amendment.ts'
import { textOf } from './testing/report-of.ts'

const row = (part: Partial<AmendedRow>): AmendedRow => ({
  quantity: '0.5',
  acquired: '2024-01-02',
  date: '2025-03-04',
  proceeds: '1000',
  basis: '250.005',
  gain: '749.995',
  value: null,
  deduction: null,
  term: 'long',
  box: 'L',
  ...part,
})
const line = (part: Partial<AmendmentLine>): AmendmentLine => ({
  kind: 'disposal',
  label: 'Sell',
  asset: 'BTC',
  account: 'Kraken',
  transaction: 't1',
  date: '2025-03-04',
  before: row({}),
  after: row({ acquired: '2023-05-06', basis: '50', gain: '950' }),
  gain: '200.005',
  income: '0',
  deduction: '0',
  cause: 'Added by older.csv',
  ...part,
})
const report = (lines: readonly AmendmentLine[]): AmendmentReport => ({
  year: 2025,
  taxpayer: { name: 'Jane Roe' },
  filedOn: '2026-04-15',
  confirmation: 'A-1',
  filedCalculationId: '0190ab12-34cd-7000-8000-000000000000',
  calculationId: '0190ab99-34cd-7000-8000-000000000000',
  calculatedAt: '2026-11-05T10:00:00Z',
  keepsLots: false,
  restsOn: null,
  figures: [{ name: 'Net gain', filed: '749.995', change: '200.005' }],
  causes: [{ label: 'Added by older.csv', gain: '200.005', rows: lines.length }],
  lines,
  amendedReturn: amendedReturn({
    year: 2025,
    filed: {
      boxes: [{ box: 'L', totals: { proceeds: 100000n, basis: 25001n, adjustment: 0n, gain: 74999n } }],
      earlier: [],
      incomes: [],
    },
    corrected: {
      boxes: [{ box: 'L', totals: { proceeds: 100000n, basis: 5000n, adjustment: 0n, gain: 95000n } }],
      earlier: [],
      incomes: [],
    },
    later: [],
    facts: NO_RETURN_FACTS,
    businessFacts: NO_BUSINESS_FACTS,
    deduction: '0',
    causes: [{ label: 'Added by older.csv', gain: '200.005', rows: lines.length }],
    earlierAmended: [],
  }),
  notes: ['The Safe Harbor allocation was recorded too late for ETH.'],
})

test('N6 a line says what of it changed and why', () => {
  expect(explainLine(line({}))).toBe(
    'Added by older.csv: date acquired 01/02/2024 becomes 05/06/2023; cost basis 250.01 becomes 50.00; gain 750.00 becomes 950.00.',
  )
  expect(explainLine(line({ before: null }))).toBe('Added by older.csv: new, there was no such line before.')
  expect(explainLine(line({ after: null, cause: 'Tax settings' }))).toBe('Tax settings: no longer there.')
  expect(amendedTo(report([]).figures[0]!)).toBe('950')
})

test('N6 where amounts that are rounded one by one do not add up the paper says so, and else does not', async () => {
  const shown = async (filed: string, change: string) =>
    shownIn(
      await textOf(
        amendmentPdf({
          ...report([]),
          figures: [{ name: 'Net gain', filed, change }],
          causes: [{ label: 'Added by older.csv', gain: change, rows: 1 }],
        }).chunks,
      ),
    )
  const said = 'Amounts are rounded one by one and sums once'
  expect(await shown('-322.584', '9.075')).toContain(said)
  expect(await shown('-322.58', '9.08')).not.toContain(said)
  const terms = (net: string, short: string, long: string) =>
    addsUpInCents({
      figures: [net, short, long].map((filed) => ({ name: '', filed, change: '0' })),
      causes: [],
    })
  expect([terms('0.01', '0.005', '0.005'), terms('0.01', '0.004', '0.006')]).toEqual([false, true])
})

test('N6 the table has before, after and difference of every line, exact, and is safe from spreadsheets', async () => {
  const file = amendmentCsv(report([line({ account: '=cmd' }), line({ before: null })]))
  expect([file.fileName, file.rows]).toEqual(['amendment-2025-0190ab9934cd.csv', 2])
  const [head, first, second] = (await textOf(file.chunks)).split('\r\n')
  expect(head?.split(',').length).toBe(30)
  expect(first).toContain(
    `disposal,Sell,BTC,'=cmd,t1,0.5,2024-01-02,2025-03-04,1000,250.005,,749.995,,long,L,0.5,2023-05-06,2025-03-04,1000,50,,950,,long,L,200.005,0,0,Added by older.csv`,
  )
  expect(second).toContain('disposal,Sell,BTC,Kraken,t1,,,,,,,,,,,0.5,2023-05-06')
})

/** What a PDF shows, its streams inflated and its glyphs as text. */
function shownIn(pdf: string): string {
  const streams = [...pdf.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
  return streams
    .map(([, bytes = '']) => {
      try {
        return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
      } catch {
        return ''
      }
    })
    .join('\n')
    .replace(/\[(.*?)\] TJ/g, (_, glyphs: string) =>
      [...glyphs.matchAll(/<([0-9a-f]+)>/g)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    )
}

test('N6 the paper shows figures, causes and every line, over as many pages as it takes, the same bytes each time', async () => {
  const lines = Array.from({ length: 450 }, (_, i) => line({ label: `Sell ${i}` }))
  const [pdf, again] = await Promise.all([1, 2].map(() => textOf(amendmentPdf(report(lines)).chunks)))
  expect(again).toBe(pdf)
  const shown = shownIn(pdf ?? '')
  for (const text of [
    'Proposed amendment of tax year 2025',
    'Jane Roe. Return filed on 04/15/2026, confirmation A-1.',
    'Net gain',
    '950.00',
    'recorded too late for ETH.',
    'Later years assume that 2025 is amended',
    'If it is not amended',
    'Line 1 (part)  Capital gain or loss (Form 1040, line 7a)',
    'A. As filed',
    'Schedule D, line 16  Lines 7 and 15 together',
    'Form 8949, box L  Totals, column (h) gain or loss',
    'Schedule D of 2026, line 14  Long-term capital loss carryover',
    'Part II: explanation of the changes',
    'Form 1040, line 7a (capital gain or loss): $749.99 as filed, $950.00 corrected.',
    'Sell 0 ',
    'Sell 449 ',
  ])
    expect(shown).toContain(text)
  expect(shown.match(/not a form of the IRS/g)!.length).toBeGreaterThan(10)
  const none = shownIn(await textOf(amendmentPdf(report([])).chunks))
  expect(none).toContain('not tax advice')
  expect(none).toContain('Proposed amendment')
  const kept = shownIn(await textOf(amendmentPdf({ ...report([]), keepsLots: true }).chunks))
  expect(kept).toContain('The lots of 2025 are kept as filed')
  expect(kept).not.toContain('Later years assume')
})

test('N6 the lines of the amended return are a table: Form 1040-X with columns A to C, the forms behind it, Part II', async () => {
  const file = amendedReturnCsv(report([line({})]))
  expect(file.fileName).toBe('form-1040-x-lines-2025-0190ab9934cd.csv')
  const rows = (await textOf(file.chunks)).split('\r\n')
  expect(rows[0]).toBe('Form,Line,Description,As Filed (A),Change (B),Corrected (C)')
  for (const row of [
    'Form 1040-X,1,Adjusted gross income; column A from the return as filed,,200.01,',
    'Form 1040,7a,Capital gain or loss,749.99,200.01,950.00',
    'Schedule D,16,Lines 7 and 15 together,749.99,200.01,950.00',
    'Form 8949,box L,Totals, column (h) gain or loss,749.99,200.01,950.00',
  ])
    expect(rows.map((one) => one.replaceAll('"', ''))).toContain(row)
  expect(rows.filter((row) => row.startsWith('Form 1040-X,Part II,')).length).toBeGreaterThan(3)
})
