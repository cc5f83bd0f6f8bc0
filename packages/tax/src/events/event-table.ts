import { isFiat, localClock } from '@lotbook/journal'
import { MONEY_SCALE, parseDecimal, formatUnits, toUnitsRounded } from '@lotbook/money'
import { jurisdictionOf, REPORTED, type DonorRecord, type Jurisdiction } from '@lotbook/rules'
import type { Amounts, Slot } from '../amounts/amounts.ts'
import { NARROW_LIMIT, NarrowAmounts } from '../amounts/narrow-amounts.ts'
import { WideAmounts } from '../amounts/wide-amounts.ts'
import { decimalsOf, plainAmount } from '../schema/amount-text.ts'
import { mayConvert } from './may-convert.ts'
import { namesOf, type EventNames } from './event-index.ts'
import type { CalculationInput, InputTransaction, SafeHarbor } from '../schema/calculation-input.ts'
import { DAY_MS, dayNumber, readInstant } from '../schema/tax-day.ts'

/** Offsets of the amounts of an event: slot `event * AMOUNTS_PER_EVENT + side`. */
export const FROM = 0
export const FROM_VALUE = 1
export const TO = 2
export const TO_VALUE = 3
export const FEE = 4
export const FEE_VALUE = 5
export const AMOUNTS_PER_EVENT = 6

/** Bits of `known`: which values somebody stated, and whether a side is there at all. */
export const FROM_VALUE_KNOWN = 1
export const TO_VALUE_KNOWN = 2
export const FEE_VALUE_KNOWN = 4

/** No asset, account or event. */
export const NONE = -1

/** A lot that a transaction names, as an event and a quantity of 10^-scale. */
export interface Pick {
  /** The event that acquired the lot, or NONE when there is no such transaction. */
  readonly lot: number
  readonly quantity: bigint
}

/**
 * A history as the engine runs on it: one row per transaction in source order, columns of numbers, accounts
 * and assets as numbers of a dictionary. Quantities count 10^-scale of their asset, values 10^-12 of a dollar.
 */
export interface EventTable extends EventNames {
  /** The law that the history is worked out by. */
  readonly jurisdiction: Jurisdiction
  readonly count: number
  readonly at: Float64Array
  readonly day: Int32Array
  readonly treatment: Uint8Array
  readonly reported: Uint8Array
  readonly known: Uint8Array
  readonly account: Int32Array
  readonly toAccount: Int32Array
  readonly fromAsset: Int32Array
  readonly toAsset: Int32Array
  readonly feeAsset: Int32Array
  readonly amounts: Amounts
  readonly accounts: readonly string[]
  readonly assets: readonly string[]
  /** Decimals of each asset. */
  readonly scales: Uint8Array
  /** 1 where the asset is a currency of a state: it has no lots. */
  readonly isCash: Uint8Array
  readonly picks: ReadonlyMap<number, readonly Pick[]>
  readonly donors: ReadonlyMap<number, DonorRecord>
  /** Value of the further fees of an event that cost more than one. */
  readonly furtherCosts: ReadonlyMap<number, bigint>
  /** An empty store of the kind that the amounts need: two limbs, or big integers. */
  readonly newAmounts: (capacity: number) => Amounts
  /** The opening of a table that resumes from a checkpoint; undefined if the table is the whole history. */
  readonly opening?: Opening
}

/**
 * The beginning of a table that is only the rest of a history. Its first events are those that acquired what
 * was open by then: they are here to be named, and nothing happens at them. All others are events of the
 * history, in its order.
 */
export interface Opening {
  /** How many events the history has before those that happen here. */
  readonly before: number
  /** The places in the history of the events that are here to be named, ascending. */
  readonly places: Int32Array
}

interface Begun {
  readonly opening?: Opening
}

/** The first event of a table at which something happens. */
export function firstEvent({ opening }: Begun): number {
  return opening === undefined ? 0 : opening.places.length
}

/** The place of an event in the whole history. */
export function placeOfEvent({ opening }: Begun, event: number): number {
  if (opening === undefined) return event
  const { places, before } = opening
  return event < places.length ? places[event]! : before + event - places.length
}

/** The event at a place of the whole history; undefined where the table does not have it. */
export function eventAtPlace(table: Begun & { readonly count: number }, place: number): number | undefined {
  const { opening, count } = table
  const named = firstEvent(table)
  const before = opening?.before ?? 0
  if (place >= before) {
    const event = place - before + named
    return event < count ? event : undefined
  }
  let [low, high] = [0, named]
  while (low < high) {
    const middle = (low + high) >> 1
    if (opening!.places[middle]! < place) low = middle + 1
    else high = middle
  }
  return opening?.places[low] === place && low < named ? low : undefined
}

