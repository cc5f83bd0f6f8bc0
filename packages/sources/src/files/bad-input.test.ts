import { deflateRawSync } from 'node:zlib'
import * as XLSX from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import type { ReadOptions } from './reader/file-reading.ts'
import { recordFingerprint } from '../reading/fingerprints.ts'
import { MAX_FILE_BYTES } from './reader/limits.ts'
import { readFile, recogniseFile, rowsAt } from './read-file.ts'
import { lines, readKnown, readText } from './testing/read-text.ts'

const KRAKEN = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
const deposit = (id: number, amount = '1', time = '2023-01-01 00:00:00') =>
  `L${id},R${id},${time},deposit,,currency,ZUSD,spot,${amount},0,`
const text = (...rows: string[]) => `${KRAKEN}\n${rows.join('\n')}\n`
const bytesOf = (content: string) => new TextEncoder().encode(content)
const read = (bytes: Uint8Array, name = 'export.csv') => readFile({ name, bytes })

describe('not a table', () => {
  test.each([
    ['nothing', new Uint8Array(), 'empty_file'],
    ['blank lines', bytesOf('\n \n\n'), 'empty_file'],
    ['a PDF', bytesOf('%PDF-1.7 ...'), 'not_text'],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2), 'not_text'],
    ['text with NUL', bytesOf('txid,refid\0,time'), 'not_text'],
    ['10 MB and one byte', new Uint8Array(MAX_FILE_BYTES + 1).fill(65), 'too_large'],
    ['a truncated xlsx', bytesOf('PK\u0003\u0004 cut off'), 'broken_workbook'],
    [
      'xls bytes of nothing',
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0),
      'broken_workbook',
    ],
    ['201 columns', bytesOf('a,'.repeat(200) + 'a\n'), 'too_many_columns'],
    ['a cell of 70,000 characters', bytesOf(text(`L1,${'x'.repeat(70_000)}`)), 'cell_too_long'],
  ])('%s is refused', (_, bytes, code) => {
    const reading = read(bytes)
    expect(reading).toMatchObject({ outcome: 'refused', code })
  })

  test('R5.1 10,485,760 bytes are accepted', () => {
    const content = text(deposit(1))
    const padding = `${' '.repeat(999)}\n`.repeat(MAX_FILE_BYTES / 1000 + 1)
    const bytes = bytesOf(content + padding.slice(0, MAX_FILE_BYTES - content.length))
    expect(bytes.length).toBe(MAX_FILE_BYTES)
    expect(read(bytes)).toMatchObject({ outcome: 'read', dataRows: 1 })
  })

  test('whoever has the memory reads more than an upload may have, up to a bound of their own', () => {
    const content = text(deposit(1))
    const bytes = bytesOf(content + `${' '.repeat(999)}\n`.repeat(MAX_FILE_BYTES / 1000 + 1))
    expect(readFile({ name: 'a.csv', bytes, mostBytes: bytes.length })).toMatchObject({ outcome: 'read' })
    expect(readFile({ name: 'a.csv', bytes, mostBytes: 2 * 1024 * 1024 })).toMatchObject({
      outcome: 'refused',
      message: 'The file is larger than 2 MB (2,097,152 bytes).',
    })
  })

  test('an xlsx under the name of a csv is read, a csv under the name of an xlsx too', () => {
    const sheet = XLSX.utils.aoa_to_sheet([KRAKEN.split(','), deposit(1).split(',')])
    const book = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(book, sheet, 'ledgers')
    const bytes = new Uint8Array(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
    expect(read(bytes, 'ledgers.csv')).toMatchObject({ outcome: 'read', formatId: 'kraken-ledgers' })
    expect(read(bytesOf(text(deposit(1))), 'ledgers.xlsx')).toMatchObject({ outcome: 'read' })
    for (const cut of [10, 100, bytes.length >> 1, bytes.length - 5])
      expect(read(bytes.slice(0, cut))).toMatchObject({ outcome: 'refused', code: 'broken_workbook' })
  })
})

