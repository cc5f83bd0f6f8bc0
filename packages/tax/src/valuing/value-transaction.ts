import { INCOME_SUB_TYPES, isFiat } from '@lotbook/journal'
import {
  divide,
  formatDecimal,
  isZero,
  MONEY_SCALE,
  parseDecimal,
  round,
  times,
  type Decimal,
} from '@lotbook/money'
import { jurisdictionOf, type Treatment } from '@lotbook/rules'
import { fixedPrice } from './fixed-price.ts'
import type { PriceOf } from './price-found.ts'

/** The sides of a transaction as valuing sees them; amounts are exact decimal text. */
export interface Sides {
  readonly type: string
  readonly subType: string | null
  readonly from: { readonly asset: string; readonly amount: string } | null
  readonly to: { readonly asset: string; readonly amount: string } | null
  readonly fee: { readonly asset: string; readonly amount: string } | null
  /** The value of the event that a person set or the record states, in the customer's currency. */
  readonly stated: {
    readonly amount: string
    readonly origin: 'edit' | 'record'
    readonly priceId: string | null
  } | null
  /**
   * A side of a self-transfer: only what it cost, its fee and the units lost on the way, needs a value. What
   * another side states of the coin moved counts for these units too (`transferEvents`).
   */
  readonly transfer: { readonly hasGap: boolean; readonly isWorthTold: boolean } | null
  /** The amount that the donor of a gift had paid, exact decimal text; null if unknown. */
  readonly donorBasis: string | null
  /** Locking coins up and getting them back are disposals at their value: what is chosen of R-OPEN-8. */
  readonly isLockupDisposal: boolean
  /** A swap between two assets whose declaration makes a trade of it (R-OPEN-1 to R-OPEN-5). */
  readonly isDeclaredTrade: boolean
}

export type Side = 'from' | 'to' | 'fee'

/** Value of a side, and its source (the order of `architecture`: edit, record, other side, prices). */
export interface Valuation {
  readonly side: Side
  readonly value: string
  readonly origin: 'edit' | 'record' | 'other_side' | 'own_price' | 'price'
  readonly priceId: string | null
}

export interface Valued {
  readonly valuations: readonly Valuation[]
  /** Sides that a tax rule needs a value for and nothing knows one. */
  readonly missing: readonly { readonly side: Side; readonly asset: string }[]
}

/**
 * The fair market values of a transaction's sides. Cash of the customer's currency is worth its face and gets no
 * row. The first source in the order of `architecture` that knows wins; where none does, the side is missing a
 * price: a task for a person, never a zero.
 */
export function valueTransaction(t: Sides, currency: string, ownPriceOf: PriceOf): Valued {
  // A price of 0 is no price: its source did not know the asset on that day.
  const statedPriceOf: PriceOf = (asset) => {
    const price = ownPriceOf(asset)
    return price === undefined || isZero(exact(price.price)) ? undefined : price
  }
  const priceOf = (asset: string) => statedPriceOf(asset) ?? fixedPrice(asset, currency, statedPriceOf)
  const found = new Map<Side, Valuation>()
  const isCash = (leg: Sides['from']) => leg?.asset === currency
  const set = (side: Side, value: Decimal, origin: Valuation['origin'], priceId: string | null = null) => {
    if (!found.has(side)) found.set(side, { side, value: moneyOf(value), origin, priceId })
  }

  const main: Side = t.to !== null && !isCash(t.to) ? 'to' : 'from'
  if (t.stated !== null) {
    const value = parseDecimal(t.stated.amount)
    if (value !== undefined) set(main, value, t.stated.origin, t.stated.priceId)
  }
  if (t.from !== null && t.to !== null) {
    if (isCash(t.from) && !isCash(t.to)) set('to', exact(t.from.amount), 'other_side')
    if (isCash(t.to) && !isCash(t.from)) set('from', exact(t.to.amount), 'other_side')
  }
  for (const side of ['to', 'from'] as const) {
    const leg = t[side]
    if (leg === null || isCash(leg)) continue
    const price = priceOf(leg.asset)
    if (price !== undefined)
      set(side, times(exact(leg.amount), exact(price.price)), price.origin, price.priceId)
  }
  // An exchange is worth the same on both sides: what was received speaks for what was given, else the reverse.
  if (t.from !== null && t.to !== null) {
    const to = found.get('to')
    const from = found.get('from')
    if (to !== undefined && from === undefined && !isCash(t.from))
      set('from', exact(to.value), 'other_side', to.priceId)
    if (from !== undefined && to === undefined && !isCash(t.to))
      set('to', exact(from.value), 'other_side', from.priceId)
  }
  valueFee(t, currency, found, priceOf, set)

  const missing = needed(t)
    .filter((side) => !found.has(side) && !isCash(t[side]))
    .map((side) => ({ side, asset: t[side]?.asset ?? '' }))
  return { valuations: [...found.values()], missing }
}

