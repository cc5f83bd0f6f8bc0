import { compareText, fingerprintOf } from '@lotbook/journal'
import {
  accountOfName,
  mergeGroup,
  recordFingerprint,
  transactionFingerprint,
  type ReadOutcome,
  type ReadRow,
  type RowFinding,
} from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { assetsOf, type AssetResolver } from '../prices/assets.ts'
import { fieldColumns, layImported, type Base, type Conflict, type Kept } from '../transactions/overlay.ts'
import { fieldsOf, type TransactionFields } from '../transactions/imported-transaction.ts'
import { accountFor, type AccountRef } from './account-of.ts'

/** What an import brought, in counts for people and in ids for what has to be worked out again. */
export interface Written {
  /** Records read, used, with an error, with a note; and transactions that were here before. */
  readonly total: number
  readonly used: number
  readonly errors: number
  readonly notes: number
  readonly alreadyHere: number
  /** Transactions that are new or not as they were. */
  readonly touched: readonly string[]
  readonly conflicts: readonly Conflict[]
}

export interface Destination {
  readonly userId: string
  readonly connectionId: string
  readonly importId: string
  readonly account: AccountRef
  readonly journalVersion: string
  /** Names rows that have no record of their own (skipped ones) together with their line. */
  readonly uploadHash: string
}

/**
 * Put what a file says into the journal: the base of its transactions and a record for every row, used or not.
 * Runs in one transaction of the database, so a file is in whole or not at all; importing it again finds every
 * row by its fingerprint and adds nothing.
 */
export async function writeReading(tx: Tx, to: Destination, reading: ReadOutcome): Promise<Written> {
  const accounts = await accountsOf(tx, to, reading.transactions)
  const named = reading.transactions.map((read) => {
    const account = (read.account === null ? undefined : accounts.get(read.account)) ?? to.account
    return { read, account, fingerprint: transactionFingerprint(account.key, reading.family, read) }
  })
  const known = await knownTransactions(
    tx,
    to.userId,
    named.map((one) => one.fingerprint),
  )
  // Assets that other reports of the same hash name are part of what is worked out again.
  const others = [...known.values()].flatMap((one) => one.fragments.map((fragment) => fragment.read))
  const assetOf = await assetsOf(tx, [...reading.transactions, ...others])
  const pending = named.map((one): Pending => ({
    ...one,
    id: '',
    family: reading.family,
    fields: fieldsOf(one.read, (ticker) => assetOf(one.read, ticker)),
  }))

  const fresh: Pending[] = []
  const revived: string[] = []
  const touched: string[] = []
  const conflicts: Conflict[] = []
  let alreadyHere = 0

  for (const p of pending) {
    const before = known.get(p.fingerprint)
    if (before === undefined) {
      p.id = newId()
      // A second reading of this fingerprint in the same file is the same transaction.
      known.set(p.fingerprint, {
        id: p.id,
        isDeleted: false,
        kept: { fields: p.fields, base: null },
        fragments: [],
      })
      fresh.push(p)
      touched.push(p.id)
      continue
    }
    p.id = before.id
    if (before.isDeleted) {
      revived.push(before.id)
      touched.push(before.id)
    } else alreadyHere += 1
    const together = merged(p, before.fragments, assetOf)
    const laid = await layImported(tx, to, before.id, before.kept, together?.fields ?? p.fields)
    if (together !== undefined) {
      await tx.run(sql`
        update transactions set sequence = ${together.sequence} where user_id = ${to.userId} and id = ${before.id}`)
    }
    if (laid.changed && !before.isDeleted) touched.push(before.id)
    conflicts.push(...laid.conflicts)
  }

  await insertTransactions(tx, to, fresh)
  if (revived.length > 0) {
    await tx.run(sql`
      update transactions set deleted_at = null, journal_version = ${to.journalVersion}
      where user_id = ${to.userId} and id = any (${revived})`)
  }
  const counts = await insertRecords(tx, to, reading, pending)
  return { ...counts, alreadyHere, touched: [...new Set(touched)], conflicts }
}

interface Pending {
  id: string
  readonly read: ReadRow
  readonly family: string
  readonly account: AccountRef
  readonly fingerprint: string
  readonly fields: TransactionFields
}

