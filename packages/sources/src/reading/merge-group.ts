import { type AssetId, exchangeOf, type Leg, type ReadTransaction, sidesFit } from '@lotbook/journal'
import {
  formatDecimal,
  isNegative,
  isZero,
  negate,
  parseDecimal,
  plus,
  zero,
  type Decimal,
} from '@lotbook/money'
import { loneLeg } from './event-parts.ts'
import type { TokenHint } from './record.ts'

/**
 * One transaction out of what several reports of one account say under one hash: an explorer lists the coin, the
 * internal and the token transfers of one event in separate files. Amounts are netted per asset; one asset out and
 * one in are a trade (a buy or a sell where one is a currency), one side alone is what came or went, and a fee
 * alone is a fee. The fee is the one that any of them states.
 *
 * Undefined where more than one asset leaves or arrives: then they stay apart, for a person to settle.
 */
export function mergeGroup(parts: readonly NamedRead[]): (ReadTransaction & NamedRead) | undefined {
  const first = parts[0]
  if (first === undefined) return undefined
  const nets = new Map<string, Net>()
  const add = (part: NamedRead, { asset, amount: text }: Leg, sign: 1 | -1) => {
    const token = part.tokens?.[asset]
    const key = `${asset} ${token?.contract ?? ''}`
    const before = nets.get(key)?.amount ?? zero
    const value = parseDecimal(text) ?? zero
    nets.set(key, { asset, token, amount: plus(before, sign === 1 ? value : negate(value)) })
  }
  // A call that moved nothing is read as a fee; beside other parts it is the fee of their event.
  const isBareFee = (part: ReadTransaction) =>
    part.type === 'outgoing' && part.subType === 'fee' && parts.length > 1
  for (const part of parts) {
    if (part.to !== null) add(part, part.to, 1)
    if (part.from !== null && !isBareFee(part)) add(part, part.from, -1)
  }
  const fee =
    parts.map((part) => part.fee ?? (isBareFee(part) ? part.from : null)).find((leg) => leg !== null) ?? null
  const moved = [...nets.values()].filter(({ amount }) => !isZero(amount))
  const ins = moved.filter(({ amount }) => !isNegative(amount))
  const outs = moved.filter(({ amount }) => isNegative(amount))
  if (ins.length > 1 || outs.length > 1) return undefined

  const [received] = ins
  const [given] = outs
  // A transaction names its assets by ticker: two of one ticker cannot stand in one.
  if (received !== undefined && received.asset === given?.asset) return undefined
  const to = received === undefined ? null : { asset: received.asset, amount: formatDecimal(received.amount) }
  const from =
    given === undefined ? null : { asset: given.asset, amount: formatDecimal(negate(given.amount)) }
  const tokens = Object.fromEntries(
    moved.flatMap(({ asset, token }) => (token === undefined ? [] : [[asset, token]])),
  )
  const kind = kindOf(parts, from?.asset, to?.asset)
  const value = valueOf(parts, from?.asset, to?.asset)
  const all = { ...first, ...kind, value, tokens, flags: [...new Set(parts.flatMap((part) => part.flags))] }
  if (from === null && to === null) return fee === null ? undefined : { ...all, from: fee, to, fee: null }
  return { ...all, from, to, fee }
}

/** A transaction with the contracts behind its tickers. */
type NamedRead = ReadTransaction & { readonly tokens?: Readonly<Record<AssetId, TokenHint>> }

interface Net {
  readonly asset: AssetId
  readonly token: TokenHint | undefined
  readonly amount: Decimal
}

