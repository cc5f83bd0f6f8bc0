import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareText } from '@lotbook/journal'
import { readFile, type ReadOptions } from '@lotbook/sources'
import {
  calculate,
  CalculationInputError,
  inputOfJournal,
  manifestOf,
  METHODS,
  type CalculationSettings,
} from '@lotbook/tax'
import type { ExitCode, Io } from './io.ts'
import { journalOfFiles, type ReadFileOfJournal } from './journal-of-files.ts'
import { writeReports, type StoredResult } from './write-reports.ts'
import { ANSWER_OPTIONS, OPTIONS, readOptionsOf } from './answer-options.ts'
import { TREATMENT_OPTIONS, treatmentsOf } from './treatment-options.ts'
import { warningWords } from './warning-words.ts'

const CALCULATE_FILES_USAGE =
  'lotbook calculate --files FILE... --method fifo|lifo|hifo|lofo|spec --year YEAR --out DIR [--timezone ZONE] [--treatment NAME=CHOICE] [--token KIND=ASSET,OF]'

/**
 * `lotbook calculate --files`: read export files, work out the whole history, and write every report of a year with
 * `input.json`, `result.json` and `manifest.json` beside them.
 *
 * @returns 0, or 1 when a file or a row could not be read (said with its place; the rest is calculated), 2 on misuse.
 */
export async function runCalculateFiles(args: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined) {
    io.err(`Usage: ${CALCULATE_FILES_USAGE}\n`)
    return 2
  }
  const { files, isWhole } = await readAll(asked.files, asked.options, io)
  if (files.length === 0) return 1
  const journal = journalOfFiles(files)
  for (const origin of journal.withoutPrice) {
    io.err(`${origin}: nothing states what this is worth; it counts at $0.00\n`)
  }
  try {
    const input = inputOfJournal(journal.entries, journal.matches, asked.settings)
    const result = calculate(input)
    const manifest = manifestOf(input, result)
    for (const { code, tx } of result.warnings) {
      io.err(
        `${tx === null ? 'history' : (journal.origins.get(tx) ?? tx)}: ${warningWords[code]} (${code})\n`,
      )
    }
    const stored: StoredResult = {
      schema: 'lotbook-result/1',
      calculation_id: manifest.result_hash,
      calculated_at: now.toISOString(),
      // In an order of their own, so that no order of the files can be seen.
      account_names: Object.fromEntries([...journal.accountNames].sort(([a], [b]) => compareText(a, b))),
      result,
      invariants: manifest.invariants ?? [],
    }
    for (const [name, content] of [
      ['input.json', input],
      ['result.json', stored],
      ['manifest.json', manifest],
    ] as const) {
      await io.writeFile(join(asked.out, name), `${JSON.stringify(content, undefined, 1)}\n`)
      io.out(`${name}\n`)
    }
    await writeReports(stored, asked.year, asked.out, io)
    return isWhole ? 0 : 1
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    io.err(`${error.message}\n`)
    return 1
  }
}

async function readAll(
  paths: readonly string[],
  options: ReadOptions,
  io: Io,
): Promise<{ files: ReadFileOfJournal[]; isWhole: boolean }> {
  const files: ReadFileOfJournal[] = []
  let isWhole = true
  for (const path of paths) {
    const fileName = basename(path)
    const bytes = await io.readFile(path).catch((error: unknown) => {
      io.err(`${path}: ${error instanceof Error ? error.message : 'cannot be opened'}\n`)
      return undefined
    })
    if (bytes === undefined) {
      isWhole = false
      continue
    }
    const reading = readFile({ name: fileName, bytes }, options)
    if (reading.outcome !== 'read') {
      const line = 'line' in reading && reading.line !== undefined ? `, line ${reading.line}` : ''
      const how = reading.outcome === 'ask' ? ` Answer with ${OPTIONS[reading.question]}.` : ''
      io.err(`${path}${line}: ${reading.message}${how}\n`)
      isWhole = false
      continue
    }
    for (const error of reading.errors) {
      const column = error.column === undefined ? '' : `, column ${error.column}`
      io.err(`${path}, line ${error.line}${column}: ${error.message}\n`)
      isWhole = false
    }
    files.push({ fileName, reading })
  }
  return { files, isWhole }
}

interface Asked {
  readonly files: readonly string[]
  readonly settings: CalculationSettings
  readonly options: ReadOptions
  readonly year: number
  readonly out: string
}

function parse(args: readonly string[]): Asked | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        files: { type: 'boolean' },
        method: { type: 'string' },
        year: { type: 'string' },
        out: { type: 'string' },
        timezone: { type: 'string' },
        source: { type: 'string' },
        ...ANSWER_OPTIONS,
        ...TREATMENT_OPTIONS,
        pool: { type: 'string' },
      },
    })
    const method = METHODS.find((known) => known === (values.method ?? 'fifo'))
    const pool = values.pool ?? 'account'
    const options = readOptionsOf(values)
    const treatments = treatmentsOf(values.treatment, values.token)
    if (options === undefined || treatments === undefined) return undefined
    if (positionals.length === 0 || method === undefined || !/^\d{4}$/.test(values.year ?? ''))
      return undefined
    if (values.out === undefined || (pool !== 'account' && pool !== 'universal')) return undefined
    return {
      files: positionals,
      settings: {
        jurisdiction: 'US',
        timezone: values.timezone ?? 'UTC',
        method,
        pool_before_2025: pool,
        ...treatments,
      },
      options: { ...(values.timezone === undefined ? {} : { timeZone: values.timezone }), ...options },
      year: Number(values.year),
      out: values.out,
    }
  } catch {
    return undefined
  }
}
