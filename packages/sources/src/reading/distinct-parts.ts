import { isNegative, formatDecimal, negate, parseDecimal } from '@lotbook/money'
import { rebateOf, worthInExchange } from './event-parts.ts'
import type { SourceTransaction } from './record.ts'

/** A transaction without the records it was made of. */
type Part = Omit<SourceTransaction, 'records'>

/**
 * Returns the parts of an event that one more transaction of its file adds: the transaction under a part that no earlier one has, and a
 * fee that was given back as an incoming rebate (R-OPEN-10). A journal has no fee below zero.
 *
 * @param before results of this function for the earlier transactions of the event.
 */
export function distinctParts<Read extends Part>(read: Read, before: readonly Part[]): [Read, ...Read[]] {
  const named = withPart(read, before)
  const { fee } = named
  const amount = fee === null ? undefined : parseDecimal(fee.amount)
  if (fee === null || amount === undefined || !isNegative(amount)) return [named]
  const back = { asset: fee.asset, amount: formatDecimal(negate(amount)) }
  const rebate = {
    ...named,
    type: 'incoming' as const,
    subType: 'rebate' as const,
    from: null,
    to: back,
    fee: null,
    value: worthInExchange(back, named),
    part: rebateOf(named.part),
  }
  return [{ ...named, fee: null }, rebate]
}

/** Gives the second of two transactions with one part a part of its own. */
function withPart<Read extends Part>(read: Read, before: readonly Part[]): Read {
  const taken = before.filter(
    ({ part }) => part === read.part || part?.startsWith(`${read.part ?? ''}#`),
  ).length
  return taken === 0 ? read : { ...read, part: `${read.part ?? ''}#${taken + 1}` }
}
