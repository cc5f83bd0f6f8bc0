import { join } from 'node:path'
import {
  amendedReturnCsv,
  amendmentCsv,
  amendmentFigures,
  amendmentPdf,
  figuresOfYear,
  form8949Csv,
  form8949Pdf,
  formText,
  scheduleDCsv,
  type AmendedReturn,
  type AmendmentReport,
} from '@lotbook/reports'
import {
  causeLabel,
  compareCalculations,
  keepsLots,
  rowDay,
  rowLabel,
  rowSide,
  yearChanges,
} from '@lotbook/tax'
import { amendedYearOf } from './amended-year.ts'
import { argumentsOf, isDay, yearOfText } from './arguments.ts'
import { calculationsOf, fileOf } from './compare.ts'
import type { ExitCode, Io } from './io.ts'
import type { GivenCalculation } from './stored-calculation.ts'
import { readReturnFacts, RETURN_OPTIONS } from './return-facts.ts'
import { restsOnOf } from './rests-on.ts'
import { writeReportFile } from './write-reports.ts'

const AMEND_USAGE =
  'lotbook amend FILED AFTER --year YEAR --filed-on DAY --out DIR [--confirmation TEXT] [--taxpayer NAME] [--return FACTS.json]'

/**
 * `lotbook amend FILED AFTER`: what an amended return of a year would say, as PDF and CSV: before, after, and why, line by
 * line (N5, N6), with the lines of Form 1040-X and the corrected forms. FILED is what the return was made from: the folder of its calculation, or its input, which is worked out
 * again and only is what was filed where engine and rules are the same.
 *
 * @param now the time of a calculation that nothing says the time of; nothing was filed later.
 * @returns 0, also where nothing of the year differs and nothing is written; 1 when something could not be read, 2 on misuse.
 */
export async function runAmend(args: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const asked = parse(args)
  if (asked === undefined) {
    io.err(`Usage: ${AMEND_USAGE}\n`)
    return 2
  }
  const problem = filingProblem(asked, now)
  if (problem !== undefined) {
    io.err(`--filed-on ${asked.filedOn}: ${problem}\n`)
    return 2
  }
  const stated = await readReturnFacts(asked.facts, io)
  if (stated === undefined) return 1
  const pair = await calculationsOf(asked.filed, asked.after, io)
  if (pair === undefined) return 1
  if (!pair.before.isKept)
    io.err(
      `${asked.filed}: worked out again with engine ${pair.before.engineVersion}; name the folder of its calculation to compare with what was filed\n`,
    )
  const compared = compareYear(pair, asked.year)
  if (compared.ofYear.length === 0) {
    io.out(`Nothing of ${asked.year} differs from what was filed.\n`)
    return 0
  }
  const { causes, change } = compared
  const amended = amendedYearOf(
    { ...pair, year: asked.year, stated, causes, deduction: change?.deduction ?? '0', now },
    io,
  )
  if (amended === undefined) return 1
  const report = amendmentOf(pair, { asked, now, compared, lines: amended.lines })
  const forms = [
    form8949Pdf(amended.corrected),
    form8949Csv(amended.corrected),
    scheduleDCsv(amended.corrected),
  ]
  for (const file of [
    amendmentPdf(report),
    amendmentCsv(report),
    amendedReturnCsv(report),
    ...forms.map((one) => ({ ...one, fileName: join('corrected-forms', one.fileName) })),
  ])
    await writeReportFile(file, asked.out, io)
  for (const line of printedLines(amended.lines)) io.out(`${line}\n`)
  return 0
}

/** Why a return of the year was not filed on the day; undefined where it can have been. */
function filingProblem({ year, filedOn }: Asked, now: Date): string | undefined {
  // A day of grace: it may be tomorrow already where the person is.
  if (Date.parse(filedOn) > now.getTime() + 24 * 60 * 60 * 1000)
    return 'the date is in the future; a day up to today is expected'
  return filedOn < `${year}-01-01` ? 'that was before the year began; a later day is expected' : undefined
}

interface Pair {
  readonly before: GivenCalculation
  readonly after: GivenCalculation
}

