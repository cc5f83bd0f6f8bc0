import { installmentDays, type TaxDate } from '@lotbook/journal'
import {
  compare,
  type Decimal,
  formatDecimal,
  isNegative,
  minus,
  parseDecimal,
  plus,
  round,
  sum,
  times,
  zero,
} from '@lotbook/money'
import type { FilingStatus } from './brackets.ts'

/** A payment of estimated tax, as on a voucher of Form 1040-ES. The amount is exact decimal text in USD. */
export interface EstimatedPayment {
  readonly paid_on: TaxDate
  readonly amount: string
}

/** A person's statements about what they pay during a year; amounts in USD, null is not stated. */
export interface PaymentFacts {
  /** Form 1040, line 24 of the year before: its total tax. */
  readonly prior_tax: string | null
  /** Form 1040, line 11 of the year before: its adjusted gross income. */
  readonly prior_agi: string | null
  /** Withholding expected for the whole year. */
  readonly withholding: string | null
  readonly payments: readonly EstimatedPayment[]
}

export const NO_PAYMENT_FACTS: PaymentFacts = {
  prior_tax: null,
  prior_agi: null,
  withholding: null,
  payments: [],
}

/** The rule that sets the annual payment, or that asks for none. */
export type PaymentRule = '90_percent' | '100_percent' | '110_percent' | 'below_1000' | 'no_tax_before'

/** An installment with all before it; amounts in USD. */
export interface Installment {
  readonly due: TaxDate
  /** Due by this day, with the installments before. */
  readonly required: string
  /** Paid by this day: payments, and the part of the withholding that counts as paid by then. */
  readonly paid: string
  /** What is left to pay by this day, not below zero. */
  readonly short: string
}

/** Estimated tax of a year. Amounts are exact decimal text in USD, in cents. */
export interface EstimatedPayments {
  readonly rule: PaymentRule
  /** The required annual payment; zero where none is asked for. */
  readonly required: string
  /** 90 percent of the tax of the year as it is estimated now. */
  readonly ofThisYear: string
  /** 100 or 110 percent of the tax of the year before; null where that is not stated. */
  readonly ofYearBefore: string | null
  readonly installments: readonly Installment[]
}

/**
 * The payments of a year that leave no addition to tax (section 6654; Form 1040-ES; docs/tax/estimated-payments.md): the smaller of 90 percent
 * of the tax of the year and all of the tax of the year before, or 110 percent of it above an adjusted gross income of 150,000 (75,000
 * if married filing separately). A quarter is due on each of four days. Withholding counts as paid in equal parts on them. Nothing is
 * asked for where less than 1,000 is owed after withholding, or where the year before had no tax.
 *
 * Example: a tax of 20,000 after one of 12,000 with an income of 100,000 asks for 12,000, which is 3,000 by each day.
 *
 * @param tax the tax of the year, as it is estimated now, in USD.
 */
export function estimatedPayments(
  year: number,
  tax: string,
  facts: PaymentFacts,
  status: FilingStatus,
): EstimatedPayments {
  const withheld = exact(facts.withholding)
  const ofThisYear = cents(times(atLeastZero(exact(tax)), NINETY))
  const percent = isAbove(facts.prior_agi, status) ? HUNDRED_TEN : HUNDRED
  const ofYearBefore = facts.prior_tax === null ? null : cents(times(exact(facts.prior_tax), percent))
  const rule = ruleOf({ tax, withheld, facts, ofThisYear, ofYearBefore, percent })
  const required =
    rule === 'below_1000' || rule === 'no_tax_before'
      ? zero
      : rule === '90_percent'
        ? ofThisYear
        : (ofYearBefore ?? zero)
  return {
    rule,
    required: formatDecimal(required),
    ofThisYear: formatDecimal(ofThisYear),
    ofYearBefore: ofYearBefore === null ? null : formatDecimal(ofYearBefore),
    installments: installmentDays(year).map((due, n) => installment(due, n + 1, required, facts, withheld)),
  }
}

function ruleOf({
  tax,
  withheld,
  facts,
  ofThisYear,
  ofYearBefore,
  percent,
}: {
  readonly tax: string
  readonly withheld: Decimal
  readonly facts: PaymentFacts
  readonly ofThisYear: Decimal
  readonly ofYearBefore: Decimal | null
  readonly percent: Decimal
}): PaymentRule {
  if (compare(minus(exact(tax), withheld), ONE_THOUSAND) < 0) return 'below_1000'
  if (facts.prior_tax !== null && compare(exact(facts.prior_tax), zero) === 0) return 'no_tax_before'
  if (ofYearBefore === null || compare(ofThisYear, ofYearBefore) <= 0) return '90_percent'
  return percent === HUNDRED ? '100_percent' : '110_percent'
}

function installment(
  due: TaxDate,
  quarters: number,
  required: Decimal,
  { payments }: PaymentFacts,
  withheld: Decimal,
): Installment {
  const by = quarter(required, quarters)
  const onTime = payments.filter(({ paid_on }) => paid_on <= due).map(({ amount }) => exact(amount))
  const paid = plus(sum(onTime), quarter(withheld, quarters))
  return {
    due,
    required: formatDecimal(by),
    paid: formatDecimal(paid),
    short: formatDecimal(atLeastZero(minus(by, paid))),
  }
}

/** Above the limit of the year before, where its income is stated; one that is not stated is taken to be above. */
function isAbove(agi: string | null, status: FilingStatus): boolean {
  return agi === null || compare(exact(agi), status === 'mfs' ? SEVENTY_FIVE : ONE_HUNDRED_FIFTY) > 0
}

const amount = (text: string) => parseDecimal(text) ?? zero
const NINETY = amount('0.9')
const HUNDRED = amount('1')
const HUNDRED_TEN = amount('1.1')
const ONE_THOUSAND = amount('1000')
const ONE_HUNDRED_FIFTY = amount('150000')
const SEVENTY_FIVE = amount('75000')

/** So many quarters of an amount, in cents; four are all of it. */
const quarter = (whole: Decimal, quarters: number) => cents(times(whole, amount((quarters / 4).toString())))
const cents = (value: Decimal) => round(value, 2, 'half-up')
const exact = (text: string | null) => amount(text ?? '0')
const atLeastZero = (value: Decimal) => (isNegative(value) ? zero : value)
