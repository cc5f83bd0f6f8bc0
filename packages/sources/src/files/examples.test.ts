import { expect, test } from 'vitest'
import type { ReadOutcome } from './reader/file-reading.ts'
import { readFile } from './read-file.ts'
import { readingJson } from './reading-json.ts'
import { exampleFiles } from './testing/example-files.ts'

test.each(exampleFiles)(
  'the example $id is read exactly, field by field',
  ({ name, bytes, options, expected }) => {
    // The format is not told: the header, the name and the rows decide.
    const { formatId: _, ...told } = options
    const reading = readFile({ name, bytes }, told)

    expect(reading.outcome).toBe('read')
    const read = reading as ReadOutcome
    const { format_id, header_row, data_rows, transactions, skipped } = readingJson(name, read)
    expect({ format_id, header_row, data_rows, transactions, skipped }).toEqual({
      format_id: expected.format_id,
      header_row: expected.header_row,
      data_rows: expected.data_rows,
      transactions: expected.transactions,
      skipped: expected.skipped,
    })
    expect(read.errors).toEqual([])
  },
)
