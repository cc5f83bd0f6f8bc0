import { parseArgs } from 'node:util'
import { readJson } from './calculate-input.ts'
import type { ExitCode, Io } from './io.ts'
import { readReturnFacts, removalFactsOfYear, RETURN_OPTIONS, RETURN_USAGE } from './return-facts.ts'
import { isStoredResult, returnOfYear, writeReports } from './write-reports.ts'

const REPORT_USAGE = `lotbook report RESULT.json --year YEAR --out DIR ${RETURN_USAGE}`

/**
 * `lotbook report RESULT.json --year YEAR --out DIR [--return FACTS.json]`: write every report of a year again from a stored result.
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
  const facts = await readReturnFacts(asked.facts, io)
  if (facts === undefined) return 1
  const { disposals, removals } = read.json.result
  const stated = removalFactsOfYear(facts, { removals, year: asked.year, path: asked.facts }, io)
  if (stated === undefined) return 1
  const whole = {
    ...read.json,
    returnOfYear: returnOfYear(disposals, asked.year, facts.returns),
    ...stated,
  }
  await writeReports(whole, asked.year, asked.out, io)
  return 0
}

interface Asked {
  readonly path: string
  readonly year: number
  readonly out: string
  /** The file of return facts. */
  readonly facts: string | undefined
}

function parse(args: readonly string[]): Asked | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { year: { type: 'string' }, out: { type: 'string' }, ...RETURN_OPTIONS },
    })
    const [path] = positionals
    if (path === undefined || positionals.length > 1 || values.out === undefined) return undefined
    return /^\d{4}$/.test(values.year ?? '')
      ? { path, year: Number(values.year), out: values.out, facts: values.return }
      : undefined
  } catch {
    return undefined
  }
}
