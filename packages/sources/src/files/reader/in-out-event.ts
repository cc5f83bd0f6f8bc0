import { isNegative, negate } from '@lotbook/money'
import { absoluteAmount, addAmounts, isZeroAmount, subtractAmounts } from '../../reading/amount-text.ts'
import {
  type Collector,
  type Draft,
  type DraftLeg,
  earliest,
  exchangeType,
  renameType,
  unmapped,
} from '../../reading/collector.ts'
import { loneLeg } from '../../reading/event-parts.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import { worthOfPart } from '../../reading/worth-of-part.ts'
import type { Row } from './row.ts'
import type { Move, Way } from './ways.ts'

/** One row of a table with up to two sides, or the row that stands for its group. */
export interface RowEvent {
  readonly row: Row
  /** The row with those that it is one event with. */
  readonly rows: readonly Row[]
  /** The column of the word, and the word. */
  readonly column: string
  readonly word: string
  readonly meaning: Way | undefined
  /** Never below zero, and without fees. */
  readonly from: DraftLeg | null
  readonly to: DraftLeg | null
  readonly fees: readonly DraftLeg[]
  readonly value: Draft['value']
  /** The amount that the row states, which its value is of: before fees, and of a row that moved nothing too. */
  readonly stated: DraftLeg | null
  readonly unitPrices: NonNullable<Draft['unitPrices']>
  readonly texts: Pick<Draft, 'at' | 'externalId' | 'txHash' | 'comment' | 'tokens'> & {
    readonly flags: readonly string[]
  }
  /** Wallets of what went out and of what came in; empty where the row names none. */
  readonly sender: string
  readonly receiver: string
  /** The id that other files know the event by. */
  readonly group: string | null
  /** Names an event that is one of several of its group. */
  readonly part: string | null
}

type Ending = Pick<Draft, 'type' | 'subType' | 'from' | 'to' | 'flags' | 'part'>

/** A row that is an event of its own. */
export function readEntry(event: RowEvent, out: Collector): void {
  const { meaning, from, to, fees } = event
  if (meaning?.kind === 'skip') {
    if (fees.length === 0) return out.skip([event.row], meaning.reason)
    return readFees(event, fees, out)
  }
  if (meaning?.kind === 'fee' && from !== null) return readFees(event, [from, ...fees], out)
  if (from === null && to === null) {
    if (fees.length === 0) return out.skip([event.row], 'zero_amount')
    return readFees(event, fees, out)
  }
  if (from !== null && to !== null) return readBoth(event, from, to, out)
  return readOne(event, from, to, out)
}

/** A row of two sides. Under a word that has no meaning for both it is an exchange that asks for a look. */
function readBoth(event: RowEvent, from: DraftLeg, to: DraftLeg, out: Collector): void {
  const { both, flags = [] } = moveOf(event.meaning)
  switch (both) {
    case 'transfer':
      return readTransfer(event, from, to, out)
    case 'in':
      return readOne(event, null, to, out)
    case 'out':
      return readOne(event, from, null, out)
    case 'ico':
      return add(event, { type: 'ico', from, to, flags }, event.fees, out)
    case 'swap':
      return add(event, { type: renameType(from.asset, to.asset), from, to, flags }, event.fees, out)
    case 'exchange':
      // One asset for itself was moved.
      if (from.asset === to.asset) return readTransfer(event, from, to, out)
      return add(event, { type: exchangeType(from.asset, to.asset), from, to, flags }, event.fees, out)
    case undefined: {
      noteUnknown(event, out)
      const unknown = [`unmapped_type:${event.word}`]
      return add(
        event,
        { type: exchangeType(from.asset, to.asset), from, to, flags: unknown },
        event.fees,
        out,
      )
    }
  }
}

