import { join } from 'node:path'
import { calculate, manifestOf, warnedQuestions, type CalculationResult } from '@lotbook/tax'
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
import { openItemLines, type OpenItem } from './open-items.ts'
import { calculating, counted } from './terminal-progress.ts'
import { warningWords } from './warning-words.ts'
import { writeReports, type StoredResult } from './write-reports.ts'

const CALCULATE_FILES_USAGE =
  'lotbook calculate --files FILE... --method fifo|lifo|hifo|lofo|spec --year YEAR --out DIR [--timezone ZONE] [--prices [ASSET=]FILE]... [--treatment NAME=CHOICE] [--token KIND=ASSET,OF] [--all-warnings]'

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
  return withHistory(asked.which, io, async (history): Promise<ExitCode> => {
    const { input, accountNames, tickers, placeOf, priceOf, withoutPrice } = history
    const result = calculate(input, calculating(io))
    io.progress?.step('Checking the result')
    const manifest = manifestOf(input, result)
    const { invariants = [] } = manifest
    io.progress?.done(
      `Calculating: ${counted(result.disposals.length, 'disposal')}, ${counted(invariants.length, 'invariant')} held`,
    )
    const worthless = new Set(withoutPrice.map(({ tx }) => tx))
    const isEach = asked.which.kind === 'files' && asked.which.isEachTold
    for (const line of openItemLines(toldOf(history, result), isEach)) io.err(`${line}\n`)
    const stored: StoredResult = {
      schema: 'lotbook-result/1',
      calculation_id: manifest.result_hash,
      calculated_at: now.toISOString(),
      account_names: accountNames,
      asset_names: tickers,
      result,
      invariants,
      origins: keptOrigins(
        input.transactions.flatMap(({ id }) => {
          const place = placeOf(id)
          return place === undefined ? [] : [[id, place] as const]
        }),
      ),
      price_sources: Object.fromEntries(
        result.income.flatMap(({ tx }) => {
          const price = priceOf(tx)
          if (price !== undefined) return [[tx, originText(price)]]
          return worthless.has(tx) ? [[tx, 'no price known']] : []
        }),
      ),
    }
    for (const [name, content] of [
      ['input.json', input],
      ['result.json', stored],
      ['manifest.json', manifest],
    ] as const) {
      await io.writeFile(join(asked.out, name), `${JSON.stringify(content, undefined, 1)}\n`)
      io.out(`${name}\n`)
    }
    io.out(`${invariants.length} invariants hold of the result\n`)
    await writeReports(stored, asked.year, asked.out, io)
    return 0
  })
}

/** What the calculation left open; of the history as a whole first. */
function toldOf(
  { input, accountNames, tickers, originOf }: GivenHistory,
  result: CalculationResult,
): OpenItem[] {
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
}

function parse(args: readonly string[]): Asked | undefined {
  const given = argumentsOf(args, { ...HISTORY_OPTIONS, year: { type: 'string' }, out: { type: 'string' } })
  if (given === undefined) return undefined
  const { year: yearText, out, ...history } = given.values
  const [which, year] = [whichHistory(history, given.positionals), yearOfText(yearText)]
  return which === undefined || year === undefined || out === undefined ? undefined : { which, year, out }
}
