import { BEFORE_FIRST_INSTANT, FIRST_INSTANT, isFiat, localClock, taxDayOf } from '@lotbook/journal'
import { absolute, compare, isNegative, parseDecimal } from '@lotbook/money'
import { quoted, type InputProblem } from '@lotbook/rules'
import type { CalculationInput, InputTransaction } from './calculation-input.ts'
import { readInstant } from './tax-day.ts'

type Report = (field: string, message: string) => void

/**
 * Contradictions and impossible statements in a well-formed input: one of two statements would count, and the other be
 * lost in silence. Only input from outside is checked; an edit of the journal cannot make a contradiction.
 */
export function contradictionsIn({ settings, transactions }: CalculationInput): InputProblem[] {
  const problems: InputProblem[] = []
  const furtherFees = furtherFeesOf(transactions)
  const clock = localClock(settings.timezone ?? 'UTC')
  transactions.forEach((t, index) => {
    const report: Report = (field, message) => problems.push({ index, transaction: t.id, field, message })
    namesAreBlank(t, report)
    feeIsHalf(t, report)
    feeIsBoth(t, report)
    dollarsAreWorthOtherwise(t, report)
    if (t.type === 'transfer') arrivesOtherwise(t, report)
    if ((t.further_fees ?? []).length > 0) furtherFees(t, report)

    const at = readInstant(t.at)!
    if (at < FIRST_INSTANT) report('at', BEFORE_FIRST_INSTANT)
    const donated = t.gift?.donor_acquired
    const day = taxDayOf(at, clock)
    if (given(donated) && donated > day)
      report('gift.donor_acquired', `${quoted(donated)} is after the day of the gift, ${day}`)
  })
  return problems
}

/** A name of nothing but white space would be an asset, and an account, of its own. */
function namesAreBlank(t: InputTransaction, report: Report) {
  for (const field of ['id', 'account'] as const) if (t[field].trim() === '') report(field, 'Missing')
  for (const field of ['to_account', 'from_currency', 'to_currency', 'fee_currency'] as const) {
    const text = t[field]
    if (given(text) && text.trim() === '') report(field, 'Blank')
  }
}

/** A fee of which only the coin is said would be no fee at all. */
function feeIsHalf(t: InputTransaction, report: Report) {
  if (given(t.fee_currency) && !given(t.fee_amount)) report('fee_amount', 'Missing: there is a fee_currency')
}

/** A fee that was paid is worth nothing or more; the sign of its value would be lost. One given back is told either way. */
function feeIsBoth(t: InputTransaction, report: Report) {
  const { fee_amount: amount, fee_value: value } = t
  if (given(amount) && given(value) && isNegativeText(value) && !isNegativeText(amount))
    report('fee_value', `${quoted(value)} is of a fee given back, and fee_amount of one that was paid`)
}

/** A dollar is worth a dollar. */
function dollarsAreWorthOtherwise(t: InputTransaction, report: Report) {
  for (const side of ['from', 'to', 'fee'] as const) {
    const amount = t[`${side}_amount`]
    const value = t[`${side}_value`]
    if (t[`${side}_currency`] !== 'USD' || !given(amount) || !given(value)) continue
    if (!areEqual(amount, value))
      report(`${side}_value`, `${quoted(value)} is not what ${amount} USD are worth`)
  }
}

/** The coin and the quantity of a self-transfer stand on the side that left. */
function arrivesOtherwise(t: InputTransaction, report: Report) {
  if (given(t.to_currency) && t.to_currency !== t.from_currency)
    report('to_currency', `${quoted(t.to_currency)} is not the from_currency: another coin is a trade`)
  else if (given(t.to_amount) && !areEqual(t.to_amount, t.from_amount ?? ''))
    report('to_amount', `${quoted(t.to_amount)} is not the from_amount: what is lost on the way is the fee`)
}

/**
 * Each further fee is an event that spends it, has the same value there as here, and belongs to nothing else;
 * a fee in cash costs a transfer nothing (R-TRF-2).
 */
function furtherFeesOf(transactions: readonly InputTransaction[]) {
  let byId: ReadonlyMap<string, InputTransaction> | undefined
  const claimed = new Set<string>()
  return (t: InputTransaction, report: Report) => {
    byId ??= new Map(transactions.map((one) => [one.id, one]))
    for (const [i, { fee: id, value }] of (t.further_fees ?? []).entries()) {
      const field = `further_fees[${i}]`
      const fee = byId.get(id)
      const isDollar = fee?.from_currency === 'USD'
      if (fee?.type !== 'outgoing' || fee.sub_type !== 'fee')
        report(field, `${quoted(id)} is no outgoing fee of this input`)
      else if (!areEqual(value, (isDollar ? fee.from_amount : fee.from_value) ?? ''))
        report(field, `${quoted(value)} is not what ${quoted(id)} is worth`)
      else if (t.type === 'transfer' && isFiat(fee.from_currency ?? ''))
        report(field, 'A fee in cash is no cost of a transfer')
      else if (claimed.has(id)) report(field, `${quoted(id)} is a fee of something else already`)
      claimed.add(id)
    }
  }
}

/** Whether two amounts are the same but for their sign, which only a fee may have: one given back is told either way. */
function areEqual(one: string, other: string): boolean {
  const [a, b] = [parseDecimal(one), parseDecimal(other)]
  return a !== undefined && b !== undefined && compare(absolute(a), absolute(b)) === 0
}

function isNegativeText(amount: string): boolean {
  const read = parseDecimal(amount)
  return read !== undefined && isNegative(read)
}

function given(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text !== ''
}
