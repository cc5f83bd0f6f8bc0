import {
  amendedReturn,
  boxTotalsOf,
  capitalYears,
  FORM_CAUSE,
  form8949,
  incomeBySource,
  withFormChanges,
  type AmendedReturn,
  type AmendmentLine,
  type AmendmentReport,
  type ReturnSide,
  type YearReport,
} from '@lotbook/reports'
import { NO_BUSINESS_FACTS, NO_PAYMENT_FACTS, NO_RETURN_FACTS, type CapitalYear } from '@lotbook/rules/us'
import { formChangesOf, withForms } from './amended-forms.ts'
import { NO_FORMS, type GivenForms } from './broker-forms.ts'
import { linesOfReceipts } from './income-lines.ts'
import type { Io } from './io.ts'
import type { StatedReturns } from './return-facts.ts'
import type { GivenCalculation } from './stored-calculation.ts'
import { returnOfYear, yearReportOf, type ReportedResult } from './write-reports.ts'

/** The year on both returns, with the lines that an amended one changes. */
export interface AmendedYear {
  readonly lines: AmendedReturn
  readonly filed: YearReport
  readonly corrected: YearReport
  /** Rows that forms say otherwise. */
  readonly formLines: readonly AmendmentLine[]
}

/** Forms 1099-DA that a year was filed with, and those of today. */
export interface FormsOfReturns {
  readonly filed: GivenForms
  readonly now: GivenForms
}

/** A filed year on the command line, and what moved it. */
export interface AmendedYearOfFiles extends Pick<AmendmentReport, 'year' | 'causes'> {
  readonly before: GivenCalculation
  readonly after: GivenCalculation
  readonly stated: StatedReturns
  readonly forms: FormsOfReturns
  readonly deduction: string
  readonly now: Date
}

/**
 * The lines of an amended return from two calculations, and the corrected year that its forms are made of. Which other years were filed is
 * not known here: those before count as in either calculation, those behind as in the newer one.
 *
 * @returns undefined where a line of income that was stated fits none, which is said on standard error.
 */
export function amendedYearOf(
  { before, after, year, stated, forms, causes, deduction, now }: AmendedYearOfFiles,
  io: Pick<Io, 'err'>,
): AmendedYear | undefined {
  const names = { ...before.accountNames, ...after.accountNames }
  // The receipts of both results count, since a line may be stated of a receipt that only one of them has.
  const receipts = [...before.result.income, ...after.result.income]
  const lineOf = linesOfReceipts(
    stated.incomeLines,
    receipts,
    (account) => names[account] ?? account,
    (where, why) => io.err(`${where}: ${why}\n`),
  )
  if (lineOf === undefined) return undefined
  const reportOf = (of: GivenCalculation, with1099: GivenForms) =>
    withForms(yearOf(of, { year, stated, now, lineOf, forms: with1099 }), with1099, io)
  const [was, is] = [reportOf(before, forms.filed), reportOf(after, forms.now)]
  const formLines = formChangesOf(was, is)
  const lines = amendedReturn({
    year,
    filed: sideOf(was),
    corrected: sideOf(is),
    later: capitalYears(after.result.disposals, LAST_YEAR, stated.facts).filter((one) => one.year > year),
    facts: stated.facts.get(year) ?? NO_RETURN_FACTS,
    businessFacts: is.businessFacts,
    deduction,
    causes: [...causes, ...formCauses(formLines)],
    earlierAmended: differing(was.returnOfYear.earlier, is.returnOfYear.earlier),
  })
  return {
    lines,
    formLines,
    filed: was,
    corrected: { ...is, returnOfYear: { ...is.returnOfYear, facts: lines.correctedFacts } },
  }
}

/** The forms as a reason why a year differs; none where they change nothing. */
export function formCauses(lines: readonly AmendmentLine[]): AmendmentReport['causes'] {
  if (lines.length === 0) return []
  return [{ label: FORM_CAUSE, gain: withFormChanges(undefined, lines).gain, rows: lines.length }]
}

const LAST_YEAR = 10_000

function sideOf(report: YearReport): ReturnSide {
  return {
    boxes: boxTotalsOf(form8949(report)),
    earlier: report.returnOfYear.earlier,
    incomes: incomeBySource(report),
  }
}

function yearOf(
  { id, calculatedAt, accountNames, names, result }: GivenCalculation,
  {
    year,
    stated,
    now,
    lineOf,
    forms,
  }: Pick<AmendedYearOfFiles, 'year' | 'stated' | 'now'> &
    Pick<ReportedResult, 'lineOf'> & { readonly forms: GivenForms },
): YearReport {
  return yearReportOf(
    {
      calculation_id: id,
      calculated_at: calculatedAt ?? now.toISOString(),
      ...names,
      account_names: accountNames,
      result,
      returnOfYear: returnOfYear(result.disposals, year, stated.facts, {
        forms,
        names: { ...names, account_names: accountNames },
      }),
      businessFacts: stated.business.get(year) ?? NO_BUSINESS_FACTS,
      paymentFacts: stated.payments.get(year) ?? NO_PAYMENT_FACTS,
      lineOf,
      brokerForms: NO_FORMS,
      removalFacts: new Map(),
      discovered: [],
      programs: [],
    },
    year,
  )
}

/** Years whose net gains are not the same in both. */
function differing(filed: readonly CapitalYear[], corrected: readonly CapitalYear[]): number[] {
  const gains = (years: readonly CapitalYear[]) =>
    new Map(years.map(({ year, short, long }) => [year, `${short} ${long}`]))
  const [was, is] = [gains(filed), gains(corrected)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((year) => was.get(year) !== is.get(year))
    .toSorted((a, b) => a - b)
}