describe('zip bombs', () => {
  test('SE3 a part that inflates to far more than its size', () => {
    const reading = read(
      zip([
        ['[Content_Types].xml', '<Types/>'],
        ['xl/worksheets/sheet1.xml', Buffer.alloc(50_000_000, 32)],
      ]),
    )
    expect(reading).toMatchObject({ outcome: 'refused', code: 'unsafe_workbook' })
  })

  test('SE3 a declared size beyond the limit is believed before anything is inflated', () => {
    const bomb = zip(
      [
        ['[Content_Types].xml', '<Types/>'],
        ['xl/workbook.xml', 'x'],
      ],
      300 * 1024 * 1024,
    )
    expect(read(bomb)).toMatchObject({ outcome: 'refused', code: 'unsafe_workbook' })
  })

  test('SE3 too many parts, and archives inside', () => {
    const many = Array.from({ length: 201 }, (_, i): [string, string] => [`xl/${i}.xml`, 'x'])
    expect(read(zip([['[Content_Types].xml', 'x'], ...many]))).toMatchObject({ code: 'unsafe_workbook' })
    expect(
      read(
        zip([
          ['[Content_Types].xml', 'x'],
          ['xl/inner.zip', 'x'],
        ]),
      ),
    ).toMatchObject({ code: 'unsafe_workbook' })
  })

  test('SE4 a document type is refused', () => {
    const xml = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'
    expect(
      read(
        zip([
          ['[Content_Types].xml', '<Types/>'],
          ['xl/workbook.xml', xml],
        ]),
      ),
    ).toMatchObject({
      outcome: 'refused',
      code: 'unsafe_workbook',
    })
  })

  test('a zip of files is no workbook', () => {
    expect(read(zip([['ledgers.csv', text(deposit(1))]]))).toMatchObject({ code: 'unsupported_workbook' })
  })
})

describe('encodings and delimiters', () => {
  const expected = ['incoming/received -> 1 USD (fiat)']
  const utf16 = (content: string, big: boolean) => {
    const bytes = Buffer.from(`\uFEFF${content}`, 'utf16le')
    return new Uint8Array(big ? bytes.swap16() : bytes)
  }

  test.each([
    ['UTF-8 with a mark', bytesOf(`\uFEFF${text(deposit(1))}`)],
    ['UTF-16 little endian', utf16(text(deposit(1)), false)],
    ['UTF-16 big endian', utf16(text(deposit(1)), true)],
    ['UTF-16 little endian without a mark', utf16(text(deposit(1)), false).subarray(2)],
    ['UTF-16 big endian without a mark', utf16(text(deposit(1)), true).subarray(2)],
    ['Windows line ends', bytesOf(text(deposit(1)).replaceAll('\n', '\r\n'))],
    ['old Mac line ends', bytesOf(text(deposit(1)).replaceAll('\n', '\r'))],
    ['semicolons', bytesOf(text(deposit(1)).replaceAll(',', ';'))],
    ['tabs', bytesOf(text(deposit(1)).replaceAll(',', '\t'))],
    ['bars', bytesOf(text(deposit(1)).replaceAll(',', '|'))],
    ['a mark before every cell', bytesOf(text(deposit(1)).replaceAll(',', ',\uFEFF'))],
  ])('%s', (_, bytes) => {
    const reading = read(bytes)
    expect(reading.outcome === 'read' && lines(reading)).toEqual(expected)
  })

  test('Windows-1252', () => {
    const header =
      'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
    const bytes = Uint8Array.from(
      Buffer.from(`${header}\n2024-01-01T00:00:00Z,buy,1,BTC,"\u0080 5",EUR,,,Z\u00fcrich,yes,`, 'latin1'),
    )
    const reading = read(bytes)
    expect(reading.outcome === 'read' && lines(reading)).toEqual(['buy 5 EUR -> 1 BTC'])
    expect(reading.outcome === 'read' && reading.transactions[0]?.exchange).toBe('Zürich')
  })

  test('decimal commas, decided by column, only where the delimiter leaves room', () => {
    const rows = ['1.234,50', '0,5', '12,25', '7'].map((amount, i) =>
      deposit(i, '#').replaceAll(',', ';').replace('#', amount),
    )
    expect(lines(readKnown([KRAKEN.replaceAll(',', ';'), ...rows].join('\n')))).toEqual(
      ['1234.50', '0.5', '12.25', '7'].map((amount) => `incoming/received -> ${amount} USD (fiat)`),
    )
    const { errors } = readKnown(text(deposit(1, '"1,5"')))
    expect(errors).toMatchObject([{ code: 'not_an_amount', line: 2, column: 'amount', value: '1,5' }])
  })
})