/** Decimals of a coin that lots are converted into by a ratio. */
const RATIO_SCALE = 18

/**
 * Put a checked input into columns. The order is (instant, position in the list), R-ORD-1.
 *
 * @param law the law to work it out by, where it is not the one that its settings name.
 */
export function eventTableOf(input: CalculationInput, law = jurisdictionOf(input.settings)): EventTable {
  return encode(input, law, (capacity) => new NarrowAmounts(capacity)) ?? encodeWide(input, law)
}

/** The event table on big integers, whatever the size of the numbers: the exact fallback, and a check on the fast path. */
export function wideEventTableOf(input: CalculationInput): EventTable {
  return encodeWide(input, jurisdictionOf(input.settings))
}

function encodeWide(input: CalculationInput, law: Jurisdiction): EventTable {
  const table = encode(input, law, () => new WideAmounts())
  if (table === undefined) throw new Error('Big integers hold any amount')
  return table
}

/** Undefined when the numbers do not fit the store. */
function encode(
  input: CalculationInput,
  law: Jurisdiction,
  newAmounts: (capacity: number) => Amounts,
): EventTable | undefined {
  const { transactions } = input
  const count = transactions.length
  const instants = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const at = readInstant(transactions[i]!.at)
    if (at === undefined) throw new RangeError(`Not an instant: ${transactions[i]!.at}`)
    instants[i] = at
  }
  const order = sourceOrder(instants)
  const clock = localClock(input.settings.timezone ?? 'UTC')
  const accounts = new Dictionary()
  const assets = new Dictionary()
  const scales = assetScales(input, law, order, assets)

  const amounts = newAmounts(count * AMOUNTS_PER_EVENT)
  const ids = Array.from(order, (i) => transactions[i]!.id)
  const table = {
    jurisdiction: law,
    count,
    ...namesOf(ids),
    at: Float64Array.from(order, (i) => instants[i]!),
    day: new Int32Array(count),
    treatment: new Uint8Array(count),
    reported: new Uint8Array(count),
    known: new Uint8Array(count),
    account: new Int32Array(count),
    toAccount: new Int32Array(count),
    fromAsset: new Int32Array(count),
    toAsset: new Int32Array(count),
    feeAsset: new Int32Array(count),
    amounts,
    accounts: accounts.names,
    assets: assets.names,
    scales,
    isCash: Uint8Array.from(assets.names, (name) => (isFiat(name) ? 1 : 0)),
    picks: new Map<number, Pick[]>(),
    donors: new Map<number, DonorRecord>(),
    furtherCosts: new Map<number, bigint>(),
    newAmounts,
  }
  amounts.reserve(count * AMOUNTS_PER_EVENT)

  // The sum of all amounts bounds every number that can come up.
  const sums = new Float64Array(assets.names.length)
  let values = 0
  const sizeAt = (slot: Slot) => {
    const size = amounts.approximate(slot)
    return size < 0 ? -size : size
  }
  for (let e = 0; e < count; e++) {
    const t = transactions[order[e]!]!
    table.day[e] = Math.floor(clock(table.at[e]!) / DAY_MS)
    table.treatment[e] = codeOf(law, t)
    table.reported[e] = REPORTED.indexOf(t.reported ?? 'none')
    table.account[e] = accounts.index(t.account)
    table.toAccount[e] = given(t.to_account) ? accounts.index(t.to_account) : NONE
    const at = e * AMOUNTS_PER_EVENT
    let known = 0
    const side = (
      currency: string | null | undefined,
      amount: string | null | undefined,
      value: string | null | undefined,
      slot: number,
      bit: number,
    ): number => {
      if (!given(currency)) return NONE
      const asset = assets.index(currency)
      const quantity = given(amount) ? plain(amount) : '0'
      amounts.setText(at + slot, quantity, scales[asset]!)
      sums[asset]! += sizeAt(at + slot)
      const worth = given(value) ? plain(value) : currency === 'USD' ? quantity : undefined
      if (worth !== undefined) {
        known |= bit
        amounts.setText(at + slot + 1, atMoneyScale(worth), MONEY_SCALE)
        values += sizeAt(at + slot + 1)
      }
      return asset
    }
    table.fromAsset[e] = side(t.from_currency, t.from_amount, t.from_value, FROM, FROM_VALUE_KNOWN)
    table.toAsset[e] = side(t.to_currency, t.to_amount, t.to_value, TO, TO_VALUE_KNOWN)
    table.feeAsset[e] = side(t.fee_currency, t.fee_amount, t.fee_value, FEE, FEE_VALUE_KNOWN)
    table.known[e] = known
    const donor = donorOf(t.gift)
    if (donor !== undefined) table.donors.set(e, donor)
    if (donor?.basis !== undefined) values += approximately(donor.basis)
    const costs = furtherCostsOf(t.further_fees)
    if (costs !== undefined) table.furtherCosts.set(e, costs)
    values += approximately(costs ?? 0n) + feeBound(table, e)
  }
  const isNarrow = amounts instanceof NarrowAmounts
  if (isNarrow && (values > NARROW_LIMIT || sums.some((sum) => sum > NARROW_LIMIT))) return undefined

  addPicks(input, order, table)
  return table
}

