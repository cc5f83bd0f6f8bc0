import {
  bySourceOrder,
  formatInstant,
  isFiat,
  type Instant,
  type Leg,
  type TransactionType,
} from '@lotbook/journal'
import { canonicalAmount } from '@lotbook/money'
import { jurisdictionOf, type Jurisdiction } from '@lotbook/rules'
import type { MatchSide } from '../matching/match-side.ts'
import { transferEvents } from '../matching/transfer-events.ts'
import type { CalculationInput, CalculationSettings, InputTransaction } from '../schema/calculation-input.ts'
import { costsByEntry, type FurtherFee, type FurtherFees } from '../events/further-fees.ts'
import { mayBeUnknown } from '../schema/parse-input.ts'

/** A transaction of the effective journal, under its name by content, with what its sides are worth. */
export interface JournalEntry {
  /** Its fingerprint: unique, and the name under which the result speaks of it. */
  readonly id: string
  readonly at: Instant
  readonly type: TransactionType
  readonly subType: string | null
  readonly accountKey: string
  readonly sequence: string | null
  readonly from: Leg | null
  readonly to: Leg | null
  readonly fee: Leg | null
  /** Fair market values in USD, exact decimal text; null where nothing knows one. */
  readonly values: { readonly from: string | null; readonly to: string | null; readonly fee: string | null }
  readonly lots?: InputTransaction['lots']
  readonly gift?: InputTransaction['gift']
}

/** A departure and the arrivals that it became, by the ids of their entries. */
export interface MadeMatch {
  readonly departure: string
  /** Further departures that arrived with it. */
  readonly others?: readonly string[]
  readonly arrivals: readonly string[]
}

/**
 * The effective journal as the engine takes it, in source order: made matches become transfers, and what only moved
 * cash is left out, unless it is a further fee. A side that nothing knows a value of counts at zero, and whoever calls has a
 * finding beside it; unless the treatment can do without one.
 *
 * @param furtherFees which fees were paid for something else, by the ids of entries.
 */
export function inputOfJournal(
  entries: readonly JournalEntry[],
  matches: readonly MadeMatch[],
  settings: CalculationSettings,
  furtherFees: readonly FurtherFee[] = [],
): CalculationInput {
  const law = jurisdictionOf(settings)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const whole = matches.flatMap((match) => {
    const sent = [match.departure, ...(match.others ?? [])]
    const [departure, ...others] = sent.flatMap((id) => byId.get(id) ?? []).toSorted(byOrder)
    const arrivals = match.arrivals.flatMap((id) => byId.get(id) ?? []).toSorted(byOrder)
    // A side that is ignored or gone leaves the others unmatched.
    const isWhole = 1 + others.length === sent.length && arrivals.length === match.arrivals.length
    return departure === undefined || !isWhole ? [] : [{ departure, others, arrivals }]
  })
  const matched = new Set(
    whole.flatMap(({ departure, others, arrivals }) =>
      [departure, ...others, ...arrivals].map(({ id }) => id),
    ),
  )
  const { costs, counted } = costsByEntry(furtherFees, {
    feeAt: (id) => feeOf(byId.get(id)),
    kindOf(id) {
      const entry = byId.get(id)
      if (matched.has(id)) return 'side'
      return entry === undefined || isCashOnly(law, entry) ? 'none' : 'event'
    },
  })
  const events: { entry: JournalEntry; transaction: InputTransaction }[] = []
  for (const { departure, others, arrivals } of whole) {
    const sides = arrivals.map((entry) => sideOf(entry, 'arrival', costs.get(entry.id)))
    const [sent, ...more] = [departure, ...others].map((entry) =>
      sideOf(entry, 'departure', costs.get(entry.id)),
    )
    for (const transaction of transferEvents(sent!, sides, more))
      events.push({ entry: departure, transaction })
  }
  for (const entry of entries) {
    if (matched.has(entry.id) || (isCashOnly(law, entry) && !counted.has(entry.id))) continue
    events.push({ entry, transaction: eventOf(law, entry, costs.get(entry.id)) })
  }
  const keyed = events.map(({ entry, transaction }) => ({
    transaction,
    order: {
      ...orderOf(entry),
      at: Date.parse(transaction.at),
      type: transaction.type as TransactionType | 'transfer',
      fingerprint: transaction.id,
    },
  }))
  keyed.sort((a, b) => bySourceOrder(a.order, b.order))
  return { settings, transactions: keyed.map((event) => event.transaction) }
}

