import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test, expect } from 'vitest'

const SCRIPTS = join(import.meta.dirname, '../scripts')

const LOCK = {
  '': { name: 'lotbook' },
  'node_modules/left': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/for-another-system': { version: '1.0.0', integrity: 'sha512-b', optional: true },
}
const INSTALLED = { 'node_modules/left': LOCK['node_modules/left'] }

/** Installs as npm does, and writes its own account of it last; waits for the file `go` where there is `wait`. */
const NPM = `
const fs = require('node:fs')
const end = () => {
  fs.mkdirSync('node_modules/node/bin', { recursive: true })
  fs.symlinkSync(process.env.PINNED, 'node_modules/node/bin/node')
  fs.writeFileSync('node_modules/.package-lock.json', fs.readFileSync('installed.json'))
  console.error('npm http fetch GET 200 https://registry.example/left-1.0.0.tgz 5ms')
  console.error('npm warn something to know')
  console.log('added 1 package')
}
const waits = fs.existsSync('wait')
if (waits) fs.watch('.', () => fs.existsSync('go') && (end(), process.exit()))
fs.appendFileSync('npm-runs', process.argv.slice(2).join(' ') + '\\n')
if (!waits) end()
`

/** A copy of the scripts with a lock file of two packages, and an npm that needs no network. */
function freshClone() {
  const folder = mkdtempSync(join(tmpdir(), 'lotbook-install-'))
  const started: ChildProcess[] = []
  onTestFinished(() => {
    for (const child of started) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const at = (...path: string[]) => join(folder, ...path)
  for (const name of ['install.mjs', 'install-lock.mjs', 'toolchain.mjs'])
    cpSync(join(SCRIPTS, name), at('scripts', name))
  writeFileSync(
    at('scripts', 'entry.mjs'),
    "import { ensureInstalled } from './install.mjs'\nawait ensureInstalled()\nconsole.log('ready')\n",
  )
  writeFileSync(at('package-lock.json'), JSON.stringify({ packages: LOCK }))
  writeFileSync(at('installed.json'), JSON.stringify({ packages: INSTALLED }))
  mkdirSync(at('npm'))
  writeFileSync(at('npm', 'npm-cli.js'), NPM)

  const start = (script = 'entry.mjs') => {
    const child = spawn(process.execPath, [at('scripts', script)], {
      cwd: tmpdir(),
      env: {
        ...process.env,
        npm_execpath: at('npm', 'npm-cli.js'),
        PINNED: process.execPath,
        NODE_ENV: 'production',
      },
    })
    started.push(child)
    const said = { out: '', err: '' }
    child.stdout.on('data', (text: Buffer) => (said.out += text.toString()))
    child.stderr.on('data', (text: Buffer) => (said.err += text.toString()))
    const code = new Promise<number | null>((resolve) => child.on('close', resolve))
    return { child, said, end: async () => ({ code: await code, ...said }) }
  }
  const runs = () =>
    existsSync(at('npm-runs')) ? readFileSync(at('npm-runs'), 'utf8').split('\n').length - 1 : 0
  return { at, start, runs }
}

test('two processes on a fresh clone install once: the second says that it waits, and goes on', async () => {
  const { at, start, runs } = freshClone()
  writeFileSync(at('wait'), '')
  const first = start()
  await expect.poll(runs).toBe(1)
  const second = start()
  await expect.poll(() => second.said.err).toContain('Another process is installing the packages')
  writeFileSync(at('go'), '')
  const [one, two] = [await first.end(), await second.end()]
  expect([one.code, one.out]).toEqual([0, 'ready\n'])
  expect([two.code, two.out]).toEqual([0, 'ready\n'])
  expect(runs()).toBe(1)
  expect(one.err).toMatch(/^Installing packages .*\nadded 1 package\nInstalled packages in \d+ s\.\n$/)
  expect(readFileSync(at('npm-runs'), 'utf8')).toContain('ci --include=dev')
  expect(existsSync(at('.cache', 'install.lock'))).toBe(false)
})

test('an install by hand counts, and one of another lock file does not', async () => {
  const { at, start, runs } = freshClone()
  // The person's own npm.
  mkdirSync(at('node_modules', 'node', 'bin'), { recursive: true })
  symlinkSync(process.execPath, at('node_modules', 'node', 'bin', 'node'))
  writeFileSync(at('node_modules', '.package-lock.json'), JSON.stringify({ packages: INSTALLED }))
  expect(await start().end()).toEqual({ code: 0, out: 'ready\n', err: '' })
  expect(runs()).toBe(0)

  const newer = { 'node_modules/left': { version: '1.0.1', integrity: 'sha512-c' } }
  writeFileSync(at('package-lock.json'), JSON.stringify({ packages: { ...LOCK, ...newer } }))
  writeFileSync(at('installed.json'), JSON.stringify({ packages: newer }))
  rmSync(at('node_modules', 'node'), { recursive: true })
  expect(await start().end()).toMatchObject({ code: 0, out: 'ready\n' })
  expect(runs()).toBe(1)
})

test('a lock whose process is gone is taken over, by one of two who find it', async () => {
  const { at, start, runs } = freshClone()
  const gone = spawn(process.execPath, ['--version'])
  await new Promise((resolve) => gone.on('close', resolve))
  mkdirSync(at('.cache'))
  writeFileSync(at('.cache', 'install.lock'), `${gone.pid} ${hostname()} left-behind`)
  const ends = await Promise.all([start().end(), start().end()])
  expect(ends.map(({ code, out }) => [code, out])).toEqual([
    [0, 'ready\n'],
    [0, 'ready\n'],
  ])
  expect(runs()).toBe(1)
})

test('a lock that nobody touches is taken over, though a process of its number is alive', async () => {
  const { at, start } = freshClone()
  writeFileSync(
    at('scripts', 'lock.mjs'),
    "import { holdingLock } from './install-lock.mjs'\n" +
      "await holdingLock(new URL('../a.lock', import.meta.url).pathname, () => console.log('mine'), { silentMs: 1 })\n",
  )
  writeFileSync(at('a.lock'), `${process.pid} ${hostname()} of-another-time`)
  expect(await start('lock.mjs').end()).toEqual({ code: 0, out: 'mine\n', err: '' })
  expect(existsSync(at('a.lock'))).toBe(false)
})

test('an install that fails says so and leaves no lock', async () => {
  const { at, start } = freshClone()
  writeFileSync(
    at('npm', 'npm-cli.js'),
    "console.error('npm error the disk is full')\nprocess.exitCode = 1\n",
  )
  const { code, err } = await start().end()
  expect(code).toBe(1)
  expect(err).toMatch(
    /npm error the disk is full\nInstalling packages failed after \d+ s; see the lines above\.\n$/,
  )
  expect(existsSync(at('.cache', 'install.lock'))).toBe(false)

  // npm may also end well without what the lock file asks for.
  writeFileSync(at('npm', 'npm-cli.js'), '')
  expect((await start().end()).err).toContain('did not install node')
})

test('a stop while installing ends npm too', async () => {
  const { at, start, runs } = freshClone()
  writeFileSync(at('wait'), '')
  const first = start()
  await expect.poll(runs).toBe(1)
  first.child.kill('SIGTERM')
  expect((await first.end()).code).toBe(1)
  expect(existsSync(at('.cache', 'install.lock'))).toBe(false)
})

test('linked as a program, the command line works from any folder, by the pinned runtime', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotbook-linked-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(SCRIPTS, 'lotbook.mjs'), join(folder, 'lotbook'))
  cpSync(
    join(SCRIPTS, '../packages/sources/fixtures/formats/coinbase-transfers-2017.csv'),
    join(folder, 'mine.csv'),
  )
  // Somebody's own npm script that calls it has been started from another folder.
  const env = { ...process.env, npm_lifecycle_event: 'taxes', INIT_CWD: tmpdir() }
  const child = spawn(join(folder, 'lotbook'), ['import', 'mine.csv'], { cwd: folder, env })
  let out = ''
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  expect(out).toMatch(/^mine\.csv: Coinbase buys and sells/)
})
