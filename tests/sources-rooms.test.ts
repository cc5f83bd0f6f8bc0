import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { type SourceFile, workspaces } from './workspace.ts'

/** The rooms of packages/sources, and the rooms below each that it may import (packages/sources/README.md). */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  reading: [],
  // How a provider is asked, whoever carries the question.
  connecting: ['reading'],
  addresses: [],
  catalogue: ['reading', 'addresses'],
  spam: ['catalogue'],
  'files/reader': ['reading', 'catalogue'],
  // The meaning of a provider's records, for its files and its API alike.
  providers: ['reading', 'catalogue', 'spam'],
  exchanges: ['reading', 'catalogue', 'connecting', 'providers'],
  chains: ['reading', 'catalogue', 'addresses', 'spam', 'providers', 'connecting', 'exchanges'],
  connectors: ['catalogue', 'connecting', 'exchanges', 'chains'],
  // Recorded answers, and what their connectors make of them.
  cassettes: ['reading', 'catalogue', 'addresses', 'connecting', 'exchanges', 'connectors', 'prices'],
  // What a person enters by hand.
  forms: ['reading'],
  // A folder of formats; they do not import each other.
  'files/<source>': ['reading', 'catalogue', 'addresses', 'spam', 'providers', 'files/reader'],
  // Formats that a person describes: they know the words of the template, and the account that a name stands for.
  'files/own': ['reading', 'catalogue', 'accounts', 'files/reader', 'files/<source>'],
  files: ['reading', 'catalogue', 'addresses', 'files/reader', 'files/<source>', 'files/own'],
  accounts: ['reading', 'catalogue', 'addresses', 'files/reader'],
  prices: ['reading', 'catalogue', 'connecting', 'files/reader'],
  'broker-forms': ['reading', 'files/reader'],
}
const SRC = 'packages/sources/src/'

/** The package's doors, which open every room. */
const DOORS = ['index.ts', 'read-files.ts'].map((name) => SRC + name)

const files = (workspaces().find(({ name }) => name === '@lotbook/sources')?.files ?? []).filter(
  ({ path }) => !DOORS.includes(path),
)
const product = files.filter(({ isTest }) => !isTest)

test('every file of sources is in a known room', () => {
  expect(product.length).toBeGreaterThan(50)
  expect(product.filter(({ path }) => roomOf(path) === undefined).map(({ path }) => path)).toEqual([])
})

test('rooms of sources import downward only', () => {
  const against = product.flatMap((file) =>
    importedBy(file)
      .filter((path) => !mayImport(file.path, path))
      .map((path) => `${file.path}: ${path}`),
  )
  expect(against).toEqual([])
})

test.each([
  ['reading/collector.ts', 'files/reader/row.ts'],
  ['files/reader/sheet.ts', 'files/kraken/ledgers-csv.ts'],
  ['files/kraken/ledgers-csv.ts', 'files/coinbase/report.ts'],
  ['files/kraken/ledgers-csv.ts', 'files/registry.ts'],
  ['providers/kraken/ledger-meaning.ts', 'files/reader/row.ts'],
  ['exchanges/kraken/ledger-pages.ts', 'files/kraken/ledgers-csv.ts'],
])('%s may not import %s', (from, to) => {
  expect(mayImport(SRC + from, SRC + to)).toBe(false)
})

function mayImport(from: string, to: string): boolean {
  if (posix.dirname(from) === posix.dirname(to)) return true
  const [room, below] = [roomOf(from) ?? '', roomOf(to) ?? '']
  // Folders of a room that has no folders of its own by source are one room.
  if (room === below) return room !== 'files/<source>'
  return ROOMS[room]?.includes(below) === true
}

function roomOf(path: string): string | undefined {
  const [first = '', second = '', ...rest] = path.slice(SRC.length).split('/')
  if (first !== 'files') return second !== '' && first in ROOMS ? first : undefined
  if (second === 'reader' || second === 'own') return `files/${second}`
  return rest.length > 0 ? 'files/<source>' : 'files'
}

function importedBy({ path, imports }: SourceFile): string[] {
  return imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier))
}
