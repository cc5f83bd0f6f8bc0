import { basename } from 'node:path'
import { CassetteProblem, checkCassette, parseCassette } from '@lotbook/sources'
import { argumentsOf } from './arguments.ts'
import type { ExitCode, Io } from './io.ts'

const USAGE = 'Usage: lotbook check-recording FILE...\n'

/** Replay recordings, and print what each is read as. What is not as a recording says is told on standard error. */
export async function runCheckRecording(args: readonly string[], io: Io): Promise<ExitCode> {
  const paths = argumentsOf(args, {})?.positionals ?? []
  if (paths.length === 0) {
    io.err(USAGE)
    return 2
  }
  let code: ExitCode = 0
  for (const path of paths) if (!(await isSound(path, io))) code = 1
  return code
}

async function isSound(path: string, io: Io): Promise<boolean> {
  try {
    const text = new TextDecoder().decode(await io.readFile(path))
    const { lines, problems } = await checkCassette(parseCassette(basename(path), text))
    for (const line of lines) io.out(`${JSON.stringify(line)}\n`)
    for (const problem of problems) io.err(`${path}: ${problem}\n`)
    return problems.length === 0
  } catch (error) {
    const message = error instanceof Error ? error.message : 'cannot be opened'
    io.err(error instanceof CassetteProblem ? `${message}\n` : `${path}: ${message}\n`)
    return false
  }
}
