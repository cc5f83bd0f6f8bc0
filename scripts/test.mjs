// `npm test`: everything, on a fresh clone. Each check and each test counts once in the closing line.
// `--only=static|vitest|browser|smoke` runs one part while working.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { bin, ensureInstalled, root, run, runtime } from './toolchain.mjs'

ensureInstalled()
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)
const results = join(root, '.cache', 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

let passed = 0
let failed = 0
const failures = []

function check(name, succeeded) {
  if (succeeded) passed += 1
  else {
    failed += 1
    failures.push(name)
  }
}

function section(name, part, body) {
  if (only !== undefined && only !== part) return
  const begun = process.hrtime.bigint()
  console.log(`\n== ${name}`)
  body()
  console.log(`== ${name}: ${Number((process.hrtime.bigint() - begun) / 1_000_000n) / 1000} s`)
}

/** Counts of a runner's JSON report; a report that is missing or empty is a failure of its own. */
function count(name, file, read, succeeded) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const counts = report === undefined ? { passed: 0, failed: 0 } : read(report)
  passed += counts.passed
  failed += counts.failed
  if (counts.failed > 0) failures.push(`${name}: ${counts.failed} failed`)
  if (counts.passed === 0 || (!succeeded && counts.failed === 0)) check(`${name} did not finish`, false)
}

const PROJECTS = [
  'packages/money',
  'packages/journal',
  'packages/tax',
  'packages/sources',
  'packages/reports',
  'packages/contract',
  'apps/server',
  'apps/web',
  'apps/cli',
  '.',
]

section('format', 'static', () =>
  check('prettier', run(bin('prettier'), ['--check', '--log-level=warn', '.'])),
)
section('lint', 'static', () =>
  check('oxlint', run(bin('oxlint'), ['--type-aware', '--quiet', 'packages', 'apps', 'tests', 'bench'])),
)
section('types', 'static', () => {
  for (const project of PROJECTS) check(`types of ${project}`, run(bin('tsc'), ['-p', project]))
})
section('unused code', 'static', () => check('knip', run(bin('knip'), [])))
section('build', 'static', () => {
  const isBuilt = run(bin('vite'), ['build', 'apps/web', '--logLevel', 'warn'])
  check('web build', isBuilt)
  // What browsers load of it; a build that failed has failed already.
  if (isBuilt) check('web budgets', run(runtime(), ['apps/web/scripts/bundle-size.ts']))
})

section('unit, property and API tests', 'vitest', () => {
  const file = join(results, 'vitest.json')
  const succeeded = run(bin('vitest'), [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  count('vitest', file, (r) => ({ passed: r.numPassedTests, failed: r.numFailedTests }), succeeded)
})

section('browser tests', 'browser', () => {
  const chromium = ensureChromium()
  if (chromium === undefined) {
    check('a Chromium for the browser tests (set CHROMIUM_PATH)', false)
    return
  }
  const file = join(results, 'playwright.json')
  const succeeded = run(bin('playwright'), ['test'], {
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  count(
    'playwright',
    file,
    (r) => ({ passed: r.stats.expected, failed: r.stats.unexpected + r.stats.flaky }),
    succeeded,
  )
})

section('kill and restart', 'smoke', () => {
  check('start, kill, start, stop', run(runtime(), ['apps/server/src/testing/smoke.ts']))
  check('killed while it works', run(runtime(), ['apps/server/src/testing/kill.ts', '--rounds=1']))
})

for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
