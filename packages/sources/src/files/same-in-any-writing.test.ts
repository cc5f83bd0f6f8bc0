import * as XLSX from '@e965/xlsx'
import { formatDecimal, parseDecimal } from '@lotbook/money'
import { describe, expect, test } from 'vitest'
import type { ReadOutcome } from './reader/file-reading.ts'
import { readFile } from './read-file.ts'
import { type ExampleFile, exampleCells, exampleFiles } from './testing/example-files.ts'

/** The same export, written as other programs write it, is the same history. */

const examples = exampleFiles.map((file) => {
  const { lines, header } = exampleCells(file)
  const { id, name, options } = file
  return {
    id,
    name,
    options: { ...options, chain: 'ethereum' },
    rows: lines,
    header,
    text: written(lines, ','),
  }
})

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

function told(bytes: Uint8Array, { name, options }: Pick<ExampleFile, 'name' | 'options'>) {
  const reading = readFile({ name, bytes }, options)
  if (reading.outcome !== 'read') throw new Error(`${reading.outcome}: ${reading.message}`)
  return { formatId: reading.formatId, errors: reading.errors, transactions: whatIsTold(reading) }
}

function whatIsTold({ transactions }: ReadOutcome) {
  const canonical = (text: string | undefined) =>
    formatDecimal(parseDecimal(text ?? '') ?? { units: 0n, scale: 0 })
  const side = (leg: { asset: string; amount: string } | null) =>
    leg === null ? null : `${canonical(leg.amount)} ${leg.asset}`
  return transactions.map((t) => ({
    // To the second: that is what names a row, and what a spreadsheet keeps of a time.
    at: new Date(t.at).toISOString().slice(0, 19),
    type: [t.type, t.subType, ...t.flags].join(' '),
    sides: [side(t.from), side(t.to), side(t.fee)],
    value: t.value === null ? null : `${canonical(t.value.amount)} ${t.value.currency}`,
    ids: [t.exchange, t.externalId, t.txHash],
  }))
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

function written(rows: readonly (readonly string[])[], delimiter: string, quoteAll = false): string {
  const cellText = (cell: string) =>
    quoteAll || cell.includes(delimiter) || /["\n]/.test(cell) ? quoted(cell) : cell
  return rows.map((cells) => cells.map(cellText).join(delimiter)).join('\n')
}

type Example = (typeof examples)[number]
type Writing = readonly [name: string, write: (file: Example) => Uint8Array]

function withHeader({ rows, header }: Example, change: (cell: string) => string): string {
  return written(
    rows.map((cells, i) => (i === header ? cells.map(change) : cells)),
    ',',
  )
}

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}

const PREAMBLE = ['A report, with "words" and, well, commas', '', 'User,Jane Roe,0000', '', '', '', '']

/** Every cell that a program would take for a number is one, as when a person opens and saves the file. */
function workbookOf(rows: readonly string[][], bookType: 'xlsx' | 'biff8', isTyped: boolean): Uint8Array {
  const typed = (cell: string) => (isTyped && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(cell) ? Number(cell) : cell)
  const sheet = XLSX.utils.aoa_to_sheet(rows.map((cells) => cells.map(typed)))
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, 'Sheet1')
  return new Uint8Array(XLSX.write(book, { type: 'buffer', bookType }) as Buffer)
}

/** Ways of writing that a format can get wrong: by its patterns, by its columns, by its numbers. */
const ofEveryFormat: readonly Writing[] = [
  ['semicolons', ({ rows }) => bytesOf(written(rows, ';'))],
  ['a header in upper case', (file) => bytesOf(withHeader(file, (cell) => cell.toUpperCase()))],
  ['a header in lower case', (file) => bytesOf(withHeader(file, (cell) => cell.toLowerCase()))],
  [
    'spaces around and inside the header',
    (file) => bytesOf(withHeader(file, (cell) => `  ${cell.replaceAll(' ', '\u00A0 ')} `)),
  ],
  [
    'a column appended',
    ({ rows, header }) =>
      bytesOf(
        written(
          rows.map((cells, i) => [...cells, i === header ? 'New' : 'x']),
          ',',
        ),
      ),
  ],
  [
    'blank rows between the rows',
    ({ rows, header }) =>
      bytesOf(
        written(
          rows.flatMap((cells, i) => (i > header ? [cells, [''], cells.map(() => '')] : [cells])),
          ',',
        ),
      ),
  ],
  ['a preamble', ({ text }) => bytesOf([...PREAMBLE, text].join('\n'))],
  [
    'the header again below',
    ({ text, rows, header }) => bytesOf(`${text.trimEnd()}\n${written([rows[header] ?? []], ',')}\n`),
  ],
  ['a workbook of numbers', ({ rows }) => workbookOf(rows, 'xlsx', true)],
]

/** Ways that the shared reader alone sees: a part of the formats is enough to hold it to them. */
const ofTheReader: readonly Writing[] = [
  ['a mark of UTF-8', ({ text }) => bytesOf(`\uFEFF${text}`)],
  ['UTF-16, little end first', ({ text }) => utf16(text, false)],
  ['UTF-16, big end first', ({ text }) => utf16(text, true)],
  ['line ends of Windows', ({ text }) => bytesOf(text.replaceAll('\n', '\r\n'))],
  ['line ends of an old Mac', ({ text }) => bytesOf(text.replaceAll('\n', '\r'))],
  ['no line end at the end', ({ text }) => bytesOf(text.trimEnd())],
  ['tabs', ({ rows }) => bytesOf(written(rows, '\t'))],
  ['bars', ({ rows }) => bytesOf(written(rows, '|'))],
  ['every cell quoted', ({ rows }) => bytesOf(written(rows, ',', true))],
  [
    'every line quoted once more',
    ({ rows }) => bytesOf(rows.map((cells) => quoted(written([cells], ','))).join('\n')),
  ],
  [
    'empty cells appended',
    ({ rows }) =>
      bytesOf(
        written(
          rows.map((cells) => [...cells, '', '']),
          ',',
        ),
      ),
  ],
  ['a workbook of text', ({ rows }) => workbookOf(rows, 'xlsx', false)],
  ['an old workbook of numbers', ({ rows }) => workbookOf(rows, 'biff8', true)],
]

/** Each of so many formats is written in the ways of the reader too. */
const PART = 6

describe.each(examples.map((file, n) => ({ ...file, isOfPart: n % PART === 0 })))(
  '$id',
  ({ isOfPart, ...file }) => {
    const expected = told(bytesOf(file.text), file)

    test.each([...ofEveryFormat, ...(isOfPart ? ofTheReader : [])])('%s', (_name, write) => {
      expect(told(write(file), file)).toEqual(expected)
    })
  },
)
