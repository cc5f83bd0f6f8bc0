// Finds a Chromium for the browser tests, or installs one: named by CHROMIUM_PATH, on the machine, from Playwright,
// from the distribution's packages, in this order.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { bin, environment, root, runtime } from './toolchain.mjs'

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named && existsSync(named)) return named
  return KNOWN.find((path) => existsSync(path)) ?? playwrightChromium()
}

function playwrightChromium() {
  const script = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
  const path = spawnSync(runtime(), ['-e', script], { cwd: root, encoding: 'utf8' }).stdout?.trim()
  return path && existsSync(path) ? path : undefined
}

/** Path of a Chromium, installing one when there is none; undefined when that cannot be done. */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  console.log('No Chromium found; installing one for the browser tests ...')
  spawnSync(bin('playwright'), ['install', 'chromium'], {
    cwd: root,
    stdio: 'inherit',
    timeout: 120_000,
    env: environment(),
  })
  const installed = findChromium()
  if (installed) return installed
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    const quiet = { stdio: 'ignore', timeout: 600_000 }
    spawnSync('apt-get', ['update'], quiet)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet)
  }
  return findChromium()
}
