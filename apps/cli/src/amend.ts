import { basename, join } from 'node:path'
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
  withFormChanges,
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
  type ComparedRow,
} from '@lotbook/tax'
import { amendedYearOf, formCauses, type AmendedYear, type FormsOfReturns } from './amended-year.ts'
import { boxesOn } from './amended-forms.ts'
import { argumentsOf, isDay, yearOfText } from './arguments.ts'
import { BROKER_FORM_OPTIONS, checkFormWords, NO_FORMS, readBrokerFormFiles } from './broker-forms.ts'
import { calculationsOf, fileOf } from './compare.ts'
import type { ExitCode, Io } from './io.ts'
import type { GivenCalculation } from './stored-calculation.ts'
import { readReturnFacts, RETURN_OPTIONS } from './return-facts.ts'
import { restsOnOf } from './rests-on.ts'
import { writeReportFile } from './write-reports.ts'

const AMEND_USAGE =
  'lotbook amend FILED AFTER --year YEAR --filed-on DAY --out DIR [--confirmation TEXT] [--taxpayer NAME] [--return FACTS.json] [--form-1099-da FILE]... [--filed-form-1099-da FILE]... [--form-1099-da-words FILE]'

/**
 * `lotbook amend FILED AFTER`: what an amended return of a year would say, as PDF and CSV: before, after, and why, line by
 * line (N5, N6), with the lines of Form 1040-X and the corrected forms. Forms 1099-DA of today may be others than those that the return was filed with. FILED is what the return was made from: the folder of its calculation, or its input, which is worked out
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
  const given = await formsOf(asked, io)
  const areWordsTrue = checkFormWords(given.forms.now, pair.after.result.disposals, io)
  const { causes, change } = compared
  const amended = amendedYearOf(
    {
      ...pair,
      year: asked.year,
      stated,
      forms: given.forms,
      causes,
      deduction: change?.deduction ?? '0',
      now,
    },
    io,
  )
  if (amended === undefined) return 1
  const exitCode = given.isWhole && areWordsTrue ? 0 : 1
  if (compared.ofYear.length + amended.formLines.length === 0) {
    io.out(`Nothing of ${asked.year} differs from what was filed.\n`)
    return exitCode
  }
  const report = amendmentOf(pair, {
    asked,
    now,
    compared,
    ...amended,
  })
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
  return exitCode
}

/** Forms 1099-DA that the return was filed with, and those of today with the words on them. */
async function formsOf(
  { forms, filedForms, words }: Asked,
  io: Io,
): Promise<{ readonly forms: FormsOfReturns; readonly isWhole: boolean }> {
  const { forms: now, isWhole } = await readBrokerFormFiles({ forms: [...filedForms, ...forms], words }, io)
  const names = new Set(filedForms.map((path) => basename(path)))
  const filed = { ...NO_FORMS, lines: now.lines.filter(({ file }) => names.has(file)) }
  return { forms: { filed, now }, isWhole }
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

interface Worked extends AmendedYear {
  readonly asked: Asked
  readonly now: Date
  readonly compared: ReturnType<typeof compareYear>
}

/** A side of a line in the box that the forms of its return decide. */
function sideOn(row: ComparedRow | null, boxOf: ReturnType<typeof boxesOn>) {
  if (row === null) return null
  const side = rowSide(row)
  return { ...side, box: boxOf(row, side.box) }
}

function amendmentOf(
  { before, after }: Pair,
  { asked, now, compared, lines, formLines, filed, corrected }: Worked,
): AmendmentReport {
  const { year, filedOn, confirmation, taxpayer } = asked
  const [onFiled, onCorrected] = [boxesOn(filed), boxesOn(corrected)]
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
    figures: amendmentFigures(figuresOfYear(before.result.years[year]), withFormChanges(change, formLines)),
    causes: [...causes, ...formCauses(formLines)],
    amendedReturn: lines,
    lines: [
      ...ofYear.map((difference) => {
        const row = (difference.after ?? difference.before)!
        return {
          kind: difference.kind,
          label: rowLabel(row),
          asset: row.asset,
          account: names[row.account] ?? row.account,
          transaction: row.tx,
          date: rowDay(row),
          before: sideOn(difference.before, onFiled),
          after: sideOn(difference.after, onCorrected),
          gain: difference.gain,
          income: difference.income,
          deduction: difference.deduction,
          cause: labels[difference.cause] ?? '',
        }
      }),
      ...formLines,
    ],
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
  /** Files of Forms 1099-DA that came after filing, of those that the return was filed with, and of words on them. */
  readonly forms: readonly string[]
  readonly filedForms: readonly string[]
  readonly words: string | undefined
}

function parse(args: readonly string[]): Asked | undefined {
  const given = argumentsOf(args, {
    year: { type: 'string' },
    'filed-on': { type: 'string' },
    out: { type: 'string' },
    confirmation: { type: 'string' },
    taxpayer: { type: 'string' },
    ...RETURN_OPTIONS,
    ...BROKER_FORM_OPTIONS,
    'filed-form-1099-da': { type: 'string', multiple: true },
  })
  const [filed, after, ...more] = given?.positionals ?? []
  const year = yearOfText(given?.values.year)
  const { out, 'filed-on': filedOn, confirmation = '', taxpayer = '' } = given?.values ?? {}
  if (filed === undefined || after === undefined || more.length > 0) return undefined
  if (year === undefined || out === undefined || filedOn === undefined || !isDay(filedOn)) return undefined
  return {
    filed,
    after,
    year,
    filedOn,
    confirmation,
    taxpayer,
    out,
    facts: given?.values.return,
    forms: given?.values['form-1099-da'] ?? [],
    filedForms: given?.values['filed-form-1099-da'] ?? [],
    words: given?.values['form-1099-da-words'],
  }
}