describe('rows that cannot be read', () => {
  test.each(['1e999', 'abc', '1.2.3', '0x10', 'NaN', 'Infinity', '١٢', '1,23,4', '9'.repeat(40), '--5'])(
    'SP11 the amount %s is an error with its line and column, and the rest goes in',
    (amount) => {
      const reading = readKnown(text(deposit(1), deposit(2, `"${amount}"`), deposit(3)))
      expect(reading.transactions).toHaveLength(2)
      expect(reading.errors).toMatchObject([{ code: 'not_an_amount', row: 2, line: 3, column: 'amount' }])
    },
  )

  const DEX = '0x00000000000000000000000000000000000000bb'
  test.each([
    [
      'Kraken',
      'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance,amountusd',
      [
        'L1,R,2023-01-01 00:00:00,trade,,currency,ZEUR,-90,0,0,abc',
        'L2,R,2023-01-01 00:00:00,trade,,currency,XXBT,0.1,0,0.1,100',
      ],
      'buy 90 EUR -> 0.1 BTC',
      '100',
      'amountusd',
    ],
    [
      'Coinbase',
      'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes',
      ['2021-06-01T00:00:01Z,Receive,ALGO,3,USD,1.00,,abc,,'],
      'incoming/received -> 3 ALGO',
      undefined,
      'Total (inclusive of fees)',
    ],
    [
      'an explorer',
      'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol',
      [
        `0x1,7,1700000000,2023-11-14 22:13:20,${DEX},0xaa,5,abc,0xc4,Chainlink,LINK`,
        `0x1,7,1700000000,2023-11-14 22:13:20,${DEX},0xaa,1,$9,0xc4,Chainlink,LINK`,
      ],
      'incoming/received -> 6 LINK',
      undefined,
      'USDValueDayOfTx',
    ],
    [
      'the template',
      'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency',
      ['2024-01-01T00:00:00Z,receive,3,SOL,,,,,Phantom,no,,abc,USD'],
      'incoming/received -> 3 SOL',
      undefined,
      'Value Amount',
    ],
  ])(
    'SP11 what a row of %s says beside what moved is noted where it cannot be read, and the row counts without it',
    (_, header, rows, transaction, value, column) => {
      const reading = readKnown([header, ...rows].join('\n'), { ownAddress: '0xaa', chain: 'ethereum' })
      expect(lines(reading)).toEqual([transaction])
      expect(reading.transactions[0]?.value?.amount).toBe(value)
      expect(reading.errors).toEqual([])
      expect(reading.notes.filter(({ code }) => code === 'not_counted')).toEqual([
        {
          code: 'not_counted',
          row: 1,
          line: 2,
          column,
          value: 'abc',
          message: 'Not an amount: abc, so it is not counted',
        },
      ])
    },
  )

  test('SP11 a balance that cannot be read checks nothing, and the row counts', () => {
    const reading = readKnown(text(`${deposit(1)}x`, deposit(2)))
    expect(lines(reading)).toHaveLength(2)
    expect(reading.notes).toMatchObject([{ code: 'not_counted', line: 2, column: 'balance', value: 'x' }])
  })

  test('SP11 a fee is no such thing: it moved, and without it the row would be another', () => {
    const reading = readKnown(text('L1,R1,2023-01-01 00:00:00,deposit,,currency,ZUSD,spot,1,x,'))
    expect(reading.transactions).toEqual([])
    expect(reading.errors).toMatchObject([{ code: 'not_an_amount', column: 'fee' }])
  })

  test('a value in no currency is noted', () => {
    const header =
      'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency'
    const reading = readKnown(`${header}\n2024-01-01T00:00:00Z,receive,3,SOL,,,,,Phantom,no,,9,\n`)
    expect(reading.transactions).toMatchObject([{ value: null }])
    expect(reading.notes).toMatchObject([{ code: 'not_counted', line: 2, column: 'Value Currency' }])
  })

  test.each([
    '2023-02-29 00:00:00',
    '2023-13-01 00:00:00',
    '2023-01-01 25:00:00',
    'yesterday',
    '',
    '1999-01-01 00:00:00',
  ])('the date %s is an error with its line and column', (time) => {
    const reading = readKnown(text(deposit(1), deposit(2, '1', time), deposit(3)))
    expect(reading.transactions).toHaveLength(2)
    expect(reading.errors).toMatchObject([{ code: 'not_a_date', row: 2, line: 3, column: 'time' }])
  })

  test('a day without a time is noon, and flagged, in every report', () => {
    const reading = readKnown(text(deposit(1, '1', '2023-01-02'), deposit(2, '1', '2023-01-02 00:00:00')))
    expect(reading.transactions.map(({ at, flags }) => [at, flags])).toEqual([
      [Date.UTC(2023, 0, 2, 12), ['fiat', 'date_only']],
      [Date.UTC(2023, 0, 2), ['fiat']],
    ])
  })

  const onDays = (...days: string[]) => readText(text(...days.map((day, i) => deposit(i, '1', day))))
  const firstDay = (reading: ReturnType<typeof onDays>) =>
    reading.outcome === 'read'
      ? new Date(reading.transactions[0]?.at ?? 0).toISOString().slice(0, 10)
      : reading.outcome

  test('days that can be read in two ways are read in the one that puts many of them in order, else asked for', () => {
    expect(firstDay(onDays('1/5/2023', '1/11/2023', '2/3/2023', '4/4/2023', '5/2/2023', '6/1/2023'))).toBe(
      '2023-01-05',
    )
    expect(firstDay(onDays('6/12/2023', '5/11/2023', '11/10/2023', '2/9/2023', '5/7/2023', '8/6/2023'))).toBe(
      '2023-12-06',
    )
    expect(firstDay(onDays('1/5/2023', '1/11/2023', '2/3/2023'))).toBe('ask')
    expect(firstDay(onDays('1/5/2023', '2/3/2023', '1/2/2023', '3/1/2023', '2/2/2023', '1/1/2023'))).toBe(
      'ask',
    )
  })

  test('lines are counted as an editor counts them, over preambles and cells of several lines', () => {
    const template =
      'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Comment'
    const reading = readKnown(
      `\n"a note\nof two lines"\n${template}\n2024-01-01T00:00:00Z,receive,1,BTC,,,,,,,,"one\ntwo"\n2024-01-01T00:00:00Z,receive,x,BTC,,,,,,,,\n`,
    )
    expect(reading.headerRow).toBe(4)
    expect(reading.errors).toMatchObject([{ row: 2, line: 7, column: 'IN Amount' }])
  })

  test('a quote that never closes spoils its own line', () => {
    const reading = readKnown(text(deposit(1), deposit(2).replace('2023', '"2023'), deposit(3)))
    expect(reading.transactions.map((t) => t.externalId)).toEqual(['L1', 'L3'])
    expect(reading.errors).toMatchObject([{ code: 'broken_quotes', row: 2, line: 3 }])
  })

  test('a footer may name a day; a row with a spoilt day is none', () => {
    const reading = readKnown(
      text(
        deposit(1),
        ',,Generated on 2024-01-02 for 2023,,,,,,,,',
        ',,"No more records, 31 Dec 2023",,,,,,,,',
        'L8,,2023-02-30,deposit,,,,,,,',
        'L9,,Jan 32 2023,deposit,,,,,,,',
      ),
    )
    expect(reading.skipped).toEqual([
      { rows: [2], reason: 'footer' },
      { rows: [3], reason: 'footer' },
    ])
    expect(reading.errors.map(({ row }) => row)).toEqual([4, 5])
  })

  test('footers and repeated headers are skipped, not errors', () => {
    const reading = readKnown(text(deposit(1), 'Totals,,,,,,,,1', KRAKEN, deposit(2)))
    expect(reading.skipped).toEqual([
      { rows: [2], reason: 'footer' },
      { rows: [3], reason: 'inner_header' },
    ])
    expect(reading.errors).toEqual([])
  })
})

