import * as XLSX from '@e965/xlsx'
import { expect, test } from 'vitest'
import { reconcileBrokerForms } from '../broker-lines/broker-reconciliation.ts'
import { brokerLine } from '../testing/broker-line-of.ts'
import { bytesOf } from '../testing/file-words.ts'
import { gift, receipt, reportOf, sale } from '../testing/report-of.ts'
import { auditWorkbook, type WorkbookParts } from './audit-workbook.ts'
import type { PacketFacts, PacketHistory, TransactionRecord } from './packet-records.ts'

const NO_FACTS: PacketFacts = { settings: [], treatments: [], openItems: [], openOn: new Map() }

function transaction(one: Partial<TransactionRecord> & Pick<TransactionRecord, 'id'>): TransactionRecord {
  return {
    at: '2024-01-02T08:30:15.000Z',
    type: 'Buy',
    account: 'Coinbase',
    sent: { quantity: '60', asset: 'USD' },
    received: { quantity: '1', asset: 'BTC' },
    fee: null,
    source: 'coinbase.csv',
    line: 7,
    providerId: 'cb-1',
    hash: null,
    comment: null,
    ...one,
  }
}

const HISTORY: PacketHistory = {
  transactions: [
    transaction({ id: 'l1' }),
    transaction({ id: 't1', at: '2025-03-04T00:00:00.000Z', type: 'Sell', line: 9 }),
  ],
  prices: [
    {
      transaction: 't1',
      side: 'Received',
      value: '100',
      source: 'coinbase.csv',
      sourceName: 'coinbase.csv',
      unitPrice: null,
      pricedAt: null,
    },
  ],
  holdings: [
    {
      day: '2025-12-31',
      lots: [
        {
          transaction: 'l1',
          asset: 'ETH',
          account: 'Kraken',
          quantity: '2',
          basis: null,
          acquired: null,
          value: '5',
          unrealized: null,
          term: null,
        },
      ],
    },
  ],
}

async function bookOf(parts: Partial<WorkbookParts>, rowsPerSheet?: number) {
  const file = auditWorkbook(
    { report: reportOf({}), facts: NO_FACTS, history: HISTORY, ...parts },
    rowsPerSheet,
  )
  return XLSX.read(await bytesOf(file), { cellFormula: true, cellNF: true, cellStyles: true })
}

const cellsOf = (book: XLSX.WorkBook, name: string) =>
  XLSX.utils.sheet_to_json<unknown[]>(book.Sheets[name]!, { header: 1, raw: true, defval: null })

/** The cell that a link leads to: its sheet and first cell. */
function followed(book: XLSX.WorkBook, sheet: string, ref: string) {
  const { f = '' } = (book.Sheets[sheet]?.[ref] ?? {}) as { f?: string }
  const [, to = '', first = ''] = /^HYPERLINK\("#'([^"]+)'!([A-Z]+\d+)/.exec(f) ?? []
  return `${to} ${first}`
}

test('a figure of Schedule D leads to its rows of the form, these to their lots, and those to purchase and sale', async () => {
  const report = reportOf({
    disposals: [
      sale({ proceeds: '100.005', basis: '60' }),
      sale({ proceeds: '50', basis: '20', box: 'I', term: 'short', transaction: 't2', lot: null }),
    ],
  })
  const book = await bookOf({ report })
  const schedule = cellsOf(book, 'Schedule D')
  const line10 = schedule.findIndex(([line]) => line === 'Line 10')
  expect(schedule[line10]?.slice(2, 6)).toEqual([100.01, 60, 0, 40.01])
  expect(followed(book, 'Schedule D', `G${line10 + 1}`)).toBe('Form 8949 A3')
  // Sums lead to all that they add up.
  const lineOf = (line: string) => schedule.findIndex(([name]) => name === line) + 1
  expect(cellsOf(book, 'Schedule D')[lineOf('Line 7') - 1]?.[6]).toBe('Form 8949, row 2')
  expect(cellsOf(book, 'Schedule D')[lineOf('Line 15') - 1]?.[6]).toBe('Form 8949, row 3')
  expect(cellsOf(book, 'Schedule D')[lineOf('Form 1040, line 7a') - 1]?.[6]).toBe('Form 8949, rows 2 to 3')
  expect(followed(book, 'Form 8949', 'L3')).toBe('Lots A2')
  expect(cellsOf(book, 'Lots')[1]?.slice(0, 4)).toEqual(['Sell', 'BTC', 1, 'Coinbase'])
  expect(followed(book, 'Lots', 'L2')).toBe('Transactions A2')
  expect(followed(book, 'Lots', 'M2')).toBe('Transactions A3')
  expect(followed(book, 'Transactions', 'O3')).toBe('Prices A2')
  expect(followed(book, 'Prices', 'H2')).toBe('Transactions A3')
  expect(cellsOf(book, 'Transactions')[1]?.slice(9, 12)).toEqual(['coinbase.csv', 7, 'cb-1'])
  // A transaction that the workbook does not list stays an id, and is no link.
  expect(cellsOf(book, 'Lots')[2]?.[12]).toBe('t2')
  expect(followed(book, 'Contents', 'A2')).toBe('Schedule D A2')
})

