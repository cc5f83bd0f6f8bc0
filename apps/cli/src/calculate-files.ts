import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  manifestOfTable,
  resultLists,
  RowWriter,
  transactionAt,
  UNKNOWN,
  warnedQuestions,
  type CalculationResult,
  type IncomeRow,
  type ResultTable,
  type RowTable,
  type TransactionOfEvent,
} from '@lotbook/tax'
import { howAcquiredBy, NO_BUSINESS_FACTS, NO_PAYMENT_FACTS, type HowAcquired } from '@lotbook/rules/us'
import { argumentsOf, yearOfText } from './arguments.ts'
import { BROKER_FORM_OPTIONS, checkFormWords, readBrokerFormFiles } from './broker-forms.ts'
import { engineInputOf } from './engine-input.ts'
import { keptOrigins, originText } from './file-origin.ts'
import {
  assetText,
  HISTORY_OPTIONS,
  whichHistory,
  withFiles,
  type FilesOfHistory,
  type GivenHistory,
  settingsFor,
} from './given-history.ts'
import type { ExitCode, Io } from './io.ts'
import type { FileJournal } from './journal-of-files.ts'
import { linesOfReceipts } from './income-lines.ts'
import { jsonPieces, LazyList } from './json-pieces.ts'
import { openItemLines, type OpenItem } from './open-items.ts'
import { FORM_OPTIONS, readPrinting, type FormOptions } from './official-forms.ts'
import { readReturnFacts, removalFactsOfYear, RETURN_OPTIONS } from './return-facts.ts'
import { restsOnOf } from './rests-on.ts'
import { PROGRAM_OPTIONS, PROGRAM_USAGE, programsAsked } from './tax-programs.ts'
import { calculating, counted } from './terminal-progress.ts'
import { warningWords } from './warning-words.ts'
import type { ResultNames, StoredResult } from './stored-result.ts'
import { NO_PRICE, returnOfYear, writeReports } from './write-reports.ts'

const CALCULATE_FILES_USAGE =
  'lotbook calculate --files FILE... --method fifo|lifo|hifo|lofo|spec --year YEAR --out DIR [--timezone ZONE] [--prices [ASSET=]FILE]... [--treatment NAME=CHOICE] [--token KIND=ASSET,OF] [--all-warnings] [--return FACTS.json] [--form-1099-da FILE]... [--form-1099-da-words FILE] [--forms DIR] [--name NAME] [--ssn-file FILE] [--summary-above ROWS] [--result] [--packet] ' +
  PROGRAM_USAGE

/**
 * `lotbook calculate --files`: read export files, work out the whole history, and write every report of a year with
 * `input.json`, `names.json` and `manifest.json` beside them; with `--result` the whole result instead of the names alone.
 *
 * @returns 0, or 1 when a file or a row could not be read (said with its place; the rest is calculated), 2 on misuse.
 */
