import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { csvTable } from '../reader/csv-table.ts'
import type { ReadOptions } from '../reader/file-reading.ts'
import { DELIMITERS } from '../reader/table.ts'

const folder = join(import.meta.dirname, '../../../fixtures/formats')

/** What an example becomes, as the catalogue of formats documents it. */
export interface ExpectedReading {
  readonly format_id: string
  readonly file_name_hint: string | null
  readonly context: string | null
  readonly header_row: number
  readonly data_rows: number
  readonly transactions: readonly { readonly flags: readonly string[] }[]
  readonly skipped: readonly unknown[]
}

/** An example of a format, under a name and with the answers by which it can be read without asking. */
export interface ExampleFile {
  readonly id: string
  readonly name: string
  readonly bytes: Buffer
  readonly options: ReadOptions
  readonly expected: ExpectedReading
}

export const exampleFiles: readonly ExampleFile[] = readdirSync(folder)
  .filter((name) => name.endsWith('.csv'))
  .map((name) => {
    const id = name.replace('.csv', '')
    const expected = JSON.parse(readFileSync(join(folder, `${id}.expected.json`), 'utf8')) as ExpectedReading
    const ownAddress = /own address (\S+)/.exec(expected.context ?? '')?.[1]
    const options: ReadOptions = {
      formatId: expected.format_id,
      // Asked where a report may be in any zone: all examples of such reports are in UTC.
      ...(expected.transactions.some(assumesZone) ? {} : { timeZone: 'UTC' }),
      ...(ownAddress === undefined ? {} : { ownAddress }),
    }
    return {
      id,
      name: expected.file_name_hint ?? name,
      bytes: readFileSync(join(folder, name)),
      options,
      expected,
    }
  })

function assumesZone({ flags }: { readonly flags: readonly string[] }): boolean {
  return flags.includes('tz_assumed_utc')
}

/** The lines of an example as cells, with the index of the header among them. */
export function exampleCells({ bytes, expected }: ExampleFile): { lines: string[][]; header: number } {
  const text = bytes.toString('utf8').replaceAll('\r\n', '\n')
  const header = text.split('\n')[expected.header_row - 1] ?? ''
  const rows = csvTable(text, DELIMITERS.find((mark) => header.includes(mark)) ?? ',').rows
  return {
    lines: rows.map(({ cells }) => [...cells]),
    header: rows.findIndex(({ line }) => line === expected.header_row),
  }
}
