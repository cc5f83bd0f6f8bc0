import { createHash } from 'node:crypto'
import { BROKER_FORMS_FROM } from '@lotbook/contract'
import type { BrokerLine, BrokerLineLoss } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { identifier, joined, sql, type Sql } from '../../platform/sql.ts'

/** A line to be kept. */
export interface NewLine extends Omit<BrokerLine, 'id' | 'year'> {
  readonly symbol: string
  readonly fileId: string | null
  /** Its place in the file. */
  readonly line: number
  /** `contentOf` it as hexadecimal text, where that is known. */
  readonly content?: string
}

export type ChangeKind = 'entered' | 'replaced' | 'removed' | 'imported' | 'tied' | 'stated' | 'undone'

/** A change of the lines of a year that is being made. */
export interface LineChange {
  readonly id: string
  readonly year: number
  readonly now: Date
}

/** Rows written by one statement. */
const CHUNK = 500

/**
 * Begins a change of the lines of a year. Filing locks the row of the year as well, so a line is part of what was filed or comes after it. A filed year
 * takes changes: they are a proposed amendment.
 */
export async function openChange(
  tx: Tx,
  userId: string,
  { year, kind, now }: { readonly year: number; readonly kind: ChangeKind; readonly now: Date },
): Promise<LineChange> {
  if (year < BROKER_FORMS_FROM)
    refuse('conflict', `Form 1099-DA begins with ${BROKER_FORMS_FROM}; there is none for ${year}.`)
  await tx.run(sql`
    insert into tax_years (user_id, tax_year) values (${userId}, ${year}) on conflict (user_id, tax_year) do nothing`)
  await tx.run(sql`select state from tax_years where user_id = ${userId} and tax_year = ${year} for update`)
  const id = newId(now.getTime())
  await tx.run(sql`
    insert into broker_line_changes (user_id, id, tax_year, kind, at) values (${userId}, ${id}, ${year}, ${kind}, ${now})`)
  return { id, year, now }
}

/** Puts lines in. */
export async function addLines(
  tx: Tx,
  userId: string,
  change: LineChange,
  lines: readonly NewLine[],
): Promise<void> {
  for (let first = 0; first < lines.length; first += CHUNK) {
    const rows = lines.slice(first, first + CHUNK).map((line) => ({
      ...line,
      id: newId(change.now.getTime()),
      content: line.content ?? contentOf(line).toString('hex'),
    }))
    await tx.run(sql`
      insert into broker_lines (user_id, id, tax_year, account_id, file_id, line, form, status, recipient, code, name, symbol, asset_id,
        units, acquired, sold, proceeds, basis, is_basis_reported, proceeds_are, withheld, term, is_noncovered, total, count,
        transferred_in, others, tied_to, note, loss, content, added_in, added_at)
      select ${userId}, id, ${change.year}, account, "fileId", line, form, status, recipient, code, name, symbol, asset, units, acquired, sold,
        proceeds, basis, "isBasisReported", "proceedsAre", withheld, term, "isNoncovered", total, count, "transferredIn", others, "tiedTo",
        note, loss, decode(content, 'hex'), ${change.id}, ${change.now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, account uuid, "fileId" uuid, line integer, form text,
        status text, recipient text, code text, name text, symbol text, asset text, units numeric, acquired date, sold date, proceeds numeric,
        basis numeric, "isBasisReported" boolean, "proceedsAre" text, withheld numeric, term text, "isNoncovered" boolean, total text,
        count integer, "transferredIn" numeric, others jsonb, "tiedTo" uuid[], note text, loss text, content text)`)
  }
}

/** Takes lines out that are in force; refused with `not_found` where there are none. */
export async function takeOut(tx: Tx, userId: string, change: LineChange, where: Sql): Promise<number> {
  const taken = await tx.run(sql`
    update broker_lines set removed_in = ${change.id}, removed_at = ${change.now}
    where user_id = ${userId} and tax_year = ${change.year} and removed_in is null and ${where}`)
  return taken === 0 ? refuse('not_found', 'There is no such line in the year.') : taken
}

/** Hashes the boxes of a line, so that the same line of another file is known. */
export function contentOf(
  line: Omit<NewLine, 'tiedTo' | 'note' | 'loss' | 'fileId' | 'line' | 'asset' | 'content'>,
): Buffer {
  const { account, form, status, recipient, code, name, units, acquired, sold, proceeds, basis } = line
  const { isBasisReported, proceedsAre, withheld, term, isNoncovered, total, count, transferredIn, others } =
    line
  const first = [account, form, status, recipient, code, name, units, acquired, sold, proceeds, basis]
  const rest = [isBasisReported, proceedsAre, withheld, term, isNoncovered, total, count, transferredIn]
  return createHash('sha256')
    .update(JSON.stringify([...first, ...rest, ...Object.values(others)]))
    .digest()
}

