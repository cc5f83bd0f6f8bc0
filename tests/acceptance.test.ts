import { expect, test } from 'vitest'
import { acceptanceTable, storedTable, titlesIn, unknownIds } from './acceptance-table.ts'

test('docs/acceptance.md tells the tests of today; `node scripts/acceptance.mjs` writes it anew', () => {
  expect(storedTable()).toBe(acceptanceTable())
})

test('no test names a row that the acceptance list lacks', () => {
  expect(unknownIds()).toEqual([])
})

test('titles are read from tests, steps and tables of tests, and not from comments', () => {
  const file = `
    // R1.1 is a comment
    test('R1.2 R1.3 an import', () => {
      await test.step("N1 R1.4 it's a step", f) /* R1.5: not here */
    })
    const table = [['R1.6', 'GET /setting'], { ADA: 'R1.7' }]
    const path = '/imports?row=R1.8'
  `
  expect(titlesIn(file)).toEqual([
    'R1.2 R1.3 an import',
    "N1 R1.4 it's a step",
    expect.stringMatching(/^R1\.6 .*GET \/setting/),
    expect.stringMatching(/^R1\.7 .*ADA/),
  ])
})