test('a line of income leads to its receipts, and what is not known is said and not 0', async () => {
  const report = reportOf({
    incomes: [
      receipt({ category: 'staking_reward', value: '12.5' }),
      receipt({ category: 'airdrop', value: '0', isUnpriced: true, transaction: 'i2' }),
    ],
    removals: [gift({ acquired: null, lot: null, basis: '0', term: null })],
  })
  const book = await bookOf({ report })
  expect(cellsOf(book, 'Income by line')[1]?.slice(0, 3)).toEqual([
    'Schedule 1, line 8v',
    expect.any(String),
    12.5,
  ])
  expect(followed(book, 'Income by line', 'D2')).toBe('Income A2')
  // A line that adds up others leads to them.
  expect(cellsOf(book, 'Income by line')[3]?.slice(0, 4)).toEqual([
    'Schedule 1, line 10',
    expect.any(String),
    12.5,
    'Income by line, rows 2 to 5',
  ])
  const [, ...income] = cellsOf(book, 'Income')
  expect(income.map((row) => row.slice(7, 9))).toEqual([
    [12.5, 'price history'],
    [null, 'No price is known; counts as $0'],
  ])
  // A gift of unknown origin has no basis, and so no gain in it.
  expect(cellsOf(book, 'Gifts and losses')[1]?.slice(4, 9)).toEqual([null, null, 20, null, 'unknown'])
  expect(cellsOf(book, 'Holdings 2025-12-31')[1]).toEqual([
    'ETH',
    'Kraken',
    2,
    null,
    null,
    5,
    null,
    'unknown',
    'Transactions, row 2',
  ])
  expect(followed(book, 'Holdings 2025-12-31', 'I2')).toBe('Transactions A2')
})

test('a row says what is open on its sale and on its purchase, and why its basis is nothing', async () => {
  const report = reportOf({
    disposals: [
      sale({ proceeds: '100', basis: '0' }),
      sale({ proceeds: '5', basis: '0', transaction: 't2', lot: null, acquired: null }),
      sale({ proceeds: '7', basis: '0', transaction: 't3', lot: null, acquired: null, kind: 'margin_gain' }),
      sale({ proceeds: '8', basis: '1', transaction: 't4', lot: 'l4' }),
    ],
  })
  const openOn = new Map([
    ['l1', ['1 receipt is not matched.']],
    ['t1', ['1 transaction looks like another.', '1 receipt is not matched.']],
  ])
  const book = await bookOf({ report, facts: { ...NO_FACTS, openOn } })
  const [header = [], ...rows] = cellsOf(book, 'Lots')
  const note = new Map(
    rows.map((row) => [row[header.indexOf('Transaction ID')], row[header.indexOf('Note')]]),
  )
  expect(note.get('t1')).toBe(
    'Its lot came in with a basis of $0: see the purchase. Open: 1 transaction looks like another. Open: 1 receipt is not matched.',
  )
  expect(note.get('t2')).toBe('No acquisition is known; counted with a basis of $0.')
  expect(note.get('t3')).toBe('Profit or loss of a contract; no lot is behind it.')
  expect(note.get('t4')).toBeNull()
})

