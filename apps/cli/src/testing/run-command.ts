import type { ExitCode, Io } from '../io.ts'

type Command = (args: string[], io: Io) => Promise<ExitCode>

/** A terminal whose files are in memory, and what is printed on it. */
export function terminal(files: Readonly<Record<string, string>> = {}) {
  const printed = { out: '', err: '' }
  const io: Io = {
    out: (text) => (printed.out += text),
    err: (text) => (printed.err += text),
    readFile: async (path) => {
      const text = files[path]
      if (text === undefined) throw new Error('no such file')
      return new TextEncoder().encode(text)
    },
    writeFile: async () => undefined,
  }
  return { io, printed }
}

/** Run a command that reads files by name out of `files`. */
export async function runCommand(command: Command, args: string[], files: Readonly<Record<string, string>>) {
  const { io, printed } = terminal(files)
  return { code: await command(args, io), ...printed }
}
