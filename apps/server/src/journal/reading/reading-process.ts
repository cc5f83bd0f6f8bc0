import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { COMPILED } from './compiled.ts'

/**
 * Room for what a reading makes and drops at once, which is most: with little of it a quarter of the time goes into tidying,
 * with twice as much as long into the first touch of it.
 */
const YOUNG_MB = 32

/** Of the heap what may fill up before it is tidied for the first time: a reading keeps most of what is not dropped at once. */
const UNTIDIED = 0.75

/** Only what it has to know: nothing of the server's settings or secrets. */
export const READER_ENV = {
  NODE_ENV: process.env['NODE_ENV'] ?? 'production',
  NODE_COMPILE_CACHE: COMPILED,
  // Large pages, where we have them (scripts/toolchain.mjs).
  GLIBC_TUNABLES: process.env['GLIBC_TUNABLES'],
}

/** Start a process that reads one file; its standard input is a socket, over which it hears and answers (`frames.ts`). */
export function startReadingProcess(heapMb: number): ChildProcess {
  const entry = fileURLToPath(new URL('./read-file.child.ts', import.meta.url))
  const heap = [
    `--max-old-space-size=${heapMb}`,
    `--initial-heap-size=${Math.floor(UNTIDIED * heapMb)}`,
    `--max-semi-space-size=${YOUNG_MB}`,
    `--min-semi-space-size=${Math.min(YOUNG_MB, heapMb)}`,
  ]
  return spawn(process.execPath, [...heap, entry], { stdio: ['pipe', 'ignore', 'ignore'], env: READER_ENV })
}
