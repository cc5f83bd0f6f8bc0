import { bySourceOrder, type Instant } from '@lotbook/journal'
import type { InputTransaction } from '../schema/calculation-input.ts'

/** One side of what may be a self-transfer: outgoing/sent and NFT send, or incoming/received and NFT receive. */
export interface MatchSide {
  readonly id: string
  readonly direction: 'departure' | 'arrival'
  readonly accountKey: string
  readonly asset: string
  readonly at: Instant
  /** Exact decimal text; without the fee. */
  readonly amount: string
  /** A fee that the side states; in the same asset unless `feeAsset` says otherwise. */
  readonly fee?: string | null
  readonly feeAsset?: string | null
  /** Fair market values in USD of the whole amount and of the fee, where known. */
  readonly value?: string | null
  readonly feeValue?: string | null
  /**
   * Further fees beside that fee, as far as they are known: transactions of their own, by their ids, and their values.
   */
  readonly furtherFees?: InputTransaction['further_fees']
  /** The lots that are to move. */
  readonly lots?: InputTransaction['lots']
  readonly txHash?: string | null
  /** The chain that the account is on, by its slug; null where it is no address or wallet of one chain. */
  readonly chain?: string | null
  /** The key of the account that the side says the other side is at. */
  readonly namesOther?: string | null
  /** The provider's own sequence, and what the transaction is by its content: the end of the source order. */
  readonly sequence?: string | null
  readonly fingerprint: string
}

/** Source order of sides: a total order made of content alone. */
export function bySide(a: MatchSide, b: MatchSide): number {
  return bySourceOrder(orderKey(a), orderKey(b))
}

function orderKey(side: MatchSide) {
  return {
    at: side.at,
    type: side.direction === 'departure' ? ('outgoing' as const) : ('incoming' as const),
    accountKey: side.accountKey,
    sequence: side.sequence ?? null,
    fingerprint: side.fingerprint,
  }
}

/** A person's decision on two sides: it comes before every rule, and stays. */
export interface MatchDecision {
  readonly departure: string
  /** Further departures of the same transaction. */
  readonly others?: readonly string[]
  readonly arrivals: readonly string[]
  readonly state: 'made' | 'refused'
}

export type MatchQuality = 'exact' | 'likely' | 'weak'

/** How well a departure and its arrivals fit. */
export interface MatchMeasure {
  /** Sent less arrived, exact decimal text; negative where more arrived than was sent. */
  readonly gap: string
  /** Between the departure and the arrival that is farthest from it. */
  readonly distanceMs: number
  readonly quality: MatchQuality
  /** Within the time and the amount that a match made by itself may have. */
  readonly isWithinTolerance: boolean
}

export interface SelfTransfer {
  readonly departure: string
  /** Further departures of one transaction that arrived together, in source order; left out where there are none. */
  readonly others?: readonly string[]
  /** In source order. */
  readonly arrivals: readonly string[]
  readonly quality: MatchQuality
  /** Sent less arrived, exact decimal text. */
  readonly gap: string
  /** Exact and likely are made at once; weak waits for a person. */
  readonly state: 'made' | 'suggested'
  readonly madeBy: 'rule' | 'person'
}
