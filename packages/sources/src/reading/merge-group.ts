import {
  type AssetId,
  compareText,
  exchangeOf,
  type Leg,
  type ReadTransaction,
  sidesFit,
  type StatedValue,
} from '@lotbook/journal'
import {
  divide,
  formatDecimal,
  isNegative,
  isZero,
  minus,
  negate,
  parseDecimal,
  plus,
  times,
  zero,
  type Decimal,
} from '@lotbook/money'
import type { NamedRead } from './event-report.ts'
import type { TokenHint } from './record.ts'

/**
 * One transaction out of what several reports of one account say under one hash: an explorer lists the coin, the
 * internal and the token transfers of one event in separate files. Amounts are netted per asset; one asset out and
 * one in are a trade (a buy or a sell where one is a currency), one side alone is what came or went, and a fee
 * alone is a fee. The fee is the one that any of them states.
 *
 * Undefined where more than one asset leaves or arrives.
 */
export function mergeGroup(parts: readonly NamedRead[]): (ReadTransaction & NamedRead) | undefined {
  const first = parts[0]
  if (first === undefined) return undefined
  const { ins, outs, fee } = netsOf(parts)
  if (ins.length > 1 || outs.length > 1) return undefined

  const [received] = ins
  const [given] = outs
  // A transaction names its assets by ticker: two of one ticker cannot stand in one.
  if (received !== undefined && received.asset === given?.asset) return undefined
  const to = received === undefined ? null : { asset: received.asset, amount: formatDecimal(received.amount) }
  const from = given === undefined ? null : { asset: given.asset, amount: formatDecimal(given.amount) }
  const tokens = tokensOf([...ins, ...outs])
  const kind = kindOf(parts, from?.asset, to?.asset)
  const unitPrices = pricesOf(parts, tokens)
  const value = valueOf(parts, unitPrices, from?.asset, to?.asset)
  const all = { ...first, ...kind, value, unitPrices, tokens, flags: flagsOf(parts) }
  if (from === null && to === null) return fee === null ? undefined : { ...all, from: fee, to, fee: null }
  return { ...all, from, to, fee }
}

/** What the parts of an event moved in all, by asset, and what it cost. */
export function netsOf(parts: readonly NamedRead[]): { ins: Net[]; outs: Net[]; fee: Leg | null } {
  const nets = new Map<string, Net>()
  const add = (part: NamedRead, { asset, amount: text }: Leg, sign: 1 | -1) => {
    const token = part.tokens?.[asset]
    const key = `${asset} ${token?.contract ?? ''}`
    const before = nets.get(key)?.amount ?? zero
    const value = parseDecimal(text) ?? zero
    nets.set(key, { asset, token, amount: plus(before, sign === 1 ? value : negate(value)) })
  }
  // Beside other parts a call that moved nothing is the fee of their event.
  const isBareFee = (part: ReadTransaction) => isCost(part) && parts.length > 1
  for (const part of parts) {
    if (part.to !== null) add(part, part.to, 1)
    if (part.from !== null && !isBareFee(part)) add(part, part.from, -1)
  }
  const fee =
    parts.map((part) => part.fee ?? (isBareFee(part) ? part.from : null)).find((leg) => leg !== null) ?? null
  const moved = [...nets.values()].filter(({ amount }) => !isZero(amount))
  const outs = moved.filter(({ amount }) => isNegative(amount))
  return {
    ins: moved.filter(({ amount }) => !isNegative(amount)),
    outs: outs.map((net) => ({ ...net, amount: negate(net.amount) })),
    fee,
  }
}

function tokensOf(nets: readonly Net[]): Readonly<Record<AssetId, TokenHint>> {
  return Object.fromEntries(nets.flatMap(({ asset, token }) => (token === undefined ? [] : [[asset, token]])))
}

/** The flags of all parts, but for the one that says that a side stands alone: the sides are together now. */
function flagsOf(parts: readonly ReadTransaction[]): string[] {
  return [...new Set(parts.flatMap((part) => part.flags))].filter((flag) => flag !== UNGROUPED)
}

/** Flag of a side whose other side is in no file. */
export const UNGROUPED = 'ungrouped'

/**
 * The transactions of an event in which several NFTs of one contract were bought or minted with one asset, or sold for one: one for each
 * NFT. Nothing says what each was worth, so the shared amount is divided evenly, and flagged. Undefined where it was anything else.
 */
