import { FIAT, isFiat } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import { EDITABLE_FIELDS, type TransactionFields } from './imported-transaction.ts'

/** A field that a person edited and that arrives differently now: the edit stays, and a finding says so. */
export interface Conflict {
  readonly transactionId: string
  readonly field: string
}

/** The edited fields of a transaction with their imported values; null while there are no live edits. */
export type Base = Partial<TransactionFields>

export interface Kept {
  readonly fields: TransactionFields
  readonly base: Base | null
}

/** Rows of one statement. */
const CHUNK = 5_000

/** The columns of `TransactionFields`, spelled as an import spells them, of the table or alias `t`. */
export const fieldColumns = sql`
  to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, t.type, t.sub_type, t.from_asset,
  t.from_amount::text, t.to_asset, t.to_amount::text, t.fee_asset, t.fee_amount::text, t.value::text,
  t.value_currency, t.gift, t.comment, t.is_ignored, t.base`

/** Columns of a transaction that writing it anew needs. */
interface Held extends Kept {
  readonly flags: readonly string[]
}

/** The fields of transactions as they count, and the imported values beneath their edits, by id; nobody else writes them meanwhile. */
export async function readFields(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Held>> {
  const rows = await tx.all<TransactionFields & { id: string; flags: string[]; base: Base | null }>(sql`
    select t.id, t.flags, ${fieldColumns} from transactions t
    where t.user_id = ${userId} and t.id = any (${ids}) order by t.id for update`)
  return new Map(rows.map(({ id, flags, base, ...fields }) => [id, { fields, base, flags }]))
}

type MovedFields = Pick<TransactionFields, 'type' | 'sub_type' | 'from_asset' | 'to_asset'>

/** Flags with the one that says that what came or went is cash, or without it: a person may say that it is a coin. */
export function flagsOf(flags: readonly string[], fields: MovedFields): string[] {
  const others = flags.filter((flag) => flag !== CASH)
  return isCashMoved(fields) ? [CASH, ...others] : others
}

const CASH = 'fiat'

function isCashMoved({ type, sub_type, from_asset, to_asset }: MovedFields): boolean {
  if (type === 'incoming') return sub_type === 'received' && isFiat(to_asset ?? '')
  return type === 'outgoing' && sub_type === 'sent' && isFiat(from_asset ?? '')
}

/** The same in the database: flags of the row `s`, of the type and sub type that it will have. */
export function flagsUnder(type: Sql, subType: Sql): Sql {
  return sql`case when case when ${type} = 'incoming' and ${subType} = 'received' then s.to_asset
    when ${type} = 'outgoing' and ${subType} = 'sent' then s.from_asset end = any (${[...FIAT]}::text[])
    then array[${CASH}::text] else '{}' end || array_remove(s.flags, ${CASH})`
}

/** Write transactions as they count, with the imported values beneath; `flags` are those of before. */
export async function writeFields(
  tx: Tx,
  at: { readonly userId: string; readonly journalVersion: string },
  written: readonly (Held & { readonly id: string })[],
): Promise<void> {
  for (let from = 0; from < written.length; from += CHUNK) {
    const rows = written.slice(from, from + CHUNK).map(({ id, fields, base, flags }) => ({
      id,
      ...fields,
      base,
      flags: flagsOf(flags, fields),
    }))
    await joinedByHash(
      tx,
      () =>
        tx.run(sql`
      update transactions t set at = r.at, type = r.type, sub_type = r.sub_type, from_asset = r.from_asset,
        from_amount = r.from_amount, to_asset = r.to_asset, to_amount = r.to_amount, fee_asset = r.fee_asset,
        fee_amount = r.fee_amount, value = r.value, value_currency = r.value_currency,
        gift = r.gift, comment = r.comment, is_ignored = r.is_ignored, flags = r.flags, base = r.base,
        journal_version = ${at.journalVersion}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, at timestamptz, type text, sub_type text,
        from_asset text, from_amount numeric, to_asset text, to_amount numeric, fee_asset text, fee_amount numeric,
        value numeric, value_currency text, gift jsonb, comment text, is_ignored boolean, flags text[], base jsonb)
      where t.user_id = ${at.userId} and t.id = r.id and t.id = any (${rows.map(({ id }) => id)})`),
      rows.length,
    )
  }
}

interface LaidRow extends TransactionFields {
  readonly id: string
  readonly flags: readonly string[]
  readonly base: Base | null
  readonly live: readonly Base[]
}

/**
 * Make transactions what was imported and the edits that count make of them, after edits came or went: those of rules
 * first, then those of persons, in the order of their changes.
 *
 * @param each - sees every transaction as it was and as it will be; what it throws stops all of it.
 */
export async function layEdits(
  tx: Tx,
  at: { readonly userId: string; readonly journalVersion: string },
  ids: readonly string[],
  each: (before: TransactionFields, after: TransactionFields) => void = () => {},
): Promise<void> {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK)
    const rows = await joinedByHash(
      tx,
      () =>
        tx.all<LaidRow>(sql`
        select t.id, t.flags, ${fieldColumns}, coalesce(l.live, '[]') as live from transactions t left join (
          select e.target_id, jsonb_agg(e.after order by c.rule_id is null, c.at, c.id) as live
          from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id)
          where e.user_id = ${at.userId} and e.target = 'transaction' and e.target_id = any (${chunk})
            and c.undone_at is null and e.withdrawn_at is null
          group by e.target_id
        ) l on l.target_id = t.id
        where t.user_id = ${at.userId} and t.id = any (${chunk}) order by t.id for update of t`),
      chunk.length,
    )
    const laid = rows.map(({ id, flags, base: kept, live, ...before }) => {
      const imported: TransactionFields = { ...before, ...kept }
      const fields: TransactionFields = Object.assign({ ...imported }, ...live)
      const edited = [...new Set(live.flatMap((edit) => Object.keys(edit)))]
      const base = Object.fromEntries(
        edited.map((field) => [field, imported[field as keyof TransactionFields]]),
      )
      each(before, fields)
      return { id, fields, flags, base: edited.length === 0 ? null : base }
    })
    await writeFields(tx, at, laid)
  }
}

