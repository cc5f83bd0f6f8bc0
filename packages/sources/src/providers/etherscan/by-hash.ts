import { type AssetId, type Instant, type SubType, tickerOf } from '@lotbook/journal'
import { isNegative, negate } from '@lotbook/money'
import {
  absoluteAmount,
  addAmounts,
  type Amount,
  isZeroAmount,
  noAmount,
  subtractAmounts,
} from '../../reading/amount-text.ts'
import { type Collector, type Draft, type DraftLeg, exchangeType } from '../../reading/collector.ts'
import type { ForeignRecord, TokenHint } from '../../reading/record.ts'

/** A movement under a hash, as seen from the own address: in is more, out is less. */
export interface Movement {
  readonly row: ForeignRecord
  readonly hash: string
  readonly at: Instant
  readonly sequence: string | null
  readonly asset: AssetId
  readonly amount: Amount
  readonly isOut: boolean
  /** Sub type of a movement of an NFT, null of a coin or token. */
  readonly nft: (SubType & ('send' | 'receive' | 'nft_mint')) | null
  readonly value: Amount | null
  readonly unitPrices: NonNullable<Draft['unitPrices']>
  readonly token: TokenHint | null
  readonly flags: readonly string[]
}

/**
 * Movements of one report, one hash at a time: amounts of one asset are added up, one asset out and one in are
 * a trade. Further movements under the same hash are parts of the same event.
 */
export function readByHash(movements: readonly Movement[], out: Collector): void {
  const hashes = Map.groupBy(movements, ({ hash }) => hash)
  for (const group of hashes.values())
    out.attempt(
      group.map(({ row }) => row),
      () => readHash(group, out),
    )
}

interface Net {
  readonly leg: DraftLeg
  readonly isOut: boolean
  readonly members: readonly Movement[]
}

function readHash(group: readonly Movement[], out: Collector): void {
  const nets = netsOf(group)
  const moved = nets.filter(({ leg }) => !isZeroAmount(leg.amount))
  // An asset that comes out even is no side of the other movements, and is shown by itself only if there are none.
  const even = moved.length === 0 ? [] : nets.filter(({ leg }) => isZeroAmount(leg.amount))
  const shown = moved.length === 0 ? nets : moved
  const [gave, ...moreGave] = shown.filter((net) => net.isOut)
  const [got, ...moreGot] = shown.filter((net) => !net.isOut)
  const isTokens = shown.every(({ members }) => members.every(({ nft }) => nft === null))
  const isTrade = gave !== undefined && got !== undefined && gave.leg.asset !== got.leg.asset
  if (isTrade && isTokens && moreGave.length + moreGot.length === 0) {
    const value = valueOf(got) ?? valueOf(gave)
    const type = exchangeType(gave.leg.asset, got.leg.asset)
    const told = head(inOrder([gave, got]))
    out.add(rowsOf([gave, got, ...even]), { ...told, value, type, from: gave.leg, to: got.leg })
    return
  }
  shown.forEach((net, i) => {
    const isNamesake = shown.some((other) => other !== net && other.leg.asset === net.leg.asset)
    const ticker = tickerOf(net.leg.asset)
    const name = isNamesake ? `${ticker} ${contractOf(net.members[0])}` : ticker
    const part = i === 0 ? null : `${net.isOut ? 'out' : 'in'} ${name}`
    const rows = rowsOf(i === 0 ? [net, ...even] : [net])
    const own = head(net.members)
    const flags = [...(own.flags ?? []), ...(gave !== undefined && got !== undefined ? ['ungrouped'] : [])]
    out.add(rows, { ...own, ...single(net), value: valueOf(net), part, flags })
  })
}

const inOrder = (nets: readonly Net[]): readonly Movement[] =>
  nets.flatMap(({ members }) => members).toSorted((a, b) => a.row.number - b.row.number)

const rowsOf = (nets: readonly Net[]): ForeignRecord[] => inOrder(nets).map(({ row }) => row)

/**
 * Net of each asset, in an order made of content; an asset that comes out even moved nothing. Tickers are not unique,
 * so an asset is a ticker with its contract.
 */
function netsOf(group: readonly Movement[]): Net[] {
  const byAsset = Map.groupBy(group, (movement) => `${movement.asset} ${contractOf(movement)}`)
  return [...byAsset]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, members]) => {
      const asset = members[0]?.asset ?? ''
      let amount = noAmount
      for (const m of members)
        amount = addAmounts(amount, m.isOut ? { ...m.amount, value: negate(m.amount.value) } : m.amount)
      const isOut = isZeroAmount(amount) ? (members[0]?.isOut ?? false) : isNegative(amount.value)
      return { leg: { asset, amount }, isOut, members }
    })
}

const contractOf = (movement: Movement | undefined): string => movement?.token?.contract ?? ''

function head(members: readonly Movement[]): Omit<Draft, 'type'> {
  const [first] = members
  const tokens = Object.fromEntries(
    members.flatMap(({ asset, token }) => (token === null ? [] : [[asset, token]])),
  )
  return {
    at: first?.at ?? 0,
    txHash: first?.hash ?? null,
    group: first?.hash ?? null,
    sequence: first?.sequence ?? null,
    unitPrices: Object.assign({}, ...members.map(({ unitPrices }) => unitPrices)) as Draft['unitPrices'] &
      object,
    tokens,
    flags: [...new Set(members.flatMap(({ flags }) => flags))],
  }
}

function single({ leg, isOut, members }: Net): Pick<Draft, 'type' | 'subType' | 'from' | 'to'> {
  const nft = members[0]?.nft ?? null
  if (nft !== null)
    return { type: 'nft', subType: isOut ? 'send' : nft, ...(isOut ? { from: leg } : { to: leg }) }
  return isOut
    ? { type: 'outgoing', subType: 'sent', from: leg }
    : { type: 'incoming', subType: 'received', to: leg }
}

/**
 * Value of the net of an asset by its rows: a movement the other way subtracts its own value. Null if a row states no
 * value, and if rounded cents would leave nothing or less.
 */
function valueOf({ isOut, members }: Net): Draft['value'] {
  let total = noAmount
  for (const member of members) {
    if (member.value === null) return null
    const worth = absoluteAmount(member.value)
    total = member.isOut === isOut ? addAmounts(total, worth) : subtractAmounts(total, worth)
  }
  return isNegative(total.value) || isZeroAmount(total) ? null : { amount: total, currency: 'USD' }
}
