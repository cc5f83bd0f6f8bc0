import { yearOf } from '@lotbook/journal'
import type { DonationForms, GiftsToDonee, HowAcquired, LossTreatment, ValuedBy } from '@lotbook/rules/us'
import { cents } from './money-text.ts'
import type { MissingFact, Removal, RemovalsOfYear } from './removals-of-year.ts'

export const HOW_ACQUIRED_WORDS: Readonly<Record<HowAcquired, string>> = {
  purchase: 'Purchase',
  exchange: 'Exchange',
  gift: 'Gift',
  inheritance: 'Inheritance',
  income: 'Received as income',
  other: 'Other',
}

export const VALUED_BY_WORDS: Readonly<Record<ValuedBy, string>> = {
  market_price: 'Market price on the day',
  appraisal: 'Appraisal',
  comparable_sales: 'Comparable sales',
  other: 'Other',
}

/** Names of statements that a form needs, as they follow "missing". */
export const MISSING_WORDS: Readonly<Record<MissingFact, string>> = {
  value: 'fair market value',
  basis: 'cost basis',
  donee: 'name of the donee',
  donee_address: 'address of the donee',
  donee_ein: 'EIN of the donee',
  donee_is_spouse: 'relationship to the donee',
  acknowledged_on: 'acknowledgment',
  how_acquired: 'how it was acquired',
  valued_by: 'method of valuing',
  has_appraisal: 'qualified appraisal',
  appraiser: 'name of the appraiser',
  appraised_on: 'date of the appraisal',
  discovered_on: 'date of discovery',
  reimbursement: 'insurance or other reimbursement',
  is_for_profit: 'profit motive',
  may_recover: 'prospect of recovery',
  evidence: 'evidence',
}

const NOUNS: Readonly<Record<Removal['kind'], readonly [one: string, more: string]>> = {
  gift: ['gift', 'gifts'],
  donation: ['donation', 'donations'],
  stolen: ['theft', 'thefts'],
  lost: ['loss', 'losses'],
}

/** What is missing in a year, a line for each kind and statement: `3 donations: acknowledgment missing`. */
export function missingLines({
  removals,
  discovered,
}: Pick<RemovalsOfYear, 'removals' | 'discovered'>): string[] {
  const counts = new Map<string, number>()
  for (const { kind, missing } of [...removals, ...discovered])
    for (const fact of missing) {
      const key = `${kind} ${fact}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  return [...counts].map(([key, count]) => {
    const [kind, fact] = key.split(' ') as [Removal['kind'], MissingFact]
    return `${count.toLocaleString('en-US')} ${NOUNS[kind][count === 1 ? 0 : 1]}: ${MISSING_WORDS[fact]} missing`
  })
}

/** The sentence of Section B: no other paper takes the place of the appraisal (section 170(f)(11)(A), CCA 202302012). */
const WITHOUT_APPRAISAL = 'Without a qualified appraisal nothing is deductible.'

/** Sentences on the forms of a year: what decides them, and what Lotbook cannot know. */
export function removalNotes({ year, removals, discovered, donations, gifts }: RemovalsOfYear): string[] {
  const all = [...removals, ...discovered]
  const has = (kind: Removal['kind']) => all.some((one) => one.kind === kind)
  const losses = new Set(all.flatMap(({ loss }) => (loss === null ? [] : [loss])))
  return [
    ...(has('donation') ? donationNotes(donations, year) : []),
    ...(gifts.length > 0 ? giftNotes(gifts, year) : []),
    ...[...losses].map((loss) => LOSS_NOTES[loss]),
    ...(has('stolen') ? [...THEFT_NOTES, ...laterDiscoveries(all, year)] : []),
  ]
}

function donationNotes(
  { deduction, section, isOpen, attachesAppraisal }: DonationForms,
  year: number,
): string[] {
  const come = `The deductions for your donations of digital assets come to ${dollars(deduction)}`
  return [
    section === 'none'
      ? `${come}. You need Form 8283 if the deductions for all your noncash gifts of ${year} come to more than $500.`
      : section === 'a'
        ? `${come}, more than $500: report them on Form 8283, Section A, with your other noncash gifts.`
        : `${come}, more than $5,000: report them on Form 8283, Section B.`,
    ...(section === 'b'
      ? [WITHOUT_APPRAISAL, 'A price on an exchange does not replace an appraisal (CCA 202302012).']
      : []),
    ...(isOpen
      ? ['The value of a donation is not known yet, so another section of Form 8283 may be the right one.']
      : []),
    ...(attachesAppraisal ? ['The deduction is above $500,000: attach the appraisal to the return.'] : []),
    'All digital assets that you donate in a year count together as similar items (Treas. Reg. 1.170A-13(c)(7)(iii)). No authority says that two coins are different types of property.',
    `The deduction is before the limits by adjusted gross income${year >= 2026 ? ' and the floor of 0.5% of it' : ''}, which Lotbook does not work out.`,
  ]
}

function giftNotes(gifts: readonly GiftsToDonee[], year: number): string[] {
  const isWithout = gifts.some(({ isSpouse, exclusion }) => !isSpouse && exclusion === null)
  return [
    ...(isWithout
      ? [`The annual exclusion of ${year} is not known here: whether Form 709 is due is open.`]
      : []),
    ...(gifts.some(({ donee }) => donee === null)
      ? ['Enter who received each gift. Until then it is open whether Form 709 is due.']
      : []),
    'Other gifts to the same person, in money or anything else, count toward the annual exclusion too. Gifts to a spouse who is a U.S. citizen do not.',
  ]
}

const LOSS_NOTES: Readonly<Record<LossTreatment, string>> = {
  for_profit:
    'A theft in a transaction entered into for profit goes on Form 4684, Section B, in the year it is discovered, up to the basis that nobody reimburses (section 165(c)(2); CCA 202511015). For a Ponzi scheme see the safe harbor of Rev. Proc. 2009-20.',
  personal:
    'Since 2018 a theft of property that was not held for profit is deductible only where a declared disaster caused it (section 165(h)(5)). Nothing is deducted here.',
  personal_to_2017:
    'Until 2017 a theft of personal property goes on Form 4684, Section A, less $100 and 10% of adjusted gross income (section 165(h)).',
  open: 'Whether a theft is deductible depends on whether the units were held in a transaction entered into for profit. Enter it for each theft.',
  lost: 'Units that were lost, such as by a lost key, are listed for your preparer. No authority gives a deduction for them, and none is worked out.',
}

const THEFT_NOTES = [
  'No theft loss counts while there is a reasonable prospect of recovery (Treas. Reg. 1.165-1(d)(3)). Lotbook lists the data and works out no deduction.',
]

/** Thefts that count in another year than that of their transaction. */
function laterDiscoveries(removals: readonly Removal[], year: number): string[] {
  return removals.flatMap(({ kind, facts, property, date }) => {
    const found = facts.discovered_on
    if (kind !== 'stolen' || found === null || yearOf(found) === yearOf(date)) return []
    const what = `The theft of ${property} on ${date} was discovered in ${yearOf(found)}`
    return [
      yearOf(found) === year
        ? `${what}: it belongs on this return.`
        : `${what}: it belongs on the return of that year.`,
    ]
  })
}

/** `$1,234.50`. */
export function dollars(amount: string): string {
  return `$${cents(amount).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')}`
}
