import { parseArgs } from 'node:util'
import { allSources, importMethods, type Source } from '@lotbook/sources'
import type { ExitCode, Io } from './io.ts'

const USAGE = 'Usage: lotbook sources [--json]\n'

/** List the catalogue, most popular first: a line per source, or one JSON array. */
export async function runSources(args: readonly string[], io: Io): Promise<ExitCode> {
  let json: boolean
  try {
    json = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } }).values.json === true
  } catch {
    io.err(USAGE)
    return 2
  }
  const sources = allSources()
  if (json) io.out(`${JSON.stringify(sources)}\n`)
  else io.out(`${sources.map(line).join('\n')}\n`)
  return 0
}

function line(source: Source): string {
  const closed = source.status === 'closed' ? ', closed' : ''
  const methods = importMethods(source).join(', ') || 'by hand'
  return `${source.slug.padEnd(32)}${source.name}, ${source.kind}${closed}: ${methods}`
}
