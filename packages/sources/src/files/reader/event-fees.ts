import { isNegative, negate } from '@lotbook/money'
import {
  absoluteAmount,
  addAmounts,
  type Amount,
  isZeroAmount,
  noAmount,
  subtractAmounts,
} from '../../reading/amount-text.ts'
import type { Collector, Draft, DraftLeg } from '../../reading/collector.ts'
import { furtherFee, rebateOf } from '../../reading/event-parts.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import { worthOfPart } from '../../reading/worth-of-part.ts'
import type { EventTable, FeeColumns } from './event-declaration.ts'
import { legIn, splitIn } from './event-legs.ts'
import type { Row } from './row.ts'
import { assetIn } from './table-declaration.ts'

/** Stands for the asset that a fee is in where no column names one. */
const OF_TRADE = '(of the trade)'

export interface Fee extends DraftLeg {
  readonly isIncluded: FeeColumns['isIncluded'] | false
  readonly column: string
}

export function feesIn(
  table: EventTable,
  row: Row,
  base: DraftLeg,
  trade: { readonly quote: DraftLeg; readonly isBuy: boolean } | null,
): Fee[] {
  const declared = table.fee === undefined ? [] : [table.fee].flat()
  const pair = splitIn(table, row)
  return declared.flatMap((fee) => {
    if (trade !== null && fee.onlyOf !== undefined && (fee.onlyOf === 'buy') !== trade.isBuy) return []
    const isOfBase = trade === null || fee.isIn === 'base' || (fee.isIn === 'received' && trade.isBuy)
    const leg = legIn(table, row, fee, OF_TRADE, pair)
    if (leg === null || isZeroAmount(leg.amount)) return []
    const ofTrade = isOfBase ? base.asset : trade.quote.asset
    const asset = leg.asset === assetIn(table, OF_TRADE) ? ofTrade : leg.asset
    const amount = absoluteAmount(leg.amount)
    const isMinus = isNegative(leg.amount.value)
    const isGiven = fee.isRebate === 'always' || fee.isRebate === (isMinus ? 'negative' : 'positive')
    return [
      {
        asset,
        amount: isGiven ? { ...amount, value: negate(amount.value) } : amount,
        isIncluded: !isGiven && fee.isIncluded,
        column: fee.amount,
      },
    ]
  })
}

/** Adds a transaction with the amounts as they were without the fees in them, and what was given back as a rebate. */
export function addNet(
  row: Row,
  draft: Draft & { base?: DraftLeg },
  fees: readonly Fee[],
  out: Collector,
): void {
  const { from, to } = draft
  const included = (leg: DraftLeg) =>
    fees.reduce((sum, fee) => (isInLeg(fee, leg, draft) ? addAmounts(sum, fee.amount) : sum), noAmount)
  const gross = {
    ...(from && { from: { ...from, amount: derived(subtractAmounts, from.amount, included(from)) } }),
    ...(to && { to: { ...to, amount: derived(addAmounts, to.amount, included(to)) } }),
  }
  if (gross.from && isNegative(gross.from.amount.value))
    throw row.feeAboveAmount(columnOfFee(fees, gross.from))
  const paid = netByAsset(fees.filter(({ amount }) => !isNegative(amount.value)))
  if (gross.from && isZeroAmount(gross.from.amount) && !to) return addFeesAlone(row, draft, paid, out)
  out.addWithFees([row], { ...draft, ...gross }, paid)
  const given = netByAsset(fees.filter(({ amount }) => isNegative(amount.value)))
  for (const [n, rebate] of given.entries())
    out.add([row], {
      at: draft.at,
      externalId: draft.externalId ?? null,
      type: 'incoming',
      subType: 'rebate',
      to: rebate,
      part: rebateOf(furtherFee(n, null)),
    })
}

/** Adds the fees of a row that moved nothing else; of a value that the row states each has its share. */
export function addFeesAlone(
  row: Row,
  draft: Omit<Draft, 'type'>,
  fees: readonly DraftLeg[],
  out: Collector,
): void {
  const [fee, ...more] = fees
  if (fee === undefined) return out.skip([row], 'zero_amount')
  const value = worthOfPart(draft.value, draft.from ?? null, fee)
  out.addWithFees([row], { ...draft, value, type: 'outgoing', subType: 'fee', from: fee }, more)
}

/** The column of the fee that an amount was to have in it. */
const columnOfFee = (fees: readonly Fee[], { asset }: DraftLeg): string =>
  fees.find((fee) => fee.asset === asset)?.column ?? ''

function isInLeg(
  { asset, isIncluded }: Fee,
  leg: DraftLeg,
  { from, base }: Draft & { base?: DraftLeg },
): boolean {
  if (asset !== leg.asset || isIncluded === undefined || isIncluded === false) return false
  if (isIncluded === 'incoming') return !from
  return isIncluded === true || (isIncluded === 'base') === (base === undefined || leg === base)
}

/** An amount with the fee put on or taken off: cents stay written as cents, anything else with the decimals it needs. */
function derived(combine: typeof addAmounts, amount: Amount, fee: Amount): Amount {
  const stated = absoluteAmount(amount)
  if (isZeroAmount(fee)) return stated
  const { value } = combine(stated, fee)
  return { value, places: stated.places === 2 && fee.places === 2 ? 2 : value.scale }
}
