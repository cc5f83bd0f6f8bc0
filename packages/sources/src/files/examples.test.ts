import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReadOutcome, ReadRow } from './file-reading.ts'
import { readFile } from './read-file.ts'

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
  expect({
    format_id: read.formatId,
    header_row: read.headerRow,
    data_rows: read.dataRows,
    transactions: read.transactions.map(wire),
    skipped: read.skipped,
  }).toEqual({
    format_id: expected.format_id,
    header_row: expected.header_row,
    data_rows: expected.data_rows,
    transactions: expected.transactions,
    skipped: expected.skipped,
  })
  expect(read.errors).toEqual([])
})

function wire(t: ReadRow) {
  return {
    transaction_at: `${new Date(t.at).toISOString().slice(0, 19)}Z`,
    type: t.type,
    sub_type: t.subType,
    from_currency: t.from?.asset ?? null,
    from_amount: t.from?.amount ?? null,
    to_currency: t.to?.asset ?? null,
    to_amount: t.to?.amount ?? null,
    fee_currency: t.fee?.asset ?? null,
    fee_amount: t.fee?.amount ?? null,
    value_amount: t.value?.amount ?? null,
    value_currency: t.value?.currency ?? null,
    exchange: t.exchange,
    external_id: t.externalId,
    tx_hash: t.txHash,
    flags: t.flags,
    rows: t.rows,
  }
}
