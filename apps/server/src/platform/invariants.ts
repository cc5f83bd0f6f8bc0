import { type Database, withOps } from './database.ts'
import { identifier, joined, type Sql, sql } from './sql.ts'

/** Statements about the stored data that hold at all times; each query finds the rows that break its own. */
const INVARIANTS: Readonly<Record<string, Sql>> = {
  'every customer-owned table is guarded': sql`
    select relname as broken from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity)
      and relname <> all ('{assets,tokens,symbols,prices,plans,toggles,searches,payment_events,price_providers,price_gaps,provider_states}')`,
  'what lies in a partition is reached through its table alone, and whose it is nobody says': sql`
    select c.relname as broken from pg_class c cross join unnest('{lotbook_app,lotbook_ops,lotbook_identity}'::text[]) as role
    where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and (
      has_table_privilege(role, c.oid, 'select, update, delete, truncate, references, trigger')
      or has_any_column_privilege(role, c.oid, 'select, update, references')
      or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id'
        and has_column_privilege(role, c.oid, a.attnum, 'insert')))`,
  'no record is silent, and a used one has its transaction': sql`
    select id as broken from records
    where (outcome = 'used') <> (transaction_id is not null) or (outcome <> 'used' and reason is null)`,
  'a record and a value refer to a transaction that is there, a transaction to its account': sql`
    select transaction_id as broken from (
      select user_id, transaction_id from records where transaction_id is not null
      union all select user_id, transaction_id from valuations
    ) r where not exists (select from transactions t where (t.user_id, t.id) = (r.user_id, r.transaction_id))
    union all select t.id from transactions t
    where not exists (select from accounts a where (a.user_id, a.id) = (t.user_id, t.account_id))
    union all select r.id from records r
    where not exists (select from connections c where (c.user_id, c.id) = (r.user_id, r.connection_id))`,
  'there is a base exactly where there are live edits': sql`
    select t.id as broken from transactions t where (base is not null) <> exists (
      select 1 from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id)
      where (e.user_id, e.target, e.target_id) = (t.user_id, 'transaction', t.id) and c.undone_at is null
        and e.withdrawn_at is null)`,
  'one rule at most made a transaction what it is': sql`
    select e.target_id as broken from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id)
    where e.target = 'transaction' and c.rule_id is not null and c.undone_at is null and e.withdrawn_at is null
    group by e.user_id, e.target_id having count(*) > 1`,
  'a person took out what is out by a person': sql`
    select t.id as broken from transactions t where (t.removed_at is not null) <> coalesce((
      select coalesce((e.after -> 'removed')::boolean, false) from edits e
      join changes c on (c.user_id, c.id) = (e.user_id, e.change_id) and c.undone_at is null
      where e.user_id = t.user_id and e.target in ('removed', 'added') and e.target_id = t.id order by c.at desc, c.id desc limit 1), false)`,
  'a side has both halves or none, and nothing is negative': sql`
    select id as broken from transactions where least(from_amount, to_amount, fee_amount) < 0
      or (from_asset is null) <> (from_amount is null) or (to_asset is null) <> (to_amount is null)
      or (fee_asset is null) <> (fee_amount is null)`,
  'a transaction is a side of one made match at most': sql`
    select s.transaction_id as broken from match_sides s
    join matches m on (m.user_id, m.id) = (s.user_id, s.match_id)
    where m.state = 'made' group by s.user_id, s.transaction_id having count(*) > 1`,
  'one calculation runs': sql`
    select user_id as broken from calculations where state in ('queued', 'running')
    group by user_id having count(*) > 1`,
  'a filed year has a whole calculation': sql`
    select y.user_id as broken from tax_years y
    left join calculations c on (c.user_id, c.id) = (y.user_id, y.calculation_id)
    where y.state = 'filed' and c.state is distinct from 'done'`,
  'gain is proceeds less basis': sql`
    select calculation_id as broken from stored_disposals where gain <> proceeds - basis`,
  'rows of results name their rules, and values are within bounds': sql`
    select d.calculation_id as broken from stored_disposals d join calculations c on (c.user_id, c.id) = (d.user_id, d.calculation_id)
    where c.rule_sets -> d.rule_set::integer is null or d.term not in ('short', 'long')
      or greatest(abs(d.quantity), abs(d.proceeds), abs(d.basis), abs(d.gross_proceeds), abs(d.fees)) >= 1e30
      or scale(d.quantity) > 45 or greatest(min_scale(d.proceeds), min_scale(d.basis), min_scale(d.gross_proceeds), min_scale(d.fees)) > 12`,
  'no block of a text is missing': sql`
    select c.id as broken from calculations c cross join unnest(c.input_blocks || c.result_blocks) as block
    where not exists (select from text_blocks b where (b.user_id, b.id) = (c.user_id, block))`,
  'the rows of a calculation begin with the first and have no gap, and those of an older one have the same rules there': sql`
    select calculation_id as broken from (
      select *, lag(until, 1, 0) over (partition by user_id, calculation_id, list order by first) as expected from calculation_rows
    ) r where first <> expected
    union all select r.calculation_id from calculation_rows r
    join calculations c on (c.user_id, c.id) = (r.user_id, r.calculation_id)
    join calculations o on (o.user_id, o.id) = (r.user_id, r.rows_of)
    cross join lateral (
      select rule_set from stored_disposals s where (s.user_id, s.calculation_id, s.n) = (r.user_id, r.rows_of, r.until - 1) offset 0
    ) d
    where r.list = 'disposals' and r.rows_of <> r.calculation_id
      and c.rule_sets -> d.rule_set::integer is distinct from o.rule_sets -> d.rule_set::integer`,
  'all rows that calculations have are stored, and no others': joined(
    ['disposals', 'incomes', 'removals'].map((list) => storedAndHad(list)),
    ' union all ',
  ),
  'kept counts are true': sql`
    select j.user_id as broken from journals j where transactions <> (
      select count(*) from transactions t where t.user_id = j.user_id and t.deleted_at is null)`,
  'counts by kind are true': sql`
    select coalesce(c.user_id, t.user_id) as broken
    from (select * from transaction_counts where transactions <> 0) c
    full join (
      select k.user_id, k.asset_id, k.account_id, k.year, k.type, k.sub_type, k.matched_as, k.is_taxable, k.is_ignored,
        k.is_edited, count(*) as transactions
      from transactions o cross join lateral counted_in(o) k group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ) t on (c.user_id, c.asset_id, c.account_id, c.year, c.type, c.sub_type, c.matched_as, c.is_taxable, c.is_ignored,
      c.is_edited) = (t.user_id, t.asset_id, t.account_id, t.year, t.type, t.sub_type, t.matched_as, t.is_taxable,
      t.is_ignored, t.is_edited)
    where c.transactions is distinct from t.transactions`,
  'counts by quarter are true': sql`
    select coalesce(q.user_id, t.user_id) as broken
    from (select * from transaction_quarters where transactions <> 0) q
    full join (
      select user_id, account_id, date_trunc('quarter', at at time zone 'UTC')::date as quarter, count(*) as transactions
      from transactions where deleted_at is null group by 1, 2, 3
    ) t on (q.user_id, q.account_id, q.quarter) = (t.user_id, t.account_id, t.quarter)
    where q.transactions is distinct from t.transactions`,
  'a side of a made match is noted on its transaction': sql`
    select t.id as broken from transactions t left join (
      select s.user_id, s.transaction_id, s.direction from match_sides s
      join matches m on (m.user_id, m.id) = (s.user_id, s.match_id) and m.state = 'made'
    ) s on (s.user_id, s.transaction_id) = (t.user_id, t.id) where t.matched_as is distinct from s.direction`,
  'the audit chain is whole': sql`
    select id as broken from (
      select id, previous_hash, hash <> audit_hash(e.*) as is_changed,
        lag(hash) over (partition by user_id order by id) as before from audit_events e) a
    where is_changed or previous_hash is distinct from before`,
}