/** Columns that a copy of a line takes over. */
const COPIED = [
  'tax_year',
  'account_id',
  'file_id',
  'line',
  'form',
  'status',
  'recipient',
  'code',
  'name',
  'symbol',
  'asset_id',
  'units',
  'acquired',
  'sold',
  'proceeds',
  'basis',
  'is_basis_reported',
  'proceeds_are',
  'withheld',
  'term',
  'is_noncovered',
  'total',
  'count',
  'transferred_in',
  'others',
  'content',
]

/** Ties a line to sales, or parts it from all, with a person's words on it: the line is kept anew, so that what was filed stays. */
export async function tieLine(
  tx: Tx,
  userId: string,
  change: LineChange,
  tie: {
    readonly lineId: string
    readonly transactionIds: readonly string[] | null
    readonly note: string | null
    /** Left out, it stays what it is. */
    readonly loss?: BrokerLineLoss | undefined
  },
): Promise<void> {
  await takeOut(tx, userId, change, sql`id = ${tie.lineId}`)
  const columns = joined(COPIED.map(identifier), ', ')
  await tx.run(sql`
    insert into broker_lines (user_id, id, ${columns}, tied_to, note, loss, added_in, added_at)
    select user_id, ${newId(change.now.getTime())}, ${columns}, ${tie.transactionIds}::uuid[], ${tie.note}, coalesce(${tie.loss ?? null}, loss),
      ${change.id}, ${change.now}
    from broker_lines where user_id = ${userId} and id = ${tie.lineId}`)
}

/** States whether a loss of a sale is deductible, whatever form it is on. */
export async function stateSaleLoss(
  tx: Tx,
  userId: string,
  change: LineChange,
  of: { readonly transactionId: string; readonly isDeductible: boolean },
): Promise<void> {
  await tx.run(sql`
    update nondeductible_sales set removed_in = ${change.id}, removed_at = ${change.now}
    where user_id = ${userId} and tax_year = ${change.year} and transaction_id = ${of.transactionId} and removed_in is null`)
  if (of.isDeductible) return
  await tx.run(sql`
    insert into nondeductible_sales (user_id, id, tax_year, transaction_id, added_in, added_at)
    values (${userId}, ${newId(change.now.getTime())}, ${change.year}, ${of.transactionId}, ${change.id}, ${change.now})`)
}

/** Undoes a change, as a change of its own. Refused with `already_undone` where it was, or where a later one changed the same lines. */
export async function undoChange(tx: Tx, userId: string, changeId: string, now: Date): Promise<LineChange> {
  const known = await tx.maybe<{ tax_year: number }>(sql`
    select tax_year from broker_line_changes where user_id = ${userId} and id = ${changeId}`)
  if (known === undefined) return refuse('not_found')
  const change = await openChange(tx, userId, { year: known.tax_year, kind: 'undone', now })
  const undone = await tx.run(sql`
    update broker_line_changes set undone_in = ${change.id} where user_id = ${userId} and id = ${changeId} and undone_in is null`)
  const { changed } = await tx.one<{ changed: boolean }>(sql`
    select exists (select from broker_lines where user_id = ${userId} and added_in = ${changeId} and removed_in is not null)
      or exists (select from nondeductible_sales where user_id = ${userId} and added_in = ${changeId} and removed_in is not null) as changed`)
  if (undone === 0 || changed) return refuse('already_undone')
  await tx.run(sql`
    update broker_lines set removed_in = ${change.id}, removed_at = ${now} where user_id = ${userId} and added_in = ${changeId}`)
  const columns = joined(COPIED.map(identifier), ', ')
  await tx.run(sql`
    insert into broker_lines (user_id, id, ${columns}, tied_to, note, loss, added_in, added_at)
    select user_id, gen_random_uuid(), ${columns}, tied_to, note, loss, ${change.id}, ${now}
    from broker_lines where user_id = ${userId} and removed_in = ${changeId}`)
  await tx.run(sql`
    update nondeductible_sales set removed_in = ${change.id}, removed_at = ${now} where user_id = ${userId} and added_in = ${changeId}`)
  await tx.run(sql`
    insert into nondeductible_sales (user_id, id, tax_year, transaction_id, added_in, added_at)
    select user_id, gen_random_uuid(), tax_year, transaction_id, ${change.id}, ${now}
    from nondeductible_sales where user_id = ${userId} and removed_in = ${changeId}`)
  return change
}
