import {
  matchSelfTransfers,
  problemOfMatch,
  rematch,
  type MatchDecision,
  type SelfTransfer,
} from '@lotbook/tax'
import { renamedAsset, tickersOfCoin, writtenHashes } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import { lockEnd, refuseTied } from '../transactions/check-lock.ts'
import { plain } from '../transactions/transaction-rows.ts'
import { mayClose } from '../findings/subject-exists.ts'
import { endsOfMatches, sidesInMatches, endIds, type Ends } from './sides-in-matches.ts'
import {
  maySide,
  readSides,
  readSidesOf,
  readSidesWithHash,
  sideAsset,
  sideOf,
  type SideRow,
  type Spot,
} from './match-sides.ts'

/** How far around a change is looked at first; where matches hang together further than that, ever further. */
const FIRST_SPAN_MS = 24 * 86_400_000

/**
 * Match the open sides of the assets that changed transactions move, all of them anew, so that no order of import can
 * show. What a person decided stands first; what the rule makes of the rest is compared with what stands, and only
 * differences are written. Weak matches become suggestions with a finding.
 *
 * Before the customer's lock nothing moves (E18): a transfer with an end there stands as it is, and one that would be made
 * now is only suggested until the lock is lifted.
 *
 * @param was - the sides that the few changed transactions were before; given these, only what hangs together with the
 *   change is matched, to the same result.
 * @returns the transactions whose match moved.
 * @throws Refusal where a transfer with an end before the lock would be another, or gone.
 */
export async function matchTransfers(
  tx: Tx,
  userId: string,
  touched: readonly string[],
  was?: readonly Spot[],
): Promise<string[]> {
  const moved = new Set<string>()
  const lock = await lockEnd(tx, userId)
  if (was === undefined) await matchAssets(tx, userId, { touched, lock }, moved)
  else {
    const are = await readSidesOf(tx, userId, touched)
    const around: Rematching[] = []
    for (const [asset, spots] of Map.groupBy([...was, ...are], (spot) => renamedAsset(spot.asset)))
      around.push(await matchAround(tx, userId, { asset, spots, touched, lock }))
    if (around.length > 0) await apply(tx, userId, together(around, lock), moved)
  }
  await keepSides(tx, userId, { touched, moved: [...moved], lock })
  await suggestWeak(tx, userId, lock, [...new Set([...touched, ...moved])])
  return [...moved]
}

async function matchAssets(
  tx: Tx,
  userId: string,
  { touched, lock }: { touched: readonly string[]; lock: Date | undefined },
  moved: Set<string>,
): Promise<void> {
  const assets = await tx.all<{ asset: string }>(sql`
    select distinct asset from (
      select unnest(array[t.from_asset, t.to_asset, t.base ->> 'from_asset', t.base ->> 'to_asset']) as asset
      from transactions t where t.user_id = ${userId} and t.id = any (${touched})
    ) a where asset is not null`)
  const coins = [...new Set(assets.flatMap((row) => tickersOfCoin(row.asset)))]
  const sides = await readSides(tx, userId, sql`(${sideAsset}) = any (${coins})`)
  const standing = await standingMatches(tx, userId, lock, [...touched, ...sides.map((side) => side.id)])
  const found = matchSelfTransfers(sides.map(sideOf), decisionsOf(standing, sides))
  await apply(tx, userId, { found, standing, sides, lock }, moved)
}

/** Transfers found among sides, and the made matches among them. */
interface Rematching {
  readonly found: readonly SelfTransfer[]
  readonly standing: readonly Standing[]
  readonly sides: readonly SideRow[]
}

/**
 * What was found of several assets as one: a transfer that stands is gone where no asset has it any more. Of what stands for a changed
 * transaction, another asset than its own knows nothing.
 */
function together(
  around: readonly Rematching[],
  lock: Date | undefined,
): Rematching & { readonly lock: Date | undefined } {
  const standing = new Map(around.flatMap((one) => one.standing.map((match) => [match.id, match])))
  return {
    found: around.flatMap(({ found }) => found),
    standing: [...standing.values()],
    sides: around.flatMap(({ sides }) => sides),
    lock,
  }
}

