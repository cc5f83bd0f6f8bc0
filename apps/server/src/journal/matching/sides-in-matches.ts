import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** A transaction as a side of a match. */
export interface SideInMatch {
  readonly transaction_id: string
  readonly match_id: string
  readonly direction: 'out' | 'in'
  readonly state: 'suggested' | 'made' | 'refused'
  readonly made_by: 'system' | 'person'
  /** Less arrived than was sent. */
  readonly has_gap: boolean
}

/**
 * The part that each of some transactions has in a match, once for every match that it is a side of.
 *
 * Asked table by table, and each match by its id: the planner takes a customer for a small part of the table, and would rather
 * look through all their matches.
 */
export async function sidesInMatches(tx: Tx, userId: string, ids: readonly string[]): Promise<SideInMatch[]> {
  const sides = await tx.all<Pick<SideInMatch, 'transaction_id' | 'match_id' | 'direction'>>(sql`
    select transaction_id, match_id, direction from match_sides where user_id = ${userId} and transaction_id = any (${ids})`)
  if (sides.length === 0) return []
  const matches = await tx.all<Pick<SideInMatch, 'state' | 'made_by' | 'has_gap'> & { id: string }>(sql`
    select m.id, m.state, m.made_by, m.gap <> 0 as has_gap
    from unnest(${[...new Set(sides.map((side) => side.match_id))]}::uuid[]) as named (id)
    cross join lateral (select * from matches where user_id = ${userId} and id = named.id offset 0) m`)
  const byId = new Map(matches.map(({ id, ...match }) => [id, match]))
  return sides.flatMap((side) => {
    const match = byId.get(side.match_id)
    return match === undefined ? [] : [{ ...side, ...match }]
  })
}

/** The two ends of a transfer, by the ids of their transactions. */
export interface Ends {
  readonly departure: string
  /** Further departures of the same transaction of a chain. */
  readonly others?: readonly string[]
  readonly arrivals: readonly string[]
}

/** The ids of both ends in one list. */
export const endIds = ({ departure, others = [], arrivals }: Ends): readonly string[] => [
  departure,
  ...others,
  ...arrivals,
]

/** The ends of some matches, by the id of the match. Put in order here: the database would rather read all sides in their order. */
export async function endsOfMatches(
  tx: Tx,
  userId: string,
  matchIds: readonly string[],
): Promise<ReadonlyMap<string, Ends>> {
  if (matchIds.length === 0) return new Map()
  const sides = await tx.all<Pick<SideInMatch, 'transaction_id' | 'match_id' | 'direction'>>(sql`
    select s.match_id, s.transaction_id, s.direction from unnest(${[...new Set(matchIds)]}::uuid[]) as named (id)
    cross join lateral (select * from match_sides where user_id = ${userId} and match_id = named.id offset 0) s`)
  return new Map(
    [...Map.groupBy(sides, (side) => side.match_id)].flatMap(([match, ofMatch]) => {
      const going = (direction: SideInMatch['direction']) =>
        ofMatch
          .filter((side) => side.direction === direction)
          .map((side) => side.transaction_id)
          .toSorted()
      const [departure, ...others] = going('out')
      if (departure === undefined) return []
      return [[match, { departure, ...(others.length > 0 && { others }), arrivals: going('in') }]]
    }),
  )
}

/** Sides of the made matches that any of some transactions belongs to, by match: all sides of each match. */
export async function sidesOfMade(
  tx: Tx,
  userId: string,
  own: readonly SideInMatch[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const made = own.filter(({ state }) => state === 'made').map((side) => side.match_id)
  const ends = await endsOfMatches(tx, userId, made)
  return new Map([...ends].map(([match, ofMatch]) => [match, endIds(ofMatch)]))
}
