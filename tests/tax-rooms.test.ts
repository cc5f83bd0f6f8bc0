import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { type SourceFile, workspaces } from './workspace.ts'

/** The rooms of packages/tax, and the rooms below each that it may import (packages/tax/README.md). */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  amounts: [],
  schema: [],
  bytes: ['amounts', 'schema'],
  valuing: [],
  matching: ['schema'],
  events: ['amounts', 'schema', 'bytes'],
  lots: ['amounts', 'schema', 'events'],
  executing: ['amounts', 'schema', 'bytes', 'events', 'lots'],
  results: ['amounts', 'schema', 'bytes', 'events', 'executing'],
  journals: ['amounts', 'schema', 'bytes', 'matching', 'events', 'executing'],
  calculating: ['schema', 'events', 'executing', 'results'],
  invariants: ['schema', 'events', 'results', 'executing'],
  manifest: ['schema', 'bytes', 'results', 'calculating', 'invariants'],
  methods: ['schema', 'events', 'lots', 'executing', 'results'],
  comparing: ['schema', 'bytes', 'lots', 'events', 'results', 'manifest', 'methods', 'calculating'],
  'safe-harbor': ['schema', 'events', 'executing', 'results', 'manifest'],
  deciding: ['schema', 'events', 'matching', 'executing', 'results', 'comparing'],
  resuming: ['schema', 'bytes', 'events', 'executing', 'journals', 'manifest', 'deciding'],
}
const SRC = 'packages/tax/src/'

const product = (workspaces().find(({ name }) => name === '@lotbook/tax')?.files ?? []).filter(
  ({ path, isTest }) => !isTest && path !== `${SRC}index.ts` && !path.startsWith(`${SRC}testing/`),
)

test('every file of tax is in a known room', () => {
  expect(product.length).toBeGreaterThan(80)
  expect(product.filter(({ path }) => ROOMS[roomOf(path)] === undefined).map(({ path }) => path)).toEqual([])
})

test('rooms of tax import downward only', () => {
  const order = Object.keys(ROOMS)
  for (const [room, below] of Object.entries(ROOMS))
    for (const other of below)
      expect(order.indexOf(other), `${room}: ${other}`).toBeLessThan(order.indexOf(room))
  const against = product.flatMap((file) =>
    importedBy(file)
      .filter(
        (path) => roomOf(path) !== roomOf(file.path) && !ROOMS[roomOf(file.path)]?.includes(roomOf(path)),
      )
      .map((path) => `${file.path}: ${path}`),
  )
  expect(against).toEqual([])
})

test('no room of tax may import one that it has no need of', () => {
  const used = new Set(
    product.flatMap((file) => importedBy(file).map((path) => `${roomOf(file.path)} ${roomOf(path)}`)),
  )
  const unused = Object.entries(ROOMS).flatMap(([room, below]) =>
    below.filter((other) => !used.has(`${room} ${other}`)).map((other) => `${room}: ${other}`),
  )
  expect(unused).toEqual([])
})

function roomOf(path: string): string {
  return path.slice(SRC.length).split('/')[0] ?? ''
}

function importedBy({ path, imports }: SourceFile): string[] {
  return imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier))
}
