import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/**
 * What the build makes a browser load, against the budgets (performance: P15): the first screen of someone signed in
 * (the entry, the shell, the import history, and every script they import at once), and what each other screen adds
 * to the shell. No validator is in any of it. Exits 1 where a budget is broken.
 */
const FIRST_KB = 130
const SCREEN_KB = 60
const FIRST_SCREEN = 'ImportsPage'

const dist = join(import.meta.dirname, '../dist')
const scripts = new Map(
  readdirSync(join(dist, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, readFileSync(join(dist, 'assets', name), 'utf8')] as const),
)

const shell = new Set<string>()
for (const [, file] of readFileSync(join(dist, 'index.html'), 'utf8').matchAll(
  /(?:src|href)="\/assets\/([^"]+\.js)"/g,
)) {
  if (file !== undefined) visit(file, shell)
}
const first = withScreen(FIRST_SCREEN)
for (const file of first) console.log(`${kilobytes([file]).padStart(7)} KB  ${file}`)
report(`the first screen (${FIRST_SCREEN})`, [...first], FIRST_KB)
for (const screen of screens()) {
  const added = [...withScreen(screen)].filter((file) => !shell.has(file))
  report(`what ${screen} adds`, added, SCREEN_KB)
}
for (const [file, text] of scripts) {
  if (!text.includes('_zod')) continue
  console.log(`a validator is in ${file}: import a schema of the contract as a type only`)
  process.exitCode = 1
}

function report(what: string, files: readonly string[], budgetKb: number) {
  console.log(`${kilobytes(files).padStart(7)} KB  ${what}, brotli; at most ${budgetKb.toString()} KB`)
  if (bytes(files) > budgetKb * 1024) process.exitCode = 1
}

function screens(): string[] {
  return [...scripts.keys()].flatMap((file) => /^(\w+Page)-[\w-]+\.js$/.exec(file)?.[1] ?? []).toSorted()
}

function withScreen(screen: string): Set<string> {
  const file = [...scripts.keys()].find((name) => name.startsWith(`${screen}-`))
  if (file === undefined) throw new Error(`no chunk of ${screen} in the build`)
  const files = new Set(shell)
  visit(file, files)
  return files
}

// The file, and whatever it imports without waiting to be asked.
function visit(file: string, files: Set<string>) {
  if (files.has(file)) return
  files.add(file)
  for (const [, imported] of (scripts.get(file) ?? '').matchAll(
    /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g,
  )) {
    if (imported !== undefined) visit(imported, files)
  }
}

function bytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + brotliCompressSync(scripts.get(file) ?? '').length, 0)
}

function kilobytes(files: readonly string[]): string {
  return (bytes(files) / 1024).toFixed(1)
}
