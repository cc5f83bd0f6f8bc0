import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/**
 * What the first screen of someone signed in loads: the entry, the shell, and every script they import at once.
 * `node apps/web/scripts/bundle-size.ts [Screen]` prints it for the shell and that screen, and exits 1 beyond the budget
 * (performance: P15).
 */
const BUDGET_KB = 130

const dist = join(import.meta.dirname, '../dist')
const entries = [
  ...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g),
]
const files = new Set<string>()
for (const [, path] of entries) if (path !== undefined) visit(path.replace('assets/', ''))
for (const lazy of ['AppShell', ...process.argv.slice(2)]) {
  const named = entryText().match(new RegExp(`${lazy}-[\\w-]+\\.js`))?.[0]
  if (named === undefined) throw new Error(`no chunk of ${lazy} in the build`)
  visit(named)
}

let total = 0
for (const file of files) {
  const size = brotliCompressSync(readFileSync(join(dist, 'assets', file))).length
  total += size
  console.log(`${(size / 1024).toFixed(1).padStart(7)} KB  ${file}`)
}
console.log(
  `${(total / 1024).toFixed(1).padStart(7)} KB  in all, brotli; the budget is ${BUDGET_KB.toString()} KB`,
)
if (total > BUDGET_KB * 1024) process.exitCode = 1

// The file, and whatever it imports without waiting to be asked.
function visit(file: string) {
  if (files.has(file)) return
  files.add(file)
  const text = readFileSync(join(dist, 'assets', file), 'utf8')
  for (const [, imported] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
    if (imported !== undefined) visit(imported)
  }
}

function entryText(): string {
  return [...files].map((file) => readFileSync(join(dist, 'assets', file), 'utf8')).join('\n')
}