export async function runCalculateFiles(args: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined) {
    io.err(`Usage: ${CALCULATE_FILES_USAGE}\n`)
    return 2
  }
  const programs = programsAsked(asked.programs, asked.year)
  if (typeof programs === 'string') {
    io.err(`${programs}\n`)
    return 2
  }
  const printing = await readPrinting(asked.printing, io)
  if (printing === undefined) return 2
  const stated = await readReturnFacts(asked.facts, io)
  if (stated === undefined) return 1
  const given = await readBrokerFormFiles(asked.formFiles, io)
  const { which } = asked
  const inputOf = (journal: FileJournal) => engineInputOf(journal, settingsFor(journal, which.settings))
  return withFiles(which, io, inputOf, async (history): Promise<ExitCode> => {
    const { input, accountNames, tickers, placeOf } = history
    const table = input.calculate(calculating(io))
    const nameOf = (account: string) => accountNames[account] ?? account
    const wrong = (where: string, why: string) => io.err(`${asked.facts ?? ''}: ${where}: ${why}\n`)
    const lineOf = linesOfReceipts(stated.incomeLines, resultLists(table).income, nameOf, wrong)
    if (lineOf === undefined) return 1
    io.progress?.step('Checking the result')
    const manifest = manifestOfTable(input.settings, input.text(), table, () => createHash('sha256'))
    const { invariants = [] } = manifest
    io.progress?.done(
      `Calculating: ${counted(table.disposals.rows.count, 'disposal')}, ${counted(invariants.length, 'invariant')} held`,
    )
    const openItems = openItemLines(toldOf(history, table), which.isEachTold)
    for (const line of openItems) io.err(`${line}\n`)
    const ofYear = resultLists(table, asked.year)
    const removalsStated = removalFactsOfYear(
      stated,
      { removals: resultLists(table).removals, year: asked.year, path: asked.facts },
      io,
    )
    if (removalsStated === undefined) return 1
    const shown = {
      calculation_id: manifest.result_hash,
      calculated_at: now.toISOString(),
      account_names: accountNames,
      asset_names: tickers,
      invariants,
      price_sources: priceSources(history, resultLists(table).income),
      interest_paid: history.interestPaid,
      how_acquired: waysAcquired(table),
      contract_names: history.contracts,
      rests_on: restsOnOf(manifest),
    }
    const names = { ...shown, origins: keptOrigins(table.events, placeOf) }
    for (const [name, pieces] of [
      ['input.json', input.text()],
      asked.keepsResult
        ? (['result.json', jsonPieces(storedResult(names, table))] as const)
        : (['names.json', jsonPieces({ schema: 'lotbook-names/1', ...names })] as const),
      ['manifest.json', jsonPieces(manifest)],
    ] as const) {
      io.progress?.step(`Writing ${name}`)
      await io.writeFile(join(asked.out, name), pieces)
      io.out(`${name}\n`)
    }
    io.out(`${invariants.length} invariants hold of the result\n`)
    const whole = {
      ...shown,
      ...removalsStated,
      brokerForms: given.forms,
      programs,
      result: ofYear,
      returnOfYear: returnOfYear(resultLists(table).disposals, asked.year, stated.facts, {
        forms: given.forms,
        names: shown,
      }),
      businessFacts: stated.business.get(asked.year) ?? NO_BUSINESS_FACTS,
      paymentFacts: stated.payments.get(asked.year) ?? NO_PAYMENT_FACTS,
      lineOf,
    }
    const areWordsTrue = checkFormWords(given.forms, resultLists(table).disposals, io)
    const calculated = asked.isPacket
      ? { history, table, openItems: openItems.map((line) => line.trim()) }
      : undefined
    const isPrinted = await writeReports(whole, { ...asked, printing, calculated }, io)
    return given.isWhole && areWordsTrue && isPrinted ? 0 : 1
  })
}

type Written<Shape> = { readonly [Field in keyof Shape]: unknown }

/** The content of `result.json`. Its rows are made while the file is written, so they are never all in memory. */
function storedResult(names: Written<ResultNames>, table: ResultTable): Written<StoredResult> {
  const { disposals, income, removals, lots } = resultLists(table)
  const result: Written<CalculationResult> = {
    disposals: new LazyList(disposals),
    income: new LazyList(income),
    removals: new LazyList(removals),
    lots: new LazyList(lots),
    warnings: table.warnings.map(({ code, tx }) => ({ code, tx })),
    years: table.years,
  }
  return { schema: 'lotbook-result/1', ...names, result }
}

/** Prices that income was valued by where no source states a value, by transaction. */
function priceSources({ priceOf, withoutPrice }: GivenHistory<unknown>, income: Iterable<IncomeRow>) {
  const worthless = new Set(withoutPrice.map(({ tx }) => tx))
  const sources: Record<string, string> = {}
  for (const { tx } of income) {
    const price = priceOf(tx)
    if (price !== undefined) sources[tx] = originText(price)
    else if (worthless.has(tx)) sources[tx] = NO_PRICE
  }
  return sources
}

/** How each lot was acquired of which a part left without gain or loss, as far as the history says. */
function waysAcquired(table: ResultTable): Record<string, HowAcquired> {
  const ways: Record<string, HowAcquired> = {}
  for (const { lot } of resultLists(table).removals) {
    const event = lot === null ? undefined : table.events.eventOf(lot)
    if (lot === null || event === undefined) continue
    const { type, subType } = table.events.jurisdiction.treatments[table.events.treatment[event]!]!
    const way = howAcquiredBy(type, subType)
    if (way !== null) ways[lot] = way
  }
  return ways
}