/** Find what a change makes of the matches of one asset; nothing is written. */
async function matchAround(
  tx: Tx,
  userId: string,
  {
    asset,
    spots,
    touched,
    lock,
  }: { asset: string; spots: readonly Spot[]; touched: readonly string[]; lock: Date | undefined },
): Promise<Rematching> {
  const times = spots.map((spot) => spot.at.getTime())
  // Under each of its tickers; most coins have one.
  const tickers = tickersOfCoin(asset)
  const ofAsset =
    tickers.length === 1 ? sql`(${sideAsset}) = ${asset}` : sql`(${sideAsset}) = any (${tickers})`
  const timesOf = sql`select t.at from transactions t where t.user_id = ${userId} and ${maySide} and ${ofAsset}`
  // Each the end of an order: as min and max all sides of the asset would be read.
  const { first, last } = await tx.one<{ first: Date | null; last: Date | null }>(sql`
    select (${timesOf} order by t.at limit 1) as first, (${timesOf} order by t.at desc limit 1) as last`)
  for (let reach = FIRST_SPAN_MS; ; reach *= 4) {
    const span = { from: Math.min(...times) - reach, to: Math.max(...times) + reach }
    const isAll =
      first === null || last === null || (span.from <= first.getTime() && span.to >= last.getTime())
    const near = await readSides(
      tx,
      userId,
      isAll
        ? ofAsset
        : sql`${ofAsset} and t.at between ${new Date(span.from)}::timestamptz and ${new Date(span.to)}::timestamptz`,
    )
    const hashes = [...new Set(near.flatMap((side) => writtenHashes(side.tx_hash ?? '')))]
    const mates = isAll || hashes.length === 0 ? [] : await readSidesWithHash(tx, userId, hashes, ofAsset)
    const known = new Map([...near, ...mates].map((side) => [side.id, side]))
    const standing = await standingMatches(tx, userId, lock, [...touched, ...known.keys()])
    const named = standing.flatMap(endIds).filter((id) => !known.has(id))
    if (named.length > 0)
      for (const side of await readSidesOf(tx, userId, named, ofAsset)) known.set(side.id, side)
    const sides = [...known.values()]
    const rematched = rematch({
      sides: sides.map(sideOf),
      span: isAll ? null : span,
      touched: new Set(touched),
      around: times,
      standing: standing.flatMap((match) =>
        match.state === 'refused' || (match.made_by === 'person' && match.state !== 'made')
          ? []
          : [{ ...match, madeBy: isDecided(match) ? ('person' as const) : ('rule' as const) }],
      ),
      decisions: decisionsOf(standing, sides),
    })
    if (rematched === undefined) continue
    const isAnew = (match: Standing) =>
      endIds(match).some((id) => rematched.region.has(id) || touched.includes(id))
    return { found: rematched.matches, standing: standing.filter(isAnew), sides }
  }
}

function decisionsOf(standing: readonly Standing[], sides: readonly SideRow[]): MatchDecision[] {
  const byId = new Map(sides.map((side) => [side.id, side]))
  // Nobody takes apart a match that has a side before the lock.
  return standing
    .toSorted((a, b) => Number(isFixed(b)) - Number(isFixed(a)))
    .filter((match) => isFixed(match) || !isMoreThanSent(match, byId))
    .flatMap((match): MatchDecision[] => {
      const { departure, others = [], arrivals, state } = match
      return isDecided(match)
        ? [{ departure, others, arrivals, state: state === 'refused' ? 'refused' : 'made' }]
        : []
    })
}

/** Whether more arrives by now than was sent: what was made rests until that is mended, like one with a side that is gone. */
function isMoreThanSent(
  { departure, others = [], arrivals, state }: Standing,
  sides: ReadonlyMap<string, SideRow>,
): boolean {
  // A person matches one departure; several under one hash are decided with their sum.
  if (others.length > 0) return false
  const left = sides.get(departure)
  const arrived = arrivals.flatMap((id) => sides.get(id) ?? [])
  if (state === 'refused' || left === undefined || arrived.length !== arrivals.length) return false
  return problemOfMatch(sideOf(left), arrived.map(sideOf)) === 'more_arrived'
}

/** A transfer with an end before the lock: it stays what it is. */
function isFixed({ reaches_lock, state }: Standing): boolean {
  return reaches_lock && state === 'made'
}

/** Decisions that the rule does not make. */
function isDecided(match: Standing): boolean {
  return match.made_by === 'person' || isFixed(match)
}

