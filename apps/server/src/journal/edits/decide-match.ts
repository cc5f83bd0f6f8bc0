import { problemOfMatch, type MatchProblem } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import { recordChange, type ChangeEdit } from '../transactions/changes.ts'
import { checkLock, checkTied } from '../transactions/check-lock.ts'
import { recount, writeJournal } from '../transactions/write-journal.ts'
import { settleJournal } from '../settling/settle-journal.ts'
import { readSidesOf, sideOf } from '../matching/match-sides.ts'
import { removeMatches } from '../matching/match-transfers.ts'
import { endsOfMatches, sidesInMatches, endIds, type Ends } from '../matching/sides-in-matches.ts'
import type { Editor } from '../transactions/editor.ts'

/** Content of an edit of a match: a person's decision, and the sides it was about. */
export interface MatchWord extends Ends {
  readonly state: 'made' | 'refused'
}

/**
 * Match sides that a person chose, whatever the tolerances say. What no one can match is refused with the reason.
 *
 * @returns the ids of the change and of the match.
 */
export async function matchByHand(tx: Tx, editor: Editor, ends: Ends): Promise<Decided> {
  const ids = endIds(ends)
  if (new Set(ids).size !== ids.length) refuse('invalid_input', PROBLEMS.not_two_sides)
  const sides = new Map((await readSidesOf(tx, editor.userId, ids)).map((row) => [row.id, sideOf(row)]))
  const departure = sides.get(ends.departure)
  const arrivals = ends.arrivals.flatMap((id) => sides.get(id) ?? [])
  if (departure === undefined || arrivals.length !== ends.arrivals.length)
    refuse('invalid_input', PROBLEMS.not_two_sides)
  // A match of several departures that a rule found is refused or kept as it stands.
  const problem = (ends.others ?? []).length > 0 ? undefined : problemOfMatch(departure, arrivals)
  if (problem !== undefined) refuse('invalid_input', PROBLEMS[problem])
  return decide(tx, editor, ends, 'made')
}

/** A person's word on a match that there is, or was refused: matched, or not a transfer. */
export async function decideMatch(
  tx: Tx,
  editor: Editor,
  matchId: string,
  decision: 'match' | 'refuse',
): Promise<Decided> {
  const ends = (await endsOfMatches(tx, editor.userId, [matchId])).get(matchId)
  if (ends === undefined) refuse('not_found')
  return decision === 'match' ? matchByHand(tx, editor, ends) : decide(tx, editor, ends, 'refused')
}

export interface Decided {
  readonly changeId: string
  readonly matchId: string
}

async function decide(tx: Tx, editor: Editor, ends: Ends, state: MatchWord['state']): Promise<Decided> {
  const { userId } = editor
  await writeJournal(tx, userId)
  const edit = await writeWord(tx, editor, ends, state)
  const changeId = await recordChange(tx, editor, {
    kind: 'match',
    summary: state === 'made' ? 'Matched as a transfer' : 'Marked as not a transfer',
    edits: [edit],
  })
  const ids = endIds(ends)
  await settleJournal(tx, userId, ids, { was: [] })
  await recount(tx, userId)
  for (const id of ids) await notify(tx, userId, { type: 'transactions', id, status: 'matched' })
  return { changeId, matchId: edit.targetId }
}

/** Write a person's word on a match down; whoever calls records the change and settles the journal. */
export async function writeWord(
  tx: Tx,
  editor: Editor,
  ends: Ends,
  state: MatchWord['state'],
): Promise<ChangeEdit> {
  const { userId, now } = editor
  const ids = endIds(ends)
  await checkLock(tx, userId, ids)
  await checkTied(tx, userId, ids)
  const standing = await matchOfEnds(tx, userId, ends)
  const matchId = standing?.id ?? newId()
  const after: MatchWord = { ...ends, state }
  if (standing === undefined) await insertMatch(tx, editor, matchId, ends, state)
  else
    await tx.run(sql`
      update matches set state = ${state}, made_by = 'person', decided_at = ${now}
      where user_id = ${userId} and id = ${matchId}`)
  return { target: 'match', targetId: matchId, before: standing?.word ?? null, after }
}

/**
 * The same word on every match that is suggested for some departures, as part of one change.
 *
 * @returns the edits, and the transactions to settle the journal with.
 */
