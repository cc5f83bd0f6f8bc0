import type { TaxSettings } from '@lotbook/contract'
import type { TransactionType } from '@lotbook/journal'
import { canonicalAmount } from '@lotbook/money'
import {
  calculatePacked,
  calculateTable,
  eventTableOf,
  eventTableOfJournal,
  exchangedOneForOne,
  holdsAllocation,
  inputOfJournal,
  negativeBalances,
  positionAtSwitch,
  resultOfTable,
  rowsConcerned,
  rowsOfInput,
  writeCanonicalJson,
  type CalculateOptions,
  type CalculationResult,
  type CalculationSettings,
  type InputTransaction,
  type JournalEntry,
  type MadeMatch,
  type NamedLots,
  type NegativeBalance,
  type OneForOne,
  type Position,
  type ResultTable,
} from '@lotbook/tax'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { EntryIndex, ID_BYTES } from './entry-index.ts'
import { placedMatches } from './placed-matches.ts'
import { bytesOf, idAt, readProjection, type StoredChunk } from './projection.ts'
import { engineSettings, readTaxSettings } from './tax-settings.ts'

/** What the engine's names stand for: it knows content, the database knows ids. */
export interface Names {
  /** The transaction that an event of the engine is. */
  readonly transactionId: (tx: string) => string
  readonly accountId: (account: string) => string
}

/** The same for each event of the engine, as the database keeps ids: 16 bytes, zero where there is none. */
export interface EventIds {
  readonly transactions: Uint8Array
  /** The prices that sides were valued with: what was moved, and the fee. */
  readonly mainPrices: Uint8Array
  readonly feePrices: Uint8Array
}

/** A journal, ready to be calculated. */
interface Work {
  readonly transactions: number
  /** Under the customer's settings, or others that differ in their methods, treatments or allocation. */
  readonly calculate: (options: CalculateOptions, under?: CalculationSettings) => CalculationResult
  /** The same in columns, under the customer's settings. */
  readonly calculateTable: (options: CalculateOptions) => ResultTable
  /** The canonical JSON of the input as rows in UTF-8, piece by piece, each of which holds until the next is asked for. */
  readonly inputText: () => Iterable<Uint8Array>
  readonly names: Names
  readonly eventIds: () => EventIds
  /** What there is to allocate at the end of 2024, had there been one pool (R-POOL-3). */
  readonly position: () => Position
  /** Accounts that gave more than they had, by the warnings of the result. */
  readonly negativeBalances: (warnings: CalculationResult['warnings']) => NegativeBalance[]
  /** How many events each open treatment bears on. */
  readonly rowsConcerned: () => ReturnType<typeof rowsConcerned>
  /** Assets that were only exchanged one for one, and that nobody declared. */
  readonly exchangedOneForOne: () => readonly OneForOne[]
}

export interface Collected extends Work {
  readonly journalVersion: string
  readonly settings: TaxSettings
  /** The same as the engine takes them. */
  readonly engine: CalculationSettings
}

interface JournalRow {
  readonly id: string
  readonly fingerprint: string
  readonly at: Date
  readonly type: TransactionType
  readonly sub_type: string | null
  readonly account_key: string
  readonly sequence: string | null
  readonly from_asset: string | null
  readonly from_amount: string | null
  readonly to_asset: string | null
  readonly to_amount: string | null
  readonly fee_asset: string | null
  readonly fee_amount: string | null
  readonly from_value: string | null
  readonly to_value: string | null
  readonly fee_value: string | null
  readonly main_price: string | null
  readonly fee_price: string | null
  readonly gift: InputTransaction['gift']
}

/** Rows fetched at a time; the bar moves with each. */
const CHUNK = 10_000

/**
 * The effective journal as the engine takes it, in source order, under names made of content: accounts by key,
 * transactions by fingerprint. The journal is held still while it is read, so the result refers to one version. It comes
 * as packed columns; what those do not hold (very large numbers, conversions by a ratio, and input that is refused) comes row
 * by row, to the same result.
 */
export function collectInput(
  db: Database,
  { userId }: { readonly userId: string },
  onProgress: (done: number, total: number) => void,
): Promise<Collected> {
  return withSubject(db, self(userId), (tx) => collectWithin(tx, userId, onProgress))
}

