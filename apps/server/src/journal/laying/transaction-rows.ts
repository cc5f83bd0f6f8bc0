import type { Fingerprint } from '@lotbook/journal'
import { paidFor, partFingerprint } from '@lotbook/sources'
import type { RowCells } from '../../platform/copy-rows.ts'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import type { TransactionFields } from '../transactions/imported-transaction.ts'
import type { Base } from '../transactions/overlay.ts'
import type { ReportedTransaction } from './stored-event-rows.ts'

/** The columns of a transaction beside its fields; people do not edit these. */
export interface TransactionFacts {
  readonly external_id: string | null
  readonly sequence: string | null
  readonly tx_hash: string | null
  readonly us_based: boolean | null
  readonly flags: readonly string[]
  /** For a further fee: the fingerprint of the transaction it was paid for. */
  readonly fee_of: Fingerprint | null
}

/** A transaction as a row of its table. */
export interface TransactionRow extends TransactionFields, TransactionFacts {
  readonly id: string
  readonly base: Base | null
}

/** A transaction that is not in the journal yet. */
export interface NewTransactionRow extends TransactionRow {
  readonly account_id: string
  readonly fingerprint: Fingerprint
  readonly event_id: Fingerprint
}

/** A record of another connection, and the transaction that it belongs to now. */
export interface MovedRecord {
  readonly connection_id: string
  readonly source_row: number
  readonly transaction_id: string
}

interface JournalVersion {
  readonly userId: string
  readonly journalVersion: string
}

export function factsOf(
  read: ReportedTransaction,
  whole: Fingerprint,
  part: string | null,
): TransactionFacts {
  const of = paidFor(part)
  return {
    external_id: read.externalId,
    sequence: read.sequence,
    tx_hash: read.txHash,
    us_based: read.usBased,
    flags: read.flags,
    fee_of: of === undefined ? null : partFingerprint(whole, of),
  }
}

/** Columns of a new transaction, in the order of the cells that `writeTransaction` writes. */
export const TRANSACTION_COLUMNS = `id, account_id, fingerprint, event_id, external_id, at, sequence, type, sub_type, from_asset, from_amount,
  to_asset, to_amount, fee_asset, fee_amount, value, value_currency, tx_hash, comment, us_based, flags, is_ignored, base, fee_of`

export function writeTransaction(to: RowCells, t: NewTransactionRow): void {
  to.uuidText(t.id)
  to.uuidText(t.account_id)
  to.hex(t.fingerprint)
  to.text(t.event_id)
  to.maybe('text', t.external_id)
  to.instant(Date.parse(t.at))
  to.maybe('text', t.sequence)
  to.text(t.type)
  to.maybe('text', t.sub_type)
  to.maybe('text', t.from_asset)
  to.maybe('numericText', t.from_amount)
  to.maybe('text', t.to_asset)
  to.maybe('numericText', t.to_amount)
  to.maybe('text', t.fee_asset)
  to.maybe('numericText', t.fee_amount)
  to.maybe('numericText', t.value)
  to.maybe('text', t.value_currency)
  to.maybe('text', t.tx_hash)
  to.maybe('text', t.comment)
  if (t.us_based === null) to.null()
  else to.bool(t.us_based)
  to.texts(t.flags)
  to.bool(t.is_ignored)
  to.null()
  to.maybe('hex', t.fee_of)
}

/** Inserts the transactions of the staging table, `staged_transactions`. */
export async function insertStagedTransactions(
  tx: Tx,
  { userId, journalVersion }: JournalVersion,
): Promise<void> {
  await tx.run(sql`
    insert into transactions (user_id, id, account_id, fingerprint, event_id, external_id, at, sequence, type, sub_type,
      from_asset, from_amount, to_asset, to_amount, fee_asset, fee_amount, value, value_currency, tx_hash, comment,
      us_based, flags, is_ignored, base, fee_of, journal_version)
    select ${userId}, id, account_id, fingerprint, event_id, external_id, at, sequence, type, sub_type,
      from_asset, from_amount, to_asset, to_amount, fee_asset, fee_amount, value, value_currency, tx_hash, comment,
      us_based, flags, is_ignored, base, fee_of, ${journalVersion}
    from staged_transactions`)
}

/** Writes transactions that changed or came back. */
export async function updateTransactions(
  tx: Tx,
  { userId, journalVersion }: JournalVersion,
  rows: readonly TransactionRow[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    update transactions t set deleted_at = case when t.removed_at is null then null else t.deleted_at end, journal_version = ${journalVersion}, at = r.at, type = r.type,
      sub_type = r.sub_type, from_asset = r.from_asset, from_amount = r.from_amount, to_asset = r.to_asset,
      to_amount = r.to_amount, fee_asset = r.fee_asset, fee_amount = r.fee_amount, value = r.value,
      value_currency = r.value_currency, comment = r.comment, base = r.base, external_id = r.external_id,
      sequence = r.sequence, tx_hash = r.tx_hash, us_based = r.us_based, flags = r.flags, fee_of = decode(r.fee_of, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, external_id text, at timestamptz, sequence text,
      type text, sub_type text, from_asset text, from_amount numeric, to_asset text, to_amount numeric, fee_asset text,
      fee_amount numeric, value numeric, value_currency text, tx_hash text, comment text, us_based boolean,
      flags text[], base jsonb, fee_of text)
    where t.user_id = ${userId} and t.id = r.id`)
}

/** Marks transactions as deleted that no report states any more. */
export async function removeTransactions(
  tx: Tx,
  { userId, journalVersion }: JournalVersion,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx.run(sql`
    update transactions set deleted_at = now(), journal_version = ${journalVersion}
    where user_id = ${userId} and id = any (${ids})`)
}

/** Points records of other files at the transaction that their reading went into. */
export async function moveRecords(tx: Tx, userId: string, rows: readonly MovedRecord[]): Promise<void> {
  if (rows.length === 0) return
  const move = sql`
    update records r set transaction_id = w.transaction_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as w (connection_id uuid, source_row integer, transaction_id uuid)
    where r.user_id = ${userId} and r.connection_id = w.connection_id and r.source_row = w.source_row
      and r.outcome = 'used' and r.transaction_id <> w.transaction_id`
  await joinedByHash(tx, () => tx.run(move), rows.length)
}
