import { compareText } from '@lotbook/journal'
import {
  type EventRead,
  type EventReport,
  flowOf,
  flowsOf,
  isFee,
  isLone,
  type NamedRead,
  reportsTogether,
} from './event-report.ts'
import { mergeGroup, netsOf, splitEvenly, UNGROUPED } from './merge-group.ts'

/** An event settled: the transactions it is, by part, and which of them each reading of a report went into. */
export interface SettledEvent<Read extends EventRead> {
  readonly transactions: readonly { readonly part: string | null; readonly read: Read }[]
  readonly placeOf: (family: string, read: EventRead) => string | null
}

/**
 * Settles an event out of every file that has it, whatever the order of the imports. Of several exports of one report the
 * fullest counts, of equal ones the one that states more, else the later; an export that cuts the event into lone legs counts only
 * beside others like it. Of reports that have the same event whole (ledgers and trades) the fullest counts, and nothing twice. Reports that
 * each tell a part of it (`reportsTogether`) are put together.
 */
export function settleEvent<Read extends EventRead>(
  reports: readonly EventReport<Read>[],
): SettledEvent<Read> | undefined {
  const [only] = reports
  if (only !== undefined && reports.length === 1 && only.family !== EXPLORER_ANSWERS)
    return settledAsRead(only)
  const all = reports.flatMap(reportsWithin)
  const families = new Map<string, EventReport<Read>>()
  for (const report of all) {
    const before = families.get(report.family)
    families.set(report.family, before === undefined ? report : fuller(before, report))
  }
  const explorers = REPORTS_OF_PARTS.flatMap((family) => families.get(family) ?? [])
  const fullest = [...families.values()].toSorted(byFullness).slice(0, 1)
  const others = all.filter(({ family }) => !REPORTS_OF_PARTS.includes(family))
  const parts = reportsTogether(
    explorers.length > 0 ? explorers : fullest,
    others.toSorted((a, b) => byFullness(a, b) || byWhatIsStated(a, b)),
  )
  const places = new Places()
  const transactions =
    mergedParts(parts) ?? splitParts(parts, places) ?? partsApart(parts, places, explorers.length > 0)
  return transactions && { transactions, placeOf: (family, read) => places.of(family, read) }
}

/** The event of one report, as most are: its transactions as they were read. */
function settledAsRead<Read extends EventRead>({ family, reads }: EventReport<Read>): SettledEvent<Read> {
  return {
    transactions: reads.map((read) => ({ part: read.part, read })),
    placeOf: (of, read) => {
      const places = new Places()
      for (const each of reads) places.set(family, each, each.part)
      return places.of(of, read)
    },
  }
}

type Settled<Read extends EventRead> = SettledEvent<Read>['transactions'][number]

/** One transaction out of several reports; undefined of a single one, and where the parts cannot be told to be one. */
function mergedParts<Read extends EventRead>(
  parts: readonly EventReport<Read>[],
): Settled<Read>[] | undefined {
  const all = parts.flatMap(({ reads }) => reads)
  const [first] = all
  const merged = parts.length < 2 || !isOneEvent(parts) ? undefined : mergeGroup(all)
  if (merged === undefined || first === undefined) return undefined
  return [{ part: null, read: { ...first, ...merged, part: null, sequence: sequenceOf(all) } }]
}

/** False where a word was not known, where files state different fees, and where an asset went out of one account and into another. */
function isOneEvent(parts: readonly EventReport[]): boolean {
  if (parts.every(({ family }) => REPORTS_OF_PARTS.includes(family))) return true
  const reads = parts.flatMap((part) => part.reads)
  const fees = reads.flatMap((read) => (isFee(read) ? read.from : read.fee) ?? [])
  const { ins, outs } = netsOf(reads)
  const isMoved = ins.length + outs.length > 0 || reads.every((read) => isFee(read))
  const isKnown = !reads.some(({ flags }) => flags.some((flag) => flag.startsWith('unmapped_type')))
  return isMoved && isKnown && new Set(fees.map(({ asset, amount }) => `${amount} ${asset}`)).size < 2
}

/** Several NFTs that were bought or sold together, one transaction for each. */
function splitParts<Read extends EventRead>(
  parts: readonly EventReport<Read>[],
  places: Places,
): Settled<Read>[] | undefined {
  const all = parts.flatMap(({ reads }) => reads)
  const [first] = all
  const split = parts.length < 2 ? undefined : splitEvenly(all)
  if (split === undefined || first === undefined) return undefined
  return split.map((each, i) => {
    const nft = [each.from, each.to].find(
      (leg) => leg !== null && each.tokens?.[leg.asset]?.tokenId !== undefined,
    )
    const part = i === 0 ? null : `each ${nft?.asset ?? i}`
    for (const { family, reads } of parts)
      for (const read of reads)
        if ((read.to ?? read.from)?.asset === nft?.asset) places.set(family, read, part)
    return { part, read: { ...first, ...each, part, sequence: sequenceOf(all) } }
  })
}