/** The same as a transaction sees it that may have changed the journal. */
export async function collectWithin(
  tx: Tx,
  userId: string,
  onProgress: (done: number, total: number) => void,
): Promise<Collected> {
  // Held alone, not shared: who reads may pack it, and two who pack the same stretch would both keep it.
  const journal = await tx.one<{ version: string; transactions: string }>(sql`
      select version, transactions from journals where user_id = ${userId} for no key update`)
  const settings = await readTaxSettings(tx, userId)
  const engine = await engineSettings(tx, userId, settings)
  const accounts = await tx.all<{ id: string; key: string }>(sql`
      select a.id, coalesce(p.key, a.key) as key from accounts a
      left join accounts p on (p.user_id, p.id) = (a.user_id, a.pooled_with) where a.user_id = ${userId}`)
  const total = Number(journal.transactions)
  const picks = await lotPicks(tx, userId)
  const packed = await packedWork(tx, userId, journal, picks, engine, accounts, onProgress)
  const work =
    packed ??
    assemble(
      await journalRows(tx, userId, total, onProgress),
      await madeMatches(tx, userId),
      picks,
      engine,
      accounts,
    )
  return { ...work, journalVersion: journal.version, settings, engine }
}

type Accounts = readonly { readonly id: string; readonly key: string }[]

/** The work on packed columns; undefined where only the way by objects does. */
async function packedWork(
  tx: Tx,
  userId: string,
  journal: { readonly version: string; readonly transactions: string },
  picks: readonly LotPick[],
  forEngine: CalculationSettings,
  accounts: Accounts,
  onProgress: (done: number, total: number) => void,
): Promise<Work | undefined> {
  const total = Number(journal.transactions)
  const chunks = await readProjection(tx, userId, { version: journal.version, transactions: total }, (done) =>
    onProgress(done, total),
  )
  if (chunks === undefined) return undefined
  onProgress(total, total)
  const keys = new Map(accounts.map(({ id, key }) => [id, key]))
  const columns = chunks.map((chunk) => chunk.columns)
  const entries = new EntryIndex(chunks)
  const matches = await placedMatches(tx, userId, entries)
  const named = lotsNamed(picks, entries)
  const keyOf = (id: string) => keys.get(id) ?? raise(`unknown account: ${id}`)
  const inputUnder = (settings: CalculationSettings) =>
    eventTableOfJournal(columns, matches, settings, keyOf, named)
  const input = inputUnder(forEngine)
  if (input === undefined) return undefined
  /** Units of an allocation that is tried may be finer than all that the journal has. */
  const finer = (under: CalculationSettings) =>
    holdsAllocation(input.table, under.safe_harbor ?? null)
      ? input
      : (inputUnder(under) ?? raise('an allocation in units too small to count'))
  const { table, entryOfEvent } = input
  const entryNamed = (tx: string) => {
    return entryOfEvent[table.eventOf(tx) ?? raise(`unknown transaction: ${tx}`)]!
  }
  const starts = startsOf(chunks)
  const inChunk = <Found>(entry: number, find: (chunk: StoredChunk, n: number) => Found): Found => {
    let c = 0
    for (let end = starts.length; end - c > 1;) {
      const middle = (c + end) >> 1
      if (starts[middle]! <= entry) c = middle
      else end = middle
    }
    return find(chunks[c]!, entry - starts[c]!)
  }
  return {
    transactions: table.count,
    calculateTable: (options) => calculatePacked(input, forEngine, options),
    calculate: (options, under = forEngine) => resultOfTable(calculatePacked(finer(under), under, options)),
    position: () => positionAtSwitch(table, forEngine),
    negativeBalances: (warnings) => negativeBalances(table, forEngine, warnings),
    rowsConcerned: () => rowsConcerned(table, forEngine),
    exchangedOneForOne: () => exchangedOneForOne(table, forEngine),
    inputText: input.text,
    names: {
      transactionId: (tx) => inChunk(entryNamed(tx), ({ ids }, n) => idAt(ids, n)) ?? raise(`no id: ${tx}`),
      accountId: accountIdOf(accounts),
    },
    eventIds: () =>
      idsOfEvents(table.count, (e, put) =>
        inChunk(entryOfEvent[e]!, ({ ids, prices }, n) => {
          put.transaction(ids, n)
          put.mainPrice(prices, 2 * n)
          put.feePrice(prices, 2 * n + 1)
        }),
      ),
  }
}