/** Accounts that rows name, each made once. */
async function accountsOf(
  tx: Tx,
  to: Destination,
  rows: readonly ReadRow[],
): Promise<Map<string, AccountRef>> {
  const accounts = new Map<string, AccountRef>()
  for (const { account } of rows) {
    if (account === null || accounts.has(account)) continue
    accounts.set(account, await accountFor(tx, to.userId, accountOfName(account)))
  }
  return accounts
}

interface Known {
  readonly id: string
  readonly isDeleted: boolean
  readonly kept: Kept
  /** What other files say of the same group. */
  readonly fragments: readonly Fragment[]
}

interface KnownRow extends TransactionFields {
  readonly id: string
  readonly fingerprint: string
  readonly is_deleted: boolean
  readonly base: Base | null
  readonly fragments: readonly Fragment[] | null
}

interface Fragment {
  readonly family: string
  readonly read: ReadRow
}

async function knownTransactions(
  tx: Tx,
  userId: string,
  fingerprints: readonly string[],
): Promise<Map<string, Known>> {
  const known = new Map<string, Known>()
  for (let from = 0; from < fingerprints.length; from += CHUNK) {
    const rows = await tx.all<KnownRow>(sql`
      select t.id, ${fieldColumns}, encode(t.fingerprint, 'hex') as fingerprint, t.deleted_at is not null as is_deleted, (
        select jsonb_agg(r.reading order by r.fingerprint) from records r
        join connections c on c.user_id = r.user_id and c.id = r.connection_id and c.deleted_at is null
        where r.user_id = t.user_id and r.transaction_id = t.id and r.reading is not null
      ) as fragments
      from transactions t
      where t.user_id = ${userId} and t.fingerprint in (
        select decode(f, 'hex') from unnest(${fingerprints.slice(from, from + CHUNK)}::text[]) f)`)
    for (const { id, fingerprint, is_deleted: isDeleted, fragments, base, ...fields } of rows) {
      known.set(fingerprint, { id, isDeleted, kept: { fields, base }, fragments: fragments ?? [] })
    }
  }
  return known
}

interface Merged {
  readonly fields: TransactionFields
  readonly sequence: string | null
}

/**
 * One transaction out of what several reports say of one hash, in an order that is not that of their import; undefined
 * where this report alone speaks.
 */
function merged(p: Pending, fragments: readonly Fragment[], assetOf: AssetResolver): Merged | undefined {
  const others = fragments.filter((fragment) => fragment.family !== p.family)
  if (p.read.group === null || others.length === 0) return undefined
  const all = [...others, { family: p.family, read: p.read }]
    .toSorted((a, b) => compareText(a.family, b.family))
    .map((fragment) => fragment.read)
  const one = mergeGroup(all)
  return (
    one && {
      fields: fieldsOf(one, (ticker) => assetOf(all.find((read) => read.tokens[ticker]) ?? p.read, ticker)),
      sequence: all.find((read) => read.sequence !== null)?.sequence ?? null,
    }
  )
}

/** Rows of one statement: large enough to be quick, small enough to be held twice. */
const CHUNK = 5_000

async function insertTransactions(tx: Tx, to: Destination, fresh: readonly Pending[]): Promise<void> {
  for (let from = 0; from < fresh.length; from += CHUNK) {
    const rows = fresh.slice(from, from + CHUNK).map((p) => ({
      ...p.fields,
      id: p.id,
      account_id: p.account.id,
      fingerprint: p.fingerprint,
      event_id: p.read.group,
      external_id: p.read.externalId,
      sequence: p.read.sequence,
      tx_hash: p.read.txHash,
      us_based: p.read.usBased,
      flags: p.read.flags,
    }))
    await tx.run(sql`
      insert into transactions (user_id, id, account_id, fingerprint, event_id, external_id, at, sequence, type, sub_type,
        from_asset, from_amount, to_asset, to_amount, fee_asset, fee_amount, value, value_currency, tx_hash, comment,
        us_based, flags, journal_version)
      select ${to.userId}, id, account_id, decode(fingerprint, 'hex'), event_id, external_id, at, sequence, type, sub_type,
        from_asset, from_amount, to_asset, to_amount, fee_asset, fee_amount, value, value_currency, tx_hash, comment,
        us_based, flags, ${to.journalVersion}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, account_id uuid, fingerprint text,
        event_id text, external_id text, at timestamptz, sequence text, type text, sub_type text, from_asset text,
        from_amount numeric, to_asset text, to_amount numeric, fee_asset text, fee_amount numeric, value numeric,
        value_currency text, tx_hash text, comment text, us_based boolean, flags text[])`)
  }
}

