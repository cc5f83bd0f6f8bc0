import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/*
 * The server as a process: started, killed without a word, started again on the same data, a second one refused,
 * signed in to, and stopped in order, with no PostgreSQL left behind. Run: node apps/server/src/testing/smoke.ts
 */

const MAIN = join(import.meta.dirname, '../main.ts')
const LIMIT_MS = 60_000
const CREDENTIALS = { email: 'smoke@example.com', password: 'plum-engine-violet-93' }
const data = mkdtempSync(join(tmpdir(), 'lotbook-smoke-'))
const postmasterPid = join(data, 'postgres/pg18/postmaster.pid')
const children: ChildProcess[] = []

interface Started {
  readonly child: ChildProcess
  readonly address: string
  readonly ms: number
}

function launch(): { child: ChildProcess; output: () => string } {
  const env = {
    ...process.env,
    LOTBOOK_DATA: data,
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    LOTBOOK_LOG: 'info',
  }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, output: () => text }
}

async function start(): Promise<Started> {
  const begun = performance.now()
  const { child, output } = launch()
  while (performance.now() - begun < LIMIT_MS) {
    const address = /Lotbook is at (\S+)/.exec(output())?.[1]
    if (address !== undefined) return { child, address, ms: Math.round(performance.now() - begun) }
    if (child.exitCode !== null) break
    await wait(20)
  }
  throw new Error(`the server did not start:\n${output()}`)
}

async function ended(child: ChildProcess): Promise<number | null> {
  const begun = performance.now()
  while (child.exitCode === null && child.signalCode === null) {
    if (performance.now() - begun > LIMIT_MS) throw new Error('the server did not stop')
    await wait(20)
  }
  return child.exitCode
}

async function call(address: string, path: string, body: object): Promise<Response> {
  return fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-lotbook': '1', origin: address },
    body: JSON.stringify(body),
  })
}

function check(what: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`failed: ${what}`)
  console.log(`ok  ${what}`)
}

async function main(): Promise<void> {
  const first = await start()
  check(`starts on an empty folder (${first.ms} ms)`, true)
  check('signs up', (await call(first.address, '/identity/sign_up', CREDENTIALS)).status === 200)

  first.child.kill('SIGKILL')
  await ended(first.child)
  check('the database outlives a killed server', existsSync(postmasterPid))
  const second = await start()
  check(`starts again after kill -9 (${second.ms} ms)`, true)

  const rival = launch()
  check('refuses a second server on the same data', (await ended(rival.child)) === 1)
  check('and says why', rival.output().includes('another Lotbook server uses this data folder'))

  const answer = await call(second.address, '/identity/log_in', CREDENTIALS)
  check('what was acknowledged before the kill is there', answer.status === 200)
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const me = await fetch(`${second.address}/api/users/get_user_role`, { headers: { cookie } })
  check('a session opens', me.status === 200)

  second.child.kill('SIGTERM')
  check('stops in order', (await ended(second.child)) === 0)
  check('no postmaster.pid is left', !existsSync(postmasterPid))

  const third = await start()
  check(`starts again after a stop in order (${third.ms} ms)`, true)
  third.child.kill('SIGINT')
  check('stops on Ctrl-C', (await ended(third.child)) === 0 && !existsSync(postmasterPid))
}

try {
  await main()
  // The database may live elsewhere, where the folder given cannot be reached by its user.
  rmSync(realpathSync(join(data, 'postgres')), { recursive: true, force: true })
  rmSync(data, { recursive: true, force: true })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`the data folder is kept: ${data}`)
  process.exitCode = 1
} finally {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
}
