import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const MAIN = join(import.meta.dirname, '../main.ts')
const LIMIT_MS = 60_000

export interface Launched {
  readonly child: ChildProcess
  readonly output: () => string
}

export interface Started {
  readonly child: ChildProcess
  readonly address: string
  readonly ms: number
  /** All that it has logged and printed so far. */
  readonly output: () => string
}

/** The real server as processes on one data folder: to start, to kill, and to start again. */
export class ServerProcesses {
  readonly data: string
  readonly #children: ChildProcess[] = []

  constructor(name: string) {
    this.data = mkdtempSync(join(tmpdir(), `lotbook-${name}-`))
  }

  get postmasterPid(): string {
    return join(this.data, 'postgres/pg18/postmaster.pid')
  }

  /** The process id of PostgreSQL. */
  get postmaster(): number {
    return Number.parseInt(readFileSync(this.postmasterPid, 'utf8'), 10)
  }

  launch(): Launched {
    const env = {
      ...process.env,
      LOTBOOK_DATA: this.data,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      LOTBOOK_LOG: 'info',
      PRICE_PROVIDERS: 'none',
    }
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#children.push(child)
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
    return { child, output: () => text }
  }

  async start(): Promise<Started> {
    const begun = performance.now()
    const { child, output } = this.launch()
    while (performance.now() - begun < LIMIT_MS) {
      const address = /Lotbook is at (\S+)/.exec(output())?.[1]
      if (address !== undefined) return { child, address, ms: Math.round(performance.now() - begun), output }
      if (child.exitCode !== null) break
      await wait(20)
    }
    throw new Error(`the server did not start:\n${output()}`)
  }

  /** The folder goes when all went well, and stays to be looked at when not. */
  removeData(): void {
    // The database may live elsewhere, where the folder given cannot be reached by its user.
    rmSync(realpathSync(join(this.data, 'postgres')), { recursive: true, force: true })
    rmSync(this.data, { recursive: true, force: true })
  }

  stopAll(): void {
    for (const child of this.#children) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    }
  }
}

/** Wait for a process to end; gives back its exit code, null when a signal ended it. */
export async function ended(child: ChildProcess): Promise<number | null> {
  const begun = performance.now()
  while (child.exitCode === null && child.signalCode === null) {
    if (performance.now() - begun > LIMIT_MS) throw new Error('the server did not stop')
    await wait(20)
  }
  return child.exitCode
}

/** Processes that a process has started, whose command names this file. Empty where the system does not tell (not Linux). */
export function childrenOf(parent: number, file: string): readonly number[] {
  const isChild = (pid: string) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file)
    } catch {
      // It has ended meanwhile.
      return false
    }
  }
  if (!existsSync('/proc')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number)
}

/** Lines of a server's log that are errors. */
export function errorsIn(output: string): readonly string[] {
  return output.split('\n').filter((line) => line.includes('"level":50'))
}

/** Whether something becomes true in time. */
export async function comesTrue(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const begun = performance.now(); performance.now() - begun < LIMIT_MS; await wait(50))
    if (await isTrue()) return true
  return false
}

/** Say what holds; stop at what does not. */
export function check(what: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`failed: ${what}`)
  console.log(`ok  ${what}`)
}

/** Run a scenario on its own processes, and leave none of them behind. */
export async function scenario(
  name: string,
  body: (server: ServerProcesses) => Promise<void>,
): Promise<void> {
  const server = new ServerProcesses(name)
  try {
    await body(server)
    server.removeData()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(`the data folder is kept: ${server.data}`)
    process.exitCode = 1
  } finally {
    server.stopAll()
  }
}
