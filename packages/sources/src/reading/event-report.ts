import type { AssetId, ReadTransaction } from '@lotbook/journal'
import { loneLeg } from './event-parts.ts'
import type { TokenHint } from './record.ts'

/** A transaction with the contracts behind its tickers. */
export type NamedRead = ReadTransaction & { readonly tokens?: Readonly<Record<AssetId, TokenHint>> }

export type EventRead = NamedRead & { readonly part: string | null; readonly sequence: string | null }

/** The transactions that one file has for an event: the event's own, and further parts made of the same records. */
export interface EventReport<Read extends EventRead = EventRead> {
  readonly family: string
  readonly reads: readonly Read[]
}

/**
 * Returns the reports that tell an event together, in an order made of their content: `base`, and of each other report the transactions
 * that move what no report before it moved. An explorer or wallet that has a file for each coin tells an event in pieces; reports that have the
 * same event whole move the same assets, so that nothing of them is added.
 *
 * @param others the fullest first.
 */
export function reportsTogether<Read extends EventRead>(
  base: readonly EventReport<Read>[],
  others: readonly EventReport<Read>[],
): EventReport<Read>[] {
  const together = [...base]
  const all = base.flatMap(({ reads }) => reads)
  for (const { family, reads } of others) {
    const added = reads.filter((read) => isNew(read, all))
    if (added.length === 0) continue
    together.push({ family, reads: added })
    all.push(...added)
  }
  return together.length === base.length ? together : together.toSorted(byFlows)
}

/** True of a transaction that moves nothing of what others move. A fee is new where none of them states one. */
function isNew(read: EventRead, others: readonly EventRead[]): boolean {
  // A further fee or rebate belongs to the transaction that it was paid for.
  if (read.part !== null && !isLone(read)) return false
  if (isFee(read)) return others.every((other) => other.fee === null && !isFee(other))
  const own = flowsOf(read)
  return others.every((other) =>
    isLone(read) && isLone(other)
      ? read.part !== other.part
      : isFee(other) || !flowsOf(other).some((flow) => own.includes(flow)),
  )
}

export const isFee = ({ type, subType }: EventRead): boolean => type === 'outgoing' && subType === 'fee'

/** True of a leg that its file has alone. */
export const isLone = ({ part }: EventRead): boolean => part?.startsWith(loneLeg('')) === true

/** The assets that went out and came in, each by its contract where it has one. */
export function flowsOf({ from, to, tokens = {} }: EventRead): string[] {
  const named = (asset: AssetId) => `${tokens[asset]?.contract ?? asset} ${tokens[asset]?.tokenId ?? ''}`
  return [...(from ? [`out ${named(from.asset)}`] : []), ...(to ? [`in ${named(to.asset)}`] : [])]
}

/** What a transaction moves: tells those of one part of an event apart that files have alone. */
export const flowOf = (read: EventRead): string => flowsOf(read).join(' ')

/** Fees last, what went out before what came in. */
function byFlows(a: EventReport, b: EventReport): number {
  const key = ({ reads, family }: EventReport) =>
    reads.map((read) => `${isFee(read) ? 2 : read.from === null ? 1 : 0} ${flowOf(read)}`).join('\n') + family
  const [one, other] = [key(a), key(b)]
  return one < other ? -1 : one > other ? 1 : 0
}
