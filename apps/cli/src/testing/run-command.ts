import { basename } from 'node:path'
import type { ExitCode, FileData, Io } from '../io.ts'

type Command = (args: string[], io: Io) => Promise<ExitCode>

/** A terminal whose files are in memory: what is printed on it, and what is written beside the files that are there. */
export function terminal(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const printed = { out: '', err: '' }
  /** By path: text as it is, bytes as Latin-1. */
  const written = new Map<string, string>()
  const io: Io = {
    out: (text) => (printed.out += text),
    err: (text) => (printed.err += text),
    readFile: async (path) => {
      const text = written.get(path) ?? files[path]
      if (text === undefined) throw new Error('no such file')
      return typeof text === 'string' ? new TextEncoder().encode(text) : text
    },
    writeFile: async (path, data) => void written.set(path, await textOf(data)),
    now: () => new Date('2026-07-01T00:00:00Z'),
  }
  /** The first file written whose name begins so; empty where there is none. */
  const named = (start: string) => [...written].find(([path]) => basename(path).startsWith(start))?.[1] ?? ''
  return { io, printed, written, named }
}

/** Text as it is, bytes as Latin-1, pieces one after the other. */
export async function textOf(data: FileData): Promise<string> {
  if (typeof data === 'string') return data
  if (data instanceof Uint8Array) return Buffer.from(data).toString('latin1')
  let text = ''
  for await (const piece of data) text += await textOf(piece)
  return text
}

/** Run a command that reads files by name out of `files`. */
export async function runCommand(command: Command, args: string[], files: Readonly<Record<string, string>>) {
  const { io, printed } = terminal(files)
  return { code: await command(args, io), ...printed }
}