/** Who stored rows of a list that nobody has, or not all that somebody has. Each row is looked at once, however many have it. */
function storedAndHad(list: string): Sql {
  return sql`
    select rows_of as broken from (
      select h.*, (select sum(upper(r) - lower(r)) from unnest(had) r) as length from (
        select user_id, rows_of, range_agg(int4range(first, until)) as had from calculation_rows where list = ${list} group by 1, 2) h
    ) h full join (
      select s.user_id, s.calculation_id as rows_of, count(*) as stored, count(*) filter (where s.n <@ h.had) as wanted
      from ${identifier(`stored_${list}`)} s left join (
        select user_id, rows_of, range_agg(int4range(first, until)) as had from calculation_rows where list = ${list} group by 1, 2
      ) h on (h.user_id, h.rows_of) = (s.user_id, s.calculation_id) group by 1, 2
    ) s using (user_id, rows_of)
    where (stored, wanted) is distinct from (length, length)`
}

export interface BrokenInvariant {
  readonly invariant: string
  /** What breaks it, at most ten: ids of rows, or names of tables. */
  readonly broken: readonly string[]
}

/** What does not hold; an empty list is good news. Sees every customer, so it runs as lotbook_ops. */
export function checkInvariants(db: Database): Promise<BrokenInvariant[]> {
  return withOps(db, async (tx) => {
    const found: BrokenInvariant[] = []
    for (const [invariant, query] of Object.entries(INVARIANTS)) {
      const rows = await tx.all<{ broken: unknown }>(sql`select broken from (${query}) q limit 10`)
      if (rows.length > 0) found.push({ invariant, broken: rows.map((row) => String(row.broken)) })
    }
    return found
  })
}
