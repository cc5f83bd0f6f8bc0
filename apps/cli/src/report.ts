import { parseArgs } from 'node:util'
import { readJson } from './calculate-input.ts'
import type { ExitCode, Io } from './io.ts'
import { isStoredResult, writeReports } from './write-reports.ts'

const REPORT_USAGE = 'lotbook report RESULT.json --year YEAR --out DIR'

/**
 * `lotbook report RESULT.json --year YEAR --out DIR`: write every report of a year again from a stored result.
 *
 * @returns 0, or 1 when the result could not be read, or 2 on misuse.
 */
export async function runReport(args: readonly string[], io: Io): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined) {
    io.err(`Usage: ${REPORT_USAGE}\n`)
    return 2
  }
  const read = await readJson(asked.path, io)
  if (read === undefined) return 1
  if (!isStoredResult(read.json)) {
    io.err(`${asked.path}: not a stored result of schema lotbook-result/1\n`)
    return 1
  }
  await writeReports(read.json, asked.year, asked.out, io)
  return 0
}

function parse(args: readonly string[]): { path: string; year: number; out: string } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { year: { type: 'string' }, out: { type: 'string' } },
    })
    const [path] = positionals
    if (path === undefined || positionals.length > 1 || values.out === undefined) return undefined
    return /^\d{4}$/.test(values.year ?? '')
      ? { path, year: Number(values.year), out: values.out }
      : undefined
  } catch {
    return undefined
  }
}
