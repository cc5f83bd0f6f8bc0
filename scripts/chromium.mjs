// Finds a Chromium for the browser tests, or installs one: named by CHROMIUM_PATH, a headless shell, a whole browser, in this
// order. A headless shell is the same engine without the windows around it, and takes less than half of the processor.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bin, environment, root, runtime } from './toolchain.mjs'

const SHELLS = ['/usr/bin/chromium-headless-shell']
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const isRootOnLinux = () => process.platform === 'linux' && process.getuid?.() === 0

/** Path of the Chromium that the browser tests start; undefined when there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named && existsSync(named)) return named
  return findShell() ?? findBrowser()
}

function findShell() {
  return SHELLS.find((path) => existsSync(path)) ?? playwrightShell()
}

function findBrowser() {
  const installed = () => {
    const path = playwrightChromium()
    return path && existsSync(path) ? path : undefined
  }
  return BROWSERS.find((path) => existsSync(path)) ?? installed()
}

/** Where Playwright puts a whole Chromium, installed or not. */
function playwrightChromium() {
  const script = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
  return spawnSync(runtime(), ['-e', script], { cwd: root, encoding: 'utf8' }).stdout?.trim()
}

/** The headless shell of Playwright, in a folder beside the one of its Chromium: `chromium_headless_shell-1255` and `chromium-1255`. */
function playwrightShell() {
  const [, revisions, revision] = /^(.*)[\\/]chromium-(\d+)[\\/]/.exec(playwrightChromium() ?? '') ?? []
  if (revisions === undefined) return undefined
  const folder = join(revisions, `chromium_headless_shell-${revision}`)
  if (!existsSync(folder)) return undefined
  const isShell = (name) => /^(chrome-)?headless[-_]shell(\.exe)?$/.test(name)
  const name = readdirSync(folder, { recursive: true }).find((path) => isShell(path.split(/[\\/]/).at(-1)))
  return name === undefined ? undefined : join(folder, name)
}

/** Path of a Chromium, installing one when there is none; undefined when that cannot be done. */
export function ensureChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named && existsSync(named)) return named
  const shell = findShell()
  if (shell) return shell
  const browser = findBrowser()
  if (browser) {
    addDebianShell(browser)
    return findChromium()
  }
  console.log('No Chromium found; installing one for the browser tests ...')
  spawnSync(bin('playwright'), ['install', '--only-shell', 'chromium'], {
    cwd: root,
    stdio: 'inherit',
    timeout: 120_000,
    env: environment(),
  })
  const installed = findChromium()
  if (installed) return installed
  if (isRootOnLinux()) {
    aptGet(['update'])
    // Distributions that have no package of the shell have one of the browser.
    if (!install('chromium-headless-shell')) install('chromium')
  }
  return findChromium()
}

/** Beside Debian's own Chromium, its headless shell of the same version: nothing that is installed changes for it. */
function addDebianShell(browser) {
  if (!isRootOnLinux() || browser !== '/usr/bin/chromium') return
  const asked = spawnSync('dpkg-query', ['-W', '-f', '${Version}', 'chromium-common'], { encoding: 'utf8' })
  if (asked.status !== 0) return
  console.log('Installing the headless shell of this Chromium for the browser tests ...')
  const shell = `chromium-headless-shell=${asked.stdout.trim()}`
  if (install(shell)) return
  aptGet(['update'])
  if (!install(shell)) console.log('There is none; the browser tests go on with the whole browser.')
}

function install(name) {
  return aptGet(['install', '-y', '--no-install-recommends', name])
}

/** Whether apt-get did it; a network that does not answer is given up soon. */
function aptGet(args) {
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
  return spawnSync('apt-get', [...patience, ...args], { stdio: 'ignore', timeout: 600_000 }).status === 0
}
