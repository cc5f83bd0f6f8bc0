import { expect, test } from 'vitest'
import { readMigrations } from './migrate.ts'

/** Since this one, nodes of an older program may go on while a newer one migrates. */
const SIDE_BY_SIDE_SINCE = '0162_schema_accepts.sql'
/** Words that take away or narrow something that an older program may use. */
const NARROWS =
  /\bdrop\s+(?:table|column|view|type|function|sequence|schema)\b|\brename\b|\bset\s+not\s+null\b|\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b|\brevoke\b|\badd\s+(?:constraint\s+\S+\s+)?(?:check|unique|exclude)\b/i

/** Whether a migration that narrows something says what becomes of older programs. */
function isSaid(text: string): boolean {
  return /update\s+migrations\.schema_accepts\b/i.test(text) || /^--\s*Older programs:/im.test(text)
}

test('a migration that takes something away says that older programs leave, or why they may stay', () => {
  const silent = readMigrations()
    .filter(({ name, text }) => name > SIDE_BY_SIDE_SINCE && NARROWS.test(text) && !isSaid(text))
    .map(({ name }) => name)
  // `update migrations.schema_accepts set oldest_program = '<this file>'`, or a line `-- Older programs: …` with the reason.
  expect(silent).toEqual([])
})

test.each([
  ['alter table accounts drop column note', true],
  ['alter table accounts add column note text', false],
  ['alter table accounts alter column note set not null', true],
  ['alter table accounts alter column n type numeric', true],
  ['create table notes (note text not null)', false],
])('what narrows is known: %s', (text, narrows) => {
  expect(NARROWS.test(text)).toBe(narrows)
})