/** A fee in kind: by the unit value of the same asset in this transaction, else by its price. */
function valueFee(
  t: Sides,
  currency: string,
  found: ReadonlyMap<Side, Valuation>,
  priceOf: (
    asset: string,
  ) => { price: string; origin: Valuation['origin']; priceId: string | null } | undefined,
  set: (side: Side, value: Decimal, origin: Valuation['origin'], priceId?: string | null) => void,
) {
  if (t.fee === null || t.fee.asset === currency) return
  for (const side of ['from', 'to'] as const) {
    const leg = t[side]
    const value = found.get(side)
    if (leg?.asset !== t.fee.asset || value === undefined || isZero(exact(leg.amount))) continue
    const share = divide(
      times(exact(value.value), exact(t.fee.amount)),
      exact(leg.amount),
      MONEY_SCALE,
      'half-even',
    )
    set('fee', share, 'other_side', value.priceId)
    return
  }
  const price = priceOf(t.fee.asset)
  if (price !== undefined)
    set('fee', times(exact(t.fee.amount), exact(price.price)), price.origin, price.priceId)
}

/** The sides whose value a tax rule asks for (tax/us section 9). */
function needed(t: Sides): Side[] {
  const fee: Side[] = t.fee === null ? [] : ['fee']
  if (t.transfer !== null) {
    const { hasGap, isWorthTold } = t.transfer
    const main = t.from ?? t.to
    if (isWorthTold) return t.fee?.asset === main?.asset ? [] : fee
    return hasGap && t.from !== null ? ['from', ...fee] : fee
  }
  switch (t.type) {
    case 'buy':
      return t.from !== null && isFiat(t.from.asset) ? ['from', ...fee] : ['to', ...fee]
    case 'sell':
      return t.to !== null && isFiat(t.to.asset) ? ['to', ...fee] : ['from', ...fee]
    case 'trade':
    case 'ico':
      return ['to', ...fee]
    case 'swap':
      if (t.isDeclaredTrade) return ['to', ...fee]
      // Between coins it needs no value; into or out of cash it is a trade.
      return isFiatLeg(t.from) !== isFiatLeg(t.to) ? [isFiatLeg(t.to) ? 'to' : 'from', ...fee] : fee
    case 'nft':
      return t.subType === 'nft_mint' && t.from !== null ? ['from', ...fee] : fee
    case 'incoming':
      return needsValueIn(t) ? ['to', ...fee] : fee
    case 'outgoing':
      return needsValueOut(t) ? ['from', ...fee] : fee
    default:
      return fee
  }
}

function isFiatLeg(leg: Sides['from']): boolean {
  return leg !== null && isFiat(leg.asset)
}

function needsValueIn({ subType, donorBasis, isLockupDisposal }: Sides): boolean {
  switch (subType) {
    case 'gift_received': {
      // Worth less than the donor paid, it has that value as its basis for a loss (R-GIFT-2).
      const basis = donorBasis === null ? undefined : parseDecimal(donorBasis)
      return basis !== undefined && !isZero(basis)
    }
    case 'staking_return':
      return isLockupDisposal
    default:
      // Of an airdrop or a fork the rules do without a value (R-INC-2); one that has a price is still looked up.
      return INCOME_SUB_TYPES.has(subType ?? '') || valueNeeded('incoming', subType) === 'needs-received'
  }
}

function needsValueOut({ subType, isLockupDisposal }: Sides): boolean {
  switch (subType) {
    case 'staking_lockup':
      return isLockupDisposal
    case 'gift_sent':
      return true
    default:
      return valueNeeded('outgoing', subType) === 'needs-sent'
  }
}

/** The value that the rule of a type and sub type needs. */
function valueNeeded(type: string, subType: string | null): Treatment['value'] | undefined {
  return VALUES_NEEDED.get(`${type}/${subType ?? ''}`)
}

const VALUES_NEEDED: ReadonlyMap<string, Treatment['value']> = new Map(
  jurisdictionOf({}).treatments.map(({ type, subType, value }) => [`${type}/${subType ?? ''}`, value]),
)

/** Money as it is kept: exact decimal text of twelve decimals at most. */
export function moneyOf(value: Decimal): string {
  return formatDecimal(round(value, MONEY_SCALE, 'half-even'))
}

function exact(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === undefined) throw new RangeError(`Not an amount: ${text}`)
  return value
}