/**
 * About how much a fee without a value may be worth at most: its part of a side in the same coin, which may
 * be more than the side. A bound, never money.
 */
export function feeBound(
  table: Readonly<
    Record<'fromAsset' | 'toAsset' | 'feeAsset', Int32Array> & { known: Uint8Array; amounts: Amounts }
  >,
  e: number,
): number {
  const { known, fromAsset, toAsset, feeAsset, amounts } = table
  const asset = feeAsset[e]!
  if (asset === NONE || (known[e]! & FEE_VALUE_KNOWN) !== 0) return 0
  const size = (which: number) => {
    const about = amounts.approximate(e * AMOUNTS_PER_EVENT + which)
    return about < 0 ? -about : about
  }
  const worth = Math.max(size(FROM_VALUE), size(TO_VALUE))
  const partOf = (side: number) => (size(side) === 0 ? 0 : (size(FEE) / size(side)) * worth)
  return Math.max(fromAsset[e] === asset ? partOf(FROM) : 0, toAsset[e] === asset ? partOf(TO) : 0)
}

/** Value of further fees in sum; undefined if there are none. */
export function furtherCostsOf(fees: InputTransaction['further_fees']): bigint | undefined {
  if (fees === undefined || fees === null || fees.length === 0) return undefined
  return fees.reduce((sum, { value }) => sum + unitsOf(plain(value), MONEY_SCALE), 0n)
}

/** The donor's record in a gift; undefined if the gift has none. */
export function donorOf(gift: InputTransaction['gift']): DonorRecord | undefined {
  if (!given(gift?.donor_basis) && !given(gift?.donor_acquired)) return undefined
  return {
    basis: given(gift.donor_basis) ? unitsOf(plain(gift.donor_basis), MONEY_SCALE) : undefined,
    acquired: given(gift.donor_acquired) ? dayNumber(gift.donor_acquired) : undefined,
  }
}

/** Positions in the order of (instant, position). Most histories come sorted; those are not sorted again. */
function sourceOrder(instants: Float64Array): Uint32Array {
  const order = Uint32Array.from(instants, (_, i) => i)
  for (let i = 1; i < instants.length; i++)
    if (instants[i]! < instants[i - 1]!) return order.sort((a, b) => instants[a]! - instants[b]! || a - b)
  return order
}

/**
 * The decimals that each asset needs: the most that any of its amounts has. Assets between which lots may convert get
 * the same, so that one unit of the old is one unit of the new.
 */
