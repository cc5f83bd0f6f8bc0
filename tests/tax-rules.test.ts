import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculate, INVARIANTS, parseCalculationInput, RULES_VERSION } from '@lotbook/tax'
import { describe, expect, test } from 'vitest'
import { comesTo, workedFigures } from './worked-figures.ts'
import { root, workspaces } from './workspace.ts'

/** A rule of `docs/tax`. */
const RULE = /\bR-[A-Z]+-\d+\b/g
const folder = join(root, 'docs', 'tax')
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const idsIn = (text: string, pattern = RULE) => new Set(text.match(pattern) ?? [])
const missingIn = (wanted: ReadonlySet<string>, there: ReadonlySet<string>) =>
  [...wanted].filter((id) => !there.has(id)).sort()

const files = workspaces().flatMap((workspace) => workspace.files)
/** Titles in quotes right after `test(` or `describe(`, and the tables that fill such titles in. */
const titles = files
  .filter((file) => /\.test\.tsx?$/.test(file.path))
  .flatMap((file) => [
    ...file.text.matchAll(/\b(?:test|describe)(?:\.each\([^\n]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs),
    ...file.text.matchAll(/\b(?:test|describe)\.each\((\[)\n([\s\S]*?)^ *\](?: as const)?\)/gm),
  ])
  .map(([, , title = '']) => title)
  .join('\n')
const documented = idsIn(pages.map(({ text }) => text).join('\n'))

test('each rule of docs/tax stands in the title of a test', () => {
  expect(documented.size).toBeGreaterThan(35)
  expect(missingIn(documented, idsIn(titles))).toEqual([])
})

test('each rule that code or a test names is in docs/tax', () => {
  expect(missingIn(idsIn(files.map((file) => file.text).join('\n')), documented)).toEqual([])
})

test('each rule has its authority', () => {
  const page = pages.find(({ name }) => name === 'authorities.md')?.text ?? ''
  const rows = [...page.matchAll(/^\| (R-[A-Z]+-\d+) +\| (.+?) +\|/gm)]
  const named = new Set(
    rows.filter(([, , authority = '']) => /\w{3}/.test(authority)).map(([, id = '']) => id),
  )
  expect(missingIn(documented, named)).toEqual([])
  expect(rows.length).toBe(named.size)
})

/** Each version of the rules with a digest of its ids: a version is added where ids come or go, and none is changed. */
const IDS_OF_VERSION: Readonly<Record<string, string>> = {
  'us-2026-11': '7a7fd938d931253b',
  'us-2026-11-23': '2acadcc686ab0e4f',
  'us-2026-11-28': 'e5245a656c1eb489',
  'us-2026-11-29': 'e5245a656c1eb489',
}

test('the rules have the ids of their version, and with others another version', () => {
  const digest = createHash('sha256')
    .update([...documented].sort().join(' '))
    .digest('hex')
    .slice(0, 16)
  expect(Object.keys(IDS_OF_VERSION).at(-1)).toBe(RULES_VERSION)
  expect({ [RULES_VERSION]: digest }).toEqual({ [RULES_VERSION]: IDS_OF_VERSION[RULES_VERSION] })
})

test('the properties ST1 to ST16 each stand in the title of a test', () => {
  const wanted = new Set(Array.from({ length: 16 }, (_, n) => `ST${n + 1}`))
  expect(missingIn(wanted, idsIn(titles, /\bST\d+\b/g))).toEqual([])
})

test('N16 each invariant that results are held to is on its page, and no other', () => {
  const page = pages.find(({ name }) => name === 'invariants.md')?.text ?? ''
  const named = [...page.matchAll(/^\| `([a-z-]+)`/gm)].map(([, name]) => name)
  expect(named).toEqual(INVARIANTS)
})

const worked = pages.flatMap(({ name, text }) => workedFigures(name, text))

test('each rule has a worked figure', () => {
  expect(missingIn(documented, new Set(worked.flatMap(({ rules }) => rules)))).toEqual([])
})

describe('a worked figure is what the engine works out', () => {
  test.each(worked.map((one) => [one.page, one.rules.join(' '), one] as const))('%s %s', (_, __, one) => {
    expect(comesTo(calculate(parseCalculationInput(one.input)), one.says)).toEqual(one.says)
  })
})

test('each file that says what an event does names its rules, and has a worked figure', () => {
  const rules = files.filter(
    ({ path, text }) =>
      path.startsWith('packages/rules/src/us/') &&
      !path.endsWith('/movements.ts') &&
      /\): (?:readonly )?Movement\[\]/.test(text),
  )
  expect(rules.length).toBeGreaterThan(8)
  for (const { path, text } of rules) {
    expect(idsIn(text).size, path).toBeGreaterThan(0)
    expect(
      text.match(/\/\*\*[\s\S]*?\*\//g)?.some((comment) => /\$\d|\d [A-Z]{3}/.test(comment)),
      path,
    ).toBe(true)
  }
})
