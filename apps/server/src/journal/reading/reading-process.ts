import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { yieldProcess } from '../../platform/priority.ts'
import { COMPILED } from './compiled.ts'
import type { ReadMessage } from './read-file.child.ts'
import { ReaderStopped, type AnswerOptions } from './reader.ts'
import type { ReadRequest, ReadResult } from './read-request.ts'
import { limitWork, processorTimeOf, watchMemory } from './reading-limits.ts'

/** Bounds of one process (SE6): its heap, its whole memory and its processor time. */
export interface ProcessBounds {
  readonly heapMb: number
  readonly residentKb: number
  readonly readMs: number
  /** Time to recognise a file; then the upload is answered without it. */
  readonly recogniseMs: number
}

/** Time for a process to come up; a busy machine is not the file's fault. */
const START_TIMEOUT_MS = 30_000
/**
 * Room for short-lived objects, which are most of what a reading makes: with less of it a quarter of the time goes into
 * collecting them, with twice as much the first touch of each page takes as long.
 */
const YOUNG_MB = 32
/**
 * A process reads the next file while its heap holds no more than this: about 20 MB are the readers themselves. Beyond it the process
 * goes, and with it all that the file left.
 */
const KEPT_HEAP_BYTES = 160 * 1024 * 1024

const TOO_MUCH_MEMORY = 'The file needs more memory to read than any real export does.'
const CRASHED = 'The file broke its reader and was set aside.'

/** A process ended and the file is not known to be the reason: it was killed from outside, or never came up. */
export class ProcessGone extends Error {
  constructor(how: string) {
    super(`a reading process ended: ${how}`)
    this.name = 'ProcessGone'
  }
}

/** A process that reads files, one at a time. */
export class ReadingProcess {
  readonly #child: ChildProcess
  readonly #bounds: ProcessBounds
  #isUsable = true
  #isUp = false
  #hear: (message: ReadMessage) => void = () => {}
  #end: (error: Error) => void = () => {}

  /**
   * @param isLong - whether it reads long files, beside which shorter ones are to get on.
   * @param onEnd - called once, when the process has ended without being stopped.
   */
  constructor(bounds: ProcessBounds, isLong: boolean, onEnd: (how: Error, wasUp: boolean) => void) {
    this.#bounds = bounds
    this.#child = startChild(bounds)
    if (isLong && this.#child.pid !== undefined) yieldProcess(this.#child.pid)
    this.#child.on('message', (message: ReadMessage) => {
      if (message.type === 'ready') this.#isUp = true
      else this.#hear(message)
    })
    const ended = (how: Error) => {
      if (!this.#isUsable) return
      this.#isUsable = false
      this.#end(how)
      onEnd(how, this.#isUp)
    }
    // Not to be started, or not to be written to: `exit` may never come, or comes later.
    this.#child.on('error', (error) => ended(new ProcessGone(error.message)))
    this.#child.on('exit', (code, signal) => ended(this.#reasonOf(code, signal)))
    this.#rest()
  }

  /** Whether it can read a file: it has not ended, and holds little of the files before. */
  get isUsable(): boolean {
    return this.#isUsable
  }

  /** End it, in the midst of a file too. */
  stop(): void {
    this.#isUsable = false
    this.#child.kill('SIGKILL')
  }

  /**
   * Have a request answered. A process that breaks a bound, or is no longer wanted, is stopped.
   *
   * @throws ReaderStopped for a bound, ProcessGone where it is not the file's fault.
   */
  async answer(
    request: ReadRequest,
    { limit, onProgress = () => {}, signal }: AnswerOptions = {},
  ): Promise<ReadResult> {
    signal?.throwIfAborted()
    const { residentKb, readMs, recogniseMs } = this.#bounds
    const limitMs = limit === 'recognise' ? recogniseMs : readMs
    const { promise, resolve, reject } = Promise.withResolvers<ReadResult>()
    const giveUp = (reason: unknown) => {
      this.stop()
      reject(reason as Error)
    }
    const tooLong = () =>
      giveUp(new ReaderStopped('reader_timeout', `The file took longer than ${limitMs / 1000} s to read.`))
    const watches = [endOfTimer(() => giveUp(new ProcessGone('it did not come up')), START_TIMEOUT_MS)]
    const unwanted = () => giveUp(signal?.reason)
    signal?.addEventListener('abort', unwanted)
    this.#end = reject
    this.#hear = (message) => {
      if (message.type === 'progress') onProgress(message.done, message.total)
      else if (message.type === 'begun') {
        watches.pop()?.end()
        const pid = this.#child.pid ?? 0
        watches.push(
          limitWork(limitMs, tooLong, () => processorTimeOf(pid)),
          watchMemory(pid, residentKb, () => giveUp(new ReaderStopped('reader_memory', TOO_MUCH_MEMORY))),
        )
      } else if (message.type === 'answered') {
        if (message.heapBytes > KEPT_HEAP_BYTES) this.stop()
        resolve(message.result)
      } else if (message.type === 'failed') reject(faultOf(message))
    }
    this.#work()
    // A message that cannot be sent means that the process has ended, and its exit tells.
    this.#child.send(request, () => {})
    try {
      return await promise
    } finally {
      for (const watch of watches) watch.end()
      signal?.removeEventListener('abort', unwanted)
      this.#end = () => {}
      this.#hear = () => {}
      this.#rest()
    }
  }

  /** Keeps the server running while it reads a file, and no longer. */
  #work(): void {
    this.#child.ref()
    this.#child.channel?.ref()
  }

  #rest(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }

  /** The runtime aborts a process whose heap is full. Killed by anybody else, or before it was up, it says nothing of the file. */
  #reasonOf(code: number | null, signal: NodeJS.Signals | null): Error {
    if (signal === 'SIGABRT' || code === 134) return new ReaderStopped('reader_memory', TOO_MUCH_MEMORY)
    if (signal === 'SIGKILL' || signal === 'SIGTERM' || !this.#isUp)
      return new ProcessGone(String(signal ?? code))
    return new ReaderStopped('reader_crashed', CRASHED)
  }
}

function startChild({ heapMb }: ProcessBounds): ChildProcess {
  return fork(fileURLToPath(new URL('./read-file.child.ts', import.meta.url)), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // The process gets nothing of the server's settings or secrets.
    env: {
      NODE_ENV: process.env['NODE_ENV'] ?? 'production',
      NODE_COMPILE_CACHE: COMPILED,
      // Large pages, where the scripts ask for them (scripts/toolchain.mjs).
      ...(process.env['GLIBC_TUNABLES'] === undefined
        ? {}
        : { GLIBC_TUNABLES: process.env['GLIBC_TUNABLES'] }),
    },
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      // Most of a reading is kept until its end, so collecting before the heap is nearly full finds little.
      `--initial-heap-size=${Math.floor(0.75 * heapMb)}`,
      `--max-semi-space-size=${YOUNG_MB}`,
      `--min-semi-space-size=${Math.min(YOUNG_MB, heapMb)}`,
    ],
  })
}

function endOfTimer(onOver: () => void, ms: number): { readonly end: () => void } {
  const timer = setTimeout(onOver, ms)
  return { end: () => clearTimeout(timer) }
}

/** The fault of a request as it was thrown in its process. */
function faultOf({ message, stack }: Extract<ReadMessage, { type: 'failed' }>): Error {
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return error
}
