import { formatUnits, parseDecimal, toUnits } from '@lotbook/money'
import {
  bySide,
  type MatchDecision,
  type MatchMeasure,
  type MatchQuality,
  type MatchSide,
  type SelfTransfer,
} from './match-side.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** An arrival may be recorded so long before its departure, for clocks differ ... */
const EARLIEST = -15 * MINUTE
/** ... and so long after it. */
const LATEST = 72 * HOUR
/** No two sides further apart than this can meet, whichever comes first. */
export const FURTHEST = LATEST
const LIKELY_WITHIN = 24 * HOUR
/**
 * Time within which a gap of at most a hundredth of the amount sent is the network's fee, which neither side states.
 */
const FEE_WITHIN = HOUR
const LARGEST_FEE = 100n
/** At most a tenth of what was sent may be missing on arrival. */
const LARGEST_GAP = 10n
/** Without a common hash, one departure is split over at most so many arrivals ... */
const MOST_PARTS = 3
/** ... looked for among so many of the nearest, and no departure keeps more candidates than this. */
const NEAREST = 12
const MOST_CANDIDATES = 32

/** A side with its amount as a whole number of the asset's unit. */
export interface OpenSide {
  readonly side: MatchSide
  readonly units: bigint
  readonly feeUnits: bigint | undefined
  /** Position in source order. */
  readonly rank: number
  isOpen: boolean
  /** How many candidates it has. */
  candidates: number
}

export interface Candidate {
  readonly departure: OpenSide
  readonly arrivals: readonly OpenSide[]
  readonly gap: bigint
  readonly distance: number
}

/**
 * Find which outgoing and incoming sides are one transfer between the customer's own accounts (model,
 * Matched). A person's decisions stand first; where two contradict each other, the one given first. Exact
 * matches follow, then likely ones, then weak ones as suggestions, each by gap, distance in time and source
 * order. The result does not depend on the order of the sides.
 *
 * Each asset is swept once in order of time, and a departure sees only the arrivals of its window.
 */
export function matchSelfTransfers(
  sides: readonly MatchSide[],
  decisions: readonly MatchDecision[] = [],
  onProgress?: (progress: { stage: 'Matching transfers'; done: number; total: number }) => void,
): SelfTransfer[] {
  const byAsset = Map.groupBy(sides, (side) => side.asset)
  const assets = [...byAsset.keys()].sort()
  const { made, refused } = sortedOut(decisions)
  const matches: { match: SelfTransfer; departure: OpenSide }[] = []
  let done = 0
  for (const asset of assets) {
    onProgress?.({ stage: 'Matching transfers', done, total: sides.length })
    const ofAsset = byAsset.get(asset) ?? []
    matches.push(...new AssetMatcher(ofAsset, made, refused).match())
    done += ofAsset.length
  }
  onProgress?.({ stage: 'Matching transfers', done, total: sides.length })
  return matches.sort((a, b) => bySide(a.departure.side, b.departure.side)).map(({ match }) => match)
}

/** Splits decisions into matches that a person made, and pairs that the person refused. */
function sortedOut(decisions: readonly MatchDecision[]) {
  const refused = new Set<string>()
  const decided: MatchDecision[] = []
  for (const decision of decisions)
    if (decision.state === 'made') decided.push(decision)
    else for (const arrival of decision.arrivals) refused.add(pairKey(decision.departure, arrival))
  return { made: decided, refused }
}

/** The sides of one asset, matched step by step. */
export class AssetMatcher {
  static of(sides: readonly MatchSide[], decisions: readonly MatchDecision[]): AssetMatcher {
    const { made, refused } = sortedOut(decisions)
    return new AssetMatcher(sides, made, refused)
  }

  readonly departures: OpenSide[] = []
  readonly arrivals: OpenSide[] = []
  readonly #scale: number
  readonly #made: readonly MatchDecision[]
  readonly #refused: ReadonlySet<string>
  readonly matches: { match: SelfTransfer; departure: OpenSide }[] = []

