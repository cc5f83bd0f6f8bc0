// Entry scripts need this before anything else can run: an installed project and the pinned runtime. Runs on the
// installed Node (20.19 or newer), so it is plain JavaScript without dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { holdingLock } from './install-lock.mjs'
import { root, runtime } from './toolchain.mjs'

const TELL_MS = 10_000

/** Stop with a sentence when the Node that started us cannot even bootstrap. */
function checkBootstrapVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  stop(`Lotbook needs Node 20.19 or newer to start; this is ${process.version} (${process.execPath}).`)
}

/**
 * Install exactly what the lock file says, unless that is there already, by whom ever it was installed. Of several processes
 * that find it missing one installs, and the others wait. Everything is told on standard error: standard output belongs to
 * the command that follows.
 */
export async function ensureInstalled() {
  checkBootstrapVersion()
  if (missingPackage() !== undefined) {
    const onWait = () => tell('Another process is installing the packages; waiting for it ...')
    await holdingLock(
      join(root, '.cache', 'install.lock'),
      async () => {
        if (missingPackage() !== undefined) await install()
      },
      { onWait },
    )
  }
  const version = spawnSync(runtime(), ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
  if (!version.startsWith('v24.'))
    stop(
      `The pinned runtime is Node 24, but ${runtime()} answers "${version}". Delete node_modules and try again.`,
    )
}

/**
 * A package of the lock file that is not installed as it says; undefined where all are. npm itself writes down what it has installed
 * (`node_modules/.package-lock.json`), as the last thing it does, so an install by hand counts and one that broke off does not.
 * Optional packages may be missing: most are for other systems.
 */
function missingPackage() {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (installed === undefined || !existsSync(runtime())) return 'node'
  for (const [path, wanted] of Object.entries(packagesOf(join(root, 'package-lock.json')))) {
    const found = installed[path]
    if (path === '' || (found === undefined && wanted.optional)) continue
    if (found?.version !== wanted.version || found?.integrity !== wanted.integrity) return path
  }
  return undefined
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : undefined
}

async function install() {
  const begun = performance.now()
  const seconds = () => `${Math.round((performance.now() - begun) / 1000)} s`
  const seen = { downloads: 0, script: undefined }
  tell('Installing packages (once; some minutes on a slow machine) ...')
  const teller = setInterval(() => tell(`Installing packages: ${seconds()}, ${progress(seen)}`), TELL_MS)
  const code = await npmCi((line) => readLine(line, seen))
  clearInterval(teller)
  if (code !== 0) stop(`Installing packages failed after ${seconds()}; see the lines above.`)
  const missing = missingPackage()
  if (missing !== undefined)
    stop(`npm ended well, but did not install ${missing} as package-lock.json has it.`)
  tell(`Installed packages in ${seconds()}.`)
}

const progress = ({ downloads, script }) =>
  script === undefined ? `${downloads} downloaded` : `${downloads} downloaded, now setting up ${script}`

/**
 * Counts what npm does, and shows what is no account of it: errors and the output of scripts. Its warnings are of the Node that
 * started us, in which nothing of the project runs.
 */
function readLine(line, seen) {
  const [, script] = /^npm info run (\S+@\S+) /.exec(line) ?? []
  if (script !== undefined) seen.script = script
  if (/^npm http \S+ .*\.tgz\b/.test(line)) seen.downloads += 1
  if (!/^npm (?:http|info|notice|warn)\b/.test(line) && line !== '') tell(line)
}

/** Run `npm ci` with what development needs, whatever NODE_ENV says; a signal to this process ends npm first. */
function npmCi(onLine) {
  const npm = process.env.npm_execpath
  const [command, args] =
    npm !== undefined && basename(npm) === 'npm-cli.js' ? [process.execPath, [npm]] : ['npm', []]
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=info']
  const child = spawn(command, [...args, ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const pass = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine)
  return new Promise((resolve) => {
    const end = (code) => {
      for (const signal of signals) process.off(signal, pass)
      resolve(code)
    }
    child.on('error', (error) => {
      tell(error.message)
      end(1)
    })
    child.on('close', end)
  })
}

function tell(line) {
  process.stderr.write(`${line}\n`)
}

function stop(line) {
  tell(line)
  process.exit(1)
}