/** Write where what was found differs from what stands. */
async function apply(
  tx: Tx,
  userId: string,
  { found, standing, sides, lock }: Rematching & { readonly lock: Date | undefined },
  moved: Set<string>,
): Promise<void> {
  const byId = new Map(sides.map((side) => [side.id, side]))
  const reachesLock = (match: SelfTransfer) =>
    lock !== undefined && endIds(match).some((id) => (byId.get(id)?.at ?? lock) < lock)
  const applied = new Map(
    found.filter((match) => match.madeBy === 'person').map((match) => [keyOf(match), match]),
  )
  const wanted = new Map(
    found
      .filter((match) => match.madeBy === 'rule')
      .map((match) => [keyOf(match), reachesLock(match) ? { ...match, state: 'suggested' as const } : match]),
  )
  const gone: string[] = []
  const turned: Pick<Standing, 'id' | 'state' | 'quality' | 'gap'>[] = []
  for (const match of standing) {
    const key = keyOf(match)
    if (isFixed(match)) {
      const same = applied.get(key)
      if (same === undefined || plain(same.gap) !== plain(match.gap)) await refuseTied(tx, userId)
      continue
    }
    if (match.made_by === 'person') {
      // It would be made again with an end before the lock: it waits until that is lifted.
      if (match.reaches_lock) continue
      // A person's match rests while one of its sides is gone, and is made again when it is back.
      const made = applied.get(key)
      const state = match.state === 'refused' ? 'refused' : made === undefined ? 'suggested' : 'made'
      const { quality, gap } = made ?? match
      if (state === match.state && quality === match.quality && plain(gap) === plain(match.gap)) continue
      turned.push({ id: match.id, state, quality, gap })
      for (const id of endIds(match)) moved.add(id)
      continue
    }
    const still = wanted.get(key)
    const isSame =
      still !== undefined &&
      still.state === match.state &&
      still.quality === match.quality &&
      // Units that are lost on the way are spent, and need a value.
      plain(still.gap) === plain(match.gap)
    if (isSame) wanted.delete(key)
    else {
      gone.push(match.id)
      for (const id of endIds(match)) moved.add(id)
    }
  }
  await turnMatches(tx, userId, turned)
  await removeMatches(tx, userId, gone)
  await insertMatches(tx, userId, [...wanted.values()], byId)
  for (const match of wanted.values()) for (const id of endIds(match)) moved.add(id)
}

interface Standing extends Ends {
  readonly id: string
  readonly quality: SelfTransfer['quality']
  readonly gap: string
  readonly state: 'suggested' | 'made' | 'refused'
  readonly made_by: 'system' | 'person'
  /** One of its ends lies before the customer's lock. */
  readonly reaches_lock: boolean
}

/** Matches that have one of these transactions as a side; of a person's the newest word first, which then stands. */
async function standingMatches(
  tx: Tx,
  userId: string,
  lock: Date | undefined,
  sides: readonly string[],
): Promise<Standing[]> {
  const own = await sidesInMatches(tx, userId, sides)
  if (own.length === 0) return []
  const ids = [...new Set(own.map((side) => side.match_id))]
  const matches = await tx.all<Pick<Standing, 'id' | 'quality' | 'gap' | 'state' | 'made_by'>>(sql`
    select m.id, m.quality, m.gap::text, m.state, m.made_by from unnest(${ids}::uuid[]) as named (id)
    cross join lateral (select * from matches where user_id = ${userId} and id = named.id offset 0) m
    order by m.decided_at desc nulls last, m.id desc`)
  const ends = await endsOfMatches(tx, userId, ids)
  const held = await heldByLock(tx, userId, lock, ends)
  return matches.flatMap((match) => {
    const ofMatch = ends.get(match.id)
    return ofMatch === undefined ? [] : [{ ...match, ...ofMatch, reaches_lock: held.has(match.id) }]
  })
}

/** Those of some matches that have an end before the customer's lock. */
async function heldByLock(
  tx: Tx,
  userId: string,
  lock: Date | undefined,
  ends: ReadonlyMap<string, Ends>,
): Promise<ReadonlySet<string>> {
  if (lock === undefined || ends.size === 0) return new Set()
  const rows = await tx.all<{ id: string }>(sql`
    select id from transactions where user_id = ${userId} and at < ${lock}::timestamptz
      and id = any (${[...ends.values()].flatMap(endIds)})`)
  const locked = new Set(rows.map(({ id }) => id))
  return new Set(
    [...ends].filter(([, of]) => endIds(of).some((id) => locked.has(id))).map(([match]) => match),
  )
}

function keyOf({ departure, others = [], arrivals }: Ends): string {
  return [...[departure, ...others].toSorted(), '>', ...arrivals.toSorted()].join(' ')
}

async function turnMatches(
  tx: Tx,
  userId: string,
  matches: readonly Pick<Standing, 'id' | 'state' | 'quality' | 'gap'>[],
): Promise<void> {
  if (matches.length === 0) return
  const turn = () =>
    tx.run(sql`
    update matches m set state = r.state, quality = r.quality, gap = r.gap
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as r (id uuid, state text, quality text, gap numeric)
    where m.user_id = ${userId} and m.id = r.id and m.id = any (${matches.map(({ id }) => id)})`)
  await joinedByHash(tx, turn, matches.length)
}