  constructor(sides: readonly MatchSide[], made: readonly MatchDecision[], refused: ReadonlySet<string>) {
    this.#made = made
    this.#refused = refused
    this.#scale = scaleOfSides(sides)
    sides.toSorted(bySide).forEach((side, rank) => {
      const open = openSide(side, this.#scale, rank)
      ;(side.direction === 'departure' ? this.departures : this.arrivals).push(open)
    })
  }

  match() {
    this.matchWhole()
    this.#matchParts()
    return this.matches
  }

  /** Everything but departures that came in parts without a common hash. */
  matchWhole() {
    this.#matchByPerson()
    this.#matchByHash()
    this.#matchPairs((pair) => namesEachOther(pair.departure, pair.arrivals[0]!), 'exact')
    this.#matchPairs(isLikely, 'likely')
    this.#matchPairs(() => true, 'weak')
  }

  #matchByPerson() {
    if (this.#made.length === 0) return
    const departures = new Map(this.departures.map((d) => [d.side.id, d]))
    const arrivals = new Map(this.arrivals.map((a) => [a.side.id, a]))
    for (const decision of this.#made) {
      const departure = departures.get(decision.departure)
      const chosen = decision.arrivals.map((id) => arrivals.get(id)).filter((a) => a?.isOpen === true)
      if (chosen.length !== decision.arrivals.length || departure?.isOpen !== true) continue
      const found = candidateOf(departure, chosen as OpenSide[])
      this.#take(found, qualityOf(found), 'person')
    }
  }

  /** All arrivals under a hash belong to its one departure. */
  #matchByHash() {
    const hashOf = ({ side }: OpenSide) => side.txHash ?? ''
    const departures = Map.groupBy(this.departures.filter(isOpen), hashOf)
    const arrivals = Map.groupBy(this.arrivals.filter(isOpen), hashOf)
    for (const [hash, [departure, ...others]] of departures) {
      if (hash === '' || departure === undefined || others.length > 0) continue
      const parts = (arrivals.get(hash) ?? []).filter(
        (a) => this.#mayMeet(departure, a) && isInWindow(departure, a),
      )
      if (parts.length === 0) continue
      const found = candidateOf(departure, parts)
      if (isGapInBounds(found)) this.#take(found, 'exact', 'rule')
    }
    // Several departures under a hash: pair by pair.
    this.#matchPairs(
      ({ departure, arrivals: [arrival] }) =>
        hashOf(departure) !== '' && arrival !== undefined && hashOf(departure) === hashOf(arrival),
      'exact',
    )
  }

  #matchPairs(fits: (pair: Candidate) => boolean, quality: MatchQuality) {
    for (const pair of this.#candidates().filter(fits).sort(byCandidate))
      if (pair.departure.isOpen && pair.arrivals.every(isOpen)) this.#take(pair, quality, 'rule')
  }

  /** Open pairs within time and tolerance; of a departure with very many, the best. */
  #candidates(): Candidate[] {
    const arrivals = this.arrivals.filter(isOpen)
    const found: Candidate[] = []
    for (const open of arrivals) open.candidates = 0
    let first = 0
    for (const departure of this.departures.filter(isOpen)) {
      while (first < arrivals.length && arrivals[first]!.side.at < departure.side.at + EARLIEST) first += 1
      const own: Candidate[] = []
      departure.candidates = 0
      for (let i = first; i < arrivals.length && arrivals[i]!.side.at <= departure.side.at + LATEST; i++) {
        const arrival = arrivals[i]!
        if (!this.#mayMeet(departure, arrival)) continue
        const pair = candidateOf(departure, [arrival])
        if (!isGapInBounds(pair)) continue
        departure.candidates += 1
        arrival.candidates += 1
        own.push(pair)
      }
      found.push(...(own.length > MOST_CANDIDATES ? own.sort(byCandidate).slice(0, MOST_CANDIDATES) : own))
    }
    return found
  }

  #matchParts() {
    const arrivals = this.arrivals.filter(isOpen)
    const found: Candidate[] = []
    let first = 0
    for (const departure of this.departures.filter(isOpen)) {
      while (first < arrivals.length && arrivals[first]!.side.at < departure.side.at + EARLIEST) first += 1
      const best = this.bestParts(departure, arrivals, first)
      if (best !== undefined) found.push(best)
    }
    this.takeParts(found)
  }

  /**
   * A departure that no single arrival fits may have come in parts: the best choice of them.
   *
   * @param arrivals the open ones in order of time, of which the first may be passed over.
   */
  bestParts(departure: OpenSide, arrivals: readonly OpenSide[], first: number): Candidate | undefined {
    const near: OpenSide[] = []
    for (let i = first; i < arrivals.length && arrivals[i]!.side.at <= departure.side.at + LATEST; i++) {
      const arrival = arrivals[i]!
      if (arrival.side.at < departure.side.at + EARLIEST) continue
      if (arrival.units > 0n && arrival.units < departure.units && this.#mayMeet(departure, arrival))
        near.push(arrival)
    }
    near.sort((a, b) => distanceOf(departure, a) - distanceOf(departure, b) || a.rank - b.rank)
    return combinations(near.slice(0, NEAREST), MOST_PARTS)
      .map((parts) => candidateOf(departure, parts))
      .filter(isGapInBounds)
      .sort(byCandidate)[0]
  }

  /** Takes those candidates in parts that are still open, the best first. */
  takeParts(found: Candidate[]) {
    for (const candidate of found.sort(byCandidate))
      if (candidate.departure.isOpen && candidate.arrivals.every(isOpen))
        this.#take(candidate, 'weak', 'rule')
  }

  #mayMeet(departure: OpenSide, arrival: OpenSide): boolean {
    return (
      departure.side.accountKey !== arrival.side.accountKey &&
      !this.#refused.has(pairKey(departure.side.id, arrival.side.id))
    )
  }

  #take(candidate: Candidate, quality: MatchQuality, madeBy: 'rule' | 'person') {
    const { departure, arrivals, gap } = candidate
    departure.isOpen = false
    for (const arrival of arrivals) arrival.isOpen = false
    this.matches.push({
      departure,
      match: {
        departure: departure.side.id,
        arrivals: arrivals.toSorted((a, b) => a.rank - b.rank).map((a) => a.side.id),
        quality,
        gap: formatUnits(gap, this.#scale),
        state: madeBy === 'person' || quality !== 'weak' ? 'made' : 'suggested',
        madeBy,
      },
    })
  }
}

