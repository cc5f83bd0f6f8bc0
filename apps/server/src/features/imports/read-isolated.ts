import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type {
  FileReading,
  FileRecognition,
  OriginalRow,
  ReadOptions,
  ReadRow,
  SourceFile,
} from '@lotbook/sources'
import type { ReadRequest } from './read-file.child.ts'

/** Bounds of the reading process (SE6): its heap, its whole memory, and its time. */
const HEAP_MB = 512
const RESIDENT_KB = 1_500 * 1024
const READ_TIMEOUT_MS = 30_000
/** What the process itself may take to come up; a busy machine is not the file's fault. */
const START_TIMEOUT_MS = 30_000
/** What recognising may take before the answer is given without it (upload pipeline). */
const RECOGNISE_TIMEOUT_MS = 4_000

/** The file could not be read within the bounds: which one, in words for the person. */
export class ReaderStopped extends Error {
  readonly code: 'reader_timeout' | 'reader_memory' | 'reader_crashed'

  constructor(code: ReaderStopped['code'], message: string) {
    super(message)
    this.name = 'ReaderStopped'
    this.code = code
  }
}

/** Read a whole file in a process of its own. @throws ReaderStopped when it breaks its bounds. */
export async function readIsolated(
  file: SourceFile,
  options: Omit<ReadOptions, 'onProgress'>,
  onProgress: (done: number, total: number) => void,
): Promise<FileReading> {
  return (await inChild({ task: 'read', file, options }, READ_TIMEOUT_MS, onProgress)) as FileReading
}

/** Find out what a file is from its first lines. @throws ReaderStopped when that takes too much. */
export async function recogniseIsolated(
  file: SourceFile,
  options: Omit<ReadOptions, 'onProgress'>,
): Promise<FileRecognition> {
  return (await inChild(
    { task: 'recognise', file, options },
    RECOGNISE_TIMEOUT_MS,
    () => {},
  )) as FileRecognition
}

/** Rows of a file as they stand in it. @throws ReaderStopped as reading does. */
export async function rowsIsolated(
  file: SourceFile,
  rows: readonly number[],
  options: Omit<ReadOptions, 'onProgress'>,
): Promise<OriginalRow[]> {
  return (await inChild({ task: 'rows', file, rows, options }, READ_TIMEOUT_MS, () => {})) as OriginalRow[]
}

type Result = FileReading | FileRecognition | OriginalRow[]

type Message =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'rows'; readonly rows: readonly ReadRow[] }
  | { readonly type: 'result'; readonly result: Result }

function inChild(
  request: ReadRequest,
  timeoutMs: number,
  onProgress: (done: number, total: number) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./read-file.child.ts', import.meta.url)), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { NODE_ENV: process.env['NODE_ENV'] ?? 'production' },
    })
    const rows: ReadRow[] = []
    let stopped: ReaderStopped | undefined
    let settled = false
    const stop = (reason: ReaderStopped) => {
      stopped = reason
      child.kill('SIGKILL')
    }
    const stopAfter = (ms: number) =>
      setTimeout(
        () => stop(new ReaderStopped('reader_timeout', `The file took longer than ${ms / 1000} s to read.`)),
        ms,
      )
    let timer = stopAfter(START_TIMEOUT_MS)
    const watch = watchMemory(child.pid, () =>
      stop(
        new ReaderStopped('reader_memory', 'The file needs more memory to read than any real export does.'),
      ),
    )
    const settle = (act: () => void) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      clearInterval(watch)
      child.kill('SIGKILL')
      act()
    }

    child.on('message', (message: Message) => {
      switch (message.type) {
        case 'ready':
          clearTimeout(timer)
          timer = stopAfter(timeoutMs)
          return
        case 'progress':
          return onProgress(message.done, message.total)
        case 'rows':
          rows.push(...message.rows)
          return
        case 'result': {
          const { result } = message
          const isReading = !Array.isArray(result) && result.outcome === 'read'
          settle(() => resolve(isReading ? { ...result, transactions: rows } : result))
        }
      }
    })
    child.on('error', (error) => settle(() => reject(error)))
    child.on('exit', () =>
      settle(() =>
        reject(
          stopped ?? new ReaderStopped('reader_crashed', 'The file broke its reader and was set aside.'),
        ),
      ),
    )
    child.send(request)
  })
}

/** Where the system tells: the heap limit does not count buffers, so the whole process is watched too. */
function watchMemory(pid: number | undefined, onBreach: () => void): NodeJS.Timeout | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  return setInterval(() => {
    readFile(`/proc/${pid}/status`, 'utf8').then(
      (status) => {
        const resident = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
        if (resident !== undefined && Number(resident) > RESIDENT_KB) onBreach()
      },
      () => {},
    )
  }, 250)
}
