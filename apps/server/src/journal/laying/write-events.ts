import { setImmediate as breathe } from 'node:timers/promises'
import type { Fingerprint } from '@lotbook/journal'
import { partFingerprint, settleEvent } from '@lotbook/sources'
import { type Batch, batchesOf, stage } from '../../platform/copy.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { whileNextIsMade } from '../../platform/overlap.ts'
import { sql } from '../../platform/sql.ts'
import { type AssetResolver, AssetsOfRows } from '../valuing/assets.ts'
import { type ReadyToValue, ValuesOfNew, writeNewValues } from '../valuing/value-transactions.ts'
import { asksSomething, askSomething } from '../settling/find-open-questions.ts'
import { isSideType } from '../matching/match-sides.ts'
import { RulesOfStaged } from '../rules/rules-of-staged.ts'
import { settleRules } from '../rules/settle-rules.ts'
import { fieldsOf } from '../transactions/imported-transaction.ts'
import { flagsOf, laidOver, same, type Conflict } from '../transactions/overlay.ts'
import type { EventReport } from './stored-event-rows.ts'
import {
  addReport,
  type ReportOfConnection,
  storedReports,
  type StoredTransaction,
  storedTransactions,
} from './stored-events.ts'
import {
  factsOf,
  insertStagedTransactions,
  type MovedRecord,
  moveRecords,
  type NewTransactionRow,
  removeTransactions,
  TRANSACTION_COLUMNS,
  type TransactionRow,
  updateTransactions,
  writeTransaction,
} from './transaction-rows.ts'

/** An event by its fingerprint, with its report in the file that is being imported, if there is one. */
export interface EventToWrite {
  readonly whole: Fingerprint
  readonly accountId: string
  readonly report: EventReport | null
}

/** The effect of written events on the journal. */
export interface WrittenEvents {
  /** The transaction that a reading of this family went into. */
  readonly idOf: (whole: Fingerprint, family: string, part: string | null) => string | undefined
  /** Transactions that are new, gone, or not as they were. */
  readonly touched: readonly string[]
  readonly added: readonly string[]
  /** Added transactions that leave no question open but their own value (`askSomething`). */
  readonly quiet: readonly string[]
  /** Added transactions that have their values. */
  readonly valued: readonly string[]
  readonly gone: readonly string[]
  readonly conflicts: readonly Conflict[]
  /** Fingerprints that were in the journal before. */
  readonly before: ReadonlySet<Fingerprint>
  /** Nothing of their accounts was in the journal before. */
  readonly isFirst: boolean
}

/** The customer whose journal is written, and the connection that is being read, if one is. */
export interface WriteTarget<Event extends EventToWrite> {
  readonly userId: string
  readonly journalVersion: string
  readonly connectionId: string | null
  /** Receives how many of the events are written. */
  readonly onWritten?: (done: number, total: number) => void
  readonly records?: RecordsOfEvents<Event>
}

/** Writes the records that events are made of, beside their transactions. */
export interface RecordsOfEvents<Event extends EventToWrite> {
  /** The record rows of events that were worked out. */
  readonly batches: (events: readonly Event[], written: WrittenEvents) => Promise<readonly Batch[]>
  /** Writes record rows, after the transactions that they name. */
  readonly write: (batch: Batch) => Promise<unknown>
}

/** Events in rounds. Each event is whole, and in one round only. */
export interface EventsInRounds<Event extends EventToWrite> {
  readonly total: number
  /** Accounts that the events may belong to. */
  readonly accountIds: readonly string[]
  /** Makes no query: a round is read while the round before it is written. */
  readonly rounds: Iterable<readonly Event[]> | AsyncIterable<readonly Event[]>
}

/** Writes events that are in memory; see `writeEventsInRounds`. */
export function writeEvents<Event extends EventToWrite>(
  tx: Tx,
  to: WriteTarget<Event>,
  events: readonly Event[],
): Promise<WrittenEvents> {
  const accountIds = [...new Set(events.map((event) => event.accountId))]
  return writeEventsInRounds(tx, to, { total: events.length, accountIds, rounds: roundsOf(events) })
}