/** A row of one side. Its word may say that there should be another, or mean nothing for this one. */
function readOne(event: RowEvent, from: DraftLeg | null, to: DraftLeg | null, out: Collector): void {
  const leg = from ?? to
  if (leg === null) return
  const { in: isIn, out: isOut, both, flags = [] } = moveOf(event.meaning)
  if (to !== null && isIn !== undefined)
    return add(event, { type: 'incoming', subType: isIn, to, flags }, event.fees, out)
  if (from !== null && isOut !== undefined)
    return add(event, { type: 'outgoing', subType: isOut, from, flags }, event.fees, out)
  if (both !== undefined && isIn === undefined && isOut === undefined) return readLone(event, leg, out)
  noteUnknown(event, out)
  return add(event, unmapped(event.word, leg, to === null), event.fees, out)
}

/** One side of an exchange whose other side is not in the file. */
function readLone(event: RowEvent, leg: DraftLeg, out: Collector): void {
  const apart = event.texts.flags.includes('ungrouped') ? event : apartFrom(event, 'ungrouped', out)
  const ending: Ending =
    event.from === null
      ? { type: 'incoming', subType: 'received', to: leg }
      : { type: 'outgoing', subType: 'sent', from: leg }
  return add(apart, ending, event.fees, out)
}

/** An event that stays apart from the others of its group. */
function apartFrom(event: RowEvent, flag: 'ungrouped' | 'linked_transfer', out: Collector): RowEvent {
  const { row, word, texts, group } = event
  if (flag === 'ungrouped')
    out.note(row, 'ungrouped', `The other side of this ${word} could not be determined`)
  const { nativeId } = row.identity()
  const isNamed = group !== null && nativeId !== null
  return {
    ...event,
    texts: { ...texts, flags: [...texts.flags, flag] },
    group: isNamed ? group : null,
    part: isNamed ? loneLeg(nativeId) : null,
  }
}

/** Sent from one wallet and received in another, two transactions of one row. */
function readTransfer(event: RowEvent, from: DraftLeg, to: DraftLeg, out: Collector): void {
  const [fee] = event.fees
  const isOfOne = from.asset === to.asset
  if (!isOfOne) return add(event, { type: exchangeType(from.asset, to.asset), from, to }, event.fees, out)
  const short = subtractAmounts(from.amount, to.amount)
  // What did not arrive is the fee, which then is part of what was sent.
  const isWithin =
    event.fees.length === 1 && fee?.asset === from.asset && isZeroAmount(subtractAmounts(short, fee.amount))
  const flags = ['linked_transfer']
  const sent = isWithin ? { ...from, amount: to.amount } : from
  // What moves between own wallets needs no value.
  const moved = { ...event, value: null }
  add(moved, { type: 'outgoing', subType: 'sent', from: sent, flags }, event.fees, out)
  add(moved, { type: 'incoming', subType: 'received', to, flags, part: 'arrival' }, [], out)
}

/** A fee alone. The value of its row is of the amount that the row states, of which the fee is a part or none. */
function readFees(event: RowEvent, fees: readonly DraftLeg[], out: Collector): void {
  const [fee, ...more] = fees.map((each) => ({ ...each, amount: absoluteAmount(each.amount) }))
  if (fee === undefined) return
  const own = { ...event, value: worthOfPart(event.value, event.stated, fee) }
  add(own, { type: 'outgoing', subType: 'fee', from: fee }, more, out)
}

/**
 * Rows of one event: fees belong to what they were paid for, one asset out and another in are an exchange. Anything else stays apart; one
 * asset that went out and came in again was moved between wallets.
 */
