import { type AssetId, compareText, type Instant, type SubType } from '@lotbook/journal'
import { compare } from '@lotbook/money'
import { addAmounts, type Amount, isZeroAmount, subtractAmounts } from '../reading/amount-text.ts'
import { type Collector, type DraftLeg, exchangeType } from '../reading/collector.ts'
import type { ForeignRecord, TokenHint } from '../reading/record.ts'

/** What an event moved of one asset, as its holder sees it. */
export interface EventLeg {
  readonly asset: AssetId
  readonly amount: Amount
  readonly isOut: boolean
  readonly token?: TokenHint
}

/** All that one transaction of a chain did with a holder's coins. */
export interface ChainEvent {
  readonly at: Instant
  /** Empty where the provider does not state it. */
  readonly hash: string
  readonly sequence: string | null
  readonly fee: DraftLeg | null
  readonly legs: readonly EventLeg[]
  readonly flags?: readonly string[]
  /** What came as income of its own kind, apart from the other legs. */
  readonly rewards?: readonly Reward[]
  /** Fees in other assets than that of `fee`. */
  readonly costs?: readonly EventLeg[]
}

/** Coins that an account earned. */
export interface Reward {
  readonly leg: EventLeg
  readonly subType: SubType
}

/**
 * Adds an event: one asset out and one in are a trade, one side alone is what came or went, a fee alone is a fee. Several assets of a
 * side stay apart under one event, and are flagged where it was an exchange, for a person to settle. Beside an exchange of two
 * assets, coins that are no more than the fee belong to the fee.
 */
export function addEvent(out: Collector, record: ForeignRecord, told: ChainEvent): void {
  const event = withoutCrumb(told)
  const rewards = (event.rewards ?? []).filter(({ leg }) => !isZeroAmount(leg.amount))
  const isAlone = event.legs.every(({ amount }) => isZeroAmount(amount))
  for (const [n, { leg, subType }] of rewards.entries()) {
    const { at, hash, sequence, fee, flags = [] } = event
    const isFirst = n === 0 && isAlone
    out.add([record], {
      at,
      txHash: hash,
      group: hash || null,
      sequence,
      type: 'incoming',
      subType,
      to: leg,
      fee: isFirst && fee !== null && !isZeroAmount(fee.amount) ? fee : null,
      part: isFirst ? null : `reward ${leg.asset}${n === 0 ? '' : ` ${n}`}`,
      flags,
      tokens: tokensOf([leg]),
    })
  }
  const costs = (event.costs ?? []).filter(({ amount }) => !isZeroAmount(amount))
  const isOfCosts = costs.length > 0 && isAlone && rewards.length === 0 && !hasFee(event)
  if ((rewards.length === 0 || !isAlone) && !isOfCosts) addLegs(out, record, event)
  for (const [n, leg] of costs.entries()) {
    const { at, hash, sequence, flags = [] } = event
    out.add([record], {
      ...{ at, txHash: hash, group: hash || null, sequence, flags, tokens: tokensOf([leg]) },
      ...{ type: 'outgoing', subType: 'fee', from: leg },
      part: isOfCosts && n === 0 ? null : `fee ${leg.asset}`,
    })
  }
}

const hasFee = ({ fee }: ChainEvent): boolean => fee !== null && !isZeroAmount(fee.amount)

/** An event whose fee took up what moved of the fee's own coin beside an exchange of two others, where that is no more than the fee. */
function withoutCrumb(event: ChainEvent): ChainEvent {
  const { fee, legs } = event
  const crumb = legs.find(({ asset, token }) => asset === fee?.asset && token === undefined)
  const others = legs.filter((leg) => leg !== crumb && !isZeroAmount(leg.amount))
  const isExchange = others.length === 2 && others.filter(({ isOut }) => isOut).length === 1
  if (fee === null || crumb === undefined || !isExchange) return event
  if (compare(crumb.amount.value, fee.amount.value) > 0) return event
  const amount = (crumb.isOut ? addAmounts : subtractAmounts)(fee.amount, crumb.amount)
  return { ...event, fee: { ...fee, amount }, legs: legs.filter((leg) => leg !== crumb) }
}

function addLegs(out: Collector, record: ForeignRecord, event: ChainEvent): void {
  const { at, hash, sequence, fee, flags = [] } = event
  const base = { at, txHash: hash, group: hash || null, sequence }
  const moved = event.legs.filter(({ amount }) => !isZeroAmount(amount))
  const legs = moved.toSorted((a, b) => compareText(a.asset, b.asset))
  const [gave, ...moreGave] = legs.filter(({ isOut }) => isOut)
  const [got, ...moreGot] = legs.filter(({ isOut }) => !isOut)
  const paid = fee === null || isZeroAmount(fee.amount) ? null : fee
  if (gave === undefined && got === undefined) {
    if (paid === null) return out.skip([record], 'no_value_moved')
    return out.add([record], { ...base, type: 'outgoing', subType: 'fee', from: paid, flags })
  }
  if (gave !== undefined && got !== undefined && moreGave.length + moreGot.length === 0) {
    const type = exchangeType(gave.asset, got.asset)
    return out.add([record], {
      ...base,
      type,
      from: gave,
      to: got,
      fee: paid,
      flags,
      tokens: tokensOf([gave, got]),
    })
  }
  const isExchange = gave !== undefined && got !== undefined
  for (const [n, leg] of legs.entries()) {
    const part = n === 0 ? null : `${leg.isOut ? 'out' : 'in'} ${leg.asset}`
    const own = { ...base, part, fee: n === 0 ? paid : null, tokens: tokensOf([leg]) }
    const all = [...flags, ...(isExchange ? ['ungrouped'] : [])]
    if (leg.isOut) out.add([record], { ...own, type: 'outgoing', subType: 'sent', from: leg, flags: all })
    else out.add([record], { ...own, type: 'incoming', subType: 'received', to: leg, flags: all })
  }
}

function tokensOf(legs: readonly EventLeg[]): Readonly<Record<AssetId, TokenHint>> {
  return Object.fromEntries(legs.flatMap(({ asset, token }) => (token === undefined ? [] : [[asset, token]])))
}