export async function writeWordOnSuggestions(
  tx: Tx,
  { userId, now }: Editor,
  departures: readonly string[],
  state: MatchWord['state'],
): Promise<{ edits: ChangeEdit[]; ids: string[] }> {
  const suggested = (await sidesInMatches(tx, userId, departures)).filter(
    (side) => side.direction === 'out' && side.state === 'suggested' && side.made_by === 'system',
  )
  const ends = await endsOfMatches(
    tx,
    userId,
    suggested.map((side) => side.match_id),
  )
  const ids = [...ends.values()].flatMap(endIds)
  await checkLock(tx, userId, ids)
  await checkTied(tx, userId, ids)
  await tx.run(sql`
    update matches set state = ${state}, made_by = 'person', decided_at = ${now}
    where user_id = ${userId} and id = any (${[...ends.keys()]})`)
  const edits = [...ends].map(([targetId, ofMatch]): ChangeEdit => {
    const after: MatchWord = { ...ofMatch, state }
    return { target: 'match', targetId, before: null, after }
  })
  return { edits, ids }
}

/**
 * Put matches back to what the person's other words make of them: the newest that was not taken back, or nothing, and
 * then the rule decides.
 *
 * @returns the transactions concerned, for the journal to be settled with.
 */
export async function restoreMatches(tx: Tx, userId: string, matchIds: readonly string[]): Promise<string[]> {
  const ends = await endsOfMatches(tx, userId, matchIds)
  if (ends.size === 0) return []
  const ids = [...ends.keys()]
  const concerned = [...ends.values()].flatMap(endIds)
  await checkLock(tx, userId, concerned)
  const words = await joinedByHash(
    tx,
    () =>
      tx.all<{ id: string; state: MatchWord['state']; at: Date }>(sql`
      select distinct on (e.target_id) e.target_id as id, e.after ->> 'state' as state, c.at
      from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id)
      where e.user_id = ${userId} and e.target = 'match' and e.target_id = any (${ids}) and c.undone_at is null
      order by e.target_id, c.at desc, c.id desc`),
    ids.length,
  )
  const said = new Set(words.map(({ id }) => id))
  await removeMatches(
    tx,
    userId,
    ids.filter((id) => !said.has(id)),
  )
  await joinedByHash(
    tx,
    () =>
      tx.run(sql`
      update matches m set state = w.state, decided_at = w.at
      from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as w (id uuid, state text, at timestamptz)
      where m.user_id = ${userId} and m.id = w.id and m.id = any (${[...said]})`),
    words.length,
  )
  return concerned
}

/** The match of exactly these ends, whoever made or refused it. */
async function matchOfEnds(
  tx: Tx,
  userId: string,
  { departure, others = [], arrivals }: Ends,
): Promise<{ id: string; word: MatchWord | null } | undefined> {
  const row = await tx.maybe<{ id: string; state: string; made_by: string }>(sql`
    select m.id, m.state, m.made_by from matches m
    where m.user_id = ${userId} and m.id in (
        select match_id from match_sides where user_id = ${userId} and transaction_id = ${departure} and direction = 'out')
      and (select array_agg(s.transaction_id order by s.transaction_id) from match_sides s
        where s.user_id = m.user_id and s.match_id = m.id and s.direction = 'in') = ${arrivals.toSorted()}::uuid[]
      and (select count(*) from match_sides s
        where s.user_id = m.user_id and s.match_id = m.id and s.direction = 'out') = ${1 + others.length}
    order by m.made_by, m.id limit 1`)
  if (row === undefined) return undefined
  const state = row.state === 'refused' ? 'refused' : 'made'
  return { id: row.id, word: row.made_by === 'person' ? { departure, others, arrivals, state } : null }
}

async function insertMatch(
  tx: Tx,
  { userId, now }: Editor,
  id: string,
  { departure, others = [], arrivals }: Ends,
  state: MatchWord['state'],
): Promise<void> {
  // Settling the journal replaces this quality and gap with those it finds.
  await tx.run(sql`
    insert into matches (user_id, id, quality, state, made_by, gap, created_at, decided_at)
    values (${userId}, ${id}, 'weak', ${state}, 'person', 0, ${now}, ${now})`)
  await tx.run(sql`
    insert into match_sides (user_id, match_id, transaction_id, direction, quantity)
    select ${userId}, ${id}, t.id, case when t.id = any (${[departure, ...others]}) then 'out' else 'in' end, coalesce(t.from_amount, t.to_amount)
    from transactions t where t.user_id = ${userId} and t.id = any (${[departure, ...others, ...arrivals]})`)
}

const PROBLEMS: Readonly<Record<MatchProblem, string>> = {
  no_arrival: 'Choose where it arrived.',
  not_two_sides: 'A transfer is a sent transaction and what was received of it.',
  other_asset: 'Both sides of a transfer move the same asset.',
  same_account: 'Both sides are in the same account.',
  more_arrived: 'More would have arrived than was sent.',
}