/** Cash that came from or went to a bank is no event of the engine; what was earned or lost in cash is one all the same. */
function isCashOnly(law: Jurisdiction, { type, subType, from, to, fee }: JournalEntry): boolean {
  if (law.countsInCash(type, subType)) return false
  const legs = [from, to, fee].filter((leg) => leg !== null)
  return legs.length > 0 && legs.every((leg) => isFiat(leg.asset))
}

/** The side that an entry spends, if it is a fee by itself. */
function feeOf(entry: JournalEntry | undefined) {
  if (entry?.type !== 'outgoing' || entry.subType !== 'fee' || entry.from === null) return undefined
  const { asset } = entry.from
  const value = asset === 'USD' ? amountOf(entry.from) : entry.values.from
  return { id: entry.id, asset, value: value ?? '0' }
}

function eventOf(law: Jurisdiction, entry: JournalEntry, costs: FurtherFees | undefined): InputTransaction {
  const { from, to, fee, values } = entry
  const code = law.treatmentCode(entry.type, entry.subType)
  const otherwise = code !== undefined && mayBeUnknown(law.treatments[code]!) ? null : '0'
  return {
    id: entry.id,
    at: formatInstant(entry.at),
    type: entry.type,
    sub_type: entry.subType,
    account: entry.accountKey,
    from_currency: from?.asset ?? null,
    from_amount: amountOf(from),
    from_value: valueOf(from, values.from, otherwise),
    to_currency: to?.asset ?? null,
    to_amount: amountOf(to),
    to_value: valueOf(to, values.to, otherwise),
    fee_currency: fee?.asset ?? null,
    fee_amount: amountOf(fee),
    fee_value: valueOf(fee, values.fee, '0'),
    lots: entry.lots ?? null,
    gift: entry.gift ?? null,
    ...(costs === undefined ? {} : { further_fees: costs }),
  }
}

function amountOf(leg: Leg | null): string | null {
  return leg === null ? null : (canonicalAmount(leg.amount) ?? leg.amount)
}

function valueOf(leg: Leg | null, value: string | null, otherwise: string | null): string | null {
  return leg === null || leg.asset === 'USD' ? null : (value ?? otherwise)
}

function sideOf(
  entry: JournalEntry,
  direction: MatchSide['direction'],
  costs: FurtherFees | undefined,
): MatchSide {
  const leg = direction === 'departure' ? entry.from : entry.to
  return {
    id: entry.id,
    direction,
    accountKey: entry.accountKey,
    asset: leg?.asset ?? '',
    at: entry.at,
    amount: amountOf(leg) ?? '0',
    fee: amountOf(entry.fee),
    feeAsset: entry.fee?.asset ?? null,
    value: direction === 'departure' ? entry.values.from : entry.values.to,
    feeValue: entry.values.fee ?? '0',
    furtherFees: costs ?? null,
    lots: entry.lots ?? null,
    sequence: entry.sequence,
    fingerprint: entry.id,
  }
}

function orderOf(entry: JournalEntry) {
  return {
    at: entry.at,
    type: entry.type,
    accountKey: entry.accountKey,
    sequence: entry.sequence,
    fingerprint: entry.id,
  }
}

function byOrder(a: JournalEntry, b: JournalEntry): number {
  return bySourceOrder(orderOf(a), orderOf(b))
}
