import { compare, type Decimal, formatDecimal, parseDecimal, sum } from '@lotbook/money'

/** A donation of a year. Amounts are exact decimal text in USD; null where a value is not known. */
export interface Donated {
  readonly value: string | null
  /** The deduction before any limit by income (`deductionOf`). */
  readonly deduction: string | null
}

/** The section of Form 8283 that donations belong in; `none` where they need no form by themselves. */
export type DonationSection = 'none' | 'a' | 'b'

export interface DonationForms {
  /** Deductions of the year as far as they are known. */
  readonly deduction: string
  readonly section: DonationSection
  /** A deduction is not known, so a later section may be the right one. */
  readonly isOpen: boolean
  /** The appraisal itself goes with the return. */
  readonly attachesAppraisal: boolean
}

/** Form 8283 is filed above it, counted over all noncash gifts of the year (section 170(f)(11)(B)). */
const FORM_8283 = parseDecimal('500')!
/** Section B and a qualified appraisal above it, counted over similar items of the year (section 170(f)(11)(C) and (F)). */
const SECTION_B = parseDecimal('5000')!
/** The appraisal is attached above it (section 170(f)(11)(D)). */
const ATTACHED = parseDecimal('500000')!
/** A written acknowledgment is needed from it on, gift by gift (section 170(f)(8)(A)). */
const ACKNOWLEDGED = parseDecimal('250')!

/**
 * The section of Form 8283 for the donations of a year. Digital assets are not publicly traded securities, so a price on an
 * exchange is no substitute for an appraisal (CCA 202302012). All digital assets of the year count as similar items, whoever
 * received them (Treas. Reg. 1.170A-13(c)(7)(iii)): three donations that deduct $2,000 each belong in Section B. No authority says
 * that two coins are different types of property.
 */
export function donationForms(donations: readonly Donated[]): DonationForms {
  const total = sum(donations.flatMap(({ deduction }) => (deduction === null ? [] : [amount(deduction)])))
  const section = isAbove(total, SECTION_B) ? 'b' : isAbove(total, FORM_8283) ? 'a' : 'none'
  return {
    deduction: formatDecimal(total),
    section,
    isOpen: section !== 'b' && donations.some(({ deduction }) => deduction === null),
    attachesAppraisal: isAbove(total, ATTACHED),
  }
}

/** Whether a donation needs the charity's written acknowledgment: of $250 or more, or of a value that is not known. */
export function needsAcknowledgment({ value }: Pick<Donated, 'value'>): boolean {
  return value === null || compare(amount(value), ACKNOWLEDGED) >= 0
}

const isAbove = (total: Decimal, limit: Decimal) => compare(total, limit) > 0

/** @throws RangeError for text that is not an amount: results hold none. */
function amount(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === undefined) throw new RangeError(`Not an amount: ${text}`)
  return value
}
