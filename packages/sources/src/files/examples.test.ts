import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReadOutcome } from './reader/file-reading.ts'
import { readFile } from './read-file.ts'
import { readingJson } from './reading-json.ts'

const folder = join(import.meta.dirname, '../../fixtures/formats')
const ids = readdirSync(folder)
  .filter((name) => name.endsWith('.expected.json'))
  .map((name) => name.replace('.expected.json', ''))

interface Expected {
  format_id: string
  context: string | null
  header_row: number
  data_rows: number
  transactions: unknown[]
  skipped: unknown[]
}

test.each(ids)('the example %s is read exactly, field by field', (id) => {
  const expected = JSON.parse(readFileSync(join(folder, `${id}.expected.json`), 'utf8')) as Expected
  const ownAddress = /own address (\S+)/.exec(expected.context ?? '')?.[1]
  const file = { name: `${id}.csv`, bytes: readFileSync(join(folder, `${id}.csv`)) }
  const reading = readFile(file, ownAddress === undefined ? {} : { ownAddress })

  expect(reading.outcome).toBe('read')
  const read = reading as ReadOutcome
  const { format_id, header_row, data_rows, transactions, skipped } = readingJson(file.name, read)
  expect({ format_id, header_row, data_rows, transactions, skipped }).toEqual({
    format_id: expected.format_id,
    header_row: expected.header_row,
    data_rows: expected.data_rows,
    transactions: expected.transactions,
    skipped: expected.skipped,
  })
  expect(read.errors).toEqual([])
})
