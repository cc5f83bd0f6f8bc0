import { parseArgs } from 'node:util'
import { dirname, join } from 'node:path'
import { CalculationInputError } from '@lotbook/rules'
import { NO_BUSINESS_FACTS, NO_PAYMENT_FACTS } from '@lotbook/rules/us'
import { calculateTable, parseStoredInput, type CalculationInput, type CalculationResult } from '@lotbook/tax'
import {
  BROKER_FORM_OPTIONS,
  BROKER_FORM_USAGE,
  checkFormWords,
  readBrokerFormFiles,
} from './broker-forms.ts'
import { readJson } from './calculate-input.ts'
import { originsKept } from './file-origin.ts'
import { linesOfReceipts } from './income-lines.ts'
import type { ExitCode, Io } from './io.ts'
import type { CalculatedHistory } from './packet.ts'
import { readReturnFacts, removalFactsOfYear, RETURN_OPTIONS, RETURN_USAGE } from './return-facts.ts'
import { FORM_OPTIONS, FORM_USAGE, readPrinting, type FormOptions } from './official-forms.ts'
import { storedFolder } from './stored-calculation.ts'
import { isStoredResult, type ResultNames } from './stored-result.ts'
import { PROGRAM_OPTIONS, PROGRAM_USAGE, programsAsked } from './tax-programs.ts'
import { returnOfYear, writeReports } from './write-reports.ts'

const REPORT_USAGE = `lotbook report FOLDER --year YEAR --out DIR ${RETURN_USAGE} ${BROKER_FORM_USAGE} ${PROGRAM_USAGE} ${FORM_USAGE} [--packet]`

/**
 * `lotbook report FOLDER --year YEAR --out DIR [--return FACTS.json] [--form-1099-da FILE]... [--form-1099-da-words FILE] [--for PROGRAM]...` with the options of printing: write every report of a year again from the folder of a
 * calculation, or from its `result.json`. With `--packet` also what makes them a packet, from the `input.json` in the folder.
 *
 * @returns 0, or 1 when the result could not be read, or 2 on misuse.
 */
export async function runReport(args: readonly string[], io: Io): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined) {
    io.err(`Usage: ${REPORT_USAGE}\n`)
    return 2
  }
  const programs = programsAsked(asked.programs, asked.year)
  if (typeof programs === 'string') {
    io.err(`${programs}\n`)
    return 2
  }
  const printing = await readPrinting(asked.printing, io)
  if (printing === undefined) {
    return 2
  }
  const stored = await storedAt(asked.path, io)
  if (stored === undefined) return 1
  const stated = await readReturnFacts(asked.facts, io)
  if (stated === undefined) return 1
  const given = await readBrokerFormFiles(asked.formFiles, io)
  const { names, result } = stored
  const nameOf = (account: string) => names.account_names[account] ?? account
  const wrong = (where: string, why: string) => io.err(`${asked.facts ?? ''}: ${where}: ${why}\n`)
  const lineOf = linesOfReceipts(stated.incomeLines, result.income, nameOf, wrong)
  const { removals } = result
  const removalsStated = removalFactsOfYear(stated, { removals, year: asked.year, path: asked.facts }, io)
  if (lineOf === undefined || removalsStated === undefined) return 1
  const whole = {
    ...names,
    result,
    returnOfYear: returnOfYear(result.disposals, asked.year, stated.facts, { forms: given.forms, names }),
    businessFacts: stated.business.get(asked.year) ?? NO_BUSINESS_FACTS,
    paymentFacts: stated.payments.get(asked.year) ?? NO_PAYMENT_FACTS,
    lineOf,
    ...removalsStated,
    brokerForms: given.forms,
    programs,
  }
  const areWordsTrue = checkFormWords(given.forms, result.disposals, io)
  const calculated = asked.isPacket ? await calculatedBeside(asked.path, names, io) : undefined
  if (asked.isPacket && calculated === undefined) return 1
  const isPrinted = await writeReports(whole, { ...asked, printing, calculated }, io)
  return given.isWhole && areWordsTrue && isPrinted ? 0 : 1
}

/** A result with its names; undefined where it cannot be read, which is said on standard error. */
async function storedAt(
  path: string,
  io: Io,
): Promise<{ readonly names: ResultNames; readonly result: CalculationResult } | undefined> {
  if (path.endsWith('.json')) {
    const read = await readJson(path, io)
    if (read === undefined) return undefined
    if (isStoredResult(read.json)) return { names: read.json, result: read.json.result }
    io.err(`${path}: not a stored result of schema lotbook-result/1\n`)
    return undefined
  }
  try {
    const folder = await storedFolder(path, io)
    if (folder === undefined) return undefined
    if (folder.names !== undefined) return { result: folder.result, names: folder.names }
    io.err(
      `${path}: it has no names.json: only a folder that calculate --files wrote has the names for reports\n`,
    )
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    io.err(`${path}:\n${error.message}\n`)
  }
  return undefined
}

/** The history behind a stored result, from the input beside it; undefined where that cannot be read, which is said. */
async function calculatedBeside(
  path: string,
  stored: ResultNames,
  io: Io,
): Promise<CalculatedHistory | undefined> {
  const place = join(path.endsWith('.json') ? dirname(path) : path, 'input.json')
  const read = await readJson(place, io)
  const input = read && inputIn(read.json, place, io)
  if (input === undefined) return undefined
  const origins = originsKept(stored.origins ?? {})
  const calculate = (options = {}) => calculateTable(input, options)
  return {
    history: {
      input: { settings: input.settings, calculate },
      accountNames: stored.account_names,
      tickers: stored.asset_names ?? {},
      placeOf: (tx) => origins.get(tx),
      priceOf: () => undefined,
      unitPriceAt: () => undefined,
    },
    table: calculate(),
    openItems: [],
  }
}

function inputIn(json: unknown, path: string, io: Io): CalculationInput | undefined {
  try {
    return parseStoredInput(json)
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    io.err(`${path}:\n${error.message}\n`)
    return undefined
  }
}

interface Asked {
  readonly path: string
  readonly year: number
  readonly out: string
  /** The file of return facts. */
  readonly facts: string | undefined
  /** Files of Forms 1099-DA, and of words on them. */
  readonly formFiles: Parameters<typeof readBrokerFormFiles>[0]
  /** Names of tax programs. */
  readonly programs: readonly string[] | undefined
  readonly printing: FormOptions
  /** A cover page, holdings and the workbook besides. */
  readonly isPacket: boolean
}

function parse(args: readonly string[]): Asked | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        year: { type: 'string' },
        out: { type: 'string' },
        ...RETURN_OPTIONS,
        ...BROKER_FORM_OPTIONS,
        ...PROGRAM_OPTIONS,
        ...FORM_OPTIONS,
        packet: { type: 'boolean' },
      },
    })
    const [path] = positionals
    if (path === undefined || positionals.length > 1 || values.out === undefined) return undefined
    return /^\d{4}$/.test(values.year ?? '')
      ? {
          path,
          year: Number(values.year),
          out: values.out,
          facts: values.return,
          formFiles: { forms: values['form-1099-da'], words: values['form-1099-da-words'] },
          programs: values.for,
          printing: values,
          isPacket: values.packet === true,
        }
      : undefined
  } catch {
    return undefined
  }
}
