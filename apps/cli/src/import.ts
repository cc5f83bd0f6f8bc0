import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { type FileReading, readFile, type ReadOptions, type SourceFile } from '@lotbook/sources'
import { importJson } from './import-json.ts'
import { importTable } from './import-table.ts'
import type { ExitCode, Io } from './io.ts'

const USAGE = `Usage: lotbook import FILE... [--source SLUG] [--address ADDRESS] [--json]

  --source SLUG       the source the files come from, where a layout is shared
  --address ADDRESS   your own address, for exports of explorers that do not tell it
  --json              one JSON object per file, each on a line
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
      io.err(`${path}${place(reading)}: ${reading.message}\n`)
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
      asked.json ? `${JSON.stringify(importJson(file.name, reading))}\n` : importTable(file.name, reading),
    )
  }
  return code
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { source: { type: 'string' }, address: { type: 'string' }, json: { type: 'boolean' } },
    })
    const options: ReadOptions = {
      ...(values.source === undefined ? {} : { sourceSlug: values.source }),
      ...(values.address === undefined ? {} : { ownAddress: values.address }),
    }
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
 * An explorer export with one counterparty does not tell whose history it is. At a terminal there is nobody
 * to ask twice: the first candidate, the one that receives, is taken, and said.
 */
function readAssuming(file: SourceFile, options: ReadOptions, io: Io): FileReading {
  const reading = readFile(file, options)
  const assumed =
    reading.outcome === 'ask' && reading.question === 'own_address' ? reading.candidates[0] : undefined
  if (assumed === undefined) return reading
  io.err(`${file.name}: taken as the history of ${assumed.value}; name another with --address\n`)
  return readFile(file, { ...options, ownAddress: assumed.value })
}

function place(reading: Exclude<FileReading, { outcome: 'read' }>): string {
  if (reading.outcome === 'unknown') return `, line ${reading.headerLine}`
  if (reading.outcome !== 'refused' || reading.line === undefined) return ''
  return `, line ${reading.line}${reading.column === undefined ? '' : `, column ${reading.column}`}`
}