/** The rows of a year in which two calculations differ, and their causes. */
function compareYear(pair: Pair, year: number) {
  const { differences, causes } = compareCalculations(pair.before, pair.after, fileOf(pair))
  const ofYear = differences.filter((one) => one.year === year)
  const labels = causes.map(({ kind, origin }) => causeLabel(kind, origin))
  return {
    ofYear,
    labels,
    change: yearChanges(ofYear)[year],
    causes: causes.flatMap(({ years }, n) => {
      const moved = years[year]
      return moved === undefined ? [] : [{ label: labels[n] ?? '', gain: moved.gain, rows: moved.rows }]
    }),
  }
}

interface Worked {
  readonly asked: Asked
  readonly now: Date
  readonly compared: ReturnType<typeof compareYear>
  readonly lines: AmendedReturn
}

function amendmentOf({ before, after }: Pair, { asked, now, compared, lines }: Worked): AmendmentReport {
  const { year, filedOn, confirmation, taxpayer } = asked
  const { ofYear, labels, change, causes } = compared
  const names = { ...before.accountNames, ...after.accountNames }
  return {
    year,
    taxpayer: { name: taxpayer },
    filedOn,
    confirmation,
    filedCalculationId: before.id,
    calculationId: after.id,
    calculatedAt: after.calculatedAt ?? now.toISOString(),
    keepsLots: keepsLots(before.input, after.input, `${year}-12-31`),
    figures: amendmentFigures(figuresOfYear(before.result.years[year]), change),
    causes,
    amendedReturn: lines,
    lines: ofYear.map((difference) => {
      const row = (difference.after ?? difference.before)!
      return {
        kind: difference.kind,
        label: rowLabel(row),
        asset: row.asset,
        account: names[row.account] ?? row.account,
        transaction: row.tx,
        date: rowDay(row),
        before: difference.before && rowSide(difference.before),
        after: difference.after && rowSide(difference.after),
        gain: difference.gain,
        income: difference.income,
        deduction: difference.deduction,
        cause: labels[difference.cause] ?? '',
      }
    }),
    // Whether an allocation came in time is not known here.
    notes: [],
    restsOn: restsOnOf({
      settings: after.input.settings ?? {},
      engine_version: after.engineVersion,
      rules_version: after.rulesVersion,
    }),
  }
}

const PRINTED_LINES = ['1', '3', '5']

/** Lines of the amended return that change, for the terminal. */
function printedLines({ form1040X, scheduleD, form1040, carryover }: AmendedReturn): string[] {
  const amount = (units: bigint | null) => (units === null ? 'from the return' : formText(units, 'cents'))
  return [
    ...form1040X
      .filter(({ line }) => PRINTED_LINES.includes(line))
      .map(
        ({ line, text, a, b, c }) =>
          `Form 1040-X, line ${line}: A ${amount(a)}, B ${amount(b)}, C ${amount(c)}  ${text}`,
      ),
    ...[...form1040, ...scheduleD, ...carryover]
      .filter(({ filed, corrected }) => filed !== corrected)
      .map(
        ({ form, line, text, filed, corrected }) =>
          `${form}, line ${line}: ${amount(filed ?? 0n)} as filed, ${amount(corrected ?? 0n)} corrected  ${text}`,
      ),
  ]
}

interface Asked {
  readonly filed: string
  readonly after: string
  readonly year: number
  readonly filedOn: string
  readonly confirmation: string
  readonly taxpayer: string
  readonly out: string
  /** The file of return facts. */
  readonly facts: string | undefined
}

function parse(args: readonly string[]): Asked | undefined {
  const given = argumentsOf(args, {
    year: { type: 'string' },
    'filed-on': { type: 'string' },
    out: { type: 'string' },
    confirmation: { type: 'string' },
    taxpayer: { type: 'string' },
    ...RETURN_OPTIONS,
  })
  const [filed, after, ...more] = given?.positionals ?? []
  const year = yearOfText(given?.values.year)
  const { out, 'filed-on': filedOn, confirmation = '', taxpayer = '' } = given?.values ?? {}
  if (filed === undefined || after === undefined || more.length > 0) return undefined
  if (year === undefined || out === undefined || filedOn === undefined || !isDay(filedOn)) return undefined
  return { filed, after, year, filedOn, confirmation, taxpayer, out, facts: given?.values.return }
}