function assetScales(
  input: CalculationInput,
  law: Jurisdiction,
  order: Uint32Array,
  assets: Dictionary,
): Uint8Array {
  const needed: number[] = []
  const joined: number[] = []
  const need = (asset: number, text: string) => {
    needed[asset] = Math.max(needed[asset] ?? 0, decimalsOf(plain(text)))
    joined[asset] ??= asset
  }
  const passesLots = mayConvert(law, input.settings)
  const head = (asset: number): number => (joined[asset] === asset ? asset : head(joined[asset]!))
  for (const i of order) {
    const t = input.transactions[i]!
    if (given(t.from_currency))
      need(assets.index(t.from_currency), given(t.from_amount) ? t.from_amount : '0')
    if (given(t.to_currency)) need(assets.index(t.to_currency), given(t.to_amount) ? t.to_amount : '0')
    if (given(t.fee_currency)) need(assets.index(t.fee_currency), given(t.fee_amount) ? t.fee_amount : '0')
    const [gave, got] = [t.from_currency, t.to_currency]
    if (passesLots(t.type, gave ?? '', got ?? '') && given(gave) && given(got)) {
      // A lot's share of the new units may have decimals that no amount has.
      if (plain(t.from_amount ?? '0') !== plain(t.to_amount ?? '0'))
        needed[assets.index(got)] = Math.max(needed[assets.index(got)] ?? 0, RATIO_SCALE)
      joined[head(assets.index(gave))] = head(assets.index(got))
    }
    for (const pick of t.lots ?? [])
      if (given(t.from_currency)) need(assets.index(t.from_currency), pick.quantity)
  }
  const plan = input.settings.safe_harbor
  if (plan?.type === 'specific')
    for (const a of plan.allocations) if (assets.has(a.asset)) need(assets.index(a.asset), a.quantity)

  const most: number[] = []
  assets.names.forEach((_, asset) => {
    most[head(asset)] = Math.max(most[head(asset)] ?? 0, needed[asset] ?? 0)
  })
  return Uint8Array.from(assets.names, (_, asset) => most[head(asset)]!)
}

/** Whether the scales of a table hold every quantity of an allocation; one made for it always does. */
export function holdsAllocation({ assets, scales }: EventTable, plan: SafeHarbor | null): boolean {
  if (plan?.type !== 'specific') return true
  return plan.allocations.every(({ asset, quantity }) => {
    const index = assets.indexOf(asset)
    return index === NONE || decimalsOf(plain(quantity)) <= scales[index]!
  })
}

function addPicks(
  input: CalculationInput,
  order: Uint32Array,
  table: Readonly<Record<'fromAsset', Int32Array> & Record<'scales', Uint8Array>> & {
    readonly eventOf: EventNames['eventOf']
    readonly picks: Map<number, Pick[]>
  },
) {
  order.forEach((i, e) => {
    const { lots } = input.transactions[i]!
    if (lots === undefined || lots === null || lots.length === 0 || table.fromAsset[e] === NONE) return
    table.picks.set(e, picksOf(lots, table.eventOf, table.scales[table.fromAsset[e]!]!))
  })
}

/**
 * Lots that a transaction names, by event and in units of its asset. A name that no lot has gets no event.
 */
export function picksOf(
  lots: NonNullable<InputTransaction['lots']>,
  eventOf: EventNames['eventOf'],
  scale: number,
): Pick[] {
  return lots.map(({ lot, quantity }) => ({
    lot: eventOf(lot) ?? NONE,
    quantity: unitsOf(plain(quantity), scale),
  }))
}

/** For a bound, never for money. */
export function approximately(units: bigint): number {
  return Number(units)
}

/** Names to numbers, in the order they are first met. */
export class Dictionary {
  readonly names: string[] = []
  readonly #numbers = new Map<string, number>()

  /** @param names those that are numbered already, in their order. */
  constructor(names: readonly string[] = []) {
    for (const name of names) this.index(name)
  }

  index(name: string): number {
    let number = this.#numbers.get(name)
    if (number === undefined) {
      number = this.names.push(name) - 1
      this.#numbers.set(name, number)
    }
    return number
  }

  has(name: string): boolean {
    return this.#numbers.has(name)
  }
}

function codeOf({ treatmentCode }: Jurisdiction, t: InputTransaction): number {
  const code = treatmentCode(t.type, t.sub_type)
  if (code === undefined) throw new RangeError(`Unknown type: ${t.type} ${t.sub_type}`)
  return code
}

/** @throws RangeError for text that is no amount; a checked input has none. */
function plain(text: string): string {
  const amount = plainAmount(text)
  if (amount === undefined) throw new RangeError(`Not an amount: ${text}`)
  return amount
}

/** A fair market value is fixed at 12 decimals when it is set. */
export function atMoneyScale(plainText: string): string {
  return decimalsOf(plainText) <= MONEY_SCALE
    ? plainText
    : formatUnits(unitsOf(plainText, MONEY_SCALE), MONEY_SCALE)
}

/** A whole number of 10^-scale; what is finer is rounded half to even. */
export function unitsOf(plainText: string, scale: number): bigint {
  const value = parseDecimal(plainText)
  if (value === undefined) throw new RangeError(`Not an amount: ${plainText}`)
  return toUnitsRounded(value, scale, 'half-even')
}

function given(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text !== ''
}
