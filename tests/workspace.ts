import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository as the tests of the house read it: its workspaces, their files, what each file imports. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface Workspace {
  readonly folder: string
  readonly name: string
  readonly dependencies: ReadonlySet<string>
  readonly devDependencies: ReadonlySet<string>
  readonly files: readonly SourceFile[]
}

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly imports: readonly string[]
  readonly isTest: boolean
}

interface PackageJson {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

export function readPackage(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageJson
}

export function workspaces(): Workspace[] {
  return ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group))
      .map((name) => `${group}/${name}`)
      .filter((folder) => existsSync(join(root, folder, 'package.json')))
      .map(readWorkspace),
  )
}

function readWorkspace(folder: string): Workspace {
  const manifest = readPackage(folder)
  return {
    folder,
    name: manifest.name,
    dependencies: new Set(Object.keys(manifest.dependencies ?? {})),
    devDependencies: new Set(Object.keys(manifest.devDependencies ?? {})),
    files: sourceFiles(join(root, folder, 'src')),
  }
}

/** The TypeScript files of a folder and of all folders in it. */
export function sourceFiles(folder: string): SourceFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = relative(root, file).replaceAll('\\', '/')
      const text = readFileSync(file, 'utf8')
      const isTest = /\.test\.tsx?$/.test(path) || path.includes('/testing/') || path.includes('/e2e/')
      return { path, text, imports: importsOf(text), isTest }
    })
}

/** The specifiers of static imports, re-exports, dynamic imports and `new URL(…, import.meta.url)`-free requires. */
export function importsOf(text: string): string[] {
  const code = withoutComments(text)
  const found = [
    ...code.matchAll(/^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm),
    ...code.matchAll(/^\s*import\s*['"]([^'"]+)['"]/gm),
    ...code.matchAll(/(?<![.\w])import\(\s*['"]([^'"]+)['"]/g),
  ]
  return found.map((match) => match[1] ?? '')
}

/** Code without comments, so that an example in a comment is not taken for an import. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/[^\n]*/g, '$1')
}

/** `@scope/name` or `name` of a specifier; undefined for relative ones and Node's own. */
export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:') || specifier.startsWith('virtual:'))
    return undefined
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]
}
