import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommandLine } from './command-line.ts'
import type { Io, Network } from './io.ts'

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

const io: Io = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  readFile: (path) => readFile(path),
  now: () => new Date(),
  network,
  async writeFile(path, data) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, data)
  },
}

process.exitCode = await runCommandLine(process.argv.slice(2), io)
