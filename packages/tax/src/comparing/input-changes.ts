import { canonicalJson } from '../bytes/canonical-json.ts'
import { plainAmount } from '../schema/amount-text.ts'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import { readInstant } from '../schema/tax-day.ts'
import { rowOfTransaction } from '../schema/input-rows.ts'

/** How a transaction of one input differs from the other: it came, it went, it is said or worth otherwise, its match, or its named lots. */
export type InputChange = 'added' | 'removed' | 'edited' | 'matched' | 'named' | 'valued'

/** Transactions that are not the same in two inputs, by id. */
export function inputChanges(
  before: CalculationInput,
  after: CalculationInput,
): ReadonlyMap<string, InputChange> {
  const was = new Map(before.transactions.map((t) => [t.id, t]))
  const is = new Map(after.transactions.map((t) => [t.id, t]))
  const newlyMatched = arrivalsOf(after, was)
  const formerlyMatched = arrivalsOf(before, is)
  const changes = new Map<string, InputChange>()
  for (const t of before.transactions) {
    const now = is.get(t.id)
    // An arrival of a self-transfer has no event of its own: it goes when the match is made.
    if (now === undefined) changes.set(t.id, newlyMatched.has(arrivalKey(t)) ? 'matched' : 'removed')
    else if (!same(t, now)) changes.set(t.id, changeOf(t, now))
  }
  for (const t of after.transactions)
    if (!was.has(t.id)) changes.set(t.id, formerlyMatched.has(arrivalKey(t)) ? 'matched' : 'added')
  return changes
}

/** A history with lots named as another one names them; undefined where they are the same. */
export function withLotsNamedAs(
  other: CalculationInput,
  { transactions }: CalculationInput,
): readonly InputTransaction[] | undefined {
  const there = new Map(other.transactions.map((t) => [t.id, t]))
  let isAnother = false
  const named = transactions.map((t) => {
    const one = there.get(t.id)
    if (one?.type !== t.type || (t.lots ?? one.lots ?? null) === null) return t
    const renamed = { ...t, lots: one.lots ?? null }
    if (same(t, renamed)) return t
    isAnother = true
    return renamed
  })
  return isAnother ? named : undefined
}

function changeOf(was: InputTransaction, is: InputTransaction): InputChange {
  if ((was.type === 'transfer') !== (is.type === 'transfer')) return 'matched'
  if (same(withoutValues(was), withoutValues(is))) return 'valued'
  return same(withoutLots(withoutValues(was)), withoutLots(withoutValues(is))) ? 'named' : 'edited'
}

const withoutLots = (t: InputTransaction) => ({ ...t, lots: null })

function withoutValues(t: InputTransaction) {
  const further_fees = t.further_fees?.map(({ fee }) => ({ fee, value: '0' })) ?? null
  return { ...t, from_value: null, to_value: null, fee_value: null, further_fees }
}

/** A field that is null is one that is left out: inputs that are kept as rows have them all. */
function same(a: InputTransaction, b: InputTransaction): boolean {
  return textOf(a) === textOf(b) || textOf(asMeant(a)) === textOf(asMeant(b))
}

const textOf = (t: InputTransaction) => canonicalJson(rowOfTransaction(t))

/** An instant and an amount can be written in several ways, and nothing as empty text or an empty list. */
function asMeant(t: InputTransaction): InputTransaction {
  const { donor_basis = null, donor_acquired = null } = t.gift ?? {}
  return {
    ...t,
    at: instantMeant(t.at),
    sub_type: textMeant(t.sub_type),
    to_account: textMeant(t.to_account),
    from_currency: textMeant(t.from_currency),
    from_amount: amountMeant(t.from_amount),
    from_value: amountMeant(t.from_value),
    to_currency: textMeant(t.to_currency),
    to_amount: amountMeant(t.to_amount),
    to_value: amountMeant(t.to_value),
    fee_currency: textMeant(t.fee_currency),
    fee_amount: amountMeant(t.fee_amount),
    fee_value: amountMeant(t.fee_value),
    lots: listMeant(
      t.lots?.map(({ lot, quantity }) => ({ lot, quantity: plainAmount(quantity) ?? quantity })),
    ),
    further_fees: listMeant(
      t.further_fees?.map(({ fee, value }) => ({ fee, value: plainAmount(value) ?? value })),
    ),
    gift:
      donor_basis === null && donor_acquired === null
        ? null
        : { donor_basis: amountMeant(donor_basis), donor_acquired },
    reported: t.reported ?? 'none',
  }
}

function instantMeant(text: string): string {
  const at = readInstant(text)
  return at === undefined ? text : new Date(at).toISOString()
}

const textMeant = (text: string | null | undefined) => (given(text) ? text : null)
const amountMeant = (text: string | null | undefined) => (given(text) ? (plainAmount(text) ?? text) : null)
const listMeant = <One>(list: readonly One[] | undefined) =>
  list === undefined || list.length === 0 ? null : list
const given = (text: string | null | undefined): text is string =>
  text !== undefined && text !== null && text !== ''

/** Arrivals of the transfers in an input that are no transfers in the other input. */
function arrivalsOf({ transactions }: CalculationInput, other: ReadonlyMap<string, InputTransaction>) {
  const keys = new Set<string>()
  for (const t of transactions)
    if (t.type === 'transfer' && other.get(t.id)?.type !== 'transfer')
      keys.add(`${t.to_account} ${t.from_currency} ${amountMeant(t.from_amount)}`)
  return keys
}

function arrivalKey(t: InputTransaction): string {
  return `${t.account} ${t.to_currency} ${amountMeant(t.to_amount)}`
}