test('a line of a Form 1099-DA leads to the lots of its sale', async () => {
  const report = reportOf({ disposals: [sale({ proceeds: '100', basis: '60' })] })
  const found = reconcileBrokerForms(report, [brokerLine({ id: 'b1' })])
  const book = await bookOf({ report: { ...report, disposals: found.disposals }, reconciliation: found })
  const [header = [], row = []] = cellsOf(book, 'Form 1099-DA')
  expect(row[header.indexOf('Proceeds on form')]).toBe(100)
  expect(followed(book, 'Form 1099-DA', XLSX.utils.encode_cell({ r: 1, c: header.indexOf('Lots') }))).toBe(
    'Lots A2',
  )
})

test('cells have types and formats, headers stand still, and no text becomes a formula', async () => {
  const names = ['=1+1', '+A1', '-2', '@SUM(A1)', '河北 ₿', 'مرحبا', 'a\u0001b<&"\ud800', '_x0041_']
  const report = reportOf({
    disposals: names.map((account, n) =>
      sale({
        account,
        proceeds: '0.123456789012345678',
        basis: '0',
        quantity: '0.000000000000000001',
        transaction: `x${n}`,
      }),
    ),
  })
  const file = auditWorkbook({ report, facts: NO_FACTS, history: HISTORY })
  const bytes = await bytesOf(file)
  const book = XLSX.read(bytes, { cellFormula: true, cellNF: true, cellStyles: true, bookFiles: true })
  const lots = book.Sheets['Lots']!
  expect(cellsOf(book, 'Lots').map((row) => row[3])).toEqual([
    'Account',
    ...names.slice(0, 6),
    'a\ufffdb<&"\ufffd',
    '_x0041_',
  ])
  expect(
    Object.values(lots).filter((cell: { f?: string }) => cell.f?.startsWith('HYPERLINK') === false),
  ).toEqual([])
  expect(lots['E2']).toMatchObject({ t: 'n', z: 'mm/dd/yyyy', v: 45293 })
  expect(lots['G2']).toMatchObject({ t: 'n', z: '#,##0.00################' })
  const { files } = book as unknown as { files: Record<string, { content: Uint8Array }> }
  const xml = Object.entries(files)
    .filter(([name]) => name.startsWith('xl/worksheets/'))
    .map(([, { content }]) => Buffer.from(content).toString())
  expect(xml.every((one) => one.includes('state="frozen"'))).toBe(true)
  // Every digit is in the file, also those that a spreadsheet does not calculate with.
  expect(xml.join('')).toContain('<v>0.123456789012345678</v>')
  expect(xml.join('')).toContain('<v>0.000000000000000001</v>')
})

test('a list longer than a sheet goes on in another, which is said, and links lead there', async () => {
  const report = reportOf({
    disposals: Array.from({ length: 7 }, (_, n) => sale({ proceeds: '1', basis: '0', transaction: `t${n}` })),
  })
  const book = await bookOf({ report }, 4)
  expect(book.SheetNames.filter((name) => name.startsWith('Lots'))).toEqual(['Lots', 'Lots (2)', 'Lots (3)'])
  expect(cellsOf(book, 'Lots (3)')).toHaveLength(2)
  expect(cellsOf(book, 'Lots (3)')[0]?.[0]).toBe('Kind')
  expect(followed(book, 'Form 8949 (2)', 'L2')).toBe('Lots (2) A2')
  expect(cellsOf(book, 'Contents').find(([name]) => String(name).startsWith('Lots'))?.[3]).toMatch(
    /A sheet holds 1,048,576 rows; the rest is in Lots \(2\) and on\./,
  )
})

test('the same report gives the same bytes', async () => {
  const parts = {
    report: reportOf({ disposals: [sale({ proceeds: '1', basis: '0' })] }),
    facts: NO_FACTS,
    history: HISTORY,
  }
  const [one, other] = [await bytesOf(auditWorkbook(parts)), await bytesOf(auditWorkbook(parts))]
  expect(one.equals(other)).toBe(true)
})
