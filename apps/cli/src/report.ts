import { parseArgs } from 'node:util'
import { dirname, join } from 'node:path'
import { CalculationInputError } from '@lotbook/rules'
import { NO_BUSINESS_FACTS } from '@lotbook/rules/us'
import { calculateTable, parseStoredInput, type CalculationInput } from '@lotbook/tax'
import { BROKER_FORM_OPTIONS, BROKER_FORM_USAGE, readBrokerFormFiles } from './broker-forms.ts'
import { readJson } from './calculate-input.ts'
import { originsKept } from './file-origin.ts'
import { linesOfReceipts } from './income-lines.ts'
import type { ExitCode, Io } from './io.ts'
import type { CalculatedHistory } from './packet.ts'
import { readReturnFacts, removalFactsOfYear, RETURN_OPTIONS, RETURN_USAGE } from './return-facts.ts'
import { isStoredResult, returnOfYear, writeReports, type StoredResult } from './write-reports.ts'

const REPORT_USAGE = `lotbook report RESULT.json --year YEAR --out DIR ${RETURN_USAGE} ${BROKER_FORM_USAGE} [--packet]`

/**
 * `lotbook report RESULT.json --year YEAR --out DIR [--return FACTS.json] [--form-1099-da FILE]... [--packet]`: write every report of a year again from a stored result;
 * a packet also needs `input.json` beside it.
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
  const stated = await readReturnFacts(asked.facts, io)
  if (stated === undefined) return 1
  const forms = await readBrokerFormFiles(asked.forms, io)
  const { result, account_names } = read.json
  const nameOf = (account: string) => account_names[account] ?? account
  const wrong = (where: string, why: string) => io.err(`${asked.facts ?? ''}: ${where}: ${why}\n`)
  const lineOf = linesOfReceipts(stated.incomeLines, result.income, nameOf, wrong)
  const { removals } = result
  const removalsStated = removalFactsOfYear(stated, { removals, year: asked.year, path: asked.facts }, io)
  if (lineOf === undefined || removalsStated === undefined) return 1
  const whole = {
    ...read.json,
    returnOfYear: returnOfYear(result.disposals, asked.year, stated.facts),
    businessFacts: stated.business.get(asked.year) ?? NO_BUSINESS_FACTS,
    lineOf,
    ...removalsStated,
    brokerForms: forms.lines,
  }
  const calculated = asked.isPacket ? await calculatedBeside(asked.path, read.json, io) : undefined
  if (asked.isPacket && calculated === undefined) return 1
  await writeReports(whole, asked.year, asked.out, io, calculated)
  return forms.isWhole ? 0 : 1
}

/** The history behind a stored result, from the input beside it; undefined where that cannot be read, which is said. */
async function calculatedBeside(
  path: string,
  stored: StoredResult,
  io: Io,
): Promise<CalculatedHistory | undefined> {
  const place = join(dirname(path), 'input.json')
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
  /** Files of Forms 1099-DA. */
  readonly forms: readonly string[] | undefined
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
          forms: values['form-1099-da'],
          isPacket: values.packet === true,
        }
      : undefined
  } catch {
    return undefined
  }
}
