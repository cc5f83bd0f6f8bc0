import { setImmediate as breathe } from 'node:timers/promises'
import type { Fingerprint } from '@lotbook/journal'
import {
  accountOfName,
  recordFingerprint,
  eventFingerprint,
  fingerprintOf,
  type SourceTransaction,
  type Origin,
  partFingerprint,
  distinctParts,
} from '@lotbook/sources'
import { type Batch, batchesOf, stage } from '../../platform/copy.ts'
import type { RowCells } from '../../platform/copy-rows.ts'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import type { Conflict } from '../transactions/overlay.ts'
import { accountFor, type AccountRef } from '../transactions/account-of.ts'
import { type StoredEventReport, storedEventReport } from './stored-event-rows.ts'
import {
  type WrittenEvents,
  writeEventsInRounds,
  nextRound,
  type RecordsOfEvents,
  roundsOf,
} from './write-events.ts'
import { notesByRow } from './notes-by-row.ts'
import { readsOf } from '../reading/packed-reading.ts'
import { originOf, type PlacedFinding, type ReadingSummary, type ReadingToLay } from './reading-to-lay.ts'
import { setLockedAside } from './set-locked-aside.ts'
import type { Destination, FileEvent } from './file-event.ts'

/** The result of an import: counts for people, and ids of the transactions that have to be worked out again. */
export interface Written {
  /** Records read, used, with an error, with a note; and transactions that were here before. */
  readonly total: number
  readonly used: number
  readonly errors: number
  readonly notes: number
  readonly alreadyHere: number
  /** The first and the last instant of its transactions; null without any. */
  readonly covers: { readonly first: number; readonly last: number } | null
  /** Accounts of the transactions that it stated. */
  readonly accountIds: readonly string[]
  /** Nothing of these accounts was in the journal before. */
  readonly isFirst: boolean
  /** Transactions that are new, gone, or not as they were. */
  readonly touched: readonly string[]
  readonly quiet: readonly string[]
  readonly valued: readonly string[]
  readonly gone: readonly string[]
  readonly conflicts: readonly Conflict[]
}

/**
 * Put a reading into the journal: the base of its transactions and a record for every row, used or not. Runs in one
 * transaction of the database, so a reading is in whole or not at all; importing it again, from whatever origin, finds every
 * record by its fingerprint and adds nothing.
 */
export async function writeReading(tx: Tx, to: Destination, read: ReadingToLay): Promise<Written> {
  const file = new EventsOfFile(to, read)
  if ('transactions' in read) await file.nameAccounts(tx, read.transactions)
  const { events, reading, rowsKept, eventsHere } = await setLockedAside(tx, to, () => file.all(), read)
  const keeping = new Keeping(tx, to, reading)
  await keeping.begin()
  const written = await writeEventsInRounds(
    tx,
    {
      ...to,
      onWritten: (done, total) => to.onProgress('Adding transactions', done, total, 'transactions'),
      records: keeping,
    },
    {
      total: events?.length ?? file.total,
      accountIds: file.accountIds,
      rounds: events === null ? file.rounds() : roundsOf(events),
    },
  )
  await keeping.end()
  return {
    total: reading.dataRows,
    used: keeping.used.size + rowsKept,
    errors: reading.errors.length,
    notes: reading.notes.length,
    alreadyHere: keeping.alreadyHere + eventsHere,
    covers: file.covers,
    accountIds: file.accountIds,
    isFirst: written.isFirst,
    touched: written.touched,
    quiet: written.quiet,
    valued: written.valued,
    gone: written.gone,
    conflicts: written.conflicts,
  }
}

/** Readings named in one go: others get their turn after them, and the database what is next for it. */
const AT_ONCE = 100

/** The rows of a reading, by event. */
class EventsOfFile {
  readonly #to: Destination
  readonly #reading: ReadingToLay
  readonly #accounts = new Map<string, AccountRef>()
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY

  constructor(to: Destination, reading: ReadingToLay) {
    this.#to = to
    this.#reading = reading
  }

  /** How many there are, or transactions, which are at least as many. */
  get total(): number {
    return 'transactions' in this.#reading ? this.#reading.transactions.length : this.#reading.events
  }

