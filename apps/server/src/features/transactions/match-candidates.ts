import type { MatchCandidate } from '@lotbook/contract'
import { rankCandidates } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { readSides, sideOf } from '../../journal/matching/match-sides.ts'

const MOST_LOOKED_AT = 400
const MOST_SHOWN = 30

/**
 * Candidates for a match with a sent or received transaction, the likeliest first: the nearest sides of the same asset
 * in other accounts, with how well each fits and whether it is part of another transfer.
 */
export async function matchCandidates(tx: Tx, userId: string, id: string): Promise<MatchCandidate[]> {
  const [row] = await readSides(tx, userId, sql`t.id = ${id}`)
  if (row === undefined) {
    const there = await tx.maybe(sql`
      select 1 from transactions where user_id = ${userId} and id = ${id} and deleted_at is null`)
    if (there === undefined) refuse('not_found')
    refuse('invalid_input', 'Only what was sent or received can be half of a transfer.')
  }
  const fits =
    row.direction === 'departure'
      ? sql`coalesce(t.to_asset, t.from_asset) = ${row.asset} and t.sub_type in ('received', 'receive') and coalesce(t.to_amount, t.from_amount) <= ${row.amount}::numeric`
      : sql`coalesce(t.from_asset, t.to_asset) = ${row.asset} and t.sub_type in ('sent', 'send') and coalesce(t.from_amount, t.to_amount) >= ${row.amount}::numeric`
  const near = await readSides(
    tx,
    userId,
    // An array: joined, the planner may look through all sides of the asset for each candidate.
    sql`t.id = any (array(select t.id from transactions t where t.user_id = ${userId} and ${fits}
      order by abs(extract(epoch from t.at - ${row.at}::timestamptz)) limit ${MOST_LOOKED_AT}))`,
  )
  const ranked = rankCandidates(sideOf(row), near.map(sideOf)).slice(0, MOST_SHOWN)
  const said = await tx.all<{
    id: string
    account_name: string
    is_matched: boolean
    is_refused: boolean
  }>(sql`
    select t.id, a.name as account_name,
      exists (select 1 from match_sides s join matches m on (m.user_id, m.id) = (s.user_id, s.match_id)
        where s.user_id = t.user_id and s.transaction_id = t.id and m.state = 'made') as is_matched,
      exists (select 1 from match_sides s join match_sides o on (o.user_id, o.match_id) = (s.user_id, s.match_id)
          and o.transaction_id = ${id}
        join matches m on (m.user_id, m.id) = (s.user_id, s.match_id)
        where s.user_id = t.user_id and s.transaction_id = t.id and m.state = 'refused') as is_refused
    from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
    where t.user_id = ${userId} and t.id = any (${ranked.map(({ side }) => side.id)})`)
  const saidOf = new Map(said.map((one) => [one.id, one]))
  return ranked.flatMap(({ side, measure }) => {
    const one = saidOf.get(side.id)
    if (one === undefined) return []
    return {
      id: side.id,
      account_name: one.account_name,
      at: new Date(side.at).toISOString(),
      amount: plain(side.amount),
      gap: measure.gap,
      quality: measure.quality,
      is_within_tolerance: measure.isWithinTolerance,
      is_matched: one.is_matched,
      is_refused: one.is_refused,
    }
  })
}
