import { formatDecimal, isZero, minus, parseDecimal, plus, zero } from '@lotbook/money'
import type { Jurisdiction, TaxedYear, Taxpayer } from '@lotbook/rules'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import { choiceInForce, openChoices } from '../events/open-choices.ts'

/** Gains, income and what is deducted for donations, by year. Exact decimals in USD. */
export type TreatedYears = Readonly<Record<string, ToldYear>>

interface ToldYear extends TaxedYear {
  /** Not there in what was kept before deductions were. */
  readonly deduction?: string
}

/** Figures of a calculation by year, for the comparison of treatments. */
export function treatedYears({ years }: CalculationResult): TreatedYears {
  return Object.fromEntries(
    Object.entries(years).map(([year, { short, long, income, donation_deduction }]) => [
      year,
      { short: { gain: short.gain }, long: { gain: long.gain }, income, deduction: donation_deduction },
    ]),
  )
}

/** Every other choice of the questions that bear on a row; one that bears on none costs nothing. */
export function otherChoices(
  settings: CalculationSettings,
  rows: Readonly<Record<string, number>>,
  law: Jurisdiction,
): { readonly treatment: string; readonly choice: string }[] {
  return Object.entries(openChoices(law))
    .filter(([treatment]) => (rows[treatment] ?? 0) > 0)
    .flatMap(([treatment, choices]) =>
      choices
        .filter((choice) => choice !== choiceInForce(settings, treatment, law))
        .map((choice) => ({ treatment, choice })),
    )
}

/**
 * Figures of a year. Exact decimals in USD; the tax, which knows no deduction, is null without a table or without a
 * person to estimate for.
 */
interface TreatedFigures {
  readonly gain: string
  readonly income: string
  /** Deductions for donations. */
  readonly deduction: string
  readonly tax: string | null
}

/** A year under another choice. */
export interface TreatedYear extends TreatedFigures {
  readonly year: number
  /** Less the same figures as it is chosen now. */
  readonly difference: TreatedFigures
}

/** The years that another choice would change, with what they would be. */
export function differentYears(
  now: TreatedYears,
  then: TreatedYears,
  estimate: Taxpayer | null,
  { estimates }: Jurisdiction,
): TreatedYear[] {
  const years = [...new Set([...Object.keys(now), ...Object.keys(then)])].sort()
  return years.flatMap((name) => {
    const year = Number(name)
    const [before, after] = [now[name] ?? NOTHING, then[name] ?? NOTHING]
    const apart = [
      less(after.short.gain, before.short.gain),
      less(after.long.gain, before.long.gain),
      less(after.income, before.income),
      less(deductionOf(after), deductionOf(before)),
    ]
    if (apart.every((amount) => isZero(exact(amount)))) return []
    const taxOf = (taxed: TaxedYear) => (estimate === null ? null : estimates.ofYear(year, taxed, estimate))
    const [taxBefore, tax] = [taxOf(before), taxOf(after)]
    return [
      {
        year,
        gain: gainOf(after),
        income: after.income,
        deduction: deductionOf(after),
        tax,
        difference: {
          gain: less(gainOf(after), gainOf(before)),
          income: less(after.income, before.income),
          deduction: less(deductionOf(after), deductionOf(before)),
          tax: tax === null || taxBefore === null ? null : less(tax, taxBefore),
        },
      },
    ]
  })
}

const NOTHING: ToldYear = { short: { gain: '0' }, long: { gain: '0' }, income: '0' }

const exact = (amount: string) => parseDecimal(amount) ?? zero
const less = (a: string, b: string) => formatDecimal(minus(exact(a), exact(b)))
const gainOf = ({ short, long }: TaxedYear) => formatDecimal(plus(exact(short.gain), exact(long.gain)))
const deductionOf = ({ deduction = '0' }: ToldYear) => deduction