/** Parts that stay apart under names of their own, the coin of an explorer as one of them; all are flagged where the event was an exchange. */
function partsApart<Read extends EventRead>(
  parts: readonly EventReport<Read>[],
  places: Places,
  isOfExplorer: boolean,
): Settled<Read>[] | undefined {
  const [lead, ...others] = parts
  if (lead === undefined) return undefined
  const all = parts.flatMap(({ reads }) => reads)
  const coin = coinOf(parts)
  const flag = others.length === 0 ? undefined : flagOf(all, isOfExplorer)
  const flagged = (read: Read): Read =>
    flag === undefined || read.flags.includes(flag) ? read : { ...read, flags: [...read.flags, flag] }
  const place = (family: string, read: Read, part: string | null) => {
    places.set(family, read, part)
    return { part, read: flagged(read) }
  }
  const nameOf = (family: string, read: Read) => {
    if (!isOfExplorer) return read.part ?? flowOf(read)
    return read.part === null ? family : `${family} ${read.part}`
  }
  const rest = coin === undefined ? others : parts.filter(({ family }) => !REPORTS_OF_COIN.includes(family))
  const apart = rest.flatMap(({ family, reads }) =>
    reads.map((read) => place(family, read, nameOf(family, read))),
  )
  const own =
    coin === undefined
      ? lead.reads.map((read) => place(lead.family, read, read.part))
      : [{ part: null, read: flagged({ ...coin, part: null, sequence: sequenceOf(all) }) }]
  return [...own, ...apart]
}

/** The flag of parts that stay apart: sides of an exchange, or of a movement between accounts of one wallet. */
function flagOf(reads: readonly NamedRead[], isOfExplorer: boolean): string | undefined {
  const { ins, outs } = netsOf(reads)
  if (ins.length + outs.length === 0) return isOfExplorer ? undefined : 'linked_transfer'
  return ins.length > 0 && outs.length > 0 ? UNGROUPED : undefined
}

const sequenceOf = (reads: readonly EventRead[]) =>
  reads.find(({ sequence }) => sequence !== null)?.sequence ?? null

/** The part that each reading of an event went into. */
class Places {
  readonly #parts = new Map<string, string | null>()

  set(family: string, read: EventRead, part: string | null): void {
    this.#parts.set(placeKey(family, read.part), part)
    // Files of one family may each have a reading of the same part.
    this.#parts.set(placeKey(family, read.part, flowOf(read)), part)
  }

  of(report: string, read: EventRead): string | null {
    const { family, part } =
      report === EXPLORER_ANSWERS ? reportAndPart(read.part) : { family: report, part: read.part }
    return (
      this.#parts.get(placeKey(family, part, flowOf(read))) ?? this.#parts.get(placeKey(family, part)) ?? null
    )
  }
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

const isOfLegs = ({ reads }: EventReport): boolean => reads.every(isLone)

/** The fuller of two exports of one report; the later of equals. */
function fuller<Read extends EventRead>(a: EventReport<Read>, b: EventReport<Read>): EventReport<Read> {
  return (byWhole(a, b) || bySize(a, b) || byWhatIsStated(a, b)) >= 0 ? b : a
}

function byWhole(a: EventReport, b: EventReport): number {
  return Number(isOfLegs(a)) - Number(isOfLegs(b))
}

/**
 * An older generation of a report leaves out values, ids and fees that a newer one or the API states of the same rows: whichever was imported later,
 * what is stated counts, for no order of import may show in the figures.
 */
function byWhatIsStated(a: EventReport, b: EventReport): number {
  const count = ({ reads }: EventReport, field: 'value' | 'externalId' | 'txHash' | 'fee') =>
    reads.filter((read) => read[field] !== null).length
  const more = (field: Parameters<typeof count>[1]) => count(b, field) - count(a, field)
  return more('value') || more('externalId') || more('txHash') || more('fee')
}

/** More rows first; of as many, the report that moves more assets. */
function bySize(a: EventReport, b: EventReport): number {
  const flows = ({ reads }: EventReport) => reads.flatMap(flowsOf).length
  return rowsOf(b) - rowsOf(a) || flows(b) - flows(a)
}

function rowsOf({ reads }: EventReport): number {
  return new Set(reads.flatMap((read) => read.rows)).size
}

function byFullness(a: EventReport, b: EventReport): number {
  return byWhole(a, b) || bySize(a, b) || compareText(a.family, b.family)
}

function placeKey(family: string, part: string | null, flow = ''): string {
  return `${family}\n${part ?? ''}\n${flow}`
}
