import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles, workspaces, type SourceFile } from './workspace.ts'

/** Folders of countries in packages/rules/src, each with a side door `@lotbook/rules/<country>`. */
const COUNTRIES = ['us']
const RULES = 'packages/rules/src'

/** Folders whose work is a form, a screen or a command of a country, so that they ask for its law by name. */
const OF_A_COUNTRY = ['packages/reports/', 'apps/', 'packages/tax/src/safe-harbor/']

const files = [
  ...workspaces().flatMap((workspace) => workspace.files),
  ...['bench', 'tests', 'apps/web/e2e'].flatMap((folder) => sourceFiles(join(root, folder))),
]

/** Paths of the repository that a file imports by a relative specifier. */
function pathsOf({ path, imports }: SourceFile): string[] {
  return imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier))
}

test.each(COUNTRIES)(
  'the files of %s are imported by its own folder, and its value by the list of jurisdictions',
  (country) => {
    const folder = `${RULES}/${country}/`
    const own = files.filter(({ path }) => path.startsWith(folder))
    expect(own.map(({ path }) => path)).toContain(`${folder}index.ts`)
    const around = files
      .filter(({ path }) => !path.startsWith(folder))
      .flatMap((file) => pathsOf(file).map((imported) => ({ path: file.path, imported })))
      .filter(({ imported }) => imported.startsWith(folder))
    expect(around.map(({ path }) => path)).toEqual([`${RULES}/jurisdictions.ts`])
  },
)

test.each(COUNTRIES)('only forms, screens and commands ask for the law of %s by name', (country) => {
  const asking = files.filter(
    ({ imports, isTest, path }) =>
      imports.includes(`@lotbook/rules/${country}`) && !isTest && !path.startsWith('tests/'),
  )
  expect(asking.length).toBeGreaterThan(10)
  const strangers = asking
    .map(({ path }) => path)
    .filter((path) => !OF_A_COUNTRY.some((of) => path.startsWith(of)))
  expect(strangers).toEqual([])
})

test('what the core of the engine needs of a law is in the jurisdiction, and the Safe Harbor is a rule of the United States by itself', () => {
  const asking = files.filter(
    ({ imports, isTest, path }) =>
      path.startsWith('packages/tax/') && !isTest && imports.some((one) => one.startsWith('@lotbook/rules/')),
  )
  // Rev. Proc. 2024-28 and nothing else: the taxes of its years are those of the United States.
  expect(new Set(asking.map(({ path }) => path.split('/')[3]))).toEqual(new Set(['safe-harbor']))
})
