import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import {
  EXPLORER_CHAINS,
  type FileReading,
  readFile,
  readingJson,
  type ReadOptions,
  type SourceFile,
} from '@lotbook/sources'
import { ANSWER_OPTIONS, OPTIONS, readOptionsOf } from './answer-options.ts'
import { importTable } from './import-table.ts'
import type { ExitCode, Io } from './io.ts'

const USAGE = `Usage: lotbook import FILE... [--source SLUG] [--json] [answers]

  --source SLUG       the source the files come from, where a layout is shared
  --json              one JSON object per file, each on a line

What a file leaves open:
  --address ADDRESS   your own address, for exports of explorers that do not tell it
  --chain SLUG        its chain: ${EXPLORER_CHAINS.join(', ')}
  --time-zone ZONE    the IANA zone that times without one were exported in
  --date-order ORDER  day-first or month-first
  --format ID         the report, where several share a layout
`

/** Read files and print what they hold. What could not be read is said on standard error, with its place. */
export async function runImport(args: readonly string[], io: Io): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined || asked.files.length === 0) {
    io.err(USAGE)
    return 2
  }
  let code: ExitCode = 0
  for (const path of asked.files) {
    const file = await load(path, io)
    if (file === undefined) {
      code = 1
      continue
    }
    const reading = readAssuming(file, asked.options, io)
    if (reading.outcome !== 'read') {
      const how = reading.outcome === 'ask' ? ` Answer with ${OPTIONS[reading.question]}.` : ''
      io.err(`${path}${place(reading)}: ${reading.message}${how}\n`)
      code = 1
      if (asked.json) io.out(`${JSON.stringify({ file: file.name, ...reading })}\n`)
      continue
    }
    for (const error of reading.errors) {
      const column = error.column === undefined ? '' : `, column ${error.column}`
      io.err(`${path}, line ${error.line}${column}: ${error.message}\n`)
      code = 1
    }
    io.out(
      asked.json ? `${JSON.stringify(readingJson(file.name, reading))}\n` : importTable(file.name, reading),
    )
  }
  return code
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { source: { type: 'string' }, json: { type: 'boolean' }, ...ANSWER_OPTIONS },
    })
    const options = readOptionsOf(values)
    if (options === undefined) return undefined
    return { files: positionals, options, json: values.json === true }
  } catch {
    return undefined
  }
}

async function load(path: string, io: Io): Promise<SourceFile | undefined> {
  try {
    return { name: basename(path), bytes: await io.readFile(path) }
  } catch (error) {
    io.err(`${path}: ${error instanceof Error ? error.message : 'cannot be opened'}\n`)
    return undefined
  }
}

/**
 * At a terminal there is nobody to ask twice. Of the addresses of an explorer export the first candidate, the one that
 * receives, is taken, and of time zones the usual one of the format; both are said. Nothing else is assumed.
 */
function readAssuming(file: SourceFile, options: ReadOptions, io: Io): FileReading {
  const reading = readFile(file, options)
  if (reading.outcome !== 'ask') return reading
  const [first] = reading.candidates
  if (reading.question === 'own_address' && first !== undefined && options.ownAddress === undefined) {
    io.err(`${file.name}: taken as the history of ${first.value}; name another with --address\n`)
    return readAssuming(file, { ...options, ownAddress: first.value }, io)
  }
  if (reading.question === 'time_zone' && reading.usual !== null && options.timeZone === undefined) {
    io.err(`${file.name}: times taken as ${reading.usual}; name another zone with --time-zone\n`)
    return readAssuming(file, { ...options, timeZone: reading.usual }, io)
  }
  return reading
}

function place(reading: Exclude<FileReading, { outcome: 'read' }>): string {
  if (reading.outcome === 'unknown') return `, line ${reading.headerLine}`
  if (reading.outcome !== 'refused' || reading.line === undefined) return ''
  return `, line ${reading.line}${reading.column === undefined ? '' : `, column ${reading.column}`}`
}