interface RecordRow {
  readonly id: string
  readonly kind: string
  readonly native_id: string | null
  readonly fingerprint: string
  readonly line: number
  readonly source_row: number | null
  readonly occurred_at: string | null
  readonly outcome: 'used' | 'skipped' | 'note' | 'error'
  readonly reason: string | null
  readonly finding: object | null
  readonly transaction_id: string | null
  readonly reading: Fragment | null
}

async function insertRecords(
  tx: Tx,
  to: Destination,
  reading: ReadOutcome,
  pending: readonly Pending[],
): Promise<Pick<Written, 'total' | 'used' | 'errors' | 'notes'>> {
  const rows = recordRows(to, reading, pending)
  for (let from = 0; from < rows.length; from += CHUNK) {
    await tx.run(sql`
      insert into records (user_id, id, connection_id, import_id, kind, native_id, fingerprint, line, source_row,
        occurred_at, outcome, reason, finding, transaction_id, reading)
      select ${to.userId}, id, ${to.connectionId}, ${to.importId}, kind, native_id, decode(fingerprint, 'hex'), line, source_row,
        occurred_at, outcome, reason, finding, transaction_id, reading
      from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + CHUNK))}::jsonb) as r (id uuid, kind text,
        native_id text, fingerprint text, line integer, source_row integer, occurred_at timestamptz, outcome text, reason text,
        finding jsonb, transaction_id uuid, reading jsonb)
      on conflict (user_id, connection_id, fingerprint) do update set import_id = excluded.import_id,
        line = excluded.line, source_row = excluded.source_row, outcome = excluded.outcome, reason = excluded.reason, finding = excluded.finding,
        transaction_id = excluded.transaction_id, reading = excluded.reading`)
  }
  return {
    total: reading.dataRows,
    used: rows.filter((row) => row.outcome === 'used').length,
    errors: reading.errors.length,
    notes: reading.notes.length,
  }
}

/** A row for everything the file holds: what was used, and what was not with its reason. None is silent. */
function recordRows(to: Destination, reading: ReadOutcome, pending: readonly Pending[]): RecordRow[] {
  const notes = new Map<number, RowFinding>(reading.notes.map((note) => [note.row, note]))
  const seen = new Set<number>()
  const rows: RecordRow[] = []
  for (const { id, read, family, account } of pending) {
    if (read.part !== null) continue
    read.records.forEach((record, i) => {
      seen.add(record.row)
      const note = notes.get(record.row)
      rows.push({
        id: newId(),
        kind: record.kind,
        native_id: record.nativeId,
        fingerprint: recordFingerprint(account.key, family, record),
        line: record.line,
        source_row: record.row,
        occurred_at: new Date(read.at).toISOString(),
        outcome: 'used',
        reason: note?.message ?? null,
        finding: note === undefined ? null : findingOf(note),
        transaction_id: id,
        reading: i === 0 && read.group !== null && read.txHash !== null ? { family, read } : null,
      })
    })
  }
  const unused = (
    row: number,
    line: number,
    outcome: RecordRow['outcome'],
    reason: string,
    finding: object,
  ) => {
    rows.push({
      id: newId(),
      kind: 'row',
      native_id: null,
      fingerprint: fingerprintOf('row', to.uploadHash, outcome, String(row), String(line), reason),
      line,
      source_row: row === 0 ? null : row,
      occurred_at: null,
      outcome,
      reason,
      finding,
      transaction_id: null,
      reading: null,
    })
  }
  for (const error of reading.errors) unused(error.row, error.line, 'error', error.message, findingOf(error))
  for (const note of reading.notes) {
    if (!seen.has(note.row)) unused(note.row, note.line, 'note', note.message, findingOf(note))
  }
  for (const skipped of reading.skipped) {
    for (const row of skipped.rows) {
      unused(row, reading.headerRow + row, 'skipped', skipped.reason, { code: skipped.reason, row })
    }
  }
  return rows
}

function findingOf({ code, row, column, value }: RowFinding): object {
  return { code, row, column: column ?? null, value: value ?? null }
}
