import { bySide, type MatchMeasure, type MatchSide } from './match-side.ts'
import { isOneCoin, measureMatch } from './self-transfer.ts'

/** Why sides cannot be one transfer, whoever says so. Time and tolerance do not bind a person. */
export type MatchProblem = 'no_arrival' | 'not_two_sides' | 'other_asset' | 'same_account' | 'more_arrived'

/** The reason why a person may not match these sides; undefined if there is none. */
export function problemOfMatch(
  departure: MatchSide,
  arrivals: readonly MatchSide[],
): MatchProblem | undefined {
  if (arrivals.length === 0) return 'no_arrival'
  if (departure.direction !== 'departure' || arrivals.some((side) => side.direction !== 'arrival'))
    return 'not_two_sides'
  if (arrivals.some((side) => !isOneCoin(departure, side))) return 'other_asset'
  if (arrivals.some((side) => side.accountKey === departure.accountKey)) return 'same_account'
  // Units that were never sent would come from nowhere.
  if (measureMatch(departure, arrivals).gap.startsWith('-')) return 'more_arrived'
  return undefined
}

/** A side that may be the other half, alone or as a part. */
export interface RankedSide {
  readonly side: MatchSide
  readonly measure: MatchMeasure
}

/**
 * Sides that a person may match with one side, the likeliest first: within tolerance before without, then by quality,
 * by distance in time, and in source order. The arrivals of a departure are each measured alone.
 */
export function rankCandidates(side: MatchSide, others: readonly MatchSide[]): RankedSide[] {
  return others
    .flatMap((other): RankedSide[] => {
      const [departure, arrival] = side.direction === 'departure' ? [side, other] : [other, side]
      if (problemOfMatch(departure, [arrival]) !== undefined) return []
      return [{ side: other, measure: measureMatch(departure, [arrival]) }]
    })
    .sort(
      (a, b) =>
        Number(b.measure.isWithinTolerance) - Number(a.measure.isWithinTolerance) ||
        QUALITIES.indexOf(a.measure.quality) - QUALITIES.indexOf(b.measure.quality) ||
        a.measure.distanceMs - b.measure.distanceMs ||
        bySide(a.side, b.side),
    )
}

const QUALITIES = ['exact', 'likely', 'weak']