export function splitEvenly(parts: readonly NamedRead[]): (ReadTransaction & NamedRead)[] | undefined {
  const first = parts[0]
  const { ins, outs, fee } = netsOf(parts)
  const [one, several] = ins.length === 1 ? [ins[0], outs] : [outs[0], ins]
  const isPurchase = several === ins
  if (first === undefined || one === undefined || several.length < 2 || (ins.length > 1 && outs.length > 1))
    return undefined
  const contracts = new Set(
    several.map(({ token }) => (token?.tokenId === undefined ? undefined : token.contract)),
  )
  if (contracts.size !== 1 || contracts.has(undefined) || one.token?.tokenId !== undefined) return undefined

  const nfts = several.toSorted((a, b) => compareText(a.asset, b.asset))
  const total = nfts.reduce((sum, { amount }) => plus(sum, amount), zero)
  const unitPrices = pricesOf(parts, tokensOf([one]))
  const value = valueOf(
    parts,
    unitPrices,
    isPurchase ? one.asset : undefined,
    isPurchase ? undefined : one.asset,
  )
  const [shares, values] = [one.amount, value === null ? zero : (parseDecimal(value.amount) ?? zero)].map(
    (whole) => dividedBy(whole, nfts, total),
  )
  return nfts.map((nft, i) => {
    const [own, shared] = [nft.amount, shares?.[i] ?? zero].map(formatDecimal)
    const legs = [
      { asset: one.asset, amount: shared ?? '0' },
      { asset: nft.asset, amount: own ?? '0' },
    ] as const
    const [from, to] = isPurchase ? legs : ([legs[1], legs[0]] as const)
    const told = parts.filter((part) => part.to?.asset === nft.asset || part.from?.asset === nft.asset)
    return {
      ...first,
      ...kindOf(told, from.asset, to.asset),
      from,
      to,
      fee: i === 0 ? fee : null,
      value: value && { ...value, amount: formatDecimal(values?.[i] ?? zero) },
      unitPrices,
      tokens: tokensOf([one, nft]),
      flags: [...flagsOf(parts), 'split_evenly'],
      rows: told.flatMap(({ rows }) => rows),
    }
  })
}

/** Shares of a whole by quantity; the last takes what rounding leaves. */
function dividedBy(whole: Decimal, nets: readonly Net[], total: Decimal): Decimal[] {
  const places = Math.max(whole.scale, SPLIT_SCALE)
  const shares = nets.slice(1).map(({ amount }) => divide(times(whole, amount), total, places, 'down'))
  return [shares.reduce(minus, whole), ...shares]
}

/** Decimals that a coin of these chains has. */
const SPLIT_SCALE = 18

interface Net {
  readonly asset: AssetId
  readonly token: TokenHint | undefined
  readonly amount: Decimal
}

/** Prices that any part states, by asset. A token that is called like the coin has none of its prices. */
function pricesOf(
  parts: readonly NamedRead[],
  tokens: Readonly<Record<AssetId, TokenHint>>,
): Readonly<Record<AssetId, StatedValue>> {
  const stated = parts.flatMap(({ unitPrices = {} }) => Object.entries(unitPrices))
  return Object.fromEntries(stated.toReversed().filter(([asset]) => !Object.hasOwn(tokens, asset)))
}

/**
 * The value stated for the asset received, else for the asset given (R-TRD-1). Null where a price of a unit goes before it, which
 * `statedWorth` works out.
 */
function valueOf(
  parts: readonly ReadTransaction[],
  unitPrices: Readonly<Record<AssetId, StatedValue>>,
  from: string | undefined,
  to: string | undefined,
): ReadTransaction['value'] {
  const cost = parts.find(isCost)
  // A fee alone is worth what the record of that fee says, not what moved and came back is.
  if (to === undefined && from === undefined) return cost?.value ?? null
  const moves = parts.length > 1 ? parts.filter((part) => !isCost(part)) : parts
  const isPriced = (asset: string | undefined) => asset !== undefined && Object.hasOwn(unitPrices, asset)
  const received = netWorth(moves, to, 'to')
  if (received !== null || isPriced(to)) return received
  return netWorth(moves, from, 'from')
}

/** A call that moved nothing, read as a fee. */
const isCost = ({ type, subType }: ReadTransaction): boolean => type === 'outgoing' && subType === 'fee'

/** Value of the net of an asset, by the values of all parts that moved it; null where one states none, or they count in several currencies. */
function netWorth(
  parts: readonly ReadTransaction[],
  asset: string | undefined,
  side: 'from' | 'to',
): StatedValue | null {
  const other = side === 'to' ? 'from' : 'to'
  const moved = parts.filter((part) => part[side]?.asset === asset || part[other]?.asset === asset)
  const currency = moved[0]?.value?.currency
  if (asset === undefined || currency === undefined) return null
  let total = zero
  for (const part of moved) {
    const amount = part.value?.currency === currency ? parseDecimal(part.value.amount) : undefined
    if (amount === undefined) return null
    total = plus(total, part[side]?.asset === asset ? amount : negate(amount))
  }
  return isNegative(total) || isZero(total) ? null : { amount: formatDecimal(total), currency }
}

function kindOf(
  parts: readonly ReadTransaction[],
  from: string | undefined,
  to: string | undefined,
): Pick<ReadTransaction, 'type' | 'subType'> {
  const nft = parts.find((part) => part.type === 'nft')
  const has = { from: from !== undefined, to: to !== undefined }
  // In an exchange the type of an NFT would leave the other side uncounted.
  if (nft !== undefined && sidesFit(nft.type, nft.subType, has))
    return { type: nft.type, subType: nft.subType }
  if (from !== undefined && to !== undefined) return { type: exchangeOf(from, to), subType: null }
  const type = to === undefined ? 'outgoing' : 'incoming'
  if (from === undefined && to === undefined) return { type: 'outgoing', subType: 'fee' }
  const said = new Set(
    parts.filter((part) => part.type === type && part.subType !== 'fee').map((part) => part.subType),
  )
  const [only] = said
  if (said.size === 1 && only !== undefined) return { type, subType: only }
  return type === 'incoming' ? { type, subType: 'received' } : { type, subType: 'sent' }
}
