import { isFiat, type ReadTransaction } from '@lotbook/journal'
import {
  formatDecimal,
  isNegative,
  isZero,
  minus,
  negate,
  parseDecimal,
  plus,
  zero,
  type Decimal,
} from '@lotbook/money'

/**
 * One transaction out of what several reports of one account say under one hash: an explorer lists the coin, the
 * internal and the token transfers of one event in separate files. Amounts are netted per asset; one asset out and
 * one in are a trade (a buy or a sell where one is a currency), one side alone is what came or went, and a fee
 * alone is a fee. The fee is the one that any of them states.
 *
 * Undefined where more than one asset leaves or arrives: then they stay apart, for a person to settle.
 */
export function mergeGroup(parts: readonly ReadTransaction[]): ReadTransaction | undefined {
  const first = parts[0]
  if (first === undefined) return undefined
  const net = new Map<string, Decimal>()
  const add = (asset: string, amount: string, sign: 1 | -1) => {
    const value = parseDecimal(amount) ?? zero
    net.set(asset, plus(net.get(asset) ?? zero, sign === 1 ? value : negate(value)))
  }
  // A call that moved nothing is read as a fee; beside other parts it is the fee of their event.
  const isBareFee = (part: ReadTransaction) =>
    part.type === 'outgoing' && part.subType === 'fee' && parts.length > 1
  for (const part of parts) {
    if (part.to !== null) add(part.to.asset, part.to.amount, 1)
    if (part.from !== null && !isBareFee(part)) add(part.from.asset, part.from.amount, -1)
  }
  const fee =
    parts.map((part) => part.fee ?? (isBareFee(part) ? part.from : null)).find((leg) => leg !== null) ?? null
  const moved = [...net].filter(([, amount]) => !isZero(amount))
  const ins = moved.filter(([, amount]) => !isNegative(amount))
  const outs = moved.filter(([, amount]) => isNegative(amount))
  if (ins.length > 1 || outs.length > 1) return undefined

  const [received] = ins
  const [given] = outs
  const to = received === undefined ? null : { asset: received[0], amount: formatDecimal(received[1]) }
  const from = given === undefined ? null : { asset: given[0], amount: formatDecimal(minus(zero, given[1])) }
  const kind = kindOf(parts, from?.asset, to?.asset)
  const value = parts.map((part) => part.value).find((stated) => stated !== null) ?? null
  const all = { ...first, ...kind, value, flags: [...new Set(parts.flatMap((part) => part.flags))] }
  if (from === null && to === null) return fee === null ? undefined : { ...all, from: fee, to, fee: null }
  return { ...all, from, to, fee }
}

function kindOf(
  parts: readonly ReadTransaction[],
  from: string | undefined,
  to: string | undefined,
): Pick<ReadTransaction, 'type' | 'subType'> {
  const nft = parts.find((part) => part.type === 'nft')
  if (nft !== undefined) return { type: nft.type, subType: nft.subType }
  if (from !== undefined && to !== undefined) {
    if (isFiat(from) && !isFiat(to)) return { type: 'buy', subType: null }
    if (isFiat(to) && !isFiat(from)) return { type: 'sell', subType: null }
    return { type: 'trade', subType: null }
  }
  const type = to === undefined ? 'outgoing' : 'incoming'
  if (from === undefined && to === undefined) return { type: 'outgoing', subType: 'fee' }
  const said = new Set(
    parts.filter((part) => part.type === type && part.subType !== 'fee').map((part) => part.subType),
  )
  const [only] = said
  if (said.size === 1 && only !== undefined) return { type, subType: only }
  return type === 'incoming' ? { type, subType: 'received' } : { type, subType: 'sent' }
}
