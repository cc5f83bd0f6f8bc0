import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFile, type ReadOutcome } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { journalOfFiles } from './journal-of-files.ts'

const fixtures = join(import.meta.dirname, '../../../packages/sources/fixtures/formats')
const examples = readdirSync(fixtures).filter((name) => name.endsWith('.csv'))

function read(lines: readonly string[], fileName: string, formatId?: string) {
  const file = { name: fileName, bytes: new TextEncoder().encode(lines.join('\n')) }
  const answers = { ownAddress: '0xme', chain: 'ethereum', timeZone: 'UTC' }
  const reading = readFile(file, formatId === undefined ? answers : { ...answers, formatId })
  if (reading.outcome !== 'read') throw new Error(reading.message)
  return { fileName, reading }
}

function entriesOf(...files: { fileName: string; reading: ReadOutcome }[]) {
  const legs = (leg: { asset: string; amount: string } | null) => leg && `${leg.amount} ${leg.asset}`
  return journalOfFiles(files)
    .entries.map((entry) =>
      JSON.stringify([entry.id, entry.type, legs(entry.from), legs(entry.to), legs(entry.fee)]),
    )
    .toSorted()
}

test.each(examples)(
  '%s: pieces of an export, overlapping or not, in any order, are the history of the whole',
  (name) => {
    const lines = readFileSync(join(fixtures, name), 'utf8').replaceAll('\r\n', '\n').trimEnd().split('\n')
    const { format_id: formatId } = JSON.parse(
      readFileSync(join(fixtures, name.replace('.csv', '.expected.json')), 'utf8'),
    ) as { format_id: string }
    const whole = read(lines, 'whole.csv', formatId)
    const above = whole.reading.headerRow
    const expected = entriesOf(whole)
    // Reports are cut by their times, not between the rows of one event.
    const inside = whole.reading.transactions.flatMap(({ rows }) => {
      const first = Math.min(...rows)
      return Array.from({ length: Math.max(...rows) - first }, (_, row) => first + 1 + row)
    })
    const cuts = lines.slice(above).flatMap((_, row) => (inside.includes(row + 1) ? [] : [above + row]))

    expect(entriesOf(whole, whole)).toEqual(expected)
    for (const cut of cuts) {
      const early = read(lines.slice(0, cut), 'early.csv', formatId)
      const late = read([...lines.slice(0, above), ...lines.slice(cut)], 'late.csv', formatId)
      for (const files of [
        [early, late],
        [late, early],
        [early, whole],
        [whole, early],
        [late, whole],
        [whole, late],
      ])
        expect(entriesOf(...files)).toEqual(expected)
    }
  },
)

test('what two files may tell twice is named with the place of each, once', () => {
  const HEAD =
    'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
  const sale = (second: string, id: string) =>
    `2025-01-01T00:00:0${second}Z,sell,3000,USD,1,ETH,,,Kraken,yes,${id}`
  const early = read([HEAD, sale('0', 'a1'), sale('0', 'a2')], 'early.csv')
  const late = read([HEAD, sale('2', 'b1')], 'late.csv')
  for (const files of [
    [early, late],
    [late, early],
  ]) {
    const { possibleDuplicates, entries } = journalOfFiles(files)
    expect(entries.length).toBe(3)
    expect(possibleDuplicates.map(({ asset, origins }) => [asset, ...origins])).toEqual([
      ['ETH', { file: 'early.csv', line: 2 }, { file: 'late.csv', line: 2 }],
      ['ETH', { file: 'early.csv', line: 3 }, { file: 'late.csv', line: 2 }],
    ])
  }
  expect(journalOfFiles([early]).possibleDuplicates).toEqual([])
})
