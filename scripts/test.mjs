// `npm test`: everything, on a fresh clone. Each check and each test counts once in the closing line. What has one thing to do
// at a time (static checks, the killed server) goes on beside the tests that have two.
// `--only=static|vitest|browser|smoke` runs one part while working.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { useMemoryForTemporaryFiles } from './temporary-files.mjs'
import { bin, root, run, runtime } from './toolchain.mjs'

await ensureInstalled()
useMemoryForTemporaryFiles()
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

/** Output beside a section whose own output is shown as it comes; printed once that has ended. */
let kept
function tell(text) {
  if (kept === undefined) process.stdout.write(text)
  else kept += text
}

/** A part of the whole: its checks one after the other. `isLive` shows their output as it comes; one section at a time may. */
async function section(name, part, body, { isLive = false } = {}) {
  if (only !== undefined && only !== part) return
  const begun = performance.now()
  tell(`\n== ${name}\n`)
  if (isLive) kept = ''
  await body((command, args, options) => run(command, args, { ...options, tell: isLive ? undefined : tell }))
  if (isLive) {
    const others = kept
    kept = undefined
    tell(`== ${name}: ${seconds(begun)}\n${others}`)
  } else tell(`== ${name}: ${seconds(begun)}\n`)
}

const seconds = (begun) => `${((performance.now() - begun) / 1000).toFixed(1)} s`

/**
 * Counts of a runner's JSON report, and what failed with the beginning of why, for the last lines are what is kept of a run;
 * a report that is missing or empty is a failure of its own.
 */
function count(name, file, read, succeeded) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const counts = report === undefined ? { passed: 0, failed: [] } : read(report)
  passed += counts.passed
  failed += counts.failed.length
  for (const { test, why } of counts.failed) failures.push(`${name}: ${test}\n${beginningOf(why)}`)
  if (counts.passed === 0 || (!succeeded && counts.failed.length === 0))
    check(`${name} did not finish`, false)
}

const beginningOf = (why) =>
  stripVTControlCharacters(why)
    .split('\n', 12)
    .map((line) => `  ${line.slice(0, 1000)}`)
    .join('\n')

/** The files and tests that a report of vitest says to have failed. A file can fail by itself, before its tests. */
const failedOfVitest = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ test: `${file} > ${test.fullName}`, why: test.failureMessages.join('\n') }))
    return tests.length > 0 || status !== 'failed' ? tests : [{ test: file, why: message ?? '' }]
  })

/** The tests that a report of Playwright says to have failed, or to have passed on another try only. */
const failedOfPlaywright = ({ suites }) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
      .map(({ file, line, title, tests }) => ({
        test: `${file}:${line} > ${title}`,
        why: tests
          .flatMap(({ results }) => results)
          .flatMap(({ errors }) => errors.map(({ message }) => message ?? ''))
          .join('\n'),
      })),
    ...failedOfPlaywright({ suites: inner }),
  ])

const PROJECTS = [
  'packages/money',
  'packages/journal',
  'packages/rules',
  'packages/tax',
  'packages/sources',
  'packages/reports',
  'packages/contract',
  'packages/assistant',
  'apps/web',
  // Its browser tests and scripts, which run in Node.
  'apps/web/tsconfig.node.json',
  // The server, the command line, the tests of the repository and the benchmarks: each would check most of the others again.
  'tsconfig.all.json',
]

async function staticChecks() {
  await section('format', 'static', async (step) => check('oxfmt', await step(bin('oxfmt'), ['--check'])))
  await section('lint', 'static', async (step) =>
    check(
      'oxlint',
      await step(bin('oxlint'), ['--type-aware', '--quiet', 'packages', 'apps', 'tests', 'bench']),
    ),
  )
  await section('types', 'static', async (step) => {
    for (const project of PROJECTS) check(`types of ${project}`, await step(bin('tsc'), ['-p', project]))
  })
  await section('unused code', 'static', async (step) => check('knip', await step(bin('knip'), [])))
}

/** The web as the browser tests and the killed server have it. */
const build = () =>
  section('build', 'static', async (step) => {
    const isBuilt = await step(bin('vite'), ['build', 'apps/web', '--logLevel', 'warn'])
    check('web build', isBuilt)
    // Sizes of what browsers load; a build that failed has failed already.
    if (isBuilt) check('web budgets', await step(runtime(), ['apps/web/scripts/bundle-size.ts']))
  })

const vitest = () =>
  section(
    'unit, property and API tests',
    'vitest',
    async (step) => {
      const file = join(results, 'vitest.json')
      const succeeded = await step(bin('vitest'), [
        'run',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ])
      count('vitest', file, (r) => ({ passed: r.numPassedTests, failed: failedOfVitest(r) }), succeeded)
    },
    { isLive: true },
  )

const browser = () =>
  section(
    'browser tests',
    'browser',
    async (step) => {
      const chromium = ensureChromium()
      if (chromium === undefined) {
        check('a Chromium for the browser tests (set CHROMIUM_PATH)', false)
        return
      }
      const file = join(results, 'playwright.json')
      const succeeded = await step(bin('playwright'), ['test'], {
        env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      })
      count(
        'playwright',
        file,
        (r) => ({ passed: r.stats.expected, failed: failedOfPlaywright(r) }),
        succeeded,
      )
    },
    { isLive: true },
  )

const killAndRestart = () =>
  section('kill and restart', 'smoke', async (step) => {
    check(
      'started, stopped and killed while it works',
      await step(runtime(), ['apps/server/src/testing/kill.ts', '--rounds=1']),
    )
  })

await build()
await Promise.all([vitest(), staticChecks().then(killAndRestart)])
await browser()

for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