describe('layouts', () => {
  test('a preamble full of another delimiter does not hide the table', () => {
    expect(readKnown(`note ${'|'.repeat(500)}\n${text(deposit(1))}`).headerRow).toBe(2)
  })

  test('an unknown one says which header was seen', () => {
    expect(readText('When,What,How much\n2024-01-01,buy,1\n')).toMatchObject({
      outcome: 'unknown',
      headerLine: 1,
      header: ['When', 'What', 'How much'],
      message:
        'No known layout. Line 1 looks like the header: When, What, How much. Choose another report where you exported it, or say what its columns hold.',
    })
  })

  test('an unknown one of a source names the reports of it that can be read, and what is missing of each', () => {
    const odd = 'When,What,How much\n2024-01-01,buy,1\n'
    const messageOf = (file: string, options?: ReadOptions) => {
      const reading = readText(file, options)
      return reading.outcome === 'unknown' ? reading.message : reading.outcome
    }
    expect(messageOf(odd, { sourceSlug: 'kraken' })).toMatch(
      /From Kraken, Lotbook reads: Kraken ledgers \(missing here: txid, refid, .*\); Kraken trades \(missing here: .*\)\. Export one of these, or say what its columns hold\.$/,
    )
    expect(messageOf(odd, { sourceSlug: 'phemex' })).toContain(
      'Lotbook does not read reports from Phemex yet: say what its columns hold.',
    )
    expect(messageOf(odd, { sourceSlug: 'ethereum' })).toContain('Choose another report')
    // A third of a known layout without a source: said, with what is not there.
    expect(messageOf('txid,refid,time,type,mood,moon,tide\n1,2,3,4,5,6,7\n')).toMatch(
      /Closest to it: Kraken (ledgers|trades) \(missing here: /,
    )
    expect(messageOf('nothing here\nat all\n')).toContain('fill in the template')
  })

  test('a changed one says what it is closest to', () => {
    const reading = readText(`${KRAKEN.replace('amount', 'sum')}\n`)
    expect(reading).toMatchObject({
      outcome: 'unknown',
      closest: { formatId: 'kraken-ledgers', newColumns: ['sum'], missingColumns: ['amount'] },
    })
    expect(reading.outcome === 'unknown' && reading.closest?.score).toBeCloseTo(10 / 12)
  })

  test('a new column anywhere is noted by its name, and the rest is read as before', () => {
    const names = KRAKEN.split(',')
    const cells = deposit(1).split(',')
    const before = readKnown(`${KRAKEN}\n${deposit(1)}\n`)
    for (const at of names.keys()) {
      const [header, row] = [names.toSpliced(at, 0, 'Purse'), cells.toSpliced(at, 0, 'x')]
      const reading = readKnown(`${header.join()}\n${row.join()}\n`)
      expect(reading.transactions).toEqual(before.transactions)
      expect(reading.unknownColumns).toEqual(['Purse'])
      expect(reading.notes).toMatchObject([{ code: 'unknown_columns', row: 0, line: 1 }])
      expect(reading.notes[0]?.message).toContain('Purse')
    }
  })

  test('a new column under the name of a known one leaves open which is which', () => {
    const header = KRAKEN.replace('amount,', 'amount,amount,')
    expect(readText(`${header}\n${deposit(1)},1\n`)).toMatchObject({ outcome: 'unknown' })
  })

  test('columns appended to a known one are accepted with a notice', () => {
    const reading = readKnown(`${KRAKEN},moon,tide\n${deposit(1)},full,high\n`)
    expect(reading.unknownColumns).toEqual(['moon', 'tide'])
    expect(reading.notes).toMatchObject([{ code: 'unknown_columns', row: 0 }])
    expect(lines(reading)).toHaveLength(1)
  })

  test('a header without rows is a reading of nothing', () => {
    expect(readKnown(`${KRAKEN}\n`)).toMatchObject({ dataRows: 0, transactions: [], errors: [] })
  })
})

describe('several sheets of one report', () => {
  const BINANCE = 'UTC_Time,Account,Operation,Coin,Change,Remark'
  const bookOf = (...sheets: (readonly string[])[]) => {
    const book = XLSX.utils.book_new()
    sheets.forEach((rows, i) =>
      XLSX.utils.book_append_sheet(
        book,
        XLSX.utils.aoa_to_sheet(rows.map((row) => row.split(','))),
        `Sheet ${i}`,
      ),
    )
    const reading = read(new Uint8Array(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer))
    if (reading.outcome !== 'read') throw new Error(reading.message)
    return reading
  }
  const interest = (second: number, remark = '') =>
    `2023-01-02 00:00:0${second},Spot,Savings Interest,ADA,0.1,${remark}`

  test('are one history; a sheet that repeats another, hidden or not, adds nothing', () => {
    const early = [BINANCE, interest(1), interest(1), interest(2)]
    const reading = bookOf(early, early, [BINANCE, interest(1), interest(1), interest(1), interest(3)])
    expect(reading.transactions.map(({ rows }) => rows)).toEqual([[1], [2], [3], [9], [10]])
    expect(reading.skipped).toEqual([4, 5, 6, 7, 8].map((row) => ({ rows: [row], reason: 'duplicate_row' })))
  })

  test('no two rows have one name, and what has an id is in the file once', () => {
    const interests = bookOf([BINANCE, interest(1)], [BINANCE, interest(1, 'told again')])
    const names = interests.transactions.flatMap((t) =>
      t.records.map((record) => recordFingerprint('me', interests.family, record)),
    )
    expect([names.length, new Set(names).size]).toEqual([2, 2])
    const told = deposit(1).replace('spot', 'spot / main')
    const ledgers = bookOf([KRAKEN, deposit(1)], [KRAKEN, told, deposit(2)])
    expect(ledgers.transactions.map(({ externalId }) => externalId)).toEqual(['L1', 'L2'])
    expect(ledgers.skipped).toEqual([{ rows: [2], reason: 'duplicate_row' }])
  })
})

test('the original row of a transaction can be shown again', () => {
  const file = { name: 'a.csv', bytes: bytesOf(`\n${text(deposit(1), deposit(2))}`) }
  expect(rowsAt(file, [2, 3])).toEqual([
    { row: 2, line: 4, header: KRAKEN.split(','), cells: deposit(2).split(',') },
  ])
})

describe('SF13 poison files answer within 2 seconds', () => {
  const full = (unit: string) => bytesOf(unit.repeat(Math.floor(MAX_FILE_BYTES / unit.length)))
  const sameSecond = (row: string) => bytesOf(`${KRAKEN}\n${`${row}\n`.repeat(20_000)}`)
  test.each([
    ['one line', full('a')],
    ['quotes', full('"')],
    ['an odd number of quotes', full('"').slice(1)],
    ['quotes and commas', full('",')],
    ['quotes and line ends', full('"\n')],
    ['quotes and spaces', full('"x" ')],
    ['commas', full(',')],
    ['line ends', full('\n')],
    ['rows of one moment and refid', sameSecond('L1,R0,2023-01-01 00:00:00,trade,,currency,ZUSD,s,1,0,1')],
  ])('10 MB of %s', (_, bytes) => {
    // Processor time: how long others make it wait says nothing of the reader.
    const start = process.threadCpuUsage()
    const reading = read(bytes)
    recogniseFile({ name: 'a.csv', bytes })
    const { user, system } = process.threadCpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(2000)
    expect(['refused', 'unknown', 'read']).toContain(reading.outcome)
  })
})

/** A zip of these parts, deflated; `declared` is what the directory says the last one inflates to. */
function zip(parts: readonly (readonly [string, string | Buffer])[], declared?: number): Uint8Array {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [i, [name, content]] of parts.entries()) {
    const data = Buffer.from(content)
    const packed = deflateRawSync(data)
    const size = declared !== undefined && i === parts.length - 1 ? declared : data.length
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, tail, Buffer.from(name)]),
    )
    chunks.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...chunks, central, end]))
}

test('a row from before 2009 is an error with its line and column, and the rest goes in', () => {
  const reading = readKnown(text(deposit(1, '1', '2008-12-31 23:59:59'), deposit(2)))
  expect(reading.transactions).toHaveLength(1)
  expect(reading.errors).toMatchObject([
    {
      code: 'before_2009',
      row: 1,
      line: 2,
      column: 'time',
      value: '2008-12-31 23:59:59',
      message: 'The date is before 2009, when there was no crypto yet.',
    },
  ])
})
