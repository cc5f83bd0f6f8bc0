import { basename } from 'node:path'
import { compareText, type Instant } from '@lotbook/journal'
import { chainOfAccount, MAX_LOCAL_FILE_BYTES, readFile, type ReadOptions } from '@lotbook/sources'
import { CalculationInputError } from '@lotbook/rules'
import { declaredTrades } from '@lotbook/rules/us'
import {
  entryNamed,
  inNameOrder,
  inputOfJournal,
  METHODS,
  parseCalculationInput,
  type CalculationInput,
  type CalculationSettings,
  type Unpriced,
} from '@lotbook/tax'
import { ANSWER_OPTIONS, OPTIONS, readOptionsOf } from './answer-options.ts'
import { readJson } from './calculate-input.ts'
import { originText, type FileOrigin } from './file-origin.ts'
import { interestPaidOf, type InterestPaid } from './interest-paid.ts'
import type { ExitCode, Io } from './io.ts'
import { journalOfFiles, type FileJournal, type ReadFileOfJournal } from './journal-of-files.ts'
import { PRICE_FILE_OPTIONS, priceFilesOf, readPriceFiles, type NamedPriceFile } from './price-files.ts'
import { openItemLines, type OpenItem } from './open-items.ts'
import { counted } from './terminal-progress.ts'
import { TREATMENT_OPTIONS, treatmentsOf } from './treatment-options.ts'

/** How a command is told its history, for its usage. */
export const HISTORY_USAGE = 'INPUT.json | --files FILE...'

/** Options that a history of files takes; an input says the same in its settings. */
export const HISTORY_OPTIONS = {
  files: { type: 'boolean' },
  method: { type: 'string' },
  timezone: { type: 'string' },
  pool: { type: 'string' },
  source: { type: 'string' },
  'all-warnings': { type: 'boolean' },
  ...ANSWER_OPTIONS,
  ...PRICE_FILE_OPTIONS,
  ...TREATMENT_OPTIONS,
} as const

/** The history that a command is about. */
export type WhichHistory = { readonly kind: 'input'; readonly path: string } | FilesOfHistory

/** Export files that a history is read from. */
export interface FilesOfHistory {
  readonly kind: 'files'
  readonly paths: readonly string[]
  readonly settings: CalculationSettings
  readonly options: ReadOptions
  readonly prices: readonly NamedPriceFile[]
  /** What the files leave open is told one by one, not in short. */
  readonly isEachTold: boolean
}

type HistoryValues = {
  readonly [Name in keyof typeof HISTORY_OPTIONS]?: (typeof HISTORY_OPTIONS)[Name] extends {
    readonly multiple: true
  }
    ? readonly string[] | undefined
    : (typeof HISTORY_OPTIONS)[Name] extends { readonly type: 'boolean' }
      ? boolean | undefined
      : string | undefined
}

/** The history that the arguments of a command name; undefined where they do not say it in one of the two ways. */
export function whichHistory(
  values: HistoryValues,
  positionals: readonly string[],
): WhichHistory | undefined {
  const [path] = positionals
  if (path === undefined) return undefined
  if (values.files !== true) {
    const isForFiles = Object.keys(HISTORY_OPTIONS).some(
      (name) => values[name as keyof HistoryValues] !== undefined,
    )
    return isForFiles || positionals.length > 1 ? undefined : { kind: 'input', path }
  }
  const method = METHODS.find((known) => known === (values.method ?? 'fifo'))
  const pool = values.pool ?? 'account'
  const options = readOptionsOf(values)
  const treatments = treatmentsOf(values.treatment, values.token)
  if (options === undefined || treatments === undefined || method === undefined) return undefined
  if (pool !== 'account' && pool !== 'universal') return undefined
  return {
    kind: 'files',
    paths: positionals,
    settings: {
      jurisdiction: 'US',
      timezone: values.timezone ?? 'UTC',
      method,
      pool_before_2025: pool,
      ...treatments,
    },
    options: { ...(values.timezone === undefined ? {} : { timeZone: values.timezone }), ...options },
    prices: priceFilesOf(values.prices),
    isEachTold: values['all-warnings'] === true,
  }
}

/**
 * Settings with what accounts decide: those on a chain pay gas (R-FEE-5), and units that no record allocates go to accounts in the order of the
 * names that a person reads (R-POOL-4).
 */
