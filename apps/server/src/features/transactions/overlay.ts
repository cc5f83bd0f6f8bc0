import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
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

/** The columns of `TransactionFields`, spelled as an import spells them, of the table or alias `t`. */
export const fieldColumns = sql`
  to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, t.type, t.sub_type, t.from_asset,
  t.from_amount::text, t.to_asset, t.to_amount::text, t.fee_asset, t.fee_amount::text, t.value::text,
  t.value_currency, t.gift, t.comment, t.is_ignored, t.base`

/** The fields of a transaction as they count, and the imported values beneath its edits. */
export async function readFields(tx: Tx, userId: string, id: string): Promise<Kept | undefined> {
  const row = await tx.maybe<TransactionFields & { base: Base | null }>(sql`
    select ${fieldColumns} from transactions t where t.user_id = ${userId} and t.id = ${id} for update`)
  if (row === undefined) return undefined
  const { base, ...fields } = row
  return { fields, base }
}

/** Write fields as they count, with the imported values beneath; an empty base is none. */
export async function writeFields(
  tx: Tx,
  at: { readonly userId: string; readonly journalVersion: string },
  id: string,
  fields: TransactionFields,
  base: Base,
): Promise<void> {
  const kept = Object.keys(base).length === 0 ? null : JSON.stringify(base)
  await tx.run(sql`
    update transactions set at = ${fields.at}, type = ${fields.type}, sub_type = ${fields.sub_type},
      from_asset = ${fields.from_asset}, from_amount = ${fields.from_amount}, to_asset = ${fields.to_asset},
      to_amount = ${fields.to_amount}, fee_asset = ${fields.fee_asset}, fee_amount = ${fields.fee_amount},
      value = ${fields.value}, value_currency = ${fields.value_currency},
      gift = ${fields.gift === null ? null : JSON.stringify(fields.gift)}::jsonb, comment = ${fields.comment},
      is_ignored = ${fields.is_ignored}, base = ${kept}::jsonb, journal_version = ${at.journalVersion}
    where user_id = ${at.userId} and id = ${id}`)
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
    // What files do not say is not theirs to take away.
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
