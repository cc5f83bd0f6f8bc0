import type { RuleCondition, RuleResult } from '@lotbook/contract'
import { sidesOf } from '@lotbook/journal'
import { sql, type Sql } from '../../platform/sql.ts'
import { isTiedBefore } from '../transactions/check-lock.ts'
import { sidesFitSql } from '../transactions/sides-fit.ts'
import { conditionOf, imported } from './rule-condition.ts'

/** A rule that is asked, in its place among the others. */
export interface PlannedRule {
  readonly id: string
  readonly revision: number
  readonly condition: RuleCondition
  readonly result: RuleResult
}

export interface PlanOptions {
  /** The rules that are on, in their order. */
  readonly rules: readonly PlannedRule[]
  /** The transactions to look at. */
  readonly ids: readonly string[] | 'all'
  /** Rules that are off, what they did to be taken back; of others that are off it stays. */
  readonly takeBack?: readonly string[]
  /** The relation that transactions `t` are read from when they are not in the journal yet; all of them are looked at. */
  readonly from?: Sql
}

/** The effect of rules on one transaction. */
export interface PlannedRow {
  readonly id: string
  /** The place of the rule that applies, counted from 0; null for none. */
  readonly rule_place: number | null
  /**
   * `change`, `back` to what was imported, `same` as it is; or what keeps it as it is. Null where no rule is about it.
   */
  readonly act: 'change' | 'back' | 'same' | 'edited' | 'unfit' | 'filed' | 'locked' | null
  /** The edit of a rule that counts now. */
  readonly edit_id: string | null
  /** As it counts now, and what the rule makes of what was imported. */
  readonly type: string
  readonly sub_type: string | null
  readonly is_ignored: boolean
  readonly after: { readonly type?: string; readonly sub_type?: string | null; readonly is_ignored?: boolean }
}

/**
 * The columns of `PlannedRow`, with `at` and `matched_as`, of every transaction looked at that a rule is about or has edited;
 * nothing is written. The first rule in order that holds wins. What a person said of a row stands above it: an edit of what
 * would change, a match, and an undo of what this very rule did since it was saved. Rows before the lock and in filed years
 * stay as they are.
 */