/** The value stated for the asset received, else for the asset given (R-TRD-1), else by any part. */
function valueOf(
  parts: readonly ReadTransaction[],
  from: string | undefined,
  to: string | undefined,
): ReadTransaction['value'] {
  const stated = parts.filter(({ value }) => value !== null)
  const ofWhat =
    stated.find((part) => part.to !== null && part.to.asset === to) ??
    stated.find((part) => part.from !== null && part.from.asset === from) ??
    stated[0]
  return ofWhat?.value ?? null
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

/** The transactions that one file has for an event: the event's own, and further parts made of the same records. */
export interface EventReport<Read extends EventRead = EventRead> {
  readonly family: string
  readonly reads: readonly Read[]
}

type EventRead = NamedRead & { readonly part: string | null; readonly sequence: string | null }

/** An event settled: the transactions it is, by part, and which of them each reading went into. */
export interface SettledEvent<Read extends EventRead> {
  readonly transactions: readonly { readonly part: string | null; readonly read: Read }[]
  readonly placeOf: (family: string, part: string | null) => string | null
}

/** Reports that each tell a part of what a hash did; every other report tells all of its event. */
const REPORTS_OF_PARTS: readonly string[] = [
  'etherscan-tx',
  'etherscan-internal',
  'etherscan-erc20',
  'etherscan-nft',
]

/**
 * Settles an event out of every file that has it, whatever the order of the imports. Of several exports of one report the
 * fullest counts, of equal ones the one that states more, else the later; an export that cuts the event into lone legs counts only
 * beside others like it. Reports of parts are merged by `mergeGroup`, or stay apart under names of their own where that cannot be;
 * of reports that have the same event whole (ledgers and trades) the fullest counts, and nothing twice.
 */
export function settleEvent<Read extends EventRead>(
  reports: readonly EventReport<Read>[],
): SettledEvent<Read> | undefined {
  const families = new Map<string, EventReport<Read>>()
  for (const report of reports) {
    const before = families.get(report.family)
    families.set(report.family, before === undefined ? report : fuller(before, report))
  }
  const parts = REPORTS_OF_PARTS.flatMap((family) => families.get(family) ?? [])
  const [lead, ...others] = parts.length > 0 ? parts : [...families.values()].toSorted(byFullness).slice(0, 1)
  if (lead === undefined) return undefined
  const placed = new Map<string, string | null>()
  const place = (family: string, read: Read, part: string | null) => {
    placed.set(placeKey(family, read.part), part)
    return { part, read }
  }
  const placeOf = (family: string, part: string | null) => placed.get(placeKey(family, part)) ?? null

  const [first] = lead.reads
  const all = parts.flatMap((report) => report.reads)
  const merged = others.length === 0 ? undefined : mergeGroup(all)
  if (merged !== undefined && first !== undefined) {
    const sequence = all.find((read) => read.sequence !== null)?.sequence ?? null
    return { transactions: [{ part: null, read: { ...first, ...merged, part: null, sequence } }], placeOf }
  }
  const apart = others.flatMap(({ family, reads }) =>
    reads.map((read) => place(family, read, read.part === null ? family : `${family} ${read.part}`)),
  )
  return {
    transactions: [...lead.reads.map((read) => place(lead.family, read, read.part)), ...apart],
    placeOf,
  }
}

const isOfLegs = ({ reads }: EventReport): boolean =>
  reads.every(({ part }) => part?.startsWith(loneLeg('')) === true)

/** The fuller of two exports of one report; the later of equals. Legs that each has alone are put beside each other. */
function fuller<Read extends EventRead>(a: EventReport<Read>, b: EventReport<Read>): EventReport<Read> {
  if (!isOfLegs(a) || !isOfLegs(b))
    return (byWhole(a, b) || rowsOf(b) - rowsOf(a) || byWhatIsStated(a, b)) >= 0 ? b : a
  const legs = new Map([...a.reads, ...b.reads].map((read) => [read.part ?? '', read]))
  return { ...b, reads: [...legs].toSorted(([x], [y]) => (x < y ? -1 : 1)).map(([, read]) => read) }
}

function byWhole(a: EventReport, b: EventReport): number {
  return Number(isOfLegs(a)) - Number(isOfLegs(b))
}

/**
 * An older generation of a report leaves out values and ids that a newer one states of the same rows: whichever was imported later,
 * what is stated counts, for no order of import may show in the figures.
 */
function byWhatIsStated(a: EventReport, b: EventReport): number {
  const count = ({ reads }: EventReport, field: 'value' | 'externalId' | 'txHash') =>
    reads.filter((read) => read[field] !== null).length
  const more = (field: 'value' | 'externalId' | 'txHash') => count(b, field) - count(a, field)
  return more('value') || more('externalId') || more('txHash')
}

function rowsOf({ reads }: EventReport): number {
  return new Set(reads.flatMap((read) => read.rows)).size
}

function byFullness(a: EventReport, b: EventReport): number {
  return byWhole(a, b) || rowsOf(b) - rowsOf(a) || (a.family < b.family ? -1 : 1)
}

function placeKey(family: string, part: string | null): string {
  return `${family}\n${part ?? ''}`
}