/** Questions that the calculation left open, those of the whole history first. */
function toldOf({ accountNames, tickers, originOf }: GivenHistory<unknown>, table: ResultTable): OpenItem[] {
  const { warnings } = table
  const { disposals, removals } = table
  const writer = new RowWriter(table)
  const result = {
    warnings,
    disposals: uncoveredIn(disposals.rows).map((row) => writer.disposal(row)),
    removals: uncoveredIn(removals.rows).map((row) => writer.removal(row)),
  }
  const whole = result.warnings.flatMap(({ code, tx }) =>
    tx === null ? [{ code, words: warningWords[code], about: null }] : [],
  )
  const transactions = transactionsWarnedOf(table)
  const ofTransactions = warnedQuestions({ transactions }, result).map(({ code, tx, asset, account }) => ({
    code,
    words: warningWords[code],
    about: {
      what: `${assetText(asset, tickers)} in ${accountNames[account] ?? account}`,
      origin: originOf(tx),
    },
  }))
  return [...whole, ...ofTransactions]
}

/** The rows of units that no lot covers. */
function uncoveredIn({ count, lot }: RowTable): number[] {
  const rows: number[] = []
  for (let row = 0; row < count; row++) if (lot.values[row] === UNKNOWN) rows.push(row)
  return rows
}

/** Transactions that the warnings name, and those that say what is still locked up. */
function transactionsWarnedOf({ events, warnings }: ResultTable): TransactionOfEvent[] {
  const warned = new Set(warnings.flatMap(({ tx }) => (tx === null ? [] : (events.eventOf(tx) ?? []))))
  const { treatments } = events.jurisdiction
  const found: TransactionOfEvent[] = []
  for (let event = 0; event < events.count; event++) {
    const { subType } = treatments[events.treatment[event]!]!
    if (warned.has(event) || LOCKUPS.includes(subType)) found.push(transactionAt(events, event))
  }
  return found
}

const LOCKUPS: readonly (string | null)[] = ['staking_lockup', 'staking_return', 'lost', 'stolen']

interface Asked {
  readonly which: FilesOfHistory
  readonly year: number
  readonly out: string
  /** The file of return facts. */
  readonly facts: string | undefined
  /** Files of Forms 1099-DA, and of words on them. */
  readonly formFiles: Parameters<typeof readBrokerFormFiles>[0]
  /** Whether the rows are written too; they are ten times as long as all else. */
  readonly keepsResult: boolean
  /** Names of tax programs. */
  readonly programs: readonly string[] | undefined
  readonly printing: FormOptions
  /** A cover page, holdings and the workbook besides. */
  readonly isPacket: boolean
}

function parse(args: readonly string[]): Asked | undefined {
  const given = argumentsOf(args, {
    ...HISTORY_OPTIONS,
    ...RETURN_OPTIONS,
    ...BROKER_FORM_OPTIONS,
    ...PROGRAM_OPTIONS,
    ...FORM_OPTIONS,
    year: { type: 'string' },
    out: { type: 'string' },
    result: { type: 'boolean' },
    packet: { type: 'boolean' },
  })
  if (given === undefined) return undefined
  const {
    year: yearText,
    out,
    return: facts,
    'form-1099-da': forms,
    'form-1099-da-words': words,
    ...rest
  } = given.values
  const { result: keepsResult = false, packet: isPacket = false, for: programs, ...more } = rest
  const { forms: folder, name, 'ssn-file': ssnFile, 'summary-above': above, ssn, ...history } = more
  const printing = { forms: folder, name, 'ssn-file': ssnFile, 'summary-above': above, ssn }
  const [which, year] = [whichHistory(history, given.positionals), yearOfText(yearText)]
  return which?.kind !== 'files' || year === undefined || out === undefined
    ? undefined
    : { which, year, out, facts, formFiles: { forms, words }, printing, programs, keepsResult, isPacket }
}
