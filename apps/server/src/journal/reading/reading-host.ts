import { fork, type ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { HostMessage, HostRequest } from './reading-host.child.ts'
import { READER_ENV, startReadingProcess } from './reading-process.ts'

/** How a process ended: its code, or the signal that ended it. */
export interface Ending {
  readonly code: number | null
  readonly signal: string | null
}

/** A process in which one file is read. */
export interface ReadingProcess {
  readonly pid: number
  readonly socket: Socket
  readonly kill: () => void
  /** Rejected where nobody knows how, which is not the file's doing. */
  readonly ended: Promise<Ending>
}

interface Expected {
  readonly started: PromiseWithResolvers<ReadingProcess>
  readonly ended: PromiseWithResolvers<Ending>
  pid?: number
}

/** The process that starts the others, as long as it lives. */
interface Host {
  readonly child: ChildProcess
  readonly expected: Map<number, Expected>
}

/** A socket that is handed over from process to process is not to be had there. */
const STARTS_ITSELF = process.platform === 'win32'

let host: Host | undefined
let lastId = 0

/** Have the process ready that starts the others: it is best started while this one is small. */
export function prepareReading(): void {
  if (!STARTS_ITSELF) host ??= startHost()
}

/**
 * Start a process that reads a file. It ends with this one.
 *
 * @param heapMb - how large its heap may become.
 */
export function startReading(heapMb: number): Promise<ReadingProcess> {
  if (STARTS_ITSELF) return Promise.resolve(ownProcess(startReadingProcess(heapMb)))
  const { child, expected } = (host ??= startHost())
  const id = ++lastId
  const one: Expected = {
    started: Promise.withResolvers<ReadingProcess>(),
    ended: Promise.withResolvers<Ending>(),
  }
  // Who does not listen to its end has no use for a fault of it.
  one.ended.promise.catch(() => {})
  expected.set(id, one)
  child.send({ type: 'start', id, heapMb } satisfies HostRequest)
  return one.started.promise
}

function startHost(): Host {
  const entry = fileURLToPath(new URL('./reading-host.child.ts', import.meta.url))
  const child = fork(entry, [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: READER_ENV,
  })
  const expected = new Map<number, Expected>()
  const started: Host = { child, expected }
  // It keeps no process from ending.
  child.unref()
  child.channel?.unref()
  child.on('message', (message: HostMessage, handle) => hear(started, message, handle as Socket | undefined))
  const gone = () => {
    if (host === started) host = undefined
    for (const { started: start, ended, pid } of expected.values()) {
      const fault = new Error('the process that starts reading processes has ended')
      start.reject(fault)
      // Nobody else would hold it to its bounds.
      if (pid !== undefined) killAnyway(pid)
      ended.reject(fault)
    }
    expected.clear()
  }
  child.on('exit', gone)
  child.on('error', gone)
  return started
}

function hear({ child, expected }: Host, message: HostMessage, socket: Socket | undefined): void {
  const { id } = message
  const one = expected.get(id)
  if (one === undefined) return
  switch (message.type) {
    case 'started': {
      const kill = () => {
        socket?.destroy()
        if (!expected.has(id)) return
        child.send({ type: 'kill', id } satisfies HostRequest)
      }
      if (socket === undefined) {
        kill()
        one.started.reject(new Error('a reading process came without its socket'))
        return
      }
      one.pid = message.pid
      one.started.resolve({ pid: message.pid, socket, kill, ended: one.ended.promise })
      return
    }
    case 'failed':
      expected.delete(id)
      one.started.reject(new Error(message.message))
      return
    case 'ended':
      expected.delete(id)
      one.ended.resolve({ code: message.code, signal: message.signal })
  }
}

function killAnyway(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function ownProcess(child: ChildProcess): ReadingProcess {
  const ended = Promise.withResolvers<Ending>()
  child.on('exit', (code, signal) => ended.resolve({ code, signal }))
  child.on('error', () => ended.resolve({ code: null, signal: null }))
  const kill = () => child.kill('SIGKILL')
  return { pid: child.pid ?? 0, socket: child.stdin as Socket, kill, ended: ended.promise }
}