/**
 * Works events out again from the reports of all live files, and updates their transactions: new ones are added, ones that came
 * back are restored, changed ones are written beneath their edits, and ones that no report states any more are deleted. The
 * customer's rules are applied to them afterwards. The outcome depends on the files there are, not on the order of their imports.
 * Each round is worked out while the database writes the round before it.
 */
export async function writeEventsInRounds<Event extends EventToWrite>(
  tx: Tx,
  to: WriteTarget<Event>,
  { total, accountIds, rounds }: EventsInRounds<Event>,
): Promise<WrittenEvents> {
  const writer = new EventWriter(tx, to)
  if (total > 0) await writer.begin(accountIds)
  let written = 0
  await whileNextIsMade(rounds, {
    look: (round) => writer.look(round),
    make: (round, found) => writer.workOut(round, found),
    write: async (round) => {
      to.onWritten?.(written, total)
      await writer.write(round)
      written += round.events
    },
  })
  await writer.applyRules()
  return writer
}

/** Events of one round at most: enough for a statement to be quick. */
const MOST = 4_000
/** Events of the first round: few enough that the database soon has something to do. */
const FIRST = 250

/** The number of events in the round after `before` events. */
export function nextRound(before: number): number {
  return Math.min(MOST, FIRST + before)
}

/** Rounds of events that are in memory. */
export function* roundsOf<Event>(events: readonly Event[]): Generator<readonly Event[]> {
  for (let from = 0; from < events.length;) {
    const to = from + nextRound(from)
    yield events.slice(from, to)
    from = to
  }
}

/** Events worked out in one go: others get their turn after them, and the database what is next for it. */
const AT_ONCE = 100

/** The stored state of some events: their transactions by fingerprint, the rows of all reports, and their assets. */
interface Found {
  readonly known: ReadonlyMap<string, Map<Fingerprint, StoredTransaction>>
  readonly reports: ReadonlyMap<string, readonly ReportOfConnection[]>
  readonly assetOf: AssetResolver
  readonly values: ValuesOfNew
}

/** A round of events worked out: the rows to write. */
interface RoundToWrite {
  readonly events: number
  readonly changed: readonly TransactionRow[]
  readonly gone: readonly string[]
  readonly moved: readonly MovedRecord[]
  /** The new transactions to be valued while they are in memory. */
  readonly toValue: ReadyToValue
  readonly values: ValuesOfNew
  readonly quiet: readonly string[]
  /** The new ones as COPY reads them. */
  readonly transactions: readonly Batch[]
  readonly records: readonly Batch[]
}

class EventWriter<Event extends EventToWrite> implements WrittenEvents {
  readonly touched: string[] = []
  readonly added: string[] = []
  readonly quiet: string[] = []
  readonly valued: string[] = []
  readonly gone: string[] = []
  conflicts: Conflict[] = []
  readonly before = new Set<Fingerprint>()
  /** Transaction ids by event where an event is one transaction, and by reading for all other events. */
  readonly #onlyOnes = new Map<Fingerprint, string>()
  readonly #ids = new Map<string, string>()
  readonly #rules: RulesOfStaged
  readonly #assets: AssetsOfRows
  readonly #tx: Tx
  readonly #to: WriteTarget<Event>
  /** The time when the connection that is being read was made. */
  #since = 0
  /** True if the journal has no transaction in the accounts, so that no stored state is looked up. */
  isFirst = false
  #values: ValuesOfNew | undefined

  constructor(tx: Tx, to: WriteTarget<Event>) {
    this.#tx = tx
    this.#to = to
    this.#rules = new RulesOfStaged(tx, to.userId)
    this.#assets = new AssetsOfRows(tx)
  }

  idOf(whole: Fingerprint, family: string, part: string | null): string | undefined {
    return this.#onlyOnes.get(whole) ?? this.#ids.get(readKey(whole, family, part))
  }

