import { daysBetween, parseInstant, type TaxDate } from '@lotbook/journal'

/** Kinds of removals that a form asks for; units sent nobody knows where are a question first. */
export const FORM_REMOVALS = ['gift', 'donation', 'stolen', 'lost'] as const
export type FormRemoval = (typeof FORM_REMOVALS)[number]

/** Ways that donated property was acquired, as Form 8283 asks. */
export const HOW_ACQUIRED = ['purchase', 'exchange', 'gift', 'inheritance', 'income', 'other'] as const
export type HowAcquired = (typeof HOW_ACQUIRED)[number]

/** Methods of determining a fair market value. */
export const VALUED_BY = ['market_price', 'appraisal', 'comparable_sales', 'other'] as const
export type ValuedBy = (typeof VALUED_BY)[number]

/** A person's statements about a gift, a donation or a loss, which no history of digital assets holds; null is not stated. */
export interface RemovalFacts {
  /** The person or organization that received it. */
  readonly donee: string | null
  readonly donee_address: string | null
  /** Employer identification number of a charity, `12-3456789`. */
  readonly donee_ein: string | null
  /** The donee is the giver's spouse and a U.S. citizen. */
  readonly donee_is_spouse: boolean | null
  /** Date of the charity's written acknowledgment. */
  readonly acknowledged_on: TaxDate | null
  /** Takes the place of the way that follows from the lots. */
  readonly how_acquired: HowAcquired | null
  readonly valued_by: ValuedBy | null
  readonly has_appraisal: boolean | null
  readonly appraiser: string | null
  readonly appraised_on: TaxDate | null
  /** Date on which the theft or loss was discovered. */
  readonly discovered_on: TaxDate | null
  /** Insurance or other reimbursement, received or expected, in USD. */
  readonly reimbursement: string | null
  /** The units were held in a transaction entered into for profit (section 165(c)(2)). */
  readonly is_for_profit: boolean | null
  /** There is a reasonable prospect of getting units or their value back. */
  readonly may_recover: boolean | null
  /** Reports and letters that prove it. */
  readonly evidence: string | null
}
export type RemovalField = keyof RemovalFacts

export const NO_REMOVAL_FACTS: RemovalFacts = {
  donee: null,
  donee_address: null,
  donee_ein: null,
  donee_is_spouse: null,
  acknowledged_on: null,
  how_acquired: null,
  valued_by: null,
  has_appraisal: null,
  appraiser: null,
  appraised_on: null,
  discovered_on: null,
  reimbursement: null,
  is_for_profit: null,
  may_recover: null,
  evidence: null,
}

const FIELDS: Readonly<Record<FormRemoval, readonly RemovalField[]>> = {
  gift: ['donee', 'donee_address', 'donee_is_spouse', 'how_acquired', 'valued_by'],
  donation: [
    'donee',
    'donee_address',
    'donee_ein',
    'acknowledged_on',
    'how_acquired',
    'valued_by',
    'has_appraisal',
    'appraiser',
    'appraised_on',
  ],
  stolen: ['discovered_on', 'reimbursement', 'is_for_profit', 'may_recover', 'evidence'],
  lost: ['discovered_on', 'reimbursement', 'evidence'],
}

/** Most characters that a statement holds. */
export const LONGEST_FACT: Readonly<Record<'donee' | 'donee_address' | 'appraiser' | 'evidence', number>> = {
  donee: 200,
  donee_address: 300,
  appraiser: 200,
  evidence: 2000,
}

export function isFormRemoval(kind: string): kind is FormRemoval {
  return (FORM_REMOVALS as readonly string[]).includes(kind)
}

/** The statements that the forms of a kind ask for. */
export function removalFields(kind: FormRemoval): readonly RemovalField[] {
  return FIELDS[kind]
}

/** The statements that belong to a kind; those of another kind, made before a transaction was changed, do not count. */
export function factsOfKind(facts: RemovalFacts, kind: FormRemoval): RemovalFacts {
  const fields = FIELDS[kind]
  const own = Object.entries(facts).filter(([field]) => (fields as readonly string[]).includes(field))
  return { ...NO_REMOVAL_FACTS, ...Object.fromEntries(own) }
}

/** A statement that cannot be: the field, and a sentence of what is wrong and what is expected. */
export interface FactProblem {
  readonly field: RemovalField
  readonly why: string
}

/** An appraisal may be made at most 60 days before the donation (Treas. Reg. 1.170A-17(a)(4)). */
const APPRAISAL_DAYS = 60

/**
 * The statements that cannot be true of a removal: of another kind, before it happened, or in the future. An appraisal of
 * March 1, 2025 counts for a donation up to April 30, 2025.
 */
export function problemsOfFacts(
  facts: RemovalFacts,
  { kind, date, today }: { readonly kind: FormRemoval; readonly date: TaxDate; readonly today: TaxDate },
): FactProblem[] {
  const problems: FactProblem[] = []
  for (const [field, value] of Object.entries(facts) as [RemovalField, unknown][])
    if (value !== null && !FIELDS[kind].includes(field))
      problems.push({ field, why: `it does not belong to ${NAMES[kind]}` })
  for (const field of DAYS) {
    const day = facts[field]
    if (day === null || !FIELDS[kind].includes(field)) continue
    const why = problemOfDay(field, day, date, today)
    if (why !== undefined) problems.push({ field, why })
  }
  if (kind === 'donation' && facts.has_appraisal === false)
    for (const field of ['appraiser', 'appraised_on'] as const)
      if (facts[field] !== null)
        problems.push({ field, why: 'there is no qualified appraisal by what is stated' })
  return problems
}

const NAMES: Readonly<Record<FormRemoval, string>> = {
  gift: 'a gift',
  donation: 'a donation',
  stolen: 'a theft',
  lost: 'a loss',
}

const DAYS = ['acknowledged_on', 'appraised_on', 'discovered_on'] as const

function problemOfDay(
  field: (typeof DAYS)[number],
  day: TaxDate,
  date: TaxDate,
  today: TaxDate,
): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || parseInstant(`${day}T00:00:00Z`) === undefined)
    return 'there is no such date; a day such as 2025-01-31 is expected'
  if (day > today) return 'the date is in the future; a day up to today is expected'
  if (field === 'appraised_on')
    return daysBetween(day, date) > APPRAISAL_DAYS
      ? `an appraisal more than ${APPRAISAL_DAYS} days before the donation of ${date} does not count; a later day is expected`
      : undefined
  return day < date
    ? `the date is before ${date}, the day it happened; a day from then on is expected`
    : undefined
}
