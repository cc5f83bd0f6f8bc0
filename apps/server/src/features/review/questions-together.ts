import type { QuestionsTogether, ReviewItem, ReviewKind } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'

/** Key of the question that a finding `f` belongs to: missing prices of one asset are one question, all else is its own. */
export const questionKey = sql`case when f.code = 'missing_price' then coalesce(f.note, f.id::text) else f.id::text end`

/** Condition on findings `f`: those named, and with each missing price all others of its asset in the same state. */
export function namedOrTogether(userId: string, ids: readonly string[]): Sql {
  return sql`(f.id = any (${ids}) or f.code = 'missing_price' and (f.note, f.state) in (
    select i.note, i.state from findings i
    where i.user_id = ${userId} and i.id = any (${ids}) and i.code = 'missing_price'))`
}

interface Asked {
  readonly id: string
  readonly code: ReviewKind
  readonly state: ReviewItem['state']
  readonly note: string | null
}

/** Questions for the same price as each of these, by the id of the finding; without those that stand alone. */
export async function togetherWith(
  tx: Tx,
  userId: string,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, QuestionsTogether>> {
  const priceless = asked.filter(({ code, state }) => code === 'missing_price' && state !== 'resolved')
  if (priceless.length === 0) return new Map()
  const rows = await tx.all<TogetherRow>(sql`
    select f.note, f.state, count(*) as count, sum(f.effect_low)::text as effect_low, sum(f.effect_high)::text as effect_high,
      count(*) filter (where f.effect_high is null) as unknown, min(t.at) as from_at, max(t.at) as to_at,
      array_agg(distinct extract(year from t.at at time zone 'UTC')::integer) as years,
      (select string_agg(coalesce(s.symbol, m.asset), ', ' order by m.place)
        from unnest(string_to_array(f.note, ', ')) with ordinality as m (asset, place)
        left join assets s on s.id = m.asset) as symbol
    from findings f join transactions t on t.user_id = f.user_id and t.id = f.transaction_id and t.deleted_at is null
    where f.user_id = ${userId} and f.code = 'missing_price' and f.state <> 'resolved'
      and f.note = any (${priceless.map(({ note }) => note ?? '')})
    group by f.note, f.state having count(*) > 1`)
  const found = new Map(rows.map((row) => [`${row.state} ${row.note}`, togetherOf(row)]))
  return new Map(
    priceless.flatMap(({ id, state, note }) => {
      const together = found.get(`${state} ${note ?? ''}`)
      return together === undefined ? [] : [[id, together]]
    }),
  )
}

interface TogetherRow {
  readonly note: string
  readonly state: string
  readonly count: string
  readonly effect_low: string | null
  readonly effect_high: string | null
  readonly unknown: string
  readonly from_at: Date
  readonly to_at: Date
  readonly years: number[]
  readonly symbol: string
}

function togetherOf({ symbol, count, effect_low, effect_high, unknown, years, from_at, to_at }: TogetherRow) {
  return {
    symbol,
    count: Number(count),
    effect_low: effect_low === null ? null : plain(effect_low),
    effect_high: effect_high === null ? null : plain(effect_high),
    unknown: Number(unknown),
    years,
    from: from_at.toISOString(),
    to: to_at.toISOString(),
  }
}
