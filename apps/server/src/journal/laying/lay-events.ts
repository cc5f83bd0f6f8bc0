import { setImmediate as breathe } from 'node:timers/promises'
import type { Fingerprint } from '@lotbook/journal'
import { paidFor, partFingerprint, settleEvent } from '@lotbook/sources'
import { type Batch, batchesOf, stage } from '../../platform/copy.ts'
import type { RowCells } from '../../platform/copy-rows.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { whileNextIsMade } from '../../platform/overlap.ts'
import { sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import { type AssetResolver, AssetsOfRows } from '../valuing/assets.ts'
import { type ReadyToValue, ValuesOfNew, writeNewValues } from '../valuing/value-transactions.ts'
import { asksSomething, askSomething } from '../settling/find-open-questions.ts'
import { isSideType } from '../matching/match-sides.ts'
import { RulesOfStaged } from '../rules/rules-of-staged.ts'
import { settleRules } from '../rules/settle-rules.ts'
import { fieldsOf, type TransactionFields } from '../transactions/imported-transaction.ts'
import { type KeptRead, type KeptTelling, keptTelling, type StoredTelling } from './stored-event-rows.ts'
import {
  flagsOf,
  fieldColumns,
  laidOver,
  same,
  type Base,
  type Conflict,
  type Kept,
} from '../transactions/overlay.ts'

/** An event by the name of its whole, with what the file that is being imported says of it. */
export interface EventToLay {
  readonly whole: Fingerprint
  readonly accountId: string
  readonly telling: KeptTelling | null
}

export interface LaidEvents {
  /** The transaction that a reading of this family went into. */
  readonly idOf: (whole: Fingerprint, family: string, part: string | null) => string | undefined
  /** Transactions that are new, gone, or not as they were. */
  readonly touched: readonly string[]
  readonly added: readonly string[]
  /** Those of the added that concern nothing beside their own value (`askSomething`). */
  readonly quiet: readonly string[]
  /** Those of the added that have their values. */
  readonly valued: readonly string[]
  readonly gone: readonly string[]
  readonly conflicts: readonly Conflict[]
  /** Fingerprints that were in the journal before. */
  readonly before: ReadonlySet<Fingerprint>
  /** Nothing of their accounts was in the journal before. */
  readonly isFirst: boolean
}

/** The customer whose journal is written, and the connection that is being read, if one is. */
export interface Layer<Event extends EventToLay> {
  readonly userId: string
  readonly journalVersion: string
  readonly connectionId: string | null
  /** Told how many of the events are in. */
  readonly onLaid?: (done: number, total: number) => void
  readonly records?: RecordsOfEvents<Event>
}

/** Writes the records that events are made of, beside their transactions. */
export interface RecordsOfEvents<Event extends EventToLay> {
  /** The rows to write for events that were laid. */
  readonly batches: (events: readonly Event[], laid: LaidEvents) => Promise<readonly Batch[]>
  /** Takes them in, once their transactions are there. */
  readonly write: (batch: Batch) => Promise<unknown>
}

/** Events some at a time: each is whole and in one round only. */
export interface EventsInRounds<Event extends EventToLay> {
  readonly total: number
  /** Accounts that they may be of. */
  readonly accountIds: readonly string[]
  /** Asks the database nothing. */
  readonly rounds: Iterable<readonly Event[]> | AsyncIterable<readonly Event[]>
}

/** The same for events that are at hand. */
export function layEvents<Event extends EventToLay>(
  tx: Tx,
  to: Layer<Event>,
  events: readonly Event[],
): Promise<LaidEvents> {
  const accountIds = [...new Set(events.map((event) => event.accountId))]
  return layRounds(tx, to, { total: events.length, accountIds, rounds: roundsOf(events) })
}

/**
 * Work events out again from all that live files say of them, and bring their transactions in step: new ones are
 * added, those that came back are revived, changed ones laid under their edits, and what nothing tells any more
 * is taken out. Then the customer's rules are asked about them. The outcome depends on the files there are, not on the
 * order they came or went in. While the database takes in some events, the next are worked out.
 */
export async function layRounds<Event extends EventToLay>(
  tx: Tx,
  to: Layer<Event>,
  { total, accountIds, rounds }: EventsInRounds<Event>,
): Promise<LaidEvents> {
  const work = new Work(tx, to)
  if (total > 0) await work.begin(accountIds)
  let laid = 0
  await whileNextIsMade(rounds, {
    look: (round) => work.look(round),
    make: (round, found) => work.lay(round, found),
    write: async (round) => {
      to.onLaid?.(laid, total)
      await work.write(round)
      laid += round.events
    },
  })
  await work.rule()
  return work
}

/** Events of one round at most: enough for a statement to be quick. */
const MOST = 4_000
/** Events of the first round: few enough that the database soon has something to do. */
const FIRST = 250

/** How many events the next round has, after so many. */
export function nextRound(before: number): number {
  return Math.min(MOST, FIRST + before)
}

/** Events that are at hand, round by round. */
export function* roundsOf<Event>(events: readonly Event[]): Generator<readonly Event[]> {
  for (let from = 0; from < events.length;) {
    const to = from + nextRound(from)
    yield events.slice(from, to)
    from = to
  }
}

/** Events worked out in one go: others get their turn after them, and the database what is next for it. */
const AT_ONCE = 100

/** The columns of a transaction beside its fields; people do not edit these. */
interface Facts {
  readonly external_id: string | null
  readonly sequence: string | null
  readonly tx_hash: string | null
  readonly us_based: boolean | null
  readonly flags: readonly string[]
  /** For a further fee: the fingerprint of the transaction it was paid for. */
  readonly fee_of: Fingerprint | null
}

interface Known {
  readonly id: string
  /** Nothing told it any more; what a person took out is there and stays out. */
  readonly isDeleted: boolean
  readonly kept: Kept
  readonly facts: Facts
}

interface Row extends TransactionFields, Facts {
  readonly id: string
  readonly base: Base | null
}

interface FreshRow extends Row {
  readonly account_id: string
  readonly fingerprint: Fingerprint
  readonly event_id: Fingerprint
}

interface MovedRecord {
  readonly connection_id: string
  readonly source_row: number
  readonly transaction_id: string
}

interface Told extends KeptTelling {
  readonly connectionId: string
  readonly since: number
}

/** The stored state of some events: their transactions by fingerprint, the rows of all reports, and their assets. */
interface Found {
  readonly known: ReadonlyMap<string, Map<Fingerprint, Known>>
  readonly tellings: ReadonlyMap<string, readonly Told[]>
  readonly assetOf: AssetResolver
  readonly values: ValuesOfNew
}

/** Some events worked out: what is to be written. */
interface LaidRound {
  readonly events: number
  readonly changed: readonly Row[]
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

class Work<Event extends EventToLay> implements LaidEvents {
  readonly touched: string[] = []
  readonly added: string[] = []
  readonly quiet: string[] = []
  readonly valued: string[] = []
  readonly gone: string[] = []
  conflicts: Conflict[] = []
  readonly before = new Set<Fingerprint>()
  /** The transaction of every event that is but one, and for the others of each reading. */
  readonly #onlyOnes = new Map<Fingerprint, string>()
  readonly #ids = new Map<string, string>()
  readonly #rules: RulesOfStaged
  readonly #assets: AssetsOfRows
  readonly #tx: Tx
  readonly #to: Layer<Event>
  /** When the file that is being read came. */
  #since = 0
  /** Nothing of their accounts is in the journal: then nothing is looked for. */
  isFirst = false
  #values: ValuesOfNew | undefined

  constructor(tx: Tx, to: Layer<Event>) {
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
    const wholes = events.map((event) => event.whole)
    const known = this.isFirst ? new Map() : await this.#knownTransactions(wholes)
    const tellings = this.#withOwn(events, this.isFirst ? new Map() : await this.#tellings(wholes))
    const assetOf = await this.#assets.resolver(
      [...tellings.values()].flatMap((told) => told.flatMap(({ reads }) => reads)),
    )
    this.#values ??= await ValuesOfNew.begin(this.#tx, this.#to.userId)
    return { known, tellings, assetOf, values: this.#values }
  }

  async lay(events: readonly Event[], { known, tellings, assetOf, values }: Found): Promise<LaidRound> {
    const changed: Row[] = []
    const gone: string[] = []
    const fresh: FreshRow[] = []
    const moved: MovedRecord[] = []

    for (const [n, { whole, accountId }] of events.entries()) {
      if (n % AT_ONCE === 0) await breathe()
      const told = tellings.get(whole) ?? []
      const settled = settleEvent(told)
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
      for (const { connectionId, family, reads } of told) {
        const seen = new Set<number>()
        for (const { part, rows } of reads) {
          const id = idsByPart.get(settled?.placeOf(family, part) ?? null) ?? anyId
          if (id === undefined) continue
          if (idsByPart.size > 1) this.#ids.set(readKey(whole, family, part), id)
          if (connectionId === this.#to.connectionId) continue
          for (const row of rows) {
            if (!seen.has(row))
              moved.push({ connection_id: connectionId, source_row: row, transaction_id: id })
            seen.add(row)
          }
        }
      }
    }
    const transactions = await batchesOf(COLUMNS, fresh, writeTransaction)
    const records = (await this.#to.records?.batches(events, this)) ?? []
    // A transaction that may be half of a transfer waits for its other half.
    const toValue = values.ready(fresh.filter(({ sub_type }) => !isSideType(sub_type)))
    const quiet = fresh.filter((row) => !asksSomething(row)).map(({ id }) => id)
    return { events: events.length, changed, gone, moved, toValue, values, quiet, transactions, records }
  }

  /** Write what was worked out: what follows from a row goes in after it. */
  async write(round: LaidRound): Promise<void> {
    const { changed, gone, moved, toValue, values, quiet, transactions, records } = round
    await this.#update(changed)
    await this.#remove(gone)
    const workOut = await values.ask(toValue)
    const [worth] = await Promise.all([workOut(), this.#insert(transactions)])
    await this.#moveRecords(moved)
    // A transaction that a rule changed is read anew.
    const isWanted = (id: string) => !this.#rules.changed(id)
    await writeNewValues(this.#tx, this.#to.userId, worth, isWanted)
    for (const id of toValue.ids) if (isWanted(id)) this.valued.push(id)
    for (const id of quiet) if (isWanted(id)) this.quiet.push(id)
    for (const batch of records) await this.#to.records?.write(batch)
  }

  async #insert(transactions: readonly Batch[]): Promise<void> {
    for (const batch of transactions) {
      await stage(this.#tx, 'transactions', COLUMNS, batch)
      await this.#rules.apply()
      await this.#insertStaged()
    }
  }

  /** A field that arrives differently under a rule is for the rule to judge anew; only a person's word can be contradicted. */
  async rule(): Promise<void> {
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

  /** Those of the new ones that a rule made something else, and that are quiet as they are now. */
  async #quietByRule(): Promise<string[]> {
    const ruled = this.#rules.changedIds
    if (ruled.length === 0) return []
    const rows = await this.#tx.all<{ id: string }>(sql`
      select t.id from transactions t where t.user_id = ${this.#to.userId} and t.id = any (${ruled}) and ${askSomething} is not true`)
    return rows.map(({ id }) => id)
  }

  async #knownTransactions(wholes: readonly string[]): Promise<Map<string, Map<Fingerprint, Known>>> {
    const rows = await this.#tx.all<Row & { fingerprint: string; event_id: string; is_deleted: boolean }>(sql`
      select t.id, ${fieldColumns}, encode(t.fingerprint, 'hex') as fingerprint, t.event_id,
        t.deleted_at is not null and t.removed_at is null as is_deleted, t.external_id, t.sequence, t.tx_hash, t.us_based, t.flags,
        encode(t.fee_of, 'hex') as fee_of
      from transactions t where t.user_id = ${this.#to.userId} and t.event_id = any (${wholes})`)
    const known = new Map<string, Map<Fingerprint, Known>>()
    for (const row of rows) {
      const { id, fingerprint, event_id: whole, is_deleted: isDeleted, base, ...rest } = row
      const { external_id, sequence, tx_hash, us_based, flags, fee_of, ...fields } = rest
      const facts = { external_id, sequence, tx_hash, us_based, flags, fee_of }
      const ofEvent = known.get(whole) ?? new Map<Fingerprint, Known>()
      known.set(whole, ofEvent.set(fingerprint, { id, isDeleted, kept: { fields, base }, facts }))
    }
    return known
  }

  /** The rows that other live connections state for events. */
  async #tellings(wholes: readonly string[]): Promise<Map<string, Told[]>> {
    const { userId, connectionId } = this.#to
    const rows = await this.#tx.all<{
      whole: string
      connection_id: string
      since: Date
      reading: StoredTelling
    }>(sql`
      -- Step by step, which offset 0 keeps apart: joined, all records of a connection may come first, for each transaction.
      select t.event_id as whole, r.connection_id, c.created_at as since, r.reading
      from (select id, event_id from transactions where user_id = ${userId} and event_id = any (${wholes}) offset 0) t
      cross join lateral (
        select connection_id, reading from records
        where user_id = ${userId} and transaction_id = t.id and reading is not null
          and connection_id is distinct from ${connectionId} offset 0
      ) r
      join connections c on c.user_id = ${userId} and c.id = r.connection_id and c.deleted_at is null`)
    const tellings = new Map<string, Told[]>()
    for (const { whole, connection_id, since, reading } of rows)
      tell(tellings, whole, { ...keptTelling(reading), connectionId: connection_id, since: since.getTime() })
    return tellings
  }

  /** Beside it what the file that is being read says, the oldest file first. */
  #withOwn(events: readonly Event[], tellings: Map<string, Told[]>): ReadonlyMap<string, readonly Told[]> {
    const { connectionId } = this.#to
    for (const { whole, telling } of events)
      if (telling !== null && connectionId !== null)
        tell(tellings, whole, { ...telling, connectionId, since: this.#since })
    for (const all of tellings.values())
      if (all.length > 1) all.sort((a, b) => a.since - b.since || (a.connectionId < b.connectionId ? -1 : 1))
    return tellings
  }

  async #insertStaged(): Promise<void> {
    await this.#tx.run(sql`
      insert into transactions (user_id, id, account_id, fingerprint, event_id, external_id, at, sequence, type, sub_type,
        from_asset, from_amount, to_asset, to_amount, fee_asset, fee_amount, value, value_currency, tx_hash, comment,
        us_based, flags, is_ignored, base, fee_of, journal_version)
      select ${this.#to.userId}, id, account_id, fingerprint, event_id, external_id, at, sequence, type, sub_type,
        from_asset, from_amount, to_asset, to_amount, fee_asset, fee_amount, value, value_currency, tx_hash, comment,
        us_based, flags, is_ignored, base, fee_of, ${this.#to.journalVersion}
      from staged_transactions`)
  }

  /** Write transactions that are not as they were, or that came back. */
  async #update(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    await this.#tx.run(sql`
      update transactions t set deleted_at = case when t.removed_at is null then null else t.deleted_at end, journal_version = ${this.#to.journalVersion}, at = r.at, type = r.type,
        sub_type = r.sub_type, from_asset = r.from_asset, from_amount = r.from_amount, to_asset = r.to_asset,
        to_amount = r.to_amount, fee_asset = r.fee_asset, fee_amount = r.fee_amount, value = r.value,
        value_currency = r.value_currency, comment = r.comment, base = r.base, external_id = r.external_id,
        sequence = r.sequence, tx_hash = r.tx_hash, us_based = r.us_based, flags = r.flags, fee_of = decode(r.fee_of, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, external_id text, at timestamptz, sequence text,
        type text, sub_type text, from_asset text, from_amount numeric, to_asset text, to_amount numeric, fee_asset text,
        fee_amount numeric, value numeric, value_currency text, tx_hash text, comment text, us_based boolean,
        flags text[], base jsonb, fee_of text)
      where t.user_id = ${this.#to.userId} and t.id = r.id`)
  }

  async #remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.#tx.run(sql`
      update transactions set deleted_at = now(), journal_version = ${this.#to.journalVersion}
      where user_id = ${this.#to.userId} and id = any (${ids})`)
    this.gone.push(...ids)
    this.touched.push(...ids)
  }

  /** Records of other files follow their reading to the transaction it went into. */
  async #moveRecords(rows: readonly MovedRecord[]): Promise<void> {
    if (rows.length === 0) return
    const move = sql`
      update records r set transaction_id = w.transaction_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as w (connection_id uuid, source_row integer, transaction_id uuid)
      where r.user_id = ${this.#to.userId} and r.connection_id = w.connection_id and r.source_row = w.source_row
        and r.outcome = 'used' and r.transaction_id <> w.transaction_id`
    await joinedByHash(this.#tx, () => this.#tx.run(move), rows.length)
  }
}

const COLUMNS = `id, account_id, fingerprint, event_id, external_id, at, sequence, type, sub_type, from_asset, from_amount,
  to_asset, to_amount, fee_asset, fee_amount, value, value_currency, tx_hash, comment, us_based, flags, is_ignored, base, fee_of`

/** The cells of a row, in the order of its columns. */
function writeTransaction(to: RowCells, t: FreshRow): void {
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

function tell(tellings: Map<string, Told[]>, whole: string, told: Told): void {
  const all = tellings.get(whole)
  if (all === undefined) tellings.set(whole, [told])
  else all.push(told)
}

function factsOf(read: KeptRead, whole: Fingerprint, part: string | null): Facts {
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

function readKey(whole: Fingerprint, family: string, part: string | null): string {
  return `${whole} ${family}\n${part ?? ''}`
}
