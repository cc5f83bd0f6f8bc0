import { parseArgs } from 'node:util'
import { NO_BUSINESS_FACTS } from '@lotbook/rules/us'
import { BROKER_FORM_OPTIONS, BROKER_FORM_USAGE, readBrokerFormFiles } from './broker-forms.ts'
import { readJson } from './calculate-input.ts'
import { linesOfReceipts } from './income-lines.ts'
import type { ExitCode, Io } from './io.ts'
import { readReturnFacts, removalFactsOfYear, RETURN_OPTIONS, RETURN_USAGE } from './return-facts.ts'
import { FORM_OPTIONS, FORM_USAGE, readPrinting, type FormOptions } from './official-forms.ts'
import { isStoredResult, returnOfYear, writeReports } from './write-reports.ts'

const REPORT_USAGE = `lotbook report RESULT.json --year YEAR --out DIR ${RETURN_USAGE} ${BROKER_FORM_USAGE} ${FORM_USAGE}`

/**
 * `lotbook report RESULT.json --year YEAR --out DIR [--return FACTS.json] [--form-1099-da FILE]...` with the options of printing: write every report of a year again from a stored result.
 *
 * @returns 0, or 1 when the result could not be read, or 2 on misuse.
 */
export async function runReport(args: readonly string[], io: Io): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined) {
    io.err(`Usage: ${REPORT_USAGE}\n`)
    return 2
  }
  const printing = await readPrinting(asked.printing, io)
  if (printing === undefined) return 2
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
  const isPrinted = await writeReports(whole, { ...asked, printing }, io)
  return forms.isWhole && isPrinted ? 0 : 1
}

interface Asked {
  readonly path: string
  readonly year: number
  readonly out: string
  /** The file of return facts. */
  readonly facts: string | undefined
  /** Files of Forms 1099-DA. */
  readonly forms: readonly string[] | undefined
  readonly printing: FormOptions
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
        ...FORM_OPTIONS,
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
          printing: values,
        }
      : undefined
  } catch {
    return undefined
  }
}
