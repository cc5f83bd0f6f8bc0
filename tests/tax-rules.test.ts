import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyType } from '@lotbook/journal'
import { RULES_VERSIONS } from '@lotbook/rules/us'
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

const fixtures = join(root, 'packages', 'tax', 'fixtures')
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
interface Scenario {
  readonly rules: readonly string[]
  readonly input: { readonly transactions: readonly { readonly type: string; readonly sub_type?: string }[] }
}
const scenarios = readdirSync(fixtures).flatMap((name) => {
  const file = readFileSync(join(fixtures, name), 'utf8')
  return (JSON.parse(file) as { scenarios: readonly Scenario[] }).scenarios
})
/** Ids that scenarios state; the title of each scenario's test has them. */
const ofScenarios = scenarios.flatMap(({ rules: stated }) => stated)
const documented = idsIn(pages.map(({ text }) => text).join('\n'))

test('each rule of docs/tax stands in the title of a test or scenario', () => {
  expect(documented.size).toBeGreaterThan(35)
  expect(missingIn(documented, new Set([...idsIn(titles), ...ofScenarios]))).toEqual([])
})

test('each rule that code or a test names is in docs/tax', () => {
  expect(missingIn(idsIn(files.map((file) => file.text).join('\n')), documented)).toEqual([])
})

test('each rule has its authority once, at the end of the page that the index names for it', () => {
  const index = pages.find(({ name }) => name === 'README.md')?.text ?? ''
  const rows = pages.flatMap(({ name, text }) =>
    [...(text.split('\n## Authority\n')[1] ?? '').matchAll(/^\| (R-([A-Z]+)-\d+) +\| (.*?) +\|$/gm)].map(
      ([, id = '', family = '', authority = '']) => ({ id, family, authority, page: name }),
    ),
  )
  expect(missingIn(documented, new Set(rows.map(({ id }) => id)))).toEqual([])
  expect(rows.length).toBe(documented.size)
  for (const { id, family, authority, page } of rows) {
    expect(authority, id).toMatch(/\w{3}/)
    expect(index, id).toMatch(new RegExp(String.raw`^\| \[${page}\].*\bR-${family}\b`, 'm'))
  }
})

test('the rules have the ids of their version, and with others another version', () => {
  const digest = createHash('sha256')
    .update([...documented].sort().join(' '))
    .digest('hex')
    .slice(0, 16)
  expect(RULES_VERSIONS[0].version).toBe(RULES_VERSION)
  expect({ version: RULES_VERSION, ids: digest }).toEqual(RULES_VERSIONS[0])
  const names = RULES_VERSIONS.map(({ version }) => version)
  expect(new Set(names).size).toBe(names.length)
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

/** Rules of the United States: the name of each, its operation, and its docstring. */
const lawFiles = files.filter(({ path }) => path.startsWith('packages/rules/src/us/'))
const rules = lawFiles.flatMap(({ path, text }) =>
  [
    ...text.matchAll(
      /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)?\nexport const (\w+): Rule = \{\n {2}operation: '([^']+)'/g,
    ),
  ].map(([, docstring = '', name = '', operation = '']) => ({ path, docstring, name, operation })),
)

test('each rule has a name of its own, and says its ids, its authority and a worked figure', () => {
  expect(rules.length).toBeGreaterThan(14)
  expect(new Set(rules.map(({ operation }) => operation)).size).toBe(rules.length)
  for (const { name, docstring } of rules) {
    expect(idsIn(docstring).size, name).toBeGreaterThan(0)
    expect(docstring, name).toMatch(/[Ss]ections? \d|Reg\.|Notice|Rev\. Rul\.|no authority/)
    expect(docstring, name).toMatch(/\$\d|\d [A-Z]{3}/)
  }
})

test('each rule is in the list of treatments, and the engine asks for no other', () => {
  const list = lawFiles.find(({ path }) => path.endsWith('/treatments.ts'))?.text ?? ''
  for (const { name } of rules) expect(list).toMatch(new RegExp(String.raw`\[.*, ${name}, '\w+'\],`))
  const asked = files
    .filter(({ path }) => /^packages\/(rules|tax)\/src\//.test(path) && !path.endsWith('.test.ts'))
    .flatMap(({ text }) => [...text.matchAll(/\boperation(?:\(\w+\))? [!=]== '([^']+)'/g)])
    .map(([, operation = '']) => operation)
  expect(asked.length).toBeGreaterThan(5)
  expect(missingIn(new Set(asked), new Set(rules.map(({ operation }) => operation)))).toEqual([])
})

test('each type of transaction is in a scenario and on a page', () => {
  const worked = new Set(
    scenarios.flatMap(({ input }) =>
      input.transactions.map(({ type, sub_type }) => `${type} ${sub_type ?? ''}`),
    ),
  )
  const text = pages.map((page) => page.text).join('\n')
  const types = everyType().map(({ type, subType }) => ({
    pair: `${type} ${subType ?? ''}`,
    word: subType ?? type,
  }))
  expect(types.filter(({ pair }) => !worked.has(pair))).toEqual([])
  expect(types.filter(({ word }) => !new RegExp(String.raw`\b${word}\b`).test(text))).toEqual([])
})

test('a function that a page names is in the file that it names', () => {
  const named = pages.flatMap(({ text }) => [
    ...text.matchAll(/`([A-Za-z0-9]+)`\s(?:in|\()\s?`(us\/[\w-]+\.ts)`/g),
  ])
  expect(named.length).toBeGreaterThan(10)
  for (const [, name = '', path = ''] of named)
    expect(lawFiles.find((file) => file.path.endsWith(path))?.text ?? '', `${path}: ${name}`).toMatch(
      new RegExp(String.raw`^export (?:const|function) ${name}\b`, 'm'),
    )
})
