import { chainHash, isRenamedAt, isWholeHash, renamedAsset } from '@lotbook/journal'
import { formatUnits, parseDecimal, toUnits } from '@lotbook/money'
import {
  bySide,
  type MatchDecision,
  type MatchMeasure,
  type MatchQuality,
  type MatchSide,
  type SelfTransfer,
} from './match-side.ts'
import { NearSides, type Range } from './near-sides.ts'
import { partsOf } from './parts-of.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** An arrival may be recorded so long before its departure, for clocks differ ... */
const EARLIEST = -15 * MINUTE
/** ... and so long after it. */
const LATEST = 72 * HOUR
/** The native withdrawal of an optimistic rollup takes seven days, and is fetched when its owner comes for it. */
const LATEST_OF_ROLLUP = 14 * 24 * HOUR
/** Optimistic rollups, by the slugs of their chains, and the chain that they withdraw to. */
const ROLLUPS: ReadonlySet<string> = new Set(
  'optimism arbitrum arbitrum-nova base blast mantle unichain'.split(' '),
)
const SETTLED_ON = 'ethereum'
/** Coins that exist on a chain of their own alone: two transactions of it are never one transfer. */
const OF_ONE_CHAIN: ReadonlySet<string> = new Set(
  'BTC LTC DOGE BCH BSV BTG XRP ADA XLM XMR ZEC DASH DOT KSM ATOM SOL TRX ALGO XTZ NEO NEAR HBAR ETC KAS TON FIL ICP APT SUI XEM DCR DGB RVN QTUM VET'.split(
    ' ',
  ),
)
/** Another candidate is no rival where it is so long and so many times as far away. */
const FAR = 6 * HOUR
const TIMES_AS_FAR = 10
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
/** ... looked for among so many of the nearest, and no departure keeps more candidates than this ... */
const NEAREST = 12
const MOST_CANDIDATES = 32
/** ... nor looks at more sides that it may not meet. */
const MOST_LOOKED_AT = 512

/** A side with its amount as a whole number of the asset's unit. */
export interface OpenSide {
  readonly side: MatchSide
  readonly units: bigint
  readonly feeUnits: bigint | undefined
  /** Its hash in the form common to all sources; empty where it has none, or an id that no chain gave. */
  readonly hash: string
  /** Position in source order. */
  readonly rank: number
  isOpen: boolean
}

export interface Candidate {
  readonly departure: OpenSide
  /** Further departures of one transaction. */
  readonly others?: readonly OpenSide[]
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
 * A departure looks at the nearest arrivals of its amount and time alone (`NearSides`), so the work grows with the
 * number of sides and not with how many of one amount lie close together.
 */
export function matchSelfTransfers(
  sides: readonly MatchSide[],
  decisions: readonly MatchDecision[] = [],
  onProgress?: (progress: { stage: 'Matching transfers'; done: number; total: number }) => void,
): SelfTransfer[] {
  const byAsset = Map.groupBy(sides, (side) => renamedAsset(side.asset))
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
    else
      for (const departure of [decision.departure, ...(decision.others ?? [])])
        for (const arrival of decision.arrivals) refused.add(pairKey(departure, arrival))
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
  /** How many arrivals departures looked at. */
  looked = 0
  #index: { readonly count: number; readonly sides: NearSides<OpenSide> } | undefined

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
    const arrivals = this.#openArrivals()
    this.takeParts(
      this.departures.filter(isOpen).flatMap((departure) => this.bestParts(departure, arrivals) ?? []),
    )
    return this.matches
  }