export function readGroup(events: readonly RowEvent[], out: Collector): void {
  const main = events.filter((event) => !isCost(event))
  const fees = netByAsset(events.flatMap(costsOf))
  const rows = events.map(({ row }) => row)
  const at = earliest(events.map(({ texts }) => texts.at))
  const [first] = main
  if (first !== undefined && main.length === 1)
    return readEntry({ ...first, rows, fees, texts: { ...first.texts, at } }, out)

  const net = netByAsset(
    main.flatMap(({ from, to }) => [...(from ? [taken(from)] : []), ...(to ? [to] : [])]),
  )
  const [from, ...moreFrom] = net.filter(({ amount }) => isNegative(amount.value))
  const [to, ...moreTo] = net.filter(({ amount }) => !isNegative(amount.value))
  const isPair = from !== undefined && to !== undefined && moreFrom.length + moreTo.length === 0
  if (first === undefined || !isPair || main.some(({ meaning }) => meaning === undefined)) {
    readApart(events, net.length, out)
    return
  }
  const gave = main.find((event) => event.from !== null) ?? first
  const got = main.find((event) => event.to !== null) ?? first
  const isSwap = main.some(({ meaning }) => moveOf(meaning).both === 'swap')
  const event: RowEvent = {
    ...gave,
    rows,
    texts: { ...gave.texts, at, tokens: { ...got.texts.tokens, ...gave.texts.tokens } },
    value: totalWorth(main, 'from') ?? totalWorth(main, 'to'),
    unitPrices: Object.assign({}, ...main.map(({ unitPrices }) => unitPrices)) as RowEvent['unitPrices'],
    receiver: got.receiver,
  }
  const type = (isSwap ? renameType : exchangeType)(from.asset, to.asset)
  add(event, { type, from: { ...from, amount: absoluteAmount(from.amount) }, to }, fees, out)
}

/** What the rows that have a side are worth together; null where one does not say it, or they count in several currencies. */
function totalWorth(events: readonly RowEvent[], side: 'from' | 'to'): RowEvent['value'] | null {
  const [first, ...more] = events.filter((event) => event[side] !== null && event[otherOf(side)] === null)
  return more.reduce<Draft['value']>((sum, { value }) => {
    if (!sum || !value || value.currency !== sum.currency) return null
    return { ...sum, amount: addAmounts(sum.amount, value.amount) }
  }, first?.value ?? null)
}

const otherOf = (side: 'from' | 'to') => (side === 'from' ? 'to' : 'from')

/** Rows of one name that are no one event: outputs of one transaction, two ends of a transfer, or more than can be told. */
function readApart(events: readonly RowEvent[], assets: number, out: Collector): void {
  const ways = new Set(events.filter((event) => !isCost(event)).map(({ from }) => from === null))
  const isPayment = assets <= 1 && ways.size <= 1
  const flag = assets === 0 ? 'linked_transfer' : 'ungrouped'
  for (const event of events)
    readEntry(isPayment ? { ...event, group: null } : apartFrom(event, flag, out), out)
}

/** A row that only cost something; a fee that came in is none. */
function isCost({ meaning, from, to }: RowEvent): boolean {
  const isNothing = from === null && to === null
  return isNothing || meaning?.kind === 'skip' || (meaning?.kind === 'fee' && from !== null)
}

function costsOf({ meaning, from, fees }: RowEvent): readonly DraftLeg[] {
  return meaning?.kind === 'fee' && from !== null ? [from, ...fees] : fees
}

const taken = (leg: DraftLeg): DraftLeg => ({
  ...leg,
  amount: { ...leg.amount, value: negate(leg.amount.value) },
})

const NOTHING: Move = { kind: 'move' }

const moveOf = (meaning: Way | undefined): Move => (meaning?.kind === 'move' ? meaning : NOTHING)

function noteUnknown({ row, word, column }: RowEvent, out: Collector): void {
  out.note(row, 'unmapped_type', `Unknown type: ${word}`, column)
}

function add(event: RowEvent, ending: Ending, fees: readonly DraftLeg[], out: Collector): void {
  const { rows, texts, value, unitPrices, sender, receiver, group, part } = event
  const wallet = ending.from ? sender || receiver : receiver || sender
  const draft: Draft = {
    ...texts,
    value,
    unitPrices,
    part,
    ...ending,
    flags: [...(ending.flags ?? []), ...texts.flags],
    group,
    ...(wallet === '' ? {} : { exchange: wallet, account: wallet }),
  }
  out.addWithFees(rows, draft, netByAsset(fees))
}