  async begin(accountIds: readonly string[]): Promise<void> {
    const { userId, connectionId } = this.#to
    if (connectionId === null) return
    const own = await this.#tx.maybe<{ since: Date }>(sql`
      select created_at as since from connections where user_id = ${userId} and id = ${connectionId}`)
    this.#since = own?.since.getTime() ?? 0
    // The name of an event begins with its account's, so an account that never had any knows none of these.
    const { is_known } = await this.#tx.one<{ is_known: boolean }>(sql`
      select exists (select 1 from transactions where user_id = ${userId} and account_id = any (${accountIds})) as is_known`)
    this.isFirst = !is_known
  }

  /** Reads the stored state of events. */
  async look(events: readonly Event[]): Promise<Found> {
    const { userId, connectionId } = this.#to
    const wholes = events.map((event) => event.whole)
    const known = this.isFirst ? new Map() : await storedTransactions(this.#tx, userId, wholes)
    const reports = this.#withOwn(
      events,
      this.isFirst ? new Map() : await storedReports(this.#tx, userId, connectionId, wholes),
    )
    const assetOf = await this.#assets.resolver([...reports.values()].flat().flatMap(({ reads }) => reads))
    this.#values ??= await ValuesOfNew.begin(this.#tx, userId)
    return { known, reports, assetOf, values: this.#values }
  }

  /** Works out a round. Makes no query: the round before it is being written. */
  async workOut(events: readonly Event[], { known, reports, assetOf, values }: Found): Promise<RoundToWrite> {
    const changed: TransactionRow[] = []
    const gone: string[] = []
    const fresh: NewTransactionRow[] = []
    const moved: MovedRecord[] = []

    for (const [n, { whole, accountId }] of events.entries()) {
      if (n % AT_ONCE === 0) await breathe()
      const ofAll = reports.get(whole) ?? []
      const settled = settleEvent(ofAll)
      const ofEvent = known.get(whole)
      const idsByPart = new Map<string | null, string>()
      for (const { part, read } of settled?.transactions ?? []) {
        const fingerprint = partFingerprint(whole, part)
        const fields = fieldsOf(read, (ticker) => assetOf(read, ticker))
        const facts = factsOf(read, whole, part)
        const before = ofEvent?.get(fingerprint)
        ofEvent?.delete(fingerprint)
        const id = before?.id ?? newId()
        idsByPart.set(part, id)
        if (before === undefined) {
          fresh.push({
            ...fields,
            ...facts,
            base: null,
            id,
            account_id: accountId,
            fingerprint,
            event_id: whole,
          })
          this.touched.push(id)
          this.added.push(id)
          continue
        }
        const laid = laidOver(id, before.kept, fields)
        this.conflicts.push(...laid.conflicts)
        if (!before.isDeleted) this.before.add(fingerprint)
        const kept = { ...facts, flags: flagsOf(facts.flags, laid.fields) }
        if (!laid.isChanged && !before.isDeleted && same(kept, before.facts)) continue
        changed.push({ ...laid.fields, ...kept, base: laid.base, id })
        this.touched.push(id)
      }
      for (const [, left] of ofEvent ?? []) if (!left.isDeleted) gone.push(left.id)
      const anyId = idsByPart.values().next().value
      if (idsByPart.size === 1 && anyId !== undefined) this.#onlyOnes.set(whole, anyId)
      for (const { connectionId, family, reads } of ofAll) {
        const seen = new Set<number>()
        for (const read of reads) {
          const { part, rows } = read
          const id = idsByPart.get(settled?.placeOf(family, read) ?? null) ?? anyId
          if (id === undefined) continue
          const isOwn = connectionId === this.#to.connectionId
          const key = readKey(whole, family, part)
          // Another file may have a reading of the same part.
          if (idsByPart.size > 1 && (isOwn || !this.#ids.has(key))) this.#ids.set(key, id)
          if (isOwn) continue
          for (const row of rows) {
            if (!seen.has(row))
              moved.push({ connection_id: connectionId, source_row: row, transaction_id: id })
            seen.add(row)
          }
        }
      }
    }
    const transactions = await batchesOf(TRANSACTION_COLUMNS, fresh, writeTransaction)
    const records = (await this.#to.records?.batches(events, this)) ?? []
    // A transaction that may be half of a transfer waits for its other half.
    const toValue = values.ready(fresh.filter(({ sub_type }) => !isSideType(sub_type)))
    const quiet = fresh.filter((row) => !asksSomething(row)).map(({ id }) => id)
    return { events: events.length, changed, gone, moved, toValue, values, quiet, transactions, records }
  }

  /** Writes a round: transactions first, then the values and records that name them. */
  async write(round: RoundToWrite): Promise<void> {
    const { changed, gone, moved, toValue, values, quiet, transactions, records } = round
    await updateTransactions(this.#tx, this.#to, changed)
    await removeTransactions(this.#tx, this.#to, gone)
    this.gone.push(...gone)
    this.touched.push(...gone)
    const workOut = await values.ask(toValue)
    const [worth] = await Promise.all([workOut(), this.#insert(transactions)])
    await moveRecords(this.#tx, this.#to.userId, moved)
    // A transaction that a rule changed is read anew.
    const isWanted = (id: string) => !this.#rules.changed(id)
    await writeNewValues(this.#tx, this.#to.userId, worth, isWanted)
    for (const id of toValue.ids) if (isWanted(id)) this.valued.push(id)
    for (const id of quiet) if (isWanted(id)) this.quiet.push(id)
    for (const batch of records) await this.#to.records?.write(batch)
  }

  async #insert(transactions: readonly Batch[]): Promise<void> {
    for (const batch of transactions) {
      await stage(this.#tx, 'transactions', TRANSACTION_COLUMNS, batch)
      await this.#rules.apply()
      await insertStagedTransactions(this.#tx, this.#to)
    }
  }

  /**
   * Applies the customer's rules. A changed field that a rule had set is no conflict, for the rule decides again: only edits of
   * persons can be contradicted.
   */
  async applyRules(): Promise<void> {
    const { userId, journalVersion } = this.#to
    const editor = { userId, actorId: userId, now: new Date() }
    await this.#rules.record(editor)
    this.quiet.push(...(await this.#quietByRule()))
    const judged = new Set([...this.gone, ...this.added])
    const changed = this.touched.filter((id) => !judged.has(id))
    await settleRules(this.#tx, editor, journalVersion, changed)
    if (this.conflicts.length === 0) return
    this.conflicts = await this.#tx.all<Conflict>(sql`
      select x."transactionId", x.field
      from jsonb_to_recordset(${JSON.stringify(this.conflicts)}::jsonb) as x ("transactionId" uuid, field text)
      where exists (select 1 from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id)
        where e.user_id = ${userId} and e.target = 'transaction' and e.target_id = x."transactionId" and e.after ? x.field
          and c.undone_at is null and c.rule_id is null)`)
  }

  /** Added transactions that a rule changed and that leave no question open now. */
  async #quietByRule(): Promise<string[]> {
    const ruled = this.#rules.changedIds
    if (ruled.length === 0) return []
    const rows = await this.#tx.all<{ id: string }>(sql`
      select t.id from transactions t where t.user_id = ${this.#to.userId} and t.id = any (${ruled}) and ${askSomething} is not true`)
    return rows.map(({ id }) => id)
  }

  /** Adds the reports of the file that is being read, and sorts the reports of each event by connection, the oldest first. */
  #withOwn(
    events: readonly Event[],
    reports: Map<string, ReportOfConnection[]>,
  ): ReadonlyMap<string, readonly ReportOfConnection[]> {
    const { connectionId } = this.#to
    for (const { whole, report } of events)
      if (report !== null && connectionId !== null)
        addReport(reports, whole, { ...report, connectionId, since: this.#since })
    for (const all of reports.values())
      if (all.length > 1) all.sort((a, b) => a.since - b.since || (a.connectionId < b.connectionId ? -1 : 1))
    return reports
  }
}

function readKey(whole: Fingerprint, family: string, part: string | null): string {
  return `${whole} ${family}\n${part ?? ''}`
}
