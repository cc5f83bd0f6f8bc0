import { expect, test } from 'vitest'
import { formats } from '../registry.ts'
import { readText } from '../testing/read-text.ts'
import { detectIn } from './detect.ts'
import { KNOWN_HEADERS } from './known-headers.ts'

const headers = Object.entries(KNOWN_HEADERS).flatMap(([report, all]) =>
  all.map((text) => [report, text.split('|').map((cell) => (cell === '*' ? 'anything' : cell))] as const),
)

test('a report that is known by its header alone is named, below whatever stands above it', () => {
  expect(headers.length).toBeGreaterThan(100)
  for (const [report, header] of headers) {
    const cells = header.map((cell) => `"${cell}"`).join(',')
    const reading = readText(`Some title\n${cells}\n${header.map(() => 'x').join(',')}\n`)
    expect(reading).toMatchObject({ outcome: 'unknown', headerLine: 2 })
    if (reading.outcome !== 'unknown') continue
    // Some reports share their header; one of those is named.
    const same = headers.filter(([, other]) =>
      other.join('|').startsWith(header.join('|').replace(/\|$/, '')),
    )
    expect(same.map(([name]) => name)).toContain(reading.report)
    expect(reading.message).toContain(reading.report)
    expect(report).not.toBe('')
  }
})

test('no report with a reader is in the table', () => {
  const read = headers.filter(
    ([, cells]) =>
      detectIn({ sheet: null, delimiter: ',', rows: [{ line: 1, cells }] }, formats) !== undefined,
  )
  expect(read.map(([report]) => report)).toEqual([])
})
