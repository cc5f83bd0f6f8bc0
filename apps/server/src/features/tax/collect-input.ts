import type { TaxSettings } from '@lotbook/contract'
import type { TransactionType } from '@lotbook/journal'
import {
  inputOfJournal,
  type CalculationInput,
  type InputTransaction,
  type JournalEntry,
  type MadeMatch,
} from '@lotbook/tax'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../transactions/transaction-rows.ts'
import { engineSettings, readTaxSettings } from './tax-settings.ts'

/** What the engine's names stand for: it knows content, the database knows ids. */
export interface Names {
  /** The transaction that an event of the engine is. */
  readonly transactionId: (tx: string) => string
  readonly accountId: (account: string) => string
  /** The price that a side was valued with. */
  readonly priceId: (tx: string, side: 'main' | 'fee') => string | null
}

export interface Collected {
  readonly input: CalculationInput
  readonly names: Names
  readonly journalVersion: string
  readonly settings: TaxSettings
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
 * transactions by fingerprint. The journal is held still while it is read, so the result refers to one version.
 */
export function collectInput(
  db: Database,
  { userId }: { readonly userId: string },
  onProgress: (done: number, total: number) => void,
): Promise<Collected> {
  return withSubject(db, self(userId), async (tx) => {
    const journal = await tx.one<{ version: string; transactions: string }>(sql`
      select version, transactions from journals where user_id = ${userId} for share`)
    const settings = await readTaxSettings(tx, userId)
    const accounts = await tx.all<{ id: string; key: string }>(sql`
      select a.id, coalesce(p.key, a.key) as key from accounts a
      left join accounts p on (p.user_id, p.id) = (a.user_id, a.pooled_with) where a.user_id = ${userId}`)
    const rows = await journalRows(tx, userId, Number(journal.transactions), onProgress)
    const matches = await madeMatches(tx, userId)
    const picks = await lotPicks(tx, userId)
    return {
      ...assemble(rows, matches, picks, settings, accounts),
      journalVersion: journal.version,
      settings,
    }
  })
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
  settings: TaxSettings,
  accounts: readonly { id: string; key: string }[],
): Pick<Collected, 'input' | 'names'> {
  const picksOf = Map.groupBy(picks, (pick) => pick.transaction_id)
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
  const accountIds = new Map(accounts.toReversed().map(({ id, key }) => [key, id]))
  return {
    input: inputOfJournal(entries, named, engineSettings(settings)),
    names: {
      transactionId: (tx) => rowNamed(tx).id,
      accountId: (account) => accountIds.get(account) ?? raise(`unknown account: ${account}`),
      priceId: (tx, side) => (side === 'fee' ? rowNamed(tx).fee_price : rowNamed(tx).main_price),
    },
  }
}

function entryOf(row: JournalRow, picks: readonly LotPick[] | undefined): JournalEntry {
  const leg = (asset: string | null, amount: string | null) =>
    asset === null || amount === null ? null : { asset, amount }
  const value = (text: string | null) => (text === null ? null : plain(text))
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
    lots: picks?.map(({ lot, quantity }) => ({ lot, quantity: plain(quantity) })) ?? null,
    gift: row.gift ?? null,
  }
}

function raise(message: string): never {
  throw new Error(message)
}