export function settingsFor(
  { accountNames }: Pick<FileJournal, 'accountNames'>,
  settings: CalculationSettings,
): CalculationSettings {
  const wallets = [...accountNames.keys()].filter((key) => chainOfAccount(key) !== null).sort(compareText)
  const accounts = [...accountNames].map(([key, name]) => ({ key, name }))
  return {
    ...settings,
    ...(wallets.length > 0 && { wallets }),
    ...(settings.pool_before_2025 === 'universal' && {
      default_allocation: { accounts: inNameOrder(accounts) },
    }),
  }
}

/** A history as the engine takes it, and what people call what is in it. */
export interface GivenHistory<Input = CalculationInput> {
  readonly input: Input
  /** What a person reads for an account, in an order of their own, so that no order of files can be seen. */
  readonly accountNames: Readonly<Record<string, string>>
  /** The ticker of a token that goes by its contract. */
  readonly tickers: Readonly<Record<string, string>>
  /** Of files, what a transaction was valued by; undefined where no price file was asked. */
  readonly priceOf: (tx: string) => FileOrigin | undefined
  /** What price files say of a unit of an asset at an instant; undefined where they say nothing, or none was given. */
  readonly unitPriceAt: (asset: string, at: Instant) => string | undefined
  /** Where a transaction came from: file and line; of an input its id. */
  readonly originOf: (tx: string) => string
  /** Of files, the same to be kept; nothing of an input. */
  readonly placeOf: (tx: string) => FileOrigin | undefined
  /** The other side of what may be a self-transfer of files; empty where none fits. */
  readonly offersOf: (tx: string) => readonly string[]
  /** What counts at $0.00 because no file states a value; the engine takes no input that lacks one. */
  readonly withoutPrice: readonly Unpriced[]
  /** Names of contracts by the transactions of their profits and losses; empty for an input, which holds none. */
  readonly contracts: Readonly<Record<string, string>>
  /** The interest that files say was paid; empty for an input, which holds none that was paid in cash. */
  readonly interestPaid: readonly InterestPaid[]
}

/**
 * Read a history and do something with it. What cannot be read is said on standard error with its place; of several
 * files the rest is worked with.
 *
 * @returns what `work` does, and 1 where a part could not be read or the engine refuses the input.
 */
export function withHistory(
  which: WhichHistory,
  io: Io,
  work: (given: GivenHistory) => Promise<ExitCode> | ExitCode,
): Promise<ExitCode> {
  if (which.kind === 'files')
    return withFiles(
      which,
      io,
      (journal) =>
        inputOfJournal(
          journal.entries,
          journal.matches,
          settingsFor(journal, which.settings),
          journal.furtherFees,
        ),
      work,
    )
  return sayingRefusals(which, io, async () => {
    io.progress?.step(`Reading ${which.path}`)
    const read = await readJson(which.path, io)
    if (read === undefined) return 1
    const input = parseCalculationInput(read.json)
    io.progress?.done(`${which.path}: ${counted(input.transactions.length, 'transaction')}`)
    return await work({
      input,
      interestPaid: [],
      contracts: {},
      accountNames: {},
      tickers: {},
      priceOf: () => undefined,
      unitPriceAt: () => undefined,
      originOf: (tx) => tx,
      placeOf: () => undefined,
      offersOf: () => [],
      withoutPrice: [],
    })
  })
}

/** The same of files only, whose journal `inputOf` turns into what the work needs; nothing else is kept of it. */
export function withFiles<Input>(
  which: FilesOfHistory,
  io: Io,
  inputOf: (journal: FileJournal) => Input,
  work: (given: GivenHistory<Input>) => Promise<ExitCode> | ExitCode,
): Promise<ExitCode> {
  return sayingRefusals(which, io, async () => {
    const read = await historyOfFiles(which, io, inputOf)
    if (read === undefined) return 1
    io.letGo?.()
    const code = await work(read.given)
    return read.isWhole ? code : 1
  })
}

async function sayingRefusals(which: WhichHistory, io: Io, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    io.err(which.kind === 'input' ? `${which.path}:\n${error.message}\n` : `${error.message}\n`)
    return 1
  }
}

/**
 * The history of files; undefined where none can be read. A function of its own, so that readings and entries are let go of before
 * anything is worked out: of a long history they are most of what is in memory.
 */
