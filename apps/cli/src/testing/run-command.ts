import type { ExitCode, Io } from '../io.ts'

type Command = (args: string[], io: Pick<Io, 'out' | 'err' | 'readFile'>) => Promise<ExitCode>

/** Run a command that reads files by name out of `files`. */
export async function runCommand(command: Command, args: string[], files: Readonly<Record<string, string>>) {
  const printed = { out: '', err: '' }
  const code = await command(args, {
    out: (text) => (printed.out += text),
    err: (text) => (printed.err += text),
    readFile: async (path) => {
      const text = files[path]
      if (text === undefined) throw new Error('no such file')
      return new TextEncoder().encode(text)
    },
  })
  return { code, ...printed }
}
