import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ReadOutcome } from './reader/file-reading.ts'
import { readFile } from './read-file.ts'
import { csvTable } from './reader/csv-table.ts'
import { line, readKnown, readText } from './testing/read-text.ts'

// Trouble that people reported in public about tools of this kind, with figures of our own.
const folder = join(import.meta.dirname, '../../fixtures/found')

interface Case {
  readonly id: string
  readonly files: readonly string[]
  readonly args?: readonly string[]
  readonly transactions?: readonly string[]
  readonly any_of?: readonly (readonly string[])[]
  readonly not_transactions?: readonly string[]
  readonly reported_rows?: readonly number[]
  readonly or_reported_rows?: readonly number[]
  readonly why: string
}

const cases = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as readonly Case[]

function read({ files, args = [] }: Case): ReadOutcome[] {
  const ownAddress = args[args.indexOf('--own-address') + 1]
  return files.map((name) => {
    const bytes = readFileSync(join(folder, name))
    const reading = readFile({ name, bytes }, ownAddress === undefined ? {} : { ownAddress })
    if (reading.outcome !== 'read') throw new Error(`${name} is ${reading.outcome}: ${reading.message}`)
    return reading
  })
}

/** Data rows that errors, notes or skips name. */
function reported({ errors, notes, skipped }: ReadOutcome): number[] {
  return [...[...errors, ...notes].map(({ row }) => row), ...skipped.flatMap(({ rows }) => rows)]
}

describe('found outside', () => {
  test.each(cases)('$id: $why', (one) => {
    const readings = read(one)
    const found = readings.flatMap(({ transactions }) => transactions).map((t) => line({ ...t, flags: [] }))
    const rows = new Set(readings.flatMap(reported))

    if (one.transactions !== undefined) expect(found.toSorted()).toEqual(one.transactions.toSorted())
    if (one.any_of !== undefined)
      expect(one.any_of.map((lines) => lines.toSorted())).toContainEqual(found.toSorted())
    for (const wrong of one.not_transactions ?? []) expect(found).not.toContain(wrong)
    for (const row of one.reported_rows ?? []) expect(rows).toContain(row)
  })
})

const examples = join(import.meta.dirname, '../../fixtures/formats')
const ids = readdirSync(examples)
  .filter((name) => name.endsWith('.csv'))
  .map((name) => name.replace('.csv', ''))

/** An example as the lines up to its header and those below, each as its cells. */
function example(id: string) {
  const text = readFileSync(join(examples, `${id}.csv`), 'utf8')
  const expected = JSON.parse(readFileSync(join(examples, `${id}.expected.json`), 'utf8')) as {
    header_row: number
    context: string | null
  }
  const ownAddress = /own address (\S+)/.exec(expected.context ?? '')?.[1]
  const lines = csvTable(text, ',').rows.map(({ cells }) => cells)
  const options = ownAddress === undefined ? {} : { ownAddress }
  return { head: lines.slice(0, expected.header_row), rows: lines.slice(expected.header_row), options }
}

const csv = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',') + '\n').join('')

describe('a row with fewer cells than its header is an error with its line', () => {
  test.each(ids)('%s', (id) => {
    const { head, rows, options } = example(id)
    const width = head.at(-1)?.length ?? 0
    const whole = readKnown(csv([...head, ...rows]), options, `${id}.csv`)
    const full = Math.max(...whole.transactions.flatMap((t) => t.rows)) - 1
    const row = rows[full] ?? []
    for (const at of [0, Math.floor(width / 2), width - 1]) {
      const short = rows.with(full, row.slice(0, width).toSpliced(at, 1))
      const read = readKnown(csv([...head, ...short]), options, `${id}.csv`)
      expect(read.errors.map(({ code, row, line }) => [code, row, line])).toEqual([
        ['short_row', full + 1, head.length + full + 1],
      ])
      expect(read.transactions.flatMap((t) => t.rows)).not.toContain(full + 1)
    }
  })

  test('a last line that is cut before its date is no footer; words are', () => {
    const header = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
    const cut = readText(`${header}\nL1,D1,2022-03-03 05:07:33,deposit,,currency,BTC,spot,1,0,1\nL2,D2`)
    expect(cut).toMatchObject({ errors: [{ code: 'short_row', row: 2, line: 3 }] })
    const footer = readText(`${header}\nL1,D1,2022-03-03 05:07:33,deposit,,currency,BTC,spot,1,0,1\nTotal,1`)
    expect(footer).toMatchObject({ errors: [], skipped: [{ rows: [2], reason: 'footer' }] })
  })
})
