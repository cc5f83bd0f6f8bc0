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
import { loneLeg } from './event-parts.ts'
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
function netsOf(parts: readonly NamedRead[]): { ins: Net[]; outs: Net[]; fee: Leg | null } {
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

const UNGROUPED = 'ungrouped'

/**
 * The transactions of an event in which several NFTs of one contract were bought or minted with one asset, or sold for one: one for each
 * NFT. Nothing says what each was worth, so the shared amount is divided evenly, and flagged. Undefined where it was anything else.
 */
function splitEvenly(parts: readonly NamedRead[]): (ReadTransaction & NamedRead)[] | undefined {
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

/** A transaction with the contracts behind its tickers. */
type NamedRead = ReadTransaction & { readonly tokens?: Readonly<Record<AssetId, TokenHint>> }

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
 * The value stated for the asset received, else for the asset given (R-TRD-1), else by any part. Null where a price of a unit goes
 * before it, which `statedWorth` works out.
 */
function valueOf(
  parts: readonly ReadTransaction[],
  unitPrices: Readonly<Record<AssetId, StatedValue>>,
  from: string | undefined,
  to: string | undefined,
): ReadTransaction['value'] {
  const stated = parts.filter(({ value }) => value !== null)
  const isPriced = (asset: string | undefined) => asset !== undefined && Object.hasOwn(unitPrices, asset)
  const received = stated.find((part) => part.to !== null && part.to.asset === to)
  if (received !== undefined || isPriced(to)) return received?.value ?? null
  const given = stated.find((part) => part.from !== null && part.from.asset === from)
  if (given !== undefined || isPriced(from)) return given?.value ?? null
  return stated[0]?.value ?? null
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

/** The family of a chain's own answers, which list what all reports of its explorer do. The part of a reading begins with its report. */
export const EXPLORER_ANSWERS = 'evm-chain'

/** The part of a reading of `EXPLORER_ANSWERS`. */
export const partOfReport = (family: string, part: string | null): string =>
  part === null ? family : `${family} ${part}`

function reportAndPart(part: string | null): { readonly family: string; readonly part: string | null } {
  const [family = '', ...rest] = (part ?? '').split(' ')
  return { family, part: rest.join(' ') || null }
}

/** The reports that one is: several where a chain's own answers list what several do. */
function reportsWithin<Read extends EventRead>(report: EventReport<Read>): EventReport<Read>[] {
  if (report.family !== EXPLORER_ANSWERS) return [report]
  const byReport = Map.groupBy(report.reads, ({ part }) => reportAndPart(part).family)
  return [...byReport].map(([family, reads]) => ({
    family,
    reads: reads.map((read) => ({ ...read, part: reportAndPart(read.part).part })),
  }))
}

/**
 * Settles an event out of every file that has it, whatever the order of the imports. Of several exports of one report the
 * fullest counts, of equal ones the one that states more, else the later; an export that cuts the event into lone legs counts only
 * beside others like it. Reports of parts are merged by `mergeGroup`, or divided by `splitEvenly`; where neither can be they stay apart
 * under names of their own, for a person to settle, the coin as one of them and all flagged where the event was an exchange;
 * of reports that have the same event whole (ledgers and trades) the fullest counts, and nothing twice.
 */
export function settleEvent<Read extends EventRead>(
  reports: readonly EventReport<Read>[],
): SettledEvent<Read> | undefined {
  const families = new Map<string, EventReport<Read>>()
  for (const report of reports.flatMap(reportsWithin)) {
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
  const placeOf = (report: string, partOfRead: string | null) => {
    const { family, part } =
      report === EXPLORER_ANSWERS ? reportAndPart(partOfRead) : { family: report, part: partOfRead }
    return placed.get(placeKey(family, part)) ?? null
  }

  const [first] = lead.reads
  const all = parts.flatMap((report) => report.reads)
  const sequence = all.find((read) => read.sequence !== null)?.sequence ?? null
  const merged = others.length === 0 ? undefined : mergeGroup(all)
  if (merged !== undefined && first !== undefined)
    return { transactions: [{ part: null, read: { ...first, ...merged, part: null, sequence } }], placeOf }

  const split = others.length === 0 || first === undefined ? undefined : splitEvenly(all)
  if (split !== undefined && first !== undefined) {
    const transactions = split.map((each, i) => {
      const nft = [each.from, each.to].find(
        (leg) => leg !== null && each.tokens?.[leg.asset]?.tokenId !== undefined,
      )
      const part = i === 0 ? null : `each ${nft?.asset ?? i}`
      for (const { family, reads } of parts)
        for (const read of reads)
          if ((read.to ?? read.from)?.asset === nft?.asset) placed.set(placeKey(family, read.part), part)
      return { part, read: { ...first, ...each, part, sequence } }
    })
    return { transactions, placeOf }
  }

  const coin = coinOf(parts)
  const rest = coin === undefined ? others : parts.filter(({ family }) => !REPORTS_OF_COIN.includes(family))
  const isExchange = others.length > 0 && isBothWays(all)
  const flagged = (read: Read): Read =>
    isExchange && !read.flags.includes(UNGROUPED) ? { ...read, flags: [...read.flags, UNGROUPED] } : read
  const apart = rest.flatMap(({ family, reads }) =>
    reads.map((read) => place(family, flagged(read), read.part === null ? family : `${family} ${read.part}`)),
  )
  const own =
    coin === undefined
      ? lead.reads.map((read) => place(lead.family, flagged(read), read.part))
      : [{ part: null, read: flagged({ ...coin, part: null, sequence }) }]
  return { transactions: [...own, ...apart], placeOf }
}

/** The coin of an event as one, where it stands in two files: a payment with what was paid back of it. */
function coinOf<Read extends EventRead>(parts: readonly EventReport<Read>[]): Read | undefined {
  const ofCoin = parts.filter(({ family }) => REPORTS_OF_COIN.includes(family))
  const reads = ofCoin.flatMap((report) => report.reads)
  const [first] = reads
  const merged = ofCoin.length < 2 ? undefined : mergeGroup(reads)
  return merged === undefined || first === undefined ? undefined : { ...first, ...merged }
}

/** The reports that tell what an event did with the coin of its chain. */
const REPORTS_OF_COIN: readonly string[] = ['etherscan-tx', 'etherscan-internal']

function isBothWays(reads: readonly NamedRead[]): boolean {
  const { ins, outs } = netsOf(reads)
  return ins.length > 0 && outs.length > 0
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
