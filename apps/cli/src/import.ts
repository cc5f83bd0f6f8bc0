import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import {
  MAX_LOCAL_FILE_BYTES,
  EXPLORER_CHAINS,
  type FileReading,
  type KnownOwnFormat,
  parseOwnFormat,
  readFile,
  readingJson,
  type ReadOptions,
  type ReadOutcome,
  rowsAt,
  type SourceFile,
} from '@lotbook/sources'
import { ANSWER_OPTIONS, OPTIONS, readOptionsOf } from './answer-options.ts'
import { importTable, placeOf } from './import-table.ts'
import type { ExitCode, Io } from './io.ts'

const USAGE = `Usage: lotbook import FILE... [--source SLUG] [--json] [answers]

  --source SLUG       the source the files come from, where a layout is shared
  --json              one JSON object per file, each on a line

What a file leaves open:
  --address ADDRESS   your own address, for exports of explorers that do not tell it
  --chain SLUG        its chain: ${EXPLORER_CHAINS.join(', ')}
  --time-zone ZONE    the IANA zone that times without one were exported in
  --date-order ORDER  day-first or month-first
  --format ID|FILE    the report, where several share a layout; or the file of a shared format (.json), which reads files of its columns
`

/** Read files and print what they hold. What could not be read is said on standard error, with its place. */
export async function runImport(args: readonly string[], io: Io): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined || asked.files.length === 0) {
    io.err(USAGE)
    return 2
  }
  let code: ExitCode = 0
  const own = asked.shared === undefined ? [] : await sharedFormat(asked.shared, io)
  if (own === undefined) return 1
  const options = { ...asked.options, ...(own.length > 0 && { own }), now: io.now().getTime() }
  const found: Found[] = []
  for (const path of asked.files) {
    const file = await load(path, io)
    if (file === undefined) code = 1
    else found.push({ path, file, reading: readFile(file, options) })
  }
  const known = knownFrom(found.map(({ reading }) => reading))
  for (const { path, file, reading: first } of found) {
    const reading = assuming(first, file, options, known, io)
    if (reading.outcome !== 'read') {
      const how = reading.outcome === 'ask' ? ` Answer with ${OPTIONS[reading.question]}.` : ''
      io.err(`${path}${place(reading)}: ${reading.message}${how}\n`)
      code = 1
      if (asked.json) io.out(`${JSON.stringify({ file: file.name, ...reading })}\n`)
      continue
    }
    for (const error of reading.errors) {
      io.err(`${path}, ${placeOf(error)}: ${error.message}\n`)
      code = 1
    }
    io.out(
      asked.json
        ? `${JSON.stringify(readingJson(file.name, reading))}\n`
        : importTable(file.name, reading, lineOfRows(file, reading, options)),
    )
  }
  return code
}

/** The lines of rows that were skipped. */
function lineOfRows(file: SourceFile, { skipped, formatId }: ReadOutcome, options: ReadOptions) {
  const rows = skipped.flatMap((group) => group.rows)
  const found = rowsAt(file, rows, { ...options, formatId })
  const lines = new Map(found.map(({ row, line }) => [row, line]))
  return (row: number): number => lines.get(row) ?? row
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { source: { type: 'string' }, json: { type: 'boolean' }, ...ANSWER_OPTIONS },
    })
    const format = typeof values.format === 'string' ? values.format : ''
    const shared = /\.json$/i.test(format) ? format : undefined
    const { format: _, ...others } = values
    const options = readOptionsOf(shared === undefined ? values : others)
    if (options === undefined) return undefined
    return { files: positionals, options, shared, json: values.json === true }
  } catch {
    return undefined
  }
}

/** A format that was handed on as a file; says why where it is none. */
async function sharedFormat(path: string, io: Io): Promise<readonly KnownOwnFormat[] | undefined> {
  const file = await load(path, io)
  if (file === undefined) return undefined
  const format = parseOwnFormat(new TextDecoder().decode(file.bytes))
  if (!('problems' in format)) return [{ id: 'own:shared', title: format.name, format }]
  io.err(`${path}: ${format.problems.join(' ')}\n`)
  return undefined
}

async function load(path: string, io: Io): Promise<SourceFile | undefined> {
  try {
    return { name: basename(path), bytes: await io.readFile(path), mostBytes: MAX_LOCAL_FILE_BYTES }
  } catch (error) {
    io.err(`${path}: ${error instanceof Error ? error.message : 'cannot be opened'}\n`)
    return undefined
  }
}

interface Found {
  readonly path: string
  readonly file: SourceFile
  readonly reading: FileReading
}

/** Addresses and chains that files tell by themselves: one account is several files of an explorer. */
function knownFrom(readings: readonly FileReading[]): ReadonlySet<string> {
  return new Set(
    readings.flatMap((reading) => {
      if (reading.outcome === 'read')
        return [reading.account.address ?? [], reading.account.chain ?? []].flat()
      return reading.outcome === 'ask' ? (reading.address ?? []) : []
    }),
  )
}

/**
 * At a terminal there is nobody to ask twice. Of the addresses and chains of an explorer export those are taken that
 * another file of the same command tells, else the first candidate: the address that receives, and Ethereum, since
 * what is printed is the same on every chain. Of time zones it is the usual one of the format. All of it is said, and
 * nothing else is assumed.
 */
function assuming(
  reading: FileReading,
  file: SourceFile,
  options: ReadOptions,
  known: ReadonlySet<string>,
  io: Io,
): FileReading {
  if (reading.outcome !== 'ask') return reading
  const again = (more: ReadOptions) => {
    const all = { ...options, ...more }
    return assuming(readFile(file, all), file, all, known, io)
  }
  const answer = reading.candidates.find(({ value }) => known.has(value)) ?? reading.candidates[0]
  if (reading.question === 'own_address' && answer !== undefined && options.ownAddress === undefined) {
    io.err(`${file.name}: taken as the history of ${answer.value}; name another with --address\n`)
    return again({ ownAddress: answer.value })
  }
  if (reading.question === 'chain' && answer !== undefined && options.chain === undefined) {
    io.err(`${file.name}: taken as the history on ${answer.label}; name another chain with --chain\n`)
    return again({ chain: answer.value })
  }
  if (reading.question === 'time_zone' && reading.usual !== null && options.timeZone === undefined) {
    io.err(`${file.name}: times taken as ${reading.usual}; name another zone with --time-zone\n`)
    return again({ timeZone: reading.usual })
  }
  return reading
}

function place(reading: Exclude<FileReading, { outcome: 'read' }>): string {
  if (reading.outcome === 'unknown') return `, line ${reading.headerLine}`
  if (reading.outcome !== 'refused' || reading.line === undefined) return ''
  return `, line ${reading.line}${reading.column === undefined ? '' : `, column ${reading.column}`}`
}
