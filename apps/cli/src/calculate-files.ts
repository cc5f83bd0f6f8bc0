import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  calculateTable,
  manifestOfTable,
  resultLists,
  warnedQuestions,
  type CalculationResult,
  type IncomeRow,
  type ResultTable,
} from '@lotbook/tax'
import { argumentsOf, yearOfText } from './arguments.ts'
import { keptOrigins, originText } from './file-origin.ts'
import {
  assetText,
  HISTORY_OPTIONS,
  whichHistory,
  withHistory,
  type GivenHistory,
  type WhichHistory,
} from './given-history.ts'
import type { ExitCode, Io } from './io.ts'
import { jsonPieces, LazyList } from './json-pieces.ts'
import { openItemLines, type OpenItem } from './open-items.ts'
import { readReturnFacts, RETURN_OPTIONS } from './return-facts.ts'
import { calculating, counted } from './terminal-progress.ts'
import { warningWords } from './warning-words.ts'
import { returnOfYear, writeReports, type StoredResult } from './write-reports.ts'

const CALCULATE_FILES_USAGE =
  'lotbook calculate --files FILE... --method fifo|lifo|hifo|lofo|spec --year YEAR --out DIR [--timezone ZONE] [--prices [ASSET=]FILE]... [--treatment NAME=CHOICE] [--token KIND=ASSET,OF] [--all-warnings] [--return FACTS.json]'

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
  const facts = await readReturnFacts(asked.facts, io)
  if (facts === undefined) return 1
  return withHistory(asked.which, io, async (history): Promise<ExitCode> => {
    const { input, accountNames, tickers, placeOf } = history
    const table = calculateTable(input, calculating(io))
    io.progress?.step('Checking the result')
    const manifest = manifestOfTable(input, table, () => createHash('sha256'))
    const { invariants = [] } = manifest
    io.progress?.done(
      `Calculating: ${counted(table.disposals.rows.count, 'disposal')}, ${counted(invariants.length, 'invariant')} held`,
    )
    const isEach = asked.which.kind === 'files' && asked.which.isEachTold
    for (const line of openItemLines(toldOf(history, table), isEach)) io.err(`${line}\n`)
    const shown = {
      calculation_id: manifest.result_hash,
      calculated_at: now.toISOString(),
      account_names: accountNames,
      asset_names: tickers,
      invariants,
      price_sources: priceSources(history, resultLists(table).income),
    }
    const { disposals, income, removals, lots } = resultLists(table)
    const result: { readonly [Part in keyof CalculationResult]: unknown } = {
      disposals: new LazyList(disposals),
      income: new LazyList(income),
      removals: new LazyList(removals),
      lots: new LazyList(lots),
      warnings: table.warnings.map(({ code, tx }) => ({ code, tx })),
      years: table.years,
    }
    const { invariants: _, price_sources, ...before } = shown
    const stored: { readonly [Field in keyof StoredResult]: unknown } = {
      schema: 'lotbook-result/1',
      ...before,
      result,
      invariants,
      origins: keptOrigins(input.transactions, placeOf),
      price_sources,
    }
    for (const [name, content] of [
      ['input.json', input],
      ['result.json', stored],
      ['manifest.json', manifest],
    ] as const) {
      io.progress?.step(`Writing ${name}`)
      await io.writeFile(join(asked.out, name), jsonPieces(content))
      io.out(`${name}\n`)
    }
    io.out(`${invariants.length} invariants hold of the result\n`)
    const whole = {
      ...shown,
      result: resultLists(table, asked.year),
      returnOfYear: returnOfYear(resultLists(table).disposals, asked.year, facts),
    }
    await writeReports(whole, asked.year, asked.out, io)
    return 0
  })
}

/** Prices that income was valued by where no source states a value, by transaction. */
function priceSources({ priceOf, withoutPrice }: GivenHistory, income: Iterable<IncomeRow>) {
  const worthless = new Set(withoutPrice.map(({ tx }) => tx))
  const sources: Record<string, string> = {}
  for (const { tx } of income) {
    const price = priceOf(tx)
    if (price !== undefined) sources[tx] = originText(price)
    else if (worthless.has(tx)) sources[tx] = 'no price known'
  }
  return sources
}

/** Questions that the calculation left open, those of the whole history first. */
function toldOf({ input, accountNames, tickers, originOf }: GivenHistory, table: ResultTable): OpenItem[] {
  const { warnings } = table
  const { disposals, removals } = resultLists(table)
  const uncovered = <Row extends { readonly lot: string | null }>(rows: Iterable<Row>) => {
    const found: Row[] = []
    for (const row of rows) if (row.lot === null) found.push(row)
    return found
  }
  const result = { warnings, disposals: uncovered(disposals), removals: uncovered(removals) }
  const whole = result.warnings.flatMap(({ code, tx }) =>
    tx === null ? [{ code, words: warningWords[code], about: null }] : [],
  )
  const ofTransactions = warnedQuestions(input, result).map(({ code, tx, asset, account }) => ({
    code,
    words: warningWords[code],
    about: {
      what: `${assetText(asset, tickers)} in ${accountNames[account] ?? account}`,
      origin: originOf(tx),
    },
  }))
  return [...whole, ...ofTransactions]
}

interface Asked {
  readonly which: WhichHistory
  readonly year: number
  readonly out: string
  /** The file of return facts. */
  readonly facts: string | undefined
}

function parse(args: readonly string[]): Asked | undefined {
  const given = argumentsOf(args, {
    ...HISTORY_OPTIONS,
    ...RETURN_OPTIONS,
    year: { type: 'string' },
    out: { type: 'string' },
  })
  if (given === undefined) return undefined
  const { year: yearText, out, return: facts, ...history } = given.values
  const [which, year] = [whichHistory(history, given.positionals), yearOfText(yearText)]
  return which === undefined || year === undefined || out === undefined
    ? undefined
    : { which, year, out, facts }
}
