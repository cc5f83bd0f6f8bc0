import {
  amendmentCsv,
  amendmentFigures,
  amendmentPdf,
  figuresOfYear,
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
import { argumentsOf, isDay, yearOfText } from './arguments.ts'
import { calculationsOf, fileOf } from './compare.ts'
import type { ExitCode, Io } from './io.ts'
import type { GivenCalculation } from './stored-calculation.ts'
import { restsOnOf } from './rests-on.ts'
import { writeReportFile } from './write-reports.ts'

const AMEND_USAGE =
  'lotbook amend FILED AFTER --year YEAR --filed-on DAY --out DIR [--confirmation TEXT] [--taxpayer NAME]'

/**
 * `lotbook amend FILED AFTER`: what an amended return of a year would say, as PDF and CSV: before, after, and why, line by
 * line (N5, N6). FILED is what the return was made from: the folder of its calculation, or its input, which is worked out
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
  const pair = await calculationsOf(asked.filed, asked.after, io)
  if (pair === undefined) return 1
  if (!pair.before.isKept)
    io.err(
      `${asked.filed}: worked out again with engine ${pair.before.engineVersion}; name the folder of its calculation to compare with what was filed\n`,
    )
  const report = amendmentOf(pair, asked, now)
  if (report.lines.length === 0) {
    io.out(`Nothing of ${asked.year} differs from what was filed.\n`)
    return 0
  }
  for (const file of [amendmentPdf(report), amendmentCsv(report)]) await writeReportFile(file, asked.out, io)
  return 0
}

/** Why a return of the year was not filed on the day; undefined where it can have been. */
function filingProblem({ year, filedOn }: Asked, now: Date): string | undefined {
  // A day of grace: it may be tomorrow already where the person is.
  if (Date.parse(filedOn) > now.getTime() + 24 * 60 * 60 * 1000)
    return 'the date is in the future; a day up to today is expected'
  return filedOn < `${year}-01-01` ? 'that was before the year began; a later day is expected' : undefined
}

function amendmentOf(
  { before, after }: { readonly before: GivenCalculation; readonly after: GivenCalculation },
  { year, filedOn, confirmation, taxpayer }: Asked,
  now: Date,
): AmendmentReport {
  const { differences, causes } = compareCalculations(before, after, fileOf({ before, after }))
  const ofYear = differences.filter((one) => one.year === year)
  const labels = causes.map(({ kind, origin }) => causeLabel(kind, origin))
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
    figures: amendmentFigures(figuresOfYear(before.result.years[year]), yearChanges(ofYear)[year]),
    causes: causes.flatMap(({ years }, n) => {
      const change = years[year]
      return change === undefined ? [] : [{ label: labels[n] ?? '', gain: change.gain, rows: change.rows }]
    }),
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

interface Asked {
  readonly filed: string
  readonly after: string
  readonly year: number
  readonly filedOn: string
  readonly confirmation: string
  readonly taxpayer: string
  readonly out: string
}

function parse(args: readonly string[]): Asked | undefined {
  const given = argumentsOf(args, {
    year: { type: 'string' },
    'filed-on': { type: 'string' },
    out: { type: 'string' },
    confirmation: { type: 'string' },
    taxpayer: { type: 'string' },
  })
  const [filed, after, ...more] = given?.positionals ?? []
  const year = yearOfText(given?.values.year)
  const { out, 'filed-on': filedOn, confirmation = '', taxpayer = '' } = given?.values ?? {}
  if (filed === undefined || after === undefined || more.length > 0) return undefined
  if (year === undefined || out === undefined || filedOn === undefined || !isDay(filedOn)) return undefined
  return { filed, after, year, filedOn, confirmation, taxpayer, out }
}
