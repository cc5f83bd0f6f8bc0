import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommandLine } from './command-line.ts'
import { WriteFailed, type Io, type Network } from './io.ts'
import { terminalProgress } from './terminal-progress.ts'

const LONGEST_MS = 60_000

const network: Network = {
  environment: (name) => process.env[name],
  wait: (ms) => sleep(ms),
  now: () => new Date(),
  async send(url, request) {
    const answer = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST_MS),
    })
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
  },
}

// Progress is a line that is written over: only a terminal can do that, and standard output belongs to what was asked for.
const shown = terminalProgress((text) => process.stderr.write(text))
const isWatched = process.stderr.isTTY

// Left alone, the heap grows to four times of what it held when it was looked through last.
const MUCH_BYTES = 150_000_000
const letGo = () => {
  if (process.memoryUsage().heapUsed > MUCH_BYTES) globalThis.gc?.()
}

const io: Io = {
  out: (text) => {
    shown.clear()
    process.stdout.write(text)
  },
  err: (text) => {
    shown.clear()
    process.stderr.write(text)
  },
  ...(isWatched && { progress: shown }),
  letGo,
  readFile: (path) => readFile(path),
  now: () => new Date(),
  environment: (name) => process.env[name],
  network,
  async writeFile(path, data) {
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, data)
    } catch (error) {
      throw new WriteFailed(path, error)
    }
  },
}

// The reader of the output may have seen enough: `lotbook sources | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await runCommandLine(process.argv.slice(2), io)
