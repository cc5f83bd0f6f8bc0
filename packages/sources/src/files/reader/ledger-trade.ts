import type { AssetId } from '@lotbook/journal'
import { isNegative, negate } from '@lotbook/money'
import { type Collector, type DraftLeg, earliest, exchangeType, renameType } from '../../reading/collector.ts'
import { loneLeg } from '../../reading/event-parts.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import type { LedgerTable } from './ledger-declaration.ts'
import type { Entry } from './ledger-entry.ts'
import type { Row } from './row.ts'
import { assetIn, textOf } from './table-declaration.ts'
import { columnOfWord } from './words.ts'

/** A row that moves nothing, or nothing but what it cost. */
export function readFees({ row, meaning, fees, texts }: Entry, out: Collector): void {
  const [fee, ...more] = fees
  if (fee === undefined) return out.skip([row], 'zero_amount')
  if (isNegative(fee.amount.value))
    return out.addWithFees([row], { ...texts, type: 'incoming', subType: 'rebate', to: fee }, more)
  const isMargin = meaning?.kind === 'signed' && meaning.out.startsWith('margin')
  out.addWithFees(
    [row],
    { ...texts, type: 'outgoing', subType: isMargin ? 'margin_fee' : 'fee', from: fee },
    more,
  )
}

export function amountColumn({ amounts, market, type }: LedgerTable, row: Row): string {
  return 'asset' in amounts ? amounts.amount : (market?.column ?? columnOfWord(type, row))
}

/** The two sides of a row that has both: by their signs, else by the pair and the word. */
export function sidesOf(
  table: LedgerTable,
  { row, legs }: Entry,
  side: 'buy' | 'sell' | null,
): { from: DraftLeg; to: DraftLeg } {
  const [from, ...moreFrom] = legs.filter(({ amount }) => isNegative(amount.value))
  const [to, ...moreTo] = legs.filter(({ amount }) => !isNegative(amount.value))
  if (from !== undefined && to !== undefined && moreFrom.length + moreTo.length === 0) return { from, to }
  const symbol = table.market === undefined ? '' : row.text(table.market.column).toUpperCase()
  const quote = table.market?.quotes.find((code) => symbol.endsWith(code) && symbol.length > code.length)
  const base = quote === undefined ? undefined : assetIn(table, symbol.slice(0, -quote.length))
  const legOf = (asset: AssetId | undefined) => legs.find((leg) => leg.asset === asset)
  const [baseLeg, quoteLeg] = [legOf(base), legOf(quote)]
  if (legs.length !== 2 || baseLeg === undefined || quoteLeg === undefined || side === null)
    throw row.problem(
      'missing_amount',
      amountColumn(table, row),
      `The two sides of ${symbol || 'this trade'} are not both there`,
    )
  return side === 'buy' ? { from: quoteLeg, to: baseLeg } : { from: baseLeg, to: quoteLeg }
}

/** The id by which the provider names the trade of a row; empty where it has none. */
export function tradeIdIn({ tradeId }: LedgerTable, row: Row): string {
  return tradeId === undefined ? '' : textOf(row, tradeId)
}

/** The rows of one trade: fills are added up per asset. Rows without another side stay apart and are flagged. */
export function readTrade(table: LedgerTable, entries: readonly Entry[], out: Collector): void {
  const isFee = ({ meaning }: Entry) => meaning?.kind === 'fee'
  const sides = entries.filter((entry) => !isFee(entry))
  const legs = netByAsset(sides.flatMap((entry) => entry.legs))
  const [from, ...moreFrom] = legs.filter(({ amount }) => isNegative(amount.value))
  const [to, ...moreTo] = legs.filter(({ amount }) => !isNegative(amount.value))
  const all = netByAsset(entries.flatMap((entry) => [...entry.legs, ...entry.fees]))
  if (all.length === 0 && entries.length > 1)
    return out.skip(
      entries.map(({ row }) => row),
      'taken_back',
    )
  if (from === undefined || to === undefined || moreFrom.length + moreTo.length > 0) {
    for (const entry of entries) readAlone(table, entry, out)
    return
  }
  const rows = entries.map(({ row }) => row)
  const [first = entries[0]] = sides
  const at = earliest(entries.map(({ texts }) => texts.at))
  const isRename = sides.some(({ meaning }) => meaning?.kind === 'trade' && meaning.isRename === true)
  const type = isRename ? renameType(from.asset, to.asset) : exchangeType(from.asset, to.asset)
  // The amount of a fee's row is what it changed, so it is paid where it is below zero.
  const feeRows = entries.filter(isFee).flatMap((entry) => entry.legs)
  const ofRows = feeRows.map((leg) => ({
    ...leg,
    amount: { ...leg.amount, value: negate(leg.amount.value) },
  }))
  const fees = netByAsset([...entries.flatMap((entry) => entry.fees), ...ofRows])
  const id = first === undefined ? '' : tradeIdIn(table, first.row)
  const named = id === '' ? {} : { group: id, ...(typeof table.tradeId === 'string' && { externalId: id }) }
  out.addWithFees(rows, { ...first?.texts, at, type, from, to, ...named }, fees)
}

/** A fee whose trade is not in the file, or that came back. */
export function readFeeRow({ row, fees, texts }: Entry, leg: DraftLeg, out: Collector): void {
  if (isNegative(leg.amount.value))
    return out.addWithFees([row], { ...texts, type: 'outgoing', subType: 'fee', from: leg }, fees)
  return out.addWithFees([row], { ...texts, type: 'incoming', subType: 'rebate', to: leg }, fees)
}

export function readAlone(table: LedgerTable, entry: Entry, out: Collector): void {
  const { row, word, meaning, legs, fees, texts } = entry
  const [leg] = legs
  if (leg === undefined) return readFees(entry, out)
  const id = tradeIdIn(table, row)
  const { nativeId } = row.identity()
  const event = id === '' || nativeId === null ? {} : { group: id, part: loneLeg(nativeId) }
  if (meaning?.kind === 'fee') return readFeeRow({ ...entry, texts: { ...texts, ...event } }, leg, out)
  out.note(row, 'ungrouped', `The other side of this ${word} could not be determined`)
  const draft = { ...texts, ...event, flags: ['ungrouped'] }
  if (isNegative(leg.amount.value))
    out.addWithFees([row], { ...draft, type: 'outgoing', subType: 'sent', from: leg }, fees)
  else out.addWithFees([row], { ...draft, type: 'incoming', subType: 'received', to: leg }, fees)
}
