import type { Instant } from '@lotbook/journal'
import { bySide, type MatchDecision, type MatchSide, type SelfTransfer } from './match-side.ts'
import { AssetMatcher, type Candidate, couldPair, FURTHEST, isOpen, type OpenSide } from './self-transfer.ts'

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
  readonly standing: readonly Pick<SelfTransfer, 'departure' | 'arrivals' | 'quality' | 'madeBy'>[]
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
  const isWithin = (side: OpenSide, margins: number) =>
    input.span === null ||
    (side.side.at >= input.span.from + margins * FURTHEST &&
      side.side.at <= input.span.to - margins * FURTHEST)

  const together = hangingTogether(whole, input)
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
  const closed = new Set(
    input.standing
      .filter((match) => !isInParts(match))
      .flatMap((match) => [match.departure, ...match.arrivals]),
  )
  for (const open of [...whole.departures, ...whole.arrivals])
    open.isOpen = isOpenAgain.get(open.side.id) ?? !closed.has(open.side.id)

  const chosen = chosenAgain(whole, together, parts)
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
function hangingTogether({ departures, arrivals }: AssetMatcher, input: Surroundings): Set<OpenSide> {
  const all = [...departures, ...arrivals]
  const byId = new Map(all.map((open) => [open.side.id, open]))
  const byHash = Map.groupBy(all, ({ side }) => side.txHash ?? '')
  const tied = new Map<string, string[]>()
  for (const { departure, arrivals: of } of [...input.decisions, ...input.standing]) {
    const ids = [departure, ...of]
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
    if (input.touched.has(open.side.id) || input.around.some((at) => Math.abs(open.side.at - at) <= FURTHEST))
      reach(open)
  for (const id of input.touched) for (const other of tied.get(id) ?? []) reach(byId.get(other))
  for (let open = queue.pop(); open !== undefined; open = queue.pop()) {
    const { side } = open
    if (side.txHash) for (const other of byHash.get(side.txHash) ?? []) reach(other)
    for (const other of tied.get(side.id) ?? []) reach(byId.get(other))
    if (side.direction === 'departure') {
      for (const other of inReach(arrivals, side.at)) if (couldPair(open, other)) reach(other)
    } else {
      for (const other of inReach(departures, side.at)) if (couldPair(other, open)) reach(other)
    }
  }
  return found
}

/** Those of a list in order of time that an instant can be near to. */
function* inReach(sides: readonly OpenSide[], at: Instant): Generator<OpenSide> {
  let low = 0
  for (let high = sides.length; low < high;) {
    const middle = (low + high) >> 1
    if (sides[middle]!.side.at < at - FURTHEST) low = middle + 1
    else high = middle
  }
  for (let i = low; i < sides.length && sides[i]!.side.at <= at + FURTHEST; i++) yield sides[i]!
}

/** Departures whose best choice of parts may be another now, whoever shares an arrival with them, and their choices. */
function chosenAgain(
  matcher: AssetMatcher,
  together: ReadonlySet<OpenSide>,
  parts: readonly Pick<SelfTransfer, 'departure' | 'arrivals'>[],
): { candidates: Candidate[]; sides: Set<OpenSide> } {
  const { departures, arrivals } = matcher
  const open = arrivals.filter(isOpen)
  const byId = new Map([...departures, ...arrivals].map((one) => [one.side.id, one]))
  const partsOf = new Map<string, Pick<SelfTransfer, 'departure' | 'arrivals'>[]>()
  for (const match of parts)
    for (const id of [match.departure, ...match.arrivals])
      partsOf.set(id, [...(partsOf.get(id) ?? []), match])
  const best = new Map<OpenSide, Candidate | undefined>()
  const bestOf = (departure: OpenSide) => {
    if (!best.has(departure))
      best.set(departure, departure.isOpen ? matcher.bestParts(departure, open, 0) : undefined)
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
    else for (const departure of inReach(departures, one.side.at)) choose(departure)
  }
  for (let side = queue.pop(); side !== undefined; side = queue.pop()) {
    for (const match of partsOf.get(side.side.id) ?? [])
      for (const id of [match.departure, ...match.arrivals]) reach(byId.get(id))
    if (side.side.direction === 'departure') {
      choose(side)
      continue
    }
    for (const departure of inReach(departures, side.side.at))
      if (bestOf(departure)?.arrivals.includes(side) === true) choose(departure)
  }
  return { candidates: [...chosen].flatMap((departure) => bestOf(departure) ?? []), sides }
}
