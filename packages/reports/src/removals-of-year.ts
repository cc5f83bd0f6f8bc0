import { formatDecimal, isZero, sum } from '@lotbook/money'
import { compareText, type TaxDate, yearOf } from '@lotbook/journal'
import type { Term } from '@lotbook/rules'
import {
  type DonationForms,
  donationForms,
  doneeKey,
  factsOfKind,
  type FormRemoval,
  giftsByDonee,
  type GiftReturn,
  type GiftsToDonee,
  type HowAcquired,
  isFormRemoval,
  isLongTerm,
  lossTreatment,
  type LossTreatment,
  needsAcknowledgment,
  NO_REMOVAL_FACTS,
  type RemovalFacts,
  type RemovalField,
  unreimbursedBasis,
} from '@lotbook/rules/us'
import { exact, quantityText } from './money-text.ts'
import type { RemovalLine, YearReport } from './year-report.ts'

/**
 * A statement that the form of a removal still needs; `value` is the fair market value, which the transaction has, and `basis` that of a
 * lot whose origin is not known.
 */
export type MissingFact = RemovalField | 'value' | 'basis'

/** A gift, a donation or a loss as a whole, with every lot it was made of. Amounts are exact decimal text in USD. */
export interface Removal {
  readonly transaction: string
  readonly kind: FormRemoval
  readonly date: TaxDate
  /** `0.5 BTC`. */
  readonly property: string
  readonly account: string
  readonly lots: readonly RemovalLine[]
  readonly basis: string
  /** Null where the value of a lot is not known. */
  readonly value: string | null
  /** Of donations; null where it is not known. */
  readonly deduction: string | null
  /** The day that all lots share, or `VARIOUS` as the forms have it for several; null where one is not known. */
  readonly acquired: string | null
  /** As stated, else as its lots have it; null where they differ or the history does not say. */
  readonly howAcquired: HowAcquired | null
  /** The statements that belong to its kind. */
  readonly facts: RemovalFacts
  /** The form that it belongs on, `(open)` where a statement decides it; empty where it needs none by itself. */
  readonly form: string
  readonly missing: readonly MissingFact[]
  /** Of thefts and losses. */
  readonly loss: LossTreatment | null
  /** Basis that no reimbursement covers, of thefts and losses; null where the reimbursement is not stated. */
  readonly unreimbursed: string | null
}

/** Form 8283 and Form 8949 have it in place of several dates. */
export const VARIOUS = 'VARIOUS'

/** The gifts, donations and losses of a year, with the forms they belong on. */
export interface RemovalsOfYear {
  readonly year: number
  readonly removals: readonly Removal[]
  /** Thefts and losses of other years that were discovered in this one. */
  readonly discovered: readonly Removal[]
  readonly donations: DonationForms
  readonly gifts: readonly GiftsToDonee[]
}

/** The transactions whose theft or loss was discovered in a year, by what is stated of them. */
export function discoveredIn(facts: YearReport['removalFacts'], year: number): string[] {
  return [...facts]
    .filter(([, { discovered_on }]) => discovered_on !== null && yearOf(discovered_on) === year)
    .map(([transaction]) => transaction)
}

/** The form of each removal of a year, with what the form still needs (tax/us 6.3 to 6.5). */
export function removalsOfYear(
  report: Pick<YearReport, 'year' | 'removals' | 'discovered' | 'removalFacts'>,
): RemovalsOfYear {
  const events = eventsOf(knownValues(report.removals)).map((lots) => eventOf(lots, report.removalFacts))
  const donations = donationForms(events.filter(({ kind }) => kind === 'donation'))
  const given = events.filter(({ kind }) => kind === 'gift')
  const gifts = giftsByDonee(
    report.year,
    given.map(({ facts, value }) => ({
      donee: facts.donee,
      isSpouse: facts.donee_is_spouse === true,
      value,
    })),
  )
  const returns = new Map(gifts.map(({ donee, giftReturn }) => [doneeKey(donee ?? ''), giftReturn]))
  const whole = (event: Event): Removal => ({
    ...event,
    form: formOf(event, donations, returns),
    missing: missingOf(event, donations),
  })
  return {
    year: report.year,
    removals: events.map(whole),
    discovered: eventsOf(report.discovered)
      .map((lots) => eventOf(lots, report.removalFacts))
      .map(whole),
    donations,
    gifts,
  }
}

/** The term of a lot that left: worked out from its days where the calculation did not need it; null where its origin is not known. */
export function termOf({
  term,
  acquired,
  date,
}: Pick<RemovalLine, 'term' | 'acquired' | 'date'>): Term | null {
  if (term !== null) return term
  if (acquired === null) return null
  return isLongTerm(acquired, date) ? 'long' : 'short'
}

/**
 * The lines with values that are known: a calculation takes a donation without a price as worth nothing, which no paper must say. Units
 * that are worth nothing deduct nothing, so no figure is lost.
 */
export function knownValues(lines: readonly RemovalLine[]): RemovalLine[] {
  return lines.map((line) =>
    line.kind === 'donation' && line.value !== null && isZero(exact(line.value))
      ? { ...line, value: null, deduction: null }
      : line,
  )
}