/** How well sides fit that a person looks at: what is missing, how far apart they are, and what a rule would say. */
export function measureMatch(departure: MatchSide, arrivals: readonly MatchSide[]): MatchMeasure {
  const scale = scaleOfSides([departure, ...arrivals])
  const left = openSide(departure, scale, 0)
  const candidate = candidateOf(
    left,
    arrivals.map((side, i) => openSide(side, scale, i + 1)),
  )
  return {
    gap: formatUnits(candidate.gap, scale),
    distanceMs: candidate.distance,
    quality: qualityOf(candidate),
    isWithinTolerance:
      isGapInBounds(candidate) && candidate.arrivals.every((arrival) => isInWindow(left, arrival)),
  }
}

function openSide(side: MatchSide, scale: number, rank: number): OpenSide {
  const isOwnFee = side.fee !== undefined && side.fee !== null && (side.feeAsset ?? side.asset) === side.asset
  return {
    side,
    units: unitsOf(side.amount, scale),
    feeUnits: isOwnFee ? unitsOf(side.fee ?? '0', scale) : undefined,
    rank,
    isOpen: true,
    candidates: 0,
  }
}

/** The largest number of decimals among amounts and fees. */
function scaleOfSides(sides: readonly MatchSide[]): number {
  let scale = 0
  for (const side of sides)
    for (const text of [side.amount, side.fee ?? '0']) if (scaleOf(text) > scale) scale = scaleOf(text)
  return scale
}

/** Gap zero or a fee, within a day, and no other candidate on either side. */
function isLikely(pair: Candidate): boolean {
  const [arrival] = pair.arrivals
  return (
    arrival !== undefined &&
    pair.departure.candidates === 1 &&
    arrival.candidates === 1 &&
    pair.distance <= LIKELY_WITHIN &&
    isGapExplained(pair)
  )
}

