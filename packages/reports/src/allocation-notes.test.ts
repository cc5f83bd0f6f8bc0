import { expect, test } from 'vitest'
import { allocationNotes } from './allocation-notes.ts'
import { auditTrailCsv } from './audit-trail-csv.ts'
import { form8949Csv } from './form-8949-csv.ts'
import { form8949Pdf } from './form-8949-pdf.ts'
import { removalsCsv } from './removals-csv.ts'
import { scheduleDCsv } from './schedule-d.ts'
import { wordsOf } from './testing/file-words.ts'
import { gift, reportOf, sale, textOf } from './testing/report-of.ts'

const LATE =
  'The Safe Harbor allocation was recorded too late for ETH, SOL: it is used for lots from before 2025, but it is no safe harbor.'
const LEFT_OUT =
  'The Safe Harbor allocation on record leaves out ADA; the oldest lots from before 2025 were placed first.'

const row = (asset: string, allocation: 'late' | 'left_out' | null) =>
  sale({ transaction: asset, asset, allocation, proceeds: '10', basis: '4' })
const MARKED = reportOf({
  disposals: [row('SOL', 'late'), row('BTC', null), row('ETH', 'late'), row('ADA', 'left_out')],
  removals: [gift({ asset: 'DOT', allocation: 'late' }), gift({ asset: 'BTC' })],
})
const PLAIN = reportOf({ disposals: [row('BTC', null)], removals: [gift({})] })

/** The rows of a table without its closing notes, each a list of cells. */
const cellsOf = async (file: { chunks: Parameters<typeof textOf>[0] }) =>
  (await textOf(file.chunks))
    .trimEnd()
    .split('\r\n')
    .filter((line) => !/^"?Note: /.test(line))
    .map((line) => line.split(','))

test('R-POOL-3 R-POOL-4 a sentence for each reason names its assets once and counts its rows', () => {
  expect(allocationNotes(MARKED.disposals)).toEqual([
    { mark: 'late', text: LATE, rows: 2 },
    { mark: 'left_out', text: LEFT_OUT, rows: 1 },
  ])
  expect(allocationNotes(PLAIN.disposals)).toEqual([])
})

test('R-POOL-3 R-POOL-4 rows in files read under Allocation as they do on screen, and have no such column where none rests on it', async () => {
  const form = await cellsOf(form8949Csv(MARKED))
  expect(form[0]?.at(-1)).toBe('Allocation')
  expect(form.slice(1).map((cells) => [cells[10], cells.at(-1)])).toEqual([
    ['ADA', 'Left out'],
    ['BTC', ''],
    ['ETH', 'Too late'],
    ['SOL', 'Too late'],
  ])
  const gifts = await cellsOf(removalsCsv(MARKED))
  expect(gifts.map((cells) => [cells[2], cells.at(-1)])).toEqual([
    ['Asset', 'Allocation'],
    ['DOT', 'Too late'],
    ['BTC', ''],
  ])
  const trail = await cellsOf(
    auditTrailCsv({ ...MARKED, invariants: [{ name: 'units-conserved', checked: 3, outcome: 'holds' }] }),
  )
  expect(trail.every((cells) => cells.length === trail[0]?.length)).toBe(true)
  expect(trail.map((cells) => [cells[4], cells.at(-1)])).toEqual([
    ['Asset', 'Allocation'],
    ['ADA', 'Left out'],
    ['BTC', ''],
    ['ETH', 'Too late'],
    ['SOL', 'Too late'],
    ['DOT', 'Too late'],
    ['BTC', ''],
    ['', ''],
  ])
  for (const file of [form8949Csv(PLAIN), removalsCsv(PLAIN), auditTrailCsv(PLAIN)])
    expect(await textOf(file.chunks)).not.toContain('Allocation')
})

test('R-POOL-3 R-POOL-4 Schedule D and a page after Form 8949 say it of what they add up', async () => {
  const lines = await textOf(scheduleDCsv(MARKED).chunks)
  expect(lines).toContain(`\r\nNote,"${LATE}",,,,\r\nNote,${LEFT_OUT},,,,\r\n`)
  expect(scheduleDCsv(MARKED).rows).toBe(lines.trimEnd().split('\r\n').length - 1)
  expect(await textOf(scheduleDCsv(PLAIN).chunks)).not.toContain(LATE)

  const words = (await wordsOf(form8949Pdf(MARKED))).replaceAll(/\s+/g, ' ')
  expect(words).toContain('Notes to Form 8949 (2025)')
  expect(words).toContain(`${LATE} 2 of 4 rows rest on that.`)
  expect(words).toContain(`${LEFT_OUT} 1 of 4 rows rest on that.`)
  expect(await wordsOf(form8949Pdf(PLAIN))).not.toContain('Notes to Form')
})