/** Lots by the position of the entry that names them; one that is ignored or gone names none. */
function lotsNamed(picks: readonly LotPick[], entries: EntryIndex): NamedLots {
  const named = new Map<number, NonNullable<InputTransaction['lots']>>()
  for (const [id, own] of picksByTransaction(picks)) {
    const entry = entries.find(bytesOf(id))
    if (entry !== undefined) named.set(entry, own.map(lotNamed))
  }
  return named
}

function picksByTransaction(picks: readonly LotPick[]): Map<string, LotPick[]> {
  return Map.groupBy(picks, (pick) => pick.transaction_id)
}

function lotNamed({ lot, quantity }: LotPick): NonNullable<InputTransaction['lots']>[number] {
  return { lot, quantity: canonicalAmount(quantity) ?? quantity }
}

type PutId = (from: Uint8Array, n: number) => void

/** @param name puts the ids of an event, each the n-th of some bytes. */
function idsOfEvents(
  count: number,
  name: (event: number, put: Record<'transaction' | 'mainPrice' | 'feePrice', PutId>) => void,
): EventIds {
  let event = 0
  const column = () => new Uint8Array(count * ID_BYTES)
  const [transactions, mainPrices, feePrices] = [column(), column(), column()]
  const into =
    (ids: Uint8Array): PutId =>
    (from, n) => {
      for (let i = 0; i < ID_BYTES; i++) ids[event * ID_BYTES + i] = from[n * ID_BYTES + i]!
    }
  const put = {
    transaction: into(transactions),
    mainPrice: into(mainPrices),
    feePrice: into(feePrices),
  }
  for (; event < count; event++) name(event, put)
  return { transactions, mainPrices, feePrices }
}

function startsOf(chunks: readonly StoredChunk[]): number[] {
  let start = 0
  return chunks.map(({ columns }) => (start += columns.count) - columns.count)
}

function accountIdOf(accounts: Accounts): (key: string) => string {
  const ids = new Map(accounts.toReversed().map(({ id, key }) => [key, id]))
  return (key) => ids.get(key) ?? raise(`unknown account: ${key}`)
}

async function journalRows(
  tx: Tx,
  userId: string,
  total: number,
  onProgress: (done: number, total: number) => void,
): Promise<JournalRow[]> {
  const rows: JournalRow[] = []
  for (let after = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }; ;) {
    const page = await tx.all<JournalRow>(sql`
      select t.id, encode(t.fingerprint, 'hex') as fingerprint, t.at, t.type, t.sub_type, coalesce(p.key, a.key) as account_key,
        t.sequence, t.from_asset, t.from_amount::text, t.to_asset, t.to_amount::text, t.fee_asset, t.fee_amount::text, t.gift,
        vf.value::text as from_value, vt.value::text as to_value, ve.value::text as fee_value,
        coalesce(vt.price_id, vf.price_id) as main_price, ve.price_id as fee_price
      from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
      left join accounts p on (p.user_id, p.id) = (a.user_id, a.pooled_with)
      left join valuations vf on (vf.user_id, vf.transaction_id, vf.side) = (t.user_id, t.id, 'from')
      left join valuations vt on (vt.user_id, vt.transaction_id, vt.side) = (t.user_id, t.id, 'to')
      left join valuations ve on (ve.user_id, ve.transaction_id, ve.side) = (t.user_id, t.id, 'fee')
      where t.user_id = ${userId} and t.deleted_at is null and not t.is_ignored
        and (t.at, t.id) > (${after.at}::timestamptz, ${after.id}::uuid)
      order by t.at, t.id limit ${CHUNK}`)
    rows.push(...page)
    onProgress(rows.length, Math.max(total, rows.length))
    const last = page.at(-1)
    if (last === undefined || page.length < CHUNK) return rows
    after = { at: last.at.toISOString(), id: last.id }
  }
}

async function madeMatches(tx: Tx, userId: string): Promise<MadeMatch[]> {
  const sides = await tx.all<{ match_id: string; transaction_id: string; direction: 'out' | 'in' }>(sql`
    select s.match_id, s.transaction_id, s.direction from match_sides s
    join matches m on (m.user_id, m.id) = (s.user_id, s.match_id) and m.state = 'made' where s.user_id = ${userId}`)
  const matches = new Map<string, { departure: string; arrivals: string[] }>()
  for (const { match_id, transaction_id, direction } of sides) {
    const match = matches.get(match_id) ?? { departure: '', arrivals: [] }
    if (direction === 'out') match.departure = transaction_id
    else match.arrivals.push(transaction_id)
    matches.set(match_id, match)
  }
  return [...matches.values()].filter((match) => match.departure !== '' && match.arrivals.length > 0)
}

