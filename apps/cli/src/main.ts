import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { runCommandLine } from './command-line.ts'
import type { Io } from './io.ts'

const io: Io = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  readFile: (path) => readFile(path),
  now: () => new Date(),
  async writeFile(path, data) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, data)
  },
}

process.exitCode = await runCommandLine(process.argv.slice(2), io)
