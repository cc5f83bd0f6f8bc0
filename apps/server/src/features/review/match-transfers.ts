import { matchSelfTransfers, type MatchDecision, type MatchSide, type SelfTransfer } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'

interface SideRow {
  readonly id: string
  readonly fingerprint: string
  readonly direction: MatchSide['direction']
  readonly account_key: string
  readonly asset: string
  readonly amount: string
  readonly at: Date
  readonly fee_amount: string | null
  readonly fee_asset: string | null
  readonly tx_hash: string | null
  readonly sequence: string | null
}

/**
 * Match the open sides of the assets that changed transactions move, all of them anew, so that no order of import can
 * show. What a person decided stands first; what the rule makes of the rest is compared with what stands, and only
 * differences are written. Weak matches become suggestions with a finding.
 *
 * @returns the transactions whose match moved.
 */
export async function matchTransfers(tx: Tx, userId: string, touched: readonly string[]): Promise<string[]> {
  const assets = await tx.all<{ asset: string }>(sql`
    select distinct asset from (
      select unnest(array[t.from_asset, t.to_asset, t.base ->> 'from_asset', t.base ->> 'to_asset']) as asset
      from transactions t where t.user_id = ${userId} and t.id = any (${touched})
    ) a where asset is not null`)
  const names = assets.map((row) => row.asset)
  const sides = await openSides(tx, userId, names)
  const standing = await standingMatches(
    tx,
    userId,
    touched,
    sides.map((side) => side.id),
  )
  const decisions = standing.flatMap(({ made_by, departure, arrivals, state }): MatchDecision[] =>
    made_by === 'person' ? [{ departure, arrivals, state: state === 'refused' ? 'refused' : 'made' }] : [],
  )
  const found = matchSelfTransfers(sides.map(sideOf), decisions)

  const applied = new Set(found.filter((match) => match.madeBy === 'person').map(keyOf))
  const wanted = new Map(
    found.filter((match) => match.madeBy === 'rule').map((match) => [keyOf(match), match]),
  )
  const moved = new Set<string>()
  const gone: string[] = []
  for (const match of standing) {
    const key = keyOf(match)
    if (match.made_by === 'person') {
      // A person's match rests while one of its sides is gone, and is made again when it is back.
      const state = match.state === 'refused' ? 'refused' : applied.has(key) ? 'made' : 'suggested'
      if (state === match.state) continue
      await tx.run(sql`update matches set state = ${state} where user_id = ${userId} and id = ${match.id}`)
      for (const id of [match.departure, ...match.arrivals]) moved.add(id)
      continue
    }
    const still = wanted.get(key)
    if (still !== undefined && still.state === match.state && still.quality === match.quality)
      wanted.delete(key)
    else {
      gone.push(match.id)
      for (const id of [match.departure, ...match.arrivals]) moved.add(id)
    }
  }
  await removeMatches(tx, userId, gone)
  await insertMatches(tx, userId, [...wanted.values()], new Map(sides.map((side) => [side.id, side])))
  for (const match of wanted.values()) for (const id of [match.departure, ...match.arrivals]) moved.add(id)
  await suggestWeak(tx, userId)
  return [...moved]
}

/** Sides that may be half of a self-transfer: sent and received, of coins and of NFTs, never of cash. */
function openSides(tx: Tx, userId: string, assets: readonly string[]): Promise<SideRow[]> {
  return tx.all<SideRow>(sql`
    select t.id, encode(t.fingerprint, 'hex') as fingerprint,
      case when t.sub_type in ('sent', 'send') then 'departure' else 'arrival' end as direction,
      coalesce(p.key, a.key) as account_key, coalesce(t.from_asset, t.to_asset) as asset,
      coalesce(t.from_amount, t.to_amount)::text as amount, t.at, t.fee_amount::text, t.fee_asset, t.tx_hash, t.sequence
    from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
    left join accounts p on (p.user_id, p.id) = (a.user_id, a.pooled_with)
    where t.user_id = ${userId} and t.deleted_at is null and not t.is_ignored and not ('fiat' = any (t.flags))
      and ((t.type = 'outgoing' and t.sub_type = 'sent') or (t.type = 'incoming' and t.sub_type = 'received')
        or (t.type = 'nft' and t.sub_type in ('send', 'receive')))
      and coalesce(t.from_asset, t.to_asset) = any (${assets})
    order by t.at, t.id`)
}

interface Standing {
  readonly id: string
  readonly quality: string
  readonly state: 'suggested' | 'made' | 'refused'
  readonly made_by: 'system' | 'person'
  readonly departure: string
  readonly arrivals: readonly string[]
}

/** Matches that have one of these transactions as a side. */
function standingMatches(
  tx: Tx,
  userId: string,
  touched: readonly string[],
  sides: readonly string[],
): Promise<Standing[]> {
  return tx.all<Standing>(sql`
    select m.id, m.quality, m.state, m.made_by,
      (array_agg(s.transaction_id) filter (where s.direction = 'out'))[1] as departure,
      coalesce(array_agg(s.transaction_id) filter (where s.direction = 'in'), '{}') as arrivals
    from matches m join match_sides s on (s.user_id, s.match_id) = (m.user_id, m.id)
    where m.user_id = ${userId} and m.id in (
      select match_id from match_sides where user_id = ${userId} and transaction_id = any (${[...touched, ...sides]}))
    group by m.id, m.quality, m.state, m.made_by`)
}

function sideOf(row: SideRow): MatchSide {
  return {
    id: row.id,
    direction: row.direction,
    accountKey: row.account_key,
    asset: row.asset,
    at: row.at.getTime(),
    amount: row.amount,
    fee: row.fee_amount,
    feeAsset: row.fee_asset,
    txHash: row.tx_hash,
    sequence: row.sequence,
    fingerprint: row.fingerprint,
  }
}

function keyOf({ departure, arrivals }: Pick<SelfTransfer, 'departure' | 'arrivals'>): string {
  return [departure, ...arrivals.toSorted()].join(' ')
}

async function removeMatches(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
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
    {
      match_id: id,
      transaction_id: match.departure,
      direction: 'out',
      quantity: sides.get(match.departure)?.amount ?? '0',
    },
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

/** A finding on the departure of every suggestion, and none where there is no longer one. */
async function suggestWeak(tx: Tx, userId: string): Promise<void> {
  const open = await tx.all<{ transaction_id: string }>(sql`
    select s.transaction_id from matches m join match_sides s on (s.user_id, s.match_id) = (m.user_id, m.id)
    where m.user_id = ${userId} and m.state = 'suggested' and m.made_by = 'system' and s.direction = 'out'`)
  const rows = open.map((row) => ({ id: newId(), subject_id: row.transaction_id }))
  await tx.run(sql`
    update findings set state = 'resolved', updated_at = now() where user_id = ${userId} and code = 'weak_match'
      and state = 'open' and not subject_id = any (${rows.map((row) => row.subject_id)})`)
  await tx.run(sql`
    insert into findings (user_id, id, code, subject, subject_id, severity, created_at, updated_at)
    select ${userId}, id, 'weak_match', 'transaction', subject_id, 'warning', now(), now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, subject_id text)
    on conflict (user_id, code, subject, subject_id) do update set state = 'open', updated_at = now()`)
}
