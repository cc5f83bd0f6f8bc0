import type { Instant } from '@lotbook/journal'
import { bySide, type MatchDecision, type MatchSide, type SelfTransfer } from './match-side.ts'
import { NearSides } from './near-sides.ts'
import {
  AssetMatcher,
  type Candidate,
  furthestOf,
  isOpen,
  type OpenSide,
  partnersOf,
} from './self-transfer.ts'

/** A match as it stands. */
type Standing = Pick<SelfTransfer, 'departure' | 'others' | 'arrivals' | 'quality' | 'madeBy'>

/** Sides of one asset around a change, and what stood among them before it. */
export interface Surroundings {
  readonly sides: readonly MatchSide[]
  /** All sides from `from` to `to` are there, and any number of others; null when all are there. */
  readonly span: { readonly from: Instant; readonly to: Instant } | null
  /** Transactions that changed, whether they are a side now or were one. */
  readonly touched: ReadonlySet<string>
  /** When the sides that changed were, and are. */
  readonly around: readonly Instant[]
  /** Current matches of every side given: made and suggested by rule, and made by a person. */
  readonly standing: readonly Standing[]
  /** A person's word on any of these sides; all of the sides that it names are among `sides`, or are gone. */
  readonly decisions: readonly MatchDecision[]
}

export interface Rematched {
  /** The sides that were decided anew; whatever stands among others, stands. */
  readonly region: ReadonlySet<string>
  readonly matches: readonly SelfTransfer[]
}

/**
 * The effect of a change of a few sides on the matches of their asset: the same as `matchSelfTransfers` over all
 * sides.
 *
 * Sides that could pair, that share a hash or that a person tied together are decided together, so everything that
 * hangs together with a changed side is matched anew, and nothing else. Departures in parts are chosen among what is
 * left: those that see a changed side choose again, and with them whoever shares an arrival with their choice.
 *
 * @returns undefined when what hangs together reaches the end of the span: ask again with a wider one.
 */
export function rematch(input: Surroundings): Rematched | undefined {
  const whole = AssetMatcher.of(input.sides, input.decisions)
  const furthest = furthestOf(input.sides)
  const isWithin = (side: OpenSide, margins: number) =>
    input.span === null ||
    (side.side.at >= input.span.from + margins * furthest &&
      side.side.at <= input.span.to - margins * furthest)

  const together = hangingTogether(whole, input, furthest)
  if (![...together].every((side) => isWithin(side, 3))) return undefined
  const again = AssetMatcher.of(
    [...together].map(({ side }) => side),
    input.decisions,
  )
  again.matchWhole()
  const isOpenAgain = new Map(
    [...again.departures, ...again.arrivals].map((open) => [open.side.id, open.isOpen]),
  )

  const parts = input.standing.filter(isInParts)
  const closed = new Set(input.standing.filter((match) => !isInParts(match)).flatMap(idsOf))
  for (const open of [...whole.departures, ...whole.arrivals])
    open.isOpen = isOpenAgain.get(open.side.id) ?? !closed.has(open.side.id)

  const chosen = chosenAgain(whole, together, parts, furthest)
  if (![...chosen.sides].every((side) => isWithin(side, 2))) return undefined
  whole.takeParts(chosen.candidates)
  return {
    region: new Set([...together, ...chosen.sides].map(({ side }) => side.id)),
    matches: [...again.matches, ...whole.matches]
      .sort((a, b) => bySide(a.departure.side, b.departure.side))
      .map(({ match }) => match),
  }
}

/** A departure that the rule matched with several arrivals, without a common hash. */
function isInParts({ quality, madeBy, arrivals }: Surroundings['standing'][number]): boolean {
  return quality === 'weak' && madeBy === 'rule' && arrivals.length > 1
}

