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

describe.each(examples)('$id', ({ text, rows, header, ...file }) => {
  const expected = told(bytesOf(text), file)
  const withHeader = (change: (cell: string) => string) =>
    written(
      rows.map((cells, i) => (i === header ? cells.map(change) : cells)),
      ',',
    )

  test.each<readonly [string, () => Uint8Array]>([
    ['a mark of UTF-8', () => bytesOf(`\uFEFF${text}`)],
    ['UTF-16, little end first', () => utf16(text, false)],
    ['UTF-16, big end first', () => utf16(text, true)],
    ['line ends of Windows', () => bytesOf(text.replaceAll('\n', '\r\n'))],
    ['line ends of an old Mac', () => bytesOf(text.replaceAll('\n', '\r'))],
    ['no line end at the end', () => bytesOf(text.trimEnd())],
    ['semicolons', () => bytesOf(written(rows, ';'))],
    ['tabs', () => bytesOf(written(rows, '\t'))],
    ['bars', () => bytesOf(written(rows, '|'))],
    ['every cell quoted', () => bytesOf(written(rows, ',', true))],
    [
      'every line quoted once more',
      () => bytesOf(rows.map((cells) => quoted(written([cells], ','))).join('\n')),
    ],
    ['a header in upper case', () => bytesOf(withHeader((cell) => cell.toUpperCase()))],
    ['a header in lower case', () => bytesOf(withHeader((cell) => cell.toLowerCase()))],
    [
      'spaces around and inside the header',
      () => bytesOf(withHeader((cell) => `  ${cell.replaceAll(' ', '\u00A0 ')} `)),
    ],
    [
      'a column appended',
      () =>
        bytesOf(
          written(
            rows.map((cells, i) => [...cells, i === header ? 'New' : 'x']),
            ',',
          ),
        ),
    ],
    [
      'empty cells appended',
      () =>
        bytesOf(
          written(
            rows.map((cells) => [...cells, '', '']),
            ',',
          ),
        ),
    ],
    [
      'blank rows between the rows',
      () =>
        bytesOf(
          written(
            rows.flatMap((cells, i) => (i > header ? [cells, [''], cells.map(() => '')] : [cells])),
            ',',
          ),
        ),
    ],
    ['a preamble', () => bytesOf([...PREAMBLE, text].join('\n'))],
    ['the header again below', () => bytesOf(`${text.trimEnd()}\n${written([rows[header] ?? []], ',')}\n`)],
    ['a workbook of text', () => workbookOf(rows, 'xlsx', false)],
    ['a workbook of numbers', () => workbookOf(rows, 'xlsx', true)],
    ['an old workbook of numbers', () => workbookOf(rows, 'biff8', true)],
  ])('%s', (_name, bytes) => {
    expect(told(bytes(), file)).toEqual(expected)
  })
})