/** Take matches away, whoever made them. */
export async function removeMatches(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`delete from match_sides where user_id = ${userId} and match_id = any (${ids})`)
  await tx.run(sql`delete from matches where user_id = ${userId} and id = any (${ids})`)
}

async function insertMatches(
  tx: Tx,
  userId: string,
  matches: readonly SelfTransfer[],
  sides: ReadonlyMap<string, SideRow>,
): Promise<void> {
  const rows = matches.map((match) => ({
    id: newId(),
    quality: match.quality,
    state: match.state,
    gap: match.gap,
    match,
  }))
  await tx.run(sql`
    insert into matches (user_id, id, quality, state, made_by, gap, created_at)
    select ${userId}, id, quality, state, 'system', gap, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, quality text, state text, gap numeric)`)
  const halves = rows.flatMap(({ id, match }) => [
    ...[match.departure, ...(match.others ?? [])].map((departure) => ({
      match_id: id,
      transaction_id: departure,
      direction: 'out',
      quantity: sides.get(departure)?.amount ?? '0',
    })),
    ...match.arrivals.map((arrival) => ({
      match_id: id,
      transaction_id: arrival,
      direction: 'in',
      quantity: sides.get(arrival)?.amount ?? '0',
    })),
  ])
  await tx.run(sql`
    insert into match_sides (user_id, match_id, transaction_id, direction, quantity)
    select ${userId}, match_id, transaction_id, direction, quantity
    from jsonb_to_recordset(${JSON.stringify(halves)}::jsonb) as r (match_id uuid, transaction_id uuid, direction text,
      quantity numeric)`)
}

/** Note on each transaction the side of a made match that it is, and on those whose match moved that they changed. */
async function keepSides(
  tx: Tx,
  userId: string,
  { touched, moved, lock }: { touched: readonly string[]; moved: readonly string[]; lock: Date | undefined },
): Promise<void> {
  const isOpen = lock === undefined ? sql`true` : sql`t.at >= ${lock}::timestamptz`
  const ids = [...new Set([...touched, ...moved])]
  const keep = () =>
    tx.run(sql`
    update transactions t set matched_as = n.direction,
      journal_version = (select version from journals j where j.user_id = ${userId})
    from (
      select u.id, s.direction from unnest(${ids}::uuid[]) as u (id) left join (
        select o.transaction_id, o.direction from match_sides o
        join matches m on (m.user_id, m.id) = (o.user_id, o.match_id) and m.state = 'made'
        where o.user_id = ${userId} and o.transaction_id = any (${ids})
      ) s on s.transaction_id = u.id
    ) n
    where t.user_id = ${userId} and t.id = n.id and t.id = any (${ids}) and ${isOpen}
      and (t.matched_as is distinct from n.direction or t.id = any (${moved}))`)
  await joinedByHash(tx, keep, ids.length)
}

/**
 * A finding on the departure of every suggestion among these, and none where there is no longer one. Its note says where the
 * customer's lock is what keeps it from being made. What a person accepted stays accepted while there is one.
 */
async function suggestWeak(
  tx: Tx,
  userId: string,
  lock: Date | undefined,
  ids: readonly string[],
): Promise<void> {
  const open = (await sidesInMatches(tx, userId, ids)).filter(
    ({ state, made_by, direction }) => state === 'suggested' && made_by === 'system' && direction === 'out',
  )
  const ends =
    lock === undefined
      ? new Map<string, Ends>()
      : await endsOfMatches(
          tx,
          userId,
          open.map((side) => side.match_id),
        )
  const held = await heldByLock(tx, userId, lock, ends)
  const rows = open.map((side) => ({
    id: newId(),
    subject_id: side.transaction_id,
    note: held.has(side.match_id) ? 'before_lock' : null,
  }))
  await tx.run(sql`
    update findings f set state = 'resolved', updated_at = now() where f.user_id = ${userId} and f.code = 'weak_match'
      and f.state <> 'resolved' and f.subject_id = any (${ids.map(String)})
      and not f.subject_id = any (${rows.map((row) => row.subject_id)}) and ${mayClose}`)
  await tx.run(sql`
    insert into findings (user_id, id, code, subject, subject_id, severity, note, created_at, updated_at)
    select ${userId}, id, 'weak_match', 'transaction', subject_id, 'warning', note, now(), now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, subject_id text, note text)
    on conflict (user_id, code, subject, subject_id) do update set note = excluded.note, updated_at = now(),
      state = case when findings.state = 'accepted' then 'accepted' else 'open' end`)
}