/** A gap of nothing, of a fee that a side states, or of what a network takes where neither side states a fee. */
function isGapExplained({ departure, arrivals, gap, distance }: Candidate): boolean {
  const sides = [departure, ...arrivals]
  if (gap === 0n || sides.some((open) => open.feeUnits === gap)) return true
  const isStated = sides.some(({ side }) => side.fee !== undefined && side.fee !== null)
  return !isStated && gap > 0n && gap * LARGEST_FEE <= departure.units && distance <= FEE_WITHIN
}

function qualityOf(candidate: Candidate): MatchQuality {
  const { departure, arrivals } = candidate
  const hash = departure.side.txHash ?? ''
  if (hash !== '' && arrivals.every((a) => a.side.txHash === hash)) return 'exact'
  if (arrivals.every((a) => namesEachOther(departure, a))) return 'exact'
  return isGapExplained(candidate) && candidate.distance <= LIKELY_WITHIN ? 'likely' : 'weak'
}

function namesEachOther(departure: OpenSide, arrival: OpenSide): boolean {
  return (
    departure.side.namesOther === arrival.side.accountKey &&
    arrival.side.namesOther === departure.side.accountKey
  )
}

/** Whether two sides of an asset could ever be a pair, but for what a person refused. */
export function couldPair(departure: OpenSide, arrival: OpenSide): boolean {
  return isInWindow(departure, arrival) && isGapInBounds(candidateOf(departure, [arrival]))
}

function isInWindow(departure: OpenSide, arrival: OpenSide): boolean {
  const after = arrival.side.at - departure.side.at
  return after >= EARLIEST && after <= LATEST
}

function isGapInBounds({ departure, gap }: Candidate): boolean {
  return gap >= 0n && gap * LARGEST_GAP <= departure.units
}

function candidateOf(departure: OpenSide, arrivals: readonly OpenSide[]): Candidate {
  return {
    departure,
    arrivals,
    gap: arrivals.reduce((left, arrival) => left - arrival.units, departure.units),
    distance: Math.max(...arrivals.map((arrival) => distanceOf(departure, arrival))),
  }
}

function distanceOf(departure: OpenSide, arrival: OpenSide): number {
  return Math.abs(arrival.side.at - departure.side.at)
}

/** Gap, distance in time, fewer parts, source order: a total order. */
function byCandidate(a: Candidate, b: Candidate): number {
  if (a.gap !== b.gap) return a.gap < b.gap ? -1 : 1
  const byRank =
    a.distance - b.distance || a.arrivals.length - b.arrivals.length || a.departure.rank - b.departure.rank
  if (byRank !== 0) return byRank
  const ranksOf = (c: Candidate) => c.arrivals.map((arrival) => arrival.rank).sort((x, y) => x - y)
  const left = ranksOf(a)
  const right = ranksOf(b)
  return left.map((rank, i) => rank - right[i]!).find((apart) => apart !== 0) ?? 0
}

/** Every choice of two to `most` of a short list. */
function combinations(from: readonly OpenSide[], most: number): OpenSide[][] {
  const found: OpenSide[][] = []
  const extend = (chosen: OpenSide[], start: number) => {
    if (chosen.length >= 2) found.push(chosen)
    if (chosen.length === most) return
    for (let i = start; i < from.length; i++) extend([...chosen, from[i]!], i + 1)
  }
  extend([], 0)
  return found
}

export function isOpen(side: OpenSide): boolean {
  return side.isOpen
}

function pairKey(departure: string, arrival: string): string {
  return `${departure.length}:${departure}${arrival}`
}

function scaleOf(amount: string): number {
  return parseDecimal(amount)?.scale ?? 0
}

/** @throws RangeError for text that is no amount. */
function unitsOf(amount: string, scale: number): bigint {
  const value = parseDecimal(amount)
  if (value === undefined) throw new RangeError(`Not an amount: ${amount}`)
  return toUnits(value, scale)
}
