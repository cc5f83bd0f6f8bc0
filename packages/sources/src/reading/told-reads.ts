import { isNegative, formatDecimal, negate, parseDecimal } from '@lotbook/money'
import { rebateOf, worthInExchange } from './event-parts.ts'
import type { ReadRow } from './record.ts'

/** A reading without the rows it was made of. */
type Told = Omit<ReadRow, 'records'>

/**
 * What a reading adds to what its file told of an event before: itself, under a name that none of those has, and where it
 * was given back a fee, that as something that came in (R-OPEN-10); no journal has a fee below zero.
 *
 * @param before what this function made of the readings of the event so far.
 */
export function toldReads<Read extends Told>(read: Read, before: readonly Told[]): [Read, ...Read[]] {
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

/** Two readings of one file never share a name: the second gets one of its own. */
function withPart<Read extends Told>(read: Read, before: readonly Told[]): Read {
  const taken = before.filter(
    ({ part }) => part === read.part || part?.startsWith(`${read.part ?? ''}#`),
  ).length
  return taken === 0 ? read : { ...read, part: `${read.part ?? ''}#${taken + 1}` }
}
