import { BY_HAND, BY_RULE, entryNamed, type ChangeMeant, type OriginOf } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** Transaction ids for the names of content in two calculations, and the origins of changed transactions. */
export interface ChangedTransactions {
  readonly transactionId: (tx: string) => string | null
  readonly accountId: (account: string) => string | null
  readonly originOf: OriginOf
  readonly changeMeant: ChangeMeant
}

/**
 * Look up transactions by fingerprint: the file each first came with, of those that are still there, and whether a person or a rule
 * edited it between `from` and `to`; `done` is when the older calculation was. What was there by then, and a person or a rule edited, came
 * up or went as the edit has it: out of a match, or into one. A self-transfer goes by its departure, and an edit of what arrived is one of it.
 */
export async function changedTransactions(
  tx: Tx,
  userId: string,
  between: { readonly from: Date; readonly to: Date; readonly done: Date },
): Promise<ChangedTransactions> {
  const rows = await tx.all<{
    id: string
    fingerprint: string
    file: string | null
    edited_by: string | null
    /** Its file had brought it by `done`. */
    was_there: boolean
    is_there: boolean
  }>(sql`
    select t.id, encode(t.fingerprint, 'hex') as fingerprint, f.file, e.edited_by, coalesce(f.read_at <= ${between.done}, false) as was_there,
      t.deleted_at is null and not t.is_ignored as is_there
    from transactions t
    left join (
      select distinct on (r.transaction_id) r.transaction_id, coalesce(c.file_name, nullif(c.label, ''), c.method) as file,
        i.finished_at as read_at
      from records r join connections c on (c.user_id, c.id) = (r.user_id, r.connection_id)
      left join imports i on (i.user_id, i.id) = (r.user_id, r.import_id)
      where r.user_id = ${userId} and r.transaction_id is not null
      order by r.transaction_id, c.deleted_at desc nulls first, c.created_at, c.id
    ) f on f.transaction_id = t.id
    left join (
      select w.id, case when bool_or(c.rule_id is null) then ${BY_HAND} else ${BY_RULE} end as edited_by
      from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id)
      cross join lateral (
        select e.target_id as id
        union select d.transaction_id from match_sides a
        join match_sides d on (d.user_id, d.match_id) = (a.user_id, a.match_id) and d.direction = 'out'
        join matches m on (m.user_id, m.id) = (a.user_id, a.match_id) and m.state = 'made'
        where a.user_id = e.user_id and a.transaction_id = e.target_id and a.direction = 'in'
      ) w
      where e.user_id = ${userId} and e.target in ('transaction', 'removed')
        and (c.at between ${between.from} and ${between.to} or c.undone_at between ${between.from} and ${between.to}
          or e.withdrawn_at between ${between.from} and ${between.to})
      group by w.id
    ) e on e.id = t.id
    where t.user_id = ${userId}`)
  const accounts = await tx.all<{ id: string; key: string }>(sql`
    select id, key from accounts where user_id = ${userId}`)
  const byFingerprint = new Map(rows.map((row) => [row.fingerprint, row]))
  const byKey = new Map(accounts.map(({ id, key }) => [key, id]))
  return {
    transactionId: (name) => byFingerprint.get(entryNamed(name))?.id ?? null,
    accountId: (key) => byKey.get(key) ?? null,
    originOf: (name, change) => {
      const row = byFingerprint.get(entryNamed(name))
      if (row === undefined || change === 'matched' || change === 'named') return null
      // A row without a file comes from a person's answer, such as an opening lot.
      if (change === 'added') return row.file ?? BY_HAND
      return row.edited_by !== null ? row.edited_by : change === 'valued' ? null : row.file
    },
    changeMeant: (name, change) => {
      const row = byFingerprint.get(entryNamed(name))
      if (row === undefined || row.edited_by === null) return change
      const isEdit = (change === 'added' && row.was_there) || (change === 'removed' && row.is_there)
      return isEdit ? 'edited' : change
    },
  }
}