/**
 * Lay newly imported values under what a person corrected: the base takes them, a field without an edit shows
 * them, a field with one keeps it.
 */
export function laidOver(
  id: string,
  kept: Kept,
  imported: TransactionFields,
): Kept & { readonly isChanged: boolean; readonly conflicts: Conflict[] } {
  const fields: Record<string, unknown> = { ...kept.fields }
  const base: Record<string, unknown> = { ...kept.base }
  const conflicts: Conflict[] = []
  let isChanged = false
  for (const field of EDITABLE_FIELDS) {
    // A file cannot take away a field that it does not state.
    if (field === 'is_ignored' || field === 'gift') continue
    const arrived = imported[field]
    if (kept.base !== null && field in kept.base) {
      if (same(kept.base[field], arrived)) continue
      base[field] = arrived
      conflicts.push({ transactionId: id, field })
      isChanged = true
    } else if (!same(kept.fields[field], arrived)) {
      fields[field] = arrived
      isChanged = true
    }
  }
  return {
    fields: fields as unknown as TransactionFields,
    base: kept.base === null ? null : base,
    isChanged,
    conflicts,
  }
}

/** Open a finding for every edit that a later import contradicts. */
export async function reportConflicts(tx: Tx, userId: string, conflicts: readonly Conflict[]): Promise<void> {
  for (const { transactionId, field } of conflicts) {
    await tx.run(sql`
      insert into findings (user_id, id, code, subject, subject_id, severity, note, created_at, updated_at)
      values (${userId}, ${newId()}, 'edit_differs_from_import', 'transaction', ${transactionId}, 'info', ${field}, now(), now())
      on conflict (user_id, code, subject, subject_id) do update set state = 'open', note = excluded.note, updated_at = now()`)
  }
}

/** Values compare as the database keeps them. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}
