import {
  absolute,
  compare,
  decimal,
  formatDecimal,
  isZero,
  minus,
  MONEY_SCALE,
  parseDecimal,
  plus,
  sum,
  toUnitsRounded,
  zero,
  type Decimal,
} from '@lotbook/money'
import { termOf, type Jurisdiction, type Term } from '@lotbook/rules'
import type { YearDifference } from '../comparing/compare-years.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import type { OpenQuestion } from './open-questions.ts'

/**
 * The amount that depends on the answer to a question, in US dollars. For units with an assumed cost of zero it is
 * their proceeds; for a withdrawal the gain or loss if it was spent, or the deduction if it was donated, whichever is
 * more. Null if the result does not show it.
 */
export function atStake(
  { disposals, removals }: Pick<CalculationResult, 'disposals' | 'removals'>,
  law: Jurisdiction,
): (question: OpenQuestion) => string | null {
  const uncovered = sums(disposals, (row) => (row.lot === null ? key(row.tx, row.asset) : null), proceedsOf)
  const ofLot = sums(disposals, ({ lot }) => lot, proceedsOf)
  const sent = new Map<string, SentAway>()
  for (const row of removals) {
    if (row.value === null) continue
    const term = row.acquired === null ? 'short' : termOf(law, row.acquired, row.date)
    sent.set(row.tx, alsoSent(sent.get(row.tx), term, read(row.value), read(row.basis), law))
  }
  return ({ code, tx, asset }) => {
    const found =
      code === 'MISSING_BASIS'
        ? uncovered.get(key(tx, asset))
        : code === 'UNRESOLVED_RECEIVED' || code === 'GIFT_BASIS_UNKNOWN'
          ? ofLot.get(tx)
          : code === 'UNRESOLVED_SENT'
            ? mostOfSent(sent.get(tx))
            : undefined
    return found === undefined ? null : formatDecimal(absolute(found))
  }
}

/** Units sent nobody knows where to: gain or loss by term, were they spent, and what they would deduct, were they donated (R-DON-1). */
export interface SentAway {
  readonly short: Decimal
  readonly long: Decimal
  readonly deduction: Decimal
}

/** Adds units that were sent away: what they were worth, and what they had cost. */
export function alsoSent(
  before: SentAway = { short: zero, long: zero, deduction: zero },
  term: Term,
  value: Decimal,
  basis: Decimal,
  { deductionOf }: Jurisdiction,
): SentAway {
  const deducts = decimal(deductionOf(term, dollars(value), dollars(basis)), MONEY_SCALE)
  return {
    ...before,
    [term]: plus(before[term], minus(value, basis)),
    deduction: plus(before.deduction, deducts),
  }
}

/** The most that they may move a year by. */
export function mostOfSent(sent: SentAway | undefined): Decimal | undefined {
  if (sent === undefined) return undefined
  const spent = plus(absolute(sent.short), absolute(sent.long))
  return compare(spent, sent.deduction) < 0 ? sent.deduction : spent
}

/**
 * The most of what is at stake and of what answers are known to move, in US dollars; null where neither is known to be anything,
 * and an answer has something to say first.
 *
 * @param effects - of each answer the years that it changes; null where that is not known.
 */
export function mayChange(
  effects: readonly (readonly YearDifference[] | null)[],
  stake: string | null,
): string | null {
  const known = effects.flatMap((years) => (years === null ? [] : [movedBy(years)]))
  const most = [read(stake), ...known].reduce((a, b) => (compare(a, b) < 0 ? b : a))
  const isAllKnown = effects.length > 0 && known.length === effects.length
  return isZero(most) && !isAllKnown ? null : formatDecimal(most)
}

/** The largest amount first; what is not known comes last. */
export function byMost(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compare(read(b), read(a))
}

/**
 * The sum of changes over the years, each term by itself: a gain that becomes long-term adds to the one term and is
 * taken off the other.
 */
function movedBy(years: readonly YearDifference[]): Decimal {
  return sum(
    years.flatMap(({ gain, short, income, deduction }) =>
      [read(short), minus(read(gain), read(short)), read(income), read(deduction)].map(absolute),
    ),
  )
}

function sums<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string | null,
  amount: (row: Row) => Decimal,
): ReadonlyMap<string, Decimal> {
  const found = new Map<string, Decimal>()
  for (const row of rows) {
    const name = nameOf(row)
    if (name !== null) found.set(name, plus(found.get(name) ?? zero, amount(row)))
  }
  return found
}

const dollars = (amount: Decimal) => toUnitsRounded(amount, MONEY_SCALE, 'half-even')
const proceedsOf = ({ proceeds }: { readonly proceeds: string }) => read(proceeds)
const key = (tx: string, asset: string) => JSON.stringify([tx, asset])
const read = (text: string | null) => parseDecimal(text ?? '') ?? zero
