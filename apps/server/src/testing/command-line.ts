import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** The parts of the outside world that the command line touches (`Io` in apps/cli). */
interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly readFile: (path: string) => Promise<Uint8Array>
  readonly writeFile: (path: string, data: Uint8Array | string) => Promise<void>
  readonly now: () => Date
}

interface CommandLine {
  readonly runCommandLine: (args: readonly string[], io: Io) => Promise<number>
}

/** By address, since no floor of the server lies above the command line; only what they say is compared. */
const COMMAND_LINE = new URL('../../../cli/src/command-line.ts', import.meta.url)

/**
 * Run a command in a folder, and give back what it prints. In this process: another would read and compile the engine first, which
 * takes ten times as long as the command.
 */
export async function commandIn(folder: string, args: readonly string[]): Promise<string> {
  const { runCommandLine } = (await import(COMMAND_LINE.href)) as CommandLine
  const printed = { out: '', err: '' }
  const code = await runCommandLine(args, {
    out: (text) => (printed.out += text),
    err: (text) => (printed.err += text),
    readFile: (path) => readFile(resolve(folder, path)),
    async writeFile(path, data) {
      await mkdir(dirname(resolve(folder, path)), { recursive: true })
      await writeFile(resolve(folder, path), data)
    },
    now: () => new Date(),
  })
  if (code !== 0) throw new Error(`lotbook ${args.join(' ')} ended with ${code}: ${printed.err}`)
  return printed.out
}
