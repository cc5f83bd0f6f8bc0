import { COMMANDS } from './commands.ts'
import { helpOf, helpOfAll } from './help.ts'
import { WriteFailed, type ExitCode, type Io } from './io.ts'

const HELP = new Set(['help', '--help', '-h'])

/** Run one command, or tell about it. */
export async function runCommandLine(args: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = args
  const asksForHelp = name !== undefined && HELP.has(name)
  const about = asksForHelp ? rest[0] : name
  const command = about === undefined ? undefined : COMMANDS.get(about)
  if (asksForHelp && about === undefined) {
    io.out(helpOfAll())
    return 0
  }
  if (about === undefined || command === undefined) {
    io.err(about === undefined ? helpOfAll() : `Unknown command: ${about}\n\n${helpOfAll()}`)
    return 2
  }
  if (asksForHelp || rest.includes('--help') || rest.includes('-h')) {
    io.out(helpOf(about, command))
    return 0
  }
  try {
    return await command.run(rest, io)
  } catch (error) {
    if (!(error instanceof WriteFailed)) throw error
    io.err(`${error.path}: cannot be written: ${error.message}\n`)
    return 1
  }
}