  /** Everything but departures that came in parts without a common hash. */
  matchWhole() {
    this.#matchByPerson()
    this.#matchByHash()
    const isNamed = ({ side }: OpenSide) => (side.namesOther ?? '') !== ''
    if (this.arrivals.some(isNamed))
      this.#takePairs(
        this.#certain().filter((pair) => namesEachOther(pair.departure, pair.arrivals[0]!)),
        'exact',
      )
    this.#matchByNearness()
    this.#takePairs(this.#candidates(), 'weak')
    this.#takePairs(this.#slowWithdrawals(), 'weak')
  }

  #matchByPerson() {
    if (this.#made.length === 0) return
    const departures = new Map(this.departures.map((d) => [d.side.id, d]))
    const arrivals = new Map(this.arrivals.map((a) => [a.side.id, a]))
    for (const decision of this.#made) {
      const [departure, ...others] = [decision.departure, ...(decision.others ?? [])].map((id) =>
        departures.get(id),
      )
      const chosen = decision.arrivals.map((id) => arrivals.get(id))
      if (departure === undefined || ![departure, ...others, ...chosen].every((one) => one?.isOpen === true))
        continue
      const found = candidateOf(departure, chosen as OpenSide[], others as OpenSide[])
      this.#take(found, qualityOf(found), 'person')
    }
  }

  /**
   * Under one hash all arrivals belong to its one departure. Several departures are paired with the arrivals one by one; an
   * arrival that is left is the sum of some of them to the last unit, and a single one of all of them less a fee.
   */
  #matchByHash() {
    const departures = Map.groupBy(this.departures.filter(isOpen), ({ hash }) => hash)
    const arrivals = Map.groupBy(this.arrivals.filter(isOpen), ({ hash }) => hash)
    for (const [hash, sent] of departures) {
      const arrived = hash === '' ? [] : (arrivals.get(hash) ?? [])
      if (arrived.length === 0) continue
      const [departure, ...others] = sent
      if (departure === undefined) continue
      if (others.length > 0) {
        this.#matchSeveral(sent, arrived)
        continue
      }
      const parts = arrived.filter((a) => this.#mayMeet(departure, a) && isInWindow(departure, a))
      if (parts.length === 0) continue
      const found = candidateOf(departure, parts)
      if (isGapInBounds(found)) this.#take(found, 'exact', 'rule')
    }
  }

  #matchSeveral(sent: readonly OpenSide[], arrived: readonly OpenSide[]) {
    const mayBe = (departure: OpenSide, arrival: OpenSide) =>
      this.#mayMeet(departure, arrival) && isInWindow(departure, arrival)
    const pairs = sent.flatMap((departure) =>
      arrived
        .filter((arrival) => mayBe(departure, arrival))
        .map((arrival) => candidateOf(departure, [arrival]))
        .filter(isGapInBounds),
    )
    this.#takePairs(pairs, 'exact')
    for (const arrival of arrived.filter(isOpen)) {
      const [first, ...more] =
        partsOf(
          arrival.units,
          sent.filter((one) => one.isOpen && mayBe(one, arrival)),
        ) ?? []
      if (first !== undefined) this.#take(candidateOf(first, [arrival], more), 'exact', 'rule')
    }
    const [departure, ...others] = sent.filter(isOpen)
    const [arrival, ...more] = arrived.filter(isOpen)
    if (departure === undefined || arrival === undefined || others.length === 0 || more.length > 0) return
    if (![departure, ...others].every((one) => mayBe(one, arrival))) return
    const whole = candidateOf(departure, [arrival], others)
    if (isGapInBounds(whole) && isGapExplained(whole)) this.#take(whole, 'exact', 'rule')
  }

  #takePairs(pairs: readonly Candidate[], quality: MatchQuality) {
    for (const pair of pairs.toSorted(byCandidate))
      if (pair.departure.isOpen && pair.arrivals.every(isOpen)) this.#take(pair, quality, 'rule')
  }

  /**
   * Pairs whose gap is explained, within a day, each the nearest of the other. Another candidate is no rival where it has a
   * nearest of its own, or is far away: so daily transfers of one amount find theirs, and of two arrivals that may be the one
   * neither is taken.
   */
  #matchByNearness() {
    const pairs = this.#certain()
    const pairsOfSide = new Map<OpenSide, Candidate[]>()
    const nearest = new Map<OpenSide, Candidate>()
    for (const pair of pairs)
      for (const side of [pair.departure, pair.arrivals[0]!]) {
        const known = pairsOfSide.get(side)
        if (known === undefined) pairsOfSide.set(side, [pair])
        else known.push(pair)
        const best = nearest.get(side)
        if (best === undefined || byNearness(pair, best) < 0) nearest.set(side, pair)
      }
    const isMutual = (pair: Candidate | undefined): boolean =>
      pair !== undefined &&
      nearest.get(pair.departure) === pair &&
      nearest.get(pair.arrivals[0]!) === pair &&
      pair.distance <= LIKELY_WITHIN &&
      isGapExplained(pair)
    const isRival = (rival: Candidate, pair: Candidate) => {
      if (rival === pair) return false
      const other = rival.departure === pair.departure ? rival.arrivals[0]! : rival.departure
      if (isMutual(nearest.get(other))) return false
      return rival.distance < FAR || rival.distance < TIMES_AS_FAR * pair.distance
    }
    const likely = pairs.filter(
      (pair) =>
        isMutual(pair) &&
        [pair.departure, pair.arrivals[0]!].every(
          (side) => !pairsOfSide.get(side)!.some((one) => isRival(one, pair)),
        ),
    )
    this.#takePairs(likely, 'likely')
  }

  /** Open pairs within time and tolerance; of a departure with very many the nearest, and the nearest without a gap. */
  #candidates(): Candidate[] {
    const arrivals = this.#openArrivals()
    return this.departures.filter(isOpen).flatMap((departure) => {
      const { units, feeUnits = 0n } = departure
      const found = new Set<OpenSide>()
      for (const most of [units, units - feeUnits])
        for (const arrival of this.#nearest(arrivals, departure, { least: most, most }, MOST_CANDIDATES))
          found.add(arrival)
      if (found.size < MOST_CANDIDATES)
        for (const arrival of this.#nearest(arrivals, departure, boundsOf(departure), MOST_CANDIDATES))
          found.add(arrival)
      return Array.from(found, (arrival) => candidateOf(departure, [arrival])).filter(isGapInBounds)
    })
  }

  /** Those candidates whose hashes do not say that they are two transactions. */
  #certain(): Candidate[] {
    return this.#candidates().filter(({ departure, arrivals }) => !isDoubtful(departure, arrivals[0]!))
  }

  /** Withdrawals from a rollup that came later than any other transfer may, without a gap that no fee explains. */
  #slowWithdrawals(): Candidate[] {
    const leaving = this.departures.filter((one) => one.isOpen && ROLLUPS.has(one.side.chain ?? ''))
    if (leaving.length === 0) return []
    const arrivals = new NearSides(
      this.arrivals.filter(({ isOpen: isLeft, side }) => isLeft && side.chain === SETTLED_ON),
    )
    return leaving.flatMap((departure) => {
      const { units, feeUnits = 0n, side } = departure
      const from = side.at + LATEST + 1
      const range = { least: units - feeUnits, most: units, from, to: side.at + LATEST_OF_ROLLUP }
      return this.#few(arrivals.nearest(range, from), departure, MOST_CANDIDATES)
        .map((arrival) => candidateOf(departure, [arrival]))
        .filter((pair) => isGapInBounds(pair) && isGapExplained(pair))
    })
  }

  #openArrivals(): NearSides<OpenSide> {
    const open = this.arrivals.filter(isOpen)
    if (this.#index?.count !== open.length) this.#index = { count: open.length, sides: new NearSides(open) }
    return this.#index.sides
  }

  /** The nearest arrivals of some amounts that a departure may meet. */
  #nearest(
    arrivals: NearSides<OpenSide>,
    departure: OpenSide,
    amounts: Pick<Range, 'least' | 'most'>,
    most: number,
  ): OpenSide[] {
    const { at } = departure.side
    const range = { ...amounts, from: at + EARLIEST, to: at + LATEST }
    return this.#few(arrivals.nearest(range, at), departure, most)
  }

  #few(sides: Iterable<OpenSide>, departure: OpenSide, most: number): OpenSide[] {
    const found: OpenSide[] = []
    let passed = 0
    for (const side of sides) {
      this.looked += 1
      if (this.#mayMeet(departure, side)) found.push(side)
      else passed += 1
      if (found.length === most || passed === MOST_LOOKED_AT) break
    }
    return found
  }

  /** A departure that no single arrival fits may have come in parts: the best choice of them among the arrivals that are open. */
  bestParts(departure: OpenSide, open: NearSides<OpenSide>): Candidate | undefined {
    const smaller = { least: 1n, most: departure.units - 1n }
    const near = this.#nearest(open, departure, smaller, NEAREST).filter(
      (arrival) => !isDoubtful(departure, arrival),
    )
    return combinations(near, MOST_PARTS)
      .map((parts) => candidateOf(departure, parts))
      .filter(isGapInBounds)
      .sort(byCandidate)[0]
  }

  /** Takes those candidates in parts that are still open, the best first. */
  takeParts(found: readonly Candidate[]) {
    this.#takePairs(found, 'weak')
  }

  #mayMeet(departure: OpenSide, arrival: OpenSide): boolean {
    return (
      departure.side.accountKey !== arrival.side.accountKey &&
      isOneCoin(departure.side, arrival.side) &&
      !isAnother(departure, arrival) &&
      !this.#refused.has(pairKey(departure.side.id, arrival.side.id))
    )
  }

  #take(candidate: Candidate, quality: MatchQuality, madeBy: 'rule' | 'person') {
    const { departure, others = [], arrivals, gap } = candidate
    for (const side of [departure, ...others, ...arrivals]) side.isOpen = false
    this.matches.push({
      departure,
      match: {
        departure: departure.side.id,
        ...(others.length === 0 ? {} : { others: others.map(({ side }) => side.id) }),
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
    hash: chainHash(side.txHash) ?? '',
    rank,
    isOpen: true,
  }
}

/** The largest number of decimals among amounts and fees. */
function scaleOfSides(sides: readonly MatchSide[]): number {
  let scale = 0
  for (const side of sides)
    for (const text of [side.amount, side.fee ?? '0']) if (scaleOf(text) > scale) scale = scaleOf(text)
  return scale
}

/** A gap of nothing, of a fee that a side states, or of what a network takes where neither side states a fee. */
function isGapExplained({ departure, others = [], arrivals, gap, distance }: Candidate): boolean {
  const sides = [departure, ...others, ...arrivals]
  if (gap === 0n || sides.some((open) => open.feeUnits === gap)) return true
  const isStated = sides.some(({ side }) => side.fee !== undefined && side.fee !== null)
  const sent = unitsSent(departure, others)
  return !isStated && gap > 0n && gap * LARGEST_FEE <= sent && distance <= FEE_WITHIN
}

function unitsSent(departure: OpenSide, others: readonly OpenSide[]): bigint {
  return others.reduce((sum, one) => sum + one.units, departure.units)
}

/** Whether both sides move one coin: the same asset, or what it was renamed to by the time it arrived. */
export function isOneCoin(departure: MatchSide, arrival: MatchSide): boolean {
  return departure.asset === arrival.asset || isRenamedAt(departure.asset, arrival.asset, arrival.at)
}

/** Two transactions of a chain, by their hashes, that no bridge between two chains joins. */
function isDoubtful(departure: OpenSide, arrival: OpenSide): boolean {
  if (!isWholeHash(departure.hash) || !isWholeHash(arrival.hash) || departure.hash === arrival.hash)
    return false
  const [from, to] = [departure.side.chain ?? null, arrival.side.chain ?? null]
  return from === null || to === null || from === to
}

/** Such transactions of one and the same chain: never one transfer. */
function isAnother(departure: OpenSide, arrival: OpenSide): boolean {
  if (!isDoubtful(departure, arrival)) return false
  const { asset, chain = null } = departure.side
  const isOnOneChain = OF_ONE_CHAIN.has(asset) || asset.includes(':')
  return isOnOneChain || (chain !== null && chain === arrival.side.chain)
}

function qualityOf(candidate: Candidate): MatchQuality {
  const { departure, arrivals } = candidate
  if (departure.hash !== '' && arrivals.every(({ hash }) => hash === departure.hash)) return 'exact'
  if (arrivals.every((a) => namesEachOther(departure, a))) return 'exact'
  return isGapExplained(candidate) && candidate.distance <= LIKELY_WITHIN ? 'likely' : 'weak'
}

function namesEachOther(departure: OpenSide, arrival: OpenSide): boolean {
  return (
    departure.side.namesOther === arrival.side.accountKey &&
    arrival.side.namesOther === departure.side.accountKey
  )
}

/** The longest time between two of some sides that can meet, whichever comes first. */
export function furthestOf(sides: readonly MatchSide[]): number {
  return sides.some(({ chain }) => isSlow(chain)) ? LATEST_OF_ROLLUP : LATEST
}

const isSlow = (chain: string | null | undefined) => ROLLUPS.has(chain ?? '') || chain === SETTLED_ON

/** All sides of the other direction that a side could be a pair with, but for what a person refused or a hash says. */
export function partnersOf(open: OpenSide): Range {
  const { side, units } = open
  const latest = isSlow(side.chain) ? LATEST_OF_ROLLUP : LATEST
  return side.direction === 'departure'
    ? { ...boundsOf(open), from: side.at + EARLIEST, to: side.at + latest }
    : {
        least: units,
        most: (units * LARGEST_GAP) / (LARGEST_GAP - 1n),
        from: side.at - latest,
        to: side.at - EARLIEST,
      }
}

/** Amounts that may be what arrived of a departure. */
function boundsOf({ units }: OpenSide): Pick<Range, 'least' | 'most'> {
  return { least: units - units / LARGEST_GAP, most: units }
}

function isInWindow(departure: OpenSide, arrival: OpenSide): boolean {
  const after = arrival.side.at - departure.side.at
  const isOfRollup = ROLLUPS.has(departure.side.chain ?? '') && arrival.side.chain === SETTLED_ON
  return after >= EARLIEST && after <= (isOfRollup ? LATEST_OF_ROLLUP : LATEST)
}

function isGapInBounds({ departure, others = [], gap }: Candidate): boolean {
  return gap >= 0n && gap * LARGEST_GAP <= unitsSent(departure, others)
}

function candidateOf(
  departure: OpenSide,
  arrivals: readonly OpenSide[],
  others: readonly OpenSide[] = [],
): Candidate {
  const distances = [departure, ...others].flatMap((one) =>
    arrivals.map((arrival) => distanceOf(one, arrival)),
  )
  return {
    departure,
    ...(others.length > 0 && { others }),
    arrivals,
    gap: arrivals.reduce((left, arrival) => left - arrival.units, unitsSent(departure, others)),
    distance: Math.max(...distances),
  }
}

function distanceOf(departure: OpenSide, arrival: OpenSide): number {
  return Math.abs(arrival.side.at - departure.side.at)
}

/** Gap, then distance in time, where an arrival before its departure is a quarter of an hour further; then source order. */
function byNearness(a: Candidate, b: Candidate): number {
  if (a.gap !== b.gap) return a.gap < b.gap ? -1 : 1
  return awayOf(a) - awayOf(b) || byCandidate(a, b)
}

function awayOf({ departure, arrivals, distance }: Candidate): number {
  return arrivals[0]!.side.at < departure.side.at ? distance - EARLIEST : distance
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