/** Whether the basis of a lot is known: units without a known origin count with a basis of nothing (R-MISS-1). */
export function hasKnownBasis({ acquired, basis }: Pick<RemovalLine, 'acquired' | 'basis'>): boolean {
  return acquired !== null || !isZero(exact(basis))
}

type Event = Omit<Removal, 'form' | 'missing'>

/** The lines of each transaction that a form asks for, by day. */
function eventsOf(lines: readonly RemovalLine[]): RemovalLine[][] {
  const events = new Map<string, RemovalLine[]>()
  for (const line of lines) {
    if (!isFormRemoval(line.kind)) continue
    const lots = events.get(line.transaction)
    if (lots === undefined) events.set(line.transaction, [line])
    else lots.push(line)
  }
  return [...events.values()].toSorted(
    ([a], [b]) => compareText(a!.date, b!.date) || compareText(a!.transaction, b!.transaction),
  )
}

function eventOf(lots: readonly RemovalLine[], allFacts: YearReport['removalFacts']): Event {
  const [{ transaction, kind, date, asset, account }] = lots as readonly [RemovalLine]
  const known = kind as FormRemoval
  const facts = factsOfKind(allFacts.get(transaction) ?? NO_REMOVAL_FACTS, known)
  const basis = added(lots.map((lot) => lot.basis))!
  const isLoss = known === 'stolen' || known === 'lost'
  const value = added(lots.map((lot) => lot.value))
  return {
    transaction,
    kind: known,
    date,
    property: `${quantityText(added(lots.map(({ quantity }) => quantity))!, 18)} ${asset}`,
    account,
    lots,
    basis,
    value,
    deduction: known === 'donation' && value !== null ? added(lots.map((lot) => lot.deduction)) : null,
    acquired: sharedBy(lots.map(({ acquired }) => acquired)) ?? severalDays(lots),
    howAcquired: facts.how_acquired ?? sharedBy(lots.map(({ howAcquired }) => howAcquired)) ?? null,
    facts,
    loss: isLoss ? lossTreatment(known, date, facts) : null,
    unreimbursed: isLoss ? unreimbursedBasis(basis, facts.reimbursement) : null,
  }
}

/** The sum of amounts; null where one of them is not known. */
function added(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length < amounts.length ? null : formatDecimal(sum(known.map(exact)))
}

/** What all have; undefined where they differ. */
function sharedBy<Value>(values: readonly Value[]): Value | undefined {
  return new Set(values).size === 1 ? values[0] : undefined
}

const severalDays = (lots: readonly RemovalLine[]) =>
  lots.some(({ acquired }) => acquired === null) ? null : VARIOUS

const SECTIONS = { none: '', a: 'Form 8283, Section A', b: 'Form 8283, Section B' } as const
const LOSS_FORMS: Readonly<Record<LossTreatment, string>> = {
  for_profit: 'Form 4684, Section B',
  personal: '',
  personal_to_2017: 'Form 4684, Section A',
  open: 'Form 4684 (open)',
  lost: '',
}
const GIFT_FORMS: Readonly<Record<GiftReturn, string>> = {
  needed: 'Form 709',
  not_needed: '',
  open: 'Form 709 (open)',
}

function formOf(
  { kind, facts, loss }: Event,
  { section, isOpen }: DonationForms,
  returns: ReadonlyMap<string, GiftReturn>,
): string {
  if (kind === 'donation') return isOpen ? 'Form 8283 (open)' : SECTIONS[section]
  if (loss !== null) return LOSS_FORMS[loss]
  return GIFT_FORMS[returns.get(doneeKey(facts.donee ?? '')) ?? 'open']
}

function missingOf(event: Event, { section, isOpen }: DonationForms): MissingFact[] {
  const { kind, facts, value, howAcquired, lots } = event
  const unstated = (...fields: readonly RemovalField[]) => fields.filter((field) => facts[field] === null)
  const noValue: readonly MissingFact[] = value === null ? ['value'] : []
  const noBasis: readonly MissingFact[] = lots.every(hasKnownBasis) ? [] : ['basis']
  switch (kind) {
    case 'gift':
      return [...noValue, ...noBasis, ...unstated('donee')]
    case 'donation': {
      const acknowledged = needsAcknowledgment(event) ? unstated('acknowledged_on') : []
      if (section === 'none' && !isOpen) return [...unstated('donee'), ...acknowledged]
      const how = howAcquired === null && new Set(lots.map((lot) => lot.howAcquired)).has(null)
      return [
        ...noValue,
        ...noBasis,
        ...unstated('donee', 'donee_address'),
        ...acknowledged,
        ...(how ? (['how_acquired'] as const) : []),
        ...(section === 'b' ? unstated('donee_ein') : unstated('valued_by')),
        ...(section === 'b' ? appraisalMissing(facts) : []),
      ]
    }
    case 'stolen':
      return [...noBasis, ...unstated('discovered_on', 'is_for_profit', 'reimbursement', 'may_recover')]
    case 'lost':
      return [...noBasis]
  }
}

function appraisalMissing({ has_appraisal, appraiser, appraised_on }: RemovalFacts): MissingFact[] {
  if (has_appraisal !== true) return ['has_appraisal']
  return [
    ...(appraiser === null ? (['appraiser'] as const) : []),
    ...(appraised_on === null ? (['appraised_on'] as const) : []),
  ]
}
