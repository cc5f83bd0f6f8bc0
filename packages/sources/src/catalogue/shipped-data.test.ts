import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { catalogueFile, contractMap, drawingList, namedReports, tokenList } from './data-schemas.ts'
import { CURATED, FURTHER, METAMASK } from './token-lists.ts'
import { dataProblems } from './testing/data-problems.ts'

const required = createRequire(import.meta.url)
const { resolve } = required
const read = (path: string | URL) => readFileSync(path, 'utf8')
const CATALOGUE = read(new URL('catalogue.data.json', import.meta.url))

const SHIPPED: readonly (readonly [file: string, text: string, form: z.ZodType])[] = [
  ['catalogue.data.json', CATALOGUE, catalogueFile],
  [
    'known-by-name.data.json',
    read(new URL('../files/own/known-by-name.data.json', import.meta.url)),
    namedReports,
  ],
  ...[CURATED, ...FURTHER].map((file) => [basename(file), read(resolve(file)), tokenList] as const),
  [basename(METAMASK), read(resolve(METAMASK)), contractMap],
  ['@web3icons/common/metadata', JSON.stringify(required('@web3icons/common/metadata')), drawingList],
]

test.each(SHIPPED)('%s is of its form', (file, text, form) => {
  expect(dataProblems(file, text, form)).toEqual([])
})

test('every data file of the package is among them', () => {
  const files = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' })
  const data = files.filter((file) => file.includes('.data.')).map((file) => basename(file))
  expect(SHIPPED.map(([file]) => file)).toEqual(expect.arrayContaining(data))
})

test('each source of the catalogue has a slug and a rank of its own, and all are counted', () => {
  const { count, sources } = catalogueFile.parse(JSON.parse(CATALOGUE))
  expect(sources).toHaveLength(count)
  expect(new Set(sources.map(({ slug }) => slug)).size).toBe(count)
  expect(new Set(sources.map(({ rank }) => rank)).size).toBe(count)
})

describe('a source that is not of its form is named by file, line and field', () => {
  const { sources, ...rest } = JSON.parse(CATALOGUE) as { sources: Record<string, unknown>[] }
  const [first = {}, second = {}] = sources

  /** The problems of a catalogue of two sources, a line each, the second with other fields. */
  const problemsOf = (change: object) => {
    const lines = [first, { ...second, ...change }].map((source) => JSON.stringify(source))
    const head = JSON.stringify({ ...rest, count: 2 }).slice(0, -1)
    return dataProblems(
      'catalogue.data.json',
      `${head},"sources":[\n${lines.join(',\n')}\n]}\n`,
      catalogueFile,
    )
  }

  test('and one that is has none', () => expect(problemsOf({})).toEqual([]))

  test.each([
    [{ api_support: null }, 'api_support: Invalid input: expected object, received null'],
    [{ api_support: { supported: ['Trades'] } }, 'api_support.unsupported: Invalid input: expected array'],
    [{ slug: 'Not A Slug' }, 'slug: Invalid string'],
    [{ rank: 1.5 }, 'rank: Invalid input: expected int'],
    [{ kind: 'bank' }, 'kind: Invalid option'],
    [{ warnings: 'one' }, 'warnings: Invalid input: expected array'],
    [{ help: { csv: [''] } }, 'help.csv.0: Too small'],
    [{ help: { fax: ['Dial'] } }, 'help: Unrecognized key: "fax"'],
    [{ ccxt_id: undefined }, 'ccxt_id: Invalid input: expected string, received undefined'],
    [{ apiform: null }, 'Unrecognized key: "apiform"'],
  ])('%j', (change, words) => {
    const [problem, ...others] = problemsOf(change)
    expect(problem).toContain('catalogue.data.json, line 3, sources.1')
    expect(problem).toContain(words)
    expect(others).toEqual([])
  })
})

test('what is no JSON is said with its file', () => {
  expect(dataProblems('a.data.json', '{"sources":[', catalogueFile)[0]).toMatch(/^a\.data\.json: not JSON: /)
})