interface LotPick {
  readonly transaction_id: string
  readonly lot: string
  readonly quantity: string
}

function lotPicks(tx: Tx, userId: string): Promise<LotPick[]> {
  return tx.all<LotPick>(sql`
    select c.transaction_id, encode(l.fingerprint, 'hex') as lot, c.quantity::text from lot_choices c
    join transactions l on (l.user_id, l.id) = (c.user_id, c.lot_id) where c.user_id = ${userId}
    order by c.transaction_id, l.fingerprint`)
}

function assemble(
  rows: readonly JournalRow[],
  matches: readonly MadeMatch[],
  picks: readonly LotPick[],
  settings: CalculationSettings,
  accounts: Accounts,
): Work {
  const picksOf = picksByTransaction(picks)
  const entries = rows.map((row) => entryOf(row, picksOf.get(row.id)))
  const fingerprints = new Map(rows.map((row) => [row.id, row.fingerprint]))
  const named = matches.map(({ departure, arrivals }) => ({
    departure: fingerprints.get(departure) ?? departure,
    arrivals: arrivals.map((id) => fingerprints.get(id) ?? id),
  }))
  // A transfer is shown under its departure, also where the engine calls it by a later arrival.
  const departures = new Map(
    named.flatMap(({ departure, arrivals }) => arrivals.map((arrival) => [arrival, departure] as const)),
  )
  const rowOf = new Map(rows.map((row) => [row.fingerprint, row]))
  const rowNamed = (tx: string) => rowOf.get(departures.get(tx) ?? tx) ?? raise(`unknown transaction: ${tx}`)
  const input = inputOfJournal(entries, named, settings)
  return {
    transactions: input.transactions.length,
    calculateTable: (options) => calculateTable(input, options),
    calculate: (options, under = input.settings) =>
      resultOfTable(calculateTable({ ...input, settings: under }, options)),
    position: () => positionAtSwitch(eventTableOf(input), input.settings),
    negativeBalances: (warnings) => negativeBalances(eventTableOf(input), input.settings, warnings),
    rowsConcerned: () => rowsConcerned(eventTableOf(input), input.settings),
    exchangedOneForOne: () => exchangedOneForOne(eventTableOf(input), input.settings),
    inputText: () => inPieces((take) => writeCanonicalJson(rowsOfInput(input), take)),
    names: {
      transactionId: (tx) => rowNamed(tx).id,
      accountId: accountIdOf(accounts),
    },
    eventIds: () => {
      const { ids } = eventTableOf(input)
      return idsOfEvents(ids.length, (e, put) => {
        const { id, main_price, fee_price } = rowNamed(ids[e]!)
        put.transaction(bytesOf(id), 0)
        put.mainPrice(bytesOf(main_price), 0)
        put.feePrice(bytesOf(fee_price), 0)
      })
    },
  }
}

/** A text that is handed over in pieces, as UTF-8. */
function inPieces(write: (take: (piece: string) => void) => void): Uint8Array[] {
  const pieces: Uint8Array[] = []
  write((piece) => pieces.push(Buffer.from(piece)))
  return pieces
}

function entryOf(row: JournalRow, picks: readonly LotPick[] | undefined): JournalEntry {
  const leg = (asset: string | null, amount: string | null) =>
    asset === null || amount === null ? null : { asset, amount }
  const value = (text: string | null) => (text === null ? null : (canonicalAmount(text) ?? text))
  return {
    id: row.fingerprint,
    at: row.at.getTime(),
    type: row.type,
    subType: row.sub_type,
    accountKey: row.account_key,
    sequence: row.sequence,
    from: leg(row.from_asset, row.from_amount),
    to: leg(row.to_asset, row.to_amount),
    fee: leg(row.fee_asset, row.fee_amount),
    values: { from: value(row.from_value), to: value(row.to_value), fee: value(row.fee_value) },
    lots: picks?.map(lotNamed) ?? null,
    gift: row.gift ?? null,
  }
}

function raise(message: string): never {
  throw new Error(message)
}
