import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { COMPILED } from './compiled.ts'

/** Room for what a reading makes and drops at once, which is most: with little of it a quarter of the time goes into tidying. */
const YOUNG_MB = 64

/** Only what it has to know: nothing of the server's settings or secrets. */
export const READER_ENV = {
  NODE_ENV: process.env['NODE_ENV'] ?? 'production',
  NODE_COMPILE_CACHE: COMPILED,
}

/** Start a process that reads one file; its standard input is a socket, over which it hears and answers (`frames.ts`). */
export function startReadingProcess(heapMb: number): ChildProcess {
  const entry = fileURLToPath(new URL('./read-file.child.ts', import.meta.url))
  return spawn(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${YOUNG_MB}`, entry],
    { stdio: ['pipe', 'ignore', 'ignore'], env: READER_ENV },
  )
}
