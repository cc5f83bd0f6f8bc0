import { parseDecimal, toUnitsRounded } from '@lotbook/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { form8949, linesInFormOrder, type Form8949Row } from '../form-8949.ts'
import { formText } from '../money-text.ts'
import { readTable } from '../testing/read-csv.ts'
import { READERS, type ReadSale } from '../testing/read-program-files.ts'
import { reportOf, sale, textOf } from '../testing/report-of.ts'
import type { DisposalLine, ReportFile, YearReport } from '../year-report.ts'
import { inAscii } from './in-ascii.ts'
import { TAX_PROGRAM_IDS, type TaxProgramId } from './tax-program.ts'
import { allProgramFiles, TAX_PROGRAMS, taxProgramFiles } from './tax-programs.ts'

const ROW_FORMATS = Object.keys(READERS) as TaxProgramId[]

const isPart = ({ fileName }: ReportFile) => !/-(?:list|steps)-/.test(fileName)
const listOf = (files: readonly ReportFile[]) => files.find(({ fileName }) => fileName.includes('-list-'))

async function sheet(id: TaxProgramId, report: YearReport, rowsPerFile?: number) {
  const { files, byHand } = taxProgramFiles(id, report, rowsPerFile === undefined ? {} : { rowsPerFile })
  const read = READERS[id]!
  const parts = []
  for (const file of files.filter(isPart)) parts.push({ file, sales: read(await textOf(file.chunks)) })
  const list = listOf(files)
  return { files, byHand, parts, listed: list === undefined ? [] : readTable(await textOf(list.chunks)) }
}

/** Formats whose list has every row. */
const IS_LISTED = new Set<TaxProgramId>(['turbotax-csv', 'txf', 'taxact-csv'])

const sumsOf = (rows: readonly Form8949Row[]) =>
  (['proceeds', 'basis', 'adjustment', 'gain'] as const).map((field) =>
    rows.reduce((total, row) => total + row[field], 0n),
  )

/** A row of the form in the columns that a reader found. */
function printed(row: Form8949Row, read: ReadSale, id: TaxProgramId): ReadSale {
  const whole: Required<ReadSale> = {
    description: id === 'txf' ? inAscii(row.description) : row.description,
    acquired: row.acquired,
    disposed: row.disposed,
    proceeds: formText(row.proceeds, 'cents'),
    basis: formText(row.basis, 'cents'),
    code: row.code,
    adjustment: formText(row.adjustment, 'cents'),
    box: row.line.box,
    term: row.line.term,
    asset: row.line.asset,
    quantity: row.line.quantity,
    account: row.line.account,
  }
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name in read)) as unknown as ReadSale
}

const cents = (text: string | undefined) => toUnitsRounded(parseDecimal(text ?? '')!, 2, 'half-up')

const amount = fc
  .bigInt({ min: 0n, max: 10n ** 13n })
  .map((units) => `${units / 10n ** 6n}.${String(units % 10n ** 6n).padStart(6, '0')}`)
