import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { root } from './workspace.ts'

/*
 * docs/acceptance.md: every row of the specification's acceptance list with the tests whose titles name it. Made from
 * docs/acceptance-rows.tsv and the titles; `node scripts/acceptance.mjs` writes it anew and prints the counts.
 */

/** One requirement: its id, how it is checked, its text. */
interface Row {
  readonly id: string
  readonly check: string
  readonly text: string
}

interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

/** A test that names rows, as the table tells it. */
export interface NamedTest {
  readonly ids: readonly string[]
  /** Workspace and name of the file: a file that moves within its workspace is still the same. */
  readonly file: string
  /** Title without the ids. */
  readonly title: string
}

const TABLE = join(root, 'docs/acceptance.md')
const ROW_ID = /\bR\d\.\d+\b/g

/** The table as it should stand. */
export function acceptanceTable(): string {
  const tests = namedTests()
  const counts = sections().map(({ title, rows }) => {
    const proven = rows.filter(({ id }) => testsOf(id, tests).length > 0).length
    return `| ${title} | ${rows.length} | ${proven} | ${rows.length - proven} |`
  })
  const all = sections().flatMap(({ rows }) => rows)
  const proven = all.filter(({ id }) => testsOf(id, tests).length > 0).length
  return [
    '# Acceptance',
    '',
    'Written by `node scripts/acceptance.mjs` from docs/acceptance-rows.tsv and the titles of the tests; not by hand.',
    'A row has a test where a title names it, and is open otherwise. A title names a row only if the test proves all of it.',
    'Check: E in a browser, V what is shown, U unit, A API, D data or schema, S permission.',
    '',
    '| Section | Rows | With a test | Open |',
    '| --- | --- | --- | --- |',
    ...counts,
    `| all | ${all.length} | ${proven} | ${all.length - proven} |`,
    ...sections().flatMap(({ title, rows }) => ['', `## ${title}`, '', ...rows.flatMap(linesOf(tests))]),
    '',
  ].join('\n')
}

/** The table as it stands, or nothing where there is none. */
export const storedTable = (): string => readFileSync(TABLE, 'utf8')

/** Ids that a title names and no row has. */
export function unknownIds(): readonly string[] {
  const known = new Set(sections().flatMap(({ rows }) => rows.map(({ id }) => id)))
  return namedTests().flatMap(({ ids, file }) =>
    ids.filter((id) => !known.has(id)).map((id) => `${id} in ${file}`),
  )
}

const linesOf =
  (tests: readonly NamedTest[]) =>
  ({ id, check, text }: Row): string[] => {
    const proofs = testsOf(id, tests).map(({ file, title }) => `  - ${file}: ${title}`)
    return [`- ${id} (${check})${proofs.length === 0 ? ' open' : ''}: ${text}`, ...proofs]
  }

const testsOf = (id: string, tests: readonly NamedTest[]) => tests.filter(({ ids }) => ids.includes(id))

function sections(): Section[] {
  const text = readFileSync(join(root, 'docs/acceptance-rows.tsv'), 'utf8')
  return text
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.trimEnd().split('\n')
      const rows = lines.map((line) => {
        const [id = '', check = '', text = ''] = line.split('\t')
        return { id, check, text }
      })
      return { title, rows }
    })
}

/** Every test that names a row, by file and in the file's order. */
function namedTests(): NamedTest[] {
  return testFiles().flatMap((path) => {
    const [group = '', workspace = ''] = relative(root, path).split('/')
    const file = `${group === 'tests' ? group : `${group}/${workspace}`} ${basename(path)}`
    return titlesIn(readFileSync(path, 'utf8')).flatMap((title) => {
      const ids = title.match(ROW_ID) ?? []
      if (ids.length === 0) return []
      return [{ ids, file, title: title.replaceAll(/\bR\d\.\d+\s*/g, '').trim() }]
    })
  })
}

/**
 * Texts of a test file that begin with rows: titles, and lines of a table of tests, which are told by what else is on the
 * line. Other ids may come first (`N1 R4.34 from two files`).
 */
export function titlesIn(text: string): string[] {
  return text.split('\n').flatMap((line) =>
    [...line.matchAll(/(['"`])((?:[A-Z][A-Z0-9.-]* )*R\d\.\d+(?: (?:\\.|(?!\1).)*)?)\1/g)].map(
      ([whole, , found = '']) => {
        const title = found.replaceAll(/\\(.)/g, '$1')
        const isOnlyIds = title.replaceAll(ROW_ID, '').trim() === ''
        const beside = line
          .replace(whole, '')
          .replaceAll(/[^\w/{} ]/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim()
        return isOnlyIds ? `${title} ${beside === '' ? 'a line of a table' : beside}` : title
      },
    ),
  )
}

function testFiles(): string[] {
  return (
    ['packages', 'apps', 'tests']
      .flatMap((folder) =>
        readdirSync(join(root, folder), {
          recursive: true,
          encoding: 'utf8',
        }).map((name) => join(root, folder, name)),
      )
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !/\/(node_modules|dist)\//.test(path))
      // Its titles are examples of titles, and prove no row.
      .filter((path) => basename(path) !== 'acceptance.test.ts')
      .toSorted((a, b) => (a < b ? -1 : 1))
  )
}

if (import.meta.main) {
  writeFileSync(TABLE, acceptanceTable())
  console.log(acceptanceTable().match(/^\| all .*$/m)?.[0])
}