/** The sides near a change, and all that are decided together with any of them. */
function hangingTogether(
  { departures, arrivals }: AssetMatcher,
  input: Surroundings,
  furthest: number,
): Set<OpenSide> {
  const all = [...departures, ...arrivals]
  const byId = new Map(all.map((open) => [open.side.id, open]))
  const byHash = Map.groupBy(all, ({ hash }) => hash)
  const toReach = { departures: new NearSides(departures), arrivals: new NearSides(arrivals) }
  const tied = new Map<string, string[]>()
  for (const match of [...input.decisions, ...input.standing]) {
    const ids = idsOf(match)
    for (const id of ids) tied.set(id, [...(tied.get(id) ?? []), ...ids])
  }
  const found = new Set<OpenSide>()
  const queue: OpenSide[] = []
  const reach = (open: OpenSide | undefined) => {
    if (open === undefined || found.has(open)) return
    found.add(open)
    queue.push(open)
  }
  for (const open of all)
    if (input.touched.has(open.side.id) || input.around.some((at) => Math.abs(open.side.at - at) <= furthest))
      reach(open)
  for (const id of input.touched) for (const other of tied.get(id) ?? []) reach(byId.get(other))
  for (let open = queue.pop(); open !== undefined; open = queue.pop()) {
    const { side } = open
    if (open.hash !== '') for (const other of byHash.get(open.hash) ?? []) reach(other)
    for (const other of tied.get(side.id) ?? []) reach(byId.get(other))
    const others = side.direction === 'departure' ? toReach.arrivals : toReach.departures
    for (const other of others.takeOut(partnersOf(open))) reach(other)
  }
  return found
}

/** Those of a list in order of time that an instant can be near to. */
function* inReach(sides: readonly OpenSide[], at: Instant, furthest: number): Generator<OpenSide> {
  let low = 0
  for (let high = sides.length; low < high;) {
    const middle = (low + high) >> 1
    if (sides[middle]!.side.at < at - furthest) low = middle + 1
    else high = middle
  }
  for (let i = low; i < sides.length && sides[i]!.side.at <= at + furthest; i++) yield sides[i]!
}

/** Departures whose best choice of parts may be another now, whoever shares an arrival with them, and their choices. */
function chosenAgain(
  matcher: AssetMatcher,
  together: ReadonlySet<OpenSide>,
  parts: readonly Standing[],
  furthest: number,
): { candidates: Candidate[]; sides: Set<OpenSide> } {
  const { departures, arrivals } = matcher
  const open = new NearSides(arrivals.filter(isOpen))
  const byId = new Map([...departures, ...arrivals].map((one) => [one.side.id, one]))
  const partsOf = new Map<string, Standing[]>()
  for (const match of parts)
    for (const id of [match.departure, ...match.arrivals])
      partsOf.set(id, [...(partsOf.get(id) ?? []), match])
  // Others choose nothing, and chose nothing.
  const choosing = departures.filter((one) => one.isOpen || partsOf.has(one.side.id))
  const best = new Map<OpenSide, Candidate | undefined>()
  const bestOf = (departure: OpenSide) => {
    if (!best.has(departure))
      best.set(departure, departure.isOpen ? matcher.bestParts(departure, open) : undefined)
    return best.get(departure)
  }
  const sides = new Set<OpenSide>()
  const chosen = new Set<OpenSide>()
  const queue: OpenSide[] = []
  const reach = (side: OpenSide | undefined) => {
    if (side === undefined || sides.has(side)) return
    sides.add(side)
    queue.push(side)
  }
  const choose = (departure: OpenSide) => {
    if (chosen.has(departure)) return
    chosen.add(departure)
    const candidate = bestOf(departure)
    if (candidate !== undefined) for (const side of [departure, ...candidate.arrivals]) reach(side)
    for (const match of partsOf.get(departure.side.id) ?? [])
      for (const id of [match.departure, ...match.arrivals]) reach(byId.get(id))
  }
  for (const one of together) {
    for (const match of partsOf.get(one.side.id) ?? [])
      for (const id of [match.departure, ...match.arrivals]) reach(byId.get(id))
    if (one.side.direction === 'departure') choose(one)
    else for (const departure of inReach(choosing, one.side.at, furthest)) choose(departure)
  }
  for (let side = queue.pop(); side !== undefined; side = queue.pop()) {
    for (const match of partsOf.get(side.side.id) ?? [])
      for (const id of [match.departure, ...match.arrivals]) reach(byId.get(id))
    if (side.side.direction === 'departure') {
      choose(side)
      continue
    }
    for (const departure of inReach(choosing, side.side.at, furthest))
      if (bestOf(departure)?.arrivals.includes(side) === true) choose(departure)
  }
  return { candidates: [...chosen].flatMap((departure) => bestOf(departure) ?? []), sides }
}

function idsOf({ departure, others = [], arrivals }: MatchDecision | Standing): readonly string[] {
  return [departure, ...others, ...arrivals]
}