  get accountIds(): readonly string[] {
    return [this.#to.account, ...this.#accounts.values()].map(({ id }) => id)
  }

  /** From the first to the last instant of all that was told so far, both included. */
  get covers(): Written['covers'] {
    return this.#first <= this.#last ? { first: this.#first, last: this.#last } : null
  }

  /** Accounts that rows name, each made once. */
  async nameAccounts(tx: Tx, rows: readonly SourceTransaction[]): Promise<void> {
    for (const { account } of rows) {
      if (account === null || this.#accounts.has(account)) continue
      this.#accounts.set(account, await accountFor(tx, this.#to.userId, accountOfName(account)))
    }
  }

  async all(): Promise<FileEvent[]> {
    const events: FileEvent[] = []
    for await (const round of this.rounds()) for (const event of round) events.push(event)
    return events
  }

  async *rounds(): AsyncGenerator<readonly FileEvent[]> {
    if ('transactions' in this.#reading) {
      yield* roundsOf(await this.#eventsOf(this.#reading.transactions))
      return
    }
    let before = 0
    let reads: SourceTransaction[] = []
    for await (const piece of readsOf(this.#reading.pieces)) {
      for (const read of piece) reads.push(read)
      if (reads.length < nextRound(before)) continue
      yield await this.#eventsOf(reads)
      before += reads.length
      reads = []
    }
    if (reads.length > 0) yield await this.#eventsOf(reads)
  }

  async #eventsOf(reads: readonly SourceTransaction[]): Promise<FileEvent[]> {
    const { family } = this.#reading
    const events = new Map<Fingerprint, FileEvent>()
    for (const [n, read] of reads.entries()) {
      if (n % AT_ONCE === 0) await breathe()
      if (read.at < this.#first) this.#first = read.at
      if (read.at > this.#last) this.#last = read.at
      const account =
        (read.account === null ? undefined : this.#accounts.get(read.account)) ?? this.#to.account
      const whole = eventFingerprint(account.key, family, read)
      const event = events.get(whole) ?? {
        whole,
        account,
        accountId: account.id,
        report: { family, reads: [] },
        records: [],
      }
      events.set(whole, event)
      const parts = distinctParts(read, event.report.reads)
      const [{ part }] = parts
      for (const record of read.records) event.records.push({ record, part, at: read.at })
      event.report.reads.push(...parts)
    }
    return [...events.values()]
  }
}

/** A row of `records` without its id, which is made as it is written. */
interface RecordRow {
  readonly kind: string
  readonly native_id: string | null
  readonly fingerprint: string
  /** The place of the record; null for a skipped record that is no line, which has only its number. */
  readonly origin: Origin | null
  readonly source_row: number | null
  /** Milliseconds since 1970. */
  readonly occurred_at: number | null
  readonly outcome: 'used' | 'skipped' | 'note' | 'error'
  readonly reason: string | null
  readonly finding: object | null
  readonly transaction_id: string | null
  readonly reading: StoredEventReport | null
}

/** A record for everything the file holds: what was used, and what was not with its reason. None is silent. */
class Keeping implements RecordsOfEvents<FileEvent> {
  /** Rows of the file that transactions were made of. */
  readonly used = new Set<number>()
  /** Transactions of the file that were in the journal before. */
  alreadyHere = 0
  readonly #tx: Tx
  readonly #to: Destination
  readonly #reading: ReadingSummary
  readonly #notes: ReadonlyMap<number, PlacedFinding>
  /** Whether the connection may have some of the records from an earlier reading. */
  #isAgain = true

  constructor(tx: Tx, to: Destination, reading: ReadingSummary) {
    this.#tx = tx
    this.#to = to
    this.#reading = reading
    this.#notes = notesByRow(reading.notes)
  }

  async begin(): Promise<void> {
    const { is_again } = await this.#tx.one<{ is_again: boolean }>(sql`
      select exists (select 1 from records where user_id = ${this.#to.userId} and connection_id = ${this.#to.connectionId}) as is_again`)
    this.#isAgain = is_again
  }

  batches(events: readonly FileEvent[], written: WrittenEvents): Promise<readonly Batch[]> {
    if (written.before.size > 0)
      for (const { whole, report } of events)
        for (const { part } of report.reads)
          if (written.before.has(partFingerprint(whole, part))) this.alreadyHere += 1
    return batchesOf(RECORD_COLUMNS, usedRows(events, written, this.#notes, this.used), writeRecord)
  }

  async write(batch: Batch): Promise<void> {
    const { userId, connectionId, importId } = this.#to
    await stage(this.#tx, 'records', RECORD_COLUMNS, batch)
    // Looking for what cannot be there takes a fifth of the time.
    const again = this.#isAgain
      ? sql`on conflict (user_id, connection_id, fingerprint) do update set import_id = excluded.import_id,
        line = excluded.line, origin = excluded.origin, source_row = excluded.source_row, outcome = excluded.outcome, reason = excluded.reason, finding = excluded.finding,
        transaction_id = excluded.transaction_id, reading = excluded.reading`
      : sql``
    await this.#tx.run(sql`
      insert into records (user_id, id, connection_id, import_id, kind, native_id, fingerprint, line, origin, source_row,
        occurred_at, outcome, reason, finding, transaction_id, reading)
      select ${userId}, id, ${connectionId}, ${importId}, kind, native_id, fingerprint, line, origin, source_row,
        occurred_at, outcome, reason, finding, transaction_id, reading
      from staged_records ${again}`)
  }

  /** Writes the rows that no transaction was made of, once all others are in. */
  async end(): Promise<void> {
    const rows = unusedRows(this.#to, this.#reading, this.used)
    for (const batch of await batchesOf(RECORD_COLUMNS, rows, writeRecord)) await this.write(batch)
  }
}

const RECORD_COLUMNS =
  'id, kind, native_id, fingerprint, line, origin, source_row, occurred_at, outcome, reason, finding, transaction_id, reading'

/** The cells of a row, in the order of its columns. */
function writeRecord(to: RowCells, row: RecordRow): void {
  to.newUuid()
  to.text(row.kind)
  to.maybe('text', row.native_id)
  to.hex(row.fingerprint)
  if (row.origin?.kind === 'line') to.int(row.origin.line)
  else to.null()
  to.maybe('jsonb', row.origin === null || row.origin.kind === 'line' ? null : JSON.stringify(row.origin))
  if (row.source_row === null) to.null()
  else to.int(row.source_row)
  if (row.occurred_at === null) to.null()
  else to.instant(row.occurred_at)
  to.text(row.outcome)
  to.maybe('text', row.reason)
  to.maybe('jsonb', row.finding && JSON.stringify(row.finding))
  to.maybe('uuidText', row.transaction_id)
  to.maybe('text', row.reading && JSON.stringify(row.reading))
}

/**
 * The rows that events were made of.
 *
 * @param used - filled with the rows of the file that transactions were made of.
 */
function* usedRows(
  events: readonly FileEvent[],
  written: WrittenEvents,
  notes: ReadonlyMap<number, PlacedFinding>,
  used: Set<number>,
): Generator<RecordRow> {
  for (const { whole, account, report, records } of events) {
    // A record that several readings list belongs to the first; an event without one of its own still gets its name.
    const own = records.filter(({ record }, i) => i === 0 || !used.has(record.row))
    const sharedHere = new Set<number>()
    for (const [i, { record, part, at }] of own.entries()) {
      const note = notes.get(record.row)
      const name = recordFingerprint(account.key, report.family, record)
      // Further transactions of the same row have other names: the row and the event, and from the third on also their part.
      const isShared = used.has(record.row)
      const again = sharedHere.has(record.row) ? [part ?? ''] : []
      if (isShared) sharedHere.add(record.row)
      used.add(record.row)
      yield {
        kind: record.kind,
        native_id: record.nativeId,
        fingerprint: isShared ? fingerprintOf('shared', name, whole, ...again) : name,
        origin: record.origin,
        source_row: record.row,
        occurred_at: at,
        outcome: 'used',
        reason: note?.message ?? null,
        finding: note === undefined ? null : findingOf(note),
        transaction_id: written.idOf(whole, report.family, part) ?? null,
        reading: i === 0 ? storedEventReport(report) : null,
      }
    }
  }
}

/** The rows that no transaction was made of, each with its reason. */
function* unusedRows(
  to: Destination,
  reading: ReadingSummary,
  used: ReadonlySet<number>,
): Generator<RecordRow> {
  const unused = (
    row: number,
    origin: Origin | null,
    outcome: RecordRow['outcome'],
    reason: string,
    finding: object,
  ): RecordRow => ({
    kind: 'row',
    native_id: null,
    fingerprint: fingerprintOf('row', to.readFrom, outcome, String(row), placeText(origin), reason),
    origin,
    source_row: row === 0 ? null : row,
    occurred_at: null,
    outcome,
    reason,
    finding,
    transaction_id: null,
    reading: null,
  })
  for (const error of reading.errors)
    yield unused(error.row, originOf(error), 'error', error.message, findingOf(error))
  for (const note of reading.notes)
    if (!used.has(note.row)) yield unused(note.row, originOf(note), 'note', note.message, findingOf(note))
  for (const skipped of reading.skipped)
    for (const row of skipped.rows)
      yield unused(row, lineBelow(reading.headerRow, row), 'skipped', skipped.reason, {
        code: skipped.reason,
        row,
      })
}

/** The line of a data row below the header; null for a reading that has no lines. */
function lineBelow(headerRow: number | null, row: number): Origin | null {
  return headerRow === null ? null : { kind: 'line', line: headerRow + row }
}

/** The place of a record in its fingerprint: the number of a line, which is how lines were always named. */
function placeText(origin: Origin | null): string {
  if (origin === null) return ''
  return origin.kind === 'line' ? String(origin.line) : JSON.stringify(origin)
}

function findingOf({ code, row, column, value }: PlacedFinding): object {
  return { code, row, column: column ?? null, value: value ?? null }
}
