import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circles } from './circles.ts'
import {
  importsOf,
  packageOf,
  readPackage,
  root,
  sourceFiles,
  withoutComments,
  workspaces,
} from './workspace.ts'

/** Workspaces that each may import (ARCHITECTURE.md, Floors). */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  '@lotbook/money': [],
  '@lotbook/journal': ['money'],
  '@lotbook/rules': ['journal', 'money'],
  '@lotbook/tax': ['rules', 'journal', 'money'],
  '@lotbook/sources': ['journal', 'money'],
  '@lotbook/contract': ['journal', 'money'],
  '@lotbook/reports': ['tax', 'rules', 'journal', 'money'],
  '@lotbook/assistant': [],
  '@lotbook/server': ['assistant', 'contract', 'reports', 'tax', 'rules', 'sources', 'journal', 'money'],
  '@lotbook/cli': ['assistant', 'reports', 'tax', 'rules', 'sources', 'journal', 'money'],
  '@lotbook/web': ['contract', 'journal', 'money'],
}
/**
 * Doors beside the front one: the process that reads a file comes up for each, and loads nothing else of the package; and the law of one
 * country, which what is a form or a rule of that country asks for by name (tests/jurisdiction.test.ts).
 */
const SIDE_DOORS = new Set(['@lotbook/sources/read-files', '@lotbook/rules/us'])
const PURE = new Set([
  '@lotbook/money',
  '@lotbook/journal',
  '@lotbook/rules',
  '@lotbook/tax',
  '@lotbook/reports',
])
const all = workspaces()
const rootDevDependencies = new Set(Object.keys(readPackage('.').devDependencies ?? {}))

test('the house is read whole', () => {
  expect(all.map((w) => w.name).toSorted()).toEqual(Object.keys(FLOORS).toSorted())
  const counted = all.filter((w) => w.files.length === 0).map((w) => w.name)
  expect(counted).toEqual([])
})

test.each(['apps/web/e2e', 'bench', 'tests'])(
  'no file of %s stands in a circle, types included',
  (folder) => {
    const files = sourceFiles(join(root, folder))
    expect(files).not.toEqual([])
    expect(circles(files)).toEqual([])
  },
)

describe.each(all)('$name', (workspace) => {
  const allowed = new Set((FLOORS[workspace.name] ?? []).map((name) => `@lotbook/${name}`))

  test('imports only point down', () => {
    const against = workspace.files.flatMap((file) =>
      file.imports
        .filter((specifier) => specifier.startsWith('@lotbook/') && !allowed.has(packageOf(specifier) ?? ''))
        .map((specifier) => `${file.path}: ${specifier}`),
    )
    expect(against).toEqual([])
  })

  test('a package is entered by its front door, or by one that is named', () => {
    const around = workspace.files.flatMap((file) =>
      file.imports
        .filter(
          (specifier) =>
            (/^@lotbook\/[^/]+\/./.test(specifier) && !SIDE_DOORS.has(specifier)) ||
            /\.\.\/(?:packages|apps)\//.test(specifier),
        )
        .map((specifier) => `${file.path}: ${specifier}`),
    )
    expect(around).toEqual([])
  })

  test('no file stands in a circle, types included', () => {
    expect(circles(workspace.files)).toEqual([])
  })

  test('every dependency is declared', () => {
    const undeclared = workspace.files.flatMap((file) =>
      file.imports
        .map(packageOf)
        .filter((name) => name !== undefined)
        .filter((name) => {
          if (workspace.dependencies.has(name)) return false
          const forTests = workspace.devDependencies.has(name) || rootDevDependencies.has(name)
          return !(forTests && (file.isTest || isTypesOnly(name)))
        })
        .map((name) => `${file.path}: ${name}`),
    )
    expect(undeclared).toEqual([])
  })
})

/** Packages of a workspace's build rather than of its running code. */
function isTypesOnly(name: string): boolean {
  return name.startsWith('@types/') || name === 'vite'
}

describe.each(all.filter((w) => PURE.has(w.name)))('$name is pure', (workspace) => {
  const product = workspace.files.filter((file) => !file.isTest)

  test.each([
    ['a clock', /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b|Temporal\.Now|\bhrtime\b/],
    ['randomness', /\bMath\.random\b|\bcrypto\.(?:randomBytes|randomUUID|getRandomValues)\b/],
    ['the process', /\bprocess\.|\bglobalThis\.process\b/],
    ['I/O', /['"]node:(?:fs|net|http|https|child_process|worker_threads|os|dns)[^'"]*['"]|\bfetch\(/],
    ['the console', /\bconsole\./],
  ])('has no %s', (_, pattern) => {
    const found = product.filter((file) => pattern.test(withoutComments(file.text))).map((file) => file.path)
    expect(found).toEqual([])
  })
})

describe('amounts are never numbers', () => {
  const AMOUNT = String.raw`(?:amount|quantity|proceeds|basis|gain|costBasis|fairMarketValue|price)s?`
  // Text of an amount made a number, or arithmetic on a field named like one with a numeric literal.
  const patterns = [
    new RegExp(String.raw`\b(?:parseFloat|Number|parseInt)\(\s*[\w.?!\[\]]*\b${AMOUNT}\b`, 'i'),
    new RegExp(String.raw`\bMath\.\w+\([^)]*\b${AMOUNT}\b`, 'i'),
    new RegExp(String.raw`(?:^|[\s(=,])\+[\w.]*\.${AMOUNT}\b(?!\()`, 'i'),
    new RegExp(String.raw`\.${AMOUNT}\s*[*/+-]\s*\d+(?:\.\d+)?\b(?!n)`, 'i'),
    /\bparseFloat\(|\.valueAsNumber\b|\btoFixed\(/,
    new RegExp(String.raw`\b${AMOUNT}\??:\s*number\b`, 'i'),
  ]

  test('in no workspace', () => {
    const found = all.flatMap((workspace) =>
      workspace.files
        .filter((file) => !file.isTest)
        .flatMap((file) =>
          withoutComments(file.text)
            .split('\n')
            .filter((line) => patterns.some((pattern) => pattern.test(line)))
            .map((line) => `${file.path}: ${line.trim()}`),
        ),
    )
    expect(found).toEqual([])
  })

  test.each([
    'const x = Number(row.amount)',
    'const y = parseFloat(text)',
    'total += +leg.quantity',
    'gain: number',
    'const p = fill.price * 2',
    'Math.abs(t.proceeds)',
  ])('the check sees: %s', (line) => {
    expect(patterns.some((pattern) => pattern.test(line))).toBe(true)
  })
})

test('the reader of imports sees every kind, and no comment', () => {
  const text = [
    "import { a } from './a.ts'",
    "import type { B } from '@lotbook/money'",
    "export * from 'x'",
    "import 'y'",
    "const z = await import('z')",
    "// import { no } from 'comment'",
    "/* import { no } from 'block' */",
    "import {\n  many,\n  lines,\n} from 'w'",
  ].join('\n')
  expect(importsOf(text).toSorted()).toEqual(['./a.ts', '@lotbook/money', 'w', 'x', 'y', 'z'])
})
