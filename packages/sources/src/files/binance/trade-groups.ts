import { type AssetId, compareText, isFiat } from '@lotbook/journal'
import { compare } from '@lotbook/money'
import { nameEvent } from '../../providers/binance/event-name.ts'
import { absoluteAmount, addAmounts, type Amount, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import {
  type Collector,
  type Draft,
  type DraftLeg,
  earliest,
  exchangeType,
  renameType,
} from '../../reading/collector.ts'
import type { TradeFamily } from './operations.ts'
import type { StatementRow } from './statement-row.ts'

/** Legs and fees of one moment, which belong to one trade or several. */
interface Cluster {
  readonly at: number
  readonly rows: StatementRow[]
}

/**
 * Legs of one family and account, by the second. A second that lacks a side, or has nothing but fees, belongs
 * to the one next to it: the statement writes some trades over two seconds.
 */
export function clustersOf(rows: readonly StatementRow[]): StatementRow[][] {
  const seconds = Map.groupBy(rows, ({ at }) => Math.floor(at / 1000))
  const clusters: Cluster[] = []
  for (const [at, members] of [...seconds].toSorted(([a], [b]) => a - b)) {
    const before = clusters.at(-1)
    const isNext = before !== undefined && at - before.at <= 1
    const waits = isNext && isWhole(before.rows) && completes(members, seconds.get(at + 1))
    if (isNext && !waits && !(isWhole(members) && isWhole(before.rows)))
      for (const member of members) before.rows.push(member)
    else clusters.push({ at, rows: members })
  }
  return clusters.map((cluster) => cluster.rows.toSorted((a, b) => a.row.number - b.row.number))
}

const isFee = ({ operation }: StatementRow): boolean => operation?.kind === 'fee'

function isWhole(rows: readonly StatementRow[]): boolean {
  const legs = rows.filter((row) => !isFee(row))
  return legs.some(({ isMinus }) => isMinus) && legs.some(({ isMinus }) => !isMinus)
}

/** Whether a second that has one side alone finds the other side, alone too, in the second after it. */
function completes(rows: readonly StatementRow[], after: readonly StatementRow[] | undefined): boolean {
  const [legs, others] = [rows, after ?? []].map((each) => each.filter((row) => !isFee(row)))
  if (legs?.[0] === undefined || others?.[0] === undefined || isWhole(legs) || isWhole(others)) return false
  return legs[0].isMinus !== others[0].isMinus
}

/** Read one cluster: buys and sells of one second are apart, fills of one pair are added up. */
export function readCluster(rows: readonly StatementRow[], family: TradeFamily, out: Collector): void {
  const fees = rows.filter(isFee)
  const legs = rows.filter((row) => !isFee(row))
  const trades = tradesOf(legs, family)
  if (trades === undefined) {
    for (const row of rows) readAlone(row, out)
    return
  }
  const shared = shareFees(trades, fees)
  trades.forEach((trade, i) => emit(trade, shared[i] ?? [], family, out))
}

/** Said of trades of one second that nothing but the order of their rows tells apart. */
const PAIRED_BY_ORDER = 'paired_by_order'

interface Trade {
  readonly rows: readonly StatementRow[]
  readonly from: DraftLeg
  readonly to: DraftLeg
  readonly flags: readonly string[]
}

function tradesOf(legs: readonly StatementRow[], family: TradeFamily): Trade[] | undefined {
  const sides = bySide(legs)
  if (sides.length > 1) {
    const apart = sides.map((side) => pairUp(side, family))
    const known = apart.filter((trades) => trades !== undefined)
    if (known.length === apart.length) return known.flat()
  }
  return pairUp(legs, family)
}

/** Buys and sells, with what can be either on the side that is there. */
function bySide(legs: readonly StatementRow[]): StatementRow[][] {
  const sideOf = ({ operation }: StatementRow) => (operation?.kind === 'leg' ? operation.side : 'any')
  const [buys, sells] = [legs.filter((l) => sideOf(l) === 'buy'), legs.filter((l) => sideOf(l) === 'sell')]
  return buys.length > 0 && sells.length > 0 && buys.length + sells.length === legs.length
    ? [buys, sells]
    : [[...legs]]
}

function pairUp(legs: readonly StatementRow[], family: TradeFamily): Trade[] | undefined {
  const [gave, got] = [legs.filter((l) => l.isMinus), legs.filter((l) => !l.isMinus)]
  const [given, received] = [coinsOf(gave), coinsOf(got)]
  const [from] = given
  const [to] = received
  if (from === undefined || to === undefined) return undefined
  // A coin renamed into itself: NANO and XNO are one asset.
  const isRename = family === 'swap' || family === 'conversion'
  if (family === 'convert' && given.length === 1 && received.length === 1 && from.asset !== to.asset) {
    const each = conversionsOf(gave, got)
    if (each !== undefined) return each
  }
  if (given.length === 1 && received.length === 1 && (isRename || from.asset !== to.asset))
    return [{ rows: legs, from, to, flags: [] }]
  if (gave.length !== got.length) return undefined
  // Several pairs in one second, and no prices to tell them by: in the order of the file, and said so.
  const pairs = new Map<string, StatementRow[]>()
  gave.forEach((leg, i) => {
    const other = got[i]
    if (other === undefined) return
    const key = `${leg.asset} ${other.asset}`
    const known = pairs.get(key)
    if (known === undefined) pairs.set(key, [leg, other])
    else known.push(leg, other)
  })
  return [...pairs.values()].flatMap((rows) => {
    const [outLeg] = coinsOf(rows.filter((l) => l.isMinus))
    const [inLeg] = coinsOf(rows.filter((l) => !l.isMinus))
    return outLeg && inLeg ? [{ rows, from: outLeg, to: inLeg, flags: [PAIRED_BY_ORDER] }] : []
  })
}

/** Conversions of one pair in one second, each by itself, as the API lists them: at one price the larger brought the more. */
function conversionsOf(gave: readonly StatementRow[], got: readonly StatementRow[]): Trade[] | undefined {
  if (gave.length < 2 || gave.length !== got.length) return undefined
  const bySize = (rows: readonly StatementRow[]) =>
    rows.toSorted((a, b) => compare(absoluteAmount(a.amount).value, absoluteAmount(b.amount).value))
  const received = bySize(got)
  return bySize(gave).flatMap((from, i) => {
    const to = received[i]
    return to === undefined ? [] : [{ rows: [from, to], from, to, flags: [] }]
  })
}

function coinsOf(rows: readonly StatementRow[]): DraftLeg[] {
  const sums = new Map<AssetId, Amount>()
  for (const { asset, amount } of rows) sums.set(asset, addAmounts(sums.get(asset) ?? noAmount, amount))
  return [...sums].map(([asset, amount]) => ({ asset, amount }))
}

/**
 * Fees of a cluster on its trades: one for each where the counts agree, else by coin, else on the first. Which is whose where they agree
 * is told by the coin received, then by what the rows say; trades that were paired in the order of the file have theirs in it.
 */
function shareFees(trades: readonly Trade[], fees: readonly StatementRow[]): StatementRow[][] {
  const shares = trades.map((): StatementRow[] => [])
  const ofCoin = (fee: StatementRow) => trades.findIndex(({ to }) => to.asset === fee.asset)
  if (trades.length === 1 || fees.length !== trades.length) {
    for (const fee of fees) shares[Math.max(ofCoin(fee), 0)]?.push(fee)
    return shares
  }
  if (trades.some(({ flags }) => flags.includes(PAIRED_BY_ORDER))) return fees.map((fee) => [fee])
  const others = fees.toSorted(byContent).filter((fee) => {
    const own = shares[ofCoin(fee)]
    const isFirst = own?.length === 0
    if (isFirst) own.push(fee)
    return !isFirst
  })
  for (const share of shares) if (share.length === 0) share.push(...others.splice(0, 1))
  return shares
}

/** Rows of one second come in no order: by what they say, which equal rows say alike. */
function byContent(a: StatementRow, b: StatementRow): number {
  return (
    compareText(a.asset, b.asset) ||
    compare(a.amount.value, b.amount.value) ||
    compareText(a.remark, b.remark)
  )
}

function emit(trade: Trade, feeRows: readonly StatementRow[], family: TradeFamily, out: Collector): void {
  const members = [...trade.rows, ...feeRows].toSorted((a, b) => a.row.number - b.row.number)
  const rows = members.map(({ row }) => row)
  const at = earliest(trade.rows.map((row) => row.at))
  const draft = {
    at,
    ...sidesOf(trade, family),
    comment:
      trade.rows
        .map(({ remark }) => remark)
        .filter(Boolean)
        .toSorted(compareText)[0] ?? null,
    flags: trade.flags,
    group: nameOf(trade, at, family, out),
  }
  out.addWithFees(rows, draft, coinsOf(feeRows).map(paid))
}

/** The name of an event that the API and other reports tell too; null of one that only the statement tells so. */
function nameOf({ from, to }: Trade, at: number, family: TradeFamily, out: Collector): string | null {
  switch (family) {
    case 'convert':
    case 'otc':
      return nameEvent(out, 'convert', at, [from, to])
    case 'card':
      // Whether the money has the fee in it depends on the report.
      return nameEvent(
        out,
        'card',
        at,
        [from, to].filter(({ asset }) => !isFiat(asset)),
      )
    case 'dust':
      return nameEvent(out, 'dust', at, [from])
    default:
      return null
  }
}

/** A fee row is a debit; as a fee it counts the other way, and a credit is a fee given back. */
function paid({ asset, amount }: DraftLeg): DraftLeg {
  return { asset, amount: { ...amount, value: { ...amount.value, units: -amount.value.units } } }
}

function sidesOf({ from, to }: Trade, family: TradeFamily): Pick<Draft, 'type' | 'from' | 'to'> {
  const isStakedEther = [from.asset, to.asset].every((asset) => asset === 'ETH' || asset === 'BETH')
  const isRename =
    family === 'swap' || (family === 'conversion' && (isStakedEther || from.asset === to.asset))
  return { type: isRename ? renameType(from.asset, to.asset) : exchangeType(from.asset, to.asset), from, to }
}

/** A leg or fee whose trade cannot be told. */
function readAlone(statement: StatementRow, out: Collector): void {
  const { row, at, asset, amount, isMinus, operationText } = statement
  const base = { at, flags: ['ungrouped'], comment: statement.remark }
  const leg = { asset, amount }
  if (isZeroAmount(amount)) return out.skip([row], 'zero_amount')
  // The same words are those of a sweep of dust, where something came for it.
  if (isMinus && /\bfee\b/i.test(operationText) && !isFee(statement))
    return out.add([row], { at, comment: statement.remark, type: 'outgoing', subType: 'fee', from: leg })
  out.note(row, 'ungrouped', `The other side of this ${operationText} could not be determined`)
  if (isMinus)
    return out.add([row], {
      ...base,
      type: 'outgoing',
      subType: isFee(statement) ? 'fee' : 'sent',
      from: leg,
    })
  return out.add([row], {
    ...base,
    type: 'incoming',
    subType: isFee(statement) ? 'rebate' : 'received',
    to: leg,
  })
}