const name = fc.oneof(
  fc.constantFrom('BTC', '=1+1', 'a,b "c"', '柴犬', 'Ünïcode', '-5', '@x', "o'clock", 'TOKEN^NAME', '🦄🦄'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !/['\p{C}\p{Z}]/u.test(text)),
)
const dates = fc.constantFrom(
  ['2024-01-02', '2025-03-04', 'long'],
  ['2024-05-10', '2025-05-10', 'short'],
  ['2024-05-10', '2025-05-11', 'long'],
  ['2025-02-03', '2025-02-03', 'short'],
  [null, '2025-07-08', 'short'],
  ['2025-06-01', '2025-07-08', 'long'],
  ['2025-09-01', '2025-07-08', 'short'],
) as fc.Arbitrary<[string | null, string, 'short' | 'long']>
const boxOf = (term: 'short' | 'long', n: number) => (term === 'long' ? 'JKL' : 'GHI')[n]!

const disposal = fc
  .record({
    dates,
    box: fc.nat({ max: 2 }),
    proceeds: amount,
    basis: amount,
    asset: name,
    account: name,
    quantity: fc.constantFrom('1', '0.123456789012345678', '0.000000000000000001', '12500'),
    code: fc.constantFrom('', 'B', 'BET'),
    adjustment: amount,
  })
  .map(
    ({
      dates: [acquired, disposed, term],
      box,
      code,
      adjustment,
      ...row
    }): Omit<DisposalLine, 'transaction'> => ({
      ...sale({
        ...row,
        acquired,
        disposed,
        term,
        box: boxOf(term, box),
        ...(code === ''
          ? {}
          : { form: { proceeds: row.proceeds, basis: row.basis, code, adjustment: `-${adjustment}` } }),
      }),
    }),
  )

const reports = fc
  .array(disposal, { maxLength: 9 })
  .map((rows) => reportOf({ disposals: rows.map((row, n) => ({ ...row, transaction: `t${n}` })) }))

describe.each(ROW_FORMATS)('%s', (id) => {
  test('read back, the files and the rows by hand are the rows of Form 8949, within the limit of a part', async () => {
    await fc.assert(
      fc.asyncProperty(reports, async (report) => {
        const { parts, byHand, listed } = await sheet(id, report, id === 'taxact-csv' ? 100 : 2)
        const rows = form8949(report).sections.flatMap((section) => section.rows)
        const read = parts.flatMap(({ sales }) => sales)
        expect(read.length + byHand.length).toBe(rows.length)
        for (const { file, sales } of parts)
          expect([sales.length, sales.length <= 2 || id === 'taxact-csv']).toEqual([file.rows, true])
        const left = [...rows]
        for (const one of read) {
          const n = left.findIndex(
            (row) => JSON.stringify(printed(row, one, id)) === JSON.stringify(sorted(one)),
          )
          expect(n, JSON.stringify(one)).toBeGreaterThanOrEqual(0)
          left.splice(n, 1)
        }
        expect(left).toHaveLength(byHand.length)
        const byHandOfList = listed.filter((row) => row['What to Do']!.startsWith('Enter by hand'))
        expect(byHandOfList).toHaveLength(byHand.length)
        for (const { box, totals } of form8949(report).sections) {
          const rowsOf = (isListed: boolean) =>
            isListed
              ? listed.filter((row) => row['Box'] === box)
              : byHandOfList.filter((row) => row['Box'] === box)
          const sum = (column: string) =>
            rowsOf(IS_LISTED.has(id)).reduce((total, row) => total + cents(row[column]), 0n)
          const expected = IS_LISTED.has(id)
            ? [totals.proceeds, totals.basis, totals.adjustment, totals.gain]
            : sumsOf(left.filter((row) => row.line.box === box))
          expect(['Proceeds', 'Cost or Other Basis', 'Adjustment', 'Gain or Loss'].map(sum)).toEqual(expected)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('no rows are a file without rows, and the steps', async () => {
    const { parts, files } = await sheet(id, reportOf({}))
    expect(parts.map(({ sales }) => sales)).toEqual([[]])
    expect(await textOf(files.at(-1)!.chunks)).toContain(
      'There are no sales in 2025: the files have no rows.',
    )
  })

  test('parts have their numbers and none is longer than the limit', async () => {
    const disposals = Array.from({ length: 5 }, (_, n) =>
      sale({ transaction: `t${n}`, proceeds: '2', basis: '1' }),
    )
    const { parts } = await sheet(id, reportOf({ disposals }), id === 'taxact-csv' ? 5 : 2)
    const numbers = parts.map(({ file }) => [/-part-\d+/.exec(file.fileName)?.[0], file.rows])
    expect(numbers).toEqual(
      id === 'taxact-csv'
        ? [[undefined, 5]]
        : [
            ['-part-1', 2],
            ['-part-2', 2],
            ['-part-3', 1],
          ],
    )
  })
})

function sorted(one: ReadSale): ReadSale {
  const order = [
    'description',
    'acquired',
    'disposed',
    'proceeds',
    'basis',
    'code',
    'adjustment',
    'box',
    'term',
    'asset',
    'quantity',
    'account',
  ] as const
  return Object.fromEntries(
    order.filter((field) => field in one).map((field) => [field, one[field]]),
  ) as unknown as ReadSale
}

test('a list beside the files says of each row the file, its place, its box and its exact quantity', async () => {
  const report = reportOf({
    disposals: [
      sale({ transaction: 'a', proceeds: '3', basis: '1', asset: '=柴犬', quantity: '0.123456789012345678' }),
      sale({ transaction: 'b', proceeds: '2', basis: '1', box: 'K' }),
      sale({ transaction: 'c', proceeds: '1', basis: '1', acquired: null, term: 'short', box: 'I' }),
    ],
  })
  const { parts, listed } = await sheet('turbotax-csv', report)
  expect(parts.map(({ file, sales }) => [file.fileName, sales.length])).toEqual([
    ['turbotax-2025-0190ab1234cd.csv', 1],
    ['turbotax-with-1099-2025-0190ab1234cd.csv', 1],
  ])
  expect(
    listed.map((row) => [
      row['File'],
      row['Row'],
      row['What to Do'],
      row['Box'],
      row['Asset'],
      row['Quantity'],
    ]),
  ).toEqual([
    ['', '', 'Enter by hand. The date of acquisition is unknown.', 'I', 'BTC', '1'],
    ['turbotax-2025-0190ab1234cd.csv', '1', '', 'L', '=柴犬', '0.123456789012345678'],
    [
      'turbotax-with-1099-2025-0190ab1234cd.csv',
      '1',
      'Only if the form of the broker is not imported.',
      'K',
      'BTC',
      '1',
    ],
  ])
})

test.each(['turbotax-csv', 'txf'] as const)(
  '%s: sales of a broker’s form are in files of their own, numbered on their own',
  (id) => {
    const disposals = [0, 1, 2, 3, 4].map((n) =>
      sale({ transaction: `t${n}`, proceeds: '2', basis: '1', box: n < 3 ? 'K' : 'L' }),
    )
    const { files } = taxProgramFiles(id, reportOf({ disposals }), { rowsPerFile: 2 })
    const stem = id === 'txf' ? 'txf' : 'turbotax'
    expect(
      files
        .filter(isPart)
        .map(({ fileName, rows }) => [fileName.replace(/-2025-0190ab1234cd|\..*/g, ''), rows]),
    ).toEqual([
      [stem, 2],
      [`${stem}-with-1099-part-1`, 2],
      [`${stem}-with-1099-part-2`, 1],
    ])
  },
)

test('where every sale is on a broker’s form there is no empty file beside them', () => {
  const { files } = taxProgramFiles(
    'turbotax-csv',
    reportOf({ disposals: [sale({ proceeds: '2', basis: '1', box: 'K' })] }),
  )
  expect(files.filter(isPart).map(({ fileName, rows }) => [fileName, rows])).toEqual([
    ['turbotax-with-1099-2025-0190ab1234cd.csv', 1],
  ])
})

test('the reasons to enter a row by hand', () => {
  const contract = { kind: 'margin_loss', asset: 'USD', acquired: null, term: 'short', box: 'I' } as const
  const disposals = [
    sale({ transaction: 'a', proceeds: '1', basis: '1', acquired: null }),
    sale({ transaction: 'b', proceeds: '1', basis: '1', term: 'short', box: 'I' }),
    sale({ transaction: 'c', proceeds: '1', basis: '1' }),
    sale({ transaction: 'd', proceeds: '0', basis: '7', ...contract }),
    sale({
      transaction: 'e',
      proceeds: '1',
      basis: '1',
      box: 'J',
      form: { proceeds: '1', basis: '2', code: 'B', adjustment: '1' },
    }),
    sale({ transaction: 'f', proceeds: '-1', basis: '1' }),
    sale({ transaction: 'g', proceeds: '1', basis: '1', acquired: '2026-01-01', term: 'short', box: 'I' }),
  ]
  const reasons = (id: TaxProgramId) =>
    taxProgramFiles(id, reportOf({ disposals }))
      .byHand.map(({ reason }) => reason)
      .sort()
  const term = 'The term is short, which its dates do not show.'
  const late = 'It was acquired after it was sold.'
  const unknown = ['A contract has no date of acquisition.', 'The date of acquisition is unknown.']
  const adjusted = 'It has code B and an adjustment of 1.00, for which the file has no column.'
  expect(reasons('turbotax-csv')).toEqual(
    [...unknown, adjusted, late, term, 'An amount below zero may fail the whole upload.'].sort(),
  )
  expect(reasons('txf')).toEqual([adjusted, late, term])
  expect(reasons('taxact-csv')).toEqual([...unknown, late, term].sort())
  expect(reasons('drake-csv')).toEqual([...unknown, late, term].sort())
  expect(reasons('fdx-json')).toEqual([late, term])
  expect(reasons('plain-8949-csv')).toEqual([late, term])
})

test('the last day of a month begins a year of whole months, as the engine has it', () => {
  const disposals = [sale({ proceeds: '2', basis: '1', acquired: '2024-02-29', disposed: '2025-03-01' })]
  expect(taxProgramFiles('turbotax-csv', reportOf({ disposals })).byHand).toEqual([])
})

test('of very many rows by hand the first are named and the rest are counted; the list has them all', async () => {
  const disposals = Array.from({ length: 120 }, (_, n) =>
    sale({ transaction: `t${n}`, proceeds: '1', basis: '1', acquired: null }),
  )
  const { byHand, listed } = await sheet('turbotax-csv', reportOf({ disposals }))
  expect(byHand).toHaveLength(51)
  expect(byHand.at(-1)).toEqual({
    description: '70 more',
    reason: 'They are in turbotax-list-2025-0190ab1234cd.csv.',
    rows: 70,
  })
  expect(listed).toHaveLength(120)
})

describe('totals by box', () => {
  const disposals = [
    sale({ transaction: 'a', proceeds: '10.005', basis: '4' }),
    sale({ transaction: 'b', proceeds: '20', basis: '5' }),
    sale({ transaction: 'c', proceeds: '3', basis: '2', box: 'I', term: 'short', acquired: '2025-01-01' }),
    sale({
      transaction: 'd',
      proceeds: '7',
      basis: '9',
      box: 'J',
      form: { proceeds: '7', basis: '8', code: 'BT', adjustment: '-1' },
    }),
    sale({ transaction: 'e', proceeds: '1', basis: '1', box: 'J' }),
  ]

  test.each(['hr-block-summary', 'freetaxusa-summary'] as const)(
    '%s has a row for each box with code M, and the statement',
    async (id) => {
      const report = reportOf({ disposals })
      const { files } = taxProgramFiles(id, report)
      expect(files.map(({ fileName }) => fileName.replace(/-2025.*\./, '.'))).toEqual([
        `${id.replace('-summary', '-totals')}.csv`,
        '8949-statement.pdf',
        `${id.replace('-summary', '-totals')}-steps.txt`,
      ])
      const rows = readTable(await textOf(files[0]!.chunks))
      expect(
        rows.map((row) => [
          row['Form 8949 Box'],
          row['Description'],
          row['Date Sold'],
          row['Proceeds'],
          row['Cost or Other Basis'],
          row['Adjustment Code'],
          row['Adjustment Amount'],
          row['Gain or Loss'],
          row['Sales'],
        ]),
      ).toEqual([
        ['I', '1 BTC', '03/04/2025', '3.00', '2.00', '', '0.00', '1.00', '1'],
        ['J', 'Box J, see attached statement', '', '8.00', '9.00', 'BMT', '-1.00', '-2.00', '2'],
        ['L', 'Box L, see attached statement', '', '30.01', '9.00', 'M', '0.00', '21.01', '2'],
      ])
      for (const { box, totals } of form8949(report).sections) {
        const row = rows.find((one) => one['Form 8949 Box'] === box)!
        expect(
          [row['Proceeds'], row['Cost or Other Basis'], row['Adjustment Amount'], row['Gain or Loss']].map(
            cents,
          ),
        ).toEqual([totals.proceeds, totals.basis, totals.adjustment, totals.gain])
      }
      expect((await textOf(files[1]!.chunks)).startsWith('%PDF-')).toBe(true)
    },
  )

  test('TaxAct takes 2,000 rows; with one more it gets the boxes, and every sale is on the statement', async () => {
    const many = (count: number) =>
      reportOf({
        disposals: Array.from({ length: count }, (_, n) =>
          sale({ transaction: `t${n}`, proceeds: '2', basis: '1' }),
        ),
      })
    const within = taxProgramFiles('taxact-csv', many(2000)).files
    expect([within[0]?.rows, within[0]?.fileName]).toEqual([2000, 'taxact-2025-0190ab1234cd.csv'])
    const { files } = taxProgramFiles('taxact-csv', many(2001))
    expect(files.map(({ fileName, rows }) => [fileName.replace(/-2025.*\./, '.'), rows])).toEqual([
      ['taxact-totals.csv', 1],
      ['8949-statement.pdf', 2001],
      ['taxact-totals-steps.txt', 0],
    ])
    const [row] = readTable(await textOf(files[0]!.chunks))
    expect([
      row?.['Date Acquired'],
      row?.['Adjustment Code'],
      row?.['Sales Proceeds'],
      row?.['Reporting Category'],
      row?.['Long/Short'],
    ]).toEqual(['Various', 'M', '4002.00', 'L', 'Long'])
  })
})

describe('steps', () => {
  test.each(TAX_PROGRAM_IDS)(
    '%s: whether it was checked, what is not confirmed, the limit, and totals that agree with Form 8949',
    async (id) => {
      const report = reportOf({
        draft: '1 of 3 lines rests on items that are still open.',
        disposals: [
          sale({ transaction: 'a', proceeds: '30', basis: '10' }),
          sale({ transaction: 'b', proceeds: '20', basis: '5' }),
          sale({ transaction: 'c', proceeds: '4', basis: '1', term: 'short', box: 'I' }),
        ],
      })
      const text = await textOf(taxProgramFiles(id, report).files.at(-1)!.chunks)
      const program = TAX_PROGRAMS.find((one) => one.id === id)!
      for (const part of [
        'Not checked with the program.',
        'Draft, not to be filed.',
        ...program.unconfirmed,
        ...program.steps,
        program.limit,
        program.beyond,
        'not tax advice',
      ])
        expect(text).toContain(part)
      const amounts = text.split('\r\n').flatMap((line) => {
        const [, where, ...found] =
          /^(.+?)  +(\d+)  +(-?[\d.]+)  +(-?[\d.]+)  +(-?[\d.]+)  +(-?[\d.]+)$/.exec(line) ?? []
        return where === undefined ? [] : [{ isForm: where.startsWith('Form 8949'), found }]
      })
      const sums = (isForm: boolean) =>
        amounts
          .filter((one) => one.isForm === isForm)
          .reduce((sum, { found }) => sum.map((total, n) => total + cents(found[n])), [0n, 0n, 0n, 0n, 0n])
      expect(sums(false)).toEqual(sums(true))
      expect(sums(true).slice(1)).toEqual([5400n, 1600n, 0n, 3800n])
    },
  )
})

test('a format that begins with a later year is refused before it, and left out of a packet', () => {
  const report = reportOf({
    year: 2024,
    disposals: [
      sale({
        proceeds: '2',
        basis: '1',
        disposed: '2024-03-04',
        acquired: '2024-01-02',
        term: 'short',
        box: 'C',
      }),
    ],
  })
  expect(() => taxProgramFiles('fdx-json', report)).toThrow('FDX (JSON) starts with tax year 2025.')
  const folders = new Set(allProgramFiles(report).files.map(({ fileName }) => fileName.split('/')[1]))
  expect(folders).toEqual(new Set(TAX_PROGRAM_IDS.filter((id) => id !== 'fdx-json')))
})

test('a packet has the files of every program without a second statement, by folder, and names the program of a row by hand', () => {
  const { files, byHand } = allProgramFiles(
    reportOf({ disposals: [sale({ proceeds: '1', basis: '1', acquired: null })] }),
  )
  expect(files.filter(({ mediaType }) => mediaType === 'application/pdf')).toEqual([])
  expect(files.every(({ fileName }) => fileName.startsWith('tax-software/'))).toBe(true)
  expect(byHand.map(({ description }) => description)).toContain('TurboTax Online: 1 BTC, sold 03/04/2025')
})

test('TXF is ASCII in fields of a line, cost before proceeds, an unknown date as an empty field', async () => {
  const report = reportOf({
    disposals: [
      sale({ transaction: 'a', proceeds: '30', basis: '10', asset: 'Üß柴' }),
      sale({ transaction: 'b', proceeds: '4', basis: '1', term: 'short', box: 'I', acquired: null }),
    ],
  })
  const text = await textOf(taxProgramFiles('txf', report).files[0]!.chunks)
  expect(text.split('\r\n')).toEqual([
    'V042',
    'ALotbook 7',
    'D01/05/2026',
    '^',
    'TD',
    'N712',
    'C1',
    'L1',
    'P1 BTC',
    'D',
    'D03/04/2025',
    '$1.00',
    '$4.00',
    '^',
    'TD',
    'N714',
    'C1',
    'L1',
    'P1 UssU+67F4',
    'D01/02/2024',
    'D03/04/2025',
    '$10.00',
    '$30.00',
    '^',
    '',
  ])
})

test('rows are made as they are written: a long year is not held a second time', () => {
  let made = 0
  const line = sale({ proceeds: '2', basis: '1' })
  const disposals = Array.from({ length: 10 }, (_, n) =>
    Object.defineProperty({ ...line, transaction: `t${n}` }, 'proceeds', {
      get: () => ((made += 1), '2'),
      enumerable: true,
    }),
  )
  const report = reportOf({ disposals })
  expect(linesInFormOrder(report)[0]).toBe(disposals[0])
  const { files } = taxProgramFiles('plain-8949-csv', report)
  const counted = made
  const chunks = (files[0]!.chunks as Iterable<string>)[Symbol.iterator]()
  chunks.next()
  chunks.next()
  expect(made).toBe(counted + 1)
})
