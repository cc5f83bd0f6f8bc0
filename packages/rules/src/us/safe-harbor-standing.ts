import { MONTH_NAMES, type Instant, type TaxDate } from '@lotbook/journal'

/** A global allocation is a rule in the books before this day. */
const GLOBAL_BEFORE: TaxDate = '2025-01-01'
/** When the return of 2025 is due, and when with an extension: the last day of a specific allocation. */
const DUE: TaxDate = '2026-04-15'
const DUE_EXTENDED: TaxDate = '2026-10-15'

export interface AllocationFacts {
  readonly kind: 'global' | 'specific'
  readonly recordedAt: Instant
  /** The tax day of the record, and the day on which the taxpayer says their own books had it. */
  readonly recordedOn: TaxDate
  readonly statedOn: TaxDate | null
  /** Assets with unused basis, and of each the first sale, disposition or transfer since 2025. */
  readonly assets: readonly string[]
  readonly firstMoves: ReadonlyMap<string, { readonly at: Instant; readonly day: TaxDate }>
  readonly isUniversal: boolean
  /** Every account receives exactly as many units as it holds. */
  readonly isExact: boolean
}

export interface Condition {
  readonly state: 'met' | 'unmet' | 'open'
  readonly text: string
}

/** Whether an allocation comes in time for an asset, and why: only then it binds, and cannot be made again for it. */
export interface AssetStanding {
  readonly asset: string
  /** `open`: in time if the return of 2025 was extended. */
  readonly state: 'in_time' | 'open' | 'late'
  readonly why: string
}

export interface AllocationStanding {
  readonly conditions: readonly Condition[]
  /** Assets that the allocation comes in time for. */
  readonly inTime: 'all' | 'some' | 'none'
  readonly assets: readonly AssetStanding[]
  /** It binds an asset at least. */
  readonly isIrrevocable: boolean
}

/**
 * The conditions of the safe harbor that an allocation meets (Rev. Proc. 2024-28): a global one is in the books before
 * 2025; a specific one is made by the earlier of the first sale, disposition or transfer of the asset since then and
 * the due date of the return of 2025, extensions included. An asset for which it is made in time is bound by it; for
 * one for which it is made too late it is no safe harbor allocation, and does not bind. See
 * docs/tax/pools-and-safe-harbor.md.
 */
export function standingOfAllocation(facts: AllocationFacts): AllocationStanding {
  const assets = facts.assets.map((asset) => ({ asset, ...timeOf(asset, facts) }))
  const late = assets.filter(({ state }) => state === 'late').length
  const isOpen = assets.some(({ state }) => state === 'open')
  const inTime = late === 0 ? 'all' : late < assets.length ? 'some' : 'none'
  return {
    conditions: [
      {
        state: facts.isUniversal ? 'met' : 'unmet',
        text: facts.isUniversal
          ? 'Basis was kept in one pool for all accounts before 2025.'
          : 'Your settings keep basis account by account before 2025: then there is nothing to allocate.',
      },
      {
        state: facts.isExact ? 'met' : 'unmet',
        text: facts.isExact
          ? 'Each account receives exactly as many basis units as it holds of each asset.'
          : 'Units and basis units differ: some history is missing. Each account must receive exactly as many basis units as it holds.',
      },
      { state: 'met', text: 'Basis units keep their cost and the dates they were acquired on.' },
      {
        state: inTime === 'all' ? (isOpen ? 'open' : 'met') : 'unmet',
        text: timeText(facts, inTime, isOpen),
      },
    ],
    inTime,
    assets,
    isIrrevocable: inTime !== 'none',
  }
}

function timeOf(
  asset: string,
  { kind, recordedAt, recordedOn, statedOn, firstMoves }: AllocationFacts,
): Omit<AssetStanding, 'asset'> {
  const madeOn = statedOn ?? recordedOn
  if (kind === 'global')
    return madeOn < GLOBAL_BEFORE
      ? { state: 'in_time', why: 'In your books before January 1, 2025.' }
      : { state: 'late', why: 'Not in your books before January 1, 2025.' }
  const move = firstMoves.get(asset)
  // A day that is only stated says nothing of the hour.
  if (move !== undefined && (statedOn === null ? recordedAt > move.at : statedOn >= move.day))
    return {
      state: 'late',
      why: `Its first sale, disposition or transfer, on ${inWords(move.day)}, came before.`,
    }
  if (madeOn > DUE_EXTENDED)
    return { state: 'late', why: `Made after ${inWords(DUE_EXTENDED)}, the last day with an extension.` }
  if (madeOn > DUE) return { state: 'open', why: 'In time only if your return was extended.' }
  return {
    state: 'in_time',
    why:
      move === undefined
        ? 'Neither sold, disposed of nor transferred since January 1, 2025.'
        : `Before its first sale, disposition or transfer, on ${inWords(move.day)}.`,
  }
}

/** `2025-06-01` as `June 1, 2025`. */
function inWords(day: TaxDate): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${MONTH_NAMES[Number.parseInt(month, 10) - 1] ?? month} ${Number.parseInt(date, 10).toString()}, ${year}`
}

function timeText(
  { kind, statedOn }: AllocationFacts,
  inTime: AllocationStanding['inTime'],
  isOpen: boolean,
) {
  const rule =
    kind === 'global'
      ? 'A global allocation must be in your books before January 1, 2025.'
      : 'A specific unit allocation must be made before the first sale, disposition or transfer of the asset since January 1, 2025, and by the due date of your 2025 return: April 15, 2026, or October 15, 2026 with an extension.'
  const outcome =
    inTime === 'none'
      ? 'It comes too late: it is used, but it is no safe harbor, and what you filed must stand on its own as reasonable.'
      : inTime === 'some'
        ? 'It comes too late for some assets: for those it is used, but it is no safe harbor and binds nothing.'
        : isOpen
          ? 'It comes in time only if your return was extended.'
          : 'It comes in time.'
  const proof =
    statedOn === null || inTime === 'none' ? '' : ' That rests on your own books: keep them, dated.'
  return `${rule} ${outcome}${proof}`
}