async function historyOfFiles<Input>(
  which: FilesOfHistory,
  io: Io,
  inputOf: (journal: FileJournal) => Input,
): Promise<{ readonly given: GivenHistory<Input>; readonly isWhole: boolean } | undefined> {
  const { files, isWhole } = await readAll(which.paths, which.options, io)
  io.letGo?.()
  const { history, fileNames, isWhole: arePricesWhole } = await readPriceFiles(which.prices, io)
  if (files.length === 0) return undefined
  io.progress?.step('Matching transfers and valuing')
  const journal = journalOfFiles(files, {
    prices: history,
    isLockupDisposal: which.settings.treatments?.staking_lockup === 'dispose',
    isDeclaredTrade: declaredTrades(which.settings),
  })
  const { entries, matches, accountNames, prices, origins, offers, withoutPrice } = journal
  io.progress?.done(
    `Matching: ${counted(matches.length, 'transfer')} in ${counted(entries.length, 'transaction')}`,
  )
  const tickers = Object.fromEntries([...journal.tickers].sort(([a], [b]) => compareText(a, b)))
  const valued = Map.groupBy(prices.values(), ({ fileName }) => fileName)
  for (const fileName of fileNames)
    io.err(`${fileName}: transactions valued by it: ${valued.get(fileName)?.length ?? 0}\n`)
  for (const line of openItemLines(openInJournal(journal, tickers), which.isEachTold)) io.err(`${line}\n`)
  // The functions below hold what they name here, and nothing else of the journal.
  const placeOf = (tx: string) => origins.get(entryNamed(tx))
  const given: GivenHistory<Input> = {
    input: inputOf(journal),
    accountNames: Object.fromEntries([...accountNames].sort(([a], [b]) => compareText(a, b))),
    tickers,
    unitPriceAt: (asset, at) => history.at(asset, at)?.price,
    priceOf: (tx) => {
      const price = prices.get(tx)
      return price && { file: price.fileName, line: price.line }
    },
    originOf: (tx) => {
      const place = placeOf(tx)
      return place === undefined ? tx : originText(place)
    },
    placeOf,
    interestPaid: interestPaidOf(entries, which.settings.timezone),
    contracts: Object.fromEntries([...journal.contracts].sort(([a], [b]) => compareText(a, b))),
    offersOf: (tx) => offers.get(tx) ?? [],
    withoutPrice,
  }
  return { given, isWhole: isWhole && arePricesWhole }
}

/** Questions that the files leave open before anything is worked out: values that nothing states, and what two files may tell. */
function openInJournal(
  { withoutPrice, possibleDuplicates, accountNames }: FileJournal,
  tickers: GivenHistory['tickers'],
): OpenItem[] {
  const whatIn = (asset: string, accountKey: string) =>
    `${assetText(asset, tickers)} in ${accountNames.get(accountKey) ?? accountKey}`
  const worthless = withoutPrice.map(({ asset, accountKey, origin }) => ({
    code: 'MISSING_PRICE',
    words: 'nothing states what this is worth; it counts at $0.00',
    about: { what: whatIn(asset, accountKey), origin: originText(origin) },
  }))
  const twice = possibleDuplicates.map(({ asset, accountKey, origins }) => ({
    code: 'POSSIBLE_DUPLICATE',
    words: 'two files may tell the same; both count',
    about: { what: whatIn(asset, accountKey), origin: origins.map(originText).join(' and ') },
  }))
  return [...worthless, ...twice]
}

/** What a person reads for an asset: `USDC (ethereum:0x8617…238070d)`, since a ticker says little of a token that no list knows. */
export function assetText(asset: string, tickers: GivenHistory['tickers']): string {
  const ticker = tickers[asset]
  return ticker === undefined
    ? asset
    : `${ticker} (${asset.replace(/(0x[0-9a-f]{4})[0-9a-f]{20,}([0-9a-f]{6})/, '$1…$2')})`
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
    const file = { name: fileName, bytes, mostBytes: MAX_LOCAL_FILE_BYTES }
    io.progress?.step(`Reading ${fileName}`)
    const reading = readFile(file, { ...options, now: io.now().getTime() })
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
    io.progress?.done(`${fileName}: ${counted(reading.transactions.length, 'transaction')}`)
    files.push({ fileName, reading })
  }
  return { files, isWhole }
}
