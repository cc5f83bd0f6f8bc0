import { describe, expect, test } from 'vitest'
import { circles } from './circles.ts'
import { importsOf, type SourceFile } from './workspace.ts'

/** Source files by path and text, as `workspaces()` reads them. */
function files(texts: Readonly<Record<string, string>>): SourceFile[] {
  return Object.entries(texts).map(([path, text]) => ({
    path,
    text,
    imports: importsOf(text),
    isTest: false,
  }))
}

describe('circles', () => {
  test('files in a row are in none', () => {
    expect(
      circles(
        files({
          'a/one.ts': "import { two } from './two.ts'\nimport { three } from '../b/three.ts'",
          'a/two.ts': "import { three } from '../b/three.ts'",
          'b/three.ts': "import { x } from '@lotbook/money'\nimport '../outside.ts'",
        }),
      ),
    ).toEqual([])
  })

  test.each([
    ['values', "import { b } from './b.ts'", "import { a } from './a.ts'"],
    ['types', "import type { B } from './b.ts'", "import { type A } from './a.ts'"],
    ['a type by its module', "type B = import('./b.ts').B", "import type { A } from './a.ts'"],
    ['a page loaded later', "lazy(() => import('./b.ts'), 'B')", "import type { A } from './a.ts'"],
    ['re-exports', "export * from './b.ts'", "export { a } from './a.ts'"],
  ])('two files that import each other, by %s', (_, a, b) => {
    expect(circles(files({ 'x/a.ts': a, 'x/b.ts': b }))).toEqual([['x/a.ts', 'x/b.ts']])
  })

  test('a circle by way of other folders', () => {
    expect(
      circles(
        files({
          'start.ts': "import './a/one.ts'",
          'a/one.ts': "import '../b/two.ts'",
          'b/two.ts': "import '../c/three.ts'\nimport './end.ts'",
          'c/three.ts': "import '../a/one.ts'",
          'b/end.ts': '',
        }),
      ),
    ).toEqual([['a/one.ts', 'b/two.ts', 'c/three.ts']])
  })

  test('circles that share a file are one, circles that one leads to are two', () => {
    expect(
      circles(
        files({
          'a.ts': "import './b.ts'\nimport './c.ts'",
          'b.ts': "import './a.ts'",
          'c.ts': "import './a.ts'\nimport './x.ts'",
          'x.ts': "import './y.ts'",
          'y.ts': "import './x.ts'",
        }),
      ),
    ).toEqual([
      ['a.ts', 'b.ts', 'c.ts'],
      ['x.ts', 'y.ts'],
    ])
  })
})