export function planOf(userId: string, { rules, ids, takeBack = [], from }: PlanOptions): Sql {
  const places = rules.map(({ id, revision, result }, n) => ({
    n,
    id,
    revision,
    ignores: result.set === 'ignored',
    type: result.set === 'type' ? result.type : null,
    sub_type: result.set === 'type' ? result.sub_type : null,
    sides: result.set === 'type' ? sidesOf(result.type, result.sub_type) : null,
  }))
  const isLookedAt = (column: Sql) =>
    ids === 'all' ? sql`true` : sql`${column} in (select id from looked_at)`
  const cases = rules.map(
    ({ id, condition }, n) =>
      sql`when ${conditionOf(condition)} and not coalesce(${id}::uuid = any (k.rules), false) then ${n}::integer`,
  )
  const first = rules.length === 0 ? sql`null::integer` : sql`case ${spaced(cases)} end`
  const edits = sql`edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id)`
  const ofRows = sql`e.user_id = ${userId} and e.target = 'transaction' and ${isLookedAt(sql`e.target_id`)}`
  return sql`
    with looked_at as materialized (
      select unnest(${ids === 'all' ? [] : ids}::uuid[]) as id
    ), rules_on as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        as r (n integer, id uuid, revision integer, ignores boolean, type text, sub_type text, sides jsonb)
    ), said as materialized (
      select e.target_id as id, bool_or(e.after ?| '{type,sub_type}') as type, bool_or(e.after ? 'is_ignored') as ignored
      from ${edits} where ${ofRows} and c.undone_at is null and c.rule_id is null group by e.target_id
    ), matched as materialized (
      select distinct s.transaction_id as id from match_sides s
      join matches m on (m.user_id, m.id) = (s.user_id, s.match_id) and m.made_by = 'person' and m.state <> 'refused'
      where s.user_id = ${userId} and ${isLookedAt(sql`s.transaction_id`)}
    ), standing as materialized (
      select e.target_id as id, e.id as edit_id, e.after, c.rule_id from ${edits}
      where ${ofRows} and c.rule_id is not null and c.undone_at is null and e.withdrawn_at is null
    ), taken as materialized (
      select e.target_id as id, array_agg(c.rule_id) as rules from ${edits}
      join rules_on r on r.id = c.rule_id and r.revision = c.undone_revision
      where ${ofRows} group by e.target_id
    ), seen as (
      select t.user_id, t.id, t.at, t.type, t.sub_type, t.is_ignored, t.matched_as, i.type as i_type, i.sub_type as i_sub_type,
        i.is_ignored as i_ignored, t.from_asset is not null as has_from, t.to_asset is not null as has_to, ${first} as n
      from ${from ?? sql`transactions t`} join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id) ${imported}
      left join taken k on k.id = t.id
      where t.user_id = ${userId} and ${from === undefined ? isLookedAt(sql`t.id`) : sql`true`} and (t.deleted_at is null
        or t.id in (select x.id from standing x where x.rule_id = any (${takeBack}::uuid[])))
    ), wanted as (
      select s.*, r.id as rule_id, r.ignores, c.edit_id, c.rule_id as standing_rule, c.after as standing,
        case when r.ignores then not s.i_ignored else r.type <> s.i_type or r.sub_type is distinct from s.i_sub_type end as moves,
        case when r.ignores then coalesce(p.ignored, false) else coalesce(p.type, false) or m.id is not null end as is_said,
        case when r.ignores then s.is_ignored else r.type = s.type and r.sub_type is not distinct from s.sub_type end as is_so,
        ${FITS} as fits,
        case when r.ignores then jsonb_build_object('is_ignored', true)
          else case when r.type <> s.i_type then jsonb_build_object('type', r.type) else '{}' end
            || case when r.sub_type is distinct from s.i_sub_type then jsonb_build_object('sub_type', r.sub_type) else '{}' end
        end as after
      from seen s left join rules_on r on r.n = s.n left join said p on p.id = s.id
      left join matched m on m.id = s.id left join standing c on c.id = s.id
      where s.n is not null or c.edit_id is not null
    ), acts as (
      select w.*, case
        when w.n is not null and not w.fits and not w.is_so
          and (w.edit_id is null or w.standing_rule not in (select id from rules_on)) then 'unfit'
        when w.n is not null and w.fits and w.moves and w.standing_rule = w.rule_id and w.standing = w.after then 'same'
        when w.n is not null and w.fits and w.moves and w.is_said then case when w.is_so then 'same' else 'edited' end
        when w.n is not null and w.fits and w.moves then 'change'
        when w.edit_id is not null and (w.standing_rule in (select id from rules_on) or w.standing_rule = any (${takeBack}::uuid[]))
          then 'back'
        when w.n is not null then 'same'
      end as would
      from wanted w
    )
    select w.id, w.at, w.n as rule_place, w.edit_id, w.type, w.sub_type, w.is_ignored, w.matched_as, coalesce(w.after, '{}') as after,
      case
        when w.would in ('change', 'back') and (w.at < u.locked_before or ${isTiedBefore(sql`w`, sql`u.locked_before`)}) then 'locked'
        when w.would in ('change', 'back') and extract(year from w.at at time zone u.time_zone)::integer = any (u.filed) then 'filed'
        else w.would
      end as act
    from acts w cross join (
      select u.locked_before, u.time_zone, array(select y.tax_year::integer from tax_years y
        where y.user_id = u.user_id and y.state = 'filed') as filed
      from customers u where u.user_id = ${userId}
    ) u`
}

/** Whether what a rule makes of it has the sides of the row `s`; one that ignores rows says nothing of sides. */
const FITS = sidesFitSql(
  { from: sql`r.sides ->> 'from'`, to: sql`r.sides ->> 'to'` },
  { from: sql`s.has_from`, to: sql`s.has_to` },
)

function spaced(pieces: readonly Sql[]): Sql {
  return pieces.reduce((all, piece) => sql`${all} ${piece}`)
}
