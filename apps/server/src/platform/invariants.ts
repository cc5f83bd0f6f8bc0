import { type Database, withOps } from './database.ts'
import { type Sql, sql } from './sql.ts'

/** Statements about the stored data that hold at all times; each query finds the rows that break its own. */
const INVARIANTS: Readonly<Record<string, Sql>> = {
  'every customer-owned table is guarded': sql`
    select relname as broken from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity)
      and relname <> all ('{assets,tokens,symbols,prices,plans,toggles,searches,payment_events}')`,
  'no record is silent, and a used one has its transaction': sql`
    select id as broken from records
    where (outcome = 'used') <> (transaction_id is not null) or (outcome <> 'used' and reason is null)`,
  'there is a base exactly where there are live edits': sql`
    select t.id as broken from transactions t where (base is not null) <> exists (
      select 1 from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id)
      where (e.user_id, e.target, e.target_id) = (t.user_id, 'transaction', t.id) and c.undone_at is null)`,
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
    select calculation_id as broken from disposals where gain <> proceeds - basis`,
  'kept counts are true': sql`
    select j.user_id as broken from journals j where transactions <> (
      select count(*) from transactions t where t.user_id = j.user_id and t.deleted_at is null)`,
  'the audit chain is whole': sql`
    select id as broken from (
      select id, previous_hash, hash <> audit_hash(e.*) as is_changed,
        lag(hash) over (partition by user_id order by id) as before from audit_events e) a
    where is_changed or previous_hash is distinct from before`,
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
